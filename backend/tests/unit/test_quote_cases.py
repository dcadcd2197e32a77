"""Whole quotes whose audit is known by hand: licences over hosts, sockets, cores and terms, and prices."""

import csv
import io
from typing import Any

import pytest

from hostwise.plan.document import Plan, plan_json
from hostwise.plan.proposal import QuoteAuditQuestion
from hostwise.quotes.quote_audit import audit_proposal, read_proposal
from hostwise.quotes.quote_audit_document import Difference, QuoteAudit
from tests.proposals import CATALOGUE, PLAN

Row = tuple[str, float, float]
SERVER, EPYC = "Dell PowerEdge R7725", "AMD EPYC 9355"
"""A server of two sockets, and a processor of 32 cores."""


def quote(rows: list[Row], *, head: str = "Unit price USD", above: tuple[str, ...] = ()) -> bytes:
    """A quote of these descriptions, quantities and prices."""
    out = io.StringIO()
    written = csv.writer(out)
    written.writerows([[each] for each in above])
    written.writerow(["Pos", "Description", "Qty", head, "Total"])
    written.writerows([at, text, n, f"{price:.2f}", f"{n * price:.2f}"] for at, (text, n, price) in enumerate(rows, 1))
    return out.getvalue().encode()


def audited(data: bytes, plan: Plan | None = None) -> QuoteAudit:
    reading = read_proposal(data, "quote.csv", CATALOGUE)
    assert not reading.rejected
    return audit_proposal(QuoteAuditQuestion(proposal=reading.proposal, plan=plan), CATALOGUE)


def hosts(number: int, cpu: str = EPYC, sockets: int = 2, price: float = 3700) -> list[Row]:
    """Hosts with processors at a price."""
    return [(SERVER, number, 7500), (cpu, number * sockets, price)]


def only(found: QuoteAudit) -> Difference:
    (difference,) = found.differences
    return difference


def test_memory_at_the_newest_price_of_its_class_is_no_overcharge() -> None:
    found = audited(quote([("DDR5 RDIMM 64GB", 600, 2284.80)]))
    assert not found.differences
    assert not found.questions


def test_a_hospital_has_too_few_cores_of_vsphere_foundation() -> None:
    """By hand: 25 hosts of 64 cores need 1,600 cores; 200 are missing at 405 each for the three years."""
    rows = [
        *hosts(25),
        ("DDR5 RDIMM 64GB", 600, 2284.80),
        ("VMware vSphere Foundation 3 years, per core", 1400, 405),
        ("Windows Server 2025 Datacenter, 16 core", 100, 6771),
        ("ProSupport 5 years", 25, 5400),
    ]
    short = only(audited(quote(rows)))
    assert (short.kind, short.stated, short.computed, short.unit) == ("licences_short", 1400, 1600, "cores")
    assert short.money == pytest.approx(81_000)
    assert short.lines == [5]


