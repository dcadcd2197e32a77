"""Reports: the same bytes for the same plan, the engine's numbers in every format, and text that stays text."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from python_calamine import CalamineWorkbook

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.evaluation_answer import UnknownConfiguration, evaluate_plan
from hostwise.answers.evaluation.parts import RESULT
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Uncertainty
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import QuantityState
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.hashing import plan_hash
from hostwise.reports import report_files as reports
from hostwise.reports.content import Revision
from hostwise.reports.cover import Cover
from hostwise.reports.report_files import FORMATS, UnknownFormat, media_type, report
from tests.compiled import compiled, needs_a_compiler
from tests.integration import office
from tests.integration.corner_plan import corner_plan
from tests.unit.pdf_reading import read_pages

SHEETS = [
    "Decision", "Assumptions", "Bill of materials", "Comparison", "Charts", "Model", "Inputs", "Findings", "Sources",
    "About",
]  # fmt: skip


def written(plan: Plan, report_format: str, revision: Revision | None = None) -> bytes:
    return report(plan, load_catalogue(), report_format, revision=revision)


@pytest.fixture(scope="module")
def corner() -> bytes:
    """The workbook of a plan in which everything is odd."""
    return written(corner_plan(), "xlsx")


@pytest.fixture(scope="module")
def moderate() -> bytes:
    """The workbook of the sample that opens first."""
    return written(sample_plan("moderate-io"), "xlsx")


def rows(workbook: bytes, sheet: str) -> list[list[object]]:
    return [
        list(row) for row in CalamineWorkbook.from_filelike(io.BytesIO(workbook)).get_sheet_by_name(sheet).to_python()
    ]


def parts(workbook: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist() if name.endswith((".xml", ".rels"))}


@pytest.mark.parametrize("report_format", FORMATS)
def test_the_same_plan_gives_the_same_bytes(report_format: str) -> None:
    plan = sample_plan("vfrc13-swingbench")
    assert written(plan, report_format) == written(Plan.model_validate(plan_json(plan)), report_format)


def test_no_clock_has_a_part_in_a_workbook(moderate: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(moderate)) as archive:
        assert {each.date_time[:3] for each in archive.infolist()} == {(1980, 1, 1)}
    assert "2000-01-01T00:00:00Z" in parts(moderate)["docProps/core.xml"]


def test_what_the_cost_lacks_stands_on_the_first_sheet_with_its_amount_and_whose_it_is() -> None:
    texts = [str(row[0]) for row in rows(written(sample_plan("databases-2026"), "xlsx"), "Decision")]
    lacking = [each for each in texts if "needs Software Assurance, which is not counted" in each]
    assert len([each for each in lacking if each.startswith("64 fast cores a host: ")]) == 1
    assert len([each for each in lacking if each.startswith("128 slower cores a host: ")]) == 1
    assert any(each.startswith("Not counted, since the plan gives no figure: ") for each in texts)


def test_a_kept_plan_brings_its_date() -> None:
    revision = Revision(7, datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC))
    workbook = written(sample_plan("vfrc13-swingbench"), "xlsx", revision)
    assert "2026-03-04T05:06:07Z" in parts(workbook)["docProps/core.xml"]
    assert ["Revision", "7, saved 2026-03-04 05:06 UTC"] in [row[:2] for row in rows(workbook, "About")]


def test_a_plan_that_is_not_saved_has_the_date_that_was_asked_for_and_no_revision() -> None:
    plan, day = sample_plan("vfrc13-swingbench"), date(2026, 11, 27)

    def made(report_format: str, made_on: date | None = day) -> bytes:
        return report(plan, load_catalogue(), report_format, made_on=made_on)

    workbook = made("xlsx")
    assert "2026-11-27T00:00:00Z" in parts(workbook)["docProps/core.xml"]
    assert ["Made on", "2026-11-27"] in [row[:2] for row in rows(workbook, "About")]
    assert "- Made on 2026-11-27" in made("md").decode().splitlines()
    last = list(csv.DictReader(io.StringIO(made("csv").decode(), newline="")))[-1]
    assert (last["part"], last["label"], last["text"]) == ("report", "Made on", "2026-11-27")
    assert "Made on" not in made("md", None).decode()
    assert [each["part"] for each in csv.DictReader(io.StringIO(made("csv", None).decode(), newline=""))][
        -1
    ] != "report"
    for report_format in ("xlsx", "pdf"):
        assert made(report_format) == made(report_format)
        assert made(report_format) != made(report_format, date(2026, 11, 28))


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(UnknownFormat, match=r"'odt'; there are json, xlsx"):
        written(sample_plan("light-io"), "odt")
    with pytest.raises(UnknownFormat):
        media_type("odt")


def test_an_unknown_reference_is_refused() -> None:
    with pytest.raises(UnknownConfiguration):
        report(sample_plan("light-io"), load_catalogue(), "xlsx", reference="none")


def test_json_is_the_result() -> None:
    plan = sample_plan("light-io")
    found = decide(plan, load_catalogue(), None, replace(RESULT, decision=True))
    assert found.decision is not None
    assert found.decision.phase == "sized"
    assert json.loads(written(plan, "json")) == found.model_dump(mode="json")


# --------------------------------------------------------------------------------------------------------- advice


def sized(groups: int, configurations: int) -> Plan:
    document = plan_json(sample_plan("light-io"))
    document.pop("sample")
    document["workload"]["groups"] *= groups
    first = document["configurations"][0]
    document["configurations"] = [first | {"key": f"c{place}"} for place in range(configurations)]
    return Plan.model_validate(document)


@pytest.mark.parametrize(
    ("groups", "configurations", "simulations", "words"),
    [
        (2, 12, 4096, "Ranges hold 90\u00a0% of 16 simulations, each with the hosts that it needs. "),
        (11, 12, 1024, "The simulations are fewer than usual, since the plan has 132 VM groups times configurations."),
        (126, 12, None, "Nothing is simulated, so that it is not said how sure this is: the plan has 1,512 VM groups"),
    ],
)
def test_a_large_plan_has_fewer_futures_or_none(
    groups: int, configurations: int, simulations: int | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def few(_: Run, catalogue: Catalogue, *, number: int, reference: str) -> Uncertainty:
        asked.append(number)
        return uncertainty_of(sized(1, configurations), catalogue, number=16, reference=reference)

    monkeypatch.setattr(reports, "uncertainty_of_run", few)
    text = written(sized(groups, configurations), "md").decode()
    assert words in text
    assert asked == ([] if simulations is None else [simulations])
    # What is known as sized stands there all the same, and nothing is said to be under way.
    assert text.splitlines()[2].startswith("**")
    assert "Running" not in text


@pytest.fixture
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advice of a report rests on few simulations: enough for its words."""

    def few(run: Run, catalogue: Catalogue, *, number: int, reference: str) -> Uncertainty:
        return uncertainty_of(run.plan, catalogue, number=min(number, 64), reference=reference)

    monkeypatch.setattr(reports, "uncertainty_of_run", few)


