"""libvirt: domains as `virsh dumpxml`, `virsh dominfo` and `virsh domstats` write them, and the states of `virsh list`.

The XML has no sizes of disks and `dominfo` none either: `domstats` has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import PurePath
from typing import Any

import numpy as np

from hostwise.estate.importers.building import inventory, merged, names_in_words
from hostwise.estate.importers.domain_xml import NotReadable, domains_of, is_domains
from hostwise.estate.importers.power import powers_of, same_for_all
from hostwise.estate.importers.rows import identified, reject_rows, vms_of
from hostwise.plan.estate import EstateFinding, Inventory, Power, Source, VmTrait
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.sizes import with_units
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_KIB

KEY, LABEL = "libvirt", "libvirt"

_SAMPLED = 1 << 16
_INFO = re.compile(r"\s*([A-Za-z][\w ()/-]*?):\s*(.*)")
_INFO_START = re.compile(r"(?m)^UUID:[ \t]+[0-9a-fA-F-]{32,36}\s*$")
_INFO_CPUS = re.compile(r"(?m)^CPU\(s\):[ \t]+\d+\s*$")
_STATS = re.compile(r"(?m)^Domain: '(.*)'\s*$")
_LIST = re.compile(r"(?m)^ *Id +Name +State *\r?\n *-{3,} *$")
_LISTED = re.compile(
    r" *(?:\d+|-) +(\S.*?)"
    r"(?: {2,}| +(?=running|paused|idle|in shutdown|shut off|crashed|dying|pmsus|no state))(\S.*?) *"
)
_STATES = {
    **dict.fromkeys(["1", "2"], Power.ON),
    **dict.fromkeys(["3", "7"], Power.SUSPENDED),
    **dict.fromkeys(["4", "5", "6"], Power.OFF),
    "0": Power.UNKNOWN,
}
"""States of libvirt as numbers: that of one which shuts down is not worth its memory."""
_HOW = "`for d in $(virsh list --all --name); do virsh dumpxml $d; done` and `virsh domstats`"


def tables_of(text: bytes, name: str) -> list[Table] | None:
    """The tables of what `virsh` wrote; None where it is something else. Raises `UnreadableFile`."""
    head = text[:_SAMPLED]
    if is_domains(head):
        try:
            records = domains_of(text)
        except NotReadable as error:
            raise UnreadableFile("no_xml", f"{name} begins like XML of libvirt and cannot be read: {error}.") from error
        return [Table.of_records(name, "dumpxml", records)]
    if head.lstrip().startswith((b"<?xml", b"<!DOCTYPE")):
        raise UnreadableFile("unknown_format", f"{name} is XML of an unknown kind; that of libvirt's domains is read.")
    words = head.decode(errors="replace")
    kinds = (
        ("dominfo", bool(_INFO_START.search(words) and _INFO_CPUS.search(words)), _infos),
        ("domstats", bool(_STATS.search(words)), _stats),
        ("list", bool(_LIST.search(words)), _listed),
    )
    whole = text.decode(errors="replace") if any(there for _, there, _ in kinds) else ""
    found = [Table.of_records(name, kind, of(whole)) for kind, there, of in kinds if there]
    # The name of a file is that of its only table, as it is of a CSV.
    if len(found) == 1:
        found[0].name = PurePath(name).stem
    return found or None


def _infos(text: str) -> list[dict[str, Any]]:
    """The blocks of `virsh dominfo`, each of which begins with an id."""
    records: list[dict[str, Any]] = []
    for line in text.splitlines():
        field = _INFO.fullmatch(line)
        if field is None:
            continue
        if field[1] == "Id" or (field[1] == "Name" and (not records or "Name" in records[-1])):
            records.append({})
        if records and field[1] != "Domain":
            records[-1][field[1]] = field[2].strip()
    return [each for each in records if "UUID" in each]


def _stats(text: str) -> list[dict[str, Any]]:
    """The blocks of `virsh domstats`; of its many counters those of size and state."""
    records: list[dict[str, Any]] = []
    for line in text.splitlines():
        start = _STATS.fullmatch(line)
        if start is not None:
            records.append({"domstats": start[1]})
        elif records and "=" in line:
            key, _, value = line.strip().partition("=")
            records[-1][key] = value
    return [_stated(each) for each in records]


def _stated(block: Mapping[str, str]) -> dict[str, Any]:
    # A drive without a medium has no capacity.
    capacity = [float(value) for key, value in block.items() if _is_of_block(key, "capacity") and value.isdigit()]
    taken = [float(value) for key, value in block.items() if _is_of_block(key, "allocation") and value.isdigit()]
    return {
        "domstats": block["domstats"],
        "state": block.get("state.state", ""),
        "vcpu": block.get("vcpu.current", block.get("vcpu.maximum", "")),
        "memory (kib)": block.get("balloon.maximum", ""),
        "disks": len(capacity) if "block.count" in block else "",
        "capacity (bytes)": sum(capacity) if capacity else "",
        "allocation (bytes)": sum(taken) if taken else "",
    }


def _is_of_block(key: str, what: str) -> bool:
    return re.fullmatch(rf"block\.\d+\.{what}", key) is not None


def _listed(text: str) -> list[dict[str, Any]]:
    """The rows of `virsh list --all`."""
    start = _LIST.search(text)
    rows = text[start.end() :].splitlines() if start else []
    found = []
    for line in rows:
        row = _LISTED.fullmatch(line)
        if row is not None and ":" not in row[2]:
            found.append({"listed": row[1], "state": row[2]})
        elif found and not line.strip():
            break
    return found


def _is_xml(table: Table) -> bool:
    return table.has("domain", "uuid", "memory (kib)")


def _is_info(table: Table) -> bool:
    return table.has("name", "uuid", "cpu(s)", "max memory")


def _is_stats(table: Table) -> bool:
    return table.has("domstats", "state")


def _is_list(table: Table) -> bool:
    return table.has("listed", "state")


def is_part(table: Table) -> bool:
    """Whether it completes domains that another table has."""
    return _is_list(table) or _is_stats(table)


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is written by `virsh`."""
    return any(_is_xml(each) or _is_info(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all tables together: a domain that several of them have is one VM."""
    kinds = [[each for each in tables if of(each)] for of in (_is_xml, _is_info, _is_stats)]
    if not any(kinds):
        raise UnreadableFile(
            "no_vms",
            f"{next(each.place for each in tables if _is_list(each))} is what `virsh list` prints, which has no sizes. "
            f"Add {_HOW}, in one zip or beside it on the command line.",
        )
    states = _by_name(tables, _is_info, "name", "state") | _by_name(tables, _is_list, "listed", "state")
    states = _by_name(tables, _is_stats, "domstats", "state") | states
    stats = [each for each in tables if _is_stats(each)]
    beside = {
        key: _numbers_by_name(stats, header)
        for key, header in (("disk_gb", "capacity (bytes)"), ("used_gb", "allocation (bytes)"))
    }
    any_runs = any(any(each.texts("running") or []) for each in tables)
    seen: set[str] = set()
    found: list[Inventory] = []
    for kind in kinds:
        found += [_read_one(each, source, states, beside, frozenset(seen), any_runs) for each in kind]
        seen.update(name for each in kind for name in _names(each))
    # What only says states has no VMs of its own, and its rows are read.
    lists = [each for each in tables if _is_list(each)]
    for each in lists:
        _without_sizes(each, seen)
    if lists:
        findings = [*found[0].findings, *(finding for each in lists for finding in each.told())]
        found[0] = found[0].model_copy(update={"findings": findings})
        found[0] = found[0].model_copy(update={"tabs": [*found[0].tabs, *(each.report() for each in lists)]})
    _what_is_missing(found[0], beside)
    return merged(found).model_copy(update={"sources": [source]})


def _what_is_missing(first: Inventory, beside: Mapping[str, Mapping[str, float]]) -> None:
    """Say once, and not of each file, what there is nothing about."""
    told = [("no_performance", "There is nothing about what the VMs use of CPU and I/O over time.")]
    if not beside["disk_gb"]:
        message = "Neither the XML nor `dominfo` has the sizes of disks. Add `virsh domstats`, which does."
        told.append(("no_disks", message))
    place = first.tabs[0].file
    first.findings.extend(EstateFinding(code=c, kind="missing", message=m, place=place) for c, m in told)


def _without_sizes(listed: Table, seen: Set[str]) -> None:
    """Leave out what is only in the list of states."""
    names = listed.texts("listed") or []
    lost = [at for at, each in enumerate(names) if each not in seen]
    message = f"VMs that `virsh list` has, and whose sizes no file has, are left out: {{}}. Add {_HOW}."
    listed.reject("row_without_size", message.format(names_in_words(names[at] for at in lost)), lost)


def _names(table: Table) -> list[str]:
    header = "domain" if _is_xml(table) else "name" if _is_info(table) else "domstats"
    return table.texts(header) or []


def _by_name(tables: Sequence[Table], of: Any, name: str, value: str) -> dict[str, str]:
    """Texts by the names of domains."""
    found: dict[str, str] = {}
    for each in filter(of, tables):
        values = each.texts(value) or [""] * len(each)
        found |= {key: text for key, text in zip(each.texts(name) or [], values, strict=True) if text}
    return found


def _numbers_by_name(stats: Sequence[Table], header: str) -> dict[str, float]:
    """Bytes by the names of domains, as GB."""
    found: dict[str, float] = {}
    for each in stats:
        values = each.numbers(header, factor=GB_PER_BYTE)
        found |= {} if values is None else dict(zip(each.texts("domstats") or [], values.tolist(), strict=True))
    return found


def _read_one(
    table: Table,
    source: Source,
    states: Mapping[str, str],
    beside: Mapping[str, Mapping[str, float]],
    seen: frozenset[str],
    any_runs: bool,
) -> Inventory:
    names = _names(table)
    vcpu, memory = _sizes(table)
    reject_rows(table, names, vcpu, memory)
    ids = identified(table, names, table.texts("uuid"), ())
    words = _words(table, names, states, any_runs)
    known = [at for at, each in enumerate(names) if each in seen]
    columns: dict[str, Any] = {
        "vcpu": vcpu,
        "memory_gib": memory,
        "disks": table.numbers("disks"),
        "os": table.texts("os"),
        **{key: _looked_up(values, names) for key, values in beside.items()},
        "traits": _traits(table),
    }
    power = same_for_all(len(names)) if not any(words) else powers_of(table, words, _STATES)
    if not any(words):
        table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    vms = vms_of(table.rejected | set(known), names, ids, power, None, columns)
    return inventory(source, [table], vms)


def _sizes(table: Table) -> tuple[Floats | None, Floats | None]:
    """VCPU that are plugged in, and GiB of memory."""
    if _is_info(table):
        return table.numbers("cpu(s)"), with_units(table, "max memory", "memory")
    vcpu, most = table.numbers("vcpu"), table.numbers("max vcpu")
    if vcpu is not None and most is not None and (fewer := np.flatnonzero(vcpu < most).tolist()):
        message = "Domains that may get more vCPU while they run count with those that they have."
        table.note("columns_read_as", "note", message, fewer)
    return vcpu, table.numbers("memory (kib)", factor=GIB_PER_KIB)


def _words(table: Table, names: Sequence[str], states: Mapping[str, str], any_runs: bool) -> list[str]:
    """The states: as a list has them, else by whether the XML is that of a running domain.

    Only the XML of a running domain has an id. Where none has, it may be that of the stored definitions.
    """
    running = table.texts("running") or [""] * len(names)
    rest = "shut off" if any_runs else ""
    return [states.get(name) or own or rest for name, own in zip(names, running, strict=True)]


def _looked_up(values: Mapping[str, float], names: Sequence[str]) -> Floats | None:
    return np.array([values.get(each, np.nan) for each in names]) if values else None


def _traits(table: Table) -> dict[VmTrait, list[bool | None]]:
    """What stops or delays a move, as the XML says it."""
    found: dict[VmTrait, list[bool | None]] = {}
    for trait, header in ((VmTrait.PASSTHROUGH, "host devices"), (VmTrait.SHARED_DISK, "shared disks")):
        values = table.numbers(header)
        if values is not None:
            found[trait] = [bool(each > 0) for each in values]
    return found
