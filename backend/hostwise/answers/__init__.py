"""Answers to plans, a folder for each topic: `<topic>_answer.py` is the way in."""
