"""Storage capacity: from the data to the raw drives, with the reserve methods [model 5.4].

`capacity_drive_gb` is of the capacity drives alone: a parameter of a formula names a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, first_known, needed, of_role, total
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="size of capacity drive", source="HOSTWISE", locator="capacity#capacity-chain")
def capacity_drive_gb(*, drive_gb: Array) -> Array:
    """Capacity of a drive that holds data."""
    return of_role(drive_gb, Role.CAPACITY)


@formula(label="raw capacity per host", source="INTEL21", locator="Tables 5 and 7")
def raw_tb_per_host(*, capacity_drives_per_host: Array, capacity_drive_gb: Array, even_drives_share: Array) -> Array:
    """Raw capacity of the data drives of one host, as far as the storage counts it.

    Storage that wants the same drives in all hosts counts those of the smallest one.

    >>> raw_tb_per_host(capacity_drives_per_host=4.0, capacity_drive_gb=7680.0, even_drives_share=1.0)
    30.72
    """
    return capacity_drives_per_host * capacity_drive_gb / GB_PER_TB * even_drives_share


@formula(label="capacity for data per host", source="vsan-reserved-capacity", locator="slack space, operations reserve")
def fillable_tb_per_host(
    *, raw_tb_per_host: Array, slack_share: Array, metadata_reserve_share: Array, operations_reserve_tb_per_host: Array
) -> Array:
    """Raw capacity of one host that may be filled, before the rebuild reserve."""
    return raw_tb_per_host * (1 - slack_share - metadata_reserve_share) - operations_reserve_tb_per_host


@formula(label="data reduction of group", source="HOSTWISE", locator="capacity#groups")
def group_data_reduction_ratio(*, given_data_reduction_ratio: Array, data_reduction_ratio: Array) -> Array:
    """Logical to physical bytes of a VM group: its own ratio, otherwise the configuration's."""
    return first_known(given_data_reduction_ratio, data_reduction_ratio)


@formula(
    label="storage demand of group before protection",
    source="vsan-reserved-capacity",
    locator="capacity chain; KB 394410",
)
def vm_group_unprotected_tb(
    *,
    vm_group_used_tb: Array,
    vm_group_swap_object_tb: Array,
    metadata_factor: Array,
    group_data_reduction_ratio: Array,
) -> Array:
    """Bytes of a VM group to store once: data with the file system's overhead, after the group's data reduction.

    >>> round(float(vm_group_unprotected_tb(vm_group_used_tb=9.0, vm_group_swap_object_tb=1.0, metadata_factor=1.2,
    ...     group_data_reduction_ratio=1.5)), 6)
    8.0
    """
    return (vm_group_used_tb + vm_group_swap_object_tb) * metadata_factor / group_data_reduction_ratio


@formula(
    label="storage demand as given, before protection",
    source="vsan-reserved-capacity",
    locator="capacity chain; KB 394410",
)
def given_unprotected_tb(
    *, counted_total_tb: Array, swap_object_tb: Array, metadata_factor: Array, data_reduction_ratio: Array
) -> Array:
    """Bytes to store once where the data of all VMs is given as a total, which no group's data reduction can split."""
    return (counted_total_tb + swap_object_tb) * metadata_factor / data_reduction_ratio


@formula(label="storage demand of the groups before protection", source="HOSTWISE", locator="capacity#groups")
def grouped_unprotected_tb(*, vm_group_unprotected_tb: Array) -> Array:
    """Bytes of all VM groups to store once."""
    return total(vm_group_unprotected_tb)


@formula(label="storage demand before protection", source="vsan-reserved-capacity", locator="capacity chain; KB 394410")
def unprotected_tb(
    *, given_unprotected_tb: Array, grouped_unprotected_tb: Array, management_tb: Array, metadata_factor: Array
) -> Array:
    """Bytes to store once: data with the file system's overhead, after data reduction; management is not reduced."""
    return first_known(given_unprotected_tb, grouped_unprotected_tb) + management_tb * metadata_factor


