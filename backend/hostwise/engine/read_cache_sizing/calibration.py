"""Calibration of the read-cache model from measured cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hostwise.engine.formulas.read_cache import read_cache_latency_ms
from hostwise.number_format.writing import percent, short

JOINT_TOLERANCE_SHARE = 0.05
"""By how much a common service time may miss a measured latency: assumed, above the 3.2 % by which VFRC13's two
baselines of one workload differ."""


_LEAST_ANSWERED_SHARE = 1e-6
"""Below one request in a million no measured latency shows what the flash does."""


@dataclass(frozen=True)
class LatencyCase:
    """A workload measured without and with a write-through read cache.

    `hit_share` is the share of the reads that the cache answered. Without the cache, reads and writes are taken to
    have the same mean latency, for only the mean of both is measured.
    """

    name: str
    read_share: float
    hit_share: float
    baseline_ms: float
    cached_ms: float

    @property
    def answered_share(self) -> float:
        """Share of all requests that the cache answered."""
        return self.read_share * self.hit_share

    @property
    def tells(self) -> bool:
        """Whether enough reads hit for the flash latency to show."""
        return self.answered_share >= _LEAST_ANSWERED_SHARE

    def latency_ms(self, service_ms: float) -> float:
        """Latency of this case in the model, with a given flash latency."""
        return float(
            read_cache_latency_ms(
                read_share=self.read_share,
                read_hit_share=self.hit_share,
                flash_read_ms=service_ms,
                backend_read_ms=self.baseline_ms,
                backend_write_ms=self.baseline_ms,
            )
        )


@dataclass(frozen=True)
class Calibration:
    """The latency of the flash that explains one case, or why none does."""

    case: LatencyCase
    service_ms: float | None
    reason: str | None


def calibrate(case: LatencyCase) -> Calibration:
    """The flash latency with which the latency model reproduces the measurement exactly.

    With r the share of reads, h of hits, b the latency without and l with the cache, f = (l - b (1 - r h)) / (r h).

    >>> hardware_monitoring = LatencyCase("hardware monitoring", 0.95, 0.85, 1.23, 0.321)
    >>> round(calibrate(hardware_monitoring).service_ms, 3)
    0.104
    >>> proxy = LatencyCase("proxy", 0.67, 0.83, 1.357, 0.612)
    >>> round(calibrate(proxy).service_ms, 3)
    0.017
    """
    if not case.tells:
        return Calibration(case, None, "The cache answers nothing in this case, so it says nothing about the flash.")
    missed_ms = case.baseline_ms * (1 - case.answered_share)
    service_ms = _own_ms(case)
    if service_ms < 0:
        text = (
            f"What the cache does not answer alone takes {short(missed_ms, 4)} ms a request, more than the "
            f"{short(case.cached_ms, 4)} ms measured: shares and latencies are not of one case, or reads that missed "
            "and writes were faster than the mean."
        )
        return Calibration(case, None, text)
    return Calibration(case, service_ms, None)


@dataclass(frozen=True)
class JointCalibration:
    """One latency of the flash for several cases, or the refusal of one.

    `best_ms` misses the worst case by `worst_error_share`, and any other misses some case by more; it is
    `service_ms` only if that is accepted.
    """

    best_ms: float | None
    worst_error_share: float | None
    accepted: bool
    reason: str

    @property
    def service_ms(self) -> float | None:
        """The common flash latency; None if it is refused."""
        return self.best_ms if self.accepted else None


def calibrate_jointly(
    cases: Sequence[LatencyCase], *, tolerance_share: float = JOINT_TOLERANCE_SHARE
) -> JointCalibration:
    """One flash latency for all cases, refused if it does not reproduce each within the tolerance.

    The model's error in case i is a_i |f - f_i| with a_i = r_i h_i / l_i and f_i the case's own latency: a straight
    line on either side. So the f whose worst error is smallest balances the pair of cases that differ most.

    >>> cases = (LatencyCase("hardware monitoring", 0.95, 0.85, 1.23, 0.321),
    ...          LatencyCase("proxy", 0.67, 0.83, 1.357, 0.612))
    >>> joint = calibrate_jointly(cases)
    >>> joint.accepted, round(joint.best_ms, 3), round(joint.worst_error_share, 3)
    (False, 0.081, 0.058)
    """
    telling = [case for case in cases if case.tells]
    if not telling:
        return JointCalibration(None, None, False, "The cache answers nothing in any case given.")
    best_ms = max(0.0, _balanced_ms(telling))
    worst = max(abs(case.latency_ms(best_ms) / case.cached_ms - 1) for case in cases)
    missed = f"{percent(worst)}, {percent(tolerance_share)} is allowed"
    if worst <= tolerance_share:
        text = f"{short(best_ms)} ms misses no measured latency by more than {missed}."
        if len(cases) == 1:
            text = "A single case: this is its own latency, and nothing tests it."
        return JointCalibration(best_ms, worst, True, text)
    if len(cases) == 1:
        return JointCalibration(best_ms, worst, False, calibrate(cases[0]).reason or "")
    own = ", ".join(
        f"{case.name} for {short(_own_ms(case))} ms" if _own_ms(case) >= 0 else f"{case.name} for less than none"
        for case in telling
    )
    text = (
        f"One latency of the flash does not explain these cases: {own}. The best common one, {short(best_ms)} ms, "
        f"misses a measured latency by {missed}. Take that of the workload that is like yours."
    )
    return JointCalibration(best_ms, worst, False, text)


def _own_ms(case: LatencyCase) -> float:
    """The flash latency that fits a case exactly; below 0 if none can."""
    return (case.cached_ms - case.baseline_ms * (1 - case.answered_share)) / case.answered_share


def _balanced_ms(cases: Sequence[LatencyCase]) -> float:
    """The latency with the smallest worst relative error: it balances the two cases that differ most."""
    lines = [(case.answered_share / case.cached_ms, _own_ms(case)) for case in cases]
    worst, balanced = 0.0, lines[0][1]
    for (slope, own), (other_slope, other_own) in combinations(lines, 2):
        error = slope * other_slope * abs(own - other_own) / (slope + other_slope)
        if error > worst:
            worst, balanced = error, (slope * own + other_slope * other_own) / (slope + other_slope)
    return balanced
