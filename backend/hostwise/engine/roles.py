"""What the drives of a host are for: the roles, their order and their words."""

from __future__ import annotations

from enum import IntEnum
from typing import Self


class Role(IntEnum):
    """A role of a drive; its number is its place on the axis of roles."""

    key: str
    label: str

    WRITE_TIER = 0, "write_tier", "cache drive"
    """Absorbs the writes of the VMs before the capacity drives take them."""
    CAPACITY = 1, "capacity", "capacity drive"
    """Holds the data; without a write tier before it, absorbs the writes as well."""
    MEMORY_TIER = 2, "memory_tier", "memory-tier drive"
    SWAP = 3, "swap", "swap drive"
    READ_CACHE = 4, "read_cache", "read-cache drive"

    def __new__(cls, place: int, key: str, label: str) -> Self:
        """A role with its place, its key for programs and its label for people."""
        role = int.__new__(cls, place)
        role._value_ = place
        role.key, role.label = key, label
        return role

    def named(self, text: str) -> str:
        """A text about drives as one about the drives of this role.

        >>> Role.SWAP.named("price of drive"), Role.SWAP.named("drives per host")
        ('price of swap drive', 'swap drives per host')
        """
        return text.replace("drive", self.label, 1)
