"""What performance history adds to a workload: peaks that coincide, growth, measured writes and the worst day."""

from __future__ import annotations

from dataclasses import dataclass

from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.engine.constants import KIB_PER_DECIMAL_MB
from hostwise.plan.document import ValueRange
from hostwise.plan.estate import EstateFinding
from hostwise.plan.history import COUNTER_WORDS, Counter, History, load_steps
from hostwise.plan.workload import Burst, VmGroup, Workload, WriteLoadBasis

MEASURED_DAYS = 30
"""Days from which on writes count as measured."""

_MOST_STEPS = 96
"""Stretches of the worst day: a quarter of an hour each."""

_GROWS = (Counter.CPU_GHZ, Counter.MEMORY_ACTIVE_GIB, Counter.IOPS)


@dataclass(frozen=True)
class Growth:
    """Growth in a year that the history shows, and in words what it rests on."""

    share: float
    note: str
    range: ValueRange | None = None


def diversity(history: History | None, *counters: Counter) -> float:
    """The ratio of the sum of the VMs' own peaks to their coincident peak; 1 where that is not known.

    The first counter that has it decides. A value below 1, where short peaks of single VMs vanish in their own
    percentile, counts too: the coincident peak is what a host sees.
    """
    for counter in counters:
        load = history.load(counter) if history is not None and history.sizes else None
        if load is not None and load.diversity_factor:
            return load.diversity_factor
    return 1.0


def grown(history: History | None) -> Growth | None:
    """The growth that a history of at least 90 days shows, of CPU use, else active memory, else I/O."""
    bands = {each.counter: each for each in history.growth} if history is not None else {}
    counter = next((each for each in _GROWS if each in bands), None)
    if counter is None:
        return None
    band = bands[counter]
    low, high = band.share_per_year_low, band.share_per_year_high
    note = words(
        "estate_growth.of_history",
        counter=COUNTER_WORDS[counter],
        days=band.days,
        low=f"{low:.0%}",
        high=f"{high:.0%}",
    )
    share, low, high = (min(max(each, -0.9), 5) for each in (band.share_per_year, low, high))
    # One trend for all groups, so that its error moves them together.
    cause = words("estate_growth.cause")
    together = ValueRange(low=low, high=high, confidence=min(band.confidence_share, 0.99), cause=cause)
    return Growth(share, note, together if low <= share <= high else None)


def with_use(workload: Workload, history: History | None) -> tuple[Workload, list[EstateFinding]]:
    """A workload with the measured writes, and the load over time of the worst day, where a history has them.

    Args:
        workload: the groups of an estate.
        history: what its VMs did.

    Returns:
        The workload, and findings about what could not be used.
    """
    if history is None or not history.sizes:
        return workload, []
    changes: dict[str, object] = {}
    days = history.period.days_covered if history.period is not None else 0
    if days >= MEASURED_DAYS and history.load(Counter.WRITE_IOPS) is not None:
        changes["write_load_basis"] = WriteLoadBasis.MEASURED
    findings = []
    peak = sum(_write_mb_s(each) for each in workload.groups)
    if history.worst_write_day is not None and peak > 0:
        try:
            changes["burst"] = Burst(profile=load_steps(history.worst_write_day, peak, _MOST_STEPS))
        except ValueError as error:
            told = words("estate_worst_day", why=str(error))
            findings.append(EstateFinding(code="worst_day_not_used", kind="warning", message=told))
    return workload.model_copy(update=changes), findings


def _write_mb_s(group: VmGroup) -> float:
    """Writes of a group at its peak I/O, as the plan counts them."""
    if group.iops_peak is None or group.read_share is None or group.io_kib is None:
        return 0.0
    return group.count * group.iops_peak * (1 - group.read_share) * group.io_kib / KIB_PER_DECIMAL_MB
