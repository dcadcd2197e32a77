"""How the write buffers of a plan's configurations take a burst: fill, de-staging and throttling over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isinf, isnan
from operator import itemgetter
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from hostwise.answers.burst.burst_document import BurstConfiguration, BurstResult, BurstStep, BurstThresholds
from hostwise.answers.burst.burst_profile import divided, profile
from hostwise.answers.burst.burst_simulation import MOMENT_MINUTES, Simulation, rounded
from hostwise.answers.question import question
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import sized
from hostwise.answers.steps.load_profile import Stretch, steady
from hostwise.answers.storage.messages.storage_codes import StorageCode
from hostwise.answers.storage.storage_messages import words
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.citations import citation
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import ExplanationSource, Input, QuantityState, Value
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

QUANTITIES = (
    "running_groups",
    "write_buffer_gb",
    "write_buffer_mb",
    "destage_limit_mb_s",
    "burst_write_mb_s",
    "group_write_mb_s",
    "group_average_write_mb_s",
    "buffered_share",
    "average_buffered_share",
    "group_inflow_mb_s",
    "group_average_inflow_mb_s",
    "resting_fill_share",
    "burst_start_fill_share",
    "peak_fill_share",
    "minutes_to_throttling",
    "front_iops",
    "planned_average_iops",
    "steady_admitted_iops",
    "throttled_share",
)
"""The quantities of the answer; each can be explained."""

_RATES = ("destage_limit_mb_s", "burst_write_mb_s")
_BUFFER = ("write_buffer_gb", "destage_start_share", "destage_full_share", *_RATES)
_WITHOUT: Mapping[Layout, tuple[StorageCode, StorageCode]] = {
    Layout.SINGLE_TIER: ("without_write_buffer.single_tier", "burst_does_not_apply.single_tier"),
    Layout.EXTERNAL: ("without_write_buffer.external", "burst_does_not_apply.external"),
}
"""Storage without write buffer: the reason as a sentence, and as an answer beside those of other storage."""


class Overdone(NamedTuple):
    """A field of the request that would leave nothing running."""

    field: str
    message: str


class ImpossibleFailure(ValueError):
    """More hosts or disk groups fail than exist; `problems` says where."""

    def __init__(self, problems: Sequence[Overdone]) -> None:
        """Name every configuration where it is impossible."""
        super().__init__(" ".join(each.message for each in problems))
        self.problems = tuple(problems)


@question(
    "burst",
    "Simulate the write buffers over time: fill, de-staging, admitted writes, and when writes are throttled.",
    topic="burst",
    in_body=True,
    sample="moderate-io",
    example={"failed_hosts": 1},
)
def simulate_burst(
    plan: Plan,
    catalogue: Catalogue,
    *,
    failed_hosts: Annotated[int, Field(ge=0, le=1_000, description="Failed hosts.")] = 0,
    failed_groups: Annotated[
        int, Field(ge=0, le=5_000, description="Further failed disk groups, in the whole cluster.")
    ] = 0,
    step_minutes: Annotated[
        Annotated[float, Field(ge=0.001, le=100_000, allow_inf_nan=False)] | None,
        Field(description="Requested step between points, minutes; a series has at most 600 points."),
    ] = None,
) -> BurstResult:
    """How the write buffers of all configurations take the plan's burst.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        failed_hosts: hosts failed during the whole profile.
        failed_groups: further disk groups failed during the whole profile, in the whole cluster.
        step_minutes: requested step between points; by default fine enough for a chart.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        ImpossibleFailure: nothing would be left running.
    """
    run = _run(plan, catalogue, failed_hosts, failed_groups)
    problems = [*_overdone(run, failed_hosts, failed_groups)]
    if problems:
        raise ImpossibleFailure(problems)
    stretches, stands_in = profile(plan.workload.burst, run.evaluation)
    simulation = Simulation.of(run.evaluation, divided(steady(stretches), step_minutes), len(plan.configurations))
    average = _average_share(run.evaluation)
    return BurstResult(
        plan_name=plan.name,
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        unit_convention=plan.unit_convention,
        failed_hosts=failed_hosts,
        failed_groups=failed_groups,
        profile=[
            BurstStep(
                minutes=each.minutes,
                peak_share=average if each.peak_share is None else each.peak_share,
                is_average=each.peak_share is None,
                to_peak_share=each.to_peak_share,
            )
            for each in stretches
        ],
        profile_is_assumed=stands_in,
        thresholds=_thresholds(run),
        configurations=[
            _configuration(run, index, each, simulation, catalogue) for index, each in enumerate(plan.configurations)
        ],
        notes=[*_notes(run, stretches, stands_in, failed=failed_hosts + failed_groups > 0)],
    )


def _run(plan: Plan, catalogue: Catalogue, failed_hosts: int, failed_groups: int) -> Run:
    """The engine's answer with these failures, on hosts sized without them."""
    binding = sized(plan, catalogue)
    down = {
        name: np.where(np.isnan(binding.arrays[name]), np.nan, float(number))
        for name, number in (("failed_hosts", failed_hosts), ("failed_groups", failed_groups))
    }
    return Run(plan, binding, binding.evaluate(QUANTITIES, down))


