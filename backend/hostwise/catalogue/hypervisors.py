"""Versions of the hypervisor, and the memory that its storage stack and its virtual machines cost."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from hostwise.catalogue.record import Key, Keys, Positive, Record, Text, Whole
from hostwise.catalogue.rules import Assumption

ESXI = "esxi"
"""The family that stands for a configuration which says nothing of its hypervisor."""


class Hypervisor(Record):
    """A family of hypervisor versions that manage memory alike.

    Free memory is compared with minFree times a factor: below `clear_factor` large pages are broken up, below
    `soft_factor` balloons inflate, below `hard_factor` memory is compressed and swapped, below `low_factor` virtual
    machines are stopped from allocating.
    """

    name: Text = Field(description="Name for people, with the versions it covers.")
    family: Key = Field(description="The hypervisor, whatever its version.")
    family_name: Text = Field(description="The family in words.")
    usual: bool = Field(description="Whether it stands for its family where no version is named.")
    sort: Whole = Field(description="Order of release within the family.")
    memory_state_model: Literal["fixed", "sliding", "one_to_one"] = Field(
        description="Whether minFree is a fixed share of memory or a sliding scale over bands of it; or the hypervisor "
        "has no memory states, and memory is planned one to one."
    )
    minfree_flat_share: Positive | None = Field(
        default=None, description="minFree as a share of host memory, where it is fixed."
    )
    clear_factor: Positive | None = Field(
        default=None,
        description="Start of the clear state, as a multiple of minFree; equal to the soft factor where there is none.",
    )
    soft_factor: Positive | None = Field(default=None, description="Start of the soft state, as a multiple of minFree.")
    hard_factor: Positive | None = Field(default=None, description="Start of the hard state, as a multiple of minFree.")
    low_factor: Positive | None = Field(default=None, description="Start of the low state, as a multiple of minFree.")
    large_page_factor: Positive | None = Field(
        default=None, description="Free memory, as a multiple of minFree, below which large pages are broken up."
    )
    host_cache: bool | None = Field(default=None, description="Whether it can swap to a host cache on flash.")
    read_cache: bool | None = Field(default=None, description="Whether it has a host read cache on flash of its own.")
    read_cache_note: str | None = Field(default=None, description="Which versions of the family have the read cache.")
    vsan_memory: Key | None = Field(
        default=None, description="Key of the storage stack whose memory formula holds for vSAN OSA."
    )
    vm_overhead_table: Key | None = Field(
        default=None, description="Table of the memory overhead of virtual machines; None where none is known."
    )
    large_write_buffer: bool = Field(description="Whether the write buffer of an OSA disk group can be enlarged.")
    memory_tier_status: Literal["preview", "supported"] | None = Field(
        default=None, description="State of NVMe memory tiering; None where it does not exist."
    )
    memory_tier_default_share: Positive | None = Field(
        default=None, description="Second memory tier by default, as a share of DRAM."
    )
    memory_tier_max_share: Positive | None = Field(
        default=None, description="Largest second memory tier, as a share of DRAM."
    )
    memory_tier_max_tb: Positive | None = Field(default=None, description="Largest second memory tier of a host, TB.")
    memory_tier_mirroring: Literal["unprotected", "hardware", "software"] | None = Field(
        default=None, description="How the second tier survives the loss of a device."
    )
    page_sharing_between_vms: bool | None = Field(
        default=None, description="Whether equal pages of different virtual machines are shared by default."
    )
    snapshots: bool | None = Field(
        default=None, description="Whether VMs have snapshots on the storage that is modelled with it."
    )
    live_migration: bool = Field(description="Whether running VMs move between hosts.")
    vgpu: bool | None = Field(default=None, description="Whether VMs can share graphics processors.")
    admission_control: bool = Field(
        default=False,
        description="Whether it lets start only the VMs that vSphere HA admits, by slots or by a percentage kept free.",
    )
    locator: Text = Field(description="Passages of the sources.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        factors = [each for each in (self.clear_factor, self.soft_factor, self.hard_factor, self.low_factor) if each]
        if len(factors) != (0 if self.memory_state_model == "one_to_one" else 4):
            raise ValueError("the four factors belong to a hypervisor with memory states")
        if factors and not factors[0] >= factors[1] > factors[2] > factors[3]:
            raise ValueError("the factors do not fall from clear to low")
        if (self.memory_state_model == "fixed") != (self.minfree_flat_share is not None):
            raise ValueError("minfree_flat_share belongs to the fixed model")
        tier = (self.memory_tier_default_share, self.memory_tier_max_share, self.memory_tier_mirroring)
        if any((self.memory_tier_status is None) != (value is None) for value in tier):
            raise ValueError("memory_tier_status and the figures of the tier go together")
        return self


HypervisorField = Literal[
    "memory_gib",
    "memory_share",
    "memory_fixed_gib",
    "cores",
    "cpu_share",
    "minimum_cores",
    "vm_overhead_mib",
    "vm_overhead_mib_per_gib",
    "vm_overhead_mib_per_vcpu",
    "max_hosts",
    "max_vm_vcpu",
    "max_vm_gib",
]


class HypervisorFact(Assumption):
    """One number of one or more hypervisors, with its range, source and confidence."""

    hypervisors: Keys = Field(min_length=1, description="Hypervisors that it is about.")
    field: HypervisorField = Field(description="What it is of them.")


class VsanMemory(Record):
    """The memory that one generation of vSAN OSA takes on a host.

    In MiB: `host_mib` (+ `large_cluster_mib`) + groups x (`group_mib` + `mib_per_cache_gb` x cache GB, at most
    `cache_gb_limit`, + `memory_share_per_group` x host memory) + capacity drives of the host x `mib_per_drive`.
    """

    name: Text = Field(description="Name for people, with the versions it covers.")
    host_mib: Positive = Field(description="Memory per host, MiB.")
    large_cluster_mib: Positive | None = Field(
        default=None, description="Memory added in clusters above `large_cluster_hosts`, MiB."
    )
    large_cluster_hosts: Whole | None = Field(
        default=None, description="Largest number of hosts without `large_cluster_mib`."
    )
    group_mib_all_flash: Positive = Field(description="Memory per disk group, all-flash, MiB.")
    group_mib_hybrid: Positive = Field(description="Memory per disk group, hybrid, MiB.")
    mib_per_cache_gb_all_flash: Positive | None = Field(
        default=None, description="Memory per GB of cache drive, all-flash, MiB."
    )
    mib_per_cache_gb_hybrid: Positive | None = Field(
        default=None, description="Memory per GB of cache drive, hybrid, MiB."
    )
    cache_gb_limit: Positive | None = Field(
        default=None, description="GB of a cache drive beyond which no memory is added; None where none is stated."
    )
    memory_share_per_group: Positive | None = Field(
        default=None, description="Share of host memory taken per disk group."
    )
    mib_per_drive_all_flash: Positive | None = Field(
        default=None, description="Memory per capacity drive of the host, all-flash, MiB."
    )
    mib_per_drive_hybrid: Positive | None = Field(
        default=None, description="Memory per capacity drive of the host, hybrid, MiB."
    )
    locator: Text = Field(description="Passages of the sources.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.large_cluster_mib is None) != (self.large_cluster_hosts is None):
            raise ValueError("large_cluster_mib and large_cluster_hosts go together")
        return self


class VmOverhead(Record):
    """The memory that a powered-on virtual machine costs its host beyond its own."""

    table: Key = Field(description="Table that the row belongs to, which some versions of the hypervisor share.")
    memory_mib: Positive = Field(description="Memory of the virtual machine, MiB.")
    vcpu: Whole = Field(description="Virtual processors of the virtual machine.")
    overhead_mib: Positive = Field(description="Memory taken on top, MiB.")
    locator: Text = Field(description="Table of the source.")
