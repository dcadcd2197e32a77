"""The workload: groups of VMs, and their demand."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from hostwise.plan.declaration import Assumption, Decided, Instead, groups, plan_field, plan_part
from hostwise.plan.fields import Document, Growth, Key, Name, NonNegative, Share


class WriteLoadBasis(StrEnum):
    """What the average write load rests on; sets how uncertain it is."""

    MEASURED = "measured"
    ESTIMATED = "estimated"
    UNKNOWN = "unknown"


_NO_GROWTH = Instead(0, "no growth")


class VmGroup(Document):
    """VMs of one kind."""

    model_config = groups(memory="Memory behaviour", cache="Write buffer and read cache", growth="Growth")

    name: Name = plan_field(default=..., label="Name", meaning="Name of the group.", examples=["application servers"])
    count: int = plan_field(
        "count", default=..., label="VMs", ge=1, le=1_000_000, span=(1, 1_000), step=1, examples=[150]
    )
    vcpu: float = plan_field("vcpu", default=..., gt=0, le=1_024, examples=[4])
    memory_gib: float = plan_field("memory_gib", default=..., gt=0, le=65_536, examples=[8])
    cpu_ghz: NonNegative | None = plan_field("cpu_ghz")
    iops_peak: NonNegative | None = plan_field("iops_peak")
    iops_average: NonNegative | None = plan_field("iops_average")
    read_share: Share | None = plan_field("read_share", step=0.01)
    io_kib: Annotated[float, Field(gt=0, le=65_536)] | None = plan_field("io_kib")
    disk_gb: NonNegative | None = plan_field("disk_gb")
    disk_used_share: Share | None = plan_field(
        "disk_used_share", absent=Instead(1, "all of the provisioned disk is used"), step=0.01
    )
    opm_model: Key | None = plan_field(
        label="Measured operations model",
        meaning="Key of a measured operations-per-minute model: the plan's own, or of the evidence library.",
        control="opm_model",
        group="memory",
    )
    memory_active_share: Share | None = plan_field(
        "memory_active_share", absent=Assumption("memory_active_share"), group="memory", step=0.01
    )
    idle_share: Share | None = plan_field("idle_share", absent=Instead(0, "no VM is dormant"), group="memory")
    memory_reserved_share: Share | None = plan_field(
        "memory_reserved_share", absent=Instead(0, "no memory is reserved"), group="memory"
    )
    write_locality_share: Annotated[float, Field(ge=0, lt=1)] | None = plan_field(
        "write_locality_share",
        absent=Instead(0, "no write overwrites data that is still in the buffer"),
        group="cache",
    )
    working_set_gb: NonNegative | None = plan_field(
        "working_set_gb", absent=Decided("not evaluated where there is a read cache"), group="cache"
    )
    read_cache_gb: NonNegative | None = plan_field(
        "read_cache_gb", absent=Decided("none is reserved, unless its hits are given"), group="cache"
    )
    read_cache_hit_share: Share | None = plan_field(
        "read_cache_hit_share", absent=Decided("not evaluated where there is a read cache"), group="cache"
    )
    count_growth_rate: Growth | None = plan_field("count_growth_rate", absent=_NO_GROWTH, group="growth")
    disk_growth_rate: Growth | None = plan_field("disk_growth_rate", absent=_NO_GROWTH, group="growth")
    io_growth_rate: Growth | None = plan_field("io_growth_rate", absent=_NO_GROWTH, group="growth")


class Totals(Document):
    """Demands given for all VMs together, at the sizing date; each replaces the sum over the groups."""

    cpu_ghz: NonNegative | None = plan_field("total_cpu_ghz", label="CPU demand of all VMs")
    used_tb: NonNegative | None = plan_field("total_used_tb", label="Data of all VMs")


class LoadStep(Document):
    """A stretch of time with a steady load."""

    minutes: Annotated[float, Field(gt=0, le=100_000)] = Field(description="How long it lasts, minutes.")
    peak_share: Annotated[float, Field(ge=0, le=10)] = Field(
        description="Load as a share of the peak I/O of all groups; above 1 it exceeds the peak that is planned for."
    )


class Burst(Document):
    """The load over time that the write buffer must take: peak for some minutes and then the average, or a profile."""

    peak_minutes: Annotated[float, Field(gt=0, le=100_000)] | None = plan_field(
        label="Minutes at peak", meaning="Minutes at peak I/O, after which the average follows.", unit="min"
    )
    profile: tuple[LoadStep, ...] | None = plan_field(
        label="Load profile",
        meaning="Load over time, in consecutive stretches.",
        control="own",
        min_length=1,
        max_length=500,
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.peak_minutes is not None and self.profile is not None:
            raise ValueError("give `peak_minutes` or `profile`, not both")
        return self


class Workload(Document):
    """The workload."""

    groups: tuple[VmGroup, ...] = plan_field(
        default=..., label="VM groups", control="own", min_length=1, max_length=500
    )
    write_load_basis: WriteLoadBasis = plan_field(
        default=WriteLoadBasis.ESTIMATED,
        label="Write load is",
        meaning="Whether the average writes were measured (30 days or more) or estimated.",
        choices={
            WriteLoadBasis.MEASURED: "measured (30 days)",
            WriteLoadBasis.ESTIMATED: "estimated",
            WriteLoadBasis.UNKNOWN: "unknown",
        },
    )
    write_load_sigma: Annotated[float, Field(ge=0.01, le=5)] | None = plan_field(
        "write_load_sigma",
        meaning="Standard deviation of ln(average writes).",
        unit="ln",
        absent=Decided("follows from what the write load rests on"),
    )
    totals: Totals = plan_part(default=Totals())
    burst: Burst = plan_part(
        "Load over time", default=Burst(), meaning="Load over time for the write buffer.", own=True
    )
