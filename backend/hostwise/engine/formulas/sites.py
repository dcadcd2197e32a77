"""Parts of the hosts that stand by themselves: sites of a stretched cluster, and clusters beyond the largest one."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GBIT_PER_KIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity("sites", "sites", "Sites over which the data is mirrored; each holds all of it.", low=1.0),
    Quantity("clusters", "clusters", "Equal clusters into which the hosts are divided.", low=1.0),
    Quantity(
        "site_load_share",
        "VMs that one site carries",
        "Share of all VMs that one site of a stretched cluster must carry alone.",
        low=0.1,
        high=1.0,
    ),
    Quantity("policy_spare_hosts", "spare hosts", "Hosts that may fail while the plan still holds (N+0 to N+3)."),
    Quantity(
        "node_pair_flag",
        "two-node cluster",
        "Whether the cluster has one host in each site, each of them the spare of the other.",
        high=1.0,
    ),
    Quantity(
        "protection_max_hosts",
        "most hosts of the protection",
        "Most hosts that the protection allows, as in a two-node cluster.",
        absent_means="alternative",
    ),
    Quantity(
        "inter_site_metadata_factor",
        "metadata between sites",
        "Bytes between the sites for each byte written, metadata included.",
        low=1.0,
    ),
    Quantity(
        "inter_site_resync_factor",
        "resync between sites",
        "Bandwidth for writes and resyncs over writes alone.",
        low=1.0,
    ),
    Quantity("witness_mbit_s", "witness traffic per component", "Bandwidth to the witness for each component."),
    Quantity("vm_components_factor", "components per VM", "Parts that the witness watches for each VM."),
)


@formula(label="parts of the hosts", source="HOSTWISE", locator="hosts#sites-and-clusters", low=1.0)
def parts(*, clusters: Array, sites: Array) -> Array:
    """Parts of the hosts that each have spares of their own: the clusters, and the sites of each.

    >>> parts(clusters=2.0, sites=2.0)
    4.0
    """
    return clusters * sites


@formula(
    label="VMs of one part",
    source="vmware-validated-design",
    locator="5.0: half of the hosts are reserved for the failure of a site",
    low=0.0001,
    high=1.0,
)
def part_share(*, clusters: Array, sites: Array, site_load_share: Array) -> Array:
    """Share of all VMs that the hosts of one part must carry by themselves.

    A site of a stretched cluster carries its share alone, because the other site may be down: with all VMs, half of the
    processors and memory are idle in normal operation. Several clusters divide the VMs evenly.

    >>> [float(part_share(clusters=clusters, sites=sites, site_load_share=share))
    ...     for clusters, sites, share in ((1.0, 1.0, 1.0), (1.0, 2.0, 0.6), (2.0, 1.0, 0.6))]
    [1.0, 0.6, 0.5]
    """
    return np.where(sites > 1, site_load_share, 1) / clusters


@formula(label="spare hosts of a part", source="HOSTWISE", locator="hosts#spares")
def spare_hosts(*, policy_spare_hosts: Array, node_pair_flag: Array) -> Array:
    """Spare hosts in each cluster, or in each site of a stretched one; none where each host is the other's spare.

    >>> [float(spare_hosts(policy_spare_hosts=1.0, node_pair_flag=flag)) for flag in (0.0, 1.0)]
    [1.0, 0.0]
    """
    return policy_spare_hosts * (1 - node_pair_flag)


@formula(label="most hosts", source="vsan-planning-8.0", locator="hosts in a cluster")
def most_hosts(
    *, clusters: Array, max_hosts_per_cluster: Array, protection_max_hosts: Array, stack_max_hosts: Array
) -> Array:
    """Most hosts in all clusters: that of the protection, otherwise the limit of the policy or of the storage stack.

    >>> nan = np.float64("nan")
    >>> [float(most_hosts(clusters=2.0, max_hosts_per_cluster=64.0, protection_max_hosts=nan, stack_max_hosts=most))
    ...     for most in (nan, np.float64(16))]
    [128.0, 32.0]
    """
    return clusters * first_known(
        protection_max_hosts, np.minimum(max_hosts_per_cluster, first_known(stack_max_hosts, max_hosts_per_cluster))
    )


@formula(label="hosts kept for failover", source="vsphere-availability-6.5", locator="host failures cluster tolerates")
def failover_hosts(*, hosts: Array, sites: Array, parts: Array, spare_hosts: Array) -> Array:
    """Hosts whose resources admission control keeps: the spares, or those of one site.

    >>> [float(failover_hosts(hosts=np.float64(24), sites=sites, parts=sites, spare_hosts=1.0)) for sites in (1.0, 2.0)]
    [1.0, 12.0]
    """
    return np.where(sites > 1, hosts / 2, parts * spare_hosts)


@formula(
    label="bandwidth between sites",
    source="vsan-stretched-bandwidth",
    locator="bandwidth between data sites: writes x 1.4 x 1.25",
    validity="the VMs' writes at the busy hour; reads stay within a site",
    row=Row("Performance", 90, "number", shown="where evaluated"),
)
def inter_site_gbit_s(
    *,
    front_write_mb_s: Array,
    mb_per_kib: Array,
    inter_site_metadata_factor: Array,
    inter_site_resync_factor: Array,
) -> Array:
    """Bandwidth between the two sites of a stretched cluster at the busy hour.

    Each write crosses once, however the other site protects its copy. At least 10 Gbit/s are asked for all the same.

    >>> round(float(inter_site_gbit_s(front_write_mb_s=1000.0, mb_per_kib=1024 / 1e6, inter_site_metadata_factor=1.4,
    ...     inter_site_resync_factor=1.25)), 6)
    14.0
    """
    written_gbit_s = front_write_mb_s / mb_per_kib * GBIT_PER_KIB
    return written_gbit_s * inter_site_metadata_factor * inter_site_resync_factor


@formula(
    label="bandwidth to the witness",
    source="vsan-stretched-bandwidth",
    locator="2 Mbit/s for each 1,000 components",
    validity="the components of a VM are assumed",
    kind="assumed",
    row=Row("Performance", 95, "number", shown="where evaluated"),
)
def witness_traffic_mbit_s(*, planned_vms: Array, vm_components_factor: Array, witness_mbit_s: Array) -> Array:
    """Bandwidth between each site and the witness.

    >>> round(float(witness_traffic_mbit_s(planned_vms=1000.0, vm_components_factor=9.0, witness_mbit_s=0.002)), 6)
    18.0
    """
    return planned_vms * vm_components_factor * witness_mbit_s