def _overdone(run: Run, failed_hosts: int, failed_groups: int) -> Iterator[Overdone]:
    for index, configuration in enumerate(run.plan.configurations):
        hosts = run.evaluation.value("hosts", index)
        if isnan(hosts):
            continue
        if failed_hosts >= hosts:
            text = words("too_many_failed.hosts", name=configuration.name, has=hosts, most=hosts - 1)
            yield Overdone("failed_hosts", text)
        elif failed_groups and run.evaluation.value("running_groups", index) <= 0:
            left = (hosts - failed_hosts) * run.evaluation.value("disk_groups", index)
            text = words("too_many_failed.groups", name=configuration.name, has=left, most=left - 1)
            yield Overdone("failed_groups", text)


def _average_share(evaluation: Evaluation) -> float | None:
    average, peak = evaluation.value("planned_average_iops"), evaluation.value("front_iops")
    return average / peak if peak > 0 and not isnan(average) else None


def _thresholds(run: Run) -> BurstThresholds | None:
    for index, configuration in enumerate(run.plan.configurations):
        if configuration.layout.has_disk_groups:
            start, full = (run.evaluation.value(f"destage_{each}_share", index) for each in ("start", "full"))
            return BurstThresholds(start_share=start, full_share=full)
    return None


def _configuration(
    run: Run, index: int, configuration: Configuration, simulation: Simulation, catalogue: Catalogue
) -> BurstConfiguration:
    kind = configuration.layout
    if not kind.has_disk_groups:
        return _without_buffer(configuration)
    known, course = simulation.is_known(index), simulation.course

    def timed(minutes: NDArray[np.float64]) -> Value:
        return run.state("minutes_to_throttling", index, rounded(float(minutes[index])))

    used = [*_used_inputs(run, index, "minutes_to_throttling")]
    rates = [record for name in _RATES for record in _used_inputs(run, index, name)]
    buffer = [record for name in _BUFFER for record in _used_inputs(run, index, name)]
    return BurstConfiguration(
        key=configuration.key,
        name=configuration.name,
        applies=True,
        reason=None,
        text=_text(run, index, simulation),
        throttles_after_minutes=timed(course.throttled_after_minutes),
        longest_burst_minutes=run.value("minutes_to_throttling", index),
        throttled_minutes=timed(course.throttled_minutes),
        longest_throttled_minutes=timed(course.longest_throttled_minutes),
        steady_admitted_iops=run.value("steady_admitted_iops", index),
        quantities={name: run.value(name, index) for name in QUANTITIES},
        series=simulation.series(index) if known else None,
        spans=simulation.spans(index) if known else [],
        assumed=any(record.kind == "assumed" for record in rates),
        rests_on_assumptions=[*dict.fromkeys(each.label for each in used if each.kind == "assumed")],
        sources=_sources(buffer, catalogue),
    )


