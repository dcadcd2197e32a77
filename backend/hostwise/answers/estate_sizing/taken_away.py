"""What a reader takes away is itself doubted: weak evidence may take little, strong evidence whatever it shows."""

from __future__ import annotations

from enum import Enum


class Evidence(Enum):
    """How sure it is that something is not what it looks like, such as a second disk."""

    STRONG = "strong"
    """The source says so: a sharing mode, a device and its size, the type of a datastore."""

    WEAK = "weak"
    """It is concluded: from equal texts, the pattern of a name, or a setting that may be the usual one."""


MOST_OF_DISK = 0.10
"""Share of the disk of an estate that weak evidence may take away."""

MOST_OWNERS = 8
"""VMs of one disk by weak evidence: clusters of guests have two to eight nodes, and what more have is a template."""

MOST_NAMED_ALIKE = 0.05
"""Share of the VMs that the pattern of a name may leave out."""

MOST_FLAGGED = 0.5
"""Share of the VMs that may have what is unusual; beyond it, it is on by default in this environment."""


def is_believed(evidence: Evidence, amount: float, whole: float, most: float) -> bool:
    """Whether an amount is taken away from a whole: by weak evidence only up to a share.

    >>> is_believed(Evidence.WEAK, 9, 100, MOST_OF_DISK), is_believed(Evidence.WEAK, 11, 100, MOST_OF_DISK)
    (True, False)
    >>> is_believed(Evidence.STRONG, 48, 100, MOST_OF_DISK)
    True
    """
    return evidence is Evidence.STRONG or amount <= most * whole
