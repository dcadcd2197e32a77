"""What is read from running systems instead of files; only the command line does so, and only reads."""
