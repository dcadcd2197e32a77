"""The plan that a route is about: a stored one by its id, or a shared one by the secret of its link.

A route takes it as `ShownDependency`, and declares beside its path which of the two it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from fastapi import Depends, Path, Query, Request, Response

from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.difference.engine_change_document import Figures
from hostwise.plan.document import Plan
from hostwise.reports.report_files import Revision
from hostwise.server.api.dependencies import PlansDependency, SharesDependency
from hostwise.server.api.evaluation_routes import wrong_plan
from hostwise.server.http.problems import ProblemError
from hostwise.server.sharing.anonymising import without_names
from hostwise.server.sharing.share_documents import OpenShare
from hostwise.server.sharing.shares import ShareRefused
from hostwise.server.stored_documents.plans import PlanNotFound, RevisionNotFound
from hostwise.server.workers.pools import Pool

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")

LAST_REVISION = 2**31 - 1
PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""The address of a shared plan holds its secret: it must not get into a cache, referrer or index."""

RevisionNumber = Annotated[int | None, Query(ge=1, le=LAST_REVISION, description="Revision; by default the newest.")]
ShareToken = Annotated[str, Path(max_length=120, description="The secret of the link.")]


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """One revision of a plan that a route answers about.

    Attributes:
        plan: the plan as it may be shown.
        saved: its revision.
        link: the link that it is shown by, if it is a shared one.
        figures: what the revision was answered when it was saved, if that was kept.
        headers: what each answer about it carries.
    """

    plan: Plan
    saved: Revision
    link: OpenShare | None = None
    figures: Figures | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    async def respond(
        self, pool: Pool, work: Callable[Concatenate[Plan, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> Response:
        """The response with the result of work on the plan."""
        # Here, so that no route forgets it.
        shown = [self.catalogue(each) if isinstance(each, Catalogue) else each for each in args]
        asked = cast("Callable[..., object]", work)
        response = await pool.respond(_said, self, partial(asked, self.plan, *shown, **kwargs))
        response.headers.update(self.headers)
        return response

    def catalogue(self, usual: Catalogue) -> Catalogue:
        """The catalogue with which it is shown: of an anonymised plan the deployment's own rows have neutral names."""
        return without_names(usual) if self.link is not None and self.link.anonymised else usual

    def problem(self, error: ProblemError) -> ProblemError:
        """A problem with the plan; of an anonymised one it quotes nothing, such as an unknown key."""
        problem = error.problem
        if self.link is None or not self.link.anonymised or problem.code != "invalid_plan":
            return error
        return ProblemError(problem.status, problem.code, problem.title, problem.detail)


def _said(shown: ShownPlan, work: Callable[[], AnswerT]) -> AnswerT:
    try:
        return work()
    except PlanError as error:
        raise shown.problem(wrong_plan(error)) from None
    except ProblemError as error:
        raise shown.problem(error) from None


def no_such_plan(error: PlanNotFound | RevisionNotFound) -> ProblemError:
    """The problem where a plan or a revision is unknown."""
    return ProblemError(404, "plan_not_found", "No such plan", str(error))


async def _stored(request: Request, plan_id: UUID, plans: PlansDependency, revision: RevisionNumber = None) -> None:
    try:
        found = await plans.revision(plan_id, revision)
    except (PlanNotFound, RevisionNotFound) as error:
        raise no_such_plan(error) from error
    request.state.shown = ShownPlan(found.plan, Revision(found.number, found.saved_at), figures=found.figures)


async def _shared(request: Request, token: ShareToken, shares: SharesDependency) -> None:
    try:
        opened = await shares.open(token)
    except ShareRefused as error:
        raise ProblemError(404, "share_not_found", "No such link", str(error)) from error
    saved = Revision(opened.revision, opened.saved_at)
    request.state.shown = ShownPlan(opened.plan, saved, opened, opened.figures, PRIVATE)


async def _shown(request: Request) -> ShownPlan:
    # Where the id is none, FastAPI still calls this before it answers with the mistakes: the route is not called then.
    shown: Any = getattr(request.state, "shown", None)
    return cast(ShownPlan, shown)


STORED: list[Any] = [Depends(_stored)]
"""Dependencies of a route about a stored plan."""

SHARED: list[Any] = [Depends(_shared)]
"""Dependencies of a route about a shared plan."""

ShownDependency = Annotated[ShownPlan, Depends(_shown)]
