"""Scenarios of stored plans: variants that are kept beside a plan, and what each changes in it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from hostwise.catalogue.loader import Catalogue
from hostwise.decision.difference.diff_document import PlanChange
from hostwise.decision.difference.plan_difference import plan_changes
from hostwise.plan.document import SCHEMA_VERSION, Plan, plan_json
from hostwise.plan.renaming import with_current_names
from hostwise.server.access.audit_log import Action, record
from hostwise.server.quotas import Quotas
from hostwise.server.store.plan_store import PlanNotFound, PlanRepository
from hostwise.server.store.saving import Document, UnstorableDocument
from hostwise.server.store.scenario_store import ScenarioDraft, ScenarioNotFound, ScenarioRepository, StoredScenario
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.plans import OutdatedPlan, plan_of_store
from hostwise.server.stored_documents.storable import Runner, in_thread, storable_figures

__all__ = ["PlanNotFound", "SavedScenario", "ScenarioNotFound", "Scenarios", "UnstorableDocument", "scenario_of"]


class SavedScenario(BaseModel):
    """A variant of a plan that is kept beside it."""

    key: str
    name: str
    created_at: datetime
    updated_at: datetime
    plan: Plan | None = Field(
        description="The whole plan that it is, under the name of the saved plan; null where another version of "
        "Hostwise stored it and this one cannot read it."
    )
    changes: list[PlanChange] = Field(description="What it changes in the plan as it is saved.")


class Scenarios:
    """The scenarios of the plans of one database; each call is one transaction."""

    def __init__(
        self, database: Database, catalogue: Catalogue, quotas: Quotas | None = None, run: Runner = in_thread
    ) -> None:
        """Use a database.

        Args:
            database: the database.
            catalogue: the catalogue that plans refer to: only what can be evaluated is stored.
            quotas: how much may be kept.
            run: where a scenario is evaluated before it is stored.
        """
        self._database = database
        self._catalogue = catalogue
        self._quotas = quotas or Quotas()
        self._run = run

    async def listing(self, plan_id: UUID) -> list[SavedScenario]:
        """The scenarios of a plan, oldest first; raises `PlanNotFound`."""
        async with self._database.transaction() as session:
            saved = (await PlanRepository(session).head(plan_id)).revision.document
            return [scenario_of(each, saved) for each in await ScenarioRepository(session).list_scenarios(plan_id)]

    async def put(self, plan_id: UUID, key: str, name: str, plan: Plan) -> SavedScenario:
        """Keep a scenario of a plan, in place of the one with its key if there is one.

        Raises:
            PlanError: the scenario cannot be evaluated.
            PlanNotFound: the plan is unknown.
            QuotaReached: there is as much as may be kept.
        """
        await storable_figures(plan, self._catalogue, self._run)
        async with self._database.transaction() as session:
            plans, scenarios = PlanRepository(session), ScenarioRepository(session)
            draft = ScenarioDraft(key=key, name=name, document=plan_json(plan), schema_version=SCHEMA_VERSION)
            stored = await scenarios.put(plan_id, draft)
            self._quotas.check_scenarios(await scenarios.count(plan_id))
            usage = await plans.usage()
            self._quotas.check_stored(usage.plans, usage.stored_bytes)
            await record(session, Action.SCENARIO_SAVED, plan_id, f"scenario {key}: {name}")
            saved = (await plans.head(plan_id)).revision.document
        return scenario_of(stored, saved)

    async def delete(self, plan_id: UUID, key: str) -> None:
        """Remove a scenario for good; raises `PlanNotFound` or `ScenarioNotFound`."""
        async with self._database.transaction() as session:
            removed = await ScenarioRepository(session).delete(plan_id, key)
            await record(session, Action.SCENARIO_DELETED, plan_id, f"scenario {key}: {removed.name}")


def scenario_of(stored: StoredScenario, saved: Document) -> SavedScenario:
    """A stored scenario beside the document of the plan as it is saved."""
    plan: Plan | None
    try:
        plan = plan_of_store(stored.document | {"name": saved["name"]})
    except OutdatedPlan:
        plan = None
    return SavedScenario(
        key=stored.key,
        name=stored.name,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
        plan=plan,
        changes=[] if plan is None else plan_changes(with_current_names(saved, Plan), plan_json(plan)),
    )
