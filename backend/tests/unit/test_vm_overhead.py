"""The memory overhead of a VM: the table's own values on its points, straight lines between them, the fit beyond."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.binding.vm_overhead import OverheadTable
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.plan.answers.result import ConfigurationResult, InputStatus, QuantityState, Result
from hostwise.plan.document import Plan

CATALOGUE = load_catalogue()
TABLES = {key: OverheadTable(CATALOGUE, key) for key in ("vsphere-4.0", "vsphere-6.5")}


def plan(hypervisor: str, memory_gib: float, vcpu: float, **more: Any) -> Plan:
    return Plan.model_validate({
        "name": "overhead",
        "workload": {"groups": [{"name": "VMs", "count": 10, "vcpu": vcpu, "memory_gib": memory_gib}]},
        "policy": {"vcpu_per_core": 1000},
        "configurations": [
            {
                "key": "only",
                "name": "only",
                "layout": "external",
                "hypervisor": hypervisor,
                "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2},
                "memory": {"dram_gib": 256, **more},
            }
        ],
    })  # fmt: skip


def evaluated(subject: Plan) -> tuple[Result, ConfigurationResult]:
    result = evaluate_plan(subject, CATALOGUE)
    return result, result.configurations[0]


@pytest.mark.parametrize("row", CATALOGUE.vm_overheads.values(), ids=lambda row: row.key)
def test_the_table_is_used_exactly_on_its_own_points(row: Any) -> None:
    found = TABLES[row.table].at(row.memory_mib, row.vcpu)
    assert found.mib == row.overhead_mib
    assert found.basis == "on the table"


@pytest.mark.parametrize(
    ("table", "mib", "vcpu", "expected"),
    [
        # Half way from 1,024 to 4,096 MiB with one vCPU, and half way from 1 to 2 vCPU.
        ("vsphere-6.5", 2560, 1, (25.90 + 48.64) / 2),
        ("vsphere-6.5", 1024, 3, (29.91 + 37.86) / 2),
        ("vsphere-6.5", 2560, 6, (37.86 + 60.67 + 53.82 + 76.78) / 4),
        ("vsphere-4.0", 3072, 2, (198.20 + 242.51) / 2),
        ("vsphere-4.0", 1536, 6.5, (363.17 + 404.34 + 401.70 + 442.94) / 4),
        ("vsphere-4.0", 12288, 1, (222.30 + 334.96) / 2),
    ],
)
def test_between_the_points_the_value_is_bilinear(table: str, mib: float, vcpu: float, expected: float) -> None:
    found = TABLES[table].at(mib, vcpu)
    assert found.mib == pytest.approx(expected, rel=1e-12)
    assert found.basis == "between"


def test_printed_values_between_others_lie_on_the_straight_line_over_memory() -> None:
    line = next(each for each in TABLES["vsphere-4.0"].lines if each.vcpu == 1)
    values = dict(zip(line.sizes, line.values, strict=True))
    # A line over the logarithm of memory would be 28 MB off here.
    for low, mid, high in ((4096, 8192, 16384), (16384, 65536, 262144), (1024, 2048, 4096)):
        straight = values[low] + (values[high] - values[low]) * (mid - low) / (high - low)
        assert straight == pytest.approx(values[mid], rel=3e-4)


@pytest.mark.parametrize(("mib", "vcpu"), [(32_768, 4), (16_384, 16), (128, 1), (1024, 12)])
def test_beyond_the_table_of_vsphere_6_the_fit_counts(mib: float, vcpu: float) -> None:
    found = TABLES["vsphere-6.5"].at(mib, vcpu)
    assert found.mib == pytest.approx(14.19 + 0.00743 * mib + 4.03 * vcpu)
    assert found.basis == "beyond"


def test_beyond_the_table_of_vsphere_4_its_lines_go_on() -> None:
    # For 8 GB and 4 vCPU 413.91 MB are printed elsewhere, which the rows do not hold.
    found = TABLES["vsphere-4.0"].at(8192, 4)
    assert found.mib == pytest.approx(413.91, abs=0.05)
    assert found.basis == "beyond"


def test_the_slopes_are_those_of_the_cell() -> None:
    found = TABLES["vsphere-6.5"].at(2048, 2)
    assert found.mib_per_mib == pytest.approx((52.72 - 29.91) / 3072)
    beside = TABLES["vsphere-6.5"].at(2048, 4)
    assert found.mib_per_vcpu == pytest.approx((beside.mib - found.mib) / 2)


@pytest.mark.parametrize(
    ("hypervisor", "expected"), [("esx-4", 242.51), ("esxi-6.5", 52.72), ("esxi-7", 52.72), ("esxi-8.0u3", 52.72)]
)
def test_each_version_has_its_own_table(hypervisor: str, expected: float) -> None:
    result, only = evaluated(plan(hypervisor, 4, 2))
    assert only.quantities["vm_overhead_gib"].value == pytest.approx(10 * expected / MIB_PER_GIB, rel=1e-12)
    (record,) = (each for each in result.inputs if each.quantity == "table_vm_overhead_mib")
    assert (record.value, record.status, record.kind) == (expected, InputStatus.CATALOGUE, "vendor-stated")


@pytest.mark.parametrize("hypervisor", ["esxi-5", "esxi-6.0"])
def test_a_version_without_a_table_is_not_evaluated_until_the_overhead_is_entered(hypervisor: str) -> None:
    _, only = evaluated(plan(hypervisor, 4, 2))
    overhead = only.quantities["vm_overhead_gib"]
    assert (overhead.value, overhead.state) == (None, QuantityState.NOT_EVALUATED)
    assert overhead.missing == ["/configurations/0/memory/vm_overhead_mib"]
    _, entered = evaluated(plan(hypervisor, 4, 2, vm_overhead_mib=100))
    assert entered.quantities["vm_overhead_gib"].value == 10 * 100 / MIB_PER_GIB


def test_what_is_extrapolated_says_so() -> None:
    result, only = evaluated(plan("esxi-8", 32, 4))
    (record,) = (each for each in result.inputs if each.quantity == "table_vm_overhead_mib")
    assert (record.status, record.kind) == (InputStatus.ASSUMED, "assumed")
    assert "the table ends at 16 GiB and 8 vCPU" in (record.note or "")
    assert "vm_overhead_extrapolated" in {each.code for each in only.findings}
    nodes = explain_number(plan("esxi-8", 32, 4), CATALOGUE, "only", "vm_overhead_gib").nodes
    assert "overhead of a VM by the table" in nodes[0].rests_on_assumptions
    _, inside = evaluated(plan("esxi-8", 16, 8))
    assert "vm_overhead_extrapolated" not in {each.code for each in inside.findings}


def test_vms_that_grow_take_more_by_the_slopes_of_the_table() -> None:
    growing = plan("esxi-8", 4, 4).model_dump(mode="json", exclude_unset=True)
    growing["workload"]["groups"][0] |= {"memory_growth_rate": 1, "vcpu_growth_rate": 0.5}
    growing["policy"]["sizing_years"] = 1
    _, only = evaluated(Plan.model_validate(growing))
    per_mib, per_vcpu = (151.93 - 60.67) / 12288, (76.78 - 60.67) / 4
    expected = 60.67 + 4096 * per_mib + 2 * per_vcpu
    assert only.quantities["vm_overhead_gib"].value == pytest.approx(10 * expected / MIB_PER_GIB)
