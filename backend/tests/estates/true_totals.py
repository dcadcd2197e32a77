"""What must be read of a file that a tool wrote of a true estate: its totals, less what a finding names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hostwise.plan.estate import EstateFinding, Inventory, Power
from tests.estates.truth import GB_PER_MIB, GIB, Truth, Vm


@dataclass(frozen=True)
class Range:
    """A total; where a tool rounds, or states it together with something else, it is known within bounds only."""

    low: float
    high: float

    @classmethod
    def of(cls, value: float, within: float = 0.0) -> Range:
        """A value, give or take."""
        return cls(value - within, value + within)

    def holds(self, value: float, less: float = 0.0) -> bool:
        """Whether it is that value, without what is left out of it."""
        slack = 1e-6 * max(abs(self.high), 1.0)
        return self.low - less - slack <= value <= self.high - less + slack


@dataclass(frozen=True)
class LeftOut:
    """An amount by which the reading is less than the truth, and the finding that must say so.

    Attributes:
        total: name of the total.
        amount: how much; negative where the reading is more.
        code: of the finding.
        count: what the finding must count, if it counts.
        stated_tb: what its message must say in TB, if it can be known from the file.
    """

    total: str
    amount: float
    code: str
    count: int | None = None
    stated_tb: float | None = None


@dataclass(frozen=True)
class Written:
    """A file that a tool wrote.

    Attributes:
        data: the file.
        name: its name.
        totals: what it is of, by total; a total that the tool does not write is absent.
        left_out: what cannot be known from it.
        demand: vCPU, GiB and GB that the VMs ask for, by name of the total.
    """

    data: bytes
    name: str
    totals: dict[str, Range]
    left_out: list[LeftOut] = field(default_factory=list)
    demand: dict[str, Range] = field(default_factory=dict)


def exact(values: dict[str, float]) -> dict[str, Range]:
    """Totals that are written exactly."""
    return {name: Range.of(value) for name, value in values.items()}


def totals_of_vms(truth: Truth) -> dict[str, Range]:
    """VMs with their CPUs, memory, and disks, each of these once."""
    return exact(
        {
            "vms": len(truth.vms),
            "running": len(truth.running),
            "vcpu": sum(each.vcpu for each in truth.vms),
            "memory_gib": sum(each.memory_mib for each in truth.vms) / GIB,
            "disk_gb": truth.disk_mib * GB_PER_MIB,
        }
    )


def totals_of_hosts(truth: Truth) -> dict[str, Range]:
    """Hosts with their cores and memory."""
    return exact(
        {
            "hosts": len(truth.hosts),
            "cores": sum(each.cores for each in truth.hosts),
            "host_memory_gib": sum(each.memory_mib for each in truth.hosts) / GIB,
        }
    )


def demand_of(truth: Truth) -> dict[str, Range]:
    """What new hosts must carry: CPU and memory of VMs that run, and the disks of those and of what is off."""
    sized = [each for each in truth.vms if each.is_sized and not each.template]
    running = [each for each in sized if each.running]
    disks = sum(each.mib for each in truth.disks(sized).values())
    return exact(
        {
            "vcpu": sum(each.vcpu for each in running),
            "memory_gib": sum(each.memory_mib for each in running) / GIB,
            "disk_gb": disks * GB_PER_MIB,
        }
    )


def stated_once(vm: Vm, stated_mib: float, shared_before: set[str]) -> Range:
    """What is stated of a VM, without disks that another VM has stated: between none and all of these is in it."""
    again = sum(each.mib for each in vm.disks if (each.lun or each.file) in shared_before)
    return Range(max(stated_mib - again, 0) * GB_PER_MIB, stated_mib * GB_PER_MIB)


def read_totals(inventory: Inventory) -> dict[str, float]:
    """The totals of an inventory."""
    vms, hosts = inventory.vms, inventory.hosts

    def total(column: Sequence[float | None] | None) -> float:
        return sum(each or 0 for each in column or [])

    return {
        "vms": len(vms),
        "running": sum(
            each in (Power.ON, Power.UNKNOWN) and not template
            for each, template in zip(vms.power, vms.template, strict=True)
        ),
        "vcpu": total(vms.vcpu),
        "memory_gib": total(vms.memory_gib),
        "disk_gb": total(vms.disk_gb),
        "used_gb": total(vms.used_gb),
        "guest_used_gb": total(vms.guest_used_gb),
        "provisioned_gb": total(vms.provisioned_gb),
        "hosts": len(hosts),
        "cores": total(hosts.cores),
        "host_memory_gib": total(hosts.memory_gib),
    }


def differences(written: Written, inventory: Inventory) -> Iterator[str]:
    """What was read otherwise than it is, in words: each total must be the true one, less what findings name."""
    said = {each.code: each for each in inventory.findings}
    named = [each for each in written.left_out if each.code in said]
    read = read_totals(inventory)
    for name, true in written.totals.items():
        less = sum(each.amount for each in named if each.total == name)
        if not true.holds(read[name], less):
            yield f"{name}: {read[name]:.6f} read, {true.low:.6f} to {true.high:.6f} is true, {less:.6f} is named"
    for each in written.left_out:
        if each.code in said:
            yield from _unsaid(each, said[each.code])
        elif not each.total:
            yield f"{each.code} is not said"


def differences_of_demand(written: Written, demand: dict[str, float], codes: set[str]) -> Iterator[str]:
    """What the plan asks for otherwise than the VMs do."""
    for name, true in written.demand.items():
        less = sum(each.amount for each in written.left_out if each.total == f"demand {name}" and each.code in codes)
        if not true.holds(demand[name], less):
            yield f"demand of {name}: {demand[name]:.6f}, {true.low:.6f} to {true.high:.6f} is true, {less:.6f} named"


_TB = re.compile(r"([\d.,]*\d) TB")


def _unsaid(left: LeftOut, finding: EstateFinding) -> Iterator[str]:
    if left.count is not None and finding.count != left.count:
        yield f"{left.code} counts {finding.count}, {left.count} is true: {finding.message}"
    if left.stated_tb is not None:
        stated = [float(each.replace(",", "")) for each in _TB.findall(finding.message)]
        if not any(abs(each - left.stated_tb) <= 0.006 * left.stated_tb + 0.0006 for each in stated):
            yield f"{left.code} says {stated} TB, {left.stated_tb:.4f} is true: {finding.message}"
