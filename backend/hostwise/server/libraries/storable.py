"""Only what can be evaluated is stored: a plan that is opened again must have an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from anyio import to_thread

from hostwise.answers.evaluation.evaluation_answer import PlanError, evaluate_plan
from hostwise.binding import Mistake
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan

log = structlog.get_logger(__name__)

Check = Callable[[Plan, Catalogue], None]
Runner = Callable[[Check, Plan, Catalogue], Awaitable[None]]
"""Runs work away from the event loop."""


async def in_thread(check: Check, plan: Plan, catalogue: Catalogue) -> None:
    """The runner where there are no pools: in commands and tests."""
    await to_thread.run_sync(check, plan, catalogue)


async def check_storable(plan: Plan, catalogue: Catalogue, run: Runner = in_thread) -> None:
    """Raise `PlanError` unless the plan can be evaluated."""
    await run(_check, plan, catalogue)


def _check(plan: Plan, catalogue: Catalogue) -> None:
    error = _failure(plan, catalogue)
    if error is not None:
        log.error("a valid plan cannot be evaluated", exc_info=error)
        raise PlanError([Mistake(_culprit(plan, catalogue), "evaluation_fails", _MESSAGE, None)]) from error


_MESSAGE = "The evaluation fails with these values: some are too large or too small together. Nothing was saved."


def _failure(plan: Plan, catalogue: Catalogue) -> Exception | None:
    """The error of an evaluation, if any; mistakes of the plan itself are raised as `PlanError`."""
    try:
        evaluate_plan(plan, catalogue)
    except PlanError:
        raise
    except Exception as error:
        return error
    return None


def _culprit(plan: Plan, catalogue: Catalogue) -> str:
    """The part that makes the evaluation fail by itself: a configuration, else a VM group, else the workload."""
    for place, each in enumerate(plan.configurations):
        if _failure(plan.model_copy(update={"configurations": (each,)}), catalogue) is not None:
            return f"/configurations/{place}"
    for place, group in enumerate(plan.workload.groups):
        alone = plan.workload.model_copy(update={"groups": (group,)})
        if _failure(plan.model_copy(update={"workload": alone}), catalogue) is not None:
            return f"/workload/groups/{place}"
    return "/workload"
