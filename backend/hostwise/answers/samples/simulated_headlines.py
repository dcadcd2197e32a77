"""What a case comes to, evaluated and simulated: some seconds of a core each."""

from __future__ import annotations

from hostwise.answers.doubt.doubt_answer import doubt_of
from hostwise.answers.evaluation.headline import evaluated_headline, verdict_of
from hostwise.answers.samples.sample_headlines import SampleHeadline, SampleHeadlines
from hostwise.answers.samples.samples import sample_plan, sample_summaries
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash


def simulated_headline(plan: Plan, catalogue: Catalogue) -> SampleHeadline:
    """What a plan comes to."""
    return SampleHeadline(
        plan_hash=plan_hash(plan),
        headline=evaluated_headline(plan, catalogue),
        verdict=verdict_of(doubt_of(plan, catalogue).card),
    )


def simulated_headlines(catalogue: Catalogue) -> SampleHeadlines:
    """What all cases come to."""
    cases = [each.key for each in sample_summaries() if each.kind == "case"]
    return SampleHeadlines(
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        samples={key: simulated_headline(sample_plan(key), catalogue) for key in cases},
    )
