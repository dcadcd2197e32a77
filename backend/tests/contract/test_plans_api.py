"""Plans over HTTP: kept, read, saved against a revision, never overwritten unseen."""

from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.server.http.problems import refused_for_now
from hostwise.server.workers.pools import Pool

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def keep(client: TestClient, plan: dict[str, Any]) -> str:
    answer = client.post("/api/v1/plans", json=plan)
    assert answer.status_code == 201
    assert answer.headers["etag"] == '"1"'
    assert client.get(answer.headers["location"]).json()["plan"] == answer.json()["plan"]
    return str(answer.json()["id"])


def test_a_kept_plan_gives_the_same_result_as_the_plan_itself(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    kept = client.get(f"/api/v1/plans/{plan_id}/result")
    assert kept.status_code == 200
    assert kept.json() == client.post("/api/v1/evaluate", json=plan).json()


def test_a_kept_plan_explains_like_the_plan_itself(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    kept = client.get(f"/api/v1/plans/{plan_id}/explain/nand/years_to_wear_out").json()
    sent = client.post(
        "/api/v1/explain", json={"plan": plan, "configuration": "nand", "quantity": "years_to_wear_out"}
    ).json()
    assert kept == sent
    texts = {each["quantity"]: each["text"] for each in kept["nodes"]}
    assert texts["years_to_wear_out"] == "role_years_to_wear_out[capacity if single_tier_flag = 1 else write_tier]"
    lives = "role_rated_years * role_rated_dwpd * drive_endurance_factor / role_dwpd_used"
    assert texts["role_years_to_wear_out"] == lives


def test_a_kept_plan_says_what_this_version_answers_otherwise(
    client: TestClient, plan: dict[str, Any], database_url: str
) -> None:
    plan_id = keep(client, plan)
    address = f"/api/v1/plans/{plan_id}/engine-change"
    same = client.get(address).json()
    assert (same["text"], same["engine_before"]) == (None, same["engine_version"])
    # As an older engine might have answered: the figures are part of the revision, which never changes.
    with psycopg.connect(database_url.replace("+psycopg", "")) as connection:
        connection.execute("ALTER TABLE revisions DISABLE TRIGGER USER")
        connection.execute(
            "UPDATE revisions SET figures = jsonb_set(jsonb_set(figures, '{configurations,0,hosts}', '2'),"
            " '{engine_version}', '\"0.2.0\"') WHERE plan_id = %s",
            [plan_id],
        )
        connection.execute("ALTER TABLE revisions ENABLE TRIGGER USER")
    parts = client.get(address).json()["text"]["parts"]
    assert "hosts, not 2" in "".join(each if isinstance(each, str) else each["text"] for each in parts)
    link = client.post(f"/api/v1/plans/{plan_id}/shares", json={"anonymised": True}).json()
    shared = client.get(f"{link['path']}/engine-change").json()
    assert shared["configurations"][0]["before"]["hosts"] == 2
    names = {each["key"] for each in plan["configurations"]}
    assert not names & {each[side]["key"] for each in shared["configurations"] for side in ("before", "after")}


def test_a_python_client_that_is_too_old_gets_a_problem_that_says_why(client: TestClient, plan: dict[str, Any]) -> None:
    for agent in ("hostwise-client", "hostwise-client/0.2.0", "hostwise-client/0.2.9 python"):
        answer = client.post("/api/v1/evaluate", json=plan, headers={"User-Agent": agent})
        assert (answer.status_code, answer.json()["code"]) == (400, "client_outdated")
        assert "strength" in answer.json()["detail"]
    for agent in ("hostwise-client/0.3.0", "hostwise-client/1.0", "curl/8.0", "hostwise-client-of-others/0.1"):
        assert client.post("/api/v1/evaluate", json=plan, headers={"User-Agent": agent}).status_code == 200


@pytest.mark.parametrize("rest", ["result", "explain/nand/hosts", "report"])
def test_an_id_that_is_none_is_named(client: TestClient, rest: str) -> None:
    answer = client.get(f"/api/v1/plans/drives/{rest}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/plan_id"


def test_saving_makes_a_revision_and_keeps_the_old_one(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    changed = plan | {"name": "Changed"}
    saved = client.put(f"/api/v1/plans/{plan_id}", json=changed, headers={"If-Match": '"1"'})
    assert (saved.status_code, saved.headers["etag"], saved.json()["revision"]) == (200, '"2"', 2)
    assert client.get(f"/api/v1/plans/{plan_id}").json()["plan"]["name"] == "Changed"
    old = client.get(f"/api/v1/plans/{plan_id}?revision=1").json()
    assert (old["plan"]["name"], old["head_revision"]) == (plan["name"], 2)
    revisions = client.get(f"/api/v1/plans/{plan_id}/revisions").json()["items"]
    assert [each["number"] for each in revisions] == [2, 1]
    assert revisions[0]["plan_hash"] != revisions[1]["plan_hash"]
    assert {each["currency"] for each in revisions} == {"USD"}
    # What each was answered when it was saved, under the names of then.
    for each in revisions:
        result = client.get(f"/api/v1/plans/{plan_id}/result?revision={each['number']}").json()
        assert each["name"] == result["plan_name"]
        assert each["configurations"] == [
            {
                "key": one["key"],
                "name": one["name"],
                "feasible": one["feasible"],
                "hosts": one["hosts"]["value"],
                "cost": one["quantities"]["cluster_tco"]["value"],
                "life_years": one["quantities"]["flash_life_years"]["value"],
            }
            for one in result["configurations"]
        ]


def test_a_stale_save_is_refused_and_nothing_is_lost(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    address = f"/api/v1/plans/{plan_id}"
    assert client.put(address, json=plan | {"name": "First"}, headers={"If-Match": '"1"'}).status_code == 200
    stale = client.put(address, json=plan | {"name": "Second"}, headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["code"], stale.headers["etag"]) == (412, "stale_revision", '"2"')
    assert stale.headers["content-type"] == "application/problem+json"
    assert client.get(address).json()["plan"]["name"] == "First"


@pytest.mark.parametrize("method", ["put", "delete"])
def test_a_write_says_what_it_was_made_from(client: TestClient, plan: dict[str, Any], method: str) -> None:
    address = f"/api/v1/plans/{keep(client, plan)}"
    body = plan if method == "put" else None
    assert client.request(method, address, json=body).status_code == 428
    for malformed in ("*", "abc", '"1", "2"', '""'):
        answer = client.request(method, address, json=body, headers={"If-Match": malformed})
        assert (answer.status_code, answer.json()["code"]) == (400, "if_match_malformed")
    assert client.get(address).json()["revision"] == 1


def test_deleting(client: TestClient, plan: dict[str, Any]) -> None:
    address = f"/api/v1/plans/{keep(client, plan)}"
    assert client.delete(address, headers={"If-Match": '"9"'}).status_code == 412
    assert client.delete(address, headers={"If-Match": '"1"'}).status_code == 204
    assert client.get(address).status_code == 404
    assert client.delete(address, headers={"If-Match": '"1"'}).status_code == 404


def test_pages_of_plans(client: TestClient, plan: dict[str, Any]) -> None:
    kept = [keep(client, plan | {"name": f"Plan {number}"}) for number in range(5)]
    seen: list[str] = []
    after = ""
    while True:
        page = client.get(f"/api/v1/plans?limit=2{after}").json()
        seen += [each["id"] for each in page["items"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert seen == kept[::-1]
    assert client.get("/api/v1/plans?after=nonsense").json()["code"] == "cursor_malformed"


def in_list(client: TestClient, plan_id: str) -> dict[str, Any]:
    items = client.get("/api/v1/plans").json()["items"]
    found: dict[str, Any] = next(each for each in items if each["id"] == plan_id)
    return found


LISTED = ("phase", "state", "label", "strength", "sentence", "lead", "advised", "runner_up", "saving", "currency")


def test_a_list_has_what_each_plan_comes_to(client: TestClient, plan: dict[str, Any]) -> None:
    item = in_list(client, keep(client, plan))
    decision = client.post("/api/v1/evaluate?include=decision", json=plan).json()["decision"]
    assert item["problem"] is None
    assert {key: item["decision"][key] for key in LISTED} == {key: decision[key] for key in LISTED}
    assert item["decision"]["rows"] == [each for each in decision["rows"] if each["configuration"] == decision["lead"]]
    assert len(item["decision"]["rows"]) == 1
    assert (item["decision"]["notes"], item["decision"]["notices"]) == ([], [])


def test_a_list_has_a_verdict_only_of_a_plan_that_was_simulated(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    assert in_list(client, plan_id)["decision"]["phase"] == "sized"
    # Fewer simulations are not what the verdict is said of.
    assert client.post("/api/v1/uncertainty?simulations=256", json=plan).status_code == 200
    assert in_list(client, plan_id)["decision"]["phase"] == "sized"
    found = client.post("/api/v1/uncertainty", json=plan).json()["decision"]
    listed = in_list(client, plan_id)["decision"]
    assert listed["phase"] == "simulated"
    assert {key: listed[key] for key in LISTED} == {key: found[key] for key in LISTED}
    changed = plan | {"name": "Another"}
    assert client.put(f"/api/v1/plans/{plan_id}", json=changed, headers={"If-Match": '"1"'}).status_code == 200
    assert in_list(client, plan_id)["decision"]["phase"] == "sized"


def test_a_plan_where_nothing_can_be_built_is_listed_with_that(client: TestClient, plan: dict[str, Any]) -> None:
    for each in plan["configurations"]:
        each["hosts"] = 1
    decision = in_list(client, keep(client, plan))["decision"]
    assert (decision["state"], decision["lead"], decision["rows"]) == ("cannot_be_built", None, [])
    assert decision["label"] == "Cannot be built"


@pytest.mark.parametrize(
    "change",
    [
        "figures = NULL",
        "figures = figures - 'decision'",
        "figures = jsonb_set(figures, '{engine_version}', '\"0.2.0\"')",
    ],
)
def test_what_was_not_kept_or_by_another_version_is_evaluated_for_the_list(
    client: TestClient, plan: dict[str, Any], database_url: str, change: str
) -> None:
    plan_id = keep(client, plan)
    before = in_list(client, plan_id)
    in_store(database_url, plan_id, change)
    assert in_list(client, plan_id) == before
    assert before["decision"]["rows"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("jsonb_set(document, '{workload,acme}', '1')", "Saved by another version, and not valid in this one."),
        (
            "jsonb_set(document, '{configurations,0,cpu,key}', '\"acme\"')",
            "Cannot be evaluated: ",
        ),
    ],
)
def test_a_plan_that_cannot_be_evaluated_says_so_in_the_list(
    client: TestClient, plan: dict[str, Any], database_url: str, change: str, problem: str
) -> None:
    plan_id, other = keep(client, plan), keep(client, plan | {"name": "Beside it"})
    in_store(database_url, plan_id, f"figures = NULL, plan_hash = 'another', document = {change}")
    item = in_list(client, plan_id)
    assert item["decision"] is None
    assert item["problem"].startswith(problem)
    assert in_list(client, other)["decision"] is not None


def test_the_list_does_not_wait_where_nothing_can_be_computed(
    client: TestClient, plan: dict[str, Any], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan_id, other = keep(client, plan), keep(client, plan | {"name": "Kept"})
    in_store(database_url, plan_id, "figures = NULL, plan_hash = 'another'")

    async def busy(*_: object) -> None:
        raise refused_for_now("too_busy", "Too busy", "Too many requests of this kind are waiting.", 2)

    with monkeypatch.context() as patched:
        patched.setattr(Pool, "compute", busy)
        item = in_list(client, plan_id)
        assert (item["decision"], item["problem"]) == (None, None)
        assert in_list(client, other)["decision"] is not None
    assert in_list(client, plan_id)["decision"] is not None


def in_store(database_url: str, plan_id: str, change: str) -> None:
    """Change a revision, which the database refuses to do."""
    with psycopg.connect(database_url.replace("+psycopg", "")) as connection:
        connection.execute("ALTER TABLE revisions DISABLE TRIGGER USER")
        connection.execute(f"UPDATE revisions SET {change} WHERE plan_id = %s", [plan_id])


def test_absent_fields_stay_absent(client: TestClient, plan: dict[str, Any]) -> None:
    plan["workload"]["groups"][0].pop("iops_peak")
    kept = client.get(f"/api/v1/plans/{keep(client, plan)}").json()["plan"]
    assert kept["workload"]["groups"][0].get("iops_peak") is None
    assert client.get("/api/v1/plans").json()["items"][0]["name"] == plan["name"]


def test_reference_data_is_there(client: TestClient) -> None:
    samples = client.get("/api/v1/samples").json()
    keys = [each["key"] for each in samples]
    cases = [
        "nvme-2026",
        "leaving-vmware",
        "vdi-2026",
        "edge-three-nodes",
        "edge-platforms",
        "databases-2026",
        "memory-tiering-2026",
    ]
    assert keys[:11] == [*cases, "moderate-io", "moderate-io-si", "light-io", "light-io-si"]
    assert {each["key"] for each in samples if each["kind"] == "case"} == set(cases)
    assert {each["kind"] for each in samples} == {"case", "reproduction"}
    assert {"sandisk14", "sandisk14-test-host", "vmw10", "friedman13", "vfrc13-dvd-store"} <= set(keys)
    kinds = client.get("/api/v1/catalogue").json()["kinds"]
    for kind in kinds:
        rows = client.get(f"/api/v1/catalogue/{kind['kind']}").json()
        assert len(rows["rows"]) == kind["rows"] > 0
        assert all(row.get("source") or row.get("citation") for row in rows["rows"])
    entries = {each["name"]: each for each in client.get("/api/v1/quantities").json()}
    assert entries["dwpd_used"]["unit"] == "drive writes/day"
    assert entries["dwpd_used"]["source"]["key"] == "INTEL21"
    assert "endurance_used_share" in entries["dwpd_used"]["used_by"]
    assert entries["role_dwpd_used"]["axes"] == ["role"]
    assert client.get("/api/v1/schemas/plan").json()["properties"]["workload"]
    template = client.get("/api/v1/templates/plan").json()
    assert client.post("/api/v1/evaluate", json=template).json()["missing"] == []
    summary = client.get("/api/v1/samples/nvme-2026/summary?fields=cluster_tco").json()
    assert [list(each["quantities"]) for each in summary["configurations"]] == [["cluster_tco"]] * 3
    assert client.get("/api/v1/samples/nothing/summary").json()["code"] == "unknown_sample"
    wrong = client.get("/api/v1/samples/nvme-2026/summary?fields=cluster_tcp")
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/fields")


def test_health(client: TestClient) -> None:
    assert client.get("/health/live").json()["status"] == "live"
    assert client.get("/health/ready").json()["database"] == "ready"


def test_a_result_that_is_known_is_not_computed_again(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = keep(client, plan)
    address = f"/api/v1/plans/{plan_id}/result"
    first = client.get(address)
    tag = first.headers["ETag"]
    known = client.get(address, headers={"If-None-Match": tag})
    assert (known.status_code, known.content) == (304, b"")
    changed = client.put(f"/api/v1/plans/{plan_id}", json=plan | {"name": "Changed"}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200
    again = client.get(address, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert again.headers["ETag"] != tag
    assert again.json()["plan_name"] == "Changed"
    short = client.get(address, params={"include": "hosts"}).json()
    assert [*short["configurations"][0]["quantities"]] == ["hosts"]
