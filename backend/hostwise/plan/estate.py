"""The estate that people have: its VMs, hosts and datastores as columns, and what is done with it.

Columns instead of one object per VM: an estate of 50,000 VMs is read, sent and summed in a fraction of the time. A
column that the source does not have is absent; a value that it does not have is null. Absent and null are never zero.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from hostwise.plan.estate_codes import StatedCode
from hostwise.plan.fields import Name, Share

MOST_VMS, MOST_HOSTS = 200_000, 20_000
"""Limits of one inventory."""

MOST_LETTERS, MOST_FIGURE = 400, 1e9
"""Longest text of any column, and its largest number, which is also the largest of a plan."""

Label = Annotated[str, StringConstraints(max_length=MOST_LETTERS)]
Texts = Annotated[list[Label], Field(max_length=MOST_VMS)]
Figure = Annotated[float, Field(ge=0, le=MOST_FIGURE, allow_inf_nan=False)]
Figures = Annotated[list[Figure | None], Field(max_length=MOST_VMS)]
MOST_OF_ONE = {"vcpu": 1_024.0, "memory_gib": 65_536.0, "read_share": 1.0}
"""Limits of one VM: more is an error of the source."""
Flags = Annotated[list[bool], Field(max_length=MOST_VMS)]

DRIVES_TAB = "drives"
"""What the rows of drives are called in reports."""


class Power(StrEnum):
    """Whether a VM runs."""

    ON = "on"
    OFF = "off"
    SUSPENDED = "suspended"
    OTHER = "other"
    """A word that is not understood: neither running nor off."""
    UNKNOWN = "unknown"
    """The source says nothing, or that it does not know: taken as running."""


class VmTrait(StrEnum):
    """What a VM has that stops or delays its move."""

    RAW_DEVICE = "raw_device"
    SHARED_DISK = "shared_disk"
    MEDIA = "media"
    PASSTHROUGH = "passthrough"
    FAULT_TOLERANT = "fault_tolerant"
    NO_TOOLS = "no_tools"
    CONSOLIDATION = "consolidation"
    UNREACHABLE = "unreachable"


class Columns(BaseModel):
    """Columns of one length."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    name: Texts = Field(description="Names.")

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        for field, column in self:
            for part in column.values() if isinstance(column, dict) else (column,):
                if part is not None and len(part) != len(self.name):
                    raise ValueError(f"`{field}` has {len(part)} values, and there are {len(self.name)} names")
        return self

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.name)


