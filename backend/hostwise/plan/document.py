"""The plan document: workload, policy, candidate configurations, economics. JSON in, JSON out, one definition.

Optional fields that are absent stay absent: what depends on them is not evaluated, or an assumption stands in and
is listed as such. Unknown keys are refused. Names are the quantities' names.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

SCHEMA_VERSION = 1
"""Version of the plan document's layout; a stored document of an older one is upgraded when it is read."""

Text = Annotated[str, StringConstraints(max_length=2_000, pattern=r"^[^\x00]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True, pattern=r"^[^\x00]*$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*$")]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
NonNegative = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Money = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Growth = Annotated[float, Field(ge=-0.9, le=5, allow_inf_nan=False)]


class Document(BaseModel):
    """Base of all parts of a plan: immutable, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class UnitConvention(StrEnum):
    """How many MB a GB has: see the methodology."""

    SI = "si"
    BINARY_AS_PRINTED = "binary_as_printed"


class WriteLoadBasis(StrEnum):
    """What the average write load rests on; sets how uncertain it is."""

    MEASURED = "measured"
    ESTIMATED = "estimated"
    UNKNOWN = "unknown"


class VmGroup(Document):
    """VMs of one kind."""

    name: Name = Field(description="Name of the group.", examples=["application servers"])
    count: int = Field(ge=1, le=1_000_000, description="Virtual machines in the group.", examples=[150])
    vcpu: float = Field(gt=0, le=1_024, description="Virtual processors of one VM.", examples=[4])
    memory_gib: float = Field(gt=0, le=65_536, description="Configured memory of one VM, GiB.", examples=[8])
    cpu_ghz: NonNegative | None = Field(None, description="Processor cycles one VM asks for at its busy hour, GHz.")
    memory_reserved_share: Share | None = Field(None, description="Share of the VM's memory that is reserved.")
    disk_gb: NonNegative | None = Field(None, description="Provisioned disk of one VM, GB.")
    disk_used_share: Share | None = Field(None, description="Share of the provisioned disk that holds data.")
    iops_peak: NonNegative | None = Field(
        None, description="I/O per second of one VM at its busy hour: sizes performance."
    )
    iops_average: NonNegative | None = Field(
        None, description="I/O per second of one VM averaged over days: sizes endurance."
    )
    read_share: Share | None = Field(None, description="Share of the I/O that reads.")
    io_kib: Annotated[float, Field(gt=0, le=65_536)] | None = Field(None, description="Size of one I/O, KiB.")
    count_growth_rate: Growth | None = Field(None, description="Growth of the number of VMs per year.")
    disk_growth_rate: Growth | None = Field(None, description="Growth of the used disk per VM and year.")
    io_growth_rate: Growth | None = Field(None, description="Growth of the I/O per VM and year.")


class Totals(Document):
    """Demands given for all VMs together, at the date to size for; each replaces the sum over the groups."""

    cpu_ghz: NonNegative | None = Field(None, description="Processor cycles of all VMs at the busy hour, GHz.")
    used_tb: NonNegative | None = Field(None, description="Data of all VMs before protection, TB.")


class Workload(Document):
    """What has to run."""

    groups: tuple[VmGroup, ...] = Field(min_length=1, max_length=500)
    totals: Totals = Totals()
    write_load_basis: WriteLoadBasis = Field(
        WriteLoadBasis.ESTIMATED, description="Whether the average writes were measured (30 days or more) or estimated."
    )
    write_load_sigma: Annotated[float, Field(ge=0.01, le=5)] | None = Field(
        None, description="Standard deviation of ln(average writes); by default from the basis."
    )


class HoldsWithSparesDown(Document):
    """Which limits must still hold while the spare hosts are down. Capacity holds its own reserve instead."""

    cpu: bool = True
    memory: bool = True
    cache_performance: bool = False
    endurance: bool = False
    minimum_hosts: bool = True


class ReserveMethod(StrEnum):
    """How much raw capacity is kept free."""

    SLACK = "slack"
    OPERATIONS_AND_REBUILD = "operations_and_rebuild"
    VENDOR_KB = "vendor_kb"


class CapacityReserve(Document):
    """The capacity kept free; figures left out are the method's own."""

    method: ReserveMethod = ReserveMethod.SLACK
    slack_share: Annotated[float, Field(ge=0, le=0.9)] | None = Field(
        None, description="Share of raw capacity kept free."
    )
    operations_reserve_tb_per_host: NonNegative | None = Field(
        None, description="Raw capacity per host kept for operations, TB."
    )
    rebuild_reserve_hosts: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="Hosts of rebuild reserve."
    )


class Policy(Document):
    """The limits that every configuration must keep to."""

    vcpu_per_core: Positive | None = Field(None, description="Most virtual processors on one physical core.")
    cpu_utilisation_limit: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Highest share of processor cycles to plan for."
    )
    memory_overcommit_limit: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Highest memory overcommitment, overheads included; 1 = none."
    )
    protection: Key = Field("osa_raid1_ftt1", description="Key of the storage protection, see the catalogue.")
    spare_hosts: int = Field(
        1, ge=0, le=3, description="Hosts that may be down while the plan still holds (N+0 to N+3)."
    )
    holds_with_spares_down: HoldsWithSparesDown = HoldsWithSparesDown()
    cache_utilisation_limit: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Highest share of the cache drives' sustained write rate to plan for."
    )
    capacity_reserve: CapacityReserve = CapacityReserve()
    thick_swap_files: bool = Field(False, description="Whether VM swap files are stored in full size.")
    max_wear_out_probability: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None,
        description="Highest accepted probability of wear-out before the horizon; without it endurance adds no hosts.",
    )
    max_hosts_per_cluster: int | None = Field(
        None, ge=1, le=1_000, description="Product limit on the hosts of a cluster."
    )
    sizing_years: Annotated[float, Field(ge=0, le=15)] = Field(
        0, description="Size for the demand of this many years from now."
    )


