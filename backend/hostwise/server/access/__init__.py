"""Tokens and the audit log."""