class VmColumns(Columns):
    """The VMs."""

    id: Texts = Field(description="Stable id: that of the source, else name and cluster.")
    uuids: Texts | None = Field(
        None, description="UUIDs that it has in every tool, those of instance and BIOS, with blanks between them."
    )
    power: Annotated[list[Power], Field(max_length=MOST_VMS)] = Field(description="Whether it runs.")
    power_word: Texts | None = Field(None, description="The words of the states, where some are neither on nor off.")
    template: Flags = Field(description="Whether it is a template, which is never started.")
    placeholder: Flags | None = Field(None, description="Whether it stands for a VM that is protected elsewhere.")
    os: Texts | None = Field(None, description="Guest operating system.")
    vcenter: Texts | None = Field(None, description="The vCenter or other manager that it belongs to.")
    datacenter: Texts | None = Field(None, description="Datacenter.")
    cluster: Texts | None = Field(None, description="Cluster; empty for a host outside of clusters.")
    host: Texts | None = Field(None, description="Host that it is on.")
    folder: Texts | None = Field(None, description="Folder of the inventory.")
    attributes: dict[str, Texts] = Field(default_factory=dict, description="Custom attributes and tags by name.")
    traits: dict[VmTrait, Annotated[list[bool | None], Field(max_length=MOST_VMS)]] = Field(
        default_factory=dict, description="What stops or delays a move; what the source cannot say is absent."
    )
    snapshot_days: Figures | None = Field(None, description="Age of its oldest snapshot, days; null without one.")
    off_days: Figures | None = Field(None, description="Days since it was last changed, of powered-off VMs.")
    hardware_version: Figures | None = Field(None, description="Version of its virtual hardware.")
    vcpu: Figures | None = Field(None, description="Virtual CPUs.")
    memory_gib: Figures | None = Field(None, description="Configured memory, GiB.")
    memory_reserved_gib: Figures | None = Field(None, description="Reserved memory, GiB.")
    memory_active_gib: Figures | None = Field(None, description="Active memory, GiB: one reading, or a mean.")
    memory_peak_gib: Figures | None = Field(None, description="Highest active memory of the period, GiB.")
    memory_consumed_gib: Figures | None = Field(None, description="Memory of the host that it takes, GiB.")
    memory_ballooned_gib: Figures | None = Field(None, description="Memory that the balloon has taken back, GiB.")
    memory_swapped_gib: Figures | None = Field(None, description="Memory that the host has swapped, GiB.")
    cpu_ghz: Figures | None = Field(None, description="CPU use, GHz: one reading, or a mean.")
    cpu_peak_ghz: Figures | None = Field(None, description="Highest CPU use of the period, GHz; a percentile if said.")
    cpu_ready_share: Figures | None = Field(None, description="Share of time that it waits for a CPU, per vCPU.")
    disks: Figures | None = Field(None, description="Virtual disks.")
    disk_gb: Figures | None = Field(None, description="Capacity of its virtual disks, GB.")
    shared_gb: Figures | None = Field(
        None, description="Capacity of disks that it shares and that another VM counts, GB; not in its disks."
    )
    alike_gb: Figures | None = Field(
        None, description="Capacity of disks that it may share with another VM that counts them too, GB; in its disks."
    )
    provisioned_gb: Figures | None = Field(None, description="Provisioned storage with swap file and snapshots, GB.")
    used_gb: Figures | None = Field(None, description="Storage in use, GB.")
    guest_used_gb: Figures | None = Field(None, description="Used by the file systems of the guest, GB.")
    snapshot_gb: Figures | None = Field(None, description="Storage of its snapshots, GB.")
    iops_average: Figures | None = Field(None, description="I/O per second, mean of the period.")
    iops_peak: Figures | None = Field(None, description="I/O per second, highest of the period; a percentile if said.")
    read_share: Figures | None = Field(None, description="Reads as a share of all I/O.")
    disk_kb_s: Figures | None = Field(None, description="Bytes read and written, kB/s, mean of the period.")


class HostColumns(Columns):
    """The hosts."""

    model: Texts | None = Field(None, description="Vendor and model.")
    cpu_model: Texts | None = Field(None, description="Processor as the host names it.")
    vcenter: Texts | None = Field(None, description="The vCenter or other manager that it belongs to.")
    datacenter: Texts | None = Field(None, description="Datacenter.")
    cluster: Texts | None = Field(None, description="Cluster; empty for a host outside of clusters.")
    version: Texts | None = Field(None, description="Version of the hypervisor.")
    sockets: Figures | None = Field(None, description="Processors.")
    cores: Figures | None = Field(None, description="Cores of all processors.")
    threads: Figures | None = Field(None, description="Logical processors that are switched on.")
    ghz: Figures | None = Field(None, description="Clock of a core, GHz.")
    memory_gib: Figures | None = Field(None, description="Memory, GiB.")
    cpu_use_share: Figures | None = Field(None, description="CPU in use, as a share.")
    memory_use_share: Figures | None = Field(None, description="Memory in use, as a share.")
    vms: Figures | None = Field(None, description="VMs on it, as the source counts them.")
    away: Flags | None = Field(None, description="Whether it is in maintenance or disconnected.")


