"""What a cluster survives: hosts lost with data kept, with storage that goes on, and healed again [platforms 0.4]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB, MB_PER_GBIT
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, first_known, floor_count, needed
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "protection_kept_hosts",
        "losses of the protection",
        "Hosts whose loss at once the weakest protection of the VM groups survives.",
    ),
    Quantity(
        "protection_served_hosts",
        "losses without a stop",
        "Hosts whose loss at once does not stop the storage of any VM group.",
    ),
    Quantity(
        "rebuild_capable_hosts",
        "hosts that can rebuild",
        "Hosts of a cluster, the lost one included, from which its data can be protected again without it.",
    ),
    Quantity(
        "quorum_lost_share",
        "share of hosts that a quorum may lose",
        "Share of the hosts of a cluster that may be lost before its storage has no quorum; 1 where it has none.",
        high=1.0,
    ),
    Quantity(
        "quorum_tie_hosts",
        "host that breaks a tie",
        "1 where a quorum is more than half of the hosts, 0 where half of them and a witness are enough.",
        high=1.0,
    ),
    Quantity(
        "rebuild_network_share",
        "share of the network for a rebuild",
        "Share of the line rate at which a host receives data while protection is restored.",
        high=1.0,
    ),
)
_SECONDS_PER_HOUR = 3600.0


@formula(
    label="hosts lost at once: data is kept",
    source="HOSTWISE",
    locator="platforms#survives-goes-on-heals",
    row=Row("Capacity", 40, "number", "higher"),
)
def kept_hosts(*, protection_kept_hosts: Array, hosts: Array) -> Array:
    """Hosts that may be lost at once in a cluster without loss of data.

    >>> [float(kept_hosts(protection_kept_hosts=2.0, hosts=np.float64(hosts))) for hosts in (1, 6)]
    [0.0, 2.0]
    """
    return np.minimum(protection_kept_hosts, np.maximum(hosts - 1, 0))


@formula(
    label="hosts lost at once: storage goes on",
    source="HOSTWISE",
    locator="platforms#survives-goes-on-heals",
    row=Row("Capacity", 45, "number", "higher"),
)
def served_hosts(*, protection_served_hosts: Array, quorum_hosts: Array) -> Array:
    """Hosts that may be lost at once in a cluster without a stop of its storage: by its protection and its quorum.

    >>> [float(served_hosts(protection_served_hosts=2.0, quorum_hosts=np.float64(hosts))) for hosts in (1, 3)]
    [1.0, 2.0]
    """
    return np.minimum(protection_served_hosts, quorum_hosts)


@formula(label="hosts lost at once: the quorum is kept", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def quorum_hosts(*, hosts: Array, clusters: Array, quorum_lost_share: Array, quorum_tie_hosts: Array) -> Array:
    """Hosts of a cluster that may be lost at once while those that are left have a quorum, and one is left.

    Half of them with a witness, more than half without; where the storage has no quorum all but one may be lost.

    >>> [[float(quorum_hosts(hosts=hosts, clusters=1.0, quorum_lost_share=share, quorum_tie_hosts=tie))
    ...     for hosts in (1.0, 2.0, 3.0, 4.0, 5.0)] for share, tie in ((0.5, 0.0), (0.5, 1.0), (1.0, 1.0))]
    [[0.0, 1.0, 1.0, 2.0, 2.0], [0.0, 0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 2.0, 3.0, 4.0]]
    """
    smallest = floor_count(hosts / clusters)
    return np.maximum(floor_count((smallest - quorum_tie_hosts) * quorum_lost_share), 0)


@formula(label="hosts that narrow stripes fill", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def narrow_filled_hosts_unrounded(
    *,
    protected_tb: Array,
    fillable_tb_per_host: Array,
    stack_demand_tb: Array,
    even_fill_share: Array,
    data_tb_per_host: Array,
    stack_reserve_drives: Array,
    reserve_drive_tb: Array,
    clusters: Array,
) -> Array:
    """Hosts that the data fill on narrow stripes, once what was kept free for lost hosts is used up.

    90 TB on hosts of 10 TB of which 9 may be filled need 10.

    >>> float(narrow_filled_hosts_unrounded(protected_tb=np.float64(90), fillable_tb_per_host=np.float64(9),
    ...     stack_demand_tb=np.float64(90), even_fill_share=1.0, data_tb_per_host=np.float64(10),
    ...     stack_reserve_drives=0.0, reserve_drive_tb=1.0, clusters=1.0))
    10.0
    """
    free_tb = clusters * stack_reserve_drives * reserve_drive_tb
    of_stack = even_fill_share, free_tb, reserve_drive_tb, data_tb_per_host
    return _holding(protected_tb, fillable_tb_per_host, stack_demand_tb, *of_stack)


@formula(label="hosts that wide stripes fill", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def wide_filled_hosts_unrounded(
    *,
    wide_protected_tb: Array,
    fillable_tb_per_host: Array,
    wide_stack_demand_tb: Array,
    even_fill_share: Array,
    data_tb_per_host: Array,
    stack_reserve_drives: Array,
    reserve_drive_tb: Array,
    clusters: Array,
) -> Array:
    """The same on wide stripes, however many hosts those need.

    75 TB on hosts of 10 TB of which 9 may be filled need 8.33.

    >>> round(float(wide_filled_hosts_unrounded(wide_protected_tb=np.float64(75),
    ...     fillable_tb_per_host=np.float64(9), wide_stack_demand_tb=np.float64(75), even_fill_share=1.0,
    ...     data_tb_per_host=np.float64(10), stack_reserve_drives=0.0, reserve_drive_tb=1.0, clusters=1.0)), 2)
    8.33
    """
    free_tb = clusters * stack_reserve_drives * reserve_drive_tb
    of_stack = even_fill_share, free_tb, reserve_drive_tb, data_tb_per_host
    return _holding(wide_protected_tb, fillable_tb_per_host, wide_stack_demand_tb, *of_stack)


@formula(label="hosts that hold the data in need", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def holding_hosts_unrounded(
    *,
    narrow_filled_hosts_unrounded: Array,
    wide_filled_hosts_unrounded: Array,
    wide_kept_hosts: Array,
    clusters: Array,
) -> Array:
    """Hosts that hold the data once what was kept free for lost hosts is used up: on narrow stripes, or on wide ones.

    >>> filled = {"narrow_filled_hosts_unrounded": 10.0, "wide_filled_hosts_unrounded": 8.33, "clusters": 1.0}
    >>> [float(holding_hosts_unrounded(wide_kept_hosts=np.float64(least), **filled))
    ...     for least in (float("nan"), 6.0, 9.0)]
    [10.0, 8.33, 9.0]
    """
    wide = np.maximum(wide_filled_hosts_unrounded, clusters * wide_kept_hosts)
    return np.fmin(narrow_filled_hosts_unrounded, wide)


@formula(label="hosts that the data fill without one", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def filled_hosts_unrounded(
    *,
    hosts: Array,
    narrow_filled_hosts_unrounded: Array,
    wide_filled_hosts_unrounded: Array,
    wide_kept_hosts: Array,
    clusters: Array,
) -> Array:
    """Hosts that the data fill once each cluster has lost one: on wide stripes where the others are enough for them.

    Unlike what holds the data in need, this is no number of hosts to go on with: so few could not keep wide stripes.

    >>> filled = {"narrow_filled_hosts_unrounded": 10.0, "wide_filled_hosts_unrounded": 8.33, "clusters": 1.0,
    ...     "wide_kept_hosts": 9.0}
    >>> [float(filled_hosts_unrounded(hosts=np.float64(hosts), **filled)) for hosts in (9, 10)]
    [10.0, 8.33]
    """
    least = np.fmin(narrow_filled_hosts_unrounded, wide_filled_hosts_unrounded)
    return np.where(hosts - clusters >= clusters * wide_kept_hosts, least, narrow_filled_hosts_unrounded)


def _holding(
    protected_tb: Array,
    fillable_tb: Array,
    demand_tb: Array,
    fill_share: Array,
    free_tb: Array,
    drive_tb: Array,
    data_tb: Array,
) -> Array:
    """Hosts by the reserves of the policy, and by the rules of the stack: one of them has none.

    Fewer hosts than drives are kept free keep one of each host free.
    """
    stored_tb = needed(demand_tb, fill_share)
    by_stack = np.minimum(needed(stored_tb + free_tb, data_tb), needed(stored_tb, np.maximum(data_tb - drive_tb, 0)))
    return np.maximum(needed(protected_tb, fillable_tb), by_stack)


@formula(label="hosts that heal the stripes in use", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def stripe_rebuild_hosts(
    *,
    hosts: Array,
    hosts_for_wide_stripe: Array,
    wide_minimum_hosts: Array,
    wide_kept_hosts: Array,
    rebuild_capable_hosts: Array,
) -> Array:
    """Hosts of a cluster, the lost one included, from which the stripes in use can be protected again without it.

    Wide stripes that narrow when hosts are lost heal on as few hosts as narrow ones; others keep their width.

    >>> [float(stripe_rebuild_hosts(hosts=hosts, hosts_for_wide_stripe=7.0, wide_minimum_hosts=np.float64(7),
    ...     wide_kept_hosts=np.float64(kept), rebuild_capable_hosts=5.0))
    ...     for hosts, kept in ((6.0, 6.0), (7.0, 6.0), (7.0, 7.0))]
    [5.0, 7.0, 5.0]
    """
    keeps = (hosts >= hosts_for_wide_stripe) & (wide_kept_hosts < wide_minimum_hosts)
    return np.where(keeps, wide_kept_hosts + 1, rebuild_capable_hosts)


@formula(
    label="hosts lost one by one and healed",
    source="HOSTWISE",
    locator="platforms#survives-goes-on-heals",
    row=Row("Capacity", 50, "number", "higher"),
)
def healed_hosts(
    *,
    hosts: Array,
    clusters: Array,
    holding_hosts_unrounded: Array,
    filled_hosts_unrounded: Array,
    protection_kept_hosts: Array,
    stripe_rebuild_hosts: Array,
    rebuild_reserve_hosts_per_cluster: Array,
    stack_reserve_hosts: Array,
    node_pair_flag: Array,
    capacity_hosts: Array,
    stranded_hosts: Array,
    largest_capacity_hosts: Array,
) -> Array:
    """Hosts of each cluster that may be lost one after another with all data fully protected again after each.

    What is left must hold the data and be enough for the protection; what one host alone has is never healed. Where
    less room is left than is kept free for rebuilds there are none: then the cluster is too full before anything is
    lost. Stripes that lose their hosts become narrow, so that fewer hosts may heal than there is room for now.

    >>> rules = {"clusters": 1.0, "protection_kept_hosts": 1.0, "stripe_rebuild_hosts": 4.0,
    ...     "rebuild_reserve_hosts_per_cluster": 0.0,
    ...     "node_pair_flag": 0.0, "stranded_hosts": 0.0, "largest_capacity_hosts": 1.0}
    >>> [float(healed_hosts(hosts=np.float64(hosts), capacity_hosts=np.float64(hosts),
    ...     holding_hosts_unrounded=np.float64(need), filled_hosts_unrounded=np.float64(need),
    ...     stack_reserve_hosts=free, **rules))
    ...     for hosts, need, free in ((3, 4.5, 0), (6, 4.5, 1), (8, 4.5, 1), (6, 4.5, 2), (7, 6, 0))]
    [0.0, 1.0, 3.0, 0.0, 1.0]
    """
    smallest = floor_count(hosts / clusters)
    # Of hosts that differ the largest are lost, each of which holds as much as some of the own model.
    worth = floor_count((capacity_hosts - stranded_hosts) / clusters)
    free = floor_count((worth - ceil_count(filled_hosts_unrounded / clusters)) / largest_capacity_hosts)
    by_room = floor_count((worth - ceil_count(holding_hosts_unrounded / clusters)) / largest_capacity_hosts)
    by_room = np.where(free < np.maximum(rebuild_reserve_hosts_per_cluster, stack_reserve_hosts), 0, by_room)
    by_protection = smallest - stripe_rebuild_hosts + 1
    heals = np.where(protection_kept_hosts > 0, 1 - node_pair_flag, 0)
    return heals * np.maximum(np.minimum(by_room, by_protection), 0)


@formula(label="data of a host", source="HOSTWISE", locator="platforms#survives-goes-on-heals")
def host_stored_tb(
    *,
    stack_demand_tb: Array,
    wide_stack_demand_tb: Array,
    hosts: Array,
    hosts_for_wide_stripe: Array,
    capacity_hosts: Array,
    largest_capacity_hosts: Array,
) -> Array:
    """Raw bytes on one host, the largest, which must be written again when it is lost: on the stripes in use.

    >>> stored = {"stack_demand_tb": np.float64(300), "wide_stack_demand_tb": np.float64(250)}
    >>> [float(host_stored_tb(hosts=np.float64(10), hosts_for_wide_stripe=np.float64(least), **stored,
    ...     capacity_hosts=np.float64(10), largest_capacity_hosts=1.0)) for least in (float("nan"), 7.0)]
    [30.0, 25.0]
    """
    demand_tb = np.where(hosts >= hosts_for_wide_stripe, wide_stack_demand_tb, stack_demand_tb)
    return needed(demand_tb * largest_capacity_hosts, capacity_hosts)


@formula(
    label="rebuild of a host",
    source="HOSTWISE",
    locator="platforms#survives-goes-on-heals",
    validity="all hosts that are left rebuild at once; the rate is assumed: it depends on network, drives and load",
    kind="assumed",
    row=Row("Capacity", 60, "number", "lower", with_hosts="falls"),
)
def rebuild_hours(
    *,
    host_stored_tb: Array,
    hosts: Array,
    clusters: Array,
    resync_mb_s: Array,
    network_gbit_s_per_host: Array,
    rebuild_network_share: Array,
) -> Array:
    """Hours of reduced protection after the loss of a host: its data over what the others of its cluster receive.

    Each receives what its drives take in, or less where its network carries less; where that is unknown, the drives
    decide.

    >>> [round(float(rebuild_hours(host_stored_tb=30.0, hosts=np.float64(10), clusters=1.0, resync_mb_s=200.0,
    ...     network_gbit_s_per_host=np.float64(gbit_s), rebuild_network_share=0.7)), 2)
    ...     for gbit_s in (float("nan"), 25.0, 1.0)]
    [4.63, 4.63, 10.58]
    """
    network_mb_s = network_gbit_s_per_host * rebuild_network_share * MB_PER_GBIT
    each_mb_s = first_known(np.minimum(network_mb_s, resync_mb_s), resync_mb_s)
    received_mb_s = np.maximum(hosts / clusters - 1, 0) * each_mb_s
    return needed(host_stored_tb * GB_PER_TB * GB_PER_TB, received_mb_s) / _SECONDS_PER_HOUR
