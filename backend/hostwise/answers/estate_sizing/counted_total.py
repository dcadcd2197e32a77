"""What is counted of an estate in one total and one sentence: the figures of the plan's groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms
from hostwise.answers.estate_sizing.demand import Demand
from hostwise.answers.estate_sizing.estate_document import EstateTotals
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.wording.words import listed
from hostwise.number_format.writing import counted, fixed, short
from hostwise.plan.estate import Power
from hostwise.plan.workload import VmGroup


def total_of_groups(vms: Vms, scoped: Scoped, found: Demand) -> EstateTotals:
    """What the groups ask for: vCPU, memory and disk with what is assumed for VMs of unknown size.

    All else is the sum of what the source has.
    """
    groups = [each.group for each in found.groups]
    whole = vms.totals(scoped.whole, disk_only=scoped.disk_only)
    if not groups:
        return whole
    sums = {
        "vcpu": sum(each.count * each.vcpu for each in groups),
        "memory_gib": sum(each.count * each.memory_gib for each in groups),
        "disk_gb": _disk_gb(groups),
    }
    return whole.model_copy(update=sums)


def in_words(vms: Vms, scoped: Scoped, found: Demand) -> str:
    """What is counted: what runs, what is off, and what of it is assumed, each with its amount."""
    if not found.groups:
        return "No VM is counted."
    groups = [each.group for each in found.groups]
    running, off = (groups[:-1], groups[-1]) if scoped.disk_only.size else (groups, None)
    said = []
    if running:
        said.append(
            f"{_are_counted(int(scoped.whole.size))}, with {fixed(sum(each.count * each.vcpu for each in running))} "
            f"vCPU, {fixed(sum(each.count * each.memory_gib for each in running))} GiB of memory and "
            f"{_disks(running)} of disk"
        )
    if off:
        why = f" {_why_off(vms, scoped.disk_only)}"
        which = f"and {fixed(off.count)}{why}" if running else _are_counted(off.count, why)
        said.append(f"{which}, with {'its' if off.count == 1 else 'their'} disks only: {_disks([off])}")
    counts, filled = f"{', '.join(said)}.", list(_assumed(vms, found))
    return f"{counts} Filled in for VMs of unknown size: {listed(filled)}." if filled else counts


def _are_counted(number: int, which: str = "") -> str:
    return f"{counted(number, 'VMs')}{which} {'is' if number == 1 else 'are'} counted"


def _why_off(vms: Vms, members: Places) -> str:
    """Why some VMs count with their disks only."""
    template = vms.template[members]
    held = np.array([vms.columns.power[at] is Power.SUSPENDED for at in members], dtype=np.bool_) & ~template
    one = len(members) == 1
    kinds = (("off", ~template & ~held), ("suspended", held), ("a template" if one else "templates", template))
    return f"that {'is' if one else 'are'} {' or '.join(words for words, some in kinds if some.any())}"


def _assumed(vms: Vms, found: Demand) -> Iterator[str]:
    """The amounts that are assumed for VMs of unknown size."""
    for column, key, unit in (
        (vms.number("vcpu"), "vcpu", "vCPU"),
        (vms.number("memory_gib"), "memory_gib", "GiB of memory"),
        (vms.disk_gb, "disk_gb", "TB of disk"),
    ):
        number, amount = _filled(column, key, found)
        if number:
            words = short(amount / 1000) if key == "disk_gb" else fixed(amount)
            yield f"{words} {unit} ({counted(number, 'VMs')})"


def _filled(column: Floats, key: str, found: Demand) -> tuple[int, float]:
    """VMs without a figure that their group has for them, and what they are given together."""
    number, amount = 0, 0.0
    for each, members in zip(found.groups, found.members, strict=True):
        missing, of_one = int(np.isnan(column[members]).sum()), getattr(each.group, key)
        # A VM that does not run asks for no CPU and memory, known or not.
        if missing and of_one:
            number, amount = number + missing, amount + missing * of_one
    return number, amount


def _disk_gb(groups: Sequence[VmGroup]) -> float | None:
    known = [each.count * each.disk_gb for each in groups if each.disk_gb is not None]
    return sum(known) if known else None


def _disks(groups: Sequence[VmGroup]) -> str:
    gb = _disk_gb(groups)
    return "an unknown amount" if gb is None else f"{short(gb / 1000)} TB"
