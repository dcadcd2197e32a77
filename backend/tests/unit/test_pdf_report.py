"""The PDF of a plan says what the API says, can be read by everybody, and no name can break it."""

from __future__ import annotations

import copy
import doctest
import importlib
import io
import json
import pkgutil
import re
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from math import floor, log10
from typing import Any

import pypdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostwise.reports.pdf
from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.parts import EVERYTHING, Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.charts.ticks import count_ticks
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.engine.symbols import operations, walk
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import Cell, QuantityState, Row
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.new_plan import new_plan
from hostwise.reports.materials_text import (
    amount_text,
    part_text,
    price_text,
    quantity_text,
    total_text,
    unit_price_text,
)
from hostwise.reports.pdf.blocks import chart, heading, paragraph
from hostwise.reports.pdf.glyphs import PLACE_TO_DIVIDE, STAND_IN, clean, divisible, shown_characters
from hostwise.reports.pdf.mathematics import formula
from hostwise.reports.pdf.typst_compiler import TypstCompiler
from hostwise.reports.report_files import Revision, media_type, report
from tests.drawing_examples import some_now
from tests.typical import FEW, TYPICAL
from tests.unit.pdf_reading import Element, Page, read_pages

MARGIN_POINTS = 18 / 25.4 * 72
MOST_PAGES = 40
PRESS = TypstCompiler()

NASTY_NAMES = [
    '#panic("injected")',
    "$x^2$ *bold* _slanted_ `code`",
    "back\\slash @reference <label>",
    "\"double\" 'single' \u2018curly\u2019",
    "smile \U0001f600 family \U0001f468\u200d\U0001f469\u200d\U0001f467 heart \u2764\ufe0f",
    "\u05e2\u05d1\u05e8\u05d9\u05ea \u05d9\u05de\u05d9\u05df",
    "\u0627\u0633\u0645 \u0639\u0631\u0628\u064a",
    "/* comment */ // line",
    "a" * 200,
    "prod_cluster_frontend_web_01.example.com/path_without_any_blank_" * 3,
    "\u6c34\u66dc\u65e5 PRODUCTIONCLUSTERNORTHEASTVDI",
    "Z" + "\u0334\u0321\u031b\u034e" * 8 + "evil ~ = == - + 1. [x] {y} #let",
]


@cache
def plan_of(key: str) -> Plan:
    """A sample, or one of the plans that strain the layout."""
    if key == "new":
        return new_plan()
    if key == "growing":
        return _growing()
    if key in ("nasty", "twelve"):
        return _strained(key)
    return sample_plan(key)


def _growing() -> Plan:
    """Everything that a cost can have: hosts bought later, books, and something to compare with."""
    document = plan_json(sample_plan("moderate-io"))
    document["workload"]["groups"][0]["count_growth_rate"] = 0.2
    keep = {"name": "Old cluster", "running_cost_per_year": 60_000.0, "residual_today": 9_000.0}
    document["economics"] |= {"depreciation_years": 4, "residual_share": 0.1, "outage_price": 5_000.0, "keep": keep}
    return Plan.model_validate(document)


def _strained(key: str) -> Plan:
    document = plan_json(sample_plan("moderate-io"))
    document.pop("sample")
    names = (
        NASTY_NAMES if key == "nasty" else [f"Hosts with two sockets and NVMe, quotation {each}" for each in range(12)]
    )
    document["name"] = f"{NASTY_NAMES[0]} {NASTY_NAMES[1]} {NASTY_NAMES[5]}" if key == "nasty" else "Twelve of them"
    document["description"] = "First #line\n\n= no heading\n- no list"
    configurations = document["configurations"]
    document["configurations"] = [
        copy.deepcopy(configurations[place % 3]) | {"key": f"c{place}", "name": name}
        for place, name in enumerate(names)
    ]
    group = document["workload"]["groups"][0]
    if key == "nasty":
        document["workload"]["groups"] = [group | {"name": name, "count": 20} for name in names]
    document["remarks"] = {
        "/workload/groups/0/count": {"source": "#x; $y", "locator": "p. 1 @z", "note": "*very* " * 250}
    }
    return Plan.model_validate(document)


