"""What performance history says about an estate: peaks that coincide, means, the worst day of writes, and growth.

Everything is derived from series of single VMs. What the source did not record is absent, never zero.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from hostwise.number_format.writing import some
from hostwise.plan.estate import (
    Columns,
    EstateFinding,
    Figure,
    Figures,
    Inventory,
    Label,
    Power,
    Source,
    Texts,
    VmColumns,
)
from hostwise.plan.estate_codes import EstateCode
from hostwise.plan.fields import Share
from hostwise.plan.workload import LoadStep

LEAST_DAYS, FEW_DAYS, GROWTH_DAYS = 1.0, 7.0, 90
"""Days below which history is refused for sizing, below which it is doubted, and from which growth is read off it."""

MOST_LOAD_STEPS = 500
"""Steps of a load profile, as `Burst` allows."""

_LARGEST_SHARE = 10
_NAMED = 5
_KB_PER_MB = 1000


class Counter(StrEnum):
    """What is measured, with its unit."""

    CPU_GHZ = "cpu_ghz"
    MEMORY_ACTIVE_GIB = "memory_active_gib"
    READ_IOPS = "read_iops"
    WRITE_IOPS = "write_iops"
    IOPS = "iops"
    READ_MB_S = "read_mb_s"
    WRITE_MB_S = "write_mb_s"


COUNTER_WORDS = {
    Counter.CPU_GHZ: "CPU use",
    Counter.MEMORY_ACTIVE_GIB: "active memory",
    Counter.READ_IOPS: "reads",
    Counter.WRITE_IOPS: "writes",
    Counter.IOPS: "I/O",
    Counter.READ_MB_S: "bytes read",
    Counter.WRITE_MB_S: "bytes written",
}
UNITS = {
    Counter.CPU_GHZ: "GHz",
    Counter.MEMORY_ACTIVE_GIB: "GiB",
    Counter.READ_IOPS: "IO/s",
    Counter.WRITE_IOPS: "IO/s",
    Counter.IOPS: "IO/s",
    Counter.READ_MB_S: "MB/s",
    Counter.WRITE_MB_S: "MB/s",
}


class HistoryPeriod(BaseModel):
    """When, and how densely, the history was recorded."""

    model_config = ConfigDict(extra="forbid")

    start: str = Field(description="First time, ISO 8601.")
    end: str = Field(description="End of the last interval, ISO 8601.")
    time_zone: str | None = Field(
        None, description="Time zone of the source; absent where times were taken as they are written."
    )
    days: Figure = Field(description="Days between start and end.")
    days_covered: Figure = Field(description="Days at which enough VMs report; gaps are not counted.")
    interval_seconds: Figure = Field(description="Interval of the common time grid, seconds: the finest usual one.")
    intervals_seconds: list[Figure] = Field(description="All usual sampling intervals, seconds.")


class ScopeLoad(BaseModel):
    """One counter, for all VMs together. Without series there are no sums by time, and what rests on them is absent."""

    model_config = ConfigDict(extra="forbid")

    counter: Counter
    label: str = Field(description="What is measured, in words.")
    unit: str
    vms: int = Field(ge=0, description="VMs that have this counter.")
    mean: Figure | None = Field(None, description="Mean of the sum over VMs.")
    coincident_peak: Figure | None = Field(None, description="Percentile of the sum over VMs at each time.")
    coincident_maximum: Figure | None = Field(None, description="Highest sum over VMs at one time.")
    sum_of_peaks: Figure | None = Field(None, description="Sum of the VMs' own percentiles.")
    diversity_factor: Figure | None = Field(
        None,
        description=(
            "Sum of the VMs' own peaks over the coincident peak. At least 1 for the maximum; for a percentile it may "
            "be below 1, since short peaks of single VMs vanish in their own percentile and not in that of the sum."
        ),
    )
    coverage_share: Share | None = Field(None, description="Share of the times at which enough VMs report.")


class HistoryVms(Columns):
    """What the history says of each VM. Peaks are the percentile of the history, over the VM's own time."""

    model_config = ConfigDict(extra="forbid")

    id: Texts | None = Field(None, description="Id of the source; empty where it has none.")
    days_covered: Figures | None = Field(None, description="Days with values.")
    cpu_ghz: Figures | None = Field(None, description="CPU use, GHz, mean.")
    cpu_peak_ghz: Figures | None = Field(None, description="CPU use, GHz, peak.")
    memory_active_gib: Figures | None = Field(None, description="Active memory, GiB, mean.")
    memory_peak_gib: Figures | None = Field(None, description="Active memory, GiB, peak.")
    iops_average: Figures | None = Field(None, description="I/O per second, mean.")
    iops_peak: Figures | None = Field(None, description="I/O per second, peak.")
    read_share: Figures | None = Field(None, description="Reads as a share of all I/O.")
    read_mb_s: Figures | None = Field(None, description="Bytes read, MB/s, mean.")
    write_mb_s: Figures | None = Field(None, description="Bytes written, MB/s, mean.")


