"""RVTools: a workbook, a CSV for each tab, or several of either.

Columns are found by their headers, which differ between versions: MB in version 3, MiB since version 4, and both mean
MiB. Custom attributes stand between Annotation and Datacenter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from hostwise.importers.building import (
    GB_PER_MIB,
    GHZ_PER_MHZ,
    GIB_PER_MIB,
    Join,
    datastore_columns,
    host_columns,
    inventory,
    merged,
    names_in_words,
    powers,
    short,
    vm_columns,
    without,
)
from hostwise.importers.tables import Floats, Table
from hostwise.plan.estate import DatastoreColumns, EstateFinding, HostColumns, Inventory, Power, Source, VmColumns

KEY, LABEL = "rvtools", "RVTools"

_TABS = ("vInfo", "vCPU", "vMemory", "vDisk", "vPartition", "vSnapshot", "vCluster", "vHost", "vDatastore", "vMetaData")
_OF_TAB = {each.lower(): each for each in _TABS}
_NAME_IN_FILE = re.compile(r"tab(v[a-z]+)", re.IGNORECASE)

# Ways to tell the VM of a row, the best one first. The server is needed where ids of several vCenters meet.
_KEYS = (("vm id", "vi sdk server"), ("vm uuid",), ("vm id",), ("vm", "cluster"), ("vm",))


def _tab_of(table: Table) -> str | None:
    """Which tab a table is, by its name or else by its headers."""
    named = _NAME_IN_FILE.search(table.name)
    name = (named.group(1) if named else table.name).lower()
    if name in _OF_TAB:
        return _OF_TAB[name]
    if table.has("vm", "powerstate", "cpus", "memory"):
        return "vInfo"
    if table.has("host", "cpu model", "# cores"):
        return "vHost"
    return None


def recognise(tables: Sequence[Table]) -> bool:
    """Whether these are tabs of RVTools, with the one that everything else refers to."""
    return any(_tab_of(each) == "vInfo" and each.has("vm") for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all workbooks and CSV files together."""
    files: dict[str, list[Table]] = {}
    for each in tables:
        # A workbook has all its tabs; the CSV files of one export belong together.
        files.setdefault(each.file if _is_sheet(each) else "", []).append(each)
    return merged([_read_one(each, source) for each in files.values() if recognise(each)])


def _is_sheet(table: Table) -> bool:
    return not table.file.lower().endswith((".csv", ".txt", ".tsv"))


def _read_one(tables: Sequence[Table], source: Source) -> Inventory:
    tabs: dict[str, Table] = {}
    inventories: list[Inventory] = []
    for table in tables:
        if (name := _tab_of(table)) is None:
            continue
        if name in tabs:
            # The same tab twice: exports of two vCenters in one zip.
            inventories.append(_read_one([table], source)) if name == "vInfo" else None
            continue
        tabs[name] = table
    info = tabs["vInfo"]
    _reject_rows(info)
    vms, findings = _vms(info, tabs)
    hosts = _hosts(tabs.get("vHost"))
    findings += _joined(vms, hosts, tabs.get("vHost"))
    used = [each for name, each in tabs.items() if name in ("vInfo", "vHost", *_BESIDE, "vDatastore")]
    about = source.model_copy(update={"version": _version(info, tabs), "taken_at": _taken_at(tabs)})
    own = inventory(about, used, vms, hosts, _datastores(tabs.get("vDatastore")), findings)
    return merged([own, *inventories])


_BESIDE = ("vCPU", "vMemory", "vDisk", "vPartition", "vSnapshot")


def _reject_rows(info: Table) -> None:
    names = info.texts("vm") or []
    cpus, memory = info.numbers("cpus"), info.numbers("memory")
    nameless = [at for at, name in enumerate(names) if not name]
    info.reject("no_name", "Rows without the name of a VM are left out.", nameless)
    if cpus is None or memory is None:
        return
    silent = np.flatnonzero(np.isnan(cpus) & np.isnan(memory))
    cut = [int(at) for at in silent if names[at]]
    if cut:
        row = info.rows[cut[0]]
        end = max((at for at, cell in enumerate(row) if cell not in ("", None)), default=0)
        info.reject(
            "row_cut",
            f"Rows that end before their CPUs and memory are left out, such as {names[cut[0]]!r}, which ends after "
            f"{info.header[end].strip()!r}: the file was cut short there.",
            cut,
        )


def _keys(table: Table, headers: Sequence[str]) -> list[str]:
    columns = [table.texts(each) or [] for each in headers]
    if len(columns) == 1:
        return columns[0]
    return ["\x1f".join(each) if each[0] else "" for each in zip(*columns, strict=True)]


def _join(info: Table, other: Table) -> Join:
    headers = next(each for each in _KEYS if info.has(*each) and other.has(*each))
    join = Join(_keys(info, headers), _keys(other, headers))
    if len(join.lost):
        other.reject(
            "no_such_vm", "Rows of VMs that vInfo does not have are left out.", [int(each) for each in join.lost]
        )
    return join