@cache
def pdf_of(key: str) -> bytes:
    """The PDF of such a plan, with its appendix."""
    return report(plan_of(key), load_catalogue(), "pdf", appendix=True)


@cache
def pages_of(key: str) -> list[Page]:
    """The same, read back."""
    return read_pages(pdf_of(key))


@cache
def result_of(key: str) -> Decided:
    """What the API answers."""
    return decide(plan_of(key), load_catalogue(), None, EVERYTHING)


@cache
def reader_of(key: str) -> pypdf.PdfReader:
    """The same, by another reader."""
    return pypdf.PdfReader(io.BytesIO(pdf_of(key)))


def letters_of(key: str) -> str:
    """All text without blanks, and without the hyphens at which words are divided."""
    return "".join(map(letters_on, pages_of(key)))


def letters_on(page: Page) -> str:
    """The same of one page."""
    text = "".join(run.text for run in page.runs)
    return "".join(text.replace("\x02", "").replace("\xad", "").split())


MODULES = [each.name for each in pkgutil.walk_packages(hostwise.reports.pdf.__path__, "hostwise.reports.pdf.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


# ------------------------------------------------------------------------------------------------------ what it says


@pytest.mark.slow
@pytest.mark.parametrize("key", some_now([*TYPICAL, "growing", "new", "twelve"], [*FEW, "growing", "twelve"]))
def test_the_comparison_says_what_the_api_says(key: str) -> None:
    result = result_of(key)
    found = _comparison(key)
    for row in result.rows:
        for place, cell in enumerate(row.cells):
            texts = found[(_label(row), place)]
            # The reference stands in every part of a table with many configurations, each time the same.
            assert len(set(texts)) == 1
            _assert_says(texts[0], row, cell)


def _label(row: Row) -> str:
    return "".join(row.label.casefold().split())


def _comparison(key: str) -> dict[tuple[str, int], list[str]]:
    """The cells of the comparison by label and place of the configuration."""
    labels = {_label(row): row for row in result_of(key).rows}
    found: dict[tuple[str, int], list[str]] = {}
    inside, places = False, list[int]()
    for part in (part for page in pages_of(key) for part in page.all("H1", "Table")):
        if part.kind == "H1":
            inside = part.text == "Comparison"
        elif inside:
            places = _read_table(part, labels, found, places)
    return found


def _read_table(
    table: Element, labels: dict[str, Row], found: dict[tuple[str, int], list[str]], places: list[int]
) -> list[int]:
    """Read a table, or what of it is on a page: its head is tagged on the first one only."""
    for line in table.all("TR"):
        cells = [each for each in line.content if isinstance(each, Element)]
        # The cell above the labels says nothing and is not there.
        head = [re.match(r"(\d+) ", each.text) for each in cells if each.kind == "TH"]
        if head and all(head):
            places = [int(each[1]) - 1 for each in head if each]
        text = "".join(cells[0].text.casefold().split())
        # The label is followed by the unit.
        matches = [label for label in labels if text == label or text == label + _unit(labels[label])]
        if matches and places and len(cells) == len(places) + 1:
            for place, each in zip(places, cells[1:], strict=True):
                found.setdefault((matches[0], place), []).append(each.text)
    return places


def _unit(row: Row) -> str:
    return "".join(row.unit.casefold().split())


def _assert_says(text: str, row: Row, cell: Cell) -> None:
    said = text.removeprefix("\u2713").strip()
    assert text.startswith("\u2713") == cell.best
    if cell.text is not None:
        assert said.startswith(cell.text)
    elif cell.value.state is not QuantityState.EVALUATED or cell.value.value is None:
        words = {QuantityState.NOT_EVALUATED: "not evaluated", QuantityState.DOES_NOT_APPLY: "does not apply"}
        assert re.match(words.get(cell.value.state, r"[a-z ]+"), said)
    else:
        _assert_is(said, cell.value.value, row.format)


def _assert_is(said: str, value: float, format_: str) -> None:
    if format_ == "probability" and 0 < value < 0.001:
        assert said.startswith("< 0.1 %")
        return
    if format_ == "probability" and 0.999 < value < 1:
        assert said.startswith("> 99.9 %")
        return
    match = re.match(r"(\u2212?)([\d,]+(?:\.\d+)?)( ?%)?", said)
    assert match, said
    number = float(match[2].replace(",", "")) * (-1 if match[1] else 1) * (0.01 if match[3] else 1)
    if format_ == "count" or (format_ == "money" and abs(value) >= 100):
        step = 1.0
    elif format_ == "money":
        step = 0.01
    else:
        step = 10 ** (floor(log10(abs(value))) - 2) if value else 0.0
    assert abs(number - value) <= step / 2 * (1 + 1e-9), (said, value)


@pytest.mark.slow
@pytest.mark.parametrize("key", [*TYPICAL, "growing"])
def test_all_is_said(key: str) -> None:
    said, result = letters_of(key), result_of(key)
    assert result.plan_hash in said
    for each in (result.engine_version, result.catalogue_version):
        assert each in said
    for finding in result.findings:
        # Of prices the decision says what they come to, instead of how many they are.
        assert finding.code == "illustrative_prices" or "".join(finding.message.split())[-40:] in said
    decision = uncertainty_of(plan_of(key), load_catalogue(), number=16).decision
    for saying in (one for notice in (*decision.checks, *decision.notices) for one in notice.said):
        assert "".join(str(saying.text).split())[-40:] in said
    for missing in result.missing:
        assert "".join(missing.label.split()).casefold() in said.casefold()


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "twelve"])
def test_the_first_page_is_the_decision(key: str) -> None:
    plan = plan_of(key)
    uncertainty = uncertainty_of(plan, load_catalogue(), number=16)
    page = pages_of(key)[0]
    said = "".join("".join(part.text.replace("\xad", "") for part in page.all("P", "H1", "H2", "TD", "LBody")).split())
    decision = uncertainty.decision

    def letters(text: str) -> str:
        # A name may be divided at a hyphen of its own.
        return "".join(text.replace("-", "").split())

    said = letters(said)
    assert letters(f"{decision.label}. {decision.sentence.text}") in said
    assert decision.detail is None or letters(str(decision.detail.text)) in said
    for row in decision.rows:
        assert row.hosts_ranged is not None
        assert letters(row.hosts_ranged.text) in said
        for figure, ends in ((row.cost, row.cost_range), (row.life, row.life_range)):
            assert figure is not None
            assert ends is not None
            assert letters(f"{figure.text} ({ends.text})") in said
    for text in (*decision.break_evens, *(each.line for each in decision.checks)):
        assert letters(str(text.text)) in said
    assert letters(decision.break_evens_title) in said
    assert f"{fixed(uncertainty.uncertain_values)}of{fixed(uncertainty.values)}valuesareassumed,andvary" in said
    assert "Threethingstocheckfirst" in said
    assert "Comparison" not in said
    assert [each.text for each in pages_of(key)[1].all("H1")] == ["Assumptions"]
    # The bars are for the eye; the picture has words.
    assert len([*page.all("Figure")]) == (0 if key == "twelve" else 1)


