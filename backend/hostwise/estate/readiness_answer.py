"""Readiness of an estate: what stands in the way of a move, and the hosts that each kind of it decides."""

from __future__ import annotations

import datetime as dt
from math import isfinite

import numpy as np

from hostwise.answers.estate_sizing.columns import Places, Vms, total
from hostwise.answers.estate_sizing.readiness import Found, Kind, found_kinds
from hostwise.answers.estate_sizing.readiness_document import (
    EstateReadiness,
    ReadinessGap,
    ReadinessKind,
    ReadinessRow,
    ReadinessUsual,
)
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.suggestions.candidates import by_platform, cheapest, platforms
from hostwise.answers.suggestions.placing import Placing
from hostwise.catalogue.loader import Catalogue
from hostwise.estate.counting import Counting, counting, servers
from hostwise.number_format.writing import counted as in_count
from hostwise.number_format.writing import fixed
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import with_configurations
from hostwise.plan.estate import EstateChoices, EstateQuestion, Inventory
from hostwise.plan.history import History

_SHOWN = 200


def estate_readiness(
    inventory: Inventory,
    choices: EstateChoices,
    catalogue: Catalogue,
    *,
    history: History | None = None,
    on: dt.date | None = None,
    most_rows: int | None = _SHOWN,
) -> EstateReadiness:
    """What stops or delays the move of the VMs that are counted, and what each kind changes in hosts.

    Of VMs that may go or stay behind the hosts of the first candidate are computed without them, on the same hardware.

    Args:
        inventory: the estate.
        choices: scope, grouping and what is assumed.
        catalogue: the catalogue.
        history: what its VMs did over time, by which idle ones are found.
        on: the date that support is judged on; by default today.
        most_rows: most VMs of each kind that are named; all by default of a sheet.

    Raises:
        UnreadableFile: there are no candidates on the storage stack that is chosen.
    """
    of = counting(inventory, choices, catalogue, history)
    vms, counted = of.vms, of.counted
    estate = of.judged(on)
    places = np.concatenate([counted.whole, counted.disk_only])
    smaller = _Smaller(of)
    hosts = smaller.hosts(np.empty(0, dtype=np.int64))
    kinds: list[ReadinessKind] = []
    usual: list[ReadinessUsual] = []
    none_of: list[str] = []
    gaps: list[ReadinessGap] = []
    ready = np.ones(len(vms), dtype=np.bool_)
    for kind, found in found_kinds(estate):
        if isinstance(found, str):
            gaps.append(ReadinessGap(key=kind.key, label=kind.label, why=found))
            continue
        of_kind = places[found.has[places]]
        if kind.is_usual(found, places):
            usual.append(_usual(kind, int(of_kind.size), len(places)))
            continue
        ready[of_kind] = False
        if not of_kind.size:
            none_of.append(kind.label)
            continue
        without = smaller.hosts(of_kind) if kind.leaves and hosts is not None else None
        unknown = int(found.unknown[places].sum())
        kinds.append(_kind(kind, found, vms, counted, of_kind, unknown, hosts, without, most_rows))
    number = int(ready[places].sum())
    return EstateReadiness(
        on=estate.on,
        vms=len(places),
        ready=number,
        configuration=smaller.configuration.name if smaller.configuration is not None else None,
        hosts=hosts,
        sentence=f"{number:,} of {in_count(len(places), 'VMs')} pass all checks.",
        kinds=kinds,
        usual=usual,
        none_of=none_of,
        not_evaluated=gaps,
    )


def _usual(kind: Kind, vms: int, whole: int) -> ReadinessUsual:
    text = f"{kind.label}: {vms:,} of {in_count(whole, 'VMs')}, on by default in this environment. {kind.remedy}"
    return ReadinessUsual(key=kind.key, label=kind.label, vms=vms, text=text)


class _Smaller:
    """The hosts of the first candidate for an estate without some of its VMs, on the same hardware."""

    def __init__(self, of: Counting) -> None:
        """Choose the memory and drives of the candidate for all VMs; there is none where nothing can be sized."""
        self.of = of
        self.configuration: Configuration | None = None
        found = of.demand()
        if found.groups and of.asked_of_power is None:
            placing = Placing(of.vms, of.counted.whole, found, of.catalogue)
            plan, gaps = of.workload(found), placing.gaps if placing.ranks else None
            if of.question is EstateQuestion.NEW_CLUSTER:
                chosen = cheapest(plan, servers(of.choices, of.catalogue)[0], of.catalogue, gaps)
            else:
                (chosen,) = by_platform(plan, of.catalogue, gaps, platforms(of.catalogue)[:1])
            self.configuration = chosen.configuration.model_copy(update={"fragmentation_hosts": None})

    def hosts(self, gone: Places) -> int | None:
        """Hosts without some VMs, each placed as a whole; None where no number of hosts is enough."""
        if self.configuration is None:
            return None
        counted = self.of.counted
        some = Scoped(np.setdiff1d(counted.whole, gone), np.setdiff1d(counted.disk_only, gone), [])
        found = self.of.demand(some)
        if not found.groups:
            return 0
        plan = with_configurations(self.of.workload(found), (self.configuration,))
        placing = Placing(self.of.vms, some.whole, found, self.of.catalogue)
        if placing.ranks:
            placed = placing.with_gaps(plan, plan.configurations)
            plan = plan.model_copy(update={"configurations": tuple(placed)})
        hosts = run_plan(plan, self.of.catalogue).evaluation.value("hosts", 0)
        return int(hosts) if isfinite(hosts) else None


def _kind(
    kind: Kind,
    found: Found,
    vms: Vms,
    counted: Scoped,
    of_kind: Places,
    unknown: int,
    hosts: int | None,
    without: int | None,
    most_rows: int | None,
) -> ReadinessKind:
    whole = np.intersect1d(of_kind, counted.whole)
    columns, clusters = vms.columns, vms.text("cluster")
    return ReadinessKind(
        key=kind.key,
        label=kind.label,
        stops=kind.stops,
        remedy=kind.remedy,
        leaves=kind.leaves,
        vms=len(of_kind),
        vms_unknown=unknown,
        vcpu=total(vms.number("vcpu")[whole]),
        memory_gib=total(vms.number("memory_gib")[whole]),
        disk_gb=total(vms.disk_gb[of_kind]),
        hosts_without=without,
        effect=_effect(kind, hosts, without, total(vms.number("snapshot_gb")[of_kind])),
        rows=[
            ReadinessRow(
                name=columns.name[at], id=columns.id[at], cluster=str(clusters[at]), detail=found.detail(int(at))
            )
            for at in of_kind[:most_rows]
        ],
    )


def _effect(kind: Kind, hosts: int | None, without: int | None, snapshots_gb: float | None) -> str:
    """What the VMs of a kind change in hosts."""
    if not kind.leaves:
        frees = (
            f"; {fixed(snapshots_gb)} GB of snapshots are freed" if kind.key == "old_snapshots" and snapshots_gb else ""
        )
        return f"fixed in place: same number of hosts{frees}"
    if hosts is None or without is None:
        return "effect on hosts unknown"
    less = hosts - without
    if not less:
        return f"same number of hosts without them: {fixed(hosts)}"
    return f"without them {in_count(without, 'hosts')} instead of {fixed(hosts)}: {in_count(abs(less), 'hosts')} " + (
        "less" if less > 0 else "more"
    )
