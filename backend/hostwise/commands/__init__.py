"""What the `hostwise` command can do, one module for each kind of work; each asks services and shows what they say."""
