"""The steps before a run: each takes a bound plan and gives it back with one thing more."""
