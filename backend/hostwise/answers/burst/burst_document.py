"""The answer to a burst: how the write buffers of every configuration fill, drain and throttle over time."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import ExplanationSource, Value


class Regime(StrEnum):
    """What the write buffer does.

    buffering: it fills and nothing leaves it. destaging: it passes data on to the capacity drives. throttled: writes
    are admitted more slowly than requested, because the buffer or its drive is at its limit.
    """

    BUFFERING = "buffering"
    DESTAGING = "destaging"
    THROTTLED = "throttled"


class BurstStep(Answer):
    """A stretch of time with a steady load."""

    minutes: float = Field(description="How long it lasts, minutes.")
    peak_share: float | None = Field(description="Load as a share of the peak I/O; null where it is not known.")
    to_peak_share: float | None = Field(description="Load at its end, for a ramp; null where the load is steady.")
    is_average: bool = Field(description="Whether the groups' average load runs, and not a share of their peak.")


class BurstThresholds(Answer):
    """Fills of the buffer at which its behaviour changes."""

    start_share: float = Field(description="Fill below which nothing is de-staged.")
    full_share: float = Field(description="Fill above which de-staging runs at its limit and writes are throttled.")


class BurstSeries(Answer):
    """The course over time, all lists equally long.

    The fill is that at the minute. Rates are means from that minute to the next one; the last point repeats them.
    Rates in MB/s are those of one running disk group, I/O is that of the whole cluster.
    """

    minutes: list[float] = Field(description="Minutes since the beginning.")
    fill_share: list[float] = Field(description="Fill of the write buffer.")
    destage_mb_s: list[float] = Field(description="From the buffer to the capacity drives, MB/s of one disk group.")
    demanded_mb_s: list[float] = Field(description="Requested writes, MB/s of one disk group.")
    admitted_mb_s: list[float] = Field(description="Admitted writes, MB/s of one disk group.")
    demanded_iops: list[float] = Field(description="Requested front-end I/O per second, whole cluster.")
    admitted_iops: list[float] = Field(description="Admitted front-end I/O per second, whole cluster.")
    regime: list[Regime] = Field(description="What the buffer does from that minute to the next one.")


class RegimeSpan(Answer):
    """A stretch of time in one regime, its ends exact."""

    regime: Regime
    from_minutes: float
    to_minutes: float


class BurstConfiguration(Answer):
    """The answer for one configuration."""

    key: str
    name: str
    applies: bool = Field(description="Whether its storage has write buffers that de-stage.")
    reason: str | None = Field(description="Why not, where it has none.")
    text: str = Field(description="Whether and when writes are throttled, in words.")
    throttles_after_minutes: Value = Field(
        description="Minutes of the profile until writes are throttled for the first time; infinite is never."
    )
    longest_burst_minutes: Value = Field(
        description="Minutes at peak, after the average load, until writes are throttled; infinite is never."
    )
    throttled_minutes: Value = Field(description="Minutes of the profile in which writes are throttled.")
    longest_throttled_minutes: Value = Field(description="Longest uninterrupted time with throttled writes.")
    steady_admitted_iops: Value = Field(description="Front-end I/O per second of this mix that the cluster sustains.")
    quantities: dict[str, Value] = Field(description="Quantities of the model used here, by name.")
    series: BurstSeries | None = Field(description="The course over time; null where it is not evaluated.")
    spans: list[RegimeSpan] = Field(description="The regimes one after the other, with exact times.")
    assumed: bool = Field(description="Whether the rates of drive or de-staging are assumed and not measured or given.")
    rests_on_assumptions: list[str] = Field(
        description="Labels of the assumed inputs behind buffer, rates and load; the number of hosts has its own."
    )
    sources: list[ExplanationSource] = Field(description="Sources of buffer, thresholds and rates.")


class BurstResult(Answer):
    """How the write buffers take a load over time. The same plan, failures and versions give the same bytes."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    unit_convention: str
    failed_hosts: int
    failed_groups: int
    profile: list[BurstStep]
    profile_is_assumed: bool = Field(description="Whether the profile is a default, since the plan describes no burst.")
    thresholds: BurstThresholds | None = Field(description="Null if no configuration has a write buffer.")
    configurations: list[BurstConfiguration]
    notes: list[str] = Field(description="Assumptions for missing inputs, and omissions of the simulation.")
