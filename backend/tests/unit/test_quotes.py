"""Quotes of vendors: columns, numbers in two languages, what is no part, and which part a line is."""

import doctest
import io
import random

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

import hostwise.number_format.money
import hostwise.quotes.price_matching
from hostwise.catalogue.loader import load_catalogue
from hostwise.number_format.money import money_numeral
from hostwise.number_format.reading import DecimalMark, read_number
from hostwise.quotes.price_matching import LEAST_SCORE, Matcher
from hostwise.quotes.quote_prices import priced_rows, quote_reading
from hostwise.quotes.quote_prices_document import QuoteLine, QuoteReading
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
MATCHER = Matcher(CATALOGUE)
DRIVE, CPU = "drives/micron-7450-pro-7.68tb", "cpus/amd-epyc-9455"

GERMAN = """Angebot 2026-118, Beispiel GmbH
;;;;;;
Pos.;Artikelnummer;Bezeichnung;Menge;Einzelpreis;Rabatt %;Gesamtpreis
1;MTFDKCC7T6;Micron 7450 PRO 7,68TB U.3 NVMe SSD;24 Stk.;1.180,50 €;;28.332,00 €
2;;AMD EPYC 9455 48C 3.15GHz;8;3.200,00 €;;25.600,00 €
3;;Dell PowerEdge R7725;4;4.000,00 €;10;14.400,00 €
4;;Schienen für PowerEdge R7725;4;95,00 €;;380,00 €
5;;=HYPERLINK("http://x");1;5,00 €;;5,00 €
;;Versand;1;200,00;;200,00
;;Zwischensumme;;;;68.917,00 €
"""


def reading(text: str | bytes, **mapping: str) -> QuoteReading:
    data = text.encode() if isinstance(text, str) else text
    return quote_reading(data, "quote.csv", CATALOGUE, mapping or None)


def table(*rows: str, header: str = "Part\tQty\tUnit price\tTotal") -> QuoteReading:
    return reading("\n".join([header, *rows]))


def one(*cells: str, header: str = "Part\tQty\tUnit price\tTotal") -> QuoteLine:
    (line,) = table("\t".join(cells), header=header).lines
    return line


@pytest.mark.parametrize("module", [hostwise.number_format.money, hostwise.quotes.price_matching])
def test_examples_in_docstrings(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert (found.failed, found.attempted) == (0, 1)


def test_a_german_quote_below_its_title() -> None:
    found = reading(GERMAN)
    assert found.mapping == {
        "part_number": "Artikelnummer",
        "description": "Bezeichnung",
        "quantity": "Menge",
        "unit_price": "Einzelpreis",
        "line_total": "Gesamtpreis",
        "discount": "Rabatt %",
    }
    drive, cpu, server, rails, formula, shipping, total = found.lines
    assert (drive.part, drive.quantity, drive.unit_price, drive.currency, drive.line) == (DRIVE, 24, 1180.5, "EUR", 4)
    assert (cpu.part, cpu.unit_price) == (CPU, 3200)
    # The price of a piece is before the discount here.
    assert (server.part, server.unit_price, server.discount_share) == ("chassis/dell-poweredge-r7725", 3600, 0.1)
    assert (rails.part, rails.candidates[0].part) == (None, server.part)
    assert (formula.description, formula.part) == ('=HYPERLINK("http://x")', None)
    assert [each.kind for each in (rails, shipping, total)] == ["part", "charge", "sum"]
    assert [each.code for each in found.findings] == ["list_prices"]


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("$1,234.50", 1234.5, "USD"),
        ("USD 1234.5", 1234.5, "USD"),
        ("1.234,50 €", 1234.5, "EUR"),
        ("EUR 1.234.567,8", 1234567.8, "EUR"),
        ("CHF 1'234.50", 1234.5, "CHF"),
        ("1 234,50 £", 1234.5, "GBP"),
        ("1.500,-", 1500, None),
        ("980", 980, None),
    ],
)
def test_amounts_as_people_write_them(text: str, value: float, currency: str | None) -> None:
    line = one("x", "1", text, "")
    assert (line.unit_price, line.currency) == (value, currency)


