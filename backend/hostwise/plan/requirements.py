"""What every candidate must be able to do to take part in the verdict. A requirement never sizes: the policy does."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hostwise.plan.declaration import Instead, groups, plan_field
from hostwise.plan.fields import Document, Money, NonNegative


class Keeps(StrEnum):
    """What a cluster must still do with hosts lost."""

    FULL_PERFORMANCE = "full_performance"
    RUNNING = "running"


KEEPS_WORDS = {
    Keeps.FULL_PERFORMANCE: "full performance",
    Keeps.RUNNING: "keeps running",
}

_NOT_REQUIRED = Instead(0, "not required")


class Requirements(Document):
    """What every candidate must be able to do; one that cannot is shown, and takes part in no verdict."""

    model_config = groups(
        limits="Limits of the whole purchase",
        features="Features",
    )

    hosts_lost: Annotated[int, Field(ge=0, le=3)] | None = plan_field(
        label="Hosts that may be lost",
        meaning="With so many hosts down at once the cluster must go on; spare hosts of the policy size it.",
        absent=_NOT_REQUIRED,
    )
    hosts_lost_keeps: Keeps = plan_field(
        default=Keeps.FULL_PERFORMANCE,
        label="With these hosts lost",
        meaning="Full performance: every limit still holds. Keeps running: memory and CPU suffice at 100 %, and the "
        "data can be reached.",
        choices=KEEPS_WORDS,
    )
    site_lost: bool = plan_field(
        default=False,
        label="Survives the loss of a site",
        meaning="Whether all VMs must go on when one site is lost.",
    )
    heals: bool = plan_field(
        default=False,
        label="Heals by itself",
        meaning="Whether data must be fully protected again after a host is lost, without a new host.",
    )
    rpo_minutes: NonNegative | None = plan_field(
        label="Recovery point (RPO) at site loss",
        meaning="Minutes of writes that may be lost with a site; 0 is none.",
        unit="min",
        absent=_NOT_REQUIRED,
    )
    min_hosts: Annotated[int, Field(ge=1, le=100_000)] | None = plan_field(
        label="Minimum hosts",
        meaning="Minimum number of hosts at the sizing date: a lost host then takes no more than that part of the VMs.",
        absent=_NOT_REQUIRED,
        group="limits",
    )
    max_hosts: Annotated[int, Field(ge=1, le=100_000)] | None = plan_field(
        label="Maximum hosts in total",
        meaning="Maximum number of hosts until the horizon, over all clusters; the policy limits a single cluster.",
        absent=_NOT_REQUIRED,
        group="limits",
    )
    budget: Money | None = plan_field(
        label="Budget",
        meaning="Highest cost until the horizon.",
        unit="currency",
        absent=_NOT_REQUIRED,
        group="limits",
    )
    rack_units: NonNegative | None = plan_field(
        label="Maximum rack units",
        meaning="Rack units allowed, an external array included.",
        unit="U",
        absent=_NOT_REQUIRED,
        group="limits",
    )
    power_kw: NonNegative | None = plan_field(
        label="Maximum power",
        meaning="Highest average power of hosts and array, without cooling.",
        unit="kW",
        absent=_NOT_REQUIRED,
        group="limits",
    )
    snapshots: bool = plan_field(
        default=False,
        label="Snapshots",
        meaning="Whether VMs need snapshots on the storage that is used.",
        group="features",
    )
    live_migration: bool = plan_field(
        default=False,
        label="Live migration",
        meaning="Whether running VMs must move between hosts.",
        group="features",
    )
    vgpu: bool = plan_field(
        default=False,
        label="Shared graphics processors (vGPU)",
        meaning="Whether VMs share graphics processors.",
        group="features",
    )
