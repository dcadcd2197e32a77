"""Only what can be evaluated is stored: a plan that is opened again must have an answer, whose figures are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog
from anyio import to_thread

from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.answers.evaluation.parts import RESULT
from hostwise.binding import Mistake
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.difference.engine_change import figures_of
from hostwise.decision.difference.engine_change_document import Figures
from hostwise.plan.document import Plan

log = structlog.get_logger(__name__)

Check = Callable[[Plan, Catalogue], Figures]
Runner = Callable[[Check, Plan, Catalogue], Awaitable[Figures]]
"""Runs work away from the event loop."""


async def in_thread(check: Check, plan: Plan, catalogue: Catalogue) -> Figures:
    """The runner where there are no pools: in commands and tests."""
    return await to_thread.run_sync(check, plan, catalogue)


async def storable_figures(plan: Plan, catalogue: Catalogue, run: Runner = in_thread) -> Figures:
    """The figures that the plan is answered with; raises `PlanError` unless it can be evaluated."""
    return await run(_figures, plan, catalogue)


def _figures(plan: Plan, catalogue: Catalogue) -> Figures:
    found = _evaluated(plan, catalogue)
    if isinstance(found, Exception):
        log.error("a valid plan cannot be evaluated", exc_info=found)
        raise PlanError([Mistake(_culprit(plan, catalogue), "evaluation_fails", _MESSAGE, None)]) from found
    return figures_of(found)


_MESSAGE = "The evaluation fails with these values: some are too large or too small together. Nothing was saved."


def _evaluated(plan: Plan, catalogue: Catalogue) -> Decided | Exception:
    """The answer, or the error of the evaluation; mistakes of the plan itself are raised as `PlanError`."""
    try:
        return decide(plan, catalogue, None, replace(RESULT, decision=True))
    except PlanError:
        raise
    except Exception as error:
        return error


def _fails(plan: Plan, catalogue: Catalogue) -> bool:
    return isinstance(_evaluated(plan, catalogue), Exception)


def _culprit(plan: Plan, catalogue: Catalogue) -> str:
    """The part that makes the evaluation fail by itself: a configuration, else a VM group, else the workload."""
    for place, each in enumerate(plan.configurations):
        if _fails(plan.model_copy(update={"configurations": (each,)}), catalogue):
            return f"/configurations/{place}"
    for place, group in enumerate(plan.workload.groups):
        alone = plan.workload.model_copy(update={"groups": (group,)})
        if _fails(plan.model_copy(update={"workload": alone}), catalogue):
            return f"/workload/groups/{place}"
    return "/workload"
