"""Evaluate, compare and explain a plan, without a server and without saving anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.server.commands.ending import BadInput
from hostwise.server.commands.plan_argument import (
    PLAN_HELP,
    PlanName,
    catalogue,
    configuration_key,
    read_plan,
    wrong_plan,
)
from hostwise.server.commands.terminal import coloured, echo, show_json, strong, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from hostwise.answers.growth.growth_document import DatedEvent
    from hostwise.decision.decision import Decided
    from hostwise.plan.answers.result import (
        Cell,
        ConfigurationResult,
        ExplanationLimit,
        ExplanationNode,
        ExplanationPart,
        Result,
        Row,
    )
    from hostwise.plan.document import Plan

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
plan_argument = click.argument("plan", type=PlanName())
reference_option = click.option(
    "--reference",
    metavar="KEY",
    help="Configuration that differences refer to, by key or name; by default the first.",
)


def evaluated(name: str, plan: Plan, reference: str | None = None) -> Decided:
    """The result of a plan; raises `BadInput` if it cannot be evaluated."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.decision.deciding import decide

    try:
        return decide(plan, catalogue(), None if reference is None else configuration_key(plan, reference))
    except PlanError as error:
        raise wrong_plan(name, error) from error


@click.command(epilog=PLAN_HELP, short_help="Host count, cost and wear-out of a plan.")
@plan_argument
@reference_option
@as_json
def evaluate(plan: str, reference: str | None, as_json: bool) -> None:
    """Evaluate PLAN: host count, cost and wear-out of every configuration."""
    result = evaluated(plan, read_plan(plan), reference)
    if as_json:
        show_json(result.model_dump(mode="json"))
        return
    echo(strong(result.plan_name))
    echo(f"{result.sentence}\n")
    head = ["", "hosts", f"cost, {result.currency}", "flash life, years", "wear-out, P", "feasible", "because of"]
    rows = [_line(each) for each in result.configurations]
    echo(table([head, *rows], right=frozenset({1, 2, 3, 4})))
    _show_findings(result)


def _line(result: ConfigurationResult) -> list[str]:
    from hostwise.answers.wording.number_texts import value_text

    quantities = result.quantities
    return [
        result.name,
        value_text(quantities["hosts"], "count"),
        value_text(quantities["cluster_tco"], "money"),
        value_text(quantities["known_life_years"], "years"),
        value_text(quantities["known_wear_out_probability"], "probability"),
        coloured("yes", True) if result.admissible else coloured(result.standing, False),
        result.hosts_reason if result.admissible else " ".join(each.message for each in result.reasons or result.unmet),
    ]


def _show_findings(result: Result) -> None:
    if result.missing:
        echo(strong("\nNot evaluated, with the missing fields"))
        echo(table([[each.pointer, ", ".join(each.leaves_out)] for each in result.missing], head=False))
    if result.findings:
        echo(strong("\nFindings"))
        for each in result.findings:
            good = {"info": True, "warning": None, "error": False}[each.severity.value]
            echo(f"{coloured(f'{each.severity.value:<7}', good)}  {each.message}")


