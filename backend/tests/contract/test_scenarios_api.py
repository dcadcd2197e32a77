"""Scenarios over HTTP: kept beside a plan, copied, shared and deleted with it, and no part of its revisions."""

from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/moderate-io").json()
    return document


@pytest.fixture
def address(client: TestClient, plan: dict[str, Any]) -> str:
    return str(client.post("/api/v1/plans", json=plan).headers["location"])


def spares(plan: dict[str, Any], count: int) -> dict[str, Any]:
    return plan | {"policy": plan["policy"] | {"spare_hosts": count}}


def kept(client: TestClient, address: str, key: str, plan: dict[str, Any], name: str = "Spares") -> dict[str, Any]:
    answer = client.put(f"{address}/scenarios/{key}", json={"name": name, "plan": plan})
    assert answer.status_code == 200, answer.text
    scenario: dict[str, Any] = answer.json()
    return scenario


def test_a_scenario_is_kept_beside_the_plan_with_what_it_changes(
    client: TestClient, address: str, plan: dict[str, Any]
) -> None:
    made = kept(client, address, "two", spares(plan, 2) | {"name": "Anything"})
    # It goes under the name of the plan.
    assert made["plan"] == spares(client.get(address).json()["plan"], 2)
    (change,) = made["changes"]
    assert (change["pointer"], change["before"], change["after"]) == ("/policy/spare_hosts", 1, 2)
    assert client.get(f"{address}/scenarios").json() == [made]
    assert client.get(address).json()["head_revision"] == 1
    # What is saved later is what it is compared with.
    later = spares(plan, 2) | {"name": "Later"}
    assert client.put(address, json=later, headers={"If-Match": '"1"'}).status_code == 200
    (now,) = client.get(f"{address}/scenarios").json()
    assert (now["changes"], now["plan"]["name"]) == ([], "Later")


