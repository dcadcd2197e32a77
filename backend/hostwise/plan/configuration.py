"""A candidate cluster: host, processors, memory, drives, network, licence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hostwise.plan.cost_lines import MOST_LINES, CostCategory, CostLine
from hostwise.plan.declaration import (
    NOT_APPLICABLE,
    Assumption,
    Decided,
    Follows,
    groups,
    plan_field,
    plan_part,
)
from hostwise.plan.fields import (
    CPU_RATIO_SYNONYMS,
    PROTECTION_SYNONYMS,
    BlockSize,
    Document,
    Key,
    Money,
    Name,
    NonNegative,
    PartialShare,
    Positive,
    Rate,
    Share,
    Text,
    VcpuPerCore,
)
from hostwise.plan.licences import GuestLicence, Licence
from hostwise.plan.other_hosts import MOST_MODELS, OtherHosts
from hostwise.plan.policy import CapacityReserve
from hostwise.plan.stack_layouts import layout_of_stack


class Layout(StrEnum):
    """The drives of a host by what they do."""

    TWO_TIER = "two_tier"
    HYBRID = "hybrid"
    SINGLE_TIER = "single_tier"
    EXTERNAL = "external"

    @property
    def has_disk_groups(self) -> bool:
        """Whether cache drives absorb the writes of disk groups."""
        return self in WITH_DISK_GROUPS


WITH_DISK_GROUPS = (Layout.TWO_TIER, Layout.HYBRID)
WITH_DRIVES = (*WITH_DISK_GROUPS, Layout.SINGLE_TIER)

_CATALOGUE = Decided("the catalogue value")


class Host(Document):
    """The host without processors, memory and drives."""

    model: Name | None = plan_field(label="Model", meaning="Name of the host model.")
    chassis: Key | None = plan_field(
        label="Chassis",
        meaning="Key of a server in the catalogue, for its sockets, bays and slots.",
        catalogue="chassis",
        examples=["dell-poweredge-r7625"],
    )
    power_profile: Key | None = plan_field(
        label="Power profile",
        meaning="Key of a measured host power in the catalogue; by default that of a host with these processors.",
        catalogue="host_power",
    )
    idle_w: NonNegative | None = plan_field(
        "given_host_idle_w",
        label="Idle power of host",
        meaning="Power without load, memory included.",
        figure_of="power_profile",
        absent=Decided("the profile's, scaled for other processors, else that of the parts"),
    )
    full_w: NonNegative | None = plan_field(
        "given_host_full_w",
        label="Full-load power of host",
        meaning="Power at full load, memory included.",
        figure_of="power_profile",
        absent=Decided("the profile's, scaled for other processors, else that of the parts"),
    )
    drive_bays: Annotated[int, Field(ge=1, le=200)] | None = plan_field(
        "bays_per_host", figure_of="chassis", absent=Decided("the chassis's, of its largest variant")
    )
    memory_slots: Annotated[int, Field(ge=1, le=200)] | None = plan_field(
        "memory_slots_per_host", figure_of="chassis", absent=Decided("the chassis's")
    )
    memory_channels: Annotated[int, Field(ge=1, le=32)] | None = plan_field(
        "channels_per_socket",
        label="Memory channels of a processor",
        figure_of="chassis",
        absent=Decided("the processor's, else the chassis's"),
    )
    rack_units: Annotated[float, Field(ge=0, le=60)] | None = plan_field(
        "rack_units_per_host", figure_of="chassis", absent=Decided("the chassis's")
    )
    chassis_price: Money | None = plan_field(
        "chassis_price", absent=Decided("that of its class, illustrative, where a chassis is chosen")
    )


class Processor(Document):
    """The processors of one host: a catalogue key, own figures, or a key with some figures replaced."""

    key: Key | None = plan_field(
        label="Processor",
        meaning="Key in the catalogue.",
        catalogue="cpus",
        words="CPU AMD EPYC Intel Xeon",
        examples=["amd-epyc-9355"],
    )
    sockets: int = plan_field("sockets", default=2, ge=1, le=8, step=1)
    cores: Annotated[int, Field(ge=1, le=1_024)] | None = plan_field(
        "cores_per_socket", figure_of="key", absent=_CATALOGUE
    )
    largest_host_cores: Annotated[float, Field(ge=1, le=8_192)] | None = plan_field("largest_host_cores")
    threads_per_core: Annotated[int, Field(ge=1, le=8)] | None = plan_field(
        "threads_per_core", figure_of="key", absent=Decided("the processor's, with all threads switched on")
    )
    base_ghz: Annotated[float, Field(ge=0.1, le=10)] | None = plan_field("base_ghz", figure_of="key", absent=_CATALOGUE)
    tdp_w: Annotated[float, Field(ge=1, le=5_000)] | None = plan_field("cpu_tdp_w", figure_of="key", absent=_CATALOGUE)
    price: Money | None = plan_field("cpu_price", figure_of="key", absent=_CATALOGUE)
    spec_per_core: Annotated[float, Field(ge=0.1, le=1_000)] | None = plan_field(
        "spec_per_core", figure_of="key", absent=Decided("the catalogue's, where results are published")
    )


class Drives(Document):
    """Drives of one kind: a catalogue key, own figures, or a key with some figures replaced."""

    key: Key | None = plan_field(
        label="Drive",
        meaning="Key in the catalogue.",
        catalogue="drives",
        words="SSD NVMe flash disk read-intensive mixed-use write-intensive",
        examples=["samsung-pm1645-800gb"],
    )
    capacity_gb: Annotated[float, Field(ge=1, le=1e9)] | None = plan_field(
        label="Capacity of one drive", meaning="Capacity of one drive.", unit="GB", figure_of="key", absent=_CATALOGUE
    )
    rated_dwpd: Positive | None = plan_field(
        label="Rated drive writes per day",
        meaning="Rated full drive writes per day.",
        unit="DWPD",
        words="endurance TBW wear",
        span=(0, 100),
        step=0.5,
        figure_of="key",
        absent=_CATALOGUE,
    )
    rated_tbw_tb: Positive | None = plan_field(
        label="Rated terabytes written",
        meaning="Rated terabytes written within the warranty; where both ratings are given, the smaller governs.",
        unit="TB",
        figure_of="key",
        absent=_CATALOGUE,
    )
    warranty_years: Annotated[float, Field(ge=0.1, le=20)] | None = plan_field(
        label="Warranty",
        meaning="Years of the rating.",
        unit="years",
        figure_of="key",
        absent=_CATALOGUE,
    )
    endurance_factor: Annotated[float, Field(ge=0.01, le=10)] | None = plan_field(
        "drive_endurance_factor",
        label="Endurance correction",
        meaning="Rated over actual write amplification inside the drive; 1 when the workload is like the rating's.",
        figure_of="key",
        absent=Decided("the workload wears the drive as the rating's workload does"),
    )
    endurance_factor_low: Annotated[float, Field(ge=0.01, le=10)] | None = plan_field(
        "endurance_factor_low",
        label="Endurance correction, low end",
        meaning="Low end of the endurance correction, with 5 % of cases below it.",
        figure_of="key",
        absent=Decided("the correction is assumed exact"),
    )
    endurance_factor_high: Annotated[float, Field(ge=0.01, le=10)] | None = plan_field(
        "endurance_factor_high",
        label="Endurance correction, high end",
        meaning="High end of the endurance correction, with 5 % of cases above it.",
        figure_of="key",
        absent=Decided("the correction is assumed exact"),
    )
    sustained_write_mb_s: Rate | None = plan_field(
        "given_sustained_write_mb_s",
        label="Sustained write rate",
        meaning="Sustained write rate of one drive under cluster load.",
        figure_of="key",
        absent=Decided("measurements, else the datasheet's rate, derated"),
    )
    power_w: NonNegative | None = plan_field(
        label="Power of one drive",
        meaning="Power of one drive.",
        unit="W",
        figure_of="key",
        absent=Decided("the catalogue's, else what is usual for its kind"),
    )
    price: Money | None = plan_field(
        label="Price of one drive",
        meaning="Price of one drive.",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
    )
    reused: int = plan_field(
        "reused_drives",
        default=0,
        label="Reused drives",
        meaning="Drives of this kind from retired hosts that go into the first hosts and are not bought.",
        unit="drives",
        absent=Decided("all are bought"),
        ge=0,
        le=100_000,
    )


ABSORBS_WRITES = ("endurance_factor", "endurance_factor_low", "endurance_factor_high", "sustained_write_mb_s")
"""Figures of drives that absorb the writes of VMs: they do not apply to memory pages and a read cache."""


class MemoryTier(Document):
    """NVMe drives as a second memory tier: the host's memory is DRAM and tier together."""

    dram_share: Annotated[float, Field(ge=0.001, le=10)] | None = plan_field(
        "tier_dram_share",
        label="Size of the tier, share of DRAM",
        absent=Decided("the version's"),
    )
    drives_per_host: int = plan_field(
        "drives_per_host",
        default=1,
        label="Drives per host",
        meaning="Drives of the tier in one host, mirrors included.",
        absent=Decided("one"),
        ge=1,
        le=8,
    )
    mirrored: bool = plan_field(
        default=False, label="Mirrored on two drives", meaning="Whether two drives hold the same pages."
    )
    active_share_limit: PartialShare | None = plan_field(
        "tier_active_share_limit",
        label="Active memory at most, share of DRAM",
        absent=Assumption("tier_active_share_limit"),
    )
    page_out_mb_s: NonNegative | None = plan_field("tier_page_out_mb_s", label="Pages written per host")
    drive: Drives = plan_part(
        default=Drives(), meaning="The drives of the tier, dedicated to it.", hides=ABSORBS_WRITES
    )