@settings(max_examples=examples(500))
@given(cents=st.integers(1, 10**9), german=st.booleans())
def test_any_amount_with_cents_is_read_back(cents: int, german: bool) -> None:
    text = f"{cents / 100:,.2f}"
    if german:
        text = text.translate(str.maketrans(",.", ".,"))
    for written in (f"{text} €", f"EUR {text}"):
        found = money_numeral(written)
        assert found is not None
        assert (read_number(found[0], DecimalMark.UNKNOWN).value, found[1]) == (cents / 100, "EUR")


def test_thousands_without_another_amount_that_tells_are_said() -> None:
    found = table("x\t1\t1,234\t", "y\t1\t2.345\t")
    assert [each.unit_price for each in found.lines] == [1234, 2345]
    assert [each.code for each in found.findings] == ["thousands"]
    told = table("x\t1\t1,234\t", "y\t1\t2.5\t")
    assert [each.unit_price for each in told.lines] == [1234, 2.5]
    assert not told.findings


def test_the_total_by_the_quantity_is_the_price_of_a_piece() -> None:
    assert one("x", "8", "$100", header="Part\tQty\tTotal").unit_price == 12.5
    assert one("x", "", "$100", header="Part\tQty\tTotal").unit_price is None


def test_what_does_not_agree_has_no_price() -> None:
    found = table("Micron 7450 PRO 7.68TB\t8\t1,000.00\t9,999.00")
    assert (found.lines[0].unit_price, found.lines[0].kind) == (None, "no_price")
    assert [each.code for each in found.findings] == ["not_agreeing"]


def test_numbers_that_cannot_be_read_are_said() -> None:
    found = table("x\tsome 2 or 3\t1..2\t", "y\t1\ton request\t", "z\t1\t0.00\t")
    assert [each.unit_price for each in found.lines] == [None, None, 0]
    assert [each.kind for each in found.lines] == ["no_price"] * 3
    assert sorted(each.code for each in found.findings) == ["not_readable", "not_readable"]


@pytest.mark.parametrize("name", ["Subtotal", "Total", "Grand total:", "Summe netto", "Gesamtsumme"])
def test_sums_are_no_parts(name: str) -> None:
    assert one(name, "", "", "$5,000.00").kind == "sum"


@pytest.mark.parametrize("name", ["Shipping", "VAT 19 %", "MwSt.", "Frachtkosten", "Installation on site"])
def test_charges_are_no_parts(name: str) -> None:
    assert one(name, "1", "$50.00", "").kind == "charge"


def test_several_prices_for_a_part_are_not_chosen_among() -> None:
    found = table("Micron 7450 PRO 7.68TB\t8\t1000.00\t", "Micron 7450 PRO 7.68 TB\t8\t1100.00\t")
    assert [each.part for each in found.lines] == [None, None]
    assert [each.code for each in found.findings] == ["several_prices"]
    alike = table("Micron 7450 PRO 7.68TB\t8\t1000.00\t", "Micron 7450 PRO 7.68 TB\t2\t1000.00\t")
    assert [each.part for each in alike.lines] == [DRIVE, DRIVE]


@pytest.mark.parametrize(
    ("words", "price", "part", "why"),
    [
        ("VVF 3 years per core and year", "135", "licences/vvf-3-year", None),
        ("VVF 3 years per core", "405", None, "its price is for 3 years, the catalogue's for one year"),
        ("Windows Server 2025 Datacenter 16 core", "6000", "licences/windows-server-2025-datacenter", None),
        ("Windows Server 2025 Datacenter 2 core", "760", None, "its price is of 2 units, the catalogue's of 16"),
    ],
)
def test_a_price_of_other_units_or_years_is_not_that_of_the_row(
    words: str, price: str, part: str | None, why: str | None
) -> None:
    line = one(words, "100", price, "")
    assert (line.part, line.why_none) == (part, why)
    assert line.candidates


