"""What all formats need to make an inventory: columns, joins between tabs, and several inventories as one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, repeat
from typing import Any, TypeVar, cast

import numpy as np

from hostwise.estate.importers.joining import Twice, about_datastores, about_vms, counted_once
from hostwise.estate.importers.keys import BETWEEN, short
from hostwise.estate.importers.one_estate import Matches, overlaps, same_datastores, same_hosts
from hostwise.number_format.writing import short as short_number
from hostwise.number_format.writing import some
from hostwise.plan.estate import (
    DRIVES_TAB,
    MOST_FIGURE,
    MOST_LETTERS,
    Columns,
    DatastoreColumns,
    DriveColumns,
    EstateFinding,
    HostColumns,
    Inventory,
    Source,
    TabReport,
    VmColumns,
)
from hostwise.tables.table import Floats, Table

_NAMED, _SHOWN = 5, 200

ColumnsT = TypeVar("ColumnsT", bound=Columns)


def figures(values: Floats | None) -> list[float | None] | None:
    """Numbers as a column, null where there is none; absent where no row has one."""
    if values is None:
        return None
    # With a wrong unit a size may exceed the largest one of the document: it counts as missing.
    missing = np.isnan(values) | (values > MOST_FIGURE)
    if missing.all():
        return None
    if not missing.any():
        return list(values.tolist())
    found: list[float | None] = np.where(missing, None, values).tolist()  # type: ignore[call-overload]
    return found


def array(column: Sequence[float | None] | None, length: int) -> Floats:
    """A column as numbers, NaN where there is none."""
    if column is None:
        return np.full(length, np.nan)
    return np.array(column, dtype=np.float64)


def vm_columns(name: list[str], **columns: Any) -> VmColumns:
    """The VMs; numbers are arrays, and columns without any value are absent."""
    return _made(VmColumns, name, columns)


def host_columns(name: list[str], **columns: Any) -> HostColumns:
    """The hosts, as `vm_columns`."""
    return _made(HostColumns, name, columns)


def datastore_columns(name: list[str], **columns: Any) -> DatastoreColumns:
    """The datastores, as `vm_columns`."""
    return _made(DatastoreColumns, name, columns)


def drive_columns(name: list[str], **columns: Any) -> DriveColumns:
    """The drives, as `vm_columns`."""
    return _made(DriveColumns, name, columns)


def _constructed(model: type[ColumnsT], /, **values: Any) -> ColumnsT:
    # Not validated: readers produce the right types, and checking 200,000 rows again is slow.
    made: Any = model.model_construct(**values)
    return cast("ColumnsT", made)


def _made(model: type[ColumnsT], name: list[str], columns: Mapping[str, Any]) -> ColumnsT:
    values: dict[str, Any] = {key: _column(each) for key, each in columns.items()}
    return _constructed(model, name=_column(name), **values)


def _column(values: Any) -> Any:
    """A column as the document has it: numbers with nulls, and texts of bounded length."""
    if isinstance(values, np.ndarray):
        return figures(values)
    if isinstance(values, dict):
        return {key[:MOST_LETTERS] if type(key) is str else key: _column(each) for key, each in values.items()}
    if isinstance(values, list) and values and type(values[0]) is str and max(map(len, values)) > MOST_LETTERS:
        return [each[:MOST_LETTERS] for each in values]
    return values


class Join:
    """Joins rows of another tab to the rows of a first one, by a key."""

    def __init__(self, keys: Sequence[str], others: Sequence[str]) -> None:
        """Find for each row of the other tab the row of the first; a key that occurs twice joins the first of them."""
        at = dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))
        at.pop("", None)
        self._length = len(keys)
        places = np.array(list(map(at.get, others, repeat(-1))), dtype=np.int64)
        self._found = places >= 0
        self._places = places[self._found]
        self.lost = np.flatnonzero(~self._found)

    def sum(self, values: Floats | None) -> Floats | None:
        """Sum of the other tab's values for each row; NaN where it has none."""
        if values is None:
            return None
        kept = values[self._found]
        told = ~np.isnan(kept)
        total = np.bincount(self._places[told], kept[told], minlength=self._length)
        there = np.bincount(self._places[told], minlength=self._length) > 0
        return np.where(there, total, np.nan)

    def first(self, values: Floats | None) -> Floats | None:
        """The other tab's first value for each row; NaN where it has none."""
        if values is None:
            return None
        result = np.full(self._length, np.nan)
        result[self._places[::-1]] = values[self._found][::-1]
        return result

    def least(self, values: Floats) -> Floats | None:
        """The least of the other tab's values for each row; NaN where it has none, and None where nothing is said."""
        if not len(values):
            return None
        result = np.full(self._length, np.inf)
        kept = values[self._found]
        told = ~np.isnan(kept)
        np.minimum.at(result, self._places[told], kept[told])
        return np.where(np.isinf(result), np.nan, result)

    def of_least(self, by: Floats, values: Floats) -> Floats:
        """The other tab's value where another of its values is least, for each row; the first of equal ones."""
        places, values = self._places, values[self._found]
        # NaN sorts last, so it comes first in the other direction, and what is written last stays.
        order = np.lexsort((np.arange(len(places)), by[self._found]))[::-1]
        result = np.full(self._length, np.nan)
        result[places[order]] = values[order]
        return result

    def rows(self) -> list[int]:
        """The first tab's row of each row of the other; -1 where it belongs to none."""
        found = np.full(len(self._found), -1)
        found[self._found] = self._places
        return list(found.tolist())

    def count(self) -> Floats:
        """Rows of the other tab for each row."""
        return np.bincount(self._places, minlength=self._length).astype(np.float64)

    def texts(self, values: Sequence[str]) -> list[str]:
        """The other tab's texts for each row; empty where it has none."""
        result = [""] * self._length
        for place, text in zip(self._places[::-1], np.array(values, dtype=object)[self._found][::-1], strict=True):
            result[place] = text
        return result


