"""A file becomes an inventory: which format it is, by its content, and what it holds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from hostwise.importers import rvtools
from hostwise.importers.building import merged
from hostwise.importers.bundle import Bundle, opened
from hostwise.importers.problems import UnreadableFile
from hostwise.importers.tables import Table, plain
from hostwise.plan.estate import MOST_HOSTS, MOST_VMS, Inventory, Source

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


TABLE_FORMATS: tuple[TableFormat, ...] = (TableFormat(rvtools.KEY, rvtools.LABEL, rvtools.recognise, rvtools.read),)
"""In the order in which they are tried: who looks like another format comes before it."""

DOCUMENT_FORMATS: tuple[DocumentFormat, ...] = ()


def read_inventory(data: bytes, name: str) -> Inventory:
    """The inventory in a file.

    Args:
        data: the content of the file.
        name: its name, for messages.

    Raises:
        UnreadableFile: it cannot be read, or is no inventory.
    """
    if len(data) > MOST_FILE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_FILE_BYTES // 2**20} MiB. Split it by cluster.")
    bundle = opened(data, name)
    digest = hashlib.sha256(data).hexdigest()
    found = [_document(document, file, digest) for file, document in bundle.documents]
    if bundle.tables:
        found.append(_tables(bundle, digest))
    whole = merged(found)
    if len(whole.vms) == 0:
        raise UnreadableFile("no_vms", f"{name} was recognised as {whole.sources[0].label} and holds no VM.")
    if len(whole.vms) > MOST_VMS or len(whole.hosts) > MOST_HOSTS:
        raise UnreadableFile("too_many_vms", f"{name} holds {len(whole.vms):,} VMs; at most {MOST_VMS:,} are read.")
    return whole


def _tables(bundle: Bundle, digest: str) -> Inventory:
    for each in TABLE_FORMATS:
        if each.recognise(bundle.tables):
            source = Source(kind=each.key, label=each.label, file=bundle.name, sha256=digest)
            return each.read(bundle.tables, source)
    raise _unknown(bundle.tables[0], bundle.name)


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


def _unknown(table: Table, name: str) -> UnreadableFile:
    headers = ", ".join(repr(each) for each in [h for h in table.header if plain(h)][:8])
    return UnreadableFile(
        "unknown_format",
        f"{name} is no export that is known. Its first table has the columns {headers}. Say which column is what.",
    )
