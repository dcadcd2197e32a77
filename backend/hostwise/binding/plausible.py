"""I/O that hardly any VM has: it is doubted before it may buy hosts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import KIB_PER_DECIMAL_MB
from hostwise.plan.document import Plan
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


def policy_for(plan: Plan, catalogue: Catalogue) -> Policy:
    """The policy; without a limit for wear-out while I/O is doubted, so that it buys no hosts."""
    if plan.policy.max_wear_out_probability is None or not doubtful_io(plan, catalogue):
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
