"""Answers reduced to what a language model reads well."""
