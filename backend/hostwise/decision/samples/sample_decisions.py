"""The decisions on the cases, kept as a file: to simulate them all takes too long for the page that lists them.

`make docs` writes the file. What it says of another plan, or was answered by other versions, is not shown.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, ValidationError

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.decision import Decision
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

FILE = "decisions.json"


class SampleDecision(BaseModel):
    """The decision on a sample."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    plan_hash: str
    decision: Decision


class SampleDecisions(BaseModel):
    """The decisions on the cases, by their keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    engine_version: str
    catalogue_version: str
    samples: dict[str, SampleDecision]


def kept_decision(key: str, plan: Plan) -> Decision | None:
    """The decision on a sample, as the file has it; None unless that was answered to this plan by these versions."""
    kept = _kept()
    if kept is None or (kept.engine_version, kept.catalogue_version) != (ENGINE_VERSION, load_catalogue().version):
        return None
    found = kept.samples.get(key)
    return found.decision if found is not None and found.plan_hash == plan_hash(plan) else None


@cache
def _kept() -> SampleDecisions | None:
    file = files("hostwise.decision.samples") / FILE
    if not file.is_file():
        return None
    try:
        return SampleDecisions.model_validate_json(file.read_bytes())
    except ValidationError:
        # Of a version in which a decision has another shape.
        return None
