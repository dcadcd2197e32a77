"""A sample of `make audit`: the tool against plain arithmetic on random plans."""

from __future__ import annotations

from collections import Counter

import pytest

from hostwise.catalogue.loader import load_catalogue
from tests.audit.__main__ import main
from tests.audit.comparing import QUANTITIES, compared
from tests.audit.doubt_sampler import MOST_ERRORS
from tests.audit.doubt_sampler import compared as doubted
from tests.audit.plans import random_plan

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
    for each in doubted(sample, load_catalogue(), 100):
        assert each.errors < MOST_ERRORS, each


def test_a_difference_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(QUANTITIES, "required_hosts", lambda each: each.required_hosts + 1)
    assert main(["--plans", "2", "--futures", "0"]) == 1
    assert "plan 0: tool" in capsys.readouterr().out
