"""Hosts, totals and lives of the plan as it is sized are the same on every surface of every sample.

The figures are read off as they are printed: by the API's answers, the command line, Markdown, CSV, PDF and workbook.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

from hostwise.answers.cost.bill_of_materials import materials
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.decision import Uncertainty
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.number_format.writing import money, short_money
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.answers.text import Figure
from hostwise.reports.report_files import report
from hostwise.server.commands import command_line
from tests.drawing_examples import some_now
from tests.integration import office
from tests.typical import FEW
from tests.unit.pdf_reading import read_pages

SAMPLES = [each.key for each in sample_summaries()]
# A PDF or a workbook takes as long as all other surfaces together.
DEAR = some_now(SAMPLES, FEW)
HOSTS, TOTAL, LIFE = "hosts", "cluster_tco", "flash_life_years_for_all_drives"


@dataclass
class Answers:
    """What is answered for a sample."""

    result: Result
    uncertainty: Uncertainty


@cache
def answers(key: str) -> Answers:
    plan, catalogue = sample_plan(key), load_catalogue()
    run = run_plan(plan, catalogue)
    return Answers(result_of(run, catalogue, plan.configurations[0].key), uncertainty_of_run(run, catalogue))


def total(configuration: ConfigurationResult) -> float | None:
    return configuration.quantities[TOTAL].value


def plain(text: str) -> str:
    """Text with ordinary blanks, and none of Markdown's marks."""
    return re.sub(r"[\u00a0\u202f\u2009]", " ", text).replace("\\", "").replace("**", "")


def short(value: float) -> str:
    return plain(short_money(value))


def cells_after(lines: Iterator[str], name: str, between: str) -> list[str]:
    """The cells of the first row that begins with a name."""
    beginning = re.compile(rf"\s*{re.escape(name)}(?={between})")
    row, found = next((each, found) for each in lines if (found := beginning.match(each)))
    return [each.strip() for each in re.split(between, row[found.end() :]) if each.strip()]


def name_in(lines: Sequence[str], name: str) -> str:
    """A name as a table has it, where a long one may be cut at its end or in its middle."""
    firsts = [re.split(r"\s{2,}", line.strip())[0] for line in lines]
    cut = [each for each in firsts if "\u2026" in each and _is_cut_of(each, name)]
    return name if name in firsts or not cut else cut[0]


def _is_cut_of(text: str, name: str) -> bool:
    start, _, end = text.partition("\u2026")
    return name.startswith(start) and name.endswith(end)


def letters(text: str) -> str:
    """What is left where a line may break, with or without a hyphen."""
    return re.sub(r"\W", "", text)


def without_band(cell: str) -> str:
    return cell.split(" (")[0].removeprefix("at least ").removeprefix("at most ").lstrip("\u2265 ")


@pytest.mark.parametrize("key", SAMPLES)
def test_answers_of_the_api_agree(key: str) -> None:
    found, catalogue, plan = answers(key), load_catalogue(), sample_plan(key)
    growth = growth_of(plan, catalogue)
    for place, (one, other) in enumerate(
        zip(found.result.configurations, found.uncertainty.configurations, strict=True)
    ):
        assert other.cost.mid == total(one)
        assert other.hosts.mid == other.hosts_now == one.hosts.value
        assert other.life_years == one.life_years
        assert one.monthly.hosts[0] == one.hosts.value
        if total(one) is not None:
            assert sum(part.amount.value or 0 for part in one.cost_parts) == pytest.approx(total(one), rel=1e-9)
        assert growth.configurations[place].present[0] == one.hosts.value
        for level in other.levels:
            if level.chosen:
                assert level.hosts == one.hosts.value
                assert level.final_hosts == one.quantities["final_hosts"].value
                assert level.cost == total(one)


@pytest.mark.parametrize("key", SAMPLES)
def test_the_sentences_say_them(key: str) -> None:
    """Differences in words are those of the totals."""
    found = answers(key)
    costs = {each.key: total(each) for each in found.result.configurations}
    verdict = found.uncertainty.verdict
    if verdict.advised is not None and verdict.runner_up is not None and verdict.difference.mid is not None:
        cheap, dear = costs[verdict.advised], costs[verdict.runner_up]
        assert cheap is not None
        assert dear is not None
        assert verdict.difference.mid == pytest.approx(cheap - dear, rel=1e-12)
        told = [each.value for each in verdict.text.parts if isinstance(each, Figure) and each.name == "saving"][:1]
        assert told == [pytest.approx(abs(cheap - dear) / dear, rel=1e-9)] or verdict.strength == "either"


def test_the_list_of_cases_says_them() -> None:
    cases = [each for each in sample_summaries() if each.kind == "case"]
    assert cases
    for each in cases:
        found = answers(each.key).uncertainty.decision
        assert each.decision is not None
        said = each.decision.label, each.decision.advised, str(each.decision.sentence.text)
        assert said == (found.label, found.advised, str(found.sentence.text)), "run `make docs`"


