"""Storage stacks: how clusters keep their data, and what the software around it costs."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from hostwise.catalogue.record import Key, Keys, Record, Text
from hostwise.catalogue.rules import Assumption

Layout = Literal["two_tier", "hybrid", "single_tier", "external"]
"""The drives of a host by what they do: `layout` of a configuration."""

_FORMER_LAYOUTS = {
    "osa_all_flash": "two_tier",
    "osa_hybrid": "hybrid",
    "esa": "single_tier",
    "external_array": "external",
}
"""Layouts as rows of a deployment's own had them until 0.2, by their former names."""


def _current_layout(layout: object) -> object:
    return _FORMER_LAYOUTS.get(layout, layout) if isinstance(layout, str) else layout


Quorum = Literal["any_host", "half", "majority"]
"""Hosts that must be left so that the storage goes on: any; half of them with a witness; more than half."""

Reserve = Literal["by_policy", "spare_hosts", "losses", "drives", "nothing"]
"""What is kept free for a rebuild: as the policy's method says; the policy's spare hosts; as many hosts as the
protection may lose; drives, up to a number in a cluster; or nothing, where no host stores the data of a lost one."""


class Stack(Record):
    """A way to store the data of a cluster."""

    name: Text = Field(description="Name for people.")
    layout: Annotated[Layout, BeforeValidator(_current_layout)] = Field(description="The drives that its hosts have.")
    usual: bool = Field(description="Whether it is that of its layout if none is named.")
    protections: Key = Field(description="Family of its protections.")
    usual_protection: Key | None = Field(
        default=None, description="Its protection where neither configuration nor policy has one of its own."
    )
    hypervisors: Keys = Field(default=(), description="Families of hypervisors that run on it; any, if none is named.")
    reserve: Reserve = Field(description="What is kept free so that a failed host can be rebuilt.")
    thick: bool = Field(description="Whether its volumes take all that is provisioned, written or not.")
    includes_host: bool = Field(
        description="Whether the memory and cores that it takes are those of the whole host system."
    )
    nvme_only: bool = Field(description="Whether it takes NVMe drives only.")
    same_drives: bool = Field(
        default=False,
        description="Whether it counts no more drives of any host than the host with the least capacity has.",
    )
    heals_in_host: bool = Field(
        default=False,
        description="Whether the other drives of a host take what was on a lost one where no other host may.",
    )
    quorum: Quorum = Field(
        default="any_host",
        description="Hosts of a cluster that must be left so that its storage goes on, whatever its copies.",
    )
    quorum_of: Text | None = Field(default=None, description="Whose quorum it is, such as: the pool's.")
    compared: bool = Field(
        default=False,
        description="Whether it is a candidate where staying on today's platform is compared with leaving: those with "
        "prices.",
    )
    profiles: bool = Field(description="Whether the vendor's hardware profiles of the catalogue are for it.")
    locator: Text = Field(description="Passages of the sources.")

    @model_validator(mode="after")
    def _quorum_of_something(self) -> Self:
        if (self.quorum == "any_host") != (self.quorum_of is None):
            raise ValueError("quorum and quorum_of go together")
        return self


StackField = Literal[
    "metadata_share",
    "space_factor",
    "planned_fill_share",
    "planned_after_reserve",
    "hard_fill_share",
    "imbalance_share",
    "reserve_drives",
    "platform_tb",
    "memory_gib",
    "memory_gib_per_drive",
    "memory_share",
    "cluster_memory_gib",
    "cluster_cores",
    "cores",
    "cores_per_drive",
    "cpu_share",
    "max_hosts",
    "write_factor",
    "min_drives",
    "max_drives",
    "max_host_tb",
]


class StackFact(Assumption):
    """One number of one or more storage stacks, with its range, source and confidence."""

    stacks: Keys = Field(min_length=1, description="Storage stacks that it is about.")
    field: StackField = Field(description="What it is of them.")
