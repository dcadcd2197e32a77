"""Drives that exist: their wear and what was written to them, as smartctl and nvme-cli write it in JSON.

A drive counts its wear in shares of what its maker rates: NVMe and SAS name it "percentage used"; of SATA it is the
statistic of that name, else an attribute, whose normalised value falls from 100 (what is left), while its raw value
may rise (what is used). What was written is told in units of 512,000 bytes (NVMe), in 10^9 bytes (SAS), in sectors
(SATA statistics), or in what the name of a SATA attribute says.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.building import (
    drive_columns,
    figures,
    inventory,
    names_in_words,
    twins,
    vm_columns,
    without,
)
from hostwise.estate.importers.drive_wear import attributes_of, dicts, inside, scaled, statistic, used_share
from hostwise.number_format.writing import counted
from hostwise.plan.estate import DRIVES_TAB, Inventory, Source
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Floats, Table, as_text
from hostwise.tables.units import GB_PER_BYTE

KEY, LABEL = "drive_health", "SMART of drives"

TB_PER_BYTE = 1e-12
_UNIT_BYTES, _SECTOR_BYTES = 512_000, 512
"""An NVMe data unit is a thousand sectors of 512 bytes, whatever the drive is formatted to."""

_WRITTEN = re.compile(r"(?:host|lifetime|total)_(?:(?:lbas|sectors)_writ\w+|(?:host_)?writes?_(?P<unit>[a-z0-9]+))")
"""Attributes of what the host wrote: never of what the drive wrote to its flash."""

_BYTES_OF = {
    None: _SECTOR_BYTES,
    "32mib": 32 * 2**20,
    "mib": 2**20,
    "gib": 2**30,
    "gb": 10**9,
    "tib": 2**40,
    "tb": 10**12,
}
"""Bytes of a unit in the name of an attribute; sectors where it counts LBAs."""

_UNCORRECTED = 187
"""Number of the SATA attribute that counts errors which could not be corrected."""

_SHARE_TO_JUDGE, _LEAST_FULL_WRITES, _MOST_BYTES_S = 0.02, 10, 20e9
"""Used share from which writes are held against wear, the fewest full writes that any flash is rated for, and more
bytes in a second than any drive takes."""

_SETTLED_HOURS = 30 * 24

_WRITTEN_OVER = 0.5
"""Full writes of a drive whose unit of writes is the right one: the next smaller unit gives a thousandth."""

_LEAST_USED, _MOST_UNWORN_WRITES = 0.005, 550
"""Full writes after which even a drive that takes thirty a day for five years has used a percent of its wear."""

_CONTROLLER = re.compile(r"nvme\d+")


def _parts(document: Any) -> list[dict[str, Any]]:
    return [each for each in (document if isinstance(document, list) else [document]) if isinstance(each, dict)]


def _is_smartctl(part: Mapping[str, Any]) -> bool:
    return isinstance(part.get("smartctl"), dict)


def _is_log(part: Mapping[str, Any]) -> bool:
    return "data_units_written" in part and not part.keys().isdisjoint({"percent_used", "percentage_used"})


def _is_controller(part: Mapping[str, Any]) -> bool:
    return {"sn", "mn", "vid"} <= part.keys()


def _is_list(part: Mapping[str, Any]) -> bool:
    devices = part.get("Devices")
    return isinstance(devices, list) and all(isinstance(each, dict) for each in devices)


def recognise(document: Any) -> bool:
    """Whether it is output of smartctl or nvme-cli, or a list of them."""
    kinds = (_is_smartctl, _is_log, _is_controller, _is_list)
    return any(is_one(part) for part in _parts(document) for is_one in kinds)


def read(document: Any, source: Source) -> Inventory:
    """The drives of one document."""
    return read_all([(source.file, document)], source)


def read_all(documents: Sequence[tuple[str, Any]], source: Source) -> Inventory:
    """The drives of some documents: an inventory without VMs.

    Args:
        documents: name of the file and content of each.
        source: the file that they are from, such as a zip.
    """
    parts = [(file, part) for file, document in documents for part in _parts(document)]
    known = _Known.of(parts)
    records = [_record(file, part, known) for file, part in parts if _is_log(part) or _is_drive(part)]
    if not records:
        raise UnreadableFile("no_drives", f"{source.file} names drives, and has the health of none.")
    _on_hosts(records)
    table = Table.of_records(source.file, DRIVES_TAB, records)
    texts = {key: table.texts(key) or [] for key in ("file", "host", "device", "model", "serial", "kind")}
    numbers = {key: table.numbers(header) for key, header in _NUMBERS.items()}
    table.reject(
        "drives_hard_disks",
        "Hard disks do not wear by what is written to them: they are left out.",
        [at for at, kind in enumerate(texts["kind"]) if kind == _HARD_DISK],
    )
    _without_health(table, records, numbers)
    sizes = figures(_known(numbers["capacity_gb"], len(table))) or [None] * len(table)
    named = list(zip(texts["serial"], texts["model"], sizes, strict=True))
    again = twins(named, numbers["power_on_hours"], table.rejected)
    table.reject("drive_twice", _twice_words(texts["serial"][at] for at in again), again)
    numbers["written_tb"], numbers["used_share"] = _plausible(table, numbers)
    _nameless(table, texts["model"])
    warns = [None if each == "" else each == "yes" for each in table.texts("warns") or []]
    columns = {key: each for key, each in texts.items() if key != "file" and any(each)} | numbers
    kept = {key: without(each, table.rejected) for key, each in columns.items()}
    drives = drive_columns(without(texts["file"], table.rejected), warns=without(warns, table.rejected), **kept)
    taken = max((each for _, part in parts if (each := _taken_at(part)) is not None), default=None)
    whole = inventory(
        source.model_copy(update={"taken_at": taken}), [table], vm_columns([], id=[], power=[], template=[])
    )
    return whole.model_copy(update={"drives": drives})


_HARD_DISK = "hard disk"

_NUMBERS = {
    "capacity_gb": "capacity gb",
    "used_share": "used share",
    "written_tb": "written tb",
    "power_on_hours": "hours",
    "media_errors": "media errors",
    "spare_share": "spare share",
}
"""Headers of the table of drives by column."""


def _twice_words(serials: Iterable[str]) -> str:
    return (
        "Drives that are listed twice count once, by the reading with more hours of power: "
        f"{names_in_words(dict.fromkeys(serials))}."
    )


def _is_drive(part: Mapping[str, Any]) -> bool:
    """Whether output of smartctl is about a drive: that of a scan lists some."""
    return _is_smartctl(part) and "devices" not in part


class _About(NamedTuple):
    """What nvme-cli says of a drive apart from its health."""

    model: Any
    serial: Any
    capacity: Any


class _Known:
    """Models and serial numbers of NVMe drives, by the folder and the controller that files are about."""

    def __init__(self) -> None:
        self._by_controller: dict[tuple[str, str], _About] = {}
        self._by_folder: dict[str, list[_About]] = {}
        self._logs: dict[str, int] = {}

    @classmethod
    def of(cls, parts: Iterable[tuple[str, dict[str, Any]]]) -> _Known:
        """Those of `nvme list` and `nvme id-ctrl`."""
        known = cls()
        for file, part in parts:
            folder = _folder(file)
            if _is_controller(part):
                about = _About(part["mn"], part["sn"], part.get("tnvmcap"))
                known._keep(folder, _controller(file), about)
            elif _is_list(part):
                for controller, about in _listed(part["Devices"]):
                    known._keep(folder, controller, about)
            elif _is_log(part):
                known._logs[folder] = known._logs.get(folder, 0) + 1
        return known

    def _keep(self, folder: str, controller: str, about: _About) -> None:
        if controller:
            self._by_controller.setdefault((folder, controller), about)
        if all(each.serial != about.serial for each in self._by_folder.setdefault(folder, [])):
            self._by_folder[folder].append(about)

    def about(self, file: str) -> _About:
        """What is known of the drive that a file is about: by its controller, or where there is no other drive."""
        folder = _folder(file)
        found = self._by_controller.get((folder, _controller(file)))
        if found is not None:
            return found
        all_of_folder = self._by_folder.get(folder, [])
        alone = len(all_of_folder) == 1 and self._logs.get(folder) == 1
        return all_of_folder[0] if alone else _About("", "", "")


def _listed(devices: Iterable[dict[str, Any]]) -> Iterator[tuple[str, _About]]:
    """Drives of `nvme list`: flat as it was, or nested by subsystem and controller as newer versions write it."""
    for device in devices:
        if "SerialNumber" in device:
            about = _About(device.get("ModelNumber"), device["SerialNumber"], device.get("PhysicalSize"))
            yield _controller(as_text(device.get("DevicePath"))), about
        for subsystem in dicts(device.get("Subsystems")):
            for controller in dicts(subsystem.get("Controllers")):
                spaces = dicts(controller.get("Namespaces")) or dicts(subsystem.get("Namespaces"))
                sizes = [size for each in spaces if isinstance(size := each.get("PhysicalSize"), (int, float))]
                about = _About(
                    controller.get("ModelNumber"), controller.get("SerialNumber"), sum(sizes) if sizes else None
                )
                yield as_text(controller.get("Controller")), about


def _record(file: str, part: dict[str, Any], known: _Known) -> dict[str, Any]:
    """One row of the table of drives."""
    if _is_smartctl(part):
        return {"file": file, "host": ""} | _of_smartctl(part)
    about = known.about(file)
    return {
        "file": file,
        "host": "",
        "device": _controller(file) and f"/dev/{_controller(file)}",
        "model": as_text(about.model),
        "serial": as_text(about.serial),
        "kind": "NVMe",
        "capacity gb": scaled(about.capacity, GB_PER_BYTE),
        **_of_log(part),
    }


def _of_log(log: Mapping[str, Any]) -> dict[str, Any]:
    """What the health log of an NVMe drive says, by the names of either tool."""

    def first(*keys: str) -> Any:
        return next((log[key] for key in keys if key in log), None)

    warning = first("critical_warning")
    if isinstance(warning, dict):
        # In its long form nvme-cli divides it into its bits.
        warning = warning.get("value")
    return {
        "used share": scaled(first("percent_used", "percentage_used"), 0.01),
        "written tb": scaled(first("data_units_written"), _UNIT_BYTES * TB_PER_BYTE),
        "hours": scaled(first("power_on_hours")),
        "media errors": scaled(first("media_errors")),
        "warns": _yes(None if warning is None else as_text(warning) not in ("0", "0x0", "0x00")),
        "spare share": scaled(first("avail_spare", "available_spare"), 0.01),
    }


def _of_smartctl(part: dict[str, Any]) -> dict[str, Any]:
    protocol = as_text(inside(part, "device", "protocol"))
    log = inside(part, "nvme_smart_health_information_log")
    rotation = inside(part, "rotation_rate")
    turns = isinstance(rotation, (int, float)) and rotation > 0
    kind = _HARD_DISK if turns else {"ATA": "SATA", "SCSI": "SAS"}.get(protocol, protocol)
    capacity = inside(part, "user_capacity", "bytes")
    passed = inside(part, "smart_status", "passed")
    found = {
        "device": as_text(inside(part, "device", "name")),
        "model": as_text(part.get("model_name") or part.get("scsi_model_name") or part.get("product")),
        "serial": as_text(part.get("serial_number")),
        "kind": kind,
        "capacity gb": scaled(part.get("nvme_total_capacity") if capacity is None else capacity, GB_PER_BYTE),
    }
    if isinstance(log, dict):
        return found | _of_log(log) | {"hours": _hours(part, log.get("power_on_hours"))}
    return found | {
        "used share": used_share(part),
        "written tb": _written(part),
        "hours": _hours(part),
        "media errors": _uncorrected(part),
        "warns": _yes(None if not isinstance(passed, bool) else not passed),
        "spare share": scaled(inside(part, "spare_available", "current_percent"), 0.01),
    }


def _hours(part: Mapping[str, Any], otherwise: Any = None) -> Any:
    """Hours of power as smartctl understands them: the raw value of the attribute may hold minutes as well."""
    hours = inside(part, "power_on_time", "hours")
    return scaled(otherwise if hours is None else hours)


def _written(part: Mapping[str, Any]) -> Any:
    gigabytes = inside(part, "scsi_error_counter_log", "write", "gigabytes_processed")
    if gigabytes is not None:
        return scaled(gigabytes, 1e9 * TB_PER_BYTE)
    sectors = statistic(part, "Logical Sectors Written")
    if isinstance(sectors, int):
        size = part.get("logical_block_size")
        return sectors * (size if isinstance(size, int) else _SECTOR_BYTES) * TB_PER_BYTE
    for name, attribute in attributes_of(part).items():
        found = _WRITTEN.fullmatch(name)
        bytes_of = _BYTES_OF.get(found["unit"]) if found is not None else None
        if bytes_of is not None and isinstance(raw := inside(attribute, "raw", "value"), int):
            return raw * bytes_of * TB_PER_BYTE
    return ""


def _uncorrected(part: Mapping[str, Any]) -> Any:
    log = part.get("scsi_error_counter_log")
    if isinstance(log, dict):
        errors = [each.get("total_uncorrected_errors") for each in log.values() if isinstance(each, dict)]
        return sum(each for each in errors if isinstance(each, int))
    counted_ = statistic(part, "Number of Reported Uncorrectable Errors")
    if counted_ is not None:
        return scaled(counted_)
    rows = dicts(inside(part, "ata_smart_attributes", "table"))
    return scaled(next((inside(each, "raw", "value") for each in rows if each.get("id") == _UNCORRECTED), None))


def _without_health(table: Table, records: Sequence[Mapping[str, Any]], numbers: Mapping[str, Floats | None]) -> None:
    """Leave out drives that say neither their wear nor what was written."""
    silent = np.ones(len(table), dtype=bool)
    for key in ("used_share", "written_tb"):
        column = numbers[key]
        silent &= True if column is None else np.isnan(column)
    rows = [int(at) for at in np.flatnonzero(silent) if int(at) not in table.rejected]
    names = names_in_words(records[at]["file"] for at in rows)
    table.reject(
        "drive_not_read",
        "These say neither wear nor what was written, as without the rights to ask a drive, behind a RAID controller, "
        f"or with an old list of drives: {names}.",
        rows,
    )


def _plausible(table: Table, numbers: Mapping[str, Floats | None]) -> tuple[Floats | None, Floats | None]:
    """What was written and the share of wear that is used, each where it can be.

    Units differ by maker, and a tool that does not know a drive takes sectors: then hardly anything seems written.
    Where the drive was written once over, its wear is what is wrong.
    """
    written, told = numbers["written_tb"], numbers["used_share"]
    if written is None:
        return None, told
    used, capacity, hours = (
        _known(numbers[key], len(table)) for key in ("used_share", "capacity_gb", "power_on_hours")
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        full = written * 1000 / capacity
        too_little = (used >= _SHARE_TO_JUDGE) & (full / used < _LEAST_FULL_WRITES)
        too_much = written / TB_PER_BYTE / (hours * 3600) > _MOST_BYTES_S
    never = (written == 0) & (hours >= _SETTLED_HOURS)
    unworn = (used < _LEAST_USED) & (full > _MOST_UNWORN_WRITES)
    # What no drive could take says nothing of wear.
    unclear = (too_little & (full >= _WRITTEN_OVER) | unworn) & ~too_much
    wrong = too_much | never | too_little & ~unclear
    rows, unclear_rows = (
        [int(at) for at in np.flatnonzero(each) if int(at) not in table.rejected] for each in (wrong, unclear)
    )
    if rows:
        table.repaired.update(rows)
        table.note(
            "drive_writes_implausible",
            "repaired",
            f"What was written cannot be, such as {written[rows[0]]:,.3g} TB: in another unit, or not counted. It is "
            "read as missing.",
            rows,
        )
    if unclear_rows:
        first = unclear_rows[0]
        table.repaired.update(unclear_rows)
        table.note(
            "drive_wear_unclear",
            "repaired",
            f"The wear that they tell cannot be, such as {used[first]:.0%} of what is rated after "
            f"{full[first]:,.3g} full writes: it is not known, and what was written counts.",
            unclear_rows,
        )
    return np.where(wrong, np.nan, written), None if told is None else np.where(unclear, np.nan, told)


def _known(column: Floats | None, length: int) -> Floats:
    return np.full(length, np.nan) if column is None else column


def _nameless(table: Table, models: Sequence[str]) -> None:
    rows = [at for at, each in enumerate(models) if not each and at not in table.rejected]
    if rows:
        table.note(
            "drive_without_model",
            "note",
            f"{counted(len(rows), 'drives')} without model and serial number: nvme-cli writes them in `nvme list` and "
            "`nvme id-ctrl`, which belong into the same folder of the zip, named by the controller (nvme0).",
            rows,
        )


def _on_hosts(records: Sequence[dict[str, Any]]) -> None:
    """Take folders and zips as hosts, where there are several: neither tool writes the name of its host."""
    folders = [PurePosixPath(_folder(each["file"])).name.removesuffix(".zip") for each in records]
    if len(set(folders)) > 1:
        for record, folder in zip(records, folders, strict=True):
            record["host"] = folder


def _taken_at(part: Mapping[str, Any]) -> str | None:
    seconds = inside(part, "local_time", "time_t")
    try:
        return dt.datetime.fromtimestamp(seconds, tz=dt.UTC).date().isoformat() if seconds else None
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _folder(file: str) -> str:
    return str(PurePosixPath(file.replace("\\", "/")).parent)


def _controller(file: str) -> str:
    """The NVMe controller in the name of a file or device, such as `nvme0` of `/dev/nvme0n1`."""
    found = _CONTROLLER.search(PurePosixPath(file.replace("\\", "/")).name.lower())
    return "" if found is None else found[0]


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
