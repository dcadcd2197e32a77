"""Lists of VMs that people export from the vSphere Client or by PowerCLI: what their columns of storage hold.

Both say GB and mean 2^30 bytes, for storage as for memory. What is provisioned holds the swap file of a VM that runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hostwise.estate.importers.power import Powers
from hostwise.number_format.writing import short
from hostwise.plan.estate import Power
from hostwise.tables.table import Table
from hostwise.tables.units import GB_PER_GIB

_CLIENT, _POWERCLI = "the vSphere Client", "PowerCLI"


def product_of(table: Table) -> str:
    """The product that wrote a list, by headers that no other has; empty if it is none of these.

    >>> product_of(Table.of_records("", "", [{"PowerState": "", "NumCpu": 1, "UsedSpaceGB": 1}]))
    'PowerCLI'
    """
    if table.has("provisioned space", "used space") and table.first_of(("host cpu", "host mem")):
        return _CLIENT
    if table.has("powerstate", "numcpu") and table.first_of(("provisionedspacegb", "usedspacegb")):
        return _POWERCLI
    return ""


def tell_base(table: Table, product: str) -> None:
    """Say once for a file what its GB are, and what else its storage holds."""
    table.note(
        "gigabytes_binary",
        "note",
        f"The list is of {product}: its GB and TB are binary, 2^30 and 2^40 bytes, in all columns. Snapshots, copies "
        "on vSAN and disks that VMs share are in the storage of each VM, and it does not say how much they are.",
        count=1,
    )


def with_disks(table: Table, columns: dict[str, Any], power: Powers) -> None:
    """Add the capacity of disks: what is provisioned, less the swap files of VMs that run."""
    provisioned, memory = columns.get("provisioned_gb"), columns.get("memory_gib")
    if columns.get("disk_gb") is not None or provisioned is None or memory is None:
        return
    runs = np.array([each is Power.ON for each in power.states], dtype=np.bool_)
    swap = np.where(runs, np.nan_to_num(memory) * GB_PER_GIB, 0)
    columns["disk_gb"] = np.where(provisioned > swap, provisioned - swap, provisioned)
    table.note(
        "provisioned_less_swap",
        "note",
        f"There are no sizes of disks: what is provisioned counts, {short(float(np.nansum(provisioned)) / 1000)} TB, "
        "less the swap files of VMs that run, "
        f"{short(float(np.nansum(provisioned - columns['disk_gb'])) / 1000)} TB.",
    )
