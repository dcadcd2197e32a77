"""Operations-per-minute models and the evidence library over HTTP."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration

MODELS = "/api/v1/opm-models"
PRINTED = "sandisk14-dvd-store-as-printed"


@pytest.fixture
def model() -> dict[str, Any]:
    return {
        "key": "our-web-shop",
        "name": "Web shop, load test of March",
        "baseline_opm_per_vm": 6000,
        "source": "Load test of the platform team",
        "validity": "ESXi 8",
        "points": [
            {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "vms": 24, "window_minutes": 20},
            {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4900},
            {"medium": "hdd_local", "overcommit_ratio": 2, "per_vm": 3400},
        ],
    }


def keep(client: TestClient, model: dict[str, Any]) -> str:
    answer = client.post(MODELS, json=model)
    assert answer.status_code == 201, answer.text
    assert answer.headers["etag"] == '"1"'
    assert answer.headers["location"] == f"{MODELS}/{model['key']}"
    return answer.headers["location"]


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    return body


def known(document: dict[str, Any]) -> dict[str, Any]:
    """A document without fields that are null or have their defaults."""
    return {key: value for key, value in document.items() if value not in (None, "")}


def test_a_kept_model_is_read_back_as_it_was_given(client: TestClient, model: dict[str, Any]) -> None:
    answer = client.get(keep(client, model))
    assert answer.headers["etag"] == '"1"'
    entry = answer.json()
    assert (entry["origin"], entry["revision"]) == ("own", 1)
    document = known(entry["document"]) | {"points": [known(each) for each in entry["document"]["points"]]}
    assert document == model | {"kind": "measured", "measure": "opm_per_vm"}
    assert [each["overcommit_ratio"] for each in entry["model"]["points"]] == [1.5, 2, 2]


def test_a_built_in_model_is_read_and_cannot_be_changed(client: TestClient, model: dict[str, Any]) -> None:
    answer = client.get(f"{MODELS}/{PRINTED}")
    entry = answer.json()
    assert (entry["origin"], entry["revision"], entry["document"]) == ("built_in", None, None)
    assert "etag" not in answer.headers
    assert entry["model"]["citations"][0]["key"] == "SANDISK14"
    changed = model | {"key": PRINTED}
    problem(client.put(f"{MODELS}/{PRINTED}", json=changed, headers={"If-Match": '"1"'}), 404, "opm_model_not_found")
    problem(client.delete(f"{MODELS}/{PRINTED}", headers={"If-Match": '"1"'}), 404, "opm_model_not_found")


def test_the_list_holds_built_in_and_own_models(client: TestClient, model: dict[str, Any]) -> None:
    built_in = client.get(MODELS).json()["items"]
    assert {each["origin"] for each in built_in} == {"built_in"}
    keep(client, model)
    *others, own = client.get(MODELS).json()["items"]
    assert others == built_in
    assert own | {"updated_at": None} == {
        "key": "our-web-shop",
        "name": "Web shop, load test of March",
        "origin": "own",
        "measure": "opm_per_vm",
        "kind": "measured",
        "media": ["ssd_local", "hdd_local"],
        "points": 3,
        "validity": "ESXi 8",
        "citations": [{"key": None, "citation": "Load test of the platform team", "url": None, "published": None}],
        "revision": 1,
        "updated_at": None,
    }


@pytest.mark.parametrize("key", ["our-web-shop", PRINTED])
def test_a_key_is_taken_once(client: TestClient, model: dict[str, Any], key: str) -> None:
    keep(client, model)
    found = problem(client.post(MODELS, json=model | {"key": key, "name": "Another"}), 409, "key_taken")
    assert [each["pointer"] for each in found["errors"]] == ["/key"]


def test_a_full_library_takes_no_more(database_url: str, model: dict[str, Any]) -> None:
    app = create_app(Settings.model_construct(database_url=database_url, max_models=1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        keep(client, model)
        problem(client.post(MODELS, json=model | {"key": "another"}), 409, "library_full")
        assert client.get(MODELS).json()["most_own"] == 1


def test_saving_against_a_revision(client: TestClient, model: dict[str, Any]) -> None:
    address = keep(client, model)
    saved = client.put(address, json=model | {"name": "First"}, headers={"If-Match": '"1"'})
    assert (saved.status_code, saved.headers["etag"], saved.json()["revision"]) == (200, '"2"', 2)
    stale = client.put(address, json=model | {"name": "Second"}, headers={"If-Match": '"1"'})
    problem(stale, 412, "stale_revision")
    assert stale.headers["etag"] == '"2"'
    assert client.get(address).json()["document"]["name"] == "First"


@pytest.mark.parametrize("method", ["put", "delete"])
def test_a_write_says_what_it_was_made_from(client: TestClient, model: dict[str, Any], method: str) -> None:
    address = keep(client, model)
    body = model if method == "put" else None
    problem(client.request(method, address, json=body), 428, "if_match_required")
    for malformed in ("*", "abc", '"1", "2"', '""'):
        answer = client.request(method, address, json=body, headers={"If-Match": malformed})
        problem(answer, 400, "if_match_malformed")
    assert client.get(address).json()["revision"] == 1


def test_deleting(client: TestClient, model: dict[str, Any]) -> None:
    address = keep(client, model)
    problem(client.delete(address, headers={"If-Match": '"9"'}), 412, "stale_revision")
    assert client.delete(address, headers={"If-Match": '"1"'}).status_code == 204
    problem(client.get(address), 404, "opm_model_not_found")
    problem(client.delete(address, headers={"If-Match": '"1"'}), 404, "opm_model_not_found")
    keep(client, model)


def test_a_model_keeps_its_key(client: TestClient, model: dict[str, Any]) -> None:
    address = keep(client, model)
    answer = client.put(address, json=model | {"key": "renamed"}, headers={"If-Match": '"1"'})
    assert problem(answer, 422, "invalid_input")["errors"][0]["pointer"] == "/key"


def test_an_unknown_key_names_the_nearest(client: TestClient, model: dict[str, Any]) -> None:
    keep(client, model)
    detail = problem(client.get(f"{MODELS}/our-web-shp"), 404, "opm_model_not_found")["detail"]
    assert "nearest: our-web-shop" in detail


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"points": []}, "/points", "too_short"),
        ({"points": [{"medium": "floppy", "overcommit_ratio": 2, "per_vm": 1}]}, "/points/0/medium", "enum"),
        (
            {"points": [{"medium": "ssd_local", "overcommit_ratio": 0, "per_vm": 1}]},
            "/points/0/overcommit_ratio",
            "greater_than_equal",
        ),
        (
            {"points": [{"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 1, "vm": 1}]},
            "/points/0/vm",
            "extra_forbidden",
        ),
        ({"key": "Not A Key"}, "/key", "string_pattern_mismatch"),
        ({"name": ""}, "/name", "string_too_short"),
        ({"validty": "x"}, "/validty", "extra_forbidden"),
        ({"measure": "share_of_baseline"}, "", "value_error"),
        ({"source": "a\0b"}, "/source", "string_pattern_mismatch"),
    ],
)
def test_a_wrong_model_is_refused_at_its_field(
    client: TestClient, model: dict[str, Any], change: dict[str, Any], pointer: str, code: str
) -> None:
    address = keep(client, model)
    wrong = model | change
    for prefix, answer in (
        ("", client.post(MODELS, json=wrong)),
        ("", client.put(address, json=wrong, headers={"If-Match": '"1"'})),
        ("/model", client.post(f"{MODELS}/curve", json={"model": wrong})),
    ):
        errors = problem(answer, 422, "invalid_input")["errors"]
        assert [(each["pointer"], each["code"]) for each in errors] == [(prefix + pointer, code)]
    assert client.get(address).json()["revision"] == 1


def test_a_text_that_cannot_be_kept_is_refused(client: TestClient, model: dict[str, Any]) -> None:
    lone = b'{"key": "k", "name": "\\ud800", "points": [{"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 1}]}'
    answer = client.post(MODELS, content=lone, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_curves_of_kept_built_in_and_sent_models_have_the_same_shape(client: TestClient, model: dict[str, Any]) -> None:
    address = keep(client, model)
    kept = client.get(f"{address}/curve").json()
    assert client.post(f"{MODELS}/curve", json={"model": model}).json() == kept
    assert [each["medium"] for each in kept["curves"]] == ["ssd_local", "hdd_local"]
    built_in = client.get(f"{MODELS}/{PRINTED}/curve").json()
    assert built_in.keys() == kept.keys()
    assert [each["single_point"] for each in built_in["curves"]] == [True, True]
    assert [each["overcommit_ratio"] for each in built_in["curves"][0]["markers"]] == [1.24, 3.4]


def test_a_part_of_a_curve(client: TestClient, model: dict[str, Any]) -> None:
    address = keep(client, model)
    drawn = client.get(f"{address}/curve?medium=ssd_local&from=1&to=3").json()
    (line,) = drawn["curves"]
    assert (line["line"][0]["overcommit_ratio"], line["line"][-1]["overcommit_ratio"]) == (1, 3)
    assert [each["basis"] for each in line["line"]].count("measured") == 2
    sent = {"model": model, "medium": "ssd_local", "from": 1, "to": 3}
    assert client.post(f"{MODELS}/curve", json=sent).json() == drawn


@pytest.mark.parametrize(
    ("query", "pointer", "code"),
    [
        ({"medium": "fc_array"}, "/medium", "unmeasured_medium"),
        ({"medium": "floppy"}, "/medium", "enum"),
        ({"from": 3, "to": 2}, "/to", "no_line"),
        ({"from": 2, "to": 2}, "/to", "no_line"),
        ({"from": 50}, "/from", "no_line"),
        ({"to": 0}, "/to", "no_line"),
        ({"from": -1}, "/from", "greater_than_equal"),
        ({"to": "NaN"}, "/to", "finite_number"),
    ],
)
def test_a_wrong_part_of_a_curve(
    client: TestClient, model: dict[str, Any], query: dict[str, Any], pointer: str, code: str
) -> None:
    address = keep(client, model)
    for answer in (
        client.get(f"{address}/curve", params=query),
        client.post(f"{MODELS}/curve", json={"model": model} | query),
    ):
        errors = problem(answer, 422, "invalid_input")["errors"]
        assert [(each["pointer"], each["code"]) for each in errors] == [(pointer, code)]


def test_a_curve_of_an_unknown_model(client: TestClient) -> None:
    problem(client.get(f"{MODELS}/nobodys/curve"), 404, "opm_model_not_found")


def test_pasted_text_becomes_a_model_that_can_be_kept(client: TestClient) -> None:
    text = "Swap;Overcommit;OPM per VM;VMs\nSSD;1,5;5600;24\nFloppy;2;1;1\nSSD;2;4.900,5;32\n"
    reading = client.post(f"{MODELS}/parse", json={"text": text, "name": "Pasted"}).json()
    assert (reading["separator"], reading["decimal_mark"]) == ("semicolon", "comma")
    assert (reading["rows_read"], reading["rows_accepted"], reading["rows_rejected"]) == (3, 2, 1)
    assert [(each["line"], each["column"], each["field"]) for each in reading["findings"]] == [(3, 1, "medium")]
    keep(client, reading["model"])
    assert client.get(MODELS).json()["items"][-1]["key"] == "pasted"


def test_pasted_text_without_a_usable_row(client: TestClient) -> None:
    reading = client.post(f"{MODELS}/parse", json={"text": "nothing to see"}).json()
    assert reading["model"] is None
    assert reading["findings"]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/text", "missing"),
        ({"text": "x" * 200_001}, "/text", "string_too_long"),
        ({"text": "", "key": "No Key"}, "/key", "string_pattern_mismatch"),
        ({"text": "", "medium": "floppy"}, "/medium", "enum"),
        ({"text": "", "txt": ""}, "/txt", "extra_forbidden"),
    ],
)
def test_a_wrong_question_about_a_text(client: TestClient, body: dict[str, Any], pointer: str, code: str) -> None:
    errors = problem(client.post(f"{MODELS}/parse", json=body), 422, "invalid_input")["errors"]
    assert [(each["pointer"], each["code"]) for each in errors] == [(pointer, code)]


def test_the_library_shows_own_models_beside_the_built_in_series(client: TestClient, model: dict[str, Any]) -> None:
    before = client.get("/api/v1/evidence").json()
    assert before["discrepancies"]
    assert before["left_out"]
    assert {each["origin"] for each in before["series"]} == {"built_in"}
    keep(client, model)
    *others, own = client.get("/api/v1/evidence").json()["series"]
    assert others == before["series"]
    assert (own["key"], own["origin"], own["validity"]) == ("our-web-shop", "own", "ESXi 8")
    assert [line["label"] for line in own["lines"]] == ["local SSD", "local hard disk"]


def test_no_address_is_taken_for_a_key(client: TestClient, model: dict[str, Any]) -> None:
    for key in ("parse", "curve"):
        problem(client.get(f"{MODELS}/{key}"), 404, "opm_model_not_found")
        address = keep(client, model | {"key": key})
        assert client.get(address).json()["key"] == key
        assert client.get(f"{address}/curve").status_code == 200
