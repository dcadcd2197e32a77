"""The API's description: stored, equal to the application's, and kept under fuzzing."""

import json
import re
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


def takes_a_plan(method: str, path: str) -> bool:
    """Whether a plan is sent to an operation, as its body or in it."""
    body = json.dumps(DESCRIPTION["paths"][path][method.lower()].get("requestBody"))
    named = re.findall(r'"#/components/schemas/(\w+)"', body)
    texts = [body, *(json.dumps(DESCRIPTION["components"]["schemas"][each]) for each in named)]
    return any('"#/components/schemas/Plan"' in each for each in texts)


@pytest.fixture(scope="module")
def operations(shared_database_url: str) -> OpenApiSchema:
    """The operations of one application, which is made and described once."""
    app = create_app(
        Settings.model_construct(
            # A worker of jobs has a pool of connections with chance in it, which the checks take for their own.
            job_workers=0,
            database_url=shared_database_url,
            allowed_hosts=("testserver", "localhost"),
            compute_seconds=PATIENCE_SECONDS,
        )
    )
    patient = SchemathesisConfig.from_dict({"request-timeout": PATIENCE_SECONDS})
    return schemathesis.openapi.from_asgi("/api/openapi.json", app, config=patient, timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_input_breaks_the_server(operations: OpenApiSchema, method: str, path: str) -> None:
    operation = operations[path][method]
    # To draw a whole plan takes a third of a second. All of them read it alike, as the first does.
    few = takes_a_plan(method, path) and path != "/api/v1/evaluate"

    @settings(
        max_examples=10 if few else 30,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(checks=[not_a_server_error])

    check()
