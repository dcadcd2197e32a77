"""Search for the best combination of what may differ in a plan, without a server and without saving anything."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from hostwise.server.commands.evaluate_commands import as_json, plan_argument
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, configuration_key, read_plan, wrong_plan
from hostwise.server.commands.terminal import echo, show_json, strong, table

if TYPE_CHECKING:
    from typing import TextIO

    from hostwise.answers.search.search_document import Finalists, Hit, SearchAnswer


@click.command(epilog=PLAN_HELP, short_help="The cheapest cluster of the catalogue, and why not the others.")
@plan_argument
@click.option(
    "--configuration", metavar="KEY", help="The configuration that is varied, by key or name; else the first."
)
@click.option(
    "--choices",
    type=click.File(encoding="utf-8"),
    metavar="FILE",
    help="What may differ, as JSON: the `choices` of POST /search. By default the usual parts.",
)
@click.option("--best", type=click.IntRange(1, 12), default=5, show_default=True, help="How many of the cheapest.")
@click.option(
    "--within", type=click.FloatRange(0, 50), default=3, show_default=True, help="Equally good up to so many %."
)
@click.option(
    "--simulations",
    type=click.Choice([256, 1024, 2048, 4096]),
    help="Test the best in so many simulations of prices, demand and writes.",
)
@click.option(
    "--largest-share-per-host",
    type=click.FloatRange(0.1, 100),
    metavar="PERCENT",
    help="Share of the estate that may be lost with one host, in %.",
)
@click.option("--least-ghz", type=float, help="Least base clock of the processors, GHz.")
@click.option("--least-cores", "least_cores_per_socket", type=int, help="Least cores of one processor.")
@click.option("--vendor", "vendors", multiple=True, help="Only parts of this maker; may be given several times.")
@click.option("--price-book-only", is_flag=True, help="Only parts that the plan has, or has a price for.")
@click.option("--old-prices", is_flag=True, help="Also parts with used-market, press or old market prices.")
@click.option("--job", is_flag=True, help="Start it as a job, which `hostwise worker` or a server computes.")
@as_json
def search(
    plan: str,
    configuration: str | None,
    choices: TextIO | None,
    best: int,
    within: float,
    simulations: int | None,
    largest_share_per_host: float | None,
    job: bool,
    as_json: bool,
    **kept_to: object,
) -> None:
    """Search all combinations of what may differ in a configuration of PLAN."""
    from pydantic import ValidationError

    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.search.axes import NotSearchable
    from hostwise.answers.search.choices import WrongChoice
    from hostwise.answers.search.search_answer import search as searched
    from hostwise.plan.document import plan_json
    from hostwise.plan.search_document import Search

    document = read_plan(plan)
    asked: dict[str, object] = {
        "plan": document,
        "best": best,
        "within": within / 100,
        "simulations": simulations,
        **kept_to,
    }
    if largest_share_per_host is not None:
        asked["largest_share_per_host"] = largest_share_per_host / 100
    if configuration is not None:
        asked["configuration"] = configuration_key(document, configuration)
    try:
        if choices is not None:
            asked["choices"] = json.load(choices)
        if job:
            _start({"search": asked | {"plan": plan_json(document)}}, as_json)
            return
        found = searched(Search.model_validate(asked), catalogue())
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    except json.JSONDecodeError as error:
        raise BadInput(f"The file with the choices is not JSON: {error}.") from error
    except ValidationError as error:
        lines = (f"/{'/'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors(include_url=False))
        raise BadInput("\n".join(lines)) from error
    except WrongChoice as error:
        raise BadInput(f"{error.pointer}: {error}") from error
    except NotSearchable as error:
        raise BadInput(str(error)) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        _show(found)


def _start(document: dict[str, object], as_json: bool) -> None:
    from hostwise.server.commands.job_commands import say_started, started

    made = started(json.dumps(document).encode())
    if as_json:
        show_json(made.model_dump(mode="json"))
    else:
        say_started(made)


def _show(found: SearchAnswer) -> None:
    echo(f"{strong(found.sentence)}\n")
    if found.best:
        head = ["hosts", f"cost, {found.currency}", "flash life, years", "wear-out, P", "dearer", "with"]
        echo(table([head, *map(_line, found.best)], right=frozenset({0, 1, 2, 3, 4})))
    for each in found.missed:
        echo(f"Cheaper, and left out: {each}.")
    if found.others:
        echo(f"\n{strong('With another option of each choice')}")
        for other in found.others:
            echo(f"  {other.text}")
    if found.finalists is not None:
        _show_simulations(found.finalists, found.currency)
    echo(f"\n{strong(f'What all within {100 * found.within:g} % share')}")
    for choice in found.choices:
        echo(f"  {choice.shared}")
    if found.rejected:
        echo(f"\n{strong('Why not the others')}")
        for rejected in found.rejected:
            echo(f"  {rejected.text}")
            if rejected.nearest is not None:
                echo(f"    {rejected.nearest.text}")


def _show_simulations(found: Finalists, currency: str) -> None:
    from hostwise.number_format.writing import percent, short_money

    echo(f"\n{strong(found.sentence)}")
    head = ["hosts", f"cost, {currency}: 5 %", "median", "95 %", "hosts enough in", "limits hold in", "with"]
    lines = [
        [
            str(each.hosts),
            *("" if cost is None else short_money(cost) for cost in (each.cost_low, each.cost_mid, each.cost_high)),
            percent(each.enough),
            percent(each.holds),
            each.text,
        ]
        for each in found.finalists
    ]
    echo(table([head, *lines], right=frozenset(range(6))))


def _line(hit: Hit) -> list[str]:
    from hostwise.answers.wording.number_texts import value_text
    from hostwise.number_format.writing import percent

    return [
        value_text(hit.hosts, "count"),
        value_text(hit.cost, "money"),
        value_text(hit.life_years, "years"),
        value_text(hit.wear_out_probability, "probability"),
        "" if not hit.dearer else f"+{percent(hit.dearer)}",
        ", ".join(hit.labels),
    ]
