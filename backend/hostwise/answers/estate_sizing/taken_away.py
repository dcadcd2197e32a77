"""How much may be taken away that the source does not say: equal texts and patterns of names may take little.

What the source itself says, such as a sharing mode or a name that only a platform gives, holds whatever its amount.
"""

from __future__ import annotations

MOST_OF_DISK = 0.10
"""Share of the disk of an estate that may count once because files or devices have the same name."""

MOST_OWNERS = 8
"""VMs of one such disk: clusters of guests have two to eight nodes."""

MOST_NAMED_ALIKE = 0.05
"""Share of the VMs that the pattern of a name may leave out."""


def is_little(amount: float, whole: float, most: float) -> bool:
    """Whether an amount is little enough of a whole to be taken away without being asked about.

    >>> is_little(9, 100, MOST_OF_DISK), is_little(11, 100, MOST_OF_DISK)
    (True, False)
    """
    return amount <= most * whole
