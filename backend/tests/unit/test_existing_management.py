"""VMs that manage the platform of an estate: in no group, kept by who stays on it, and replaced where it is left."""

from typing import Any

import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding.recorder import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, estate_portfolio
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateChoices, EstateScope, GroupBy, Grouping, Inventory
from tests.estates import rvtools
from tests.estates.estate import Estate, drawn

CATALOGUE = load_catalogue()
HEADER = "Name,vCPU,Memory (GB),Disk (GB),In use (GB),State,Cluster"
ORDINARY = [f"web{at},4,16,100,60,on,A" for at in range(20)]
VCENTER, NSX, OFF = "vcenter01,4,20,700,300,on,A", "lab-nsx-mgr,6,24,300,100,on,B", "sddc-manager,4,16,200,50,off,A"
PRISM = "prism-central-1,6,28,500,200,on,A"


def read(*rows: str) -> Inventory:
    return read_inventory("\n".join([HEADER, *rows]).encode(), "a.csv")


def answered(*rows: str, **scope: Any) -> EstateAnswer:
    return estate_answer(read(*rows), EstateChoices(scope=EstateScope(**scope)), CATALOGUE)


def codes(answer: EstateAnswer) -> set[str]:
    return {each.code for each in answer.findings}


def results(plan: Plan, **changes: Any) -> dict[str, ConfigurationResult]:
    """The first configuration as it is, and on AHV."""
    document = plan_json(plan)
    first = {**document["configurations"][0], "key": "stays", "name": "Stays"}
    first.pop("hypervisor", None)
    ahv = {**first, "key": "leaves", "name": "Leaves", "hypervisor": "ahv", "licence": {}, **changes}
    document |= {"configurations": [first, ahv], "remarks": {}}
    return {each.key: each for each in evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations}


def number(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None
    return value


def test_they_are_in_no_group_and_said_with_their_amount() -> None:
    answer = answered(*ORDINARY, VCENTER, NSX, OFF)
    assert (answer.counted.vms, answer.counted.vcpu, answer.counted.memory_gib) == (20, 80, 320)
    assert [(each.reason, each.vms) for each in answer.exclusions] == [("management", 3)]
    (said,) = (each for each in answer.findings if each.code == "management_set_apart")
    # What is off asks for its disk only.
    assert "3 VMs that manage the platform" in said.message
    assert "10 vCPU, 44 GiB and 450 GB" in said.message
    assert len(said.vms) == 3
    assert answer.plan is not None
    own = answer.plan.workload.existing_management
    assert own.model_dump() == {"hypervisor": "esxi-8", "vms": 3, "vcpu": 10, "memory_gib": 44, "disk_gb": 450}
    assert answer.plan.remarks["/workload/existing_management/vcpu"].status == "imported"


def test_who_stays_keeps_them_and_who_leaves_has_its_own() -> None:
    plan = answered(*ORDINARY, VCENTER, NSX, OFF).plan
    assert plan is not None
    found = results(plan)
    assert [number(found["stays"], name) for name in ("management_gib", "management_tb")] == [44, 0.45]
    # Prism Central, the usual one of AHV.
    assert [number(found["leaves"], name) for name in ("management_gib", "management_tb")] == [28, 0.5]
    said = {key: {each.code: each.message for each in result.findings} for key, result in found.items()}
    assert "10 vCPU, 44 GiB and 450 GB" in said["stays"]["existing_management_counted"]
    assert "management_not_counted" not in said["stays"]
    assert "10 vCPU, 44 GiB and 450 GB. Instead: Prism Central" in said["leaves"]["existing_management_replaced"]
    assert "management_counted" in said["leaves"]


def test_what_a_configuration_names_itself_counts() -> None:
    plan = answered(*ORDINARY, VCENTER).plan
    assert plan is not None
    document = plan_json(plan)
    document["configurations"][0]["management"] = "elsewhere"
    first = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
    assert number(first, "management_gib") == 0
    assert "existing_management_replaced" in {each.code for each in first.findings}


def test_demand_is_what_it_was_among_the_vms() -> None:
    apart, among = answered(*ORDINARY, VCENTER), answered(*ORDINARY, VCENTER, management_in_groups=True)
    assert (among.counted.vms, among.glance.management) == (21, 1)
    assert "management_among_vms" in codes(among)
    for name in ("demand_cores", "demand_memory_gib"):
        of = []
        for answer in (apart, among):
            assert answer.plan is not None
            # Without growth, which management has none of.
            document = plan_json(answer.plan)
            document["policy"] = document.get("policy", {}) | {"sizing_years": 0}
            of.append(number(evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0], name))
        assert of[0] == pytest.approx(of[1]), name


