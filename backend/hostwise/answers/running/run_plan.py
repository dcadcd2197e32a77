"""Run a plan: bind it to the catalogue, and evaluate the graph for all its configurations at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from hostwise.answers.running.can_bind import ends_of
from hostwise.answers.running.coverage_level import with_coverage_level
from hostwise.answers.running.reference_flow import with_reference
from hostwise.answers.running.run import Run
from hostwise.answers.steps.later_price import with_later_price
from hostwise.answers.steps.layouts import with_layouts
from hostwise.answers.steps.load_profile import with_load_profile
from hostwise.answers.steps.own_hosts import with_own_hosts, with_present_hosts
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.answers.steps.whole_placement import with_placement
from hostwise.binding import Alike, Binding, BindingStep, bind
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan


def sized(plan: Plan, catalogue: Catalogue, *, placed: bool = True, alike: Sequence[Alike] = ()) -> Binding:
    """A plan bound to the catalogue, with what sizes its hosts at the sizing date.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        placed: whether whole VMs are placed; without it their hosts are those of the bound.
        alike: configurations that differ in one field only.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    hosts = _hosts_steps(placed=placed, by_month=False)
    return bind(plan, catalogue, alike).after(
        # The form of a protection decides how many hosts are needed, and their number which form is built.
        partial(with_layouts, catalogue=catalogue, alike=alike, steps=hosts),
        # Only a simulation says for which peak the write buffers are enough.
        with_load_profile,
        *_hosts_steps(placed=placed),
        # The policy may ask for the hosts that are enough in most simulations.
        partial(with_coverage_level, catalogue=catalogue),
        # They may be too many for the clusters.
        _where(_is_changed, with_clusters),
        # Of the hosts that are sized the largest may fail.
        with_present_hosts,
    )


def _hosts_steps(*, placed: bool, by_month: bool = True) -> tuple[BindingStep, ...]:
    """What finds the number of hosts, at the sizing date alone or in each month."""
    placement = (
        # VMs are whole: a placement may need more hosts than their sum.
        partial(with_placement, by_month=by_month),
        # In more clusters there are more spares.
        _where(_has_models_and_more_clusters, with_own_hosts),
        # Hosts that a placement adds may be too many for the clusters.
        _where(_is_changed, with_clusters),
    )
    return (
        # Which hosts are the largest, and may fail, depends on how many there are of the own model.
        with_own_hosts,
        # A cluster holds so many hosts.
        with_clusters,
        # Each of several clusters has spares and a reserve of its own.
        _where(_has_models_in_clusters, with_own_hosts, with_clusters),
        *(placement if placed else ()),
    )


def _where(holds: Callable[[Binding], bool], *steps: BindingStep) -> BindingStep:
    """Some steps that are taken where a condition holds."""
    return lambda binding: binding.after(*steps) if holds(binding) else binding


def _has_models_in_clusters(binding: Binding) -> bool:
    return any(binding.models) and bool((binding.arrays["clusters"] > 1).any())


def _has_models_and_more_clusters(binding: Binding) -> bool:
    return any(binding.models) and bool(binding.least_clusters)


def _is_changed(binding: Binding) -> bool:
    """Whether inputs have changed since the clusters were counted."""
    return binding.evaluated is None


def run_plan(
    plan: Plan,
    catalogue: Catalogue,
    reference: str | None = None,
    *,
    placed: bool = True,
    alike: Sequence[Alike] = (),
) -> Run:
    """Bind a plan to the catalogue and run the engine over all its configurations at once.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        reference: key of the configuration that the others are compared with; by default the first.
        placed: whether whole VMs are placed, see `sized`.
        alike: configurations that differ in one field only, see `sized`.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    reference = reference or plan.configurations[0].key
    size = len(plan.workload.groups) * len(plan.configurations)
    if not _KEPT or not placed or alike or size > _MOST_KEPT:
        return _run(plan, catalogue, reference, placed=placed, alike=alike)
    return _KEPT[0](_Asked(plan.model_dump_json(exclude_unset=True), catalogue, reference, plan))


@dataclass(frozen=True)
class _Asked:
    """What a run is of: plans with the same fields given and the same values have the same run."""

    content: str
    catalogue: Catalogue
    reference: str
    plan: Plan = field(compare=False)


_MOST_KEPT = 300
"""VM groups times configurations of the largest run that is kept: it takes some 10 MB."""

_KEPT: list[Callable[[_Asked], Run]] = []
"""What makes a run, or has it still; nothing where none are kept."""


def keep_runs(number: int) -> None:
    """Keep the last runs from now on, as many as that: a page asks several questions about one plan, one by one."""
    _KEPT.clear()
    if number:
        _KEPT.append(lru_cache(maxsize=number)(lambda asked: _run(asked.plan, asked.catalogue, asked.reference)))


def _run(plan: Plan, catalogue: Catalogue, reference: str, *, placed: bool = True, alike: Sequence[Alike] = ()) -> Run:
    binding = sized(plan, catalogue, placed=placed, alike=alike).after(
        # Hosts are bought as demand grows.
        with_demand_by_month,
        # Hosts that are paid already say nothing of what one more costs.
        partial(with_later_price, catalogue=catalogue),
        # All configurations are compared with one cash flow.
        partial(with_reference, reference=reference),
    )
    evaluation = binding.evaluate()
    return Run(plan, binding, evaluation, ends_of(binding, evaluation))
