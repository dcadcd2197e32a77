"""The workbook of every sample, computed anew by a spreadsheet program, agrees with the engine; changed, it follows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isinf, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running import run_plan as running
from hostwise.binding import Binding
from hostwise.binding.events import GAP
from hostwise.binding.other_hosts import as_sized
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import QuantityState, Value
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report
from hostwise.reports.workbook.terms import INFINITE_FROM_NUMBER
from tests.integration import office
from tests.integration.corner_plan import corner_plan
from tests.typical import TYPICAL

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(office.program() is None, reason="needs LibreOffice: `make office`"),
]

CORNER = "corner"
LONG = ("moderate-io", "nvme-2026")
"""Samples looked at until their horizon; with a cell for each month that is slow, and the others do with 2 years."""


def planned(key: str) -> Plan:
    """A sample, most of them with a near horizon."""
    plan = sample_plan(key)
    if key in LONG:
        return plan
    document = plan_json(plan)
    document.setdefault("economics", {})["horizon_years"] = 2
    return Plan.model_validate(document)


PLANS = {key: planned(key) for key in TYPICAL} | {CORNER: corner_plan()}
TOLERANCE = 1e-6
SPARES_DOWN = " (spares failed)"
HEADLINES = (
    "hosts",
    "cluster_tco",
    "cluster_npv",
    "dwpd_used",
    "years_to_wear_out",
    "wear_out_probability",
)


@dataclass(frozen=True)
class Computed:
    """A workbook as Hostwise wrote it, and as the spreadsheet program computed it anew."""

    plan: Plan
    written: Path
    anew: office.Cells

    @cached_property
    def model(self) -> dict[str, list[list[office.Value]]]:
        """The rows of the sheet Model by the quantity's name: for each member the values of the configurations."""
        return _model(self.anew)

    @cached_property
    def roles(self) -> list[Role]:
        """The roles of drives that have rows on it."""
        cells = self.anew["Model"]
        rows = [address[1:] for address, value in cells.items() if address[0] == "B" and value == "drives_per_host"]
        return [role for role in Role if role.label in [cells[f"C{row}"] for row in rows]]


def changed(plan: Plan) -> tuple[Plan, dict[str, float]]:
    """The plan with more VMs, tougher drives and dearer electricity, and the cells to change for it."""
    document: dict[str, Any] = plan_json(plan)
    cells: dict[str, float] = {}
    groups = document["workload"]["groups"]
    for place, group in enumerate(groups):
        group["count"] = group["count"] * 2 + 1
        cells["in_count" if len(groups) == 1 else f"in_count_{place + 1}"] = group["count"]
    for each in document["configurations"]:
        if each.get("layout") != Layout.EXTERNAL:
            role = Role.WRITE_TIER if "write_tier" in each else Role.CAPACITY
            each[role.key] |= {"rated_dwpd": 7.5, "rated_tbw_tb": 1e6}
            own = each["key"].replace("-", "_").replace(".", "_")
            cells[f"in_drive_dwpd_{own}_{role + 1}"] = 7.5
            cells[f"in_drive_tbw_tb_{own}_{role + 1}"] = 1e6
    document.setdefault("economics", {})["electricity_price_per_kwh"] = 0.345
    cells["in_electricity_price_per_kwh"] = 0.345
    return Plan.model_validate(document), cells


