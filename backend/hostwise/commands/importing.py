"""Store plans from files in the installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.commands.evaluation import as_json
from hostwise.commands.plans import PLAN_HELP, PlanName, catalogue, read_plan, wrong_plan
from hostwise.commands.terminal import show_json, table

if TYPE_CHECKING:
    from hostwise.plan.answers.plans import SavedPlan
    from hostwise.services.plans.service import Plans


@click.command("import", epilog=PLAN_HELP, short_help="Store plans from files in the installation.")
@click.argument("plans", metavar="PLAN...", nargs=-1, required=True, type=PlanName())
@as_json
def import_(plans: tuple[str, ...], as_json: bool) -> None:
    """Store each PLAN as a new plan of the installation: all of them, or none if one is invalid."""
    from hostwise.commands.database import on_database, settings
    from hostwise.services.evaluation.service import PlanError, evaluate_plan
    from hostwise.services.plans.service import Plans

    documents = []
    for name in plans:
        document = read_plan(name)
        try:
            evaluate_plan(document, catalogue())
        except PlanError as error:
            raise wrong_plan(name, error) from error
        documents.append(document)

    async def keep(plans: Plans) -> list[SavedPlan]:
        return await plans.create_all(documents)

    quotas = settings().quotas
    kept = on_database(lambda database: Plans(database, catalogue(), quotas), keep)
    if as_json:
        summaries = [each.model_dump(mode="json", exclude={"plan"}) | {"name": each.plan.name} for each in kept]
        show_json(summaries)
        return
    click.echo(table([["id", "name"], *([str(each.id), each.plan.name] for each in kept)]))