def lines_below(text: str, heading: str) -> list[str]:
    return text.split(f"## {heading}\n\n")[1].split("\n\n")[0].splitlines()


@pytest.mark.usefixtures("few_simulations")
def test_what_decides_most_is_to_be_checked_first() -> None:
    text = written(sample_plan("leaving-vmware"), "md").decode()
    verdict, prices, hosts = lines_below(text, "Three things to check first")
    assert verdict == "- Verdict: Migration cost is missing: enter it."
    assert "of the cost rests on estimated prices: chassis, storage adapter (Fibre Channel) and network card." in prices
    assert re.match(r"- Hosts, .*: \d+ hosts cover \d+\u00a0% of simulations", hosts)
    # The findings begin with them, in the same order.
    assert [each[:30] for each in lines_below(text, "Findings")[:3]] == [each[:30] for each in (verdict, prices, hosts)]


@pytest.mark.usefixtures("few_simulations")
def test_what_changes_nothing_is_not_said_to_move_most() -> None:
    text = written(sample_plan("leaving-vmware"), "md").decode()
    moved = lines_below(text, "No single input makes Azure Local cheaper")
    ends = [re.findall(r"[\d.]+\u00a0[kM]", line) for line in moved]
    assert ends
    assert all(len(set(each)) == 2 for each in ends)
    drivers = uncertainty_of(sample_plan("leaving-vmware"), load_catalogue(), number=16).sensitivities
    assert any("of databases or infrastructure" in each.name for each in drivers)
    assert not any("any one of" in line for line in moved)


@pytest.mark.usefixtures("few_simulations")
def test_where_no_drives_wear_out_their_life_is_left_out() -> None:
    text = written(sample_plan("leaving-vmware"), "md").decode()
    assert "Flash life" not in text
    assert "the hosts have no flash drives of their own that could wear out" in text
    assert "wear-out with growth" not in text.casefold()


