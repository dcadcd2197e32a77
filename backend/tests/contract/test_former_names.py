"""Documents of earlier versions are answered as before, in current names and, where somebody asks, in former ones.

`former-names.zip` has the plans of the versions 0.1.0, 0.2.0 and of two states of 0.3.0 in their own names, the figures
that they were answered with before the names changed, and the shape of whole answers: each place with how many values
it has, and their sum.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from fastapi.testclient import TestClient

from hostwise.answers.evaluation.parts import RESULT
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.plan import former_names
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.former_names import current_quantity
from hostwise.plan.reading import plan_of
from hostwise.plan.renaming import with_current_names, with_former_names

FORMER = {"Hostwise-Names": "0.2"}
CHANGED = frozenset(
    {
        # In a single tier they are those of its capacity drives, which were not evaluated by that name.
        "capacity_drive_write_mb_s",
        "capacity_drive_years_to_wear_out",
        "capacity_capex",
        "cache_capex",
    }
)
"""Quantities whose meaning changed with their names."""

GONE = "further_drives_per_host"
"""The drives behind the write tier: by role they are the capacity drives."""


@cache
def recorded(name: str) -> Any:
    """A part of the archive."""
    with ZipFile(Path(__file__).parent / "former-names.zip") as archive:
        return json.loads(archive.read(f"{name}.json"))


def former_plan() -> Any:
    """A plan of two tiers in its former names."""
    return recorded("documents")[recorded("answers")["moderate-io"]["plan"]]


NAMES = sorted(recorded("documents"))


@pytest.mark.parametrize("name", NAMES)
def test_a_former_plan_is_read_and_written_in_both_names(name: str) -> None:
    former = recorded("documents")[name]
    current = with_current_names(former, Plan)
    assert plan_json(plan_of(former)) == plan_json(plan_of(current))
    # Layouts are written where they were given, so that the former document comes back whole.
    assert with_former_names(current, Plan) == former


@pytest.mark.parametrize("name", NAMES)
def test_a_former_plan_has_the_figures_that_it_had(name: str) -> None:
    result = decide(plan_of(recorded("documents")[name]), load_catalogue(), None, RESULT)
    for configuration in result.configurations:
        before = recorded("figures")[name][configuration.key]
        now = {quantity: value.value for quantity, value in configuration.quantities.items()}
        for former, number in before.items():
            quantity = current_quantity(former)
            if former in CHANGED or quantity not in now:
                assert former in CHANGED or former == GONE, former
                continue
            assert now[quantity] == pytest.approx(number, rel=1e-9), (former, quantity)
        single = configuration.quantities["write_tier_capex"].value is None
        capex = [before.get(part, 0) for part in ("cache_capex", "capacity_capex")]
        assert sum(now[part] or 0 for part in ("write_tier_capex", "capacity_capex")) == pytest.approx(sum(capex)), (
            single
        )


@pytest.mark.parametrize("sample", sorted(recorded("answers")))
def test_the_whole_former_answer_comes_by_the_header(client: TestClient, sample: str) -> None:
    before = recorded("answers")[sample]
    plan = recorded("documents")[before["plan"]]
    answer = client.post("/api/v1/evaluate", json=plan, headers=FORMER)
    assert answer.headers["Hostwise-Names"] == "0.2"
    now = Counter(place for place, _ in _values(answer.json()))
    missing = [place for place in before["evaluate"] if place not in now and not _is_told(place)]
    assert missing == []


@pytest.mark.parametrize(
    ("former", "current"),
    [("doubt", "uncertainty"), ("materials", "bill-of-materials"), ("sensitivity", "sensitivities")],
)
def test_former_addresses_answer(client: TestClient, former: str, current: str) -> None:
    plan = former_plan()
    there, here = (client.post(f"/api/v1/{address}", json=plan) for address in (former, current))
    assert (there.status_code, there.json()) == (200, here.json())


def test_former_parameters_are_read(client: TestClient) -> None:
    plan = former_plan()
    found = client.post("/api/v1/doubt?futures=256&seed=3", json=plan, headers=FORMER).json()
    assert found["futures"] == 256
    assert found == client.post("/api/v1/uncertainty?simulations=256&seed=3", json=plan, headers=FORMER).json()


def test_former_names_of_quantities_are_asked_for(client: TestClient) -> None:
    plan = former_plan()
    answer = client.post("/api/v1/evaluate?include=known_life_years", json=plan).json()
    assert "flash_life_years" in answer["configurations"][0]["quantities"]
    former = client.post("/api/v1/evaluate?include=known_life_years", json=plan, headers=FORMER).json()
    assert "known_life_years" in former["configurations"][0]["quantities"]
    question = {"plan": plan, "configuration": "nand", "quantity": "known_life_years"}
    assert client.post("/api/v1/explain", json=question).json()["quantity"] == "flash_life_years"
    assert client.post("/api/v1/explain", json=question, headers=FORMER).json()["quantity"] == "known_life_years"


def test_mistakes_are_named_at_the_former_field(client: TestClient) -> None:
    plan = json.loads(json.dumps(former_plan()))
    plan["configurations"][0]["cache"]["disk_groups"] = 99
    wrong = client.post("/api/v1/evaluate", json=plan, headers=FORMER).json()
    assert [each["pointer"] for each in wrong["errors"]] == ["/configurations/0/cache/disk_groups"]
    wrong = client.post("/api/v1/evaluate", json=plan).json()
    assert [each["pointer"] for each in wrong["errors"]] == ["/configurations/0/write_tier/disk_groups"]


def test_no_field_of_a_plan_has_a_former_name() -> None:
    schema = Plan.model_json_schema()["$defs"]
    for current, rows in former_names.FIELDS.items():
        for row in rows:
            if row.plan:
                (model,) = row.of
                assert current in schema[model]["properties"]
                assert row.former not in schema[model]["properties"]


def _values(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        if not value:
            yield f"{at}/{{}}", None
        for key, part in value.items():
            yield from _values(part, f"{at}/{key}")
    elif isinstance(value, list):
        if not value:
            yield f"{at}/[]", None
        for part in value:
            yield from _values(part, f"{at}/*")
    else:
        yield at, value


def _is_told(place: str) -> bool:
    """Whether a place is part of what is told, whose sentences change with each version."""
    return any(
        part in place for part in (GONE, "/parts", "/decision", "/findings", "/reasons", "/[]", "/{}", "/inputs")
    )
