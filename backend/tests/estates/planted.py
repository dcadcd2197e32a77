"""An export in which some VMs have what stops a move."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import Inventory
from tests.estates import rvtools
from tests.estates.estate import Estate, Vm, drawn
from tests.estates.rvtools import Tab, comma_separated, zipped


class Planted:
    """An export in which VMs have what stops a move, and who has what."""

    def __init__(self, vms: int, seed: int) -> None:
        """Draw an estate, and give some of its VMs one thing each, so that nothing hides another."""
        self.random = np.random.default_rng(seed)
        self.estate: Estate = drawn(vms, seed=seed)
        self.tabs = {each.name: each for each in rvtools.tabs(self.estate)}
        self.has: dict[str, set[str]] = {}
        self.free = [each for each in self.estate.vms if not each.template]
        self.random.shuffle(self.free)
        node_cores = max(each.cores / each.sockets for each in self.estate.hosts)
        node_mib = max(each.memory_mib / each.sockets for each in self.estate.hosts)
        large = [each for each in self.free if each.vcpu > node_cores or each.memory_mib > node_mib]
        self.has["very_large"] = {each.name for each in large}
        self.free = [each for each in self.free if each not in large]
        self._plant()

    def some(self, key: str, *, running: bool | None = None) -> list[Vm]:
        """Some VMs that have nothing yet."""
        fitting = [each for each in self.free if running is None or each.running is running]
        chosen = fitting[: int(self.random.integers(1, 9))]
        self.free = [each for each in self.free if each not in chosen]
        self.has[key] = {each.name for each in chosen}
        return chosen

    def set(self, tab: str, vm: Vm, header: str, value: object) -> None:
        """Change a cell in all rows of a VM."""
        table = self.tabs[tab]
        at = table.header.index(header)
        for row in table.rows:
            if row[table.header.index("VM")] == vm.name:
                row[at] = value

    def add(self, tab: str, headers: list[str], rows: Callable[[Vm], list[object]]) -> None:
        """A tab with a row of each VM."""
        ids = ["VM", "VM ID", "VM UUID", "VI SDK Server"]
        lines: list[list[object]] = [
            [each.name, each.moid, each.uuid, self.estate.vcenter, *rows(each)] for each in self.estate.vms
        ]
        self.tabs[tab] = Tab(tab, [*ids, *headers], lines)

    def _plant(self) -> None:
        for each in self.some("raw_devices"):
            self.set("vDisk", each, "Raw", True)
        first, *others = self.some("shared_disks") + self.some("_")
        self.has["shared_disks"] = {first.name, *(each.name for each in others)} if others else set()
        for each in [first, *others]:
            rows = [row for row in self.tabs["vDisk"].rows if row[0] == each.name]
            rows[0][self.tabs["vDisk"].header.index("Path")] = "[ds-01] quorum/shared.vmdk"
            rows[0][self.tabs["vDisk"].header.index("Shared Bus")] = "physicalSharing"
        self.has.pop("_")
        network, media, usb = (self.some(each) for each in ("passthrough", "media", "_"))
        self.has["media"] |= self.has.pop("_")
        # The card of nearly every VM may use direct path; that of few is a device of the host.
        self.add(
            "vNetwork",
            ["Adapter", "Direct Path IO"],
            lambda vm: ["SriovEthernetCard", False] if vm in network else ["Vmxnet3", True],
        )
        self.add("vCD", ["Connected", "Device Type"], lambda vm: [vm in media, "ISO [ds-01] a.iso"])
        self.add("vUSB", ["Connected"], lambda vm: [vm in usb])
        tools = self.some("no_tools")
        self.add("vTools", ["Tools"], lambda vm: ["toolsNotInstalled" if vm in tools else "toolsOk"])
        for each in self.some("fault_tolerant"):
            self.set("vInfo", each, "FT State", "running")
        for each in self.some("consolidation"):
            self.set("vInfo", each, "Consolidation Needed", True)
        for each in self.some("unreachable"):
            self.set("vInfo", each, "Connection state", "orphaned")
        for each in self.some("old_hardware"):
            self.set("vInfo", each, "HW version", "vmx-08")
        for each in self.some("guest_ended", running=True):
            self.set("vInfo", each, "OS according to the VMware Tools", "Microsoft Windows Server 2008 R2 (64-bit)")
        for each in self.some("guest_ends_soon", running=True):
            self.set("vInfo", each, "OS according to the VMware Tools", "Ubuntu Linux 20.04 (64-bit)")
        for each in self.some("off_long", running=False):
            self.set("vInfo", each, "Change Version", "2024/06/01 06:00:00")
        table = self.tabs["vSnapshot"]
        at = {header: place for place, header in enumerate(table.header)}
        for each in self.some("old_snapshots"):
            line: list[object] = [None] * len(table.header)
            values = {"VM": each.name, "VM ID": each.moid, "VM UUID": each.uuid, "VI SDK Server": self.estate.vcenter}
            for header, value in (values | {"Date / time": "2024/12/24 18:00:00", "Size MiB (total)": 2048}).items():
                line[at[header]] = value
            table.rows.append(line)
        self.some("idle", running=True)

    def inventory(self) -> Inventory:
        """What is read of it, with use over time in which the idle ones do nothing."""
        files = {f"RVTools_tab{each.name}.csv": comma_separated(each) for each in self.tabs.values()}
        read = read_inventory(zipped(files), "r.zip")
        use = (0.001 if name in self.has["idle"] else 0.3 for name in read.vms.name)
        busy = [share * (vcpu or 0) * 2.4 for share, vcpu in zip(use, read.vms.vcpu or [], strict=True)]
        return read.model_copy(update={"vms": read.vms.model_copy(update={"cpu_peak_ghz": busy})})
