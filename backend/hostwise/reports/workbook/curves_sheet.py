"""The sheet of measured curves: for each a table of pieces, which cells of the model look up."""

from __future__ import annotations

from math import isnan, nan
from typing import Any

import numpy as np

from hostwise.reports.content import Curve, CurvePiece, Report
from hostwise.reports.workbook.curves import SAME_RATIO_TOLERANCE
from hostwise.reports.workbook.styles import Sheet, Styles, cached, put_header, put_text
from hostwise.reports.workbook.terms import INFINITE_FROM, UNKNOWN

NAME = "Curves"

_HEADER = ("From ratio", "Base ratio", "Value", "Slope", "Bend", "Twist", "Next ratio", "Value there", "At most")
_INTRODUCTION = (
    "Measured values over memory overcommitment. Between measured ratios the line is a monotone cubic (PCHIP): value + "
    "d x (slope + d x (bend + d x twist)), where d is the distance from the base ratio. Beyond them it goes on with "
    "the slope of its end, not below 0; nothing was measured there. A single point says nothing of other ratios. The "
    "tables are those of the exported plan: another measured model needs another export."
)


class CurveTables:
    """The tables, and the formulas that read them."""

    def __init__(self, report: Report) -> None:
        """Place the tables of a report's curves one below the other."""
        self.report = report
        self.first_rows: dict[tuple[str, int, int], int] = {}
        row = 3
        for key, curve in report.curves.items():
            self.first_rows[key] = row + 2
            row += len(curve.pieces) + 3

    def formulas(self, key: tuple[str, int, int], at: str, piece: str, distance: str) -> tuple[str, str, str]:
        """Formulas for the piece at a ratio, for the distance from its base, and for the value there.

        Args:
            key: quantity, configuration and VM group.
            at: cell of the ratio.
            piece: cell of the first formula.
            distance: cell of the second formula.
        """
        first = self.first_rows[key] + 1
        last = first + len(self.report.curves[key].pieces) - 1

        def column(letter: str) -> str:
            return f"{NAME}!${letter}${first}:${letter}${last}"

        def read(letter: str) -> str:
            return f"INDEX({column(letter)},{piece})"

        found = f"IF(AND({at}>=0,{at}<{INFINITE_FROM}),MATCH({at},{column('A')},1),{UNKNOWN})"
        line = f"MAX(0,{read('C')}+{distance}*({read('D')}+{distance}*({read('E')}+{distance}*{read('F')})))"
        for ratio, value in (("G", "H"), ("B", "C")):
            is_same = f"ABS({at}-{read(ratio)})<={SAME_RATIO_TOLERANCE:.0E}*{read(ratio)}"
            line = f"IF({is_same},{read(value)},{line})"
        return found, f"{at}-{read('B')}", f"MIN({NAME}!$I${first},{line})"


def piece_at(curve: Curve | None, ratio: float) -> tuple[float, float]:
    """Which piece of a curve holds at a ratio, counted from 1, and the distance from its base."""
    if curve is None or not np.isfinite(ratio) or ratio < 0:
        return nan, nan
    place = sum(each.first_ratio <= ratio for each in curve.pieces)
    return float(place), ratio - curve.pieces[place - 1].base_ratio


def write_curves(sheet: Sheet, styles: Styles, tables: CurveTables) -> None:
    """Write the sheet."""
    put_text(sheet, 0, 0, "Measured curves", styles.title)
    put_text(sheet, 1, 0, _INTRODUCTION, styles.quiet)
    sheet.set_column(0, len(_HEADER) - 1, 16)
    for key, curve in tables.report.curves.items():
        first = tables.first_rows[key]
        put_text(sheet, first - 2, 0, curve.name, styles.section)
        put_header(sheet, first - 1, _HEADER, styles, frozenset(range(len(_HEADER))))
        for offset, piece in enumerate(curve.pieces):
            for column, number in enumerate(_numbers(piece)):
                _put(sheet, styles, first + offset, column, number)
        _put(sheet, styles, first, len(_HEADER) - 1, curve.highest)
    sheet.freeze_panes(2, 0)


def _put(sheet: Sheet, styles: Styles, row: int, column: int, number: float) -> None:
    if isnan(number):
        sheet.write_formula(row, column, f"={UNKNOWN}", styles.quiet_number, "#N/A")
    else:
        sheet.write_number(row, column, cached(number), styles.number("General"))


def _numbers(piece: CurvePiece) -> tuple[Any, ...]:
    return (
        piece.first_ratio,
        piece.base_ratio,
        piece.value,
        piece.slope,
        piece.bend,
        piece.twist,
        piece.next_ratio,
        piece.next_value,
    )