class DatastoreColumns(Columns):
    """The datastores."""

    kind: Texts | None = Field(None, description="Kind, such as VMFS, NFS or vsan.")
    url: Texts | None = Field(None, description="Where it is: its URL, else its device or share.")
    capacity_gb: Figures | None = Field(None, description="Capacity, GB.")
    provisioned_gb: Figures | None = Field(None, description="Provisioned, GB.")
    used_gb: Figures | None = Field(None, description="In use, GB.")


class DriveColumns(Columns):
    """Solid-state drives that exist, as they report their wear. Their names are those of the files they are from."""

    host: Texts | None = Field(None, description="Host that it is in; empty where that is not known.")
    device: Texts | None = Field(None, description="Device on the host, such as /dev/nvme0.")
    model: Texts | None = Field(None, description="Model as the drive names it.")
    serial: Texts | None = Field(None, description="Serial number.")
    kind: Texts | None = Field(None, description="Kind by its interface: NVMe, SATA or SAS.")
    capacity_gb: Figures | None = Field(None, description="Capacity, GB.")
    used_share: Figures | None = Field(
        None, description="Share of its rated wear that is used, as it says itself in whole percent; may exceed 1."
    )
    written_tb: Figures | None = Field(None, description="Written by its host since it was new, TB.")
    power_on_hours: Figures | None = Field(None, description="Hours that it was powered on.")
    media_errors: Figures | None = Field(None, description="Errors of its medium that could not be corrected.")
    warns: Annotated[list[bool | None], Field(max_length=MOST_VMS)] | None = Field(
        None, description="Whether it warns of itself: a critical warning, or a failed self-assessment."
    )
    spare_share: Figures | None = Field(None, description="Spare blocks that are left, as a share.")


class EstateFinding(BaseModel):
    """Something about the source that the reader should know."""

    code: StatedCode
    kind: Literal["note", "repaired", "rejected", "missing", "warning"] = Field(
        description="`repaired` and `rejected` are about rows; `missing` is what the source cannot say."
    )
    message: str
    place: str = Field("", description="File, and tab or sheet.")
    rows: list[int] = Field(default_factory=list, description="First rows concerned, counted from 1 with the header.")
    texts: list[str] = Field(default_factory=list, description="What stands in each of these rows, in short.")
    vms: list[str] = Field(
        default_factory=list, description="Ids of the VMs in these rows; rows that were left out have none."
    )
    count: int = Field(1, description="How many rows or things are concerned.")


def place_of(file: str, tab: str) -> str:
    """File and tab in words; the tab of a CSV is its file.

    >>> place_of("estate.xlsx", "vInfo"), place_of("vms.csv", "vms")
    ('estate.xlsx, vInfo', 'vms.csv')
    """
    return file if is_tab_of_csv(file, tab) else f"{file}, {tab}"


def is_tab_of_csv(file: str, tab: str) -> bool:
    """Whether a tab is only called after its file."""
    return PurePath(file).stem == tab or file.rsplit(".", 1)[0] == tab


class TabReport(BaseModel):
    """What became of the rows of one tab. Accepted, repaired and rejected add up to those read."""

    file: str
    tab: str
    rows_read: int = Field(description="Rows with data, without the header.")
    rows_accepted: int = Field(description="Rows taken as they are.")
    rows_repaired: int = Field(description="Rows taken with a repaired value.")
    rows_rejected: int = Field(description="Rows left out.")


class Source(BaseModel):
    """Where an inventory comes from."""

    kind: str = Field(description="Key of the format, such as `rvtools`.")
    label: str = Field(description="The format in words.")
    version: str | None = Field(None, description="Version of the product that wrote it, where it says so.")
    taken_at: str | None = Field(None, description="When it was taken, where the source says so.")
    file: str = Field(description="Name of the file.")
    sha256: str = Field(description="SHA-256 of the file.")


