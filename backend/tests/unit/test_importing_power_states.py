"""Power states that say something else than on or off: suspended, not known to the product, or a word of nobody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, read_inventories
from hostwise.plan.estate import EstateChoices, EstateScope, Inventory, Power
from hostwise.server.commands import command_line
from tests.unit.test_estate_cases import File, document, rvtools, table, vm

CATALOGUE = load_catalogue()
GIB = 2**30


def answered(*files: File, **powers: Power) -> tuple[Inventory, EstateAnswer]:
    inventory = read_inventories(files)
    choices = EstateChoices(scope=EstateScope(powers=powers))
    return inventory, estate_answer(inventory, choices, CATALOGUE, with_plan=False)


def said(answer: EstateAnswer, code: str) -> Any:
    return next((each for each in answer.findings if each.code == code), None)


# ------------------------------------------------------------------------------------------------------ suspended


@pytest.mark.parametrize(
    ("file", "word"),
    [
        (rvtools(vInfo=[vm("a"), vm("s", Powerstate="suspended", CPUs=16, Memory=65_536)]), "suspended"),
        (table("Name,vCPU,Memory GB,Disk GB,Power", "a,4,16,100,Running", "s,16,64,100,Saved State"), "Saved State"),
        (table("Name,vCPU,Memory GB,Disk GB,Power", "a,4,16,100,running", "s,16,64,100,paused"), "paused"),
    ],
)
def test_suspended_vms_are_off_and_somebody_sees_it(file: File, word: str) -> None:
    _, answer = answered(file)
    finding = said(answer, "suspended")
    assert (answer.counted.vcpu, finding.count, finding.kind) == (4, 1, "warning")
    assert "1 VM is suspended or paused, with 16 vCPU and 64 GiB of memory: s." in finding.message
    assert f'--power "{word}=on"' in finding.message
    assert [(each.word, each.vms, each.state) for each in answer.glance.power_words] == [(word, 1, Power.SUSPENDED)]


def test_suspended_vms_run_where_that_is_said() -> None:
    file = rvtools(vInfo=[vm("a"), vm("s", Powerstate="suspended", CPUs=16, Memory=65_536), vm("off", CPUs=2)])
    _, answer = answered(file, suspended=Power.ON)
    assert (answer.counted.vcpu, answer.counted.memory_gib, said(answer, "suspended")) == (22, 96, None)


def test_suspended_vms_that_are_out_of_scope_are_no_finding() -> None:
    inventory = read_inventories([rvtools(vInfo=[vm("a"), vm("s", Powerstate="suspended")])])
    choices = EstateChoices(scope=EstateScope(not_names=["s"]))
    assert said(estate_answer(inventory, choices, CATALOGUE, with_plan=False), "suspended") is None


# ----------------------------------------------------------------------------- states that a product does not know


def guest(number: int, status: str, **more: object) -> dict[str, object]:
    sizes = {"maxcpu": 4, "maxmem": 8 * GIB, "maxdisk": 100 * GIB}
    return {"type": "qemu", "vmid": number, "name": f"v{number}", "node": "n1", "status": status} | sizes | more


def server(name: str, status: str, power: object) -> dict[str, object]:
    named: dict[str, object] = {
        "ID": f"{name:0>8}-1111-1111-1111-111111111111",
        "Name": name,
        "Status": status,
        "Power State": power,
    }
    return named | {"Image Name": "x", "Flavor Name": "m", "vcpus": 2, "ram": 4096, "disk": 40}


def machine(name: str, status: str) -> dict[str, object]:
    domain = {"cpu": {"cores": 2}, "memory": {"guest": "4Gi"}, "devices": {}}
    about: dict[str, object] = {
        "kind": "VirtualMachine",
        "apiVersion": "kubevirt.io/v1",
        "metadata": {"name": name, "namespace": "n"},
    }
    return about | {"spec": {"template": {"spec": {"domain": domain}}}, "status": {"printableStatus": status}}


def test_a_vm_of_a_node_that_is_away_counts_as_running_and_is_named() -> None:
    inventory, answer = answered(document([guest(100, "running"), guest(101, "unknown"), guest(102, "stopped")]))
    finding = next(each for each in inventory.findings if each.code == "power_not_known")
    assert (inventory.vms.power, answer.counted.vcpu) == ([Power.ON, Power.UNKNOWN, Power.OFF], 8)
    assert (finding.count, finding.kind, "'unknown' 1" in finding.message) == (1, "warning", True)
    assert answer.why_no_plan is None
    _, answer = answered(document([guest(100, "running"), guest(101, "unknown")]), unknown=Power.OFF)
    assert answer.counted.vcpu == 4


@pytest.mark.parametrize(
    ("status", "power", "state"),
    [
        ("ERROR", 0, Power.UNKNOWN),
        ("ERROR", "NOSTATE", Power.UNKNOWN),
        ("ERROR", 1, Power.ON),
        ("ERROR", "Shutdown", Power.OFF),
        ("ACTIVE", "NOSTATE", Power.ON),
        ("UNKNOWN", "", Power.UNKNOWN),
        ("BUILD", "NOSTATE", Power.ON),
        ("SHELVED", 0, Power.OFF),
        ("SHELVED_OFFLOADED", "", Power.OFF),
        ("RESCUE", 0, Power.ON),
        ("RESCUED", 0, Power.ON),
        ("VERIFY_RESIZE", 0, Power.ON),
        ("SUSPENDED", 0, Power.SUSPENDED),
        ("PAUSED", 0, Power.SUSPENDED),
    ],
)
def test_states_of_openstack(status: str, power: object, state: Power) -> None:
    inventory, answer = answered(document([server("1", "ACTIVE", 1), server("2", status, power)]))
    assert inventory.vms.power == [Power.ON, state]
    assert answer.why_no_plan is None


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("Running", Power.ON),
        ("Starting", Power.ON),
        ("Provisioning", Power.ON),
        ("WaitingForVolumeBinding", Power.ON),
        ("Migrating", Power.ON),
        ("Stopped", Power.OFF),
        ("Paused", Power.SUSPENDED),
        ("CrashLoopBackOff", Power.UNKNOWN),
        ("ErrorUnschedulable", Power.UNKNOWN),
        ("DataVolumeError", Power.UNKNOWN),
        ("Unknown", Power.UNKNOWN),
    ],
)
def test_states_of_kubevirt(status: str, state: Power) -> None:
    inventory, answer = answered(document({"kind": "List", "items": [machine("a", "Running"), machine("b", status)]}))
    assert inventory.vms.power == [Power.ON, state]
    assert answer.why_no_plan is None


@pytest.mark.parametrize(
    ("word", "state"),
    [
        ("running", Power.ON),
        ("idle", Power.ON),
        ("in shutdown", Power.ON),
        ("paused", Power.SUSPENDED),
        ("pmsuspended", Power.SUSPENDED),
        ("crashed", Power.OFF),
        ("shut off", Power.OFF),
        ("no state", Power.UNKNOWN),
    ],
)
def test_states_of_libvirt(word: str, state: Power) -> None:
    cells = {
        "Id": "1",
        "Name": "a",
        "UUID": "4c4c4544-0000-4000-8000-000000000001",
        "OS Type": "hvm",
        "State": word,
        "CPU(s)": "2",
    }
    cells |= {"Max memory": "4194304 KiB", "Used memory": "4194304 KiB", "Persistent": "yes"}
    info = "".join(f"{title + ':':<16}{cell}\n" for title, cell in cells.items()) + "\n"
    inventory, _ = answered((info.encode(), "a.txt"))
    assert inventory.vms.power == [state]


@pytest.mark.parametrize("word", ["Other", "Unknown", "1"])
def test_states_that_hyper_v_does_not_know(word: str) -> None:
    header = "Name,State,ProcessorCount,MemoryStartup"
    inventory, answer = answered(table(header, f"a,Running,4,{8 * GIB}", f"b,{word},4,{8 * GIB}"))
    assert (inventory.vms.power, answer.counted.vcpu) == ([Power.ON, Power.UNKNOWN], 8)


def test_a_list_of_ones_own_that_says_unknown_asks() -> None:
    """Nobody knows what its writer means."""
    inventory, answer = answered(table("Name,vCPU,Memory GB,Disk GB,Power", "a,4,16,100,on", "b,4,16,100,unknown"))
    assert (inventory.vms.power, answer.why_no_plan is None) == ([Power.ON, Power.OTHER], False)


# -------------------------------------------------------------------------------------------- how a question is put


def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    rows = ["a,4,16,100,on", "b,4,16,100,Weird", "c,4,16,100,"]
    (tmp_path / "v.csv").write_text("\n".join(["Name,vCPU,Memory GB,Disk GB,Power", *rows, ""]), "utf-8")
    plan = str(tmp_path / "plan.json")
    code = command_line.main(("import", str(tmp_path / "v.csv"), "-o", plan, *options))
    return code, capsys.readouterr().err


def test_the_command_names_the_option_that_answers_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = imported(tmp_path, capsys)
    assert code != 0
    assert '--power "Weird=on"' in told
    assert '--power "(empty)=on"' in told
    assert "(empty) is a blank cell" in told


@pytest.mark.parametrize("empty", ["(empty)=off", "=off"])
def test_the_option_is_taken_as_it_was_named(empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = imported(tmp_path, capsys, "--power", "Weird=on", "--power", empty)
    assert (code, "2 VMs are counted" in told, "and 1 that is off" in told) == (0, True, True)
    plan = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    assert sum(each["count"] * each["vcpu"] for each in plan["workload"]["groups"]) == 8


def test_a_question_is_put_for_each_cluster_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = imported(tmp_path, capsys, "--per-cluster")
    assert (code != 0, '--power "Weird=on"' in told) == (True, True)