class Memory(Document):
    """The memory of one host."""

    dram_gib: float = plan_field("dram_gib", default=..., ge=1, le=65_536, words="RAM DIMM")
    largest_host_gib: Annotated[float, Field(ge=1, le=65_536)] | None = plan_field("largest_host_gib")
    running_vm_gib: Annotated[float, Field(ge=0, le=65_536)] | None = plan_field("running_vm_gib")
    memory_mode_gib: Annotated[float, Field(ge=1, le=1e9)] | None = plan_field("memory_mode_gib")
    storage_stack_gib: NonNegative | None = plan_field(
        "given_storage_stack_gib",
        label="Memory of the storage stack",
        meaning="Memory per host that the storage stack takes.",
        absent=Decided("the vendor's formula where there is one, else an assumed share of the host's memory"),
        by_layout=True,
        stands_in="storage_stack_gib",
    )
    hypervisor_gib: NonNegative | None = plan_field(
        "given_hypervisor_gib",
        label="Memory of the hypervisor",
        meaning="Memory of one host that the hypervisor takes; by default an assumed rule's.",
    )
    vm_overhead_mib: NonNegative | None = plan_field(
        "given_vm_overhead_mib",
        label="Memory overhead of a VM",
        meaning="Memory the hypervisor takes for each VM; by default that of the version's table, where one is known.",
    )
    balloon_limit_share: Share | None = plan_field("balloon_limit_share", absent=Assumption("balloon_limit_share"))
    module: Key | None = plan_field(
        label="Memory module",
        meaning="Key of a memory module in the catalogue, for its price per GiB.",
        catalogue="memory",
    )
    module_gib: Annotated[float, Field(ge=1, le=4_096)] | None = plan_field(
        "memory_module_gib", figure_of="module", absent=Decided("the module's, else an assumption of the catalogue")
    )
    reused_modules: int = plan_field(
        "reused_memory_modules",
        default=0,
        label="Reused modules",
        meaning="Memory modules of this kind from retired hosts that go into the first hosts and are not bought.",
        absent=Decided("all are bought"),
        ge=0,
        le=100_000,
    )
    price: Money | None = plan_field(
        "given_memory_price_per_host",
        label="Price of all memory of a host",
        meaning="Price of all memory of one host; replaces the module's, and is needed for persistent memory.",
        unit="currency",
        figure_of="module",
    )
    tier: MemoryTier | None = plan_part(
        "Second memory tier",
        meaning="Second memory tier on NVMe drives.",
        folded="tier",
        adding="Add a second memory tier",
        beginning={"drives_per_host": 1},
    )


