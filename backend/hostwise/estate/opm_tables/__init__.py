"""Measured operations per minute, read from a table that somebody pastes."""
