"""Messages of storage, bursts on it and candidates for it: `en.toml`, and their codes as a closed type."""