def keep_found(of: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a placement adds, and what hosts of other models stand for, stays in the cells as it was found."""
    kept = running.sized(of, load_catalogue())
    arrays = {GAP: kept.arrays[GAP], **(as_sized(kept) if any(kept.models) else {})}

    def as_kept(binding: Binding, **_: bool) -> Binding:
        arrays_now = binding.arrays | arrays
        return replace(binding, arrays=arrays_now, gaps=kept.gaps, own_hosts=kept.own_hosts, evaluated=None)

    for step in ("with_own_hosts", "with_placement", "with_present_hosts"):
        monkeypatch.setattr(running, step, as_kept)


@pytest.fixture(scope="module")
def workbooks(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, str], Computed]:
    """All samples, as they are and changed in their cells; one start of the program for all."""
    folder = tmp_path_factory.mktemp("workbooks")
    written: dict[tuple[str, str], tuple[Plan, Path]] = {}
    for key, plan in PLANS.items():
        path = folder / f"{key}.xlsx"
        path.write_bytes(report(plan, load_catalogue(), "xlsx"))
        # Nothing that the engine computed is left in what is computed anew.
        written[key, "as it is"] = (plan, office.with_inputs(path, {}, folder / f"{key}-emptied.xlsx"))
        other, cells = changed(plan)
        written[key, "changed"] = (other, office.with_inputs(path, cells, folder / f"{key}-changed.xlsx"))
    anew = office.recalculated([path for _, path in written.values()], folder)
    return {
        each: Computed(plan, folder / f"{each[0]}.xlsx", cells)
        for (each, (plan, _)), cells in zip(written.items(), anew, strict=True)
    }


@pytest.mark.parametrize("key", PLANS)
def test_every_cell_is_what_the_engine_computed(key: str, workbooks: Mapping[tuple[str, str], Computed]) -> None:
    computed = workbooks[key, "as it is"]
    written, anew = office.cells(computed.written), computed.anew
    looked_at = 0
    for sheet, cells in office.formulas(computed.written).items():
        for address in cells:
            expected, found = written[sheet].get(address), anew[sheet].get(address)
            assert is_same(expected, found), (sheet, address, expected, found, cells[address])
            looked_at += 1
    assert looked_at > 1_000


@pytest.mark.parametrize("state", ["as it is", "changed"])
@pytest.mark.parametrize("key", PLANS)
def test_the_headlines_are_the_results(
    key: str, state: str, workbooks: Mapping[tuple[str, str], Computed], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = workbooks[key, state]
    if state == "changed":
        keep_found(PLANS[key], monkeypatch)
    result = evaluate_plan(computed.plan, load_catalogue())
    table = computed.model
    for place, configuration in enumerate(result.configurations):
        for name in HEADLINES:
            value = configuration.quantities[name]
            if name in table:
                assert shows(table[name][0][place], value), (configuration.key, name, table[name], value)
    assert {"hosts", "cluster_tco"} <= set(table)


@pytest.mark.parametrize("key", PLANS)
def test_a_changed_workbook_is_what_the_engine_makes_of_the_changed_plan(
    key: str, workbooks: Mapping[tuple[str, str], Computed], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = workbooks[key, "changed"]
    keep_found(PLANS[key], monkeypatch)
    run = running.run_plan(computed.plan, load_catalogue())
    spares_down = run.with_spares_failed()
    drives = run.evaluation.values["drives_per_host"]
    assert {role for role in Role if drives[..., role].any()} <= set(computed.roles)
    looked_at = 0
    for name, rows in computed.model.items():
        quantity = name.removesuffix(SPARES_DOWN)
        if quantity not in run.evaluation.values:
            continue  # A step, for which a run keeps no value.
        evaluation = run.evaluation if quantity == name else spares_down.evaluation
        for place in range(len(computed.plan.configurations)):
            expected = list(evaluation.members(quantity, place))
            if "role" in MODEL.axes(quantity):
                of_roles = np.reshape(expected, (len(Role), -1))
                expected = of_roles[computed.roles].ravel().tolist()
            assert len(rows) == len(expected)
            for member, number in enumerate(expected):
                assert is_same(as_cell(number), rows[member][place]), (name, place, member, number, rows[member])
                looked_at += 1
    assert looked_at > 500


@pytest.mark.parametrize("key", PLANS)
def test_changing_the_inputs_changed_something(key: str, workbooks: Mapping[tuple[str, str], Computed]) -> None:
    before, after = workbooks[key, "as it is"].model, workbooks[key, "changed"].model
    assert before["planned_vms"] != after["planned_vms"]
    assert before["energy_cost_per_year"] != after["energy_cost_per_year"] or all(
        isinstance(each, str) for each in after["energy_cost_per_year"][0]
    )


def _model(anew: office.Cells) -> dict[str, list[list[office.Value]]]:
    cells = anew["Model"]
    head = {value: address.rstrip("0123456789") for address, value in cells.items() if address.endswith("2")}
    columns = [chr(letter) for letter in range(ord("E"), ord(head["Formula"]))]
    found: dict[str, list[list[office.Value]]] = {}
    row, name = 3, None
    while f"A{row}" in cells or f"C{row}" in cells:
        # Of many rows only the first has the name; the head of a section has none.
        name = cells.get(f"B{row}") if f"A{row}" in cells else name
        if isinstance(name, str):
            found.setdefault(name, []).append([cells.get(f"{column}{row}") for column in columns])
        row += 1
    return found


def as_cell(number: float) -> office.Value:
    """A number of the engine as a cell holds it."""
    if isnan(number):
        return "#N/A"
    return math.copysign(INFINITE_FROM_NUMBER, number) if isinf(number) else number


def shows(cell: office.Value, value: Value) -> bool:
    """Whether a cell shows a value of the result."""
    if value.state is QuantityState.INFINITE:
        return isinstance(cell, float) and cell >= INFINITE_FROM_NUMBER
    if value.value is None:
        return cell == "#N/A"
    return isinstance(cell, float) and bool(abs(cell - value.value) <= TOLERANCE * abs(value.value))


def is_same(expected: office.Value, found: office.Value) -> bool:
    """Whether two cells show the same, but for the dust of a difference."""
    if isinstance(expected, float) and isinstance(found, float) and not isnan(expected):
        if min(abs(expected), abs(found)) >= INFINITE_FROM_NUMBER:
            return (expected > 0) == (found > 0)
        return bool(abs(expected - found) <= max(TOLERANCE * abs(expected), 1e-9))
    return (expected or "") == (found or "")
