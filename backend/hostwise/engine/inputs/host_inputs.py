"""Inputs of the formula graph: processors and memory of a host."""

from __future__ import annotations

from hostwise.engine.inputs.workload_inputs import group_input
from hostwise.engine.quantities import Quantity

HOST = (
    Quantity(
        "fixed_hosts",
        "hosts as given",
        "Number of hosts, if the cluster is given and not sized.",
        absent_means="alternative",
    ),
    Quantity("sockets", "sockets per host", "Processors in one host."),
    Quantity("cores_per_socket", "cores per socket", "Physical cores of one processor."),
    Quantity(
        "threads_per_core",
        "threads per core",
        "Logical processors of a core: 2 with hyper-threading (SMT), 1 where it is off.",
        low=1.0,
    ),
    Quantity("base_ghz", "base frequency", "Base frequency of a core."),
    Quantity(
        "spec_per_core",
        "speed of a core",
        "SPECrate2017_int_base of a system over its cores.",
        absent_means="alternative",
    ),
    Quantity("dram_gib", "DRAM per host", "DRAM in one host."),
    Quantity(
        "largest_host_cores",
        "cores of the largest host",
        "Cores of the host with the most of them, where hosts differ and the figures of a host are means.",
        absent_means="alternative",
    ),
    Quantity(
        "largest_host_gib",
        "memory of the largest host",
        "DRAM of the host with the most of it, where hosts differ and the figures of a host are means.",
        absent_means="alternative",
    ),
    Quantity(
        "running_vm_gib",
        "largest VM that runs today",
        "Memory of the largest VM that runs on one of these hosts today: it fits, whatever the plan keeps free.",
        absent_means="alternative",
    ),
    Quantity(
        "memory_mode_gib",
        "persistent memory in memory mode",
        "Persistent memory that is the host's main memory, with DRAM as its cache.",
        absent_means="alternative",
    ),
    Quantity(
        "given_hypervisor_gib",
        "hypervisor memory as given",
        "Memory of one host that the hypervisor takes, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "given_vm_overhead_mib",
        "overhead of a VM as given",
        "Memory the hypervisor takes for each VM, if given.",
        absent_means="alternative",
    ),
    Quantity("hypervisor_minimum_gib", "least hypervisor memory", "Memory the hypervisor takes on any host."),
    Quantity(
        "hypervisor_fixed_gib",
        "hypervisor memory beside its share",
        "Memory of one host that the hypervisor takes beside the share of the host's memory.",
    ),
    Quantity("hypervisor_cores", "cores of the hypervisor", "Cores of one host that the hypervisor takes."),
    Quantity(
        "hypervisor_cpu_share",
        "hypervisor share of the cores",
        "Share of a host's cores that the hypervisor takes.",
        high=1.0,
    ),
    Quantity(
        "overcommits_memory_flag",
        "hypervisor overcommits memory",
        "Whether the planned overcommitment of memory counts: the hypervisor has memory states that are predicted.",
        high=1.0,
    ),
    Quantity(
        "rule_vm_overhead_mib",
        "memory overhead of a VM, constant",
        "Memory that the hypervisor takes to run a VM whatever its size, where it has a rule and no table.",
        absent_means="alternative",
    ),
    Quantity(
        "rule_vm_overhead_mib_per_gib",
        "memory overhead of a VM for each GiB",
        "Memory that the hypervisor takes for each GiB of a VM, by its rule.",
        absent_means="alternative",
    ),
    Quantity(
        "rule_vm_overhead_mib_per_vcpu",
        "memory overhead of a VM for each vCPU, by rule",
        "Memory that the hypervisor takes for each virtual processor of a VM, by its rule.",
        absent_means="alternative",
    ),
    Quantity(
        "hypervisor_memory_share",
        "hypervisor share of memory",
        "Share of the host's memory that the hypervisor takes.",
        high=1.0,
    ),
    group_input(
        "table_vm_overhead_mib",
        "overhead of a VM by the table",
        "Memory the hypervisor takes for a VM of the group's size of today, by the version's published table.",
    ),
    group_input(
        "vm_memory_overhead_share",
        "overhead by VM memory",
        "Memory the hypervisor takes for each further MiB of a VM's memory.",
    ),
    group_input(
        "vm_overhead_mib_per_vcpu",
        "overhead by vCPU",
        "Memory the hypervisor takes for each further virtual processor.",
    ),
    Quantity(
        "given_storage_stack_gib",
        "storage stack memory as given",
        "Memory per host that the storage stack takes, if given.",
        absent_means="alternative",
    ),
    Quantity("stack_host_mib", "storage stack memory per host", "Constant part of the storage stack's memory."),
    Quantity(
        "stack_mib_per_group",
        "storage stack memory per disk group",
        "Part of the storage stack's memory for each disk group.",
    ),
    Quantity(
        "stack_memory_share_per_group",
        "storage stack share of memory per disk group",
        "Share of the host's memory that the storage stack takes for each disk group.",
        high=1.0,
    ),
    Quantity(
        "stack_cache_limit_gb",
        "largest cache that takes memory",
        "Size of a cache drive beyond which the storage stack takes no more memory.",
    ),
    Quantity(
        "stack_cpu_share",
        "storage stack share of cycles",
        "Share of the processor cycles that the storage stack takes.",
        high=1.0,
    ),
    Quantity(
        "stack_mib_per_gb",
        "storage stack memory per GB of cache",
        "Part of the storage stack's memory for each GB of write buffer.",
    ),
    Quantity(
        "stack_mib_per_drives",
        "storage stack memory per capacity drive",
        "Part of the storage stack's memory for each capacity drive.",
    ),
)
