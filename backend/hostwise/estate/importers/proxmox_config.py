"""The configuration of a VM or container of Proxmox VE, as its API and `pvesh` write it: sizes, disks, devices."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_VM_DISK = re.compile(r"(scsi|virtio|sata|ide)\d+")
_CONTAINER_DISK = re.compile(r"rootfs|mp\d+")
_UNUSED, _PASSED, _USB = re.compile(r"unused\d+"), re.compile(r"hostpci\d+"), re.compile(r"usb\d+")
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([KMGT]?)i?B?", re.IGNORECASE)
_BYTES = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}
_EMPTY = frozenset({"none", "cdrom", ""})

DEFAULT_MEMORY_MIB = 512
"""Memory of a VM or container whose configuration does not say it."""

_OS = {
    "wxp": "Microsoft Windows XP or Server 2003",
    "w2k": "Microsoft Windows 2000",
    "w2k3": "Microsoft Windows Server 2003",
    "w2k8": "Microsoft Windows Vista or Server 2008",
    "wvista": "Microsoft Windows Vista or Server 2008",
    "win7": "Microsoft Windows 7 or Server 2008 R2",
    "win8": "Microsoft Windows 8 or Server 2012",
    "win10": "Microsoft Windows 10 or Server 2016 or later",
    "win11": "Microsoft Windows 11 or Server 2022 or later",
    "l24": "Linux 2.4",
    "l26": "Linux",
    "solaris": "Solaris",
    "other": "",
    "unmanaged": "Linux",
}
"""What the kinds of guest systems stand for; those of containers are names of distributions."""


@dataclass(frozen=True)
class Volume:
    """A disk of a VM or container.

    Attributes:
        key: its place, such as `scsi0`.
        volume: storage and volume, such as `local-lvm:vm-100-disk-0`, or the device of a node.
        size_bytes: its size; None where the configuration does not say it.
    """

    key: str
    volume: str
    size_bytes: float | None

    @property
    def storage(self) -> str:
        """The storage that it is on; empty for a device of a node."""
        return "" if self.is_device else self.volume.partition(":")[0]

    @property
    def is_device(self) -> bool:
        """Whether it is a device of a node, passed through as a whole."""
        return self.volume.startswith("/")


@dataclass(frozen=True)
class GuestConfig:
    """What a configuration says.

    Attributes:
        vcpu: running vCPUs; None for a container that may use all cores of its node.
        memory_mib: its memory, the most that it may have.
        balloon_mib: the least that its memory may shrink to; None where it does not shrink.
        disks: its disks.
        unused: volumes that it keeps and does not use.
        mounts: folders of the node that a container sees.
        passed_through: devices of the node that it has to itself.
        media: whether an image or a device of the node is connected as a removable medium.
        affinity: the cores that it is bound to; empty where it is not.
        os: its guest system, as far as the configuration says it.
        has_snapshots: whether it has snapshots.
    """

    vcpu: float | None
    memory_mib: float
    balloon_mib: float | None = None
    disks: list[Volume] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    mounts: int = 0
    passed_through: int = 0
    media: bool = False
    affinity: str = ""
    os: str = ""
    has_snapshots: bool = False


def read_config(kind: str, config: Mapping[str, Any]) -> GuestConfig:
    """What the configuration of a VM (`qemu`) or of a container (`lxc`) says."""
    return _container(config) if kind == "lxc" else _vm(config)


def size_bytes(text: str) -> float | None:
    """A size, whose units are binary; None where it is none.

    >>> size_bytes("32G"), size_bytes("528K"), size_bytes("4194304"), size_bytes("?")
    (34359738368.0, 540672.0, 4194304.0, None)
    """
    found = _SIZE.fullmatch(text.strip())
    return None if found is None else float(found[1]) * _BYTES[found[2].upper()]


def options(text: str) -> dict[str, str]:
    """The options of a value; the first one may have no name, and stands under an empty one.

    >>> options("local:100/vm-100.qcow2,size=8G")
    {'': 'local:100/vm-100.qcow2', 'size': '8G'}
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        name, is_named, value = part.partition("=")
        found[name.strip() if is_named else ""] = (value if is_named else name).strip()
    return found


def _vm(config: Mapping[str, Any]) -> GuestConfig:
    disks, media = [], any(_is_host_usb(str(config[key])) for key in config if _USB.fullmatch(key))
    for key, told in _matching(config, _VM_DISK):
        volume = told.get("") or told.get("file") or told.get("volume") or ""
        if told.get("media") == "cdrom" or "cloudinit" in volume or volume in _EMPTY:
            media = media or not ("cloudinit" in volume or volume in _EMPTY)
            continue
        disks.append(Volume(key, volume, size_bytes(told.get("size", ""))))
    memory = _memory(config)
    balloon = _number(config.get("balloon"))
    return GuestConfig(
        vcpu=_number(config.get("vcpus"))
        or (_number(config.get("sockets")) or 1) * (_number(config.get("cores")) or 1),
        memory_mib=memory,
        balloon_mib=balloon if balloon is not None and 0 < balloon < memory else None,
        disks=disks,
        unused=[told.get("") or told.get("file", "") for _, told in _matching(config, _UNUSED)],
        passed_through=sum(1 for key in config if _PASSED.fullmatch(key)),
        media=media,
        affinity=str(config.get("affinity") or ""),
        os=_os(str(config.get("ostype") or "")),
        has_snapshots=bool(config.get("parent")),
    )


def _container(config: Mapping[str, Any]) -> GuestConfig:
    volumes = [
        Volume(key, told.get("") or told.get("volume") or "", size_bytes(told.get("size", "")))
        for key, told in _matching(config, _CONTAINER_DISK)
    ]
    limit, cores = _number(config.get("cpulimit")), _number(config.get("cores"))
    vcpu = min(math.ceil(limit), cores) if limit and cores else math.ceil(limit) if limit else cores
    return GuestConfig(
        vcpu=vcpu,
        memory_mib=_memory(config),
        disks=[each for each in volumes if not each.is_device or each.volume.startswith("/dev/")],
        unused=[told.get("") or told.get("volume", "") for _, told in _matching(config, _UNUSED)],
        mounts=sum(1 for each in volumes if each.is_device and not each.volume.startswith("/dev/")),
        passed_through=sum(1 for key in config if re.fullmatch(r"dev\d+", key)),
        os=_os(str(config.get("ostype") or "")),
        has_snapshots=bool(config.get("parent")),
    )


def _matching(config: Mapping[str, Any], keys: re.Pattern[str]) -> Iterator[tuple[str, dict[str, str]]]:
    for key in sorted(config):
        if keys.fullmatch(key) and isinstance(config[key], str):
            yield key, options(config[key])


def _memory(config: Mapping[str, Any]) -> float:
    """Memory, MiB: a number, or `current=` before it."""
    told = config.get("memory")
    if isinstance(told, str) and "=" in told:
        told = options(told).get("current")
    return _number(told) or DEFAULT_MEMORY_MIB


def _number(value: Any) -> float | None:
    """A number that may be written as a text; None without one."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        return None
    return found if math.isfinite(found) and found >= 0 else None


def _is_host_usb(text: str) -> bool:
    told = options(text)
    return "spice" not in (told.get("", ""), told.get("host", ""))


def _os(kind: str) -> str:
    return _OS.get(kind, kind.capitalize())