@pytest.mark.parametrize("key", SAMPLES)
def test_the_command_line_prints_them(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = answers(key).result

    def printed(*arguments: str) -> list[str]:
        assert command_line.main(arguments) == 0
        return plain(capsys.readouterr().out).splitlines()

    evaluated, doubted = printed("evaluate", f"sample:{key}"), printed("uncertainty", f"sample:{key}")
    whole = next(
        (each for each in printed("compare", f"sample:{key}", "--all") if "total cost of ownership " in each), ""
    )
    rows = {each.configuration: each for each in answers(key).uncertainty.decision.rows}
    for each in result.configurations:
        hosts, cost, *_ = cells_after(iter(evaluated), name_in(evaluated, each.name), r"\s{2,}")
        assert hosts.removeprefix("at least ") == (f"{each.hosts.value:.0f}" if each.hosts.value else hosts)
        shown = rows[each.key].cost
        if (value := total(each)) is not None:
            assert shown is not None
            assert shown.value == value
            assert cost == plain(shown.text)
            assert plain(money(value)) in whole
        hosts, cost, *_ = cells_after(iter(doubted), name_in(doubted, each.name), r"\s{2,}")
        if each.hosts.value:
            assert without_band(hosts) == f"{each.hosts.value:.0f}"
        if value is not None and shown is not None:
            assert without_band(cost) == plain(shown.text)


@pytest.mark.parametrize("key", SAMPLES)
def test_markdown_and_values_have_them(key: str) -> None:
    result, plan, catalogue = answers(key).result, sample_plan(key), load_catalogue()
    lines = plain(report(plan, catalogue, "md").decode()).splitlines()
    rows = list(csv.DictReader(StringIO(report(plan, catalogue, "csv").decode("utf-8-sig"))))
    table = next(each for each in lines if each.startswith("| total cost of ownership"))
    printed = [each.strip() for each in table.strip("| ").split("|")[1:]]
    for place, each in enumerate(result.configurations):
        value = total(each)
        (row,) = (
            one
            for one in rows
            if (one["part"], one["quantity"], one["configuration"], one["failed_hosts"])
            == ("comparison", TOTAL, each.key, "0")
        )
        assert (float(row["value"]) if row["value"] else None) == value
        if value is None:
            continue
        assert without_band(printed[place]) == plain(money(value))
        _, _, cost, *_ = cells_after(iter(lines), f"| {each.name} ", r"\|")
        assert without_band(cost) == short(value)


@pytest.mark.parametrize("key", DEAR)
def test_the_pdf_has_them(key: str) -> None:
    result = answers(key).result
    tables = [
        [[plain(cell.text) for cell in row.all("TH", "TD")] for row in table.all("TR")]
        for page in read_pages(report(sample_plan(key), load_catalogue(), "pdf"))
        for table in page.all("Table")
    ]
    rows = [row for table in tables for row in table]
    totals = [row for row in rows if row[0].startswith("Total cost of ownership")]
    for place, each in enumerate(result.configurations):
        value = total(each)
        if value is None:
            continue
        assert any(plain(money(value)) in cell for row in totals for cell in row)
        first = next(row for row in rows if letters(row[0]) == letters(f"{place + 1} · {each.name}"))
        assert any(without_band(cell) == short(value) for cell in first)
        assert any(cell.split()[0] == f"{each.hosts.value:.0f}" for cell in first if each.hosts.value)


@pytest.mark.parametrize("key", DEAR)
def test_the_workbook_has_them(key: str, tmp_path: Path) -> None:
    result, path = answers(key).result, tmp_path / "report.xlsx"
    path.write_bytes(report(sample_plan(key), load_catalogue(), "xlsx"))
    sheets = office.cells(path)
    known = [value for each in result.configurations if (value := total(each)) is not None]
    for sheet, name, values in (
        ("Decision", "Total cost, as sized", known),
        ("Comparison", "total cost of ownership", known),
        ("Decision", "Hosts, as sized", [each.hosts.value for each in result.configurations if each.hosts.value]),
    ):
        if not values:
            continue
        cells = sheets[sheet]
        (row,) = (address[1:] for address, value in cells.items() if value == name)
        found = [value for address, value in cells.items() if address[1:] == row and isinstance(value, float)]
        assert found[: len(values)] == pytest.approx(values, rel=1e-9), name


@pytest.mark.parametrize("key", SAMPLES)
def test_what_is_bought_first_is_the_purchase(key: str) -> None:
    result, run = answers(key).result, run_plan(sample_plan(key), load_catalogue())
    listed = {each.key: each for each in materials(run, load_catalogue()).configurations}
    for each in result.configurations:
        purchase = each.quantities["purchase_capex"].value
        (hardware,) = (one for one in listed[each.key].sections if one.key == "hardware")
        if purchase is not None and hardware.total.amount is not None:
            assert hardware.total.amount == pytest.approx(purchase, rel=1e-9)


@pytest.mark.parametrize("key", SAMPLES)
def test_no_answer_has_a_second_total(key: str) -> None:
    """No median of simulations is printed as a figure of its own."""
    for each in json.loads(answers(key).uncertainty.model_dump_json())["configurations"]:
        assert set(each["cost"]) == {"low", "mid", "high"}
        assert not [name for name in each if "median" in name]
