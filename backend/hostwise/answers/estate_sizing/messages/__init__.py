"""Messages of the sizing of an estate: `en.toml`, and their codes as a closed type."""
