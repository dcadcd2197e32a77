"""Check a plan against limits and another plan, for pipelines; show differences between two plans."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hostwise.server.commands.decision_text import headline
from hostwise.server.commands.evaluate_commands import as_json, evaluated, plan_argument
from hostwise.server.commands.exit_codes import BadInput, ExitCode
from hostwise.server.commands.plan_argument import PLAN_HELP, PlanName, catalogue, configuration_key, read_plan
from hostwise.server.commands.terminal import WIDTH, coloured, echo, show_json, strong, table, wrapped

if TYPE_CHECKING:
    from hostwise.decision.decision import Decided
    from hostwise.decision.difference.check_document import CheckReport
    from hostwise.decision.difference.diff_document import PlanChange, PlanDiff
    from hostwise.decision.difference.engine_change_document import EngineChange
    from hostwise.plan.document import Plan

_EXIT_CODES = """\b
Exit codes:
  0  all checks pass
  1  a limit is broken, or a configuration is not feasible
  2  a check cannot be decided, since a number is not evaluated
  3  the command line or a plan is wrong
"""

tolerance_option = click.option(
    "--tolerance",
    "tolerances",
    multiple=True,
    metavar="QUANTITY=SHARE",
    help="Tolerated difference of a quantity as a share, such as cluster_tco=0.02; repeatable.",
)


@click.command(
    epilog=f"{PLAN_HELP}\n\n{_EXIT_CODES}", short_help="Check a plan against limits, or against another plan."
)
@plan_argument
@click.option("--max-hosts", type=click.IntRange(0), metavar="N", help="Maximum number of hosts.")
@click.option("--max-tco", type=click.FloatRange(0), metavar="AMOUNT", help="Highest cost, in the plan's currency.")
@click.option(
    "--max-wear-out-probability",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="Highest probability of wear-out before the horizon, 0 to 1.",
)
@click.option(
    "--require-evaluated",
    "required",
    multiple=True,
    metavar="QUANTITY,...",
    help="Quantities that must not be left unevaluated.",
)
@click.option("--against", type=PlanName(), metavar="OTHER", help="Another plan, whose results must be matched.")
@tolerance_option
@click.option(
    "--answered",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="An earlier answer to this plan, of `evaluate --json` or the API: says what this version answers otherwise.",
)
@click.option(
    "--configuration",
    "configurations",
    multiple=True,
    metavar="KEY",
    help="Configuration to check, by key or name; repeatable. By default all.",
)
@click.option(
    "--accept-lower-bound",
    is_flag=True,
    help="Accept hosts and cost as lower bounds if a constraint on the hosts is not evaluated.",
)
@as_json
@click.pass_context
def check(
    ctx: click.Context,
    plan: str,
    max_hosts: int | None,
    max_tco: float | None,
    max_wear_out_probability: float | None,
    required: tuple[str, ...],
    against: str | None,
    tolerances: tuple[str, ...],
    answered: Path | None,
    configurations: tuple[str, ...],
    accept_lower_bound: bool,
    as_json: bool,
) -> None:
    """Check PLAN against limits: every configuration must be feasible and pass all of them.

    With --against, the results must also match another plan: all rows of the comparison or, with tolerances, the
    quantities that they name.
    """
    from hostwise.answers.evaluation.parts import Parts
    from hostwise.decision.difference import plan_check as checks
    from hostwise.decision.difference.check_document import Verdict

    allowed = _tolerances(tolerances)
    if allowed and against is None:
        raise click.UsageError("--tolerance goes with --against.")
    evaluated_ones = _known(name for each in required for name in each.split(","))
    document = read_plan(plan)
    result = evaluated(plan, document, include=Parts(decision=not as_json))
    keys = _configurations(document, configurations)
    asked = {checks.HOSTS: max_hosts, checks.TCO: max_tco, checks.WEAR_OUT: max_wear_out_probability}
    limits = checks.Limits(
        highest={name: float(highest) for name, highest in asked.items() if highest is not None},
        evaluated=evaluated_ones,
        lower_bound_will_do=accept_lower_bound,
    )
    lines = list(checks.check_limits(result, limits, keys))
    if against is not None:
        diff = _diff(against, (document, result), allowed)
        lines += checks.check_against(diff, keys, [name for name in allowed if name != "*"])
    report = checks.check_report(result, lines, _engine_change(document, answered))
    if as_json:
        show_json(report.model_dump(mode="json"))
    else:
        _show(report, result)
    ctx.exit(
        {
            Verdict.OK: ExitCode.OK,
            Verdict.BROKEN: ExitCode.FAILED,
            Verdict.UNDECIDED: ExitCode.UNDECIDED,
        }[report.verdict]
    )


def _engine_change(plan: Plan, answered: Path | None) -> EngineChange:
    from hostwise.decision.difference.engine_change import NoAnswer, engine_change, figures_of_answer

    before = None
    if answered is not None:
        try:
            before = figures_of_answer(json.loads(answered.read_bytes()))
        except (NoAnswer, ValueError) as error:
            raise BadInput(f"{answered}: {error}") from error
    return engine_change(plan, catalogue(), before)


def _show(report: CheckReport, result: Decided) -> None:
    if result.decision is not None:
        echo(f"{headline(result.decision)}\n")
    if report.engine_change is not None and report.engine_change.text is not None:
        echo(f"{wrapped(str(report.engine_change.text))}\n")
    good = {"ok": True, "broken": False, "undecided": None}
    rows = [
        [coloured(each.verdict.value, good[each.verdict.value]), each.configuration, each.quantity or "", each.text]
        for each in report.lines
    ]
    echo(table([["verdict", "configuration", "quantity", ""], *rows], within=WIDTH, names=(1,)))


@click.command(epilog=PLAN_HELP, short_help="Differences between two plans.")
@click.argument("before", type=PlanName())
@click.argument("after", type=PlanName())
@tolerance_option
@as_json
def diff(before: str, after: str, tolerances: tuple[str, ...], as_json: bool) -> None:
    """Show the differences between the plans BEFORE and AFTER: fields and results."""
    document = read_plan(after)
    found = _diff(before, (document, evaluated(after, document)), _tolerances(tolerances))
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    if found.same_plan and found.same_result:
        echo("The plans have the same fields.")
        return
    from hostwise.answers.wording.number_texts import value_text

    echo(strong("Fields"))
    rows = [[f"  {each.pointer}", each.kind.value, _values(each)] for each in found.plan_changes]
    echo(table(rows or [["  none", "", ""]], head=False))
    for each in found.configurations:
        echo(f"\n{strong(each.name)}{f', {each.kind.value}' if each.kind else ''}")
        if each.feasible_before != each.feasible_after and each.kind is None:
            echo(f"  {'It is feasible now.' if each.feasible_after else ' '.join(each.reasons_after)}")
        changes = [
            [
                f"  {change.label}",
                value_text(change.before, "number"),
                value_text(change.after, "number"),
                "" if change.difference_share is None else f"{change.difference_share * 100:+.3g} %",
                change.unit,
            ]
            for change in each.quantities
            if change.in_comparison
        ]
        if changes:
            echo(table(changes, right=frozenset({1, 2, 3}), head=False))


def _values(change: PlanChange) -> str:
    if change.kind == "changed":
        return f"{change.before} -> {change.after}"
    return str(change.after if change.kind == "added" else change.before)


def _diff(before: str, after: tuple[Plan, Decided], tolerances: dict[str, float]) -> PlanDiff:
    from hostwise.decision.difference.plan_difference import common_reference, diff_results
    from hostwise.plan.document import plan_json

    other = read_plan(before)
    document, result = after
    compared = evaluated(before, other, common_reference(other, document))
    return diff_results((plan_json(other), compared), (plan_json(document), result), tolerances)


def _tolerances(given: tuple[str, ...]) -> dict[str, float]:
    found = {}
    for each in given:
        name, _, share = each.partition("=")
        try:
            found[name] = float(share)
        except ValueError:
            found[name] = -1.0
        if not 0 <= found[name] < float("inf"):
            raise click.BadParameter(f"{each!r} is not QUANTITY=SHARE, such as cluster_tco=0.02.")
    _known(name for name in found if name != "*")
    return found


def _known(names: object) -> tuple[str, ...]:
    from hostwise.answers.evaluation.parts import UnknownQuantity, known_quantities

    try:
        return known_quantities(each.strip() for each in names)  # type: ignore[attr-defined]
    except UnknownQuantity as error:
        raise BadInput(str(error)) from error


def _configurations(plan: Plan, asked: tuple[str, ...]) -> list[str]:
    chosen = {configuration_key(plan, each) for each in asked}
    return [each.key for each in plan.configurations if not chosen or each.key in chosen]
