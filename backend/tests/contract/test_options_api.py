"""Every row of the catalogue in a field of a plan: the same as if it were entered."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.answers.evaluation import options as options_service

pytestmark = pytest.mark.integration

FIELDS = {
    "drives": "/configurations/0/capacity/key",
    "cpus": "/configurations/0/cpu/key",
    "memory": "/configurations/0/memory/module",
    "chassis": "/configurations/0/host/chassis",
    "licences": "/configurations/0/licence/key",
    "protection": "/configurations/0/protection",
    "stacks": "/configurations/0/storage_stack",
    "hypervisors": "/configurations/0/hypervisor",
}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/nvme-2026").json()
    return document


def asked(client: TestClient, plan: dict[str, Any], kind: str, *pointers: str) -> dict[str, Any]:
    answer = client.post("/api/v1/options", json={"plan": plan, "kind": kind, "pointers": pointers})
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


def picked(plan: dict[str, Any], pointer: str, key: str) -> dict[str, Any]:
    """The plan with a row in a field, without figures that described the former one."""
    changed: dict[str, Any] = json.loads(json.dumps(plan))
    *path, name = pointer.strip("/").split("/")
    at: Any = changed
    for each in path:
        at = at[int(each)] if isinstance(at, list) else at.setdefault(each, {})
    described = {
        "capacity": ("capacity_gb", "rated_dwpd", "rated_tbw_tb", "warranty_years", "price"),
        "storage_stack": ("protection",),
        "host": ("drive_bays", "memory_slots", "memory_channels", "rack_units"),
    }
    for each in described.get(path[-1] if path[-1] in described else name, ()):
        at.pop(each, None)
    at[name] = key
    return changed


@pytest.mark.parametrize("kind", FIELDS)
def test_every_row_of_a_kind_is_answered(client: TestClient, plan: dict[str, Any], kind: str) -> None:
    rows = client.get(f"/api/v1/catalogue/{kind}").json()["rows"]
    answer = asked(client, plan, kind, FIELDS[kind])
    assert [each["key"] for each in answer["rows"]] == [each["key"] for each in rows]
    effects = [each["effects"] for each in answer["rows"]]
    assert all([each["configuration"] for each in every] == ["mixed-use"] for every in effects)
    for (each,) in effects:
        assert (each["why_not"] is None) == (each["fits"] == "yes")
        if each["fits"] == "no":
            assert each["why_not"]["parts"][0], each
            assert each["hosts"] is each["cost"] is each["life"] is None
        else:
            assert each["hosts"]["value"] >= 1
    assert {"yes"} <= {each["fits"] for (each,) in effects}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_row_is_as_if_it_were_entered(client: TestClient, plan: dict[str, Any], kind: str) -> None:
    answer = asked(client, plan, kind, FIELDS[kind])
    fitting = [each for each in answer["rows"] if each["effects"][0]["fits"] != "no" and not each["in_force"]]
    before = client.post("/api/v1/evaluate?include=decision", json=plan).json()["decision"]["rows"]
    was = next(each["cost"]["value"] for each in before if each["configuration"] == "mixed-use")
    # The first, the last, and one between.
    for row in (fitting[0], fitting[len(fitting) // 2], fitting[-1]):
        (effect,) = row["effects"]
        alone = client.post("/api/v1/evaluate?include=decision", json=picked(plan, FIELDS[kind], row["key"])).json()
        card = next(each for each in alone["decision"]["rows"] if each["configuration"] == "mixed-use")
        for name in ("hosts", "life", "worn"):
            assert (effect[name]["text"], effect[name]["value"]) == (card[name]["text"], card[name]["value"]), row
        assert effect["worn_tone"] == card["worn_tone"]
        assert effect["cost"]["value"] == card["cost"]["value"], row
        if effect["cost"]["value"] is not None:
            assert effect["against"]["value"] == pytest.approx(effect["cost"]["value"] / was - 1)


def test_a_row_that_does_not_fit_says_what_entering_it_would(client: TestClient, plan: dict[str, Any]) -> None:
    pointer = FIELDS["protection"]
    rows = asked(client, plan, "protection", pointer)["rows"]
    wrong = next(each for each in rows if each["key"] == "osa_raid1_ftt1")["effects"][0]
    entered = client.post("/api/v1/evaluate", json=picked(plan, pointer, "osa_raid1_ftt1")).json()["errors"][0]
    assert (wrong["why_not"]["code"], wrong["why_not"]["parts"]) == (entered["code"], [entered["message"]])


def test_the_row_in_force_is_as_the_plan_has_it(client: TestClient, plan: dict[str, Any]) -> None:
    priced = json.loads(json.dumps(plan))
    priced["configurations"][0]["capacity"] |= {"price": 12_345}
    (row,) = [each for each in asked(client, priced, "drives", FIELDS["drives"])["rows"] if each["in_force"]]
    assert row["key"] == priced["configurations"][0]["capacity"]["key"]
    (effect,) = row["effects"]
    cards = client.post("/api/v1/evaluate?include=decision", json=priced).json()["decision"]["rows"]
    card = next(each for each in cards if each["configuration"] == "mixed-use")
    assert (effect["against"]["value"], effect["cost"]["value"]) == (0, card["cost"]["value"])


def test_fields_of_several_configurations_are_tried_one_after_the_other(
    client: TestClient, plan: dict[str, Any]
) -> None:
    first, second = "/configurations/0/capacity/key", "/configurations/1/capacity/key"
    both = asked(client, plan, "drives", first, second)
    one, other = asked(client, plan, "drives", first), asked(client, plan, "drives", second)
    for row, here, there in zip(both["rows"], one["rows"], other["rows"], strict=True):
        assert row["effects"] == [*here["effects"], *there["effects"]]


def test_the_protection_of_the_policy_is_that_of_configurations_without_their_own(
    client: TestClient, plan: dict[str, Any]
) -> None:
    own = json.loads(json.dumps(plan))
    own["policy"]["protection"] = own["configurations"][1].pop("protection", own["policy"]["protection"])
    for place in (0, 2):
        own["configurations"][place].setdefault("protection", plan["policy"]["protection"])
    rows = asked(client, own, "protection", "/policy/protection")["rows"]
    assert {tuple(effect["configuration"] for effect in row["effects"]) for row in rows} == {("read-intensive",)}
    assert [row["key"] for row in rows if row["in_force"]] == [own["policy"]["protection"]]


def test_a_coverage_level_is_left_out_and_said(client: TestClient, plan: dict[str, Any]) -> None:
    level = plan | {"policy": plan["policy"] | {"coverage_level": 0.9}}
    entered, leveled = (asked(client, each, "memory", FIELDS["memory"]) for each in (plan, level))
    assert (entered["level"], leveled["level"]) == (None, "9 of 10 simulations")
    assert entered["rows"] == leveled["rows"]


@pytest.mark.parametrize(
    ("kind", "pointer", "at", "code"),
    [
        ("drives", "/configurations/9/capacity/key", "/pointers/0", "no_such_field"),
        ("drives", "/configurations/0/cpu/key", "/pointers/0", "no_such_field"),
        ("drives", "/configurations/0/capacity/nothing", "/pointers/0", "no_such_field"),
        ("drives", "/configurations/0/other_host_models/7/drive", "/pointers/0", "no_such_field"),
        ("drives", "/configurations/x/capacity/key", "/pointers/0", "no_such_field"),
        ("drives", "configurations", "/pointers/0", "no_such_field"),
        ("drives", "/policy/protection", "/pointers/0", "no_such_field"),
        ("wheels", "/configurations/0/capacity/key", "/kind", "unknown_kind"),
    ],
)
def test_a_wrong_request_is_a_problem_at_its_field(
    client: TestClient, plan: dict[str, Any], kind: str, pointer: str, at: str, code: str
) -> None:
    answer = client.post("/api/v1/options", json={"plan": plan, "kind": kind, "pointers": [pointer]})
    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["pointer"], problem["code"]) == (422, at, code)


def test_a_field_of_a_part_that_the_plan_does_not_have_is_a_problem_there(client: TestClient) -> None:
    plan = client.get("/api/v1/samples/leaving-vmware").json()
    # With an external array a configuration may have no drives of its own.
    number = next(at for at, each in enumerate(plan["configurations"]) if not each.get("capacity"))
    pointer = f"/configurations/{number}/capacity/key"
    answer = client.post("/api/v1/options", json={"plan": plan, "kind": "drives", "pointers": [pointer]})
    assert answer.status_code == 422, answer.text
    (error,) = answer.json()["errors"]
    assert error["pointer"] == "/pointers/0"
    assert "does not have this part" in error["message"]


def test_a_plan_that_is_wrong_itself_says_so(client: TestClient, plan: dict[str, Any]) -> None:
    wrong = picked(plan, FIELDS["cpus"], "no-such-cpu")
    answer = client.post("/api/v1/options", json={"plan": wrong, "kind": "drives", "pointers": [FIELDS["drives"]]})
    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["pointer"]) == (422, FIELDS["cpus"])


def test_too_many_groups_for_so_many_rows_are_refused(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options_service, "MOST_OPTIONS", 20)
    answer = client.post("/api/v1/options", json={"plan": plan, "kind": "drives", "pointers": [FIELDS["drives"]]})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_many_options")
