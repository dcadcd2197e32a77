"""The read cache over HTTP: what is asked, what is answered, and what is wrong with a question."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

pytestmark = pytest.mark.integration

BASE = "/api/v1/read-cache"
COUNTERS = "numBlocks: 131072\nnumBlocksCurrentlyCached: 131072\nEvict:avgNumBlocksPerOp: 0.6\n"


def answer(response: Any) -> dict[str, Any]:
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


def errors(response: Any, code: str) -> list[dict[str, Any]]:
    assert response.status_code == 422, response.text
    assert response.json()["code"] == code
    found: list[dict[str, Any]] = response.json()["errors"]
    return found


def test_advice_from_text_and_from_numbers_is_the_same(client: TestClient) -> None:
    text = answer(client.post(f"{BASE}/advice", json={"text": COUNTERS + "vFlash:cacheHitPercentage: 40"}))
    statistics = {"num_blocks": 131072, "num_blocks_cached": 131072, "evictions_per_op": 0.6, "hit_share": 0.4}
    numbers = answer(client.post(f"{BASE}/advice", json={"statistics": statistics}))
    assert text == numbers
    assert (text["verdict"], text["next_blocks"], text["next_gib"]) == ("grow", 196608, None)
    assert {each["kind"] for each in text["thresholds"]} == {"assumed"}


def test_advice_with_the_size_before_and_own_thresholds(client: TestClient) -> None:
    body = {
        "text": COUNTERS + "vFlash:cacheHitPercentage: 40",
        "previous_text": "numBlocks: 262144\nnumBlocksCurrentlyCached: 262144\nEvict:avgNumBlocksPerOp: 0.1\n"
        "vFlash:cacheHitPercentage: 90",
        "block_kib": 8,
        "thresholds": {"change_share": 0.1},
    }
    found = answer(client.post(f"{BASE}/advice", json=body))
    assert (found["verdict"], found["next_blocks"], found["next_gib"]) == ("grow_back", 262144, 2)
    assert {each["name"]: each["kind"] for each in found["thresholds"]}["change_share"] == "entered"


def test_unreadable_lines_are_named(client: TestClient) -> None:
    body = {"text": "numBlocks: 8\nnumBlocksCurrentlyCached: many", "previous_text": "nothing"}
    found = errors(client.post(f"{BASE}/advice", json=body), "unreadable_statistics")
    assert [(each["pointer"], each["code"]) for each in found] == [
        ("/text", "unreadable_line"),
        ("/previous_text", "missing"),
        ("/previous_text", "missing"),
    ]
    assert found[0]["message"].startswith("Line 2:")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"text": "x", "statistics": {"num_blocks": 1, "num_blocks_cached": 1}}, ""),
        ({"statistics": {"num_blocks": 1, "num_blocks_cached": 2}}, "/statistics"),
        ({"statistics": {"num_blocks": 0, "num_blocks_cached": 0}}, "/statistics/num_blocks"),
    ],
    ids=["neither", "both", "more than there are", "no blocks"],
)
def test_wrong_questions_for_advice(client: TestClient, body: dict[str, Any], pointer: str) -> None:
    assert errors(client.post(f"{BASE}/advice", json=body), "invalid_input")[0]["pointer"] == pointer


def test_calibration_of_the_catalogues_cases_is_refused_jointly(client: TestClient) -> None:
    found = answer(client.post(f"{BASE}/calibration", json={}))
    assert [round(each["service_ms"], 3) for each in found["cases"]] == [0.104, 0.017]
    assert (found["joint"]["accepted"], found["joint"]["service_ms"]) == (False, None)
    assert "5\N{NO-BREAK SPACE}% is allowed" in found["joint"]["reason"]


def test_calibration_of_own_cases(client: TestClient) -> None:
    case = {"name": "a", "read_share": 1, "hit_share": 0.5, "baseline_latency_ms": 2, "cached_latency_ms": 1.1}
    found = answer(client.post(f"{BASE}/calibration", json={"cases": [case, case | {"name": "b"}]}))
    assert found["joint"]["service_ms"] == pytest.approx(0.2)
    assert found["joint"]["accepted"] is True


def test_block_sizes(client: TestClient) -> None:
    query: dict[str, str | int] = {"io_kib": 8, "cache_gb": 1, "unit_convention": "binary_as_printed", "block_kib": 48}
    found = answer(client.get(f"{BASE}/block-sizes", params=query))
    sizes = {each["block_kib"]: each for each in found["sizes"]}
    assert sizes[8]["blocks"] == 131072
    assert sizes[8]["recommended"] is True
    assert sizes[48]["valid"] is False
    assert sizes[8]["measured"]["kind"] == "measured"
    assert len(found["measured"]) == 9
    assert found["measured"][-1]["block_kib"] is None
    assert client.get(f"{BASE}/block-sizes", params={"io_kib": 0}).status_code == 422


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    document["workload"]["groups"][0] |= {"working_set_gb": 20, "read_cache_gb": 22, "read_cache_hit_share": 0.85}
    document["configurations"][0]["read_cache"] = {
        "size_gb": 800,
        "flash_read_ms": 0.104,
        "backend_read_ms": 1.23,
        "backend_write_ms": 1.23,
    }
    document["configurations"][0]["hypervisor"] = "esxi-6.5"
    return document


def test_the_read_cache_of_a_plan(client: TestClient, plan: dict[str, Any]) -> None:
    found = answer(client.post(BASE, json={"plan": plan}))
    first, second = found["configurations"]
    assert (first["support"]["supported"], first["findings"]) == (True, [])
    latency = first["groups"][0]["cached_latency"]
    assert latency["value"]["state"] == "evaluated"
    explained = client.post(
        "/api/v1/explain", json={"plan": plan, "configuration": first["key"], "quantity": latency["quantity"]}
    )
    assert answer(explained)["nodes"][0]["values"] == [latency["value"]["value"]]
    assert (second["has_read_cache"], second["groups"]) == (False, [])


def test_wrong_plans_and_groups(client: TestClient, plan: dict[str, Any]) -> None:
    found = errors(client.post(BASE, json={"plan": plan, "uniformly_random": ["nobody"]}), "unknown_group")
    assert found[0]["pointer"] == "/uniformly_random"
    plan["configurations"][0]["read_cache"]["drive"] = {"key": "no-such-drive"}
    found = errors(client.post(BASE, json={"plan": plan}), "invalid_plan")
    assert found[0]["pointer"] == "/configurations/0/read_cache/drive/key"
