"""A candidate cluster: host, processors, memory, drives, network, licence."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hostwise.plan.fields import Date, Document, Key, Money, Name, NonNegative, Positive, Share, Text


class Architecture(StrEnum):
    """Storage architecture of a configuration."""

    OSA_ALL_FLASH = "osa_all_flash"
    OSA_HYBRID = "osa_hybrid"
    ESA = "esa"
    EXTERNAL_ARRAY = "external_array"

    @property
    def has_disk_groups(self) -> bool:
        """Whether cache drives absorb the writes of disk groups."""
        return self in (Architecture.OSA_ALL_FLASH, Architecture.OSA_HYBRID)


class Host(Document):
    """The host without processors, memory and drives."""

    model: Name | None = Field(None, description="Name of the host model.")
    chassis_price: Money | None = Field(None, description="Price without processors, memory, drives and network cards.")
    rack_units: Annotated[float, Field(ge=0, le=60)] | None = Field(None, description="Height in the rack.")
    power_profile: Key | None = Field(None, description="Key of a measured host power in the catalogue.")
    idle_w: NonNegative | None = Field(
        None, description="Power without load, memory included, W; replaces the profile's."
    )
    full_w: NonNegative | None = Field(
        None, description="Power at full load, memory included, W; replaces the profile's."
    )


class Processor(Document):
    """The processors of one host: a catalogue key, own figures, or a key with some figures replaced."""

    key: Key | None = Field(None, description="Key in the catalogue.", examples=["amd-epyc-9355"])
    sockets: int = Field(2, ge=1, le=8, description="Processors in one host.")
    cores: Annotated[int, Field(ge=1, le=1_024)] | None = Field(None, description="Cores of one processor.")
    base_ghz: Annotated[float, Field(gt=0, le=10)] | None = Field(None, description="Base frequency, GHz.")
    price: Money | None = Field(None, description="Price of one processor.")


class Drives(Document):
    """Drives of one kind: a catalogue key, own figures, or a key with some figures replaced."""

    key: Key | None = Field(None, description="Key in the catalogue.", examples=["samsung-pm1645-800gb"])
    capacity_gb: Positive | None = Field(None, description="Capacity of one drive, GB.")
    rated_dwpd: Positive | None = Field(None, description="Rated full drive writes per day.")
    warranty_years: Annotated[float, Field(gt=0, le=20)] | None = Field(
        None, description="Years for which they are rated."
    )
    endurance_factor: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Rated over actual write amplification inside the drive."
    )
    endurance_factor_low: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Low end of that factor, undercut in 5 % of cases; without a range it is taken as exact."
    )
    endurance_factor_high: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="High end of that factor, exceeded in 5 % of cases."
    )
    sustained_write_mb_s: Positive | None = Field(None, description="Sustained write rate under cluster load, MB/s.")
    power_w: NonNegative | None = Field(None, description="Power of one drive, W.")
    price: Money | None = Field(None, description="Price of one drive.")


class MemoryTier(Document):
    """NVMe drives as a second memory tier: the host's memory is DRAM and tier together."""

    dram_share: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Size of the tier as a share of DRAM, 1 = as much again; by default the version's."
    )
    drive: Drives = Field(Drives(), description="The drives of the tier, dedicated to it.")
    drives_per_host: int = Field(1, ge=1, le=8, description="Drives of the tier in one host, mirrors included.")
    mirrored: bool = Field(False, description="Whether two drives hold the same pages.")
    active_share_limit: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Largest active memory of the VMs as a share of DRAM; by default the vendor's."
    )
    page_out_mb_s: NonNegative | None = Field(
        None, description="Average rate at which one host writes pages to the tier, MB/s."
    )


