"""Estates over HTTP: an export becomes an inventory, groups and a plan; nothing of it stays on the server."""

import csv
import io
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.plan.document import Plan
from hostwise.server.api.estate_routes import MAX_FILE_BYTES
from tests.estates.estate import drawn
from tests.estates.history import wide
from tests.estates.rvtools import Quirks, workbook

pytestmark = pytest.mark.integration

FILE = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def export() -> bytes:
    return workbook(drawn(120, clusters=2), Quirks(attributes=("owner",), cut_row=True))


def read(client: TestClient, data: bytes, name: str = "estate.xlsx", **query: str) -> dict[str, Any]:
    answer = client.post("/api/v1/estate/read", content=data, headers=FILE, params={"name": name, **query})
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


def test_an_export_is_read_sized_and_evaluated(client: TestClient, export: bytes) -> None:
    reading = client.post("/api/v1/estate/read", content=export, headers=FILE, params={"name": "estate.xlsx"}).json()
    assert reading["inventory"]["sources"][0]["label"] == "RVTools"
    assert reading["glance"]["totals"]["vms"] == len(reading["inventory"]["vms"]["name"])
    for tab in reading["inventory"]["tabs"]:
        assert tab["rows_accepted"] + tab["rows_repaired"] + tab["rows_rejected"] == tab["rows_read"]
    asked = {"inventory": reading["inventory"], "choices": {"grouping": {"by": "attribute", "attribute": "owner"}}}
    answer = client.post("/api/v1/estate", json=asked).raise_for_status().json()
    running = sum(each["group"]["count"] * each["group"]["vcpu"] for each in answer["groups"])
    assert running == pytest.approx(answer["counted"]["vcpu"])
    assert answer["counted"]["vms"] + sum(each["vms"] for each in answer["exclusions"]) == len(
        reading["inventory"]["vms"]["name"]
    )
    assert [each["configuration"] for each in answer["placements"]] == [
        each["key"] for each in answer["plan"]["configurations"]
    ]
    for placed in answer["placements"]:
        assert placed["bound"] <= placed["hosts"]
    result = client.post("/api/v1/evaluate", json=answer["plan"]).raise_for_status().json()
    keys = [each["key"] for each in result["configurations"]]
    assert keys == ["as-is", "array-kept", "vsan-esa", "ceph-proxmox", "s2d-azure-local"]
    assert {each["configuration"] for each in answer["decision"]["tiles"]} <= set(keys)


@pytest.mark.parametrize("address", ["/api/v1/estate", "/api/v1/estate/portfolio"])
@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"{", 422, "This is not JSON: Expecting property name enclosed in double quotes in line 1, column 2."),
        (b'{"inventory": 1, "inventory": 2}', 422, "The key 'inventory' is repeated in an object."),
        (b"[]", 422, "Must be an object, with keys and values."),
        (b'{"inventory": 1}', 422, "Must be an object, with keys and values."),
        (b"\xff", 400, "This is not UTF-8."),
    ],
)
def test_a_body_that_is_none_is_refused_in_the_words_of_other_routes(
    client: TestClient, address: str, body: bytes, status: int, said: str
) -> None:
    headers = {"Content-Type": "application/json"}
    problem = client.post(address, content=body, headers=headers).json()
    assert problem["status"] == status
    assert (problem["errors"][0]["message"] if problem["errors"] else problem["detail"]) == said
    other = client.post("/api/v1/burst", content=body.replace(b"inventory", b"plan"), headers=headers).json()
    same = said.replace("inventory", "plan")
    assert same in [other["detail"], *(each["message"] for each in other["errors"])]


def test_names_are_replaced_before_anything_else(client: TestClient) -> None:
    estate = drawn(60, clusters=2)
    data = workbook(estate, Quirks(attributes=("owner",), cut_row=True))
    plain = read(client, data, "Customer.xlsx")
    anonymous = read(client, data, "Customer.xlsx", anonymous="true")
    names = anonymous.pop("names")
    assert plain["names"] is None
    secrets = {"Customer", "owner", "team-", "vInfo"}
    for vm in estate.vms:
        secrets |= {vm.name, vm.host, vm.cluster, vm.folder}
    asked = {"inventory": anonymous["inventory"], "choices": {"grouping": {"by": "cluster"}}}
    answer = client.post("/api/v1/estate", json=asked).raise_for_status().json()
    for text in (json.dumps(anonymous), json.dumps(answer)):
        assert not [each for each in secrets if each and each in text]
    # Who is who leads back to each VM, and nothing but names is different.
    hidden, known = anonymous["inventory"]["vms"], plain["inventory"]["vms"]
    assert [names["vm_names"][each] for each in hidden["name"]] == known["name"]
    assert hidden["vcpu"] == known["vcpu"]
    assert anonymous["glance"]["totals"] == plain["glance"]["totals"]
    # A finding without its words still leads to its rows.
    cut = next(each for each in anonymous["inventory"]["findings"] if each["code"] == "row_cut")
    assert (cut["rows"], cut["texts"]) == ([61], [])


