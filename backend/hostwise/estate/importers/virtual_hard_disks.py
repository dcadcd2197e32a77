"""Virtual hard disks of Hyper-V: files that are layers of one disk, and disks that several VMs have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hostwise.estate.importers.shared_disks import Row, same_size, shared, tell
from hostwise.number_format.writing import counted, short
from hostwise.tables.table import Floats, Table

_LAYER = re.compile(r"\.avhdx?$")
_OF_LAYER = re.compile(r"_[0-9a-f]{8}-[0-9a-f-]{27}(?=\.avhdx?$)")
_FILE = re.compile(r"\.(a?vhdx?|vhds)$")
_OF_ALL_HOSTS = re.compile(r"\\\\|[a-z]:\\clusterstorage\\")
_OF_ONE_HOST = re.compile(r"\S+ [a-z]:\\")


@dataclass(frozen=True)
class Disks:
    """What VMs have of disks.

    Attributes:
        gb: their capacity, GB, of a shared disk with one VM only.
        used_gb: what their files hold, GB, in the same way.
        number: how many disks there are.
        shared_gb: capacity, GB, of shared disks that count with another VM.
        alike_gb: capacity, GB, of disks that may be those of another VM, and count for both.
    """

    gb: Floats | None = None
    used_gb: Floats | None = None
    number: Floats | None = None
    shared_gb: Floats | None = None
    alike_gb: Floats | None = None


@dataclass
class _Disk:
    """A disk of a VM, of all rows that are its layers."""

    vm: int
    key: str
    gb: float | None = None
    used_gb: float | None = None
    has_base: bool = False
    is_layered: bool = False


def disks_of(
    table: Table,
    vms: Sequence[int],
    hosts: Sequence[str] | None,
    sizes: Floats | None,
    in_files: Floats | None,
    names: Sequence[str],
    runs: Sequence[bool],
    clusters: Sequence[str] | None,
) -> Disks:
    """The disks of VMs from rows of files.

    Args:
        table: the table, which is told.
        vms: place of the VM of each row; negative where the row belongs to none.
        hosts: host of each row, where it is known.
        sizes: capacity of each row, GB.
        in_files: what the file of each row holds, GB.
        names: names of the VMs.
        runs: whether each VM runs.
        clusters: cluster of each VM, where it is known.
    """
    given = [each for each in (sizes, in_files) if each is not None]
    if not given:
        return Disks()
    known = np.logical_or.reduce([~np.isnan(each) for each in given])
    rows = [at for at, vm in enumerate(vms) if vm >= 0 and known[at]]
    found = _disks(table, rows, vms, hosts, sizes, in_files)
    _tell_layers(table, found)
    again, doubted, used_again = _again(table, found, names, runs, clusters)
    return Disks(
        None if sizes is None else _by_vm(found, [each.gb for each in found], again),
        None if in_files is None else _by_vm(found, [each.used_gb for each in found], used_again),
        None if sizes is None else _by_vm(found, [float(each.gb is not None) for each in found], np.zeros(len(names))),
        again if again.any() else None,
        doubted if doubted.any() else None,
    )


def _by_vm(disks: Sequence[_Disk], values: Sequence[float | None], less: Floats) -> Floats:
    """Sums of what is known of disks by VM, less some of it; NaN where nothing is."""
    told = [at for at, each in enumerate(values) if each is not None]
    owners = np.array([disks[at].vm for at in told], dtype=np.int64)
    sums = np.bincount(owners, np.array([values[at] or 0.0 for at in told]), minlength=len(less))
    return np.where(np.bincount(owners, minlength=len(less)) > 0, sums - less, np.nan)


def _disks(
    table: Table,
    rows: Sequence[int],
    vms: Sequence[int],
    hosts: Sequence[str] | None,
    sizes: Floats | None,
    in_files: Floats | None,
) -> list[_Disk]:
    paths = [each.lower().replace("/", "\\") for each in table.texts("path", "vhdpath", "vhd path", "disk path") or []]
    parents = table.texts("parentpath", "parent path") or []
    parent_of = {path: parent.lower() for path, parent in zip(paths, parents, strict=False) if parent}
    found: dict[tuple[int, str], _Disk] = {}
    for at in rows:
        path = paths[at] if paths else ""
        is_file = _FILE.search(path) is not None
        key = _placed(_base(path, parent_of) if is_file else "", "" if hosts is None else hosts[at])
        is_layer = is_file and _LAYER.search(path) is not None
        disk = found.setdefault((vms[at], key or f"row {at}"), _Disk(vms[at], key))
        if sizes is not None and not np.isnan(sizes[at]):
            disk.gb = max(disk.gb or 0.0, float(sizes[at]))
        if in_files is not None and not np.isnan(in_files[at]):
            disk.used_gb = (disk.used_gb or 0.0) + float(in_files[at])
        disk.has_base |= not is_layer
        disk.is_layered |= is_layer
    return list(found.values())


def _placed(key: str, host: str) -> str:
    """The file of a disk with the host that it is on, where its path may be another file on another host."""
    return f"{host.lower()} {key}" if key and host and not _OF_ALL_HOSTS.match(key) else key


def file_key(path: str, host: str) -> str:
    r"""What is the same in two rows of one virtual hard disk; empty where the path is none of such a disk.

    >>> file_key("C:\\ClusterStorage\\V1\\a.vhdx", "hv1"), file_key("D:\\a.vhdx", "HV1"), file_key("C:\\", "hv1")
    ('c:\\clusterstorage\\v1\\a', 'hv1 d:\\a', '')
    """
    small = path.strip().lower().replace("/", "\\")
    return _placed(_base(small, {}) if _FILE.search(small) else "", host)


def is_one_file(key: str, sizes: Sequence[float]) -> bool:
    """Whether a file of several VMs is surely one: all hosts reach its path, or it is on one, and its size is equal."""
    is_one_place = _OF_ALL_HOSTS.match(key) is not None or _OF_ONE_HOST.match(key) is not None
    return is_one_place and same_size(sizes)


def _base(path: str, parents: Mapping[str, str]) -> str:
    r"""The disk that a file is a layer of, without its ending: a layer is called as its disk with an id behind it.

    >>> _base("c:\\a_01234567-89ab-cdef-0123-456789abcdef.avhdx", {})
    'c:\\a'
    """
    for _ in range(len(parents)):
        if not _LAYER.search(path) or path not in parents:
            break
        path = parents[path]
    return _FILE.sub("", _OF_LAYER.sub("", path))


def _tell_layers(table: Table, disks: Sequence[_Disk]) -> None:
    """Say what checkpoints are. Where the base of a disk is not listed, it may hold as much as the disk."""
    layered = [each for each in disks if each.is_layered]
    if not layered:
        return
    headless = [each for each in layered if not each.has_base and each.gb]
    for each in headless:
        each.used_gb = max(each.gb or 0.0, each.used_gb or 0.0)
    message = f"Files of checkpoints are layers of their disks, which count once: {counted(len(layered), 'disks')}."
    if headless:
        message += (
            f" Of {counted(len(headless), 'disks')} the first layer is not listed, so that what they hold is not "
            f"known: all of it counts as used, {short(sum(each.gb or 0 for each in headless) / 1000)} TB."
        )
    table.note("checkpoints", "warning" if headless else "note", message, count=len(layered))


def _again(
    table: Table, disks: Sequence[_Disk], names: Sequence[str], runs: Sequence[bool], clusters: Sequence[str] | None
) -> tuple[Floats, Floats, Floats]:
    """Capacity by VM of disks that count for another VM, or may, and the use of the first.

    A file on storage of all hosts is one disk.
    """
    of_key: dict[str, list[_Disk]] = {}
    for each in disks:
        if each.key:
            of_key.setdefault(each.key, []).append(each)
    several = {key: each for key, each in of_key.items() if len(each) > 1}
    rows = [
        Row(one.vm, key, one.gb or 0, is_one_file(key, [other.gb or 0 for other in each]))
        for key, each in several.items()
        for one in each
    ]
    found = shared(rows, sum(each.gb or 0 for each in disks), clusters)

    def rank(vm: int) -> tuple[bool, int]:
        return (not runs[vm], vm)

    (again, doubted), used = found.again(len(names), rank), np.zeros(len(names))
    for key in found.keys:
        first = min((each.vm for each in several[key]), key=rank)
        for each in several[key]:
            used[each.vm] += (each.used_gb or 0) if each.vm != first else 0
    tell(table, found, names, again)
    return again, doubted, used