class Memory(Document):
    """The memory of one host."""

    dram_gib: float = Field(gt=0, le=65_536, description="DRAM of one host, GiB.")
    memory_mode_gib: Positive | None = Field(
        None, description="Persistent memory in memory mode, GiB: it is the host's memory while DRAM caches it."
    )
    tier: MemoryTier | None = Field(None, description="Second memory tier on NVMe drives.")
    hypervisor_gib: NonNegative | None = Field(
        None, description="Memory the hypervisor takes, GiB; by default by an assumed rule."
    )
    balloon_limit_share: Share | None = Field(
        None, description="Largest share of a VM's memory that its balloon takes; by default the product's."
    )
    vm_overhead_mib: NonNegative | None = Field(
        None, description="Memory the hypervisor takes for each VM, MiB; by default by the vendor's table."
    )
    module: Key | None = Field(None, description="Key of a memory module in the catalogue, for its price per GiB.")
    price: Money | None = Field(
        None, description="Price of all memory of one host; replaces the module's, and is needed for persistent memory."
    )
    storage_stack_gib: NonNegative | None = Field(
        None, description="Memory the storage stack takes, GiB; by default by the vendor's formula where there is one."
    )


class Cache(Drives):
    """The cache drives: one for each disk group."""

    disk_groups: int = Field(1, ge=1, le=5, description="Disk groups per host, each with one cache drive.")
    large_write_buffer: bool = Field(
        False,
        description="Whether the large write buffer is switched on; every disk group must be created anew for it.",
    )
    destage_limit_mb_s: Positive | None = Field(
        None, description="Highest rate at which one disk group moves data from buffer to capacity drives, MB/s."
    )
    burst_write_mb_s: Positive | None = Field(
        None, description="Highest rate at which one cache drive takes writes while the buffer has room, MB/s."
    )


class Capacity(Drives):
    """The drives that hold data; in single-tier storage they also absorb the writes."""

    count: int = Field(ge=1, le=64, description="Drives per host.")


class Network(Document):
    """The network cards of one host."""

    description: Text | None = None
    price: Money | None = Field(None, description="Price of the network cards of one host.")
    power_w: NonNegative | None = Field(None, description="Power of the network cards of one host, W.")


class Licence(Document):
    """The software licence: a catalogue key or own prices."""

    key: Key | None = Field(None, description="Key in the catalogue.")
    price_per_core_year: Money | None = Field(None, description="Price of a licensed core and year.")
    price_per_socket_year: Money | None = Field(None, description="Price of a socket and year.")
    price_per_core_once: Money | None = Field(None, description="Price of a licensed core that is paid once.")
    billing: Literal["month", "year"] | None = Field(
        None, description="Whether subscriptions are paid month by month, or for each year in advance."
    )
    minimum_cores_per_socket: Annotated[int, Field(ge=0, le=256)] | None = Field(
        None, description="Least cores to license for each processor."
    )
    minimum_cores_per_host: Annotated[int, Field(ge=0, le=2_048)] | None = Field(
        None, description="Least cores to license for each host."
    )
    order_minimum_cores: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        None, description="Least cores of an order; 0 where no such rule is in force. Sources conflict about VMware's."
    )
    order_minimum_as_of: Date | None = Field(
        None, description="Date from which that minimum, or its absence, is known."
    )
    pack_cores: Annotated[int, Field(ge=1, le=1_024)] | None = Field(
        None, description="Cores of a pack, where licences are sold in packs; 1 where they are not."
    )
    vms_per_licensing: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        None, description="VMs that licensing all cores of a host once covers; 0 where it covers any number."
    )
    entitlement_tib_per_core: NonNegative | None = Field(
        None, description="Raw storage capacity that a licensed core includes, TiB."
    )
    pooled_tib: NonNegative | None = Field(
        None, description="Raw storage capacity that the same product's licences of other clusters leave over, TiB."
    )
    addon_price_per_tib_year: Money | None = Field(
        None, description="Price of a TiB of raw storage capacity and year, beyond what the cores include."
    )


class ExternalArray(Document):
    """The external array that holds the data of all hosts: one for the cluster, whatever the number of hosts."""

    price: Money | None = Field(
        None, description="Price of the array, bought once with the first hosts; 0 leaves it out of the comparison."
    )
    power_w: NonNegative | None = Field(None, description="Average power of the array, W.")
    rack_units: Annotated[float, Field(ge=0, le=1_000)] | None = Field(
        None, description="Height of the array in the rack."
    )


class SwapMedium(StrEnum):
    """Where the hypervisor swaps to."""

    SSD_LOCAL = "ssd_local"
    HDD_LOCAL = "hdd_local"
    FC_ARRAY = "fc_array"
    SATA_LOCAL = "sata_local"
    NVME_TIER = "nvme_tier"


