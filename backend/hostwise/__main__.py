"""`python -m hostwise` is the `hostwise` command."""

import sys

from hostwise.cli import main

sys.exit(main())