class Inventory(BaseModel):
    """An estate as it was read."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    format: Literal["hostwise-inventory"] = "hostwise-inventory"
    format_version: Literal[1] = 1
    sources: list[Source] = Field(max_length=100)
    vms: VmColumns
    hosts: HostColumns
    datastores: DatastoreColumns
    drives: DriveColumns | None = Field(None, description="Drives of the hosts, where their health was read, too.")
    tabs: list[TabReport] = Field(default_factory=list, max_length=10_000)
    findings: list[EstateFinding] = Field(default_factory=list, max_length=10_000)


class PoweredOff(StrEnum):
    """What powered-off VMs ask for."""

    DISK = "disk"
    ALL = "all"
    NOTHING = "nothing"


class GroupBy(StrEnum):
    """How VMs become groups."""

    SIZE = "size"
    OS = "os"
    CLUSTER = "cluster"
    ATTRIBUTE = "attribute"
    LIKENESS = "likeness"
    NONE = "none"


class Sizing(StrEnum):
    """Whether VMs keep what they have, or get what they use and a headroom."""

    ALLOCATED = "allocated"
    RIGHT_SIZED = "right_sized"


class StorageBase(StrEnum):
    """Which storage of VMs is data that new hosts must hold."""

    PROVISIONED = "provisioned"
    IN_USE = "in_use"
    GUEST = "guest"


class EstateQuestion(StrEnum):
    """What is asked of an estate."""

    KEEP_OR_REPLACE = "keep_or_replace"
    NEW_CLUSTER = "new_cluster"
    WHICH_PLATFORM = "which_platform"


class KeepingCost(BaseModel):
    """What the hosts of today cost while they are kept, beside licences, energy and space; absent is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    support_per_year: Figure | None = Field(None, description="Support and maintenance of the hosts, a year.")
    array_per_year: Figure | None = Field(None, description="Maintenance of the array or other storage, a year.")
    upgrade: Figure | None = Field(None, description="Upgrade of hosts or hypervisor, paid once.")
    nothing: bool = Field(False, description="Whether what is absent costs nothing.")


class EstateScope(BaseModel):
    """Which VMs are counted. An empty list is no condition."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    datacenters: list[Label] = Field(default_factory=list, max_length=1_000, description="Only these datacenters.")
    clusters: list[Label] = Field(
        default_factory=list, max_length=5_000, description="Only these clusters; an empty text is 'in no cluster'."
    )
    folders: list[Label] = Field(default_factory=list, max_length=1_000, description="Only folders like these.")
    os: list[Label] = Field(default_factory=list, max_length=1_000, description="Only guest systems like these.")
    names: list[Label] = Field(default_factory=list, max_length=1_000, description="Only names like these, with `*`.")
    not_names: list[Label] = Field(default_factory=list, max_length=1_000, description="No names like these.")
    attribute: Label | None = Field(None, description="A custom attribute or tag.")
    attribute_values: list[Label] = Field(
        default_factory=list, max_length=1_000, description="Only VMs with one of these values of the attribute."
    )
    powered_off: PoweredOff = Field(
        PoweredOff.DISK, description="What powered-off VMs ask for: disk only, all that they have, or nothing."
    )
    count_infrastructure: bool = Field(
        False, description="Whether VMs count that the platform runs for itself, such as controllers of its storage."
    )
    management_in_groups: bool = Field(
        False,
        description="Whether VMs that seem to manage the platform are in the groups, and stay when it goes.",
    )
    leave_out_hosts_away: bool = Field(
        False, description="Whether hosts in maintenance or disconnected are left out of the hosts as they are."
    )
    powers: dict[Label, Power] = Field(
        default_factory=dict,
        max_length=200,
        description="What words of power states mean that are not understood, or that are to be read otherwise.",
    )
    templates: bool = Field(False, description="Whether templates ask for disk; otherwise they are left out.")


class Grouping(BaseModel):
    """How VMs become groups."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    by: GroupBy = GroupBy.SIZE
    attribute: Label | None = Field(None, description="The custom attribute or tag to group by.")
    most: int = Field(
        6,
        ge=1,
        le=60,
        description="Most groups; the smallest ones are put together. The largest VMs may be groups besides.",
    )