@pytest.mark.parametrize(
    ("rows", "stated", "computed", "money"),
    [
        # One year: 20 x 64 = 1,280, 280 missing at 150.
        ([*hosts(20), ("VVF 1 Jahr, je Kern", 1000, 150)], 1000, 1280, 42_000),
        # A yearly price of five years: 40 x 315 x 5.
        ([*hosts(10), ("VMware Cloud Foundation, 60 months, price per core per year", 600, 315)], 600, 640, 63_000),
        # The price of the whole term: 40 x 1,050.
        ([*hosts(10), ("VCF 3-Year Prepaid Commit per core", 600, 1050)], 600, 640, 42_000),
        # At least 16 cores for each processor of 8: 10 x 2 x 16.
        ([*hosts(10, "Intel Xeon E5-2620 v4"), ("VVF 3 years per core", 160, 405)], 160, 320, 64_800),
        # Servers and processors that the catalogue does not have, of 14 cores, licensed as 16: 4 x 32.
        (
            [
                ("HPE ProLiant DL380 Gen10 24SFF CTO Server", 4, 3000),
                ("HPE DL380 Gen10 Xeon-Gold 5120 (2.2GHz/14-core/105W) FIO Processor Kit", 4, 1500),
                ("HPE DL380 Gen10 Xeon-Gold 5120 (2.2GHz/14-core/105W) Processor Kit", 4, 1500),
                ("vSphere Foundation 36M core subscription", 112, 405),
            ],
            112,
            128,
            6_480,
        ),
        # All cores in words, at one amount: 1,400 for 567,000 are 405 each.
        ([*hosts(25), ("VVF, 1,400 cores, 36 months", 1, 567_000)], 1400, 1600, 81_000),
        ([*hosts(25), ("VVF: 22 hosts x 2 CPU x 32 cores, 36 months", 1, 570_240)], 1408, 1600, 77_760),
        # Two terms of one product count together.
        (
            [*hosts(25), ("VVF 1 year per core", 700, 150), ("VVF 3 years per core", 700, 405)],
            1400,
            1600,
            200 * 150,
        ),
        # Ten packs of 16 cores are missing.
        ([*hosts(25), ("Windows Server 2025 Datacenter - 16 Core", 90, 6771)], 1440, 1600, 67_710),
        ([*hosts(25), ("WinSvr DC Core 2025 2Lic CoreLic", 700, 846)], 1400, 1600, 84_600),
        # Nutanix and Red Hat count without floors: 8 x 64 cores, 6 x 32 pairs.
        ([*hosts(8), ("Nutanix Cloud Infrastructure Ultimate, per core, 3 years", 448, 500)], 448, 512, 32_000),
        ([*hosts(6), ("OpenShift Platform Plus, core pair, 1 year", 160, 900)], 160, 192, 28_800),
        ([*hosts(6), ("OpenShift Container Platform (2 cores or 4 vCPUs), 3 years", 160, 900)], 160, 192, 28_800),
        ([*hosts(7), ("Proxmox VE Premium Subscription, per CPU and year", 10, 900)], 10, 14, 3_600),
    ],
)
def test_missing_licences_cost_what_their_line_does(
    rows: list[Row], stated: float, computed: float, money: float
) -> None:
    short = next(each for each in audited(quote(rows)).differences if each.kind == "licences_short")
    assert (short.stated, short.computed) == (stated, computed)
    assert short.money == pytest.approx(money)


@pytest.mark.parametrize(
    "rows",
    [
        [*hosts(25), ("VMware vSphere Foundation 3 years, per core", 1600, 405)],
        [*hosts(25), ("VVF: 25 hosts x 2 CPU x 32 cores = 1600 cores, 36 months", 1, 648_000)],
        [*hosts(25), ("VVF 1600 cores 3 years", 1600, 405)],
        # Core-years, at the price of a year.
        [*hosts(25), ("VVF (1600 cores x 3 years)", 4800, 135)],
        # Packs of sixteen cores.
        [*hosts(25), ("VMware vSphere Foundation, 1 year, 16 cores", 100, 2400)],
        [*hosts(25), ("Windows Server 2022 Datacenter 16 core pack", 100, 6155)],
        [*hosts(4), ("Windows Server 2022 Datacenter 16 core pack", 16, 6155)],
        # The quantity is of cores, as the price says.
        [*hosts(25), ("Windows Server 2025 Datacenter (sold as 16 core pack)", 1600, 423)],
        [*hosts(25), ("VVF 3 years per core, 10 % discount included", 1600, 364.5)],
        # Seventy-two cores are the minimum of an order, not twice what two small hosts need.
        [*hosts(2, "AMD EPYC 9115", 1, 726), ("VCF 3 years per core (72 core min)", 72, 1050)],
        [*hosts(4), ("Red Hat OpenShift Virtualization Engine, 1-2 sockets, 3yr", 4, 9000)],
        # What is no licence of the hosts is not counted as one.
        [*hosts(25), ("vSAN Add-on for VVF, 80 TiB, 3 years", 80, 630), ("VVF 3 years per core", 1600, 405)],
        [*hosts(25), ("VMware vDefend for VCF, 640 cores", 640, 100), ("Windows Server 2025 CAL", 500, 40)],
        [*hosts(25), ("Optional: VVF 3 years, per core", 200, 405)],
    ],
)
def test_enough_licences_are_no_difference_in_any_words(rows: list[Row]) -> None:
    assert not audited(quote(rows)).differences


def test_an_order_below_the_disputed_minimum_is_asked_about() -> None:
    found = audited(quote([*hosts(2, "AMD EPYC 9115", 1, 726), ("VCF 3 years per core", 32, 1050)]))
    assert not found.differences
    assert any("minimum order of 72 cores" in each for each in found.questions)