def without(column: Any, rejected: Iterable[int]) -> Any:
    """A column without the rejected rows."""
    gone = set(rejected)
    if column is None or not gone:
        return column
    if isinstance(column, dict):
        return {name: without(part, gone) for name, part in column.items()}
    if isinstance(column, np.ndarray):
        return np.delete(column, sorted(gone))
    kept_rows = bytearray(b"\1") * len(column)
    for at in gone:
        kept_rows[at] = 0
    return list(compress(column, kept_rows))


def repeated(keys: Iterable[str]) -> list[int]:
    """Places of keys that occurred before.

    >>> repeated(["a", "b", "a"])
    [2]
    """
    keys = list(keys)
    if len(set(keys)) == len(keys):
        return []
    seen: set[str] = set()
    found = []
    for at, key in enumerate(keys):
        if key in seen:
            found.append(at)
        seen.add(key)
    return found


def names_in_words(names: Iterable[str]) -> str:
    """Some names, and how many more there are.

    >>> names_in_words(["a", "b", "c", "d", "e", "f", "g"])
    'a, b, c, d, e and 2 more'
    """
    return some(list(names), _NAMED)


def sizes_in_words(columns: Mapping[str, Any], rows: Sequence[int], numbers: Floats | None = None) -> str:
    """Sums of vCPU and memory of some rows, each of which may stand for several VMs.

    >>> sizes_in_words({"vcpu": np.array([2.0, 4.0]), "memory_gib": np.array([8.0, 16.0])}, [0, 1])
    '6 vCPU and 24 GiB of memory'
    """
    told = {unit: columns.get(key) for key, unit in (("vcpu", "vCPU"), ("memory_gib", "GiB of memory"))}
    sums = {
        unit: float(np.nansum((values if numbers is None else values * numbers)[list(rows)]))
        for unit, values in told.items()
        if values is not None
    }
    return " and ".join(f"{short_number(each, 4)} {unit}" for unit, each in sums.items())


def inventory(
    source: Source,
    tables: Sequence[Table],
    vms: VmColumns,
    hosts: HostColumns | None = None,
    datastores: DatastoreColumns | None = None,
    findings: Sequence[EstateFinding] = (),
) -> Inventory:
    """An inventory of what was read from some tables, with their reports and findings."""
    return Inventory.model_construct(
        format="hostwise-inventory",
        format_version=1,
        sources=[source],
        vms=vms,
        hosts=hosts or host_columns([]),
        datastores=datastores or datastore_columns([]),
        tabs=[each.report() for each in tables],
        findings=[*(finding for each in tables for finding in each.told()), *findings],
    )


def merged(inventories: Sequence[Inventory]) -> Inventory:
    """Several inventories as one. What is the same in two of them is counted once: VMs, hosts, datastores and drives.

    The first tab of each inventory is that of its VMs: a VM that is left out is one of its rejected rows.
    """
    if len(inventories) == 1:
        return inventories[0]
    only_drives = [each for each in inventories if each.drives is not None and not len(each.vms)]
    estates, which = _newest_first([each for each in inventories if each.drives is None or len(each.vms)])
    inventories, twice_drives = _without_twins([*estates, *only_drives])
    common = overlaps([(each.vms, each.hosts) for each in inventories])
    of_one = [each.lists for each in common if each.is_one_estate]
    vms, twice = _joined(VmColumns, [each.vms for each in inventories], {each.lists: each.same for each in common})
    all_hosts, all_stores = [each.hosts for each in inventories], [each.datastores for each in inventories]
    hosts, _ = _joined(
        HostColumns, all_hosts, {(one, two): same_hosts(all_hosts[one], all_hosts[two]) for one, two in of_one}
    )
    datastores, twice_stores = _joined(
        DatastoreColumns,
        all_stores,
        {(one, two): same_datastores(all_stores[one], all_stores[two]) for one, two in of_one},
    )
    places = zip(hosts.vcenter or hosts.name, hosts.cluster or hosts.name, hosts.name, strict=True)
    again = repeated(" ".join(each).lower() for each in places)
    tabs = [tab for each, gone in zip(inventories, twice.by_part, strict=True) for tab in _fewer(each.tabs, gone)]
    findings = [*(finding for each in inventories for finding in each.findings), *twice_drives]
    findings += [*about_vms(common, twice, inventories, which), *about_datastores(twice_stores)]
    return Inventory.model_construct(
        format="hostwise-inventory",
        format_version=1,
        sources=[source for each in inventories for source in each.sources],
        vms=vms.model_copy(update={"id": told_apart(vms.id)}),
        hosts=kept(hosts, again),
        datastores=datastores,
        drives=_drives(inventories, hosts.name),
        tabs=tabs,
        findings=findings,
    )


