"""Up to which chance of wearing out drives are said to last, and whether that rests on assumed I/O."""

from __future__ import annotations

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan, RemarkStatus


def accepted_chance(plan: Plan, catalogue: Catalogue) -> float:
    """The policy's limit; where it sets none, what the catalogue assumes to be accepted."""
    if plan.policy.max_wear_out_probability is not None:
        return plan.policy.max_wear_out_probability
    assumed = catalogue.assumptions["accepted_wear_out_probability"].value
    assert assumed is not None
    return assumed


def io_is_assumed(plan: Plan, group: int) -> bool:
    """Whether the average I/O of a group is marked as assumed."""
    remark = plan.remarks.get(f"/workload/groups/{group}/iops_average")
    return remark is not None and remark.status is RemarkStatus.ASSUMED
