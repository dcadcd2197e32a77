"""Operations over the members of a quantity: roles of drives, VM groups, years, months."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from hostwise.engine.bin_bound import FULL, MOST_PER_BIN
from hostwise.engine.constants import COUNT_SLACK as ENGINE_SLACK
from hostwise.engine.primitives import ceil_count, floor_count
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, Expression, Number, Place
from hostwise.reports.workbook.choices import opposite_infinities, union
from hostwise.reports.workbook.growing import written_by_month, years_until_written
from hostwise.reports.workbook.searches import internal_rate, payback
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.terms import (
    ATOM,
    COUNT_SLACK,
    INFINITE,
    INFINITE_FROM,
    SUM,
    UNKNOWN,
    ByRole,
    Part,
    Pieces,
    Ref,
    Term,
    any_of,
    both,
    either,
    text,
)
from hostwise.reports.workbook.writer import Operation, Writer


def total(write: Writer, amounts: Expression) -> Term:
    """Sum over the members; unknown with any of them."""
    return _summed(write, amounts, "all")


def running_total(write: Writer, amounts: Expression) -> Term:
    """Sum over a member and those before it."""
    return _summed(write, amounts, "so far")


def by_year(write: Writer, amounts: Expression) -> Term:
    """Sum over the months of a year; month 0 is year 0."""
    return _summed(write, amounts, "of year")


def _summed(write: Writer, amounts: Expression, part: Part) -> Term:
    name, span = write.members(amounts)
    return _sum((Ref(name, part),), span)


def _sum(cells: Pieces, span: Span) -> Term:
    pieces = text("SUM(", cells, ")")
    if span.above and span.below:
        pieces = either(opposite_infinities(cells), UNKNOWN, pieces)
    return Term(pieces, ATOM, span.summed())


def total_of_roles(write: Writer, amounts: Expression) -> Term:
    """Sum over the roles of drives; unknown with any of them."""
    name, span = write.members(amounts)
    return _sum((Ref(name, "roles"),), span)


def smallest_of_roles(write: Writer, amounts: Expression) -> Term:
    """Smallest over the roles of drives; unknown with any of them."""
    name, span = write.members(amounts)
    return Term(text("MIN(", Ref(name, "roles"), ")"), ATOM, span)


def of_role(write: Writer, amounts: Expression, place: Place) -> Term:
    """The amount for the drives of one role."""
    name, span = write.members(amounts)
    return Term((Ref(name, role=place.role),), ATOM, span, repeats=True)


def of_write_role(write: Writer, amounts: Expression, single_tier: Expression) -> Term:
    """The amount for the drives that absorb the writes: those of the write tier, or of the one tier there is."""
    name, span = write.members(amounts)
    is_single = write.condition(Apply("equal", (single_tier, Number(1))), frozenset())
    return Term(either(is_single, (Ref(name, role=Role.CAPACITY),), (Ref(name, role=Role.WRITE_TIER),)), ATOM, span)


def by_role(write: Writer, *amounts: Expression) -> Term:
    """An amount for each role, in the rows of that role."""
    terms = [write.term(each) for each in amounts]
    return Term((ByRole(tuple(term.within(ATOM) for term in terms)),), ATOM, union(terms))


def largest(write: Writer, amounts: Expression) -> Term:
    """Largest over the members; unknown with any of them."""
    return _end(write, "MAX", amounts, "all")


def smallest(write: Writer, amounts: Expression) -> Term:
    """Smallest over the members; unknown with any of them."""
    return _end(write, "MIN", amounts, "all")


def running_largest(write: Writer, amounts: Expression) -> Term:
    """Largest of a member and those before it."""
    return _end(write, "MAX", amounts, "so far")


def largest_of_term(write: Writer, amounts: Expression, terms: Expression) -> Term:
    """Largest of a member and those before it in its term: each cell looks at the one before, if of the same term."""
    name, span = write.members(amounts)
    term, _ = write.members(terms)
    before = Ref(write.next_step, "before")
    whole = Apply("largest_of_term", (amounts, terms))
    same = text("AND(ROW(", Ref(name), ")>ROW(", Ref(name, "first"), "),", Ref(term), "=", Ref(term, "before"), ")")
    found = write.step(
        "largest of its term",
        write.values(whole),
        write.axes(whole),
        text("MAX(", Ref(name), ",", either(same, (before,), (Ref(name),)), ")+0*", Ref(term)),
        span,
    )
    return Term((Ref(found),), ATOM, span)


def _end(write: Writer, function: str, amounts: Expression, part: Part) -> Term:
    name, span = write.members(amounts)
    return Term(text(function, "(", Ref(name, part), ")"), ATOM, span)


def whole_spread(write: Writer, amounts: Expression) -> Term:
    """What is whole of a member's amount, and one more for the largest remainders, until their sum is whole."""
    name, span = write.members(amounts)
    whole, all_amounts = text("INT(", Ref(name), "*(1+", COUNT_SLACK, "))"), Ref(name, "all")
    remainder = write.step(
        "remainder, in grains",
        _grains(write.values(amounts)),
        write.axes(amounts),
        text("INT((", Ref(name), "-", whole, ")/", COUNT_SLACK, "+0.5)"),
        Span.between(float("-inf"), float("inf")),
    )
    here, others = Ref(remainder), Ref(remainder, "all")
    larger = text("(", others, ">", here, ")+(", others, "=", here, ")*(ROW(", others, ")<ROW(", here, "))")
    left = text("INT(SUM(", all_amounts, ")*(1+", COUNT_SLACK, "))-SUMPRODUCT(INT(", all_amounts, "*(1+")
    left = text(left, COUNT_SLACK, ")))")
    pieces = text(whole, "+(SUMPRODUCT(", larger, ")<", left, ")")
    return Term(pieces, SUM, Span.between(max(span.low - 1, 0.0) if span.low >= 0 else span.low - 1, float("inf")))


