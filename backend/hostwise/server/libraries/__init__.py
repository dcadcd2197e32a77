"""Documents that an installation keeps under keys."""
