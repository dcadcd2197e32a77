"""OpenStack: lists of servers, flavours, volumes and hypervisors, as its command line or its interfaces have them.

A server names its flavour, which alone says how much vCPU and memory it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hostwise.estate.importers.building import host_columns, inventory, merged, names_in_words
from hostwise.estate.importers.building import without as rows_without
from hostwise.estate.importers.power import powers_of, state_of
from hostwise.estate.importers.rows import (
    Number,
    identified,
    joined_hosts,
    numbers_of,
    otherwise,
    reject_rows,
    texts_of,
    vms_of,
)
from hostwise.number_format.writing import counted, short
from hostwise.plan.estate import EstateFinding, HostColumns, Inventory, Power, Source, VmColumns
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_GIB, GIB_PER_MIB

KEY, LABEL = "openstack", "OpenStack"

NOVA_STATES = {
    **dict.fromkeys(["1", "2"], Power.ON),
    **dict.fromkeys(["3", "7"], Power.SUSPENDED),
    **dict.fromkeys(["4", "5", "6"], Power.OFF),
    **dict.fromkeys(
        ["PASSWORD", "REBOOT", "HARD_REBOOT", "MIGRATING", "RESIZE", "REVERT_RESIZE", "VERIFY_RESIZE", "RESIZED"],
        Power.ON,
    ),
    **dict.fromkeys(["RESCUE", "RESCUED"], Power.ON),
    **dict.fromkeys(["BUILD", "REBUILD"], Power.ON),
    **dict.fromkeys(["SHELVED", "SHELVED_OFFLOADED"], Power.OFF),
    **dict.fromkeys(["0", "8", "9", "NOSTATE", "ERROR", "UNKNOWN"], Power.UNKNOWN),
}
"""States of Nova: its numbers, of which 2, 5, 8 and 9 are those of old releases, and words of its statuses alone.

