"""The audit of proposals: cases worked by hand, and how their files are read."""

from typing import Any

import pytest

from hostwise.plan.document import plan_json
from hostwise.plan.proposal import QuoteAuditQuestion
from hostwise.quotes.quote_audit import UnknownConfiguration, WrongProposal, audit_proposal, read_proposal
from hostwise.quotes.quote_audit_document import Difference, ProposalReading, QuoteAudit
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from tests.proposals import CATALOGUE, PLAN, workbook


def audit(lines: list[dict[str, Any]], plan: bool = False, stated: dict[str, Any] | None = None) -> QuoteAudit:
    """The audit of one side in US dollars."""
    side = {"name": "offer", "lines": lines, "stated": stated or {}}
    document = {"name": "offer", "currency": "USD", "sides": [side]}
    asked = QuoteAuditQuestion.model_validate({"proposal": document, "plan": PLAN if plan else None})
    return audit_proposal(asked, CATALOGUE)


def read(text: str) -> ProposalReading:
    return read_proposal(text.encode(), "offer.csv", CATALOGUE)


def only(found: QuoteAudit) -> Difference:
    (difference,) = found.differences
    return difference


def test_fifteen_per_cent_off_the_same_licences_on_one_side() -> None:
    """Worked by hand: 400 cores at 50, 15 % off on one side: 400 x 50 x 0.15 = 3,000."""
    rows: list[list[Any]] = [
        ["Option", "Category", "Item", "Quantity", "Unit price", "Discount", "Year 1", "Year 2"],
        ["Stay", "Licences", "Windows Server, core", 400, "50 USD", "", 20_000, 0],
        ["Leave", "Licences", "Windows Server, core", 400, "50 USD", "15 %", 17_000, 0],
    ]
    reading = read_proposal(workbook({"TCO": rows}), "tco.xlsx", CATALOGUE)
    assert [side.name for side in reading.proposal.sides] == ["Stay", "Leave"]
    found = audit_proposal(QuoteAuditQuestion(proposal=reading.proposal), CATALOGUE)
    difference = only(found)
    assert (difference.kind, difference.stated, difference.computed) == ("one_sided_discount", 0.15, 0)
    assert difference.money == pytest.approx(3_000)
    assert difference.favours == "Leave"
    assert found.favour == {"Leave": pytest.approx(3_000)}
    assert found.sentence.startswith("1 difference, 3,000 USD in favour of Leave; 1 question")


def test_a_row_without_a_side_makes_none() -> None:
    by_year: list[list[Any]] = [
        ["Option", "Item", "Year 1", "Year 2"],
        ["Stay", "Licences", 20_000, 0],
        ["Leave", "Licences", 20_000, 0],
        ["", "see attached page", 1_234, 0],
    ]
    quoted: list[list[Any]] = [
        ["Option", "Part number", "Description", "Quantity", "Unit price", "Total"],
        ["Stay", "W-1", "Windows Server, core", 10, 50, 500],
        ["Leave", "W-1", "Windows Server, core", 10, 50, 500],
        ["", "", "see attached page", 1, 1_234, 1_234],
    ]
    for rows in (by_year, quoted):
        reading = read_proposal(workbook({"TCO": rows}), "tco.xlsx", CATALOGUE)
        assert [side.name for side in reading.proposal.sides] == ["Stay", "Leave"]
        assert [(each.line, each.why) for each in reading.left_out] == [(4, "it names no side, as other rows do")]
        assert reading.rows == 3
        assert not audit_proposal(QuoteAuditQuestion(proposal=reading.proposal), CATALOGUE).differences


