"""The decision as a list shows it: its first line, and the rows without what explains them."""

from __future__ import annotations

from hostwise.answers.evaluation.parts import DEFAULT
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decision
from hostwise.plan.document import Plan

_LEFT_OUT: dict[str, object] = {
    "detail": None,
    "pending": None,
    "nearly_empty": None,
    "tiles": [],
    "limits": [],
    "levels": [],
    "break_evens_title": "",
    "break_evens": [],
    "checks": [],
    "notices": [],
    "risks": [],
    "basis": [],
    "remedies": [],
    "missing": [],
    "notes": [],
    "charts": None,
}


def in_brief(decision: Decision) -> Decision:
    """The decision with its first line and all its rows."""
    return decision.model_copy(update=_LEFT_OUT)


def of_the_lead(decision: Decision) -> Decision:
    """The decision with its first line and the row of its lead."""
    rows = [each for each in decision.rows if each.configuration == decision.lead]
    return in_brief(decision).model_copy(update={"rows": rows})


def listed_decision(plan: Plan, catalogue: Catalogue) -> Decision:
    """What a list shows of a plan, as sized; raises `PlanError` if it has unknown or incompatible references."""
    found = decide(plan, catalogue, include=DEFAULT).decision
    assert found is not None
    return in_brief(found)
