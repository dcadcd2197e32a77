"""What any HTTP service has: limits, headers, problems, connections. Nothing here knows a plan."""
