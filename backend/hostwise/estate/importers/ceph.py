"""Ceph: the fill of a cluster, as `ceph df -f json` and `ceph osd df -f json` write it. It is storage without VMs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import datastore_columns, inventory, vm_columns
from hostwise.number_format.writing import counted, percent, short
from hostwise.plan.estate import DatastoreColumns, Inventory, Source
from hostwise.tables.nested_records import table_of
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE

KEY, LABEL = "ceph", "Ceph"

ALONE = "is the fill of a Ceph cluster, and holds no VM: add the VM list of it"

_GB_PER_KIB = 1024 * GB_PER_BYTE
_NEARLY_FULL = 0.85
"""Ceph warns of an OSD from here on, as it is set up."""


def _is_pools(document: Any) -> bool:
    if not isinstance(document, Mapping):
        return False
    stats = document.get("stats")
    return isinstance(stats, Mapping) and "total_bytes" in stats and isinstance(document.get("pools"), list)


def _is_osds(document: Any) -> bool:
    if not isinstance(document, Mapping):
        return False
    nodes = document.get("nodes")
    return (
        isinstance(nodes, list)
        and isinstance(document.get("summary"), Mapping)
        and any(isinstance(each, Mapping) and "crush_weight" in each for each in nodes)
    )


def _parts(document: Any) -> list[Any]:
    """The documents in a file, which may hold several in a row."""
    found = document if isinstance(document, list) else [document]
    return found if found and all(_is_pools(each) or _is_osds(each) for each in found) else []


def recognise(document: Any) -> bool:
    """Whether it is the fill of a cluster, by its pools or by its OSDs."""
    return bool(_parts(document))


def completes(document: Any) -> bool:
    """Whether it says how full the OSDs are, and nothing of the pools."""
    return not any(map(_is_pools, _parts(document)))


def read(document: Any, source: Source) -> Inventory:
    """The storage of one document."""
    return read_all([(source.file, document)], source)


def read_all(documents: Sequence[tuple[str, Any]], source: Source) -> Inventory:
    """The storage of a cluster: what its pools hold, and how full its OSDs are."""
    parts = [(file, part) for file, document in documents for part in _parts(document)]
    pools = [(file, each) for file, each in parts if _is_pools(each)]
    osds = [(file, each) for file, each in parts if _is_osds(each)]
    tables = [_of_osds(file, each) for file, each in osds]
    if pools:
        found = [_of_pools(file, each) for file, each in pools]
        stores = datastore_columns(
            [name for (name, *_), _ in found],
            kind=["ceph"] * len(found),
            capacity_gb=np.array([whole for (_, whole, _), _ in found]),
            used_gb=np.array([used for (_, _, used), _ in found]),
        )
        tables = [*(table for _, table in found), *tables]
    else:
        stores = _by_osds([each for _, each in osds])
    return inventory(source, tables, vm_columns([], id=[], power=[], template=[]), None, stores)


def _number(value: Any) -> float:
    """A number as it is; NaN for anything else, and for less than nothing, which are not 0."""
    told = isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0
    return float(value) if told else np.nan


def _of_pools(file: str, document: Mapping[str, Any]) -> tuple[tuple[str, float, float], Table]:
    """Name, raw capacity and raw use of a cluster, and the table of its pools with what is to be known of them."""
    stats = document["stats"]
    pools = [each for each in document["pools"] if isinstance(each, Mapping)]
    table = table_of(file, "pools", pools)
    whole = _number(stats.get("total_bytes")) * GB_PER_BYTE
    used = _number(stats.get("total_used_raw_bytes", stats.get("total_used_bytes"))) * GB_PER_BYTE
    stored = table.numbers("stats.stored", factor=GB_PER_BYTE)
    copies = table.numbers("stats.bytes_used", factor=GB_PER_BYTE)
    if copies is None:
        copies = table.numbers("stats.kb_used", factor=_GB_PER_KIB)
    fill = f"{_tb(used)} of {_tb(whole)} raw are used" if used == used and whole == whole else "its fill is not said"
    table.note(
        "raw_with_copies",
        "warning",
        f"The Ceph cluster has raw figures, which hold the copies or parity of all data: {fill}"
        f"{_told(stored, copies)}. Do not protect what is raw again.",
    )
    return ("Ceph cluster", whole, used), table


def _told(stored: Floats | None, copies: Floats | None) -> str:
    """What the pools store before their copies, where they say so."""
    if stored is None or np.isnan(stored).all():
        return ", and what is stored before copies is not said"
    text = f", for {_tb(float(np.nansum(stored)))} that the pools store"
    if copies is None or not float(np.nansum(stored)):
        return text
    return f"{text} ({short(float(np.nansum(copies)) / float(np.nansum(stored)))} times as much with copies)"


def _tb(gb: float) -> str:
    return f"{short(gb / 1000)} TB"


def _osds(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The OSDs alone: `ceph osd df tree` has rows of hosts and racks, which repeat what is below them."""
    stray = document.get("stray")
    every = [*document["nodes"], *(stray if isinstance(stray, list) else [])]
    return [each for each in every if isinstance(each, Mapping) and each.get("type", "osd") == "osd"]


def _of_osds(file: str, document: Mapping[str, Any]) -> Table:
    """The table of the OSDs, with what is to be known of their fill."""
    table = table_of(file, "osds", _osds(document))
    share, capacity = table.numbers("utilization", factor=0.01), table.numbers("kb", factor=_GB_PER_KIB)
    # An OSD that is down may say 0 of everything: nothing was measured.
    silent = np.zeros(len(table), dtype=bool) if capacity is None else ~(capacity > 0)
    down = np.flatnonzero(silent).tolist()
    table.reject("osd_without_size", "OSDs that say no capacity, such as those that are down, are left out.", down)
    told = share[~silent & ~np.isnan(share)] if share is not None else np.array([])
    if len(told):
        full = int((told >= _NEARLY_FULL).sum())
        table.note(
            "osds_filled",
            "warning" if full else "note",
            f"The fullest of {counted(len(told), 'OSDs')} is at {percent(float(told.max()))}, their mean at "
            f"{percent(float(told.mean()))}: Ceph takes no more data once one OSD is full."
            + (f" {counted(full, 'OSDs')} at {percent(_NEARLY_FULL)} or more." if full else ""),
            count=len(told),
        )
    return table


def _by_osds(documents: Sequence[Mapping[str, Any]]) -> DatastoreColumns:
    """Raw capacity and use of each cluster as the sum over its OSDs."""
    whole, used = [], []
    for each in documents:
        osds = [(_number(osd.get("kb")), _number(osd.get("kb_used"))) for osd in _osds(each)]
        known = [pair for pair in osds if pair[0] > 0]
        whole.append(sum(kb for kb, _ in known) * _GB_PER_KIB if known else np.nan)
        used.append(float(np.nansum([kb for _, kb in known])) * _GB_PER_KIB if known else np.nan)
    names = ["Ceph cluster"] * len(documents)
    return datastore_columns(names, kind=["ceph"] * len(names), capacity_gb=np.array(whole), used_gb=np.array(used))