class WriteTier(Drives):
    """The drives that absorb the writes: one for each disk group."""

    disk_groups: int = plan_field(
        "disk_groups",
        default=1,
        meaning="Disk groups per host, each with one cache drive.",
        absent=Decided("one"),
        order=-1,
        ge=1,
        le=5,
        step=1,
    )
    destage_limit_mb_s: Rate | None = plan_field(
        "given_destage_limit_mb_s",
        label="De-stage limit of a disk group",
        meaning="Highest rate at which one disk group moves data from buffer to capacity drives.",
        figure_of="key",
    )
    burst_write_mb_s: Rate | None = plan_field(
        "given_burst_write_mb_s",
        label="Burst writes of one drive",
        meaning="Highest rate at which one cache drive takes writes while the buffer has room.",
        figure_of="key",
    )
    large_write_buffer: bool = plan_field(
        default=False,
        label="Large write buffer",
        meaning="Whether the large write buffer is switched on; every disk group must be created anew for it.",
    )


class Capacity(Drives):
    """The drives that hold data; in single-tier storage they also absorb the writes."""

    count: int = plan_field(default=..., label="Drives per host", meaning="Drives per host.", order=-1, ge=1, le=64)


class NetworkCard(Document):
    """Network cards of one kind in a host."""

    count: int = plan_field(default=1, label="Cards", meaning="Cards of this kind in one host.", ge=1, le=16)
    ports: int = plan_field(default=2, label="Ports", meaning="Ports of one card.", ge=1, le=16)
    gbit_s: float = plan_field(
        default=...,
        label="Speed of a port",
        meaning="Speed of one port in each direction.",
        unit="Gbit/s",
        ge=0.1,
        le=3_200,
        examples=[25],
    )
    carries_storage: bool = plan_field(
        default=True,
        label="Carries storage",
        meaning="Whether its ports carry the traffic of the storage.",
    )
    power_w: NonNegative | None = plan_field(
        label="Power of one card", meaning="Power of one card.", unit="W", absent=Decided("what is usual")
    )
    price: Money | None = plan_field(label="Price of one card", meaning="Price of one card.", unit="currency")


