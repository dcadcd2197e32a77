"""The client of scripts: typed answers, problems as exceptions, patience, and what is sent again."""

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel

import hostwise_client.variants
from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Evaluated
from hostwise.decision.samples.samples import sample_plan
from hostwise.decision.summary import summarise
from hostwise.plan.document import plan_json
from hostwise.plan.prices import PriceBook
from hostwise.quotes.quote_prices import apply_book, quote_reading
from hostwise_client import (
    HostwiseClient,
    HostwiseError,
    NotAllowed,
    NotFound,
    OlderServer,
    ProblemError,
    StaleRevision,
    TokenRefused,
    TooManyRequests,
    Unreachable,
    WrongInput,
    models,
    vary,
)
from tests.client_documents import unknown_fields

SERVERS_PLAN = sample_plan("light-io")
DOCUMENT = plan_json(SERVERS_PLAN)
PLAN = models.Plan.model_validate(DOCUMENT)
Answer = httpx2.Response
Handler = Callable[[httpx2.Request], Answer]


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []
    monkeypatch.setattr("hostwise_client.connection.time.sleep", taken.append)
    return taken


def client(handler: Handler, token: str | None = None, patience: float = 120) -> HostwiseClient:
    def named(request: httpx2.Request) -> Answer:
        answer = handler(request)
        answer.headers.setdefault("Hostwise-Names", "0.3")
        return answer

    return HostwiseClient("http://server/", token, transport=httpx2.MockTransport(named), patience=patience)


def problem(status: int, code: str = "some_code", **headers: str) -> Answer:
    error = {"pointer": "/name", "code": "missing", "message": "This field is required."}
    body = {"title": "A title", "status": status, "code": code, "detail": "A detail.", "errors": [error]}
    return Answer(status, json=body, headers=headers)


def says_the_same(read: BaseModel, answered: BaseModel) -> bool:
    """Whether a document of the client says what that of the server said, and nothing of it fell beside a field."""
    return read.model_dump(mode="json") == answered.model_dump(mode="json") and not unknown_fields(read)


def kept(revision: int = 1, **headers: str) -> Answer:
    time = "2026-11-21T12:00:00Z"
    body = {"id": "an-id", "revision": revision, "head_revision": revision, "plan_hash": "hash", "plan": {"name": "x"}}
    body |= {"created_at": time, "updated_at": time}
    return Answer(200, json=body, headers={"etag": f'"{revision}"'} | headers)


def test_an_older_server_is_named_as_such() -> None:
    transport = httpx2.MockTransport(lambda _: Answer(200, json={}))
    with pytest.raises(OlderServer, match="The server at server answers in the names of an earlier version"):
        HostwiseClient("http://server/", transport=transport).growth(PLAN)


def test_a_result_is_typed_and_the_request_says_who_asks() -> None:
    result = Evaluated(**dict(decide(SERVERS_PLAN, load_catalogue(), include=Parts(decision=True))))
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> Answer:
        seen.append(request)
        return Answer(200, content=result.model_dump_json())

    for plan in (PLAN, DOCUMENT):
        assert says_the_same(client(answer, "hw_id_secret").evaluate(plan, reference="optane"), result)
    for request in seen:
        assert str(request.url) == "http://server/api/v1/evaluate?reference=optane"
        assert request.headers["authorization"] == "Bearer hw_id_secret"
        assert json.loads(request.content) == DOCUMENT
    assert "secret" not in repr(client(answer, "hw_id_secret"))


def test_materials_are_typed() -> None:
    found = bill_of_materials_of(SERVERS_PLAN, load_catalogue())
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> Answer:
        seen.append(request)
        return Answer(200, content=found.model_dump_json())

    assert says_the_same(client(answer).bill_of_materials(PLAN), found)
    assert str(seen[0].url) == "http://server/api/v1/bill-of-materials"
    assert json.loads(seen[0].content) == DOCUMENT


