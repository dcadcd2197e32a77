"""Nodes of Proxmox VE as hosts: processor, clock and version, and the storages that hold disks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import array, figures
from hostwise.number_format.writing import counted
from hostwise.plan.estate import EstateFinding, HostColumns
from hostwise.tables.table import Floats
from hostwise.tables.units import GHZ_PER_MHZ, GIB_PER_BYTE

_CLOCK = re.compile(r"@\s*(\d+(?:\.\d+)?)\s*GHz", re.IGNORECASE)
_VERSION = re.compile(r"pve-manager/([^/]+)")
_DISKS = frozenset({"images", "rootdir"})
_DISCONNECTED = frozenset({"maintenance", "fence", "gone"})

Status = Mapping[str, Mapping[str, Any] | None]
"""What each node says of itself; None where it is not known."""


def clocks(status: Status, base_clock: Callable[[str], float | None]) -> tuple[dict[str, float], list[EstateFinding]]:
    """Clock of the cores of each node, GHz, and what is said of clocks that are only a reading.

    A node reports its current clock, which turbo raises. The base clock is in the name of the processor, or in the
    catalogue.
    """
    found: dict[str, float] = {}
    readings = []
    for node, told in status.items():
        processor = _processor(told)
        model = _model(processor)
        named = _CLOCK.search(model)
        ghz = float(named[1]) if named else base_clock(model) if model else None
        if ghz is None and (reading := _number(processor.get("mhz"))):
            ghz = reading * GHZ_PER_MHZ
            readings.append(node)
        if ghz:
            found[node] = ghz
    if not readings:
        return found, []
    return found, [
        EstateFinding(
            code="clock_reading",
            kind="warning",
            message=f"The clock of {counted(len(readings), 'nodes')} is a reading of the moment, which a turbo raises: "
            "neither the name of the processor nor the catalogue has it. CPU use in GHz rests on it.",
            count=len(readings),
        )
    ]


def hosts_of(
    listed: HostColumns, nodes: Sequence[Mapping[str, Any]], status: Status, ghz: Mapping[str, float]
) -> HostColumns:
    """The nodes as listed, with what each says of itself."""
    own = {str(each["node"]): each for each in nodes}
    told = [status.get(name) for name in listed.name]
    processors = [_processor(each) for each in told]
    memory = np.array([_memory_gib(each) for each in told])
    return listed.model_copy(
        update={
            "cpu_model": [_model(each) for each in processors],
            "version": [_version(each) for each in told],
            "sockets": figures(_numbers(processors, "sockets")),
            "cores": figures(_numbers(processors, "cores")),
            "threads": figures(_numbers(processors, "cpus")),
            "ghz": figures(np.array([ghz.get(name, np.nan) for name in listed.name], dtype=np.float64)),
            "memory_gib": figures(np.where(np.isnan(memory), array(listed.memory_gib, len(listed)), memory)),
            "away": [_is_away(own[name]) for name in listed.name],
        }
    )


def storages_for_disks(
    storages: Sequence[Mapping[str, Any]],
) -> tuple[list[Mapping[str, Any]], list[EstateFinding]]:
    """Storages that may hold disks of VMs and containers; those of backups and images only are named."""
    kept, other = [], set()
    for each in storages:
        content = {one.strip() for one in str(each.get("content") or "").split(",")}
        if content & _DISKS or not content - {""}:
            kept.append(each)
        else:
            other.add(str(each.get("storage")))
    if not other:
        return kept, []
    return kept, [
        EstateFinding(
            code="storages_without_disks",
            kind="note",
            message=f"{counted(len(other), 'storages')} left out: only backups, images or templates are allowed on "
            "them, and no disks.",
            count=len(other),
        )
    ]


def _processor(told: Mapping[str, Any] | None) -> Mapping[str, Any]:
    found = (told or {}).get("cpuinfo")
    return found if isinstance(found, dict) else {}


def _model(processor: Mapping[str, Any]) -> str:
    model = " ".join(str(processor.get("model") or "").split())
    return "" if model == "unknown" else model


def _version(told: Mapping[str, Any] | None) -> str:
    found = _VERSION.search(str((told or {}).get("pveversion") or ""))
    return f"Proxmox VE {found[1]}" if found else ""


def _memory_gib(told: Mapping[str, Any] | None) -> float:
    memory = (told or {}).get("memory")
    total = _number(memory.get("total")) if isinstance(memory, dict) else None
    return np.nan if total is None else total * GIB_PER_BYTE


def _is_away(node: Mapping[str, Any]) -> bool:
    return node.get("status") == "offline" or node.get("hastate") in _DISCONNECTED


def _numbers(processors: Sequence[Mapping[str, Any]], name: str) -> Floats:
    return np.array([_number(each.get(name)) or np.nan for each in processors], dtype=np.float64)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
