"""The inputs of the write buffer: size, de-stage thresholds and rates, and the write rate of its drive."""

from __future__ import annotations

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.binding.version import has_large_write_buffer, version_of
from hostwise.catalogue.hardware import Drive
from hostwise.engine.constants import KIB_PER_MIB
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration, Layout

_NAMES = (
    "write_buffer_limit_gb",
    "write_buffer_drive_share",
    "destage_start_share",
    "destage_full_share",
    "measured_destage_limit_mb_s",
    "destage_derating_factor",
    "measured_burst_write_mb_s",
    "burst_derating_factor",
    "failed_groups",
    "profile_write_limit_mb_s",
)


def bind_write_buffer(to: Recorder, at: str, configuration: Configuration) -> None:
    """The write buffer of a disk group; single-tier and external storage have none."""
    cache = configuration.write_tier
    if cache is None:
        for name in _NAMES:
            to.put(name, f"{at}/layout", None, NOT_APPLICABLE)
        return
    large = has_large_write_buffer(version_of(to, at, configuration), configuration)
    at = f"{at}/write_tier"
    row = to.find(to.catalogue.drives, cache.key, f"{at}/key")
    hybrid = configuration.layout is Layout.HYBRID
    limit = "write_buffer_limit_large_gb" if large else "write_buffer_limit_gb"
    to.put("write_buffer_limit_gb", f"{at}/large_write_buffer", None, to.assumption(limit))
    whole = settled(1, "all of an all-flash cache drive buffers writes, up to the limit")
    share = to.assumption("hybrid_write_buffer_share") if hybrid else whole
    to.put("write_buffer_drive_share", None, None, share)
    for name in ("destage_start_share", "destage_full_share"):
        to.put(name, None, None, to.assumption(name))
    pointer = f"{at}/destage_limit_mb_s"
    measured = _measured(to, row, "destage_limit_mb_s")
    to.put("measured_destage_limit_mb_s", pointer, None, _standing_in(measured) if hybrid else measured)
    to.put("destage_derating_factor", pointer, None, to.assumption("destage_to_sustained_share"))
    pointer = f"{at}/burst_write_mb_s"
    to.put("measured_burst_write_mb_s", pointer, None, _measured(to, row, "burst_write_mb_s"))
    to.put("burst_derating_factor", pointer, None, to.assumption("burst_to_spec_share"))
    to.put("failed_groups", None, None, settled(0, "all disk groups run"))
    to.put("profile_write_limit_mb_s", "/workload/burst/profile", None, MISSING)


def _measured(to: Recorder, row: Drive | None, quantity: str) -> Origin:
    """A rate from a test, in the plan's units: the paper prints MB of 1,024 KiB."""
    evidence = row.found(quantity) if row else None
    if evidence is None:
        return MISSING
    found = to.figure(evidence)
    mb_per_mib = KIB_PER_MIB * to.binding.arrays["mb_per_kib"].item()
    printed = f"{exact(evidence.value)} {evidence.unit} as printed, of 1,024 KiB each" if mb_per_mib != 1 else None
    note = "; ".join(each for each in (printed, evidence.formula, evidence.conditions) if each)
    return Origin(evidence.value * mb_per_mib, InputStatus.EVIDENCE, found.source, found.locator, note, found.kind)


def _standing_in(measured: Origin) -> Origin:
    """A rate measured with flash behind the buffer, for a hybrid disk group."""
    if measured.value is None:
        return measured
    note = f"measured with flash capacity drives, used for magnetic ones, which may be slower; {measured.note}"
    return measured._replace(status=InputStatus.ASSUMED, note=note, kind="assumed")
