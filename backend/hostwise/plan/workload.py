"""The workload: groups of VMs, and their demand."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from hostwise.plan.declaration import Assumption, Decided, Follows, Instead, groups, plan_field, plan_part
from hostwise.plan.events import MOST_EVENTS, Event
from hostwise.plan.fields import (
    CPU_RATIO_SYNONYMS,
    PROTECTION_SYNONYMS,
    BlockSize,
    Document,
    Growth,
    Key,
    Name,
    NonNegative,
    Share,
)


class WriteLoadBasis(StrEnum):
    """What the average write load rests on; sets how uncertain it is."""

    MEASURED = "measured"
    ESTIMATED = "estimated"
    UNKNOWN = "unknown"


_NO_GROWTH = Instead(0, "no growth")


class ProtectionScheme(StrEnum):
    """How a group's data is protected, whatever stores it; at each site of a stretched cluster."""

    RAID1_FTT1 = "raid1_ftt1"
    RAID1_FTT2 = "raid1_ftt2"
    RAID1_FTT3 = "raid1_ftt3"
    RAID5 = "raid5"
    RAID6 = "raid6"


PROTECTION_WORDS = {
    ProtectionScheme.RAID1_FTT1: "Mirror, 1 failure",
    ProtectionScheme.RAID1_FTT2: "Mirror, 2 failures",
    ProtectionScheme.RAID1_FTT3: "Mirror, 3 failures",
    ProtectionScheme.RAID5: "Parity, 1 failure (RAID-5)",
    ProtectionScheme.RAID6: "Parity, 2 failures (RAID-6)",
}


class KeptAt(StrEnum):
    """Where the data of a group is on a cluster of two sites."""

    BOTH_SITES = "both_sites"
    ONE_SITE = "one_site"


class VmsAre(StrEnum):
    """Whether the VMs of a group have its size, or only do so on average."""

    ALIKE = "alike"
    MEAN = "mean"


class GuestOs(StrEnum):
    """Family of the guest systems of a group."""

    WINDOWS_SERVER = "windows_server"
    WINDOWS_DESKTOP = "windows_desktop"
    LINUX = "linux"
    OTHER = "other"


GUEST_OS_LABELS = {
    GuestOs.WINDOWS_SERVER: "Windows Server",
    GuestOs.WINDOWS_DESKTOP: "Windows desktop",
    GuestOs.LINUX: "Linux",
    GuestOs.OTHER: "other",
}


