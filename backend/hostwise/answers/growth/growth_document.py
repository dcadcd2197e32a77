"""Hosts over time: what growing demand needs, what is bought, and when each limit is reached."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer


class LimitOverTime(Answer):
    """The hosts that one limit needs as the demand grows."""

    key: str
    label: str
    hosts: list[float | None] = Field(
        description="Hosts for the demand of each month, with spares; null if not evaluated, or if none suffice."
    )
    breaks_in: int | None = Field(
        description="First month in which the first hosts are not enough for it; null within no month."
    )
    undecided: bool = Field(description="Whether it is not evaluated and could ask for more hosts.")


class DatedEvent(Answer):
    """An event of the plan within its horizon."""

    label: str
    month: int
    group: str = Field(description="Name of the VM group.")
    vms: int = Field(description="VMs that come; below 0 those that go.")
    probability: float
    counted: bool = Field(description="Whether the plan as sized counts it: where it is at least as likely as not.")


class QuarterlyChange(Answer):
    """How the price of parts changes in a quarter: what is published of the newest one, or the plan's own rate."""

    parts: Literal["memory", "flash", "other hardware"]
    low: float = Field(description="Change as a share of the price before.")
    mid: float
    high: float
    period: str | None = Field(description="The quarter that it is published for; null is the plan's own rate.")
    source: str
    text: str


class PurchaseTiming(Answer):
    """What it costs to buy some quarters later, if prices go on as they do; with its uncertainty, and no advice."""

    quarters: int
    months: int
    low: float = Field(description="More than the same hardware costs today.")
    mid: float
    high: float
    arrives_in: int = Field(description="Month in which hosts ordered then run, by the lead time.")
    fits: bool | None = Field(
        description="Whether the demand until then fits the existing hosts; null where the plan has none."
    )
    offers_ending: int | None = Field(
        description="Offers among the prices that end before then; null where the plan has no date, or no such offer."
    )
    text: str


class ConfigurationGrowth(Answer):
    """A configuration over time."""

    key: str
    name: str
    needed: list[float | None] = Field(description="Hosts that the demand of each month needs.")
    present: list[float | None] = Field(description="Hosts of the cluster in each month, with those bought until then.")
    breaks_in: int | None = Field(
        description="First month in which the first hosts are not enough; null within no month."
    )
    broken_by: list[DatedEvent] = Field(
        description="The events that bring VMs in this month; empty where growth alone needs more."
    )
    order_by: int | None = Field(
        description="Last month in which to order, so that the first hosts for growth are there when they are needed; "
        "below 0 they come too late. Null where the first hosts last."
    )
    purchase_timing: list[PurchaseTiming] = Field(
        default_factory=list,
        description="Buying 1 to 3 quarters later; empty where nothing is bought, or a price is not known.",
    )
    limits: list[LimitOverTime] = Field(description="The one that breaks first comes first, those that hold come last.")


class GrowthFacts(Answer):
    """Hosts by month until the horizon; month 0 is the purchase."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    months: list[int]
    lead_time_months: int = Field(description="Months from an order to hosts that run.")
    lead_time_assumed: bool = Field(description="Whether they are what is usual, and not entered.")
    grows: bool = Field(description="Whether any configuration needs other hosts in a later month.")
    events: list[DatedEvent] = Field(description="The events until the horizon, the first comes first.")
    price_changes: list[QuarterlyChange] = Field(
        default_factory=list, description="What prices are taken to do while one waits."
    )
    configurations: list[ConfigurationGrowth]
