"""What each row of the catalogue would make of a plan that is sent along; nothing is saved."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Response
from pydantic import ConfigDict, Field

from hostwise.answers.evaluation.options import TooManyOptions, WrongField, options_of
from hostwise.answers.evaluation.options_document import Options
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.binding import PlanError
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import wrong_plan
from hostwise.server.api.request_bodies import Sent, body_router, of_body
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["evaluate"])

MOST_POINTERS = 12


class OptionsRequest(RequestBody):
    """A plan, and the fields in which every row of a kind of the catalogue is tried."""

    plan: Plan
    kind: str = Field(max_length=40, description="Kind of the catalogue whose rows are tried.")
    pointers: list[Annotated[str, Field(max_length=200)]] = Field(
        min_length=1,
        max_length=MOST_POINTERS,
        description="JSON pointers of the fields, each of one configuration: rows are tried in one after the other, "
        "not in all at once. `/policy/protection` means the configurations without a protection of their own.",
    )

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "plan": plan_json(sample_plan("nvme-2026")),
                    "kind": "drives",
                    "pointers": ["/configurations/0/capacity/key"],
                }
            ]
        }
    )


def _options(request: OptionsRequest, catalogue: Catalogue) -> Options:
    """The answer, or the mistakes of the request."""
    if request.kind not in TABLES:
        text = f"Unknown kind of data {request.kind!r}; there are {', '.join(TABLES)}."
        raise _wrong("/kind", "unknown_kind", "No such kind of catalogue data", text)
    try:
        return options_of(request.plan, request.pointers, request.kind, catalogue)
    except WrongField as error:
        at = f"/pointers/{request.pointers.index(error.pointer)}"
        raise _wrong(at, "no_such_field", "Nothing is picked there", str(error)) from error
    except TooManyOptions as error:
        raise ProblemError(413, "too_many_options", "Too large to try every row", str(error)) from error
    except PlanError as error:
        raise wrong_plan(error) from error


def _wrong(pointer: str, code: str, title: str, text: str) -> ProblemError:
    return ProblemError(422, code, title, text, [FieldProblem(pointer=pointer, code=code, message=text)])


@router.post("/options", response_model=Options, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def options(
    request: Annotated[Sent[OptionsRequest], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Try every row of a kind of the catalogue in a field of a plan: whether it fits, hosts, cost, and life of flash.

    Each row is as if it were entered and the plan evaluated, with the figures that described the former row left out;
    all of them are evaluated in one run.
    """
    return await pools.evaluation.answer(of_body, request, _options, catalogue)
