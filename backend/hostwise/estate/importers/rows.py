"""Rows of VMs in any format: which are left out, how they are identified, and on which host they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.building import Join, names_in_words, repeated, told_apart, vm_columns, without
from hostwise.estate.importers.keys import BETWEEN, short
from hostwise.estate.importers.power import Powers
from hostwise.number_format.writing import counted as number_of
from hostwise.plan.estate import EstateFinding, HostColumns, Power, VmColumns
from hostwise.tables.table import Floats, Table

_WHEN_RUNNING = "memory_active_gib memory_peak_gib memory_consumed_gib cpu_ghz cpu_peak_ghz cpu_ready_share"
NOT_WHEN_OFF = (*_WHEN_RUNNING.split(), "iops_average", "iops_peak", "read_share", "disk_kb_s")
"""Columns without a reading of a VM that does not run: a zero in them says nothing about it."""


class Number(NamedTuple):
    """Possible names of a column of numbers, the best one first, and the factor of its values."""

    headers: tuple[str, ...]
    factor: float = 1.0


def texts_of(table: Table, names: Mapping[str, Sequence[str]]) -> dict[str, list[str] | None]:
    """Columns of texts by their possible names."""
    return {key: table.texts(*headers) for key, headers in names.items()}


def numbers_of(table: Table, names: Mapping[str, Number]) -> dict[str, Floats | None]:
    """Columns of numbers by their possible names."""
    return {key: table.numbers(*each.headers, factor=each.factor) for key, each in names.items()}


def keys_of(table: Table, headers: Sequence[str]) -> list[str]:
    """The key of each row, made of some columns; empty where the first of them is."""
    columns = [table.texts(each) or [] for each in headers]
    if len(columns) == 1:
        return columns[0]
    whole = list(map(BETWEEN.join, zip(*columns, strict=True)))
    return whole if all(columns[0]) else [one if first else "" for one, first in zip(whole, columns[0], strict=True)]


def either(first: list[str] | None, second: list[str] | None) -> list[str] | None:
    """The first text where there is one, else the second."""
    if first is None or second is None:
        return first if second is None else second
    return [one or other for one, other in zip(first, second, strict=True)]


def otherwise(first: Floats | None, second: Floats | None) -> Floats | None:
    """The first number where there is one, else the second."""
    if first is None or second is None:
        return first if second is None else second
    return np.where(np.isnan(first), second, first)


def reject_rows(
    table: Table,
    names: Sequence[str],
    *sizes: Floats | None,
    spared: Callable[[int], bool] = lambda _: False,
    by_name: bool = False,
    weights: Sequence[Floats] = (),
) -> None:
    """Leave out rows without a name, and those without any of the sizes that the table has.

    Args:
        table: the table of the VMs.
        names: their names.
        sizes: CPUs and memory.
        spared: whether a row is needed without sizes.
        by_name: whether a row that is called a sum is left out whatever it holds, as in tables kept by hand.
        weights: how often each row may count in sums, where a row is not one VM.
    """
    table.reject(
        "no_name",
        "Rows without the name of a VM are left out.",
        [at for at, each in enumerate(names) if not each],
    )
    told = [each for each in sizes if each is not None]
    if not told:
        return
    called = [at for at, each in enumerate(names) if each.lower().strip("*: ") in SUMS]
    sums = _sums(names, table, called, told, [np.ones(len(names)), *weights], by_name=by_name)
    shown = names_in_words(
        names[at] if _measure(names[at]) else _first_text(table.rows[at]) or names[at] for at in sums
    )
    table.reject("row_of_sums", f"Rows of sums are left out: {shown}.", sums)
    silent: list[int] = np.flatnonzero(np.isnan(told).all(axis=0)).tolist()
    unsized = [at for at in silent if names[at] and not spared(at)]
    cut = [at for at in unsized if is_cut(table, at)]
    if cut:
        row = table.rows[cut[0]]
        end = max((at for at, cell in enumerate(row[: len(table.header)]) if cell not in ("", None)), default=0)
        table.reject(
            "row_cut",
            f"The last row, {names[cut[0]]!r}, ends after {table.header[end].strip()!r} and has neither CPUs nor "
            "memory, as if the file was cut short there: it is left out.",
            cut,
        )
    empty = [at for at in unsized if at not in cut]
    without = names_in_words(names[at] for at in empty)
    table.reject("row_without_size", f"Rows that have neither CPUs nor memory are left out: {without}.", empty)
    _tell_zero(table, names, told)


def _tell_zero(table: Table, names: Sequence[str], sizes: Sequence[Floats]) -> None:
    """Say which VMs have a size of 0, which no VM has: see `vms_of`."""
    nothing = np.any([each == 0 for each in sizes], axis=0)
    rows = [at for at in np.flatnonzero(nothing).tolist() if at not in table.rejected]
    if rows:
        table.repaired.update(rows)
        table.note(
            "size_of_zero",
            "repaired",
            f"{number_of(len(rows), 'VMs')} with 0 CPUs or 0 memory, as lists show VMs that cannot be reached. Their "
            "size is unknown. Running VMs of unknown size count with the mean of the others: "
            f"{names_in_words(names[at] for at in rows)}.",
            rows,
        )


SUMS = frozenset(
    {
        "total", "totals", "sum", "summe", "gesamt", "gesamtsumme", "grand total", "total general", "totale", "totaux",
        "suma", "somme", "som", "totaal", "\u5408\u8a08", "insgesamt", "somma", "totali", "total geral",
        "razem", "totais",
        "totales", "ensemble", "gesamt vms", "summa", "totalt", "\u0438\u0442\u043e\u0433\u043e",
    }
)  # fmt: skip
"""Names of rows that hold the sums of the others, in the languages of the readers."""


_SUM_WORDS = re.compile(
    r"(?:sub[ -]?|grand )?(?:totals?|sums?)|summen?|zwischensummen?|gesamt|suma|somme|razem"
    r"|(?:sous-|sub)?tota(?:l|ux|le|li|al|is)"
)
_END_WORDS = (
    (re.compile(r"averages?|avg|mean|mittel(?:wert)?|durchschnitt|moyenne|promedio|media"), np.nanmean),
    (re.compile(r"median"), np.nanmedian),
    (re.compile(r"min(?:imum)?"), np.nanmin),
    (re.compile(r"max(?:imum)?"), np.nanmax),
)
"""What a row begins with that sums up others, alone or before other words: "Total (3 VMs)", "Subtotal A"."""

_ALONE = re.compile(r"\s*(?:$|[(:=]|(?:of|per|pro|je|par|por|de|by|values?|werte?|valor)\b)")
"""What may stand behind a word for means."""


def _sums(
    names: Sequence[str],
    table: Table,
    called: Sequence[int],
    sizes: Sequence[Floats],
    weights: Sequence[Floats],
    *,
    by_name: bool,
) -> list[int]:
    """Rows that are called a sum and are one; a VM may be called so, too."""
    others = np.ones(len(table), dtype=bool)
    others[called] = False
    wholes = [(each, float(np.nansum((each * weight)[others]))) for each in sizes for weight in weights]
    found = {at for at in called if by_name or any(whole > 0 and np.isclose(each[at], whole) for each, whole in wholes)}
    # Before the name there may be a cluster or site, which says that it is a sum of that; behind it, owners and notes.
    by_names, by_places = list(map(_measure, names)), [_measure(_first_text(row)) for row in table.rows]
    maybe = [at for at in range(len(table)) if at in found or by_names[at] or by_places[at]]
    begin = 0
    for at, end in zip(maybe, [*maybe[1:], len(table)][: len(maybe)], strict=True):
        measure = by_names[at] or by_places[at] or np.nansum
        # A VM may be called "sum-01" and be as large as the one above it.
        least = _LEAST_SUMMED if by_names[at] else 1
        above = [range(first, at) for first in dict.fromkeys((0, begin))]
        # Some put sums above what they are of.
        below = [range(at + 1, last) for last in dict.fromkeys((end, len(table)))] if measure is np.nansum else []
        others_of = (each for each in (*above, *below) if len(each) >= least)
        if at in found or any(_sums_up(sizes, at, each, found, weights, measure) for each in others_of):
            found.add(at)
            begin = at + 1
    return sorted(found)


def _first_text(row: Sequence[Any]) -> str:
    """The first cell of a row that is no number."""
    texts = (cell.strip() for cell in row if isinstance(cell, str))
    return next((each for each in texts if each and not each.replace(".", "").isdigit()), "")


def _measure(text: str) -> Callable[[Floats], Any] | None:
    """What a row that begins with a text says of others: their sum, mean or end; None where it is no such word."""
    word = text.lower().strip("*: ")
    told = _SUM_WORDS.match(word)
    if told is not None and not word[told.end() :][:1].isalnum():
        return np.nansum
    # VMs of one size are all as large as their mean: one called "media-1" or "max 2" is a VM.
    ends = (
        measure for pattern, measure in _END_WORDS if (end := pattern.match(word)) and _ALONE.match(word[end.end() :])
    )
    return next(ends, None)


def _sums_up(
    sizes: Sequence[Floats],
    at: int,
    rows: Sequence[int],
    left_out: Set[int],
    weights: Sequence[Floats],
    measure: Callable[[Floats], Any],
) -> bool:
    """Whether all sizes of a row are the sums, means or ends of some other rows."""
    told = [each for each in sizes if not np.isnan(each[at])]
    of = [row for row in rows if row not in left_out]
    if not of or not told or any(np.isnan(each[of]).all() for each in told):
        return False
    # A mean is one of all rows, however often each counts.
    ways = weights if measure is np.nansum else weights[:1]
    return any(all(np.isclose(each[at], measure((each * weight)[of])) for each in told) for weight in ways)


_LEAST_SUMMED = 2


def is_cut(table: Table, at: int) -> bool:
    """Whether a file may have been cut short within a row: in a CSV, a row with all its separators was not."""
    return (
        at == len(table) - 1
        and not table.whole
        and (table.separator is None or len(table.rows[at]) < len(table.header))
    )


def identified(table: Table, names: Sequence[str], strong: Sequence[str] | None, weak: Iterable[Any]) -> list[str]:
    """An id for each row that is stable between exports.

    A row that repeats id and name of another is left out. Where the source has no id, rows of the same description
    are different VMs, and get different ids.

    Args:
        table: the table of the VMs.
        names: their names.
        strong: ids that the source gives; empty where it gives none.
        weak: other columns that tell VMs of the same name from each other, such as cluster and host, or None.
    """
    ids = list(strong) if strong is not None else [""] * len(names)
    if not all(ids):
        columns = (each for each in weak if each is not None)
        described = map(BETWEEN.join, zip(names, *columns, strict=True))
        ids = [one or other for one, other in zip(ids, described, strict=True)]
    if len(set(ids)) == len(ids):
        table.vm_ids = ids
        return ids
    if strong is not None:
        told = [f"{one}{BETWEEN}{name}" if one else "" for one, name in zip(strong, names, strict=True)]
        again = [at for at in repeated(told) if told[at]]
        if again:
            message = f"Rows that repeat a VM are left out: {names_in_words(names[at] for at in again)}."
            table.reject("vm_twice", message, again)
    unique = told_apart(ids)
    table.vm_ids = unique
    return unique


def reject_lost(other: Table, join: Join, listed: str) -> None:
    """Leave out rows of VMs that the list of VMs does not have: where that is a whole tab, all that it says is lost.

    Args:
        other: a table beside the list of VMs.
        join: how it joins to the list.
        listed: what the list is called.
    """
    lost = [each for each in join.lost.tolist() if each not in other.rejected]
    if lost and len(join.lost) == len(other):
        reject_tab(other, f"none of its VMs is in {listed}")
    else:
        other.reject("no_such_vm", f"Rows of VMs that {listed} does not have are left out.", lost)


def reject_tab(other: Table, reason: str) -> None:
    """Leave out a whole table, and warn of it."""
    rows = list(range(len(other)))
    message = f"{other.name} is not used ({number_of(len(rows), 'rows')}): {reason}."
    other.reject("cannot_be_joined", message, rows, kind="warning")


def tell_vms(vms: Table, other: Table, join: Join) -> None:
    """Set the VM of each row of another tab, for findings."""
    ids = vms.vm_ids or [""] * len(vms)
    other.vm_ids = ["" if row < 0 or row in vms.rejected else ids[row] for row in join.rows()]


def vms_of(
    gone: Set[int],
    names: list[str],
    ids: list[str],
    power: Powers,
    template: list[bool] | None,
    columns: Mapping[str, Any],
    attributes: Mapping[str, list[str]] | None = None,
) -> VmColumns:
    """The VMs of a table without rejected rows, sizes of 0, which no VM has, and readings of powered-off VMs."""
    stopped, suspended = Power.OFF, Power.SUSPENDED  # members of an enumeration are found slowly
    off = np.array([each is stopped or each is suspended for each in power.states], dtype=bool)
    values = dict(columns)
    for key in ("vcpu", "memory_gib"):
        if isinstance(values.get(key), np.ndarray):
            values[key] = np.where(values[key] == 0, np.nan, values[key])
    if off.any():
        for key in NOT_WHEN_OFF:
            if isinstance(values.get(key), np.ndarray):
                values[key] = np.where(off, np.nan, values[key])
    kept = {key: without(each, gone) for key, each in values.items()}
    told = {key: without(each, gone) for key, each in (attributes or {}).items() if any(each)}
    return vm_columns(
        without(names, gone),
        id=without(ids, gone),
        power=without(power.states, gone),
        power_word=without(power.words, gone),
        template=without(template if template is not None else [False] * len(names), gone),
        attributes=told,
        **kept,
    )


def with_shells(
    table: Table,
    names: Sequence[str],
    power: Powers,
    template: Sequence[bool] | None,
    columns: Mapping[str, Any],
    rows: Sequence[int] | None = None,
) -> list[bool] | None:
    """Which VMs stand for others or for nothing: what the source calls so, and what is off and has no disk.

    Products that protect VMs elsewhere keep such VMs, and only some of them say so. One without memory cannot be
    reached, and its size is not known.

    Args:
        table: the table of the VMs, which is told.
        names: their names.
        power: their states.
        template: whether each is a template.
        columns: what is known of them.
        rows: the row of each, where not every row is a VM.
    """
    at_row = range(len(names)) if rows is None else rows
    said: list[bool] | None = columns.get("placeholder")
    disks, memory = columns.get("disks"), columns.get("memory_gib")
    if disks is None or memory is None or not (disks > 0).any():
        return said
    called = said or [False] * len(names)
    templates = template or [False] * len(names)
    shells = [
        at
        for at in np.flatnonzero((disks == 0) & (memory > 0)).tolist()
        if power.states[at] is Power.OFF and not (templates[at] or called[at] or at_row[at] in table.rejected)
    ]
    if not shells:
        return said
    table.note(
        "shells",
        "note",
        "VMs that are off and have no disk are placeholders or empty shells, and are not sized: "
        f"{names_in_words(names[at] for at in shells)}.",
        [at_row[at] for at in shells],
    )
    found = list(called)
    for at in shells:
        found[at] = True
    return found


def joined_hosts(vms: VmColumns, hosts: HostColumns, place: str) -> tuple[VmColumns, list[EstateFinding]]:
    """VMs with the names of hosts as in the table of hosts, and findings about differences.

    Hosts join by their short name where one side has the full one.
    """
    if not len(hosts) or vms.host is None:
        return vms, []
    full = {short(each): each for each in reversed(hosts.name)}
    exact = set(hosts.name)
    mentioned = dict.fromkeys(each for each in vms.host if each)
    names = {each: each if each in exact else full.get(short(each), each) for each in mentioned}
    renamed = [each for each, name in names.items() if name != each]
    found = []
    if renamed:
        vms = vms.model_copy(update={"host": [names.get(each, each) for each in vms.host]})
        found.append(
            EstateFinding(
                code="host_names_differ",
                kind="note",
                message=f"Hosts are joined by their short names, such as {renamed[0]} as {names[renamed[0]]}.",
                place=place,
                count=len(renamed),
            )
        )
    lost = [name for name in names.values() if name not in exact]
    if lost:
        message = f"VMs are on hosts that the list of hosts does not have: {names_in_words(lost)}."
        found.append(
            EstateFinding(code="hosts_do_not_join", kind="warning", message=message, place=place, count=len(lost))
        )
    used = set(names.values())
    empty = [name for name in hosts.name if name not in used]
    if empty:
        message = f"No VM is on these hosts: {names_in_words(empty)}."
        found.append(
            EstateFinding(code="hosts_without_vms", kind="note", message=message, place=place, count=len(empty))
        )
    return vms, found


def exports(tables: Sequence[Table], prefix: Callable[[Table], str] = lambda _: "") -> list[list[Table]]:
    """Tables by the export that they belong to: the sheets of a workbook, or the CSV files of a folder.

    Args:
        tables: tables of any files.
        prefix: what tells CSV files of several exports in one folder from each other.
    """
    found: dict[tuple[str, str], list[Table]] = {}
    for each in tables:
        key = (each.file, "") if each.separator is None else (str(PurePath(each.file).parent), prefix(each))
        found.setdefault(key, []).append(each)
    return list(found.values())