def test_an_estate_of_management_alone_is_an_estate() -> None:
    answer = answered(VCENTER, NSX)
    assert answer.counted.vms == 2
    assert "management_among_vms" in codes(answer)
    assert answer.plan is not None


def test_a_scope_leaves_out_managers_of_elsewhere() -> None:
    answer = answered(*ORDINARY, VCENTER, NSX, clusters=["A"])
    assert answer.plan is not None
    assert answer.plan.workload.existing_management.vms == 1
    assert {each.reason: each.vms for each in answer.exclusions} == {"cluster": 1, "management": 1}


def test_prism_central_stays_with_ahv() -> None:
    answer = answered(*ORDINARY, PRISM)
    assert answer.plan is not None
    assert answer.plan.workload.existing_management.hypervisor == "ahv"
    found = results(answer.plan)
    assert number(found["stays"], "management_gib") == 0
    assert number(found["leaves"], "management_gib") == 28
    assert "No management counts instead." in next(
        each.message for each in found["stays"].findings if each.code == "existing_management_replaced"
    )


def test_both_on_one_estate_stay_with_esxi() -> None:
    plan = answered(*ORDINARY, PRISM, VCENTER).plan
    assert plan is not None
    assert (plan.workload.existing_management.hypervisor, plan.workload.existing_management.vms) == ("esxi-8", 2)


def with_managers(estate: Estate, *names: str) -> Inventory:
    for vm, name in zip([each for each in estate.vms if each.running], names, strict=False):
        vm.name, vm.os = name, "VMware Photon OS (64-bit)"
    return read_inventory(rvtools.workbook(estate), "e.xlsx")


def test_hosts_as_they_are_keep_them() -> None:
    answer = estate_answer(with_managers(drawn(60, seed=3), "vcsa01"), EstateChoices(), CATALOGUE)
    assert answer.plan is not None
    assert answer.plan.configurations[0].key == "as-is"
    found = evaluate_plan(answer.plan, CATALOGUE).configurations
    stays = [each.key for each in found if "existing_management_counted" in {one.code for one in each.findings}]
    replaced = [each.key for each in found if "existing_management_replaced" in {one.code for one in each.findings}]
    assert stays == ["as-is", "array-kept", "vsan-esa"]
    assert replaced == ["ceph-proxmox", "s2d-azure-local"]


def test_hosts_whose_platform_is_not_theirs_leave_them_among_the_vms() -> None:
    # Existing hosts are taken to run ESXi, which Prism Central of AHV would not stay with.
    answer = estate_answer(with_managers(drawn(60, seed=3), "prism-central-1"), EstateChoices(), CATALOGUE)
    assert "management_among_vms" in codes(answer)
    assert answer.plan is not None
    assert answer.plan.workload.existing_management.hypervisor is None


def test_clusters_that_are_merged_add_up_theirs() -> None:
    inventory = read(*ORDINARY, *(each.replace(",A", ",B") for each in ORDINARY), VCENTER, NSX)
    answer = estate_portfolio(inventory, EstateChoices(grouping=Grouping(by=GroupBy.CLUSTER)), CATALOGUE)
    assert answer.merged is not None


