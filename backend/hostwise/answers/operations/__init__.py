"""Measured operations per minute as curves."""
