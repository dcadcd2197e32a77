"""What the VMs ask for, summed over the groups [model: workload]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB, MIB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, needed, total, whole_spread
from hostwise.engine.quantities import Array


@formula(label="VMs in group by smooth growth", source="HOSTWISE", locator="demand#growth")
def smooth_count(*, count: Array, count_growth_rate: Array, sizing_years: Array) -> Array:
    """VMs of the group at the sizing date without dated events, never fewer than today; not rounded.

    Growth is compound, because plans state yearly rates. Negative growth never sizes a cluster below the need of today.

    >>> float(smooth_count(count=100.0, count_growth_rate=0.1, sizing_years=2.0))
    121.00000000000001
    """
    return count * np.maximum(1, (1 + count_growth_rate) ** sizing_years)


@formula(label="VMs in group by smooth growth, whole", source="HOSTWISE", locator="demand#growth")
def smooth_vms(*, count: Array, smooth_count: Array) -> Array:
    """VMs of the group at the sizing date without dated events: those of today, and the whole ones that have come.

    The VMs of the plan grow together: what all groups have grown by is rounded down, and spread over them by largest
    remainder. Ten VMs of five groups that grow by 1 % are ten, and with 10 % eleven.

    >>> import numpy as np
    >>> ten = np.array([2.0, 4.0, 1.0, 1.0, 2.0])
    >>> [smooth_vms(count=ten, smooth_count=ten * growth).tolist() for growth in (1.01, 1.1)]
    [[2.0, 4.0, 1.0, 1.0, 2.0], [2.0, 5.0, 1.0, 1.0, 2.0]]
    """
    return count + whole_spread(smooth_count - count)


@formula(label="VMs in group, whole", source="HOSTWISE", locator="demand#growth")
def group_vms(*, smooth_vms: Array, event_count: Array) -> Array:
    """Whole VMs of the group at the sizing date, with those that dated events have brought; never below 0.

    They are what is placed, licensed and given processors and memory. Data, I/O and cycles follow the growth itself.

    >>> [float(group_vms(smooth_vms=121.0, event_count=brought)) for brought in (0.0, 50.0, -200.0)]
    [121.0, 171.0, 0.0]
    """
    return np.maximum(smooth_vms + event_count, 0)


@formula(label="VMs in group, grown", source="HOSTWISE", locator="demand#events")
def count_with_growth(*, smooth_count: Array, event_count: Array) -> Array:
    """VMs whose load the group has at the sizing date: by smooth growth, and those of dated events; never below 0.

    It is not rounded: data, I/O and cycles grow from day to day. VMs of events come with the group's size per VM at
    that date, and do not grow in number.

    >>> [float(count_with_growth(smooth_count=121.0, event_count=brought)) for brought in (0.0, 50.0, -21.0, -200.0)]
    [121.0, 171.0, 100.0, 0.0]
    """
    return np.maximum(smooth_count + event_count, 0)


@formula(label="vCPU per VM, grown", source="HOSTWISE", locator="demand#growth")
def vcpu_with_growth(*, vcpu: Array, vcpu_growth_rate: Array, sizing_years: Array) -> Array:
    """Virtual processors of one VM at the sizing date, never fewer than today; not rounded."""
    return vcpu * np.maximum(1, (1 + vcpu_growth_rate) ** sizing_years)


@formula(label="memory per VM, grown", source="HOSTWISE", locator="demand#growth")
def memory_gib_with_growth(*, memory_gib: Array, memory_growth_rate: Array, sizing_years: Array) -> Array:
    """Configured memory of one VM at the sizing date, never less than today."""
    return memory_gib * np.maximum(1, (1 + memory_growth_rate) ** sizing_years)


@formula(label="consumed memory per VM, grown", source="HOSTWISE", locator="memory#consumed-memory")
def consumed_gib_with_growth(*, memory_consumed_gib: Array, memory_growth_rate: Array, sizing_years: Array) -> Array:
    """Memory of the host that one VM takes at the sizing date: it grows as what the VM is configured with."""
    return memory_consumed_gib * np.maximum(1, (1 + memory_growth_rate) ** sizing_years)


@formula(
    label="memory per VM that is sized",
    source="HOSTWISE",
    locator="memory#consumed-memory",
    validity="what the VM is configured with, unless the plan sizes by consumed memory and the group's is known",
)
def sized_memory_gib(
    *,
    memory_gib_with_growth: Array,
    consumed_gib_with_growth: Array,
    memory_reserved_share: Array,
    sized_by_consumed_flag: Array,
) -> Array:
    """Memory of one VM by which hosts are sized: configured, or consumed, never less than what is reserved.

    >>> import numpy as np
    >>> vms = {"memory_gib_with_growth": np.array([16.0, 16.0, 16.0]),
    ...     "consumed_gib_with_growth": np.array([9.0, np.nan, 9.0]),
    ...     "memory_reserved_share": np.array([0.0, 0.0, 0.75])}
    >>> sized_memory_gib(**vms, sized_by_consumed_flag=1.0).tolist()
    [9.0, 16.0, 12.0]
    >>> sized_memory_gib(**vms, sized_by_consumed_flag=0.0).tolist()
    [16.0, 16.0, 16.0]
    """
    taken_gib = np.fmin(consumed_gib_with_growth, memory_gib_with_growth)
    held_gib = np.maximum(taken_gib, memory_reserved_share * memory_gib_with_growth)
    return np.where(sized_by_consumed_flag == 1, held_gib, memory_gib_with_growth)


@formula(label="memory of the groups that is sized", source="HOSTWISE", locator="memory#consumed-memory")
def grouped_sized_gib(*, group_vms: Array, sized_memory_gib: Array) -> Array:
    """Memory of the VM groups by which hosts are sized."""
    return total(group_vms * sized_memory_gib)


@formula(label="VM memory that is sized", source="HOSTWISE", locator="memory#consumed-memory")
def sized_gib(*, grouped_sized_gib: Array, management_gib: Array) -> Array:
    """Memory of all VMs by which hosts are sized, those for management included."""
    return grouped_sized_gib + management_gib


@formula(label="VMs", source="HOSTWISE", locator="demand#workload")
def planned_vms(*, group_vms: Array) -> Array:
    """VMs of all groups at the sizing date."""
    return total(group_vms)


@formula(label="vCPU per core of group", source="HOSTWISE", locator="demand#workload")
def group_vcpu_per_core(*, given_vcpu_per_core: Array, vcpu_per_core: Array) -> Array:
    """Highest number of virtual processors of the group on one physical core: its own, otherwise the policy's."""
    return first_known(given_vcpu_per_core, vcpu_per_core)