def test_a_figure_that_is_unknown_is_not_evaluated() -> None:
    plan = answered(*ORDINARY, "vcenter01,4,20,,,on,A").plan
    assert plan is not None
    assert plan.workload.existing_management.disk_gb is None
    stays = results(plan)["stays"]
    assert stays.quantities["management_tb"].value is None


def test_an_unknown_hypervisor_is_a_mistake_of_its_field() -> None:
    plan = answered(*ORDINARY, VCENTER).plan
    assert plan is not None
    document = plan_json(plan)
    document["workload"]["existing_management"]["hypervisor"] = "esxy"
    with pytest.raises(PlanError) as refused:
        evaluate_plan(Plan.model_validate(document), CATALOGUE)
    assert [each.pointer for each in refused.value.mistakes] == ["/workload/existing_management/hypervisor"]


# --------------------------------------------------------------------------------------------- names that users give

HEAD = "Name,vCPU,Memory GiB,Disk GB,Power,Guest OS"
USERS = (
    "vRA-RHEL-8-aB3x,4,16,100,on,Red Hat Enterprise Linux 8 (64-bit)",
    "shadow-vRA-CentOS-7-oZtV,4,16,100,on,CentOS 7 (64-bit)",
    "NSX-Doku-Web01,4,16,100,on,Microsoft Windows Server 2022 (64-bit)",
    "hcx-manager-app1,4,16,100,on,Microsoft Windows Server 2022 (64-bit)",
    "vcf-operations-db,4,16,100,on,Ubuntu Linux (64-bit)",
    "vcenter-backup-proxy,4,16,100,on,Microsoft Windows Server 2022 (64-bit)",
    "vrack-db,4,16,100,on,Other 5.x or later Linux (64-bit)",
    "vram1,4,16,100,on,Other 5.x or later Linux (64-bit)",
)


def of_guests(*rows: str) -> EstateAnswer:
    inventory = read_inventory("\n".join([HEAD, *rows]).encode(), "input.csv")
    return estate_answer(inventory, EstateChoices(), CATALOGUE)


def test_vms_of_users_are_theirs_whatever_they_are_called() -> None:
    answer = of_guests(*USERS)
    assert (answer.counted.vms, answer.counted.vcpu) == (8, 32)
    assert answer.glance.management == 0


@pytest.mark.parametrize("name", ["vcenter01", "nsx-mgr-01", "vra-01", "vrops01", "vcf-ops", "aria-operations"])
@pytest.mark.parametrize("guest", ["VMware Photon OS (64-bit)", "SUSE Linux Enterprise 12 (64-bit)", ""])
def test_appliances_are_known_by_name_where_the_guest_does_not_speak_against_it(name: str, guest: str) -> None:
    answer = of_guests(*USERS, f"{name},4,16,100,on,{guest}")
    assert (answer.counted.vms, answer.glance.management) == (8, 1)


def test_names_of_the_platform_alone_hold_whatever_the_guest() -> None:
    answer = of_guests(*USERS, "sddc-manager,4,16,100,on,Ubuntu Linux (64-bit)")
    assert (answer.counted.vms, answer.glance.management) == (8, 1)


@pytest.mark.parametrize(("alike", "of", "apart"), [(3, 12, True), (4, 40, False), (4, 80, True), (5, 120, True)])
def test_more_managers_than_a_platform_has_are_asked_about(alike: int, of: int, *, apart: bool) -> None:
    ordinary = (f"app{each},4,16,100,on," for each in range(of - alike))
    answer = of_guests(*ordinary, *(f"vra-{each},4,16,100,on," for each in range(alike)))
    assert answer.counted.vms == (of - alike if apart else of)
    assert ("management_doubted" in codes(answer)) is not apart
    if not apart:
        (said,) = (each for each in answer.findings if each.code == "management_doubted")
        assert (said.count, len(said.vms)) == (alike, alike)
