"""Answers about placement: the VMs of an estate one by one on the hosts of a configuration."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Finding

DimensionKey = Literal["cpu_cores", "cpu_ghz", "memory"]


class PlacedDimension(Answer):
    """One of the things that VMs ask a host for."""

    key: DimensionKey
    label: str
    unit: str
    usable_per_host: float = Field(description="What a host has for VMs.")
    asked: float = Field(description="What the VMs ask for one by one, those that fit no host left out.")
    plan_asked: float = Field(description="What the plan's groups ask for.")
    largest_vm: str | None = Field(description="The VM that asks for most of it.")
    largest_vm_asks: float | None
    lowest_fill: float | None = Field(description="Of the hosts that carry VMs; null where it was left out.")
    mean_fill: float | None
    highest_fill: float | None
    fill: list[float] = Field(description="Of each host that carries VMs: 1 is full.")


class PlacementException(Answer):
    """A VM that is on no host."""

    name: str
    id: str
    reason: Literal["unknown", "too_large"]
    dimensions: list[DimensionKey] = Field(description="In which it is unknown or too large.")


class LargerThanNode(Answer):
    """VMs that are larger than the part of a host beside one processor."""

    what: Literal["vcpu", "memory_gib"]
    node: float = Field(description="Cores of a processor, or memory beside it.")
    vms: int
    names: list[str] = Field(description="The largest ones first; of many the first ones.")


class PlacementAnswer(Answer):
    """How many hosts carry the VMs one by one, beside how many their totals need."""

    configuration: str
    name: str
    vms: int = Field(description="VMs that were to be placed, at the sizing date.")
    copies: int = Field(description="VMs among them that stand for growth: copies of VMs of today.")
    hosts: int = Field(description="Least hosts found on which all VMs have room, with the spares.")
    spare_hosts: int = Field(description="Hosts among them that may fail.")
    clusters: int
    sites: int
    bound: int = Field(description="Hosts below which no placement exists, with the spares.")
    gap_hosts: int = Field(description="Hosts above the bound: so many fewer there may be at best.")
    gap_share: float = Field(description="The same over the bound.")
    hosts_by_sums: int | None = Field(description="Hosts that the plan's sums of CPU and memory ask for.")
    plan_hosts: int | None = Field(description="Hosts of the plan, for all of its limits.")
    enough: bool | None = Field(description="Whether the plan's hosts carry the VMs; null where that is unknown.")
    dimensions: list[PlacedDimension]
    vms_per_host: list[int] = Field(description="VMs on each host that carries any in this placement.")
    unplaced: int
    exceptions: list[PlacementException] = Field(description="VMs on no host; of many the first ones.")
    larger_than_node: list[LargerThanNode]
    findings: list[Finding]
    sentence: str
