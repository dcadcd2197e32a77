"""RVTools: a workbook, a CSV for each tab, or several of either.

Columns are found by their headers, which differ between versions: MB in version 3, MiB since version 4, and both mean
MiB. Custom attributes stand between Annotation and Datacenter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath

import numpy as np

from hostwise.estate.importers.building import (
    Join,
    datastore_columns,
    host_columns,
    inventory,
    merged,
    names_in_words,
    without,
)
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import (
    either,
    exports,
    identified,
    joined_hosts,
    keys_of,
    otherwise,
    reject_rows,
    vms_of,
    with_shells,
)
from hostwise.estate.importers.rvtools_checks import counts_of_hosts, different_sizes
from hostwise.estate.importers.rvtools_joins import STABLE, joined, key_of
from hostwise.estate.importers.rvtools_names import with_usual_names
from hostwise.estate.importers.rvtools_sizes import sizes_of, without_unread
from hostwise.estate.importers.rvtools_source import source_of, taken_at
from hostwise.estate.importers.rvtools_storage import (
    Again,
    FileSystems,
    again_gb,
    file_systems,
    less,
    on_vsan,
    snapshots_gb,
    used_less,
    with_empty,
    without_copies,
    without_swap,
)
from hostwise.estate.importers.rvtools_traits import TABS_OF_TRAITS, traits_of
from hostwise.plan.estate import DatastoreColumns, EstateFinding, HostColumns, Inventory, Source, VmColumns
from hostwise.tables.table import Floats, Table, plain
from hostwise.tables.units import GB_PER_MIB, GHZ_PER_MHZ, GIB_PER_BYTE, GIB_PER_MIB

KEY, LABEL = "rvtools", "RVTools"

LEAST_HOST_BYTES = 2**30
"""A host with less memory than this many bytes runs no VM, and one with as many MiB does not exist."""

_BESIDE = ("vCPU", "vMemory", "vDisk", "vPartition", "vSnapshot", *TABS_OF_TRAITS)
_TABS = ("vInfo", *_BESIDE, "vCluster", "vHost", "vDatastore", "vMetaData")
_OF_TAB = {each.lower(): each for each in _TABS}
_NAME_IN_FILE = re.compile(r"tab(v[a-z]+)", re.IGNORECASE)


def _tab_of(table: Table) -> str | None:
    """Which tab a table is, by its name or else by its headers."""
    named = _NAME_IN_FILE.search(with_usual_names(table).name)
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
    return any(_tab_of(each) == "vInfo" and each.has("vm") for each in map(_under_title, tables))


_FIRST_COLUMN = {"vHost": "host", "vDatastore": "name", "vCluster": "name", "vMetaData": "rvtools version"}
_TITLES_WITHIN = 15


def _under_title(table: Table) -> Table:
    """The table with its own header, where a title stands above it."""
    tab = _tab_of(table)
    first = _FIRST_COLUMN.get(tab or "", "vm")
    if tab is None or table.has(first):
        return table
    for at, row in enumerate(table.rows[:_TITLES_WITHIN]):
        headers = [plain(cell) for cell in row if isinstance(cell, str) and cell.strip()]
        if first in headers and len(headers) > 2:
            return table.below(at)
    return table


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all workbooks and CSV files together."""
    tables = [_under_title(each) for each in tables]
    parts = exports(tables, lambda table: _NAME_IN_FILE.sub("", PurePath(table.file).stem).lower())
    whole = [each for each in parts if recognise(each)]
    if len(whole) == 1 and all(each.separator is not None for each in tables):
        # Tabs of one export, whatever the files and folders are called.
        whole = [[*whole[0], *(table for part in parts if part is not whole[0] for table in part)]]
    return merged([one for each in whole for one in _read_all(each, source)])


def _read_all(tables: Sequence[Table], source: Source) -> list[Inventory]:
    """The inventory of the tabs, and of each further vInfo among them."""
    tabs: dict[str, Table] = {}
    more: list[Inventory] = []
    for table in tables:
        if (name := _tab_of(table)) is None:
            continue
        if name not in tabs:
            tabs[name] = table
        elif name == "vInfo" and table.has("vm"):
            more.append(_read_one({"vInfo": table}, source))
    return [_read_one(tabs, source), *more]


