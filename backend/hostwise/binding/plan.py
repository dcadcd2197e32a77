"""The inputs that all configurations share: convention, workload, policy."""

from __future__ import annotations

from hostwise.binding.origins import NO_LIMIT, Origin, settled
from hostwise.binding.read_cache import gb_per_gib
from hostwise.binding.recorder import Recorder
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import UnitConvention
from hostwise.plan.workload import WriteLoadBasis


def bind_convention(to: Recorder) -> None:
    """The plan's unit convention, applied here and nowhere else."""
    printed = to.plan.unit_convention is UnitConvention.BINARY_AS_PRINTED
    text = f"unit convention {to.plan.unit_convention}"
    at = "/unit_convention"
    mb_per_gb, mb_per_kib = (1024.0, 1 / 1024) if printed else (1000.0, 1024 / 1e6)
    to.put("gb_per_gib", at, None, settled(gb_per_gib(to.plan.unit_convention), text))
    to.put("mb_per_gb", at, None, settled(mb_per_gb, text))
    to.put("mb_per_kib", at, None, settled(mb_per_kib, text))


def bind_workload(to: Recorder) -> None:
    """How uncertain the write load is."""
    workload = to.plan.workload
    sigma = {
        WriteLoadBasis.MEASURED: "write_load_sigma_measured",
        WriteLoadBasis.ESTIMATED: "write_load_sigma_estimated",
        WriteLoadBasis.UNKNOWN: "write_load_sigma_unknown",
    }[workload.write_load_basis]
    to.put("write_load_sigma", "/workload/write_load_sigma", workload.write_load_sigma, to.assumption(sigma))
    _burst(to)


def _burst(to: Recorder) -> None:
    """Where the burst begins, and whether its hosts have a closed form."""
    burst = to.plan.workload.burst
    at = "/workload/burst/start_fill_share"
    resting = Origin(None, InputStatus.MISSING, note="it begins at the fill at which the average load rests")
    to.put("given_start_fill_share", at, burst.start_fill_share, resting)
    simulated = burst.profile is not None or (burst.peak_minutes is not None and burst.start_fill_share is not None)
    note = "a load profile, or a burst that begins at a given fill" if simulated else "no load profile is stated"
    to.put("simulated_burst_flag", "/workload/burst", None, settled(float(simulated), note))


def bind_policy(to: Recorder) -> None:
    """The running hosts."""
    to.put("failed_hosts", None, None, settled(0, "all hosts run"))


def bind_sizing_level(to: Recorder) -> None:
    """The hosts of the sizing level: none are known before the futures are."""
    to.put("level_hosts", "/policy/sizing_level", None, NO_LIMIT)
