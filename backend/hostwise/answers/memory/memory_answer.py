"""Memory of a plan's configurations: failure cases, bands of the states, measured operations."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, isnan

import numpy as np

from hostwise.answers.cost.price_ages import prices
from hostwise.answers.explanation.explanation_answer import assumptions_below
from hostwise.answers.findings.collected import findings_of
from hostwise.answers.findings.operations_findings import strict_hosts
from hostwise.answers.memory.memory_document import (
    ConfigurationMemory,
    Consolidation,
    GroupMemory,
    GroupOperations,
    MemoryCase,
    MemoryReport,
    StateBand,
    Threshold,
)
from hostwise.answers.operations.opm_curves import opm_curves
from hostwise.answers.question import question
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.words import STATE_TEXTS, failed_words, hosts_down
from hostwise.binding.memory import STATES
from hostwise.binding.operations import medium_of
from hostwise.binding.opm_models import UnmeasuredMedium, resolve
from hostwise.binding.version import has_memory_states, hypervisor_of
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.model import MODEL
from hostwise.plan.configuration import MEDIUM_LABELS, Configuration
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash
from hostwise.plan.workload import VmGroup

_CASE_QUANTITIES = (
    "running_hosts",
    "memory_overcommit_ratio",
    "memory_state_rank",
    "demand_memory_state_rank",
    "rising_memory_state_rank",
    "rising_swapped_gib",
    "balloon_minutes",
    "unreclaimed_free_gib",
    "free_memory_gib",
    "minfree_gib",
    "sharable_gib",
    "shared_gib",
    "balloon_limit_gib",
    "ballooned_gib",
    "compressed_gib",
    "swapped_gib",
    "swapped_gib_per_host",
    "needed_host_cache_gib_per_host",
    "host_cache_overflow_gib_per_host",
    "swap_write_tb_per_day",
    "swap_drive_dwpd_used",
    "swap_drive_years_to_wear_out",
    "cluster_opm",
    "least_performance_share",
)
_BAND_STEPS = 400
_BAND_END_RATIO = 4.0
"""The chart of operations over overcommitment ends here: beyond the last measured ratio of any document (3.4)."""


@question(
    "memory",
    "Show the memory of every configuration: predicted states, reclaimed memory, operations per minute.",
    topic="memory",
)
def memory_report(plan: Plan, catalogue: Catalogue) -> MemoryReport:
    """Memory of all configurations.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    listed = prices(run, catalogue)
    about = {"memory_state_rank", "memory_overcommit_ratio", "opm_per_vm", "hosts_for_opm", "swap_write_tb_per_day"}
    about |= {"tier_gib_per_host", "host_cache_gb", "rising_memory_state_rank"}
    return MemoryReport(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        configurations=[_configuration(run, index, each, catalogue) for index, each in enumerate(plan.configurations)],
        findings=[
            finding
            for index in range(len(plan.configurations))
            for finding in findings_of(run, catalogue, index, listed)
            if finding.quantity in about
        ],
    )


def _configuration(run: Run, index: int, configuration: Configuration, catalogue: Catalogue) -> ConfigurationMemory:
    version = hypervisor_of(catalogue, configuration)
    return ConfigurationMemory(
        key=configuration.key,
        name=configuration.name,
        hypervisor=version.name,
        hypervisor_given=configuration.hypervisor is not None,
        state_model=version.memory_state_model,
        state_notes=_state_notes(version),
        medium=medium_of(configuration),
        minfree_gib_per_host=run.value("minfree_gib_per_host", index),
        thresholds=_thresholds(run, index) if has_memory_states(version) else [],
        cases=[
            _case(run, index, failed)
            for failed in [*range(_most_failed(run) + 1), *_site_failure(run, index)]
            if failed == 0 or run.leaves_hosts(failed, index)
        ],
        bands=_bands(run, index),
        operations=[_operations(run, configuration, group, catalogue) for group in run.plan.workload.groups],
        consolidation=_consolidation(run, index, catalogue),
        rests_on_assumptions=assumptions_below(run, "memory_state_rank", index),
    )


def _state_notes(version: Hypervisor) -> str:
    notes = [version.notes] if version.notes else []
    if version.large_page_factor is not None:
        notes.append(str(message("large_pages", factor=version.large_page_factor)))
    return "; ".join(notes)