def _read_one(tabs: dict[str, Table], source: Source) -> Inventory:
    info = tabs["vInfo"]
    vms, findings = _vms(info, tabs)
    hosts = _hosts(tabs.get("vHost"))
    if "vHost" in tabs:
        vms, about_hosts = joined_hosts(vms, hosts, tabs["vHost"].place)
        findings += [*about_hosts, *counts_of_hosts(vms, hosts, tabs["vHost"])]
    used = [info, *(tabs[name] for name in ("vHost", *_BESIDE, "vDatastore", "vMetaData") if name in tabs)]
    return inventory(source_of(source, tabs), used, vms, hosts, _datastores(tabs.get("vDatastore")), findings)


def _vms(info: Table, tabs: dict[str, Table]) -> tuple[VmColumns, list[EstateFinding]]:
    findings: list[EstateFinding] = []
    names = info.texts("vm") or []
    sizes = sizes_of(info, tabs)
    reject_rows(info, names, sizes.vcpu, sizes.memory_gib)
    servers, datacenters = info.texts("vi sdk server"), info.texts("datacenter")
    clusters, hosts = info.texts("cluster"), info.texts("host")
    best = key_of(info)
    weak = (None if best in STABLE else info.texts("vm id"), servers, datacenters, clusters, hosts)
    ids = identified(info, names, keys_of(info, best) if best in STABLE else None, weak)
    joins = {name: join for name in _BESIDE if name in tabs and (join := joined(info, tabs[name])) is not None}

    def beside(tab: str, *headers: str, factor: float = 1.0, how: str = "first") -> Floats | None:
        if tab not in joins:
            return None
        values = tabs[tab].numbers(*headers, factor=factor)
        return joins[tab].sum(values) if how == "sum" else joins[tab].first(values)

    capacity = beside("vDisk", "capacity mib", "capacity mb", factor=GB_PER_MIB, how="sum")
    again = again_gb(info, tabs["vDisk"], joins["vDisk"]) if "vDisk" in joins else Again()
    stated = info.numbers("total disk capacity mib", factor=GB_PER_MIB)
    counted = joins["vDisk"].count() if "vDisk" in joins else None
    used = used_less(info.numbers("in use mib", "in use mb", factor=GB_PER_MIB), capacity, again.gb)
    on_disks = otherwise(capacity, None if stated is None else np.where(stated == 0, np.nan, stated))
    columns = {
        "placeholder": info.flags("srm placeholder"),
        "os": either(
            info.texts("os according to the vmware tools"), info.texts("os according to the configuration file")
        ),
        "uuids": _uuids(info),
        "vcenter": servers,
        "datacenter": datacenters,
        "cluster": clusters,
        "host": hosts,
        "folder": _folders(info, tabs, joins),
        "vcpu": sizes.vcpu,
        # vMemory's size is what is configured; vInfo's adds what the hypervisor adds in some versions.
        "memory_gib": otherwise(sizes.configured_gib, sizes.memory_gib),
        "memory_reserved_gib": beside("vMemory", "reservation", factor=GIB_PER_MIB),
        "memory_active_gib": otherwise(
            beside("vMemory", "active", factor=GIB_PER_MIB), info.numbers("active memory", factor=GIB_PER_MIB)
        ),
        "memory_consumed_gib": beside("vMemory", "consumed", factor=GIB_PER_MIB),
        "memory_ballooned_gib": beside("vMemory", "ballooned", factor=GIB_PER_MIB),
        "memory_swapped_gib": beside("vMemory", "swapped", factor=GIB_PER_MIB),
        "cpu_ghz": beside("vCPU", "overall", factor=GHZ_PER_MHZ),
        "disks": otherwise(None if counted is None else np.where(counted == 0, np.nan, counted), info.numbers("disks")),
        "disk_gb": less(on_disks, again.gb),
        "shared_gb": again.gb,
        "alike_gb": again.doubted_gb,
        "provisioned_gb": less(info.numbers("provisioned mib", "provisioned mb", factor=GB_PER_MIB), again.gb),
        "used_gb": used,
    }
    inside = FileSystems(None)
    if "vPartition" in joins:
        inside = file_systems(info, on_disks, tabs["vPartition"], joins["vPartition"])
        columns["guest_used_gb"] = inside.used_gb
    if "vSnapshot" in joins:
        columns["snapshot_gb"] = snapshots_gb(used, tabs["vSnapshot"], joins["vSnapshot"])
    vsan = on_vsan(info, tabs.get("vDatastore"))
    columns["used_gb"] = without_copies(info, used, less(on_disks, again.gb), inside, vsan)
    columns["disk_gb"] = with_empty(without_swap(info, columns, vsan), columns)
    columns |= traits_of(info, tabs, joins, again.sharing, taken_at(tabs))
    if "vCPU" in joins:
        findings += different_sizes(info, tabs["vCPU"], "vCPU", sizes.vcpu, beside("vCPU", "cpus"))
    if "vMemory" in joins:
        memory = (sizes.memory_gib, sizes.configured_gib)
        findings += different_sizes(info, tabs["vMemory"], "vMemory", *memory)
    attributes = _attributes(info, tabs, joins, findings)
    power, template = powers_of(info, info.texts("powerstate")), info.flags("template")
    columns |= without_unread(columns, sizes, power)
    columns["placeholder"] = with_shells(info, names, power, template, columns)
    return vms_of(info.rejected, names, ids, power, template, columns, attributes), findings


