"""What is counted of an estate in one total and one sentence: the figures of the plan's groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hostwise.answers.estate_sizing.columns import Flags, Floats, Places, Vms
from hostwise.answers.estate_sizing.demand import Demand
from hostwise.answers.estate_sizing.estate_document import EstateTotals
from hostwise.answers.estate_sizing.estate_sizing_messages import message, words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.sentences import Phrase
from hostwise.engine.constants import GB_PER_TB
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
        return words("estate_total.none")
    groups = [each.group for each in found.groups]
    running, off = (groups[:-1], groups[-1]) if scoped.disk_only.size else (groups, None)
    counted = _running(int(scoped.whole.size), running) if running else None
    if off is not None:
        counted = _with_off(counted, off, _why_off(vms, scoped.disk_only))
    filled = list(_assumed(vms, found))
    if counted is None or not filled:
        return words("estate_total.whole", counted=counted or "")
    return words("estate_total.whole_with_filled", counted=counted, filled=listing(filled))


def _running(number: int, groups: Sequence[VmGroup]) -> Phrase:
    """The VMs that run, with what they ask for."""
    return message(
        "estate_total.running_one" if number == 1 else "estate_total.running",
        vms=number,
        vcpu=sum(each.count * each.vcpu for each in groups),
        memory=sum(each.count * each.memory_gib for each in groups),
        disk=_disks(groups),
    )


def _with_off(running: Phrase | None, off: VmGroup, why: Phrase) -> Phrase:
    """Powered-off VMs, which count for disk only, listed after the running ones."""
    one, disk = off.count == 1, _disks([off])
    if running is None:
        return message("estate_total.off_one" if one else "estate_total.off", vms=off.count, why=why, disk=disk)
    return message(
        "estate_total.running_and_off_one" if one else "estate_total.running_and_off",
        running=running,
        vms=off.count,
        why=why,
        disk=disk,
    )


def _why_off(vms: Vms, members: Places) -> Phrase:
    """Why some VMs count with their disks only."""
    template = vms.template[members]
    held = np.array([vms.columns.power[at] is Power.SUSPENDED for at in members], dtype=np.bool_) & ~template
    one = len(members) == 1
    states: tuple[tuple[EstateSizingCode, Flags], ...] = (
        ("estate_off.off", ~template & ~held),
        ("estate_off.suspended", held),
        ("estate_off.template" if one else "estate_off.templates", template),
    )
    first, *others = [message(code) for code, some in states if some.any()]
    for each in others:
        first = message("estate_off.or", before=first, next=each)
    return message("estate_off.one" if one else "estate_off.several", states=first)


def _assumed(vms: Vms, found: Demand) -> Iterator[Phrase]:
    """The amounts that are assumed for VMs of unknown size."""
    columns: tuple[tuple[Floats, str, EstateSizingCode, int], ...] = (
        (vms.number("vcpu"), "vcpu", "estate_filled.vcpu", 1),
        (vms.number("memory_gib"), "memory_gib", "estate_filled.memory", 1),
        (vms.disk_gb, "disk_gb", "estate_filled.disk", GB_PER_TB),
    )
    for column, key, code, scale in columns:
        number, amount = _filled(column, key, found)
        if number:
            yield message(code, amount=amount / scale, vms=number)


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


def _disks(groups: Sequence[VmGroup]) -> Phrase:
    gb = _disk_gb(groups)
    return message("estate_disk.unknown") if gb is None else message("estate_disk.known", amount=gb / GB_PER_TB)
