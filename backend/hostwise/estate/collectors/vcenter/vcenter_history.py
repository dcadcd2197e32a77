"""What a vCenter keeps of the past, and what it does not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from hostwise.estate.collectors.series import ACTIVE, ACTIVE_HIGHEST, CPU_HIGHEST, READS, Series
from hostwise.estate.collectors.vcenter.counters import Level, Performance
from hostwise.estate.collectors.vcenter.session import VCenter
from hostwise.estate.collectors.vcenter.vcenter_inventory import Machine
from hostwise.estate.collectors.vcenter.vcenter_use import Use
from hostwise.plan.estate import EstateFinding

_DAY_S = 86_400
_SAMPLE = "Raise the level of the vCenter's statistics, or run again with --sample 7d, which asks for all of it."


def read_history(
    vcenter: VCenter, machines: Sequence[Machine], days: int, each: Callable[[Series], None]
) -> tuple[Use, list[EstateFinding]]:
    """What the vCenter keeps of the use of some VMs.

    Args:
        vcenter: the session.
        machines: the VMs.
        days: how far back, in days.
        each: called with every series as it arrives.

    Returns:
        Means and highest values, and what they leave out.
    """
    performance, use = Performance(vcenter), Use()
    level = _level(performance.levels, days)
    if level is None:
        return use, [_nothing("The vCenter keeps no history.")]
    counters = performance.kept(level)
    begin = vcenter.now() - dt.timedelta(days=min(days, level.kept_s / _DAY_S))
    if counters:
        for batch in performance.history(machines, counters, level, begin):
            for series in batch:
                use.add(series)
                each(series)
    if not use.vms():
        return use, [_nothing(f"The vCenter has no history of the last {days} days.")]
    return use, _findings(level, days, {one.key for one in counters}, len(machines) - use.vms())


def _level(levels: Sequence[Level], days: int) -> Level | None:
    """The finest level that is kept for so long, else the one that is kept longest."""
    enough = [each for each in levels if each.kept_s >= days * _DAY_S]
    if enough:
        return min(enough, key=lambda each: each.interval_s)
    return max(levels, key=lambda each: each.kept_s, default=None)


def _nothing(why: str) -> EstateFinding:
    return EstateFinding(
        code="no_history",
        kind="missing",
        message=f"{why} CPU and memory in use are one reading. {_SAMPLE}",
    )


def _findings(level: Level, days: int, keys: set[str], silent: int) -> list[EstateFinding]:
    found = []
    if level.kept_s < days * _DAY_S:
        found.append(
            EstateFinding(
                code="history_short",
                kind="warning",
                message=f"The vCenter keeps {level.kept_s / _DAY_S:.0f} days of history, not {days}.",
            )
        )
    lacking = [words for key, words in ((ACTIVE, "active memory"), (READS, "I/O of virtual disks")) if key not in keys]
    if not keys & {CPU_HIGHEST, ACTIVE_HIGHEST}:
        found.append(
            EstateFinding(
                code="history_means",
                kind="warning",
                message=f"History is means of {_words(level.interval_s)} without their highest values (statistics "
                f"level {level.level}): peaks were higher.{'' if lacking else f' {_SAMPLE}'}",
            )
        )
    if lacking:
        found.append(
            EstateFinding(
                code="history_level",
                kind="missing",
                message=f"At statistics level {level.level} the vCenter keeps no {' and no '.join(lacking)}. {_SAMPLE}",
                count=len(lacking),
            )
        )
    if silent:
        found.append(
            EstateFinding(
                code="vms_without_history",
                kind="missing",
                message=f"{silent} running VMs have no history; their use is one reading.",
                count=silent,
            )
        )
    return found


def _words(seconds: int) -> str:
    """An interval in words.

    >>> _words(300), _words(7200), _words(86400)
    ('5 minutes', '2 hours', '24 hours')
    """
    return f"{seconds // 60} minutes" if seconds < 3_600 else f"{seconds // 3_600} hours"
