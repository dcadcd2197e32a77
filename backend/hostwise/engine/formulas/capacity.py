"""Storage capacity: from the data to the raw drives, with the reserve methods [model 5.4]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, needed, of_role
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="size of capacity drive", source="HOSTWISE", locator="capacity#capacity-chain")
def capacity_drive_gb(*, drive_gb: Array) -> Array:
    """Capacity of a drive that holds data."""
    return of_role(drive_gb, Role.CAPACITY)


@formula(label="further drives per host", source="HOSTWISE", locator="capacity#capacity-chain")
def further_drives_per_host(*, drives_per_host: Array) -> Array:
    """Drives of one host that only hold data; none in single-tier storage."""
    return of_role(drives_per_host, Role.CAPACITY)


@formula(label="raw capacity per host", source="INTEL21", locator="Tables 5 and 7")
def raw_tb_per_host(*, capacity_drives_per_host: Array, capacity_drive_gb: Array) -> Array:
    """Raw capacity of the data drives of one host.

    >>> raw_tb_per_host(capacity_drives_per_host=4.0, capacity_drive_gb=7680.0)
    30.72
    """
    return capacity_drives_per_host * capacity_drive_gb / GB_PER_TB


@formula(label="capacity for data per host", source="vsan-reserved-capacity", locator="slack space, operations reserve")
def fillable_tb_per_host(
    *, raw_tb_per_host: Array, slack_share: Array, metadata_reserve_share: Array, operations_reserve_tb_per_host: Array
) -> Array:
    """Raw capacity of one host that may be filled, before the rebuild reserve."""
    return raw_tb_per_host * (1 - slack_share - metadata_reserve_share) - operations_reserve_tb_per_host


@formula(label="storage demand before protection", source="vsan-reserved-capacity", locator="capacity chain; KB 394410")
def unprotected_tb(*, demand_storage_tb: Array, metadata_factor: Array, data_reduction_ratio: Array) -> Array:
    """Bytes to store once: data with the file system's overhead, after data reduction."""
    return demand_storage_tb * metadata_factor / data_reduction_ratio


@formula(label="hosts for capacity, unrounded", source="vsan-reserved-capacity", locator="capacity chain")
def hosts_for_capacity_unrounded(
    *,
    unprotected_tb: Array,
    capacity_factor: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    fillable_tb_per_host: Array,
) -> Array:
    """Hosts whose fillable capacity holds the protected data and the rebuild reserve.

    No spare host is added: the rebuild reserve already holds the room of a failed host, and adding both would count it
    twice.

    >>> round(float(hosts_for_capacity_unrounded(unprotected_tb=np.float64(38.8), capacity_factor=2.0,
    ...     rebuild_reserve_hosts=0.0, raw_tb_per_host=30.72, fillable_tb_per_host=0.7 * 30.72)), 2)
    3.61
    """
    return needed(unprotected_tb * capacity_factor + rebuild_reserve_hosts * raw_tb_per_host, fillable_tb_per_host)


@formula(
    label="hosts for the wide stripe with spares",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe narrows again some time after a host is lost; so the spares come on top",
)
def hosts_for_wide_stripe(*, wide_minimum_hosts: Array, spare_hosts: Array, minimum_spares_flag: Array) -> Array:
    """Hosts from which adaptive RAID-5 keeps its wide stripe even with spare hosts failed.

    The stripe narrows again some time after a host is lost, so that the wide one counts only from its minimum of hosts
    plus spares.
    """
    return wide_minimum_hosts + spare_hosts * minimum_spares_flag


@formula(label="hosts for capacity with the wide stripe", source="vsan-reserved-capacity", locator="adaptive RAID-5")
def hosts_for_capacity_wide(
    *,
    unprotected_tb: Array,
    wide_capacity_factor: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    fillable_tb_per_host: Array,
    hosts_for_wide_stripe: Array,
) -> Array:
    """Hosts for capacity if adaptive RAID-5 uses its wide stripe, which has a minimum number of hosts."""
    wide = needed(unprotected_tb * wide_capacity_factor + rebuild_reserve_hosts * raw_tb_per_host, fillable_tb_per_host)
    return np.maximum(ceil_count(wide), hosts_for_wide_stripe)


@formula(
    label="hosts for capacity",
    source="vsan-reserved-capacity",
    locator="capacity chain; the rebuild reserve already holds a spare, so none is added",
    constraint=Constraint("capacity", "capacity", order=100, spares="never"),
)
def hosts_for_capacity(*, hosts_for_capacity_unrounded: Array, hosts_for_capacity_wide: Array) -> Array:
    """Hosts that hold the data; adaptive RAID-5 takes the stripe that needs fewer hosts.

    The constraint takes the stripe that needs fewer hosts. Writes are counted with the narrow stripe, an upper bound.
    """
    return np.fmin(ceil_count(hosts_for_capacity_unrounded), hosts_for_capacity_wide)


@formula(label="capacity factor in use", source="vsan-reserved-capacity", locator="adaptive RAID-5")
def capacity_factor_used(
    *, hosts: Array, hosts_for_wide_stripe: Array, wide_capacity_factor: Array, capacity_factor: Array
) -> Array:
    """Raw bytes for each byte of data at the final number of hosts."""
    return np.where(hosts >= hosts_for_wide_stripe, wide_capacity_factor, capacity_factor)


@formula(
    label="usable capacity",
    source="vsan-reserved-capacity",
    locator="capacity chain",
    row=Row("Capacity", 10, "number", "higher"),
)
def usable_tb(
    *,
    hosts: Array,
    fillable_tb_per_host: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    capacity_factor_used: Array,
    metadata_factor: Array,
    data_reduction_ratio: Array,
) -> Array:
    """Data that the cluster holds after protection and reserves.

    >>> round(float(usable_tb(hosts=6.0, fillable_tb_per_host=61.44, rebuild_reserve_hosts=1.0, raw_tb_per_host=61.44,
    ...     capacity_factor_used=1.25, metadata_factor=1.131, data_reduction_ratio=1.0)), 1)
    217.3
    """
    fillable = np.maximum(hosts * fillable_tb_per_host - rebuild_reserve_hosts * raw_tb_per_host, 0)
    return fillable * data_reduction_ratio / (capacity_factor_used * metadata_factor)


@formula(
    label="capacity used",
    source="vsan-reserved-capacity",
    locator="capacity chain",
    row=Row("Capacity", 20, "share", "lower"),
)
def capacity_used_share(*, demand_storage_tb: Array, usable_tb: Array) -> Array:
    """Data as a share of the usable capacity."""
    return needed(demand_storage_tb, usable_tb)
