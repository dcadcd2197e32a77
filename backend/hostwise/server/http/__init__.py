"""Generic HTTP: limits, headers, problems, connections. Nothing here knows plans."""