def test_each_part_is_known_by_its_key_and_by_its_name() -> None:
    for part, row in priced_rows(CATALOGUE).items():
        if part.startswith("memory/") and getattr(row, "module_gib", None) is None:
            continue
        assert MATCHER.match(row.key, "").part == part
        assert MATCHER.match("", part).part == part
        found = MATCHER.match("", row.name)
        # A name that several rows have, or that is said within another one, is not chosen among.
        assert found.part in (part, None), part
        assert part in [each.part for each in found.candidates]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Xeon 6530P processor", "cpus/intel-xeon-6530p"),
        ("Micron 7450 PRO 15.36TB", "drives/micron-7450-pro-15.36tb"),
        ("7450 PRO 7680GB", DRIVE),
        ("64 GB DDR5 RDIMM 5600", "memory/ddr5-rdimm-64gb-2025-12"),
        # There is no such module: the price by the GiB of any DDR5 must not stand in.
        ("48 GB DDR5 RDIMM", None),
        ("7450 PRO", None),
        ("Micron 7450", None),
        ("EPYC 9455 and EPYC 9355", None),
        ("5 years of support for PowerEdge R770", None),
        ("VMware vSphere Foundation", None),
        ("Something else", None),
    ],
)
def test_a_part_is_chosen_only_without_uncertainty(text: str, part: str | None) -> None:
    found = MATCHER.match("", text)
    assert found.part == part
    assert (found.why_none is None) == (part is not None)
    if part is not None:
        assert found.candidates[0].score >= LEAST_SCORE


def test_words_around_a_name_change_nothing() -> None:
    draw = random.Random(7)
    noise = ["new", "retail", "2.5in", "U.3", "NVMe", "SSD", "PCIe", "tray", "(OEM)", "48C"]
    for _ in range(20):
        words = draw.sample([each for each in noise if each != "tray"], 3)
        assert MATCHER.match("", f"{words[0]} Micron 7450 PRO 7.68TB {words[1]} {words[2]}").part == DRIVE


def test_a_workbook_is_read_with_its_numbers_as_they_are() -> None:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet("Quote")
    for at, row in enumerate(
        [
            ["Quote Q-7"],
            ["Item", "Quantity", "Net price (EUR)", "Date"],
            ["Micron 7450 PRO 7.68TB", 24, 1180.5, "2026-11-20"],
            ["AMD EPYC 9455", 8, 3200, "20.11.2026"],
        ]
    ):
        sheet.write_row(at, 0, row)
    book.close()
    found = quote_reading(stream.getvalue(), "q.xlsx", CATALOGUE)
    assert [(each.part, each.unit_price, each.currency, each.date) for each in found.lines] == [
        (DRIVE, 1180.5, "EUR", "2026-11-20"),
        (CPU, 3200, "EUR", "2026-11-20"),
    ]


def test_unknown_columns_are_named_once() -> None:
    text = "Ding\tWas\tGeld\nA\tMicron 7450 PRO 7.68TB\t1000 €\n"
    with pytest.raises(UnknownColumns) as raised:
        reading(text)
    assert (raised.value.headers, raised.value.code) == (["Ding", "Was", "Geld"], "unknown_format")
    (line,) = reading(text, description="Was", unit_price="Geld").lines
    assert (line.part, line.unit_price) == (DRIVE, 1000)


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"motherboard": "Was"}, "no column of a quote"),
        ({"description": "Was"}, "Say which column"),
        ({"description": "Was", "unit_price": "Preis"}, "has no column 'Preis'"),
    ],
)
def test_a_wrong_mapping_is_refused_with_the_reason(mapping: dict[str, str], words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        reading("Ding\tWas\nA\tB\n", **mapping)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b'{"a": 1}', b"\x00\x01", b"PK\x03\x04xx"])
def test_what_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        reading(data)


@settings(max_examples=examples(200))
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_anything_else_is_read_or_refused(data: bytes) -> None:
    try:
        found = reading(b"Part\tUnit price\n" + data)
    except UnreadableFile:
        return
    assert all(each.part is None or each.candidates for each in found.lines)
