"""Inputs of the formula graph: workload and unit convention."""

from __future__ import annotations

from hostwise.engine.quantities import AbsentMeans, Quantity

_INF = float("inf")


def group_input(
    name: str,
    label: str,
    meaning: str,
    low: float = 0.0,
    high: float = _INF,
    absent_means: AbsentMeans = "not evaluated",
) -> Quantity:
    """An input of every VM group."""
    return Quantity(name, label, meaning, ("group",), low, high, absent_means)


CONVENTION = (
    Quantity("mb_per_gb", "MB in a GB", "1000 under `si`, 1024 under `binary_as_printed`."),
    Quantity("mb_per_kib", "MB in a KiB", "0.001024 under `si`, 1/1024 under `binary_as_printed`."),
)

WORKLOAD = (
    group_input("count", "VMs in group", "Virtual machines of the group today."),
    group_input("vcpu", "vCPU per VM", "Virtual processors of one VM."),
    group_input("cpu_ghz", "CPU demand per VM", "Processor cycles of one VM at its busy hour."),
    group_input("memory_gib", "memory per VM", "Configured memory of one VM."),
    group_input(
        "mean_of_vms_flag",
        "VMs differ",
        "Whether the group is a mean of VMs that differ, so that none of them has the group's size.",
        high=1.0,
    ),
    group_input(
        "given_largest_vm_vcpu",
        "largest VM by vCPU as given",
        "Virtual processors of the group's VM with the most of them, where its VMs differ.",
        absent_means="alternative",
    ),
    group_input(
        "given_largest_vm_gib",
        "largest VM by memory as given",
        "Memory of the group's VM with the most of it, where its VMs differ.",
        absent_means="alternative",
    ),
    group_input("memory_reserved_share", "reserved memory", "Share of the VM's memory that is reserved.", high=1.0),
    group_input("disk_gb", "disk per VM", "Provisioned disk of one VM."),
    group_input("disk_used_share", "used share of disk", "Share of the provisioned disk that holds data.", high=1.0),
    group_input(
        "iops_peak", "peak IOPS per VM", "Front-end I/O per second of one VM at its busy hour: sizes performance."
    ),
    group_input("iops_average", "average IOPS per VM", "Front-end I/O per second averaged over days: sizes endurance."),
    group_input(
        "sizing_io_share",
        "I/O that sizes hosts",
        "Share of the group's I/O that hosts are sized by: all of what is entered or measured, nothing of what is "
        "assumed.",
        high=1.0,
    ),
    group_input("read_share", "read share", "Share of the I/O that reads.", high=1.0),
    group_input("io_kib", "I/O size", "Size of one I/O."),
    group_input("count_growth_rate", "growth in VMs", "Growth of the number of VMs per year.", low=-0.99),
    group_input(
        "given_vcpu_per_core",
        "vCPU per core of the group",
        "Highest number of virtual processors of the group on one physical core, if it is not the policy's.",
        absent_means="alternative",
    ),
    group_input("vcpu_growth_rate", "growth in vCPU", "Growth of the virtual processors per VM and year.", low=-0.99),
    group_input("memory_growth_rate", "growth in memory", "Growth of the memory per VM and year.", low=-0.99),
    group_input("disk_growth_rate", "growth in disk", "Growth of used disk per VM and year.", low=-0.99),
    group_input("io_growth_rate", "growth in I/O", "Growth of I/O per VM and year.", low=-0.99),
    group_input(
        "event_count",
        "VMs of events",
        "VMs that dated events have brought to the group by the sizing date; below 0 more have left than came.",
        low=-_INF,
    ),
    group_input(
        "event_written_years",
        "writes of events",
        "What the VMs of dated events write until the horizon, in years of what the group writes today.",
        low=-_INF,
    ),
    Quantity(
        "role_event_write_factor_per_month",
        "writes with events, by month",
        "What is written to the drives of a role in a month with the VMs of dated events, over that without them.",
        ("role", "month"),
    ),
    Quantity("events_flag", "dated events count", "Whether any dated event counts until the horizon.", high=1.0),
    Quantity("total_cpu_ghz", "total CPU demand as given", "Processor demand of all VMs, if given as a total."),
    Quantity(
        "source_ghz",
        "clock of the measured processor",
        "Base frequency of the processor on which the CPU demand was measured.",
        absent_means="alternative",
    ),
    Quantity(
        "source_spec_per_core",
        "speed of the measured processor",
        "SPECrate2017_int_base per core of the processor on which the CPU demand was measured.",
        absent_means="alternative",
    ),
    Quantity("total_used_tb", "total used storage as given", "Data of all VMs before protection, if given as a total."),
    Quantity(
        "write_load_sigma",
        "uncertainty of the write load",
        "Standard deviation of ln(average writes): 0.25 if measured for 30 days or more, 0.6 if "
        "estimated, 1.44 if nothing is known.",
        low=0.01,
    ),
)
