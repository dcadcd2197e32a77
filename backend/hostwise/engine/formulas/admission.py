"""Admission control of vSphere HA: the VMs that the cluster lets start, beside those it is sized for [model: hosts]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import floor_count, largest
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array, Quantity

_VALID = "counts reservations and overhead, never the memory in use; processors without reservations"

_WITH = "reserved_memory_gib"
"""Without reservations many more VMs may start than the hosts serve: a number that says nothing."""

INPUTS = (
    Quantity(
        "admission_control_flag",
        "admission control",
        "1 where the hypervisor lets start only the VMs that vSphere HA admits; others lack this.",
        high=1.0,
    ),
    Quantity(
        "admission_cpu_ghz_per_vm",
        "cycles counted for a VM",
        "Processor cycles that admission control counts for a VM without a reservation of cycles.",
    ),
)


@formula(
    label="memory counted for a VM",
    source="vsphere-availability-6.5",
    locator="slot policy: memory reservation plus memory overhead",
)
def admission_gib_per_vm(
    *, memory_gib_with_growth: Array, memory_reserved_share: Array, overhead_mib_per_vm: Array
) -> Array:
    """Memory that admission control counts for one VM of a group: its reservation and its overhead."""
    return memory_gib_with_growth * memory_reserved_share + overhead_mib_per_vm / MIB_PER_GIB


@formula(
    label="memory of a slot",
    source="vsphere-availability-6.5",
    locator="slot policy: the largest of all VMs",
)
def slot_memory_gib(*, admission_gib_per_vm: Array) -> Array:
    """Memory of a slot: the most that admission control counts for any VM."""
    return largest(admission_gib_per_vm)


@formula(
    label="HA slots per host",
    source="vsphere-availability-6.5",
    locator="slot policy: slots of a host, rounded down",
    validity=_VALID,
    row=Row("Hosts", 40, "count", shown="where evaluated", only_with=_WITH),
)
def slots_per_host(
    *,
    usable_gib_per_host: Array,
    slot_memory_gib: Array,
    cores_per_host: Array,
    base_ghz: Array,
    admission_cpu_ghz_per_vm: Array,
    admission_control_flag: Array,
) -> Array:
    """Slots of one host: VMs as large as the slot that its memory and its cycles hold.

    One VM with a large reservation makes the slot large for all, so that few slots are left.

    >>> import numpy as np
    >>> float(slots_per_host(usable_gib_per_host=np.float64(1000), slot_memory_gib=np.float64(8.1),
    ...     cores_per_host=64.0, base_ghz=2.5, admission_cpu_ghz_per_vm=0.032, admission_control_flag=1.0))
    123.0
    """
    by_memory = np.maximum(usable_gib_per_host, 0) / slot_memory_gib
    by_ghz = cores_per_host * base_ghz / admission_cpu_ghz_per_vm
    return admission_control_flag * floor_count(np.minimum(by_memory, by_ghz))


@formula(
    label="VMs admitted (slots)",
    source="vsphere-availability-6.5",
    locator="slot policy: current failover capacity",
    validity=_VALID,
    row=Row("Hosts", 50, "count", shown="where evaluated", only_with=_WITH),
)
def slot_admitted_vms(*, slots_per_host: Array, hosts: Array, failover_hosts: Array) -> Array:
    """VMs that vSphere HA lets start under its slot policy, with as many slots kept as the spare hosts have."""
    return slots_per_host * np.maximum(hosts - failover_hosts, 0)


_PERCENTAGE = "cluster resource percentage: hosts tolerated over hosts"


def _kept_share(kept: Array, everything: Array) -> Array:
    """What is kept over all there is, both in hosts of the own model: never more than all."""
    return np.minimum(kept / everything, 1)


@formula(
    label="memory kept for failover",
    source="vsphere-availability-6.5",
    locator=_PERCENTAGE,
    high=1.0,
    row=Row("Hosts", 20, "share", with_hosts="falls", only_with="admission_control_flag"),
)
def failover_memory_share(
    *,
    hosts: Array,
    memory_shift_hosts: Array,
    failover_hosts: Array,
    left_memory_hosts: Array,
    failed_memory_hosts: Array,
    parts: Array,
    admission_control_flag: Array,
) -> Array:
    """Share of the memory of all hosts that vSphere HA keeps free under its percentage policy: that of the largest.

    Two of ten hosts alike are a fifth; where eight have half of the memory of these two, they are a third.

    >>> [round(float(failover_memory_share(hosts=10.0, memory_shift_hosts=shift, failover_hosts=2.0,
    ...     left_memory_hosts=0.0, failed_memory_hosts=0.0, parts=1.0, admission_control_flag=1.0)), 4)
    ...     for shift in (0.0, -4.0)]
    [0.2, 0.3333]
    """
    larger = parts * (left_memory_hosts + failed_memory_hosts)
    return admission_control_flag * _kept_share(failover_hosts + larger, hosts + memory_shift_hosts)


@formula(
    label="CPU cycles kept for failover",
    source="vsphere-availability-6.5",
    locator=_PERCENTAGE,
    high=1.0,
    row=Row("Hosts", 21, "share", with_hosts="falls", only_with="admission_control_flag"),
)
def failover_ghz_share(
    *,
    hosts: Array,
    ghz_shift_hosts: Array,
    failover_hosts: Array,
    left_ghz_hosts: Array,
    failed_ghz_hosts: Array,
    parts: Array,
    admission_control_flag: Array,
) -> Array:
    """The same share of the processor cycles.

    >>> round(float(failover_ghz_share(hosts=10.0, ghz_shift_hosts=-4.0, failover_hosts=2.0, left_ghz_hosts=0.0,
    ...     failed_ghz_hosts=0.0, parts=1.0, admission_control_flag=1.0)), 4)
    0.3333
    """
    larger = parts * (left_ghz_hosts + failed_ghz_hosts)
    return admission_control_flag * _kept_share(failover_hosts + larger, hosts + ghz_shift_hosts)


@formula(
    label="VMs admitted (percentage)",
    source="vsphere-availability-6.5",
    locator="cluster resource percentage: reservations and overhead against what is not kept",
    validity=_VALID,
    row=Row("Hosts", 30, "count", shown="where evaluated", only_with=_WITH),
)
def percentage_admitted_vms(
    *,
    hosts: Array,
    memory_shift_hosts: Array,
    ghz_shift_hosts: Array,
    failover_memory_share: Array,
    failover_ghz_share: Array,
    usable_gib_per_host: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
    planned_vms: Array,
    cores_per_host: Array,
    base_ghz: Array,
    admission_cpu_ghz_per_vm: Array,
) -> Array:
    """VMs of the plan's mix that vSphere HA lets start under its percentage policy.

    Without reservations only the overhead counts, so that many more VMs start than the hosts can serve.

    >>> import numpy as np
    >>> float(percentage_admitted_vms(hosts=10.0, memory_shift_hosts=0.0, ghz_shift_hosts=0.0,
    ...     failover_memory_share=0.2, failover_ghz_share=0.2, usable_gib_per_host=np.float64(500),
    ...     reserved_memory_gib=0.0, vm_overhead_gib=np.float64(20), planned_vms=200.0, cores_per_host=64.0,
    ...     base_ghz=2.5, admission_cpu_ghz_per_vm=0.032))
    40000.0
    """
    by_ghz = (hosts + ghz_shift_hosts) * (1 - failover_ghz_share)
    left = (hosts + memory_shift_hosts) * (1 - failover_memory_share)
    by_memory = left * np.maximum(usable_gib_per_host, 0) * planned_vms / (reserved_memory_gib + vm_overhead_gib)
    return floor_count(np.minimum(by_memory, by_ghz * cores_per_host * base_ghz / admission_cpu_ghz_per_vm))