@formula(label="cores asked for by the groups", source="INTEL21", locator="Tables 4 and 6: 154 cores for 600 vCPU")
def grouped_cores(*, group_vms: Array, vcpu_with_growth: Array, group_vcpu_per_core: Array) -> Array:
    """Physical cores required for the virtual processors of all groups, each at its ratio.

    A core serves groups of different ratios at once, so that their needs add up.

    >>> import numpy as np
    >>> round(float(grouped_cores(group_vms=np.array([150.0]), vcpu_with_growth=4.0, group_vcpu_per_core=3.9)), 2)
    153.85
    >>> float(grouped_cores(group_vms=np.array([10.0, 100.0]), vcpu_with_growth=np.array([6.0, 4.0]),
    ...     group_vcpu_per_core=np.array([1.5, 4.0])))
    140.0
    """
    return total(needed(group_vms * vcpu_with_growth, group_vcpu_per_core))


@formula(label="physical cores asked for", source="HOSTWISE", locator="platforms#management")
def demand_cores(*, grouped_cores: Array, management_cores: Array) -> Array:
    """Physical cores required for the virtual processors of all VMs, those for management included."""
    return grouped_cores + management_cores


@formula(label="CPU demand of the groups", source="HOSTWISE", locator="demand#workload")
def grouped_cpu_ghz(*, count_with_growth: Array, cpu_ghz: Array) -> Array:
    """Processor cycles of all groups at the busy hour."""
    return total(count_with_growth * cpu_ghz)


@formula(
    label="cycles of this processor for one measured",
    source="HOSTWISE",
    locator="demand#processors-of-different-generations",
    validity="1 where the speed of one of both processors is not known, or none was named: cycles count as they are",
)
def cpu_generation_factor(
    *, source_spec_per_core: Array, source_ghz: Array, spec_per_core: Array, base_ghz: Array
) -> Array:
    """Cycles of a configuration's processor that do the work of one cycle of the processor that was measured.

    SPECrate per core and GHz of the old processor over that of the new one: a cycle of a newer core does more.

    >>> import numpy as np
    >>> of_old = {"source_spec_per_core": np.float64(83.9 / 20), "source_ghz": np.float64(2.5)}
    >>> round(float(cpu_generation_factor(**of_old, spec_per_core=1610 / 128, base_ghz=3.2)), 4)
    0.4269
    >>> float(cpu_generation_factor(**of_old, spec_per_core=float("nan"), base_ghz=3.2))
    1.0
    """
    factor = source_spec_per_core / source_ghz * base_ghz / spec_per_core
    return np.where(np.isnan(factor), 1, factor)