class Network(Document):
    """The network cards of one host."""

    description: Text | None = plan_field(label="Network in words")
    cards: tuple[NetworkCard, ...] | None = plan_field(
        label="Network cards by kind",
        meaning="The network cards of one host by kind: number, ports, speed and price of each.",
        control="own",
        element="Network cards",
        identity=("ports", "gbit_s", "carries_storage"),
        min_length=1,
        max_length=8,
    )
    power_w: NonNegative | None = plan_field(
        "nic_w",
        meaning="Power of all network cards of a host; replaces that of the kinds.",
        absent=Decided("that of the kinds, else what is usual for two ports of 25 Gbit/s"),
    )
    price: Money | None = plan_field(
        "nic_price",
        meaning="Price of all network cards of a host; replaces that of the kinds.",
        absent=Decided("that of the kinds"),
    )


class ExternalArray(Document):
    """The external array that holds the data of all hosts: one for the cluster, whatever the number of hosts."""

    price: Money | None = plan_field(
        "array_price",
        meaning="Price of the array, bought once with the first hosts; 0 leaves it out of the comparison.",
    )
    power_w: NonNegative | None = plan_field("array_w", meaning="Average power of the array.")
    rack_units: Annotated[float, Field(ge=0, le=1_000)] | None = plan_field(
        "array_rack_units", meaning="Height of the array in the rack."
    )


class SwapMedium(StrEnum):
    """Where the hypervisor swaps to."""

    SSD_LOCAL = "ssd_local"
    HDD_LOCAL = "hdd_local"
    FC_ARRAY = "fc_array"
    SATA_LOCAL = "sata_local"
    NVME_TIER = "nvme_tier"


MEDIUM_LABELS: dict[SwapMedium, str] = {
    SwapMedium.SSD_LOCAL: "local SSD",
    SwapMedium.HDD_LOCAL: "local hard disk",
    SwapMedium.FC_ARRAY: "Fibre Channel array",
    SwapMedium.SATA_LOCAL: "local SATA disks",
    SwapMedium.NVME_TIER: "NVMe memory tier",
}
"""Names of the media for people."""


