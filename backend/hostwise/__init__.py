"""Hostwise: capacity planning and total cost of ownership for virtualised clusters with flash."""

__version__ = "0.1.0"
