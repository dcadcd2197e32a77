"""Every formula of the engine, computed by a spreadsheet program from the same numbers, yields what it yields."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.reports.workbook.book import add_sheet
from hostwise.reports.workbook.layout import Block, written
from hostwise.reports.workbook.styles import cached
from hostwise.reports.workbook.terms import INFINITE_FROM_NUMBER
from hostwise.reports.workbook.translation import translate
from tests.integration import office
from tests.unit.drawing import arguments

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(office.program() is None, reason="needs LibreOffice: `make office`"),
]

CASES = 24
COLUMNS = [xl_col_to_name(case) for case in range(CASES)]
TOLERANCE = 1e-9


def tried(name: str, array: Array) -> Array:
    """Which drawn values a formula is tried with.

    What is searched for in a flow of money means nothing where it is infinite. The cells look at the months and years
    that a value hangs on, while the engine takes all of them together: so these are known, or unknown, together.
    """
    if name in ("payback_years", "discounted_payback_years"):
        return ~np.isinf(array)
    if name in ("internal_return_rate", "depreciation_cost_per_month", "role_worn_drives_per_month"):
        return np.isfinite(array)
    return np.full(array.shape, True)


class Bench:
    """A sheet on which formulas stand below their own inputs, a column for each case."""

    def __init__(self, path: Path) -> None:
        self.book = xlsxwriter.Workbook(path)
        self.sheet = add_sheet(self.book, "Bench")
        for name, number in (("Infinite", "1E+150"), ("Infinite_from", "1E+100"), ("Count_slack", "1E-09")):
            self.book.define_name(name, f"={number}")
        self.next = 0
        self.results: dict[str, tuple[int, Array]] = {}

    def add(self, name: str) -> None:
        """A formula with drawn inputs; NaN and infinities among them."""
        given = arguments(name, CASES, seed=sum(map(ord, name)))
        given = {each: np.where(tried(name, array), array, 1.0) for each, array in given.items()}
        blocks = {parameter: self._inputs(parameter, array) for parameter, array in given.items()}
        for row in translate(MODEL).rows[name]:
            values = row.compute(given)
            block = Block(row.name, name, "normal", self.next, row.axes, values.shape[2:], row=row)
            blocks[row.name] = block
            for member in range(block.inner):
                for case, formula in enumerate(written(COLUMNS, block, row.pieces, member, blocks.__getitem__)):
                    self.sheet.write_formula(self.next + member, case, formula, None, 0)
            self.results[row.name] = (self.next, values[0].reshape(CASES, block.inner))
            self.next += block.inner

    def _inputs(self, name: str, array: Array) -> Block:
        block = Block(name, name, "normal", self.next, MODEL.axes(name), array.shape[2:])
        wide = array.reshape(1, CASES, block.inner)
        for case in range(CASES):
            for member in range(block.inner):
                number = cached(float(wide[0, case, member]))
                if isinstance(number, str):
                    self.sheet.write_formula(self.next + member, case, "=NA()", None, "#N/A")
                else:
                    self.sheet.write_number(self.next + member, case, number)
        self.next += block.inner
        return block


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[Array, list[list[office.Value]]]]:
    """For each formula and step: what the engine computes, and what the spreadsheet program does."""
    folder = tmp_path_factory.mktemp("bench")
    bench = Bench(folder / "bench.xlsx")
    for name in MODEL.formulas:
        bench.add(name)
    bench.book.close()
    (anew,) = office.recalculated([folder / "bench.xlsx"], folder)
    cells = anew["Bench"]
    return {
        name: (
            expected,
            [
                [cells.get(f"{xl_col_to_name(case)}{first + member + 1}") for member in range(expected.shape[1])]
                for case in range(CASES)
            ],
        )
        for name, (first, expected) in bench.results.items()
    }


ROWS = [row.name for rows in translate(MODEL).rows.values() for row in rows]


@pytest.mark.parametrize("name", ROWS)
def test_a_cell_yields_what_the_engine_yields(
    name: str, computed: Mapping[str, tuple[Array, list[list[office.Value]]]]
) -> None:
    expected, found = computed[name]
    for case, (numbers, cells) in enumerate(zip(expected.tolist(), found, strict=True)):
        for member, (number, cell) in enumerate(zip(numbers, cells, strict=True)):
            assert is_same(number, cell), (case, member, number, cell)


def is_same(number: float, cell: office.Value) -> bool:
    """Whether a cell shows a number of the engine."""
    if np.isnan(number):
        return cell == "#N/A"
    if abs(number) >= INFINITE_FROM_NUMBER:
        return isinstance(cell, float) and cell * np.sign(number) >= INFINITE_FROM_NUMBER
    # What differs by the dust of a difference is the same.
    return isinstance(cell, float) and abs(cell - number) <= max(TOLERANCE * abs(number), 1e-9)
