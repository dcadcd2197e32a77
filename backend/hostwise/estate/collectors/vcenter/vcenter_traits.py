"""What a vCenter says of its VMs that stops or delays their move: raw devices, snapshots, media, tools."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from pyVmomi import vim

from hostwise.plan.estate import VmTrait
from hostwise.tables.dates import days
from hostwise.tables.table import Floats

_SECONDS_PER_DAY = 86_400

Values = Mapping[str, Any]
"""Properties of a VM by name."""


def traits(vms: Sequence[Values]) -> dict[VmTrait, list[bool | None]]:
    """What each VM has; None where the vCenter does not show what it depends on, absent where it shows it of none."""
    found = {trait: [_asked(each, *how) for each in vms] for trait, how in _TRAITS.items()}
    return {trait: each for trait, each in found.items() if any(one is not None for one in each)}


def oldest_days(snapshots: Any, now: dt.datetime) -> float:
    """Age of the oldest snapshot of a VM, days."""
    created: list[dt.datetime] = [each.createTime for each in _tree(snapshots.rootSnapshotList)]
    return (now - min(created)).total_seconds() / _SECONDS_PER_DAY


def changed_days(versions: Sequence[Any], now: dt.datetime) -> Floats:
    """Days since VMs were last changed; their versions are dates."""
    texts = [str(each or "").partition(".")[0].removesuffix("Z") for each in versions]
    return np.fmax(now.timestamp() / _SECONDS_PER_DAY - days(texts), 0)


def hardware_version(version: str) -> float:
    """The number of a version of virtual hardware such as vmx-19."""
    number = version.removeprefix("vmx-")
    return float(number) if number.isdigit() else np.nan


def _tree(snapshots: Sequence[Any]) -> Iterator[Any]:
    for each in snapshots:
        yield each
        yield from _tree(each.childSnapshotList or ())


def _asked(values: Values, property_: str, holds: Callable[[Any], bool]) -> bool | None:
    value = values.get(property_)
    return None if value is None else bool(holds(value))


def _raw(devices: Any) -> bool:
    kinds: Any = (
        vim.vm.device.VirtualDisk.RawDiskMappingVer1BackingInfo,
        vim.vm.device.VirtualDisk.RawDiskVer2BackingInfo,
    )
    return any(isinstance(getattr(each, "backing", None), kinds) for each in devices)


def _shared(devices: Any) -> bool:
    """Whether several VMs may write to a disk, or to all disks of a controller."""
    return any(
        getattr(getattr(each, "backing", None), "sharing", None) == "sharingMultiWriter"
        or getattr(each, "sharedBus", "noSharing") != "noSharing"
        for each in devices
    )


def _media(devices: Any) -> bool:
    kinds: Any = (vim.vm.device.VirtualCdrom, vim.vm.device.VirtualFloppy, vim.vm.device.VirtualUSB)
    return any(isinstance(each, kinds) and each.connectable and each.connectable.connected for each in devices)


def _passthrough(devices: Any) -> bool:
    kinds: Any = (vim.vm.device.VirtualPCIPassthrough, vim.vm.device.VirtualSriovEthernetCard)
    return any(isinstance(each, kinds) for each in devices)


_TRAITS: dict[VmTrait, tuple[str, Callable[[Any], bool]]] = {
    VmTrait.RAW_DEVICE: ("config.hardware.device", _raw),
    VmTrait.SHARED_DISK: ("config.hardware.device", _shared),
    VmTrait.MEDIA: ("config.hardware.device", _media),
    VmTrait.PASSTHROUGH: ("config.hardware.device", _passthrough),
    VmTrait.FAULT_TOLERANT: ("runtime.faultToleranceState", lambda state: state != "notConfigured"),
    VmTrait.NO_TOOLS: ("guest.toolsVersionStatus2", lambda state: state == "guestToolsNotInstalled"),
    VmTrait.CONSOLIDATION: ("runtime.consolidationNeeded", bool),
    VmTrait.UNREACHABLE: ("runtime.connectionState", lambda state: state != "connected"),
}
