"""Access tokens, and writes that are sent twice."""
