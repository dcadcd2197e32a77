"""Cost by category and over the years: charts, and tables with every amount."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from hostwise.answers.wording.number_texts import value_text
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.numerals.writing import counted, fixed, money, short_money, short_monies
from hostwise.plan.answers.result import State, Value
from hostwise.reports.content import line_rows
from hostwise.reports.pdf.blocks import Block, bullets, cell, chart, heading, paragraph, small, soft, strong, table
from hostwise.reports.pdf.canvas import (
    FULL_WIDTH,
    Canvas,
    Scale,
    across,
    money_ticks,
    round_ticks,
    span_ticks,
    spread,
    text_width,
    upright,
)
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.marks import LINE_STRONG, LOOKS, PAPER, SOFT, colour_of, shape_of
from hostwise.reports.pdf.sections.comparison_section import columns, heads
from hostwise.reports.pdf.subject import Subject

_LABEL = 44.0
_ROW, _BAR = 9.0, 6.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_EM_MM = 8 * 25.4 / 72
_ONE_LINE, _TWO_LINES = 4.4, 7.4
"""Heights of names, mm."""


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
    if any(each.cumulative.value is not None for one in subject.configurations for each in one.cash_flow):
        note = f"{subject.currency} of the plan as entered, cumulative; year 0 is the purchase."
        title, about = subject.chart_words("cash_flow", "Cost over the years", note)
        yield chart(title, about, _flow_alt(subject), _flow_drawing(subject))
        yield from _flow_table(subject)
    yield from _return(subject)
    yield from _later(subject)
    yield from _expansion(subject)
    yield from _books(subject)


def is_drawn(subject: Subject) -> bool:
    """Whether there is anything to draw."""
    return bool(_drawn(subject))


def _drawn(subject: Subject) -> list[str]:
    return [each.key for each in subject.configurations[0].cost_parts if _is_drawn(subject, each.key)]


def by_category(subject: Subject) -> Iterator[Block]:
    """The cost by category, as a chart; none where no part of the cost is evaluated."""
    places = range(len(subject.configurations))
    keys = _drawn(subject)
    if keys:
        years = counted(subject.result.horizon_years, "years")
        note = f"{subject.currency} until the horizon of {years}, undiscounted, of the plan as entered. "
        note += "Letters name the categories."
        if any((_amount(subject, place, key).value or 0) < 0 for place in places for key in keys):
            note += " What comes back lies left of 0; the number is the total."
        title, about = subject.chart_words("cost_parts", "Cost by category", note)
        yield chart(title, about, _parts_alt(subject), _parts_drawing(subject, keys))


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
    yield bullets(
        [*subject.marks([place]), f" {finance.text} {turns.get(place, '')}".rstrip()] for place, finance in compared
    )


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


def _is_drawn(subject: Subject, key: str) -> bool:
    amounts = [part.amount.value for each in subject.configurations for part in each.cost_parts if part.key == key]
    return any(amount not in (None, 0) for amount in amounts)


def _amount(subject: Subject, place: int, key: str) -> Value:
    return next(each.amount for each in subject.configurations[place].cost_parts if each.key == key)


def _label_of(subject: Subject, key: str) -> str:
    return next(each.label for each in subject.configurations[0].cost_parts if each.key == key)


def _parts_alt(subject: Subject) -> str:
    texts = []
    for each in subject.configurations:
        parts = [f"{part.label} {value_text(part.amount, 'money')}" for part in each.cost_parts]
        total = value_text(each.quantities["cluster_tco"], "money")
        texts.append(f"{each.name}: {', '.join(parts)}, total {total}")
    return f"Stacked bars of the cost by category in {subject.currency}. {'. '.join(texts)}."


def _parts_drawing(subject: Subject, keys: list[str]) -> dict[str, Any]:
    count = len(subject.configurations)
    letters = dict(zip(keys, _LETTERS, strict=False))
    legend_lines = _legend_places([f"{letters[key]} {_label_of(subject, key)}" for key in keys])
    head = 4.6 * (legend_lines[-1][1] + 1) + 2
    bottom = head + count * _ROW
    canvas = Canvas(FULL_WIDTH, bottom + 10)
    for key, (x, line) in zip(keys, legend_lines, strict=True):
        y = 2.2 + line * 4.6
        look = LOOKS.cost_part(key)
        canvas.box(x, y - 1.7, 3.4, 3.4, look.fill, stroke=LINE_STRONG)
        canvas.words(letters[key], x + 1.7, y, "middle", colour=look.ink, size=7)
        canvas.words(_label_of(subject, key), x + 4.6, y)
    amounts = [{key: _amount(subject, place, key).value or 0.0 for key in keys} for place in range(count)]
    ticks = _ticks(amounts)
    scale = Scale(ticks[0], ticks[-1], _LABEL, FULL_WIDTH - 18)
    across(canvas, scale, money_ticks(ticks), head, bottom, subject.currency)
    if ticks[0] < 0:
        canvas.line([(scale.at(0), head), (scale.at(0), bottom)], LINE_STRONG, 0.7)
    totals = [each.quantities["cluster_tco"] for each in subject.configurations]
    texts = iter(short_monies([each.value for each in totals if each.value is not None]))
    for place, each in enumerate(subject.configurations):
        top = head + place * _ROW + (_ROW - _BAR) / 2
        middle = top + _BAR / 2
        canvas.label(place, _fitting(each.name), middle, _LABEL - 3, _ROW)
        # Returns lie below 0.
        paid = returned = 0.0
        for key, amount in amounts[place].items():
            start = paid if amount > 0 else returned
            left, right = sorted((scale.at(start), scale.at(start + amount)))
            if amount:
                look = LOOKS.cost_part(key)
                canvas.box(left, top, right - left, _BAR, look.fill, stroke=PAPER)
                _segment_words(canvas, letters[key], amount, (left, right), middle, look.ink)
            paid, returned = paid + max(amount, 0), returned + min(amount, 0)
        x = scale.at(paid) + 1.5
        if totals[place].value is not None:
            canvas.words(next(texts), x, middle, strong=True, halo=True)
        elif totals[place].state is State.NOT_EVALUATED:
            canvas.words("known parts", x, middle - (1.6 if paid else 0), colour=SOFT, size=7)
            if paid:
                canvas.words("only", x, middle + 1.6, colour=SOFT, size=7)
    return canvas.drawing()


def _ticks(amounts: list[dict[str, float]]) -> list[float]:
    """Round figures for payments and returns."""
    most = max(sum(max(each, 0) for each in one.values()) for one in amounts)
    least = min(sum(min(each, 0) for each in one.values()) for one in amounts)
    return span_ticks(least, most) if least < 0 else round_ticks(most)


def _segment_words(
    canvas: Canvas, letter: str, amount: float, ends: tuple[float, float], middle: float, ink: str
) -> None:
    left, right = ends
    both = f"{letter} {short_money(amount)}"
    for text, size in ((both, 7.0), (letter, 7.0)):
        if text_width(text, size) + 1.4 <= right - left:
            canvas.words(text, (left + right) / 2, middle, "middle", colour=ink, size=size)
            return


def _legend_places(texts: list[str]) -> list[tuple[float, int]]:
    """Where the entries of a legend begin: left edge and line."""
    places, x, line = [], 0.0, 0
    for text in texts:
        width = text_width(text) + 9
        if x > 0 and x + width > FULL_WIDTH:
            x, line = 0.0, line + 1
        places.append((x, line))
        x += width
    return places


def _fitting(name: str) -> str:
    """A name cut to the two lines that it has beside a bar; wrapping takes some of them."""
    return shortened(name, 2 * (_LABEL - 11) / _EM_MM * 0.88)


def _parts_table(subject: Subject) -> Iterator[Block]:
    for part in subject.parts():
        rows = []
        for each in subject.configurations[0].cost_parts:
            values = [_amount(subject, place, each.key) for place in part]
            if all(value.value in (0, None) and value.state is not State.NOT_EVALUATED for value in values):
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
        return cell([soft(text)], missing=value.state is State.NOT_EVALUATED)
    return cell([strong(text) if total else text])


def _flow_alt(subject: Subject) -> str:
    texts = []
    for each in subject.configurations:
        years = [f"year {flow.year} {value_text(flow.cumulative, 'money')}" for flow in each.cash_flow]
        texts.append(f"{each.name}: {', '.join(years)}")
    return f"Lines of the cumulative cost in {subject.currency}. {'. '.join(texts)}."


def _flow_drawing(subject: Subject) -> dict[str, Any]:
    """A line for each configuration, named at its end."""
    left, right, top, bottom = 15.0, 118.0, 7.0, 68.0
    canvas = Canvas(FULL_WIDTH, bottom + 9)
    known = {
        place: [(flow.year, flow.cumulative.value) for flow in each.cash_flow if flow.cumulative.value is not None]
        for place, each in enumerate(subject.configurations)
    }
    lines = {place: points for place, points in known.items() if points}
    ticks = round_ticks(max(amount for points in lines.values() for _, amount in points))
    last = max(year for points in lines.values() for year, _ in points)
    years = [each for each in range(last + 1) if last <= 12 or each % 5 == 0]
    x = Scale(0, max(last, 1), left, right)
    y = Scale(0, ticks[-1], bottom, top)
    upright(canvas, y, money_ticks(ticks), left, right, subject.currency)
    across(canvas, x, [(each, str(each)) for each in years], bottom, bottom, "year")
    for place, each in enumerate(subject.configurations):
        if place in lines and each.crossover is not None and each.crossover.month:
            at = x.at(each.crossover.month / MONTHS_PER_YEAR)
            canvas.line([(at, top), (at, bottom)], colour_of(place), 0.5)
            canvas.words(f"month {each.crossover.month}", at + 1, top + 2 + 3 * place, "start")
    for place, points in lines.items():
        canvas.line([(x.at(year), y.at(amount)) for year, amount in points], colour_of(place), 1.3)
    for place, points in lines.items():
        for year, amount in points:
            canvas.sign(shape_of(place), x.at(year), y.at(amount), 1.2, colour_of(place))
    ends = [y.at(points[-1][1]) for points in lines.values()]
    amounts = short_monies([points[-1][1] for points in lines.values()])
    # Names take two lines where there is room for them.
    rows = 2 if len(lines) * _TWO_LINES <= bottom - top else 1
    places = spread(ends, _TWO_LINES if rows == 2 else _ONE_LINE, top, bottom)
    for place, end, name_at, amount_text in zip(lines, ends, places, amounts, strict=True):
        canvas.line([(right + 1.5, end), (right + 5, name_at)], colour_of(place), 0.5)
        room = FULL_WIDTH - right - 8 - text_width(amount_text, strong=True)
        name = shortened(subject.configurations[place].name, (rows * (room - 8) / _EM_MM) * 0.9)
        canvas.label(place, name, name_at, room, _TWO_LINES, right + 6)
        canvas.words(amount_text, FULL_WIDTH, name_at, "end", strong=True)
    return canvas.drawing()


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
