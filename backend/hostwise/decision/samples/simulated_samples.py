"""The decisions on the cases, simulated: some seconds of a core each."""

from __future__ import annotations

from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.listed import in_brief
from hostwise.decision.samples.sample_decisions import SampleDecision, SampleDecisions
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash


def simulated_sample(plan: Plan, catalogue: Catalogue) -> SampleDecision:
    """The decision on a plan."""
    return SampleDecision(plan_hash=plan_hash(plan), decision=in_brief(uncertainty_of(plan, catalogue).decision))


def simulated_samples(catalogue: Catalogue) -> SampleDecisions:
    """The decisions on all cases."""
    cases = [each.key for each in sample_summaries() if each.kind == "case"]
    return SampleDecisions(
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        samples={key: simulated_sample(sample_plan(key), catalogue) for key in cases},
    )