def test_history_replaces_what_was_assumed(client: TestClient) -> None:
    estate = drawn(40, clusters=1, off_share=0, suspended_share=0, template_share=0)
    names = [each.name for each in estate.vms]
    # Each VM is busy for an hour in each two days, no two of them at once: their own highest hour never coincides.
    hours = 48
    cpu = {name: [4000.0 if hour == at else 500.0 for hour in range(hours)] for at, name in enumerate(names)}
    calm = {name: [20.0] * hours for name in names}
    columns = {"cpuUsageMhz": cpu, "diskReadIops": calm, "diskWriteIops": calm}
    query = {"name": "history.csv"}
    content = wide(columns, seconds=3600)
    history = (
        client.post("/api/v1/estate/history", content=content, headers=FILE, params=query).raise_for_status().json()
    )
    load = next(each for each in history["scope"] if each["counter"] == "cpu_ghz")
    assert load["coincident_maximum"] == pytest.approx(39 * 0.5 + 4)
    inventory = read(client, workbook(estate))["inventory"]
    asked = {"inventory": inventory, "history": history, "choices": {"grouping": {"by": "none"}}}
    answer = client.post("/api/v1/estate", json=asked).raise_for_status().json()
    (group,) = answer["plan"]["workload"]["groups"]
    assert group["cpu_ghz"] * group["count"] == pytest.approx(load["coincident_peak"])
    assert (group["iops_average"], group["read_share"]) == (pytest.approx(40), pytest.approx(0.5))
    remarks = answer["plan"]["remarks"]
    assert remarks["/workload/groups/0/iops_average"]["status"] == "imported"
    assert "history.csv" in remarks["/workload/groups/0/iops_average"]["source"]
    # Two days are few, which is said.
    assert "history_short" in [each["code"] for each in history["findings"]]


def test_a_history_of_hours_is_refused(client: TestClient) -> None:
    content = wide({"cpuUsageMhz": {"vm": [500.0] * 12}})
    answer = client.post("/api/v1/estate/history", content=content, headers=FILE, params={"name": "history.csv"})
    assert (answer.status_code, answer.json()["code"]) == (422, "history_too_short")


def test_scope_and_groups_alone_are_answered_without_a_plan(client: TestClient, export: bytes) -> None:
    inventory = read(client, export)["inventory"]
    asked = {"inventory": inventory, "choices": {"scope": {"powered_off": "nothing"}}, "with_plan": False}
    answer = client.post("/api/v1/estate", json=asked).raise_for_status().json()
    assert answer["plan"] is None
    assert answer["placements"] == []
    assert "powered_off" in [each["reason"] for each in answer["exclusions"]]
    assert not [each for each in answer["groups"] if each["group"]["vcpu"] == 0]


def test_one_request_makes_a_plan(client: TestClient, export: bytes) -> None:
    query = {"name": "estate.xlsx", "plan": "Our estate", "group": "os"}
    answer = client.post("/api/v1/estate/plan", content=export, headers=FILE, params=query).raise_for_status()
    plan = Plan.model_validate(answer.json())
    assert plan.name == "Our estate"
    assert {remark.status for remark in plan.remarks.values()} >= {"imported", "assumed", "illustrative"}
    # I/O that is not in the export is assumed, which its remark says.
    assert plan.remarks["/workload/groups/0/iops_average"].status == "assumed"
    assert plan.workload.write_load_basis == "unknown"
    assert plan.remarks["/workload/groups/0/memory_gib"].status == "imported"


def test_merging_small_clusters_saves_their_spares(client: TestClient) -> None:
    inventory = read(client, workbook(drawn(150, clusters=5)))["inventory"]
    answer = client.post("/api/v1/estate/portfolio", json={"inventory": inventory}).raise_for_status().json()
    assert len(answer["separate"]) == 5
    assert answer["separate_totals"]["spare_hosts"] == 5
    assert answer["merged_totals"]["spare_hosts"] == 1
    assert answer["hosts_saved"] >= answer["spare_hosts_saved"] == 4


