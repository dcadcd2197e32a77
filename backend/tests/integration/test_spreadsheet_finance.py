"""Present value and internal rate are those of a spreadsheet's own functions on the same flows."""

from dataclasses import dataclass
from pathlib import Path

import pytest
import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Value
from hostwise.plan.document import Plan, plan_json
from tests.integration import office
from tests.typical import TYPICAL

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(office.program() is None, reason="needs LibreOffice: `make office`"),
]

RATES = (0.0, 0.06, 0.15)


@dataclass(frozen=True)
class Line:
    """Flows by month and what Hostwise makes of them."""

    rate: float
    flows: list[float]
    present: Value
    internal: Value | None


def lines() -> list[Line]:
    """Costs of the typical samples with prices, and savings against the existing cluster, at several discount rates."""
    found = []
    for key in TYPICAL:
        for rate in RATES:
            document = plan_json(sample_plan(key))
            keep = {"running_cost_per_year": 45_000.0, "residual_today": 5_000.0}
            document["economics"] = document.get("economics", {}) | {"discount_rate": rate, "keep": keep}
            kept = [5_000.0, *[45_000 / 12] * 60]
            for each in evaluate_plan(Plan.model_validate(document), load_catalogue()).configurations:
                if each.quantities["cluster_npv"].value is None or each.finance is None:
                    continue
                costs = [amount or 0.0 for amount in each.monthly.amounts]
                found.append(Line(rate, costs, each.quantities["cluster_npv"], None))
                savings = [keep - cost for keep, cost in zip(kept, costs, strict=True)]
                found.append(Line(rate, savings, each.finance.npv, each.finance.internal_rate))
    return found


def test_a_spreadsheets_functions_say_the_same(tmp_path: Path) -> None:
    asked = lines()
    path = tmp_path / "finance.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Finance")
    for row, line in enumerate(asked):
        sheet.write_number(row, 2, line.rate)
        for column, flow in enumerate(line.flows, start=3):
            sheet.write_number(row, column, flow)
        last = xl_col_to_name(2 + len(line.flows))
        # A spreadsheet's NPV and IRR are by the period, here a month; NPV takes its first flow from the end of one.
        sheet.write_formula(row, 0, f"=D{row + 1}+NPV((1+C{row + 1})^(1/12)-1,E{row + 1}:{last}{row + 1})")
        sheet.write_formula(row, 1, f"=(1+IRR(D{row + 1}:{last}{row + 1},0.01))^12-1")
    book.close()
    (anew,) = office.recalculated([path], tmp_path)
    cells = anew["Finance"]
    rates = 0
    for row, line in enumerate(asked, start=1):
        assert cells[f"A{row}"] == pytest.approx(line.present.value, rel=1e-9), line
        if line.internal is not None and line.internal.value is not None:
            assert cells[f"B{row}"] == pytest.approx(line.internal.value, rel=1e-6), line
            rates += 1
    assert len(asked) > 20
    assert rates > 5
