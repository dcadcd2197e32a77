"""Which VM of vInfo a row of another tab of RVTools is of."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.estate.importers.building import Join, names_in_words, repeated
from hostwise.estate.importers.rows import keys_of, reject_lost, reject_tab, tell_vms
from hostwise.tables.table import Table

# Keys that identify the VM of a row, the best one first. The server is needed where ids of several vCenters meet.
_KEYS = (
    ("vm id", "vi sdk server"),
    ("vm uuid",),
    ("vm id",),
    ("vm", "datacenter", "cluster", "host"),
    ("vm", "cluster"),
    ("vm",),
)
STABLE = _KEYS[:2]
"""Keys that are the same in each export."""


def key_of(info: Table) -> Sequence[str]:
    """The best key of VMs that the table has with values."""
    usable = [each for each in _KEYS if info.has(*each)]
    # A key is empty where its first column is.
    return next((each for each in usable if any(info.texts(each[0]) or [])), usable[-1])


def can_join(info: Table, other: Table) -> bool:
    """Whether the rows of a tab say of which VM they are; what cannot be joined is not taken."""
    if _usable(info, other):
        return True
    reject_tab(other, "none of its columns says of which VM a row is")
    return False


def matched(info: Table, other: Table) -> tuple[list[str], Join] | None:
    """The keys of the VMs, and the tab joined to them, without a word of what does not join; None without a key."""
    tried: list[tuple[list[str], Join]] = []
    for each in _usable(info, other):
        keys = keys_of(info, each)
        tried.append((keys, Join(keys, keys_of(other, each))))
        if not len(tried[-1][1].lost):
            break
    # Ids may be blank, and anonymised exports name hosts differently in each tab: what joins most counts.
    return min(tried, key=lambda one: len(one[1].lost)) if tried else None


def joined(info: Table, other: Table) -> Join | None:
    """The tab joined to the VMs, with findings about what does not; None where it says nothing of which VM it is."""
    found = matched(info, other) if can_join(info, other) else None
    if found is None:
        return None
    keys, join = found
    if again := [at for at in repeated(keys) if keys[at] and at not in info.rejected]:
        names = info.texts("vm") or []
        other.note(
            "join_ambiguous",
            "warning",
            f"VMs with the same name and no id cannot be told apart here: {names_in_words(names[at] for at in again)}. "
            "What this tab says of them counts for the first one.",
            count=len(again),
        )
    tell_vms(info, other, join)
    reject_lost(other, join, "vInfo")
    return join


def _usable(info: Table, other: Table) -> list[Sequence[str]]:
    return [each for each in _KEYS if info.has(*each) and other.has(*each)]