def _vms(info: Table, tabs: dict[str, Table]) -> tuple[VmColumns, list[EstateFinding]]:
    findings: list[EstateFinding] = []
    joins = {name: _join(info, tabs[name]) for name in _BESIDE if name in tabs and tabs[name].has("vm")}

    def beside(tab: str, *headers: str, factor: float = 1.0, how: str = "first") -> Floats | None:
        if tab not in joins:
            return None
        values = tabs[tab].numbers(*headers, factor=factor)
        return joins[tab].sum(values) if how == "sum" else joins[tab].first(values)

    capacity = beside("vDisk", "capacity mib", "capacity mb", factor=GB_PER_MIB, how="sum")
    stated = info.numbers("total disk capacity mib", factor=GB_PER_MIB)
    memory = info.numbers("memory", factor=GIB_PER_MIB)
    sizes = beside("vMemory", "size mib", "size mb", factor=GIB_PER_MIB)
    names = info.texts("vm") or []
    servers = info.texts("vi sdk server")
    clusters = info.texts("cluster")
    identities = _keys(info, next(each for each in _KEYS if info.has(*each)))
    columns = {
        "id": [key or name for key, name in zip(identities, names, strict=True)],
        "power": powers(info.texts("powerstate") or [""] * len(names)),
        "template": info.flags("template") or [False] * len(names),
        "placeholder": info.flags("srm placeholder"),
        "os": _either(
            info.texts("os according to the vmware tools"), info.texts("os according to the configuration file")
        ),
        "vcenter": servers,
        "datacenter": info.texts("datacenter"),
        "cluster": clusters,
        "host": info.texts("host"),
        "folder": info.texts("folder"),
        "vcpu": info.numbers("cpus"),
        # vMemory's size is what is configured; vInfo's adds what the hypervisor adds in some versions.
        "memory_gib": memory if sizes is None else _else(sizes, memory),
        "memory_reserved_gib": beside("vMemory", "reservation", factor=GIB_PER_MIB),
        "memory_active_gib": _else(
            beside("vMemory", "active", factor=GIB_PER_MIB), info.numbers("active memory", factor=GIB_PER_MIB)
        ),
        "memory_consumed_gib": beside("vMemory", "consumed", factor=GIB_PER_MIB),
        "memory_ballooned_gib": beside("vMemory", "ballooned", factor=GIB_PER_MIB),
        "memory_swapped_gib": beside("vMemory", "swapped", factor=GIB_PER_MIB),
        "cpu_ghz": beside("vCPU", "overall", factor=GHZ_PER_MHZ),
        "disks": _else(joins["vDisk"].count() if "vDisk" in joins else None, info.numbers("disks")),
        "disk_gb": _else(capacity, None if stated is None else np.where(stated == 0, np.nan, stated)),
        "provisioned_gb": info.numbers("provisioned mib", "provisioned mb", factor=GB_PER_MIB),
        "used_gb": info.numbers("in use mib", "in use mb", factor=GB_PER_MIB),
        "guest_used_gb": beside("vPartition", "consumed mib", "consumed mb", factor=GB_PER_MIB, how="sum"),
        "snapshot_gb": beside("vSnapshot", "size mib (total)", "size mb (total)", factor=GB_PER_MIB, how="sum"),
    }
    # A VM that does not run has no active memory and uses no CPU: zero there says nothing about it.
    off = np.array([each is not Power.ON for each in columns["power"]])  # type: ignore[attr-defined]
    for name in ("memory_active_gib", "cpu_ghz"):
        values = columns[name]
        if isinstance(values, np.ndarray):
            columns[name] = np.where(off, np.nan, values)
    attributes = _attributes(info, tabs, joins, findings)
    rejected = info.rejected
    kept = {key: without(each, rejected) for key, each in columns.items()}
    kept["attributes"] = {key: without(each, rejected) for key, each in attributes.items()}
    return vm_columns(without(names, rejected), **kept), findings


def _either(first: list[str] | None, second: list[str] | None) -> list[str] | None:
    if first is None or second is None:
        return first if second is None else second
    return [one or other for one, other in zip(first, second, strict=True)]


def _else(first: Floats | None, second: Floats | None) -> Floats | None:
    """The first where it has a value, else the second."""
    if first is None or second is None:
        return first if second is None else second
    return np.where(np.isnan(first), second, first)


def _custom(table: Table) -> list[str]:
    """Headers of custom attributes: those between Annotation and Datacenter."""
    index = table.index
    if "annotation" not in index or "datacenter" not in index:
        return []
    between = range(index["annotation"] + 1, index["datacenter"])
    return [header.strip() for at in between if (header := table.header[at]).strip()]