A server in ERROR may be running. One in RESCUE or VERIFY_RESIZE is running.
"""

_DELETED = frozenset({"DELETED", "SOFT_DELETED"})
_OF_SERVER = ("flavor name", "flavor", "flavor.original_name", "flavor.name", "flavor id", "flavor.id")
_STATE = ("power state", "os-ext-sts:power_state")
_TEXTS = {
    "host": ("host", "os-ext-srv-attr:host", "os-ext-srv-attr:hypervisor_hostname"),
    "cluster": ("availability zone", "os-ext-az:availability_zone"),
    "folder": ("project name", "project id", "tenant_id"),
}
_SIZES = {
    "vcpu": Number(("vcpus", "flavor.vcpus")),
    "memory_gib": Number(("ram", "flavor.ram"), GIB_PER_MIB),
    "root_gb": Number(("disk", "flavor.disk"), GB_PER_GIB),
    "ephemeral_gb": Number(("ephemeral", "flavor.ephemeral", "os-flv-ext-data:ephemeral"), GB_PER_GIB),
}
_IMAGES = ("image name", "image id", "image", "image.id", "image.name")
_FROM_VOLUME = re.compile(r"|n/a.*booted from volume.*", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}")
_HOW = "`openstack flavor list --all --long -f json`"
_TOGETHER = "in one zip with the servers, dropped together with them, or as another file of the command line"


def _is_servers(table: Table) -> bool:
    return table.has("id", "name", "status") and table.first_of(_OF_SERVER) is not None


def _is_flavours(table: Table) -> bool:
    return table.has("id", "name", "ram", "vcpus") and not table.has("status")


def _is_hypervisors(table: Table) -> bool:
    return table.first_of(("hypervisor hostname", "hypervisor_hostname")) is not None


def _is_volumes(table: Table) -> bool:
    return table.has("id", "size") and table.first_of(("attached to", "attachments")) is not None


def is_part(table: Table) -> bool:
    """Whether it says nothing alone, and completes a list of servers."""
    return not _is_servers(table) and (_is_flavours(table) or _is_hypervisors(table) or _is_volumes(table))


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a list of servers, or belongs to one."""
    return any(_is_servers(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all lists together; raises `UnreadableFile` where servers or their flavours are missing."""
    servers = [each for each in tables if _is_servers(each)]
    if not servers:
        what = next(each for each in tables if is_part(each))
        raise UnreadableFile(
            "no_vms",
            f"{what.place} belongs to a list of OpenStack's servers and holds none. Add "
            "`openstack server list --all-projects --long -f json`, in one zip or beside it on the command line.",
        )
    parts = [each for each in tables if is_part(each) and not _is_servers(each)]
    flavours = [each for each in parts if _is_flavours(each)]
    volumes = [each for each in parts if _is_volumes(each)]
    hypervisors = [each for each in parts if _is_hypervisors(each)]
    known = {one for each in servers for one in each.texts("id") or []}
    attached = _attached(volumes, known) if volumes else None
    found = [_vms(each, flavours, attached) for each in servers]
    hosts = _hosts(hypervisors)
    findings: list[EstateFinding] = []
    if hypervisors:
        joined = [joined_hosts(each, hosts, hypervisors[0].place) for each in found]
        found = [vms for vms, _ in joined]
        findings = [each for _, said in joined for each in said]
    own = [inventory(source, [table], vms) for table, vms in zip(servers, found, strict=True)]
    whole = inventory(source, [servers[0], *parts], found[0], hosts, None, findings)
    return merged([whole, *own[1:]])


def _vms(info: Table, flavours: Sequence[Table], attached: Mapping[str, float] | None) -> VmColumns:
    """The servers of one list, such as that of one project."""
    names = info.texts("name") or []
    ids = info.texts("id") or []
    status = [each.upper() for each in info.texts("status") or []]
    info.reject("vm_deleted", "Servers that are deleted are left out.", _at(status, _DELETED))
    sizes = _sizes(info, flavours)
    columns: dict[str, Any] = {
        **texts_of(info, _TEXTS),
        "os": _systems(info),
        "vcpu": sizes["vcpu"],
        "memory_gib": sizes["memory_gib"],
        "disk_gb": _disks(info, ids, sizes, attached),
    }
    # A server whose flavour is gone still runs: it counts as a mean one, and is told.
    reject_rows(info, names, sizes["vcpu"], sizes["memory_gib"], spared=lambda at: bool(names[at]))
    powers = powers_of(info, _states(info, status), NOVA_STATES)
    info.note("no_performance", "missing", "There is nothing about what the servers use of CPU, memory and I/O.")
    return vms_of(info.rejected, names, identified(info, names, ids, ()), powers, None, columns)


def _systems(info: Table) -> list[str] | None:
    """The images of the servers, which say most about their guest systems."""
    images = info.texts("image name", "image.name", "image")
    return None if images is None else ["" if _FROM_VOLUME.fullmatch(each) else each for each in images]


def _at(values: Sequence[str], wanted: frozenset[str]) -> list[int]:
    return [at for at, each in enumerate(values) if each in wanted]


def _states(info: Table, status: Sequence[str]) -> list[str]:
    """The power state of each server, which is more exact; its status where that says nothing, as `NOSTATE` does."""
    powers = info.texts(*_STATE)
    if powers is None:
        return list(status)
    states = {each: NOVA_STATES.get(each.upper()) or state_of(each) for each in set(powers)}
    known = {each: state not in (None, Power.UNKNOWN) for each, state in states.items()}
    return [power if known[power] else other for power, other in zip(powers, status, strict=True)]


def _sizes(info: Table, flavours: Sequence[Table]) -> dict[str, Floats | None]:
    """What the servers have by their flavours, by id or name of these."""
    own = numbers_of(info, _SIZES)
    named = info.texts(*_OF_SERVER[:4]) or info.texts(*_OF_SERVER[4:]) or []
    # Older clients write the id behind the name.
    keys = [re.sub(r" \([^()]*\)$", "", each) for each in named]
    by_id = info.texts("flavor id", "flavor.id") or [""] * len(info)
    for each in flavours:
        told = numbers_of(each, _SIZES)
        for ids, asked in ((each.texts("id"), by_id), (each.texts("name"), keys)):
            at = {one: row for row, one in reversed(list(enumerate(ids or []))) if one}
            for key, values in told.items():
                own[key] = otherwise(own[key], _looked_up(values, at, asked))
    if own["vcpu"] is None or own["memory_gib"] is None or np.isnan(own["memory_gib"]).all():
        missing = names_in_words(dict.fromkeys(each for each in keys if each))
        raise UnreadableFile(
            "no_flavours",
            f"{info.place} is a list of OpenStack's servers, which name their flavours ({missing}) and say neither "
            f"vCPU nor memory. Add the list of these flavours, {_HOW}, {_TOGETHER}.",
        )
    unknown = np.flatnonzero(np.isnan(own["memory_gib"])).tolist()
    unknown = [at for at in unknown if at not in info.rejected]
    if unknown:
        lost = names_in_words(dict.fromkeys(keys[at] or "(none)" for at in unknown))
        info.note(
            "flavours_unknown",
            "warning",
            f"The flavours of {counted(len(unknown), 'servers')} are not in the list of flavours: {lost}. Their size "
            f"is not known, and they count as mean VMs. Private and deleted flavours are listed by {_HOW} of an "
            "administrator.",
            unknown,
        )
    return own


def _looked_up(values: Floats | None, at: dict[str, int], asked: Sequence[str]) -> Floats | None:
    if values is None or not at:
        return None
    return np.array([values[at[each]] if each in at else np.nan for each in asked])


def _disks(
    info: Table, ids: Sequence[str], sizes: dict[str, Floats | None], attached: Mapping[str, float] | None
) -> Floats | None:
    """Disks of the flavour and attached volumes. The disk of a flavour is not used by who boots from a volume."""
    booted = _from_volume(info)
    nothing = np.full(len(info), np.nan)
    root = sizes["root_gb"] if sizes["root_gb"] is not None else nothing
    extra = np.nan_to_num(sizes["ephemeral_gb"] if sizes["ephemeral_gb"] is not None else nothing)
    # A flavour with a disk of 0 takes that of the image, which is in no list.
    local = np.where(booted, 0, np.where(root > 0, root, np.nan)) + extra
    if attached is None:
        info.note(
            "disks_missing",
            "warning",
            f"Volumes are not in the list: {counted(int(booted.sum()), 'servers')} booting from one with unknown "
            "disks; others may have volumes besides the disk of their flavour. Add `openstack volume list "
            f"--all-projects --long -f json`, {_TOGETHER}.",
            np.flatnonzero(booted).tolist(),
        )
        return np.where(booted, np.nan, local)
    of_volumes = np.array([attached.get(each, np.nan) for each in ids])
    # Of a server that boots from a volume which nobody lists, and has no other disk, nothing is known.
    lost = np.isnan(of_volumes) & (booted | np.isnan(local))
    return np.where(lost, np.nan, np.nan_to_num(local) + np.nan_to_num(of_volumes))


def _from_volume(info: Table) -> NDArray[np.bool_]:
    """Which servers boot from a volume: those without an image by any of the columns that name one."""
    columns = [found for each in _IMAGES if (found := info.texts(each)) is not None]
    return np.array([bool(columns) and all(map(_FROM_VOLUME.fullmatch, each)) for each in _across(columns, len(info))])


def _across(columns: Sequence[Sequence[str]], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*columns, strict=True) if columns else repeat((), length)


def _attached(volumes: Sequence[Table], servers: Set[str]) -> dict[str, float]:
    """What the volumes of each server hold, GB; one of several servers counts for the first of them."""
    found: dict[str, float] = {}
    for each in volumes:
        size = each.numbers("size", factor=GB_PER_GIB)
        texts = each.texts("attached to", "attachments") or []
        owners = [list(dict.fromkeys(one for one in _ID.findall(text.lower()) if one in servers)) for text in texts]
        free = [at for at, of in enumerate(owners) if not of]
        room = 0.0 if size is None else float(np.nansum(size[free]))
        message = f"Volumes that no server of the list has are left out, {short(room / 1000)} TB."
        each.reject("no_such_vm", message, free)
        shared = [at for at, of in enumerate(owners) if len(of) > 1]
        if shared:
            each.note("disks_shared", "note", "Volumes of several servers count once.", shared)
        for at, of in enumerate(owners):
            if of and size is not None and not np.isnan(size[at]):
                found[of[0]] = found.get(of[0], 0.0) + float(size[at])
    return found


def _hosts(tables: Sequence[Table]) -> HostColumns:
    """Hypervisors. Those of Nova count threads, and newer releases list neither these nor memory."""
    if not tables:
        return host_columns([])
    table = tables[0]
    names = table.texts("hypervisor hostname", "hypervisor_hostname") or []
    table.reject(
        "no_name", "Rows without the name of a host are left out.", [at for at, each in enumerate(names) if not each]
    )
    memory = table.numbers("memory mb", "memory_mb", factor=GIB_PER_MIB)
    used = table.numbers("memory mb used", "memory_mb_used", factor=GIB_PER_MIB)
    down = [each.lower() == "down" for each in table.texts("state") or []]
    columns: dict[str, Any] = {
        "threads": table.numbers("vcpus"),
        "memory_gib": memory,
        "memory_use_share": None if memory is None or used is None else used / np.where(memory > 0, memory, np.nan),
        "away": down or None,
    }
    table.note("no_cores", "missing", "Hypervisors count threads, so their cores, sockets and clock are unknown.")
    gone = table.rejected
    return host_columns(rows_without(names, gone), **{key: rows_without(each, gone) for key, each in columns.items()})
