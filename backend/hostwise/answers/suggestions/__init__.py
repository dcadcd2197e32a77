"""What the search suggests without being asked: candidates for an estate, and the remedy of what cannot be built."""