def test_without_advice_the_first_page_says_what_is_missing() -> None:
    text = " ".join(reader_of("vmw10").pages[0].extract_text().split())
    assert "No cost yet. No best configuration yet. Not evaluated: the total cost. 44 values are missing." in text
    assert "What would help \u2022 Use catalogue prices: for chassis, memory" in text


def test_money_is_followed_to_its_end() -> None:
    said, result = letters_of("growing"), result_of("growing")
    for each in result.configurations:
        assert each.finance is not None
        assert "".join(each.finance.text.split()) in said
        assert each.expansion
        last = each.expansion[-1]
        assert f"month{last.month}:{last.hosts:.0f}more,{last.total_hosts:.0f}inall" in said
        book = each.depreciation[-1].book_value.value
        assert book is not None
        assert f"left{book:,.0f}" in said


def test_every_line_of_the_bill_of_materials_stands_in_it() -> None:
    letters = letters_of("databases-2026")
    found = bill_of_materials_of(plan_of("databases-2026"), load_catalogue())
    for of in found.configurations:
        for section in of.sections:
            assert "".join(total_text(section.total).split()) in letters
            for line in section.lines:
                row = (line.label, part_text(line), quantity_text(line), unit_price_text(line), amount_text(line))
                assert "".join("".join(row).split()) in letters, line
                assert "".join(price_text(line).split()) in letters