def _joined(
    model: type[ColumnsT], parts: Sequence[ColumnsT], matches: Mapping[tuple[int, int], Matches]
) -> tuple[ColumnsT, Twice]:
    """The rows of all lists; a row that stands in two lists counts once."""
    columns = _appended(model, parts)
    twice = counted_once(columns, parts, matches)
    return kept(columns, sorted(twice.rows)), twice


def told_apart(ids: Sequence[str]) -> list[str]:
    """Ids of which none repeats: where the source has none, VMs of one description are different VMs."""
    if len(set(ids)) == len(ids):
        return list(ids)
    seen: Counter[str] = Counter()
    found = []
    for each in ids:
        seen[each] += 1
        found.append(each if seen[each] == 1 else f"{each}{BETWEEN}{seen[each]}")
    return found


def _newest_first(inventories: Sequence[Inventory]) -> tuple[Sequence[Inventory], str]:
    """Inventories with the newest first, and in words which one counts; the fullest first where a date is missing."""
    told = [(each.sources[0].taken_at if each.sources else None) or "" for each in inventories]
    dates = ["".join(filter(str.isdigit, each)) for each in told]
    if not all(each.startswith("20") for each in dates) or len(set(dates)) <= 1:
        fuller = sorted(inventories, key=_fullness, reverse=True)
        first = "first" if fuller == list(inventories) else "fuller"
        return fuller, f"as the {first} of them has them, since their dates are not known"
    order = sorted(range(len(dates)), key=lambda at: dates[at], reverse=True)
    return [inventories[at] for at in order], f"as the newer has them, that of {told[order[0]]}"


def _fullness(inventory: Inventory) -> int:
    """How many columns are known of the VMs; fewer where there are none."""
    return sum(bool(column) for _, column in inventory.vms) if len(inventory.vms) else 0


def _drives(inventories: Sequence[Inventory], hosts: Sequence[str]) -> DriveColumns | None:
    """The drives of all inventories, in the hosts that their names are of."""
    parts = [each.drives for each in inventories if each.drives is not None]
    if not parts:
        return None
    drives = _appended(DriveColumns, parts)
    given = _of(drives.host, drives, "")
    found = [host_in(label, hosts) or host for label, host in zip(drives.name, given, strict=True)]
    return drives.model_copy(update={"host": found if any(found) else None})


def _without_twins(inventories: Sequence[Inventory]) -> tuple[list[Inventory], list[EstateFinding]]:
    """Inventories without drives that another of them has, and what is said of these."""
    all_of_them = [(at, row) for at, each in enumerate(inventories) for row in range(len(each.drives or ()))]
    drives = [each.drives for each in inventories if each.drives]
    serials = [serial for each in drives for serial in _of(each.serial, each, "")]
    models = [model for each in drives for model in _of(each.model, each, "")]
    sizes = [gb for each in drives for gb in _of(each.capacity_gb, each)]
    hours = [value for each in inventories if each.drives for value in _of(each.drives.power_on_hours, each.drives)]
    again = twins(list(zip(serials, models, sizes, strict=True)), array(hours, len(hours)))
    if not again:
        return list(inventories), []
    gone: dict[int, list[int]] = {}
    for place in again:
        at, row = all_of_them[place]
        gone.setdefault(at, []).append(row)
    less = list(inventories)
    for at, rows in gone.items():
        one = inventories[at]
        tab = next((at for at, each in enumerate(one.tabs) if each.tab == DRIVES_TAB), len(one.tabs))
        tabs = [*one.tabs[:tab], *_fewer(one.tabs[tab:], len(rows))]
        less[at] = one.model_copy(update={"drives": kept(one.drives, rows) if one.drives else None, "tabs": tabs})
    message = (
        "Drives that two files hold count once, by the reading with more hours of power: "
        f"{names_in_words(serials[at] for at in again)}."
    )
    return less, [EstateFinding(code="drive_twice", kind="rejected", message=message, count=len(again))]


