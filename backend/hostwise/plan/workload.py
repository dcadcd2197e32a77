"""What has to run: groups of VMs, and what they ask for."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from hostwise.plan.fields import Document, Growth, Key, Name, NonNegative, Share


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
    memory_active_share: Share | None = Field(
        None, description="Share of the VM's memory that it touches all the time while it works."
    )
    idle_share: Share | None = Field(
        None, description="Share of the time for which the VM is dormant; its memory is idle then."
    )
    opm_model: Key | None = Field(
        None, description="Key of a measured operations-per-minute model: the plan's own, or of the evidence library."
    )
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
    write_locality_share: Annotated[float, Field(ge=0, lt=1)] | None = Field(
        None, description="Share of the writes that overwrite data still in the write buffer."
    )
    working_set_gb: NonNegative | None = Field(None, description="Data that one VM reads again and again, GB.")
    read_cache_gb: NonNegative | None = Field(None, description="Host read cache reserved for one VM, GB.")
    read_cache_hit_share: Share | None = Field(
        None, description="Share of the reads that the host read cache answers, as measured or expected."
    )
    count_growth_rate: Growth | None = Field(None, description="Growth of the number of VMs per year.")
    disk_growth_rate: Growth | None = Field(None, description="Growth of the used disk per VM and year.")
    io_growth_rate: Growth | None = Field(None, description="Growth of the I/O per VM and year.")


class Totals(Document):
    """Demands given for all VMs together, at the date to size for; each replaces the sum over the groups."""

    cpu_ghz: NonNegative | None = Field(None, description="Processor cycles of all VMs at the busy hour, GHz.")
    used_tb: NonNegative | None = Field(None, description="Data of all VMs before protection, TB.")


class LoadStep(Document):
    """A stretch of time with a steady load."""

    minutes: Annotated[float, Field(gt=0, le=100_000)] = Field(description="How long it lasts, minutes.")
    peak_share: Annotated[float, Field(ge=0, le=10)] = Field(
        description="Load as a share of the peak I/O of all groups; above 1 it exceeds the peak that is planned for."
    )


class Burst(Document):
    """The load over time that the write buffer must take: peak for some minutes and then the average, or a profile."""

    peak_minutes: Annotated[float, Field(gt=0, le=100_000)] | None = Field(
        None, description="Minutes at peak I/O, after which the average follows."
    )
    profile: tuple[LoadStep, ...] | None = Field(
        None, min_length=1, max_length=500, description="Load over time, one stretch after the other."
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.peak_minutes is not None and self.profile is not None:
            raise ValueError("give `peak_minutes` or `profile`, not both")
        return self


class Workload(Document):
    """What has to run."""

    groups: tuple[VmGroup, ...] = Field(min_length=1, max_length=500)
    totals: Totals = Totals()
    burst: Burst = Field(Burst(), description="Load over time for the write buffer.")
    write_load_basis: WriteLoadBasis = Field(
        WriteLoadBasis.ESTIMATED, description="Whether the average writes were measured (30 days or more) or estimated."
    )
    write_load_sigma: Annotated[float, Field(ge=0.01, le=5)] | None = Field(
        None, description="Standard deviation of ln(average writes); by default from the basis."
    )