class Architecture(StrEnum):
    """Storage architecture of a configuration."""

    OSA_ALL_FLASH = "osa_all_flash"
    ESA = "esa"


class Host(Document):
    """The host without processors, memory and drives."""

    model: Name | None = Field(None, description="Name of the host model.")
    chassis_price: Money | None = Field(None, description="Price without processors, memory, drives and network cards.")
    rack_units: Annotated[float, Field(ge=0, le=60)] | None = Field(None, description="Height in the rack.")
    power_profile: Key | None = Field(None, description="Key of a measured host power in the catalogue.")
    idle_w: NonNegative | None = Field(None, description="Power without load, W; replaces the profile's.")
    full_w: NonNegative | None = Field(None, description="Power at full load, W; replaces the profile's.")


class Processor(Document):
    """The processors of one host: a catalogue key, own figures, or a key with some figures replaced."""

    key: Key | None = Field(None, description="Key in the catalogue.", examples=["amd-epyc-9355"])
    sockets: int = Field(2, ge=1, le=8, description="Processors in one host.")
    cores: Annotated[int, Field(ge=1, le=1_024)] | None = Field(None, description="Cores of one processor.")
    base_ghz: Annotated[float, Field(gt=0, le=10)] | None = Field(None, description="Base frequency, GHz.")
    price: Money | None = Field(None, description="Price of one processor.")


class Memory(Document):
    """The memory of one host."""

    dram_gib: float = Field(gt=0, le=65_536, description="DRAM of one host, GiB.")
    memory_mode_gib: Positive | None = Field(
        None, description="Persistent memory in memory mode, GiB: it is the host's memory while DRAM caches it."
    )
    module: Key | None = Field(None, description="Key of a memory module in the catalogue, for its price per GiB.")
    price: Money | None = Field(None, description="Price of all memory of one host; replaces the module's.")
    storage_stack_gib: NonNegative | None = Field(
        None, description="Memory the storage stack takes, GiB; by default by the vendor's formula where there is one."
    )


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
    sustained_write_mb_s: Positive | None = Field(None, description="Sustained write rate under cluster load, MB/s.")
    power_w: NonNegative | None = Field(None, description="Power of one drive, W.")
    price: Money | None = Field(None, description="Price of one drive.")


