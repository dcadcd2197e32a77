"""A file becomes an inventory: which format it is, by its content, and what it holds."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import compress
from typing import Any

from pydantic import ValidationError

from hostwise.estate.importers import drive_health, generic
from hostwise.estate.importers.building import merged, names_in_words, repeated_names
from hostwise.estate.importers.bundle import Bundle, opened
from hostwise.estate.importers.formats import importers
from hostwise.estate.importers.problems import UnreadableFile
from hostwise.numerals.writing import counted
from hostwise.plan.estate import MOST_HOSTS, MOST_VMS, EstateFinding, Inventory, Source

MOST_FILE_BYTES = 256 * 1024 * 1024
"""Largest file: 50,000 VMs with all tabs take about 60 MiB as a workbook, and 150 as CSV."""


def read_inventory(
    data: bytes, name: str, mapping: Mapping[str, str] | None = None, *, addition: bool = False
) -> Inventory:
    """The inventory in a file.

    Args:
        data: the content of the file.
        name: its name, for messages.
        mapping: header by column of the inventory, for a table of no known format; see `generic.MAPPABLE`.
        addition: whether it may hold only drives, since other files hold the VMs.

    Raises:
        UnknownColumns: it is a table of no known format, whose columns somebody has to name.
        UnreadableFile: it cannot be read, or is no inventory.
    """
    if len(data) > MOST_FILE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_FILE_BYTES // 2**20} MiB. Split it by cluster.")
    with _no_collecting():
        return _read(data, name, mapping, addition=addition)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Do not look for cycles of objects meanwhile: millions of cells have none, and it takes a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _read(data: bytes, name: str, mapping: Mapping[str, str] | None, *, addition: bool) -> Inventory:
    bundle = opened(data, name)
    digest = hashlib.sha256(data).hexdigest()
    # Together: one file has the wear of a drive, and another its model.
    of_drives = [drive_health.recognise(document) for _, document in bundle.documents]
    drives = list(compress(bundle.documents, of_drives))
    others = [each for each, is_drive in zip(bundle.documents, of_drives, strict=True) if not is_drive]
    found = [_document(document, file, digest) for file, document in others]
    if bundle.tables:
        found.append(_tables(bundle, digest, mapping))
    if drives:
        source = Source(kind=drive_health.KEY, label=drive_health.LABEL, file=bundle.name, sha256=digest)
        found.append(drive_health.read_all(drives, source))
    whole = merged(found)
    whole.findings.extend([*repeated_names(whole.vms), *_never_read(bundle, whole)])
    if addition and whole.drives is not None:
        return whole
    check_vms(whole, name)
    if len(whole.vms) == 0:
        raise UnreadableFile("no_vms", f"{name} was recognised as {whole.sources[0].label} and holds no VM.")
    if len(whole.vms) > MOST_VMS or len(whole.hosts) > MOST_HOSTS:
        raise UnreadableFile("too_many_vms", f"{name} holds {len(whole.vms):,} VMs; at most {MOST_VMS:,} are read.")
    return whole


def check_vms(inventory: Inventory, name: str) -> None:
    """Raise `UnreadableFile` where there are drives and no VM: drives add to an estate, and are none."""
    if inventory.drives is not None and len(inventory.vms) == 0:
        raise UnreadableFile(
            "only_drives",
            f"{name} holds {counted(len(inventory.drives), 'drives')} and no VM: bring the export of the VMs too, "
            "in one zip with them, or as another file on the command line.",
        )


def _tables(bundle: Bundle, digest: str, mapping: Mapping[str, str] | None) -> Inventory:
    def source(key: str, label: str) -> Source:
        return Source(kind=key, label=label, file=bundle.name, sha256=digest)

    found = importers().recognised("tables", bundle.tables) if mapping is None else None
    if found is not None:
        key, importer = found
        return importer.read(bundle.tables, source(key, importer.label))
    return generic.read(bundle.tables, source(generic.KEY, generic.LABEL), mapping)


def _never_read(bundle: Bundle, whole: Inventory) -> list[EstateFinding]:
    """Files of a zip of which nothing was used."""
    used = {each.file for each in whole.tabs}
    idle = list(dict.fromkeys(each.file for each in bundle.tables if each.file not in used))
    if not idle or not used:
        return []
    message = f"Files of which nothing was read, since they are of another format: {names_in_words(idle)}."
    return [EstateFinding(code="file_not_read", kind="warning", message=message, place=bundle.name, count=len(idle))]


def _document(document: Any, file: str, digest: str) -> Inventory:
    if isinstance(document, dict) and document.get("format") == "hostwise-inventory":
        try:
            return Inventory.model_validate(document)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = "/".join(str(part) for part in first["loc"])
            raise UnreadableFile("bad_inventory", f"{file} is a damaged inventory: {where}: {first['msg']}.") from error
    found = importers().recognised("document", document)
    if found is None:
        unused = "".join(f" {each}" for each in importers().refused)
        raise UnreadableFile("unknown_format", f"{file} is JSON of an unknown kind.{unused}")
    key, importer = found
    return importer.read(document, Source(kind=key, label=importer.label, file=file, sha256=digest))
