"""Answers about readiness: what stops or delays the move of VMs, and what each kind of it changes in hosts."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer

ReadinessKey = Literal[
    "raw_devices",
    "shared_disks",
    "passthrough",
    "fault_tolerant",
    "very_large",
    "guest_ended",
    "guest_ends_soon",
    "idle",
    "off_long",
    "unreachable",
    "old_snapshots",
    "consolidation",
    "media",
    "old_hardware",
    "no_tools",
]


class ReadinessRow(Answer):
    """A VM, and what was found of it."""

    name: str
    id: str
    cluster: str
    detail: str


class ReadinessKind(Answer):
    """One kind of what stops or delays a move."""

    key: ReadinessKey
    label: str
    stops: str = Field(description="What it stops or delays.")
    remedy: str = Field(description="What to do.")
    leaves: bool = Field(description="Whether such VMs may go or stay behind; otherwise they are fixed in place.")
    vms: int
    vms_unknown: int = Field(description="VMs of which the source does not say.")
    vcpu: float | None
    memory_gib: float | None
    disk_gb: float | None
    hosts_without: int | None = Field(
        description="Hosts without these VMs; null where they stay, or where hosts are not known."
    )
    effect: str = Field(description="What it changes in hosts, in words.")
    rows: list[ReadinessRow] = Field(description="The VMs; of many the first ones.")


class ReadinessUsual(Answer):
    """A setting that most VMs have: how the environment is set up, and no list of VMs to look at."""

    key: ReadinessKey
    label: str
    vms: int
    text: str


class ReadinessGap(Answer):
    """A kind that the source cannot say."""

    key: ReadinessKey
    label: str
    why: str


class EstateReadiness(Answer):
    """What stands in the way of moving an estate."""

    on: dt.date = Field(description="The date that support is judged on.")
    vms: int = Field(description="VMs that are counted.")
    ready: int = Field(description="VMs of which nothing was found.")
    configuration: str | None = Field(description="The candidate whose hosts are compared.")
    hosts: int | None = Field(description="Its hosts with all VMs.")
    sentence: str
    kinds: list[ReadinessKind] = Field(description="What was found, in the order in which it stops a move.")
    usual: list[ReadinessUsual] = Field(
        description="Settings that most VMs have, as by default in this environment: they count against no VM."
    )
    none_of: list[str] = Field(description="What was looked for and not found.")
    not_evaluated: list[ReadinessGap]