@click.command(epilog=PLAN_HELP, short_help="How sure the answer to a plan is, and what would change it.")
@plan_argument
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Seed of the simulations."
)
@click.option(
    "--indices", is_flag=True, help="Show instead how much of the uncertainty each cause explains (Sobol' indices)."
)
@click.option("--sensitivity", is_flag=True, help="Show instead what each input does to the cost.")
@as_json
def doubt(plan: str, seed: int, indices: bool, sensitivity: bool, as_json: bool) -> None:
    """Move what is in doubt about PLAN: bands of cost, hosts and life, the verdict, and what would change it."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.wording.number_texts import at_least, at_most, band_text, share_text
    from hostwise.decision.deciding import doubt_of
    from hostwise.numerals.writing import fixed, rough, short_money

    if indices:
        _show_indices(plan, seed, as_json)
        return
    if sensitivity:
        _show_sensitivity(plan, as_json)
        return
    try:
        found = doubt_of(read_plan(plan), catalogue(), seed)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    verdict = found.verdict
    echo(strong(f"{verdict.label}. {verdict.sentence}"))
    if verdict.detail:
        echo(verdict.detail)
    echo(f"{fixed(found.futures)} simulations; {found.doubtful_values} of {found.values} values are assumed.\n")
    head = ["", "hosts", f"cost, {found.currency}", "flash life, years", "hosts cover", "cheapest"]
    rows = [
        [
            each.name,
            band_text(each.hosts, fixed, bound=at_least(each.at_least)),
            band_text(each.cost, short_money, bound=at_least(each.at_least)),
            band_text(each.life_years, rough, bound=at_most(each.life_at_most)),
            share_text(each.probability_enough),
            share_text(each.probability_cheapest),
        ]
        for each in found.configurations
    ]
    echo(table([head, *rows], right=frozenset({1, 2, 3, 4, 5})))
    for each in found.configurations:
        for text in filter(None, (each.coverage_text, each.margin_text)):
            echo(f"{each.name}: {text}")
    turns = [[each.name, each.break_even_text] for each in found.drivers if each.break_even_text]
    if turns:
        echo(strong("\nWhat would change the advice"))
        echo(table(turns, head=False))


def _show_sensitivity(plan: str, as_json: bool) -> None:
    from hostwise.answers.doubt.sensitivity import sensitivity_of
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.numerals.writing import rough_share, short_money

    document = read_plan(plan)
    try:
        found = sensitivity_of(document, catalogue())
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    echo(strong(f"What moves the {found.of} most: each input over its range, or by 10 %"))
    head = ["field", "up to", *(f"{each.name}, {found.currency}" for each in document.configurations)]
    rows = [
        [
            each.pointer,
            rough_share(each.share),
            *(
                f"{short_money(low)} to {short_money(high)}" if low is not None and high is not None else "\u2013"
                for low, high in zip(each.low_costs, each.high_costs, strict=True)
            ),
        ]
        for each in found.effects
    ]
    echo(table([head, *rows], right=frozenset(range(1, len(head)))))


def _show_indices(plan: str, seed: int, as_json: bool) -> None:
    from hostwise.answers.doubt.indices import indices_of
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.numerals.writing import percent

    try:
        found = indices_of(read_plan(plan), catalogue(), seed)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    against = f" against {found.runner_up}" if found.runner_up is not None else ""
    echo(strong(f"Cost of {found.advised}{against}: share of the variance"))
    rows = [[each.name, percent(each.first_order), percent(each.total_order)] for each in found.indices]
    echo(table([["cause", "by itself", "with others"], *rows], right=frozenset({1, 2})))


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
    from hostwise.numerals.writing import fixed, percent

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


@click.command(epilog=PLAN_HELP, short_help="All answers for the configurations of a plan, side by side.")
@plan_argument
@reference_option
@as_json
def compare(plan: str, reference: str | None, as_json: bool) -> None:
    """Compare the configurations of PLAN: all answers as rows, the best of each row marked with *."""
    result = evaluated(plan, read_plan(plan), reference)
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
    echo(f"{result.sentence}\n")
    rows: list[list[str]] = [["", "unit", *(f"{each.name}  " for each in result.configurations)]]
    section = ""
    for row in result.rows:
        if row.section != section:
            section = row.section
            rows.append([strong(section), "", *("" for _ in result.configurations)])
        unit = "" if row.format in ("share", "probability") else row.unit
        rows.append([f"  {row.label}", unit, *(_cell(row, cell) for cell in row.cells)])
    echo(table(rows, right=frozenset(range(2, len(rows[0])))))


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
    from hostwise.numerals.writing import exact

    shown = [
        exact(value) if value is not None else state.value.replace("_", " ")
        for value, state in zip(node.values, node.states, strict=True)
    ]
    return f"{', '.join(shown)} {node.unit}".rstrip()
