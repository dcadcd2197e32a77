"""Memory of a plan in every failure case."""
