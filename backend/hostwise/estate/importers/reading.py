"""A file becomes an inventory: which format it is, by its content, and what it holds."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pydantic import ValidationError

from hostwise.estate.importers import azure_migrate, generic, hyperv, live_optics, nutanix, proxmox, rvtools
from hostwise.estate.importers.building import merged, names_in_words, repeated_names
from hostwise.estate.importers.bundle import Bundle, opened
from hostwise.estate.importers.problems import UnreadableFile
from hostwise.estate.importers.tables import Table
from hostwise.plan.estate import MOST_HOSTS, MOST_VMS, EstateFinding, Inventory, Source

MOST_FILE_BYTES = 256 * 1024 * 1024
"""Largest file: 50,000 VMs with all tabs take about 60 MiB as a workbook, and 150 as CSV."""


class TableFormat(NamedTuple):
    """A format of tables."""

    key: str
    label: str
    recognise: Callable[[Sequence[Table]], bool]
    read: Callable[[Sequence[Table], Source], Inventory]


class DocumentFormat(NamedTuple):
    """A format of JSON documents."""

    key: str
    label: str
    recognise: Callable[[Any], bool]
    read: Callable[[Any, Source], Inventory]


TABLE_FORMATS: tuple[TableFormat, ...] = tuple(
    TableFormat(each.KEY, each.LABEL, each.recognise, each.read)
    for each in (nutanix, rvtools, live_optics, azure_migrate, hyperv)
)
"""In the order in which they are tried: who looks like another format comes before it."""

DOCUMENT_FORMATS: tuple[DocumentFormat, ...] = (
    DocumentFormat(proxmox.KEY, proxmox.LABEL, proxmox.recognise, proxmox.read),
)


def read_inventory(data: bytes, name: str, mapping: Mapping[str, str] | None = None) -> Inventory:
    """The inventory in a file.

    Args:
        data: the content of the file.
        name: its name, for messages.
        mapping: header by column of the inventory, for a table of no known format; see `generic.MAPPABLE`.

    Raises:
        UnknownColumns: it is a table of no known format, whose columns somebody has to name.
        UnreadableFile: it cannot be read, or is no inventory.
    """
    if len(data) > MOST_FILE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_FILE_BYTES // 2**20} MiB. Split it by cluster.")
    with _no_collecting():
        return _read(data, name, mapping)


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


def _read(data: bytes, name: str, mapping: Mapping[str, str] | None) -> Inventory:
    bundle = opened(data, name)
    digest = hashlib.sha256(data).hexdigest()
    found = [_document(document, file, digest) for file, document in bundle.documents]
    if bundle.tables:
        found.append(_tables(bundle, digest, mapping))
    whole = merged(found)
    whole.findings.extend([*repeated_names(whole.vms), *_never_read(bundle, whole)])
    if len(whole.vms) == 0:
        raise UnreadableFile("no_vms", f"{name} was recognised as {whole.sources[0].label} and holds no VM.")
    if len(whole.vms) > MOST_VMS or len(whole.hosts) > MOST_HOSTS:
        raise UnreadableFile("too_many_vms", f"{name} holds {len(whole.vms):,} VMs; at most {MOST_VMS:,} are read.")
    return whole


def _tables(bundle: Bundle, digest: str, mapping: Mapping[str, str] | None) -> Inventory:
    def source(key: str, label: str) -> Source:
        return Source(kind=key, label=label, file=bundle.name, sha256=digest)

    if mapping is None:
        for each in TABLE_FORMATS:
            if each.recognise(bundle.tables):
                return each.read(bundle.tables, source(each.key, each.label))
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
    for each in DOCUMENT_FORMATS:
        if each.recognise(document):
            return each.read(document, Source(kind=each.key, label=each.label, file=file, sha256=digest))
    raise UnreadableFile("unknown_format", f"{file} is JSON of an unknown kind.")
