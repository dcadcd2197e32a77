"""Requirements: they size nothing, and what misses one is shown and wins nothing."""

import copy
from typing import Any

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decided
from hostwise.decision.difference.plan_check import Limits, check_limits
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
NVME = plan_json(sample_plan("nvme-2026"))
ARRAY = plan_json(sample_plan("leaving-vmware"))


def evaluated(base: dict[str, Any], /, **requirements: Any) -> Decided:
    document = copy.deepcopy(base)
    document["requirements"] = requirements
    return decide(Plan.model_validate(document), CATALOGUE)


def of(base: dict[str, Any], /, **requirements: Any) -> ConfigurationResult:
    return evaluated(base, **requirements).configurations[0]


def changed(base: dict[str, Any], place: int = 0, /, **fields: Any) -> dict[str, Any]:
    document = copy.deepcopy(base)
    document["configurations"][place].update(fields)
    return document


def missed(result: ConfigurationResult) -> list[str]:
    return [each.requirement for each in result.unmet_requirements]


def test_without_requirements_nothing_is_missed() -> None:
    for each in evaluated(NVME).configurations:
        assert (each.buildable, each.admissible, each.exclusion, each.unmet_requirements) == (True, True, "", [])


def test_a_requirement_sizes_nothing() -> None:
    plain = [each.hosts for each in evaluated(NVME).configurations]
    asked = evaluated(NVME, hosts_lost=3, site_lost=True, max_hosts=1, budget=1)
    assert [each.hosts for each in asked.configurations] == plain
    assert not any(each.admissible for each in asked.configurations)
    assert asked.sentence.startswith("No configuration meets the requirements.")


def worn(base: dict[str, Any], **policy: Any) -> dict[str, Any]:
    """A plan that wear sizes: its drives are rated for a twentieth of a write a day."""
    document = copy.deepcopy(base)
    document["configurations"] = document["configurations"][:1]
    document["configurations"][0]["capacity"] |= {"rated_dwpd": 0.02, "rated_tbw_tb": None, "warranty_years": 5}
    document["policy"] |= {"max_wear_out_probability": 0.05} | policy
    return document


@pytest.mark.parametrize("keeps", ["full_performance", "running"])
@pytest.mark.parametrize("lost", [1, 2])
@pytest.mark.parametrize("spares", [1, 2])
def test_wear_is_no_loss_of_a_host(keeps: str, lost: int, spares: int) -> None:
    document = worn(NVME, spare_hosts=spares)
    found = of(document, hosts_lost=lost, hosts_lost_keeps=keeps)
    assert [each.key for each in found.constraints if each.binding] == ["endurance"]
    assert not any("endurance" in each.message for each in found.unmet_requirements)


def test_wear_is_missed_where_it_is_missed_without_a_loss() -> None:
    document = worn(NVME)
    sized = of(document).quantities["hosts"].value
    assert sized is not None
    document["configurations"][0]["hosts"] = round(sized) - 1
    found = of(document, hosts_lost=1)
    assert not found.feasible
    assert found.unmet_requirements == []


def test_spares_carry_the_loss_of_as_many_hosts_and_of_no_more() -> None:
    assert NVME["policy"]["spare_hosts"] == 1
    assert missed(of(NVME, hosts_lost=1)) == []
    (lost,) = of(NVME, hosts_lost=2).unmet_requirements
    assert (lost.requirement, lost.required, lost.available, lost.known) == ("hosts_lost", 2, 1, True)
    assert "with full performance" in lost.message


def test_the_cure_of_a_loss_is_a_spare_host_where_the_data_survives_it() -> None:
    document = changed(NVME, 0, protection="esa_raid6_4_2")
    (lost,) = of(document, hosts_lost=2).unmet_requirements
    assert lost.remedy is not None
    (edit,) = lost.remedy.edits
    assert (edit.pointer, edit.value) == ("/policy/spare_hosts", 2)
    document["policy"]["spare_hosts"] = edit.value
    assert missed(of(document, hosts_lost=2)) == []