class VmGroup(Document):
    """VMs of one kind."""

    model_config = groups(
        own="Other than the plan's",
        memory="Memory behaviour",
        cache="Write buffer and read cache",
        growth="Growth",
    )

    name: Name = plan_field(default=..., label="Name", meaning="Name of the group.", examples=["application servers"])
    count: int = plan_field(
        "count", default=..., label="VMs", ge=1, le=1_000_000, span=(1, 1_000), step=1, examples=[150]
    )
    vcpu: float = plan_field("vcpu", default=..., ge=0, le=1_024, examples=[4])
    memory_gib: float = plan_field("memory_gib", default=..., ge=0, le=65_536, examples=[8])
    cpu_ghz: NonNegative | None = plan_field("cpu_ghz")
    guest_os: GuestOs | None = plan_field(
        label="Guest operating system",
        meaning="Family of the guest systems of its VMs, by which licences of guests may be counted.",
        choices=GUEST_OS_LABELS,
        absent=Decided("not known"),
        group="own",
    )
    vms: VmsAre | None = plan_field(
        "mean_of_vms_flag",
        label="VMs are",
        meaning="Whether each VM has the size of the group, or the group is a mean of VMs that differ.",
        choices={VmsAre.ALIKE: "alike", VmsAre.MEAN: "different: a mean"},
        absent=Decided("alike, but where a VM has a fraction of a vCPU"),
        group="own",
    )
    largest_vm_vcpu: Annotated[float, Field(ge=0, le=1_024)] | None = plan_field(
        "given_largest_vm_vcpu", label="Largest VM", unit="vCPU", group="own"
    )
    largest_vm_gib: Annotated[float, Field(ge=0, le=65_536)] | None = plan_field(
        "given_largest_vm_gib", label="Largest VM by memory", group="own"
    )
    iops_peak: NonNegative | None = plan_field("iops_peak", measured=True)
    iops_average: NonNegative | None = plan_field("iops_average", measured=True)
    read_share: Share | None = plan_field("read_share", step=0.01, measured=True)
    io_kib: BlockSize | None = plan_field("io_kib", measured=True)
    disk_gb: NonNegative | None = plan_field("disk_gb")
    disk_used_share: Share | None = plan_field(
        "disk_used_share", absent=Instead(1, "all of the provisioned disk is used"), step=0.01, measured=True
    )
    vcpu_per_core: Annotated[float, Field(ge=0.01, le=100)] | None = plan_field(
        "given_vcpu_per_core",
        label="vCPU per core",
        placeholder="as the policy",
        words=CPU_RATIO_SYNONYMS,
        group="own",
    )
    protection: ProtectionScheme | None = plan_field(
        label="Protection",
        meaning="Protection of the group's data, as the storage of each configuration builds it, at each of its sites.",
        choices=PROTECTION_WORDS,
        words=PROTECTION_SYNONYMS,
        absent=Decided("the configuration's, else the policy's"),
        group="own",
    )
    kept_at: KeptAt | None = plan_field(
        label="On two sites, data is",
        meaning="Where a stretched cluster has the group's data: at both sites, or at the one where its VMs run.",
        choices={KeptAt.BOTH_SITES: "mirrored to the other", KeptAt.ONE_SITE: "kept at one: lost with it"},
        absent=Decided("mirrored to the other site"),
        group="own",
    )
    data_reduction_ratio: Annotated[float, Field(ge=1, le=100)] | None = plan_field(
        "given_data_reduction_ratio", label="Data reduction", unit=": 1", group="own"
    )
    opm_model: Key | None = plan_field(
        label="Measured operations model",
        meaning="Key of a measured operations-per-minute model: the plan's own, or of the evidence library.",
        control="opm_model",
        group="memory",
        measured=True,
    )
    memory_active_share: Share | None = plan_field(
        "memory_active_share", absent=Assumption("memory_active_share"), group="memory", step=0.01
    )
    idle_share: Share | None = plan_field("idle_share", absent=Instead(0, "no VM is dormant"), group="memory")
    memory_reserved_share: Share | None = plan_field(
        "memory_reserved_share", absent=Instead(0, "no memory is reserved"), group="memory"
    )
    memory_consumed_gib: Annotated[float, Field(ge=0, le=65_536)] | None = plan_field(
        "memory_consumed_gib", absent=Decided("what is configured counts"), group="memory", measured=True
    )
    write_locality_share: Annotated[float, Field(ge=0, le=0.999)] | None = plan_field(
        "write_locality_share",
        absent=Instead(0, "no write overwrites data that is still in the buffer"),
        group="cache",
        measured=True,
    )
    working_set_gb: NonNegative | None = plan_field(
        "working_set_gb", absent=Decided("not evaluated where there is a read cache"), group="cache", measured=True
    )
    read_cache_gb: NonNegative | None = plan_field(
        "read_cache_gb", absent=Decided("none is reserved, unless its hits are given"), group="cache"
    )
    read_cache_hit_share: Share | None = plan_field(
        "read_cache_hit_share",
        absent=Decided("not evaluated where there is a read cache"),
        group="cache",
        measured=True,
    )
    count_growth_rate: Growth | None = plan_field("count_growth_rate", absent=_NO_GROWTH, group="growth")
    vcpu_growth_rate: Growth | None = plan_field("vcpu_growth_rate", absent=_NO_GROWTH, group="growth")
    memory_growth_rate: Growth | None = plan_field("memory_growth_rate", absent=_NO_GROWTH, group="growth")
    disk_growth_rate: Growth | None = plan_field("disk_growth_rate", absent=_NO_GROWTH, group="growth")
    io_growth_rate: Growth | None = plan_field("io_growth_rate", absent=_NO_GROWTH, group="growth")


def is_mean(group: VmGroup) -> bool:
    """Whether a group is a mean of VMs that differ: as it says, or because no VM has a fraction of a vCPU."""
    return group.vms is VmsAre.MEAN or not group.vcpu.is_integer()


class MeasuredOn(Document):
    """The processor on which the CPU demand was measured: a catalogue key, own figures, or its name alone."""

    key: Key | None = plan_field(
        label="Measured on processor",
        meaning="Key of the processor on which the GHz of the workload were measured.",
        catalogue="cpus",
        placeholder="as each configuration has it",
        examples=["intel-xeon-gold-6148"],
    )
    model: Name | None = plan_field(
        label="Processor as the source names it",
        meaning="Name of the processor, where it is not in the catalogue.",
        figure_of="key",
    )
    base_ghz: Annotated[float, Field(ge=0.1, le=10)] | None = plan_field(
        "source_ghz", figure_of="key", absent=Decided("the catalogue value")
    )
    spec_per_core: Annotated[float, Field(ge=0.1, le=1_000)] | None = plan_field(
        "source_spec_per_core", figure_of="key", absent=Decided("the catalogue value")
    )


