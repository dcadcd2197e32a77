"""Whether the licences, prices and support of a proposal are by the rules and prices of the catalogue."""

from __future__ import annotations

import re

from hostwise.binding.priced_rows import priced_rows
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.plan.document import Plan
from hostwise.plan.proposal import ProposalLine, ProposalSide
from hostwise.quotes.audit_licences import LicenceLine, audit_licences
from hostwise.quotes.audit_notes import Notes, named
from hostwise.quotes.audit_prices import audit_memory_price, audit_price
from hostwise.quotes.hardware_lines import Hardware, is_a
from hostwise.quotes.line_words import plain_words, term_of
from hostwise.quotes.price_matching import FOR_A_PART
from hostwise.quotes.usual_prices import PlanPrices

NO_SUPPORT = "the proposal names no support with its years"
_SUPPORT = re.compile(r"support|warranty|maintenance|care ?pack|prosupport|wartung|garantie", re.I)


def audit_parts(
    side: ProposalSide,
    hardware: Hardware,
    plan: Plan | None,
    own: PlanPrices,
    on: str | None,
    catalogue: Catalogue,
    notes: Notes,
) -> None:
    """Check licences, prices and support of one side.

    Args:
        side: the side.
        hardware: its hosts.
        plan: the plan that it is held against.
        own: the prices of that plan.
        on: date of the proposal, where it has one.
        catalogue: the catalogue.
        notes: where to note.
    """
    rows = priced_rows(catalogue)
    licences = []
    for line in side.lines:
        if line.kind != "part" or line.years:
            continue
        parts = [(each, rows[each]) for each in ([line.part] if line.part else line.parts) if each in rows]
        if not parts:
            if is_a(line, "memory") and audit_memory_price(side, line, own, on, catalogue, notes):
                continue
            if not _is_support(line):
                notes.skip(side, named(line), line.why_no_part or "the catalogue has no such part")
            continue
        of_licences = tuple(row for _, row in parts if isinstance(row, Licence))
        if of_licences:
            licences.append(LicenceLine(line, of_licences))
        audit_price(side, line, parts, own, on, catalogue, notes)
    audit_licences(side, licences, hardware, catalogue, notes)
    _check_support(side, plan, notes)


def _is_support(line: ProposalLine) -> bool:
    return is_a(line, "support") or _SUPPORT.search(named(line)) is not None


def _check_support(side: ProposalSide, plan: Plan | None, notes: Notes) -> None:
    lines = [
        each
        for each in side.lines
        if each.kind not in ("sum", "option") and not each.years and _is_support(each) and not is_a(each, "licence")
    ]
    need = side.stated.years if plan is None else float(plan.economics.horizon_years)
    source = "years of the proposal" if plan is None else "/economics/horizon_years of the plan"
    terms = [
        (each, years)
        for each in lines
        if (years := each.term_years or term_of(plain_words(f"{each.part_number} {each.description}"))) is not None
    ]
    if not terms and side.stated.support_years is not None:
        line = lines[0] if lines else ProposalLine(line=0, description="the hosts")
        terms = [(line, side.stated.support_years)]
    if need is None or not terms:
        # What has no hosts, and names no support, needs none.
        supported = bool(lines) or side.stated.hosts is not None or any(is_a(each, "chassis") for each in side.lines)
        if supported and not any(each.years for each in side.lines):
            notes.skip(side, "term of support", "the proposal does not say its years" if terms else NO_SUPPORT)
        return
    for line, years in terms:
        if years < need:
            # A server with its support in one price does not say what support costs.
            priced = line.line_total if line.why_no_part != FOR_A_PART and line.part is None else None
            notes.differ(
                "support_short",
                side,
                named(line),
                stated=years,
                computed=need,
                unit="years",
                lines=[line.line],
                money=None if not priced else priced / years * (need - years),
                rule="support until the end of the horizon, at the same rate for each year",
                source=source,
            )
