"""The content of a file with an estate: tables, documents, and the texts that tools of virtualisation print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from hostwise.estate.importers import libvirt, proxmox
from hostwise.estate.importers.kubernetes_yaml import is_yaml
from hostwise.estate.importers.misplaced_files import NONE, Kind, MisplacedFile
from hostwise.estate.importers.records import is_blocks, table_of_blocks
from hostwise.tables.bundle import Bundle, Opening, opened
from hostwise.tables.documents import yaml_of
from hostwise.tables.problems import UnreadableFile, sentence

_SAMPLED_BYTES = 1 << 16
"""By so many bytes the tool is told that printed a text."""

_NEVER_READ = frozenset(
    {"vHealth", "vFloppy", "vRP", "vNIC", "vSwitch", "vPort", "dvSwitch", "dvPort"}
    | {"vSC_VMK", "vHBA", "vMultiPath", "vLicense", "vFileInfo"}
)
"""Sheets of RVTools that say nothing about size: half of a workbook."""


def open_estate(
    data: bytes, name: str, kind_of: Callable[[bytes, str], Kind | None] = NONE.text
) -> Bundle[MisplacedFile]:
    """The tables and documents of a file.

    Args:
        data: the content of the file.
        name: its name, for messages.
        kind_of: by content and name, what a file is that is not to be opened, since it belongs elsewhere.

    Raises:
        UnreadableFile: it cannot be opened, or holds nothing.
    """

    def apart(content: bytes, file: str) -> MisplacedFile | None:
        kind = kind_of(content, file)
        return None if kind is None else MisplacedFile(file, kind)

    return opened(data, name, Opening(apart, _take_text, _NEVER_READ))


def _take_text(text: bytes, name: str, bundle: Bundle[MisplacedFile]) -> bool:
    """Put what some tool prints into the bundle; False for any other text."""
    head = text[:_SAMPLED_BYTES].decode(errors="replace")
    if is_yaml(text):
        bundle.documents.append((name, _yaml(text, name)))
    elif proxmox.is_list(head):
        bundle.documents.append((name, proxmox.resources_of(text.decode())))
    elif is_blocks(head):
        bundle.tables.append(table_of_blocks(text.decode(), name, PurePath(name).stem))
    elif (tables := libvirt.tables_of(text, name)) is not None:
        bundle.tables += tables
    else:
        return False
    return True


def _yaml(data: bytes, name: str) -> Any:
    try:
        return yaml_of(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile("no_yaml", f"{name} begins like YAML and cannot be read: {sentence(error)}") from error