@formula(label="storage demand of the groups, protected", source="HOSTWISE", locator="capacity#groups")
def grouped_protected_tb(*, vm_group_unprotected_tb: Array, group_capacity_factor: Array) -> Array:
    """Raw bytes of all VM groups, each with the capacity factor of its protection.

    >>> import numpy as np
    >>> float(grouped_protected_tb(vm_group_unprotected_tb=np.array([10.0, 40.0]),
    ...     group_capacity_factor=np.array([2.0, 1.5])))
    80.0
    """
    return total(vm_group_unprotected_tb * group_capacity_factor)


@formula(label="storage demand of the groups on wide stripes", source="HOSTWISE", locator="capacity#groups")
def wide_grouped_protected_tb(*, vm_group_unprotected_tb: Array, group_wide_capacity_factor: Array) -> Array:
    """Raw bytes of all VM groups where adaptive RAID-5 uses its wide stripe."""
    return total(vm_group_unprotected_tb * group_wide_capacity_factor)


@formula(label="storage demand, protected", source="vsan-reserved-capacity", locator="capacity chain")
def protected_tb(
    *,
    given_unprotected_tb: Array,
    capacity_factor: Array,
    grouped_protected_tb: Array,
    management_tb: Array,
    metadata_factor: Array,
) -> Array:
    """Raw bytes of all data: a given total and management with the plan's protection, else each group with its own."""
    groups_tb = first_known(given_unprotected_tb * capacity_factor, grouped_protected_tb)
    return groups_tb + management_tb * metadata_factor * capacity_factor


@formula(label="storage demand, protected on wide stripes", source="vsan-reserved-capacity", locator="adaptive RAID-5")
def wide_protected_tb(
    *,
    given_unprotected_tb: Array,
    wide_capacity_factor: Array,
    capacity_factor: Array,
    wide_grouped_protected_tb: Array,
    management_tb: Array,
    metadata_factor: Array,
) -> Array:
    """Raw bytes of all data where adaptive RAID-5 uses its wide stripe; other protection stays as it is."""
    factor = first_known(wide_capacity_factor, capacity_factor)
    groups_tb = first_known(given_unprotected_tb * factor, wide_grouped_protected_tb)
    return groups_tb + management_tb * metadata_factor * factor


@formula(label="hosts of all rebuild reserves", source="vsan-reserved-capacity", locator="host rebuild reserve")
def rebuild_reserve_hosts(
    *, clusters: Array, rebuild_reserve_hosts_per_cluster: Array, rebuild_reserve_larger_hosts: Array
) -> Array:
    """Hosts whose raw capacity is kept free in all clusters so that a failed host can be rebuilt: the largest ones.

    A host of another model that holds more counts as more than one of these.
    """
    return clusters * (rebuild_reserve_hosts_per_cluster + rebuild_reserve_larger_hosts)


@formula(label="hosts for capacity, unrounded", source="vsan-reserved-capacity", locator="capacity chain")
def hosts_for_capacity_unrounded(
    *,
    protected_tb: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    fillable_tb_per_host: Array,
    planned_fill_hosts_unrounded: Array,
    healing_hosts_unrounded: Array,
) -> Array:
    """Hosts whose fillable capacity holds the protected data and the rebuild reserve; or those that the stack asks for.

    No spare host is added: the rebuild reserve already holds the room of a failed host, and adding both would count it
    twice.

    >>> round(float(hosts_for_capacity_unrounded(protected_tb=np.float64(38.8 * 2), rebuild_reserve_hosts=0.0,
    ...     raw_tb_per_host=30.72, fillable_tb_per_host=0.7 * 30.72,
    ...     planned_fill_hosts_unrounded=np.float64(2.53), healing_hosts_unrounded=np.float64(2.53))), 2)
    3.61
    """
    by_policy = needed(protected_tb + rebuild_reserve_hosts * raw_tb_per_host, fillable_tb_per_host)
    return np.maximum(by_policy, np.maximum(planned_fill_hosts_unrounded, healing_hosts_unrounded))


