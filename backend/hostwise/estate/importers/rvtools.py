"""RVTools: a workbook, a CSV for each tab, or several of either.

Columns are found by their headers, which differ between versions: MB in version 3, MiB since version 4, and both mean
MiB. Custom attributes stand between Annotation and Datacenter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

import numpy as np

from hostwise.estate.importers.building import (
    Join,
    datastore_columns,
    figures,
    host_columns,
    inventory,
    merged,
    names_in_words,
    repeated,
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
    tell_vms,
    vms_of,
    with_shells,
)
from hostwise.estate.importers.rvtools_names import with_usual_names
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
from hostwise.plan.estate import DatastoreColumns, EstateFinding, HostColumns, Inventory, Power, Source, VmColumns
from hostwise.tables.table import Floats, Table, plain
from hostwise.tables.units import GB_PER_MIB, GHZ_PER_MHZ, GIB_PER_BYTE, GIB_PER_MIB

KEY, LABEL = "rvtools", "RVTools"

LEAST_HOST_BYTES = 2**30
"""A host with less memory than this many bytes runs no VM, and one with as many MiB does not exist."""

_BESIDE = ("vCPU", "vMemory", "vDisk", "vPartition", "vSnapshot", *TABS_OF_TRAITS)
_TABS = ("vInfo", *_BESIDE, "vCluster", "vHost", "vDatastore", "vMetaData")
_OF_TAB = {each.lower(): each for each in _TABS}
_NAME_IN_FILE = re.compile(r"tab(v[a-z]+)", re.IGNORECASE)

# Keys that identify the VM of a row, the best one first. The server is needed where ids of several vCenters meet.
_KEYS = (
    ("vm id", "vi sdk server"),
    ("vm uuid",),
    ("vm id",),
    ("vm", "datacenter", "cluster", "host"),
    ("vm", "cluster"),
    ("vm",),
)
_STABLE = _KEYS[:2]


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
        findings += [*about_hosts, *_counted(vms, hosts, tabs["vHost"])]
    used = [info, *(tabs[name] for name in ("vHost", *_BESIDE, "vDatastore", "vMetaData") if name in tabs)]
    return inventory(source_of(source, tabs), used, vms, hosts, _datastores(tabs.get("vDatastore")), findings)


def _key_of(info: Table) -> Sequence[str]:
    """The best key of VMs that the table has with values."""
    usable = [each for each in _KEYS if info.has(*each)]
    # A key is empty where its first column is.
    return next((each for each in usable if any(info.texts(each[0]) or [])), usable[-1])


def _can_join(info: Table, other: Table) -> bool:
    """Whether the rows of a tab say of which VM they are; what cannot be joined is not taken."""
    if any(info.has(*each) and other.has(*each) for each in _KEYS):
        return True
    message = "Nothing of this tab is used: none of its columns says of which VM a row is."
    other.reject("cannot_be_joined", message, list(range(len(other))))
    return False


def _join(info: Table, other: Table) -> Join:
    usable = [each for each in _KEYS if info.has(*each) and other.has(*each)]
    tried: list[tuple[list[str], Join]] = []
    for each in usable:
        keys = keys_of(info, each)
        tried.append((keys, Join(keys, keys_of(other, each))))
        if not len(tried[-1][1].lost):
            break
    # Ids may be blank, and anonymised exports name hosts differently in each tab: what joins most counts.
    keys, join = min(tried, key=lambda one: len(one[1].lost))
    if again := [at for at in repeated(keys) if keys[at] and at not in info.rejected]:
        names = info.texts("vm") or []
        other.note(
            "join_ambiguous",
            "warning",
            f"VMs with the same name and no id cannot be told apart here: {names_in_words(names[at] for at in again)}. "
            "What this tab says of them counts for the first one.",
            count=len(again),
        )
    tell_vms(info, other, join)
    if len(join.lost):
        other.reject(
            "no_such_vm", "Rows of VMs that vInfo does not have are left out.", [int(each) for each in join.lost]
        )
    return join


def _vms(info: Table, tabs: dict[str, Table]) -> tuple[VmColumns, list[EstateFinding]]:
    findings: list[EstateFinding] = []
    names = info.texts("vm") or []
    vcpu = info.numbers("cpus")
    memory = _vm_memory(info, "memory")
    reject_rows(info, names, vcpu, memory)
    servers, datacenters = info.texts("vi sdk server"), info.texts("datacenter")
    clusters, hosts = info.texts("cluster"), info.texts("host")
    best = _key_of(info)
    weak = (None if best in _STABLE else info.texts("vm id"), servers, datacenters, clusters, hosts)
    ids = identified(info, names, keys_of(info, best) if best in _STABLE else None, weak)
    joins = {name: _join(info, tabs[name]) for name in _BESIDE if name in tabs and _can_join(info, tabs[name])}

    def beside(tab: str, *headers: str, factor: float = 1.0, how: str = "first") -> Floats | None:
        if tab not in joins:
            return None
        values = tabs[tab].numbers(*headers, factor=factor)
        return joins[tab].sum(values) if how == "sum" else joins[tab].first(values)

    capacity = beside("vDisk", "capacity mib", "capacity mb", factor=GB_PER_MIB, how="sum")
    again = again_gb(info, tabs["vDisk"], joins["vDisk"]) if "vDisk" in joins else Again()
    stated = info.numbers("total disk capacity mib", factor=GB_PER_MIB)
    sizes = None
    if "vMemory" in joins:
        sizes = joins["vMemory"].first(_vm_memory(tabs["vMemory"], "size mib", "size mb"))
    counted = joins["vDisk"].count() if "vDisk" in joins else None
    used = used_less(info.numbers("in use mib", "in use mb", factor=GB_PER_MIB), capacity, again.gb)
    on_disks = otherwise(capacity, None if stated is None else np.where(stated == 0, np.nan, stated))
    columns = {
        "placeholder": info.flags("srm placeholder"),
        "os": either(
            info.texts("os according to the vmware tools"), info.texts("os according to the configuration file")
        ),
        "vcenter": servers,
        "datacenter": datacenters,
        "cluster": clusters,
        "host": hosts,
        "folder": _folders(info, tabs, joins),
        "vcpu": vcpu,
        # vMemory's size is what is configured; vInfo's adds what the hypervisor adds in some versions.
        "memory_gib": memory if sizes is None else otherwise(sizes, memory),
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
    if "vMemory" in joins:
        findings += _about_sizes(info, tabs["vMemory"].place, memory, sizes)
    attributes = _attributes(info, tabs, joins, findings)
    power, template = powers_of(info, info.texts("powerstate")), info.flags("template")
    columns["placeholder"] = with_shells(info, names, power, template, columns)
    return vms_of(info.rejected, names, ids, power, template, columns, attributes), findings


def _folders(info: Table, tabs: Mapping[str, Table], joins: Mapping[str, Join]) -> list[str] | None:
    """Folders of the VMs: in most exports they stand beside vInfo only, whose own column is empty."""
    found = info.texts("folder")
    for tab, join in joins.items():
        if found and all(found):
            break
        if any(folders := tabs[tab].texts("folder") or []):
            found = either(found, join.texts(folders))
    return found


LEAST_VM_MIB = 64
"""No VM has less memory than this many MiB, and a VM of as many GiB is an ordinary one."""


def _vm_memory(table: Table, *headers: str) -> Floats | None:
    """Memory of VMs, GiB: MiB, or GB where somebody converted the column; only the magnitude shows which."""
    values = table.numbers(*headers)
    told = None if values is None else values[values > 0]
    if values is None or told is None or not len(told) or float(np.median(told)) >= LEAST_VM_MIB:
        return None if values is None else values * GIB_PER_MIB
    table.note(
        "unit_by_magnitude",
        "warning",
        f"The memory of VMs is read as GB, since as MiB it is too little: the median is {float(np.median(told)):,.6g}.",
    )
    return values


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
        capacity_gb=table.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB),
        provisioned_gb=table.numbers("provisioned mib", "provisioned mb", factor=GB_PER_MIB),
        used_gb=table.numbers("in use mib", "in use mb", factor=GB_PER_MIB),
    )


def _counted(vms: VmColumns, hosts: HostColumns, table: Table) -> Iterator[EstateFinding]:
    """Clusters whose hosts and VMs count other running VMs, vCPUs or memory: one of the two tabs is incomplete."""
    running = [each is Power.ON for each in vms.power]
    told = []
    for words, unit, same, stated, counted in (
        ("running VMs", "", 0.0, hosts.vms, [1.0] * len(running)),
        ("vCPU", "", 0.0, _kept(table, "# vcpus"), vms.vcpu),
        ("memory", " GiB", _SAME_SHARE, _kept(table, "vram", factor=GIB_PER_MIB), vms.memory_gib),
    ):
        if stated is None or counted is None:
            continue
        by_hosts = _by_cluster(hosts.cluster, stated, [True] * len(stated))
        by_vms = _by_cluster(vms.cluster, counted, running)
        # A cluster that one of the tabs lacks counts, too.
        pairs = {name: (by_hosts.get(name, 0.0), by_vms.get(name, 0.0)) for name in sorted(by_hosts | by_vms)}
        told += [
            f"{name or 'no cluster'} {on_hosts:,.6g}{unit} and {of_vms:,.6g} ({words})"
            for name, (on_hosts, of_vms) in pairs.items()
            if abs(on_hosts - of_vms) > same * max(on_hosts, of_vms)
        ]
    if told:
        yield EstateFinding(
            code="vms_and_hosts_differ",
            kind="warning",
            message=f"vHost and vInfo count different VMs, so that one of them may be incomplete: {'; '.join(told[:6])}"
            f"{f'; and {len(told) - 6} more' if len(told) > 6 else ''}.",
            place=table.place,
            count=len(told),
        )


_SAME_SHARE = 1e-3
"""Sums of two tabs that differ by less are the same: memory is rounded."""


def _kept(table: Table, header: str, factor: float = 1.0) -> Sequence[float | None] | None:
    return figures(without(table.numbers(header, factor=factor), table.rejected))


def _by_cluster(
    clusters: Sequence[str] | None, values: Sequence[float | None], chosen: Sequence[bool]
) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, value, counts in zip(clusters or [""] * len(values), values, chosen, strict=True):
        if counts:
            sums[name] = sums.get(name, 0) + (value or 0)
    return sums


def _about_sizes(info: Table, place: str, mine: Floats | None, other: Floats | None) -> Iterator[EstateFinding]:
    """VMs whose memory vInfo and vMemory give differently: vMemory's counts."""
    if mine is None or other is None:
        return
    differ = np.flatnonzero(np.abs(mine - other) > _SAME_SHARE * np.fmax(mine, other))
    if differ.size:
        names = info.texts("vm") or []
        yield EstateFinding(
            code="memory_differs",
            kind="warning",
            message=f"vInfo and vMemory give VMs different memory, {np.nansum(mine[differ]):,.6g} GiB "
            f"and {np.nansum(other[differ]):,.6g}: that of vMemory counts. "
            f"{names_in_words(names[at] for at in differ)}.",
            place=place,
            count=int(differ.size),
        )
