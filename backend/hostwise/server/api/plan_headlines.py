"""What the list of plans shows of each.

The headline is kept with the revision. Where it is not, or is of another version, it is evaluated: all of a page in one
turn of the pool, within a budget, and kept in memory as the verdicts are, which no list simulates.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION, PlanError
from hostwise.answers.evaluation.headline import evaluated_headline, of_the_lead
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.plan.answers.headline import Headline, HeadlineVerdict
from hostwise.server.http.problems import ProblemError
from hostwise.server.libraries.plans import ListedPlan, OutdatedPlan, Plans, figures_of_store, plan_of_store
from hostwise.server.workers.pools import Pool

log = structlog.get_logger(__name__)

T = TypeVar("T")

_MOST = 2_000
_SECONDS = 2.0
"""Within this an evaluation is begun: the list must not wait for many large plans of another version."""


@dataclass(frozen=True, slots=True)
class Headlined:
    """The headline of a plan, or why it has none; neither where it is still to be evaluated."""

    headline: Headline | None = None
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


class PlanHeadlines:
    """The headlines and verdicts that are known of plans, by their hashes."""

    def __init__(self) -> None:
        """Begin with what revisions keep."""
        self._evaluated, self._verdicts = _Newest[Headlined](), _Newest[HeadlineVerdict]()

    def keep_verdict(self, plan_hash: str, verdict: HeadlineVerdict) -> None:
        """Keep the verdict of a plan that was simulated."""
        self._verdicts.put(plan_hash, verdict)

    def verdict(self, plan: ListedPlan) -> HeadlineVerdict | None:
        """The verdict of a plan, if this very plan was simulated since the server started."""
        return self._verdicts.get(plan.plan_hash)

    async def of(
        self, listed: Sequence[ListedPlan], plans: Plans, catalogue: Catalogue, pool: Pool
    ) -> dict[str, Headlined]:
        """The headlines of plans by their hashes. Where the pool is too busy those that are known have to do."""
        known = {each.plan_hash: self._known(each, catalogue) for each in listed}
        wanted = {each.id: each.plan_hash for each in listed if known[each.plan_hash] is None}
        if wanted:
            documents = {wanted[plan_id]: found for plan_id, found in (await plans.documents(list(wanted))).items()}
            try:
                evaluated = await pool.compute(_evaluated, documents, catalogue)
            except ProblemError as error:
                log.warning("headlines are not evaluated", reason=error.problem.code)
                evaluated = {}
            for key, found in evaluated.items():
                self._evaluated.put(key, found)
                known[key] = found
        return {key: found or Headlined() for key, found in known.items()}

    def _known(self, plan: ListedPlan, catalogue: Catalogue) -> Headlined | None:
        figures = figures_of_store(plan.figures)
        if figures is not None and figures.headline is not None:
            versions = figures.engine_version, figures.catalogue_version
            if versions == (ENGINE_VERSION, catalogue.version):
                return Headlined(figures.headline)
        return self._evaluated.get(plan.plan_hash)


def _evaluated(documents: Mapping[str, dict[str, Any]], catalogue: Catalogue) -> dict[str, Headlined]:
    """The headlines of as many plans as are evaluated in time."""
    end = time.monotonic() + _SECONDS
    found = {}
    for key, document in documents.items():
        if time.monotonic() > end:
            break
        found[key] = _headlined(document, catalogue)
    return found


def _headlined(document: dict[str, Any], catalogue: Catalogue) -> Headlined:
    try:
        headline = evaluated_headline(plan_of_store(document), catalogue)
    except OutdatedPlan:
        return Headlined(problem="Saved by another version, and not valid in this one.")
    except PlanError as error:
        return Headlined(problem=f"Cannot be evaluated: {error}")
    except Exception as error:
        log.error("a stored plan cannot be evaluated", exc_info=error)
        return Headlined(problem="Cannot be evaluated with these values.")
    return Headlined(of_the_lead(headline))
