"""How sure the answer to a plan is, and what would change it, without a server and without saving anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.server.commands.decision_text import (
    UNKNOWN,
    causes_text,
    decision_text,
    drivers_text,
    levels_text,
    more_text,
    notices_text,
    outcomes_text,
)
from hostwise.server.commands.evaluate_commands import all_option, as_json, plan_argument
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, read_plan, wrong_plan
from hostwise.server.commands.terminal import WIDTH, echo, shortened, show_json, strong, table, wrapped

if TYPE_CHECKING:
    from hostwise.decision.decision import Uncertainty

_MOST_CAUSES = 6
_MOST_BESIDE, _WIDTH_BESIDE = 2, 20
"""Configurations beside each other where a line has its width, and characters of their names."""


@click.command(epilog=PLAN_HELP, short_help="How sure the answer to a plan is, and what would change it.")
@plan_argument
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Seed of simulations.")
@click.option(
    "--indices", is_flag=True, help="Show instead how much of the uncertainty each cause explains (Sobol' indices)."
)
@click.option("--sensitivity", is_flag=True, help="Show instead what each input does to the cost.")
@all_option
@as_json
def uncertainty(plan: str, seed: int, indices: bool, sensitivity: bool, everything: bool, as_json: bool) -> None:
    """Move what is uncertain about PLAN: what is advised, how sure that is, and what would change it."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.decision.deciding import uncertainty_of

    if indices:
        _show_indices(plan, seed, as_json)
        return
    if sensitivity:
        _show_sensitivity(plan, everything, as_json)
        return
    try:
        found = uncertainty_of(read_plan(plan), catalogue(), seed)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    echo(decision_text(found.decision))
    for text in (levels_text(found.decision), causes_text(found, None if everything else _MOST_CAUSES)):
        if text:
            echo(f"\n{text}")
    if everything:
        _show_rest(found)


def _show_rest(found: Uncertainty) -> None:
    """What the short form leaves out: all figures of all configurations, all that moves the cost, all notices."""
    echo(f"\n{strong('All outcomes')}\n{outcomes_text(found)}")
    if found.sensitivities:
        echo(f"\n{strong('What each cause does, all others as they are')}\n{drivers_text(found)}")
    if found.decision.notices:
        echo(f"\n{notices_text(found.decision)}")


def _show_sensitivity(plan: str, everything: bool, as_json: bool) -> None:
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.uncertainty.sensitivity import sensitivity_of
    from hostwise.number_format.writing import rough_share, short_money

    document = read_plan(plan)
    try:
        found = sensitivity_of(document, catalogue())
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    echo(strong(f"What moves the {found.of} most: each input over its range, or by 10 %"))
    names = [each.name for each in document.configurations]
    most = len(names) if everything else _MOST_BESIDE
    if not everything:
        names = shortened(names[:most], _WIDTH_BESIDE)
    head = ["field", "up to", *(f"{each}, {found.currency}" for each in names)]
    rows = [
        [
            each.pointer,
            rough_share(each.share),
            *(
                f"{short_money(low)} to {short_money(high)}" if low is not None and high is not None else UNKNOWN
                for low, high in zip(each.low_costs[:most], each.high_costs[:most], strict=True)
            ),
        ]
        for each in found.sensitivities
    ]
    echo(table([head, *rows], right=frozenset(range(1, len(head))), within=None if everything else WIDTH))
    if len(names) < len(document.configurations):
        echo(more_text(len(document.configurations) - len(names)).lstrip("\n"))


def _show_indices(plan: str, seed: int, as_json: bool) -> None:
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.answers.uncertainty.indices import indices_of
    from hostwise.number_format.writing import percent

    try:
        found = indices_of(read_plan(plan), catalogue(), seed)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    if as_json:
        show_json(found.model_dump(mode="json"))
        return
    against = f" against {found.runner_up}" if found.runner_up is not None else ""
    echo(strong(wrapped(f"Cost of {found.advised}{against}: share of the variance")))
    rows = [[each.name, percent(each.first_order), percent(each.total_order)] for each in found.indices]
    echo(table([["cause", "by itself", "with others"], *rows], right=frozenset({1, 2}), within=WIDTH))