def test_two_readers_find_the_same_letters() -> None:
    # But for hyphens at the end of a line and braces over several lines, which they take for different characters.
    unalike = str.maketrans("", "", "-\xad\x02{")
    for one, other in zip(reader_of("light-io").pages, pages_of("light-io"), strict=True):
        letters = "".join(one.extract_text().translate(unalike).split())
        runs = "".join(run.text for run in other.runs).translate(unalike)
        assert sorted(letters) == sorted("".join(runs.split()))


def test_memory_and_burst_stand_only_where_the_plan_uses_them() -> None:
    def sections(key: str) -> list[str]:
        return [part.text for page in pages_of(key) for part in page.all("H1")]

    assert "Burst" in sections("moderate-io")
    assert "Memory" not in sections("moderate-io")
    assert "Memory" in sections("sandisk14")
    assert "Burst" not in sections("sandisk14")
    assert "Wear-out" not in sections("sandisk14")


# -------------------------------------------------------------------------------------------------- how it is to read


@pytest.mark.slow
@pytest.mark.parametrize("key", [*TYPICAL, "growing", "new", "twelve", "nasty"])
def test_it_can_be_read_by_everybody(key: str) -> None:
    reader = reader_of(key)
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] is True or root["/MarkInfo"]["/Marked"].value
    assert root["/Lang"] == "en"
    assert b"pdfuaid:part" in pdf_of(key)
    assert reader.metadata is not None
    assert reader.metadata.title
    pages = pages_of(key)
    pictures = [part for page in pages for part in page.all("Figure", "Formula")]
    assert pictures
    assert all(part.alt.strip() for part in pictures)
    assert all(PLACE_TO_DIVIDE not in part.alt for part in pictures)
    assert PLACE_TO_DIVIDE not in letters_of(key)


@pytest.mark.slow
@pytest.mark.parametrize("key", [*TYPICAL, "growing", "new", "twelve", "nasty"])
def test_outline_and_page_numbers(key: str) -> None:
    titles = [each.title for each in reader_of(key).outline if not isinstance(each, list)]
    assert titles[:4] == ["Advice", "Assumptions", "Comparison", "Hosts"]
    assert titles[-4:] == ["Inputs", "Formulas", "Sources", "About this report"]
    count = len(pages_of(key))
    assert 8 <= count <= MOST_PAGES
    for number, page in enumerate(pages_of(key), 1):
        assert f"{number}of{count}" in "".join("".join(run.text for run in page.runs).split())


@pytest.mark.slow
@pytest.mark.parametrize("key", [*TYPICAL, "growing", "new", "twelve", "nasty"])
def test_nothing_leaves_its_place(key: str) -> None:
    for page in pages_of(key):
        for run in page.runs:
            left, bottom, right, top = run.bounds
            assert left >= MARGIN_POINTS - 3, run
            assert right <= page.width - MARGIN_POINTS + 3, run
            assert bottom > 0, run
            assert top < page.height, run
        for line in page.all("TR"):
            ends = [_ends(each) for each in line.content if isinstance(each, Element)]
            known = [each for each in ends if each is not None]
            for (_, one), (other, _) in pairwise(known):
                assert one <= other + 0.5, [each.text for each in line.content if isinstance(each, Element)]


def _ends(cell: Element) -> tuple[float, float] | None:
    bounds = [each.bounds for each in cell.texts()]
    return (min(each[0] for each in bounds), max(each[2] for each in bounds)) if bounds else None


@pytest.mark.slow
@pytest.mark.parametrize("key", [*TYPICAL, "growing", "new", "twelve", "nasty"])
def test_no_heading_stands_alone_at_the_end_of_a_page(key: str) -> None:
    for page in pages_of(key):
        tagged = [
            (run.bounds[1], part)
            for part in page.all("H1", "H2", "H3", "P", "TD", "TH", "LBody", "Figure", "Formula", "Span")
            for run in part.content
            if not isinstance(run, Element)
        ]
        if tagged:
            _, last = min(tagged, key=lambda each: each[0])
            assert not last.kind.startswith("H"), last.text


