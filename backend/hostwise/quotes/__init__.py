"""Quotes and proposals of vendors: which row of the catalogue a line is, what it costs, and whether that holds."""
