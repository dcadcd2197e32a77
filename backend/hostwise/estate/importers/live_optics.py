"""Live Optics: the workbook of its VMware collector, a CSV of the sheet with the VMs, or a zip of either.

What older versions call MB and newer ones MiB is 1,048,576 bytes in both. Performance is that of the vCenter's archive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import (
    Join,
    datastore_columns,
    host_columns,
    inventory,
    merged,
    repeated,
    without,
)
from hostwise.estate.importers.power import Powers, powers_of
from hostwise.estate.importers.rows import (
    Number,
    exports,
    identified,
    joined_hosts,
    keys_of,
    numbers_of,
    otherwise,
    reject_lost,
    reject_rows,
    tell_vms,
    texts_of,
    vms_of,
    with_shells,
)
from hostwise.number_format.writing import counted
from hostwise.plan.estate import DatastoreColumns, EstateFinding, HostColumns, Inventory, Power, Source
from hostwise.tables.table import Floats, Table, as_text, plain
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB, GIB_PER_KIB, GIB_PER_MIB

KEY, LABEL = "live_optics", "Live Optics"


def _binary(name: str, prefix: str = "m") -> tuple[str, ...]:
    """A header with the unit of newer versions, or of older ones."""
    return (f"{name} ({prefix}ib)", f"{name} ({prefix}b)")


_VM_MEMORY = _binary("provisioned memory")
_VM_TEXTS = {
    "os": ("vm os",),
    "datacenter": ("datacenter",),
    "cluster": ("cluster",),
    "host": ("host",),
}
_VM_NUMBERS = {
    "vcpu": Number(("virtual cpu",)),
    "memory_gib": Number(_VM_MEMORY, GIB_PER_MIB),
    "memory_active_gib": Number(_binary("used memory (active)"), GIB_PER_MIB),
    "memory_consumed_gib": Number(_binary("consumed memory"), GIB_PER_MIB),
    "disks": Number(("disks",)),
    "disk_gb": Number(_binary("virtual disk size"), GB_PER_MIB),
    "used_gb": Number(_binary("virtual disk used"), GB_PER_MIB),
    "guest_used_gb": Number(_binary("guest vm disk used"), GB_PER_MIB),
}
_PERFORMANCE = {
    "cpu_ghz": Number(("average vcpu (ghz)",)),
    "cpu_peak_ghz": Number(("peak vcpu (ghz)",)),
    "memory_active_gib": Number((*_binary("avg memory"), *_binary("average memory")), GIB_PER_MIB),
    "memory_peak_gib": Number(_binary("peak memory"), GIB_PER_MIB),
    "iops_average": Number(("average iops",)),
    "iops_peak": Number(("peak iops",)),
    "disk_kb_s": Number(("average kb/sec",)),
}
_HOST_TEXTS = {
    "model": ("model",),
    "cpu_model": ("cpu model", "cpu description"),
    "datacenter": ("datacenter",),
    "cluster": ("cluster",),
    "version": ("os", "esx version", "version"),
}
_HOST_NUMBERS = {
    "sockets": Number(("cpu sockets",)),
    "cores": Number(("cpu cores",)),
    "ghz": Number(("cpu clock speed (ghz)",)),
    "memory_gib": Number(_binary("memory", "k"), GIB_PER_KIB),
}
_HOST_PERFORMANCE = {
    "cpu_use_share": Number(("average cpu %",), 0.01),
    "memory_use_share": Number(("average memory %",), 0.01),
}
_KEYS = (("mob id", "host"), ("mob id",), ("vm name", "host"), ("vm name",))
_RATIO = re.compile(r"(-?\d+(?:\.\d+)?)\s*%\s*/\s*(-?\d+(?:\.\d+)?)\s*%")


def _is_vms(table: Table) -> bool:
    return table.has("vm name", "virtual cpu") and table.first_of(_VM_MEMORY) is not None


def _is_performance(table: Table) -> bool:
    return table.has("vm name", "average iops") and table.first_of(("average vcpu (ghz)", "average vcpu %")) is not None


def _is_partitions(table: Table) -> bool:
    return table.has("vm name", "disk") and table.first_of(_binary("capacity")) is not None


def _is_host_performance(table: Table) -> bool:
    return table.has("host", "average cpu %", "average memory %")


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is the sheet with the VMs, as Live Optics names its columns."""
    return any(_is_vms(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all workbooks and CSV files together."""
    return merged([_read_one(each, source) for each in exports(tables) if recognise(each)])


def _read_one(tables: Sequence[Table], source: Source) -> Inventory:
    info = next(each for each in tables if _is_vms(each))
    performance = next((each for each in tables if _is_performance(each)), None)
    partitions = next((each for each in tables if _is_partitions(each)), None)
    host_table = next((each for each in tables if each.has("host name", "cpu sockets", "cpu cores")), None)
    host_performance = next((each for each in tables if _is_host_performance(each) and each is not performance), None)
    devices = next((each for each in tables if each.has("device name", "device type", "server name")), None)

    names = info.texts("vm name") or []
    columns: dict[str, Any] = {**texts_of(info, _VM_TEXTS), **numbers_of(info, _VM_NUMBERS)}
    reject_rows(info, names, columns["vcpu"], columns["memory_gib"])
    weak = (info.texts("mob id"), columns["datacenter"], columns["cluster"], columns["host"])
    columns["uuids"] = info.texts("instanceuuid")
    ids = identified(info, names, columns["uuids"], weak)
    findings: list[EstateFinding] = []
    if performance is None:
        info.note(
            "no_performance",
            "missing",
            "There is no sheet VM Performance: what the VMs use of CPU, memory and disks is unknown but for one "
            "reading of the active memory.",
        )
    else:
        measured = _measured(performance, _join(info, performance))
        measured["memory_active_gib"] = otherwise(measured["memory_active_gib"], columns["memory_active_gib"])
        columns |= measured
    listed = None if partitions is None else _join(info, partitions)
    _without_copies(info, columns, listed)
    if partitions is not None and listed is not None:
        _about_partitions(info, columns, partitions, listed)
    power, template = powers_of(info, info.texts("power state")), info.flags("template")
    if performance is not None:
        _without_caps(performance, _join(info, performance), power, columns)
    if columns["disk_gb"] is not None:
        info.note(
            "sharing_not_told",
            "missing",
            "There is nothing about disks that several VMs share: such a disk counts for each of them.",
        )
    columns["placeholder"] = with_shells(info, names, power, template, columns)
    vms = vms_of(info.rejected, names, ids, power, template, columns, _attributes(info))
    hosts = _hosts(host_table, host_performance)
    if host_table is not None:
        vms, findings = joined_hosts(vms, hosts, host_table.place)
    used = [each for each in (info, performance, partitions, host_table, host_performance, devices) if each is not None]
    about = source.model_copy(update=_details(tables))
    return inventory(about, used, vms, hosts, _datastores(devices), findings)


def _join(info: Table, other: Table) -> Join:
    headers = next(each for each in _KEYS if info.has(*each) and other.has(*each))
    join = Join(keys_of(info, headers), keys_of(other, headers))
    tell_vms(info, other, join)
    reject_lost(other, join, f"the sheet {info.name}")
    return join


def _measured(table: Table, join: Join) -> dict[str, Floats | None]:
    found = {key: join.first(each) for key, each in numbers_of(table, _PERFORMANCE).items()}
    found["read_share"] = join.first(_read_share(table))
    table.note(
        "no_percentiles",
        "missing",
        "Peaks are the highest values of the period, those of reads and writes at different times; there are no "
        "percentiles, no CPU ready times, and no swapped or ballooned memory.",
    )
    return found


def _read_share(table: Table) -> Floats | None:
    """Reads over all I/O, of the two means; else of the text, which is rounded and sometimes impossible."""
    reads, writes = table.numbers("avg read iops"), table.numbers("avg write iops")
    share = None
    if reads is not None and writes is not None:
        whole = reads + writes
        share = np.divide(reads, whole, out=np.full(len(whole), np.nan), where=whole > 0)
    texts = table.texts("avg read/write ratio")
    if texts is None:
        return share
    told = np.full(len(texts), np.nan)
    wrong = []
    for at, text in enumerate(texts):
        if (match := _RATIO.fullmatch(text)) is None:
            continue
        read = float(match[1]) / 100
        if 0 <= read <= 1:
            told[at] = read
        elif share is None or np.isnan(share[at]):
            wrong.append(at)
    if wrong:
        table.repaired.update(wrong)
        table.note(
            "impossible_ratio",
            "repaired",
            f"Shares of reads that cannot be, such as {texts[wrong[0]]!r}, are read as missing.",
            wrong,
        )
    # A VM without I/O is written as 0 % reads, which says nothing about it.
    idle = table.numbers("average iops")
    if idle is not None:
        told[idle == 0] = np.nan
    return otherwise(share, told)


def _without_copies(info: Table, columns: dict[str, Any], listed: Join | None) -> None:
    """Leave out what guests use where it is no reading of them: of VMs without guest disks it is that of the VM."""
    used, capacity = columns["guest_used_gb"], info.numbers(*_binary("guest vm disk capacity"), factor=GB_PER_MIB)
    if used is None or capacity is None or columns["disk_gb"] is None or columns["used_gb"] is None:
        return
    copied = (used > 0) & np.isclose(used, columns["used_gb"]) & np.isclose(capacity, columns["disk_gb"])
    if listed is not None:
        copied &= listed.count() == 0
    if copied.any():
        columns["guest_used_gb"] = np.where(copied, np.nan, used)
        info.note(
            "guest_use_copied",
            "note",
            f"What guests use is a copy of what their disks hold for {counted(int(copied.sum()), 'VMs')}, and no "
            "reading: it is unknown there.",
            np.flatnonzero(copied).tolist(),
        )


_CAP_PERCENT, _FEW_CAPPED = 99.0, 0.1


def _without_caps(table: Table, join: Join, power: Powers, columns: dict[str, Any]) -> None:
    """Leave out peaks of CPU at the most that the counter can say, where too many VMs have them to be loads."""
    percent, peak = join.first(table.numbers("peak vcpu %")), columns["cpu_peak_ghz"]
    if percent is None or peak is None:
        return
    runs = np.array([each is Power.ON for each in power.states], dtype=np.bool_)
    capped = runs & (percent >= _CAP_PERCENT)
    if capped.sum() <= _FEW_CAPPED * runs.sum():
        return
    columns["cpu_peak_ghz"] = np.where(capped, np.nan, peak)
    table.note(
        "peaks_capped",
        "warning",
        f"Peak vCPU is {_CAP_PERCENT:g} % or more in {capped.sum():,} of {counted(int(runs.sum()), 'running VMs')}: "
        "the top of the counter for one sample, and no need. Their peaks are left out.",
        count=int(capped.sum()),
    )


def _about_partitions(info: Table, columns: dict[str, Any], table: Table, join: Join) -> None:
    """What guests use, and whether the size of the disks is that of the first one only."""
    used = table.numbers(*_binary("used"), factor=GB_PER_MIB)
    columns["guest_used_gb"] = otherwise(columns["guest_used_gb"], join.sum(used))
    capacity = join.sum(table.numbers(*_binary("capacity"), factor=GB_PER_MIB))
    sizes, disks = columns["disk_gb"], columns["disks"]
    if capacity is None or sizes is None or disks is None:
        return
    several = (disks >= 2) & ~np.isnan(capacity) & (sizes > 0)
    if several.any() and float(np.median(capacity[several] / sizes[several])) > 1.2:
        info.note(
            "first_disk_only",
            "warning",
            "VMs with several disks have more capacity in their guests than in their disks: the size of the disks "
            "may be that of the first one only.",
            count=int(several.sum()),
        )


def _attributes(info: Table) -> dict[str, list[str]]:
    """Custom attributes, which follow the date of provisioning."""
    if "date provisioned" not in info.index:
        return {}
    headers = info.header[info.index["date provisioned"] + 1 :]
    return {each.strip(): info.texts(plain(each)) or [] for each in headers if plain(each)}


def _hosts(table: Table | None, performance: Table | None) -> HostColumns:
    if table is None:
        return host_columns([])
    names = table.texts("host name") or []
    nameless = [at for at, each in enumerate(names) if not each]
    table.reject("no_name", "Rows without the name of a host are left out.", nameless)
    columns: dict[str, Any] = {**texts_of(table, _HOST_TEXTS), **numbers_of(table, _HOST_NUMBERS)}
    if performance is not None:
        join = Join(names, performance.texts("host") or [])
        columns |= {key: join.first(each) for key, each in numbers_of(performance, _HOST_PERFORMANCE).items()}
    gone = table.rejected
    return host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _datastores(table: Table | None) -> DatastoreColumns:
    """The datastores; a shared one is repeated for each of its hosts, and counts once."""
    if table is None:
        return datastore_columns([])
    names, kinds = table.texts("device name") or [], table.texts("device type") or []
    servers = table.texts("server name") or []
    keys = [
        name if kind.lower() == "cluster" else f"{server} {name}"
        for name, kind, server in zip(names, kinds, servers, strict=True)
    ]
    again = repeated(keys)
    columns = {
        "kind": kinds,
        "capacity_gb": table.numbers(*_binary("capacity", "g"), factor=GB_PER_GIB),
        "used_gb": table.numbers(*_binary("used capacity", "g"), factor=GB_PER_GIB),
    }
    return datastore_columns(without(names, again), **{key: without(each, again) for key, each in columns.items()})


def _details(tables: Sequence[Table]) -> dict[str, str]:
    """Version and date of the collection. The sheet also names its owner, which is left out as personal data."""
    wanted = {"collector build version": "version", "date": "taken_at"}
    found: dict[str, str] = {}
    for table in tables:
        if table.name.lower() != "details":
            continue
        for row in [table.header, *table.rows]:
            cells = [text for cell in row if (text := as_text(cell))]
            if len(cells) > 1 and (field := wanted.get(plain(cells[0]).rstrip(":"))):
                found.setdefault(field, cells[1])
    return found