def test_one_cluster_cannot_be_merged(client: TestClient) -> None:
    inventory = read(client, workbook(drawn(30, clusters=1)))["inventory"]
    answer = client.post("/api/v1/estate/portfolio", json={"inventory": inventory})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_mergeable")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"%PDF-1.7", "unknown_kind"),
        (b"PK\x03\x04 and no more", "truncated"),
        (b"", "empty"),
        (b'{"what": "else"}', "unknown_format"),
        (b"colour,taste\nred,sweet\n", "unknown_format"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_problem(client: TestClient, data: bytes, code: str) -> None:
    answer = client.post("/api/v1/estate/read", content=data, headers=FILE, params={"name": "file"})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert "Nothing was stored" in answer.json()["detail"]


def test_a_table_of_ones_own_is_read_by_a_mapping(client: TestClient) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["Bezeichnung", "Zahl", "RAM (GB)"], ["db", "8", "64"], ["web", "2", "8"]])
    data = text.getvalue().encode()
    refused = client.post("/api/v1/estate/read", content=data, headers=FILE, params={"name": "own.csv"})
    assert refused.json()["code"] == "unknown_format"
    assert [each["message"] for each in refused.json()["errors"]] == ["Bezeichnung", "Zahl", "RAM (GB)"]
    mapping = json.dumps({"name": "Bezeichnung", "vcpu": "Zahl", "memory_gib": "RAM (GB)"})
    found = read(client, data, "own.csv", mapping=mapping)
    assert found["inventory"]["vms"]["memory_gib"] == [64, 8]
    wrong = client.post("/api/v1/estate/read", content=data, headers=FILE, params={"name": "own.csv", "mapping": "[1]"})
    assert wrong.status_code == 422


def test_mistakes_in_choices_are_named_at_their_field(client: TestClient, export: bytes) -> None:
    inventory = read(client, export)["inventory"]
    asked = {"inventory": inventory, "choices": {"grouping": {"by": "colour"}, "growth": 1}}
    answer = client.post("/api/v1/estate", json=asked)
    assert answer.status_code == 422
    assert {each["pointer"] for each in answer.json()["errors"]} == {"/choices/grouping/by", "/choices/growth"}


def test_a_form_of_another_page_is_not_read(client: TestClient, export: bytes) -> None:
    answer = client.post("/api/v1/estate/read", content=export, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_a_file_that_is_too_large_is_refused(client: TestClient) -> None:
    answer = client.post(
        "/api/v1/estate/read", content=b"x", headers={**FILE, "Content-Length": str(MAX_FILE_BYTES * 5)}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("zone", ["", "Nowhere/None", "../../etc/passwd", "a\0b"])
def test_a_time_zone_that_is_none_is_a_mistake_of_its_field(client: TestClient, zone: str) -> None:
    answer = client.post("/api/v1/estate/history", content=b"x", headers=FILE, params={"time_zone": zone})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/time_zone"]


def test_texts_and_figures_that_no_plan_holds_break_nothing(client: TestClient) -> None:
    inventory = {
        "vms": {
            "name": ["a", "b"],
            "id": ["1", "2"],
            "power": ["on", "on"],
            "template": [False, False],
            "cluster": ["c" * 400, "\t"],
            "vcpu": [1_024, 1],
            "memory_gib": [65_536, None],
        },
        "hosts": {"name": ["h"], "sockets": [1e9], "cores": [8], "memory_gib": [64], "ghz": [0], "model": ["m" * 400]},
        "datastores": {"name": []},
        "sources": [{"kind": "x", "label": "l" * 3_000, "file": "\0", "sha256": ""}],
    }
    asked = {"inventory": inventory, "choices": {"grouping": {"by": "cluster"}, "iops_peak_per_vcpu": 1e6}}
    answer = client.post("/api/v1/estate", json=asked).raise_for_status().json()
    assert answer["plan"]["configurations"][0]["key"] == "as-is"
    client.post("/api/v1/evaluate", json=answer["plan"]).raise_for_status()


def test_nothing_of_it_is_kept(client: TestClient, export: bytes) -> None:
    before = client.get("/api/v1/plans").json()
    inventory = read(client, export)["inventory"]
    answer = client.post("/api/v1/estate", json={"inventory": inventory})
    # Not among the answers that are kept for the same question, either.
    assert "etag" not in answer.headers
    assert client.get("/api/v1/plans").json() == before
