"""Every list of documents in a plan says what identifies its elements, so that two plans can be merged."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.declaration import EXTENSION
from hostwise.plan.document import Plan, plan_json

SCHEMA = Plan.model_json_schema()


def alternatives(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a value of the schema may be, with references followed."""
    if "$ref" in schema:
        yield from alternatives(SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    for key in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(key, ()):
            yield from alternatives(each)
    yield schema


def lists(schema: dict[str, Any], pointer: str = "") -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Each list of documents: its pointer, what it says of itself and the schema of its elements."""
    for document in alternatives(schema):
        for name, field in document.get("properties", {}).items():
            at = f"{pointer}/{name}"
            yield from lists(field, at)
            for kind in alternatives(field):
                for element in alternatives(kind.get("items", {})):
                    if "properties" in element:
                        yield at, field.get(EXTENSION, {}), element
                        yield from lists(element, f"{at}/*")


LISTS = {pointer: (said, element) for pointer, said, element in lists(SCHEMA)}


def test_the_walk_finds_lists_at_every_depth() -> None:
    assert {"/configurations", "/configurations/*/network/cards", "/opm_models/*/points"} <= LISTS.keys()


@pytest.mark.parametrize("pointer", LISTS)
def test_a_list_has_an_identity_or_is_said_to_be_in_order(pointer: str) -> None:
    said, element = LISTS[pointer]
    assert said.get("element")
    identity = said.get("identity", [])
    assert bool(identity) is not said.get("in_order", False)
    assert set(identity) <= element["properties"].keys()


@pytest.mark.parametrize("pointer", [pointer for pointer, (said, _) in LISTS.items() if said.get("unique")])
def test_what_is_said_to_be_unique_is_not_taken_twice(pointer: str) -> None:
    document = plan_json(sample_plan("moderate-io"))
    price = {"currency": "EUR", "date": "2026-11-20"}
    document["economics"] |= {
        "prices": [{"part": "drives/x", "price": 1, **price}],
        "exchange_rates": [{"rate": 1, **price}],
        "discounts": [{"vendor": "Broadcom", "share": 0.2}],
    }
    document["opm_models"] = [
        {"key": "own", "name": "Own", "points": [{"medium": "ssd_local", "overcommit_ratio": 1, "per_vm": 1}]}
    ]
    Plan.model_validate(document)
    *way, last = pointer.split("/")[1:]
    owner = document
    for name in way:
        owner = owner[name]
    owner[last] = [*owner[last], owner[last][0]]
    with pytest.raises(ValidationError, match=r"more than one|more than once"):
        Plan.model_validate(document)