@formula(label="CPU demand as measured", source="INTEL21", locator="Tables 4 and 6: 325 GHz given as a total")
def measured_cpu_ghz(*, total_cpu_ghz: Array, grouped_cpu_ghz: Array) -> Array:
    """CPU demand in cycles of the processor it was measured on: the given total, otherwise the sum of the groups.

    A given total (at the sizing date) replaces the sum, because published cases often print only totals.
    """
    return first_known(total_cpu_ghz, grouped_cpu_ghz)


@formula(label="CPU demand", source="HOSTWISE", locator="demand#processors-of-different-generations")
def demand_cpu_ghz(
    *, measured_cpu_ghz: Array, cpu_generation_factor: Array, management_cores: Array, grouped_cores: Array
) -> Array:
    """CPU demand in cycles of the configuration's processor.

    The cycles of what manages the platform are not known: it is taken to be as busy as the VMs, core by core.

    >>> [round(float(demand_cpu_ghz(measured_cpu_ghz=cycles, cpu_generation_factor=0.4269, management_cores=2.0,
    ...     grouped_cores=np.float64(cores))), 3) for cycles, cores in ((1000.0, 100.0), (0.0, 0.0))]
    [435.438, 0.0]
    """
    # Of VMs that no number of cores is enough for, these are no part; beside no VMs nothing is known of them.
    beside = np.where(grouped_cores == 0, np.inf, grouped_cores)
    as_busy: Array = np.where(beside == np.inf, 0, needed(management_cores, beside))
    return measured_cpu_ghz * cpu_generation_factor * (1 + as_busy)


@formula(label="memory of the groups", source="SANDISK14", locator="Test Result One, overcommitment formula")
def grouped_memory_gib(*, group_vms: Array, memory_gib_with_growth: Array) -> Array:
    """Configured memory of the VM groups."""
    return total(group_vms * memory_gib_with_growth)


@formula(label="VM memory", source="SANDISK14", locator="Test Result One, overcommitment formula")
def demand_memory_gib(*, grouped_memory_gib: Array, management_gib: Array) -> Array:
    """Configured memory of all VMs, those for management included."""
    return grouped_memory_gib + management_gib


@formula(label="reserved VM memory", source="SANDISK14", locator="Test Result One, overcommitment formula")
def reserved_memory_gib(*, group_vms: Array, memory_gib_with_growth: Array, memory_reserved_share: Array) -> Array:
    """Reserved memory of all VMs, which is never reclaimed."""
    return total(group_vms * memory_gib_with_growth * memory_reserved_share)


@formula(
    label="memory overhead of a VM",
    source="HOSTWISE",
    locator="memory#overhead-of-a-vm",
    validity="the version's table: between its points bilinear, beyond them extrapolated, which its input says",
)
def overhead_mib_per_vm(
    *,
    given_vm_overhead_mib: Array,
    table_vm_overhead_mib: Array,
    vm_memory_overhead_share: Array,
    memory_gib_with_growth: Array,
    memory_gib: Array,
    vm_overhead_mib_per_vcpu: Array,
    vcpu_with_growth: Array,
    vcpu: Array,
    rule_vm_overhead_mib: Array,
    rule_vm_overhead_mib_per_gib: Array,
    rule_vm_overhead_mib_per_vcpu: Array,
) -> Array:
    """Memory that the hypervisor takes to run a VM of the group: as given, by the version's table, or by its rule.

    The table's value for the size of today; what memory and virtual processors grow adds the table's slope there. The
    product of both growths is left out.

    >>> import numpy as np
    >>> round(float(overhead_mib_per_vm(given_vm_overhead_mib=np.float64("nan"), table_vm_overhead_mib=37.86,
    ...     vm_memory_overhead_share=0.0074, memory_gib_with_growth=2.0, memory_gib=1.0, vm_overhead_mib_per_vcpu=4.0,
    ...     vcpu_with_growth=5.0, vcpu=4.0, **dict.fromkeys(("rule_vm_overhead_mib", "rule_vm_overhead_mib_per_gib",
    ...     "rule_vm_overhead_mib_per_vcpu"), float("nan")))), 4)
    49.4376
    """
    more_mib = vm_memory_overhead_share * (memory_gib_with_growth - memory_gib) * MIB_PER_GIB
    by_table = table_vm_overhead_mib + more_mib + vm_overhead_mib_per_vcpu * (vcpu_with_growth - vcpu)
    of_size = rule_vm_overhead_mib_per_gib * memory_gib_with_growth + rule_vm_overhead_mib_per_vcpu * vcpu_with_growth
    return first_known(given_vm_overhead_mib, by_table, rule_vm_overhead_mib + of_size)


