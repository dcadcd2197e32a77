"""The inputs that all configurations share: convention, workload, policy."""

from __future__ import annotations

import numpy as np

from hostwise.binding.fields import bind_fields
from hostwise.binding.host import spec_origin
from hostwise.binding.management import EXISTING
from hostwise.binding.origins import NO_LIMIT, Origin, settled
from hostwise.binding.plausible import io_is_assumed
from hostwise.binding.read_cache import gb_per_gib
from hostwise.binding.recorder import Recorder
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import OWN_LIMITS, UnitConvention
from hostwise.plan.workload import VmsAre, WriteLoadBasis, is_mean


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
    """How uncertain the write load is, and the processor that the CPU demand was measured on."""
    workload = to.plan.workload
    to.find(to.catalogue.hypervisors, workload.existing_management.hypervisor, f"{EXISTING}/hypervisor")
    at, measured_on = "/workload/measured_on", workload.measured_on
    row = to.find(to.catalogue.cpus, measured_on.key, f"{at}/key")
    to.put("source_ghz", f"{at}/base_ghz", measured_on.base_ghz, to.column(row, "base_ghz"))
    to.put("source_spec_per_core", f"{at}/spec_per_core", measured_on.spec_per_core, spec_origin(to, row))
    sigma = {
        WriteLoadBasis.MEASURED: "write_load_sigma_measured",
        WriteLoadBasis.ESTIMATED: "write_load_sigma_estimated",
        WriteLoadBasis.UNKNOWN: "write_load_sigma_unknown",
    }[workload.write_load_basis]
    to.put("write_load_sigma", "/workload/write_load_sigma", workload.write_load_sigma, to.assumption(sigma))
    # Missing is not zero: a group whose consumed memory is not known counts with what is configured.
    to.put_groups("memory_consumed_gib", "memory_consumed_gib", _CONFIGURED)
    _whole_vms(to)
    _sizing_io(to)
    _burst(to)


_CONFIGURED = Origin(None, InputStatus.MISSING, note="not known: what is configured counts")


def _whole_vms(to: Recorder) -> None:
    """Which groups have VMs that are alike, so that they can be placed whole."""
    flags = []
    for index, group in enumerate(to.plan.workload.groups):
        at = f"/workload/groups/{index}/vms"
        otherwise = settled(0, "the VMs of a group are alike unless it says that they differ")
        given = None if group.vms is None else float(is_mean(group))
        if is_mean(group) and group.vms is not VmsAre.MEAN:
            given, otherwise = None, settled(1, "no VM has a fraction of a virtual processor: the group is a mean")
        flags.append(to.put("mean_of_vms_flag", at, given, otherwise, group=group.name))
    to.binding.arrays["mean_of_vms_flag"] = np.array([[flags]])
    placed = any(each.fragmentation_hosts for each in to.plan.configurations)
    if all(flags) and not placed:
        some = Origin(None, InputStatus.NOT_APPLICABLE, note="each group is a mean of VMs that differ")
    else:
        some = settled(1, "the inventory was placed" if all(flags) else "groups of VMs that are alike")
    to.put("alike_vms_flag", "/workload/groups", None, some)


def _sizing_io(to: Recorder) -> None:
    """Whose I/O hosts are sized by; where all of it is assumed, that is not evaluated."""
    groups = to.plan.workload.groups
    assumed = [io_is_assumed(to.plan, index) for index in range(len(groups))]
    counts = settled(1, "the I/O is entered or measured")
    nothing = settled(0, "assumed I/O sizes no hosts")
    if all(assumed):
        nothing = Origin(None, InputStatus.NOT_APPLICABLE, note="all I/O is assumed: no hosts are sized by it")
    shares = [
        to.put(
            "sizing_io_share", f"/workload/groups/{index}", None, nothing if assumed[index] else counts, group=each.name
        )
        for index, each in enumerate(groups)
    ]
    to.binding.arrays["sizing_io_share"] = np.array([[shares]])


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


def bind_own_limits(to: Recorder, at: str, configuration: Configuration) -> None:
    """The limits that a configuration may have of its own, and else has of the policy."""
    for name in OWN_LIMITS:
        is_own = getattr(configuration, name) is not None
        bind_fields(to, at if is_own else "/policy", to.policy, (name,))


def bind_coverage_level(to: Recorder, _at: str, _configuration: Configuration) -> None:
    """The hosts of the coverage level: none are known before the simulations are."""
    to.put("level_hosts", "/policy/coverage_level", None, NO_LIMIT)
