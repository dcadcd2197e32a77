"""The headline of a plan, for lists."""

from __future__ import annotations

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.card import DoubtCard
from hostwise.plan.answers.headline import Headline, HeadlineVerdict
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan

_CARD = Parts(inputs=False, monthly=False, quantities=(), card=True)


def headline_of(result: Result) -> Headline:
    """The headline of a result that has its card, with a row for each configuration."""
    card = result.card
    assert card is not None
    return Headline(
        state=card.state,
        label=card.label,
        sentence=card.sentence.text,
        currency=result.currency,
        horizon_years=result.horizon_years,
        lead=card.lead,
        rows=card.rows,
    )


def evaluated_headline(plan: Plan, catalogue: Catalogue) -> Headline:
    """The headline of a plan; raises `PlanError` if it has unknown or incompatible references."""
    return headline_of(evaluate_plan(plan, catalogue, include=_CARD))


def of_the_lead(headline: Headline) -> Headline:
    """The headline with the row of its lead only."""
    return headline.model_copy(update={"rows": [each for each in headline.rows if each.configuration == headline.lead]})


def verdict_of(card: DoubtCard) -> HeadlineVerdict:
    """The verdict of a card."""
    return HeadlineVerdict(label=card.label, sentence=card.sentence.text, advised=card.advised)