class Cache(Drives):
    """The cache drives: one for each disk group."""

    disk_groups: int = Field(1, ge=1, le=5, description="Disk groups per host, each with one cache drive.")


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
    minimum_cores_per_socket: Annotated[int, Field(ge=0, le=256)] | None = Field(
        None, description="Least cores to license for each processor."
    )


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
    capacity: Capacity
    network: Network = Network()
    licence: Licence = Licence()
    data_reduction_ratio: Annotated[float, Field(ge=1, le=100)] | None = Field(
        None, description="Logical to physical bytes."
    )
    protection: Key | None = Field(
        None, description="Protection of this configuration, where it differs from the policy's."
    )

    @model_validator(mode="after")
    def _tiers_match(self) -> Configuration:
        if self.architecture is Architecture.OSA_ALL_FLASH and self.cache is None:
            raise ValueError("architecture osa_all_flash needs cache drives: give `cache`, or choose `esa`")
        if self.architecture is Architecture.ESA and self.cache is not None:
            raise ValueError("architecture esa has one tier: leave out `cache`")
        return self


class Economics(Document):
    """Prices and rates that all configurations share."""

    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = Field(
        "USD", description="ISO 4217 code of the plan's currency."
    )
    horizon_years: int = Field(5, ge=1, le=15, description="Years over which cost and wear-out are counted.")
    discount_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="Yearly discount rate.")
    support_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="Support per year as a share of the purchase."
    )
    electricity_price_per_kwh: Annotated[float, Field(ge=0, le=100)] | None = Field(
        None, description="Price of a kilowatt-hour."
    )
    pue: Annotated[float, Field(ge=1, le=5)] | None = Field(None, description="Power usage effectiveness of the site.")
    cpu_load_share: Share | None = Field(None, description="Average CPU load over the year, for energy.")
    rack_unit_price_per_month: Money | None = Field(None, description="Price of a rack unit and month.")


class RemarkStatus(StrEnum):
    """What a given value is worth."""

    GIVEN = "given"
    IMPORTED = "imported"
    ASSUMED = "assumed"
    ILLUSTRATIVE = "illustrative"


class Remark(Document):
    """Where a given value comes from."""

    status: RemarkStatus = RemarkStatus.GIVEN
    source: Text | None = Field(None, description="Citation key or text.")
    locator: Text | None = Field(None, description="Where in the source.")
    note: Text | None = None


class Plan(Document):
    """Workload, policy, configurations and economics: everything a result depends on."""

    schema_version: Literal[1] = 1
    name: Name = Field(examples=["Moderate I/O: NAND or Optane cache"])
    description: Text = ""
    sample: Key | None = Field(None, description="Key of the sample that this plan began as.")
    unit_convention: UnitConvention = Field(
        UnitConvention.SI, description="si: 1 GB = 1000 MB; binary_as_printed: 1 GB = 1024 MB, as INTEL21 computes."
    )
    workload: Workload
    policy: Policy = Policy()
    configurations: tuple[Configuration, ...] = Field(min_length=1, max_length=12)
    economics: Economics = Economics()
    remarks: dict[Annotated[str, StringConstraints(pattern=r"^(/[^\x00]*)+$", max_length=200)], Remark] = Field(
        default_factory=dict,
        max_length=2_000,
        description="Where given values come from, by JSON pointer (RFC 6901) into this document.",
    )

    @field_validator("configurations")
    @classmethod
    def _keys_are_unique(cls, configurations: tuple[Configuration, ...]) -> tuple[Configuration, ...]:
        keys = [each.key for each in configurations]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"The key {key!r} is used more than once.")
        return configurations


def plan_json(plan: Plan) -> dict[str, Any]:
    """The plan as the JSON document that is stored and hashed: absent fields stay absent."""
    document = plan.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    return {"schema_version": plan.schema_version, **document}
