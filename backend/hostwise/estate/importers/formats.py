"""The formats of estates that are read: those of Hostwise, followed by those of plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import ValidationError

from hostwise.estate.importers import (
    aws_migration,
    azure_migrate,
    ceph,
    drive_health,
    google_migration,
    govc,
    hyperv,
    kubevirt,
    libvirt,
    live_optics,
    nutanix,
    openstack,
    prism,
    proxmox,
    rvtools,
    xenserver,
)
from hostwise.estate.importers.generic import KEY as ANY_TABLE
from hostwise.plan.estate import EstateFinding, Inventory, Source
from hostwise.plan.estate_codes import ESTATE_CODES, plugin_code
from hostwise.plugins import IMPORTERS, NotAPlugin, Refused, load_plugins
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Table

Content = Any
"""What is read: `Sequence[Table]` for tables, a document of JSON as Python has it for documents."""

T = TypeVar("T")


class Importer(Protocol):
    """Reads one format. The built-in ones and those of plug-ins are alike.

    Attributes:
        label: the format in words.
        reads: `tables` (workbooks, CSV, or a zip of them) or `document` (JSON).
    """

    @property
    def label(self) -> str: ...  # noqa: D102

    @property
    def reads(self) -> str: ...  # noqa: D102

    def recognise(self, content: Content, /) -> bool:
        """Whether it is of this format. Asked of many files that are not."""

    def read(self, content: Content, source: Source, /) -> Inventory:
        """The estate. Raises `UnreadableFile`, with a message for the reader, where it holds none."""


class TableFormat(NamedTuple):
    """A format of tables."""

    label: str
    recognise: Callable[[Sequence[Table]], bool]
    read: Callable[[Sequence[Table], Source], Inventory]
    reads: Literal["tables"] = "tables"


class DocumentFormat(NamedTuple):
    """A format of JSON documents."""

    label: str
    recognise: Callable[[Any], bool]
    read: Callable[[Any, Source], Inventory]
    reads: Literal["document"] = "document"
    together: Callable[[Sequence[tuple[str, Any]], Source], Inventory] | None = None


def _several(module: Any) -> DocumentFormat:
    """A format whose documents are read together, since one says what another lacks."""
    return DocumentFormat(module.LABEL, module.recognise, module.read, together=module.read_all)


_OF_TABLES = (
    nutanix,
    rvtools,
    live_optics,
    azure_migrate,
    openstack,
    xenserver,
    libvirt,
    google_migration,
    aws_migration,
    prism,
    hyperv,
)

_TOGETHER = (kubevirt, proxmox, ceph)
"""Formats whose documents are read together. Each may have documents without a VM, which complete others."""

_BUILT_IN: Mapping[str, Importer] = {
    **{each.KEY: TableFormat(each.LABEL, each.recognise, each.read) for each in _OF_TABLES},
    **{each.KEY: _several(each) for each in _TOGETHER},
    govc.KEY: DocumentFormat(govc.LABEL, govc.recognise, govc.read),
    drive_health.KEY: DocumentFormat(drive_health.LABEL, drive_health.recognise, drive_health.read),
}
"""In the order in which they are tried: who looks like another format comes before it."""

_LISTS = (openstack, xenserver, libvirt, google_migration, prism, hyperv)


def is_part(table: Table) -> bool:
    """Whether a table says nothing alone and completes a list, such as that of flavours one of servers."""
    return any(each.is_part(table) for each in _LISTS)


def completed(table: Table, part: Table) -> bool:
    """Whether a table is a list that such a part completes."""
    return any(each.is_part(part) and each.recognise([table]) and not each.is_part(table) for each in _LISTS)


def is_of_all_lists(part: Table) -> bool:
    """Whether the rows of a part may be of any of several lists, as disks are that name VMs of all hosts."""
    return hyperv.is_part(part)


def completes(document: Any) -> str | None:
    """The key of the format of a document without VMs, which is read together with others of that format."""
    return next((each.KEY for each in _TOGETHER if each.recognise(document) and each.completes(document)), None)


def is_home(document: Any, key: str) -> bool:
    """Whether a document is one that others of its format complete."""
    return any(key == each.KEY and each.recognise(document) and not each.completes(document) for each in _TOGETHER)


def what_is_missing(key: str) -> str:
    """What a file of a format is that has no VM, and what to add to it."""
    return next((each.ALONE for each in _TOGETHER if key == each.KEY), "")


class Importers(NamedTuple):
    """The importers by key, in the order in which they are tried, and the plug-ins that are not used."""

    by_key: Mapping[str, Importer]
    refused: tuple[Refused, ...]

    def recognised(self, reads: Literal["tables", "document"], content: Content) -> tuple[str, Importer] | None:
        """Key and importer of the first format that it is of."""
        return next(
            ((key, each) for key, each in self.by_key.items() if each.reads == reads and each.recognise(content)),
            None,
        )


@cache
def importers() -> Importers:
    """All importers. Plug-ins are loaded at the first call."""
    found = load_plugins(IMPORTERS, [*_BUILT_IN, ANY_TABLE], _importer)
    plugins = {key: _Plugin(key, found.places[key], each) for key, each in found.by_key.items()}
    return Importers({**_BUILT_IN, **plugins}, found.refused)


def _importer(plugin: Any) -> Importer:
    if not isinstance(getattr(plugin, "label", None), str):
        raise NotAPlugin("it has no `label`, a text.")
    if getattr(plugin, "reads", None) not in ("tables", "document"):
        raise NotAPlugin('its `reads` must be "tables" or "document".')
    for name in ("recognise", "read"):
        if not callable(getattr(plugin, name, None)):
            raise NotAPlugin(f"it has no function `{name}`.")
    found: Importer = plugin
    return found


@dataclass(frozen=True)
class _Plugin:
    """An importer of a plug-in: its mistakes are told with its name, and what it gives is checked."""

    key: str
    place: str
    plugin: Importer

    @property
    def label(self) -> str:
        return self.plugin.label

    @property
    def reads(self) -> str:
        return self.plugin.reads

    def recognise(self, content: Content) -> bool:
        return bool(self._asked(self.plugin.recognise, content))

    def read(self, content: Content, source: Source) -> Inventory:
        found = self._asked(self.plugin.read, content, source)
        if not isinstance(found, Inventory):
            raise self._failure(f"it gave {type(found).__name__} instead of an Inventory.")
        try:
            # Whole and in detail: Hostwise's own importers are tested not to break the limits of an inventory.
            found = Inventory.model_validate(found.model_dump())
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = "/".join(str(part) for part in first["loc"])
            raise self._failure(f"its inventory is wrong: {where}: {first['msg']}.") from error
        cells = self._about_cells(content, found)
        own = [each for each in found.findings if each not in cells]
        self._check_codes([each.code for each in own])
        self._check_codes([each.code for each in cells if each.code not in ESTATE_CODES])
        return found.model_copy(update={"sources": found.sources or [source], "findings": [*cells, *own]})

    def _about_cells(self, content: Content, found: Inventory) -> list[EstateFinding]:
        """What Hostwise says of the cells of the tables that were read, whether or not the plug-in passes it on."""
        if self.reads != "tables":
            return []
        used = {(each.file, each.tab) for each in found.tabs}
        return [finding for each in content if (each.file, each.name) in used for finding in each.told()]

    def _check_codes(self, codes: Sequence[str]) -> None:
        start = plugin_code(self.key, "")
        wrong = next((each for each in codes if not each.startswith(start)), None)
        if wrong is not None:
            raise self._failure(f"its finding has the code {wrong!r}; codes of this plug-in begin with {start!r}.")

    def _asked(self, function: Callable[..., T], *arguments: object) -> T:
        try:
            return function(*arguments)
        except (UnreadableFile, MemoryError):
            raise
        except Exception as error:
            raise self._failure(f"{type(error).__name__}: {error}") from error

    def _failure(self, reason: str) -> UnreadableFile:
        return UnreadableFile("plugin_failed", f"The plug-in {self.key} ({self.place}) failed: {reason}")