def test_windows_is_licensed_for_sixteen_cores_of_a_small_server() -> None:
    """Worked by hand: a server with one processor of 8 cores needs 16 cores, two packs of 16 for two servers."""
    servers = [
        {"line": 1, "description": "server", "part": "chassis/dell-poweredge-r770", "quantity": 2},
        {"line": 2, "description": "processor", "part": "cpus/intel-xeon-e5-2620-v4", "quantity": 2},
    ]
    licence = {"part": "licences/windows-server-2025-datacenter", "description": "2 core pack", "unit_price": 600.0}
    short = only(audit([*servers, {"line": 3, **licence, "quantity": 8}]))
    assert (short.kind, short.stated, short.computed, short.unit) == ("licences_short", 16, 32, "cores")
    assert short.money == pytest.approx(8 * 600)
    assert short.lines == [3]
    assert not audit([*servers, {"line": 3, **licence, "quantity": 16}]).differences
    twice = only(audit([*servers, {"line": 3, **licence, "quantity": 16}, {"line": 4, **licence, "quantity": 16}]))
    assert (twice.kind, twice.stated, twice.lines) == ("licences_counted_twice", 64, [3, 4])
    assert twice.money == pytest.approx(16 * 600)


def test_support_within_the_price_of_a_server_has_no_price_of_its_own() -> None:
    said = {"years": 5}
    support = {"line": 1, "description": "Support, 36 months", "line_total": 30_000.0}
    assert only(audit([support], stated=said)).money == pytest.approx(20_000)
    reading = read("Item,Qty,Price\nDell PowerEdge R770 with 3 years support,2,9000\n")
    (side,) = reading.proposal.sides
    short = only(audit([side.lines[0].model_dump()], stated=said))
    assert (short.kind, short.stated, short.money) == ("support_short", 3, None)