def test_an_open_term_is_asked_and_the_count_is_checked_all_the_same() -> None:
    found = audited(quote([*hosts(25), ("VMware vSphere Foundation, per core", 1400, 150)]))
    assert only(found).kind == "licences_short"
    text = "Which term does VMware vSphere Foundation, per core have: 1 year, 3 years or 5 years?"
    assert text in found.questions
    assert text in found.letter
    assert "has these words" not in found.report


def test_a_term_may_stand_in_a_column() -> None:
    text = (
        "Item,Term (Months),Qty,Unit price USD,Total\nDell PowerEdge R7725,,10,7500,75000\n"
        "AMD EPYC 9355,,20,3700,74000\n"
        "VMware vSphere Foundation per core,36,600,135,81000\n"
    )
    short = only(audited(text.encode()))
    assert (short.stated, short.computed) == (600, 640)
    assert short.money == pytest.approx(40 * 135 * 3)


@pytest.mark.parametrize(
    ("words", "price"),
    [
        ("DDR5 RDIMM 96GB", 96 * 35.7),
        ("128GB DDR5-6400 RDIMM", 128 * 35.7),
        ("32GB RDIMM 5600MT/s DDR5", 32 * 35.7),
        ("HPE 64GB (1x64GB) Dual Rank x4 DDR5-5600 Registered Smart Memory Kit", 64 * 39.06),
        ("32GB DDR4-3200 RDIMM", 32 * 6.2),
    ],
)
def test_memory_of_any_size_at_the_price_of_its_class_is_none(words: str, price: float) -> None:
    assert not audited(quote([(words, 96, round(price, 2))])).differences


def test_memory_far_above_every_usual_price_is_said_with_the_date() -> None:
    """By hand: 1.9 times 2,284.80 is 4,341.12; 658.88 too much for each of 100."""
    found = only(audited(quote([("DDR5 RDIMM 64GB", 100, 5000)])))
    assert (found.kind, found.computed) == ("price_outside_range", 4341.12)
    assert found.money == pytest.approx(65_888)
    assert "2,284.80 of 2026-08" in found.rule


def test_a_proposal_of_another_time_is_not_held_against_the_prices_of_today() -> None:
    spot = audited(quote([("DDR5 RDIMM 64GB", 100, 700)], above=("Date: 2025-12-20",)))
    assert not spot.differences
    later = audited(quote([("DDR5 RDIMM 64GB", 100, 9000)], above=("Quote date: 2029-01-15",)))
    assert not later.differences
    assert "the newest price known is of 2026-08-14" in {each.because for each in later.not_checked}


@pytest.mark.parametrize(
    ("words", "price", "change"),
    [
        ("DDR5 RDIMM 64GB", 9000.0, {"part": "memory/ddr5-rdimm-64gb-2025-12", "price": 9000.0}),
        ("AMD EPYC 9355", 9999.0, {"part": "cpus/amd-epyc-9355", "price": 9999.0}),
        ("VVF 3 years per core", 1200.0, {"part": "licences/vvf-3-year", "price": 400.0}),
        ("VVF 3 years per core", 500.0, {"part": "licences/vvf-3-year", "price": 500.0}),
        (
            "Windows Server 2025 Datacenter 2 core",
            1500.0,
            {"part": "licences/windows-server-2025-datacenter", "price": 12000.0},
        ),
    ],
)
def test_a_price_of_the_plan_is_no_difference(words: str, price: float, change: dict[str, Any]) -> None:
    document = plan_json(PLAN)
    document["economics"]["prices"] = [change | {"currency": "USD", "date": "2026-10-01"}]
    asked = quote([(words, 100, price)])
    assert any(each.kind == "price_outside_range" for each in audited(asked).differences)
    found = audited(asked, Plan.model_validate(document))
    assert not [each for each in found.differences if each.kind == "price_outside_range"]
    assert "What does the price" not in found.letter


def test_a_price_that_a_configuration_pays_is_no_difference() -> None:
    document = plan_json(PLAN)
    document["configurations"][0]["cpu"]["price"] = 9_999.0
    found = audited(quote([("AMD EPYC 9355", 28, 9_999)]), Plan.model_validate(document))
    assert "price_outside_range" not in {each.kind for each in found.differences}


