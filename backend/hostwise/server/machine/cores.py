"""The cores of the machine."""

import os


def available_cores() -> int:
    """The cores that this process may use, which in a container are not all that there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