def _thresholds(run: Run, index: int) -> list[Threshold]:
    minfree = run.value("minfree_gib_per_host", index)
    memory = run.value("memory_gib_per_host", index).value
    found = []
    for state in STATES[1:]:
        factor = run.evaluation.value(f"{state}_factor", index)
        free = minfree.value if minfree.value is None else minfree.value * factor
        found.append(
            Threshold(
                state=state,
                free_gib_per_host=replace(minfree, value=free),
                free_share=None if free is None or not memory else free / memory,
            )
        )
    return found


def _case(run: Run, index: int, failed: int) -> MemoryCase:
    case = run.with_failed(failed)
    quantities = {name: case.value(name, index) for name in _CASE_QUANTITIES}
    rank = quantities["memory_state_rank"].value
    return MemoryCase(
        failed_hosts=failed,
        label=_label(run, index, failed),
        short_label="one site down" if failed in _site_failure(run, index) else hosts_down(failed),
        state=None if rank is None else STATES[int(rank)],
        state_text=_unknown(run, index) if rank is None else STATE_TEXTS[int(rank)],
        accepted=_accepted(run, index, failed, rank),
        quantities=quantities,
        groups=[_group(case, index, place, each) for place, each in enumerate(run.plan.workload.groups)],
    )


def _unknown(run: Run, index: int) -> str:
    """Why there is no memory state."""
    return "not evaluated" if run.evaluation.value("overcommits_memory_flag", index) else "no memory states"


def _site_failure(run: Run, index: int) -> list[int]:
    """The hosts of one site, where the other one must carry all VMs by itself."""
    sites, share, hosts = (run.evaluation.value(name, index) for name in ("sites", "site_load_share", "hosts"))
    return [int(hosts / 2)] if sites > 1 and share == 1 and hosts > 2 * _most_failed(run) else []


def _most_failed(run: Run) -> int:
    """The most hosts down of the cases of all configurations, which stand beside each other."""
    return max(1, *run.spares)


def _label(run: Run, index: int, failed: int) -> str:
    if failed in _site_failure(run, index):
        return str(message("one_site_down", hosts=failed))
    # The cases of all configurations stand under one label.
    return failed_words(failed, run.spares[index]) if len({*run.spares}) == 1 else hosts_down(failed)


def _accepted(run: Run, index: int, failed: int, rank: float | None) -> bool | None:
    policy = run.plan.policy
    limit = policy.memory_state_limit if failed == 0 else policy.memory_state_limit_with_spares_down
    if limit is None or rank is None or failed > run.spares[index]:
        return None
    return rank <= STATES.index(limit)


def _group(case: Run, index: int, place: int, group: VmGroup) -> GroupMemory:
    def member(name: str) -> float | None:
        values = case.evaluation.members(name, index)
        value = values[min(place, len(values) - 1)]
        return value if isfinite(value) else None

    count, per_vm = member("group_vms") or 0.0, member("memory_gib_with_growth") or group.memory_gib
    # VMs that do not run may ask for no memory at all.
    configured = count * per_vm
    reserved = member("memory_reserved_share") or 0.0
    reclaimed = member("group_reclaimed_gib")
    return GroupMemory(
        group=group.name,
        configured_gib=configured,
        reserved_gib=configured * reserved,
        ballooned_gib=member("group_ballooned_gib"),
        evicted_gib=member("group_evicted_gib"),
        reclaimed_gib=reclaimed,
        reclaimed_share=None if reclaimed is None or not configured else reclaimed / configured,
        opm_per_vm=member("opm_per_vm"),
        relative_performance_share=member("relative_performance_share"),
    )


