"""What RVTools says of VMs that stops or delays their move: raw devices, snapshots, media, tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import numpy as np

from hostwise.answers.estate_sizing.columns import by_text
from hostwise.estate.importers.building import Join
from hostwise.estate.importers.power import state_of
from hostwise.plan.estate import Power, VmTrait
from hostwise.tables.dates import days
from hostwise.tables.table import Floats, Table

TABS_OF_TRAITS = ("vNetwork", "vCD", "vUSB", "vTools")

_OF_ONE = frozenset({"", "0", "none", "nosharing", "sharingnone", "no", "false"})
"""What vDisk says of a disk and its controller where no other VM has them."""

_PASSED_THROUGH = ("sriov", "pcipassthrough")
"""Kinds of network cards that are a device of the host. `Direct Path IO` is none: it permits what a card may do."""


def traits_of(
    info: Table, tabs: Mapping[str, Table], joins: Mapping[str, Join], sharing: Set[int], taken_at: str | None
) -> dict[str, Any]:
    """The columns about moving of the VMs of vInfo.

    Ages count to the date of the export; where it is not known, to the latest date in it.

    Args:
        info: the tab vInfo.
        tabs: the other tabs by name.
        joins: how they join to vInfo.
        sharing: VMs that share disks, by their paths or LUNs.
        taken_at: when the export was taken.
    """
    snapshots = _dates(tabs, joins, "vSnapshot", "date / time")
    changed = days(info.texts("change version") or [""] * len(info))
    taken = days([taken_at or ""])
    now = float(np.nanmax(np.concatenate([taken, snapshots, changed, [-np.inf]])))
    if np.isfinite(taken).any():
        now = float(taken[0])
    oldest = joins["vSnapshot"].least(snapshots) if "vSnapshot" in joins else None
    states = info.texts("powerstate") or [""] * len(info)
    running = np.array(by_text(states, lambda word: state_of(word) is Power.ON), dtype=np.bool_)
    return {
        "traits": _traits(info, tabs, joins, sharing, running),
        "snapshot_days": None if oldest is None else np.fmax(now - oldest, 0),
        "off_days": np.where(running, np.nan, np.fmax(now - changed, 0)),
        "hardware_version": _versions(info),
    }


def _traits(
    info: Table,
    tabs: Mapping[str, Table],
    joins: Mapping[str, Join],
    sharing: Set[int],
    running: Any,
) -> dict[VmTrait, list[bool | None]]:
    found: dict[VmTrait, list[bool | None]] = {}

    def put(trait: VmTrait, tab: str, of_rows: Sequence[bool] | None) -> None:
        """A VM has it if one of its rows in a tab has it; a VM without rows does not."""
        if tab in joins and of_rows is not None:
            rows = joins[tab].sum(np.array(of_rows, dtype=np.float64))
            if rows is not None:
                earlier = found.get(trait) or [False] * len(info)
                found[trait] = [bool(each) or old for each, old in zip(rows > 0, earlier, strict=True)]

    disks = tabs.get("vDisk")
    if disks is not None and "vDisk" in joins:
        put(VmTrait.RAW_DEVICE, "vDisk", disks.flags("raw"))
        modes = [disks.texts(each) for each in ("sharing mode", "shared bus")]
        put(VmTrait.SHARED_DISK, "vDisk", _any([[not is_of_one(each) for each in mode] for mode in modes if mode]))
        if disks.has("path") or disks.has("raw lun id") or VmTrait.SHARED_DISK in found:
            shared = found.get(VmTrait.SHARED_DISK) or [False] * len(info)
            found[VmTrait.SHARED_DISK] = [each or at in sharing for at, each in enumerate(shared)]
    for tab in ("vCD", "vUSB"):
        if tab in tabs:
            put(VmTrait.MEDIA, tab, tabs[tab].flags("connected"))
    cards = tabs["vNetwork"].texts("adapter") if "vNetwork" in tabs else None
    if cards is not None:
        put(VmTrait.PASSTHROUGH, "vNetwork", by_text(cards, _is_passed_through))
    tools = tabs["vTools"].texts("tools") if "vTools" in joins else None
    if tools is not None:
        told = joins["vTools"].texts(tools)
        found[VmTrait.NO_TOOLS] = [_no_tools(each, runs) for each, runs in zip(told, running, strict=True)]
    if (states := info.texts("ft state")) is not None:
        found[VmTrait.FAULT_TOLERANT] = by_text(states, lambda word: word.lower() not in ("", "notconfigured"))
    if (states := info.texts("connection state")) is not None:
        found[VmTrait.UNREACHABLE] = by_text(states, lambda word: word.lower() not in ("", "connected"))
    if (needed := info.flags("consolidation needed")) is not None:
        found[VmTrait.CONSOLIDATION] = list(needed)
    return found


def is_of_one(mode: str) -> bool:
    """Whether a sharing mode of a disk, or of its controller, says that it is of one VM."""
    return mode.lower().replace(" ", "") in _OF_ONE


def _is_passed_through(adapter: str) -> bool:
    """Whether a network card is a device of the host.

    >>> _is_passed_through("SriovEthernetCard"), _is_passed_through("Vmxnet3")
    (True, False)
    """
    return adapter.lower().removeprefix("virtual").startswith(_PASSED_THROUGH)


def _any(columns: Sequence[Sequence[bool]]) -> list[bool] | None:
    return [any(each) for each in zip(*columns, strict=True)] if columns else None


def _no_tools(state: str, runs: bool) -> bool | None:
    """Whether a guest has no tools of the hypervisor, or does not run them while it runs; None where nothing is said.

    >>> [_no_tools(*each) for each in (("toolsNotInstalled", False), ("toolsNotRunning", True), ("toolsOk", True))]
    [True, True, False]
    """
    word = state.lower().replace(" ", "")
    if not word:
        return None
    return "notinstalled" in word or (runs and "notrunning" in word)


def _versions(info: Table) -> Floats | None:
    """Versions of the virtual hardware: 19, or vmx-19."""
    told = info.texts("hw version")
    if told is None:
        return None
    return np.array(by_text(told, _version), dtype=np.float64)


def _version(text: str) -> float:
    number = text.lower().removeprefix("vmx-")
    return float(number) if number.isdigit() else np.nan


def _dates(tabs: Mapping[str, Table], joins: Mapping[str, Join], tab: str, header: str) -> Floats:
    texts = tabs[tab].texts(header) if tab in joins else None
    return days(texts) if texts is not None else np.empty(0)
