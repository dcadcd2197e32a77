"""Collectors that read running systems instead of files: used by the command line only, and read-only."""
