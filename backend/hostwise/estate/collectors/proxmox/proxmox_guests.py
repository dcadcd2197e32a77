"""VMs and containers of Proxmox VE by their configurations: what a list of resources does not say of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.building import array, figures
from hostwise.estate.importers.proxmox import number_of
from hostwise.estate.importers.proxmox_config import GuestConfig, Volume
from hostwise.number_format.writing import counted, short
from hostwise.plan.estate import EstateFinding, Power, VmColumns, VmTrait
from hostwise.tables.table import Floats
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_MIB

_DAY_S = 86_400
_SHOWN = 200


class Guest(NamedTuple):
    """A VM or a container.

    Attributes:
        resource: what the cluster lists of it.
        config: its configuration; None where it is not known.
        oldest_snapshot: when its oldest snapshot was taken, seconds since 1970; None without one.
    """

    resource: Mapping[str, Any]
    config: GuestConfig | None
    oldest_snapshot: float | None

    @property
    def number(self) -> str:
        """Its number in the cluster."""
        return str(self.resource.get("vmid"))

    @property
    def is_container(self) -> bool:
        """Whether it is a container."""
        return self.resource.get("type") == "lxc"


def with_configurations(
    listed: VmColumns,
    guests: Mapping[str, Guest],
    ghz: Mapping[str, float],
    shared_storages: Container[str],
    now: dt.datetime,
) -> tuple[VmColumns, list[EstateFinding]]:
    """VMs and containers as listed, with what their configurations say.

    Args:
        listed: as the list of resources has them.
        guests: what is known of each, by its number.
        ghz: clock of the cores of each node, GHz.
        shared_storages: storages that all nodes share.
        now: when they were read.

    Returns:
        The columns, and what is to be known of them.
    """
    own = [guests[number_of(each)] for each in listed.id]
    configs = [each.config for each in own]
    capacities, shared = _capacities(own, shared_storages)
    at, length = now.timestamp(), len(listed)
    columns = listed.model_copy(
        update={
            "os": ["" if each is None else each.os for each in configs],
            "attributes": {**listed.attributes, **_attributes(own)},
            "traits": _traits(own, shared),
            "snapshot_days": figures(
                np.array([np.nan if each is None else (at - each) / _DAY_S for each in _oldest(own)])
            ),
            "vcpu": figures(_first(_each(configs, _vcpu), array(listed.vcpu, length))),
            "memory_gib": figures(
                _first(_each(configs, lambda config: config.memory_mib) * GIB_PER_MIB, array(listed.memory_gib, length))
            ),
            "cpu_ghz": figures(_reading_ghz(own, listed.power, ghz)),
            "disks": figures(_each(configs, lambda config: len(config.disks))),
            "disk_gb": figures(_first(capacities * GB_PER_BYTE, array(listed.disk_gb, length))),
        }
    )
    return columns, [*_findings(columns, own, shared)]


def _vcpu(config: GuestConfig) -> float:
    # A container without a limit is listed with all cores of its node.
    return 1.0 if config.vcpu is None else config.vcpu


def _each(configs: Sequence[GuestConfig | None], value: Any) -> Floats:
    return np.array([np.nan if each is None else value(each) for each in configs], dtype=np.float64)


def _first(first: Floats, second: Floats) -> Floats:
    return np.where(np.isnan(first), second, first)


def _oldest(own: Iterable[Guest]) -> Iterator[float | None]:
    return (each.oldest_snapshot for each in own)


def _reading_ghz(own: Sequence[Guest], power: Sequence[Power], ghz: Mapping[str, float]) -> Floats:
    """CPU use of the moment, GHz: the share of its cores, times their number and clock."""
    found = np.full(len(own), np.nan)
    for at, each in enumerate(own):
        share, cores = each.resource.get("cpu"), each.resource.get("maxcpu")
        if power[at] is Power.ON and isinstance(share, (int, float)) and isinstance(cores, (int, float)):
            found[at] = share * cores * ghz.get(str(each.resource.get("node")), np.nan)
    return found


def _capacities(own: Sequence[Guest], shared_storages: Container[str]) -> tuple[Floats, set[int]]:
    """Bytes of the disks of each, and which of them have a disk that several have: it counts once."""
    found, shared = np.full(len(own), np.nan), set[int]()
    first: dict[tuple[str, str], int] = {}
    for at, guest in enumerate(own):
        if guest.config is None:
            continue
        total = 0.0
        for disk in guest.config.disks:
            before = first.setdefault(_identity(disk, guest, shared_storages), at)
            if before == at:
                total += disk.size_bytes or 0
            else:
                shared |= {before, at}
        known = any(each.size_bytes is not None for each in guest.config.disks) or not guest.config.disks
        found[at] = total if known else np.nan
    return found, shared


def _identity(disk: Volume, guest: Guest, shared_storages: Container[str]) -> tuple[str, str]:
    """What tells a disk from others: on a storage of one node, another node may have a volume of the same name."""
    of_cluster = not disk.is_device and disk.storage in shared_storages
    return "" if of_cluster else str(guest.resource.get("node")), disk.volume


def _attributes(own: Sequence[Guest]) -> dict[str, list[str]]:
    told = {
        "HA state": [str(each.resource.get("hastate") or "") for each in own],
        "CPU affinity": ["" if each.config is None else each.config.affinity for each in own],
    }
    return {name: values for name, values in told.items() if any(values)}


def _traits(own: Sequence[Guest], shared: set[int]) -> dict[VmTrait, list[bool | None]]:
    def of(value: Any) -> list[bool | None]:
        return [None if each.config is None else bool(value(each.config)) for each in own]

    found: dict[VmTrait, list[bool | None]] = {
        VmTrait.RAW_DEVICE: of(lambda config: any(disk.is_device for disk in config.disks)),
        VmTrait.SHARED_DISK: [None if each.config is None else at in shared for at, each in enumerate(own)],
        VmTrait.MEDIA: of(lambda config: config.media),
        VmTrait.PASSTHROUGH: of(lambda config: config.passed_through),
        VmTrait.UNREACHABLE: [each.resource.get("status") == "unknown" for each in own],
    }
    return {trait: each for trait, each in found.items() if any(one is not None for one in each)}


def _findings(vms: VmColumns, own: Sequence[Guest], shared: set[int]) -> Iterator[EstateFinding]:
    def of(holds: Any) -> list[int]:
        return [at for at, each in enumerate(own) if each.config is not None and holds(each, each.config)]

    def finding(code: Any, kind: Any, message: str, rows: Sequence[int], count: int | None = None) -> EstateFinding:
        ids = [vms.id[at] for at in rows[:_SHOWN]]
        return EstateFinding(code=code, kind=kind, message=message, vms=ids, count=count or len(rows))

    silent = [at for at, each in enumerate(own) if each.config is None]
    if silent:
        yield finding(
            "root_disk_only",
            "warning",
            f"{counted(len(silent), 'VMs')} without a configuration: only the root disk is known, further disks are "
            "missing.",
            silent,
        )
    if unlimited := of(lambda _, config: config.vcpu is None):
        yield finding(
            "container_without_limit",
            "warning",
            f"{counted(len(unlimited), 'containers')} without a limit of cores may use all of their node: one vCPU "
            "each is counted.",
            unlimited,
        )
    if shrinking := of(lambda _, config: config.balloon_mib is not None):
        configs = [config for at in shrinking if (config := own[at].config)]
        least = sum(each.balloon_mib or 0 for each in configs) * GIB_PER_MIB
        most = sum(each.memory_mib for each in configs) * GIB_PER_MIB
        yield finding(
            "dynamic_memory",
            "note",
            f"{counted(len(shrinking), 'VMs')} may shrink from {short(most)} to {short(least)} GiB of memory in all: "
            "the larger figure counts.",
            shrinking,
        )
    if several := sorted(shared):
        yield finding("disks_shared", "note", "Disks of several VMs count once.", several)
    if sizeless := of(lambda _, config: any(disk.size_bytes is None for disk in config.disks)):
        yield finding(
            "disks_without_size",
            "missing",
            f"Disks of {counted(len(sizeless), 'VMs')} have no size in the configuration, such as devices of the node: "
            "they are not in the total.",
            sizeless,
        )
    if keeping := of(lambda _, config: config.unused):
        volumes = sum(len(config.unused) for at in keeping if (config := own[at].config))
        yield finding(
            "disks_unused",
            "note",
            f"{counted(volumes, 'volumes')} unused: VMs keep them, they take space, and they are not counted.",
            keeping,
            volumes,
        )
    if mounting := of(lambda _, config: config.mounts):
        yield finding(
            "folders_of_node",
            "note",
            f"{counted(len(mounting), 'containers')} with folders of the node: what is in them is not counted.",
            mounting,
        )
    if bound := of(lambda _, config: config.affinity):
        yield finding(
            "bound_to_cores",
            "note",
            f"{counted(len(bound), 'VMs')} bound to certain cores: other hosts need this set again.",
            bound,
        )
