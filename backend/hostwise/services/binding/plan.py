"""The inputs that all configurations share: convention, workload, policy."""

from __future__ import annotations

from hostwise.plan.document import UnitConvention
from hostwise.plan.policy import ReserveMethod
from hostwise.plan.workload import WriteLoadBasis
from hostwise.services.binding.origins import Origin, default, settled
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
    """The VM groups and the totals."""
    workload = to.plan.workload
    for name in (
        "count",
        "vcpu",
        "cpu_ghz",
        "memory_gib",
        "disk_gb",
        "iops_peak",
        "iops_average",
        "read_share",
        "io_kib",
    ):
        to.put_groups(name, name)
    to.put_groups("memory_reserved_share", "memory_reserved_share", default(0, "no memory is reserved"))
    to.put_groups("disk_used_share", "disk_used_share", default(1, "all of the provisioned disk is used"))
    for name in ("count_growth_rate", "disk_growth_rate", "io_growth_rate"):
        to.put_groups(name, name, default(0, "no growth"))
    to.put("total_cpu_ghz", "/workload/totals/cpu_ghz", workload.totals.cpu_ghz)
    to.put("total_used_tb", "/workload/totals/used_tb", workload.totals.used_tb)
    sigma = {
        WriteLoadBasis.MEASURED: "write_load_sigma_measured",
        WriteLoadBasis.ESTIMATED: "write_load_sigma_estimated",
        WriteLoadBasis.UNKNOWN: "write_load_sigma_unknown",
    }[workload.write_load_basis]
    to.put("write_load_sigma", "/workload/write_load_sigma", workload.write_load_sigma, to.assumption(sigma))


def bind_policy(to: Recorder) -> None:
    """The limits, and which must hold with the spares down."""
    policy = to.plan.policy
    at = "/policy"
    to.put_field("sizing_years", f"{at}/sizing_years", policy, "sizing_years")
    for name in ("vcpu_per_core", "cpu_utilisation_limit", "cache_utilisation_limit"):
        to.put(name, f"{at}/{name}", getattr(policy, name), to.assumption(name))
    to.put(
        "memory_overcommit_limit",
        f"{at}/memory_overcommit_limit",
        policy.memory_overcommit_limit,
        default(1, "memory is not overcommitted"),
    )
    to.put("max_wear_out_probability", f"{at}/max_wear_out_probability", policy.max_wear_out_probability)
    to.put_field("spare_hosts", f"{at}/spare_hosts", policy, "spare_hosts")
    holds = policy.holds_with_spares_down
    for name, attribute in (
        ("cpu_spares_flag", "cpu"),
        ("memory_spares_flag", "memory"),
        ("cache_spares_flag", "cache_performance"),
        ("endurance_spares_flag", "endurance"),
        ("minimum_spares_flag", "minimum_hosts"),
    ):
        to.put_field(name, f"{at}/holds_with_spares_down/{attribute}", holds, attribute)
    to.put("failed_hosts", None, None, settled(0, "all hosts run"))
    limit = to.assumption("maximum_hosts_per_cluster")
    to.put("max_hosts_per_cluster", f"{at}/max_hosts_per_cluster", policy.max_hosts_per_cluster, limit)
    to.put_field("swap_object_share", f"{at}/thick_swap_files", policy, "thick_swap_files")
    _capacity_reserve(to)


def _capacity_reserve(to: Recorder) -> None:
    reserve = to.plan.policy.capacity_reserve
    none = settled(0, f"the method {reserve.method} keeps none")
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
