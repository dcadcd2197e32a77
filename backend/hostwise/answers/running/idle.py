"""What a plan does not use: other host models, events, licences in VMs. Explanations leave it out."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.binding.events import COUNT, FACTOR, FLAG, WRITTEN
from hostwise.engine.formulas import other_hosts
from hostwise.engine.model import MODEL

_OF_MODELS = frozenset(each.name for each in other_hosts.INPUTS)
_OF_EVENTS = frozenset({COUNT, FACTOR, FLAG, WRITTEN})


def idle(run: Run) -> frozenset[str]:
    """The inputs of what the plan does not use, and the formulas that depend on nothing but such inputs."""
    found = set[str]()
    if not any(run.binding.models):
        found |= _OF_MODELS
    if not run.plan.workload.events:
        found |= _OF_EVENTS
    configurations = run.plan.configurations
    for prefix in configurations[0].licences_in_vms:
        if all(each.licences_in_vms[prefix] is None for each in configurations):
            found |= {f"{prefix}_group_flag", f"{prefix}_demanded_vms"}
    for name in MODEL.order(list(MODEL.formulas)):
        formula = MODEL.formulas.get(name)
        if formula is not None and formula.parameters and found.issuperset(formula.parameters):
            found.add(name)
    return frozenset(found)
