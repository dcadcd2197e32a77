"""A plan without words that identify its owner; the numbers and their meaning stay.

The plan's classes are walked, so that a text field that is added tomorrow is left out without a change here. A text
stays only if everybody has it: a choice, a key of the catalogue or of a sample, a date, a currency or a country. What
a plan must have, names and its own keys, is replaced by numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

from hostwise.binding.priced_rows import priced_rows
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.neutral_rows import neutral_catalogue
from hostwise.decision.samples.samples import sample_summaries
from hostwise.plan.configuration import Configuration, Host
from hostwise.plan.declaration import PlanField
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.events import Event
from hostwise.plan.fields import COUNTRY, CURRENCY, DATE
from hostwise.plan.licences import GuestLicence
from hostwise.plan.opm import OpmModel
from hostwise.plan.prices import PartPrice
from hostwise.plan.reading import models_in
from hostwise.plan.workload import VmGroup

NAME = "Shared plan"

_CALLED: Mapping[type[BaseModel], str] = {
    Configuration: "Configuration",
    VmGroup: "Group",
    OpmModel: "Model",
    Event: "Event",
}
"""Names, with a number, for parts that must have one."""

_SAFE_PATTERNS = frozenset({DATE, CURRENCY, COUNTRY})
"""Texts that are too short to say anything else."""


def anonymised(
    plan: Plan,
    catalogue: Catalogue,
    own_rows: Mapping[str, str] = MappingProxyType({}),
    *,
    keep_host_models: bool = False,
) -> Plan:
    """The plan without free text; it evaluates to the same numbers.

    Args:
        plan: the plan.
        catalogue: the catalogue with which it is shown: its keys are said by everybody.
        own_rows: keys of that catalogue, by those of the deployment's own rows that they stand for.
        keep_host_models: whether host models stay.
    """
    document = plan_json(plan)
    own = {each.key: f"model-{number}" for number, each in enumerate(plan.opm_models, 1)}
    groups = {each.name: f"{_CALLED[VmGroup]} {number}" for number, each in enumerate(plan.workload.groups, 1)}
    walk = _Walk(_known(catalogue), own_rows, own, groups, frozenset({(Host, "model")} if keep_host_models else ()))
    shown = walk.without_words(Plan, document, 1) | {"name": NAME}
    if "remarks" in document:
        given = {at: each for at, each in document["remarks"].items() if _is_field(document, at)}
        named = dict.fromkeys(each["range"]["cause"] for each in given.values() if "cause" in each.get("range", {}))
        causes = {name: f"Cause {number}" for number, name in enumerate(named, 1)}
        shown["remarks"] = {at: _remark(each, catalogue, causes) for at, each in given.items()}
    return Plan.model_validate(shown)


def without_names(catalogue: Catalogue) -> Catalogue:
    """The catalogue with which an anonymised plan is shown: the deployment's own rows have neutral names."""
    found = neutral_catalogue()
    return catalogue if found is None else found.catalogue


