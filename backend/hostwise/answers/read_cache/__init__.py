"""The host read cache."""
