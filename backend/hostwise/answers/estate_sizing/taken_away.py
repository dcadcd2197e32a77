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


MOST_FLAGGED = 0.5
"""A setting on a larger share of the VMs is the default of the environment, and no obstacle to a move."""

_FEWEST_FLAGGED = 10
"""Of fewer VMs, most may have a setting by chance."""


def is_default(flagged: int, whole: int) -> bool:
    """Whether so many VMs have a setting that it is the default of their environment.

    >>> is_default(6, 10), is_default(5, 10), is_default(8, 9)
    (True, False, False)
    """
    return whole >= _FEWEST_FLAGGED and flagged > MOST_FLAGGED * whole


def is_little(amount: float, whole: float, most: float) -> bool:
    """Whether an amount is little enough of a whole to be taken away without being asked about.

    >>> is_little(9, 100, MOST_OF_DISK), is_little(11, 100, MOST_OF_DISK)
    (True, False)
    """
    return amount <= most * whole