@formula(
    label="hosts for the wide stripe with spares",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe narrows again some time after a host is lost; so the spares come on top",
)
def hosts_for_wide_stripe(
    *,
    clusters: Array,
    wide_minimum_hosts: Array,
    wide_kept_hosts: Array,
    sites: Array,
    spare_hosts: Array,
    minimum_spares_flag: Array,
) -> Array:
    """Hosts from which wide stripes are used, and kept with spare hosts failed.

    Stripes that narrow again when a host is lost count only from their minimum of hosts plus spares. Those that stay
    as they were made need the hosts on which one stripe fits plus spares.

    >>> common = {"clusters": 1.0, "sites": 1.0, "spare_hosts": 1.0, "minimum_spares_flag": 1.0}
    >>> [float(hosts_for_wide_stripe(wide_minimum_hosts=least, wide_kept_hosts=6.0, **common)) for least in (6.0, 7.0)]
    [7.0, 7.0]
    """
    kept = wide_kept_hosts + sites * spare_hosts * minimum_spares_flag
    return clusters * np.maximum(wide_minimum_hosts, kept)


@formula(
    label="stripes are wide in this failure case", source="HOSTWISE", locator="capacity#wide-and-narrow-stripes", high=1
)
def wide_flag(
    *,
    hosts: Array,
    running_hosts: Array,
    clusters: Array,
    wide_minimum_hosts: Array,
    wide_kept_hosts: Array,
    parts: Array,
    left_spare_hosts: Array,
    minimum_spares_flag: Array,
) -> Array:
    """Whether all hosts are enough for wide stripes, and the running ones keep them, also once the spares have failed.

    >>> stripe = {"clusters": 1.0, "wide_minimum_hosts": np.float64(6), "parts": 1.0, "minimum_spares_flag": 1.0}
    >>> [float(wide_flag(hosts=7.0, running_hosts=running, left_spare_hosts=left, wide_kept_hosts=kept, **stripe))
    ...     for running, left, kept in ((7.0, 1.0, 6.0), (6.0, 0.0, 6.0), (5.0, 0.0, 6.0), (5.0, 0.0, 5.0))]
    [1.0, 1.0, 0.0, 1.0]
    """
    kept = clusters * wide_kept_hosts + parts * left_spare_hosts * minimum_spares_flag
    return np.where((hosts >= clusters * wide_minimum_hosts) & (running_hosts >= kept), 1, 0)


@formula(
    label="hosts for capacity with the wide stripe, unrounded",
    source="vsan-reserved-capacity",
    locator="adaptive RAID-5; platforms#capacity",
)
def wide_hosts_for_capacity_unrounded(
    *,
    wide_protected_tb: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    fillable_tb_per_host: Array,
    wide_planned_fill_hosts_unrounded: Array,
    wide_healing_hosts_unrounded: Array,
) -> Array:
    """Hosts whose capacity holds the data on wide stripes, under every limit that narrow ones obey.

    >>> float(wide_hosts_for_capacity_unrounded(wide_protected_tb=np.float64(450), rebuild_reserve_hosts=0.0,
    ...     raw_tb_per_host=61.0, fillable_tb_per_host=np.float64(60), wide_planned_fill_hosts_unrounded=10.71,
    ...     wide_healing_hosts_unrounded=8.01))
    10.71
    """
    by_policy = needed(wide_protected_tb + rebuild_reserve_hosts * raw_tb_per_host, fillable_tb_per_host)
    return np.maximum(by_policy, np.maximum(wide_planned_fill_hosts_unrounded, wide_healing_hosts_unrounded))


@formula(label="hosts for capacity with the wide stripe", source="vsan-reserved-capacity", locator="adaptive RAID-5")
def hosts_for_capacity_wide(
    *,
    wide_hosts_for_capacity_unrounded: Array,
    hosts_for_wide_stripe: Array,
    copies_demand_share: Array,
    copies_counted_hosts: Array,
) -> Array:
    """Hosts for capacity on wide stripes, which have a minimum number of hosts."""
    wide = wide_hosts_for_capacity_unrounded * copies_demand_share - copies_counted_hosts
    return np.maximum(ceil_count(wide), hosts_for_wide_stripe)


