"""The demand of a group of VMs: means of its members, so that the group's total is exactly the sum of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms, first_known, mean, most_of, total
from hostwise.answers.estate_sizing.drive_wear import vm_write_bytes_s
from hostwise.answers.estate_sizing.estate_document import EstateGroup
from hostwise.answers.estate_sizing.estate_sizing_messages import message, some, words
from hostwise.answers.estate_sizing.grouping import common_system, grouped
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.estate_sizing.storage_base import BASE_WORDS
from hostwise.answers.estate_sizing.use import Growth, diversity, grown
from hostwise.answers.wording.sentences import Phrase
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import (
    MOST_FIGURE,
    DriveColumns,
    EstateChoices,
    EstateFinding,
    PoweredOff,
    Sizing,
    StorageBase,
)
from hostwise.plan.estate_codes import EstateCode
from hostwise.plan.fields import LEAST
from hostwise.plan.history import Counter, History
from hostwise.plan.workload import VmGroup, VmsAre

_USUAL_VCPU, _USUAL_GIB = 4, 16
"""Size of a VM whose size is unknown."""

_NO_GROWTH = words("estate_growth.not_entered")
_MEMBERS, _NAMED = 8, 200


@dataclass
class Demand:
    """The groups, the origin of their values, and the findings about them.

    Attributes:
        groups: the groups.
        members: places of the VMs of each.
        sizes: virtual processors and memory (GiB) that each VM of the inventory gets.
        remarks: where values come from, by pointer into the plan.
        without_io: VMs whose I/O nobody gave.
        with_assumed_io: VMs whose I/O is assumed from their virtual processors.
        with_drive_writes: VMs whose writes are their part of those that were measured on drives.
    """

    groups: list[EstateGroup]
    members: list[Places] = field(default_factory=list)
    sizes: tuple[Floats, Floats] | None = None
    remarks: dict[str, Remark] = field(default_factory=dict)
    findings: list[EstateFinding] = field(default_factory=list)
    without_io: int = 0
    with_assumed_io: int = 0
    with_drive_writes: int = 0


def demand(
    vms: Vms,
    scoped: Scoped,
    choices: EstateChoices,
    source: str,
    host_ghz: float | None,
    history: History | None = None,
    drives: DriveColumns | None = None,
) -> Demand:
    """The groups of the VMs that are counted.

    Args:
        vms: the VMs of the inventory.
        scoped: which of them are counted.
        choices: grouping, right-sizing and what is assumed where the source is silent.
        source: name of the source, for the origin of values.
        host_ghz: clock of the hosts; None where it is unknown.
        history: what the VMs did over time, whose columns they have already.
        drives: drives that the VMs are on, for VMs without I/O.
    """
    found = Demand([])
    sized = _sized(vms, scoped, choices, host_ghz, history, found)
    # Reads are not known, and without writes among the I/O none can be stated.
    if choices.writes_of_drives and drives is not None and choices.read_share < 1:
        sized = replace(sized, write_bytes_s=vm_write_bytes_s(vms, drives, choices.drive_write_copies))
    for name, members in grouped(vms, scoped.whole, choices.grouping):
        _add(found, vms, name, members, sized, choices, source)
    if scoped.disk_only.size:
        _add_disk_only(found, vms, scoped.disk_only, sized, choices, source)
    found.sizes = (
        _completed(sized.vcpu, found.members, sized.usual_vcpu),
        _completed(sized.memory_gib, found.members, sized.usual_gib),
    )
    return found


def _completed(sizes: Floats, groups: Sequence[Places], usual: float) -> Floats:
    """The sizes of all VMs, with missing ones filled in by the mean of their group.

    Groups are summed with the same means, so that placement and sums agree.
    """
    complete = sizes.copy()
    for members in groups:
        own = sizes[members]
        known = mean(own)
        complete[members] = np.where(np.isnan(own), usual if known is None else known, own)
    return complete


@dataclass(frozen=True)
class _Sized:
    """The demand of each VM of the inventory, NaN where unknown, and the size that one of unknown size counts with."""

    vcpu: Floats
    memory_gib: Floats
    cpu_ghz: Floats
    cpu_assumed: str | None
    iops_peak: Floats
    growth: Growth
    usual_vcpu: float
    usual_gib: float
    usual_disk_gb: float | None
    write_bytes_s: Floats | None = None


def _sized(
    vms: Vms,
    scoped: Scoped,
    choices: EstateChoices,
    host_ghz: float | None,
    history: History | None,
    found: Demand,
) -> _Sized:
    vcpu, memory = vms.number("vcpu"), vms.number("memory_gib")
    columns: tuple[tuple[str, EstateSizingCode], ...] = (
        ("vcpu", "estate_implausible.vcpu"),
        ("memory_gib", "estate_implausible.memory"),
    )
    for column, impossible in columns:
        if (beyond := vms.beyond(column)).size:
            found.findings.append(
                EstateFinding(
                    code="implausible",
                    kind="warning",
                    message=words(impossible, name=vms.columns.name[beyond[0]]),
                    count=int(beyond.size),
                )
            )
    usual_vcpu = mean(vcpu[scoped.whole])
    usual_gib = mean(memory[scoped.whole])
    everything = np.concatenate([scoped.whole, scoped.disk_only])
    none_has_vcpu = message("estate_no_size.vcpu", assumed=_USUAL_VCPU)
    none_has_memory = message("estate_no_size.memory", assumed=_USUAL_GIB)
    none_has_disks = message("estate_no_size.disk")
    sizes: tuple[tuple[EstateCode, Floats, Places, Phrase, EstateSizingCode], ...] = (
        ("no_vcpu", vcpu, scoped.whole, none_has_vcpu, "estate_some_without_size.vcpu"),
        ("no_memory_gib", memory, scoped.whole, none_has_memory, "estate_some_without_size.memory"),
        ("no_disk", vms.disk_gb, everything, none_has_disks, "estate_some_without_size.disk"),
    )
    for code, values, counted, of_all, of_some in sizes:
        found.findings.extend(_lacking(code, vms, counted[np.isnan(values[counted])], counted, of_all, of_some))
    cpu_ghz, assumed = _cpu_ghz(vms, scoped, choices, host_ghz, diversity(history, Counter.CPU_GHZ), found)
    iops_peak = vms.number("iops_peak") / diversity(history, Counter.IOPS, Counter.WRITE_IOPS, Counter.READ_IOPS)
    chosen = Growth(choices.growth_share, words("estate_origin.chosen")) if choices.growth_share is not None else None
    growth = chosen or grown(history)
    if growth is None:
        growth = Growth(0, _NO_GROWTH)
        found.findings.append(EstateFinding(code="no_growth", kind="missing", message=words("estate_growth.missing")))
    if choices.right_sizing.sizing is Sizing.RIGHT_SIZED:
        vcpu, memory = _right_sized(vms, scoped, choices, host_ghz, found)
    return _Sized(
        vcpu,
        memory,
        cpu_ghz,
        assumed,
        iops_peak,
        growth,
        _USUAL_VCPU if usual_vcpu is None else usual_vcpu,
        _USUAL_GIB if usual_gib is None else usual_gib,
        mean(vms.disk_gb[everything]),
    )


def _lacking(
    code: EstateCode, vms: Vms, lacking: Places, counted: Places, of_all: Phrase, of_some: EstateSizingCode
) -> Iterator[EstateFinding]:
    """How VMs without a size are counted: some of them, or all."""
    if lacking.size == 0:
        return
    if lacking.size == counted.size:
        yield EstateFinding(code=code, kind="missing", message=str(of_all), count=lacking.size)
        return
    names, ids = ([column[at] for at in lacking[:_NAMED]] for column in (vms.columns.name, vms.columns.id))
    told = words(of_some, names=some(names))
    yield EstateFinding(code=code, kind="warning", message=told, vms=ids, count=lacking.size)


def _cpu_ghz(
    vms: Vms,
    scoped: Scoped,
    choices: EstateChoices,
    host_ghz: float | None,
    diversity_factor: float,
    found: Demand,
) -> tuple[Floats, str | None]:
    """CPU demand at the busy hour, and how it was assumed where it was not measured.

    The VMs' own peaks do not coincide: each is divided by the diversity factor, so that they sum to the coincident one.
    """
    measured = vms.number("cpu_peak_ghz") / diversity_factor
    ghz = host_ghz or choices.assumed_ghz
    assumed = choices.cpu_peak_share * vms.number("vcpu") * ghz
    share = message("estate_cpu.share", share=f"{choices.cpu_peak_share:.0%}", clock=f"{ghz:.1f}")
    if np.isnan(measured).all():
        reading = first_known(vms.number("cpu_ghz"), assumed)
        read, least = total(reading[scoped.whole]) or 0, total(assumed[scoped.whole]) or 0
        if read <= least:
            return assumed, words("estate_cpu.assumed", share=share)
        told = words("estate_cpu.reading_counts", read=f"{read:,.0f}", least=f"{least:,.0f}", share=share)
        found.findings.append(EstateFinding(code="cpu_reading", kind="warning", message=told))
        return reading, words("estate_cpu.one_reading", share=share)
    partly = np.isnan(measured).any()
    return first_known(measured, assumed), words("estate_cpu.partly_measured", share=share) if partly else None


def _right_sized(
    vms: Vms, scoped: Scoped, choices: EstateChoices, host_ghz: float | None, found: Demand
) -> tuple[Floats, Floats]:
    """VCPU and memory by use and headroom, where the use over time is known; never more than today."""
    rule = choices.right_sizing
    vcpu, memory = vms.number("vcpu"), vms.number("memory_gib")
    used_ghz, used_gib = vms.number("cpu_peak_ghz"), vms.number("memory_peak_gib")
    ghz = host_ghz or np.nan
    needed = np.fmax(np.ceil(used_ghz * (1 + rule.cpu_headroom_share) / ghz - 1e-9), 1)
    needed = np.where(np.isnan(used_ghz) | np.isnan(ghz), np.nan, needed)
    smaller_vcpu = np.where(np.isnan(needed), vcpu, np.fmin(np.fmin(needed, vcpu), most_of("vcpu")))
    wanted = used_gib * (1 + rule.memory_headroom_share)
    smaller_memory = np.where(
        np.isnan(wanted), memory, np.fmin(np.fmin(np.fmax(wanted, 1), memory), most_of("memory_gib"))
    )
    reasons: tuple[tuple[Floats, EstateSizingCode], ...] = (
        (needed, "estate_right_size.no_cpu_use" if host_ghz else "estate_right_size.no_clock"),
        (wanted, "estate_right_size.no_memory_use"),
    )
    for use, reason in reasons:
        kept = int(np.isnan(use[scoped.whole]).sum())
        if kept:
            found.findings.append(
                EstateFinding(code="not_right_sized", kind="missing", message=words(reason), count=kept)
            )
    by_active = int((smaller_memory[scoped.whole] < memory[scoped.whole]).sum())
    if by_active:
        told = words("estate_right_size.by_active")
        found.findings.append(
            EstateFinding(code="right_sized_by_active", kind="warning", message=told, count=by_active)
        )
    return smaller_vcpu, smaller_memory


def _add(
    found: Demand, vms: Vms, name: str, members: Places, sized: _Sized, choices: EstateChoices, source: str
) -> None:
    at = f"/workload/groups/{len(found.groups)}"
    imported = Remark(status=RemarkStatus.IMPORTED, source=source)
    values: dict[str, float] = {}

    def put(key: str, value: float | None, note: str | None = None, *, otherwise: float | None = None) -> None:
        """The value of the source, else the one that is assumed."""
        if value is None and otherwise is None:
            return
        values[key] = _sane(value if value is not None else otherwise)  # type: ignore[arg-type]
        told = imported.model_copy(update={"note": note}) if note else imported
        found.remarks[f"{at}/{key}"] = (
            told
            if value is not None
            else Remark(status=RemarkStatus.ASSUMED, note=note or words("estate_origin.not_said"))
        )

    def put_mean(key: str, column: Floats, otherwise: float | None) -> None:
        put(key, mean(column[members]), _of_some(column[members]), otherwise=otherwise)

    put_mean("vcpu", sized.vcpu, sized.usual_vcpu)
    put_mean("memory_gib", sized.memory_gib, sized.usual_gib)
    if choices.right_sizing.sizing is Sizing.RIGHT_SIZED:
        for key in ("vcpu", "memory_gib"):
            known = found.remarks[f"{at}/{key}"]
            found.remarks[f"{at}/{key}"] = known.model_copy(
                update={"note": known.note or words("estate_origin.right_sized")}
            )
    ghz = mean(sized.cpu_ghz[members])
    if ghz is not None:
        values["cpu_ghz"] = _sane(ghz)
        found.remarks[f"{at}/cpu_ghz"] = (
            Remark(status=RemarkStatus.ASSUMED, note=sized.cpu_assumed) if sized.cpu_assumed else imported
        )
    put_mean("disk_gb", vms.disk_gb, sized.usual_disk_gb)
    if choices.disk_used is None:
        base = choices.storage_base
        note = None if base is StorageBase.IN_USE else words("estate_origin.storage_base", base=BASE_WORDS[base])
        put("disk_used_share", _used_share(vms, members), note, otherwise=1)
    else:
        put("disk_used_share", None, words("estate_origin.chosen"), otherwise=choices.disk_used)
    average, peak = mean(vms.number("iops_average")[members]), mean(sized.iops_peak[members])
    if average is None and peak is None and sized.write_bytes_s is not None:
        found.with_drive_writes += len(members)
        writes = float(sized.write_bytes_s[members].mean())
        note = words("estate_origin.drive_writes", copies=choices.drive_write_copies)
        put("iops_average", None, note, otherwise=writes / ((1 - choices.read_share) * choices.io_kib * 1024))
        put("read_share", None, otherwise=choices.read_share)
        put("io_kib", None, otherwise=choices.io_kib)
    elif average is None and peak is None and not choices.assume_io:
        # What nobody gave is not invented: it would decide how long drives last.
        found.without_io += len(members)
    else:
        found.with_assumed_io += len(members) if average is None and peak is None else 0
        # An assumed peak is never below a known average, nor an assumed average above a known peak.
        usual_peak = max(choices.iops_peak_per_vcpu * values["vcpu"], average or 0)
        usual_average = choices.iops_average_per_vcpu * values["vcpu"]
        put_mean("iops_peak", sized.iops_peak, usual_peak)
        average_at_most = usual_average if peak is None else min(usual_average, peak)
        put_mean("iops_average", vms.number("iops_average"), average_at_most)
        put(
            "read_share",
            _weighted(vms.number("read_share"), vms.number("iops_average"), members),
            otherwise=choices.read_share,
        )
        put("io_kib", _io_kib(vms, members), otherwise=choices.io_kib)
    active, configured = vms.number("memory_active_gib")[members], sized.memory_gib[members]
    both = ~np.isnan(active) & ~np.isnan(configured)
    if both.any() and configured[both].sum() > 0:
        is_one_reading = np.isnan(vms.number("memory_peak_gib")[members]).all()
        note = words("estate_origin.one_reading") if is_one_reading else None
        put("memory_active_share", min(float(active[both].sum() / configured[both].sum()), 1), note)
    consumed = vms.number("memory_consumed_gib")[members]
    if not np.isnan(consumed).all():
        put("memory_consumed_gib", min(mean(consumed) or 0, values["memory_gib"]), _of_some(consumed))
    reserved = total(vms.number("memory_reserved_gib")[members])
    if reserved and (whole := total(configured)):
        put("memory_reserved_share", min(reserved / whole, 1))
    if sized.growth.share or sized.growth.range is not None or sized.growth.note == _NO_GROWTH:
        values["count_growth_rate"] = sized.growth.share
        found.remarks[f"{at}/count_growth_rate"] = Remark(
            status=RemarkStatus.ASSUMED, note=sized.growth.note, range=sized.growth.range
        )
    alike = dict[str, str]()
    for key, column in (("largest_vm_vcpu", sized.vcpu[members]), ("largest_vm_gib", sized.memory_gib[members])):
        known_sizes = column[~np.isnan(column)]
        if known_sizes.size and (known_sizes.min() < known_sizes.max() or known_sizes.size < column.size):
            alike = {"vms": VmsAre.MEAN}
            found.remarks[f"{at}/vms"] = imported
            put(key, float(known_sizes.max()))
    group = VmGroup.model_validate({"name": name, "count": len(members), **values, **alike})
    _keep(found, vms, group, members)


def _sane(figure: float) -> float:
    """A product or quotient of inventory figures, limited to what a plan accepts."""
    return 0 if figure < LEAST else min(figure, MOST_FIGURE)


def _of_some(values: Floats) -> str | None:
    """The remark on a mean of which some values are missing."""
    known = int((~np.isnan(values)).sum())
    return words("estate_origin.of_some", known=known, vms=len(values)) if 0 < known < len(values) else None


def _used_share(vms: Vms, members: Places) -> float | None:
    """The share of the disks in use, over VMs with both figures; None if there are none."""
    used, disk = vms.used_gb[members], vms.disk_gb[members]
    whole = total(disk[~np.isnan(used)])
    share = min((total(used) or 0) / whole, 1) if whole else None
    # A plan refuses a share that is as good as none.
    return 0 if share is not None and share < LEAST else share


def _add_disk_only(
    found: Demand, vms: Vms, members: Places, sized: _Sized, choices: EstateChoices, source: str
) -> None:
    """One group of all powered-off VMs: they need their storage, and nothing else."""
    at = f"/workload/groups/{len(found.groups)}"
    disk = mean(vms.disk_gb[members])
    share = _used_share(vms, members) if choices.disk_used is None else choices.disk_used
    usual = sized.usual_disk_gb if disk is None else disk
    off = words("estate_origin.not_running")
    group = VmGroup(
        name=words("estate_group.powered_off"),
        count=len(members),
        vcpu=0,
        memory_gib=0,
        cpu_ghz=0,
        iops_peak=0,
        iops_average=0,
        read_share=1,
        io_kib=choices.io_kib,
        disk_gb=usual,
        disk_used_share=1 if share is None else share,
    )
    for key in ("vcpu", "memory_gib", "cpu_ghz", "iops_peak", "iops_average", "read_share", "io_kib"):
        found.remarks[f"{at}/{key}"] = Remark(status=RemarkStatus.IMPORTED, source=source, note=off)
    if usual is not None:
        found.remarks[f"{at}/disk_gb"] = (
            Remark(status=RemarkStatus.IMPORTED, source=source, note=_of_some(vms.disk_gb[members]))
            if disk is not None
            else Remark(status=RemarkStatus.ASSUMED, note=words("estate_origin.not_said"))
        )
    are_off = choices.scope.powered_off is PoweredOff.DISK
    if usual is None:
        told = words("estate_disk_only.off" if are_off else "estate_disk_only.templates")
    else:
        told = words(
            "estate_disk_only.off_of" if are_off else "estate_disk_only.templates_of", disk=usual * len(members) / 1000
        )
    found.findings.append(EstateFinding(code="disk_only", kind="note", message=told, count=len(members)))
    _keep(found, vms, group, members)


def _keep(found: Demand, vms: Vms, group: VmGroup, members: Places) -> None:
    names = [vms.columns.name[at] for at in members[:_MEMBERS]]
    system = common_system(vms.text("os")[members].tolist())
    if system is not None:
        group = group.model_copy(update={"guest_os": system})
    found.groups.append(EstateGroup(group=group, totals=vms.totals(members), members=names))
    found.members.append(members)


def _weighted(values: Floats, weights: Floats, members: Places) -> float | None:
    """The mean of shares by weight: the share of all I/O together."""
    value, weight = values[members], weights[members]
    known = ~np.isnan(value) & ~np.isnan(weight) & (weight > 0)
    return float(np.average(value[known], weights=weight[known])) if known.any() else None


def _io_kib(vms: Vms, members: Places) -> float | None:
    """Size of an I/O, from bytes and I/O per second of the VMs that have both."""
    rate, iops = vms.number("disk_kb_s")[members], vms.number("iops_average")[members]
    known = ~np.isnan(rate) & ~np.isnan(iops) & (iops > 0) & (rate > 0)
    if not known.any():
        return None
    return float(np.clip(rate[known].sum() * 1000 / 1024 / iops[known].sum(), 0.5, 65_536))
