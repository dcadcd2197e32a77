"""The layout of each storage stack of the packaged catalogue: the drives that its hosts have.

A plan is read without a catalogue, and its layout follows from its storage stack: the two columns are read where the
catalogue has them, so that they stand in one place.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def layout_of_stack(key: str | None) -> str | None:
    """The layout of a storage stack; None without one, and for one of a deployment's own.

    >>> layout_of_stack("ceph-proxmox"), layout_of_stack("vsan-osa-hybrid"), layout_of_stack(None)
    ('single_tier', 'hybrid', None)
    """
    return None if key is None else _layouts().get(key)


@cache
def _layouts() -> Mapping[str, str]:
    rows = files("hostwise").joinpath("catalogue", "data", "stacks.csv").read_text(encoding="utf-8")
    return {row["key"]: row["layout"] for row in csv.DictReader(rows.splitlines())}
