"""The inputs that all configurations share: convention, workload, policy."""

from __future__ import annotations

from hostwise.plan.document import UnitConvention
from hostwise.plan.policy import ReserveMethod
from hostwise.plan.workload import WriteLoadBasis
from hostwise.services.binding.origins import Origin, settled
from hostwise.services.binding.read_cache import gb_per_gib
from hostwise.services.binding.recorder import Recorder


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


def bind_policy(to: Recorder) -> None:
    """The running hosts, and the capacity reserved by the policy's method."""
    to.put("failed_hosts", None, None, settled(0, "all hosts run"))
    reserve = to.plan.policy.capacity_reserve
    none = settled(0, f"the method {reserve.method} reserves no capacity")
    slack, operations, rebuild = none, none, none
    if reserve.method is ReserveMethod.SLACK:
        slack = to.assumption("slack_reserve_share")
    if reserve.method is ReserveMethod.OPERATIONS_AND_REBUILD:
        slack = to.assumption("operations_reserve_share")
        rebuild = to.assumption("rebuild_reserve_hosts")
    if reserve.method is ReserveMethod.VENDOR_KB:
        figure = to.catalogue.assumptions["policy_change_space_gb_per_host"]
        origin = to.figure(figure)
        terabytes = None if figure.value is None else figure.value / 1000
        operations = Origin(terabytes, origin.status, origin.source, origin.locator, origin.note, origin.kind)
        rebuild = to.assumption("rebuild_reserve_hosts")
    at = "/policy/capacity_reserve"
    to.put("slack_share", f"{at}/slack_share", reserve.slack_share, slack)
    name = "operations_reserve_tb_per_host"
    to.put(name, f"{at}/{name}", reserve.operations_reserve_tb_per_host, operations)
    to.put("rebuild_reserve_hosts", f"{at}/rebuild_reserve_hosts", reserve.rebuild_reserve_hosts, rebuild)