def test_of_one_configuration_there_is_nothing_to_compare() -> None:
    plan = sample_plan("light-io").model_copy(update={"configurations": sample_plan("light-io").configurations[:1]})
    text = written(plan, "md").decode()
    said = re.escape("**The only candidate. NAND 800 GB needs 4 hosts and costs ")
    assert re.search(said + r"[\d.]+.k.USD over 5 years\. Its drives last [\d.]+ years", text)
    assert "Cheapest" not in text.split("## Comparison")[0]


def as_read(text: str) -> str:
    """Text without what Markdown puts before marks, and with one blank between words."""
    return " ".join(re.sub(r"\\(.)", r"\1", text).split())


def on_paper(text: str) -> str:
    """Text without blanks and hyphens, which may stand at the end of a line."""
    return re.sub(r"[\s\xad-]", "", text)


def impossible() -> Plan:
    """A plan of which nothing can be built."""
    document = plan_json(sample_plan("moderate-io"))
    document["workload"]["groups"][0]["memory_gib"] = 20_000
    return Plan.model_validate(document)


@pytest.mark.parametrize(
    ("plan", "label"),
    [
        (sample_plan("nvme-2026"), "Too close to call"),
        (sample_plan("moderate-io"), "Likely"),
        # With so few simulations; with as many as usual it is open.
        (sample_plan("edge-platforms"), "Likely"),
        (impossible(), "Cannot be built"),
        (sample_plan("vmw10"), "No cost yet"),
    ],
    ids=["nvme-2026", "moderate-io", "edge-platforms", "impossible", "vmw10"],
)
def test_every_format_says_the_decision_word_for_word(plan: Plan, label: str) -> None:
    decision = uncertainty_of(plan, load_catalogue(), number=16).decision
    assert decision.label == label
    said = [str(each.line.text) for each in decision.checks] + [str(each.text) for each in decision.break_evens]
    if decision.detail is not None:
        said.append(str(decision.detail.text))
    assert len(decision.checks) == 3
    lead = f"{label}. {decision.sentence.text}"

    markdown = written(plan, "md").decode()
    assert as_read(markdown.splitlines()[2]) == as_read(f"**{lead}**")
    head = as_read(markdown.split("## Comparison")[0])
    assert all(as_read(each) in head for each in said)

    (page, *_) = read_pages(written(plan, "pdf"))
    letters = on_paper(" ".join(part.text for part in page.all("P", "H1", "H2", "TD", "LBody")))
    assert [each for each in [lead, *said, "Three things to check first"] if on_paper(each) not in letters] == []
    listed = [on_paper(part.text) for part in page.all("LBody")][-3:]
    checks = [on_paper(str(each.line.text)) for each in decision.checks]
    assert all(check in each for check, each in zip(checks, listed, strict=True))

    decided = [row[0] for row in rows(written(plan, "xlsx"), "Decision")]
    assert lead in decided
    assert all(any(each in str(cell) for cell in decided) for each in said)
    assert sum(each == "Three things to check first" for each in decided) == 1

    table = list(csv.DictReader(io.StringIO(written(plan, "csv").decode(), newline="")))
    first = [each for each in table if each["part"] == "decision"]
    assert table[: len(first)] == first
    assert (first[0]["section"], first[0]["label"], first[0]["text"]) == (
        "sentence",
        label,
        str(decision.sentence.text),
    )
    checks = [str(said.text) for each in decision.checks for said in each.said]
    assert [each["text"] for each in first if each["section"] == "check"] == checks
    assert {each["text"] for each in first} >= set(said)


def test_all_that_is_found_is_listed_in_the_order_of_the_decision(moderate: bytes) -> None:
    plan = sample_plan("moderate-io")
    decision = uncertainty_of(plan, load_catalogue(), number=16).decision
    found = [str(said.text) for each in (*decision.checks, *decision.notices) for said in each.said]
    assert [row[2] for row in rows(moderate, "Findings")[2 : 2 + len(found)]] == found
    text = as_read(written(plan, "md").decode().split("## Findings")[1].split("\n## ")[0])
    places = [text.index(as_read(each)) for each in found]
    assert places == sorted(places)


def test_a_row_that_takes_part_in_no_comparison_says_why() -> None:
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"][0]["hosts"] = 2
    text = written(Plan.model_validate(document), "md").decode()
    (row,) = (each for each in text.split("## Comparison")[0].splitlines() if each.startswith("| NAND 800 GB"))
    assert row.startswith("| NAND 800 GB (is not feasible: ")


