"""Answers about an estate: what it holds, what is counted, its groups, and the plan that follows."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hostwise.plan.answers.placement import PlacementAnswer
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateFinding, Inventory, StorageBase
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
    """A word of a power state that is not understood."""

    word: str
    vms: int


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
    power_words: list[EstateWord] = Field(description="Power states that are not understood, the most frequent first.")
    infrastructure: int = Field(description="VMs that the platform runs for itself.")
    says: list[str] = Field(description="What the source says.")
    missing: list[str] = Field(description="What the source cannot say, and what follows.")


class EstateGroup(BaseModel):
    """A group of VMs, with what it sums to."""

    group: VmGroup
    totals: EstateTotals
    members: list[str] = Field(description="Some of its VMs.")


class EstateReading(BaseModel):
    """What a file was read as."""

    inventory: Inventory = Field(description="Where it comes from, what became of its rows, and what to go on with.")
    glance: EstateGlance
    names: Names | None = Field(
        None, description="Who is who, where names were replaced. It is for you to keep, and in no other answer."
    )


class EstateAnswer(BaseModel):
    """An estate with what was chosen: what is counted, its groups, and the plan."""

    glance: EstateGlance
    counted: EstateTotals = Field(description="What the plan asks for.")
    data: list[EstateData] = Field(description="What counts as data by each base that can be chosen.")
    exclusions: list[EstateExclusion]
    attributes: list[str] = Field(description="Custom attributes and tags to group by.")
    groups: list[EstateGroup]
    findings: list[EstateFinding]
    plan: Plan | None = Field(description="The plan with the groups, the hosts as they are, and candidates.")
    placements: list[PlacementAnswer] = Field(
        description="The VMs one by one on the hosts of each configuration, where a plan was asked for."
    )
    why_no_plan: str | None = Field(None, description="Why there is none.")