class ExistingManagement(Document):
    """The VMs that manage the platform of today, which are in no group.

    They are demand of each configuration on the same hypervisor that names no management of its own. On another one
    its own management counts instead.
    """

    hypervisor: Key | None = plan_field(
        label="Hypervisor that they manage",
        meaning="Hypervisor of today: configurations on any version of it keep these VMs.",
        catalogue="hypervisors",
        placeholder="none are stated",
        examples=["esxi-8"],
    )
    vms: Annotated[int, Field(ge=0, le=1_000_000)] | None = plan_field(
        label="VMs of the management of today", meaning="How many VMs manage the platform of today."
    )
    vcpu: NonNegative | None = plan_field(
        label="vCPU of the management of today", meaning="Virtual processors of all of them.", unit="vCPU"
    )
    memory_gib: NonNegative | None = plan_field(
        label="Memory of the management of today", meaning="Memory of all of them.", unit="GiB"
    )
    disk_gb: NonNegative | None = plan_field(
        label="Data of the management of today", meaning="Data that all of them hold.", unit="GB"
    )


class Totals(Document):
    """Demands given for all VMs together, at the sizing date; each replaces the sum over the groups."""

    cpu_ghz: NonNegative | None = plan_field("total_cpu_ghz", label="CPU demand of all VMs")
    used_tb: NonNegative | None = plan_field("total_used_tb", label="Data of all VMs")


class LoadStep(Document):
    """A stretch of time with a steady load, or one that rises or falls evenly."""

    minutes: Annotated[float, Field(ge=0.01, le=100_000)] = Field(description="How long it lasts, minutes.")
    peak_share: Annotated[float, Field(ge=0, le=10)] = Field(
        description="Load as a share of the peak I/O of all groups; above 1 it exceeds the peak that is planned for."
    )
    to_peak_share: Annotated[float, Field(ge=0, le=10)] | None = Field(
        None, description="Load at its end, for a ramp from `peak_share`. Default: the load stays the same."
    )


class Burst(Document):
    """The load over time that the write buffer must take: peak for some minutes and then the average, or a profile."""

    peak_minutes: Annotated[float, Field(ge=0.01, le=100_000)] | None = plan_field(
        "burst_peak_minutes",
        label="Minutes at peak",
        meaning="Minutes at peak I/O, after which the average follows.",
        unit="min",
        absent=Follows(0, "no minutes at peak are stated"),
    )
    profile: tuple[LoadStep, ...] | None = plan_field(
        label="Load profile",
        meaning="Load over time, in consecutive phases.",
        control="own",
        element="Phase of the load profile",
        in_order=True,
        min_length=1,
        max_length=500,
    )
    start_fill_share: Share | None = plan_field(
        "given_start_fill_share",
        label="Fill of the write buffer at the start",
        meaning="Fill of the write buffer as the burst begins; 0 is an empty buffer.",
        absent=Decided("the fill at which the average load rests"),
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.peak_minutes is not None and self.profile is not None:
            raise ValueError("give `peak_minutes` or `profile`, not both")
        return self


class Workload(Document):
    """The workload."""

    groups: tuple[VmGroup, ...] = plan_field(
        default=...,
        label="VM groups",
        control="own",
        element="VM group",
        identity=("name",),
        min_length=1,
        max_length=500,
    )
    events: tuple[Event, ...] = plan_field(
        default=(),
        label="Dated events",
        meaning="VMs that come or go in a month, beside smooth growth: a project, an acquisition, a tenant leaving.",
        control="own",
        element="Event",
        identity=("label",),
        max_length=MOST_EVENTS,
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
    io_confirmed: bool = plan_field(
        default=False,
        label="Unusual I/O is confirmed",
        meaning="Whether unusually high I/O was checked and may decide the number of hosts by wear-out.",
    )
    write_load_sigma: Annotated[float, Field(ge=0.01, le=5)] | None = plan_field(
        "write_load_sigma",
        meaning="How far the average writes may be off, plus or minus: the standard deviation of their logarithm.",
        control="share",
        absent=Decided("follows from what the write load rests on"),
    )
    totals: Totals = plan_part(default=Totals())
    measured_on: MeasuredOn = plan_part(
        "Processor of the measurement",
        default=MeasuredOn(),
        meaning="The processor on which the CPU demand was measured: its GHz are converted by SPECrate per core.",
        folded="measured_on",
    )
    existing_management: ExistingManagement = plan_part(
        "Management of today",
        default=ExistingManagement(),
        meaning="The VMs that manage the platform of today: those that stay on it keep them, others have their own.",
        folded="existing_management",
    )
    burst: Burst = plan_part(
        "Load over time", default=Burst(), meaning="Load over time for the write buffer.", own=True
    )
