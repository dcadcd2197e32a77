"""Deleted plans of the installation: listed, and restored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import click

from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.plan_argument import catalogue
from hostwise.server.commands.terminal import echo, show_json, table

if TYPE_CHECKING:
    from uuid import UUID

    from hostwise.server.stored_documents.plans import DeletedPlan, Plans, PlanSummary

AnswerT = TypeVar("AnswerT")


@click.group(short_help="The deleted plans of the installation.")
def deleted() -> None:
    """List deleted plans and restore them, as long as they are kept."""


@deleted.command(name="list")
@as_json
def list_(as_json: bool) -> None:
    """List the deleted plans that can be restored."""

    async def work(plans: Plans) -> list[DeletedPlan]:
        return await plans.deleted()

    found = _on_plans(work)
    if as_json:
        shown = ("id", "name", "head_revision", "deleted_at", "purged_at")
        show_json([{each: str(getattr(plan, each)) for each in shown} for plan in found])
        return
    if not found:
        echo("No deleted plans.")
        return
    rows = [[str(each.id), each.name, f"{each.deleted_at:%Y-%m-%d}", f"{each.purged_at:%Y-%m-%d}"] for each in found]
    echo(table([["id", "name", "deleted", "kept until"], *rows]))


@deleted.command()
@click.argument("plan", type=click.UUID)
def restore(plan: UUID) -> None:
    """Restore the deleted plan with the id PLAN, with its revisions and links."""
    from hostwise.server.stored_documents.plans import PlanNotFound, QuotaReached

    async def work(plans: Plans) -> PlanSummary:
        return await plans.restore(plan)

    try:
        restored = _on_plans(work)
    except PlanNotFound as error:
        raise BadInput("No such deleted plan; `hostwise deleted list` shows the ids.") from error
    except QuotaReached as error:
        raise CommandFailed(str(error)) from error
    echo(f"Restored: {restored.name}, revision {restored.head_revision}.")


def _on_plans(work: Callable[[Plans], Awaitable[AnswerT]]) -> AnswerT:
    from hostwise.server.commands.command_database import on_database, settings
    from hostwise.server.stored_documents.plans import Plans

    chosen = settings()
    restorable = timedelta(days=chosen.deleted_days)
    return on_database(lambda database: Plans(database, catalogue(), chosen.quotas, restorable), work)
