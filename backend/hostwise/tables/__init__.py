"""Any table of a file: its cells, its columns by the names that people gave them, and their units.

What a column means for an estate, a quote or a list of prices is said by those who read these.
"""