class RightSizing(BaseModel):
    """What a VM gets that is right-sized."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    sizing: Sizing = Sizing.ALLOCATED
    cpu_headroom_share: float = Field(0.3, ge=0, le=5, description="Added to the CPU that a VM uses.")
    memory_headroom_share: float = Field(0.3, ge=0, le=5, description="Added to the memory that a VM uses.")


class SharedDisks(StrEnum):
    """How disks count that several VMs list."""

    AS_FOUND = "as_found"
    ONCE = "once"
    EACH = "each"


_FORMER_QUESTION = "leave_or_stay"


class EstateChoices(BaseModel):
    """What is made of an inventory."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Name = "Imported estate"
    scope: EstateScope = EstateScope()
    grouping: Grouping = Grouping()
    right_sizing: RightSizing = RightSizing()
    storage: Label | None = Field(
        None, description="Storage stack of the candidates, a key of the catalogue; by default vSAN ESA."
    )
    question: EstateQuestion | None = Field(
        None,
        description="Keep the hosts or replace them, size a new cluster on one storage stack, or compare platforms; by "
        "default the first where the source has hosts, else the second.",
    )
    keeping: KeepingCost = KeepingCost()
    growth_share: float | None = Field(
        None,
        ge=-0.9,
        le=5,
        description="Growth of the number of VMs in a year; by default that of the history, else none.",
    )
    storage_base: StorageBase = Field(
        StorageBase.IN_USE,
        description="What counts as data: all that is provisioned, what is in use, or what the file systems of guests "
        "hold.",
    )
    shared_disks: SharedDisks = Field(
        SharedDisks.AS_FOUND,
        description="How disks count that several VMs list: once where the source says that they are shared or little "
        "depends on it, all of them once, or each for every VM that lists it.",
    )
    count_above_disks: bool = Field(
        False, description="Whether use above the disks counts, that of snapshots and swap files."
    )
    disk_used: Share | None = Field(
        None, description="Share of the disks that is in use; by default as the source says."
    )
    cpu_peak_share: Share = Field(
        0.15, description="CPU use of a vCPU at the busy hour, where the source has no history."
    )
    assumed_ghz: float = Field(2.5, ge=0.1, le=10, description="Clock of the hosts, where the source does not say.")
    assume_io: bool = Field(
        True,
        description="Whether VMs without I/O in the source get the I/O per vCPU below: the life of drives follows from "
        "it with the widest range, and no hosts do. Otherwise the life is not evaluated.",
    )
    iops_peak_per_vcpu: float = Field(
        50, ge=0, le=1e6, description="I/O per second of a vCPU at the busy hour, where it is assumed."
    )
    iops_average_per_vcpu: float = Field(
        15, ge=0, le=1e6, description="Mean I/O per second of a vCPU, where it is assumed."
    )
    writes_of_drives: bool = Field(
        False, description="Whether VMs without I/O get the writes that were measured on the drives, by their disks."
    )
    drive_write_copies: float = Field(
        2, ge=1, le=100, description="How often the storage of today writes each byte of a VM to its drives."
    )
    read_share: Share = Field(0.7, description="Reads as a share of I/O, where the source does not say.")
    io_kib: float = Field(16, ge=0.5, le=65_536, description="Size of an I/O, KiB, where the source does not say.")

    @model_validator(mode="before")
    @classmethod
    def _former_question(cls, values: Any) -> Any:
        """Until 0.2 the first question was a flag."""
        if not isinstance(values, dict) or _FORMER_QUESTION not in values:
            return values
        others = {name: value for name, value in values.items() if name != _FORMER_QUESTION}
        return {"question": EstateQuestion.KEEP_OR_REPLACE, **others} if values[_FORMER_QUESTION] else others