def test_licences_of_a_term_may_be_counted_by_the_year() -> None:
    hosts = [
        {"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 2},
        {"line": 2, "part": "cpus/amd-epyc-9355", "quantity": 4},
    ]
    vcf = {"line": 3, "part": "licences/vcf", "quantity": 384}
    assert only(audit([*hosts, {**vcf, "description": "VCF"}])).kind == "licences_counted_twice"
    assert not audit([*hosts, {**vcf, "description": "VCF, 3 years"}]).differences


def test_a_total_may_be_rounded_and_a_price_may_be_net_already() -> None:
    line = {"line": 1, "description": "cable", "quantity": 7, "unit_price": 3.33, "line_total": 23.0}
    assert not audit([line]).differences
    net = {"line": 1, "description": "cable", "quantity": 10, "unit_price": 90.0, "discount_share": 0.1}
    assert not audit([{**net, "line_total": 900.0}]).differences
    assert not audit([{**net, "line_total": 810.0}]).differences
    wrong = only(audit([{**net, "line_total": 950.0}]))
    assert (wrong.computed, wrong.money, wrong.favours) == (810, 140, "sender")
    # Another line of the side shows that prices have their discount in them.
    other = {**net, "line": 2, "description": "other", "line_total": 900.0}
    assert only(audit([{**net, "line_total": 950.0}, other])).money == 50
    less = only(audit([{**net, "line_total": 700.0}]))
    assert less.money == pytest.approx(110)
    assert less.favours == "customer"


@pytest.mark.parametrize("stated", [30.0, 20.0, 35.0])
def test_a_subtotal_is_of_the_lines_since_the_last_and_charges_may_stand_apart(stated: float) -> None:
    lines: list[dict[str, Any]] = [
        {"line": 1, "description": "one", "line_total": 10.0},
        {"line": 2, "kind": "sum", "description": "Subtotal", "line_total": 10.0},
        {"line": 3, "description": "two", "line_total": 20.0},
        {"line": 4, "kind": "charge", "description": "Shipping", "line_total": 5.0},
        {"line": 5, "kind": "sum", "description": "Total", "line_total": stated},
    ]
    assert not audit(lines).differences
    lines[-1]["line_total"] = stated + 2
    assert only(audit(lines)).kind == "sum"


def test_a_sum_with_a_line_that_cannot_be_read_is_not_checked() -> None:
    lines = [
        {"line": 1, "description": "one", "quantity": 2},
        {"line": 2, "kind": "sum", "description": "Total", "line_total": 10.0},
    ]
    found = audit(lines)
    assert not found.differences
    assert "one has no amount that can be read" in {each.because for each in found.not_checked}


def test_drives_that_wear_out_are_one_more_set() -> None:
    """One small read-intensive drive in each host does not last five years of the plan's writes."""
    parts = [
        {"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 14},
        {"line": 2, "part": "drives/intel-dc-p3520-2tb", "quantity": 14, "unit_price": 1_000.0},
    ]
    found = audit(parts, plan=True)
    worn = next(each for each in found.differences if each.kind == "drive_life")
    assert worn.stated < worn.computed == 5
    assert worn.money == pytest.approx(14 * 1_000)


def test_what_a_plan_is_needed_for_is_not_checked_without_one() -> None:
    found = audit([{"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 1}])
    assert not found.differences
    assert ("hosts, capacity and life of drives", "no plan is given") in {
        (each.what, each.because) for each in found.not_checked
    }
    assert found.sentence.startswith("No difference; ")


def test_a_bolder_assumption_says_the_hosts_that_it_saves() -> None:
    parts = [{"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 14}]
    found = audit(parts, plan=True, stated={"vcpu_per_core": 8.0, "growth_rate": 0.2, "spare_hosts": 1})
    bold = only(found)
    assert (bold.kind, bold.stated, bold.computed, bold.source) == (
        "assumption",
        8,
        4,
        "/policy/vcpu_per_core of the plan",
    )
    assert bold.hosts is not None
    assert bold.hosts > 0


def test_an_offer_is_held_to_the_limits_of_the_configuration_of_the_plan() -> None:
    document: dict[str, Any] = plan_json(PLAN)
    document["configurations"][0] |= {"vcpu_per_core": 2.0, "spare_hosts": 3}
    parts = [{"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 20}]
    side = {"name": "offer", "lines": parts, "stated": {"vcpu_per_core": 4.0, "spare_hosts": 2}}
    asked = {"proposal": {"name": "offer", "currency": "USD", "sides": [side]}, "plan": document}
    found = audit_proposal(QuoteAuditQuestion.model_validate(asked), CATALOGUE)
    bold = [(each.stated, each.computed, each.source) for each in found.differences if each.kind == "assumption"]
    assert bold == [
        (4, 2, "/configurations/0/vcpu_per_core of the plan"),
        (2, 3, "/configurations/0/spare_hosts of the plan"),
    ]
    assert all(each.hosts for each in found.differences if each.kind == "assumption")


def test_hosts_that_cannot_be_made_are_not_checked() -> None:
    parts = [{"line": 1, "part": "chassis/dell-poweredge-r770", "quantity": 14}]
    odd = audit([*parts, {"line": 2, "part": "drives/kioxia-cm7-r-7.68tb", "quantity": 15}], plan=True)
    assert not odd.differences
    assert "its drives do not divide over 14 hosts" in {each.because for each in odd.not_checked}
    unequal = audit([*parts, {"line": 2, "part": "cpus/amd-epyc-9355", "quantity": 15}], plan=True)
    assert "its processors do not divide over 14 hosts" in {each.because for each in unequal.not_checked}


def test_unknown_parts_and_configurations_are_named() -> None:
    with pytest.raises(WrongProposal, match="no part 'cpus/none'") as error:
        audit([{"line": 1, "part": "cpus/none"}])
    assert error.value.pointer == "/proposal/sides/0/lines/0/part"
    with pytest.raises(UnknownConfiguration):
        audit_proposal(
            QuoteAuditQuestion.model_validate(
                {"proposal": {"name": "a", "sides": [{"name": "a"}]}, "plan": PLAN, "configuration": "none"}
            ),
            CATALOGUE,
        )


def test_every_row_is_counted_or_listed_with_its_amount() -> None:
    reading = read(
        "Offer 118\nItem,Qty,Unit price,Total\nDrive,2,10.00,20.00\nFree gift,1,0,0\nCable,2,on request,\n"
        "Discount,,,-5.00\nTotal,,,15.00\nRaw capacity,12 TB\nSomething else,77\n"
    )
    (side,) = reading.proposal.sides
    assert [(each.description, each.kind, each.line_total) for each in side.lines] == [
        ("Drive", "part", 20),
        ("Discount", "charge", -5),
        ("Total", "sum", 15),
    ]
    assert side.stated.raw_capacity == 12
    assert side.stated.raw_unit == "TB"
    assert {each.text.split(" | ")[0] for each in reading.left_out} == {"Free gift", "Cable", "Something else"}
    assert reading.rows == reading.counted + len(reading.left_out) + len(reading.rejected)
    assert not audit_proposal(QuoteAuditQuestion(proposal=reading.proposal), CATALOGUE).differences


def test_assumptions_are_read_with_their_units() -> None:
    rows: list[list[Any]] = [
        ["Growth per year", "7.5 %"],
        ["Support", "36 months"],
        ["Data reduction", "3:1"],
        ["Usable capacity (TiB)", 84.5],
        ["Usable per raw", "42 %"],
        ["Spare hosts", "N+2"],
        ["Hosts", 12],
        ["Term", "5 years"],
        ["Item", "Qty", "Price"],
        ["Drive", 1, 100],
    ]
    stated = read_proposal(workbook({"Offer": rows}), "o.xlsx", CATALOGUE).proposal.sides[0].stated
    assert stated.model_dump(exclude_none=True) == {
        "hosts": 12,
        "years": 5,
        "support_years": 3,
        "growth_rate": 0.075,
        "usable_capacity": 84.5,
        "usable_unit": "TiB",
        "usable_per_raw": 0.42,
        "spare_hosts": 2,
        "data_reduction_ratio": 3,
    }


def test_sheets_with_quotes_are_sides_and_what_is_beyond_all_bounds_is_rejected() -> None:
    head = ["Item", "Qty", "Unit price", "Total"]
    sheets: dict[str, list[list[Any]]] = {
        "Option A": [head, ["Windows", 10, 100, 1_000], ["Impossible", 1, 1e15, 1e15]],
        "Option B": [head, ["Windows", 20, 90, 1_800]],
        "Notes": [["Hosts", 12], ["Growth", "5 %"]],
    }
    reading = read_proposal(workbook(sheets), "offers.xlsx", CATALOGUE)
    assert [side.name for side in reading.proposal.sides] == ["Option A", "Option B"]
    assert [side.stated.hosts for side in reading.proposal.sides] == [12, 12]
    assert [(each.line, each.amount) for each in reading.rejected] == [(3, 1e15)]
    difference = only(audit_proposal(QuoteAuditQuestion(proposal=reading.proposal), CATALOGUE))
    assert (difference.kind, difference.money, difference.favours) == ("one_sided_price", 200, "Option B")


def test_hosts_below_the_sums_of_costs_by_year_are_no_cost() -> None:
    rows: list[list[Any]] = [["Item", "Year 1", "Year 2"], ["Servers", 100, 0], ["Total", 100, 0], ["Hosts", 12, ""]]
    (side,) = read_proposal(workbook({"A": rows}), "tco.xlsx", CATALOGUE).proposal.sides
    assert (len(side.lines), side.stated.hosts) == (2, 12)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"name": "a"}', UnreadableFile),
        ("{no JSON", UnreadableFile),
        ("", UnreadableFile),
        ("Colour,Taste\nred,sweet\n", UnknownColumns),
    ],
)
def test_what_is_no_proposal_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read(text)


def test_names_of_a_proposal_stay_text_in_the_report() -> None:
    found = audit([{"line": 1, "description": "a | <b>", "quantity": 2, "unit_price": 5.0, "line_total": 30.0}])
    assert r"A \| \<b\>: the total" in found.report
