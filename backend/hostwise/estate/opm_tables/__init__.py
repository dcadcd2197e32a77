"""Measured operations per minute: models, curves, own measurements."""
