"""Measured operations per minute, read from a pasted table."""
