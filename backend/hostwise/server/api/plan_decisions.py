"""What the list of plans shows of each.

The decision as sized is kept with the revision. Where it is not, or is of another version, it is made: for all of a
page in one turn of the pool, within a budget. It is kept in memory, as are simulated ones, which no list asks for.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION, PlanError
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.decision import Decision
from hostwise.decision.listed import listed_decision, of_the_lead
from hostwise.server.http.problems import ProblemError
from hostwise.server.stored_documents.plans import ListedPlan, OutdatedPlan, Plans, figures_of_store, plan_of_store
from hostwise.server.workers.pools import Pool

log = structlog.get_logger(__name__)

T = TypeVar("T")

_MOST = 2_000
_SECONDS = 2.0
"""Within this an evaluation is begun: the list must not wait for many large plans of another version."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The decision on a plan, or why it has none; neither where it is still to be made."""

    decision: Decision | None = None
    problem: str | None = None


class _Newest(Generic[T]):
    """Values by key; the least recently used ones make room."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: str, value: T) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > _MOST:
            self._values.popitem(last=False)


class PlanDecisions:
    """The decisions that are known of plans, by their hashes."""

    def __init__(self) -> None:
        """Begin with what revisions keep."""
        self._sized, self._simulated = _Newest[Listed](), _Newest[Decision]()

    def keep(self, plan_hash: str, simulated: Decision) -> None:
        """Keep the decision on a plan that was simulated."""
        self._simulated.put(plan_hash, simulated)

    async def of(
        self, listed: Sequence[ListedPlan], plans: Plans, catalogue: Catalogue, pool: Pool
    ) -> dict[str, Listed]:
        """The decisions on plans by their hashes. Where the pool is too busy those that are known have to do."""
        known = {each.plan_hash: self._known(each, catalogue) for each in listed}
        wanted = {each.id: each.plan_hash for each in listed if known[each.plan_hash] is None}
        if wanted:
            documents = {wanted[plan_id]: found for plan_id, found in (await plans.documents(list(wanted))).items()}
            try:
                evaluated = await pool.compute(_evaluated, documents, catalogue)
            except ProblemError as error:
                log.warning("decisions on listed plans are not made", reason=error.problem.code)
                evaluated = {}
            for key, found in evaluated.items():
                self._sized.put(key, found)
                known[key] = found
        return {key: found or Listed() for key, found in known.items()}

    def _known(self, plan: ListedPlan, catalogue: Catalogue) -> Listed | None:
        simulated = self._simulated.get(plan.plan_hash)
        if simulated is not None:
            return Listed(simulated)
        figures = figures_of_store(plan.figures)
        if figures is not None and figures.decision is not None:
            versions = figures.engine_version, figures.catalogue_version
            if versions == (ENGINE_VERSION, catalogue.version):
                return Listed(figures.decision)
        return self._sized.get(plan.plan_hash)


def _evaluated(documents: Mapping[str, dict[str, Any]], catalogue: Catalogue) -> dict[str, Listed]:
    """The decisions on as many plans as are evaluated in time."""
    end = time.monotonic() + _SECONDS
    found = {}
    for key, document in documents.items():
        if time.monotonic() > end:
            break
        found[key] = _listed(document, catalogue)
    return found


def _listed(document: dict[str, Any], catalogue: Catalogue) -> Listed:
    try:
        decision = listed_decision(plan_of_store(document), catalogue)
    except OutdatedPlan:
        return Listed(problem="Saved by another version, and not valid in this one.")
    except PlanError as error:
        return Listed(problem=f"Cannot be evaluated: {error}")
    except Exception as error:
        log.error("a stored plan cannot be evaluated", exc_info=error)
        return Listed(problem="Cannot be evaluated with these values.")
    return Listed(of_the_lead(decision))
