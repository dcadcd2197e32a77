"""Protections that take a wider form with more hosts: which one the hosts of each configuration build.

The form decides how many hosts are needed, and their number which form is built: the widest that they allow. Each form
is tried. One whose hosts would build a wider form is left out; of the others the one that needs the fewest hosts is
taken, and of equals the widest. A volume keeps the form in which it was made, so that it is that of the sizing date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isnan

from hostwise.binding import Alike, Binding, bind
from hostwise.binding.storage import protections_of, wider_forms
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.graph import Evaluation
from hostwise.plan.document import Plan


def bound(
    plan: Plan, catalogue: Catalogue, with_hosts: Callable[[Binding], Binding], alike: Sequence[Alike] = ()
) -> Binding:
    """A plan bound to the catalogue, each protection in the form that the hosts build.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        with_hosts: finds clusters and placement of a form.
        alike: configurations that differ in one field only.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    first = bind(plan, catalogue, alike)
    steps = {
        each.key: steps for place, each in enumerate(plan.configurations) if (steps := _steps(plan, place, catalogue))
    }
    if not steps:
        return first
    tried = [_hosts(with_hosts(first))]
    for step in range(max(map(len, steps.values()))):
        built_on = {key: each[min(step, len(each) - 1)] for key, each in steps.items()}
        tried.append(_hosts(with_hosts(bind(plan, catalogue, alike, built_on))))
    chosen: dict[str, float] = {}
    for place, each in enumerate(plan.configurations):
        if each.hosts is not None:
            forms = zip(steps.get(each.key, ()), tried[1:], strict=False)
            chosen[each.key] = max(
                (step for step, found in forms if step <= each.hosts / _clusters(found, place)), default=0.0
            )
        elif each.key in steps:
            chosen[each.key] = _chosen([0.0, *steps[each.key]], tried, place)
    return bind(plan, catalogue, alike, chosen) if any(chosen.values()) else first


def _steps(plan: Plan, place: int, catalogue: Catalogue) -> list[float]:
    """The hosts of a cluster from which any protection of a configuration takes a wider form."""
    rows = protections_of(plan, place, catalogue)
    return sorted({float(form.least_hosts) for row in rows for form in wider_forms(catalogue, row)})


def _chosen(steps: Sequence[float], tried: Sequence[Evaluation], place: int) -> float:
    """The hosts of a cluster whose form a configuration builds, of the steps that were tried."""
    needed = [_required(found, place) for found, _ in zip(tried, steps, strict=False)]
    built = [
        at
        for at, hosts in enumerate(needed)
        if at + 1 == len(steps) or hosts / _clusters(tried[at], place) < steps[at + 1]
    ]
    fewest = min(needed[at] for at in built)
    return max(steps[at] for at in built if needed[at] == fewest)


def _hosts(binding: Binding) -> Evaluation:
    return binding.evaluate(["required_hosts", "clusters"])


def _required(found: Evaluation, place: int) -> float:
    """The hosts that a configuration needs; without end where they are unknown."""
    hosts = found.value("required_hosts", place)
    return inf if isnan(hosts) else hosts


def _clusters(found: Evaluation, place: int) -> float:
    return float(found.value("clusters", place))