class Swap(Document):
    """Where the hypervisor swaps to; a local SSD can be a host cache before the regular swap files."""

    medium: Literal[SwapMedium.SSD_LOCAL, SwapMedium.HDD_LOCAL, SwapMedium.FC_ARRAY, SwapMedium.SATA_LOCAL]
    host_cache_gb: NonNegative | None = Field(None, description="Size of the host cache on the SSD, GB.")
    drive: Drives = Field(Drives(), description="The drive, one per host; for its wear and price.")
    turnovers_per_day: Annotated[float, Field(ge=0, le=1_000)] | None = Field(
        None, description="How often per day the swapped memory is exchanged; each time it is written once."
    )


class ReadCache(Document):
    """A host read cache: it answers repeated reads, and writes go through to the storage behind it."""

    size_gb: Positive | None = Field(None, description="Flash for the read cache in one host, GB.")
    block_kib: Annotated[float, Field(gt=0, le=65_536)] | None = Field(None, description="Size of a cache block, KiB.")
    flash_read_ms: NonNegative | None = Field(None, description="Latency of a read that the cache answers, ms.")
    backend_read_ms: NonNegative | None = Field(None, description="Latency of a read from the storage behind it, ms.")
    backend_write_ms: NonNegative | None = Field(None, description="Latency of a write to the storage behind it, ms.")
    network_mb_s: Positive | None = Field(None, description="Rate at which a cache moves to another host, MB/s.")
    fill_mb_s: Positive | None = Field(None, description="Rate at which an empty cache fills, MB/s.")
    drive: Drives = Field(Drives(), description="The drive, one per host; for its price.")


class Configuration(Document):
    """One candidate cluster."""

    key: Key = Field(description="Short stable name, unique in the plan.", examples=["nand"])
    name: Name = Field(description="Name for people.", examples=["NAND 800 GB"])
    architecture: Architecture = Architecture.OSA_ALL_FLASH
    hosts: Annotated[int, Field(ge=1, le=1_000)] | None = Field(
        None, description="Number of hosts when the cluster is given; by default it is sized."
    )
    host: Host = Host()
    cpu: Processor
    memory: Memory
    cache: Cache | None = Field(None, description="Cache drives; absent for single-tier storage.")
    capacity: Capacity | None = Field(None, description="Drives that hold data; absent for an external array.")
    array: ExternalArray | None = Field(
        None, description="Price, power and height of the external array; only with architecture `external_array`."
    )
    hypervisor: Key | None = Field(
        None,
        description="Version family of the hypervisor: decides memory states, overheads and what there is.",
        examples=["esxi-8"],
    )
    swap: Swap | None = Field(None, description="Where the hypervisor swaps to.")
    read_cache: ReadCache | None = Field(None, description="Host read cache.")
    network: Network = Network()
    licence: Licence = Licence()
    storage_stack_cpu_share: Annotated[float, Field(ge=0, lt=1)] | None = Field(
        None, description="Share of the processor cycles that the storage stack takes."
    )
    data_reduction_ratio: Annotated[float, Field(ge=1, le=100)] | None = Field(
        None, description="Logical to physical bytes."
    )
    protection: Key | None = Field(
        None, description="Protection of this configuration, where it differs from the policy's."
    )

    @model_validator(mode="after")
    def _tiers_match(self) -> Self:
        kind = self.architecture
        if kind.has_disk_groups and self.cache is None:
            raise ValueError(f"architecture {kind} needs cache drives: give `cache`, or choose `esa`")
        if not kind.has_disk_groups and self.cache is not None:
            raise ValueError(f"architecture {kind} has no cache drives: leave out `cache`")
        if kind is Architecture.EXTERNAL_ARRAY and self.capacity is not None:
            raise ValueError("architecture external_array keeps data outside the hosts: leave out `capacity`")
        if kind is not Architecture.EXTERNAL_ARRAY and self.array is not None:
            raise ValueError(f"architecture {kind} keeps data in the hosts: leave out `array`")
        if kind is not Architecture.EXTERNAL_ARRAY and self.capacity is None:
            raise ValueError(f"architecture {kind} needs drives that hold data: give `capacity`")
        return self
