"""The starting point of a new plan."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from hostwise.plan.document import Plan


@cache
def new_plan() -> Plan:
    """The starting point of a new plan: one group, one configuration, and required fields only."""
    return Plan.model_validate_json((files("hostwise.plan") / "new-plan.json").read_bytes())
