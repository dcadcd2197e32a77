"""The host count: hosts for each constraint, the largest of them, and the slack of each [model 6]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import (
    ceil_count,
    first_known,
    if_finite,
    largest,
    largest_known,
    needed,
    one_if_within,
)
from hostwise.engine.purposes import ANY_IO, Constraint, Row
from hostwise.engine.quantities import Array


@formula(label="cores per host", source="INTEL21", locator="Tables 5 and 7")
def cores_per_host(*, sockets: Array, cores_per_socket: Array) -> Array:
    """Physical cores of one host."""
    return sockets * cores_per_socket


@formula(label="cores for VMs per host", source="HOSTWISE", locator="hosts#cores-for-vms")
def vm_cores_per_host(
    *,
    cores_per_host: Array,
    stack_cpu_share: Array,
    stack_cores_per_host: Array,
    system_minimum_cores: Array,
    hypervisor_cpu_share: Array,
    hypervisor_cores: Array,
) -> Array:
    """Physical cores of one host that the storage stack and the hypervisor leave to the VMs.

    >>> [float(vm_cores_per_host(cores_per_host=host, stack_cpu_share=share, stack_cores_per_host=cores,
    ...     system_minimum_cores=2.0, hypervisor_cpu_share=0.0, hypervisor_cores=0.0))
    ...     for host, share, cores in ((64.0, 0.1, 0.0), (64.0, 0.0, 20.0), (16.0, 0.1, 0.0))]
    [57.6, 44.0, 14.0]
    """
    taken = cores_per_host * (stack_cpu_share + hypervisor_cpu_share) + stack_cores_per_host + hypervisor_cores
    return np.maximum(cores_per_host - np.maximum(taken, system_minimum_cores), 0)


@formula(
    label="hosts for CPU cores, unrounded",
    source="INTEL21",
    locator="Tables 4 to 7: 154 cores asked for",
    constraint=Constraint("cpu_ratio", "CPU cores", order=10, spares="cpu_spares_flag", either="cpu", supply="core"),
)
def hosts_for_cpu_ratio_unrounded(*, demand_cores: Array, vm_cores_per_host: Array) -> Array:
    """Hosts whose cores for VMs carry the virtual processors of every group at its ratio.

    >>> round(float(hosts_for_cpu_ratio_unrounded(demand_cores=1920 / 4, vm_cores_per_host=57.6)), 2)
    8.33
    """
    return needed(demand_cores, vm_cores_per_host)


@formula(label="CPU cycles per host", source="INTEL21", locator="Tables 5 and 7")
def cpu_ghz_per_host(*, vm_cores_per_host: Array, base_ghz: Array) -> Array:
    """Processor cycles of one host at base frequency that the storage stack leaves.

    >>> cpu_ghz_per_host(vm_cores_per_host=56.0, base_ghz=2.2)
    123.20000000000002
    """
    return vm_cores_per_host * base_ghz


@formula(
    label="hosts for CPU cycles, unrounded",
    source="INTEL21",
    locator="Tables 4 to 7: 325 GHz asked for",
    constraint=Constraint("cpu_ghz", "CPU GHz", order=20, spares="cpu_spares_flag", either="cpu", supply="ghz"),
)
def hosts_for_cpu_ghz_unrounded(
    *, demand_cpu_ghz: Array, cpu_ghz_per_host: Array, cpu_utilisation_limit: Array
) -> Array:
    """Hosts whose processor cycles carry the demand within the utilisation limit."""
    return needed(demand_cpu_ghz, cpu_ghz_per_host * cpu_utilisation_limit)


@formula(
    label="hosts for write performance, unrounded",
    source="INTEL21",
    locator="Light and moderate sizing: 7 hosts NAND, 4 Optane",
)
def hosts_for_write_performance_unrounded(
    *, drives_for_write_performance: Array, absorbing_drives_per_host: Array
) -> Array:
    """Hosts that hold the cache drives needed at the busy hour."""
    return needed(drives_for_write_performance, absorbing_drives_per_host)


@formula(
    label="hosts for write performance",
    source="HOSTWISE",
    locator="hosts#spares",
    constraint=Constraint(
        "write_performance", "write performance", order=110, spares="write_spares_flag", asked_by=ANY_IO
    ),
)
def hosts_for_write_performance(
    *,
    hosts_for_write_performance_unrounded: Array,
    wide_drives_for_write_performance: Array,
    absorbing_drives_per_host: Array,
    hosts_for_wide_stripe: Array,
    parts: Array,
    spare_hosts: Array,
    write_spares_flag: Array,
    capacity_shift_hosts: Array,
    spare_capacity_hosts: Array,
) -> Array:
    """Hosts that hold the cache drives needed at the busy hour, whole in each part, with spares.

    Adaptive RAID-5 takes the stripe that needs fewer hosts, the wide one only from its minimum. Hosts of other models
    take writes as they hold data.
    """
    narrow = hosts_for_write_performance_unrounded - capacity_shift_hosts
    wide = needed(wide_drives_for_write_performance, absorbing_drives_per_host) - capacity_shift_hosts
    spares, larger = spare_hosts * write_spares_flag, spare_capacity_hosts * write_spares_flag
    return _by_stripe(narrow, wide, hosts_for_wide_stripe, parts, spares, larger)


def _by_stripe(narrow: Array, wide: Array, wide_from: Array, parts: Array, spares: Array, larger: Array) -> Array:
    """Whole hosts in each part, with its spares: on the stripe that needs fewer, the wide one from its minimum on."""
    narrow_hosts, wide_hosts = (
        parts * (np.maximum(ceil_count(each / parts + larger), 0) + spares) for each in (narrow, wide)
    )
    return np.fmin(narrow_hosts, np.maximum(wide_hosts, wide_from))


@formula(
    label="hosts for endurance, unrounded",
    source="HOSTWISE",
    locator="endurance#wear-model",
)
def hosts_for_endurance_unrounded(*, drives_for_endurance: Array, absorbing_drives_per_host: Array) -> Array:
    """Hosts that hold the cache drives over which the writes are spread."""
    return needed(drives_for_endurance, absorbing_drives_per_host)


@formula(
    label="hosts for endurance",
    source="HOSTWISE",
    locator="hosts#spares",
    constraint=Constraint("endurance", "endurance", order=120, spares="endurance_spares_flag", over_years=True),
)
def hosts_for_endurance(
    *,
    hosts_for_endurance_unrounded: Array,
    wide_drives_for_endurance: Array,
    absorbing_drives_per_host: Array,
    hosts_for_wide_stripe: Array,
    parts: Array,
    spare_hosts: Array,
    endurance_spares_flag: Array,
    capacity_shift_hosts: Array,
    spare_capacity_hosts: Array,
) -> Array:
    """Hosts that hold the cache drives over which the writes are spread, whole in each part, with spares.

    Adaptive RAID-5 takes the stripe that needs fewer hosts, the wide one only from its minimum. Hosts of other models
    take writes as they hold data.
    """
    narrow = hosts_for_endurance_unrounded - capacity_shift_hosts
    wide = needed(wide_drives_for_endurance, absorbing_drives_per_host) - capacity_shift_hosts
    spares, larger = spare_hosts * endurance_spares_flag, spare_capacity_hosts * endurance_spares_flag
    return _by_stripe(narrow, wide, hosts_for_wide_stripe, parts, spares, larger)


@formula(label="largest VM of group by memory", source="HOSTWISE", locator="hosts#largest-vm")
def group_largest_gib(*, given_largest_vm_gib: Array, memory_gib_with_growth: Array, memory_gib: Array) -> Array:
    """Memory of the group's VM with the most memory: as given, grown as all of them, otherwise that of each VM.

    >>> import numpy as np
    >>> [float(group_largest_gib(given_largest_vm_gib=np.float64(gib), memory_gib_with_growth=np.float64(20.0),
    ...     memory_gib=16.0)) for gib in (256.0, float("nan"))]
    [320.0, 20.0]
    """
    return first_known(given_largest_vm_gib * memory_gib_with_growth / memory_gib, memory_gib_with_growth)


@formula(label="largest VM of group by vCPU", source="HOSTWISE", locator="hosts#largest-vm")
def group_largest_vcpu(*, given_largest_vm_vcpu: Array, vcpu_with_growth: Array, vcpu: Array) -> Array:
    """Virtual processors of the group's VM with the most: as given, grown as all of them, otherwise those of each VM.

    >>> import numpy as np
    >>> float(group_largest_vcpu(given_largest_vm_vcpu=np.float64(32.0), vcpu_with_growth=np.float64(5.0), vcpu=4.0))
    40.0
    """
    return first_known(given_largest_vm_vcpu * vcpu_with_growth / vcpu, vcpu_with_growth)


@formula(label="largest VM by memory", source="HOSTWISE", locator="hosts#largest-vm")
def largest_vm_gib(*, group_largest_gib: Array) -> Array:
    """Memory of the VM with the most memory."""
    return largest(group_largest_gib)


@formula(label="largest VM by vCPU", source="HOSTWISE", locator="hosts#largest-vm")
def largest_vm_vcpu(*, group_largest_vcpu: Array) -> Array:
    """Virtual processors of the VM with the most virtual processors."""
    return largest(group_largest_vcpu)


@formula(label="logical processors per host", source="HOSTWISE", locator="hosts#largest-vm")
def threads_per_host(*, cores_per_host: Array, threads_per_core: Array) -> Array:
    """Logical processors of one host, each of which runs one virtual processor at a time.

    >>> threads_per_host(cores_per_host=32.0, threads_per_core=2.0)
    64.0
    """
    return cores_per_host * threads_per_core


@formula(label="logical processors of the largest host", source="HOSTWISE", locator="hosts#largest-vm")
def largest_host_threads(
    *, largest_host_cores: Array, largest_other_cores: Array, cores_per_host: Array, threads_per_core: Array
) -> Array:
    """Logical processors of the largest of hosts that differ; those of any host where they do not.

    >>> import numpy as np
    >>> [float(largest_host_threads(largest_host_cores=np.float64(cores), largest_other_cores=0.0, cores_per_host=28.0,
    ...     threads_per_core=2.0)) for cores in (36.0, float("nan"))]
    [72.0, 56.0]
    """
    of_own = np.maximum(first_known(largest_host_cores, cores_per_host), cores_per_host)
    return np.maximum(of_own, largest_other_cores) * threads_per_core


@formula(label="largest overhead of a VM", source="HOSTWISE", locator="hosts#largest-vm")
def largest_overhead_mib(*, overhead_mib_per_vm: Array) -> Array:
    """Memory that the hypervisor takes for the VM for which it takes most."""
    return largest(overhead_mib_per_vm)


@formula(label="memory left for VMs on the largest host", source="HOSTWISE", locator="hosts#largest-vm")
def largest_host_room_gib(
    *,
    usable_gib_per_host: Array,
    largest_host_gib: Array,
    largest_other_gib: Array,
    dram_gib: Array,
    running_vm_gib: Array,
    largest_overhead_mib: Array,
) -> Array:
    """Memory for VMs of the largest of hosts that differ; that of any host where they do not.

    All that it has beyond a mean host is left for VMs. Where a VM runs today it has room, even if a new plan would
    keep more of the host free.

    >>> import numpy as np
    >>> [float(largest_host_room_gib(usable_gib_per_host=480.0, largest_host_gib=np.float64(gib), largest_other_gib=0.0,
    ...     dram_gib=512.0, running_vm_gib=np.float64(running), largest_overhead_mib=2048.0))
    ...     for gib, running in ((768.0, float("nan")), (float("nan"), float("nan")), (float("nan"), 500.0))]
    [736.0, 480.0, 502.0]
    """
    largest_gib = np.maximum(first_known(largest_host_gib, dram_gib), largest_other_gib)
    room_gib = usable_gib_per_host + np.maximum(largest_gib - dram_gib, 0)
    return np.maximum(room_gib, first_known(running_vm_gib + largest_overhead_mib / MIB_PER_GIB, room_gib))


@formula(
    label="hosts for the largest VM",
    source="HOSTWISE",
    locator="hosts#largest-vm",
    validity="infinite where no number of these hosts can run the VM",
    constraint=Constraint("largest_vm", "largest VM", order=130, spares="never"),
)
def hosts_for_largest_vm(
    *, largest_vm_gib: Array, largest_host_room_gib: Array, largest_vm_vcpu: Array, largest_host_threads: Array
) -> Array:
    """One host if the largest VM fits a host's memory and logical processors; infinite if it does not.

    A VM runs on one host, so that more hosts do not help a VM that fits none, however much is overcommitted. A VM that
    spans NUMA nodes runs, and a finding says so. Of hosts that differ the largest counts.

    >>> float(hosts_for_largest_vm(largest_vm_gib=96.0, largest_host_room_gib=460.0, largest_vm_vcpu=48.0,
    ...     largest_host_threads=64.0))
    1.0
    """
    return one_if_within(largest_vm_gib - largest_host_room_gib, largest_vm_vcpu - largest_host_threads)


@formula(label="minimum hosts of all groups", source="HOSTWISE", locator="capacity#groups")
def minimum_hosts(*, group_minimum_hosts: Array) -> Array:
    """Least hosts on which the protection of every VM group can place its components."""
    return largest(group_minimum_hosts)


@formula(
    label="hosts for protection",
    source="vsan-planning-8.0",
    locator="minimum hosts by policy; INTEL21: 3 + 1",
    constraint=Constraint("protection", "protection minimum", order=140, spares="minimum_spares_flag"),
)
def hosts_for_protection(
    *,
    clusters: Array,
    minimum_hosts: Array,
    minimum_left_hosts: Array,
    built_from_hosts: Array,
    sites: Array,
    spare_hosts: Array,
    minimum_spares_flag: Array,
) -> Array:
    """Hosts on which the protection can place its components, plus spares so that it can rebuild.

    The spares are added so that the cluster can rebuild after a failure. A layout that is built from some number of
    hosts on may have them among these already. Of two nodes with a witness each is the other's spare, and the one that
    is left goes on until the other is back.

    >>> common = {"clusters": 1.0, "spare_hosts": 1.0, "minimum_spares_flag": 1.0}
    >>> [float(hosts_for_protection(minimum_hosts=hosts, minimum_left_hosts=left, built_from_hosts=least, sites=sites,
    ...     **common)) for hosts, left, least, sites in ((3.0, 3.0, 3.0, 1.0), (2.0, 2.0, 2.0, 2.0),
    ...     (6.0, 6.0, 7.0, 1.0), (2.0, 1.0, 2.0, 1.0))]
    [4.0, 4.0, 7.0, 2.0]
    """
    left = np.where(spare_hosts <= 1, minimum_left_hosts, minimum_hosts)
    return clusters * np.maximum(built_from_hosts, left + sites * spare_hosts * minimum_spares_flag)


@formula(
    label="hosts for the coverage level, unrounded",
    source="HOSTWISE",
    locator="hosts#coverage-level",
    constraint=Constraint("coverage_level", "coverage level", order=150, spares="always", carried="together"),
)
def hosts_for_coverage_level_unrounded(*, level_hosts: Array, parts: Array, spare_hosts: Array) -> Array:
    """Hosts, without spares, that hold every limit in the share of simulations that the policy asks for.

    The simulations count whole hosts with their spares, which each part of the cluster has again.

    >>> float(hosts_for_coverage_level_unrounded(level_hosts=14.0, parts=1.0, spare_hosts=1.0))
    13.0
    """
    return np.maximum(level_hosts - parts * spare_hosts, 0)


@formula(
    label="hosts required",
    source="HOSTWISE",
    locator="hosts#host-count",
    validity="over the constraints that could be evaluated; the others are listed",
    collects="constraints",
)
def required_hosts(*hosts_for_constraints: Array) -> Array:
    """Hosts that satisfy every constraint that could be evaluated.

    The maximum is exact because the constraints are independent: an added host serves all of them at once. A
    constraint that could not be evaluated never counts as satisfied, so that the number may be a lower bound.

    >>> float(required_hosts(6.0, 8.0, np.nan, 3.0)), float(required_hosts(6.0, np.inf))
    (8.0, inf)
    """
    return largest_known(*hosts_for_constraints)


@formula(
    label="hosts",
    source="HOSTWISE",
    locator="hosts#host-count",
    row=Row("Hosts", 10, "count", "lower"),
)
def hosts(*, fixed_hosts: Array, required_hosts: Array, other_hosts: Array) -> Array:
    """Hosts of the cluster: as given, otherwise as required; unknown if no number of hosts is enough.

    Hosts of other models are there whether they are required or not.

    >>> import numpy as np
    >>> [float(hosts(fixed_hosts=np.float64("nan"), required_hosts=required, other_hosts=14.0))
    ...     for required in (19.0, 9.0)]
    [19.0, 14.0]
    """
    return first_known(fixed_hosts, np.maximum(if_finite(required_hosts), other_hosts))


@formula(label="hosts running", source="HOSTWISE", locator="hosts#failure-cases")
def running_hosts(*, hosts: Array, clusters: Array, failed_hosts: Array) -> Array:
    """Hosts that run in this failure case; of several clusters each has so many hosts down.

    Each cluster must hold with its own hosts down, so that all are looked at in that case at once.
    """
    return np.maximum(hosts - clusters * failed_hosts, 0)


@formula(label="hosts running if each part loses as many", source="HOSTWISE", locator="hosts#failure-cases")
def part_running_hosts(*, hosts: Array, parts: Array, failed_hosts: Array, node_pair_flag: Array) -> Array:
    """Hosts that run where every site and cluster has so many hosts down.

    A site that must carry all VMs alone does so with its own hosts, so that it must hold with its own hosts down. Of
    two nodes each is the spare of the other: the one that runs carries all VMs.

    >>> one_down = {"failed_hosts": 1.0, "node_pair_flag": 0.0}
    >>> [float(part_running_hosts(hosts=24.0, parts=parts, **one_down)) for parts in (1.0, 2.0)]
    [23.0, 22.0]
    >>> pair = {"hosts": 2.0, "parts": 2.0, "node_pair_flag": 1.0}
    >>> [float(part_running_hosts(failed_hosts=failed, **pair)) for failed in (1.0, 2.0)]
    [2.0, 0.0]
    """
    left = np.maximum(hosts - parts * failed_hosts, 0)
    return np.where(node_pair_flag == 1, np.where(failed_hosts < hosts, hosts, 0), left)


@formula(label="spare hosts left", source="HOSTWISE", locator="hosts#failure-cases")
def left_spare_hosts(*, spare_hosts: Array, failed_hosts: Array) -> Array:
    """Hosts that may still fail in this failure case while the plan holds.

    >>> [float(left_spare_hosts(spare_hosts=1.0, failed_hosts=failed)) for failed in (0.0, 1.0, 2.0)]
    [1.0, 0.0, 0.0]
    """
    return np.maximum(spare_hosts - failed_hosts, 0)


@formula(
    label="slack of capacity",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="capacity",
)
def capacity_slack_share(
    *,
    running_hosts: Array,
    filled_by_hosts: Array,
    clusters: Array,
    failed_hosts: Array,
    wide_flag: Array,
    wide_protected_tb: Array,
    protected_tb: Array,
    rebuild_reserve_hosts: Array,
    raw_tb_per_host: Array,
    fillable_tb_per_host: Array,
    stack_room_tb: Array,
    capacity_running_hosts: Array,
    failed_capacity_hosts: Array,
    stranded_hosts: Array,
) -> Array:
    """How much the data may grow before the running hosts no longer hold it.

    A failed host takes its part of the rebuild reserve with it: the data is rebuilt into what was kept free for that.
    """
    failed = clusters * (failed_hosts + failed_capacity_hosts)
    reserve_tb = np.maximum(rebuild_reserve_hosts - failed, 0) * raw_tb_per_host
    filled_hosts = capacity_running_hosts + filled_by_hosts - running_hosts - stranded_hosts
    by_policy = np.maximum(filled_hosts * fillable_tb_per_host - reserve_tb, 0)
    room_tb = np.minimum(by_policy, stack_room_tb)
    return room_tb / np.where(wide_flag > 0, wide_protected_tb, protected_tb) - 1


@formula(
    label="slack of write performance",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="write_performance",
)
def write_slack_share(
    *,
    capacity_running_hosts: Array,
    parts: Array,
    left_spare_hosts: Array,
    left_capacity_hosts: Array,
    write_spares_flag: Array,
    absorbing_drives_per_host: Array,
    sustained_write_mb_s: Array,
    write_utilisation_limit: Array,
    back_end_write_mb_s_used: Array,
) -> Array:
    """How much the busy hour's writes may grow before the cache drives no longer suffice."""
    spared = parts * (left_spare_hosts + left_capacity_hosts) * write_spares_flag
    drives = np.maximum(capacity_running_hosts - spared, 0) * absorbing_drives_per_host
    return drives * sustained_write_mb_s * write_utilisation_limit / back_end_write_mb_s_used - 1


@formula(
    label="slack of endurance",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="endurance",
)
def endurance_slack_share(
    *,
    capacity_running_hosts: Array,
    parts: Array,
    left_spare_hosts: Array,
    left_capacity_hosts: Array,
    endurance_spares_flag: Array,
    absorbing_drives_per_host: Array,
    endurance_budget_mb: Array,
    allowed_wear_ratio: Array,
    lifetime_write_mb_used: Array,
) -> Array:
    """How much the writes may grow before the wear-out probability is no longer accepted."""
    spared = parts * (left_spare_hosts + left_capacity_hosts) * endurance_spares_flag
    drives = np.maximum(capacity_running_hosts - spared, 0) * absorbing_drives_per_host
    return drives * endurance_budget_mb * allowed_wear_ratio / lifetime_write_mb_used - 1
