"""A file becomes an inventory: which format it is, by its content, and what it holds."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import compress
from pathlib import PurePath
from typing import Any, NamedTuple

from pydantic import ValidationError

from hostwise.estate.importers import drive_health, generic, prism
from hostwise.estate.importers.building import merged, names_in_words, repeated_names
from hostwise.estate.importers.estate_files import open_estate
from hostwise.estate.importers.formats import (
    DocumentFormat,
    completed,
    completes,
    importers,
    is_home,
    is_of_all_lists,
    is_part,
    what_is_missing,
)
from hostwise.estate.importers.misplaced_files import NONE, Misplaced, MisplacedFile, Recognisers
from hostwise.estate.importers.records import listed
from hostwise.number_format.writing import counted
from hostwise.plan.estate import MOST_HOSTS, MOST_VMS, EstateFinding, Inventory, Source
from hostwise.tables.bundle import Bundle
from hostwise.tables.documents import looks_like
from hostwise.tables.nested_records import table_of
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from hostwise.tables.table import Table

MOST_FILE_BYTES = 256 * 1024 * 1024
"""Largest file: 50,000 VMs with all tabs take about 60 MiB as a workbook, and 150 as CSV."""


def read_inventory(
    data: bytes,
    name: str,
    mapping: Mapping[str, str] | None = None,
    *,
    addition: bool = False,
    others: Recognisers = NONE,
) -> Inventory:
    """The inventory in a file.

    Args:
        data: the content of the file.
        name: its name, for messages.
        mapping: header by column of the inventory, for a table of no known format; see `generic.MAPPABLE`.
        addition: whether it may hold only drives, since other files hold the VMs.
        others: how files are known that belong elsewhere.

    Raises:
        Misplaced: it holds no estate, and it is known what it is.
        UnknownColumns: it is a table of no known format, whose columns somebody has to name.
        UnreadableFile: it cannot be read, or is no inventory.
    """
    with _no_collecting():
        return _read(_content(data, name, others), mapping, others, addition=addition)


def read_several(
    files: Sequence[tuple[bytes, str]], mapping: Mapping[str, str] | None = None, *, others: Recognisers = NONE
) -> Inventory:
    """The inventory of several files together; raises as `read_inventory`.

    What says nothing alone, such as a list of flavours, is read with the list that it completes.

    Args:
        files: content and name of each.
        mapping: header by column, for tables of no known format.
        others: how files are known that belong elsewhere.
    """
    with _no_collecting():
        contents = [_content(data, name, others) for data, name in files]
        several = len(contents) > 1
        if several:
            contents = _with_parts(contents)
        found = [_read(each, mapping, others, addition=several) for each in contents]
        whole = merged(sorted(found, key=_without_vms))
    check_vms(whole, files[0][1])
    return whole


class _Content(NamedTuple):
    """A file that is opened: its tables and documents, and what it is known by."""

    bundle: Bundle[MisplacedFile]
    digest: str


def _content(data: bytes, name: str, known: Recognisers) -> _Content:
    if len(data) > MOST_FILE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_FILE_BYTES // 2**20} MiB. Split it by cluster.")
    bundle = open_estate(data, name, known.text)
    documents = []
    for file, document in bundle.documents:
        if (kind := known.document(document)) is not None:
            bundle.apart.append(MisplacedFile(file, kind))
        elif (table := _as_table(document, file)) is not None:
            bundle.tables.append(table)
        else:
            documents.append((file, document))
    bundle.documents = documents
    return _Content(bundle, hashlib.sha256(data).hexdigest())


def _as_table(document: Any, file: str) -> Table | None:
    """The table of a list of objects that is of no other format of documents."""
    if (isinstance(document, dict) and "format" in document) or importers().recognised("document", document):
        return None
    records = prism.records_of(document) or listed(document)
    return None if records is None else table_of(file, PurePath(file).stem, records)


def _with_parts(contents: Sequence[_Content]) -> list[_Content]:
    """Parts of lists in the first file that has the list; files that held nothing else are gone."""
    for each in contents:
        for part in [one for one in each.bundle.tables if is_part(one)]:
            home = next((other for other in contents if any(completed(one, part) for one in other.bundle.tables)), each)
            if home is not each:
                each.bundle.tables.remove(part)
                home.bundle.tables.append(part)
            if is_of_all_lists(part):
                _bring(contents, part, home)
        for file, document in list(each.bundle.documents):
            key = completes(document)
            home = next((other for other in contents if key and _is_home(other, key)), each)
            if home is not each:
                each.bundle.documents.remove((file, document))
                home.bundle.documents.append((file, document))
    return [each for each in contents if each.bundle.tables or each.bundle.documents or each.bundle.apart]


def _bring(contents: Sequence[_Content], part: Table, home: _Content) -> None:
    """Put all lists that a part completes into one file, that of the part."""
    for each in contents:
        for one in [table for table in each.bundle.tables if each is not home and completed(table, part)]:
            each.bundle.tables.remove(one)
            home.bundle.tables.append(one)


def _is_home(content: _Content, key: str) -> bool:
    return any(is_home(document, key) for _, document in content.bundle.documents)


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


def _read(content: _Content, mapping: Mapping[str, str] | None, known: Recognisers, *, addition: bool) -> Inventory:
    bundle, digest = content
    name, documents = bundle.name, bundle.documents
    # Together: one file has the wear of a drive, and another its model.
    of_drives = [drive_health.recognise(document) for _, document in documents]
    drives = list(compress(documents, of_drives))
    others = [each for each, is_drive in zip(documents, of_drives, strict=True) if not is_drive]
    found = [*_documents(others, bundle.name, digest), *_tables(bundle, digest, mapping, known)]
    # Storage and hosts that are listed alone belong to the VMs beside them.
    found.sort(key=_without_vms)
    if drives:
        source = Source(kind=drive_health.KEY, label=drive_health.LABEL, file=bundle.name, sha256=digest)
        found.append(drive_health.read_all(drives, source))
    if not found:
        raise Misplaced(bundle.apart)
    whole = merged(found)
    apart = [each.finding() for each in bundle.apart]
    whole.findings.extend([*repeated_names(whole.vms), *_never_read(bundle, whole), *apart])
    if addition and (whole.drives is not None or _is_addition(whole)):
        return whole
    check_vms(whole, name)
    if len(whole.vms) > MOST_VMS or len(whole.hosts) > MOST_HOSTS:
        raise UnreadableFile("too_many_vms", f"{name} holds {len(whole.vms):,} VMs; at most {MOST_VMS:,} are read.")
    return whole


def check_vms(inventory: Inventory, name: str) -> None:
    """Raise `UnreadableFile` where there is no VM: drives, hosts and storage add to an estate, and are none."""
    if len(inventory.vms):
        return
    if inventory.drives is not None:
        raise UnreadableFile(
            "only_drives",
            f"{name} holds {counted(len(inventory.drives), 'drives')} and no VM: bring the export of the VMs too, "
            "in one zip with them, or as another file on the command line.",
        )
    source = inventory.sources[0]
    alone = what_is_missing(source.kind) if _is_addition(inventory) else ""
    raise UnreadableFile(
        "no_vms",
        f"{source.file} {alone}, in one zip or as another file on the command line."
        if alone
        else f"{name} was recognised as {source.label} and holds no VM.",
    )


def _without_vms(inventory: Inventory) -> bool:
    return not len(inventory.vms)


def _is_addition(inventory: Inventory) -> bool:
    """Whether there are hosts or storage, and VMs are to be in another file."""
    return not len(inventory.vms) and bool(len(inventory.hosts) or len(inventory.datastores))


def _tables(
    bundle: Bundle[MisplacedFile], digest: str, mapping: Mapping[str, str] | None, known: Recognisers
) -> list[Inventory]:
    """An inventory for each format among the tables; files that belong elsewhere are kept as such."""

    def source(key: str, label: str) -> Source:
        return Source(kind=key, label=label, file=bundle.name, sha256=digest)

    found: list[Inventory] = []
    left = bundle.tables
    while left and mapping is None and (recognised := importers().recognised("tables", left)) is not None:
        key, importer = recognised
        found.append(importer.read(left, source(key, importer.label)))
        used = {each.file for each in found[-1].tabs}
        before, left = left, [each for each in left if each.file not in used]
        if len(left) == len(before):
            break
    if found:
        _keep_apart(bundle, left, known)
    elif left:
        of_any = source(generic.KEY, generic.LABEL)
        try:
            found.append(generic.read(left, of_any, mapping))
        except UnknownColumns:
            # Before somebody is asked for its columns.
            others = left if mapping is not None else _keep_apart(bundle, left, known)
            if others:
                found.append(generic.read(others, of_any, mapping))
    return found


def _keep_apart(bundle: Bundle[MisplacedFile], tables: Sequence[Table], known: Recognisers) -> list[Table]:
    """Keep the files of these tables that belong elsewhere as such, and return the tables of the others."""
    files: dict[str, list[Table]] = {}
    for each in tables:
        files.setdefault(each.file, []).append(each)
    kinds = {file: known.tables(own) for file, own in files.items()}
    bundle.apart += [MisplacedFile(file, kind) for file, kind in kinds.items() if kind is not None]
    return [each for each in tables if kinds[each.file] is None]


def _never_read(bundle: Bundle[MisplacedFile], whole: Inventory) -> list[EstateFinding]:
    """Files of a zip of which nothing was used."""
    used = {each.file for each in whole.tabs} | {each.file for each in bundle.apart}
    idle = list(dict.fromkeys(each.file for each in bundle.tables if each.file not in used))
    if not idle or not used:
        return []
    message = f"Files of which nothing was read, since they are of another format: {names_in_words(idle)}."
    return [EstateFinding(code="file_not_read", kind="warning", message=message, place=bundle.name, count=len(idle))]


def _documents(documents: Sequence[tuple[str, Any]], name: str, digest: str) -> list[Inventory]:
    """The inventories of all documents: those of a format that has them in parts are read together."""
    found: list[Inventory] = []
    parts: dict[str, list[tuple[str, Any]]] = {}
    for file, document in documents:
        known = importers().recognised("document", document)
        if known is not None and isinstance(known[1], DocumentFormat) and known[1].together is not None:
            parts.setdefault(known[0], []).append((file, document))
        else:
            found.append(_document(document, file, digest))
    for key, own in parts.items():
        importer = importers().by_key[key]
        if isinstance(importer, DocumentFormat) and importer.together is not None:
            file = own[0][0] if len(own) == 1 else name
            found.append(importer.together(own, Source(kind=key, label=importer.label, file=file, sha256=digest)))
    return found


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
        raise UnreadableFile("unknown_format", f"{file} is JSON of an unknown kind: {looks_like(document)}.{unused}")
    key, importer = found
    return importer.read(document, Source(kind=key, label=importer.label, file=file, sha256=digest))
