"""Price books over HTTP: kept with revisions, put into plans, and quotes that are read."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration

BOOKS = "/api/v1/price-books"
DRIVE = "drives/micron-7450-pro-7.68tb"
PRICE = {"part": DRIVE, "price": 1180, "currency": "USD", "date": "2026-11-20", "quote": "Q-7"}
BOOK: dict[str, Any] = {"key": "acme", "name": "Acme 2026", "prices": [PRICE]}
FILE = {"Content-Type": "application/octet-stream"}


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    document: dict[str, Any] = answer.json()
    assert document["code"] == code
    return document


def test_a_book_is_created_read_replaced_and_deleted(client: TestClient) -> None:
    created = client.post(BOOKS, json=BOOK)
    assert (created.status_code, created.headers["etag"]) == (201, '"1"')
    address = created.headers["location"]
    read = client.get(address)
    assert (read.json(), read.headers["etag"]) == (created.json(), '"1"')
    changed = BOOK | {"name": "Acme 2027", "prices": [PRICE | {"price": 1250}]}
    saved = client.put(address, json=changed, headers={"If-Match": '"1"'})
    assert (saved.status_code, saved.headers["etag"]) == (200, '"2"')
    (item,) = client.get(BOOKS).json()["items"]
    assert (item["key"], item["name"], item["prices"], item["revision"]) == ("acme", "Acme 2027", 1, 2)
    problem(client.put(address, json=changed, headers={"If-Match": '"1"'}), 412, "stale_revision")
    problem(client.put(address, json=changed), 428, "if_match_required")
    problem(client.put(address, json=changed | {"key": "other"}, headers={"If-Match": '"2"'}), 422, "invalid_input")
    problem(client.delete(address, headers={"If-Match": '"1"'}), 412, "stale_revision")
    assert client.delete(address, headers={"If-Match": '"2"'}).status_code == 204
    problem(client.get(address), 404, "price_book_not_found")
    actions = [each["action"] for each in client.get("/api/v1/audit").json()["items"]]
    assert actions == ["price_book.deleted", "price_book.saved", "price_book.created"]


def test_a_key_is_taken_once_and_a_repeated_create_is_one(client: TestClient) -> None:
    first = client.post(BOOKS, json=BOOK)
    again = client.post(BOOKS, json=BOOK)
    assert (again.status_code, again.json(), again.headers["etag"]) == (201, first.json(), '"1"')
    taken = client.post(BOOKS, json=BOOK | {"name": "Another"})
    assert problem(taken, 409, "key_taken")["errors"][0]["pointer"] == "/key"
    actions = [each["action"] for each in client.get("/api/v1/audit").json()["items"]]
    assert actions == ["price_book.created"]


def test_a_repeated_create_is_answered_where_the_library_is_full(database_url: str) -> None:
    app = create_app(Settings.model_construct(database_url=database_url, max_price_books=1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        first = client.post(BOOKS, json=BOOK)
        assert client.post(BOOKS, json=BOOK).json() == first.json()


def test_there_is_a_quota(database_url: str) -> None:
    app = create_app(Settings.model_construct(database_url=database_url, max_price_books=1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.get(BOOKS).json()["most"] == 1
        assert client.post(BOOKS, json=BOOK).status_code == 201
        problem(client.post(BOOKS, json=BOOK | {"key": "other"}), 409, "library_full")


@pytest.mark.parametrize(
    ("prices", "at"),
    [
        ([PRICE, PRICE | {"part": "drives/no-such"}], "/prices/1/part"),
        ([PRICE, PRICE], "/prices"),
        ([PRICE | {"price": -1}], "/prices/0/price"),
        ([PRICE | {"cost": 1}], "/prices/0/cost"),
    ],
)
def test_a_wrong_row_is_a_mistake_at_its_field(client: TestClient, prices: list[Any], at: str) -> None:
    found = problem(client.post(BOOKS, json=BOOK | {"prices": prices}), 422, "invalid_input")
    assert [each["pointer"] for each in found["errors"]] == [at]
    assert client.get(BOOKS).json()["items"] == []


def test_a_stored_book_that_is_not_valid_any_more_is_said(client: TestClient, database_url: str) -> None:
    import psycopg

    client.post(BOOKS, json=BOOK)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE price_books SET document = jsonb_set(document, '{prices,0,price}', '-1')")
    problem(client.get(f"{BOOKS}/acme"), 409, "outdated_price_book")
    assert [each["key"] for each in client.get(BOOKS).json()["items"]] == ["acme"]


def test_a_book_in_a_plan_changes_its_cost_and_newer_prices_are_shown(client: TestClient) -> None:
    plan = client.get("/api/v1/samples/nvme-2026").json()
    drive = f"drives/{plan['configurations'][0]['capacity']['key']}"
    entry = client.post(BOOKS, json=BOOK | {"prices": [PRICE | {"part": drive}]}).json()
    asked = {"plan": plan, "book": entry["book"], "revision": entry["revision"]}
    applied = client.post(f"{BOOKS}/apply", json=asked).json()
    assert [(each["part"], each["before"], each["after"]["price"]) for each in applied["changes"]] == [
        (drive, None, 1180)
    ]
    result = client.post("/api/v1/evaluate?include=prices", json=applied["plan"]).json()
    used = [each for each in result["prices"]["used"] if each["quantity"] == "drive_price"]
    assert (used[0]["value"], used[0]["status"], used[0]["source"]) == (1180, "imported", "Q-7")
    materials = client.post("/api/v1/bill-of-materials", json=applied["plan"]).json()
    lines = materials["configurations"][0]["sections"][0]["lines"]
    assert [each["source"] for each in lines if each["kind"] == "drive"] == ["Q-7"]

    newer = BOOK | {"prices": [PRICE | {"part": drive, "price": 1298, "date": "2026-12-01"}]}
    client.put(f"{BOOKS}/acme", json=newer, headers={"If-Match": '"1"'})
    again = client.get(f"{BOOKS}/acme").json()
    asked = {"plan": applied["plan"], "book": again["book"], "revision": again["revision"]}
    (change,) = client.post(f"{BOOKS}/apply", json=asked).json()["changes"]
    assert (change["before"]["price"], change["after"]["price"]) == (1180, 1298)
    assert change["change_share"] == pytest.approx(0.1)


def test_a_quote_is_read_and_nothing_of_it_is_kept(client: TestClient) -> None:
    text = "Item\tQty\tUnit price\nMicron 7450 PRO 7.68TB\t24\t1.180,50 €\nVersand\t1\t50,00 €\n"
    answer = client.post(f"{BOOKS}/read", content=text.encode(), headers=FILE, params={"name": "pasted"})
    assert answer.status_code == 200, answer.text
    drive, shipping = answer.json()["lines"]
    assert (drive["part"], drive["unit_price"], drive["currency"]) == (DRIVE, 1180.5, "EUR")
    assert (shipping["kind"], shipping["part"]) == ("charge", None)
    assert client.get(BOOKS).json()["items"] == []


def test_unknown_columns_are_asked_for(client: TestClient) -> None:
    text = "Ding\tWas\tGeld\nA\tMicron 7450 PRO 7.68TB\t1000 €\n"

    def asked(**query: str) -> Any:
        return client.post(f"{BOOKS}/read", content=text.encode(), headers=FILE, params=query)

    found = problem(asked(), 422, "unknown_format")
    assert [(each["message"], each.get("hint")) for each in found["errors"]] == [
        ("Ding", None),
        ("Was", None),
        ("Geld", None),
    ]
    answer = asked(mapping='{"description": "Was", "unit_price": "Geld"}')
    assert answer.json()["lines"][0]["part"] == DRIVE
    for wrong in ('{"x": "Was"}', "[]", "nonsense"):
        problem(asked(mapping=wrong), 422, "invalid_input")
    problem(client.post(f"{BOOKS}/read", content=b"%PDF-1.7", headers=FILE), 422, "unknown_kind")


def test_a_shared_plan_shows_its_prices_without_words(client: TestClient) -> None:
    plan = client.get("/api/v1/samples/nvme-2026").json()
    drive = f"drives/{plan['configurations'][0]['capacity']['key']}"
    plan["economics"]["prices"] = [PRICE | {"part": drive, "source": "Secret Ltd"}]
    kept = client.post("/api/v1/plans", json=plan).json()["id"]
    link = client.post(f"/api/v1/plans/{kept}/shares", json={"anonymised": True}).json()["path"]
    shown = client.get(link)
    assert shown.status_code == 200
    assert "Secret" not in shown.text
    assert "Q-7" not in shown.text
    assert shown.json()["plan"]["economics"]["prices"][0]["price"] == 1180
