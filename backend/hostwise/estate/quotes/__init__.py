"""Quotes of vendors: which catalogue row a line is, and what it costs."""
