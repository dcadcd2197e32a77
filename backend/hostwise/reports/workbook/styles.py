"""How cells look, and how text and numbers get into them.

Text is always written as text: a name that begins with = is a name. An unknown number is #N/A in the formulas'
sheets, and an infinite one is the number that stands for infinite.
"""

from __future__ import annotations

from functools import cached_property
from math import inf, isnan
from typing import Any, TypeAlias

from hostwise.reports.design_tokens.tokens import looks
from hostwise.reports.workbook.terms import INFINITE_FROM_NUMBER, INFINITE_NUMBER

Sheet: TypeAlias = Any
"""A worksheet; XlsxWriter has no types of its own."""

HEADER_HEIGHT = 28
"""Two lines of a column's head."""

_LONGEST_TEXT = 32_000
"""A cell holds 32,767 characters."""

LOOKS = looks("light")
GREY, RULE = LOOKS.surfaces["ink-soft"], LOOKS.surfaces["line-strong"]

LINE = 14
"""Points that a line of text takes."""


class Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, book: Any) -> None:
        """Make formats for a workbook."""
        self._book = book
        self._made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def of(self, **properties: Any) -> Any:
        """The format with these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format({"font_name": "Calibri", "font_size": 10, **properties})
        return self._made[key]

    @cached_property
    def title(self) -> Any:
        """The heading of a sheet."""
        return self.of(bold=True, font_size=14)

    @cached_property
    def header(self) -> Any:
        """The head of a column."""
        return self.of(bold=True, bottom=1, bottom_color=GREY, text_wrap=True, valign="bottom")

    @cached_property
    def header_right(self) -> Any:
        """The head of a column of numbers."""
        return self.of(bold=True, bottom=1, bottom_color=GREY, text_wrap=True, valign="bottom", align="right")

    @cached_property
    def section(self) -> Any:
        """The heading of a section."""
        return self.of(bold=True, top=1, top_color=RULE)

    @cached_property
    def text(self) -> Any:
        """Text."""
        return self.of(valign="top")

    @cached_property
    def indented(self) -> Any:
        """Text that stands apart from the number before it."""
        return self.of(valign="top", indent=1)

    @cached_property
    def wrapped(self) -> Any:
        """Text of several lines."""
        return self.of(valign="top", text_wrap=True)

    @cached_property
    def quiet(self) -> Any:
        """Subdued text."""
        return self.of(font_color=GREY, valign="top")

    @cached_property
    def quiet_number(self) -> Any:
        """A subdued number."""
        return self.of(font_color=GREY, num_format="General")

    @cached_property
    def input(self) -> Any:
        """A cell for the user to change."""
        colours = LOOKS.workbook
        return self.of(
            font_color=colours["input-ink"],
            bg_color=colours["input-fill"],
            border=1,
            border_color=RULE,
            num_format="General",
        )

    @cached_property
    def fixed(self) -> Any:
        """An input that the layout of the workbook depends on."""
        return self.of(font_color=GREY, border=1, border_color=RULE, num_format="General")

    def number(self, number_format: str, **properties: Any) -> Any:
        """A number in a number format."""
        return self.of(num_format=number_format, align="right", **properties)

    def mark_special(self, sheet: Sheet, area: tuple[int, int, int, int]) -> None:
        """Show infinite numbers of an area as a word, and unknown ones in grey."""
        for criteria, sign, word in ((">=", "", "infinite"), ("<=", "-", "-infinite")):
            rule = {
                "type": "cell",
                "criteria": criteria,
                "value": f"{sign}{INFINITE_FROM_NUMBER:.0E}",
                "format": self._book.add_format({"num_format": f'"{word}"', "italic": True}),
            }
            sheet.conditional_format(*area, rule)
        unknown = self._book.add_format({"font_color": GREY, "italic": True})
        sheet.conditional_format(*area, {"type": "errors", "format": unknown})


def bounded_format(bound: str, number_format: str) -> str:
    """A number format that marks the number as a bound."""
    return f'"{bound}"{number_format}' if bound else number_format


def put_text(sheet: Sheet, row: int, column: int, text: str | None, style: Any) -> None:
    """Write text as text, even if it begins like a formula."""
    if text:
        whole = text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + " ..."
        sheet.write_string(row, column, whole, style)
    elif style.bg_color or style.bottom or style.top:
        # An empty cell is seen by its fill or its rules only.
        sheet.write_blank(row, column, None, style)


def put_formula(sheet: Sheet, row: int, column: int, formula: str, style: Any, value: float | str) -> None:
    """Write a formula with the value that the engine computed, for readers that do not calculate."""
    sheet.write_formula(row, column, f"={formula}", style, cached(value) if isinstance(value, float) else value)


def cached(value: float) -> float | str:
    """A number of the engine as a cell holds it."""
    if isnan(value):
        return "#N/A"
    if value in (inf, -inf):
        return INFINITE_NUMBER if value > 0 else -INFINITE_NUMBER
    return value


def put_header(sheet: Sheet, row: int, texts: tuple[str, ...], styles: Styles, numbers: frozenset[int]) -> None:
    """Write the heads of columns; those of numbers stand to the right."""
    for column, text in enumerate(texts):
        put_text(sheet, row, column, text, styles.header_right if column in numbers else styles.header)
