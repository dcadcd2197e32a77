"""What tells VMs and hosts of several tables apart: the parts of a key, and the names of hosts."""

from __future__ import annotations

BETWEEN = "\x1f"
"""Separator of the parts of a key; no name contains it."""


def short(host: str) -> str:
    """The short name of a host, for joins between tabs of which one has the full name; an address stays whole."""
    name = host.strip().lower()
    first = name.partition(".")[0]
    return name if first.isdigit() else first
