"""Shared links."""
