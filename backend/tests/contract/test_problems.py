"""What is wrong is said plainly, at its field, and nothing breaks or is lost."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.server.api.request_limits import MAX_BODY_BYTES

pytestmark = pytest.mark.integration

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/moderate-io").json()
    return document


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["title"]
    assert body["detail"]
    return body


WRONG: list[tuple[str, Change, str, str]] = [
    ("unknown key", lambda d: d.update(polcy={}), "/polcy", "extra_forbidden"),
    (
        "unknown key inside",
        lambda d: d["workload"]["groups"][0].update(cout=1),
        "/workload/groups/0/cout",
        "extra_forbidden",
    ),
    (
        "negative count",
        lambda d: d["workload"]["groups"][0].update(count=-1),
        "/workload/groups/0/count",
        "greater_than_equal",
    ),
    (
        "absurd size",
        lambda d: d["workload"]["groups"][0].update(count=10**12),
        "/workload/groups/0/count",
        "less_than_equal",
    ),
    ("wrong type", lambda d: d["policy"].update(spare_hosts="one"), "/policy/spare_hosts", "int_parsing"),
    ("not an object", lambda d: d.update(workload=7), "/workload", "model_attributes_type"),
    ("missing part", lambda d: d.pop("workload"), "/workload", "missing"),
    ("no group", lambda d: d["workload"].update(groups=[]), "/workload/groups", "too_short"),
    (
        "share above one",
        lambda d: d["workload"]["groups"][0].update(read_share=70),
        "/workload/groups/0/read_share",
        "less_than_equal",
    ),
    ("same key twice", lambda d: d["configurations"][1].update(key="nand"), "/configurations", "value_error"),
    ("tiers that do not match", lambda d: d["configurations"][0].pop("write_tier"), "/configurations/0", "value_error"),
    ("NUL in a text", lambda d: d.update(name="a\0b"), "/name", "string_pattern_mismatch"),
    ("newer schema", lambda d: d.update(schema_version=2), "/schema_version", "literal_error"),
    (
        "unknown processor",
        lambda d: d["configurations"][0]["cpu"].update(key="intel-xeon-gold-6330x"),
        "/configurations/0/cpu/key",
        "unknown_key",
    ),
    ("unknown protection", lambda d: d["policy"].update(protection="osa-raid1"), "/policy/protection", "unknown_key"),
    (
        "protection of another layout",
        lambda d: d["policy"].update(protection="esa_raid6_4_2"),
        "/policy/protection",
        "protection_does_not_fit",
    ),
    (
        "too many drives",
        lambda d: d["configurations"][0]["capacity"].update(count=15),
        "/configurations/0/capacity/count",
        "too_many_drives",
    ),
    (
        "too many sockets",
        lambda d: d["configurations"][0]["cpu"].update(sockets=8),
        "/configurations/0/cpu/sockets",
        "too_many_sockets",
    ),
]


@pytest.mark.parametrize(("change", "pointer", "code"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
@pytest.mark.parametrize("address", ["/api/v1/evaluate", "/api/v1/explain"])
def test_a_wrong_plan_is_refused_at_its_field(
    client: TestClient, plan: dict[str, Any], address: str, change: Change, pointer: str, code: str
) -> None:
    change(plan)
    body, prefix = plan, ""
    if address.endswith("explain"):
        body, prefix = {"plan": plan, "configuration": "nand", "quantity": "hosts"}, "/plan"
    answer = client.post(address, json=body)
    found = problem(answer, 422, answer.json()["code"])
    # What the catalogue refuses is named within the plan, what the schema refuses within the body.
    errors = {(each["pointer"].removeprefix(prefix), each["code"]) for each in found["errors"]}
    assert (pointer, code) in errors
    assert len(errors) == 1
    assert all("Input should" not in each["message"] for each in found["errors"] if "limit" in each)


def test_all_problems_come_in_one_answer_with_hints(client: TestClient, plan: dict[str, Any]) -> None:
    plan["polcy"] = {}
    plan["workload"]["groups"][0]["cout"] = 3
    plan["economics"]["horizon_years"] = 0
    found = problem(client.post("/api/v1/evaluate", json=plan), 422, "invalid_input")
    assert {each["pointer"]: each.get("hint") for each in found["errors"]} == {
        "/polcy": "Did you mean 'policy'?",
        "/workload/groups/0/cout": "Did you mean 'count'?",
        "/economics/horizon_years": None,
    }


@pytest.mark.parametrize(
    "body", [b"{nope", b"", b"\xff\xfe", b"null", b"[]", b'"text"', b"[" * 100_000, b'{"name": NaN}']
)
def test_a_body_that_is_no_plan_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/evaluate", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("address", ["/api/v1/evaluate", "/api/v1/plans"])
def test_a_key_that_comes_twice_is_a_mistake(client: TestClient, plan: dict[str, Any], address: str) -> None:
    twice = json.dumps(plan).replace("{", '{"name": "another", ', 1)
    answer = client.post(address, content=twice, headers={"Content-Type": "application/json"})
    (error,) = problem(answer, 422, "invalid_input")["errors"]
    assert error["message"] == "The key 'name' is repeated in an object."


def test_a_body_of_five_megabytes_is_refused(client: TestClient) -> None:
    problem(client.post("/api/v1/evaluate", content=b" " * 5_000_000), 413, "body_too_large")


def test_a_body_that_grows_too_large_is_refused_while_it_arrives(client: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(MAX_BODY_BYTES // 65_536 + 2):
            yield b" " * 65_536

    answer = client.post("/api/v1/evaluate", content=chunks(), headers={"content-type": "application/json"})
    problem(answer, 413, "body_too_large")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/api/v1/nothing", "not_found"),
        ("/api/v1/plans/00000000-0000-0000-0000-000000000000", "plan_not_found"),
        ("/api/v1/plans/00000000-0000-0000-0000-000000000000/result", "plan_not_found"),
        ("/api/v1/plans/00000000-0000-0000-0000-000000000000/revisions", "plan_not_found"),
        ("/api/v1/samples/nothing", "unknown_sample"),
        ("/api/v1/samples/nothing/checks", "unknown_sample"),
        ("/api/v1/catalogue/nothing", "unknown_kind"),
    ],
)
def test_what_is_not_there(client: TestClient, address: str, code: str) -> None:
    problem(client.get(address), 404, code)


def test_a_question_about_an_unknown_number(client: TestClient, plan: dict[str, Any]) -> None:
    question = {"plan": plan, "configuration": "nand", "quantity": "hots"}
    problem(client.post("/api/v1/explain", json=question), 404, "unknown_quantity")
    question |= {"configuration": "sand", "quantity": "hosts"}
    problem(client.post("/api/v1/explain", json=question), 404, "unknown_configuration")
    problem(client.post("/api/v1/evaluate?reference=sand", json=plan), 422, "unknown_configuration")


def test_a_method_that_is_not_allowed(client: TestClient) -> None:
    problem(client.delete("/api/v1/samples"), 405, "method_not_allowed")


def test_a_defect_says_nothing_internal(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("hostwise.server.api.evaluation_routes.decide", broken)
    answer = client.post("/api/v1/evaluate", json=plan)
    problem(answer, 500, "internal_error")
    assert "secret" not in answer.text


def test_headers_keep_browsers_careful(client: TestClient) -> None:
    headers = client.get("/api/v1/samples").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/v1/plans", "GET, POST"),
        ("GET", "/mcp", "POST"),
        ("DELETE", "/api/v1/evaluate", "POST"),
        ("OPTIONS", "/api/v1/samples/light-io", "GET"),
        ("POST", "/health/live", "GET"),
        ("POST", "/about", "GET"),
    ],
)
def test_what_is_not_allowed_says_what_is(client: TestClient, method: str, path: str, allowed: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