def test_a_currency_is_read_or_asked() -> None:
    rows: list[Row] = [*hosts(25), ("VVF 3 years per core", 1400, 405)]
    asked = "In which currency are the amounts?"
    unknown = audited(quote(rows, head="Unit price"))
    assert unknown.currency is None
    assert asked in unknown.questions
    for head, above in (
        ("Price EUR", ()),
        ("Unit price", ("All prices in Euro, net",)),
        ("Unit price", ("Currency: EUR",)),
    ):
        found = audited(quote(rows, head=head, above=above))
        assert found.currency == "EUR"
        assert asked not in found.questions
        short = next(each for each in found.differences if each.kind == "licences_short")
        assert short.currency == "EUR"
        assert "81,000 EUR" in short.sentence


def test_a_german_quote_with_an_option_a_discount_and_a_yearly_price() -> None:
    """By hand: 8 x 64 = 512 cores, 32 missing at 125 a year for three years; the option is in no sum."""
    text = (
        "Angebot A-77 vom 12.03.2026\nAlle Preise in EUR zzgl. MwSt.\nPos;Bezeichnung;Menge;Einzelpreis;Gesamtpreis\n"
        "1;HPE DL380 Gen11 8SFF CTO Server;8;3.500,00;28.000,00\n"
        "2;Intel Xeon-Gold 6548Y+ 2.5GHz 32-core 250W Processor for HPE;16;3.900,00;62.400,00\n"
        "3;vSphere Foundation, Laufzeit 36 Monate, Preis je Kern und Jahr;480;125,00;60.000,00\n"
        "4;Windows Server 2025 Datacenter 16 Kerne;32;6.100,00;195.200,00\n"
        "5;HPE 5Y Tech Care Essential DL380 Gen11 SVC;8;4.000,00;32.000,00\n"
        "6;Optional: VCF statt VVF;512;900,00;460.800,00\n7;Projektrabatt;1;-30.000,00;-30.000,00\n"
        ";Summe netto;;;347.600,00\n;zzgl. 19 % MwSt.;;;66.044,00\n;Gesamtsumme brutto;;;413.644,00\n"
    )
    reading = read_proposal(text.encode(), "angebot.csv", CATALOGUE)
    assert (reading.proposal.currency, reading.proposal.date) == ("EUR", "2026-03-12")
    found = audited(text.encode())
    short = only(found)
    assert (short.kind, short.stated, short.computed, short.currency) == ("licences_short", 480, 512, "EUR")
    assert short.money == pytest.approx(12_000)
    assert len(found.questions) == 1


def test_nodes_that_name_their_processors_are_hosts() -> None:
    node = "NX-3155-G10 node with 2x Intel Xeon 6520P (2.4 GHz, 24-core)"
    rows: list[Row] = [
        (node, 6, 20_000),
        ("Nutanix Cloud Infrastructure (NCI) Ultimate, 1 CPU Core, 5 years", 240, 1500),
    ]
    short = only(audited(quote(rows)))
    assert (short.stated, short.computed) == (240, 288)
    assert short.money == pytest.approx(72_000)


def test_usable_capacity_is_asked_only_of_what_has_storage() -> None:
    asked = "Which usable capacity"
    assert asked not in audited(quote([*hosts(14), ("VVF 3 years per core", 896, 405)]), PLAN).letter
    drives = ("Kioxia CM7-R 7.68TB", 84, 2500.0)
    assert asked in audited(quote([*hosts(14), drives]), PLAN).letter


@pytest.mark.parametrize("price", [150, 405, 600])
def test_a_price_of_any_term_is_usual_while_the_term_is_open(price: float) -> None:
    """A core costs 150 for one year, 3 x 135 for three and 5 x 120 for five."""
    found = audited(quote([("VVF per core", 704, price)]))
    assert not found.differences
    assert found.questions == ["Which term does VVF per core have: 1 year, 3 years or 5 years?"]


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("Nutanix Cloud Infrastructure Pro, per core", "1 to 5 years"),
        ("vSphere Standard, per core", "1 to 3 years"),
        ("vSAN add-on per TiB", "1, 3 or 5 years"),
        ("OpenShift Virtualization Engine, 1-2 sockets", "1 or 3 years"),
    ],
)
def test_the_term_of_a_product_with_one_row_is_asked_too(words: str, asked: str) -> None:
    found = audited(quote([(words, 100, 100)]))
    assert found.questions == [f"Which term does {words} have: {asked}?"]
    assert not audited(quote([(f"{words}, 3 years", 100, 100)])).questions


def test_years_that_a_line_says_are_not_asked() -> None:
    text = "Item,Term (Months),Qty,Unit price USD,Total\nVVF per core,36,100,405,40500\nVVF per core,24,40,250,10000\n"
    assert not audited(text.encode()).questions


