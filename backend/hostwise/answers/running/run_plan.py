"""Run a plan: bind it to the catalogue, and evaluate the graph for all its configurations at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hostwise.answers.running.can_bind import ends_of
from hostwise.answers.running.reference_flow import with_reference
from hostwise.answers.running.run import Run
from hostwise.answers.running.sizing_level import with_sizing_level
from hostwise.answers.steps.later_price import with_later_price
from hostwise.answers.steps.layouts import bound
from hostwise.answers.steps.load_profile import with_load_profile
from hostwise.answers.steps.own_hosts import with_own_hosts, with_present_hosts
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.answers.steps.whole_placement import with_placement
from hostwise.binding import Alike, Binding
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
    binding = bound(plan, catalogue, partial(_with_hosts, placed=placed, by_month=False), alike)
    found = with_sizing_level(_with_hosts(with_load_profile(binding), placed=placed), catalogue)
    # Hosts that a sizing level adds may be too many for the clusters.
    return with_present_hosts(with_clusters(found) if found.levels is not None else found)


def _with_hosts(binding: Binding, *, placed: bool, by_month: bool = True) -> Binding:
    """The clusters, the own hosts beside others, and the hosts that a placement adds."""
    binding = with_clusters(with_own_hosts(binding))
    if any(binding.models) and (binding.arrays["clusters"] > 1).any():
        # Each cluster has spares and a reserve of its own.
        binding = with_clusters(with_own_hosts(binding))
    found = with_placement(binding, by_month=by_month) if placed else binding
    if any(binding.models) and found.least_clusters:
        found = with_own_hosts(found)
    # Hosts that a placement adds may be too many for the clusters.
    return binding if found is binding else with_clusters(found)


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
    binding = with_demand_by_month(sized(plan, catalogue, placed=placed, alike=alike))
    binding = with_later_price(binding, catalogue)
    binding = with_reference(binding, reference or plan.configurations[0].key)
    evaluation = binding.evaluate()
    return Run(plan, binding, evaluation, ends_of(binding, evaluation))
