"""Whether the lines and sums of a proposal add up, and whether the sides of a comparison are priced alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hostwise.plan.proposal import CategoryKey, Proposal, ProposalLine, ProposalSide
from hostwise.quotes.audit_notes import CUSTOMER, MONEY, SENDER, Notes, named, net_price, same
from hostwise.tables.table import plain

_ARITHMETIC = "arithmetic of the proposal"
_COIN = 0.005

_COMPARED: dict[CategoryKey, str] = {
    "energy": "energy",
    "support": "support",
    "space": "space",
    "administration": "administration",
    "training": "training",
    "migration": "migration",
}
"""Categories that a fair comparison has on all sides or on none."""


def audit_sums(proposal: Proposal, notes: Notes) -> None:
    """Check the totals of lines, of years and of sums."""
    for side in proposal.sides:
        net = any(_is_net(line) for line in side.lines)
        for line in side.lines:
            if line.kind != "sum" and line.years:
                _check_years(side, line, notes)
            elif line.kind != "sum":
                _check_line(side, line, net, notes)
        _check_sums(side, notes)


def _candidates(line: ProposalLine) -> list[float]:
    """The totals that quantity, price and discount allow."""
    if line.quantity is None or line.unit_price is None:
        return []
    full = line.quantity * line.unit_price
    return [full, full * (1 - line.discount_share)] if line.discount_share else [full]


def _rounding(line: ProposalLine) -> float:
    """How far a total may be off because its price is rounded to coins, and it is, too."""
    return _COIN * ((line.quantity or 0) + 1) + 1e-9 * abs(line.line_total or 0)


def _is_net(line: ProposalLine) -> bool:
    """Whether the price of a line has its discount in it already, as its total says."""
    candidates = _candidates(line)
    return len(candidates) > 1 and line.line_total is not None and abs(candidates[0] - line.line_total) <= _slack(line)


def _slack(line: ProposalLine) -> float:
    # A total that is a whole amount may be rounded to one.
    return max(_rounding(line), 0.5 if line.line_total == round(line.line_total or 0) else 0)


def _check_line(side: ProposalSide, line: ProposalLine, net: bool, notes: Notes) -> None:
    """Check the total of a line; which of two is right that both are wrong, the other lines of its side say (`net`)."""
    candidates = _candidates(line)
    if not candidates or line.line_total is None:
        return
    if all(abs(each - line.line_total) > _slack(line) for each in candidates):
        right = candidates[0] if net else candidates[-1]
        notes.differ(
            "line_total",
            side,
            named(line),
            stated=line.line_total,
            computed=right,
            unit=MONEY,
            lines=[line.line],
            money=line.line_total - right,
            rule="quantity by unit price, less the discount of the line",
            source=_ARITHMETIC,
        )


def _check_years(side: ProposalSide, line: ProposalLine, notes: Notes) -> None:
    years = [each for each in line.years if each is not None]
    total = line.line_total
    if total is not None and abs(sum(years) - total) > max(0.5 * (len(years) + 1), 1e-9 * abs(total)):
        notes.differ(
            "year_total",
            side,
            named(line),
            stated=total,
            computed=sum(years),
            unit=MONEY,
            lines=[line.line],
            money=abs(total - sum(years)),
            favours=_of_side(side, notes, total > sum(years)),
            rule="sum of the years",
            source=_ARITHMETIC,
        )


def _of_side(side: ProposalSide, notes: Notes, too_much: bool) -> str | None:
    """Whom a wrong cost favours: in a comparison, the side that looks cheaper than it is."""
    if notes.compared:
        return None if too_much else side.name
    return SENDER if too_much else CUSTOMER


def _check_sums(side: ProposalSide, notes: Notes) -> None:
    """Check each sum against the lines that it may contain: since the sum before it or all above, and without charges.

    Sums may be of the totals as written, or as they are by quantity and price; both are right here.
    """
    lines = [each for each in side.lines if each.kind != "no_price"]
    places = [at for at, each in enumerate(lines) if each.kind == "sum"]
    for before, at in pairwise([-1, *places]):
        line = lines[at]
        columns: list[tuple[float | None, int | None]] = [(line.line_total, None)]
        columns += [(stated, year) for year, stated in enumerate(line.years)]
        for stated, year in columns:
            if stated is None:
                continue
            # What is offered as an option is in no sum.
            above = [each for each in lines[:at] if each.kind not in ("sum", "option")]
            since = [each for each in lines[before + 1 : at] if each.kind not in ("sum", "option")]
            earlier = [each for each in lines[:at] if each.kind == "sum"]
            missing = next((each for each in above if not _amounts(each, year)), None)
            if missing is not None or not above:
                why = "no lines are above it" if missing is None else f"{named(missing)} has no amount that can be read"
                notes.skip(side, named(line), why)
                continue
            possible = [*_sums(above, year), *_sums(since, year), *_sums(earlier, year)]
            if line.years and year is None:
                possible.append(_of_years(line))
            slack = max(0.5, _COIN * (len(above) + 1)) if stated == round(stated) else _COIN * (len(above) + 1)
            nearest = min(possible, key=lambda each: abs(each - stated))
            if abs(nearest - stated) > slack:
                computed = _sums(since if since and earlier and _is_part_of(line) else above, year)[0]
                where = named(line) if year is None else f"{named(line)}, year {year + 1}"
                notes.differ(
                    "sum",
                    side,
                    where,
                    stated=stated,
                    computed=computed,
                    unit=MONEY,
                    lines=[line.line],
                    money=abs(stated - computed),
                    favours=_of_side(side, notes, stated > computed),
                    rule="sum of the lines above",
                    source=_ARITHMETIC,
                )


def _is_part_of(line: ProposalLine) -> bool:
    return plain(named(line)).startswith(("sub", "zwischen"))


def _amounts(line: ProposalLine, year: int | None) -> list[float]:
    """What a line may count in a sum: its total as written, and as it is by quantity and price."""
    if year is not None:
        return [(line.years[year] if year < len(line.years) else None) or 0.0]
    candidates, written = [_of_years(line)] if line.years else _candidates(line), line.line_total
    if written is None:
        return candidates[-1:]
    if not candidates or any(abs(each - written) <= _slack(line) for each in candidates):
        return [written]
    return [written, candidates[-1]]


def _of_years(line: ProposalLine) -> float:
    return sum(each or 0.0 for each in line.years)


def _sums(lines: Sequence[ProposalLine], year: int | None) -> list[float]:
    """The sums that lines may have: as written first, then as computed; then both without charges."""
    if not lines:
        return []
    found = []
    for part in (lines, [each for each in lines if each.kind != "charge"]):
        found += [sum(_amounts(each, year)[0] for each in part), sum(_amounts(each, year)[-1] for each in part)]
    return found


def audit_sides(proposal: Proposal, notes: Notes) -> None:
    """Check that sides that are compared have the same prices for the same things, and the same categories of costs."""
    if len(proposal.sides) < 2:
        return
    for lines in _alike(proposal):
        _check_prices(lines, notes)
    for category, label in _COMPARED.items():
        _check_category(proposal, category, label, notes)


def _alike(proposal: Proposal) -> Iterator[list[tuple[ProposalSide, ProposalLine]]]:
    """Lines of different sides that are the same thing: the same part or the same words."""
    found: dict[str, dict[str, tuple[ProposalSide, ProposalLine]]] = defaultdict(dict)
    for side in proposal.sides:
        for line in side.lines:
            if line.kind == "part":
                key = line.part or plain(f"{line.part_number} {line.description}")
                found[key].setdefault(side.name, (side, line))
    return (list(each.values()) for each in found.values() if len(each) > 1)


def _check_prices(lines: Sequence[tuple[ProposalSide, ProposalLine]], notes: Notes) -> None:
    priced = [(side, line, net) for side, line in lines if (net := net_price(line)) is not None]
    if len(priced) < 2:
        side, line = lines[0]
        if any(each.years for _, each in lines):
            notes.skip(side, f"price of {named(line)} on each side", "the sides give no quantity and price of one")
        return
    _, dearest, highest = max(priced, key=lambda each: each[2])
    for side, line, net in priced:
        if same(net, highest, 0.0005):
            continue
        listed = line.unit_price is not None and dearest.unit_price is not None
        alike = listed and same(line.unit_price or 0, dearest.unit_price or 0, 0.0005)
        own, other = line.discount_share or 0.0, dearest.discount_share or 0.0
        by_discount = bool(alike) and own > other
        notes.differ(
            "one_sided_discount" if by_discount else "one_sided_price",
            side,
            named(line),
            stated=own if by_discount else net,
            computed=other if by_discount else highest,
            unit="share" if by_discount else MONEY,
            lines=[line.line, dearest.line],
            money=(highest - net) * line.quantity if line.quantity else None,
            favours=side.name,
            rule="the same thing costs the same on all sides of a comparison",
            source="prices of the proposal",
        )


def _check_category(proposal: Proposal, category: CategoryKey, label: str, notes: Notes) -> None:
    sums = {
        side.name: sum(
            line.line_total if line.line_total is not None else sum(each or 0 for each in line.years)
            for line in side.lines
            if line.kind not in ("sum", "option") and line.category == category and line.years
        )
        for side in proposal.sides
        if any(line.years for line in side.lines)
    }
    most = max(sums.values(), default=0.0)
    for side in proposal.sides:
        if most > 0 and sums.get(side.name) == 0:
            # What stays needs no migration: that is asked, and favours nobody.
            moved = category == "migration"
            notes.differ(
                "one_sided_category",
                side,
                label,
                stated=0.0,
                computed=most,
                unit=MONEY,
                money=None if moved else most,
                favours=None if moved else side.name,
                rule="a comparison counts the same categories of costs on all sides",
                source="categories of the proposal",
            )
