"""Writes of VM groups that grow at different rates: their sum by month, and when they have written an amount."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.engine.symbols import Expression
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.terms import (
    ATOM,
    INFINITE,
    INFINITE_FROM,
    UNKNOWN,
    Pieces,
    Ref,
    Term,
    any_of,
    both,
    either,
    text,
)
from hostwise.reports.workbook.writer import Writer

_STEPS = 10
"""Steps of Newton's method: mostly the fourth changes no digit any more."""

_FURTHEST = 600.0
"""Logarithm of the largest growth at which the search begins; a spreadsheet's numbers end at 709."""

_LARGEST_STEP = 5.0
"""Most that a step changes the logarithm of the time."""

_ENDLESS = Span.between(0.0, float("inf"), above=True)


def written_by_month(write: Writer, shares: Expression, growth: Expression, month: Expression) -> Term:
    """The sum over the groups of share x ((1+g)^t - 1) / ln(1+g), and share x t where nothing grows."""
    (share, _), (rate, _), (number, _) = (write.members(each) for each in (shares, growth, month))
    years = text(Ref(number), f"/{MONTHS_PER_YEAR}")
    pieces = either(_sensible(share, rate), _written(share, rate, years), UNKNOWN)
    return Term(pieces, ATOM, Span.between(0.0, float("inf")))


def _sensible(share: str, rate: str) -> Pieces:
    """The condition that shares and growth are such as can be."""
    of, grows = Ref(share, "all"), Ref(rate, "all")
    return both(
        text("MIN(", of, ")>=0"),
        text("MIN(", grows, ")>-1"),
        text("MAX(", of, ")<", INFINITE_FROM),
        text("MAX(", grows, ")<", INFINITE_FROM),
    )


def _written(share: str, rate: str, years: Pieces) -> Pieces:
    of, grows = Ref(share, "all"), Ref(rate, "all")
    still, logarithm = text("(", grows, "=0)"), text("LN(1+", grows, ")")
    # What does not write now grows to nothing, and must not leave the numbers of a spreadsheet on the way.
    grown = text("EXP((", of, ">0)*(", years, ")*", logarithm, ")")
    alone = text("((", grown, "-1)/(", logarithm, "+", still, ")+", still, "*(", years, "))")
    return text("SUMPRODUCT(", of, "*", alone, ")")


def years_until_written(write: Writer, amount: Expression, shares: Expression, growth: Expression) -> Term:
    """The time at which the groups have written an amount, by Newton's method on the logarithms of time and sum.

    It begins at the time at which growth by the mean of the logarithms reaches the amount, which is too late or just
    right, and nearer where the fastest growth would leave the numbers of a spreadsheet; where nothing grows with the
    amount itself, which is too early or just right. With more growth than decline each step gets closer from there.
    """
    (share, _), (rate, _) = (write.members(each) for each in (shares, growth))
    given = write.hoisted(amount) if not write.term(amount).repeats else write.term(amount)
    of, grows = Ref(share, "all"), Ref(rate, "all")
    axes = write.axes(amount)
    known = _Known(write.values(amount), write.values(shares), write.values(growth))
    sensible = _sensible(share, rate)
    writes = text("SUM(", of, ")>0")
    logarithm = either(both(sensible, writes), text("LN(SUMPRODUCT(MAX((", of, ">0)*(1+", grows, "))))"), UNKNOWN)
    fastest = write.step("logarithm of the fastest growth", known.fastest, axes, logarithm)
    ever = write.step(
        "what is ever written, if everything declines",
        known.ever,
        axes,
        either(text(Ref(fastest), "<0"), text("SUMPRODUCT(", of, "/-LN(1+", grows, "))"), "0"),
    )
    mean = write.step(
        "mean of the logarithms of the growth",
        known.mean,
        axes,
        either(both(sensible, writes), text("SUMPRODUCT(", of, "*LN(1+", grows, "))/SUM(", of, ")"), UNKNOWN),
    )
    too_much = both(text(Ref(fastest), "<0"), text(given, ">=", Ref(ever)))
    endless = any_of(text(given, f">={INFINITE_FROM}"), text("SUM(", of, ")=0"), too_much)
    idle = any_of(endless, text(given, "<=0"))
    life = text(given, "/SUM(", of, ")")
    reached = text("1+", life, "*", Ref(mean))
    nearest = text(f"{_FURTHEST:g}/", Ref(fastest))
    at_mean = either(
        text("ABS(", Ref(mean), ")<0.000000001"),
        life,
        either(text(reached, ">0"), text("LN(", reached, ")/", Ref(mean)), nearest),
    )
    begin = either(text(Ref(fastest), "<=0"), life, text("MIN(", at_mean, ",", nearest, ")"))
    time = write.step("time to begin with", known.time(0), axes, either(idle, "1", begin))
    for number in range(1, _STEPS + 1):
        before = (Ref(time),)
        written = _written(share, rate, before)
        speed = text("SUMPRODUCT(", of, "*EXP((", of, ">0)*", Ref(time), "*LN(1+", grows, ")))")
        move = text("LN(", given, "/", written, ")*", written, "/", speed, "/", Ref(time))
        moved = text(Ref(time), f"*EXP(MAX(-{_LARGEST_STEP:g},MIN({_LARGEST_STEP:g},", move, ")))")
        moved = either(text(Ref(fastest), ">0"), text("MIN(", moved, ",", nearest, ")"), moved)
        time = write.step(f"time after {number} steps", known.time(number), axes, either(idle, before, moved))
    none = either(text(given, "<=0"), "0", (Ref(time),))
    return Term(either(endless, INFINITE, none), ATOM, _ENDLESS)


