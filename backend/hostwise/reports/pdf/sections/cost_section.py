"""Cost by category and over the years: charts, and tables with every amount."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from hostwise.answers.wording.number_texts import value_text
from hostwise.number_format.writing import fixed, money
from hostwise.plan.answers.result import QuantityState, Value
from hostwise.reports.content import line_rows
from hostwise.reports.pdf.blocks import Block, bullets, cell, heading, paragraph, small, soft, strong, table
from hostwise.reports.pdf.drawings.on_paper import on_paper
from hostwise.reports.pdf.sections.comparison_section import columns, heads
from hostwise.reports.pdf.subject import Subject


def cost(subject: Subject, *, drawn_before: bool = False) -> Iterator[Block]:
    """The section; without the chart of categories where that was drawn before."""
    yield heading("Cost")
    if not any(each.amount.value for one in subject.configurations for each in one.cost_parts):
        yield paragraph("No part of the cost is evaluated.")
        return
    if not drawn_before:
        yield from by_category(subject)
    yield paragraph("Until the horizon, undiscounted, of the plan as entered.", look="intro")
    yield from _parts_table(subject)
    if subject.chart("cash_flow") is not None:
        yield from on_paper(subject, "cash_flow")
        # The chart has each year; its figures are for who computes with them.
        if subject.report.appendix:
            yield from _flow_table(subject)
    yield from _return(subject)
    yield from _later(subject)
    yield from _expansion(subject)
    yield from _books(subject)


def is_drawn(subject: Subject) -> bool:
    """Whether there is anything to draw."""
    return subject.chart("cost_parts") is not None


def by_category(subject: Subject) -> Iterator[Block]:
    """The cost by category, as a chart; none where no part of the cost is evaluated."""
    yield from on_paper(subject, "cost_parts")


def _return(subject: Subject) -> Iterator[Block]:
    """The savings of each configuration against the alternative, in words; its figures are rows of the comparison."""
    compared = [(place, each.finance) for place, each in enumerate(subject.configurations) if each.finance is not None]
    if not compared:
        return
    yield heading("Return", level=2)
    yield paragraph(
        "The plan as entered. In today's money the purchase counts in full, and later payments are discounted in their "
        "month; before taxes.",
        look="intro",
    )
    # Ten pages are for the decision: that sums never cross is said with the appendix, as the chart shows it.
    turns = {
        place: each.crossover.text
        for place, each in enumerate(subject.configurations)
        if each.crossover and (each.crossover.month or subject.report.appendix)
    }
    said: dict[str, list[int]] = {}
    for place, finance in compared:
        said.setdefault(f"{finance.text} {turns.get(place, '')}".rstrip(), []).append(place)
    yield bullets([*subject.marks(places), f" {text}"] for text, places in said.items())


def _later(subject: Subject) -> Iterator[Block]:
    """What buying some quarters later costs, of the cheapest of those that are bought; Markdown and page have all."""
    said, note = subject.report.waiting
    known = [(each.quantities["cluster_tco"].value, place) for place, each in enumerate(subject.configurations)]
    costs = {place: value for value, place in known if value is not None}
    some = [(costs.get(place, inf), place, text) for place, text in said]
    # Ten pages are for the decision; what waiting costs is beside it.
    if some and subject.report.appendix:
        _, place, text = min(some)
        name = subject.configurations[place].name
        yield paragraph(f"Buying later, {name}: {text} {note}", look="intro")


def _expansion(subject: Subject) -> Iterator[Block]:
    """Hosts bought after the purchase, because demand has grown."""
    grown = [(place, each.expansion) for place, each in enumerate(subject.configurations) if each.expansion]
    if not grown:
        return
    yield heading("Hosts bought later", level=2)
    yield bullets(
        [
            *subject.marks([place]),
            " "
            + "; ".join(
                f"month {each.month}: {fixed(each.hosts)} more, {fixed(each.total_hosts)} in all" for each in bought
            ),
        ]
        for place, bought in grown
    )


def _books(subject: Subject) -> Iterator[Block]:
    """The book value of the hosts."""
    if not any(each.depreciation for each in subject.configurations):
        return
    yield heading("In the books", level=2)
    yield paragraph("Written off in equal parts; a view that changes no cost.", look="intro")
    for part in subject.parts():
        rows = []
        for place_in_time, year in enumerate(subject.configurations[0].depreciation):
            cells = []
            for place in part:
                book = subject.configurations[place].depreciation[place_in_time]
                left = [small(f"left {value_text(book.book_value, 'money')}")]
                known = book.depreciation.value is not None
                cells.append(
                    cell([value_text(book.depreciation, "money")], left) if known else _money_cell(book.depreciation)
                )
            rows.append([cell(str(year.year)), *cells])
        yield table(columns(len(part)), [cell([f"Year, {subject.currency}"]), *heads(subject, part)], [(None, rows)])


def _amount(subject: Subject, place: int, key: str) -> Value:
    return next(each.amount for each in subject.configurations[place].cost_parts if each.key == key)


def _parts_table(subject: Subject) -> Iterator[Block]:
    for part in subject.parts():
        rows = []
        for each in subject.configurations[0].cost_parts:
            values = [_amount(subject, place, each.key) for place in part]
            if all(value.value in (0, None) and value.state is not QuantityState.NOT_EVALUATED for value in values):
                continue
            rows.append([cell(each.label), *(_money_cell(value) for value in values)])
            if each.key == "lines":
                own = [subject.configurations[place] for place in part]
                for label, sums in line_rows(own):
                    rows.append([cell([soft(label)]), *(cell([soft(money(one))]) for one in sums)])
        totals = [subject.configurations[place].quantities["cluster_tco"] for place in part]
        total = [cell([strong("Total")]), *(_money_cell(value, total=True) for value in totals)]
        header = [cell([subject.currency]), *heads(subject, part)]
        yield table(columns(len(part)), header, [(None, [*rows, total])])


def _money_cell(value: Value, *, total: bool = False) -> dict[str, Any]:
    text = value_text(value, "money")
    if value.value is None:
        return cell([soft(text)], missing=value.state is QuantityState.NOT_EVALUATED)
    return cell([strong(text) if total else text])


def _flow_table(subject: Subject) -> Iterator[Block]:
    for part in subject.parts():
        years = [flow.year for flow in subject.configurations[0].cash_flow]
        rows = []
        for year in years:
            flows = [subject.configurations[place].cash_flow[year] for place in part]
            cells = []
            for flow in flows:
                if flow.amount.value is None:
                    cells.append(_money_cell(flow.amount))
                    continue
                so_far = value_text(flow.cumulative, "money")
                cells.append(cell([value_text(flow.amount, "money")], [small(f"so far {so_far}")] if year else []))
            rows.append([cell(str(year)), *cells])
        header = [cell([f"Year, {subject.currency}"]), *heads(subject, part)]
        yield table(columns(len(part)), header, [(None, rows)])
