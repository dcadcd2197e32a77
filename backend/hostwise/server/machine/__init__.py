"""What this machine gives: cores, memory, installed files."""
