"""How long a move to another cluster takes: copying over the network beside checks of each VM; the longer leads."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import (
    DAYS_PER_YEAR,
    GB_PER_TB,
    MBIT_PER_GB,
    MINUTES_PER_HOUR,
    MONTHS_PER_YEAR,
    SECONDS_PER_DAY,
)
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, total
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "migration_link_mbit_s",
        "network for copying",
        "Speed of the network that VMs are copied over.",
    ),
    Quantity(
        "migration_link_use_share",
        "share of the network used",
        "Share of the speed of the network that copying reaches.",
        high=1.0,
    ),
    Quantity(
        "migration_copied_ratio",
        "data copied over data moved",
        "Data that go over the network for each gigabyte moved: compression, or units that are mixed up.",
    ),
    Quantity(
        "migration_check_minutes_per_vm",
        "checks of a VM",
        "Working time of one person for a VM: cutover, tests and approval.",
    ),
    Quantity("migration_people", "people who check", "People who check VMs side by side."),
    Quantity("working_hours_per_month", "working hours in a month", "Hours that one of these people works in a month."),
)


@formula(label="data of today", source="HOSTWISE", locator="cost#time-to-move")
def entered_used_tb(*, count: Array, disk_gb: Array, disk_used_share: Array, thick_volumes_flag: Array) -> Array:
    """Data of the VMs as entered, without growth; on thick volumes all that is provisioned.

    >>> import numpy as np
    >>> groups = {"count": np.array([10.0, 30.0]), "disk_gb": np.array([100.0, 200.0])}
    >>> float(entered_used_tb(**groups, disk_used_share=np.array([0.5, 0.5]), thick_volumes_flag=np.array([0.0])))
    3.5
    """
    counted_share = np.where(thick_volumes_flag == 1, 1, disk_used_share)
    return total(count * disk_gb * counted_share / GB_PER_TB)


@formula(label="data to move", source="HOSTWISE", locator="cost#time-to-move")
def moved_gb(*, total_used_tb: Array, entered_used_tb: Array) -> Array:
    """Data that are copied: the given total, else those of the VMs as entered.

    >>> [float(moved_gb(total_used_tb=each, entered_used_tb=3.5)) for each in (float("nan"), 5.0)]
    [3500.0, 5000.0]
    """
    return first_known(total_used_tb, entered_used_tb) * GB_PER_TB


@formula(label="months of copying", source="HOSTWISE", locator="cost#time-to-move")
def copying_months(
    *, moved_gb: Array, migration_copied_ratio: Array, migration_link_mbit_s: Array, migration_link_use_share: Array
) -> Array:
    """Time that copying takes if it runs day and night over one network.

    219 hours for 42.8 TB at 620 Mbit/s of which 70 % are used:

    >>> round(float(copying_months(moved_gb=42_800.0, migration_copied_ratio=1.0, migration_link_mbit_s=620.0,
    ...     migration_link_use_share=0.7)), 4)
    0.3002
    """
    seconds = moved_gb * migration_copied_ratio * MBIT_PER_GB / (migration_link_mbit_s * migration_link_use_share)
    return seconds / SECONDS_PER_DAY * MONTHS_PER_YEAR / DAYS_PER_YEAR


@formula(label="months of checks", source="HOSTWISE", locator="cost#time-to-move")
def checking_months(
    *,
    entered_vms: Array,
    migration_check_minutes_per_vm: Array,
    migration_people: Array,
    working_hours_per_month: Array,
) -> Array:
    """Time that people need to cut over and check all VMs, side by side.

    >>> float(checking_months(entered_vms=260.0, migration_check_minutes_per_vm=60.0, migration_people=2.0,
    ...     working_hours_per_month=130.0))
    1.0
    """
    hours = entered_vms * migration_check_minutes_per_vm / MINUTES_PER_HOUR
    return hours / (migration_people * working_hours_per_month)


@formula(label="months of the move", source="HOSTWISE", locator="cost#time-to-move")
def migration_months(*, copying_months: Array, checking_months: Array) -> Array:
    """Time of the move: copying and checks run beside each other, and the longer one leads.

    >>> float(migration_months(copying_months=0.3, checking_months=1.0))
    1.0
    """
    return np.maximum(copying_months, checking_months)
