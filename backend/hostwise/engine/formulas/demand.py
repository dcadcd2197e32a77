"""What the VMs ask for, summed over the groups [model: workload]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB, MIB_PER_GIB, TB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, total
from hostwise.engine.quantities import Array


@formula(label="VMs in group, grown", source="HOSTWISE", locator="demand#growth")
def grown_count(*, count: Array, count_growth_rate: Array, sizing_years: Array) -> Array:
    """VMs of the group at the sizing date, never fewer than today; not rounded.

    Growth is compound, because plans state yearly rates. It is an estimate, and half a VM is no error in it. Negative
    growth never sizes a cluster below the need of today.

    >>> float(grown_count(count=100.0, count_growth_rate=0.1, sizing_years=2.0))
    121.00000000000001
    """
    return count * np.maximum(1, (1 + count_growth_rate) ** sizing_years)


@formula(label="VMs", source="HOSTWISE", locator="demand#workload")
def planned_vms(*, grown_count: Array) -> Array:
    """VMs of all groups at the sizing date."""
    return total(grown_count)


@formula(label="vCPU demand", source="INTEL21", locator="Tables 4 and 6")
def demand_vcpu(*, grown_count: Array, vcpu: Array) -> Array:
    """Virtual processors of all VMs.

    >>> import numpy as np
    >>> float(demand_vcpu(grown_count=np.array([150.0]), vcpu=np.array([4.0])))
    600.0
    """
    return total(grown_count * vcpu)


@formula(label="physical cores asked for", source="INTEL21", locator="Tables 4 and 6: 154 cores for 600 vCPU")
def demand_cores(*, demand_vcpu: Array, vcpu_per_core: Array) -> Array:
    """Physical cores required for the virtual processors at the planned ratio.

    >>> round(float(demand_cores(demand_vcpu=600.0, vcpu_per_core=3.9)), 2)
    153.85
    """
    return demand_vcpu / vcpu_per_core


@formula(label="CPU demand of the groups", source="HOSTWISE", locator="demand#workload")
def grouped_cpu_ghz(*, grown_count: Array, cpu_ghz: Array) -> Array:
    """Processor cycles of all groups at the busy hour."""
    return total(grown_count * cpu_ghz)


@formula(label="CPU demand", source="INTEL21", locator="Tables 4 and 6: 325 GHz given as a total")
def demand_cpu_ghz(*, total_cpu_ghz: Array, grouped_cpu_ghz: Array) -> Array:
    """CPU demand: the given total (at the sizing date), otherwise the sum of the groups.

    A given total replaces the sum, because published cases often print only totals.
    """
    return first_known(total_cpu_ghz, grouped_cpu_ghz)


@formula(label="VM memory", source="SANDISK14", locator="Test Result One, overcommitment formula")
def demand_memory_gib(*, grown_count: Array, memory_gib: Array) -> Array:
    """Configured memory of all VMs."""
    return total(grown_count * memory_gib)


@formula(label="reserved VM memory", source="SANDISK14", locator="Test Result One, overcommitment formula")
def reserved_memory_gib(*, grown_count: Array, memory_gib: Array, memory_reserved_share: Array) -> Array:
    """Reserved memory of all VMs, which is never reclaimed."""
    return total(grown_count * memory_gib * memory_reserved_share)


@formula(
    label="memory overhead of the VMs",
    source="vsphere-resource-management",
    locator="per-VM overhead table of ESXi 6.5-6.7, linear fit, worst error 0.46 MB on its 16 points",
    validity="256 MiB to 16 GiB and 1 to 8 vCPU; beyond that extrapolated",
)
def vm_overhead_gib(
    *,
    grown_count: Array,
    memory_gib: Array,
    vcpu: Array,
    vm_overhead_mib: Array,
    vm_memory_overhead_share: Array,
    vm_overhead_mib_per_vcpu: Array,
    given_vm_overhead_mib: Array,
) -> Array:
    """Memory that the hypervisor takes to run the VMs, in addition to their configured memory.

    A linear fit of the published table. It leaves out nothing within the table; larger VMs are extrapolated, and the
    result says so.
    """
    per_vm_mib = vm_overhead_mib + vm_memory_overhead_share * memory_gib * MIB_PER_GIB + vm_overhead_mib_per_vcpu * vcpu
    return total(grown_count * first_known(given_vm_overhead_mib, per_vm_mib) / MIB_PER_GIB)


@formula(label="used storage of the groups", source="HOSTWISE", locator="demand#workload")
def grouped_used_tb(
    *, grown_count: Array, disk_gb: Array, disk_used_share: Array, disk_growth_rate: Array, sizing_years: Array
) -> Array:
    """Data of the groups at the sizing date, before protection."""
    return total(
        grown_count * disk_gb * disk_used_share * np.maximum(1, (1 + disk_growth_rate) ** sizing_years) / GB_PER_TB
    )


@formula(
    label="swap files on storage",
    source="vsphere-resource-management",
    locator="swap file = configured memory - reservation",
)
def swap_object_tb(
    *, grown_count: Array, memory_gib: Array, memory_reserved_share: Array, swap_object_share: Array
) -> Array:
    """Space occupied by the VMs' swap files: their full size if thick, none until used if thin."""
    return total(grown_count * memory_gib * (1 - memory_reserved_share) * swap_object_share * TB_PER_GIB)