def _attributes(
    info: Table, tabs: dict[str, Table], joins: dict[str, Join], findings: list[EstateFinding]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    named: dict[str, str] = dict.fromkeys(_custom(info), info.place)
    for header in named:
        found[header] = info.texts(header.lower()) or info.texts(" ".join(header.split()).lower()) or []
    for tab, join in joins.items():
        for header in _custom(tabs[tab]):
            if header not in named and tab != "vPartition":
                named[header] = tabs[tab].place
                found[header] = join.texts(tabs[tab].texts(" ".join(header.split()).lower()) or [])
    if named:
        findings.append(
            EstateFinding(
                code="custom_columns",
                kind="note",
                message=f"Custom attributes: {names_in_words(named)}. VMs can be chosen and grouped by them.",
                place=next(iter(named.values())),
                count=len(named),
            )
        )
    return {name: column for name, column in found.items() if any(column)}


def _hosts(table: Table | None) -> HostColumns:
    if table is None or not table.has("host"):
        return host_columns([])
    names = table.texts("host") or []
    table.reject(
        "no_name", "Rows without the name of a host are left out.", [i for i, each in enumerate(names) if not each]
    )
    model = table.texts("model")
    vendor = table.texts("vendor")
    cores = table.numbers("# cores")
    sockets, each = table.numbers("# cpu"), table.numbers("cores per cpu")
    if cores is None and sockets is not None and each is not None:
        cores = sockets * each
    columns = {
        "model": _models(vendor, model),
        "cpu_model": table.texts("cpu model"),
        "vcenter": table.texts("vi sdk server"),
        "datacenter": table.texts("datacenter"),
        "cluster": table.texts("cluster"),
        "version": table.texts("esx version"),
        "sockets": sockets,
        "cores": cores,
        "ghz": table.numbers("speed", factor=GHZ_PER_MHZ),
        "memory_gib": table.numbers("# memory", factor=GIB_PER_MIB),
        "cpu_use_share": table.numbers("cpu usage %", factor=0.01),
        "memory_use_share": table.numbers("memory usage %", factor=0.01),
        "vms": table.numbers("# vms"),
    }
    rejected = table.rejected
    return host_columns(without(names, rejected), **{key: without(value, rejected) for key, value in columns.items()})


def _models(vendors: list[str] | None, models: list[str] | None) -> list[str] | None:
    if models is None or vendors is None:
        return models
    return [
        model if model.lower().startswith(vendor.lower()) else f"{vendor} {model}"
        for vendor, model in zip(vendors, models, strict=True)
    ]


def _datastores(table: Table | None) -> DatastoreColumns:
    if table is None or not table.has("name"):
        return datastore_columns([])
    return datastore_columns(
        table.texts("name") or [],
        kind=table.texts("type"),
        capacity_gb=table.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB),
        provisioned_gb=table.numbers("provisioned mib", "provisioned mb", factor=GB_PER_MIB),
        used_gb=table.numbers("in use mib", "in use mb", factor=GB_PER_MIB),
    )


def _joined(vms: VmColumns, hosts: HostColumns, table: Table | None) -> list[EstateFinding]:
    """What does not fit between VMs and hosts."""
    if table is None or vms.host is None:
        return []
    known = {short(each) for each in hosts.name}
    mentioned = {short(each): each for each in vms.host if each}
    lost = [name for key, name in mentioned.items() if key not in known]
    found = []
    if lost:
        found.append(
            EstateFinding(
                code="hosts_do_not_join",
                kind="warning",
                message=f"VMs are on hosts that vHost does not have: {names_in_words(lost)}.",
                place=table.place,
                count=len(lost),
            )
        )
    empty = [name for name in hosts.name if short(name) not in mentioned]
    if empty:
        found.append(
            EstateFinding(
                code="hosts_without_vms",
                kind="note",
                message=f"No VM of vInfo is on these hosts: {names_in_words(empty)}.",
                place=table.place,
                count=len(empty),
            )
        )
    running = sum(each is Power.ON for each in vms.power)
    stated = sum(each or 0 for each in hosts.vms or [])
    if hosts.vms is not None and stated != running:
        found.append(
            EstateFinding(
                code="vms_and_hosts_differ",
                kind="warning",
                message=f"vHost counts {stated:g} running VMs and vInfo has {running}: one of them may be incomplete.",
                place=table.place,
            )
        )
    return found


def _version(info: Table, tabs: dict[str, Table]) -> str | None:
    meta = tabs.get("vMetaData")
    told = meta.texts("rvtools version", "rvtools major version") if meta is not None else None
    if told and told[0]:
        return told[0]
    return "4" if info.has("provisioned mib") else "3" if info.has("provisioned mb") else None


def _taken_at(tabs: dict[str, Table]) -> str | None:
    meta = tabs.get("vMetaData")
    told = meta.texts("xlsx creation datetime") if meta is not None else None
    return told[0] if told and told[0] else None