def test_the_workbook_has_the_bands_of_the_decision_as_numbers(moderate: bytes) -> None:
    uncertainty = uncertainty_of(sample_plan("moderate-io"), load_catalogue(), number=16)
    shown = {row[0]: row[2:5] for row in rows(moderate, "Decision")}
    assert shown["Total cost, 5th percentile"] == pytest.approx([each.cost.low for each in uncertainty.configurations])
    assert shown["Flash life, as sized"] == pytest.approx([each.life_years.mid for each in uncertainty.configurations])
    assert shown["Cheapest"] == pytest.approx([each.probability_cheapest for each in uncertainty.configurations])


# ------------------------------------------------------------------------------------------------------- workbook


def test_the_sheets(moderate: bytes, corner: bytes) -> None:
    assert CalamineWorkbook.from_filelike(io.BytesIO(moderate)).sheet_names == SHEETS
    # What grows has a sheet for the months, and what follows a measured model one for its curves.
    more = [*SHEETS[:7], "Months", "Curves", *SHEETS[7:]]
    assert CalamineWorkbook.from_filelike(io.BytesIO(corner)).sheet_names == more


def test_the_first_sheets_say_whose_the_report_is_and_what_it_assumes() -> None:
    cover = Cover(title="Cluster for the plant", customer="Example Ltd", author="A. Planner")
    workbook = report(sample_plan("leaving-vmware"), load_catalogue(), "xlsx", cover=cover, made_on=date(2026, 12, 1))
    assert [row[0] for row in rows(workbook, "Decision")[:3]] == [
        "Cluster for the plant",
        "Prepared for Example Ltd by A. Planner",
        "Made on 2026-12-01",
    ]
    assumed = rows(workbook, "Assumptions")
    topics = [str(row[0]) for row in assumed[3:] if not any(row[1:])]
    assert topics[:2] == ["Sizing", "Growth"]
    assert all(row[3] for row in assumed[3:] if row[1])


def test_readers_that_do_not_calculate_show_the_results(moderate: bytes) -> None:
    result = evaluate_plan(sample_plan("moderate-io"), load_catalogue())
    shown = {row[0]: row for row in rows(moderate, "Comparison")}
    assert shown[result.plan_name][0] == result.plan_name
    for row in result.rows:
        for place, cell in enumerate(row.cells):
            found = shown[row.label][2 + place]
            if cell.value.state is QuantityState.EVALUATED and row.format != "state":
                assert found == pytest.approx(cell.value.value, rel=1e-12), (row.key, cell.configuration)
            else:
                assert isinstance(found, str)
                assert found


def test_every_input_is_a_named_cell_with_its_origin(moderate: bytes) -> None:
    plan = sample_plan("moderate-io")
    result = evaluate_plan(plan, load_catalogue())
    table = rows(moderate, "Inputs")
    head = [str(each) for each in table[2]]
    listed = [dict(zip(head, row, strict=True)) for row in table[3:]]
    # No configuration has drives for memory, swap or a read cache.
    expected = [each for each in result.inputs if each.role in (None, Role.WRITE_TIER.key, Role.CAPACITY.key)]
    assert len(listed) == len(expected) < len(result.inputs)
    names = {each["Cell name"] for each in listed if each["Cell name"]}
    assert names <= set(defined(moderate))
    for record, row in zip(expected, listed, strict=True):
        assert row["Quantity"] == record.quantity
        assert row["Status"] == record.status.value.replace("_", " ")
        assert row["Source"] == (record.source or "")
        if row["Cell name"]:
            assert row["Value"] == ("" if record.value is None else pytest.approx(record.value))


@pytest.mark.parametrize("memory_gib", [4, 20_000])
def test_the_advice_calls_a_number_a_bound_and_nothing_else(memory_gib: float) -> None:
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"][1]["capacity"] = {"count": 4, "price": 500}
    for group in document["workload"]["groups"]:
        group["memory_gib"] = memory_gib
    text = report(Plan.model_validate(document), load_catalogue(), "md").decode()
    # The table of the decision is the first that has it.
    line = next(each for each in text.splitlines() if each.startswith("| Optane + persistent memory"))
    hosts, cost = (line.split(" | ")[place] for place in (1, 3))
    is_feasible = memory_gib == 4
    assert hosts.startswith("\u2265\u00a0") is is_feasible
    assert cost.startswith("\u2265\u00a0") is is_feasible
    assert is_feasible or (hosts, cost) == ("\u2013", "\u2013")


def defined(workbook: bytes) -> dict[str, tuple[str, str]]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return office.defined_names({name: archive.read(name) for name in archive.namelist()})


