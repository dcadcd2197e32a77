"""The quick reader of well-formed CSV files gives what the careful one gives, or leaves the file to it."""

import csv
import io
from itertools import chain
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.estate.importers.reading import read_inventory
from hostwise.tables import bundle
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.well_formed import SEPARATORS, well_formed
from tests.drawing_examples import examples
from tests.estates.estate import drawn
from tests.estates.rvtools import comma_separated, old_csv, tabs

ODD = (
    "two\nlines",
    "two\r\nlines",
    "\r",
    'a "name"',
    '"',
    '""',
    "\u00e9\u2028\x0b\x1c\x85",
    "\ufeff",
    "\x00",
    *SEPARATORS,
)
CELLS = st.one_of(st.sampled_from(["", " ", " 5 ", "16,384", "1.024", "n/a", *ODD]), st.text(max_size=6))
RAW = st.text(st.sampled_from('ab",;\r\n \x0b\ufeff'), max_size=40)


def careful(data: bytes, separator: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=separator))


@settings(max_examples=examples(500))
@given(RAW, st.sampled_from(SEPARATORS))
def test_any_text_is_read_alike_or_left(text: str, separator: str) -> None:
    data = text.encode()
    rows = well_formed(data, separator)
    if rows is not None:
        assert list(rows) == careful(data, separator)
        assert [list(column) for column in zip(*rows, strict=True)] == [rows.column(at) for at in range(len(rows[0]))]


@settings(max_examples=examples(500))
@given(
    st.integers(2, 5).flatmap(
        lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=8)
    ),
    st.sampled_from(SEPARATORS),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
)
def test_what_a_writer_writes_is_read_alike(rows: list[list[str]], separator: str, end: str, quoting: int) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    data = file.getvalue().encode()
    found = well_formed(data, separator)
    # Before Python 3.13 the writer puts no quotes around a carriage return that does not end its lines.
    lost = end == "\n" and any("\r" in cell for row in rows for cell in row)
    if found is not None:
        assert list(found) == careful(data, separator)
        assert lost or list(found) == rows


ESTATE = drawn(9, seed=5)
HEADERS = [*tabs(ESTATE)[0].header, "Template ", "Owner", "Owner 2", "Provisioned MB", "In Use MB"]
NUMBERS = st.sampled_from(["", "4", "16,384", "1,024,000", "16.384", "1.5", "-1", "n/a", "9e30", "inf", " 8 ", "8,5"])
TEXTS = st.sampled_from(
    ["", "a", " b ", "web 01", 'known as "x",\nsince then', "a;b,c", "\u00fc", "True", "poweredOff", "x" * 500]
)


@st.composite
def exports(draw: st.DrawFn) -> bytes:
    """A CSV of RVTools with any of its quirks."""
    header = draw(st.lists(st.sampled_from(HEADERS), unique=True, min_size=3, max_size=15))
    header = list(dict.fromkeys(["VM", "Powerstate", "CPUs", "Memory", *header]))
    header += draw(st.sampled_from([[], [""], ["Backup ", "Owner"]]))
    numbers = ("CPUs", "Memory", "Provisioned MB", "In Use MB", "Disks")
    row = st.tuples(*(NUMBERS if each in numbers else TEXTS for each in header))
    rows: list[list[str]] = [list(each) for each in draw(st.lists(row, min_size=1, max_size=7))]
    bend = draw(st.sampled_from(["none", "none", "none", "cut", "long", "short", "empty line", "title"]))
    if bend == "long":
        rows[0] += ["more", "x"]
    elif bend == "short":
        rows[0] = rows[0][:3]
    elif bend == "empty line":
        rows.insert(len(rows) // 2, [])
    elif bend == "title":
        rows.insert(0, ["" for _ in header])
    file = io.StringIO(newline="")
    csv.writer(
        file,
        delimiter=draw(st.sampled_from(",;\t")),
        lineterminator=draw(st.sampled_from(["\n", "\r\n"])),
        quoting=draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
    ).writerows([header, *rows])
    text = file.getvalue()
    if bend == "cut":
        text = text[: -draw(st.integers(1, min(30, len(text))))]
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"])))


def told(data: bytes) -> object:
    """The whole inventory with its findings and reports, or why there is none."""
    try:
        return read_inventory(data, "RVTools_tabvInfo.csv").model_dump()
    except UnreadableFile as problem:
        return problem.code, str(problem)


@settings(max_examples=examples(500))
@given(exports())
def test_both_ways_give_the_same_inventory_and_findings(data: bytes) -> None:
    found = told(data)
    with patch.object(bundle, "well_formed", return_value=None):
        assert found == told(data)


@pytest.mark.parametrize("change", [bytes, lambda data: data.replace(b"\r\n", b"\n")], ids=["CR LF", "LF"])
def test_what_rvtools_writes_is_well_formed(change: object) -> None:
    assert callable(change)
    quoted, minimal = old_csv(ESTATE), [comma_separated(tab, ";") for tab in tabs(ESTATE)]
    assert well_formed(change(quoted), ",") is not None
    assert all(well_formed(change(each), ";") is not None for each in minimal)


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n1\n",
        "a,b\n1,2,3\n",
        'a,b\n1,"2\n',
        'a,b\nx"y,2\n',
        "a,b\n\n1,2\n",
        "a\nb\n",
        "a,b\r\n1,2\n",
        "a,b\n1\r,2\n",
        "",
    ],
)
def test_what_is_not_well_formed_is_left(text: str) -> None:
    assert well_formed(text.encode(), ",") is None


def test_a_cell_that_is_too_long_is_left_to_be_refused() -> None:
    assert well_formed(b"a,b\n" + b"x" * (csv.field_size_limit() + 1) + b",2\n", ",") is None


def test_rows_are_a_sequence() -> None:
    rows = well_formed(b"a,b\n1,2\n3,\n", ",")
    assert rows is not None
    assert (len(rows), rows[0], rows[-1], list(rows[1:])) == (3, ["a", "b"], ["3", ""], [["1", "2"], ["3", ""]])
    assert list(chain.from_iterable(rows)) == ["a", "b", "1", "2", "3", ""]