_Values = Callable[[Mapping[str, Array]], Array]


class _Known:
    """What the steps yield, from the values of the quantities."""

    def __init__(self, amount: _Values, shares: _Values, growth: _Values) -> None:
        self.amount, self.shares, self.growth = amount, shares, growth

    def fastest(self, values: Mapping[str, Array]) -> Array:
        with np.errstate(all="ignore"):
            writing = np.where(self.shares(values) > 0, np.log1p(self.growth(values)), -np.inf)
            fastest = np.max(writing, axis=-1)
        return self._of_each(values, np.where(np.isinf(fastest), np.nan, fastest))

    def ever(self, values: Mapping[str, Array]) -> Array:
        with np.errstate(all="ignore"):
            logarithm = np.log1p(self.growth(values))
            ever = np.sum(self.shares(values) / -logarithm, axis=-1)
        return np.where(self.fastest(values) < 0, ever, 0 * self.fastest(values))

    def mean(self, values: Mapping[str, Array]) -> Array:
        shares = self.shares(values)
        with np.errstate(all="ignore"):
            weighted = np.sum(shares * np.log1p(self.growth(values)), axis=-1) / np.sum(shares, axis=-1)
        return self._of_each(values, weighted)

    def _of_each(self, values: Mapping[str, Array], some: Array) -> Array:
        """The same wherever there is an amount; unknown with shares or growth that cannot be."""
        shares, growth = self.shares(values), self.growth(values)
        good = np.all((shares >= 0) & np.isfinite(shares) & (growth > -1) & np.isfinite(growth), axis=-1)
        return np.where(good, some, np.nan) + np.zeros(self.amount(values).shape)

    def time(self, steps: int) -> _Values:
        def found(values: Mapping[str, Array]) -> Array:
            amount, fastest, mean = self.amount(values), self.fastest(values), self.mean(values)
            shares = self.shares(values)
            of_all = np.sum(shares, axis=-1)
            idle = np.isinf(amount) | (of_all == 0) | ((fastest < 0) & (amount >= self.ever(values))) | (amount <= 0)
            with np.errstate(all="ignore"):
                logarithm = np.log1p(self.growth(values))
                life = amount / of_all
                nearest = _FURTHEST / fastest
                reached = 1 + life * mean
                at_mean = np.where(reached > 0, np.log(reached) / mean, nearest)
                at_mean = np.where(np.abs(mean) < 1e-9, life, at_mean)
                time = np.where(fastest <= 0, life, np.minimum(at_mean, nearest))
                time = np.where(np.isnan(amount + fastest), np.nan, np.where(idle, 1.0, time))
                for _ in range(steps):
                    years = time[..., np.newaxis]
                    divisor = np.where(logarithm == 0, 1, logarithm)
                    grown = np.where(shares > 0, logarithm * years, 0)
                    alone = np.where(logarithm == 0, years, np.expm1(grown) / divisor)
                    written, speed = np.sum(shares * alone, axis=-1), np.sum(shares * np.exp(grown), -1)
                    move = np.clip(np.log(amount / written) * written / speed / time, -_LARGEST_STEP, _LARGEST_STEP)
                    moved = time * np.exp(move)
                    moved = np.where(fastest > 0, np.minimum(moved, nearest), moved)
                    time = np.where(idle, time, moved)
            return time

        return found
