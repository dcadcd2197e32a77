"""`make audit`: the tool against the plain computation on thousands of random plans."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from tests.audit.comparing import Tally, compared
from tests.audit.doubt_sampler import MOST_ERRORS, PLANS
from tests.audit.doubt_sampler import compared as doubted
from tests.audit.plans import random_plan

SHOWN = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares, prints a line for each quantity, and returns 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="make audit", description=__doc__)
    parser.add_argument("--plans", type=int, default=3_000, help="number of plans")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first plan")
    parser.add_argument("--futures", type=int, default=1_000, help="futures of each sample, run one by one; 0 for none")
    chosen = parser.parse_args(arguments)
    catalogue = load_catalogue()
    tallies: dict[str, Tally] = {}
    for seed in range(chosen.seed, chosen.seed + chosen.plans):
        try:
            for name, difference, wrong in compared(random_plan(seed), catalogue):
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
    print(f"{'quantity':36}{'numbers':>9}{'none':>8}{'worst':>11}{'differ':>8}")
    for name, tally in tallies.items():
        print(f"{name:36}{tally.numbers:9}{tally.without:8}{tally.worst:11.1e}{len(tally.differences):8}")
        for each in tally.differences[:SHOWN]:
            print(f"    {each}")
    differs = any(each.differences for each in tallies.values())
    if chosen.futures:
        print(f"\n{'futures run one by one':66}{'doubt':>9}{'counted':>9}{'errors':>8}")
        for sample in PLANS:
            for one in doubted(sample, catalogue, chosen.futures):
                print(f"{one.name:66}{one.said:9.4f}{one.counted:9.4f}{one.errors:8.1f}")
                differs |= one.errors > MOST_ERRORS
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
