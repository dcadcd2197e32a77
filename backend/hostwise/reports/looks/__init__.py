"""Colours and marks, the same on screen, on paper and in the workbook: `tokens.json` is the only place that has them.

The UI's build reads the same file. What stands in which order is not said here: the formulas declare it.
"""
