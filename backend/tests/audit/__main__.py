"""`make audit`: the tool against the plain computation, and against what must hold, on thousands of random plans."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue, load_catalogue
from tests.audit import invariants
from tests.audit.comparing import Tally, compared
from tests.audit.invariants import Breaches, ask
from tests.audit.money_plans import plan_of_sites, plan_with_removals
from tests.audit.plain_models import compared_models
from tests.audit.plain_money import Document, compared_money
from tests.audit.plain_stacks import compared_stacks
from tests.audit.plans import random_plan
from tests.audit.uncertainty_sampler import MOST_ERRORS, PLANS
from tests.audit.uncertainty_sampler import compared as uncertainty_found
from tests.audit.whole_plans import random_whole_plan

Difference = tuple[str, float | None, str | None]
"""A quantity with its relative difference, or None where there is no number, and what is wrong with it."""
SHOWN = 3
MODELS_EVERY = 4
"""Hosts of several models are compared on one plan in so many: each of their models is evaluated alone, too."""
MOST_REFUSED = 0.1
"""Share of the whole plans that may be refused; more would leave too little to ask."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares, prints a line for each quantity, and returns 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="make audit", description=__doc__)
    parser.add_argument("--plans", type=int, default=3_000, help="number of plans")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first plan")
    parser.add_argument(
        "--simulations", type=int, default=1_000, help="simulations of each sample, run one by one; 0 for none"
    )
    parser.add_argument("--whole", type=int, default=3_000, help="plans with all rules together; 0 for none")
    parser.add_argument("--money", type=int, default=300, help="plans whose money is compared by month; 0 for none")
    chosen = parser.parse_args(arguments)
    catalogue = load_catalogue()
    numbers = (chosen.plans, chosen.whole, chosen.money // 2)
    seeds, whole, money = (range(chosen.seed, chosen.seed + each) for each in numbers)
    differs = _compare(seeds, lambda seed: compared(random_plan(seed), catalogue))
    differs |= _compare(whole, lambda seed: compared_stacks(random_whole_plan(seed), catalogue))
    differs |= _compare(whole[::MODELS_EVERY], lambda seed: compared_models(random_whole_plan(seed), seed, catalogue))
    for random_money in (plan_with_removals, plan_of_sites):
        differs |= _compare(money, partial(_money, random_money, catalogue))
    differs |= _ask(whole, catalogue)
    if chosen.simulations:
        print(f"\n{'simulations run one by one':66}{'uncertainty':>9}{'counted':>9}{'errors':>8}")
        for sample in PLANS:
            for one in uncertainty_found(sample, catalogue, chosen.simulations):
                print(f"{one.name:66}{one.said:9.4f}{one.counted:9.4f}{one.errors:8.1f}")
                differs |= one.errors > MOST_ERRORS
    return int(differs)


def _money(random_money: Callable[[int], Document], catalogue: Catalogue, seed: int) -> Iterable[Difference]:
    return compared_money(random_money(seed), catalogue)


def _compare(seeds: range, differences: Callable[[int], Iterable[Difference]]) -> bool:
    """Whether the tool differs from plain arithmetic on the plans of these seeds; prints each quantity."""
    tallies: dict[str, Tally] = {}
    for seed in seeds:
        try:
            for name, difference, wrong in differences(seed):
                tally = tallies.setdefault(name, Tally())
                if difference is None:
                    tally.without += 1
                else:
                    tally.numbers += 1
                    tally.worst = max(tally.worst, difference)
                if wrong:
                    tally.differences.append(f"plan {seed}: {wrong}")
        except PlanError as refused:
            tallies.setdefault("refused", Tally()).differences.append(f"plan {seed}: {refused}")
    if not seeds:
        return False
    print(f"{'quantity':36}{'numbers':>9}{'none':>8}{'worst':>11}{'differ':>8}")
    for name, tally in tallies.items():
        print(f"{name:36}{tally.numbers:9}{tally.without:8}{tally.worst:11.1e}{len(tally.differences):8}")
        for each in tally.differences[:SHOWN]:
            print(f"    {each}")
    return any(each.differences for each in tallies.values())


def _ask(seeds: range, catalogue: Catalogue) -> bool:
    """Whether an invariant does not hold in the plans of these seeds; prints each with its breaches."""
    found: dict[str, Breaches] = {}
    refused: list[str] = []
    for seed in seeds:
        try:
            ask(seed, random_whole_plan(seed), catalogue, found)
        except PlanError as error:
            refused.append(f"    plan {seed}: {error}")
    if not seeds:
        return False
    print(f"\n{'invariant':36}{'asked':>9}{'plans':>8}{'breaches':>11}{'seconds':>10}")
    for each in invariants.INVARIANTS:
        said = found.get(each.name, Breaches())
        plans = len({seed for seed, _ in said.found})
        print(f"{each.name:36}{said.asked:9}{plans:8}{len(said.found):11}{said.seconds:10.1f}{each.note}")
        for seed, text in said.first(SHOWN):
            print(f"    plan {seed}: {text}")
    seconds = sum(each.seconds for each in found.values())
    print(f"{'refused':36}{len(refused):9}{'':29}{seconds:10.1f} core-seconds in all", *refused[:SHOWN], sep="\n")
    broken = any(found[each.name].found for each in invariants.INVARIANTS if not each.expected and each.name in found)
    return broken or len(refused) > MOST_REFUSED * len(seeds)


if __name__ == "__main__":
    sys.exit(main())
