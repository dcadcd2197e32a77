"""Storage stacks that fill by rules of their own: what may be filled, what is kept free, and what they take of a host.

A stack is planned up to one share of its raw capacity, and must not pass another one even while it heals. Both count:
the hosts are the larger, the room is the smaller. Stacks without such rules have shares of 1 and keep nothing free
here: there the reserves of the policy decide, which are 0 for the others [platforms 0.1].
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, first_known, needed
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
        "in_host_healing_flag",
        "drives heal in their host",
        "Whether a lost drive is healed by the others of its host where hosts are no more than copies.",
        high=1.0,
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
    Quantity(
        "stack_cluster_gib",
        "memory of the storage stack per cluster",
        "Memory of what the storage stack runs once in a cluster, however many hosts it has.",
    ),
    Quantity(
        "stack_cluster_cores",
        "cores of the storage stack per cluster",
        "Cores of what the storage stack runs once in a cluster, however many hosts it has.",
    ),
    Quantity("stack_cores", "cores of the storage stack", "Cores of one host that the storage stack takes."),
    Quantity(
        "system_minimum_cores",
        "least cores of system and storage",
        "Cores of one host that system and storage take at least, where a share of its cores is less.",
    ),
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
    label="storage demand with the platform's own, on wide stripes", source="HOSTWISE", locator="platforms#capacity"
)
def wide_stack_demand_tb(
    *,
    wide_protected_tb: Array,
    clusters: Array,
    platform_tb: Array,
    wide_capacity_factor: Array,
    capacity_factor: Array,
) -> Array:
    """The same on wide stripes, on which the platform's own volumes are as well.

    >>> float(wide_stack_demand_tb(wide_protected_tb=200.0, clusters=1.0, platform_tb=0.25,
    ...     wide_capacity_factor=np.float64(1.5), capacity_factor=2.0))
    200.375
    """
    return wide_protected_tb + clusters * platform_tb * first_known(wide_capacity_factor, capacity_factor)


@formula(
    label="hosts kept free by the storage stack, the largest", source="HOSTWISE", locator="hosts#hosts-of-other-models"
)
def largest_reserve_hosts(*, stack_reserve_hosts: Array, stack_reserve_larger_hosts: Array) -> Array:
    """Hosts of the configuration's own model whose capacity is that of the largest hosts that are kept free.

    >>> largest_reserve_hosts(stack_reserve_hosts=1.0, stack_reserve_larger_hosts=0.5)
    1.5
    """
    return stack_reserve_hosts + stack_reserve_larger_hosts


@formula(label="size of a drive kept free", source="HOSTWISE", locator="platforms#capacity")
def reserve_drive_tb(*, capacity_drive_gb: Array, largest_other_drive_gb: Array) -> Array:
    """Capacity of each drive that is kept free for healing: the largest, which may be the one that is lost.

    >>> [float(reserve_drive_tb(capacity_drive_gb=3840.0, largest_other_drive_gb=other)) for other in (0.0, 7680.0)]
    [3.84, 7.68]
    """
    return np.maximum(capacity_drive_gb, largest_other_drive_gb) / GB_PER_TB


@formula(label="hosts below the planned fill, unrounded", source="HOSTWISE", locator="platforms#capacity")
def planned_fill_hosts_unrounded(
    *,
    stack_demand_tb: Array,
    data_tb_per_host: Array,
    reserve_drive_tb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    planned_fill_share: Array,
    planned_after_reserve_flag: Array,
) -> Array:
    """Hosts whose capacity holds the data below the planned fill, of all of it or of what the reserve leaves.

    100 TB on hosts of 10 TB, one host kept free: 0.8 of all need 12.5 hosts, one more after the reserve.

    >>> stack = {"clusters": 1.0, "reserve_drive_tb": 1.0, "largest_reserve_hosts": 1.0,
    ...     "stack_reserve_drives": 0.0, "stack_demand_tb": np.float64(100), "data_tb_per_host": np.float64(10)}
    >>> [float(planned_fill_hosts_unrounded(planned_fill_share=0.8, planned_after_reserve_flag=flag, **stack))
    ...     for flag in (0.0, 1.0)]
    [12.5, 13.5]
    """
    counted = (planned_after_reserve_flag * each for each in (largest_reserve_hosts, stack_reserve_drives))
    return _hosts_beside(
        needed(stack_demand_tb, planned_fill_share), data_tb_per_host, reserve_drive_tb, clusters, *counted
    )


@formula(
    label="hosts below the planned fill on wide stripes, unrounded", source="HOSTWISE", locator="platforms#capacity"
)
def wide_planned_fill_hosts_unrounded(
    *,
    wide_stack_demand_tb: Array,
    data_tb_per_host: Array,
    reserve_drive_tb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    planned_fill_share: Array,
    planned_after_reserve_flag: Array,
) -> Array:
    """The same on wide stripes.

    Storage Spaces Direct, 300 TB of data at 4 + 2 are 450 TB on hosts of 60 TB, filled to 70 %: 10.7.

    >>> round(float(wide_planned_fill_hosts_unrounded(wide_stack_demand_tb=np.float64(450),
    ...     data_tb_per_host=np.float64(60), reserve_drive_tb=7.68, clusters=1.0, largest_reserve_hosts=0.0,
    ...     stack_reserve_drives=4.0, planned_fill_share=0.7, planned_after_reserve_flag=0.0)), 2)
    10.71
    """
    counted = (planned_after_reserve_flag * each for each in (largest_reserve_hosts, stack_reserve_drives))
    return _hosts_beside(
        needed(wide_stack_demand_tb, planned_fill_share), data_tb_per_host, reserve_drive_tb, clusters, *counted
    )


@formula(label="hosts that heal their drives themselves", source="HOSTWISE", locator="platforms#healing-in-a-host")
def own_healing_hosts(*, in_host_healing_flag: Array, clusters: Array, rebuild_capable_hosts: Array) -> Array:
    """Hosts up to which every copy stays in its host, so that a lost drive is healed by the others of the same host.

    With as many hosts as copies no other host may take what was on the drive: with one more it may, whatever number the
    stack asks for at least. None on stacks that heal otherwise.

    >>> [float(own_healing_hosts(in_host_healing_flag=flag, clusters=2.0, rebuild_capable_hosts=4.0))
    ...     for flag in (0.0, 1.0)]
    [0.0, 6.0]
    """
    return in_host_healing_flag * clusters * (rebuild_capable_hosts - 1)


@formula(label="fill that heals in a host", source="HOSTWISE", locator="platforms#healing-in-a-host")
def in_host_fill_share(*, hard_fill_share: Array, capacity_drives_per_host: Array) -> Array:
    """Share of a host's capacity that may be filled so that its other drives take what was on a lost one.

    Drives of one host are evenly full, so that the imbalance between hosts does not count. A host with one drive
    heals nothing: it is lost with its drive, and may be filled to the highest fill.

    >>> [round(float(in_host_fill_share(hard_fill_share=0.85, capacity_drives_per_host=drives)), 4)
    ...     for drives in (1.0, 2.0, 4.0)]
    [0.85, 0.425, 0.6375]
    """
    healing = (capacity_drives_per_host - 1) / capacity_drives_per_host
    return hard_fill_share * np.where(capacity_drives_per_host > 1, healing, 1)


@formula(label="hosts while the stack heals, unrounded", source="HOSTWISE", locator="platforms#capacity")
def healing_hosts_unrounded(
    *,
    stack_demand_tb: Array,
    data_tb_per_host: Array,
    reserve_drive_tb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    even_fill_share: Array,
    own_healing_hosts: Array,
    in_host_fill_share: Array,
    copies_demand_share: Array,
    copies_counted_hosts: Array,
) -> Array:
    """Hosts whose capacity beside what is kept free holds the data below the highest fill.

    No more hosts are kept free than there are beside those that the protection needs: with none to spare, each host
    heals its own drives.

    >>> stack = {"clusters": 1.0, "reserve_drive_tb": 1.0, "largest_reserve_hosts": 1.0,
    ...     "stack_reserve_drives": 0.0, "data_tb_per_host": np.float64(10), "even_fill_share": 0.8,
    ...     "in_host_fill_share": 0.6, "copies_demand_share": 1.0, "copies_counted_hosts": 0.0}
    >>> [round(float(healing_hosts_unrounded(stack_demand_tb=np.float64(demand), own_healing_hosts=own, **stack)), 2)
    ...     for demand, own in ((100, 0.0), (18, 3.0), (20, 3.0), (25, 3.0))]
    [13.5, 3.0, 4.0, 4.12]
    """
    kept = largest_reserve_hosts, stack_reserve_drives
    return _hosts_that_heal(
        needed(stack_demand_tb, even_fill_share),
        needed(stack_demand_tb, in_host_fill_share),
        (data_tb_per_host, reserve_drive_tb, clusters, *kept),
        own_healing_hosts,
        (copies_demand_share, copies_counted_hosts),
    )


@formula(label="hosts while wide stripes heal, unrounded", source="HOSTWISE", locator="platforms#capacity")
def wide_healing_hosts_unrounded(
    *,
    wide_stack_demand_tb: Array,
    data_tb_per_host: Array,
    reserve_drive_tb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_drives: Array,
    even_fill_share: Array,
    own_healing_hosts: Array,
    in_host_fill_share: Array,
    copies_demand_share: Array,
    copies_counted_hosts: Array,
) -> Array:
    """The same on wide stripes.

    >>> round(float(wide_healing_hosts_unrounded(wide_stack_demand_tb=np.float64(100), data_tb_per_host=np.float64(10),
    ...     reserve_drive_tb=1.0, clusters=1.0, largest_reserve_hosts=1.0, stack_reserve_drives=0.0,
    ...     even_fill_share=0.9, own_healing_hosts=0.0, in_host_fill_share=0.9, copies_demand_share=1.0,
    ...     copies_counted_hosts=0.0)), 2)
    12.11
    """
    kept = largest_reserve_hosts, stack_reserve_drives
    return _hosts_that_heal(
        needed(wide_stack_demand_tb, even_fill_share),
        needed(wide_stack_demand_tb, in_host_fill_share),
        (data_tb_per_host, reserve_drive_tb, clusters, *kept),
        own_healing_hosts,
        (copies_demand_share, copies_counted_hosts),
    )


def _hosts_that_heal(
    healed_tb: Array,
    healed_in_host_tb: Array,
    host: tuple[Array, ...],
    own_healing: Array,
    copies: tuple[Array, Array],
) -> Array:
    """Hosts with the room to heal: as few as heal in themselves, else those beside what is kept free.

    Args:
        healed_tb: capacity that holds the data below the highest fill.
        healed_in_host_tb: the same where each host heals its drives.
        host: what `_hosts_beside` takes of a host and of what is kept free.
        own_healing: hosts that heal themselves, if they are no more.
        copies: what hosts of other models hold: `copies_demand_share` and `copies_counted_hosts`.
    """
    data_tb, clusters, (share, counted) = host[0], host[2], copies
    alone, filled = (needed(each, data_tb) for each in (healed_in_host_tb, healed_tb))
    # One host more than those that heal themselves is kept free, and all data is on the others.
    one_more = needed(own_healing + clusters + counted, share)
    fits = ceil_count(filled * share - counted) <= own_healing
    with_others = np.where(fits, one_more, _hosts_beside(healed_tb, *host))
    return np.where(ceil_count(alone * share - counted) <= own_healing, alone, with_others)


def _hosts_beside(
    stored_tb: Array, data_tb_per_host: Array, drive_tb: Array, clusters: Array, hosts: Array, drives: Array
) -> Array:
    """Hosts for data beside what is kept free: hosts, and drives of which each host has one at most."""
    beside_hosts = stored_tb + clusters * hosts * data_tb_per_host
    many = needed(beside_hosts + clusters * drives * drive_tb, data_tb_per_host)
    few = needed(beside_hosts, data_tb_per_host - drive_tb)
    return np.where(few <= clusters * drives, few, many)


@formula(label="hosts with data in this failure case", source="HOSTWISE", locator="platforms#healing-in-a-host")
def filled_by_hosts(
    *,
    hosts: Array,
    running_hosts: Array,
    clusters: Array,
    minimum_hosts: Array,
    rebuild_capable_hosts: Array,
    node_pair_flag: Array,
) -> Array:
    """Hosts among which the data is spread in this failure case: those that run, and those of which nothing was healed.

    With fewer hosts left than hold all copies, what was on the lost ones is not stored again: each of the others keeps
    its own part, as full as before. Two copies are stored again on two of three hosts, though the cluster wants three.

    >>> [float(filled_by_hosts(hosts=hosts, running_hosts=running, clusters=1.0, minimum_hosts=3.0,
    ...     rebuild_capable_hosts=again, node_pair_flag=0.0))
    ...     for hosts, running, again in ((6.0, 5.0, 4.0), (3.0, 2.0, 4.0), (4.0, 2.0, 4.0), (2.0, 1.0, 4.0),
    ...     (3.0, 2.0, 3.0))]
    [5.0, 3.0, 3.0, 2.0, 2.0]
    """
    again = np.where(node_pair_flag == 1, minimum_hosts, np.minimum(minimum_hosts, rebuild_capable_hosts - 1))
    return np.maximum(running_hosts, np.minimum(hosts, clusters * again))


@formula(label="room of the storage stack", source="HOSTWISE", locator="platforms#capacity")
def stack_room_tb(
    *,
    running_hosts: Array,
    filled_by_hosts: Array,
    capacity_running_hosts: Array,
    stranded_hosts: Array,
    failed_hosts: Array,
    failed_capacity_hosts: Array,
    data_tb_per_host: Array,
    reserve_drive_tb: Array,
    clusters: Array,
    largest_reserve_hosts: Array,
    stack_reserve_hosts: Array,
    stack_reserve_drives: Array,
    planned_fill_share: Array,
    planned_after_reserve_flag: Array,
    even_fill_share: Array,
    own_healing_hosts: Array,
    in_host_fill_share: Array,
    platform_tb: Array,
    wide_flag: Array,
    wide_capacity_factor: Array,
    capacity_factor: Array,
) -> Array:
    """Raw bytes of the VMs' data for which the running hosts have room, beside the platform's own volumes.

    A failed host of each cluster takes its part of what is kept free with it, and while one is failed only the highest
    fill counts.

    >>> stack = {"reserve_drive_tb": 1.0, "largest_reserve_hosts": 1.0,
    ...     "stack_reserve_hosts": 1.0, "failed_capacity_hosts": 0.0, "stranded_hosts": 0.0,
    ...     "stack_reserve_drives": 0.0, "data_tb_per_host": 10.0, "own_healing_hosts": 3.0,
    ...     "in_host_fill_share": 0.6, "platform_tb": 0.0, "wide_flag": 0.0,
    ...     "wide_capacity_factor": np.float64("nan"), "capacity_factor": 3.0}
    >>> fill = {"planned_fill_share": 0.8, "planned_after_reserve_flag": 0.0, "even_fill_share": 0.9}
    >>> [round(float(stack_room_tb(running_hosts=running, filled_by_hosts=running, capacity_running_hosts=running,
    ...     clusters=clusters, failed_hosts=failed, **fill, **stack)), 6)
    ...     for running, clusters, failed in ((10.0, 1.0, 0.0), (9.0, 1.0, 1.0), (4.0, 1.0, 0.0), (3.0, 1.0, 0.0),
    ...     (18.0, 2.0, 1.0))]
    [80.0, 81.0, 27.0, 18.0, 162.0]
    """
    kept_hosts = clusters * np.maximum(largest_reserve_hosts - failed_capacity_hosts - failed_hosts, 0)
    # No more are kept free than there are beside those of the protection.
    spared_hosts = np.maximum(running_hosts - own_healing_hosts, 0)
    asked_hosts = clusters * np.maximum(stack_reserve_hosts - failed_hosts, 0)
    few = (own_healing_hosts > 0) & (spared_hosts < asked_hosts)
    kept_hosts = np.where(few, kept_hosts * needed(np.minimum(spared_hosts, asked_hosts), asked_hosts), kept_hosts)
    kept_drives = np.minimum(running_hosts, clusters * stack_reserve_drives)
    kept_tb = kept_hosts * data_tb_per_host + kept_drives * reserve_drive_tb
    all_tb = (capacity_running_hosts + filled_by_hosts - running_hosts - stranded_hosts) * data_tb_per_host
    planned_tb = planned_fill_share * (all_tb - planned_after_reserve_flag * kept_tb)
    hard_tb = np.where(
        running_hosts <= own_healing_hosts, in_host_fill_share * all_tb, even_fill_share * (all_tb - kept_tb)
    )
    failed_tb = np.where(running_hosts <= own_healing_hosts, even_fill_share * all_tb, hard_tb)
    room_tb = np.where(failed_hosts > 0, failed_tb, np.minimum(planned_tb, hard_tb))
    factor = np.where(wide_flag > 0, first_known(wide_capacity_factor, capacity_factor), capacity_factor)
    return np.maximum(room_tb - clusters * platform_tb * factor, 0)
