"""The host count: hosts for each constraint, the largest of them, and the slack of each [model 6]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import (
    first_known,
    if_finite,
    largest,
    largest_known,
    needed,
    one_if_within,
)
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array


@formula(label="cores per host", source="INTEL21", locator="Tables 5 and 7")
def cores_per_host(*, sockets: Array, cores_per_socket: Array) -> Array:
    """Physical cores of one host."""
    return sockets * cores_per_socket


@formula(
    label="hosts for CPU cores, unrounded",
    source="INTEL21",
    locator="Tables 4 to 7: 154 cores asked for",
    constraint=Constraint("cpu_ratio", "CPU cores", order=10, spares="cpu_spares_flag"),
)
def hosts_for_cpu_ratio_unrounded(*, demand_vcpu: Array, vcpu_per_core: Array, cores_per_host: Array) -> Array:
    """Hosts whose cores carry the virtual processors at the planned ratio."""
    return needed(demand_vcpu / vcpu_per_core, cores_per_host)


@formula(label="CPU cycles per host", source="INTEL21", locator="Tables 5 and 7")
def cpu_ghz_per_host(*, cores_per_host: Array, base_ghz: Array, stack_cpu_share: Array) -> Array:
    """Processor cycles of one host at base frequency that the storage stack leaves.

    >>> cpu_ghz_per_host(cores_per_host=56.0, base_ghz=2.2, stack_cpu_share=0.0)
    123.20000000000002
    """
    return cores_per_host * base_ghz * (1 - stack_cpu_share)


@formula(
    label="hosts for CPU cycles, unrounded",
    source="INTEL21",
    locator="Tables 4 to 7: 325 GHz asked for",
    constraint=Constraint("cpu_ghz", "CPU GHz", order=20, spares="cpu_spares_flag"),
)
def hosts_for_cpu_ghz_unrounded(
    *, demand_cpu_ghz: Array, cpu_ghz_per_host: Array, cpu_utilisation_limit: Array
) -> Array:
    """Hosts whose processor cycles carry the demand within the utilisation limit."""
    return needed(demand_cpu_ghz, cpu_ghz_per_host * cpu_utilisation_limit)


@formula(
    label="hosts for cache performance, unrounded",
    source="INTEL21",
    locator="Light and moderate sizing: 7 hosts NAND, 4 Optane",
    constraint=Constraint("cache_performance", "cache performance", order=110, spares="cache_spares_flag"),
)
def hosts_for_cache_unrounded(*, drives_for_cache: Array, cache_drives_per_host: Array) -> Array:
    """Hosts that hold the cache drives needed at the busy hour."""
    return needed(drives_for_cache, cache_drives_per_host)


@formula(
    label="hosts for endurance, unrounded",
    source="HOSTWISE",
    locator="endurance#wear-model",
    constraint=Constraint("endurance", "endurance", order=120, spares="endurance_spares_flag"),
)
def hosts_for_endurance_unrounded(*, drives_for_endurance: Array, cache_drives_per_host: Array) -> Array:
    """Hosts that hold the cache drives over which the writes are spread."""
    return needed(drives_for_endurance, cache_drives_per_host)


@formula(label="largest VM by memory", source="HOSTWISE", locator="hosts#largest-vm")
def largest_vm_gib(*, memory_gib: Array) -> Array:
    """Memory of the VM with the most memory."""
    return largest(memory_gib)


@formula(label="largest VM by vCPU", source="HOSTWISE", locator="hosts#largest-vm")
def largest_vm_vcpu(*, vcpu: Array) -> Array:
    """Virtual processors of the VM with the most virtual processors."""
    return largest(vcpu)


@formula(
    label="hosts for the largest VM",
    source="HOSTWISE",
    locator="hosts#largest-vm",
    validity="infinite where no number of these hosts can run the VM",
    constraint=Constraint("largest_vm", "largest VM", order=130, spares="never"),
)
def hosts_for_largest_vm(
    *, largest_vm_gib: Array, usable_gib_per_host: Array, largest_vm_vcpu: Array, cores_per_host: Array
) -> Array:
    """One host if the largest VM fits a host's memory and physical cores; infinite if it does not.

    A VM runs on one host, so that more hosts do not help a VM that fits none. Whether it fits a NUMA node is advisable
    and not checked.
    """
    return one_if_within(largest_vm_gib - usable_gib_per_host, largest_vm_vcpu - cores_per_host)


@formula(
    label="hosts for protection",
    source="vsan-planning-8.0",
    locator="minimum hosts by policy; INTEL21: 3 + 1",
    constraint=Constraint("protection", "protection minimum", order=140, spares="minimum_spares_flag"),
)
def hosts_for_protection(*, minimum_hosts: Array, spare_hosts: Array, minimum_spares_flag: Array) -> Array:
    """Hosts on which the protection can place its components, plus spares so that it can rebuild.

    The spares are added so that the cluster can rebuild after a failure.

    >>> hosts_for_protection(minimum_hosts=3.0, spare_hosts=1.0, minimum_spares_flag=1.0)
    4.0
    """
    return minimum_hosts + spare_hosts * minimum_spares_flag


@formula(
    label="hosts required",
    source="HOSTWISE",
    locator="hosts#host-count",
    validity="over the constraints that could be evaluated; the others are listed",
    collects="constraints",
)
def required_hosts(*hosts_for_constraints: Array) -> Array:
    """Hosts that satisfy every constraint that could be evaluated.

    The maximum is exact because the constraints are independent: an added host serves all of them at once. It leaves
    out packing, the gaps that VMs of awkward sizes leave. A constraint that could not be evaluated never counts as
    satisfied, so that the number may be a lower bound.
    """
    return largest_known(*hosts_for_constraints)


@formula(
    label="hosts",
    source="HOSTWISE",
    locator="hosts#host-count",
    row=Row("Hosts", 10, "count", "lower"),
)
def hosts(*, fixed_hosts: Array, required_hosts: Array) -> Array:
    """Hosts of the cluster: as given, otherwise as required; unknown if no number of hosts is enough."""
    return first_known(fixed_hosts, if_finite(required_hosts))


@formula(label="hosts running", source="HOSTWISE", locator="hosts#failure-cases")
def running_hosts(*, hosts: Array, failed_hosts: Array) -> Array:
    """Hosts that run in this failure case."""
    return np.maximum(hosts - failed_hosts, 0)


@formula(
    label="hosts left under the product limit",
    source="vsan-planning-8.0",
    locator="hosts in a cluster",
    low=-float("inf"),
)
def growth_room_hosts(*, max_hosts_per_cluster: Array, required_hosts: Array) -> Array:
    """Hosts that can still be added within the product limit; below 0 the plan needs more than one cluster."""
    return max_hosts_per_cluster - required_hosts


@formula(
    label="slack of capacity",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="capacity",
)
def capacity_slack_share(*, usable_tb: Array, demand_storage_tb: Array) -> Array:
    """How much the data may grow before the hosts no longer suffice."""
    return usable_tb / demand_storage_tb - 1


@formula(
    label="slack of cache performance",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="cache_performance",
)
def cache_slack_share(
    *,
    hosts: Array,
    spare_hosts: Array,
    cache_spares_flag: Array,
    cache_drives_per_host: Array,
    sustained_write_mb_s: Array,
    cache_utilisation_limit: Array,
    back_end_write_mb_s: Array,
) -> Array:
    """How much the busy hour's writes may grow before the cache drives no longer suffice."""
    drives = np.maximum(hosts - spare_hosts * cache_spares_flag, 0) * cache_drives_per_host
    return drives * sustained_write_mb_s * cache_utilisation_limit / back_end_write_mb_s - 1


@formula(
    label="slack of endurance",
    source="HOSTWISE",
    locator="hosts#slack",
    low=-1.0,
    slack_of="endurance",
)
def endurance_slack_share(
    *,
    hosts: Array,
    spare_hosts: Array,
    endurance_spares_flag: Array,
    cache_drives_per_host: Array,
    endurance_budget_mb: Array,
    allowed_wear_ratio: Array,
    lifetime_front_write_mb: Array,
    write_amplification: Array,
) -> Array:
    """How much the writes may grow before the wear-out probability is no longer accepted."""
    drives = np.maximum(hosts - spare_hosts * endurance_spares_flag, 0) * cache_drives_per_host
    return drives * endurance_budget_mb * allowed_wear_ratio / (lifetime_front_write_mb * write_amplification) - 1
