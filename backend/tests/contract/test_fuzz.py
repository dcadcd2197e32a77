"""A bounded part of `make fuzz`: mutated requests, which must neither break nor flood."""

from collections.abc import Iterator
from itertools import islice

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.plan.document import plan_json
from hostwise.services.plans.samples import sample_plan
from tests.contract.conftest import ADDRESS
from tools.fuzz import Mutator, Sent, Server, Tally, complaints

pytestmark = pytest.mark.integration

MODEL = {"key": "a", "name": "A", "points": [{"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600}]}


@pytest.fixture
def sender(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("seed", range(4))
def test_mutated_requests_break_nothing(sender: TestClient, seed: int) -> None:
    plans = [plan_json(sample_plan(key)) for key in ("light-io", "friedman13", "vfrc13-dvd-store")]
    found = []
    for sent in islice(Mutator(seed, plans, MODEL).requests(), 100):
        if "report" in sent.target:
            continue
        headers = [(name.encode(), value.encode("latin-1")) for name, value in sent.headers]
        answer = sender.request(sent.method, sent.target, headers=headers, content=sent.body)
        answered = {name.lower(): value for name, value in answer.headers.items()}
        said = complaints(len(sent.body), answer.status_code, answered, len(answer.content), 0)
        found += [f"{each}: {sent.shown()}" for each in said]
    assert found == []


def test_the_same_seed_makes_the_same_requests() -> None:
    plan = plan_json(sample_plan("light-io"))
    one, two = (list(islice(Mutator(7, [plan], MODEL).requests(), 50)) for _ in range(2))
    assert one == two
    assert one != list(islice(Mutator(8, [plan], MODEL).requests(), 50))


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
