"""Tokens, the audit log, and repeated writes."""
