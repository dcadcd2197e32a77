"""`python -m hostwise` is the `hostwise` command."""

import sys

# Not in the processes that compute, which import this too.
if __name__ == "__main__":
    # Python looks for modules in the working folder first, where anybody's may stand. In a checkout Hostwise does.
    folder = None if sys.flags.safe_path else sys.path.pop(0)

    from pathlib import Path

    if folder is not None and Path(__file__).parents[1] == Path(folder):
        sys.path.append(folder)

    from hostwise.server.commands.command_line import main

    sys.exit(main())
