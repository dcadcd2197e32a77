"""The decision on a plan, for tests of what is said."""

from __future__ import annotations

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decision
from hostwise.plan.document import Plan

DECISION = Parts(inputs=False, monthly=False, quantities=(), rows=False, decision=True)

FEW_SIMULATIONS = 64
"""So many simulations of a decision on an estate, where how sure it is does not matter."""


def decision_on(plan: Plan, reference: str | None = None) -> Decision:
    """The decision on a plan as sized."""
    found = decide(plan, load_catalogue(), reference, DECISION).decision
    assert found is not None
    return found


def detail_on(plan: Plan) -> str:
    """What stands behind the first sentence."""
    detail = decision_on(plan).detail
    return "" if detail is None else str(detail.text).replace("\u00a0", " ")
