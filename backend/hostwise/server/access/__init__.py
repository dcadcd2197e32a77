"""Access tokens, and repeated writes."""
