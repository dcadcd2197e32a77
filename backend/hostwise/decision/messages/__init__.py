"""Messages of the decision: `en.toml`, and their codes as a closed type."""