def _of(column: Sequence[Any] | None, columns: Columns, missing: Any = None) -> Sequence[Any]:
    return [missing] * len(columns) if column is None else column


_NO_SERIAL = re.compile(
    r"[0Xx*#.\s-]*|(?:.*\W)?(?:redacted|removed|anonymi[sz]ed|masked|hidden|unknown|none|n/?a|null)\W*", re.I
)
"""What stands for a serial number that is not told: it is that of many drives."""


def twins(drives: Sequence[tuple[str, str, float | None]], hours: Floats | None, gone: Iterable[int] = ()) -> list[int]:
    """Places of drives that are listed twice, but for the reading of each with the most hours of power.

    Args:
        drives: serial number, model and capacity of each. Only all three together are those of one drive, and words
            such as "redacted" or a row of zeros are no serial number.
        hours: hours of power.
        gone: drives that are left out already.
    """
    known = array(None if hours is None else list(hours), len(drives))
    best: dict[tuple[str, str, int], int] = {}
    left_out = set(gone)
    keys = [(serial.strip().upper(), model.strip().upper(), round(gb or 0)) for serial, model, gb in drives]
    places = [at for at, each in enumerate(keys) if at not in left_out and not _NO_SERIAL.fullmatch(each[0])]
    for at in places:
        other = best.setdefault(keys[at], at)
        if np.nan_to_num(known[at]) > np.nan_to_num(known[other]):
            best[keys[at]] = at
    return [at for at in places if best[keys[at]] != at]


def host_in(label: str, hosts: Sequence[str]) -> str:
    """The host that the name of a file is of: one of its folders, or what it begins with; empty if there is none.

    >>> host_in("smart/esx01-nvme0.json", ["esx01.lab.example"]), host_in("esx010.json", ["esx01"])
    ('esx01.lab.example', '')
    """
    full = {short(each): each for each in reversed(hosts)}
    for part in reversed(re.split(r"[/\\]", label.lower())):
        ends = [len(part), *(found.start() for found in re.finditer(r"[^a-z0-9]", part))]
        for end in sorted(ends, reverse=True):
            if part[:end] in full:
                return full[part[:end]]
    return ""


def _fewer(tabs: Sequence[TabReport], rejected: int) -> list[TabReport]:
    """Reports of tabs with further rows of the first of them rejected."""
    if not tabs or not rejected:
        return list(tabs)
    first = tabs[0]
    accepted = max(first.rows_accepted - rejected, 0)
    repaired = first.rows_repaired - (rejected - (first.rows_accepted - accepted))
    less = first.model_copy(
        update={
            "rows_accepted": accepted,
            "rows_repaired": repaired,
            "rows_rejected": first.rows_rejected + rejected,
        }
    )
    return [less, *tabs[1:]]


def repeated_names(vms: VmColumns) -> list[EstateFinding]:
    """A finding about different VMs with one name."""
    if len(set(vms.name)) == len(vms.name):
        return []
    same = {name: count for name, count in Counter(vms.name).items() if count > 1}
    message = f"Different VMs with the same name are all counted: {names_in_words(same)}."
    ids = [id_ for id_, name in zip(vms.id, vms.name, strict=True) if name in same][:_SHOWN]
    return [EstateFinding(code="names_repeat", kind="note", message=message, vms=ids, count=len(same))]


def kept(columns: ColumnsT, gone: Sequence[int]) -> ColumnsT:
    """Columns without some rows."""
    if not gone:
        return columns
    return _constructed(type(columns), **{field: without(column, gone) for field, column in columns})


def _appended(model: type[ColumnsT], parts: Sequence[ColumnsT]) -> ColumnsT:
    lengths = [len(each.name) for each in parts]
    values: dict[str, Any] = {}
    for field, about in model.model_fields.items():
        columns = [getattr(each, field) for each in parts]
        if about.default_factory is dict:
            names = dict.fromkeys(name for column in columns for name in column)
            missing = "" if field == "attributes" else None
            values[field] = {
                name: [
                    value
                    for column, length in zip(columns, lengths, strict=True)
                    for value in column.get(name) or [missing] * length
                ]
                for name in names
            }
        elif any(column is not None for column in columns):
            empty = _empty(next(column for column in columns if column is not None))
            values[field] = [
                value
                for column, length in zip(columns, lengths, strict=True)
                for value in (column if column is not None else [empty] * length)
            ]
        else:
            values[field] = None
    return _constructed(model, **values)


def _empty(column: Sequence[Any]) -> Any:
    """The missing value of a column like this one."""
    like = next((each for each in column if each is not None), None)
    if isinstance(like, bool):
        return False
    return "" if isinstance(like, str) else None