def test_what_opens_a_table_stands_on_its_page() -> None:
    for key, opening, head in (
        ("light-io", "All hosts run.", "Longest burst"),
        ("moderate-io", "All hosts run.", "Longest burst"),
        ("sandisk14", "The state in which hosts settle", "All hosts running"),
    ):
        (page,) = (text for text in map(letters_on, pages_of(key)) if "".join(opening.split()) in text)
        assert "".join(head.split()) in page


def test_the_running_head_names_the_section_that_begins_the_page() -> None:
    section = ""
    for number, page in enumerate(pages_of("nvme-2026"), 1):
        begun = [(each.bounds[3], part.text) for part in page.all("H1") for each in part.texts()]
        first = max(each.bounds[3] for part in page.all("H1", "H2", "P", "TH", "TD") for each in part.texts())
        section = next((text for top, text in begun if top > first - 3), section)
        head = [each.text for each in page.runs if each.bounds[1] > page.height - 17 / 25.4 * 72]
        assert number == 1 or "".join(head).endswith(section), (number, head, section)
        section = begun[-1][1] if begun else section


def test_a_bill_of_materials_stays_on_one_page_with_its_name() -> None:
    found = bill_of_materials_of(plan_of("nvme-2026"), load_catalogue())
    for place, of in enumerate(found.configurations, 1):
        pages = [
            each
            for each in map(letters_on, pages_of("nvme-2026"))
            if f"{place}\u00b7{of.name}".replace(" ", "") in each
        ]
        lines = ["".join(total_text(each.total).split()) for each in of.sections]
        assert any("Unitprice" in page and all(line in page for line in lines) for page in pages)


def test_a_name_that_begins_with_a_number_stands_apart_from_that_of_its_marker() -> None:
    for page in pages_of("memory-tiering-2026"):
        assert "12TiBofDRAM" not in letters_on(page)
    assert "1\u00b72TiBofDRAM" in letters_of("memory-tiering-2026")


@given(st.integers(0, 100) | st.floats(0, 1e6))
def test_an_axis_of_counts_reaches_the_largest_one(value: float) -> None:
    ticks = count_ticks(value)
    assert ticks[-1] >= value * (1 - 1e-8)
    assert all(each.is_integer() for each in ticks)
    assert len(ticks) <= 8


def test_charts_are_titled_by_what_they_find_as_on_the_page() -> None:
    plan = plan_of("nvme-2026")
    decision = decide(plan, load_catalogue(), include=Parts(decision=True, charts=True)).decision
    assert decision is not None
    assert decision.charts is not None
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf_of("nvme-2026"))).pages)
    flat = "".join(text.split())
    for each in decision.charts.drawn:
        assert "".join(str(each.words.title).split()) in flat, each.name


def test_a_chart_without_words_is_refused() -> None:
    with pytest.raises(AssertionError):
        chart("Title", "", "", {"width": 10, "height": 10, "items": []})


# ------------------------------------------------------------------------------------------------------ what may come


def test_names_are_text_whatever_they_look_like() -> None:
    text = letters_of("nasty")
    for name in (*(NASTY_NAMES[place] for place in (0, 1, 2, 3, 7)), "=noheading", "-nolist"):
        assert "".join(name.split()) in text
    # What is too long for a line can still be found and copied as it is.
    assert "a" * 200 in text


def _document(*blocks: dict[str, Any], title: str = "Title") -> dict[str, Any]:
    return {
        "title": title,
        "head": title,
        "date": None,
        "markers": [],
        "description": title,
        "cover": [title],
        "logo": [],
        "foot": [title],
        "blocks": list(blocks),
    }


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(min_size=1, max_size=40))
def test_any_text_can_be_set(text: str) -> None:
    title = clean(text).strip() or "Plan"
    blocks = [heading(f"H {text}"), paragraph(text), chart(text, text, f"alt {text}", _words(text))]
    assert PRESS.typeset(_document(*blocks, title=title)).startswith(b"%PDF")


def _words(text: str) -> dict[str, Any]:
    from hostwise.reports.pdf.canvas import Canvas

    canvas = Canvas(100, 20)
    canvas.words(text, 10, 10, halo=True)
    canvas.note(text, 0, 10, 40, 10)
    return canvas.drawing()


