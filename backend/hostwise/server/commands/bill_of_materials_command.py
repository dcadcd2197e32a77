"""The bill of materials of a plan, without a server and without saving anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.server.commands.evaluate_commands import as_json, plan_argument
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, configuration_key, read_plan, wrong_plan
from hostwise.server.commands.terminal import coloured, echo, show_json, strong, table

if TYPE_CHECKING:
    from hostwise.answers.cost.bill_of_materials_document import ConfigurationBillOfMaterials, Material, MaterialSection


@click.command(epilog=PLAN_HELP, short_help="What has to be bought for a plan, with prices.")
@plan_argument
@click.option("--configuration", metavar="KEY", help="Only this configuration, by key or name; by default all.")
@click.option("--csv", "as_csv", is_flag=True, help="Write comma-separated values, without the sums.")
@as_json
def bill_of_materials(plan: str, configuration: str | None, as_csv: bool, as_json: bool) -> None:
    """List what the first hosts of PLAN are made of: parts, quantities, unit prices and where they come from."""
    from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
    from hostwise.answers.evaluation.evaluation_answer import PlanError

    if as_csv and as_json:
        raise BadInput("Give --csv or --json, not both.")
    document = read_plan(plan)
    key = None if configuration is None else configuration_key(document, configuration)
    try:
        found = bill_of_materials_of(document, catalogue())
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    chosen = [each for each in found.configurations if key in (None, each.key)]
    if as_json:
        show_json(found.model_copy(update={"configurations": chosen}).model_dump(mode="json"))
    elif as_csv:
        # One header for all of them.
        lines = [each.csv.partition("\r\n") for each in chosen]
        click.echo("".join([lines[0][0], lines[0][1], *(rest for _, _, rest in lines)]), nl=False)
    else:
        for place, each in enumerate(chosen):
            _show(each, found.currency, first=place == 0)


def _show(found: ConfigurationBillOfMaterials, currency: str, *, first: bool) -> None:
    from hostwise.answers.wording.number_texts import value_text
    from hostwise.reports.materials_text import section_label

    echo(f"{'' if first else chr(10)}{strong(found.name)}: hosts {value_text(found.hosts, 'count')}")
    for section in found.sections:
        echo(f"\n{section_label(section, currency)}")
        echo(_section(section))


def _section(section: MaterialSection) -> str:
    from hostwise.reports.materials_text import total_label, total_text

    head = ["", "part", "quantity", "unit price", "amount", "price"]
    rows = [_line(each) for each in section.lines]
    total = [strong(total_label(section.total)), "", "", "", strong(total_text(section.total)), ""]
    return table([head, *rows, total], right=frozenset({3, 4}))


def _line(line: Material) -> list[str]:
    from hostwise.answers.cost.bill_of_materials_document import MaterialStatus
    from hostwise.reports.materials_text import amount_text, part_text, price_text, quantity_text, unit_price_text

    origin = price_text(line)
    if line.status is MaterialStatus.MISSING:
        origin = coloured(origin, False)
    elif line.status is MaterialStatus.INDICATIVE or line.is_old:
        origin = coloured(origin, None)
    return [line.label, part_text(line), quantity_text(line), unit_price_text(line), amount_text(line), origin]
