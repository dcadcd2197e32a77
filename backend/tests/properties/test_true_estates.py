"""Random estates in the manner of nine tools: every total is read as it is, or a finding names the difference."""

from __future__ import annotations

import re

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices
from tests.estates.agreement import contradictions_of_sentence
from tests.estates.true_files import TOOLS
from tests.estates.true_totals import differences, differences_of_demand
from tests.estates.truth import truth

CATALOGUE = load_catalogue()
SEEDS = range(200)
NOW = range(10)


def _marked(seeds: range) -> list[object]:
    """In each run the first ones, in the deep lane all."""
    return [pytest.param(each, marks=() if each in NOW else pytest.mark.deep) for each in seeds]


@pytest.mark.parametrize("seed", _marked(SEEDS))
@pytest.mark.parametrize("tool", TOOLS)
def test_totals_are_true_or_the_difference_is_named(tool: str, seed: int) -> None:
    written = TOOLS[tool](truth(seed))
    inventory = read_inventory(written.data, written.name)
    assert list(differences(written, inventory)) == []
    answer = estate_answer(inventory, EstateChoices(), CATALOGUE, with_plan=False)
    counted, beside = answer.counted, sum(each.group.count * each.group.vcpu for each in answer.groups)
    # Disks that nobody lists are filled in, and the sentence names how much that is.
    of_source = sum(each.totals.disk_gb or 0 for each in answer.groups)
    named = re.search(r"Filled in .*?([\d.,]+) TB of disk", answer.sentence)
    filled = (counted.disk_gb or 0) - of_source
    told = float(named[1].replace(",", "")) * 1000 if named else 0.0
    assert told == pytest.approx(filled, rel=0.006, abs=1e-6)
    demand = {"vcpu": counted.vcpu or 0, "memory_gib": counted.memory_gib or 0, "disk_gb": of_source}
    codes = {each.code for each in [*inventory.findings, *answer.findings]}
    assert list(differences_of_demand(written, demand, {str(each) for each in codes})) == []
    assert beside == counted.vcpu
    assert list(contradictions_of_sentence(answer)) == []


def test_an_estate_is_the_same_for_the_same_seed() -> None:
    assert truth(3) == truth(3) != truth(4)