def _uuids(info: Table) -> list[str] | None:
    """What other tools know the VMs by: clones of RVTools write that of the BIOS into the column of the other."""
    told = [each for each in (info.texts("vm uuid"), info.texts("smbios uuid")) if each is not None]
    found = [" ".join(filter(None, dict.fromkeys(each))) for each in zip(*told, strict=True)] if told else []
    return found if any(found) else None


def _folders(info: Table, tabs: Mapping[str, Table], joins: Mapping[str, Join]) -> list[str] | None:
    """Folders of the VMs: in most exports they stand beside vInfo only, whose own column is empty."""
    found = info.texts("folder")
    for tab, join in joins.items():
        if found and all(found):
            break
        if any(folders := tabs[tab].texts("folder") or []):
            found = either(found, join.texts(folders))
    return found


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
    _reject_no_hosts(table, names, model, table.texts("cpu model"))
    away = _away(table, names)
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
        "memory_gib": _host_memory(table),
        "cpu_use_share": table.numbers("cpu usage %", factor=0.01),
        "memory_use_share": table.numbers("memory usage %", factor=0.01),
        "vms": table.numbers("# vms"),
        "threads": _threads(cores, table.flags("ht active")),
        "away": away if any(away) else None,
    }
    rejected = table.rejected
    return host_columns(without(names, rejected), **{key: without(value, rejected) for key, value in columns.items()})


_NO_HOSTS = re.compile(r"vmware mobility|hcx|witness|vmware virtual platform|vmware\d+,\d+", re.IGNORECASE)
"""Models of hosts that are appliances or VMs: an agent of HCX, a witness, a nested hypervisor."""


def _reject_no_hosts(table: Table, names: Sequence[str], *models: list[str] | None) -> None:
    """Leave out what the list of hosts has and what runs no VM of the estate by itself."""
    told = [each for each in models if each is not None]
    none = [at for at in range(len(names)) if any(_NO_HOSTS.search(each[at]) for each in told)]
    message = "Hosts that are none, such as agents of HCX, witnesses and nested ones, are left out: "
    table.reject("host_is_none", f"{message}{names_in_words(names[at] for at in none)}.", none)


def _threads(cores: Floats | None, active: Sequence[bool] | None) -> Floats | None:
    """Logical processors of the hosts; unknown where the table does not say whether hyper-threading is on."""
    return None if cores is None or active is None else cores * np.where(active, 2, 1)


def _away(table: Table, names: Sequence[str]) -> list[bool]:
    """Which hosts carry nothing for now, which is said: as they are the hosts carry less than they could."""
    modes = table.flags("in maintenance mode") or [False] * len(names)
    states = table.texts("connection state", "config status") or [""] * len(names)
    away = [mode or state.lower() in _AWAY for mode, state in zip(modes, states, strict=True)]
    resting = [at for at, each in enumerate(away) if each and at not in table.rejected]
    if resting:
        table.note(
            "hosts_in_maintenance",
            "warning",
            "Hosts in maintenance or disconnected carry no VM for now, and count among the hosts as they are: "
            f"{names_in_words(names[at] for at in resting)}. They can be left out.",
            resting,
        )
    return away


_AWAY = frozenset({"disconnected", "notresponding", "not responding"})


def _host_memory(table: Table) -> Floats | None:
    """Memory of the hosts, GiB: MiB, or bytes in exports with internal names; only the magnitude shows which."""
    values = table.numbers("# memory")
    if values is None or np.isnan(values).all():
        return None
    if float(np.nanmedian(values)) < LEAST_HOST_BYTES:
        return values * GIB_PER_MIB
    table.note("unit_by_magnitude", "note", "The memory of hosts is read as bytes, since as MiB it is too much.")
    return values * GIB_PER_BYTE


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
        url=either(table.texts("url"), table.texts("address")),
        capacity_gb=table.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB),
        provisioned_gb=table.numbers("provisioned mib", "provisioned mb", factor=GB_PER_MIB),
        used_gb=table.numbers("in use mib", "in use mb", factor=GB_PER_MIB),
    )
