"""A plan that says a mark in every text that its owner writes, whatever texts a plan has."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import count
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, StringConstraints

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.declaration import PlanField
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import DATE
from hostwise.plan.reading import models_in

MARK = "acme"

_PICKED = {"opm_model"}
_NUMBERS = count()
"""Keys are unique."""


def texts(model: type[BaseModel], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every field of the plan that holds a text which its owner writes: not a choice, and no key of the catalogue."""
    for name, field in model.model_fields.items():
        inner = models_in(field.annotation)
        for each in inner:
            yield from texts(each, (*at, name))
        said = field.json_schema_extra
        picked = isinstance(said, PlanField) and ("catalogue" in said.form or name in _PICKED)
        written = not inner and not picked and is_text(field.annotation) and not any(map(is_date, field.metadata))
        if written and name not in ("currency", "country", "sample"):
            yield (*at, name)


def is_text(annotation: Any) -> bool:
    if annotation is str:
        return True
    if get_origin(annotation) is Literal or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return False
    if any(map(is_date, get_args(annotation))):
        return False
    return any(is_text(each) for each in get_args(annotation))


def is_date(constraint: Any) -> bool:
    return isinstance(constraint, StringConstraints) and constraint.pattern == DATE


def mark(document: Any, at: tuple[str, ...]) -> None:
    """Write the mark into a field, in every part of the document that can have it."""
    name, *rest = at
    if isinstance(document, list):
        for each in document:
            mark(each, at)
    elif rest:
        if name in document:
            mark(document[name], tuple(rest))
    else:
        document[name] = f"{MARK}-{next(_NUMBERS)}"


@cache
def marked(key: str) -> Plan:
    """A sample that says its owner's name in every text, in every part that a plan can have."""
    document = plan_json(sample_plan(key))
    point = {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "note": ""}
    document["opm_models"] = [
        {"key": "x", "name": "x", "baseline_opm_per_vm": 6000, "points": [point, point | {"overcommit_ratio": 2}]}
    ]
    for each in document["configurations"]:
        each.setdefault("network", {})
        each.setdefault("host", {})
    document.setdefault("economics", {})["keep"] = {"running_cost_per_year": 1}
    document["economics"]["prices"] = [
        {
            "part": "drives/micron-7450-pro-7.68tb",
            "price": 1180,
            "currency": document["economics"].get("currency", "USD"),
            "date": "2026-11",
            "book": {"key": "x", "revision": 3},
        }
    ]
    line = {"label": "x", "category": "other", "amount": 0}
    document["economics"]["cost_lines"] = [line]
    for each in document["configurations"]:
        each["cost_lines"] = [dict(line)]
    document["workload"]["events"] = [
        {"label": "x", "month": 1, "vms": 0, "group": document["workload"]["groups"][0]["name"]}
    ]
    at = "/workload/groups/0/count"
    document["remarks"] = document.get("remarks", {}) | {
        at: {"status": "imported", "range": {"low": 1, "high": 100_000}},
        "/workload/groups/0/vcpu": {"status": "given", "source": "INTEL21", "locator": "Table 1", "note": MARK},
        f"/{MARK}/remark keys say something too": {"status": "given"},
        f"/remarks/~1{MARK}/note": {"status": "given"},
    }
    for place in texts(Plan):
        if place[0] == "remarks":
            mark(document["remarks"][at], place[1:])
        else:
            mark(document, place)
    for event in document["workload"]["events"]:
        event["group"] = document["workload"]["groups"][0]["name"]
    for group in document["workload"]["groups"]:
        group["opm_model"] = document["opm_models"][0]["key"]
    for each in document["configurations"]:
        if "database_licence" in each:
            each["database_licence"]["group"] = document["workload"]["groups"][0]["name"]
    return Plan.model_validate(document)