class Swap(Document):
    """Where the hypervisor swaps to; a local SSD can be a host cache before the regular swap files."""

    medium: Literal[SwapMedium.SSD_LOCAL, SwapMedium.HDD_LOCAL, SwapMedium.FC_ARRAY, SwapMedium.SATA_LOCAL] = (
        plan_field(
            default=...,
            label="Swap target",
            choices={key: label for key, label in MEDIUM_LABELS.items() if key is not SwapMedium.NVME_TIER},
        )
    )
    host_cache_gb: NonNegative | None = plan_field("host_cache_gb")
    turnovers_per_day: Annotated[float, Field(ge=0, le=1_000)] | None = plan_field(
        "swap_turnovers_per_day",
        label="Turnovers of swapped memory",
        absent=Decided("an assumption of the catalogue"),
    )
    drive: Drives = plan_part(
        default=Drives(), meaning="The drive, one per host; for its wear and price.", hides=ABSORBS_WRITES
    )


class ReadCache(Document):
    """A host read cache: it answers repeated reads, and writes go through to the storage behind it."""

    size_gb: Positive | None = plan_field("read_cache_gb_per_host", absent=Decided("the drive's capacity"))
    block_kib: BlockSize | None = plan_field("read_cache_block_kib", absent=Decided("that of the dominant I/O"))
    flash_read_ms: NonNegative | None = plan_field("flash_read_ms")
    backend_read_ms: NonNegative | None = plan_field("backend_read_ms")
    backend_write_ms: NonNegative | None = plan_field("backend_write_ms")
    network_mb_s: Rate | None = plan_field("migration_network_mb_s", absent=Assumption("migration_network_mb_s"))
    fill_mb_s: Rate | None = plan_field(
        "given_fill_mb_s", label="Rate of filling a cache", meaning="Rate at which an empty cache fills."
    )
    drive: Drives = plan_part(default=Drives(), meaning="The drive, one per host; for its price.", hides=ABSORBS_WRITES)


LAYOUT_WORDS: dict[Layout, str] = {
    Layout.TWO_TIER: "Cache tier and capacity drives: vSAN OSA",
    Layout.HYBRID: "Flash cache tier, magnetic capacity drives: vSAN OSA hybrid",
    Layout.SINGLE_TIER: "Capacity drives only: vSAN ESA, Ceph, S2D, Nutanix and others",
    Layout.EXTERNAL: "External array: no drives in the hosts",
}
"""Layouts in words."""


_AS_POLICY = Decided("the policy's")
_AS_FIRST_HOSTS = Decided(
    "that of the first hosts; where these are paid, that of the first candidate on the same platform"
)


