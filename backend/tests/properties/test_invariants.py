"""What holds in every answer: asked of random plans that have all rules together (see `tests/audit/invariants.py`)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hostwise.catalogue.loader import load_catalogue
from tests.audit.invariants import INVARIANTS, Breaches, ask
from tests.audit.whole_plans import random_whole_plan

pytestmark = pytest.mark.numpy

SAMPLE = (2, 3, 4, 5, 7, 9, 10, 11, 12, 13)
"""Plans that are quick to ask, from the first ones."""
ONCE_BROKEN = (92, 208, 224, 500)
"""Plans that were broken: clusters and forms with a placement, VMs of many sizes, what a stack keeps free."""
DEEP = [range(first, first + 100) for first in range(10_000, 12_000, 100)]


def broken(seeds: Sequence[int]) -> list[tuple[str, int, str]]:
    """What does not hold in the plans of these seeds; a plan that is refused has no answer to ask."""
    catalogue, found = load_catalogue(), dict[str, Breaches]()
    for seed in seeds:
        ask(seed, random_whole_plan(seed), catalogue, found)
    return [
        (each.name, seed, text)
        for each in INVARIANTS
        if not each.expected and each.name in found
        for seed, text in found[each.name].found
    ]


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(SAMPLE, id="sample"),
        pytest.param(ONCE_BROKEN, id="once-broken"),
        *(pytest.param(each, id=f"{each.start}", marks=pytest.mark.deep) for each in DEEP),
    ],
)
def test_what_must_hold_does(seeds: Sequence[int]) -> None:
    assert broken(seeds) == []