@formula(label="memory overhead of the VMs", source="HOSTWISE", locator="memory#overhead-of-a-vm")
def vm_overhead_gib(*, group_vms: Array, overhead_mib_per_vm: Array) -> Array:
    """Memory that the hypervisor takes to run the VMs, in addition to their configured memory."""
    return total(group_vms * overhead_mib_per_vm / MIB_PER_GIB)


@formula(label="used storage of group", source="HOSTWISE", locator="demand#growth")
def vm_group_used_tb(
    *,
    count_with_growth: Array,
    disk_gb: Array,
    disk_used_share: Array,
    thick_volumes_flag: Array,
    disk_growth_rate: Array,
    sizing_years: Array,
) -> Array:
    """Data of a VM group at the sizing date, before protection; on thick volumes all that is provisioned.

    >>> [float(vm_group_used_tb(count_with_growth=100.0, disk_gb=50.0, disk_used_share=0.6, thick_volumes_flag=thick,
    ...     disk_growth_rate=0.0, sizing_years=5.0)) for thick in (0.0, 1.0)]
    [3.0, 5.0]
    """
    counted_share = np.where(thick_volumes_flag == 1, 1, disk_used_share)
    return (
        count_with_growth * disk_gb * counted_share * np.maximum(1, (1 + disk_growth_rate) ** sizing_years) / GB_PER_TB
    )


@formula(label="used storage of the groups", source="HOSTWISE", locator="demand#workload")
def grouped_used_tb(*, vm_group_used_tb: Array) -> Array:
    """Data of the groups at the sizing date, before protection."""
    return total(vm_group_used_tb)


@formula(label="storage given as a total, as it counts", source="HOSTWISE", locator="platforms#thin-and-thick")
def counted_total_tb(*, total_used_tb: Array, grouped_used_tb: Array, thick_volumes_flag: Array) -> Array:
    """The given total of written data; on thick volumes what the groups provision, where that is more.

    >>> [float(counted_total_tb(total_used_tb=30.0, grouped_used_tb=np.float64(50), thick_volumes_flag=thick))
    ...     for thick in (0.0, 1.0)]
    [30.0, 50.0]
    """
    provisioned_tb = first_known(np.maximum(total_used_tb, grouped_used_tb), total_used_tb)
    return np.where(thick_volumes_flag == 1, provisioned_tb, total_used_tb)


@formula(
    label="swap files of group",
    source="vsphere-resource-management",
    locator="swap file = configured memory - reservation",
)
def vm_group_swap_object_tb(
    *,
    group_vms: Array,
    memory_gib_with_growth: Array,
    memory_reserved_share: Array,
    swap_object_share: Array,
    overcommits_memory_flag: Array,
    gb_per_gib: Array,
) -> Array:
    """Space occupied by the swap files of a VM group: their full size if thick, none until used if thin.

    A hypervisor without memory states keeps no such file for each VM.
    They stand beside data and drives, and so in the same GB as those.
    """
    unreserved_gib = group_vms * memory_gib_with_growth * (1 - memory_reserved_share)
    return unreserved_gib * swap_object_share * overcommits_memory_flag * gb_per_gib / GB_PER_TB


@formula(
    label="swap files on storage",
    source="vsphere-resource-management",
    locator="swap file = configured memory - reservation",
)
def swap_object_tb(*, vm_group_swap_object_tb: Array) -> Array:
    """Space occupied by the swap files of all VMs."""
    return total(vm_group_swap_object_tb)


@formula(label="storage demand", source="INTEL21", locator="Tables 4 and 6: usable storage given as a total")
def demand_storage_tb(
    *, counted_total_tb: Array, grouped_used_tb: Array, swap_object_tb: Array, management_tb: Array
) -> Array:
    """Data before protection: the given total (at the sizing date) or that of the groups, swap files and management."""
    return first_known(counted_total_tb, grouped_used_tb) + swap_object_tb + management_tb


@formula(label="peak I/O per group", source="HOSTWISE", locator="demand#growth")
def group_peak_iops(
    *,
    count_with_growth: Array,
    iops_peak: Array,
    sizing_io_share: Array,
    io_growth_rate: Array,
    sizing_years: Array,
) -> Array:
    """Front-end I/O of the group's busy hour at the sizing date, as far as hosts are sized by it.

    Growth is compound, because plans state yearly rates. Negative growth never sizes a cluster below the need of today.
    I/O that is assumed sizes none: drives wear by it, with the widest range.
    """
    grown = count_with_growth * iops_peak * np.maximum(1, (1 + io_growth_rate) ** sizing_years)
    return grown * sizing_io_share


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