class Configuration(Document):
    """One candidate cluster."""

    model_config = groups("General", own_limits="Own limits")

    key: Key = plan_field(
        default=...,
        label="Key",
        meaning="Short stable name, unique in the plan.",
        control="own",
        examples=["nand"],
    )
    name: Name = plan_field(default=..., label="Name", meaning="Name for people.", examples=["NAND 800 GB"])
    layout: Layout = plan_field(
        default=Layout.TWO_TIER,
        follows=True,
        label="Drive layout",
        meaning="The drives of a host by what they do; required if neither storage stack nor cache tier is given.",
        choices=LAYOUT_WORDS,
        words="vSAN OSA ESA SAN hybrid all-flash tiers architecture",
        absent=Decided("that of the storage stack; two tiers where none is given and there is a cache tier"),
    )
    storage_stack: Key | None = plan_field(
        label="Storage stack",
        meaning="The software that stores the data on these drives: decides protections, what may be filled, what is "
        "kept free for healing, and the memory and cores that it takes.",
        catalogue="stacks",
        words="vSAN Ceph S2D Storage Spaces Direct Nutanix AOS Longhorn SAN",
        placeholder="usual for the layout",
        absent=Decided("the usual one of the layout: vSAN, or the array"),
        by_layout=True,
        examples=["ceph-proxmox"],
    )
    hosts: Annotated[int, Field(ge=1, le=1_000)] | None = plan_field(
        "fixed_hosts",
        label="Fixed number of hosts",
        meaning="Number of hosts when the cluster is given, those of other models included; by default it is sized.",
    )
    later_host_price: Money | None = plan_field(
        "given_later_price_per_host", label="Price of a host bought later", absent=_AS_FIRST_HOSTS
    )
    nodes_at_two_sites: bool | None = plan_field(
        label="The two nodes stand at two sites",
        meaning="Where the two nodes of a two-node cluster stand: at two sites one survives the loss of the other's.",
        absent=Decided("not said: the loss of a site is not survived"),
    )
    fragmentation_hosts: Annotated[int, Field(ge=0, le=1_000)] | None = plan_field(
        "fragmentation_hosts",
        label="Hosts that a placement adds",
        absent=Decided("what a placement of the groups whose VMs are alike adds"),
    )
    hypervisor: Key | None = plan_field(
        label="Hypervisor",
        meaning="Hypervisor and its version: decides memory states, overheads and available features.",
        catalogue="hypervisors",
        words="VMware vSphere ESXi Proxmox KVM Hyper-V Azure Local AHV Nutanix",
        placeholder="usual version",
        absent=Decided("the usual one of the licence, else of the storage stack, else ESXi 8"),
        examples=["esxi-8"],
    )
    management: Key | None = plan_field(
        label="Management VMs",
        meaning="VMs that manage the platform and run on these hosts beside the groups: they are demand, too.",
        catalogue="management",
        placeholder="usual for the hypervisor",
        absent=Decided("the usual ones of the hypervisor; none on ESXi, where an estate has them among its VMs"),
        examples=["elsewhere"],
    )
    ready_node_profile: Key | None = plan_field(
        label="ReadyNode profile",
        meaning="Profile of the vendor's hardware guide that the hosts are to meet; its least hardware is checked.",
        catalogue="ready_node_profiles",
        placeholder="the smallest",
        layouts=(Layout.SINGLE_TIER,),
        examples=["af-4"],
    )
    data_reduction_ratio: Annotated[float, Field(ge=1, le=100)] | None = plan_field(
        "data_reduction_ratio", unit=": 1", absent=Assumption("data_reduction_ratio")
    )
    protection: Key | None = plan_field(
        label="Own protection",
        meaning="Protection of this configuration, where it differs from the policy's.",
        catalogue="protection",
        placeholder="as the policy, or usual",
        words=PROTECTION_SYNONYMS,
        by_layout=True,
        figure_of="storage_stack",
    )
    storage_stack_cpu_share: Annotated[float, Field(ge=0, le=0.99)] | None = plan_field(
        "stack_cpu_share",
        absent=Decided("what the catalogue has for the storage stack, and none where the data is on an external array"),
        by_layout=True,
        figure_of="storage_stack",
    )
    spare_hosts: Annotated[int, Field(ge=0, le=3)] | None = plan_field(
        "policy_spare_hosts",
        label="Own spare hosts",
        meaning="Hosts that may fail while this configuration still holds, where they are not as many as the policy's.",
        placeholder="as the policy",
        words="N+1 N+2 HA high availability failover redundancy",
        absent=_AS_POLICY,
        group="own_limits",
    )
    vcpu_per_core: VcpuPerCore | None = plan_field(
        "vcpu_per_core",
        label="Own vCPU per core",
        meaning="Highest number of virtual processors on one physical core of this configuration, where it differs "
        "from the policy's; a VM group's own stands before it.",
        placeholder="as the policy",
        words=CPU_RATIO_SYNONYMS,
        absent=_AS_POLICY,
        group="own_limits",
    )
    cpu: Processor = plan_part("Processors", default=...)
    memory: Memory = plan_part("Memory", default=...)
    swap: Swap | None = plan_part("Swap", meaning="Where the hypervisor swaps to.", folded="swap", hangs_on="medium")
    write_tier: WriteTier | None = plan_part(
        "Cache tier",
        meaning="Drives that absorb the writes before the capacity drives take them; absent in a single tier.",
        beginning={"disk_groups": 1},
        layouts=WITH_DISK_GROUPS,
    )
    capacity: Capacity | None = plan_part(
        "Capacity drives",
        meaning="Drives that hold data; absent for an external array.",
        beginning={"count": 1},
        layouts=WITH_DRIVES,
    )
    array: ExternalArray | None = plan_part(
        "Array",
        meaning="Price, power and height of the external array; only with layout `external`.",
        layouts=(Layout.EXTERNAL,),
        without=Follows(0, "the data lies in the hosts"),
    )
    read_cache: ReadCache | None = plan_part(
        "Read cache",
        meaning="Host read cache.",
        folded="read_cache",
        adding="Add a host read cache",
        beginning={},
        without=NOT_APPLICABLE,
    )
    capacity_reserve: CapacityReserve | None = plan_part(
        "Own capacity reserve",
        meaning="Capacity kept free in this configuration, where it differs from the policy's. Default: the policy's.",
        folded="capacity_reserve",
        adding="Add a capacity reserve of its own",
        beginning={},
    )
    host: Host = plan_part("Host", default=Host())
    network: Network = plan_part("Network", default=Network())
    other_host_models: tuple[OtherHosts, ...] = plan_field(
        default=(),
        label="Hosts of other models",
        meaning="Hosts of other models in the same cluster, which are there already or are bought with it.",
        control="own",
        element="Host model",
        identity=("model",),
        max_length=MOST_MODELS,
    )
    cost_lines: tuple[CostLine, ...] = plan_field(
        default=(),
        label="Cost lines",
        meaning="Amounts that this configuration pays, such as migration, maintenance of kept hosts, or an array.",
        control="own",
        element="Cost line",
        identity=("category", "label"),
        max_length=MOST_LINES,
    )
    confirmed_none: tuple[CostCategory, ...] = plan_field(
        default=(),
        label="Costs nothing",
        meaning="Categories of cost lines that are known to cost nothing in this configuration.",
        control="own",
        element="Category",
        in_order=True,
        max_length=len(CostCategory),
    )
    licence: Licence = plan_part("Licence", default=Licence())
    guest_licence: GuestLicence | None = plan_part(
        "Guest OS licences",
        meaning="Licence of the operating systems in the VMs, beside that of the hosts.",
        folded="guest_licence",
        adding="Add guest OS licences",
        beginning={},
    )
    database_licence: GuestLicence | None = plan_part(
        "Database licences",
        meaning="Licence of the databases in the VMs, beside that of the hosts.",
        folded="database_licence",
        adding="Add database licences",
        beginning={},
    )
    second_database_licence: GuestLicence | None = plan_part(
        "Licences of a second database",
        meaning="Licence of another database in the VMs, beside that of the first.",
        folded="second_database_licence",
        adding="Add licences of a second database",
        beginning={},
    )

    @property
    def licences_in_vms(self) -> Mapping[str, GuestLicence | None]:
        """What is licensed in the VMs, by the beginning of the names of its quantities; its field ends in _licence."""
        return {
            "guest": self.guest_licence,
            "database": self.database_licence,
            "second_database": self.second_database_licence,
        }

    @model_validator(mode="after")
    def _layout_follows(self) -> Self:
        if "layout" not in self.model_fields_set:
            # Not set as a field is: a document without it stays without it.
            self.__dict__["layout"] = _following_layout(self)
        return self

    @model_validator(mode="after")
    def _tiers_match(self) -> Self:
        if mistake := parts_mistake(self):
            raise ValueError(mistake)
        return self