class WriteProfile(BaseModel):
    """Writes of all VMs over the day on which most was written."""

    model_config = ConfigDict(extra="forbid")

    date: str
    step_minutes: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    mb_s: list[Figure] = Field(max_length=1_500, description="Writes of each step, MB/s.")
    mean_mb_s: Figure
    gap_minutes: Figure = Field(description="Minutes without enough values, which have the mean of the day.")


class GrowthBand(BaseModel):
    """Growth in the history: Theil-Sen slope of the daily peaks, and its confidence band."""

    model_config = ConfigDict(extra="forbid")

    counter: Counter
    days: int = Field(description="Whole days that it rests on.")
    share_per_year: float = Field(description="Growth in a year, as a share of the level at the end of the history.")
    share_per_year_low: float
    share_per_year_high: float
    confidence_share: Share = Field(
        0.95, description="Confidence of the band. Days are taken as independent, so that the true band is wider."
    )


class History(BaseModel):
    """Performance history, reduced to what sizing needs."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["hostwise-history"] = "hostwise-history"
    format_version: Literal[1] = 1
    source: Source
    percentile: Annotated[float, Field(gt=0, le=100)] | None = Field(
        description="Percentile that peaks mean, over time; absent where the source gives its own peaks."
    )
    period: HistoryPeriod | None = Field(description="Absent where the source has no times.")
    counters: list[Counter] = Field(description="What the source has.")
    scope: list[ScopeLoad]
    vms: HistoryVms
    worst_write_day: WriteProfile | None = None
    growth: list[GrowthBand] = Field(default_factory=list)
    rows_read: int = Field(0, ge=0, description="Rows or points read.")
    rows_rejected: int = Field(0, ge=0, description="Of these, left out: without the name of a VM, or a time.")
    columns_unused: list[Label] = Field(default_factory=list, max_length=200)
    findings: list[EstateFinding] = Field(default_factory=list, max_length=1_000)

    @property
    def sizes(self) -> bool:
        """Whether it is long enough to size by: at least a day, or a source that gives peaks without times."""
        return self.period is None or self.period.days_covered >= LEAST_DAYS * (1 - 1e-9)

    def load(self, counter: Counter) -> ScopeLoad | None:
        """What it says of one counter, for all VMs together."""
        return next((each for each in self.scope if each.counter == counter), None)


_ENRICHED = (
    "cpu_ghz",
    "cpu_peak_ghz",
    "memory_active_gib",
    "memory_peak_gib",
    "iops_average",
    "iops_peak",
    "read_share",
)
"""Columns with the same name and meaning in an inventory."""


def with_history(inventory: Inventory, history: History) -> Inventory:
    """The inventory with the means and peaks of a history, where it has them.

    VMs are joined by id, else by name without regard to capitals. A name that several VMs have joins none of them.
    Values of the history replace those of the inventory; where it has none, the inventory keeps its own.

    Args:
        inventory: the estate.
        history: what its VMs did; one that is too short to size by changes nothing and leaves a finding.

    Returns:
        A new inventory.
    """
    if not history.sizes:
        finding = EstateFinding(
            code="history_too_short",
            kind="warning",
            message="The history covers less than a day and is not used: no peak of a week can be read off it.",
            place=history.source.file,
        )
        return inventory.model_copy(update={"findings": [*inventory.findings, finding]})
    places, findings = _joined(inventory.vms, history)
    columns: dict[str, list[float | None]] = {}
    for field in _ENRICHED:
        if (told := getattr(history.vms, field)) is not None:
            columns[field] = _over(getattr(inventory.vms, field), told, places)
    if (both := _disk_kb_s(history.vms)) is not None:
        columns["disk_kb_s"] = _over(inventory.vms.disk_kb_s, both, places)
    return inventory.model_copy(
        update={
            "vms": inventory.vms.model_copy(update=columns),
            "sources": [*inventory.sources, history.source],
            "findings": [*inventory.findings, *history.findings, *findings],
        }
    )


def _joined(vms: VmColumns, history: History) -> tuple[list[int], list[EstateFinding]]:
    """For each VM its row in the history, or -1, and what does not fit."""
    known = history.vms
    ids = {each: at for at, each in enumerate(known.id or []) if each}
    names = _single(known.name)
    wanted = _single(vms.name)
    places = []
    for id_, name in zip(vms.id, vms.name, strict=True):
        at = ids.get(id_, -1)
        key = name.casefold()
        places.append(at if at >= 0 else names.get(key, -1) if key in wanted else -1)
    used = set(places)
    strangers = [name for at, name in enumerate(known.name) if at not in used]
    silent = [
        name
        for name, power, template, at in zip(vms.name, vms.power, vms.template, places, strict=True)
        if at < 0 and power is Power.ON and not template
    ]
    twice = [name for name, count in Tally(each.casefold() for each in vms.name).items() if count > 1 and name in names]
    findings = []
    if strangers:
        findings.append(_unmatched("history_unmatched", "VMs of the history that the inventory lacks", strangers))
    if silent:
        findings.append(_unmatched("vms_without_history", "Running VMs without history", silent))
    if twice:
        findings.append(
            _unmatched("history_names_repeat", "Names of several VMs, whose history is given to none of them", twice)
        )
    return places, [each.model_copy(update={"place": history.source.file}) for each in findings]


def _single(names: Sequence[str]) -> dict[str, int]:
    """Positions of names that occur once."""
    keys = [each.casefold() for each in names]
    count = Tally(keys)
    return {key: at for at, key in enumerate(keys) if count[key] == 1}


def _unmatched(code: EstateCode, what: str, names: Sequence[str]) -> EstateFinding:
    return EstateFinding(code=code, kind="warning", message=f"{what}: {some(names, _NAMED)}.", count=len(names))


def _over(
    old: Sequence[float | None] | None, told: Sequence[float | None], places: Sequence[int]
) -> list[float | None]:
    """A column with the values of the history over its own."""
    own = old if old is not None else [None] * len(places)
    news = [told[at] if at >= 0 else None for at in places]
    return [new if new is not None else before for new, before in zip(news, own, strict=True)]


def _disk_kb_s(vms: HistoryVms) -> list[float | None] | None:
    if vms.read_mb_s is None or vms.write_mb_s is None:
        return None
    return [
        None if read is None or write is None else (read + write) * _KB_PER_MB
        for read, write in zip(vms.read_mb_s, vms.write_mb_s, strict=True)
    ]


def load_steps(profile: WriteProfile, peak_write_mb_s: float, most: int = MOST_LOAD_STEPS) -> tuple[LoadStep, ...]:
    """A day's writes as the load profile of a burst.

    Where there are more steps than allowed, the neighbours that differ least become one: the bytes stay the same, and
    peaks outlast calm hours.

    Args:
        profile: writes over the day.
        peak_write_mb_s: writes at the peak I/O of the plan, MB/s, before any amplification: a load of 1.
        most: most steps.

    Raises:
        ValueError: the peak is not above 0, or the day exceeds ten times that peak.
    """
    if not peak_write_mb_s > 0:
        raise ValueError("the peak writes of the plan must be above 0 MB/s")
    minutes = np.full(len(profile.mb_s), profile.step_minutes)
    load = np.array(profile.mb_s) / peak_write_mb_s
    if load.max(initial=0) > _LARGEST_SHARE:
        raise ValueError(f"the day exceeds {_LARGEST_SHARE} times the peak writes of the plan")
    while len(load) > most:
        # What merging two neighbours adds to the squared error over time.
        cost = np.diff(load) ** 2 * minutes[1:] * minutes[:-1] / (minutes[1:] + minutes[:-1])
        at = int(np.argmin(cost))
        whole = minutes[at] + minutes[at + 1]
        load[at] = (load[at] * minutes[at] + load[at + 1] * minutes[at + 1]) / whole
        minutes[at] = whole
        load, minutes = np.delete(load, at + 1), np.delete(minutes, at + 1)
    # Below what a plan calls negligible there are no writes.
    shares = np.where(load < 1e-9, 0.0, load)
    return tuple(
        LoadStep(minutes=float(each), peak_share=float(share)) for each, share in zip(minutes, shares, strict=True)
    )
