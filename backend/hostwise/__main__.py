"""`python -m hostwise` is the `hostwise` command."""

import sys

from hostwise.server.commands.command_line import main

# Not in the processes that compute, which import this too.
if __name__ == "__main__":
    sys.exit(main())
