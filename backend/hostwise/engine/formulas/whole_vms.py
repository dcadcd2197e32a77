"""VMs are whole: hosts by how many VMs have room on one of them, not by the sums of what all VMs ask for."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, largest_known, least_bins, needed
from hostwise.engine.purposes import Constraint
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "alike_vms_flag",
        "groups of VMs that are alike",
        "Whether any group has VMs that are alike, which can be placed whole.",
        high=1.0,
    ),
    Quantity(
        "fragmentation_hosts",
        "hosts that a placement adds",
        "Hosts of each part that a placement of the VMs needs beyond their bound, at the month that decides.",
    ),
)


@formula(label="VMs of one site", source="HOSTWISE", locator="hosts#sites-and-clusters", high=1.0)
def site_share(*, sites: Array, site_load_share: Array) -> Array:
    """Share of all VMs that the hosts of one site must carry by themselves, in all clusters.

    >>> [float(site_share(sites=sites, site_load_share=0.6)) for sites in (1.0, 2.0)]
    [1.0, 0.6]
    """
    return np.where(sites > 1, site_load_share, 1)


@formula(label="whole VMs of group", source="HOSTWISE", locator="hosts#whole-vms")
def whole_vms(*, mean_of_vms_flag: Array, site_share: Array, group_vms: Array) -> Array:
    """VMs of the group that one site must run, whole; none where the group is a mean of VMs that differ.

    >>> [float(whole_vms(mean_of_vms_flag=flag, site_share=0.5, group_vms=21.0)) for flag in (0.0, 1.0)]
    [11.0, 0.0]
    """
    return np.where(mean_of_vms_flag == 1, 0, ceil_count(site_share * group_vms))


@formula(
    label="memory of a VM on its host",
    source="SANDISK14",
    locator="overcommitment formula, for one VM",
)
def vm_host_gib(
    *,
    sized_memory_gib: Array,
    memory_gib_with_growth: Array,
    memory_reserved_share: Array,
    planned_overcommit_limit: Array,
    overhead_mib_per_vm: Array,
) -> Array:
    """Memory of a host that one VM of the group takes at the highest planned overcommitment, with its overhead.

    >>> float(vm_host_gib(sized_memory_gib=96.0, memory_gib_with_growth=96.0, memory_reserved_share=0.25,
    ...     planned_overcommit_limit=1.5, overhead_mib_per_vm=512.0))
    72.5
    """
    reserved = memory_gib_with_growth * memory_reserved_share
    unreserved = sized_memory_gib - reserved
    return unreserved / planned_overcommit_limit + reserved + overhead_mib_per_vm / MIB_PER_GIB


@formula(
    label="DRAM of a VM on its host",
    source="vmware-blog-2025-12-02",
    locator="active memory at most half of DRAM",
    validity="only with a second memory tier",
)
def vm_dram_gib(
    *,
    memory_gib_with_growth: Array,
    memory_active_share: Array,
    idle_share: Array,
    memory_reserved_share: Array,
    tier_active_share_limit: Array,
    overhead_mib_per_vm: Array,
) -> Array:
    """DRAM of a host with a second tier that one VM of the group takes: active memory, reservation and overhead.

    >>> float(vm_dram_gib(memory_gib_with_growth=64.0, memory_active_share=0.5, idle_share=0.0,
    ...     memory_reserved_share=0.25, tier_active_share_limit=0.5, overhead_mib_per_vm=1024.0))
    65.0
    """
    active = memory_gib_with_growth * memory_active_share * (1 - idle_share) * (1 - memory_reserved_share)
    reserved = memory_gib_with_growth * memory_reserved_share
    return active / tier_active_share_limit + reserved + overhead_mib_per_vm / MIB_PER_GIB


@formula(label="cycles of a VM on its host", source="HOSTWISE", locator="demand#processors-of-different-generations")
def vm_host_ghz(*, cpu_ghz: Array, cpu_generation_factor: Array) -> Array:
    """Cycles of the configuration's processor that one VM of the group takes at its busy hour.

    >>> vm_host_ghz(cpu_ghz=3.0, cpu_generation_factor=0.5)
    1.5
    """
    return cpu_ghz * cpu_generation_factor


@formula(label="cores of a VM on its host", source="HOSTWISE", locator="hosts#whole-vms")
def vm_host_cores(*, vcpu_with_growth: Array, group_vcpu_per_core: Array, vm_cores_per_host: Array) -> Array:
    """Cores for VMs that one VM of the group takes at its ratio, at most all of a host.

    A ratio is a rule for many VMs: a VM that by itself asks for more than a host takes a host of its own.

    >>> [float(vm_host_cores(vcpu_with_growth=vcpu, group_vcpu_per_core=1.0, vm_cores_per_host=28.8))
    ...     for vcpu in (24.0, 48.0)]
    [24.0, 28.8]
    """
    return np.minimum(vcpu_with_growth / group_vcpu_per_core, vm_cores_per_host)


@formula(label="CPU cycles to plan with per host", source="INTEL21", locator="Tables 5 and 7")
def planned_ghz_per_host(*, cpu_ghz_per_host: Array, cpu_utilisation_limit: Array) -> Array:
    """Processor cycles of one host within the utilisation limit."""
    return cpu_ghz_per_host * cpu_utilisation_limit


@formula(label="CPU cycles to plan with on the largest host", source="HOSTWISE", locator="hosts#largest-vm")
def largest_host_planned_ghz(
    *, planned_ghz_per_host: Array, largest_host_threads: Array, threads_per_host: Array
) -> Array:
    """Cycles of the largest of hosts that differ, whose cores are as fast as those of a mean host.

    >>> largest_host_planned_ghz(planned_ghz_per_host=50.0, largest_host_threads=72.0, threads_per_host=48.0)
    75.0
    """
    return planned_ghz_per_host * largest_host_threads / threads_per_host


@formula(label="hosts of a site for the memory of whole VMs", source="martello-toth-1990", locator="8.3: lower bounds")
def whole_memory_hosts(
    *, whole_vms: Array, vm_host_gib: Array, usable_gib_per_host: Array, largest_host_room_gib: Array
) -> Array:
    """Least hosts of one site on whose memory the whole VMs have room, without spares.

    Of hosts that differ, a VM that is larger than a mean host and fits the largest takes a host of its own.

    >>> import numpy as np
    >>> [float(whole_memory_hosts(whole_vms=np.array([30.0]), vm_host_gib=np.array([gib]),
    ...     usable_gib_per_host=np.array([959.3]), largest_host_room_gib=np.array([1200.0])))
    ...     for gib in (384.0, 1100.0, 1300.0)]
    [15.0, 30.0, inf]
    """
    larger = np.maximum(vm_host_gib - largest_host_room_gib, 0)
    return least_bins(whole_vms, np.minimum(vm_host_gib, usable_gib_per_host) + larger, usable_gib_per_host)


@formula(label="hosts of a site for the DRAM of whole VMs", source="martello-toth-1990", locator="8.3: lower bounds")
def whole_dram_hosts(*, whole_vms: Array, vm_dram_gib: Array, usable_dram_gib_per_host: Array) -> Array:
    """Least hosts of one site in whose DRAM the whole VMs have what must be there beside a second tier, without spares.

    >>> import numpy as np
    >>> float(whole_dram_hosts(whole_vms=np.array([30.0]), vm_dram_gib=np.array([384.0]),
    ...     usable_dram_gib_per_host=np.array([912.6])))
    15.0
    """
    return least_bins(whole_vms, vm_dram_gib, usable_dram_gib_per_host)


@formula(label="hosts of a site for the cores of whole VMs", source="martello-toth-1990", locator="8.3: lower bounds")
def whole_core_hosts(*, whole_vms: Array, vm_host_cores: Array, vm_cores_per_host: Array) -> Array:
    """Least hosts of one site on whose cores the whole VMs have room at their ratios, without spares.

    >>> import numpy as np
    >>> float(whole_core_hosts(whole_vms=np.array([20.0]), vm_host_cores=np.array([24.0]),
    ...     vm_cores_per_host=np.array([28.8])))
    20.0
    """
    return least_bins(whole_vms, vm_host_cores, vm_cores_per_host)


@formula(label="hosts of a site for the cycles of whole VMs", source="martello-toth-1990", locator="8.3: lower bounds")
def whole_cycle_hosts(
    *, whole_vms: Array, vm_host_ghz: Array, planned_ghz_per_host: Array, largest_host_planned_ghz: Array
) -> Array:
    """Least hosts of one site within whose cycles the whole VMs have room at the busy hour, without spares.

    Of hosts that differ, a VM that is larger than a mean host and fits the largest takes a host of its own.

    >>> import numpy as np
    >>> float(whole_cycle_hosts(whole_vms=np.array([9.0]), vm_host_ghz=np.array([30.0]),
    ...     planned_ghz_per_host=np.array([100.0]), largest_host_planned_ghz=np.array([100.0])))
    3.0
    """
    larger = np.maximum(vm_host_ghz - largest_host_planned_ghz, 0)
    return least_bins(whole_vms, np.minimum(vm_host_ghz, planned_ghz_per_host) + larger, planned_ghz_per_host)


@formula(label="hosts of a part for memory", source="HOSTWISE", locator="hosts#whole-vms")
def part_memory_hosts(
    *,
    whole_memory_hosts: Array,
    whole_dram_hosts: Array,
    clusters: Array,
    part_share: Array,
    hosts_for_memory_unrounded: Array,
    hosts_for_active_memory_unrounded: Array,
    unequal_rooms_flag: Array,
    memory_shift_hosts: Array,
    spare_memory_hosts: Array,
    memory_spares_flag: Array,
) -> Array:
    """Least hosts of one part for memory, by whole VMs or by the sums of all VMs, whichever needs more.

    Clusters share the hosts of a site evenly; which VMs each of them has is free. Beside hosts of other models only the
    sums bound them, and a placement on all models adds what is lacking.

    >>> no_tier = {"whole_dram_hosts": float("nan"), "hosts_for_active_memory_unrounded": float("nan")}
    >>> no_tier |= {"unequal_rooms_flag": 0.0, "memory_shift_hosts": 0.0, "spare_memory_hosts": 0.0}
    >>> no_tier |= {"memory_spares_flag": 1.0}
    >>> [float(part_memory_hosts(whole_memory_hosts=whole, clusters=2.0, part_share=0.5,
    ...     hosts_for_memory_unrounded=24.1, **no_tier)) for whole in (29.0, 0.0)]
    [15.0, 13.0]
    """
    whole = largest_known(whole_memory_hosts, whole_dram_hosts) / clusters
    alone = np.where(unequal_rooms_flag == 1, 0, whole)
    sums = largest_known(hosts_for_memory_unrounded, hosts_for_active_memory_unrounded) - memory_shift_hosts
    return np.maximum(ceil_count(largest_known(alone, part_share * sums + spare_memory_hosts * memory_spares_flag)), 0)


@formula(label="hosts of a part for CPU", source="HOSTWISE", locator="hosts#whole-vms")
def part_cpu_hosts(
    *,
    whole_core_hosts: Array,
    whole_cycle_hosts: Array,
    total_cpu_ghz: Array,
    clusters: Array,
    part_share: Array,
    hosts_for_cpu_ratio_unrounded: Array,
    hosts_for_cpu_ghz_unrounded: Array,
    unequal_rooms_flag: Array,
    core_shift_hosts: Array,
    ghz_shift_hosts: Array,
    spare_core_hosts: Array,
    spare_ghz_hosts: Array,
    cpu_spares_flag: Array,
) -> Array:
    """Least hosts of one part for cores and cycles, by whole VMs or by the sums of all VMs, whichever needs more.

    Where the demand in cycles is given as a total, no VM has a known share of it. Beside hosts of other models only the
    sums bound them, and a placement on all models adds what is lacking.

    >>> nan, alike = float("nan"), {"unequal_rooms_flag": 0.0, "core_shift_hosts": 0.0, "ghz_shift_hosts": 0.0}
    >>> alike |= {"spare_core_hosts": 0.0, "spare_ghz_hosts": 0.0, "cpu_spares_flag": 1.0}
    >>> [float(part_cpu_hosts(whole_core_hosts=4.0, whole_cycle_hosts=5.0, total_cpu_ghz=x, clusters=1.0,
    ...     part_share=1.0, hosts_for_cpu_ratio_unrounded=3.2, hosts_for_cpu_ghz_unrounded=nan, **alike))
    ...     for x in (nan, 900.0)]
    [5.0, 4.0]
    """
    cycles = np.where(np.isnan(total_cpu_ghz), whole_cycle_hosts, whole_core_hosts)
    whole = largest_known(whole_core_hosts, cycles) / clusters
    alone = np.where(unequal_rooms_flag == 1, 0, whole)
    by_cores = part_share * (hosts_for_cpu_ratio_unrounded - core_shift_hosts) + spare_core_hosts * cpu_spares_flag
    by_ghz = part_share * (hosts_for_cpu_ghz_unrounded - ghz_shift_hosts) + spare_ghz_hosts * cpu_spares_flag
    return np.maximum(ceil_count(largest_known(alone, by_cores, by_ghz)), 0)


@formula(label="hosts for the memory of whole VMs", source="HOSTWISE", locator="hosts#whole-vms")
def hosts_for_whole_memory(
    *,
    alike_vms_flag: Array,
    parts: Array,
    part_memory_hosts: Array,
    spare_hosts: Array,
    memory_spares_flag: Array,
    fragmentation_hosts: Array,
) -> Array:
    """Hosts on whose memory every VM has room as a whole, in each part with its spares, and what a placement adds.

    >>> hosts_for_whole_memory(alike_vms_flag=1.0, parts=2.0, part_memory_hosts=15.0, spare_hosts=1.0,
    ...     memory_spares_flag=1.0, fragmentation_hosts=1.0)
    34.0
    """
    return alike_vms_flag * parts * (part_memory_hosts + spare_hosts * memory_spares_flag + fragmentation_hosts)


@formula(label="hosts for the CPU of whole VMs", source="HOSTWISE", locator="hosts#whole-vms")
def hosts_for_whole_cpu(
    *,
    alike_vms_flag: Array,
    parts: Array,
    part_cpu_hosts: Array,
    spare_hosts: Array,
    cpu_spares_flag: Array,
    fragmentation_hosts: Array,
) -> Array:
    """Hosts on whose processors every VM has room as a whole, in each part with its spares, and what a placement adds.

    >>> hosts_for_whole_cpu(alike_vms_flag=1.0, parts=1.0, part_cpu_hosts=20.0, spare_hosts=0.0, cpu_spares_flag=1.0,
    ...     fragmentation_hosts=0.0)
    20.0
    """
    return alike_vms_flag * parts * (part_cpu_hosts + spare_hosts * cpu_spares_flag + fragmentation_hosts)


@formula(
    label="hosts for whole VMs",
    source="HOSTWISE",
    locator="hosts#whole-vms",
    validity="VMs of groups that are alike; infinite where a VM has no room on any of these hosts",
    constraint=Constraint(
        "vm_placement",
        "whole VMs",
        order=135,
        spares="memory_spares_flag",
        sums=("memory", "active_memory", "cpu_ratio", "cpu_ghz"),
    ),
)
def hosts_for_vm_placement(*, hosts_for_whole_memory: Array, hosts_for_whole_cpu: Array) -> Array:
    """Hosts on which every VM has room as a whole, in each part with its spares.

    VMs that do not fit together leave room that no sum sees. Where the sums need as many hosts, they are the limit.

    >>> float(hosts_for_vm_placement(hosts_for_whole_memory=16.0, hosts_for_whole_cpu=float("nan")))
    16.0
    """
    return largest_known(hosts_for_whole_memory, hosts_for_whole_cpu)


@formula(
    label="slack of whole VMs",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="vm_placement",
)
def vm_placement_slack_share(
    *,
    alike_vms_flag: Array,
    part_running_hosts: Array,
    parts: Array,
    left_spare_hosts: Array,
    part_memory_hosts: Array,
    memory_spares_flag: Array,
    part_cpu_hosts: Array,
    cpu_spares_flag: Array,
    fragmentation_hosts: Array,
) -> Array:
    """How many more hosts of whole VMs the running hosts carry, as a share of those that there are."""
    running = part_running_hosts / parts
    by_memory = np.maximum(running - left_spare_hosts * memory_spares_flag, 0)
    by_cpu = np.maximum(running - left_spare_hosts * cpu_spares_flag, 0)
    memory = needed(by_memory, part_memory_hosts + fragmentation_hosts)
    cpu = needed(by_cpu, part_cpu_hosts + fragmentation_hosts)
    return np.where(alike_vms_flag == 1, np.fmin(memory, cpu), alike_vms_flag) - 1