def test_two_inputs_that_are_one_field_of_the_plan_are_one_cell(moderate: bytes) -> None:
    names, sheet = defined(moderate), parts(moderate)[f"xl/worksheets/sheet{SHEETS.index('Inputs') + 1}.xml"]
    address = names["in_disk_groups_nand"][1]
    cell = sheet[sheet.index(f'<c r="{address}"') :].split("</c>")[0]
    # The first of them in the order of the inputs holds the number.
    assert "in_drives_per_host_nand" in cell


def test_every_quantity_behind_the_rows_is_on_the_model_sheet(moderate: bytes) -> None:
    plan = sample_plan("moderate-io")
    run, result = run_plan(plan, load_catalogue()), evaluate_plan(plan, load_catalogue())
    names = {row[1] for row in rows(moderate, "Model")}
    wanted = run.evaluation.graph.order([row.quantity for row in result.rows])
    assert set(wanted) <= names


def test_unknown_is_no_zero(corner: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("corner") / "corner.xlsx"
    path.write_bytes(corner)
    model = office.cells(path)["Model"]
    lines = {value: int(address[1:]) for address, value in reversed(model.items()) if address[0] == "B"}
    assert model[f"G{lines['absorbing_drive_gb']}"] == "#N/A"
    assert model[f"E{lines['hosts_for_largest_vm']}"] == 1e150
    assert model[f"E{lines['hosts']}"] == "#N/A"
    comparison = office.cells(path)["Comparison"]
    (line,) = (address[1:] for address, value in comparison.items() if address[0] == "A" and value == "hosts")
    assert [comparison[f"{column}{line}"] for column in "CDEF"] == ["infeasible", 11.0, 22.0, 4.0]


def test_text_that_looks_like_a_formula_is_text(corner: bytes) -> None:
    plan = corner_plan()
    contents = parts(corner)
    formulas = [each for name, part in contents.items() if "worksheets" in name for each in part.split("<f>")[1:]]
    assert formulas
    for text in (
        plan.name,
        *(group.name for group in plan.workload.groups),
        *(each.name for each in plan.configurations),
    ):
        assert not any(each.startswith((text, text[1:])) for each in formulas), text
    assert rows(corner, "Decision")[0][0] == plan.name
    assert [str(each) for each in rows(corner, "Model")[1]][4 : 4 + len(plan.configurations)] == [
        each.name for each in plan.configurations
    ]
    assert {row[2] for row in rows(corner, "Model")} >= {group.name for group in plan.workload.groups}
    # No cell is a link, and none asks for another file.
    assert "hyperlink" not in contents["xl/worksheets/sheet1.xml"].lower()
    assert not [name for name in contents if "externalLink" in name]


def test_the_workbook_has_charts_of_its_own(moderate: bytes) -> None:
    charts = [part for name, part in parts(moderate).items() if name.startswith("xl/charts/chart")]
    assert len(charts) == 4
    assert all("<c:v>" not in part.split("<c:cat>")[0] or "Charts!" in part for part in charts)
    assert sum("barDir" in part for part in charts) == 3


def test_the_sheet_of_materials_has_the_lines_and_sums_them(moderate: bytes) -> None:
    plan, catalogue = sample_plan("moderate-io"), load_catalogue()
    advised = uncertainty_of(plan, catalogue).decision.advised
    bills = bill_of_materials_of(plan, catalogue).configurations
    assert advised not in {None, bills[0].key}  # the order says something here
    # The advised configuration comes first, the others in the order of the plan.
    found = [each for each in bills if each.key == advised] + [each for each in bills if each.key != advised]
    shown = rows(moderate, "Bill of materials")
    header = next(row for row in shown if row[0] == "Item")
    amounts, statuses = header.index("Amount"), header.index("Status")
    expected = [each for of in found for section in of.sections for each in section.lines]
    listed = [row for row in shown if row[statuses] and row is not header and row[0] != "Item"]
    assert [(row[0], row[amounts]) for row in listed] == [(each.label, each.amount) for each in expected]
    totals = [section.total.amount for of in found for section in of.sections]
    assert [row[amounts] for row in shown if row[0] == "Total"] == totals
    sheet = f"xl/worksheets/sheet{SHEETS.index('Bill of materials') + 1}.xml"
    assert parts(moderate)[sheet].count("<f>SUM(I") == len(totals)
    # Where no price is known, no sum is a zero.
    unpriced = rows(written(sample_plan("vmw10"), "xlsx"), "Bill of materials")
    assert [row[amounts] for row in unpriced if row[0] == "Total"] == ["unknown"] * 6
    assert sum(row[header.index("Unit price")] == "missing" for row in unpriced) == 19


def test_what_the_workbook_is_stands_in_it(moderate: bytes) -> None:
    plan = sample_plan("moderate-io")
    facts = {str(row[0]): row[1] for row in rows(moderate, "About")}
    assert facts["Hash of the plan"] == plan_hash(plan)
    assert facts["Catalogue"] == load_catalogue().version
    assert str(facts["Unit convention"]).startswith("binary_as_printed")
    keys = {row[0] for row in rows(moderate, "Sources")}
    used = {row[7] for row in rows(moderate, "Inputs")[3:] if row[7]}
    assert {key for each in used for key in str(each).split("; ")} <= keys


# -------------------------------------------------------------------------------------------------------- the rest


@needs_a_compiler
def test_machine_code_gives_a_growing_plan_the_sheets_that_numpy_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    def sheets() -> dict[str, tuple[int, int]]:
        book = CalamineWorkbook.from_filelike(io.BytesIO(written(sample_plan("nvme-2026"), "xlsx")))
        found = {name: book.get_sheet_by_name(name) for name in book.sheet_names}
        return {name: (each.height, each.width) for name, each in found.items()}

    expected = sheets()
    assert "Months" in expected
    monkeypatch.setattr(MODEL, "kernel", compiled())
    assert sheets() == expected


def test_comma_separated_values_follow_the_standard() -> None:
    content = written(corner_plan(), "csv").decode()
    assert content.endswith("\r\n")
    assert "\n" not in content.replace("\r\n", "")
    table = list(csv.reader(io.StringIO(content, newline=""), strict=True))
    assert {len(record) for record in table} == {len(table[0])}
    for record in table[1:]:
        for field in record:
            assert not field.startswith(("=", "@", "\t", "\r"))
            if field.startswith(("+", "-")):
                float(field)
    assert "'-large" in {record[6] for record in table}


def test_comma_separated_values_hold_the_result() -> None:
    plan = sample_plan("light-io")
    result = evaluate_plan(plan, load_catalogue())
    table = list(csv.DictReader(io.StringIO(written(plan, "csv").decode(), newline="")))
    compared = [each for each in table if each["part"] == "comparison"]
    assert len(compared) == sum(len(row.cells) for row in result.rows)
    (hosts,) = (each for each in compared if each["quantity"] == "hosts" and each["configuration"] == "nand")
    assert (hosts["value"], hosts["state"], hosts["unit"]) == ("4", "evaluated", "hosts")
    exact = {(each["configuration"], each["quantity"]): each for each in table if each["part"] == "quantity"}
    for configuration in result.configurations:
        for name, value in configuration.quantities.items():
            found = exact[configuration.key, name]
            assert found["state"] == value.state.value
            assert (float(found["value"]) if found["value"] else None) == value.value
    assert {each["member"] for each in table if each["quantity"] == "cumulative_cost"} >= {"year 0", "year 5"}


def test_markdown_reads_and_keeps_names_harmless() -> None:
    plan = corner_plan()
    result = evaluate_plan(plan, load_catalogue())
    text = written(plan, "md").decode()
    assert text.startswith('# =HYPERLINK("http\\://example.org")\n')
    assert "not feasible" in text
    assert "=cmd\\|' /C calc'!A0" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)
    for line, next_line in pairwise(tables):
        if set(next_line) <= set("|-: "):
            assert cells(line) == cells(next_line)
    assert result.plan_hash in text


def cells(line: str) -> int:
    return line.replace("\\|", "").count("|")


def test_reports_show_what_remains_with_a_host_down() -> None:
    plan = sample_plan("light-io")
    nand = evaluate_plan(plan, load_catalogue()).configurations[0]
    (cores,) = (each for each in nand.failure_cases[1].constraints if each.key == "cpu_ghz")
    assert cores.slack_share is not None
    table = csv.DictReader(io.StringIO(written(plan, "csv").decode(), newline=""))
    (found,) = (
        each
        for each in table
        if each["part"] == "failure case"
        and (each["configuration"], each["quantity"]) == (nand.key, cores.slack_quantity)
    )
    assert (float(found["value"]), found["failed_hosts"]) == (cores.slack_share.value, "1")
    text = written(plan, "md").decode()
    section = text[text.index("## Slack with 1 host down") :]
    assert "| CPU GHz |" in section[: section.index("## Cost")]