def test_a_price_between_two_dates_may_be_either() -> None:
    """By hand: a module of 64 GB cost 700 in December 2025 and 2,284.80 in August 2026, where 1.9 times is 4,341.12."""
    for price in (700, 2284.80, 4300):
        assert not audited(quote([("DDR5 RDIMM 64GB", 100, price)], above=("Date: 2026-06-01",))).differences
    found = audited(quote([("DDR5 RDIMM 64GB", 100, 5400)], above=("Date: 2026-06-01",)))
    assert only(found).computed == 4341.12
    assert "700 USD (2025-12) and 2,284.80 USD (2026-08-14)" in found.letter


def test_a_list_of_software_is_not_held_against_a_quote_before_it() -> None:
    row: Row = ("Windows Server 2025 Datacenter - 16 Core", 44, 9771)
    assert not audited(quote([row], above=("Date: 2024-03-01",))).differences
    assert only(audited(quote([row], above=("Date: 2026-03-01",)))).computed == 6771


def test_the_letter_says_kind_date_and_currency_of_what_it_compares_with() -> None:
    found = audited(quote([("VVF 3 years per core", 704, 1405)], above=("Date: 2026-06-20",)))
    assert found.letter == (
        "Questions about quote.csv, dated 2026-06-20:\n\n1. What does the price of 1,405 USD for VVF 3 years per core "
        "include? We compare with the list price of 135 USD a year (2026-06), and expect at most 405 USD."
    )


def test_a_quote_in_another_currency_than_the_plan_is_not_held_against_its_prices() -> None:
    rows: list[Row] = [*hosts(14, price=99_999), ("DDR5 RDIMM 64GB", 336, 99_999)]
    found = audited(quote(rows, head="Unit price EUR"), PLAN)
    assert "price_outside_range" not in {each.kind for each in found.differences}
    assert {each.currency for each in found.differences} <= {"EUR"}
    text = "the catalogue's price is in USD, and the proposal is in EUR"
    assert {each.because for each in found.not_checked if each.what.startswith(f"price of {EPYC}")} == {text}


def test_the_currency_is_asked_first() -> None:
    found = audited(quote([*hosts(10), ("VVF per core", 600, 405)], head="Unit price"))
    assert found.questions[0] == "In which currency are the amounts?"
    assert len(found.questions) > 1


@pytest.mark.parametrize(("mark", "currency"), [("R$", "BRL"), ("S$", "SGD"), ("AU$", "AUD"), ("US$", "USD")])
def test_dollars_of_other_countries_are_not_those_of_america(mark: str, currency: str) -> None:
    text = f"Item,Qty,Unit price,Total\nCable,10,{mark} 7.50,{mark} 75.00\n"
    assert read_proposal(text.encode(), "quote.csv", CATALOGUE).proposal.currency == currency


def test_a_quote_of_licences_is_asked_for_no_capacity() -> None:
    rows: list[Row] = [("VVF 3 years per core", 896, 405), ("vSAN add-on per TiB 3 years", 100, 630)]
    assert "capacity" not in audited(quote(rows), PLAN).letter


@pytest.mark.parametrize(
    ("header", "currency"),
    [
        ("Description,Qty,Unit Price (US Dollar),Total Price (US Dollar)", "USD"),
        ("Bezeichnung,Menge,Einzelpreis in Euro,Gesamtpreis in Euro", "EUR"),
        ("Description,Qty,Unit price excl. GST (AUD),Total price excl. GST (AUD)", "AUD"),
        ("D\u00e9signation,Qt\u00e9,Prix unitaire HT (EUR),Montant HT (EUR)", "EUR"),
        ("Descripci\u00f3n,Cantidad,Precio unitario,Importe", None),
        ("Descrizione,Quantit\u00e0,Prezzo unitario (EUR),Totale", "EUR"),
        ("Description,Qty,Unit Price $,Subtotal", "USD"),
    ],
)
def test_columns_in_other_languages_and_with_currencies(header: str, currency: str | None) -> None:
    text = f"{header}\nVVF 3 years per core,700,405,283500\n"
    (line,) = read_proposal(text.encode(), "quote.csv", CATALOGUE).proposal.sides[0].lines
    assert (line.quantity, line.unit_price, line.line_total) == (700, 405, 283_500)
    assert audited(text.encode()).currency == currency
