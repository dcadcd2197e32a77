"""The inputs of the formula graph: everything that plan, catalogue, evidence or an assumption must supply."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

_INF = float("inf")


def _group(name: str, label: str, meaning: str, low: float = 0.0, high: float = _INF) -> Quantity:
    return Quantity(name, label, meaning, "group", low, high)


CONVENTION = (
    Quantity("mb_per_gb", "MB in a GB", "1000 under `si`, 1024 under `binary_as_printed`."),
    Quantity("mb_per_kib", "MB in a KiB", "0.001024 under `si`, 1/1024 under `binary_as_printed`."),
)

WORKLOAD = (
    _group("count", "VMs in group", "Virtual machines of the group today."),
    _group("vcpu", "vCPU per VM", "Virtual processors of one VM."),
    _group("cpu_ghz", "CPU demand per VM", "Processor cycles one VM asks for at its busy hour."),
    _group("memory_gib", "memory per VM", "Configured memory of one VM."),
    _group("memory_reserved_share", "reserved memory", "Share of the VM's memory that is reserved.", high=1.0),
    _group("disk_gb", "disk per VM", "Provisioned disk of one VM."),
    _group("disk_used_share", "used share of disk", "Share of the provisioned disk that holds data.", high=1.0),
    _group("iops_peak", "peak IOPS per VM", "Front-end I/O per second of one VM at its busy hour: sizes performance."),
    _group("iops_average", "average IOPS per VM", "Front-end I/O per second averaged over days: sizes endurance."),
    _group("read_share", "read share", "Share of the I/O that reads.", high=1.0),
    _group("io_kib", "I/O size", "Size of one I/O."),
    _group("count_growth_rate", "growth in VMs", "Growth of the number of VMs per year.", low=-0.99),
    _group("disk_growth_rate", "growth in disk", "Growth of used disk per VM and year.", low=-0.99),
    _group("io_growth_rate", "growth in I/O", "Growth of I/O per VM and year.", low=-0.99),
    Quantity("total_cpu_ghz", "total CPU demand as given", "Processor demand of all VMs, when given as a total."),
    Quantity(
        "total_used_tb", "total used storage as given", "Data of all VMs before protection, when given as a total."
    ),
    Quantity(
        "write_load_sigma",
        "uncertainty of the write load",
        "Standard deviation of ln(average writes): 0.25 when measured for 30 days or more, 0.6 when "
        "estimated, 1.44 when nothing is known.",
        low=0.01,
    ),
)

POLICY = (
    Quantity("sizing_years", "years to size for", "The cluster must carry the demand of this many years from now."),
    Quantity("vcpu_per_core", "vCPU per core", "Highest number of virtual processors on one physical core."),
    Quantity(
        "cpu_utilisation_limit", "CPU utilisation limit", "Highest share of the processor cycles to plan for.", high=1.0
    ),
    Quantity(
        "memory_overcommit_limit",
        "memory overcommit limit",
        "Highest ratio of unreserved VM memory to the memory left for it.",
    ),
    Quantity(
        "cache_utilisation_limit",
        "cache utilisation limit",
        "Highest share of the cache drives' sustained write rate to plan for.",
        high=1.0,
    ),
    Quantity(
        "max_wear_out_probability",
        "highest wear-out probability",
        "Highest accepted probability that the cache drives wear out before the horizon.",
        high=1.0,
        absent_means="no limit",
    ),
    Quantity("spare_hosts", "spare hosts", "Hosts that may be down while the plan still holds (N+0 to N+3)."),
    Quantity(
        "cpu_spares_flag",
        "CPU holds with spares down",
        "Whether the CPU limits must hold with the spare hosts down.",
        high=1.0,
    ),
    Quantity(
        "memory_spares_flag",
        "memory holds with spares down",
        "Whether the memory limit must hold with the spare hosts down.",
        high=1.0,
    ),
    Quantity(
        "cache_spares_flag",
        "cache holds with spares down",
        "Whether the cache limit must hold with the spare hosts down.",
        high=1.0,
    ),
    Quantity(
        "endurance_spares_flag",
        "endurance holds with spares down",
        "Whether the wear-out limit must hold with the spare hosts down.",
        high=1.0,
    ),
    Quantity(
        "minimum_spares_flag",
        "minimum holds with spares down",
        "Whether the protection's minimum must hold with the spare hosts down.",
        high=1.0,
    ),
    Quantity("max_hosts_per_cluster", "most hosts in a cluster", "Product limit on the hosts of one cluster."),
    Quantity(
        "metadata_reserve_share",
        "capacity kept for metadata",
        "Share of the raw capacity that the storage stack keeps for its own metadata.",
        high=0.99,
    ),
    Quantity("slack_share", "capacity kept free", "Share of the raw capacity kept free.", high=0.99),
    Quantity(
        "operations_reserve_tb_per_host",
        "operations reserve per host",
        "Raw capacity per host kept for policy changes and internal operations.",
    ),
    Quantity(
        "rebuild_reserve_hosts",
        "hosts of rebuild reserve",
        "Hosts whose raw capacity is kept free so that a failed host can be rebuilt.",
    ),
    Quantity(
        "swap_object_share",
        "swap file held on storage",
        "Share of a VM's unreserved memory that its swap file occupies: 1 thick, 0 thin.",
        high=1.0,
    ),
)

PROTECTION = (
    Quantity("capacity_factor", "capacity factor of protection", "Raw bytes stored for each byte of data."),
    Quantity(
        "wide_capacity_factor",
        "capacity factor of the wide stripe",
        "Raw bytes for each byte where adaptive RAID-5 uses its wide stripe.",
        absent_means="does not apply",
    ),
    Quantity(
        "wide_minimum_hosts",
        "hosts for the wide stripe",
        "Least hosts at which adaptive RAID-5 uses its wide stripe.",
        absent_means="does not apply",
    ),
    Quantity(
        "minimum_hosts", "minimum hosts of protection", "Least hosts on which the protection can place its components."
    ),
    Quantity("log_writes_factor", "writes per VM write", "Writes to the drives that absorb writes, for each VM write."),
    Quantity(
        "stripe_writes_factor",
        "stripe writes per VM write",
        "Further writes to the same drives when the full stripe is written (single-tier storage only).",
    ),
    Quantity(
        "metadata_factor",
        "space factor of the file system",
        "Raw bytes for each byte because of the storage stack's own metadata.",
    ),
    Quantity(
        "data_reduction_ratio", "data reduction", "Logical to physical bytes by deduplication and compression.", low=1.0
    ),
)

HOST = (
    Quantity(
        "fixed_hosts",
        "hosts as given",
        "Number of hosts, when the cluster is given and not sized.",
        absent_means="alternative",
    ),
    Quantity("sockets", "sockets per host", "Processors in one host."),
    Quantity("cores_per_socket", "cores per socket", "Physical cores of one processor."),
    Quantity("base_ghz", "base frequency", "Base frequency of a core."),
    Quantity("dram_gib", "DRAM per host", "DRAM in one host."),
    Quantity(
        "memory_mode_gib",
        "persistent memory in memory mode",
        "Persistent memory that is the host's memory while DRAM caches it.",
        absent_means="alternative",
    ),
    Quantity("hypervisor_minimum_gib", "least hypervisor memory", "Memory the hypervisor takes on any host."),
    Quantity(
        "hypervisor_memory_share",
        "hypervisor share of memory",
        "Share of the host's memory that the hypervisor takes.",
        high=1.0,
    ),
    Quantity("vm_overhead_mib", "overhead of any VM", "Memory the hypervisor takes for a VM of no size."),
    Quantity(
        "vm_memory_overhead_share",
        "overhead by VM memory",
        "Memory the hypervisor takes for each MiB of a VM's memory.",
    ),
    Quantity("vm_overhead_mib_per_vcpu", "overhead by vCPU", "Memory the hypervisor takes for each virtual processor."),
    Quantity(
        "given_storage_stack_gib",
        "storage stack memory as given",
        "Memory per host that the storage stack takes, when given.",
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

STORAGE = (
    Quantity(
        "disk_groups",
        "disk groups per host",
        "Disk groups of one host, each with one cache drive; 0 for single-tier storage.",
    ),
    Quantity(
        "cache_drives_per_host",
        "cache drives per host",
        "Drives of one host that absorb VM writes: the cache drives, or every drive of single-tier storage.",
    ),
    Quantity("cache_drive_gb", "size of cache drive", "Capacity of a drive that absorbs VM writes."),
    Quantity("write_buffer_limit_gb", "write buffer limit", "Largest part of a cache drive that buffers writes."),
    Quantity("rated_dwpd", "rated drive writes per day", "Full drive writes per day that the warranty allows."),
    Quantity("warranty_years", "warranty", "Years for which the drive writes per day are rated."),
    Quantity(
        "endurance_factor",
        "endurance correction",
        "Rated over actual write amplification inside the drive; 1 when the workload is like the rating's.",
    ),
    Quantity(
        "given_sustained_write_mb_s",
        "sustained write rate as given",
        "Sustained cluster-load write rate of one cache drive, when given.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_sustained_write_mib_s",
        "sustained write rate from measurements",
        "Sustained cluster-load write rate of one cache drive, from evidence.",
        absent_means="alternative",
    ),
    Quantity(
        "spec_write_mb_s",
        "sequential write rate by datasheet",
        "Sequential write rate of the drive's datasheet.",
        absent_means="alternative",
    ),
    Quantity(
        "sustained_derating_factor",
        "derating of the datasheet rate",
        "Sustained cluster-load write rate over datasheet rate, assumed for drives without a measurement.",
    ),
    Quantity("class_a_tb", "class A endurance", "Least rated writes of endurance class A."),
    Quantity("class_b_tb", "class B endurance", "Least rated writes of endurance class B."),
    Quantity("class_c_tb", "class C endurance", "Least rated writes of endurance class C."),
    Quantity("class_d_tb", "class D endurance", "Least rated writes of endurance class D."),
    Quantity("capacity_drives_per_host", "capacity drives per host", "Drives of one host that hold data."),
    Quantity("capacity_drive_gb", "size of capacity drive", "Capacity of a drive that holds data."),
)

POWER = (
    Quantity(
        "host_idle_w", "idle power of host", "Power of the host without load, without data drives and network cards."
    ),
    Quantity(
        "host_full_w",
        "full-load power of host",
        "Power of the host at full load, without data drives and network cards.",
    ),
    Quantity("cpu_load_share", "average CPU load", "Average CPU load over the year, for energy.", high=1.0),
    Quantity("cache_drive_w", "power of cache drive", "Power of one drive that absorbs VM writes."),
    Quantity("capacity_drive_w", "power of capacity drive", "Power of one drive that holds data."),
    Quantity("nic_w", "power of network card", "Power of the network cards of one host."),
    Quantity("rack_units_per_host", "rack units per host", "Height of one host in the rack."),
    Quantity("pue", "power usage effectiveness", "Energy of the site over energy of the equipment.", low=1.0),
)

ECONOMICS = (
    Quantity("horizon_years", "horizon", "Years over which cost and wear-out are counted.", low=1.0, high=15.0),
    Quantity(
        "tail_probability",
        "tail of the life band",
        "Probability that the life is shorter than the band, and as much that it is longer.",
        high=0.5,
    ),
    Quantity("year", "year", "Years since the purchase: 0, 1, .. horizon.", "year"),
    Quantity("discount_rate", "discount rate", "Yearly rate at which later money is worth less."),
    Quantity("support_rate", "support rate", "Support per year as a share of the purchase price."),
    Quantity("electricity_price_per_kwh", "electricity price", "Price of a kilowatt-hour."),
    Quantity("rack_unit_price_per_month", "rack price", "Price of a rack unit per month."),
    Quantity("licence_price_per_core", "licence price per core", "Licence price of a core and year."),
    Quantity("licence_price_per_socket", "licence price per socket", "Licence price of a socket and year."),
    Quantity(
        "licence_minimum_cores_per_socket",
        "licensed cores per socket at least",
        "Least cores to license for each processor.",
    ),
    Quantity(
        "licence_minimum_cores_per_host",
        "licensed cores per host at least",
        "Least cores to license for each host.",
    ),
    Quantity(
        "chassis_price",
        "price of chassis",
        "Price of a host without processors, memory, data drives and network cards.",
    ),
    Quantity("cpu_price", "price of processor", "Price of one processor."),
    Quantity(
        "given_memory_price_per_host",
        "price of memory as given",
        "Price of all memory of one host, when given.",
        absent_means="alternative",
    ),
    Quantity("memory_price_per_gib", "price of DRAM", "Price of a GiB of DRAM."),
    Quantity("cache_drive_price", "price of cache drive", "Price of one drive that absorbs VM writes."),
    Quantity(
        "capacity_drive_price",
        "price of capacity drive",
        "Price of one further drive that holds data; there are none where the same drives absorb the writes.",
    ),
    Quantity("nic_price", "price of network cards", "Price of the network cards of one host."),
)

INPUTS: tuple[Quantity, ...] = (
    *CONVENTION,
    *WORKLOAD,
    *POLICY,
    *PROTECTION,
    *HOST,
    *STORAGE,
    *POWER,
    *ECONOMICS,
)
