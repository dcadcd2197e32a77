"""The workloads of several plans as one."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.running.run import Run
from hostwise.plan.document import Plan
from hostwise.plan.opm import OpmModel
from hostwise.plan.workload import ExistingManagement, Totals, VmGroup, Workload, WriteLoadBasis

MERGED = words("estate_merged.name")
"""Name of a plan in which others are merged."""

MOST_GROUPS, _LONGEST_NAME = 500, 200
_SURE_FIRST = (WriteLoadBasis.MEASURED, WriteLoadBasis.ESTIMATED, WriteLoadBasis.UNKNOWN)


class NotMergeable(ValueError):
    """Plans that cannot be merged; the message says why."""


def merged_plan(plans: Sequence[Plan], runs: Sequence[Run], configuration: int) -> Plan:
    """One plan for the workloads of several, with the policy and economics of the first.

    Args:
        plans: plans with the same policy, economics and configuration.
        runs: a run of each.
        configuration: place, in all of them, of the configuration whose totals are taken.

    Raises:
        NotMergeable: too many groups, different loads over time, or models of the same key that differ.
    """
    first = plans[0]
    groups = [_named(each.name, group) for each in plans for group in each.workload.groups]
    if len(groups) > MOST_GROUPS:
        raise NotMergeable(words("estate_merging.too_many_groups", groups=len(groups), most=MOST_GROUPS))
    if any(each.workload.burst != first.workload.burst for each in plans):
        raise NotMergeable(words("estate_merging.bursts"))
    if any(each.workload.measured_on != first.workload.measured_on for each in plans):
        raise NotMergeable(words("estate_merging.measured_on"))
    models: dict[str, OpmModel] = {}
    for model in (model for each in plans for model in each.opm_models):
        if models.setdefault(model.key, model) != model:
            raise NotMergeable(words("estate_merging.operations_models", key=repr(model.key)))
    sigmas = [each.workload.write_load_sigma for each in plans]
    known = [each for each in sigmas if each is not None]
    workload = Workload(
        groups=tuple(groups),
        write_load_basis=max((each.workload.write_load_basis for each in plans), key=_SURE_FIRST.index),
        # The largest uncertainty counts for all, unless a plan derives its own from the basis of its load.
        write_load_sigma=max(known) if len(known) == len(sigmas) else None,
        totals=Totals(
            cpu_ghz=_total([each.workload.totals.cpu_ghz for each in plans], runs, configuration, "grouped_cpu_ghz"),
            used_tb=_total([each.workload.totals.used_tb for each in plans], runs, configuration, "grouped_used_tb"),
        ),
        burst=first.workload.burst,
        measured_on=first.workload.measured_on,
        existing_management=_management([each.workload.existing_management for each in plans]),
    )
    changes = {"name": MERGED, "workload": workload, "opm_models": tuple(models.values()), "remarks": {}}
    return first.model_copy(update=changes)


def _management(parts: Sequence[ExistingManagement]) -> ExistingManagement:
    """The VMs that manage the platforms of today together, which must be of one hypervisor."""
    stated = [each for each in parts if each.hypervisor is not None]
    if not stated:
        return ExistingManagement()
    if len({each.hypervisor for each in stated}) > 1:
        raise NotMergeable(words("estate_merging.hypervisors"))
    sums = {key: [getattr(each, key) for each in stated] for key in ("vms", "vcpu", "memory_gib", "disk_gb")}
    known = {key: sum(values) for key, values in sums.items() if all(each is not None for each in values)}
    return ExistingManagement.model_validate({"hypervisor": stated[0].hypervisor, **known})


def _named(plan: str, group: VmGroup) -> VmGroup:
    """A group that says which plan it comes from."""
    name = words("estate_merged.group", plan=plan, group=group.name)
    return group.model_copy(update={"name": name[:_LONGEST_NAME]})


def _total(given: Sequence[float | None], runs: Sequence[Run], configuration: int, grouped: str) -> float | None:
    """The sum of totals that are given, and of the groups of plans that give none; None if no plan gives one."""
    if all(each is None for each in given):
        return None
    amounts = [
        run.evaluation.value(grouped, configuration) if each is None else each
        for each, run in zip(given, runs, strict=True)
    ]
    if not all(isfinite(each) for each in amounts):
        raise NotMergeable(words("estate_merging.totals"))
    return sum(amounts)