def _following_layout(configuration: Configuration) -> Layout:
    """The layout of a configuration that gives none: that of its storage stack, else what its drives say."""
    layout = layout_of_stack(configuration.storage_stack)
    if layout is not None:
        return Layout(layout)
    if configuration.write_tier is not None:
        return Layout.TWO_TIER
    if configuration.storage_stack is not None:
        return Layout.EXTERNAL if configuration.capacity is None else Layout.SINGLE_TIER
    raise ValueError("neither layout nor storage stack is given: give `layout` or `storage_stack`")


def parts_mistake(configuration: Configuration) -> str | None:
    """What the layout of a configuration needs and it lacks, or has too much; None if its parts fit."""
    kind, write_tier, capacity = configuration.layout, configuration.write_tier, configuration.capacity
    if kind.has_disk_groups and write_tier is None:
        return f"layout {kind} needs cache drives: give `write_tier`, or choose `single_tier`"
    if not kind.has_disk_groups and write_tier is not None:
        return f"layout {kind} has no cache drives: leave out `write_tier`"
    if kind is Layout.EXTERNAL and capacity is not None:
        return "layout external keeps data outside the hosts: leave out `capacity`"
    if kind is not Layout.EXTERNAL and configuration.array is not None:
        return f"layout {kind} keeps data in the hosts: leave out `array`"
    if kind is not Layout.EXTERNAL and capacity is None:
        return f"layout {kind} needs drives that hold data: give `capacity`"
    if kind is not Layout.SINGLE_TIER and configuration.ready_node_profile is not None:
        return f"layout {kind} has no ReadyNode profile: leave out `ready_node_profile`"
    return None
