"""Plug-ins: what other installed packages add by entry points. Nothing is loaded that is not installed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, NamedTuple, TypeVar

IMPORTERS, REPORTS = "hostwise.importers", "hostwise.reports"
"""Groups of entry points. The name of an entry point is the key of its plug-in."""

KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""A key is part of codes and of file names."""

T = TypeVar("T")


class NotAPlugin(TypeError):
    """What an entry point leads to lacks something; the message says what."""


class PluginFailed(RuntimeError):
    """A plug-in raised an error, or gave what it must not; the message names it."""


class Refused(NamedTuple):
    """A plug-in that is not used."""

    key: str
    place: str
    reason: str

    def __str__(self) -> str:
        """A sentence for the log and the terminal."""
        return f"The plug-in {self.key} ({self.place}) is not used: {self.reason}"


@dataclass(frozen=True)
class Plugins(Generic[T]):
    """The plug-ins of a group.

    Attributes:
        by_key: those that are used, in the order of their keys.
        places: where each of them is from, by key.
        refused: those that are not, and why.
    """

    by_key: Mapping[str, T]
    places: Mapping[str, str]
    refused: tuple[Refused, ...]


def installed(group: str) -> bool:
    """Whether a group has any plug-in; loads none."""
    return bool(entry_points(group=group))


def load_plugins(group: str, built_in: Collection[str], checked: Callable[[object], T]) -> Plugins[T]:
    """Load the plug-ins of a group. One that is wrong does not keep the others from working.

    Args:
        group: the group of entry points.
        built_in: keys that Hostwise has itself.
        checked: gives what an entry point leads to as a plug-in, or raises `NotAPlugin`.
    """
    found = sorted(entry_points(group=group), key=lambda each: (each.name, _place(each)))
    by_key: dict[str, T] = {}
    refused = []
    for each in found:
        others = [_place(other) for other in found if other.name == each.name and other is not each]
        try:
            by_key[each.name] = _loaded(each, built_in, others, checked)
        except NotAPlugin as error:
            refused.append(Refused(each.name, _place(each), str(error)))
    return Plugins(by_key, {each.name: _place(each) for each in found if each.name in by_key}, tuple(refused))


def _loaded(entry: EntryPoint, built_in: Collection[str], others: Collection[str], checked: Callable[[object], T]) -> T:
    if KEY.fullmatch(entry.name) is None:
        raise NotAPlugin("its key must be of small letters, digits and hyphens, 32 at most.")
    if entry.name in built_in:
        raise NotAPlugin(f"Hostwise itself has the key {entry.name} in {entry.group}.")
    if others:
        # Neither is used: what is installed first must not decide how a file is read.
        raise NotAPlugin(f"{' and '.join(others)} has the same key in {entry.group}. Uninstall one of them.")
    try:
        plugin = entry.load()
    except (Exception, SystemExit) as error:
        raise NotAPlugin(f"it cannot be imported: {type(error).__name__}: {error}") from error
    return checked(plugin)


def _place(entry: EntryPoint) -> str:
    of = "" if entry.dist is None else f" of {entry.dist.name} {entry.dist.version}"
    return f"{entry.value}{of}"
