"""The subcommands of `hostwise`, one module for each topic."""