def test_spare_hosts_do_not_keep_data_that_the_protection_loses() -> None:
    document = changed(NVME, 0, protection="esa_raid1_ftt1")
    document["policy"]["spare_hosts"] = 2
    (lost,) = of(document, hosts_lost=2).unmet_requirements
    assert "protection keeps the data" in lost.message
    # Three copies survive two losses.
    assert lost.remedy is not None
    assert [(each.pointer, each.value) for each in lost.remedy.edits] == [
        ("/configurations/0/protection", "esa_raid1_ftt2")
    ]
    assert missed(of(changed(document, 0, protection="esa_raid1_ftt2"), hosts_lost=2)) == []


def test_running_on_asks_for_less_than_full_performance() -> None:
    document = copy.deepcopy(ARRAY)
    document["policy"]["spare_hosts"] = 0
    document["policy"]["vcpu_per_core"] = 1.5
    document["policy"]["sizing_years"] = 0
    for configuration in document["configurations"]:
        configuration["memory"]["dram_gib"] = 2048
    assert missed(of(document, hosts_lost=1)) == ["hosts_lost"]
    assert missed(of(document, hosts_lost=1, hosts_lost_keeps="running")) == []


def test_one_site_does_not_survive_its_loss_and_two_do() -> None:
    assert missed(of(NVME, site_lost=True)) == ["site_lost"]
    stretched = changed(NVME, 0, protection="esa_stretched_raid1")
    assert missed(of(stretched, site_lost=True, rpo_minutes=0)) == []
    assert missed(of(NVME, rpo_minutes=0)) == ["rpo_minutes"]
    stretched["policy"]["site_load_share"] = 0.6
    (part,) = of(stretched, site_lost=True).unmet_requirements
    assert (part.available, part.remedy is not None) == (0.6, True)


def test_healing_needs_a_host_more_than_the_protection() -> None:
    document = copy.deepcopy(NVME)
    document["workload"]["groups"] = [document["workload"]["groups"][0] | {"count": 2, "count_growth_rate": 0}]
    document.pop("remarks", None)
    document = changed(document, 0, protection="esa_raid1_ftt1", hosts=3)
    document["policy"]["spare_hosts"] = 0
    assert missed(of(document, heals=True)) == ["heals"]
    assert missed(of(changed(document, 0, hosts=4), heals=True)) == []
    (unknown,) = of(ARRAY, heals=True).unmet_requirements
    assert (unknown.requirement, unknown.known) == ("heals", False)


@pytest.mark.parametrize(
    ("requirement", "quantity", "scale"),
    [
        ("max_hosts", "hosts", 1),
        ("budget", "cluster_tco", 1),
        ("rack_units", "rack_units", 1),
        ("power_kw", "cluster_w", 1e-3),
    ],
)
def test_an_amount_is_missed_beyond_it_and_held_at_it(requirement: str, quantity: str, scale: float) -> None:
    plain = of(NVME)
    amount = (plain.quantities[quantity].value or 0) * scale
    assert plain.hosts_with_growth.value == plain.hosts.value
    if requirement == "max_hosts":
        amount = int(amount)
    assert missed(of(NVME, **{requirement: amount})) == []
    (beyond,) = of(NVME, **{requirement: amount - 1}).unmet_requirements
    assert beyond.required == amount - 1
    assert beyond.available == pytest.approx(amount)
    assert "more than the" in beyond.message


def test_hosts_in_total_are_those_of_the_horizon() -> None:
    document = copy.deepcopy(NVME)
    document["policy"]["sizing_years"] = 0
    for group in document["workload"]["groups"]:
        group["count_growth_rate"] = 0.3
    result = of(document)
    assert result.hosts.value is not None
    assert (result.hosts_with_growth.value or 0) > result.hosts.value
    assert missed(of(document, max_hosts=int(result.hosts.value))) == ["max_hosts"]


def test_too_few_hosts_are_missed_with_the_part_that_a_lost_one_takes() -> None:
    hosts = of(NVME).hosts.value
    assert hosts
    least = int(hosts)
    assert missed(of(NVME, min_hosts=least)) == []
    (few,) = of(NVME, min_hosts=least + 4).unmet_requirements
    assert (few.requirement, few.required, few.available) == ("min_hosts", least + 4, least)
    assert few.remedy is not None
    assert [(each.pointer, each.value) for each in few.remedy.edits] == [("/configurations/0/hosts", least + 4)]
    assert missed(of(changed(NVME, hosts=least + 4), min_hosts=least + 4)) == []


