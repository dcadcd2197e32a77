"""Findings: what a reader should know about a result, by topic."""
