"""Evaluate, compare and explain a plan, without a server and without saving anything."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from hostwise.server.commands.decision_text import comparison_text, decision_text, more_text, notices_text
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.plan_argument import (
    PLAN_HELP,
    PlanName,
    catalogue,
    configuration_key,
    read_plan,
    wrong_plan,
)
from hostwise.server.commands.terminal import WIDTH, echo, show_json, strong, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from hostwise.answers.evaluation.parts import Parts
    from hostwise.answers.growth.growth_document import DatedEvent
    from hostwise.decision.decision import Decided
    from hostwise.plan.answers.result import Cell, ExplanationLimit, ExplanationNode, ExplanationPart, Row
    from hostwise.plan.document import Plan

_MOST_MISSING = 5

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
plan_argument = click.argument("plan", type=PlanName())
reference_option = click.option(
    "--reference",
    metavar="KEY",
    help="Configuration that differences refer to, by key or name; by default the first.",
)


_INCLUDE_HELP = (
    "Parts of the JSON, separated by commas: decision, quantities or some by name, rows, findings, prices, inputs, "
    "monthly, charts, or everything. By default decision."
)
all_option = click.option("--all", "everything", is_flag=True, help="Show the rest as well, as wide as it is.")


def evaluated(name: str, plan: Plan, reference: str | None = None, include: Parts | None = None) -> Decided:
    """The result of a plan, by default whole without its decision; raises `BadInput` if it cannot be evaluated."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.evaluation.parts import RESULT
    from hostwise.decision.deciding import decide

    key = None if reference is None else configuration_key(plan, reference)
    try:
        return decide(plan, catalogue(), key, include or RESULT)
    except PlanError as error:
        raise wrong_plan(name, error) from error


@click.command(epilog=PLAN_HELP, short_help="What is advised for a plan: hosts, cost and wear-out.")
@plan_argument
@reference_option
@all_option
@as_json
@click.option("--include", metavar="PARTS", help=_INCLUDE_HELP)
def evaluate(plan: str, reference: str | None, everything: bool, as_json: bool, include: str | None) -> None:
    """Evaluate PLAN: what is advised as entered, host count, cost and wear-out, what to check, and what is missing."""
    if include is not None and not as_json:
        raise click.UsageError("--include is about the JSON: give --json, too.")
    result = evaluated(plan, read_plan(plan), reference, _parts("decision" if include is None else include))
    if as_json:
        show_json(result.model_dump(mode="json"))
        return
    assert result.decision is not None
    echo(decision_text(result.decision, _as_entered(plan)))
    if result.missing:
        echo(f"\n{_missing(result, everything)}")
    if everything:
        echo(f"\n{strong('Hosts of each configuration')}\n{_hosts(result)}")
        if result.decision.notices:
            echo(f"\n{notices_text(result.decision)}")


def _parts(names: str) -> Parts:
    from hostwise.answers.evaluation.parts import UnknownQuantity, parts_of

    try:
        return parts_of(name for part in names.split(",") if (name := part.strip()))
    except UnknownQuantity as error:
        raise BadInput(str(error)) from error


def _as_entered(plan: str) -> str:
    return f"As the plan is entered; `hostwise uncertainty {shlex.quote(plan)}` says how sure that is."


def _missing(result: Decided, everything: bool) -> str:
    """Missing fields: those first that keep the plan from being compared; whole with the numbers that need them."""
    assert result.decision is not None
    first = result.decision.missing
    fields = sorted(result.missing, key=lambda each: each.pointer not in first)
    if everything:
        rows = [[each.pointer, ", ".join(each.leaves_out)] for each in fields]
        return f"{strong('Missing fields, with what is not evaluated without them')}\n{table(rows, head=False)}"
    rows = [[each.pointer, each.label] for each in fields[:_MOST_MISSING]]
    more = more_text(len(fields) - len(rows))
    return f"{strong('Missing fields')}\n{table(rows, head=False, within=WIDTH)}{more}"


