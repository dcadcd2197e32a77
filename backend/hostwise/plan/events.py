"""Dated events of demand: VMs that come or go in a month, beside smooth growth."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hostwise.plan.declaration import plan_field
from hostwise.plan.fields import Document, Name, Share, Text

MOST_EVENTS = 100
"""Events of a plan."""

EXPECTED = 0.5
"""The probability from which on the plan as sized counts an event: it is at least as likely as not."""


class Event(Document):
    """VMs of a group that come or go in a month: a project, an acquisition, a decommissioning, a tenant leaving."""

    label: Name = plan_field(
        default=..., label="Event", meaning="What happens, in words.", examples=["Acquisition", "Tenant leaves"]
    )
    month: int = plan_field(
        default=...,
        label="In month",
        meaning="The month from which on the VMs are there, or gone; month 0 is the purchase.",
        ge=1,
        le=180,
        examples=[18],
    )
    group: Name = plan_field(
        default=...,
        label="VM group",
        meaning="Name of the group whose VMs come or go: they have its size per VM at that date.",
        examples=["application servers"],
    )
    vms: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] = plan_field(
        default=...,
        label="VMs",
        meaning="VMs that come; below 0 those that go. They do not grow in number.",
        unit="VMs",
        examples=[200, -40],
    )
    probability: Share = plan_field(
        default=1.0,
        label="Probability",
        meaning="How likely it is. The plan as sized counts an event of at least 50 %; simulations draw each.",
        control="share",
    )
    note: Text | None = plan_field(label="Note", meaning="Where it is known from.")

    @property
    def expected(self) -> bool:
        """Whether the plan as sized counts it."""
        return self.probability >= EXPECTED