@dataclass(frozen=True)
class _Walk:
    """A walk through a plan's document.

    Attributes:
        known: keys that everybody has.
        own_rows: neutral keys by those of rows that the deployment alone has.
        own: the plan's own measured models, by the keys that stand for them.
        groups: the plan's VM groups, by the names that stand for them.
        kept: fields whose text stays on request.
    """

    known: frozenset[str]
    own_rows: Mapping[str, str]
    own: Mapping[str, str]
    groups: Mapping[str, str]
    kept: frozenset[tuple[type[BaseModel], str]]

    def without_words(self, model: type[BaseModel], document: Mapping[str, Any], number: int) -> dict[str, Any]:
        """A part of the document without free text; `number` counts the parts of its kind."""
        shown: dict[str, Any] = {}
        for name, value in document.items():
            field = model.model_fields[name]
            inner = models_in(field.annotation)
            if inner and isinstance(value, list):
                shown[name] = [self.without_words(inner[0], each, place) for place, each in enumerate(value, 1)]
            elif inner and get_origin(field.annotation) is not dict:
                shown[name] = self.without_words(inner[0], value, 1)
            elif (model, name) == (VmGroup, "opm_model") and value in self.own:
                shown[name] = self.own[value]
            elif (model, name) == (GuestLicence, "group"):
                shown[name] = self.groups[value]
            elif (model, name) == (Event, "group"):
                # An event that names no group of the plan still names none.
                shown[name] = self.groups.get(value, "No group")
            elif not inner and _picks(field) and value in self.own_rows:
                shown[name] = self.own_rows[value]
            elif not inner and self._is_said_by_everybody(model, name, value):
                shown[name] = value
            elif (model, name) == (PartPrice, "part"):
                # A part keeps its list, and must not be that of another price.
                kind, _, key = value.partition("/")
                shown[name] = f"{kind}/{self.own_rows.get(key, f'unknown-{number}')}"
            elif not inner and _picks(field):
                # A row that the catalogue no longer has: the plan must not seem to be evaluated with another.
                shown[name] = "unknown"
            elif not inner and field.is_required():
                called = _CALLED.get(model, "Part")
                shown[name] = f"{called.lower()}-{number}" if name == "key" else f"{called} {number}"
        return shown

    def _is_said_by_everybody(self, model: type[BaseModel], name: str, value: object) -> bool:
        if not isinstance(value, str):
            # Numbers and flags; a list of texts would be free text.
            return not isinstance(value, list | dict)
        if (model, name) in self.kept:
            return True
        kinds, patterns = _kinds(model.model_fields[name])
        if any(kind is Literal or (isinstance(kind, type) and issubclass(kind, Enum)) for kind in kinds):
            return True
        if patterns and patterns <= _SAFE_PATTERNS:
            return True
        # The key of a part is its own, even if the catalogue has the same: it would be replaced in one plan of two.
        return value in self.known and not (name == "key" and model in _CALLED)


def _picks(field: FieldInfo) -> bool:
    """Whether a field picks a row of the catalogue, or a measured model."""
    said = field.json_schema_extra
    return isinstance(said, PlanField) and (
        "catalogue" in said.form or said.form.get("control") in ("catalogue", "opm_model")
    )


def _kinds(field: FieldInfo) -> tuple[set[Any], set[str]]:
    """The types that a field's annotation is made of, and the patterns of its text."""
    kinds: set[Any] = set()
    patterns = {each.pattern for each in field.metadata if isinstance(each, StringConstraints)}

    def look(annotation: Any) -> None:
        kinds.add(annotation)
        kinds.add(get_origin(annotation))
        for each in get_args(annotation):
            if isinstance(each, StringConstraints):
                patterns.add(each.pattern)
            else:
                look(each)

    look(field.annotation)
    return kinds, {str(each) for each in patterns}


def _known(catalogue: Catalogue) -> frozenset[str]:
    """Every key of the catalogue and of the samples."""
    tables = (getattr(catalogue, each.name) for each in fields(catalogue))
    keys = {key for table in tables if isinstance(table, Mapping) for key in table if isinstance(key, str)}
    # Vendors of licences, too, which discounts name.
    keys |= set(priced_rows(catalogue)) | {each.vendor for each in catalogue.licences.values()}
    return frozenset(keys | {each.key for each in sample_summaries()})


def _is_field(document: Mapping[str, Any], pointer: str) -> bool:
    """Whether a pointer leads to a value of the plan; any other text can stand where a pointer should."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    if parts[:1] == ["remarks"]:
        return False
    found: Any = document
    for part in parts:
        if isinstance(found, dict) and part in found:
            found = found[part]
        elif isinstance(found, list) and part in {str(place) for place in range(len(found))}:
            found = found[int(part)]
        else:
            return False
    return True


def _remark(remark: dict[str, Any], catalogue: Catalogue, causes: Mapping[str, str]) -> dict[str, Any]:
    """A remark without its free text: its status, date and range, and its source if that is public."""
    sources = [each for each in remark.get("source", "").split("; ") if each]
    kept = ["status", "date", "range"]
    if sources and all(each in catalogue.sources for each in sources):
        kept.append("source")
    shown = {field: remark[field] for field in kept if field in remark}
    if "cause" in shown.get("range", {}):
        shown["range"] = {**shown["range"], "cause": causes[shown["range"]["cause"]]}
    return shown