@given(st.text(max_size=60))
def test_cleaned_text_has_nothing_that_cannot_be_shown(text: str) -> None:
    cleaned = clean(text)
    allowed = shown_characters() | {0xA0, 0x202F, 0x200C, 0x200D, 0xAD}
    assert all(ord(each) in allowed for each in cleaned)
    assert PLACE_TO_DIVIDE not in cleaned
    assert divisible(cleaned).replace(PLACE_TO_DIVIDE, "") == cleaned
    assert clean(cleaned) == cleaned


def test_what_no_font_has_is_replaced_and_not_dropped() -> None:
    assert clean("\u6c34 x") == f"{STAND_IN} x"


def test_a_name_that_cannot_be_shown_leaves_a_title() -> None:
    plan = plan_of("light-io").model_copy(update={"name": "\u200e\u200f"})
    reader = pypdf.PdfReader(io.BytesIO(report(plan, load_catalogue(), "pdf")))
    assert reader.metadata is not None
    assert reader.metadata.title == "Plan"


def test_every_formula_of_the_engine_can_be_set() -> None:
    blocks = []
    used: set[str] = set()
    for name, each in MODEL.formulas.items():
        used |= {node.operation for node in walk(each.expression) if hasattr(node, "operation")}
        symbols = formula(each.expression, lambda quantity: MODEL.quantity(quantity).label)
        numbers = formula(each.expression, lambda quantity: "\u22121\u202f234.5")
        blocks.append(
            {
                "kind": "formula",
                "label": each.quantity.label,
                "unit": "",
                "meaning": name,
                "symbols": symbols,
                "numbers": [{"who": [], "formula": numbers, "result": "1", "unit": ""}],
                "unknown": [],
                "source": [],
                "validity": "",
            }
        )
    assert used <= operations()
    pages = read_pages(PRESS.typeset(_document(heading("Formulas"), *blocks)))
    assert all(run.bounds[2] <= page.width - MARGIN_POINTS + 3 for page in pages for run in page.runs)


# --------------------------------------------------------------------------------------------------------- as a file


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert report(plan_of("light-io"), load_catalogue(), "pdf", appendix=True) == pdf_of("light-io")


@pytest.mark.parametrize("key", ["leaving-vmware", "nvme-2026", "sandisk14", "vdi-2026"])
def test_the_assumptions_are_one_page_without_an_address_of_a_field(key: str) -> None:
    pages = read_pages(report(sample_plan(key), load_catalogue(), "pdf"))
    assert [each.text for each in pages[1].all("H1")] == ["Assumptions"]
    assert [each.text for each in pages[2].all("H1")][:1] == ["Comparison"]
    text = "".join(run.text for page in pages for run in page.runs)
    assert not re.search(r"/(configurations|workload|policy|economics)/", text)


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io"])
def test_without_its_appendix_it_has_ten_pages_or_fewer(key: str) -> None:
    pages = read_pages(report(plan_of(key), load_catalogue(), "pdf"))
    headings = [each.text for page in pages for each in page.all("H1")]
    whole = [each.text for page in pages_of(key) for each in page.all("H1")]
    assert len(pages) <= 10
    assert set(whole) - set(headings) == {"Inputs", "Formulas"}
    assert any("are in the report with its appendix" in each.text for each in pages[-1].all("P"))


def test_the_date_is_that_of_the_revision() -> None:
    saved = Revision(3, datetime(2026, 11, 20, 9, 30, tzinfo=UTC))
    reader = pypdf.PdfReader(io.BytesIO(report(plan_of("light-io"), load_catalogue(), "pdf", revision=saved)))
    assert reader.metadata is not None
    assert str(reader.metadata["/CreationDate"]).startswith("D:20261120093000")
    # Text of the same font that is hyphenated makes every hyphen a soft one to readers.
    first = " ".join(reader.pages[0].extract_text().replace("\xad", "-").split())
    assert "3, saved 2026-11-20 09:30 UTC" in first
    assert "/CreationDate" not in (reader_of("light-io").metadata or {})


def test_media_type() -> None:
    assert media_type("pdf") == "application/pdf"


def test_data_never_becomes_code() -> None:
    # The template reads one JSON text; nothing else of the plan reaches the typesetter.
    document = _document(paragraph('"]); #panic("out") //'))
    json.dumps(document)
    (page,) = read_pages(PRESS.typeset(document))
    assert '#panic("out")' in "".join("".join(run.text for run in page.runs).split())
