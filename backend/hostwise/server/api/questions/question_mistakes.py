"""Why a question is not answered, as the problem that says so at the parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hostwise.answers.burst.burst_answer import ImpossibleFailure
from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.answers.question import Question
from hostwise.answers.read_cache.read_cache_answer import UnknownGroup
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.plan.document import Plan
from hostwise.server.api.evaluation_routes import wrong_plan
from hostwise.server.http.problems import FieldProblem, ProblemError

Asked = Mapping[str, Any]
"""The parameters of a question by name."""


def answered(question: Question, plan: Plan, catalogue: Catalogue, asked: Asked) -> Any:
    """The answer to a question; raises `ProblemError`."""
    try:
        return question.answer(plan, catalogue, **asked)
    except tuple(_PROBLEMS) as error:
        raise _PROBLEMS[type(error)](error, asked) from error


def _plan(error: PlanError, _: Asked) -> ProblemError:
    return wrong_plan(error)


def _failure(error: ImpossibleFailure, _: Asked) -> ProblemError:
    code, detail = "nothing_left_running", "Nothing would be left running; nothing was computed."
    wrong = [FieldProblem(pointer=f"/{field}", code=code, message=text) for field, text in error.problems]
    return ProblemError(422, code, "Too many failures", detail, wrong)


def _group(error: UnknownGroup, _: Asked) -> ProblemError:
    code = "unknown_group"
    wrong = FieldProblem(pointer="/uniformly_random", code=code, message=str(error))
    return ProblemError(422, code, "Unknown VM group", str(error), [wrong])


_PROBLEMS: dict[type[Exception], Callable[[Any, Asked], ProblemError]] = {
    PlanError: _plan,
    ImpossibleFailure: _failure,
    UnknownGroup: _group,
}