def _grains(amounts: Callable[[Mapping[str, Array]], Array]) -> Callable[[Mapping[str, Array]], Array]:
    """The remainders of whole things, by the values of the quantities."""

    def grains(values: Mapping[str, Array]) -> Array:
        found = amounts(values)
        return np.floor((found - floor_count(found)) / ENGINE_SLACK + 0.5)

    return grains


def in_batches(write: Writer, amounts: Expression, months: Expression, least: Expression) -> Term:
    """The amount in stock if bought in batches: each cell looks at the one before, and ahead to the next batch."""
    name, _ = write.members(amounts)
    period, fewest = write.repeated(months), write.repeated(least)
    before = Ref(write.next_step, "before")
    place = text("ROW(", Ref(name), ")-ROW(", Ref(name, "first"), ")+MAX(1,", period, ")")
    ahead = text("INDEX(", Ref(name, "all"), ",MIN(", place, ",ROWS(", Ref(name, "all"), ")))")
    bought = text(before, "+MAX(", ahead, "-", before, ",", fewest, ")")
    whole = Apply("in_batches", (amounts, months, least))
    there = write.step(
        "there after a batch is bought",
        write.values(whole),
        write.axes(whole),
        # What is unknown of the batches is unknown in all months, even in those that buy nothing.
        text("0*(", period, "+", fewest, ")+", either(text(Ref(name), ">", before), bought, (before,))),
        Span.between(0.0, float("inf")),
    )
    return Term((Ref(there),), ATOM, Span.between(0.0, float("inf")), repeats=True)


def at_start(write: Writer, amounts: Expression) -> Term:
    """The amount of the first member."""
    name, span = write.members(amounts)
    return Term((Ref(name, "first"),), ATOM, span, repeats=True)


def added(write: Writer, amounts: Expression) -> Term:
    """Increase of a member over the one before; the first is its full amount."""
    name, span = write.members(amounts)
    this, before = Ref(name), Ref(name, "before")
    difference = text(this, "-", before)
    if not span.is_endless:
        return Term(difference, SUM, span - span)
    signs = ((span.above, f">={INFINITE_FROM}"), (span.below, f"<=-{INFINITE_FROM}"))
    clashes = [both(text(this, sign), text(before, sign)) for possible, sign in signs if possible]
    return Term(either(any_of(*clashes), UNKNOWN, difference), ATOM, span - span)


def straight_line(write: Writer, amounts: Expression, months: Expression) -> Term:
    """What is written off in a month of all amounts so far, each in equal parts over a life from the month after it.

    Of an amount of that age the part used up is min(age, life) - min(max(age - 1, 0), life). A spreadsheet takes the
    smaller of many pairs only as (a + b - |a - b|) / 2, which is what stands here.
    """
    name, span = write.members(amounts)
    life = write.repeated(months)
    whole = life.within(ATOM)
    ages = text("(ROW(", Ref(name), ")-ROW(", Ref(name, "so far"), "))")
    used = text("((", ages, ">=1)-ABS(", ages, "-", whole, ")+ABS(", ages, "-1+(", ages, "<1)-", whole, "))")
    pieces = text("SUMPRODUCT(", Ref(name, "so far"), "*", used, ")/2/", whole)
    is_lower_bound = Span.between(0.0 if span.low >= 0 else span.low, float("inf"))
    return Term(either(text(life.within(SUM), ">0"), pieces, UNKNOWN), ATOM, is_lower_bound)


def worn_so_far(write: Writer, bought: Expression, begun: Expression, wear: Expression) -> Term:
    """What is worn out by the end of a month, of all that was bought so far: whole lives since the month of purchase.

    Of what lives 1.5 lives long one is worn out: rounded up, less 1, and nothing up to one life.
    """
    (amounts, span), (since, _), (now, _) = (write.members(each) for each in (bought, begun, wear))
    lives = text("(", Ref(now), "-", Ref(since, "so far"), ")*(1-", COUNT_SLACK, ")")
    whole = text("(", lives, ">1)*(-INT(-", lives, ")-1)")
    pieces = text("SUMPRODUCT(", Ref(amounts, "so far"), "*", whole, ")")
    return Term(pieces, ATOM, Span.between(0.0 if span.low >= 0 else float("-inf"), float("inf")))


