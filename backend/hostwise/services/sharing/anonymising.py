"""A plan without words that identify its owner; the numbers and their meaning stay.

Replaced or left out: the names of plan, VM groups, own measured models and the existing cluster, all descriptions, and
the notes of remarks with every source that is not in the catalogue. Names and keys of configurations, and host models,
stay: they name the products that are compared.
"""

from __future__ import annotations

from typing import Any

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan, plan_json

NAME = "Shared plan"


def anonymised(plan: Plan, catalogue: Catalogue) -> Plan:
    """The plan with neutral names; it evaluates to the same numbers."""
    document = plan_json(plan)
    document["name"] = NAME
    document.pop("description", None)
    _rename_models(document)
    for number, group in enumerate(document["workload"]["groups"], 1):
        group["name"] = f"Group {number}"
    for configuration in document["configurations"]:
        configuration.get("network", {}).pop("description", None)
    document.get("economics", {}).get("keep", {}).pop("name", None)
    if "remarks" in document:
        document["remarks"] = {at: _remark(each, catalogue) for at, each in document["remarks"].items()}
    return Plan.model_validate(document)


def _rename_models(document: dict[str, Any]) -> None:
    """Name the plan's own measured models by number, here and where groups refer to them."""
    keys: dict[str, str] = {}
    for number, model in enumerate(document.get("opm_models", []), 1):
        keys[model["key"]] = f"model-{number}"
        model |= {"key": keys[model["key"]], "name": f"Model {number}"}
        for words in ("source", "locator", "validity"):
            model.pop(words, None)
        for point in model["points"]:
            point.pop("note", None)
    for group in document["workload"]["groups"]:
        if group.get("opm_model") in keys:
            group["opm_model"] = keys[group["opm_model"]]


def _remark(remark: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """A remark without its free text: its status, and its source if that is public."""
    known = all(key in catalogue.sources for key in remark.get("source", "").split("; "))
    kept = ("status", "source", "locator") if known else ("status",)
    return {field: remark[field] for field in kept if field in remark}
