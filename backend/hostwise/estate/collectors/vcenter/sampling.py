"""Sampling: the values that hosts keep for an hour at 20 s, fetched again and again for days."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

from hostwise.estate.collectors.collecting_problems import CannotCollect, Silent
from hostwise.estate.collectors.stopping import Stop
from hostwise.estate.collectors.vcenter.counters import Performance
from hostwise.estate.collectors.vcenter.sample_file import SampleFile
from hostwise.estate.collectors.vcenter.session import VCenter
from hostwise.estate.collectors.vcenter.vcenter_inventory import running_machines
from hostwise.number_format.writing import counted
from hostwise.plan.estate import EstateFinding

FETCH_EVERY_S = 1_800
"""Half of what the hosts keep, so that one fetch may fail."""

_KEPT_S = 3_600
_AGAIN_AFTER_S = 60
_COMMIT_EVERY_S = 5
_SHORT_S = 7 * 86_400


def sample(
    vcenter: VCenter,
    file: SampleFile,
    stop: Stop,
    say: Callable[[str], None],
    *,
    every_s: float = FETCH_EVERY_S,
) -> bool:
    """Fetch samples into a file until its period is over, or someone stops it.

    Args:
        vcenter: the session; it is renewed when it expires.
        file: where they go; it says how long.
        stop: says when to stop before the end.
        say: called with a sentence about the progress.
        every_s: time between fetches, seconds.

    Returns:
        Whether the period is over.

    Raises:
        CannotCollect: the vCenter refuses, or the file cannot be written. What was fetched is kept.
    """
    performance: Performance | None = None
    while True:
        pause_s = every_s
        try:
            performance = performance or Performance(vcenter)
            _fetch(vcenter, performance, file, stop)
        except Silent as error:
            pause_s = min(_AGAIN_AFTER_S, every_s)
            say(f"{error} Asked again in {pause_s:.0f} s; the hosts keep an hour.")
        except CannotCollect:
            file.commit()
            raise
        file.commit()
        now = _now()
        if stop.asked or now >= file.until:
            return now >= file.until
        say(f"{counted(file.vms, 'VMs')}, {file.size / 1e6:.1f} MB; until {file.until:%Y-%m-%d %H:%M} UTC.")
        stop.wait_until(min(now + dt.timedelta(seconds=pause_s), file.until))


def _fetch(vcenter: VCenter, performance: Performance, file: SampleFile, stop: Stop) -> None:
    now = vcenter.now()
    oldest = now - dt.timedelta(seconds=_KEPT_S)
    if file.last:
        newest = max(file.last.values())
        file.lost_s += max(int(oldest.timestamp()) - newest, 0)
    machines = running_machines(vcenter)
    since = {each.id: max(dt.datetime.fromtimestamp(file.last.get(each.id, 0), dt.UTC), oldest) for each in machines}
    kept_at = time.monotonic()
    for batch in performance.real_time(machines, since):
        for series in batch:
            file.append(series)
        if time.monotonic() - kept_at > _COMMIT_EVERY_S:
            file.commit()
            kept_at = time.monotonic()
        if stop.asked:
            return


def findings_of(file: SampleFile) -> list[EstateFinding]:
    """Findings about the period that the samples cover."""
    if not file.last:
        return [EstateFinding(code="no_samples", kind="missing", message="No VM had real-time values.")]
    sampled_s = max(file.last.values()) - int(file.begun.timestamp())
    found = [
        EstateFinding(
            code="sampled",
            kind="note",
            message=f"Use is of samples of 20 s since {file.begun:%Y-%m-%d %H:%M} UTC, of {counted(file.vms, 'VMs')}.",
            count=file.vms,
        )
    ]
    if sampled_s < _SHORT_S:
        found.append(
            EstateFinding(
                code="sampled_briefly",
                kind="warning",
                message=f"Samples are of {max(sampled_s, 0) / 86_400:.1f} days: busier days may be missing.",
            )
        )
    if file.lost_s:
        found.append(
            EstateFinding(
                code="samples_lost",
                kind="warning",
                message=f"{file.lost_s / 60:.0f} minutes are missing: hosts keep one hour, which had passed.",
            )
        )
    return found


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