def test_a_scenario_is_replaced_renamed_and_deleted(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    first = kept(client, address, "two", spares(plan, 2))
    again = kept(client, address, "two", spares(plan, 3), name="Three")
    assert (again["name"], again["created_at"]) == ("Three", first["created_at"])
    assert [each["key"] for each in client.get(f"{address}/scenarios").json()] == ["two"]
    assert client.delete(f"{address}/scenarios/two").status_code == 204
    assert client.get(f"{address}/scenarios").json() == []
    gone = client.delete(f"{address}/scenarios/two")
    assert (gone.status_code, gone.json()["code"]) == (404, "scenario_not_found")
    said = [each["action"] for each in client.get("/api/v1/audit").json()["items"]][:3]
    assert said == ["scenario.deleted", "scenario.saved", "scenario.saved"]


def test_only_what_can_be_evaluated_is_kept(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    groups = [each | {"opm_model": "nobody-measured"} for each in plan["workload"]["groups"]]
    other = plan | {"workload": plan["workload"] | {"groups": groups}}
    wrong = client.put(f"{address}/scenarios/x", json={"name": "X", "plan": other})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_plan")
    named = client.put(f"{address}/scenarios/No Key", json={"name": "X", "plan": plan})
    assert named.status_code == 422
    nowhere = client.put(
        "/api/v1/plans/00000000-0000-0000-0000-000000000000/scenarios/x", json={"name": "X", "plan": plan}
    )
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "plan_not_found")
    assert client.get(f"{address}/scenarios").json() == []


def test_one_that_another_version_stored_stands_in_no_other_ones_way(
    client: TestClient, address: str, plan: dict[str, Any], database_url: str
) -> None:
    kept(client, address, "odd", spares(plan, 2))
    kept(client, address, "fine", spares(plan, 3))
    with psycopg.connect(database_url.replace("+psycopg", "")) as connection:
        connection.execute("UPDATE scenarios SET document = '{\"schema_version\": 9}' WHERE key = 'odd'")
    odd, fine = client.get(f"{address}/scenarios").json()
    assert (odd["plan"], odd["changes"], odd["name"]) == (None, [], "Spares")
    assert fine["plan"]["policy"]["spare_hosts"] == 3
    assert client.delete(f"{address}/scenarios/odd").status_code == 204


def test_there_are_only_so_many(database_url: str, plan: dict[str, Any]) -> None:
    settings = Settings.model_construct(database_url=database_url, max_scenarios=2)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        address = str(client.post("/api/v1/plans", json=plan).headers["location"])
        kept(client, address, "a", plan)
        kept(client, address, "b", plan)
        full = client.put(f"{address}/scenarios/c", json={"name": "C", "plan": plan})
        assert (full.status_code, full.json()["code"]) == (409, "quota_reached")
        # In place of another it is welcome.
        kept(client, address, "b", spares(plan, 2))
        assert [each["key"] for each in client.get(f"{address}/scenarios").json()] == ["a", "b"]


def test_a_duplicate_is_a_plan_of_its_own_with_the_scenarios(
    client: TestClient, address: str, plan: dict[str, Any]
) -> None:
    kept(client, address, "two", spares(plan, 2))
    assert client.put(address, json=spares(plan, 3), headers={"If-Match": '"1"'}).status_code == 200
    made = client.post(f"{address}/duplicate", json={}, headers={"Idempotency-Key": "once"})
    assert (made.status_code, made.headers["etag"]) == (201, '"1"')
    copy, where = made.json(), made.headers["location"]
    assert where != address
    assert copy["plan"] == client.get(address).json()["plan"] | {"name": f"{plan['name']} (copy)"}
    again = client.post(f"{address}/duplicate", json={}, headers={"Idempotency-Key": "once"})
    assert again.json()["id"] == copy["id"]
    (scenario,) = client.get(f"{where}/scenarios").json()
    assert (scenario["key"], scenario["plan"]["name"]) == ("two", copy["plan"]["name"])
    # Each goes its own way from then on.
    assert client.delete(f"{where}/scenarios/two").status_code == 204
    assert len(client.get(f"{address}/scenarios").json()) == 1
    named = client.post(f"{address}/duplicate", json={"name": "Berlin"})
    assert named.json()["plan"]["name"] == "Berlin"
    missing = client.post("/api/v1/plans/00000000-0000-0000-0000-000000000000/duplicate", json={})
    assert (missing.status_code, missing.json()["code"]) == (404, "plan_not_found")


def test_the_longest_name_has_room_for_the_remark(client: TestClient, plan: dict[str, Any]) -> None:
    address = client.post("/api/v1/plans", json=plan | {"name": "x" * 200}).headers["location"]
    copy = client.post(f"{address}/duplicate", json={}).json()
    assert copy["plan"]["name"] == "x" * 193 + " (copy)"


def test_a_link_shows_scenarios_only_if_it_was_made_so(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    kept(client, address, "two", spares(plan, 2))

    def link(**request: Any) -> dict[str, Any]:
        made: dict[str, Any] = client.post(f"{address}/shares", json=request).json()
        return made

    plain, whole, nameless = link(), link(show_scenarios=True), link(show_scenarios=True, anonymised=True)
    assert [each["shows_scenarios"] for each in (plain, whole, nameless)] == [False, True, False]
    assert client.get(whole["path"]).json()["shows_scenarios"] is True
    assert [client.get(f"{each['path']}/scenarios").json() for each in (plain, nameless)] == [[], []]
    shown = client.get(f"{whole['path']}/scenarios")
    assert shown.headers["cache-control"] == "no-store"
    assert shown.json() == client.get(f"{address}/scenarios").json()
    result = client.get(f"{whole['path']}/scenarios/two/result")
    assert result.headers["cache-control"] == "no-store"
    assert result.json() == client.post("/api/v1/evaluate", json=shown.json()[0]["plan"]).json()
    short = client.get(f"{whole['path']}/scenarios/two/result", params={"include": "cluster_tco"}).json()
    assert set(short["configurations"][0]["quantities"]) == {"cluster_tco"}
    for path in (f"{plain['path']}/scenarios/two", f"{whole['path']}/scenarios/three"):
        assert client.get(f"{path}/result").json()["code"] == "scenario_not_found"
    # What is shown is compared with the shared revision.
    client.put(address, json=spares(plan, 2), headers={"If-Match": '"1"'})
    assert len(client.get(f"{whole['path']}/scenarios").json()[0]["changes"]) == 1
    assert client.get(f"{address}/scenarios").json()[0]["changes"] == []
    client.delete(f"{address}/shares/{whole['id']}")
    assert client.get(f"{whole['path']}/scenarios").status_code == 404


def test_they_go_and_come_back_with_their_plan(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    kept(client, address, "two", spares(plan, 2))
    plan_id = address.rpartition("/")[2]
    assert client.delete(address, headers={"If-Match": '"1"'}).status_code == 204
    assert client.get(f"{address}/scenarios").status_code == 404
    client.post(f"/api/v1/deleted-plans/{plan_id}/restore")
    assert [each["key"] for each in client.get(f"{address}/scenarios").json()] == ["two"]
