"""Answers about an estate: what it holds, what is counted, its groups, and the plan that follows."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hostwise.answers.estate_sizing.placement_document import PlacementAnswer
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateFinding, Inventory, Power, StorageBase
from hostwise.plan.pseudonyms import Names
from hostwise.plan.workload import VmGroup


class EstateTotals(BaseModel):
    """Sums over VMs. A sum over VMs of which some lack the figure says how many have it."""

    vms: int
    vcpu: float | None = Field(description="Virtual CPUs; null where no VM says.")
    memory_gib: float | None = Field(description="Configured memory, GiB.")
    disk_gb: float | None = Field(description="Capacity of the virtual disks, GB; provisioned where that is unknown.")
    used_gb: float | None = Field(description="Storage in use, GB.")
    cpu_ghz: float | None = Field(description="CPU use, GHz.")
    memory_active_gib: float | None = Field(description="Active memory, GiB.")
    iops_average: float | None = Field(description="Mean I/O per second.")
    iops_peak: float | None = Field(description="Sum of the VMs' own peaks, I/O per second: no coincident peak.")


class EstatePart(BaseModel):
    """One part of an estate, such as a cluster or a family of guest systems."""

    name: str
    totals: EstateTotals
    hosts: int = 0
    cores: float | None = None
    host_memory_gib: float | None = None


class EstateData(BaseModel):
    """The data of the VMs that are counted, by one of the bases."""

    base: StorageBase
    label: str
    gb: float | None = Field(description="Data, GB; null where no VM says.")
    vms_unknown: int = Field(description="VMs of which it is not known.")


class EstateExclusion(BaseModel):
    """VMs that are not counted, and why."""

    reason: str = Field(description="Stable code.")
    label: str
    vms: int
    examples: list[str] = Field(description="Some names.")


class EstateOutlier(BaseModel):
    """A VM that is larger than the others."""

    name: str
    cluster: str
    vcpu: float | None
    memory_gib: float | None
    disk_gb: float | None
    why: str


class EstateWord(BaseModel):
    """A word of a power state that is neither on nor off, or not understood."""

    word: str
    vms: int
    state: Power = Field(
        description="What it is read as: `suspended` counts as off, `unknown` as running, and `other` is left out."
    )


class EstateGlance(BaseModel):
    """An estate at a glance, before anything is left out."""

    totals: EstateTotals
    hosts: int
    cores: float | None
    host_memory_gib: float | None
    vcpu_per_core: float | None = Field(description="vCPU of running VMs for each core.")
    memory_per_host_memory: float | None = Field(description="Memory of running VMs for each GiB of the hosts.")
    running: int
    clusters: list[EstatePart]
    guest_systems: list[EstatePart]
    largest: list[EstateOutlier]
    power_words: list[EstateWord] = Field(
        description="Power states that are neither on nor off, or not understood, the most frequent first."
    )
    infrastructure: int = Field(description="VMs that the platform runs for itself.")
    management: int = Field(0, description="VMs that seem to manage the platform.")
    shared_gb: float | None = Field(None, description="Disks of several VMs that count once, GB beyond that.")
    alike_gb: float | None = Field(None, description="Disks that several VMs may share and that count for each, GB.")
    says: list[str] = Field(description="What the source says.")
    missing: list[str] = Field(description="What the source cannot say, and what follows.")


class EstateGroup(BaseModel):
    """A group of VMs, with what it sums to."""

    group: VmGroup
    totals: EstateTotals
    members: list[str] = Field(description="Some of its VMs.")


class EstateBand(BaseModel):
    """A figure that follows from wear in whole percent, and what it lies between."""

    value: float | None = Field(description="The figure; null where there is only a lower bound.")
    low: float
    high: float | None = Field(description="Null where there is no upper bound.")


class EstateDrive(BaseModel):
    """A drive that exists, and what follows from its counters."""

    name: str = Field(description="The file that it was read from.")
    host: str
    device: str
    model: str
    kind: str
    capacity_gb: float | None
    used_share: float | None = Field(description="Share of its rated wear that is used; may exceed 1.")
    written_tb: float | None
    power_on_hours: float | None
    tb_per_day: float | None = Field(description="Written in a day of power, TB; null below 30 days of power.")
    drive_writes_per_day: float | None = Field(description="The same as full writes of the drive.")
    tbw_tb: EstateBand | None = Field(description="Writes until its rated wear is used, as its wear implies, TB.")
    rated_tbw_tb: float | None = Field(description="Rated total writes by the catalogue, where it has the model, TB.")
    life_years: EstateBand | None = Field(description="Years of power until its rated wear is used, written as so far.")
    warns: bool | None = Field(description="Whether it warns of itself; null where it does not say.")


class EstateDriveHost(BaseModel):
    """The drives of a host; without a name those whose host is not known."""

    name: str
    drives: int
    tb_per_day: float | None
    first_life_years: EstateBand | None = Field(description="Life left of the first of them to wear out.")


class EstateDrives(BaseModel):
    """The drives of an estate: measured writes, and the life that is left."""

    drives: int
    with_writes: int = Field(description="Drives of which it is known what is written in a day.")
    written_tb: float | None
    tb_per_day: float | None = Field(description="Sum of what is written to them in a day, TB.")
    vm_tb_per_day: float | None = Field(description="The same over the copies that are assumed: writes of VMs.")
    plan_tb_per_day: float | None = Field(description="Average writes of the plan's groups; null where one has none.")
    worn: int = Field(description="Drives that used all of their rated wear.")
    warn: int = Field(description="Drives that warn of themselves.")
    first: str | None = Field(description="The first to wear out.")
    median_life_years: float | None
    median_is_lower_bound: bool = Field(description="Whether the median is only a lower bound.")
    hosts: list[EstateDriveHost]
    rows: list[EstateDrive] = Field(description="The drives, the first to wear out first; at most 200.")
    meaning: str = Field(description="What wear counts.")
    sentence: str


class EstateElsewhere(BaseModel):
    """A file that came with an estate, and belongs elsewhere."""

    file: str
    kind: str = Field(description="`is_history`, `is_plan`, `is_quote` or `is_result`.")
    message: str = Field(description="What it is, and where it belongs.")


class EstateReading(BaseModel):
    """What a file was read as."""

    inventory: Inventory = Field(description="Where it comes from, what became of its rows, and what to go on with.")
    glance: EstateGlance
    names: Names | None = Field(
        None, description="The names by pseudonym, where names were replaced. Keep them: no other answer has them."
    )
    elsewhere: list[EstateElsewhere] = Field(
        default_factory=list, description="Files of a zip that were not read as an estate, and where they belong."
    )


class EstateAnswer(BaseModel):
    """An estate with what was chosen: what is counted, its groups, and the plan."""

    glance: EstateGlance
    counted: EstateTotals = Field(
        description="What the plan asks for: vCPU, memory and disk are those of its groups, with what is assumed for "
        "VMs of unknown size."
    )
    sentence: str = Field(description="The same in words: what runs, what is off, and what of it is assumed.")
    data: list[EstateData] = Field(description="What counts as data by each base that can be chosen.")
    exclusions: list[EstateExclusion]
    attributes: list[str] = Field(description="Custom attributes and tags to group by.")
    groups: list[EstateGroup]
    findings: list[EstateFinding]
    drives: EstateDrives | None = Field(None, description="The drives that exist, where their health was read.")
    plan: Plan | None = Field(description="The plan with the groups, the hosts as they are, and candidates.")
    placements: list[PlacementAnswer] = Field(
        description="The VMs one by one on the hosts of each configuration, where a plan was asked for."
    )
    why_no_plan: str | None = Field(None, description="Why there is none.")
