"""Price books and quotes: what a part costs, and which part a line of a quote is."""
