"""What a plan does not use: other host models, events, licences in VMs. Explanations leave it out."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.binding.events import COUNT, FACTOR, FLAG, WRITTEN
from hostwise.engine.formulas import equal_sites, other_hosts
from hostwise.engine.formulas.guest_licences import OF_PRODUCTS
from hostwise.engine.model import MODEL

_OF_MODELS = frozenset(each.name for each in other_hosts.INPUTS)
_OF_EVENTS = frozenset({COUNT, FACTOR, FLAG, WRITTEN})


_OF_SITES = frozenset({each.name for each in equal_sites.INPUTS} | {"open_sites", "opened_sites", "purchase_share"})
"""Of one site there is one from the beginning on, and all of its purchase is paid then."""


def unused_features(run: Run) -> frozenset[str]:
    """The inputs of what the plan does not use, and the formulas that depend on nothing but such inputs."""
    found = set[str]()
    if not any(run.binding.models):
        found |= _OF_MODELS
    if not run.plan.workload.events:
        found |= _OF_EVENTS
    configurations = run.plan.configurations
    for prefix in configurations[0].licences_in_vms:
        if all(each.licences_in_vms[prefix] is None for each in configurations):
            found |= OF_PRODUCTS[prefix]
    if run.plan.economics.equal_sites is None:
        found |= _OF_SITES
    for name in MODEL.order(list(MODEL.formulas)):
        formula = MODEL.formulas.get(name)
        if formula is not None and formula.parameters and found.issuperset(formula.parameters):
            found.add(name)
    return frozenset(found)