@formula(
    label="hosts for capacity",
    source="vsan-reserved-capacity",
    locator="capacity chain; the rebuild reserve already holds a spare, so none is added",
    constraint=Constraint("capacity", "capacity", order=100, spares="never"),
)
def hosts_for_capacity(
    *,
    parts: Array,
    hosts_for_capacity_unrounded: Array,
    hosts_for_capacity_wide: Array,
    copies_demand_share: Array,
    copies_counted_hosts: Array,
) -> Array:
    """Hosts that hold the data; adaptive RAID-5 takes the stripe that needs fewer hosts.

    Where hosts of other models hold more than the others have partners for, each further host takes its part of all
    copies: two hosts of 10 own ones' capacity, one kept free, and three copies leave two of them to the others.

    >>> float(hosts_for_capacity(parts=1.0, hosts_for_capacity_unrounded=31.0, hosts_for_capacity_wide=float("nan"),
    ...     copies_demand_share=2 / 3, copies_counted_hosts=10 * 2 / 3 - 2))
    16.0
    """
    alone = hosts_for_capacity_unrounded * copies_demand_share - copies_counted_hosts
    narrow = parts * np.maximum(ceil_count(alone / parts), 0)
    return np.fmin(narrow, parts * ceil_count(hosts_for_capacity_wide / parts))


@formula(label="capacity factor in use", source="vsan-reserved-capacity", locator="adaptive RAID-5")
def capacity_factor_used(
    *,
    hosts: Array,
    hosts_for_wide_stripe: Array,
    wide_protected_tb: Array,
    protected_tb: Array,
    unprotected_tb: Array,
    wide_capacity_factor: Array,
    capacity_factor: Array,
) -> Array:
    """Raw bytes for each byte of data at the final number of hosts, on average over the VM groups.

    Where no data is known the configuration's own factor stands in.

    >>> import numpy as np
    >>> protection = {"wide_capacity_factor": np.float64("nan"), "capacity_factor": 1.5}
    >>> stored = {"wide_protected_tb": 80.0, "protected_tb": 80.0, "unprotected_tb": np.float64(50)}
    >>> float(capacity_factor_used(hosts=6.0, hosts_for_wide_stripe=np.float64("nan"), **stored, **protection))
    1.6
    """
    is_wide = hosts >= hosts_for_wide_stripe
    own = np.where(is_wide, first_known(wide_capacity_factor, capacity_factor), capacity_factor)
    return first_known(np.where(is_wide, wide_protected_tb, protected_tb) / unprotected_tb, own)


@formula(label="data reduction in use", source="vsan-reserved-capacity", locator="capacity chain")
def data_reduction_ratio_used(
    *, demand_storage_tb: Array, metadata_factor: Array, unprotected_tb: Array, data_reduction_ratio: Array
) -> Array:
    """Logical to physical bytes on average over the VM groups; the configuration's where no data is known.

    >>> import numpy as np
    >>> round(float(data_reduction_ratio_used(demand_storage_tb=60.0, metadata_factor=1.2,
    ...     unprotected_tb=np.float64(48), data_reduction_ratio=1.0)), 6)
    1.5
    """
    return first_known(demand_storage_tb * metadata_factor / unprotected_tb, data_reduction_ratio)


@formula(
    label="usable capacity",
    source="vsan-reserved-capacity",
    locator="capacity chain",
    row=Row("Capacity", 10, "number"),
)
def usable_tb(
    *,
    capacity_hosts: Array,
    stranded_hosts: Array,
    fillable_tb_per_host: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    capacity_factor_used: Array,
    metadata_factor: Array,
    data_reduction_ratio_used: Array,
    stack_room_tb: Array,
) -> Array:
    """Data that the cluster holds after protection and reserves.

    >>> round(float(usable_tb(capacity_hosts=6.0, stranded_hosts=0.0, fillable_tb_per_host=61.44,
    ...     rebuild_reserve_hosts=1.0, raw_tb_per_host=61.44, capacity_factor_used=1.25, metadata_factor=1.131,
    ...     data_reduction_ratio_used=1.0, stack_room_tb=368.64)), 1)
    217.3
    """
    all_tb = (capacity_hosts - stranded_hosts) * fillable_tb_per_host
    by_policy = np.maximum(all_tb - rebuild_reserve_hosts * raw_tb_per_host, 0)
    fillable = np.minimum(by_policy, stack_room_tb)
    return fillable * data_reduction_ratio_used / (capacity_factor_used * metadata_factor)


@formula(
    label="capacity used",
    source="vsan-reserved-capacity",
    locator="capacity chain",
    row=Row("Capacity", 20, "share"),
)
def capacity_used_share(*, demand_storage_tb: Array, usable_tb: Array) -> Array:
    """Data as a share of the usable capacity."""
    return needed(demand_storage_tb, usable_tb)
