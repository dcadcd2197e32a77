"""The routes of all questions: on a plan that is sent along, on a stored one, and on one that a link shows."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from re import findall
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import create_model
from pydantic.fields import FieldInfo

from hostwise.answers.question import Question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.api.dependencies import CatalogueDependency, DecisionsDependency, PoolsDependency
from hostwise.server.api.questions.question_list import questions
from hostwise.server.api.questions.question_mistakes import answered
from hostwise.server.api.request_bodies import UnparsedBody, body_router, with_parsed_body
from hostwise.server.api.schemas import RequestBody, SentPlan
from hostwise.server.api.shown_plans import SHARED, STORED, ShownDependency, ShownPlan
from hostwise.server.http.problems import FieldProblem, ProblemError, invalid_input, responses
from hostwise.server.http.route_metadata import COMPUTES, OPEN
from hostwise.server.workers.pools import Pool, Pools, written

QUESTION = "x-question"
"""The name of the question that an operation asks; generators of clients read it."""

BY_HAND = "x-by-hand"
"""What has the question in a form of its own, or not at all, so that nothing is generated for it."""

Endpoint = Callable[..., Awaitable[Response]]

_SENT: Any = UnparsedBody
_KEYWORD = inspect.Parameter.KEYWORD_ONLY
_SERVICES: dict[str, Any] = {
    "catalogue": CatalogueDependency,
    "pools": PoolsDependency,
    "decisions": DecisionsDependency,
}


def question_router() -> APIRouter:
    """The routes of all questions, which stand before others below the same addresses."""
    router = body_router()
    for question in questions().values():
        for name in (question.name, *question.former):
            _add(router, question, name)
    return router


def _add(router: APIRouter, question: Question, name: str) -> None:
    """The routes of a question under one of its names; a former one is in no description."""
    current = name == question.name
    operation = question.identifier if current else name.replace("/", "_").replace("-", "_")
    about = {"response_model": question.answered_with, "include_in_schema": current}
    named: dict[str, Any] = {QUESTION: question.name}
    if own := [surface for surface in ("client", "browser") if not question.is_derived(surface)]:
        named[BY_HAND] = own
    if question.is_derived("sent"):
        router.add_api_route(
            f"/{name}",
            _on_sent(question),
            methods=["POST"],
            name=question.operation or operation if current else operation,
            tags=[question.topic],
            description=question.text,
            openapi_extra=COMPUTES | named,
            responses=responses(*sorted({400, 413, 422, *question.refuses})),
            **about,
        )
    address = _address(question, name)
    if question.is_derived("stored"):
        router.add_api_route(
            f"/plans/{{plan_id}}/{address}",
            _on_shown(question, address),
            methods=["GET"],
            name=f"{operation}_kept",
            dependencies=STORED,
            tags=["plans"],
            description=f"{question.text} Of a stored plan, at its newest or a given revision.",
            openapi_extra=named,
            responses=responses(*sorted({404, 409, 422, *question.refuses})),
            **about,
        )
    if question.is_derived("share"):
        router.add_api_route(
            f"/shared/{{token}}/{address}",
            _on_shown(question, address),
            methods=["GET"],
            name=f"{operation}_shared",
            dependencies=SHARED,
            tags=["shares"],
            description=f"{question.text} Of a shared plan.",
            openapi_extra=OPEN | named,
            responses=responses(*sorted({404, 422, *question.refuses})),
            **about,
        )


def _address(question: Question, name: str) -> str:
    """The address of a question below a kept plan, under one of its names."""
    if question.kept_at is None:
        return name
    last, named = question.name.rsplit("/", 1)[-1], name.rsplit("/", 1)[-1]
    return question.kept_at.removesuffix(last) + named if question.kept_at.endswith(f"/{last}") else question.kept_at


def _on_sent(question: Question) -> Endpoint:
    """Answers about a plan that is sent: its body is the plan, or a document with the plan and the parameters."""

    async def ask(
        body: Any, catalogue: Catalogue, pools: Pools, decisions: DecisionsDependency, **asked: Any
    ) -> Response:
        work = _of_request if question.in_body else _of_plan
        content, noted = await _pool(pools, question).compute(
            with_parsed_body, body, work, question.name, catalogue, asked
        )
        if noted is not None:
            decisions.keep(*noted)
        return Response(content, media_type="application/json")

    if question.in_body:
        sent = _annotated(_SENT[REQUESTS[question.name]], Body())
        return _with_signature(ask, {"body": sent}, [])
    return _with_signature(ask, {"body": SentPlan}, _queries(question.parameters))


def _on_shown(question: Question, address: str) -> Endpoint:
    """Answers about a plan that is stored, or that a link shows."""
    known = {*question.parameters, "revision"}
    # As in the document that it is asked with on a sent plan.
    is_document = question.in_body and not in_path(address)

    async def ask(request: Request, shown: ShownPlan, catalogue: Catalogue, pools: Pools, **asked: Any) -> Response:
        if is_document and (unknown := sorted(request.query_params.keys() - known)):
            raise _unknown(unknown)
        kept = {name: getattr(shown, _OF_REVISION[name]) for name in question.of_revision}
        return await shown.respond(_pool(pools, question), _shown, question.name, catalogue, asked | kept)

    return _with_signature(
        ask, {"request": Request, "shown": ShownDependency}, _queries(question.parameters, in_path(address))
    )


def _unknown(names: Iterable[str]) -> ProblemError:
    """The problem that there are no such parameters."""
    return invalid_input(
        [FieldProblem(pointer=f"/{name}", code="extra_forbidden", message=f"Unknown key {name!r}.") for name in names]
    )


_OF_REVISION = {"before": "figures"}
"""What is kept with a revision, by the parameter that takes it."""


def in_path(address: str) -> list[str]:
    """The parameters that stand in an address."""
    return findall(r"{(\w+)}", address)


def _pool(pools: Pools, question: Question) -> Pool:
    pool: Pool = getattr(pools, question.pool)
    return pool


def _of_plan(plan: Plan, name: str, catalogue: Catalogue, asked: Mapping[str, Any]) -> tuple[bytes, Any]:
    """The answer as it is sent, and what lists show of it where nothing else was asked than usually."""
    question = questions()[name]
    found = answered(question, plan, catalogue, asked)
    usual = {each: parameter.default for each, parameter in question.parameters.items()}
    noted = question.noted(found) if question.noted is not None and usual == asked else None
    return written(found), noted


def _of_request(request: Any, name: str, catalogue: Catalogue, _: Mapping[str, Any]) -> tuple[bytes, Any]:
    asked = {each: getattr(request, each) for each in questions()[name].parameters}
    return _of_plan(request.plan, name, catalogue, asked)


def _shown(plan: Plan, name: str, catalogue: Catalogue, asked: Mapping[str, Any]) -> Any:
    return answered(questions()[name], plan, catalogue, asked)


def _queries(parameters: Mapping[str, FieldInfo], path: Iterable[str] = ()) -> list[inspect.Parameter]:
    """Parameters of a route: those of the path, and all others of the query."""
    found = []
    for name, field in parameters.items():
        place = Path if name in path else Query
        about = place(description=field.description, examples=field.examples)
        kind = _annotated(field.annotation, *field.metadata, about)
        default = inspect.Parameter.empty if field.is_required() else field.default
        found.append(inspect.Parameter(name, _KEYWORD, annotation=kind, default=default))
    return found


def _annotated(kind: Any, *about: Any) -> Any:
    """An annotation whose type is known at run time only."""
    annotated: Any = Annotated
    return annotated[(kind, *about)]


def _with_signature(ask: Endpoint, own: dict[str, Any], asked: Iterable[inspect.Parameter]) -> Endpoint:
    """The endpoint with the parameters that the framework reads, checks and describes."""
    taken = inspect.signature(ask).parameters
    services = {name: kind for name, kind in _SERVICES.items() if name in taken}
    fixed = [inspect.Parameter(name, _KEYWORD, annotation=kind) for name, kind in (own | services).items()]
    ask.__signature__ = inspect.Signature([*fixed, *asked])  # type: ignore[attr-defined]
    ask.__annotations__ = {}
    return ask


def _request_of(question: Question) -> type[RequestBody]:
    """The document that a plan is sent in, with the parameters of a question."""
    words = question.identifier.split("_")
    example = {"plan": plan_json(sample_plan(question.sample)), **question.example}
    fields: dict[str, Any] = {name: (field.annotation, field) for name, field in question.parameters.items()}
    return create_model(
        "".join(word.capitalize() for word in words) + "Request",
        __base__=RequestBody,
        __module__=__name__,
        __doc__="The plan, and what is asked of it.",
        __cls_kwargs__={"json_schema_extra": {"examples": [example]}},
        plan=(Plan, ...),
        **fields,
    )


REQUESTS = {name: _request_of(each) for name, each in questions().items() if each.in_body and each.is_derived("sent")}
# A body is parsed in another process, which finds its document by name.
globals().update({request.__name__: request for request in REQUESTS.values()})