def _without_buffer(configuration: Configuration) -> BurstConfiguration:
    none = Value(value=None, state=QuantityState.DOES_NOT_APPLY)
    reason, text = _WITHOUT[configuration.layout]
    return BurstConfiguration(
        key=configuration.key,
        name=configuration.name,
        applies=False,
        reason=words(reason),
        text=words(text),
        throttles_after_minutes=none,
        longest_burst_minutes=none,
        throttled_minutes=none,
        longest_throttled_minutes=none,
        steady_admitted_iops=none,
        quantities=dict.fromkeys(QUANTITIES, none),
        series=None,
        spans=[],
        assumed=False,
        rests_on_assumptions=[],
        sources=[],
    )


def _text(run: Run, index: int, simulation: Simulation) -> str:
    """Whether and when writes are throttled, in words."""
    value = run.evaluation.value
    if not simulation.is_known(index):
        if run.is_infeasible(index):
            return str(message("throttles.no_hosts"))
        labels = dict.fromkeys(each.label for each in run.remedies("minutes_to_throttling", index))
        return str(message("throttles.missing", fields=", ".join(labels)))
    after = float(simulation.course.throttled_after_minutes[index])
    longest = value("minutes_to_throttling", index)
    limit, burst = value("destage_limit_mb_s", index), value("burst_write_mb_s", index)
    if isinf(after):
        if isinf(longest):
            return str(message("throttles.never"))
        return str(message("throttles.not_in_profile", longest=longest))
    by_drive, at_once = simulation.first_throttled_mb_s(index) > burst, after <= MOMENT_MINUTES
    if at_once:
        code: AnswerCode = "throttles.at_once_full"
        if by_drive:
            code = "throttles.at_once_by_drive"
        elif value("group_average_inflow_mb_s", index) >= limit:
            code = "throttles.at_once_by_average"
        return str(message(code, rate=burst if by_drive else limit))
    alone = simulation.steps[0].peak_share == 1 and all(each.peak_share in (1, None) for each in simulation.steps)
    code = "throttles.by_drive" if by_drive else "throttles.full"
    if alone:
        code = "throttles.at_peak_by_drive" if by_drive else "throttles.at_peak_full"
    return str(message(code, after=after, rate=burst if by_drive else limit))


def _used_inputs(run: Run, index: int, name: str) -> Iterator[Input]:
    """The inputs behind a number, each once; those behind the number of hosts are in `hosts`."""
    key = run.plan.configurations[index].key
    seen: set[tuple[str, Role | None]] = {("hosts", None)}
    stack: list[tuple[str, Role | None]] = [(name, None)]
    while stack:
        each, role = stack.pop()
        if (each, role) in seen:
            continue
        seen.add((each, role))
        if each in MODEL.formulas:
            stack += sorted(run.evaluation.used_parameters(each, index, role), key=itemgetter(0), reverse=True)
        else:
            yield from (record for record in run.binding.origins(each, key, role) if record.value is not None)


def _sources(records: Iterable[Input], catalogue: Catalogue) -> list[ExplanationSource]:
    """The sources of some inputs in full, except for values that only follow from the plan."""
    found = dict.fromkeys(
        (key, record.locator)
        for record in records
        if record.source and record.source != "HOSTWISE"
        for key in record.source.split("; ")
    )
    return [citation(key, locator, catalogue) for key, locator in found]


def _notes(run: Run, stretches: Sequence[Stretch], stands_in: bool, *, failed: bool) -> Iterator[str]:
    if stands_in:
        peak, average = stretches
        yield str(message("burst_note.stands_in", peak=peak.minutes, average=average.minutes))
    unknown = [each.name for each in run.plan.workload.groups if each.iops_average is None and each.iops_peak]
    if unknown and run.plan.workload.burst.start_fill_share is None:
        yield str(message("burst_note.average_missing", groups=", ".join(unknown)))
    yield str(message("burst_note.between_thresholds"))
    if any(each.layout is Layout.HYBRID for each in run.plan.configurations):
        yield str(message("burst_note.hybrid"))
    if any(each.to_peak_share is not None for each in stretches):
        yield str(message("burst_note.ramp"))
    if failed:
        yield str(message("burst_note.failed"))
