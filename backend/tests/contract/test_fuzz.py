"""A bounded part of `make fuzz`: mutated requests, which must neither break nor flood."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.api.app import build_app
from tests.contract.conftest import ADDRESS
from tools.fuzz import Mutator, Sent, Server, Tally, complaints, files
from tools.operations import operations

pytestmark = pytest.mark.integration

PLANS = [plan_json(sample_plan(key)) for key in ("light-io", "friedman13", "vfrc13-dvd-store")]


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return build_app(load_catalogue(), None).openapi()


@pytest.fixture
def sender(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("seed", range(4))
def test_mutated_requests_break_nothing(sender: TestClient, description: dict[str, Any], seed: int) -> None:
    found = []
    for sent in islice(Mutator(seed, description, PLANS, files()).requests(), 100):
        # They compute for seconds; `make fuzz` sends them.
        if any(each in sent.target for each in ("report", "uncertainty", "sensitivity", "effects")):
            continue
        headers = [(name.encode(), value.encode("latin-1")) for name, value in sent.headers]
        answer = sender.request(sent.method, sent.target, headers=headers, content=sent.body)
        answered = {name.lower(): value for name, value in answer.headers.items()}
        said = complaints(len(sent.body), answer.status_code, answered, len(answer.content), 0)
        found += [f"{each}: {sent.shown()}" for each in said]
    assert found == []


def test_the_same_seed_makes_the_same_requests(description: dict[str, Any]) -> None:
    one, two, other = (list(islice(Mutator(seed, description, PLANS, [b"a,b"]).requests(), 50)) for seed in (7, 7, 8))
    assert one == two
    assert one != other


def test_bodies_are_such_as_their_operations_take(description: dict[str, Any]) -> None:
    draw, asked = random.Random(1), set()
    for operation in operations(description):
        kinds = operation.declared.get("requestBody", {}).get("content", {})
        if "application/json" not in kinds:
            continue
        schema = kinds["application/json"]["schema"] | {"components": description["components"]}
        made = (operation.request(draw, PLANS, [b""]) for _ in range(200))
        bodies = (body for _, kind, body in made if kind == "application/json")
        assert any(jsonschema_rs.is_valid(schema, body) for body in bodies), operation.path
        asked.add(operation.path)
    assert len(asked) > 20


def test_what_is_complained_of() -> None:
    tally = Tally()
    for status, answer, seconds in ((200, 10, 0.1), (500, 10, 0.1), (200, 6_000_000, 0.1), (200, 10, 9.0)):
        tally.note("it", 100, status, {}, answer, seconds)
    tally.note("it", 100, 503, {"retry-after": "2"}, 10, 9.0)
    tally.note("it", 3_000_000, 200, {}, 6_000_000, 0.1)
    assert tally.complaints == ["status 500: it", "6000000 bytes: it", "9.0 seconds: it"]


def test_it_sends_nowhere_else() -> None:
    with pytest.raises(ValueError, match=r"is not on 127\.0\.0\.1"):
        Server("http://192.0.2.1:8000", 1, Tally())
    assert Sent("GET", "/x" * 500).shown().count("/x") <= 100
