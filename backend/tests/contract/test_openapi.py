"""The API's description: stored, equal to the application's, and kept under fuzzing."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.schemas import OpenApiSchema

from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from tests.contract.request_pools import inventory_pool, plan_pool, with_pools
from tests.drawing_examples import IS_DEEP

pytestmark = pytest.mark.integration

PATIENCE_SECONDS = 600
"""What is asked here is whether the server breaks, not how busy the machine is."""

STORED = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"


@cache
def described() -> dict[str, Any]:
    """The description of the application, which needs no database for it: made once, since that takes seconds."""
    return create_app(Settings.model_construct(database_url="postgresql:///unused")).openapi()


def test_the_stored_description_is_the_applications() -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored == json.loads(json.dumps(described())), "run `make openapi`"


def test_every_operation_is_described_with_its_problems() -> None:
    for path, operations in described()["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            for code, answer in operation["responses"].items():
                if code.startswith(("4", "5")):
                    schema = json.dumps(answer["content"])
                    assert "#/components/schemas/Problem" in schema, (method, path, code)


def test_plans_have_an_example() -> None:
    document = described()
    for operation in ("/api/v1/evaluate", "/api/v1/plans"):
        content = document["paths"][operation]["post"]["requestBody"]["content"]["application/json"]
        assert content["examples"] or content["example"]


DESCRIPTION = json.loads(STORED.read_text(encoding="utf-8"))
OPERATIONS = [(method.upper(), path) for path, operations in DESCRIPTION["paths"].items() for method in operations]


def takes(document: str, method: str, path: str) -> bool:
    """Whether a plan or an inventory is sent to an operation, as its body or in it."""
    body = json.dumps(DESCRIPTION["paths"][path][method.lower()].get("requestBody"))
    named = re.findall(r'"#/components/schemas/(\w+)"', body)
    texts = [body, *(json.dumps(DESCRIPTION["components"]["schemas"][each]) for each in named)]
    return any(f'"#/components/schemas/{document}"' in each for each in texts)


FIRST = ["/api/v1/evaluate", "/api/v1/estate"]
"""The operations to which plans and inventories are sent as they are drawn. The others read them alike."""

WITH_A_PLAN = [each for each in OPERATIONS if takes("Plan", *each) and each[1] not in FIRST]
WITH_AN_INVENTORY = [each for each in OPERATIONS if takes("Inventory", *each) and each[1] not in FIRST]

POOLED = [*WITH_A_PLAN, *WITH_AN_INVENTORY]


def patient() -> SchemathesisConfig:
    return SchemathesisConfig.from_dict({"request-timeout": PATIENCE_SECONDS})


@pytest.fixture(scope="module")
def operations(shared_database_url: str) -> OpenApiSchema:
    """The operations of one application, which is made and described once."""
    app = create_app(
        Settings.model_construct(
            # A worker of jobs has a pool of connections with chance in it, which the checks take for their own.
            job_workers=0,
            # Limited requests never reach what is tested here, and how many are limited depends on the machine.
            rate_limit="0/minute",
            database_url=shared_database_url,
            allowed_hosts=("testserver", "localhost"),
            compute_seconds=PATIENCE_SECONDS,
        )
    )
    return schemathesis.openapi.from_asgi("/api/openapi.json", app, config=patient(), timeout=PATIENCE_SECONDS)


Asked = list[tuple[Any, int]]
"""Bodies that were sent, and the status of the answer to each."""

Fuzz = Callable[[str, str], Asked]


def fuzz(operation: Any, number: int) -> Asked:
    """Ask what its description allows."""
    asked: Asked = []

    @settings(
        max_examples=200 if IS_DEEP else number,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        asked.append((case.body, case.call_and_validate(checks=[not_a_server_error]).status_code))

    check()
    return asked


@pytest.fixture(scope="module")
def fuzzed(operations: OpenApiSchema) -> Fuzz:
    """Asks an operation whatever its description allows, once."""
    return cache(lambda method, path: fuzz(operations[path][method], 20))


@pytest.fixture(scope="module")
def operations_of_pools(operations: OpenApiSchema, fuzzed: Fuzz) -> OpenApiSchema:
    """The same with plans and inventories that were drawn once: each takes a third of a second."""
    plans, inventories = ([body for body, _ in fuzzed("POST", path)] for path in FIRST)
    description = with_pools(operations.raw_schema, plan_pool(operations, plans), inventory_pool(inventories))
    pooled = schemathesis.openapi.from_dict(description, config=patient())
    pooled.app = operations.app
    return pooled


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, str], Counter[int]]:
    """How often each operation gave each status, asked with documents of the pools."""
    return {}


@pytest.mark.parametrize(
    ("method", "path"),
    [pytest.param(*each, marks=pytest.mark.deep if each in POOLED else ()) for each in OPERATIONS],
)
def test_no_input_breaks_the_server(fuzzed: Fuzz, method: str, path: str) -> None:
    assert fuzzed(method, path)


@pytest.mark.parametrize(("method", "path"), POOLED)
def test_no_document_of_the_pools_breaks_the_server(
    operations_of_pools: OpenApiSchema, answers: dict[tuple[str, str], Counter[int]], method: str, path: str
) -> None:
    # To answer a valid plan takes a second there.
    few = path.startswith("/api/v1/uncertainty")
    asked = fuzz(operations_of_pools[path][method], 10 if few else 20)
    answers[method, path] = Counter(status for _, status in asked)


def test_the_pools_reach_the_computation(answers: dict[tuple[str, str], Counter[int]]) -> None:
    """What is refused for its form says little of what computes: much of what is sent must come so far."""
    if not set(answers).issuperset(WITH_A_PLAN):
        pytest.skip("not all operations were asked")
    together = sum((answers[each] for each in WITH_A_PLAN), Counter[int]())
    assert together[200] + together[201] >= together.total() / 3, answers
    refused = {path for (method, path) in WITH_A_PLAN if not {200, 201} & set(answers[method, path])}
    # These ask for a plan that is kept.
    assert refused <= {"/api/v1/plans/{plan_id}", "/api/v1/plans/{plan_id}/scenarios/{key}"}
