"""Charts: what is drawn, and the finding that is the title of each."""
