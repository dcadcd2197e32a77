"""Cautions of an estate's answer: how its source counts, and what the existing hosts still carry."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

import numpy as np

from hostwise.answers.estate_sizing.as_is import AsIs
from hostwise.answers.estate_sizing.columns import Floats, Vms, first_known, total
from hostwise.answers.estate_sizing.runs_today import by_cluster, with_largest_running
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.os_support import OsSupport, ended, support_of
from hostwise.estate.importers import rvtools
from hostwise.estate.importers.building import names_in_words
from hostwise.estate.importers.power import ways
from hostwise.number_format.writing import counted as number_of
from hostwise.number_format.writing import fixed, short
from hostwise.plan.document import Plan, with_configurations
from hostwise.plan.estate import EstateChoices, EstateFinding, Inventory, Power, StorageBase, VmTrait
from hostwise.tables.units import GB_PER_GIB

_COUNT_SWAP_FILES = (rvtools.KEY, "vcenter")
"""Sources whose storage in use is that of all files of a VM."""

_OF_SOME_VMS = frozenset({"folder", "os", "name", "not_name", "attribute"})
"""Reasons that leave out VMs, but not their hosts."""


def cautions(
    inventory: Inventory,
    vms: Vms,
    counted: Scoped,
    existing: AsIs,
    catalogue: Catalogue,
    choices: EstateChoices,
) -> Iterator[EstateFinding]:
    """What to know of an estate's figures before relying on them.

    Args:
        inventory: the estate.
        vms: its VMs.
        counted: which of them are counted.
        existing: its hosts.
        catalogue: ends of support.
        choices: what is made of them.
    """
    in_use = choices.storage_base is StorageBase.IN_USE
    used = total(vms.used_gb[counted.whole]) if in_use else None
    swapped = vms.number("memory_gib")[counted.whole] * GB_PER_GIB
    if used and inventory.vms.used_gb is not None and any(one.kind in _COUNT_SWAP_FILES for one in inventory.sources):
        yield EstateFinding(
            code="swap_files",
            kind="note",
            message=f"What running VMs use may hold their swap files, up to {_tb(min(total(swapped) or 0, used))} TB "
            f"of {_tb(used)} TB: VMware counts them, and new hosts write them anew. Then enter a smaller share.",
        )
    yield from _about_storage(inventory, vms, counted, choices)
    yield from _about_io(vms, counted)
    yield from _about_hypervisors(inventory, catalogue)
    yield from _about_suspended(vms, counted)
    yield from _about_unreachable(vms, counted)
    yield from _about_platform(counted)
    if any("vsan" in each.lower() for each in inventory.datastores.kind or ()):
        known = any(each.code == "vsan_copies" for each in inventory.findings)
        copies = " What VMs use there may include the copies that protect them: the data may be overstated."
        yield EstateFinding(
            code="existing_vsan",
            kind="warning",
            message=f"Some datastores are vSAN.{'' if known else copies} The existing hosts are compared as if their "
            "storage were an array.",
        )
    others = sum(each.vms for each in counted.exclusions if each.reason in _OF_SOME_VMS)
    if others and existing.configuration is not None:
        yield EstateFinding(
            code="hosts_carry_others",
            kind="warning",
            message=f"The hosts as they are also carry {number_of(others, 'VMs')} that are not counted: compare the "
            "candidates with each other, not with them.",
            count=others,
        )


def _about_storage(inventory: Inventory, vms: Vms, counted: Scoped, choices: EstateChoices) -> Iterator[EstateFinding]:
    """Uses that contradict the disks or the datastores."""
    places = np.concatenate([counted.whole, counted.disk_only])
    every = np.nan_to_num(np.fmax(vms.number("used_gb") - vms.disk_gb, 0))[places]
    # Swap files of running VMs are as large as their memory.
    swap = np.where(vms.running, np.nan_to_num(vms.number("memory_gib")) * GB_PER_GIB, 0)[places]
    above = np.where(every > swap + _LEAST_ABOVE_SHARE * vms.disk_gb[places], every, 0)
    more = np.flatnonzero(above > 0)
    if more.size and not choices.count_above_disks:
        names = names_in_words(vms.columns.name[places[at]] for at in more)
        of_snapshots = _of_snapshots(inventory, vms.number("snapshot_gb")[places])
        yield EstateFinding(
            code="used_above_disks",
            kind="warning",
            message=f"More is in use than the disks hold, {_tb(float(above.sum()))} TB: snapshots{of_snapshots} or "
            f"swap files. They are left out, and snapshots must be consolidated before a move: {names}.",
            count=int(more.size),
        )
    swapped = float(every.sum() - above.sum())
    if swapped > 0 and not choices.count_above_disks:
        yield EstateFinding(
            code="swap_above_disks",
            kind="note",
            message=f"{_tb(swapped)} TB of what VMs use lies above their disks, as swap files do: left "
            "out, since new hosts write them anew.",
            count=int(((every > 0) & (above == 0)).sum()),
        )
    stores = inventory.datastores
    capacity = np.array(stores.capacity_gb or [], dtype=float)
    # What is written to them, or where that is unknown what fits on them.
    holds = total(capacity if stores.used_gb is None else first_known(np.array(stores.used_gb, dtype=float), capacity))
    used = total(vms.number("used_gb"))
    if used and holds and used > (1 + _MOST_ABOVE_STORES) * holds:
        yield EstateFinding(
            code="used_above_datastores",
            kind="warning",
            message=f"VMs use {_tb(used)} TB on datastores that hold {_tb(holds)} TB: linked clones, arrays that "
            "deduplicate, or exports of different dates. What new hosts must hold may be much less, or the list of "
            "datastores is incomplete.",
        )


def _of_snapshots(inventory: Inventory, held: Floats) -> str:
    """What the list of snapshots says that they hold, and how that is known; nothing where there is none."""
    if not (amount := total(held)):
        return ""
    how = ""
    if any(each.kind == rvtools.KEY for each in inventory.sources):
        how = ": what each uses less the total of its oldest row in vSnapshot, which includes its disks"
    return f" ({_tb(amount)} TB of {number_of(int((held > 0).sum()), 'VMs')} in the list of snapshots{how})"


def _about_hypervisors(inventory: Inventory, catalogue: Catalogue) -> Iterator[EstateFinding]:
    """Hosts on versions of a hypervisor without support."""
    rows, today = list(catalogue.os_support.values()), dt.datetime.now(tz=dt.UTC).date()
    versions = Counter(inventory.hosts.version or [])
    known = {each: support_of(each, rows, "hypervisor") for each in versions if each}
    over = Counter[OsSupport]()
    for version, row in known.items():
        if row is not None and ended(row, today):
            over[row] += versions[version]
    if over:
        told = [f"{number_of(hosts, 'hosts')} on {row.name} ({row.support_end})" for row, hosts in over.most_common()]
        yield EstateFinding(
            code="hypervisor_ended",
            kind="warning",
            message=f"Support of the hypervisor has ended: {names_in_words(told)}. To keep these hosts, upgrade "
            "them, if a newer version still supports the hardware.",
            count=over.total(),
        )


def _about_suspended(vms: Vms, counted: Scoped) -> Iterator[EstateFinding]:
    """VMs that count as off, and ask for all that they have once they are resumed."""
    power, words = vms.columns.power, vms.columns.power_word
    held = [at for at in counted.disk_only if power[at] is Power.SUSPENDED and not vms.template[at]]
    if not held:
        return
    vcpu, gib = (total(vms.number(each)[held]) for each in ("vcpu", "memory_gib"))
    sizes = " and ".join(
        f"{'unknown' if amount is None else fixed(amount)} {unit}"
        for amount, unit in ((vcpu, "vCPU"), (gib, "GiB of memory"))
    )
    by_word = [words[at] for at in held] if words else []
    how = f" To count them as running, say so {ways(by_word, Power.ON)}." if by_word else ""
    yield EstateFinding(
        code="suspended",
        kind="warning",
        message=f"{number_of(len(held), 'VMs')} {'is' if len(held) == 1 else 'are'} suspended or paused, with {sizes}: "
        f"{names_in_words(vms.columns.name[at] for at in held)}. They count like VMs that are off, with their disks "
        f"only, but need all of it again when they are resumed.{how}",
        vms=[vms.columns.id[at] for at in held[:_NAMED]],
        count=len(held),
    )


def _about_unreachable(vms: Vms, counted: Scoped) -> Iterator[EstateFinding]:
    """VMs that count and cannot be reached."""
    column = vms.columns.traits.get(VmTrait.UNREACHABLE)
    lost = [at for at in [*counted.whole, *counted.disk_only] if column is not None and column[at]]
    if lost:
        yield EstateFinding(
            code="vms_unreachable",
            kind="warning",
            message="VMs that are orphaned, inaccessible or disconnected count like the others: "
            f"{names_in_words(vms.columns.name[at] for at in lost)}. Leave them out by their names if they are gone.",
            vms=[vms.columns.id[at] for at in lost[:_NAMED]],
            count=len(lost),
        )


_NAMED = 200

_MOST_ABOVE_STORES = 0.05
"""What VMs use above their datastores by less than this share may have been written between two tabs."""

_LEAST_ABOVE_SHARE = 0.01
"""What is less than this share above a disk is rounding and metadata."""


_MOST_OF_LARGE = 0.5
"""Share of all bytes from which VMs whose I/O is implausible decide what is made of all."""

_MOST_KIB = 512.0
"""Mean size of an I/O above which rate and count cannot both be means: few programs write more at once."""


def _about_io(vms: Vms, counted: Scoped) -> Iterator[EstateFinding]:
    """Bytes and counts of I/O that do not go together."""
    iops, written = (vms.number(each)[counted.whole] for each in ("iops_average", "disk_kb_s"))
    both = ~np.isnan(iops) & ~np.isnan(written) & (iops > 0)
    if not both.any():
        return
    kib = float(written[both].sum() / iops[both].sum()) * 1000 / 1024
    of_each = np.divide(written, iops, out=np.zeros(len(iops)), where=both) * 1000 / 1024
    large = np.flatnonzero(of_each > _MOST_KIB)
    # A few that are large may be most of all bytes, though the mean of all looks usual.
    if kib <= _MOST_KIB and written[large].sum() <= _MOST_OF_LARGE * written[both].sum():
        return
    of_few = ""
    if kib <= _MOST_KIB:
        kib = float(written[large].sum() / iops[large].sum()) * 1000 / 1024
        of_few = f" of {names_in_words(vms.columns.name[counted.whole[at]] for at in large)}"
    yield EstateFinding(
        code="implausible",
        kind="warning",
        message=f"The mean I/O{of_few} would be {kib:,.0f} KiB, which is implausible: throughput and operations may be "
        "limits or percentiles, and not means. Taken as means they decide hosts and the life of drives.",
        count=int(large.size if of_few else both.sum()),
    )


def _about_platform(counted: Scoped) -> Iterator[EstateFinding]:
    """VMs of the platform that are left out."""
    left = next((each for each in counted.exclusions if each.reason == "infrastructure"), None)
    if left is not None:
        yield EstateFinding(
            code="infrastructure_left_out",
            kind="note",
            message=f"{number_of(left.vms, 'VMs')} that the platform runs for itself are left out, since each platform "
            f"has its own: {names_in_words(left.examples)}. They can be counted.",
            count=left.vms,
        )


def compared(plan: Plan, existing: AsIs, catalogue: Catalogue, inventory: Inventory, counted: Scoped) -> AsIs:
    """The existing hosts compared with the plan: whether they are enough today, and whether they fit one cluster.

    Args:
        plan: workload, policy and economics; its configurations do not matter.
        existing: the hosts.
        catalogue: the catalogue.
        inventory: the estate.
        counted: which of its VMs are counted.

    Returns:
        The hosts with findings; without a configuration where they are more than one cluster holds.
    """
    configuration = existing.configuration
    if configuration is None or configuration.hosts is None:
        return existing
    alone = with_configurations(plan, (configuration,))
    run = run_plan(alone, catalogue)
    # A plan divides them evenly; whether they are so divided, the source does not say.
    hosts, limit = configuration.hosts, run.evaluation.value("most_hosts", 0) / run.evaluation.value("clusters", 0)
    if hosts > limit:
        message = (
            f"There are {number_of(hosts, 'hosts')}, and one cluster holds {fixed(limit)}: they are several clusters, "
            "and are not compared. Choose one of them to compare it with what exists."
        )
        finding = EstateFinding(code="as_is_too_many", kind="warning", message=message, count=hosts)
        return replace(existing, configuration=None, remarks={}, findings=[*existing.findings, finding])
    existing = with_largest_running(existing, run, inventory, counted)
    if existing.configuration is not None and existing.configuration is not configuration:
        alone = alone.model_copy(update={"configurations": (existing.configuration,)})
        run = run_plan(alone, catalogue)
    today = run_plan(alone.model_copy(update={"policy": plan.policy.model_copy(update={"sizing_years": 0})}), catalogue)
    enough = _enough(hosts, today, run, inventory, counted)
    return replace(existing, findings=[*existing.findings, *enough])


def _enough(hosts: int, today: Run, later: Run, inventory: Inventory, counted: Scoped) -> Iterator[EstateFinding]:
    """Whether hosts are enough for the VMs of today, and for those at the date that is sized for."""
    now, then = (run.evaluation.value("required_hosts", 0) for run in (today, later))
    if not isfinite(now):
        return
    if now > hosts:
        value = today.evaluation.value
        model = f"{fixed(value('cores_per_host', 0))} cores and {short(value('dram_gib', 0))} GiB"
        ratios = by_cluster(inventory, counted)
        runs = f" vCPU per core today: {names_in_words(ratios)}." if ratios else ""
        message = (
            f"By the plan's rules the VMs of today need {number_of(now, 'hosts')} with spares, and there are {hosts}: "
            f"{fixed(now - hosts)} more of {model}.{runs}"
        )
        yield EstateFinding(code="as_is_too_few", kind="warning", message=message)
    elif then > hosts:
        needed = fixed(then) if isfinite(then) else "more than there can be"
        message = (
            f"The {number_of(hosts, 'hosts')} as they are carry the VMs of today, which need {fixed(now)} with spares. "
            f"With growth they need {needed} in year {short(later.plan.policy.sizing_years)}, which is why the plan "
            "calls them not feasible."
        )
        yield EstateFinding(code="as_is_outgrown", kind="note", message=message)


def _tb(gigabytes: float) -> str:
    return short(gigabytes / 1000)
