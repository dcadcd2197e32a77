"""What the search suggests without being asked: candidates for an estate, and the cure of what cannot be built."""
