"""Price books: stored ones, what they change in a plan, and quotes. The ETag of a book is its revision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Body, Query, Response
from pydantic import ConfigDict, Field, TypeAdapter

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.prices import PriceBook, RevisionNumber
from hostwise.quotes.quote_prices import QUOTE_FIELDS, apply_book, quote_reading
from hostwise.quotes.quote_prices_document import AppliedBook, QuoteReading
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency, of_application
from hostwise.server.api.file_bodies import BodyDependency, column_mapping, file_body, from_file
from hostwise.server.api.keyed_documents import KeyedKind, add_keyed_routes, library_answers, library_problems
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, invalid_input, responses
from hostwise.server.http.route_metadata import COMPUTES
from hostwise.server.stored_documents.price_books import PriceBookEntry, PriceBookList, UnknownParts
from hostwise.server.workers.body_budget import Body as ReceivedBody

router = body_router(prefix="/price-books", tags=["price books"])

MAX_QUOTE_BYTES = 8 * 1024 * 1024

_THING = "price book"
_EXAMPLE: dict[str, Any] = {
    "key": "acme-2026",
    "name": "Acme frame contract 2026",
    "currency": "EUR",
    "prices": [
        {
            "part": "drives/micron-7450-pro-7.68tb",
            "price": 1180,
            "currency": "USD",
            "date": "2026-11-20",
            "valid_until": "2026-12-31",
            "source": "Acme",
            "quote": "Q-2026-118",
        }
    ],
    "exchange_rates": [{"currency": "USD", "rate": 0.86, "date": "2026-11-20"}],
}

BookBody = Annotated[
    PriceBook, Body(openapi_examples={"acme": {"summary": "A drive in dollars, with their rate", "value": _EXAMPLE}})
]
QuoteName = Annotated[str, Query(alias="name", max_length=400, description="Name of the quote, for messages.")]
Mapping = Annotated[
    str | None,
    Query(
        max_length=8_000,
        description="A JSON object with the header by column, such as "
        '`{"description": "Item", "unit_price": "Net price"}`; by default headers are guessed.',
    ),
]
QUOTE_MAPPING = TypeAdapter(
    dict[Literal[*QUOTE_FIELDS], Annotated[str, Field(max_length=400)]]  # type: ignore[valid-type]
)


class ApplyRequest(RequestBody):
    """A plan, and a price book that need not be stored."""

    plan: Plan
    book: PriceBook
    revision: RevisionNumber | None = Field(
        None,
        description="Revision of the book, where the installation keeps it: the plan names it at each price.",
    )

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"plan": plan_json(sample_plan("nvme-2026")), "book": _EXAMPLE, "revision": 3}]}
    )


_answers = partial(library_answers, _THING)


@contextmanager
def _problems() -> Iterator[None]:
    try:
        with library_problems(_THING, "price_book_not_found"):
            yield
    except UnknownParts as error:
        raise invalid_input([FieldProblem(**each._asdict()) for each in error.mistakes]) from error


@router.post("/apply", response_model=AppliedBook, openapi_extra=COMPUTES, responses=_answers(400, 413, 422))
async def apply_price_book(request: ApplyRequest, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Put the prices of a book into a plan, and say what that changes; nothing is saved.

    With the newest revision of the book that a plan was priced by, the changes say which prices are newer.
    """
    return await pools.evaluation.respond(apply_book, request.plan, request.book, request.revision, catalogue)


@router.post(
    "/read",
    response_model=QuoteReading,
    openapi_extra=file_body("A quote or price list: a workbook, CSV, or a table pasted as text", MAX_QUOTE_BYTES),
    responses=responses(400, 413, 422),
)
async def read_price_quote(
    body: BodyDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    name: QuoteName = "quote",
    mapping: Mapping = None,
) -> Response:
    """Read a vendor's quote: its lines with what one piece costs, and the parts of the catalogue that they may be.

    Where no column is known to hold parts or prices, the answer is 422 with the headers as `errors`, each with the
    column that it seems to be as `hint`; send it again with a `mapping`. Below a score no part is chosen.
    """
    columns = column_mapping(QUOTE_MAPPING, mapping, QUOTE_FIELDS)
    return await from_file(pools, _quote, body, name, catalogue, columns)


def _quote(body: ReceivedBody, name: str, catalogue: Catalogue, columns: dict[str, str] | None) -> QuoteReading:
    return quote_reading(body.read(), name, catalogue, columns)


add_keyed_routes(
    router,
    KeyedKind(
        thing=_THING,
        operation="price_book",
        path="/api/v1/price-books",
        library=of_application("price_books"),
        body=BookBody,
        entry=PriceBookEntry,
        listing=PriceBookList,
        problems=_problems,
        about_list="List the price books that are stored here, without their prices.",
        about_create="Store a new price book. A plan uses it by holding copies of its prices, which "
        "`/price-books/apply` makes.",
        about_read="Read a price book at its newest revision. The ETag is the revision to save against.",
        about_save="Replace a price book, if it has not changed since it was read. Plans keep their copies.",
        about_delete="Delete a price book, if it has not changed since it was read. Plans keep their copies.",
    ),
)
