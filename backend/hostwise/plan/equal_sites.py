"""Equal sites: a plan describes one of many sites that are alike, such as stores or branches."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hostwise.plan.declaration import Decided, groups, plan_field
from hostwise.plan.fields import Document


class EqualSites(Document):
    """Sites that are alike in workload, growth and hosts: the plan describes one of them, and its cost is of all."""

    model_config = groups("Equal sites")

    number: Annotated[int, Field(ge=2, le=100_000)] = plan_field(
        default=..., label="Number of sites", meaning="How many sites are like the one in the plan."
    )
    first_month: Annotated[int, Field(ge=0, le=180)] | None = plan_field(
        label="First sites in month",
        meaning="Month in which the first sites are bought; 0 is the purchase.",
        absent=Decided("the purchase"),
    )
    per_month: Annotated[int, Field(ge=1, le=100_000)] | None = plan_field(
        label="Sites per month",
        meaning="Sites that are bought in each month of the roll-out; by default all of them in one.",
        absent=Decided("all sites in one month"),
    )
    shared_spare_hosts: Annotated[int, Field(ge=0, le=10_000)] | None = plan_field(
        label="Spare hosts for all sites",
        meaning="Hosts on a shelf for all sites: they are bought with the first ones and carry nothing.",
        absent=Decided("none"),
    )

    @property
    def last_month(self) -> int:
        """The month in which the last sites are bought."""
        first = self.first_month or 0
        return first if self.per_month is None else first + -(-self.number // self.per_month) - 1
