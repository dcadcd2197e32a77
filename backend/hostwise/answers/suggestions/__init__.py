"""What the search suggests without being asked: candidates for an estate."""
