"""How numbers are written for people, and read from what people write."""
