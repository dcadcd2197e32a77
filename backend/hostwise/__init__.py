"""Hostwise: capacity planning and total cost of ownership for virtualised clusters with flash."""

from importlib.metadata import version

# Said once, in pyproject.toml.
__version__ = version("hostwise")
