"""Messages of the search: `en.toml`, and their codes as a closed type."""