@formula(label="storage demand", source="INTEL21", locator="Tables 4 and 6: usable storage given as a total")
def demand_storage_tb(*, total_used_tb: Array, grouped_used_tb: Array, swap_object_tb: Array) -> Array:
    """Data before protection: the given total (at the sizing date) or the sum of the groups, plus swap files."""
    return first_known(total_used_tb, grouped_used_tb) + swap_object_tb


@formula(label="peak I/O per group", source="HOSTWISE", locator="demand#growth")
def group_peak_iops(*, grown_count: Array, iops_peak: Array, io_growth_rate: Array, sizing_years: Array) -> Array:
    """Front-end I/O of the group's busy hour at the sizing date.

    Growth is compound, because plans state yearly rates. Negative growth never sizes a cluster below the need of today.
    """
    return grown_count * iops_peak * np.maximum(1, (1 + io_growth_rate) ** sizing_years)


@formula(label="peak I/O", source="INTEL21", locator="Tables 4 and 6")
def front_iops(*, group_peak_iops: Array) -> Array:
    """Front-end I/O of all VMs at the busy hour.

    >>> import numpy as np
    >>> float(front_iops(group_peak_iops=np.array([54_000.0])))
    54000.0
    """
    return total(group_peak_iops)


@formula(label="peak throughput", source="INTEL21", locator="Table 6: 4,500 MB/s for 144,000 I/O of 32 KB")
def front_throughput_mb_s(*, group_peak_iops: Array, io_kib: Array, mb_per_kib: Array) -> Array:
    """Bytes read and written by all VMs at the busy hour.

    >>> import numpy as np
    >>> float(front_throughput_mb_s(group_peak_iops=np.array([144e3]), io_kib=np.array([32.0]), mb_per_kib=1 / 1024))
    4500.0
    """
    return total(group_peak_iops * io_kib * mb_per_kib)


@formula(label="peak VM writes", source="INTEL21", locator="Endurance formula, applied to the peak")
def front_write_mb_s(*, group_peak_iops: Array, read_share: Array, io_kib: Array, mb_per_kib: Array) -> Array:
    """Bytes written by all VMs at the busy hour; they size performance."""
    return total(group_peak_iops * (1 - read_share) * io_kib * mb_per_kib)


@formula(
    label="average I/O for endurance",
    source="INTEL21",
    locator="Light sizing: the average must be far below the peak",
    validity="where the average is unknown the peak stands in: an upper bound of the wear",
)
def endurance_iops(*, iops_average: Array, iops_peak: Array) -> Array:
    """Average front-end I/O of one VM, which sizes endurance; the peak if no average is known.

    The peak overstates wear, and the result says so: peak and average commonly differ by a factor of three to ten.
    """
    return first_known(iops_average, iops_peak)


@formula(label="average I/O", source="HOSTWISE", locator="demand#workload")
def average_front_iops(*, count: Array, endurance_iops: Array) -> Array:
    """Average front-end I/O of all VMs today."""
    return total(count * endurance_iops)


@formula(label="average VM writes", source="INTEL21", locator="Endurance formula")
def average_front_write_mb_s(
    *, count: Array, endurance_iops: Array, read_share: Array, io_kib: Array, mb_per_kib: Array
) -> Array:
    """Bytes written by all VMs on average today; they size endurance.

    >>> import numpy as np
    >>> one = {"count": np.array([150.0]), "endurance_iops": np.array([360.0]), "read_share": np.array([0.7])}
    >>> round(float(average_front_write_mb_s(**one, io_kib=np.array([32.0]), mb_per_kib=1 / 1024)), 2)
    506.25
    """
    return total(count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib)
