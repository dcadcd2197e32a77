"""The cash flow that all configurations are compared with, an input that the graph computes before the run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.steps.time_axis import FLOW, REFERENCE, computed
from hostwise.answers.wording.answer_messages import words
from hostwise.binding import Binding
from hostwise.binding.recorder import Records
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.economics import Keep


def with_reference(binding: Binding, reference: str) -> Binding:
    """The cash flow that all configurations are compared with: the existing cluster's, else the reference's.

    Raises:
        UnknownConfiguration: the plan has no configuration with the reference's key.
    """
    plan, keep = binding.plan, binding.plan.economics.keep
    if keep is not None:
        flow = _kept(keep, plan.economics.horizon_years)
        at = "/economics/keep/running_cost_per_year"
        note = words("reference_flow.of_existing", name=keep.name)
        records = Records(computed(plan, REFERENCE, None, float(flow.sum()), note, at, InputStatus.GIVEN))
    else:
        run = Run(plan, binding, binding.evaluate([FLOW]))
        binding, index = replace(binding, evaluated=run.evaluation), run.index(reference)
        flow = np.array(run.evaluation.members(FLOW, index))
        records = _of_reference(run, index, flow)
    arrays = binding.arrays | {REFERENCE: flow[np.newaxis, np.newaxis]}
    return replace(binding, arrays=arrays, inputs=binding.inputs | {(REFERENCE, None): records})


def _kept(keep: Keep, years: int) -> Array:
    """Cost of keeping the existing cluster: the forgone sale today, then its running cost in equal parts by month."""
    monthly = keep.running_cost_per_year / MONTHS_PER_YEAR
    return np.array([keep.residual_today or 0.0, *[monthly] * (MONTHS_PER_YEAR * years)])


def _of_reference(run: Run, index: int, flow: Array) -> Records:
    """The origin of the reference's cash flow; inputs missing there are missing for every comparison."""
    name = run.plan.configurations[index].name
    note = words("reference_flow.of", name=name)
    if not np.isnan(flow).any():
        return Records(computed(run.plan, REFERENCE, None, float(flow.sum()), note))
    if run.is_infeasible(index):
        note = words("reference_flow.not_feasible", name=name)
        return Records(computed(run.plan, REFERENCE, None, None, note, None, InputStatus.NOT_APPLICABLE))
    note = words("reference_flow.not_evaluated", name=name)
    pointers = dict.fromkeys(each.pointer for each in run.remedies(FLOW, index)) or {None: None}
    return Records(*(computed(run.plan, REFERENCE, None, None, note, each, InputStatus.MISSING) for each in pointers))
