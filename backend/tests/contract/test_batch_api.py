"""Many plans in one request: a line in, a line out."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.api import batch_routes
from hostwise.server.api.evaluation_routes import evaluated, summarised
from hostwise.server.api.request_limits import MAX_BATCH_BYTES
from hostwise.server.workers.pools import Pool

pytestmark = pytest.mark.integration

ADDRESS = "/api/v1/evaluate/batch"
LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def sent(client: TestClient, plans: list[Any], query: str = "") -> list[dict[str, Any]]:
    text = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in plans)
    answer = client.post(ADDRESS + query, content=text, headers={"content-type": "application/x-ndjson"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def variants(plan: dict[str, Any], number: int) -> list[dict[str, Any]]:
    return [plan | {"name": f"Variant {each}"} for each in range(number)]


def test_an_array_is_taken_apart_where_files_are_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    where = []
    real = Pool.compute

    async def noted(pool: Pool, work: Any, *args: Any, **kwargs: Any) -> Any:
        where.append(pool.name)
        return await real(pool, work, *args, **kwargs)

    monkeypatch.setattr(Pool, "compute", noted)
    plan = client.get("/api/v1/samples/light-io").json()
    large = [plan, {"too": "large" * 600_000}]
    lines = [json.loads(line) for line in client.post(f"{ADDRESS}?summary=true", json=large).text.splitlines()]
    assert ("summary" in lines[0], lines[1]["problem"]["errors"][0]["code"]) == (True, "too_large")
    assert where == ["files", "batch", "batch"]
    where.clear()
    assert client.post(f"{ADDRESS}?summary=true", json=[plan]).status_code == 200
    assert where == ["batch", "batch"]


def test_every_line_is_answered_like_a_request_of_its_own(client: TestClient, plan: dict[str, Any]) -> None:
    plans = variants(plan, 3)
    lines = sent(client, plans)
    assert [each["index"] for each in lines] == [0, 1, 2]
    for line, each in zip(lines, plans, strict=True):
        assert set(line) == {"index", "result"}
        assert line["result"] == client.post("/api/v1/evaluate", json=each).json()
    (line,) = sent(client, plans[:1], "?include=rows,cluster_tco")
    assert line["result"] == client.post("/api/v1/evaluate?include=rows,cluster_tco", json=plans[0]).json()


def test_a_wrong_line_does_not_stop_the_others(client: TestClient, plan: dict[str, Any]) -> None:
    unknown = json.loads(json.dumps(plan))
    unknown["configurations"][0]["cpu"]["key"] = "no-such-cpu"
    wrong = ["{nope", "null", '"text"', "[1]", plan | {"polcy": {}}, unknown, "\ufeff{}", "[" * 10_000]
    lines = sent(client, [plan, *wrong, plan])
    assert [each["index"] for each in lines] == list(range(len(wrong) + 2))
    assert "result" in lines[0]
    assert "result" in lines[-1]
    for line, each in zip(lines[1:-1], wrong, strict=True):
        problem = line["problem"]
        assert problem["status"] == 422, each
        assert problem["errors"]
    hint = lines[5]["problem"]["errors"][0]
    assert (hint["pointer"], hint["hint"]) == ("/polcy", "Did you mean 'policy'?")
    single = client.post("/api/v1/evaluate", json=unknown)
    assert lines[6]["problem"] == single.json()


def test_a_defect_in_one_line_is_that_lines(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = evaluated

    def sometimes(plan: Any, *rest: Any) -> Any:
        if plan.name == "Variant 1":
            raise RuntimeError("secret detail")
        return whole(plan, *rest)

    monkeypatch.setattr(batch_routes, "evaluated", sometimes)
    lines = sent(client, list(variants(plan, 3)))
    assert [("result" in each) for each in lines] == [True, False, True]
    assert lines[1]["problem"]["code"] == "internal_error"
    assert "secret" not in json.dumps(lines[1])


def test_blank_lines_and_missing_ends_do_not_matter(client: TestClient, plan: dict[str, Any]) -> None:
    text = f"\n{json.dumps(plan)}\r\n\n  \n{json.dumps(plan)}"
    lines = client.post(f"{ADDRESS}?summary=true", content=text.encode(), headers=LINES).text.splitlines()
    assert [json.loads(each)["index"] for each in lines] == [0, 1]


def test_an_array_is_as_good_as_lines(client: TestClient, plan: dict[str, Any]) -> None:
    plans = [*variants(plan, 2), {"name": "wrong"}]
    answer = client.post(f"{ADDRESS}?summary=true", json=plans)
    assert [json.loads(line) for line in answer.text.splitlines()] == sent(client, plans, "?summary=true")


def test_a_summary_is_short_and_says_the_same(client: TestClient, plan: dict[str, Any]) -> None:
    whole = client.post("/api/v1/evaluate?reference=optane&include=everything", json=plan)
    (line,) = sent(client, [plan], "?summary=true&reference=optane")
    assert set(line) == {"index", "summary"}
    summary, result = line["summary"], whole.json()
    assert len(json.dumps(line)) < len(whole.content) / 50
    for field in ("plan_name", "plan_hash", "sentence", "reference", "currency", "engine_version"):
        assert summary[field] == result[field]
    for short, full in zip(summary["configurations"], result["configurations"], strict=True):
        assert (short["key"], short["feasible"]) == (full["key"], full["feasible"])
        assert list(short["quantities"]) == ["hosts", "cluster_tco", "wear_out_probability"]
        assert all(short["quantities"][name] == full["quantities"][name] for name in short["quantities"])


def test_a_summary_holds_what_is_asked_for(client: TestClient, plan: dict[str, Any]) -> None:
    (line,) = sent(client, [plan], "?fields=tbw_tb,%20hosts,tbw_tb")
    assert list(line["summary"]["configurations"][0]["quantities"]) == ["tbw_tb", "hosts"]
    answer = client.post(f"{ADDRESS}?fields=hosts,cluster_tcp", json=[plan])
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_quantity")
    assert "cluster_tco" in answer.json()["detail"]


def test_limits_are_said_before_anything_is_computed(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_routes, "MAX_LINES", 2)
    for many in ("\n".join(["{}"] * 3), "[{}, {}, {}]"):
        answer = client.post(ADDRESS, content=many, headers=LINES)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_many_plans")
    large = client.post(ADDRESS, content=b" " * (MAX_BATCH_BYTES + 1), headers=LINES)
    assert (large.status_code, large.json()["code"]) == (413, "body_too_large")
    (line,) = sent(client, [json.dumps(plan) + " " * (2 * 1024 * 1024)])
    assert line["problem"]["errors"][0]["code"] == "too_large"


@pytest.mark.parametrize(("body", "code"), [("", "no_plans"), ("\n \n", "no_plans"), ("[]", "no_plans"), ("[", None)])
def test_a_body_without_plans(client: TestClient, body: str, code: str | None) -> None:
    answer = client.post(ADDRESS, content=body, headers=LINES)
    assert answer.json()["code"] == (code or "unreadable_request")


def test_answers_come_as_they_are_computed(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line is sent before the second plan is looked at."""
    # Not from `client`: an application that two clients start at once closes connections of the other.
    plan = plan_json(sample_plan("light-io"))
    events: list[str] = []
    whole = summarised

    def noted(plan: Any, *rest: Any) -> Any:
        events.append(f"evaluate {plan.name}")
        return whole(plan, *rest)

    monkeypatch.setattr(batch_routes, "summarised", noted)

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        async def seen(message: Any) -> None:
            if message.get("body"):
                events.append(f"send {json.loads(message['body'])['summary']['plan_name']}")
            await send(message)

        await app(scope, receive, seen)

    with TestClient(watched, base_url="http://127.0.0.1") as client:
        client.post(f"{ADDRESS}?summary=true", json=variants(plan, 2))
    assert events == ["evaluate Variant 0", "send Variant 0", "evaluate Variant 1", "send Variant 1"]
