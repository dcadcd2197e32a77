"""Messages of the read cache: `en.toml`, and their codes as a closed type."""
