"""I/O that nobody measured, or that hardly any VM has: neither may buy hosts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import KIB_PER_DECIMAL_MB
from hostwise.plan.document import Plan, RemarkStatus
from hostwise.plan.policy import Policy
from hostwise.plan.workload import VmGroup


@dataclass(frozen=True)
class Doubtful:
    """What is doubted of a group of VMs: its place, the figure, and the limit that it is above."""

    group: int
    what: Literal["size", "rate"]
    figure: float
    limit: float


def doubtful_io(plan: Plan, catalogue: Catalogue) -> list[Doubtful]:
    """The VM groups whose average I/O is hardly possible; none once the plan confirms it."""
    if plan.workload.io_confirmed:
        return []
    most_kib, most_mb_s, least_vms = (
        _limit(catalogue, key) for key in ("plausible_io_kib", "plausible_vm_mb_s", "plausible_vm_count")
    )
    found = []
    for place, group in enumerate(plan.workload.groups):
        rate = _mb_s(group)
        if rate is None or group.io_kib is None:
            continue
        if group.io_kib > most_kib and rate > 0:
            found.append(Doubtful(place, "size", group.io_kib, most_kib))
        if rate > most_mb_s and group.count >= least_vms:
            found.append(Doubtful(place, "rate", rate, most_mb_s))
    return found


def io_is_assumed(plan: Plan, group: int) -> bool:
    """Whether the average I/O of a group is marked as assumed."""
    remark = plan.remarks.get(f"/workload/groups/{group}/iops_average")
    return remark is not None and remark.status is RemarkStatus.ASSUMED


def any_io_is_assumed(plan: Plan) -> bool:
    """Whether that of any group is."""
    return any(io_is_assumed(plan, group) for group in range(len(plan.workload.groups)))


def policy_for(plan: Plan, catalogue: Catalogue) -> Policy:
    """The policy; without a limit for wear-out while I/O is assumed or doubted, so that it buys no hosts."""
    if plan.policy.max_wear_out_probability is None:
        return plan.policy
    if not any_io_is_assumed(plan) and not doubtful_io(plan, catalogue):
        return plan.policy
    return plan.policy.model_copy(update={"max_wear_out_probability": None})


def _limit(catalogue: Catalogue, key: str) -> float:
    value = catalogue.assumptions[key].value
    assert value is not None
    return value


def _mb_s(group: VmGroup) -> float | None:
    """Bytes that a VM of the group reads and writes on average; the peak stands in."""
    iops = group.iops_peak if group.iops_average is None else group.iops_average
    if iops is None or group.io_kib is None:
        return None
    return iops * group.io_kib / KIB_PER_DECIMAL_MB