def test_what_is_not_known_of_a_platform_is_not_taken_for_granted() -> None:
    vmware, azure, proxmox = evaluated(ARRAY, live_migration=True, snapshots=True, vgpu=True).configurations
    assert vmware.admissible
    for each in (azure, proxmox):
        # That running VMs move is known of both; the other two are not.
        assert [(one.requirement, one.known) for one in each.unmet_requirements] == [
            ("snapshots", False),
            ("vgpu", False),
        ]
        assert not each.admissible
    old = changed(ARRAY, 0, hypervisor="esxi-5")
    assert missed(of(old, vgpu=True)) == ["vgpu"]


def test_a_licence_of_another_platform_cannot_be_built_on_vsan() -> None:
    for licence in ("azure-local", "proxmox-ve-premium", "nutanix-nci", "windows-server-2025-datacenter"):
        result = of(changed(NVME, 0, licence={"key": licence, "price_per_core_year": 1}))
        assert (result.buildable, result.feasible, result.admissible) == (False, False, False)
        assert (result.exclusion, result.reasons[0].code) == ("cannot be built", "licence_for_another_storage")
    result = of(changed(ARRAY, 1, hypervisor="esxi-8"))
    assert result.buildable
    other = evaluated(changed(ARRAY, 1, hypervisor="esxi-8")).configurations[1]
    assert other.reasons[0].code == "licence_for_another_hypervisor"


def test_nothing_can_be_built_where_all_is_impossible() -> None:
    document = copy.deepcopy(NVME)
    for each, licence in zip(
        document["configurations"], ("azure-local", "proxmox-ve-premium", "nutanix-nci"), strict=True
    ):
        each["licence"] = {"key": licence, "price_per_core_year": 1}
    plan = Plan.model_validate(document)
    assert decide(plan, CATALOGUE).sentence.startswith("Nothing here can be built.")
    verdict = uncertainty_of(plan, CATALOGUE).verdict
    assert (verdict.strength, verdict.advised, verdict.suggested) == ("none", None, [])


def test_a_candidate_that_misses_a_requirement_wins_nothing() -> None:
    plain = evaluated(NVME)
    costs = {each.key: each.quantities["cluster_tco"].value or 0 for each in plain.configurations}
    cheapest = min(costs, key=costs.__getitem__)
    place = list(costs).index(cheapest)
    # Only the cheapest one is mirrored once, and loses data with two hosts.
    document = copy.deepcopy(NVME)
    document["policy"]["spare_hosts"] = 2
    for number, each in enumerate(document["configurations"]):
        family = "osa" if each["layout"] in ("two_tier", "hybrid") else "esa"
        each["protection"] = f"{family}_raid1_ftt{1 if number == place else 2}"
    document["requirements"] = {"hosts_lost": 2}
    plan = Plan.model_validate(document)
    result, verdict = decide(plan, CATALOGUE), uncertainty_of(plan, CATALOGUE).verdict
    assert [each.key for each in result.configurations if not each.admissible] == [cheapest]
    assert not any(cell.best for row in result.rows for cell in row.cells if cell.configuration == cheapest)
    assert cheapest not in (verdict.advised, verdict.runner_up, *verdict.suggested)
    assert not result.sentence.startswith(f"{result.configurations[place].name} is the cheapest")


def test_a_check_names_the_requirement() -> None:
    lines = list(check_limits(evaluated(NVME, site_lost=True), Limits(highest={}), ["mixed-use"]))
    assert [(each.check, each.verdict.value) for each in lines] == [("feasible", "ok"), ("requirement", "broken")]
    (unknown,) = [
        each
        for each in check_limits(evaluated(ARRAY, heals=True), Limits(highest={}), ["vcf"])
        if each.check != "feasible"
    ]
    assert unknown.verdict.value == "undecided"
