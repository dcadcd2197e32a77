"""Sizes of VMs that vInfo lacks: they are in other tabs, or unknown, and never 0."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, read_inventories
from hostwise.plan.estate import EstateChoices, GroupBy, Grouping, Inventory
from hostwise.tables.units import GB_PER_MIB
from tests.estates.rvtools import written
from tests.unit.test_estate_cases import Cells, File, of_vm, rvtools, tab, table, vm

CATALOGUE = load_catalogue()
BLANK: dict[str, object] = {"CPUs": None, "Memory": None}
NOTHING: dict[str, object] = {"CPUs": 0, "Memory": 0, "Disks": 0, "Total_disk_capacity_MiB": 0}
UNREAD = NOTHING | {"Provisioned_MiB": 0.1, "In_Use_MiB": 0, "Connection_state": "inaccessible"}


def answered(file: File) -> tuple[Inventory, EstateAnswer]:
    inventory = read_inventories([file])
    choices = EstateChoices(grouping=Grouping(by=GroupBy.NONE))
    return inventory, estate_answer(inventory, choices, CATALOGUE, with_plan=False)


def found(inventory: Inventory, code: str) -> Any:
    return next((each for each in inventory.findings if each.code == code), None)


def with_tabs(*rows: Cells, cpus: int | None = 18, mib: int | None = 40_960) -> File:
    """The VMs with tabs that say more of the last one."""
    last = rows[-1]
    tabs = {"vInfo": list(rows)}
    if cpus is not None:
        tabs["vCPU"] = [of_vm(vm("a"), CPUs=4), of_vm(last, CPUs=cpus)]
    if mib is not None:
        tabs["vMemory"] = [of_vm(vm("a"), Size_MiB=16_384), of_vm(last, Size_MiB=mib)]
    return rvtools(**tabs)


@pytest.mark.parametrize(
    ("changed", "amounts", "vcpu", "gib"),
    [
        (BLANK, "18 vCPU and 40 GiB of memory", 18, 40),
        ({"CPUs": None}, "18 vCPU", 18, 40),
        ({"Memory": None}, "40 GiB of memory", 4, 40),
        ({"CPUs": 0, "Memory": 0}, "18 vCPU and 40 GiB of memory", 18, 40),
    ],
)
def test_sizes_that_vinfo_lacks_are_those_of_the_other_tabs(
    changed: dict[str, object], amounts: str, vcpu: float, gib: float
) -> None:
    inventory, answer = answered(with_tabs(vm("a"), vm("b", **changed)))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, vcpu], [16, gib])
    finding = found(inventory, "sizes_of_other_tabs")
    assert (finding.count, f"{amounts}: these count. b." in finding.message) == (1, True)
    assert found(inventory, "row_without_size") is None
    assert inventory.tabs[0].rows_repaired == 1
    assert "Filled in" not in answer.sentence


def test_one_tab_alone_fills_its_own_size_and_the_other_is_unknown() -> None:
    inventory, answer = answered(with_tabs(vm("a"), vm("b", **BLANK), mib=None))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, 18], [16, None])
    assert answer.sentence.endswith("Filled in for VMs of unknown size: 16 GiB of memory (1 VM).")


def test_columns_that_vinfo_does_not_have_are_filled_as_well() -> None:
    rows = [{key: cell for key, cell in vm(each).items() if key not in ("CPUs", "Memory")} for each in "ab"]
    inventory, _ = answered(with_tabs(*rows))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, 18], [16, 40])


def test_the_last_row_of_a_workbook_is_filled_unless_it_ends_there() -> None:
    tabs = [tab("vInfo", [vm("a"), vm("b", **BLANK)]), tab("vCPU", [of_vm(vm("b"), CPUs=18)])]
    inventory, _ = answered((written(tabs), "rv.xlsx"))
    assert inventory.vms.vcpu == [4, 18]
    ends = {key: cell if key in ("VM", "Powerstate") else None for key, cell in vm("b").items()}
    inventory, _ = answered((written([tab("vInfo", [vm("a"), ends]), tabs[1]]), "rv.xlsx"))
    assert (inventory.vms.vcpu, found(inventory, "row_cut").count) == ([4], 1)


def test_tabs_of_other_names_join_by_ids() -> None:
    """An anonymised export has other names in each tab."""
    other = of_vm(vm("b"), CPUs=18) | {"VM": "server-7"}
    memory = of_vm(vm("b"), Size_MiB=40_960) | {"VM": "server-7"}
    inventory, _ = answered(rvtools(vInfo=[vm("a"), vm("b", **BLANK)], vCPU=[other], vMemory=[memory]))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, 18], [16, 40])


@pytest.mark.parametrize("sizes", [(None, None), (0, 0)])
def test_a_row_of_which_no_tab_has_a_size_is_left_out_as_before(sizes: tuple[int | None, int | None]) -> None:
    inventory, answer = answered(with_tabs(vm("a"), vm("b", **BLANK), cpus=sizes[0], mib=sizes[1]))
    assert (inventory.vms.name, answer.counted.vcpu) == (["a"], 4)
    assert "left out: b." in found(inventory, "row_without_size").message


def test_a_vm_that_could_not_be_read_counts_with_a_mean_size() -> None:
    inventory, answer = answered(rvtools(vInfo=[vm("a"), vm("b", CPUs=8, Memory=32_768), vm("gone", **UNREAD)]))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, 8, None], [16, 32, None])
    assert found(inventory, "size_of_zero").message.startswith("1 VM with 0 CPUs or 0 memory")
    assert (answer.counted.vcpu, answer.counted.memory_gib) == (18, 72)
    assert answer.counted.disk_gb == pytest.approx(3 * 102_400 * GB_PER_MIB)
    assert "Filled in for VMs of unknown size: 6 vCPU (1 VM), 24 GiB of memory (1 VM)" in answer.sentence


def test_one_that_is_off_asks_for_nothing_and_is_named() -> None:
    inventory, answer = answered(rvtools(vInfo=[vm("a"), vm("gone", Powerstate="poweredOff", **UNREAD)]))
    assert inventory.vms.vcpu == [4, None]
    assert (answer.counted.vms, answer.counted.vcpu) == (2, 4)
    assert answer.counted.disk_gb == pytest.approx(102_400 * GB_PER_MIB)
    assert found(inventory, "size_of_zero").message.endswith(": gone.")


def test_one_figure_of_zero_is_unknown_by_itself() -> None:
    inventory, answer = answered(rvtools(vInfo=[vm("a"), vm("b", Memory=0)]))
    assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4, 4], [16, None])
    assert (answer.counted.vcpu, answer.counted.memory_gib) == (8, 32)


def test_a_vm_without_disks_that_could_be_read_has_none() -> None:
    inventory, _ = answered(rvtools(vInfo=[vm("a"), vm("diskless", Disks=0, Total_disk_capacity_MiB=0)]))
    assert (inventory.vms.disk_gb or [])[1] == 0


def test_zeros_of_a_table_of_ones_own_are_unknown_as_well() -> None:
    file = table("Name,vCPU,Memory GB,Disk GB,Power", "a,4,16,100,on", "b,0,0,100,on", "c,0,0,50,off")
    inventory, answer = answered(file)
    assert (inventory.vms.vcpu, found(inventory, "size_of_zero").count) == ([4, None, None], 2)
    assert (answer.counted.vcpu, answer.counted.disk_gb) == (8, 250)
