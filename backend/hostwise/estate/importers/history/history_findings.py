"""Findings about a history: its length, its density, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from hostwise.estate.importers.building import names_in_words
from hostwise.estate.importers.history.collected import Collected
from hostwise.estate.importers.history.reduction import REPORTING_SHARE, Reduction
from hostwise.plan.estate import EstateFinding
from hostwise.plan.estate_codes import EstateCode
from hostwise.plan.history import COUNTER_WORDS, FEW_DAYS, LEAST_DAYS, Counter, HistoryPeriod, ScopeLoad

_AVERAGING_SECONDS = 300
_LEAST_COVERAGE = 0.9
_FOLLOWS = {
    Counter.CPU_GHZ: "The limit by GHz is not evaluated from use, and VMs cannot be right-sized by their CPU.",
    Counter.MEMORY_ACTIVE_GIB: (
        "Memory states and memory tiering rest on an assumed share of active memory. vCenter keeps it in its history "
        "from statistics level 2 on."
    ),
    Counter.READ_IOPS: (
        "Reads and writes cannot be told apart, and cache and drives are sized by an assumed read share. vCenter keeps "
        "I/O of virtual disks by device, at level 3 or in real time only."
    ),
    Counter.WRITE_IOPS: "The peak of I/O is not known from history.",
    Counter.READ_MB_S: "The size of a read is assumed.",
    Counter.WRITE_MB_S: (
        "Endurance rests on an estimate of the bytes written, and there is no day of writes for the simulation of a "
        "burst. vCenter keeps them from level 2 on."
    ),
}


def findings(
    collected: Collected, reduction: Reduction, period: HistoryPeriod, loads: Iterable[ScopeLoad], file: str
) -> list[EstateFinding]:
    """All findings about a history with times."""
    found = [
        *_about_length(period),
        *_about_intervals(period),
        *_about_counters(collected),
        *_about_sums(reduction, list(loads)),
        *_about_rows(collected, reduction),
    ]
    if collected.local_times and period.time_zone is None:
        found.append(
            _finding(
                "no_time_zone",
                "note",
                "Times say no zone and are taken as written. Where clocks are set forward an hour is a gap; where they "
                "are set back two values of an hour count with their mean, unless a time zone is given.",
            )
        )
    return [*collected.findings, *(each.model_copy(update={"place": file}) for each in found)]


def _finding(code: EstateCode, kind: str, message: str, count: int = 1) -> EstateFinding:
    return EstateFinding.model_validate({"code": code, "kind": kind, "message": message, "count": max(count, 1)})


def _about_length(period: HistoryPeriod) -> list[EstateFinding]:
    days = period.days_covered
    if days < LEAST_DAYS * (1 - 1e-9):
        return [
            _finding(
                "history_too_short",
                "warning",
                f"The history covers {days * 24:.1f} hours. Less than a day is described and not used for sizing.",
            )
        ]
    if days < FEW_DAYS * (1 - 1e-9):
        return [
            _finding(
                "history_short",
                "warning",
                f"The history covers {days:.1f} days. Loads repeat by the week: with fewer than 7 days the busiest one "
                "may be missing.",
            )
        ]
    return []


def _about_intervals(period: HistoryPeriod) -> list[EstateFinding]:
    found = []
    longest = max(period.intervals_seconds, default=period.interval_seconds)
    if longest >= _AVERAGING_SECONDS:
        found.append(
            _finding(
                "averages_understate_peaks",
                "note",
                f"A value may be the mean of {_seconds(longest)}: peaks within it are higher than what is shown.",
            )
        )
    if len(period.intervals_seconds) > 1:
        shown = ", ".join(_seconds(each) for each in period.intervals_seconds)
        found.append(
            _finding(
                "intervals_differ",
                "note",
                f"Sampling intervals differ ({shown}). Each value counts for as long as it stands.",
            )
        )
    return found


def _seconds(seconds: float) -> str:
    for unit, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds / unit:g} {name}{'s' if seconds > unit else ''}"
    return f"{seconds:g} seconds"


def _about_counters(collected: Collected) -> list[EstateFinding]:
    missing = [each for each in _FOLLOWS if each not in collected.counters]
    found = [
        _finding(
            cast(EstateCode, f"no_{each.value}"),
            "missing",
            f"There is no counter of {COUNTER_WORDS[each]}. {_FOLLOWS[each]}",
        )
        for each in missing
    ]
    if collected.unused:
        shown = names_in_words(dict.fromkeys(collected.unused))
        found.append(_finding("columns_unused", "note", f"Not used: {shown}.", len(set(collected.unused))))
    return found


def _about_sums(reduction: Reduction, loads: list[ScopeLoad]) -> list[EstateFinding]:
    found = []
    thin = [each for each in loads if (each.coverage_share or 0) < _LEAST_COVERAGE]
    if thin:
        shown = ", ".join(f"{COUNTER_WORDS[each.counter]} {(each.coverage_share or 0) * 100:.0f} %" for each in thin)
        found.append(
            _finding(
                "times_with_gaps",
                "warning",
                f"At some times fewer than {REPORTING_SHARE * 100:.0f} % of the VMs report. They are left out of sums; "
                f"of the period remain: {shown}.",
            )
        )
    if (share := reduction.existing_together_share()) < REPORTING_SHARE:
        found.append(
            _finding(
                "vms_not_together",
                "warning",
                f"At no time more than {share * 100:.0f} % of the VMs have values. The coincident peak is that of a "
                "part of them; the sum of the VMs' own peaks covers all.",
            )
        )
    below = [each for each in loads if each.diversity_factor is not None and each.diversity_factor < 1 - 1e-9]
    if below:
        shown = ", ".join(COUNTER_WORDS[each.counter] for each in below)
        found.append(
            _finding(
                "short_peaks",
                "note",
                f"The percentile of the sum is above the sum of the VMs' percentiles for {shown}: short peaks of "
                "single VMs add up. Size by the coincident peak.",
            )
        )
    return found


def _about_rows(collected: Collected, reduction: Reduction) -> list[EstateFinding]:
    found = []
    if collected.rows_rejected:
        found.append(
            _finding(
                "rows_rejected",
                "rejected",
                "Rows without the name of a VM, or without a time that can be read, are left out.",
                collected.rows_rejected,
            )
        )
    if collected.blanks:
        found.append(_finding("blanks", "note", "Blank values are gaps and do not count as zero.", collected.blanks))
    if reduction.twice:
        found.append(
            _finding(
                "times_repeat",
                "repaired",
                "Several values of one VM at the same time count with their mean.",
                reduction.twice,
            )
        )
    return found
