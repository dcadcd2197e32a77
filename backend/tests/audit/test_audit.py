"""A sample of `make audit`: the tool against plain arithmetic on random plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from re import findall

import pytest

from hostwise.binding import PlanError, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.document import Plan
from tests.audit import invariants
from tests.audit.__main__ import main
from tests.audit.comparing import QUANTITIES, compared
from tests.audit.invariants import Asked, Invariant
from tests.audit.money_plans import plan_of_sites, plan_with_removals
from tests.audit.plain_models import compared_models
from tests.audit.plain_money import PARTS, Document, compared_money
from tests.audit.plain_stacks import compared_stacks
from tests.audit.plans import random_plan
from tests.audit.uncertainty_sampler import MOST_ERRORS
from tests.audit.uncertainty_sampler import compared as uncertainty_found
from tests.audit.whole_plans import random_whole_plan

SAMPLE = range(1_000, 1_040)


def test_plain_arithmetic_gives_the_same_numbers() -> None:
    catalogue = load_catalogue()
    numbers: Counter[str] = Counter()
    for seed in SAMPLE:
        for name, difference, wrong in compared(random_plan(seed), catalogue):
            assert wrong is None, (seed, name, wrong)
            numbers[name] += difference is not None
    # A quantity of which no number was compared would be agreed on by silence.
    assert set(numbers) >= set(QUANTITIES)
    assert all(numbers.values()), [name for name, count in numbers.items() if not count]


@pytest.mark.parametrize("sample", ["light-io", "leaving-vmware"])
def test_futures_run_one_by_one_say_the_same(sample: str) -> None:
    for each in uncertainty_found(sample, load_catalogue(), 100):
        assert each.errors < MOST_ERRORS, each


def test_a_difference_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(QUANTITIES, "required_hosts", lambda each: each.required_hosts + 1)
    assert main(["--plans", "2", "--simulations", "0", "--whole", "0", "--money", "0"]) == 1
    assert "plan 0: tool" in capsys.readouterr().out


def test_plain_arithmetic_gives_the_same_room_on_every_stack() -> None:
    catalogue, families = load_catalogue(), Counter[str]()
    for seed in range(60):
        plan = random_whole_plan(seed)
        for name, _, wrong in compared_stacks(plan, catalogue):
            assert wrong is None, (seed, name, wrong)
            families[plan["configurations"][0]["protection"].split("_")[0]] += 1
    assert set(families) >= {"aos", "ceph", "longhorn", "s2d"}


def test_plain_arithmetic_gives_the_same_hosts_of_several_models_in_every_month() -> None:
    catalogue, found = load_catalogue(), Counter[str]()
    for seed in range(20):
        for name, _, wrong in compared_models(random_whole_plan(seed), seed, catalogue):
            assert wrong is None, (seed, name, wrong)
            found[name] += 1
    assert len(found) == 3
    assert min(found.values()) >= 12


@pytest.mark.parametrize("random_money", [plan_with_removals, plan_of_sites])
def test_plain_arithmetic_gives_the_same_money_in_every_month(random_money: Callable[[int], Document]) -> None:
    catalogue, numbers = load_catalogue(), Counter[str]()
    for seed in range(1_000, 1_012):
        for name, difference, wrong in compared_money(random_money(seed), catalogue):
            assert wrong is None, (seed, name, wrong)
            numbers[name] += difference is not None
    assert {name for name, number in numbers.items() if number} >= {*PARTS, "cluster_tco", "cluster_npv"}


def no_spares(asked: Asked) -> Iterator[str]:
    yield f"{asked.policy['spare_hosts']} spare hosts"


@pytest.mark.parametrize("expected", [False, True])
def test_a_breach_is_an_error_unless_it_is_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, expected: bool
) -> None:
    monkeypatch.setattr(invariants, "INVARIANTS", (Invariant("0 no spares", no_spares, expected=expected),))
    assert main(["--plans", "0", "--simulations", "0", "--whole", "2", "--money", "0"]) == int(not expected)
    said = capsys.readouterr().out
    assert findall(r"plan 0: \d spare hosts", said)
    assert ("expected" in said) == expected


def test_whole_plans_have_all_rules_and_few_are_refused() -> None:
    plans = [random_whole_plan(seed) for seed in range(800)]
    refused, bound = 0, plans[:50]
    for plan in bound:
        try:
            bind(Plan.model_validate(plan), load_catalogue())
        except PlanError:
            refused += 1
    assert refused < 0.1 * len(bound)
    configurations = [plan["configurations"][0] for plan in plans]
    catalogue = load_catalogue()
    assert {each["storage_stack"] for each in configurations} == set(catalogue.stacks)
    drawn = {each["protection"] for each in configurations}
    assert {each.key for each in catalogue.protection.values()} <= drawn
    for name in ("events", "requirements", "totals"):
        assert any(name in plan or name in plan["workload"] for plan in plans), name
    assert any(len(each.get("other_host_models", [])) == 2 for each in configurations)
