"""Charts on paper: each module draws one kind from its specification, and decides only where words have room."""
