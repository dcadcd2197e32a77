"""Answers that are searched for in the amounts of the months: internal rate and payback, step by step in cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from hostwise.engine.constants import COUNT_SLACK as SLACK
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.engine.symbols import Expression
from hostwise.reports.workbook.spans import UNBOUNDED, Span
from hostwise.reports.workbook.terms import (
    ATOM,
    COUNT_SLACK,
    INFINITE,
    UNKNOWN,
    Ref,
    Term,
    any_of,
    both,
    either,
    text,
)
from hostwise.reports.workbook.writer import Writer

_HALVINGS = 50
"""Halvings of an interval of 0..1: the rest of it changes no printed rate."""

_Values = Callable[[Mapping[str, Array]], Array]


def internal_rate(write: Writer, amounts: Expression) -> Term:
    """The yearly rate at which the amounts sum to nothing, found by halving as the engine does.

    With the place p in 0..1 the discount factor of a month is 2p, and 1/2 is a rate of 0. The rate is known where it is
    the only one: the amounts change sign once, or else their running sum does, and then it is above 0.
    """
    name, _ = write.members(amounts)

    flows = write.values(amounts)

    def sums(values: Mapping[str, Array]) -> Array:
        return np.cumsum(flows(values), axis=-1)

    signs, changes = _sign_changes(write, "amount", name, flows)
    running = write.step("running sum", sums, ("month",), text("SUM(", Ref(name, "so far"), ")"))
    _, running_changes = _sign_changes(write, "running sum", running, sums)
    once = write.step(
        "1 if the amounts change sign once",
        lambda values: _once(flows(values)),
        (),
        either(text("SUM(", Ref(changes, "all"), ")=1"), "1", "0"),
    )
    place = write.step("place p to begin with", lambda values: 0 * _once(flows(values)), (), text("0*", Ref(once)))
    for halving in range(1, _HALVINGS + 1):
        place = _halved(write, halving, name, signs, once, place, flows)
    not_in_vain = text("SUM(", Ref(name, "all"), ")<>0")
    unique = any_of(text(Ref(once), "=1"), both(text("SUM(", Ref(running_changes, "all"), ")=1"), not_in_vain))
    rate = text("1/(2*", Ref(place), f")^{MONTHS_PER_YEAR}-1")
    return Term(either(unique, rate, UNKNOWN), ATOM, UNBOUNDED)


def _halved(write: Writer, halving: int, name: str, signs: str, once: str, place: str, flows: _Values) -> str:
    """One halving: the place moves on where the sum there still has the sign of the first amount."""
    middle = text("(", Ref(place), "+", either(text(Ref(once), "=1"), "1", "0.5"), f"/2^{halving})")
    months = text("(ROW(", Ref(name, "all"), ")-ROW(", Ref(name, "first"), "))")
    value = text("SUMPRODUCT(", Ref(name, "all"), "*(2*", middle, ")^", months, ")")
    moves = text("SIGN(", value, ")=", Ref(signs, "first"))
    return write.step(
        f"place p after {halving} halvings",
        lambda values: _place(flows(values), halving),
        (),
        either(moves, middle, (Ref(place),)),
    )


def _sign_changes(write: Writer, what: str, name: str, flows: _Values) -> tuple[str, str]:
    """Rows with the sign of each amount (of a zero that of the next that is none), and where it changes."""
    own = write.next_step
    signs = write.step(
        f"sign of {what}",
        lambda values: _signs(flows(values)),
        ("month",),
        either(text(Ref(name), "=0"), (Ref(own, "after"),), text("SIGN(", Ref(name), ")")),
    )
    changes = write.step(
        f"1 where the sign of {what} changes",
        lambda values: _changes(flows(values)),
        ("month",),
        either(text(Ref(signs), "*", Ref(signs, "before"), "<0"), "1", "0"),
    )
    return signs, changes


def _signs(amounts: Array) -> Array:
    signs = np.sign(amounts)
    for place in range(amounts.shape[-1] - 2, -1, -1):
        signs[..., place] = np.where(signs[..., place] == 0, signs[..., place + 1], signs[..., place])
    return signs


def _changes(amounts: Array) -> Array:
    signs = _signs(amounts)
    products = signs * np.concatenate([np.zeros_like(signs[..., :1]), signs[..., :-1]], axis=-1)
    return np.where(np.isnan(products), np.nan, products < 0)


def _once(amounts: Array) -> Array:
    changes = np.sum(_changes(amounts), axis=-1)
    return np.where(np.isnan(changes), np.nan, changes == 1)


def _place(amounts: Array, halvings: int) -> Array:
    """The place p after some halvings."""
    once, first = _once(amounts), _signs(amounts)[..., 0]
    place, width = 0 * once, np.where(once == 1, 1.0, 0.5)
    months = np.arange(amounts.shape[-1])
    with np.errstate(all="ignore"):
        for halving in range(1, halvings + 1):
            middle = place + width / 2**halving
            factor = 2 * middle[..., np.newaxis]
            value = np.sum(amounts * factor**months, axis=-1)
            place = np.where(np.isnan(value), np.nan, np.where(np.sign(value) == first, middle, place))
    return place


def payback(write: Writer, amounts: Expression) -> Term:
    """Years after which the running sum stays above 0, within a month in proportion; infinite if it never does."""
    name, _ = write.members(amounts)

    flows = write.values(amounts)

    running = write.step(
        "running sum",
        lambda values: np.cumsum(flows(values), axis=-1),
        ("month",),
        text("SUM(", Ref(name, "so far"), ")"),
    )
    dust = text(COUNT_SLACK, "*SUMPRODUCT(ABS(", Ref(name, "so far"), "))")
    below = write.step(
        "1 where it is below 0",
        lambda values: _below(flows(values)),
        ("month",),
        either(text(Ref(running), "<-", dust), "1", "0"),
    )
    following = Ref(name, "after")
    share = either(text(following, ">0"), text("-", Ref(running), "/", following), "1")
    month = text("ROWS(", Ref(name, "so far"), ")-1+", share)
    own = write.next_step
    months = write.step(
        "months until it is not, so far",
        lambda values: _months(flows(values)),
        ("month",),
        either(text(Ref(below), "=1"), month, (Ref(own, "before"),)),
    )
    pieces = either(text(Ref(below, "last"), "=1"), INFINITE, text(Ref(months, "last"), f"/{MONTHS_PER_YEAR}"))
    return Term(pieces, ATOM, Span.between(0, float("inf"), above=True))


def _below(amounts: Array) -> Array:
    sums = np.cumsum(amounts, axis=-1)
    dust = SLACK * np.cumsum(np.abs(amounts), axis=-1)
    return np.where(np.isnan(sums), np.nan, sums < -dust)


def _months(amounts: Array) -> Array:
    """After each month: the months until the running sum is not below 0, as far as is known then."""
    sums, below = np.cumsum(amounts, axis=-1), _below(amounts)
    following = np.concatenate([amounts[..., 1:], np.zeros_like(amounts[..., :1])], axis=-1)
    found = np.zeros_like(amounts)
    so_far = np.zeros(amounts.shape[:-1])
    for place in range(amounts.shape[-1]):
        made_good = following[..., place] > 0
        share = np.divide(-sums[..., place], np.where(made_good, following[..., place], 1))
        share = np.where(np.isnan(following[..., place]), np.nan, np.where(made_good, share, 1))
        here = np.where(below[..., place] == 1, place + share, so_far)
        so_far = np.where(np.isnan(below[..., place]), np.nan, here)
        found[..., place] = so_far
    return found
