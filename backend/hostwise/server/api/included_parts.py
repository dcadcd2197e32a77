"""The parts of an answer that a request asks for, by its query or by the names that it is written in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from fastapi import Depends, Header, Query

from hostwise.answers.evaluation.parts import (
    DECISION,
    FINDINGS,
    INPUTS,
    MONTHLY,
    PRICES,
    QUANTITIES,
    ROWS,
    WHOLE,
    Parts,
    UnknownQuantity,
    parts_of,
)
from hostwise.plan.former_names import HEADER, is_former
from hostwise.server.http.problems import FieldProblem, ProblemError

T = TypeVar("T")

_FORMER_ALWAYS = (FINDINGS, PRICES)
"""What every answer had that is written in the former names."""

FORMER_PARTS = ",".join((INPUTS, MONTHLY, QUANTITIES, ROWS, *_FORMER_ALWAYS))
"""What such an answer had by default."""

Include = Annotated[
    str | None,
    Query(
        max_length=4_000,
        description="Parts of the answer, separated by commas; by default `decision`: what a person reads first, in "
        "figures and sentences, with the quantities that they name. Others are `quantities` (all of them), or "
        "quantities by their names, `rows` (the table of the comparison, and the cases with failed hosts), `findings` "
        "(everything to know, one by one, which the decision has merged), `prices` (each with its age), `inputs` (the "
        "origin of every input), `monthly` (the cash flow by month), and `charts` (what is drawn of the decision). "
        "`everything` is all of these. What is left out is empty; who asks for few parts is answered sooner. One "
        "evaluation also answers `uncertainty`: how sure the result is, as `/uncertainty` says it.",
        examples=["decision,rows", "hosts,cluster_tco,years_to_wear_out"],
    ),
]

FormerNames = Annotated[
    str | None,
    Header(
        alias=HEADER,
        max_length=20,
        pattern=r"^\d+(\.\d+)*$",
        description="The version in whose names the answer is written; below 0.3 it also has the parts that it had "
        "then. Goes with version 1.0.",
        examples=["0.2"],
    ),
]


def included_names(include: str | None, names: str | None, former: str = FORMER_PARTS) -> str:
    """The names of the parts that a request asks for.

    Args:
        include: the names of parts that it gives, if any.
        names: the version in whose names it is answered, if it gives one.
        former: the parts that the answer had by default in the former names.
    """
    if not is_former(names):
        return DECISION if include is None else include
    return former if include is None else ",".join((include, *_FORMER_ALWAYS))


async def _of_an_answer(include: Include = None, names: FormerNames = None) -> str:
    return included_names(include, names)


async def _of_a_link(include: Include = None, names: FormerNames = None) -> str:
    return included_names(include, names, WHOLE)


IncludeDependency = Annotated[str, Depends(_of_an_answer)]
LinkIncludeDependency = Annotated[str, Depends(_of_a_link)]
"""The same of what a shared link opens, which had everything."""


def included(names: str) -> Parts:
    """The parts of these names, or an answer with the mistake."""
    return listed("include", names, parts_of)


def listed(parameter: str, names: str, found: Callable[[Iterable[str]], T]) -> T:
    """Look up the names in a parameter; an unknown one is a problem."""
    try:
        return found(name for each in names.split(",") if (name := each.strip()))
    except UnknownQuantity as error:
        problem = FieldProblem(pointer=f"/{parameter}", code="unknown_quantity", message=str(error))
        raise ProblemError(422, "unknown_quantity", "Unknown quantity", str(error), [problem]) from error
