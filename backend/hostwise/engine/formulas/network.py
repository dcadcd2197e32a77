"""The network of the hosts: traffic of the storage, bandwidth, and the hosts that carry it [model: network]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GBIT_PER_KIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed, total
from hostwise.engine.purposes import ANY_IO, Constraint, Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "network_gbit_s_per_host",
        "bandwidth for storage per host",
        "Speed of all ports of one host that carry the traffic of the storage, in each direction.",
    ),
    Quantity(
        "network_utilisation_limit",
        "network utilisation limit",
        "Highest share of the bandwidth for storage to plan for.",
        high=1.0,
    ),
    Quantity(
        "vmotion_network_share",
        "bandwidth for migrations",
        "Share of the bandwidth for storage that is kept for the migration of VMs.",
        high=1.0,
    ),
    Quantity(
        "resync_network_share",
        "resync share of the storage traffic",
        "Share of the storage traffic that is kept for resyncs while VMs read and write.",
        high=1.0,
    ),
    Quantity(
        "network_spares_flag",
        "network holds with spares failed",
        "Whether the network limit must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "storage_in_hosts_flag",
        "data lies in the hosts",
        "Whether the hosts hold the data: 1 yes; 0 if it lies on an external array.",
        high=1.0,
    ),
)


@formula(label="peak reads on the network", source="HOSTWISE", locator="network#traffic")
def front_read_gbit_s(*, group_peak_iops: Array, read_share: Array, io_kib: Array) -> Array:
    """Bits read by all VMs at the busy hour.

    >>> import numpy as np
    >>> round(float(front_read_gbit_s(group_peak_iops=np.array([867_000.0]), read_share=np.array([0.7]),
    ...     io_kib=np.array([8.0]))), 2)
    39.77
    """
    return total(group_peak_iops * read_share * io_kib * GBIT_PER_KIB)


@formula(
    label="peak writes on the network",
    source="HOSTWISE",
    locator="network#traffic",
    validity="every copy, and every part of a stripe, counts as sent once; what is compressed first counts less",
)
def stored_write_gbit_s(
    *, back_end_write_mb_s: Array, front_write_mb_s: Array, mb_per_kib: Array, storage_in_hosts_flag: Array
) -> Array:
    """Bits written at the busy hour: all copies to the hosts that hold them, or once to an external array.

    Each byte that the protection stores is sent to the host that stores it. Reads of old data and parity before a small
    write to two-tier RAID-5 or RAID-6 are left out.

    >>> import numpy as np
    >>> writes = 867e3 * 0.3 * 8 * 0.001024
    >>> round(float(stored_write_gbit_s(back_end_write_mb_s=3.5 * writes, front_write_mb_s=writes, mb_per_kib=0.001024,
    ...     storage_in_hosts_flag=1.0)), 2)
    59.66
    """
    written_mb_s = np.where(storage_in_hosts_flag > 0, back_end_write_mb_s, front_write_mb_s)
    return written_mb_s / mb_per_kib * GBIT_PER_KIB


@formula(label="storage traffic", source="HOSTWISE", locator="network#traffic")
def storage_traffic_gbit_s(*, front_read_gbit_s: Array, stored_write_gbit_s: Array) -> Array:
    """Bits read and written at the busy hour, whether or not they leave a host."""
    return front_read_gbit_s + stored_write_gbit_s


@formula(label="bandwidth to plan with per host", source="HOSTWISE", locator="network#bandwidth")
def network_supply_gbit_s_per_host(
    *,
    network_gbit_s_per_host: Array,
    network_utilisation_limit: Array,
    vmotion_network_share: Array,
    resync_network_share: Array,
) -> Array:
    """Bandwidth of one host left for reads and writes within the utilisation limit, after migrations and resyncs.

    >>> round(float(network_supply_gbit_s_per_host(network_gbit_s_per_host=50.0, network_utilisation_limit=0.6,
    ...     vmotion_network_share=0.1, resync_network_share=0.2)), 2)
    20.0
    """
    left = np.maximum(network_utilisation_limit - vmotion_network_share, 0)
    return network_gbit_s_per_host * left * (1 - resync_network_share)


@formula(
    label="hosts for network, unrounded",
    source="HOSTWISE",
    locator="network#hosts-for-the-network",
    validity="VMs and data spread evenly over the hosts",
    constraint=Constraint("network", "network", order=125, spares="network_spares_flag", asked_by=ANY_IO),
)
def hosts_for_network_unrounded(
    *,
    storage_traffic_gbit_s: Array,
    network_supply_gbit_s_per_host: Array,
    storage_in_hosts_flag: Array,
    part_share: Array,
) -> Array:
    """Hosts whose network cards carry what the VMs read and write.

    Of the n hosts of a cluster each sends traffic / n, of which 1 / n stays at home where the hosts hold the data.
    Solved for n that is a quadratic equation, and its larger root is the number of hosts. Where the traffic is so small
    that any number of hosts carries it, the result is at most 2. Each cluster, and each site alone, has its own n.

    >>> import numpy as np
    >>> [round(float(hosts_for_network_unrounded(storage_traffic_gbit_s=np.float64(100),
    ...     network_supply_gbit_s_per_host=np.float64(20), storage_in_hosts_flag=flag, part_share=share)), 2)
    ...     for flag, share in ((0.0, 1.0), (1.0, 1.0), (1.0, 0.5))]
    [5.0, 3.62, 2.5]
    """
    half = needed(storage_traffic_gbit_s, 2 * network_supply_gbit_s_per_host)
    return half + np.maximum(half * (half - 2 * storage_in_hosts_flag / part_share), 0) ** (1 / 2)


@formula(
    label="slack of network",
    source="HOSTWISE",
    locator="network#hosts-for-the-network",
    low=-1.0,
    slack_of="network",
)
def network_slack_share(
    *,
    running_hosts: Array,
    parts: Array,
    part_share: Array,
    left_spare_hosts: Array,
    network_spares_flag: Array,
    network_supply_gbit_s_per_host: Array,
    storage_traffic_gbit_s: Array,
    storage_in_hosts_flag: Array,
) -> Array:
    """How much reads and writes may grow before the network cards no longer suffice."""
    running = np.maximum(running_hosts / parts - left_spare_hosts * network_spares_flag, 0)
    away_gbit_s = np.maximum(running - storage_in_hosts_flag, 0) * storage_traffic_gbit_s * part_share
    return np.where(running > 0, running * running * network_supply_gbit_s_per_host / away_gbit_s, 0) - 1


@formula(
    label="network utilisation at peak",
    source="HOSTWISE",
    locator="network#bandwidth",
    validity="VMs and data spread evenly over the hosts",
    row=Row("Performance", 50, "share", "lower", shown="where evaluated", spares_down=True),
)
def network_utilisation(
    *,
    storage_traffic_gbit_s: Array,
    running_hosts: Array,
    clusters: Array,
    storage_in_hosts_flag: Array,
    network_gbit_s_per_host: Array,
    resync_network_share: Array,
    vmotion_network_share: Array,
) -> Array:
    """Share of a host's bandwidth for storage in use at the busy hour, with migrations and resyncs."""
    away = np.maximum(1 - storage_in_hosts_flag * clusters / running_hosts, 0)
    per_host_gbit_s = storage_traffic_gbit_s * away / running_hosts / (1 - resync_network_share)
    return per_host_gbit_s / network_gbit_s_per_host + vmotion_network_share
