"""Drives, processors, memory, and what a host draws, costs and embodies."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from hostwise.catalogue.record import Figure, Key, Number, Positive, Price, Product, Record, Text, Whole
from hostwise.engine.quantities import Kind

GB_PER_TB = 1_000
DAYS_PER_YEAR = 365


class DriveEvidence(Figure):
    """One figure about a drive as a test found it, or as it follows from what the test found."""

    drive_key: Key = Field(description="Key of the drive.")
    quantity: Key = Field(description="What was found, with its unit suffix, e.g. `sustained_write_mib_s`.")
    value: Positive = Field(description="The figure, in `unit`.")
    conditions: Text = Field(description="Under which conditions the figure holds.")


class Drive(Product):
    """A solid-state drive of one capacity.

    Endurance is stated as drive writes per day, as terabytes written, or both; where only one is stated the other is
    derived from it and named in `derived_fields`.
    """

    model: Text = Field(description="Model with its capacity.")
    launch_year: Whole = Field(description="Year of launch.")
    workload_class: Literal["vRI", "RI", "MU", "WI"] = Field(
        description="Market class of endurance: very read-intensive, read-intensive, mixed-use, write-intensive."
    )
    media: Text = Field(description="Storage medium.")
    interface: Text = Field(description="Bus and speed.")
    capacity_gb: Positive = Field(description="Capacity for data, GB of 10^9 bytes.")
    rated_dwpd: Positive | None = Field(default=None, description="Rated full drive writes per day over the warranty.")
    tbw_tb: Positive | None = Field(default=None, description="Rated total writes over the warranty, TB.")
    tbw_conditions: str | None = Field(default=None, description="Workload for which the total writes are rated.")
    warranty_years: Positive | None = Field(default=None, description="Warranty, years.")
    seq_read_mb_s: Positive | None = Field(default=None, description="Stated sequential read rate, MB/s.")
    seq_write_mb_s: Positive | None = Field(default=None, description="Stated sequential write rate, MB/s.")
    rand_read_iops: Positive | None = Field(default=None, description="Stated random reads of 4 KiB per second.")
    rand_write_iops: Positive | None = Field(default=None, description="Stated random writes of 4 KiB per second.")
    idle_w: Positive | None = Field(default=None, description="Power when idle, W.")
    max_w: Positive | None = Field(default=None, description="Largest power, W.")
    uber: Positive | None = Field(default=None, description="Uncorrectable bit error rate, errors per bit read.")
    mtbf_hours: Positive | None = Field(default=None, description="Mean time between failures, hours.")
    price: Price | None = Field(default=None, description="Price of one drive.")
    evidence: tuple[DriveEvidence, ...] = Field(default=(), description="What tests found, each with its locator.")

    @model_validator(mode="before")
    @classmethod
    def _derive_endurance(cls, values: Any) -> Any:
        """Fill in the one endurance figure that is not stated from the one that is."""
        if not isinstance(values, dict) or not values.get("capacity_gb") or not values.get("warranty_years"):
            return values
        stated, missing = ("rated_dwpd", "tbw_tb") if values.get("rated_dwpd") else ("tbw_tb", "rated_dwpd")
        if not values.get(stated) or values.get(missing):
            return values
        full_writes = float(values["capacity_gb"]) / GB_PER_TB * DAYS_PER_YEAR * float(values["warranty_years"])
        figure = float(values[stated])
        derived: dict[str, Any] = {missing: figure * full_writes if missing == "tbw_tb" else figure / full_writes}
        background = _names(values.get("background_fields"))
        if {stated, "capacity_gb", "warranty_years"} & set(background):
            derived["background_fields"] = tuple(sorted({*background, missing}))
        return values | derived | {"derived_fields": (missing,)}

    @property
    def endurance_gap_share(self) -> float | None:
        """By how much the stated TBW is above the stated DWPD x capacity x 365 x warranty, if both are stated."""
        if self.rated_dwpd is None or self.tbw_tb is None or self.warranty_years is None or self.derived_fields:
            return None
        implied = self.rated_dwpd * self.capacity_gb / GB_PER_TB * DAYS_PER_YEAR * self.warranty_years
        return self.tbw_tb / implied - 1

    @property
    def is_nvme(self) -> bool:
        """Whether it is an NVMe drive: not all drives on PCIe are."""
        return self.interface.startswith("NVMe")

    def found(self, quantity: str) -> DriveEvidence | None:
        """What a test found for `quantity`, or None where nobody measured this drive."""
        return next((row for row in self.evidence if row.quantity == quantity), None)


class Cpu(Product):
    """A processor model."""

    generation: Text = Field(description="Microarchitecture family.")
    launch_year: Whole = Field(description="Year of launch.")
    cores: Whole = Field(description="Physical cores.")
    base_ghz: Positive = Field(description="Base clock, GHz.")
    tdp_w: Positive = Field(description="Thermal design power, W.")
    memory_channels: Whole | None = Field(default=None, description="Memory channels.")
    memory_generation: Literal["DDR3", "DDR4", "DDR5"] | None = Field(
        default=None, description="Generation of its memory modules, by the maker's platform."
    )
    max_memory_gib_per_socket: Positive | None = Field(default=None, description="Largest memory per socket, GiB.")
    max_sockets: Whole = Field(description="Largest number of sockets in one host.")
    list_price: Price | None = Field(default=None, description="List price at or near launch.")
    reduced_list_price: Price | None = Field(default=None, description="List price after a published cut.")
    street_price: Price | None = Field(default=None, description="Price seen in the channel.")
    spec_rate_2p: Positive | None = Field(
        default=None, description="SPECrate2017_int_base of a two-processor system, median of published results."
    )
    spec_results: Whole | None = Field(default=None, description="Number of published results behind the median.")
    spec_source: Key | None = Field(default=None, description="Key of the source of the SPEC figure.")
    spec_url: str | None = Field(default=None, description="Address of the specification page.")
    threads_per_core: Whole | None = Field(default=None, description="Threads of a core with all of them switched on.")

    @property
    def current_list_price(self) -> Price | None:
        """Its list price, after a published cut where there was one."""
        return self.reduced_list_price or self.list_price

    @property
    def spec_rate_per_core(self) -> float | None:
        """SPECrate2017_int_base over the cores of both processors."""
        return None if self.spec_rate_2p is None else self.spec_rate_2p / (2 * self.cores)


class MemoryModule(Record):
    """A memory module, or the going price of a kind of module."""

    name: Text = Field(description="What it is.")
    memory_type: Text = Field(description="Technology, e.g. DDR5 RDIMM.")
    capacity_gib: Positive | None = Field(default=None, description="Capacity of one module or kit, GiB.")
    kit_modules: Whole | None = Field(default=None, description="Modules of a kit; None for a single module.")
    price: Price | None = Field(default=None, description="Price of one module or kit.")
    price_per_gib: Price | None = Field(default=None, description="Price per GiB where the source gives only that.")
    typical_w: Positive | None = Field(default=None, description="Typical power, W.")
    tbw_tb: Positive | None = Field(default=None, description="Rated total writes of persistent memory, TB.")

    @property
    def generation(self) -> str | None:
        """Generation of the module, such as DDR4; None for another technology.

        >>> MemoryModule.model_construct(memory_type="DDR5 RDIMM").generation
        'DDR5'
        """
        first = self.memory_type.split()[0]
        return first if first.startswith("DDR") else None

    @property
    def module_gib(self) -> float | None:
        """Capacity of one module, also of those in a kit, GiB."""
        return None if self.capacity_gib is None else self.capacity_gib / (self.kit_modules or 1)

    @property
    def amount_per_gib(self) -> float | None:
        """Price per GiB in the currency of the price, stated or from the price of the module."""
        if self.price_per_gib is not None:
            return self.price_per_gib.amount
        if self.price is None or self.capacity_gib is None:
            return None
        return self.price.amount / self.capacity_gib


class HostPower(Record):
    """Measured power of a host with given processors, little memory, one drive and no added cards."""

    stated_kind: ClassVar[Kind] = "measured"

    name: Text = Field(description="Processors of the host.")
    cpu_key: Key | None = Field(default=None, description="Key of the processor, where the catalogue has it.")
    sockets: Whole = Field(description="Processors in the host.")
    tdp_w: Positive | None = Field(
        default=None, description="Thermal design power of one of them, W, where the catalogue has no such processor."
    )
    memory_gib: Positive = Field(description="Memory in the measured hosts, GiB.")
    idle_w: Positive = Field(description="Power when idle, W, median.")
    max_w: Positive = Field(description="Power at full load, W, median.")
    results: Whole = Field(description="Published results behind the median.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.idle_w > self.max_w:
            raise ValueError("idle_w is above max_w")
        return self


class PowerPart(Figure):
    """One figure of the power of a part of a host, or of whole hosts of a family of processors."""

    part: Literal["processor", "system", "memory", "drive", "card", "board", "fans", "supply"] = Field(
        description="What the figure is of."
    )
    name: Text = Field(description="The part, or the family of processors.")
    quantity: Text = Field(description="What the figure is.")
    condition: str | None = Field(default=None, description="Load, number of results or another condition.")
    value: Positive = Field(description="The figure, in `unit`; a share where there is no unit.")
    low: Positive | None = Field(default=None, description="Low end of the range.")
    high: Positive | None = Field(default=None, description="High end of the range.")
    unit: str = Field(default="", description="Unit of the figure; none for a share.")


class EmbodiedServer(Record):
    """Carbon embodied in a server, by its manufacturer's product carbon footprint."""

    name: Text = Field(description="Server model.")
    description: str | None = Field(default=None, description="Configuration behind the figure.")
    rack_units: Positive | None = Field(default=None, description="Height, rack units.")
    embodied_kgco2e: Positive = Field(description="Carbon embodied in making it, kg CO2e.")
    lifetime_total_kgco2e: Positive | None = Field(
        default=None, description="Making and use over the lifetime, kg CO2e."
    )
    lifetime_years: Positive | None = Field(default=None, description="Lifetime behind the total, years.")


class EmbodiedPart(Record):
    """Carbon embodied in a part: a fixed share and one that grows with its size."""

    name: Text = Field(description="The part.")
    fixed_kgco2e: Positive | None = Field(default=None, description="Fixed share, kg CO2e.")
    variable_kgco2e: Positive | None = Field(default=None, description="Growing share, kg CO2e per `variable_per`.")
    variable_per: Literal["kg", "mm2 of die", "cm2 of die"] | None = Field(
        default=None, description="What it grows with."
    )
    density_gb_per_cm2: Positive | None = Field(default=None, description="Capacity per die area, GB per cm2.")


class CpuPowerCurve(Record):
    """Power of one processor over its load: a ln(b (load percent + c)) + d watts."""

    name: Text = Field(description="Processor family.")
    a: Number = Field(description="Scale, W.")
    b: Number = Field(description="Factor inside the logarithm.")
    c: Number = Field(description="Offset inside the logarithm, percent of load.")
    d: Number = Field(description="Offset, W.")


def _names(value: object) -> tuple[str, ...]:
    """Field names from a data cell or a record."""
    if isinstance(value, str):
        return tuple(value.split(";"))
    return tuple(value) if isinstance(value, tuple | list) else ()
