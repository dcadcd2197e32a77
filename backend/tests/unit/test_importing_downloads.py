"""Lists as command lines of products write them: govc in both spellings, and the VMs of one node of Proxmox VE."""

import json
from pathlib import Path
from typing import Any

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices, Inventory
from hostwise.server.commands.estate_arguments import is_estate
from hostwise.tables.problems import UnreadableFile

CATALOGUE = load_catalogue()
GIB = 2**30


def machine(name: str, state: str, cpus: int, gib: int, disks: list[int]) -> dict[str, Any]:
    """A VM as `govc vm.info -json` writes it, in its newer spelling."""
    devices: list[dict[str, Any]] = [{"key": 200, "deviceInfo": {"label": "IDE 0"}}]
    devices += [{"key": 2000 + at, "capacityInKB": size * 2**20} for at, size in enumerate(disks)]
    return {
        "self": {"type": "VirtualMachine", "value": f"vm-{name}"},
        "name": name,
        "config": {
            "instanceUuid": f"uuid-{name}",
            "template": False,
            "guestFullName": "Ubuntu Linux (64-bit)",
            "hardware": {"numCPU": cpus, "numCoresPerSocket": 2, "memoryMB": gib * 1024, "device": devices},
        },
        "runtime": {"powerState": state, "host": {"type": "HostSystem", "value": "host-9"}},
        "summary": {
            "quickStats": {"overallCpuUsage": 500, "guestMemoryUsage": 1024, "hostMemoryUsage": 2048},
            "storage": {"committed": 40 * 10**9, "uncommitted": 60 * 10**9},
        },
    }


def old_spelling(value: Any) -> Any:
    if isinstance(value, dict):
        return {key[:1].upper() + key[1:]: old_spelling(each) for key, each in value.items()}
    return [old_spelling(each) for each in value] if isinstance(value, list) else value


MACHINES = [machine("web", "poweredOn", 4, 16, [100]), machine("db", "poweredOn", 8, 64, [100, 400]),
            machine("old", "poweredOff", 2, 8, [50])]  # fmt: skip


@pytest.mark.parametrize("old", [False, True])
def test_vms_of_govc(tmp_path: Path, *, old: bool) -> None:
    document = {"virtualMachines": MACHINES}
    content = json.dumps(old_spelling(document) if old else document).encode()
    inventory = read_inventory(content, "vms.json")
    assert inventory.sources[0].kind == "govc"
    counted = counted_of(inventory)
    assert (counted.vms, counted.vcpu, counted.memory_gib) == (3, 12, 80)
    assert counted.disk_gb == pytest.approx(650 * GIB / 1e9)
    assert counted.used_gb == pytest.approx(120)
    (tab,) = inventory.tabs
    assert (tab.rows_read, tab.rows_accepted) == (3, 3)
    (tmp_path / "vms.json").write_bytes(content)
    assert is_estate(str(tmp_path / "vms.json"))


def counted_of(inventory: Inventory) -> Any:
    return estate_answer(inventory, EstateChoices(), CATALOGUE, with_plan=False).counted


NODE = [
    {"vmid": 100, "name": "web", "status": "running", "cpus": 4, "maxmem": 16 * GIB, "maxdisk": 100 * GIB, "cpu": 0.1},
    {"vmid": 101, "name": "db", "status": "running", "cpus": 8, "maxmem": 64 * GIB, "maxdisk": 400 * GIB, "pid": 7},
    {
        "vmid": 102,
        "name": "gold",
        "status": "stopped",
        "cpus": 2,
        "maxmem": 8 * GIB,
        "maxdisk": 20 * GIB,
        "template": 1,
    },
]


@pytest.mark.parametrize("wrapped", [False, True])
def test_vms_of_one_node_have_no_type(*, wrapped: bool) -> None:
    document = {"data": NODE} if wrapped else NODE
    inventory = read_inventory(json.dumps(document).encode(), "qemu.json")
    assert inventory.sources[0].kind == "proxmox"
    assert inventory.vms.template == [False, False, True]
    counted = counted_of(inventory)
    assert (counted.vms, counted.vcpu, counted.memory_gib) == (2, 12, 80)


@pytest.mark.parametrize("document", [[{"vmid": 1}], {"virtualMachines": []}, [{"name": "a", "status": "x"}]])
def test_other_lists_are_refused(document: Any) -> None:
    with pytest.raises(UnreadableFile):
        read_inventory(json.dumps(document).encode(), "a.json")