def _hosts(result: Decided) -> str:
    """What decides the hosts of each configuration, or all that speaks against it."""
    rows = []
    for each in result.configurations:
        against = [*(one.message for one in each.reasons), *(one.message for one in each.unmet_requirements)]
        rows.append([each.name, each.hosts_reason if each.admissible else " ".join(against) or each.exclusion])
    return table(rows, head=False)


@click.command(epilog=PLAN_HELP, short_help="When the first hosts of a plan run out as the demand grows.")
@plan_argument
@as_json
def growth(plan: str, as_json: bool) -> None:
    """Say for each configuration of PLAN in which month each limit needs more hosts than those of the start."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.decision.growth_told import growth_of

    try:
        found = growth_of(read_plan(plan), catalogue())
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    names = [each.name for each in found.configurations]
    rows = [["hosts at the start", *(_month(each.present[0]) for each in found.configurations)]]
    for label in (each.label for each in found.configurations[0].limits):
        limits = [limit for each in found.configurations for limit in each.limits if limit.label == label]
        if any(limit.breaks_in is not None for limit in limits):
            rows.append([f"{label}, month", *(_month(limit.breaks_in) for limit in limits)])
    if any(each.broken_by for each in found.configurations):
        rows.append(["event of that month", *(_labels(each.broken_by) for each in found.configurations)])
    if any(each.order_by is not None for each in found.configurations):
        rows.append(["order by month", *(_month(each.order_by) for each in found.configurations)])
    echo(table([["", *names], *rows], right=frozenset(range(1, len(names) + 1))))
    if len(rows) == 1:
        echo(f"No limit needs more in {found.months[-1]} months.")
    if found.events:
        _show_events(found.events)


def _labels(events: Sequence[DatedEvent]) -> str:
    return ", ".join(each.label for each in events) or "\u2013"


def _show_events(events: Sequence[DatedEvent]) -> None:
    from hostwise.number_format.writing import fixed, percent

    rows = [
        [
            each.label,
            each.group,
            fixed(each.month),
            f"{'+' if each.vms > 0 else ''}{fixed(each.vms)}",
            percent(each.probability),
            "yes" if each.counted else "no",
        ]
        for each in events
    ]
    head = ["event", "VM group", "month", "VMs", "probability", "counted"]
    echo("\n" + table([head, *rows], right=frozenset({2, 3, 4})))


def _month(number: float | None) -> str:
    return "\u2013" if number is None else f"{number:g}"


@click.command(epilog=PLAN_HELP, short_help="The configurations of a plan, side by side.")
@plan_argument
@reference_option
@all_option
@as_json
def compare(plan: str, reference: str | None, everything: bool, as_json: bool) -> None:
    """Compare the configurations of PLAN: what is advised, and the figures that decide.

    With --all, all answers as rows, the best of each row marked with *.
    """
    result = evaluated(plan, read_plan(plan), reference, _parts("rows" if as_json else "decision,rows"))
    if as_json:
        show_json(
            {
                "plan_hash": result.plan_hash,
                "reference": result.reference,
                "sentence": result.sentence,
                "rows": result.model_dump(mode="json", include={"rows"})["rows"],
            }
        )
        return
    assert result.decision is not None
    echo(comparison_text(result.decision, _as_entered(plan)))
    if everything:
        echo(f"\n{_all_rows(result)}")


def _all_rows(result: Decided) -> str:
    rows: list[list[str]] = [["", "unit", *(f"{each.name}  " for each in result.configurations)]]
    section = ""
    for row in result.rows:
        if row.section != section:
            section = row.section
            rows.append([strong(section), "", *("" for _ in result.configurations)])
        unit = "" if row.format in ("share", "probability") else row.unit
        rows.append([f"  {row.label}", unit, *(_cell(row, cell) for cell in row.cells)])
    return table(rows, right=frozenset(range(2, len(rows[0]))))


def _cell(row: Row, cell: Cell) -> str:
    from hostwise.answers.wording.number_texts import cell_text, difference_text

    text, difference = cell_text(row, cell), difference_text(row, cell)
    if difference is not None:
        text += f" ({difference})"
    # As wide as the mark, so that the numbers of a column are aligned.
    return f"{text} *" if cell.best else f"{text}  "


def _quantities(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from hostwise.answers.reference.quantities_answer import quantities

    entries = quantities(catalogue())
    return [CompletionItem(each.name, help=each.label) for each in entries if each.name.startswith(incomplete)]


@click.command(epilog=PLAN_HELP, short_help="Explain a number of a plan.")
@plan_argument
@click.argument("configuration")
@click.argument("quantity", shell_complete=_quantities)
@click.option("--failed-hosts", type=click.IntRange(0, 1_000), default=0, help="Failed hosts in the case.")
@click.option("--all", "everything", is_flag=True, help="Show all intermediate values, down to the last input.")
@as_json
def explain(plan: str, configuration: str, quantity: str, failed_hosts: int, everything: bool, as_json: bool) -> None:
    """Explain a number of PLAN: the formula, its values, and their origins.

    CONFIGURATION is the key or the name of a configuration of the plan, QUANTITY the name of a quantity, such as
    cluster_tco.
    """
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.evaluation.parts import UnknownQuantity
    from hostwise.answers.explanation.explanation_answer import explain_number
    from hostwise.answers.running.run import NoHostLeft

    document = read_plan(plan)
    try:
        key = configuration_key(document, configuration)
        explanation = explain_number(document, catalogue(), key, quantity, failed_hosts)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    except (NoHostLeft, UnknownQuantity) as error:
        raise BadInput(str(error)) from error
    if as_json:
        show_json(explanation.model_dump(mode="json"))
        return
    nodes = {each.quantity: each for each in explanation.nodes}
    first = explanation.nodes[0]
    for node in explanation.nodes if everything else [first]:
        _show_node(node, nodes)
    if first.rests_on_assumptions:
        echo(f"It depends on assumptions: {', '.join(first.rests_on_assumptions)}.")


def _show_node(node: ExplanationNode, nodes: dict[str, ExplanationNode]) -> None:
    echo(f"{strong(node.quantity)} = {_values(node)}")
    echo(f"  {node.meaning}")
    if node.parts:
        echo(table([_part(part) for part in node.parts], right=frozenset({1}), head=False))
    for limit in node.limits:
        _show_limit(limit)
    if node.text is not None:
        echo(f"  = {node.text}\n  = {node.text_with_numbers}")
    if node.source is not None:
        where = f", {node.source.locator}" if node.source.locator else ""
        echo(f"  Source: {node.source.citation}{where}")
    for each in node.provenance:
        origin = "; ".join(part for part in (each.source, each.locator, each.note, each.pointer) if part)
        echo(f"  {each.status.value}{f': {origin}' if origin else ''}")
    rows = [[f"  {name}", _values(nodes[name]), nodes[name].kind or ""] for name in node.inputs if name in nodes]
    if rows:
        echo(table(rows, right=frozenset({1}), head=False))
    echo()


def _part(part: ExplanationPart) -> list[str]:
    from hostwise.answers.wording.number_texts import value_text

    return [f"  {part.label}", value_text(part.value, "number"), part.arithmetic or ""]


def _show_limit(limit: ExplanationLimit) -> None:
    from hostwise.answers.wording.number_texts import value_text

    hosts = value_text(limit.hosts, "count")
    echo(f"  {strong(f'{limit.label}: {hosts}') if limit.binding else f'{limit.label}: {hosts}'}")
    if limit.demand is not None:
        echo(f"    {limit.demand}")
    if limit.arithmetic is not None:
        echo(f"    = {limit.words}\n    = {limit.arithmetic}")


def _values(node: ExplanationNode) -> str:
    from hostwise.number_format.writing import exact

    shown = [
        exact(value) if value is not None else state.value.replace("_", " ")
        for value, state in zip(node.values, node.states, strict=True)
    ]
    return f"{', '.join(shown)} {node.unit}".rstrip()