def _bands(run: Run, index: int) -> list[StateBand]:
    """States over memory overcommitment: the same hosts with fewer or more of the same VMs."""
    evaluation = run.evaluation
    hosts, now = evaluation.value("hosts", index), evaluation.value("memory_overcommit_ratio", index)
    if isnan(hosts) or not isfinite(now) or now <= 0:
        return []
    arrays = {
        name: array if array.shape[1] == 1 else array[:, index : index + 1]
        for name, array in run.binding.arrays.items()
    }
    # The overcommitment is not in proportion to the VMs, because of their overhead: more VMs than needed are tried.
    factors = np.linspace(0.0, 1.05 * _BAND_END_RATIO / now, _BAND_STEPS)[1:]
    arrays["count"] = arrays["count"] * factors[:, np.newaxis, np.newaxis]
    arrays["fixed_hosts"] = np.array([[hosts]])
    many = MODEL.evaluate(arrays, ["memory_overcommit_ratio", "memory_state_rank"])
    ratios, ranks = many.values["memory_overcommit_ratio"][:, 0], many.values["memory_state_rank"][:, 0]
    known = np.isfinite(ratios) & np.isfinite(ranks) & (ratios <= _BAND_END_RATIO)
    if not known.any():
        return []
    ratios, ranks = ratios[known], ranks[known]
    starts = [0, *(np.flatnonzero(np.diff(ranks)) + 1).tolist()]
    edges = [0.0, *(float((ratios[place - 1] + ratios[place]) / 2) for place in starts[1:])]
    ends: list[float | None] = [*edges[1:], None]
    return [
        StateBand(state=STATES[int(ranks[place])], from_ratio=edge, to_ratio=end)
        for place, edge, end in zip(starts, edges, ends, strict=True)
    ]


def _operations(run: Run, configuration: Configuration, group: VmGroup, catalogue: Catalogue) -> GroupOperations:
    medium = medium_of(configuration)
    if group.opm_model is None:
        return GroupOperations(
            group=group.name,
            model=None,
            medium=medium,
            curve=None,
            note=str(message("operations_note.no_model")),
        )
    model = resolve(run.plan, catalogue, group.opm_model)
    note = None
    curve = None
    if medium is None:
        note = str(message("operations_note.no_medium"))
    else:
        try:
            (curve,) = opm_curves(model, medium, 0.0, _BAND_END_RATIO).curves
        except UnmeasuredMedium as error:
            note = str(error)
        else:
            if curve.single_point:
                point = message("operations_note.single_point", medium=MEDIUM_LABELS[medium], ratio=curve.measured_from)
                note = str(point)
    return GroupOperations(group=group.name, model=model, medium=medium, curve=curve, note=note)


def _consolidation(run: Run, index: int, catalogue: Catalogue) -> Consolidation | None:
    policy = run.plan.policy
    if policy.opm_target is None:
        return None
    names = ("planned_vms_per_host", "planned_opm_per_host", "hosts_for_opm", "host_saving_tolerance_share")
    values = {name: run.value(name, index) for name in names}
    hosts, per_host = values["hosts_for_opm"].value, values["planned_opm_per_host"].value
    saving = values["host_saving_tolerance_share"].value
    share = catalogue.assumptions["consolidation_planning_share"]
    return Consolidation(
        target_opm=policy.opm_target,
        tolerance_share=policy.opm_tolerance_share,
        text=consolidation_text(policy.opm_target, policy.opm_tolerance_share, hosts, per_host, saving),
        planning_range=str(
            message("consolidation_range", low=share.low or 0, high=share.high or 0, extrapolated=_EXTRAPOLATED_SHARE)
        ),
        **values,
    )


_EXTRAPOLATED_SHARE = 0.25
"""Share of hosts that the paper extrapolates to."""


def consolidation_text(
    target: float, tolerance: float, hosts: float | None, per_host: float | None, saving: float | None
) -> str:
    """The hosts for a target in words, with the tolerance that would save a host."""
    if hosts is None or per_host is None or saving is None:
        return str(message("consolidation.not_evaluated"))
    reached, strict = hosts * per_host, strict_hosts(target, per_host)
    if tolerance > 0:
        code: AnswerCode = "consolidation.tolerated"
        told: dict[str, Given] = {"hosts": hosts, "reached": reached, "target": target, "tolerance": tolerance}
        if tolerance >= saving:
            code = "consolidation.by_tolerance"
            told["strict"] = strict
        return str(message(code, **told))
    text = str(message("consolidation.reach", hosts=hosts, reached=reached, target=target))
    if strict - 1 < 1:
        return text
    fewer = message(
        "one_host_fewer",
        fewer=strict - 1,
        reached=(strict - 1) * per_host,
        short=saving,
        tolerance=float(np.ceil(saving * 1e4) / 1e4),
    )
    return f"{text} {fewer}"
