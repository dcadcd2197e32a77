"""The evidence library."""
