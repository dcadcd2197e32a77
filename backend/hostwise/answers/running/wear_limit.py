"""The chance of wearing out within the horizon up to which drives are said to last."""

from __future__ import annotations

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan


def accepted_chance(plan: Plan, catalogue: Catalogue) -> float:
    """The policy's limit; where it sets none, what the catalogue assumes to be accepted."""
    if plan.policy.max_wear_out_probability is not None:
        return plan.policy.max_wear_out_probability
    assumed = catalogue.assumptions["accepted_wear_out_probability"].value
    assert assumed is not None
    return assumed
