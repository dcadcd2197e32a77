"""Storage of a plan beside that of other platforms: the same writes elsewhere, and capacity by the rules of others."""
