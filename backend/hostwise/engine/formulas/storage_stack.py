"""Storage stacks that fill by rules of their own: what may be filled, what is kept free, and what they take of a host.

A stack is planned up to one share of its raw capacity, and must not pass another one even while it heals. Both count:
the hosts are the larger, the room is the smaller. Stacks without such rules have shares of 1 and keep nothing free
here: there the reserves of the policy decide, which are 0 for the others [platforms 0.1].
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "stack_write_factor",
        "writes of the storage stack",
        "Bytes that the storage stack writes to drives for each byte of each copy of a small write.",
        low=1.0,
    ),
    Quantity(
        "thick_volumes_flag",
        "thick volumes",
        "Whether volumes take all that is provisioned; otherwise they take what is written.",
        high=1.0,
    ),
    Quantity(
        "planned_fill_share",
        "planned fill",
        "Share of the storage stack's capacity up to which it is planned to be filled.",
        high=1.0,
    ),
    Quantity(
        "planned_after_reserve_flag",
        "planned fill after the reserve",
        "Whether the planned fill is a share of what the reserve leaves; otherwise it is one of the whole capacity.",
        high=1.0,
    ),
    Quantity(
        "hard_fill_share",
        "highest fill",
        "Share of the capacity that the storage stack must not pass, also while it heals.",
        high=1.0,
    ),
    Quantity(
        "imbalance_share",
        "imbalance of drives",
        "Share by which the fullest drive is above the mean.",
        high=0.99,
    ),
    Quantity(
        "stack_reserve_hosts",
        "hosts kept free by the storage stack",
        "Hosts of a cluster whose capacity is kept free so that the storage stack can heal.",
    ),
    Quantity(
        "stack_reserve_drives",
        "drives kept free by the storage stack",
        "Drives of a cluster that are kept free for healing, one of a host at most.",
    ),
    Quantity(
        "platform_tb",
        "volumes of the platform",
        "Data of the platform itself that each cluster stores beside that of the VMs.",
    ),
    Quantity(
        "stack_gib",
        "memory of the storage stack, constant",
        "Memory of one host that the storage stack takes whatever its drives.",
        absent_means="alternative",
    ),
    Quantity(
        "stack_gib_per_drive",
        "memory of the storage stack per drive",
        "Memory that the storage stack takes for each drive that holds data.",
        absent_means="alternative",
    ),
    Quantity(
        "stack_memory_share",
        "memory of the storage stack, share",
        "Share of a host's memory that the storage stack takes, where that is more.",
        high=1.0,
        absent_means="alternative",
    ),
    Quantity("stack_cores", "cores of the storage stack", "Cores of one host that the storage stack takes."),
    Quantity(
        "stack_cores_per_drive",
        "cores of the storage stack per drive",
        "Cores that the storage stack takes for each drive that holds data.",
    ),
)


@formula(label="memory of the storage stack by its drives", source="HOSTWISE", locator="platforms#memory-and-cores")
def drives_stack_gib(
    *,
    stack_gib: Array,
    stack_gib_per_drive: Array,
    stack_memory_share: Array,
    capacity_drives_per_host: Array,
    first_tier_gib_per_host: Array,
) -> Array:
    """Memory of one host that a storage stack takes: a constant and a part for each drive, or a share of the memory.

    >>> [float(drives_stack_gib(stack_gib=4.0, stack_gib_per_drive=4.8, stack_memory_share=share,
    ...     capacity_drives_per_host=10.0, first_tier_gib_per_host=1024.0)) for share in (0.0, 0.08)]
    [52.0, 81.92]
    """
    by_drives = stack_gib + stack_gib_per_drive * capacity_drives_per_host
    return np.maximum(by_drives, stack_memory_share * first_tier_gib_per_host)


@formula(label="cores of the storage stack per host", source="HOSTWISE", locator="platforms#memory-and-cores")
def stack_cores_per_host(*, stack_cores: Array, stack_cores_per_drive: Array, capacity_drives_per_host: Array) -> Array:
    """Cores of one host that the storage stack takes beside its share of cycles. Two threads are one core.

    >>> stack_cores_per_host(stack_cores=0.0, stack_cores_per_drive=2.0, capacity_drives_per_host=10.0)
    20.0
    """
    return stack_cores + stack_cores_per_drive * capacity_drives_per_host


@formula(label="capacity without metadata per host", source="HOSTWISE", locator="platforms#capacity")
def data_tb_per_host(*, raw_tb_per_host: Array, metadata_reserve_share: Array) -> Array:
    """Raw capacity of one host without the storage stack's own metadata.

    >>> data_tb_per_host(raw_tb_per_host=100.0, metadata_reserve_share=0.25)
    75.0
    """
    return raw_tb_per_host * (1 - metadata_reserve_share)


@formula(label="highest fill on average", source="HOSTWISE", locator="platforms#capacity")
def even_fill_share(*, hard_fill_share: Array, imbalance_share: Array) -> Array:
    """Share of the capacity that may be filled before the fullest drive passes the highest fill.

    >>> round(float(even_fill_share(hard_fill_share=0.85, imbalance_share=0.05)), 4)
    0.8075
    """
    return hard_fill_share * (1 - imbalance_share)


@formula(label="storage demand with the platform's own", source="HOSTWISE", locator="platforms#capacity")
def stack_demand_tb(*, protected_tb: Array, clusters: Array, platform_tb: Array, capacity_factor: Array) -> Array:
    """Raw bytes of the VMs' data and of the platform's own volumes.

    >>> stack_demand_tb(protected_tb=300.0, clusters=1.0, platform_tb=0.25, capacity_factor=3.0)
    300.75
    """
    return protected_tb + clusters * platform_tb * capacity_factor


@formula(
    label="hosts kept free by the storage stack, the largest", source="HOSTWISE", locator="hosts#hosts-of-other-models"
)
def largest_reserve_hosts(*, stack_reserve_hosts: Array, stack_reserve_larger_hosts: Array) -> Array:
    """Hosts of the configuration's own model whose capacity is that of the largest hosts that are kept free.

    >>> largest_reserve_hosts(stack_reserve_hosts=1.0, stack_reserve_larger_hosts=0.5)
    1.5
    """
    return stack_reserve_hosts + stack_reserve_larger_hosts


@formula(label="hosts below the planned fill, unrounded", source="HOSTWISE", locator="platforms#capacity")
def planned_fill_hosts_unrounded(
    *,
    stack_demand_tb: Array,
    data_tb_per_host: Array,
    capacity_drive_gb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    planned_fill_share: Array,
    planned_after_reserve_flag: Array,
) -> Array:
    """Hosts whose capacity holds the data below the planned fill, of all of it or of what the reserve leaves.

    100 TB on hosts of 10 TB, one host kept free: 0.8 of all need 12.5 hosts, one more after the reserve.

    >>> stack = {"clusters": 1.0, "capacity_drive_gb": 1000.0, "largest_reserve_hosts": 1.0,
    ...     "stack_reserve_drives": 0.0, "stack_demand_tb": np.float64(100), "data_tb_per_host": np.float64(10)}
    >>> [float(planned_fill_hosts_unrounded(planned_fill_share=0.8, planned_after_reserve_flag=flag, **stack))
    ...     for flag in (0.0, 1.0)]
    [12.5, 13.5]
    """
    counted = (planned_after_reserve_flag * each for each in (largest_reserve_hosts, stack_reserve_drives))
    drive_tb = capacity_drive_gb / GB_PER_TB
    return _hosts_beside(needed(stack_demand_tb, planned_fill_share), data_tb_per_host, drive_tb, clusters, *counted)


@formula(label="hosts while the stack heals, unrounded", source="HOSTWISE", locator="platforms#capacity")
def healing_hosts_unrounded(
    *,
    stack_demand_tb: Array,
    data_tb_per_host: Array,
    capacity_drive_gb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    even_fill_share: Array,
) -> Array:
    """Hosts whose capacity beside what is kept free holds the data below the highest fill.

    >>> round(float(healing_hosts_unrounded(clusters=1.0, capacity_drive_gb=1000.0, largest_reserve_hosts=1.0,
    ...     stack_reserve_drives=0.0, stack_demand_tb=np.float64(100), data_tb_per_host=np.float64(10),
    ...     even_fill_share=0.9)), 2)
    12.11
    """
    healing_tb, drive_tb = needed(stack_demand_tb, even_fill_share), capacity_drive_gb / GB_PER_TB
    return _hosts_beside(healing_tb, data_tb_per_host, drive_tb, clusters, largest_reserve_hosts, stack_reserve_drives)


def _hosts_beside(
    stored_tb: Array, data_tb_per_host: Array, drive_tb: Array, clusters: Array, hosts: Array, drives: Array
) -> Array:
    """Hosts for data beside what is kept free: hosts, and drives of which each host has one at most."""
    beside_hosts = stored_tb + clusters * hosts * data_tb_per_host
    many = needed(beside_hosts + clusters * drives * drive_tb, data_tb_per_host)
    few = needed(beside_hosts, data_tb_per_host - drive_tb)
    return np.where(few <= clusters * drives, few, many)


@formula(label="room of the storage stack", source="HOSTWISE", locator="platforms#capacity")
def stack_room_tb(
    *,
    running_hosts: Array,
    capacity_running_hosts: Array,
    stranded_hosts: Array,
    failed_hosts: Array,
    failed_capacity_hosts: Array,
    data_tb_per_host: Array,
    capacity_drive_gb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    planned_fill_share: Array,
    planned_after_reserve_flag: Array,
    even_fill_share: Array,
    platform_tb: Array,
    capacity_factor: Array,
) -> Array:
    """Raw bytes of the VMs' data for which the running hosts have room.

    A failed host takes its part of what is kept free with it, and while one is failed only the highest fill counts.

    >>> stack = {"clusters": 1.0, "capacity_drive_gb": 1000.0, "largest_reserve_hosts": 1.0,
    ...     "failed_capacity_hosts": 0.0, "stranded_hosts": 0.0, "stack_reserve_drives": 0.0,
    ...     "data_tb_per_host": 10.0, "platform_tb": 0.0,
    ...     "capacity_factor": 3.0}
    >>> fill = {"planned_fill_share": 0.8, "planned_after_reserve_flag": 0.0, "even_fill_share": 0.9}
    >>> [float(stack_room_tb(running_hosts=10.0 - failed, capacity_running_hosts=10.0 - failed, failed_hosts=failed,
    ...     **fill, **stack)) for failed in (0.0, 1.0)]
    [80.0, 81.0]
    """
    kept_hosts = np.maximum(clusters * (largest_reserve_hosts - failed_capacity_hosts) - failed_hosts, 0)
    kept_drives = np.minimum(running_hosts, clusters * stack_reserve_drives)
    kept_tb = kept_hosts * data_tb_per_host + kept_drives * capacity_drive_gb / GB_PER_TB
    all_tb = (capacity_running_hosts - stranded_hosts) * data_tb_per_host
    planned_tb = planned_fill_share * (all_tb - planned_after_reserve_flag * kept_tb)
    hard_tb = even_fill_share * (all_tb - kept_tb)
    room_tb = np.where(failed_hosts > 0, hard_tb, np.minimum(planned_tb, hard_tb))
    return np.maximum(room_tb - clusters * platform_tb * capacity_factor, 0)
