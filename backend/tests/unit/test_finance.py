"""Rates of return and payback: against all roots there are, against a finance library, against figures by hand.

What is by hand is a flow of years, with the money of each in its last month.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy_financial
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.engine.model import MODEL
from hostwise.engine.primitives import internal_rate, payback, straight_line
from hostwise.engine.quantities import Array
from tests.drawing_examples import examples

flows = st.lists(st.integers(-1000, 1000).map(float), min_size=2, max_size=8)
many = settings(max_examples=examples(300), deadline=None)


def at_ends(amounts: Sequence[float]) -> Array:
    """The months of a flow of years, with the money of each year in its last month."""
    months = np.zeros(1 + 12 * (len(amounts) - 1))
    months[::12] = amounts
    return months


def rates(amounts: list[float]) -> list[float]:
    """All yearly rates above -1 at which the amounts are worth nothing, by the roots of the polynomial."""
    trimmed = np.trim_zeros(np.array(amounts))
    if len(trimmed) < 2:
        return []
    roots = np.roots(trimmed[::-1])
    real = roots[(np.abs(roots.imag) < 1e-9) & (roots.real > 0)].real
    return sorted(1 / root - 1 for root in real)


@many
@given(flows)
def test_a_rate_that_is_found_is_a_root_and_a_single_one_is_found(amounts: list[float]) -> None:
    found = float(internal_rate(at_ends(amounts)))
    signs = [np.sign(each) for each in amounts if each != 0]
    changes = sum(one != other for one, other in pairwise(signs))
    if changes == 0:
        assert np.isnan(found)
    elif changes == 1:
        (only,) = rates(amounts)
        assert found == pytest.approx(only, rel=1e-6, abs=1e-9)
    elif not np.isnan(found):
        assert [each for each in rates(amounts) if each > 1e-9] == [pytest.approx(found, rel=1e-6)]


@many
@given(st.integers(1, 1000), st.lists(st.integers(1, 1000), min_size=1, max_size=15))
def test_the_rate_is_that_of_a_finance_library(price: int, returns: list[int]) -> None:
    amounts = [-float(price), *map(float, returns)]
    found = float(internal_rate(at_ends(amounts)))
    assert found == pytest.approx(numpy_financial.irr(amounts), rel=1e-6, abs=1e-9)
    assert numpy_financial.npv(found, amounts) == pytest.approx(0, abs=1e-6 * sum(map(abs, amounts)))
    # The library takes amounts of any period and gives the rate of one: here a month, of which twelve compound.
    monthly = numpy_financial.irr(amounts)
    if abs(monthly) < 0.5:
        assert float(internal_rate(np.array(amounts))) == pytest.approx((1 + monthly) ** 12 - 1, rel=1e-6, abs=1e-8)


@many
@given(flows, st.floats(0, 0.5))
def test_the_present_value_is_that_of_a_finance_library(amounts: list[float], rate: float) -> None:
    months = np.arange(float(len(amounts)))
    formula = MODEL.formulas["cluster_npv"].function
    found = formula(cash_flow_cost_per_month=np.array(amounts), discount_rate=rate, month=months)
    monthly = (1 + rate) ** (1 / 12) - 1
    assert float(found) == pytest.approx(numpy_financial.npv(monthly, amounts), rel=1e-9, abs=1e-6)


@pytest.mark.parametrize(
    ("amounts", "rate"),
    [
        ([-100, 60, 60], 0.130662),
        ([-100, 110], 0.1),
        ([-1000, 0, 0, 0, 0, 1610.51], 0.1),
        # Costs more than it ever brings back.
        ([-100, 50, 25], (5**0.5 - 3) / 4),
        # A year of repair between years of return: the running sum changes sign once.
        ([-100, 150, -20, 60, 60], 0.708718),
    ],
)
def test_rates_by_hand(amounts: list[float], rate: float) -> None:
    assert float(internal_rate(at_ends(amounts))) == pytest.approx(rate, abs=1e-4)


@pytest.mark.parametrize("amounts", [[0, 0, 0], [100, 10, 10], [-100, -10], [-1000, 2500, -1540]])
def test_no_rate_or_several_are_none(amounts: list[float]) -> None:
    assert np.isnan(internal_rate(at_ends(amounts)))


@pytest.mark.parametrize(
    ("amounts", "months"),
    [
        ([-1000, 400, 400, 400], 2.5),
        ([-1000, 500, 500, 500], 2),
        ([-1000, 400, 400], np.inf),
        ([0, 0, 0], 0),
        ([100, -50, 20], 0),
        # Paid back, behind again by a repair, and paid back for good.
        ([-100, 150, -100, 100, 100], 2.5),
        ([100, -150, 25], np.inf),
        ([-100, 150, -40, -20], np.inf),
    ],
)
def test_payback_by_hand(amounts: list[float], months: float) -> None:
    assert float(payback(np.array(amounts, dtype=float))) == months / 12


def test_a_yearly_saving_pays_back_in_the_month_in_which_it_comes() -> None:
    # 1,000 after 8 months of 120, and 40 of the 120 of the ninth.
    assert float(payback(np.array([-1000.0, *[120.0] * 24]))) == pytest.approx((8 + 40 / 120) / 12)
    # In advance in month 13, the second payment covers what is left.
    in_advance = np.zeros(25)
    in_advance[[0, 1, 13]] = -1000, 600, 800
    assert float(payback(in_advance)) == pytest.approx(12.5 / 12)
    assert float(payback(at_ends([-1000, 600, 800]))) == pytest.approx(23.5 / 12)


def test_dust_is_no_debt() -> None:
    assert float(payback(np.array([0.1 + 0.2 - 0.3, -(0.1 + 0.2 - 0.3), -5e-12 + 5e-12, 1e6, -1e6 - 1e-8]))) == 0


def test_unknown_amounts_give_nothing_known() -> None:
    unknown = np.array([-100.0, np.nan, 60.0])
    assert np.isnan(internal_rate(unknown))
    assert np.isnan(payback(unknown))


def test_many_at_once_are_each_as_alone() -> None:
    rng = np.random.default_rng(3)
    amounts = np.round(rng.normal(size=(2, 50, 6)) * 100)
    amounts[..., 0] -= 200
    for operation in (internal_rate, payback):
        together = operation(amounts)
        for sample, row in np.ndindex(2, 50):
            np.testing.assert_array_equal(operation(amounts[sample, row]), together[sample, row])


def test_a_life_of_no_whole_number_of_months_ends_with_a_smaller_part() -> None:
    written_off = straight_line(np.array([100.0, 0, 0, 0, 0]), np.array([2.5]))
    assert written_off.tolist() == [0, 40, 40, 20, 0]
