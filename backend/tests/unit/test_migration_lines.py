"""What moving an estate costs: classes by readiness, at published rates, on the candidates that leave."""

from __future__ import annotations

import pytest

from hostwise.answers.cost.cost_coverage import family_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.counting import counting
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.cost_lines import CostCategory
from hostwise.plan.document import RemarkStatus
from hostwise.plan.estate import EstateChoices, EstateQuestion, Inventory
from tests.estates.planted import Planted

CATALOGUE = load_catalogue()
LEAVING = EstateChoices(question=EstateQuestion.KEEP_OR_REPLACE)
HARD = ("raw_devices", "shared_disks", "passthrough", "fault_tolerant")


def of_table(*lines: str) -> Inventory:
    return read_inventory("\n".join(["Name,vCPU,RAM GB,Disk GB", *lines]).encode(), "vms.csv")


def test_the_hardest_finding_of_a_vm_is_its_class() -> None:
    export = Planted(400, 77)
    inventory = export.inventory()
    move = counting(inventory, EstateChoices(), CATALOGUE, None).move()
    disks = dict(zip(inventory.vms.name, inventory.vms.disk_gb or [], strict=True))
    large = {name for name, disk in disks.items() if disk is not None and disk > 10_000}
    hard = set().union(*(export.has[each] for each in HARD)) | large
    assert move.vms["complex"] == len(hard)
    counted = counting(inventory, EstateChoices(), CATALOGUE, None).counted
    assert sum(move.vms.values()) == counted.whole.size + counted.disk_only.size
    assert move.unknown == ()
    assert move.vms["standard"] >= len(export.has["old_hardware"] - hard)
    assert "unclassed" not in move.vms


def test_the_lines_are_vms_times_published_rates() -> None:
    move = counting(Planted(400, 77).inventory(), EstateChoices(), CATALOGUE, None).move()
    for each, line in zip(move.vms, move.lines(), strict=True):
        rate = CATALOGUE.cost_rates[f"migration-vm-{each}"]
        assert line.amount == move.vms[each] * rate.amount
        assert line.high == (None if rate.high is None else move.vms[each] * rate.high)
        assert str(move.vms[each]) in line.label
    assert "or more" in move.finding().message


def test_a_source_that_says_too_little_has_the_rate_of_whole_projects() -> None:
    move = counting(of_table("a,4,16,100", "b,2,8,50", "c,2,8,20000"), EstateChoices(), CATALOGUE, None).move()
    assert move.vms == {"unclassed": 2, "complex": 1}
    assert [(each.amount, each.low, each.high) for each in move.lines()] == [(1900, 600, 6000), (3000, 2500, None)]
    message = move.finding().message
    assert "The source says nothing of: raw device mappings" in message
    assert "rate of whole projects" in message


def test_only_candidates_on_another_hypervisor_move() -> None:
    answer = estate_answer(Planted(60, 3).inventory(), LEAVING, CATALOGUE, placed=False)
    assert answer.plan is not None
    today, *candidates = answer.plan.configurations
    for place, each in enumerate(candidates, start=1):
        leaves = family_of(each, CATALOGUE) != family_of(today, CATALOGUE)
        assert bool(each.cost_lines) is leaves
        assert {line.category for line in each.cost_lines} <= {CostCategory.MIGRATION}
        remarks = [f"/configurations/{place}/cost_lines/{at}/amount" for at in range(len(each.cost_lines))]
        assert all(answer.plan.remarks[at].status is RemarkStatus.ILLUSTRATIVE for at in remarks)
    assert {bool(each.cost_lines) for each in candidates} == {True, False}
    assert [each.code for each in answer.findings].count("migration_counted") == 1


@pytest.mark.parametrize(
    "choices", [EstateChoices(question=EstateQuestion.WHICH_PLATFORM), EstateChoices(storage="ceph-proxmox")]
)
def test_other_plans_have_no_lines(choices: EstateChoices) -> None:
    answer = estate_answer(Planted(60, 3).inventory(), choices, CATALOGUE, placed=False)
    assert answer.plan is not None
    assert not any(each.cost_lines for each in answer.plan.configurations)
    assert "migration_counted" not in {each.code for each in answer.findings}
