"""Colours and marks, the same on screen, on paper and in the workbook: `tokens.json` is the only place that has them.

The UI's build reads the same file. The order of entries is not set here: the formulas declare it.
"""
