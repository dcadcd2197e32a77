"""VCF Operations and its forebears: CSV with a column for each counter, or with a row for each value.

There is no single format: names of columns are free. They are found by their words, or given by a mapping.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

import numpy as np
import polars as pl

from hostwise.estate.importers.history.collected import Choices, Collected
from hostwise.estate.importers.history.meanings import PLACES, Meaning, chosen, mapped, meaning
from hostwise.estate.importers.history.samples import Block, Floats
from hostwise.plan.history import Counter
from hostwise.tables.named_columns import Guess, guesses
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.times import TimeFormat, time_format
from hostwise.tables.well_formed import separator_of

KEY, LABEL = "vcf_operations", "VCF Operations (vROps) CSV"

_CHUNK_ROWS = 200_000
_SAMPLED_BYTES = 1 << 20
_COLUMNS = {
    "time": Guess(("time ?stamp|time|date ?time|date|interval breakdown",), loosely=True),
    "vm": Guess(
        (
            "(?:res|resource|object|entity|vm|virtual machine) ?name|resource|object|name|vm|instance|entity|"
            "virtual machine",
        ),
        loosely=True,
    ),
    "counter": Guess(("stat ?key|metric ?(?:id)?|metric (?:key|name)|counter",), loosely=True),
    "value": Guess(("values?|data",), loosely=True),
}
"""What says of which VM, counter and time a value is."""
_METRIC_FILE = re.compile(r"vrops_[a-z]+_(.+?)(_all)?$", re.IGNORECASE)


@dataclass(frozen=True)
class Layout:
    """The meaning of the columns of a CSV file."""

    headers: list[str]
    separator: str
    skipped: int
    places: dict[str, int]
    samples: list[list[str]]

    @property
    def long(self) -> bool:
        """Whether a row is one value."""
        return "value" in self.places

    def texts(self, place: str) -> list[str]:
        """The sampled cells of a column."""
        at = self.places[place]
        return [row[at] for row in self.samples if at < len(row)]


def layout(head: bytes, tail: bytes, mapping: dict[str, str]) -> Layout | None:
    """The layout of a CSV file by its first and last bytes; nothing where no column is a time or a VM."""
    lines = head.decode("utf-8-sig", "replace").splitlines()
    skipped = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith("sep=")), None)
    if skipped is None:
        return None
    separator = separator_of(lines[skipped:])
    headers = [each.strip() for each in next(csv.reader([lines[skipped]], delimiter=separator))]
    places = {told: headers.index(name) for name, told in mapping.items() if told in PLACES and name in headers}
    free = [each for each in headers if each not in mapping]
    wanted = {place: guess for place, guess in _COLUMNS.items() if place not in places}
    places |= {place: headers.index(header) for place, header in guesses(free, wanted).items()}
    if "time" not in places or "vm" not in places:
        return None
    body = lines[skipped + 1 : -1] + tail.decode("utf-8", "replace").splitlines()[1:]
    if len(lines) == skipped + 2 and not body:
        body = lines[skipped + 1 :]
    rows = [row for row in csv.reader(body or lines[skipped + 1 :], delimiter=separator) if row]
    return Layout(headers, separator, skipped, places, rows)


def head_and_tail(data: bytes | Path) -> tuple[bytes, bytes]:
    """The first and the last bytes of a file."""
    if isinstance(data, bytes):
        return data[:_SAMPLED_BYTES], data[_SAMPLED_BYTES:][-_SAMPLED_BYTES:]
    with data.open("rb") as file:
        head = file.read(_SAMPLED_BYTES)
        size = file.seek(0, io.SEEK_END)
        file.seek(max(len(head), size - _SAMPLED_BYTES))
        return head, file.read()


def recognise(head: bytes, tail: bytes, mapping: dict[str, str]) -> bool:
    """Whether these are the first bytes of such a file."""
    return layout(head, tail, mapping) is not None


def read(data: bytes | Path, file: str, choices: Choices, collected: Collected) -> None:
    """Read the samples of a file.

    Raises:
        UnreadableFile: its times cannot be read, or it has no column that is a counter.
    """
    found = layout(*head_and_tail(data), choices.mapping)
    if found is None:
        raise UnreadableFile("unknown_format", f"{file} has no column that is a time, or none that is a VM.")
    _check_objects(found, file)
    format_ = time_format(found.texts("time"))
    if format_ is None:
        shown = next((each for each in found.texts("time") if each.strip()), "")[:60]
        raise UnreadableFile("unknown_times", f"The times of {file} cannot be read, such as {shown!r}.")
    if format_.ambiguous:
        collected.note(
            "date_order", "warning", "Day and month could be the other way round; the month was taken first.", file
        )
    collected.local_times |= bool(format_.pattern) and not format_.zoned
    if found.long:
        _read_long(data, file, found, format_, choices, collected)
    else:
        _read_wide(data, file, found, format_, choices, collected)


_OTHER_OBJECTS = {
    "host": "hosts",
    "host system": "hosts",
    "cluster": "clusters",
    "cluster compute resource": "clusters",
    "datastore": "datastores",
    "datacenter": "datacenters",
}


def _check_objects(found: Layout, file: str) -> None:
    """Refuse a view whose objects are no VMs: its headers begin with what they are about."""
    subjects = {each.partition("|")[0].strip().lower() for each in found.headers if each.count("|") >= 2}
    others = {words for subject, words in _OTHER_OBJECTS.items() if subject in subjects}
    if others and not subjects & {"vm", "virtual machine"}:
        raise UnreadableFile(
            "other_objects",
            f"{file} is a view of {' and '.join(sorted(others))}, and not of VMs. Export the view of virtual machines.",
        )


def scan(data: bytes | Path, layout_: Layout, numbers: Sequence[int], file: str) -> pl.LazyFrame:
    """The rows of a CSV file, with columns by their place; in columns of numbers, any other cell is null."""
    wanted = set(numbers)
    grouped = _with_thousands(layout_, numbers)
    schema = {
        f"c{at}": pl.Float64() if at in wanted and not grouped else pl.String() for at in range(len(layout_.headers))
    }
    decimal_comma = layout_.separator != "," and _decimal_comma(layout_, numbers)
    try:
        frame = pl.scan_csv(
            data,
            has_header=False,
            skip_lines=layout_.skipped + 1,
            separator=layout_.separator,
            schema=schema,
            ignore_errors=True,
            truncate_ragged_lines=True,
            decimal_comma=decimal_comma and not grouped,
        )
        if not grouped:
            return frame
        texts = (pl.col(f"c{at}").str.replace_all(",", "", literal=True) for at in sorted(wanted))
        return frame.with_columns(each.str.strip_chars().cast(pl.Float64, strict=False) for each in texts)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise UnreadableFile("no_csv", f"{file} cannot be read as CSV.") from error


_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")


def _with_thousands(layout_: Layout, numbers: Sequence[int]) -> bool:
    """Whether numbers between commas have commas between their thousands, too."""
    cells = (row[at].strip() for row in layout_.samples[:5_000] for at in numbers if at < len(row))
    return layout_.separator == "," and any(_THOUSANDS.fullmatch(each) for each in cells)


def _decimal_comma(layout_: Layout, numbers: Sequence[int]) -> bool:
    cells = [row[at] for row in layout_.samples[:2_000] for at in numbers if at < len(row)]
    return sum("," in each for each in cells) > sum("." in each for each in cells)


def _no_numbers(layout_: Layout, numbers: Sequence[int]) -> str | None:
    """A cell that is neither blank nor a number."""
    for row in layout_.samples[:5_000]:
        for at in numbers:
            text = row[at].strip() if at < len(row) else ""
            if text and text.lower() not in ("nan", "null", "none", "-", "n/a"):
                try:
                    float(text.replace(",", "" if _THOUSANDS.fullmatch(text) else "."))
                except ValueError:
                    return text[:60]
    return None


def _about_numbers(layout_: Layout, numbers: Sequence[int], file: str, collected: Collected) -> None:
    if (shown := _no_numbers(layout_, numbers)) is not None:
        collected.note("not_a_number", "repaired", f"Cells that are no number are missing, such as {shown!r}.", file)


def _read_wide(
    data: bytes | Path, file: str, found: Layout, format_: TimeFormat, choices: Choices, collected: Collected
) -> None:
    headers = [name for at, name in enumerate(found.headers) if name and at not in found.places.values()]
    used, unused = chosen(dict.fromkeys(headers), choices.mapping)
    if not used:
        raise _no_counter(file, headers)
    _about_units(used, file, collected)
    collected.unused += unused
    places = {key: found.headers.index(key) for key in used}
    _about_numbers(found, list(places.values()), file, collected)
    of_counter: dict[Counter, list[pl.Expr]] = {}
    for key, told in used.items():
        of_counter.setdefault(told.counter, []).append(pl.col(f"c{places[key]}") * told.factor)
    collected.counters |= set(of_counter)
    # Single disks make no sum where one of them is blank.
    values = [
        pl.sum_horizontal(parts, ignore_nulls=False).alias(counter.value) for counter, parts in of_counter.items()
    ]
    frame = scan(data, found, list(places.values()), file).select(
        pl.col(f"c{found.places['vm']}").alias("vm"),
        pl.col(f"c{found.places['time']}").alias("time"),
        *values,
    )
    counters = tuple(of_counter)
    for batch in _batches(frame, file):
        kept = _named(format_.timed(batch, choices.time_zone), collected)
        numbers = kept.select(each.value for each in counters)
        collected.blanks += sum(numbers.null_count().row(0))
        collected.partitions.add(
            Block(
                counters,
                collected.names.codes(kept["vm"]),
                kept["time"].to_numpy(),
                _clean(numbers.to_numpy().T),
            )
        )


def _read_long(
    data: bytes | Path, file: str, found: Layout, format_: TimeFormat, choices: Choices, collected: Collected
) -> None:
    value = found.places["value"]
    _about_numbers(found, [value], file, collected)
    rows = scan(data, found, [value], file)
    if "counter" in found.places:
        counter = pl.col(f"c{found.places['counter']}")
        keys = rows.select(counter.unique()).collect(engine="streaming").to_series().drop_nulls().sort().to_list()
        used, unused = chosen(keys, choices.mapping)
    else:
        keys = [_metric_of(file)]
        counter = pl.lit(keys[0])
        used, unused = _of_file(keys[0], found.headers[value], choices.mapping)
    if not used:
        raise _no_counter(file, keys)
    _about_units(used, file, collected)
    collected.unused += unused
    collected.counters |= {each.counter for each in used.values()}
    frame = rows.select(
        pl.col(f"c{found.places['vm']}").alias("vm"),
        pl.col(f"c{found.places['time']}").alias("time"),
        # An enumeration is mapped row by row; a replacement by a table would keep all rows in memory.
        counter.cast(pl.Enum(list(used)), strict=False).to_physical().cast(pl.Int32).alias("code"),
        pl.col(f"c{value}").alias("value"),
    )
    meanings = list(used.values())
    disks = {name: at for at, name in enumerate(dict.fromkeys(each.instance for each in meanings))}
    for batch in _batches(frame, file):
        kept = _named(format_.timed(batch, choices.time_zone), collected).filter(pl.col("code").is_not_null())
        collected.blanks += kept["value"].null_count()
        vms, times = collected.names.codes(kept["vm"]), kept["time"].to_numpy()
        code, values = kept["code"].to_numpy(), _clean(kept["value"].to_numpy())
        for counter_ in dict.fromkeys(each.counter for each in meanings):
            own = [at for at, each in enumerate(meanings) if each.counter == counter_]
            at = np.flatnonzero(np.isin(code, own))
            factors = np.array([each.factor for each in meanings])[code[at]]
            instances = None
            if any(meanings[each].instance for each in own):
                instances = np.array([disks[each.instance] for each in meanings], dtype=np.int32)[code[at]]
            collected.partitions.add(
                Block((counter_,), vms[at], times[at], (values[at] * factors)[np.newaxis], instances)
            )


def _batches(frame: pl.LazyFrame, file: str) -> Iterator[pl.DataFrame]:
    try:
        yield from frame.collect_batches(chunk_size=_CHUNK_ROWS, maintain_order=True)
    except pl.exceptions.PolarsError as error:
        raise UnreadableFile("no_csv", f"{file} cannot be read as CSV.") from error


def _named(batch: pl.DataFrame, collected: Collected) -> pl.DataFrame:
    """The rows with the name of a VM and a time."""
    kept = batch.filter(
        pl.col("vm").is_not_null() & (pl.col("vm").str.strip_chars() != "") & pl.col("time").is_not_null()
    )
    collected.rows_read += batch.height
    collected.rows_rejected += batch.height - kept.height
    return kept


def _clean(values: Floats) -> Floats:
    # These products write a value below zero for what was not measured.
    numbers = np.array(values, dtype=np.float64)
    numbers[~np.isfinite(numbers) | (numbers < 0)] = np.nan
    return numbers


def _metric_of(file: str) -> str:
    stem = PurePath(file).stem
    named = _METRIC_FILE.match(stem)
    return named.group(1) if named else stem


def _of_file(metric: str, header: str, mapping: dict[str, str]) -> tuple[dict[str, Meaning], list[str]]:
    """The meaning of a file's only counter: by the mapping of its column, or by the name of the file."""
    told = mapping.get(metric)
    found = mapped(told) if told else meaning(metric) or meaning(header)
    return ({metric: found}, []) if found else ({}, [metric])


def _about_units(used: dict[str, Meaning], file: str, collected: Collected) -> None:
    assumed = [key for key, told in used.items() if told.assumed]
    if assumed:
        collected.note(
            "unit_assumed", "warning", f"No unit is said for {', '.join(assumed)}: taken as KiB, as the product.", file
        )


def _no_counter(file: str, keys: Sequence[str]) -> UnreadableFile:
    shown = ", ".join(repr(each) for each in list(keys)[:8])
    return UnreadableFile("no_counters", f"No counter of {file} is known: {shown}. Say which column is what.")
