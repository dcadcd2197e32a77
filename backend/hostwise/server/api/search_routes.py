"""The search for the best combination of what may differ in a plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Body, Response

from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.answers.question import question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.search.axes import NotSearchable
from hostwise.answers.search.choices import WrongChoice
from hostwise.answers.search.search_answer import Progress, search
from hostwise.answers.search.search_document import SearchAnswer, SearchOffered
from hostwise.answers.search.search_question import offered
from hostwise.answers.suggestions.platform_choice import platform_choice
from hostwise.plan.search_document import Search, SearchChoice
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import wrong_plan
from hostwise.server.api.request_bodies import UnparsedBody, body_router, with_parsed_body
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES
from hostwise.server.workers.pools import TOO_LONG
from hostwise.server.workers.spreading import ParallelMap

router = body_router(tags=["search"])

_A_DOCUMENT = "its choices and limits are a document, which is sent with the plan"

P = ParamSpec("P")
Said = TypeVar("Said")


@router.post("/search", response_model=SearchAnswer, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def search_configurations(
    asked: Annotated[UnparsedBody[Search], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Search all combinations of what may differ in a configuration: the cheapest, and why not the others."""
    try:
        # As long as a report may take: with growth, tens of millions of combinations take half a minute.
        return await pools.reports.respond(with_parsed_body, asked, searched, catalogue)
    except ProblemError as error:
        if error.problem.code != TOO_LONG:
            raise
        text = (
            f"{error.problem.detail} Narrow a choice, or give the search as a job, which may take a quarter of an hour."
        )
        raise ProblemError(503, TOO_LONG, error.problem.title, text).with_headers(error.headers) from error


@router.post(
    "/search/choices", response_model=SearchOffered, openapi_extra=COMPUTES, responses=responses(400, 413, 422)
)
async def search_choices(
    asked: Annotated[UnparsedBody[Search], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """What a search would go through: its choices, or the usual ones, with their options, and how many combinations."""
    return await pools.evaluation.respond(with_parsed_body, asked, _choices, catalogue)


@question(
    "search/choices",
    "What a search would go through: its choices, or the usual ones, with their options, and how many combinations.",
    by_hand={"sent": "its document is that of a search", "browser": "offeredQuery"},
    not_on={
        "stored": _A_DOCUMENT,
        "share": "a link offers no search",
        "client": "it is for a form; a script names the choices that it wants",
        "mcp": "`search` answers with the choices that it went through",
        "command": "`hostwise search` shows the choices that it went through",
    },
)
def _choices(asked: Search, catalogue: Catalogue) -> SearchOffered:
    found = _or_mistakes(offered, asked, catalogue)
    varied = next(each for each in asked.plan.configurations if each.key == found.configuration)
    choice = platform_choice(varied, catalogue)
    return found if choice is None else found.model_copy(update={"platforms": _as_sent(choice)})


def _as_sent(choice: SearchChoice) -> dict[str, Any]:
    """A choice as a search takes it."""
    return choice.model_dump(mode="json", exclude_unset=True)


@question(
    "search",
    "Search all combinations of what may differ in a configuration: the cheapest, and why not the others.",
    by_hand={
        "sent": "its document may also be given as a job",
        "client": "search",
        "mcp": "search",
        "command": "search",
        "browser": "searchQuery",
    },
    not_on={"stored": _A_DOCUMENT, "share": "it takes up to a minute of computing, which anybody could ask for"},
)
def searched(
    asked: Search, catalogue: Catalogue, spread: ParallelMap | None = None, told: Progress | None = None
) -> SearchAnswer:
    """The answer of a search, or its mistakes; its combinations may be spread over processes."""
    return _or_mistakes(search, asked, catalogue, spread, told)


def _or_mistakes(answer: Callable[P, Said], *asked: P.args, **more: P.kwargs) -> Said:
    try:
        return answer(*asked, **more)
    except PlanError as error:
        raise wrong_plan(error) from error
    except WrongChoice as error:
        wrong = FieldProblem(pointer=error.pointer, code="wrong_choice", message=str(error))
        raise ProblemError(422, "wrong_choice", "A choice cannot be tried", str(error), [wrong]) from error
    except NotSearchable as error:
        at = f"/plan{error.pointer}"
        wrong = FieldProblem(pointer=at, code="not_searchable", message=str(error))
        fields = [] if error.pointer is None else [wrong]
        raise ProblemError(422, "not_searchable", "The plan cannot be searched", str(error), fields) from error
