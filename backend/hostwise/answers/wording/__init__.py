"""Numbers and names as parts of a sentence."""
