"""Messages of the answers: `en.toml`, and their codes as a closed type."""
