"""The inventory of a cluster of Proxmox VE: VMs, containers, nodes and storages as they are now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.collectors.collecting_problems import CannotCollect
from hostwise.estate.collectors.proxmox.proxmox_guests import Guest, with_configurations
from hostwise.estate.collectors.proxmox.proxmox_hosts import clocks, hosts_of, storages_for_disks
from hostwise.estate.collectors.proxmox.proxmox_session import Proxmox
from hostwise.estate.collectors.proxmox.seen import Seen
from hostwise.estate.collectors.reports_of_reading import digest
from hostwise.estate.importers import proxmox as resources_of
from hostwise.estate.importers.building import figures, names_in_words
from hostwise.estate.importers.proxmox_config import GuestConfig, read_config
from hostwise.number_format.writing import counted
from hostwise.plan.estate import EstateFinding, Inventory, Power, Source, TabReport, VmColumns

_VM_KINDS = ("qemu", "lxc")
_ANSWERED_BY_API = frozenset(
    {"root_disk_only", "no_performance", "no_cores", "container_without_limit", "datastore_twice"}
)
"""What a list of resources alone cannot say, or says for each node; here further questions are asked."""

_TELL_EVERY = 250
_BYTES_PER_MIB = 1024**2
_AT_THE_TOP = {"VM.Audit": ("VMs and containers", "/vms"), "Datastore.Audit": ("storages", "/storage")}


class Machine(NamedTuple):
    """A running VM or container, for questions about its past.

    Attributes:
        id: its stable id, as in the inventory.
        name: its name.
        node: the node that it runs on.
        kind: `qemu` or `lxc`.
        number: its number in the cluster.
        ghz: clock of the cores of its node, GHz; NaN where it is not known.
    """

    id: str
    name: str
    node: str
    kind: str
    number: str
    ghz: float


@dataclass
class Estate:
    """What was read.

    Attributes:
        inventory: the estate as it is now.
        running: the VMs and containers that run, for questions about their past.
        seen: what was not answered so far.
    """

    inventory: Inventory
    running: list[Machine]
    seen: Seen


@dataclass
class _Cluster:
    """What the cluster lists of itself.

    Attributes:
        name: its name; empty for a node without a cluster.
        guests: VMs and containers.
        nodes: nodes.
        storages: storages, one for each node that has them.
        findings: what is said of the cluster as a whole.
    """

    name: str
    guests: list[dict[str, Any]]
    nodes: list[dict[str, Any]]
    storages: list[dict[str, Any]]
    findings: list[EstateFinding] = field(default_factory=list)


def read_estate(proxmox: Proxmox, base_clock: Callable[[str], float | None], say: Callable[[str], None]) -> Estate:
    """The inventory of a cluster, with one reading of the use of each VM and node.

    Args:
        proxmox: the session.
        base_clock: clock of a processor by its name, GHz; None where it is not known.
        say: called with a sentence about the progress.

    Raises:
        CannotCollect: it shows no VM, or cannot be asked.
    """
    seen, taken_at, place = Seen(), dt.datetime.now(dt.UTC), str(proxmox.address)
    cluster = _cluster(proxmox, seen)
    status = {
        node: seen.ask("nodes", node, lambda node=node: proxmox.document("nodes", node, "status"))  # type: ignore[misc]
        for node in (str(each.get("node")) for each in cluster.nodes if each.get("status") != "offline")
    }
    ghz, told_clocks = clocks(status, base_clock)
    guests = _guests(proxmox, cluster.guests, seen, say)
    storages, left_out = storages_for_disks(cluster.storages)
    source = Source(
        kind=resources_of.KEY,
        label=resources_of.LABEL,
        version=proxmox.version,
        taken_at=taken_at.isoformat(timespec="seconds"),
        file=place,
        sha256="",
    )
    sized, unsized = _by_size(guests)
    listed = resources_of.read([*sized, *cluster.nodes, *storages], source)
    vms, about_guests = with_configurations(
        listed.vms, guests, ghz, {str(each.get("storage")) for each in storages if each.get("shared")}, taken_at
    )
    vms = vms.model_copy(update={"vcenter": [place] * len(vms), "cluster": [cluster.name] * len(vms)})
    hosts = hosts_of(listed.hosts, cluster.nodes, status, ghz)
    hosts = hosts.model_copy(
        update={
            "vcenter": [place] * len(hosts),
            "cluster": [cluster.name] * len(hosts),
            "vms": _vms_on(hosts.name, vms.host or ()),
        }
    )
    inventory = listed.model_copy(
        update={
            "sources": [source.model_copy(update={"sha256": digest(vms, hosts, listed.datastores)})],
            "vms": vms,
            "hosts": hosts,
            "tabs": [_with_left_out(listed.tabs[0], len(unsized)), *listed.tabs[1:]],
            "findings": [
                *_left_out(unsized),
                *(each for each in listed.findings if each.code not in _ANSWERED_BY_API),
                *cluster.findings,
                *told_clocks,
                *left_out,
                *about_guests,
            ],
        }
    )
    running = _running(vms, guests, ghz)
    inventory.findings += _without_clock(running)
    return Estate(inventory, running, seen)


def _by_size(guests: Mapping[str, Guest]) -> tuple[list[Mapping[str, Any]], list[Guest]]:
    """Resources whose size is known, from their configurations where the cluster does not list it, and the others."""
    sized, unsized = [], []
    for each in guests.values():
        told = {name for name in ("maxcpu", "maxmem") if each.resource.get(name)}
        if told:
            sized.append(each.resource)
        elif each.config is not None:
            memory = each.config.memory_mib * _BYTES_PER_MIB
            sized.append({**each.resource, "maxcpu": each.config.vcpu or 1, "maxmem": memory})
        else:
            unsized.append(each)
    if not sized:
        raise CannotCollect("No VM has a size: the nodes of all VMs are away. Read again when they are back.")
    return sized, unsized


def _left_out(unsized: Sequence[Guest]) -> list[EstateFinding]:
    if not unsized:
        return []
    return [
        EstateFinding(
            code="vm_without_configuration",
            kind="rejected",
            message=f"{counted(len(unsized), 'VMs')} left out: their nodes are away, and the cluster lists no size of "
            f"them: {names_in_words(each.number for each in unsized)}.",
            count=len(unsized),
        )
    ]


def _with_left_out(tab: TabReport, left_out: int) -> TabReport:
    return tab.model_copy(update={"rows_read": tab.rows_read + left_out, "rows_rejected": tab.rows_rejected + left_out})


def _cluster(proxmox: Proxmox, seen: Seen) -> _Cluster:
    listed = proxmox.listed("cluster", "resources")
    guests = [each for each in listed if each.get("type") in _VM_KINDS]
    if not guests:
        raise CannotCollect(
            f"{proxmox.address} shows no VM to the token {str(proxmox.token)!r}. Give the role PVEAuditor at the top "
            "(/) to the token and to its user: a token with privilege separation has no role of its own at first."
        )
    nodes = [each for each in listed if each.get("type") == "node" and each.get("node")]
    # A storage that all nodes share is listed for each: a node that is away does not know its size.
    storages = sorted(
        (each for each in listed if each.get("type") == "storage"), key=lambda each: "maxdisk" not in each
    )
    cluster = _Cluster(str(proxmox.address) if len(nodes) > 1 else "", guests, nodes, storages)
    _take_status(cluster, seen.ask("cluster names", "", lambda: proxmox.listed("cluster", "status")) or [])
    cluster.findings += _offline(cluster)
    cluster.findings += _unseen(seen.ask("permissions", "", lambda: proxmox.document("access", "permissions")))
    return cluster


def _take_status(cluster: _Cluster, status: Sequence[Mapping[str, Any]]) -> None:
    """Name and quorum of the cluster; a node without one says nothing of a cluster."""
    own = next((each for each in status if each.get("type") == "cluster"), None)
    if own is None:
        return
    cluster.name = str(own.get("name") or cluster.name)
    if not own.get("quorate", 1):
        cluster.findings.append(
            EstateFinding(
                code="no_quorum",
                kind="warning",
                message="The cluster has no quorum: what it says of other nodes may be old.",
            )
        )


def _offline(cluster: _Cluster) -> list[EstateFinding]:
    away = [str(each["node"]) for each in cluster.nodes if each.get("status") not in ("online", None)]
    if not away:
        return []
    on_them = sum(1 for each in cluster.guests if each.get("node") in away)
    return [
        EstateFinding(
            code="nodes_offline",
            kind="warning",
            message=f"{counted(len(away), 'nodes')} offline: {names_in_words(away)}. Processor, configurations and "
            f"history are missing for them and for the {counted(on_them, 'VMs')} on them. Read again when they are "
            "back.",
            count=len(away),
        )
    ]


def _unseen(permissions: Mapping[str, Any] | None) -> list[EstateFinding]:
    """Kinds of objects of which a token may see only some: how many it does not see, nobody tells it."""
    if not permissions:
        return []

    def holds(privilege: str, *paths: str) -> bool:
        return any(isinstance(own := permissions.get(path), dict) and privilege in own for path in paths)

    return [
        EstateFinding(
            code="privilege_partial",
            kind="warning",
            message=f"The token has the privilege {privilege} for some {what} only: others may exist that it does not "
            "see, and their number is unknown. Give the role PVEAuditor at the top (/).",
        )
        for privilege, (what, path) in _AT_THE_TOP.items()
        if not holds(privilege, "/", path)
    ]


def _guests(
    proxmox: Proxmox, listed: Iterable[Mapping[str, Any]], seen: Seen, say: Callable[[str], None]
) -> dict[str, Guest]:
    """VMs and containers with their configurations, by their number."""
    found: dict[str, Guest] = {}
    every = list(listed)
    for at, each in enumerate(every):
        number, node, kind = str(each.get("vmid")), str(each.get("node")), str(each["type"])
        config = _config(proxmox, seen, node, kind, number)
        oldest = _oldest_snapshot(proxmox, seen, node, kind, number) if config and config.has_snapshots else None
        found[number] = Guest(each, config, oldest)
        if at % _TELL_EVERY == _TELL_EVERY - 1:
            say(f"Configurations of {at + 1:,} of {len(every):,} VMs.")
    return found


def _config(proxmox: Proxmox, seen: Seen, node: str, kind: str, number: str) -> GuestConfig | None:
    told = seen.ask("configurations", node, lambda: proxmox.document("nodes", node, kind, number, "config"))
    return None if told is None else read_config(kind, told)


def _oldest_snapshot(proxmox: Proxmox, seen: Seen, node: str, kind: str, number: str) -> float | None:
    """When the oldest snapshot was taken, seconds since 1970."""
    told = seen.ask("snapshot lists", node, lambda: proxmox.listed("nodes", node, kind, number, "snapshot"))
    times = [each["snaptime"] for each in told or () if isinstance(each.get("snaptime"), int)]
    return min(times, default=None)


def _vms_on(nodes: Sequence[str], hosts: Iterable[str]) -> list[float | None] | None:
    on = list(hosts)
    return figures(np.array([on.count(node) for node in nodes], dtype=np.float64))


def _running(vms: VmColumns, guests: Mapping[str, Guest], ghz: Mapping[str, float]) -> list[Machine]:
    found = []
    for id_, name, power, template in zip(vms.id, vms.name, vms.power, vms.template, strict=True):
        guest = guests[resources_of.number_of(id_)]
        if power is Power.ON and not template:
            node = str(guest.resource.get("node"))
            found.append(
                Machine(id_, name, node, str(guest.resource["type"]), guest.number, ghz.get(node, float("nan")))
            )
    return found


def _without_clock(running: Sequence[Machine]) -> list[EstateFinding]:
    unknown = sum(1 for each in running if isnan(each.ghz))
    if not unknown:
        return []
    return [
        EstateFinding(
            code="no_clock",
            kind="missing",
            message=f"CPU use of {counted(unknown, 'running VMs')} in GHz unknown: their nodes do not say their "
            "processor.",
            count=unknown,
        )
    ]
