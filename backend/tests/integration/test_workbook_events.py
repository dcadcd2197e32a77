"""The workbook of a plan with dated events, computed anew by a spreadsheet program; changed, hosts follow."""

from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report
from tests.integration import office
from tests.integration.test_workbook import _model, as_cell, is_same

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(office.program() is None, reason="needs LibreOffice: `make office`"),
]

FOLLOWS = ("count_with_growth", "group_vms", "planned_vms", "demanded_hosts", "demanded_vms", "present_hosts")


def planned(*events: dict[str, Any]) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"]["horizon_years"] = 2
    document["policy"]["sizing_years"] = 1
    for each in document["workload"]["groups"]:
        each["vms"] = "mean"
    group = document["workload"]["groups"][0]["name"]
    document["workload"]["events"] = [
        {"label": f"=EVENT({number})", "group": group, **each} for number, each in enumerate(events)
    ]
    return Plan.model_validate(document)


def test_hosts_follow_the_lines_of_the_sheet(tmp_path: Path) -> None:
    before = planned({"month": 6, "vms": 200}, {"month": 18, "vms": -40, "probability": 0.25})
    after = planned({"month": 9, "vms": 500}, {"month": 18, "vms": -40, "probability": 0.75})
    path = tmp_path / "events.xlsx"
    path.write_bytes(report(before, load_catalogue(), "xlsx"))
    cells = {"in_event_month_1": 9.0, "in_event_vms_1": 500.0, "in_event_probability_2": 0.75}
    as_it_is = office.with_inputs(path, {}, tmp_path / "emptied.xlsx")
    changed = office.with_inputs(path, cells, tmp_path / "changed.xlsx")
    same, anew = office.recalculated([as_it_is, changed], tmp_path)
    written = office.cells(path)
    for sheet, formulas in office.formulas(path).items():
        for address, formula in formulas.items():
            expected, found = written[sheet].get(address), same[sheet].get(address)
            assert is_same(expected, found), (sheet, address, expected, found, formula)
    run, model = run_plan(after, load_catalogue()), _model(anew)
    for name in FOLLOWS:
        for place in range(len(after.configurations)):
            numbers = [as_cell(each) for each in run.evaluation.members(name, place)]
            for row, number in zip(model[name], numbers, strict=True):
                assert is_same(number, row[place]), (name, place, number, row)
