"""Audits of proposals: a file becomes a proposal, and a proposal is held against arithmetic, catalogue and a plan."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Query, Response

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.plan.proposal import QuoteAuditQuestion
from hostwise.quotes.quote_audit import (
    QUOTE_FIELDS,
    UnknownConfiguration,
    WrongProposal,
    audit_proposal,
    read_proposal,
)
from hostwise.quotes.quote_audit_document import ProposalReading, QuoteAudit
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.file_bodies import BodyDependency, column_mapping, file_body, from_file
from hostwise.server.api.price_book_routes import MAX_QUOTE_BYTES, QUOTE_MAPPING
from hostwise.server.api.request_bodies import UnparsedBody, body_router, with_parsed_body
from hostwise.server.http.problems import FieldProblem, ProblemError, invalid_input, responses
from hostwise.server.http.route_metadata import COMPUTES
from hostwise.server.workers.body_budget import Body as ReceivedBody

router = body_router(prefix="/quote-audits", tags=["quote audits"])


@router.post("", response_model=QuoteAudit, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def audit_quote(
    asked: Annotated[UnparsedBody[QuoteAuditQuestion], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Recompute a vendor's proposal: each difference with its rule and effect, and the questions to the sender.

    Sums, prices between the sides of a comparison, floors and packs of licences and usual prices are checked without a
    plan; hosts, spare hosts, capacity, life of drives and assumptions against one. What cannot be checked is listed.
    """
    return await pools.evaluation.respond(with_parsed_body, asked, _audited, catalogue)


def _audited(asked: QuoteAuditQuestion, catalogue: Catalogue) -> QuoteAudit:
    try:
        return audit_proposal(asked, catalogue)
    except UnknownConfiguration as error:
        raise ProblemError(422, "unknown_configuration", "Unknown configuration", str(error)) from error
    except WrongProposal as error:
        raise invalid_input([FieldProblem(pointer=error.pointer, code="unknown_key", message=str(error))]) from error


@router.post(
    "/read",
    response_model=ProposalReading,
    openapi_extra=file_body("A quote, a comparison of costs by year, or a proposal in JSON", MAX_QUOTE_BYTES),
    responses=responses(400, 413, 422),
)
async def read_quote_to_audit(
    body: BodyDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    name: Annotated[str, Query(max_length=400, description="Name of the file, for messages.")] = "proposal",
    mapping: Annotated[
        str | None, Query(max_length=8_000, description="A JSON object with the header by column of a quote.")
    ] = None,
) -> Response:
    """Read a vendor's proposal: its sides with lines, sums and assumptions, and the rows that are neither.

    Where no column is known to hold parts or prices, the answer is 422 with the headers as `errors`, as for a quote.
    """
    columns = column_mapping(QUOTE_MAPPING, mapping, QUOTE_FIELDS)
    return await from_file(pools, _read, body, name, catalogue, columns)


def _read(body: ReceivedBody, name: str, catalogue: Catalogue, columns: dict[str, str] | None) -> ProposalReading:
    return read_proposal(body.read(), name, catalogue, columns)
