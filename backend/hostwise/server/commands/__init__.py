"""The subcommands of `hostwise`, one module for each topic; each calls services and prints their answers."""
