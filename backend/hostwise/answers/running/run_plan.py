"""Run a plan: bind it to the catalogue, and evaluate the graph for all its configurations at once."""

from __future__ import annotations

from hostwise.answers.running.load_profile import with_load_profile
from hostwise.answers.running.run import Run
from hostwise.answers.running.sizing_level import with_sizing_level
from hostwise.answers.running.time_axis import with_clusters, with_demand_by_month, with_reference
from hostwise.binding import Binding, bind
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan


def sized(plan: Plan, catalogue: Catalogue) -> Binding:
    """A plan bound to the catalogue, with what sizes its hosts at the sizing date.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return with_clusters(with_sizing_level(with_load_profile(bind(plan, catalogue)), catalogue))


def run_plan(plan: Plan, catalogue: Catalogue, reference: str | None = None) -> Run:
    """Bind a plan to the catalogue and run the engine over all its configurations at once.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        reference: key of the configuration that the others are compared with; by default the first.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    binding = with_demand_by_month(sized(plan, catalogue))
    binding = with_reference(binding, reference or plan.configurations[0].key)
    return Run(plan, binding, binding.evaluate())
