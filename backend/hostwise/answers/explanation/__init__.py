"""Explanations of single numbers."""