def least_bins(write: Writer, counts: Expression, sizes: Expression, room: Expression) -> Term:
    """Bins that things of several kinds need at least: for each kind with the larger ones, then the largest of these.

    Of kinds of which one has more than half of a bin, the larger ones have bins of their own, and so has what cannot
    share one of these.
    """
    number, _ = write.members(counts)
    share = Apply("needed", (sizes, room))
    size, _ = write.members(share)
    here, all_sizes, all_counts = Ref(size), Ref(size, "all"), Ref(number, "all")
    full = text("(1+", COUNT_SLACK, ")")
    per_bin = text("INT(", full, "/", here, ")")
    larger = text("SUMPRODUCT((", all_sizes, ">=", here, ")*", all_counts, ")")
    together = either(text(per_bin, f"<={MOST_PER_BIN}"), larger, (Ref(number),))
    by_number = text("-INT(-", together, "/", per_bin, "*(1-", COUNT_SLACK, "))")
    half = text("SUMPRODUCT((", all_sizes, ">", full, "/2)*", all_counts, ")")
    apart = text("(", all_sizes, "<", here, ")*(", all_sizes, ">", full, "-", here, ")*", all_counts, "*", all_sizes)
    rest = text("-INT(-SUMPRODUCT(", apart, ")*(1-", COUNT_SLACK, "))")
    by_halves = text(larger, "+MAX(", half, "-", larger, ",", rest, ")")
    fitting = either(text(here, ">", full, "/2"), by_halves, by_number)
    bins = write.step(
        "bins for the kind and larger ones",
        _by_kind(write.values(counts), write.values(share)),
        ("group",),
        either(both(text(Ref(number), ">0"), text(here, ">0")), either(text(here, ">", full), INFINITE, fitting), "0"),
        Span.between(0.0, float("inf"), above=True),
    )
    taken = text("-INT(-SUMPRODUCT(", all_sizes, "*", all_counts, ")*(1-", COUNT_SLACK, "))")
    pieces = text("MIN(", INFINITE, ",MAX(", Ref(bins, "all"), ",", taken, "))")
    return Term(pieces, ATOM, Span.between(0.0, float("inf"), above=True))


def _by_kind(
    counts: Callable[[Mapping[str, Array]], Array], shares: Callable[[Mapping[str, Array]], Array]
) -> Callable[[Mapping[str, Array]], Array]:
    """The bins for each kind and larger ones, by the values of the quantities."""

    def bins(values: Mapping[str, Array]) -> Array:
        count, share = np.broadcast_arrays(counts(values), shares(values))
        others, number = share[..., np.newaxis, :], count[..., np.newaxis, :]
        here = share[..., np.newaxis]
        larger = np.sum((others >= here) * number, axis=-1)
        apart = np.sum(np.where((others < here) & (others > FULL - here), others, 0) * number, axis=-1)
        half = np.sum((others > FULL / 2) * number, axis=-1)
        per_bin = np.floor(FULL / np.where(share > 0, share, 1))
        by_number = ceil_count(np.where(per_bin <= MOST_PER_BIN, larger, count) / np.maximum(per_bin, 1))
        fitting = np.where(share > FULL / 2, larger + np.maximum(half - larger, ceil_count(apart)), by_number)
        found = np.where((count > 0) & (share > 0), np.where(share > FULL, np.inf, fitting), 0)
        # Where the others count, one that is unknown leaves it unknown.
        among = (count > 0) & (share > 0) & (share <= FULL) & (per_bin <= MOST_PER_BIN)
        others_unknown = np.isnan(count + share).any(axis=-1, keepdims=True)
        return np.where(np.isnan(count + share) | (among & others_unknown), np.nan, found)

    return bins


MEMBERS: Mapping[str, Operation] = {
    "total": total,
    "total_of_roles": total_of_roles,
    "smallest_of_roles": smallest_of_roles,
    "of_role": of_role,
    "of_write_role": of_write_role,
    "by_role": by_role,
    "whole_spread": whole_spread,
    "running_total": running_total,
    "by_year": by_year,
    "largest": largest,
    "least_bins": least_bins,
    "smallest": smallest,
    "running_largest": running_largest,
    "largest_of_term": largest_of_term,
    "in_batches": in_batches,
    "at_start": at_start,
    "added": added,
    "year_on_year": added,
    "straight_line": straight_line,
    "worn_so_far": worn_so_far,
    "internal_rate": internal_rate,
    "payback": payback,
    "written_by_month": written_by_month,
    "years_until_written": years_until_written,
}
"""By the engine's names."""