def test_price_books_are_kept_against_their_revision(tmp_path: Path) -> None:
    book = PriceBook.model_validate(
        {
            "key": "acme",
            "name": "Acme",
            "prices": [{"part": "cpus/amd-epyc-9455", "price": 1, "currency": "USD", "date": "2026"}],
        }
    )
    moment = "2026-11-23T10:00:00+00:00"
    entry = {
        "key": "acme",
        "revision": 3,
        "created_at": moment,
        "updated_at": moment,
        "book": book.model_dump(mode="json"),
    }
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> Answer:
        seen.append(request)
        if request.method == "DELETE":
            return Answer(204)
        if request.url.path.endswith("/apply"):
            return Answer(200, content=applied.model_dump_json())
        if request.url.path.endswith("/read"):
            return Answer(200, content=reading.model_dump_json())
        return Answer(200, json={"items": [entry], "most": 1} if request.url.path.endswith("/price-books") else entry)

    applied = apply_book(SERVERS_PLAN, book, 3, load_catalogue())
    quote = tmp_path / "q.csv"
    quote.write_text("Item,Unit price\nEPYC 9455,$3.50\n")
    reading = quote_reading(quote.read_bytes(), "q.csv", load_catalogue())
    server = client(answer)
    assert list(server.price_books) == ["acme"]
    kept_book = server.price_books.read("acme")
    assert says_the_same(kept_book.book, book)
    assert kept_book.revision == 3
    server.price_books.save(kept_book, kept_book.book)
    server.price_books.delete(kept_book)
    assert [each.headers.get("if-match") for each in seen[2:]] == ['"3"', '"3"']
    assert says_the_same(server.apply_prices(PLAN, kept_book.book, revision=3), applied)
    assert json.loads(seen[-1].content)["book"]["prices"][0]["price"] == 1
    read = server.read_quote(quote, mapping={"description": "Item", "unit_price": "Unit price"})
    assert says_the_same(read, reading)
    assert "mapping=" in str(seen[-1].url)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, WrongInput),
        (401, TokenRefused),
        (403, NotAllowed),
        (404, NotFound),
        (409, ProblemError),
        (412, StaleRevision),
        (413, WrongInput),
        (422, WrongInput),
        (500, ProblemError),
    ],
)
def test_a_problem_is_an_exception_that_carries_it(status: int, kind: type[ProblemError]) -> None:
    with pytest.raises(kind) as raised:
        client(lambda _: problem(status)).evaluate(PLAN)
    error = raised.value
    assert isinstance(error, HostwiseError)
    assert (error.status, error.code, error.title, error.detail) == (status, "some_code", "A title", "A detail.")
    assert (error.errors[0].pointer, error.errors[0].hint) == ("/name", None)
    assert str(error) == "A title: A detail. (/name: This field is required.)"


def test_an_answer_of_something_on_the_way_is_a_problem_too() -> None:
    for answer in (Answer(502, text="<html>"), Answer(503, json=["x"]), Answer(504)):
        with pytest.raises(ProblemError) as raised:
            client(lambda _, answer=answer: answer).evaluate(PLAN)  # type: ignore[misc]
        assert raised.value.code == f"http_{answer.status_code}"


def test_too_many_requests_are_waited_for(pauses: list[float]) -> None:
    answers = [problem(429, **{"retry-after": "7"}), problem(409, "idempotency_key_in_use"), kept()]
    assert client(lambda _: answers.pop(0)).plans.read("an-id").revision == 1
    assert pauses == [7.0, 1.0]


def test_patience_has_an_end(pauses: list[float]) -> None:
    with pytest.raises(TooManyRequests):
        client(lambda _: problem(429, **{"retry-after": "50"}), patience=120).evaluate(PLAN)
    assert pauses == [50.0, 50.0]


def test_a_new_plan_is_sent_again_with_the_same_key() -> None:
    keys: list[str] = []

    def answer(request: httpx2.Request) -> Answer:
        keys.append(request.headers["idempotency-key"])
        if len(keys) < 3:
            raise httpx2.ConnectError("gone")
        return kept()

    assert client(answer).plans.create(PLAN).etag == '"1"'
    assert len(set(keys)) == 1


def test_a_save_is_sent_once() -> None:
    tries: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> Answer:
        tries.append(request)
        raise httpx2.ReadError("gone")

    one = client(lambda _: kept(3)).plans.read("an-id")
    with pytest.raises(Unreachable, match="gone"):
        client(answer).plans.save(one, one.document)
    with pytest.raises(Unreachable):
        client(answer).plans.delete(one)
    assert [each.headers["if-match"] for each in tries] == ['"3"', '"3"']
    assert [each.method for each in tries] == ["PUT", "DELETE"]


def test_all_pages_of_plans_are_read() -> None:
    time = "2026-11-21T12:00:00+00:00"
    item = {"id": "a", "name": "x", "head_revision": 1, "created_at": time, "updated_at": time}
    pages = {None: {"items": [item], "next": "more"}, "more": {"items": [item | {"id": "b"}], "next": None}}
    found = list(client(lambda request: Answer(200, json=pages[request.url.params.get("after")])).plans)
    assert [each.id for each in found] == ["a", "b"]


class Batches:
    """A server of batches that notes what it was sent."""

    def __init__(self) -> None:
        self.chunks: list[list[dict[str, Any]]] = []
        self.queries: list[dict[str, str]] = []

    def __call__(self, request: httpx2.Request) -> Answer:
        plans = [json.loads(line) for line in request.content.splitlines()]
        self.chunks.append(plans)
        self.queries.append(dict(request.url.params))
        lines = []
        for index, plan in enumerate(plans):
            line: dict[str, Any] = {"index": index}
            if plan["name"] == "wrong":
                line["problem"] = problem(422).json()
            elif "summary" in self.queries[-1]:
                result = decide(SERVERS_PLAN, load_catalogue())
                line["summary"] = summarise(result).model_dump(mode="json") | {"plan_name": plan["name"]}
            else:
                line["result"] = decide(SERVERS_PLAN, load_catalogue()).model_dump(mode="json")
            lines.append(json.dumps(line) + "\n")
        return Answer(200, text="".join(lines))


