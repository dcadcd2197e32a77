"""Bursts on the write buffer."""
