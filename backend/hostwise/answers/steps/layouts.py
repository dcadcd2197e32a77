"""Protections that take a wider form with more hosts: which one the hosts of each configuration build.

The form decides how many hosts are needed, and their number which form is built: the widest that they allow. Each form
is tried. One whose hosts would build a wider form is left out; of the others the one that needs the fewest hosts is
taken, and of equals the widest. A volume keeps the form in which it was made, so that it is that of the sizing date.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan

from hostwise.binding import Alike, Binding, BindingStep, bind
from hostwise.binding.storage import protections_of, wider_forms
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.graph import Evaluation
from hostwise.plan.document import Plan


def with_layouts(
    binding: Binding, catalogue: Catalogue, steps: Sequence[BindingStep], alike: Sequence[Alike] = ()
) -> Binding:
    """Each protection in the form that the hosts build.

    Args:
        binding: the plan.
        catalogue: the catalogue that it refers to.
        steps: find clusters and placement of a form.
        alike: configurations that differ in one field only.
    """
    plan, changes = binding.plan, _changes(binding.plan, catalogue)
    if not changes:
        return binding
    tried = [_hosts(binding.after(*steps))]
    for step in range(max(map(len, changes.values()))):
        built_on = {key: each[min(step, len(each) - 1)] for key, each in changes.items()}
        tried.append(_hosts(bind(plan, catalogue, alike, built_on).after(*steps)))
    chosen: dict[str, float] = {}
    for place, each in enumerate(plan.configurations):
        if each.hosts is not None:
            forms = zip(changes.get(each.key, ()), tried[1:], strict=False)
            chosen[each.key] = max(
                (least for least, found in forms if least <= each.hosts / _clusters(found, place)), default=0.0
            )
        elif each.key in changes:
            chosen[each.key] = _chosen([0.0, *changes[each.key]], tried, place)
    return bind(plan, catalogue, alike, chosen) if any(chosen.values()) else binding


def _changes(plan: Plan, catalogue: Catalogue) -> dict[str, list[float]]:
    """The hosts of a cluster from which any protection of a configuration takes a wider form, if any does, by key."""
    found = {}
    for place, each in enumerate(plan.configurations):
        rows = protections_of(plan, place, catalogue)
        found[each.key] = sorted({float(form.least_hosts) for row in rows for form in wider_forms(catalogue, row)})
    return {key: least_hosts for key, least_hosts in found.items() if least_hosts}


def _chosen(changes: Sequence[float], tried: Sequence[Evaluation], place: int) -> float:
    """The hosts of a cluster whose form a configuration builds, of those that were tried."""
    needed = [_required(found, place) for found, _ in zip(tried, changes, strict=False)]
    built = [
        at
        for at, hosts in enumerate(needed)
        if at + 1 == len(changes) or hosts / _clusters(tried[at], place) < changes[at + 1]
    ]
    fewest = min(needed[at] for at in built)
    return max(changes[at] for at in built if needed[at] == fewest)


def _hosts(binding: Binding) -> Evaluation:
    return binding.evaluate(["required_hosts", "clusters"])


def _required(found: Evaluation, place: int) -> float:
    """The hosts that a configuration needs; without end where they are unknown."""
    hosts = found.value("required_hosts", place)
    return inf if isnan(hosts) else hosts


def _clusters(found: Evaluation, place: int) -> float:
    return float(found.value("clusters", place))