def test_what_an_answer_had_no_room_for_is_asked_for_again() -> None:
    asked: list[int] = []
    full = {"status": 413, "code": "answer_too_large", "title": "The answer is full", "detail": "", "errors": []}

    def server(request: httpx2.Request) -> Answer:
        lines = request.content.splitlines()
        asked.append(len(lines))
        wrong = problem(422).json()
        answers = [{"index": at, "problem": wrong if at < 2 else full} for at in range(len(lines))]
        return Answer(200, text="".join(json.dumps(each) + "\n" for each in answers))

    found = list(client(server).evaluate_many(named(*"abcde"), full=True))
    assert asked == [5, 3, 1]
    assert [each.index for each in found] == [0, 1, 2, 3, 4]
    assert all(each.problem is not None and each.problem.status == 422 for each in found)


def named(*names: str) -> list[dict[str, Any]]:
    return [DOCUMENT | {"name": name} for name in names]


def test_many_plans_are_answered_in_order_in_chunks_with_progress() -> None:
    server, told = Batches(), []
    answers = client(server).evaluate_many(
        named("a", "wrong", "c", "d", "e"), chunk=2, progress=lambda *done: told.append(done)
    )
    found = list(answers)
    assert [each.index for each in found] == [0, 1, 2, 3, 4]
    assert [len(chunk) for chunk in server.chunks] == [2, 2, 1]
    assert told == [(done, 5) for done in range(1, 6)]
    assert found[0].summary is not None
    assert (found[0].summary.plan_name, found[0].number("nand", "hosts")) == ("a", 4)
    assert found[0].value("nand", "hosts").state == "evaluated"
    with pytest.raises(WrongInput):
        found[1].number("nand", "hosts")
    with pytest.raises(KeyError):
        found[0].number("sand", "hosts")


def test_a_generator_is_taken_a_chunk_at_a_time() -> None:
    server, taken, told = Batches(), [], []

    def plans() -> Any:
        for name in "abcdef":
            taken.append(name)
            yield DOCUMENT | {"name": name}

    class Bar:
        def update(self, n: int) -> None:
            told.append(n)

    answers = client(server).evaluate_many(plans(), chunk=2, progress=Bar())
    next(answers)
    assert len(taken) <= 3
    assert len(list(answers)) == 5
    assert told == [1] * 6


def test_full_results_and_other_fields() -> None:
    server = Batches()
    (answer,) = client(server).evaluate_many([PLAN], full=True, reference="optane")
    assert answer.result is not None
    assert answer.number("nand", "tbw_tb") == answer.result.configurations[0].quantities["tbw_tb"].value
    list(client(server).evaluate_many([PLAN], fields=["hosts", "tbw_tb"]))
    assert server.queries == [{"reference": "optane"}, {"summary": "true", "fields": "hosts,tbw_tb"}]
    with pytest.raises(ValueError, match="not both"):
        next(client(server).evaluate_many([PLAN], full=True, fields=["hosts"]))


def test_an_answer_that_breaks_off_is_no_answer() -> None:
    def answer(_: httpx2.Request) -> Answer:
        return Answer(200, text=json.dumps({"index": 0, "problem": problem(422).json()}) + "\n")

    answers = client(answer).evaluate_many(named("a", "b"))
    assert next(answers).problem is not None
    with pytest.raises(Unreachable, match="1 of 2"):
        next(answers)


def test_a_refused_batch_is_a_problem_or_waited_for(pauses: list[float]) -> None:
    with pytest.raises(WrongInput):
        next(client(lambda _: problem(413)).evaluate_many([PLAN]))
    server, first = Batches(), [problem(429, **{"retry-after": "3"})]
    answers = client(lambda request: first.pop() if first else server(request)).evaluate_many([PLAN])
    assert (len(list(answers)), pauses) == (1, [3.0])


def test_variants() -> None:
    assert doctest.testmod(hostwise_client.variants).failed == 0
    plan = plan_json(SERVERS_PLAN)
    changed = vary(plan, {"/workload/groups/0/count": 7, "/description": None, "/remarks": {"/a~b": {}}})
    assert changed["workload"]["groups"][0]["count"] == 7
    assert "description" not in changed
    assert plan == DOCUMENT
    assert vary({"a": {"b/c": [1, 2]}}, {"/a/b~1c/1": 3}) == {"a": {"b/c": [1, 3]}}
    for pointer in ("", "name", "/workload/groups/9/count", "/name/first", "/nothing/there"):
        with pytest.raises(KeyError):
            vary(plan, {pointer: 1})
