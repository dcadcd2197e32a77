"""Any table of VMs: its columns are guessed by the words of their headers, or given by a mapping."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers import scvmm
from hostwise.estate.importers.building import inventory, merged, names_in_words
from hostwise.estate.importers.disk_rows import names_of_cells, owners_of, tell_repeats, together
from hostwise.estate.importers.header_words import HEADER_WORDS
from hostwise.estate.importers.host_tables import is_of_hosts, is_sheet_of_hosts
from hostwise.estate.importers.keys import BETWEEN
from hostwise.estate.importers.memory_units import with_usual_unit
from hostwise.estate.importers.numbered_disks import Numbered, numbered_in, with_numbered
from hostwise.estate.importers.power import powers_of, same_for_all
from hostwise.estate.importers.rows import identified, reject_rows, vms_of, with_shells
from hostwise.estate.importers.several_vms import COUNT, copies_of, numbered, with_kinds
from hostwise.estate.importers.vsphere_lists import product_of, tell_base, with_disks
from hostwise.number_format.writing import counted, some
from hostwise.plan.estate import Inventory, Source, VmColumns
from hostwise.tables.named_columns import Guess, NamedColumns, words
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.sizes import SIZED, has_units, holds_sizes, sizes_of, unit_in
from hostwise.tables.table import Floats, Table, plain

KEY, LABEL = "generic", "Table of VMs"

_MOST_ATTRIBUTES = 30

_VM = r"(?:vm|virtual machine|guest|server|machine|instance|host ?name of vm)"
_MEAN = r"(?:average|avg\.?|mean)"
_PEAK = r"(?:peak|max\.?|maximum|highest|95th percentile|p95)"
_BY = r"(?:vmware |virtual )?(?:disks? |storage |datastore )?"


def _operations(kind: str) -> str:
    """The words of I/O per second of one kind: IOPS, reads, read requests or operations in a second."""
    counted_ = r"(?:iops|i o ?s?|ops|(?:i o )?operations?|i o requests?|requests?)(?: s| per second)?"
    return rf"{_BY}(?:(?:number of )?{kind} {counted_}|(?:number of )?{kind}s(?: s| per second)|iops {kind}s?)"


def _of_mean(kind: str) -> Guess:
    return Guess((rf"(?:{_MEAN} )?{_operations(kind)}", rf"{_operations(kind)} {_MEAN}"), "rate")


def _of_peak(kind: str) -> Guess:
    return Guess((rf"{_PEAK} {_operations(kind)}", rf"{_operations(kind)} {_PEAK}"), "rate")


FIELDS: dict[str, Guess] = {
    "name": Guess(
        (
            rf"{_VM}[ _-]?name",
            "virtual machine",
            "vm",
            "name",
            "display ?name",
            "hostname",
            "server",
            "machine|instance",
        )
    ),
    "vcpu": Guess(
        (
            "v ?cpus?",
            r"(?:#|number|num|no\.?|count)? ?(?:of )?(?:v?cpus?|v?cores|virtual cpus?|processors?)",
            "(?:v?cpu|v?core|processor)s?[ _-]?(?:count|number|num)?",
            "virtual (?:cpu|processor)s?(?: count)?",
            "(?:allocated|configured|provisioned|assigned) v?cpus?",
            "vmware number of virtual cpus",
        ),
        "count",
    ),
    "sockets": Guess(("(?:v?cpu |virtual )?sockets?(?: ?count)?", "(?:number|num|#|no\\.?) ?(?:of )?sockets"), "count"),
    "cores_per_socket": Guess(
        ("(?:v?cpu )?cores? ?(?:per |/ ?)?(?:v?cpu )?socket", "cores? ?(?:per |/ ?)?cpu"), "count"
    ),
    "memory_gib": Guess(
        (
            "v?memory",
            "v?ram",
            "v?mem",
            "(?:memory|ram|mem)[ _-]?(?:size|total|allocated|configured|provisioned|assigned|capacity)?",
            "(?:size|total|allocated|configured|provisioned|assigned|vm)[ _-]?(?:of )?(?:memory|ram|mem)",
            "vmware memory size",
        ),
        "memory",
    ),
    "memory_active_gib": Guess(
        (
            "active (?:memory|ram|mem)",
            "(?:memory|ram|mem)[ _-]active",
            "(?:memory|ram|mem)[ _-]used",
            "used (?:memory|ram)",
            rf"{_MEAN} active (?:memory|ram|mem)",
            "(?:vmware )?guest memory usage",
        ),
        "memory",
    ),
    "disk_gb": Guess(
        (
            "disks?[ _-]?(?:size|capacity|total|space|allocated|provisioned)",
            "(?:total|provisioned|allocated)? ?(?:disks?|storage)(?: ?(?:size|capacity|space))?",
            "(?:storage|capacity)[ _-]?(?:size|allocated|provisioned|total)?",
            "hdd|ssd",
            "(?:total ?)?size",
        ),
        "disk",
    ),
    "provisioned_gb": Guess(("provisioned ?(?:space|mib|mb)?",), "disk"),
    "used_gb": Guess(
        (
            "(?:used|consumed) ?(?:disks?|storage|space|capacity)(?: ?space)?",
            "(?:disks?|storage|space|capacity)[ _-]?(?:in use|used|consumed|usage)",
            "in use",
            "(?:vmware )?committed storage space",
            "used",
        ),
        "disk",
    ),
    "disks": Guess(("(?:#|number|num|no\\.?|count) ?(?:of )?(?:disks|vmdks|drives)", "disks? count"), "count"),
    "cpu_ghz": Guess(
        (
            "(?:vmware )?cpu ?(?:usage|used|use|demand|average|avg)",
            r"(?:average|avg\.?|used) cpu(?: usage)?",
            f"cpu usage {_MEAN}",
        ),
        "clock",
    ),
    "cpu_peak_ghz": Guess(
        (rf"{_PEAK} cpu(?: (?:usage|use|demand))?", rf"cpu (?:usage |use |demand )?{_PEAK}"), "clock"
    ),
    "iops_average": Guess((rf"{_MEAN}[ _-]?iops", rf"(?:total )?iops(?: ?{_MEAN})?"), "rate"),
    "iops_peak": Guess((rf"{_PEAK}[ _-]?iops", rf"iops[ _-]?{_PEAK}"), "rate"),
    "iops_read": _of_mean("read"),
    "iops_write": _of_mean("write"),
    "iops_read_peak": _of_peak("read"),
    "iops_write_peak": _of_peak("write"),
    "read_share": Guess(("read[ _-]?(?:share|ratio|percentage|%)?", "(?:share of )?reads"), "share"),
    "power": Guess(
        ("(?:vmware )?power ?state", "power(?:ed)? ?(?:on|status)?", "vm ?(?:state|status)", "state|status")
    ),
    "template": Guess(("(?:is )?template",), "flag"),
    "os": Guess(("(?:guest )?(?:os|operating system)(?: ?(?:name|version|full ?name))?", "guest ?full ?name")),
    "datacenter": Guess(("(?:vmware )?data ?cent(?:er|re)(?: name)?", "dc|site|location")),
    "cluster": Guess(("(?:vm |vmware )?cluster(?: ?name)?",)),
    "host": Guess(
        ("(?:esxi? |parent |physical |hypervisor |vm ?)?host(?: ?name)?|(?:vmware )?hypervisor(?: name)?|node",)
    ),
    "folder": Guess(("folder|resource pool",)),
    "count": COUNT,
}


def _usable(mapping: Mapping[str, str]) -> bool:
    """Whether columns that were guessed are enough: without CPUs or memory nobody asked for a plan."""
    return "name" in mapping and "memory_gib" in mapping and _has_cpus(mapping)


def _has_cpus(mapping: Mapping[str, str]) -> bool:
    return "vcpu" in mapping or ("sockets" in mapping and "cores_per_socket" in mapping)


COLUMNS = NamedColumns(
    "the inventory",
    FIELDS,
    usable=_usable,
    enough=lambda mapping: "name" in mapping and (_has_cpus(mapping) or "memory_gib" in mapping),
    asked="Say which column holds the names, and which the CPUs or the memory.",
    vocabulary=HEADER_WORDS,
)

MAPPABLE = tuple(FIELDS)
"""Columns of the inventory that a mapping may name."""


def guessed(headers: Sequence[str]) -> dict[str, str]:
    """Headers of a table by the likely columns of the inventory; each header is used once at most.

    >>> guessed(["Server", "vCPUs", "RAM (GB)", "Peak RAM (GB)"])
    {'name': 'Server', 'vcpu': 'vCPUs', 'memory_gib': 'RAM (GB)'}
    """
    return with_kinds(headers, COLUMNS.guesses(headers))


def _guessed_in(table: Table) -> dict[str, str]:
    """The same for a table, but for columns of disks that hold no sizes, such as "Hard disk 1", or "Disks" with 2."""
    numbers = next((each for each in table.header if _numbers_disks(table, each)), None)
    headers = [each for each in table.header if each != numbers]
    while True:
        found = guessed(headers)
        of_names = [
            each for field, each in found.items() if FIELDS[field].kind == "disk" and not holds_sizes(table, each)
        ]
        if not of_names:
            break
        headers = [each for each in headers if each not in of_names]
    if numbers is not None:
        found.setdefault("disks", numbers)
    # In SCVMM it is the folder of the files of a VM.
    if scvmm.is_of_scvmm(table) and plain(found.get("datacenter", "")) == "location":
        del found["datacenter"]
    return found


_MOST_DISKS, _USUAL_DISKS = 64, 8


def _numbers_disks(table: Table, header: str) -> bool:
    """Whether a column that is called "Disks" holds their number: few GB are the disks of no estate."""
    if words(header) not in ("disks", "vdisks", "hard disks", "virtual disks") or has_units(table, header):
        return False
    told = [float(each) for each in table.texts(plain(header)) or [] if each.isdigit()]
    return bool(told) and max(told) <= _MOST_DISKS and float(np.median(told)) <= _USUAL_DISKS


def is_usable(tables: Sequence[Table]) -> bool:
    """Whether one of the tables has columns that are known to be names of VMs, and CPUs or memory."""
    return any(_usable(guessed(COLUMNS.below_titles(each).header)) for each in tables)


def read(tables: Sequence[Table], source: Source, mapping: Mapping[str, str] | None = None) -> Inventory:
    """The inventory of all tables that can be understood.

    Args:
        tables: tables of any kind.
        source: where they are from.
        mapping: header by column of the inventory, one of `MAPPABLE`; without it, headers are guessed.

    Raises:
        UnknownColumns: no table has a column of names and one of CPUs or memory; it has headers and guess.
        UnreadableFile: the mapping names an unknown column.
    """
    if mapping is not None:
        COLUMNS.check(mapping)
    fitting: list[tuple[Table, dict[str, str]]] = []
    best = (-1, tables[0])
    of_hosts = None
    for table, own in COLUMNS.tables_with_columns(tables, mapping, _guessed_in):
        if mapping is None and is_of_hosts(table):
            of_hosts = table
        elif own is not None:
            fitting.append((table, own))
        elif (told := len(guessed(table.header))) > best[0]:
            best = told, table
    # A sheet of hosts may have all that a list of VMs needs: beside one of VMs its name tells.
    if mapping is None and len(fitting) > 1 and any(not is_sheet_of_hosts(each) for each, _ in fitting):
        fitting = [(each, own) for each, own in fitting if not is_sheet_of_hosts(each)]
    if not fitting and of_hosts is not None:
        raise UnreadableFile(
            "looks_like_hosts",
            f"{of_hosts.place} looks like a list of hosts, and not of VMs: its columns are "
            f"{', '.join(repr(each.strip()) for each in of_hosts.header[:8])}. Bring the list of VMs; if these are "
            "VMs, say which column is what.",
        )
    if not fitting:
        headers = [each.strip() for each in best[1].header if plain(each)]
        shown = ", ".join(repr(each) for each in headers[:8])
        why = f"{source.file} is no export that is known. Its first table has the columns {shown}."
        raise COLUMNS.unknown(best[1], source.file, mapping, why)
    _tell_sheets([each for each, _ in fitting], tables)
    return merged([_read_one(table, source, own, is_given=mapping is not None) for table, own in fitting])


def _tell_sheets(read_: Sequence[Table], tables: Sequence[Table]) -> None:
    """Say of each workbook which of its sheets were read, and which were not, with their rows."""
    for file in dict.fromkeys(each.file for each in tables if each.separator is None):
        own = [each for each in read_ if each.file == file]
        names = {each.name for each in own}
        idle = [each for each in tables if each.file == file and each.name not in names and len(each)]
        if not own or not idle:
            continue
        own[0].note(
            "sheets_not_read",
            "warning",
            f"Of the sheets of {file}, {names_in_words(map(_with_rows, own))} are read as lists of VMs. The others are "
            f"not read: {some([_with_rows(each) for each in idle], _MOST_SHEETS)}.",
            count=len(idle),
        )


_MOST_SHEETS = 20


def _with_rows(table: Table) -> str:
    return f"{table.name!r} ({counted(len(table), 'rows')})"


def _read_one(table: Table, source: Source, mapping: Mapping[str, str], *, is_given: bool) -> Inventory:
    by_row: dict[str, Any] = {}
    product = product_of(table)
    for field, header in mapping.items():
        by_row[field] = _column(table, field, header, is_binary=bool(product))
    names = by_row.pop("name")
    sockets, cores = by_row.pop("sockets", None), by_row.pop("cores_per_socket", None)
    if by_row.get("vcpu") is None and sockets is not None and cores is not None:
        by_row["vcpu"] = sockets * cores
    if by_row.get("memory_gib") is not None:
        by_row["memory_gib"] = scvmm.with_most(table, by_row["memory_gib"])
    scvmm.tell_files(table, mapping.get("disk_gb"), by_row.get("disk_gb"))
    # Who names the column of disks means this one.
    named = is_given and "disk_gb" in mapping
    of_disks = Numbered() if named else numbered_in(table, FIELDS, mapping.values())
    owners = list(range(len(names)))
    if not of_disks.disk_gb:
        names = names_of_cells(names, by_row)
        owners = owners_of(table, names, by_row, list(mapping.values()))
    is_first = np.array([owner == at for at, owner in enumerate(owners)])
    counts = by_row.get("count")
    reject_rows(
        table,
        names,
        by_row.get("vcpu"),
        by_row.get("memory_gib"),
        spared=lambda at: not is_first[at],
        # Many handmade tables end with sums.
        by_name=True,
        weights=[is_first.astype(np.float64), *([] if counts is None else [np.where(np.isnan(counts), 1, counts)])],
    )
    added = with_numbered(table, by_row, mapping, of_disks, is_binary=bool(product))
    if "memory_gib" in mapping:
        by_row["memory_gib"] = with_usual_unit(table, mapping["memory_gib"], names, by_row)
    copies = copies_of(table, names, by_row, mapping, is_given=is_given)
    by_row.pop("count", None)
    attributes = _attributes(table, [*mapping.values(), *of_disks.headers], owners)
    unused = [mapping[each] for each in _with_operations(table, by_row)]
    vms = _vms(table, names, owners, copies, by_row, attributes, product)
    columns_read = [
        *(f"{header.strip()} as {field}" for field, header in mapping.items()),
        *(f"{headers} as {field}" for field, headers in added.items()),
    ]
    message = f"Columns are read by their headers: {', '.join(columns_read)}."
    table.note("columns_read_as", "note", message, count=len(columns_read))
    _tell_columns(table, mapping, of_disks, attributes, unused)
    return inventory(source, [table], vms)


def _vms(
    table: Table,
    names: list[str],
    owners: Sequence[int],
    copies: Sequence[int],
    by_row: Mapping[str, Any],
    attributes: Mapping[str, list[str]],
    product: str,
) -> VmColumns:
    """The VMs of rows, of which several may be one VM, and one may be several."""
    members: dict[int, list[int]] = {}
    for at, owner in enumerate(owners):
        if at not in table.rejected:
            members.setdefault(owner, []).append(at)
    firsts = list(members)
    tell_repeats(table, names, by_row, firsts)
    columns: dict[str, Any] = together({**by_row, "name": names}, list(members.values()))
    places = [columns.get(each) for each in ("datacenter", "cluster", "host")]
    ids = identified(table, columns["name"], None, places)
    of_first = dict(zip(firsts, ids, strict=True))
    table.vm_ids = [of_first.get(owner, "") for owner in owners]
    times = [copies[at] for at in firsts]
    ids = [
        one if at == 0 else f"{one}{BETWEEN}#{at + 1}"
        for one, more in zip(ids, times, strict=True)
        for at in range(more)
    ]
    names = numbered(columns.pop("name"), times)
    columns = {key: _repeated(each, times) for key, each in columns.items()}
    rows = _repeated(firsts, times)
    power, template = columns.pop("power", None), columns.pop("template", None)
    if power is None:
        table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    states = same_for_all(len(names)) if power is None else powers_of(table, power, None, rows)
    if product:
        tell_base(table, product)
        with_disks(table, columns, states)
    columns["placeholder"] = with_shells(table, names, states, template, columns, rows)
    kept = {key: [each[at] for at in rows] for key, each in attributes.items()}
    return vms_of(set(), names, ids, states, template, columns, kept)


def _repeated(values: Any, times: Sequence[int]) -> Any:
    """Values of which each is there so many times."""
    if isinstance(values, np.ndarray):
        return np.repeat(values, times)
    return None if values is None else [each for each, more in zip(values, times, strict=True) for _ in range(more)]


_PARTS = (("iops_average", "iops_read", "iops_write"), ("iops_peak", "iops_read_peak", "iops_write_peak"))
"""I/O per second, and the reads and writes that are its parts."""


def _with_operations(table: Table, columns: dict[str, Any]) -> list[str]:
    """Put the I/O per second together from its reads and writes. Returns the parts that are not used."""
    unused: list[str] = []
    for whole, first, second in _PARTS:
        reads, writes = columns.pop(first, None), columns.pop(second, None)
        if reads is None or writes is None:
            unused += [each for each, values in ((first, reads), (second, writes)) if values is not None]
            continue
        both = reads + writes
        if columns.get(whole) is None:
            columns[whole] = both
            if whole == "iops_peak":
                table.note(
                    "peaks_are_maxima",
                    "note",
                    "Peak IOPS is the sum of the peaks of reads and of writes, which need not coincide: at most that.",
                    count=1,
                )
        if columns.get("read_share") is None:
            columns["read_share"] = reads / np.where(both > 0, both, np.nan)
    return unused


_MOST_COLUMNS_NAMED = 30


def _tell_columns(
    table: Table,
    mapping: Mapping[str, str],
    of_disks: Numbered,
    attributes: Mapping[str, list[str]],
    unused: Sequence[str],
) -> None:
    """Say which columns are not read, with their names and their number."""
    read_ = {plain(each) for each in (*mapping.values(), *of_disks.headers, *attributes)}
    read_ -= {plain(each) for each in unused}
    idle = [table.header[at].strip() for key, at in table.index.items() if key not in read_]
    if not idle:
        return
    named = some([repr(each) for each in idle], _MOST_COLUMNS_NAMED)
    kept = f" Kept to choose and group by: {some([repr(each) for each in attributes], 8)}." if attributes else ""
    table.note("columns_not_read", "note", f"{counted(len(idle), 'columns')} not read: {named}.{kept}", count=len(idle))


def _column(table: Table, field: str, header: str, *, is_binary: bool = False) -> Any:
    key, kind = plain(header), FIELDS[field].kind
    if kind == "text":
        return table.texts(key)
    if kind == "flag":
        return table.flags(key)
    unit = unit_in(words(header)) or scvmm.unit_of(table, key)
    if kind in SIZED:
        return sizes_of(table, header, kind, unit, is_binary=is_binary)
    values = table.numbers(key)
    if values is None or kind in ("count", "rate"):
        return values
    if kind == "share":
        return _share(values)
    return _clock(table, header, values, unit)


def _share(values: Floats) -> Floats:
    share = values * 0.01 if np.nanmax(values, initial=0.0) > 1 else values
    return np.where(share > 1, np.nan, share)


def _clock(table: Table, header: str, values: Floats, unit: str) -> Floats | None:
    if unit == "ghz":
        return values
    if unit == "mhz":
        return values * 1e-3
    table.note(
        "no_clock", "missing", f"{header.strip()!r} is in neither MHz nor GHz, so that CPU use in GHz is unknown."
    )
    return None


_MEASURED = re.compile(r"-|n/?a|[-+]?[\d., ]+(?: ?(?:%|[mµu]?s|[kmgt]?i?b(?:ps|/s)?|[mg]?hz|iops))?", re.IGNORECASE)
"""A number, perhaps with a unit: nobody groups VMs by it."""


def _attributes(table: Table, read_: Sequence[str], owners: Sequence[int]) -> dict[str, list[str]]:
    """Other text columns, for selecting and grouping VMs. A column whose rows disagree about one VM is left out."""
    taken = {plain(each) for each in read_}
    further = [(at, owner) for at, owner in enumerate(owners) if at != owner]
    found: dict[str, list[str]] = {}
    for key, at in table.index.items():
        if key in taken or len(found) == _MOST_ATTRIBUTES:
            continue
        texts = table.texts(key) or []
        if any(texts[row] and texts[row] != texts[owner] for row, owner in further):
            continue
        if any(each and not _MEASURED.fullmatch(each) for each in texts[:200]):
            found[table.header[at].strip()] = texts
    return found
