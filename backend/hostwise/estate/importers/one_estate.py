"""Whether lists of VMs are of one estate: exports of it by several tools, on several days or under several names.

A VM is the same in two lists if they give it one id, or one UUID on a host that both have. Names and sizes say so only
where nearly all VMs of a list have them on the same hosts: names such as "dc01" occur in many estates.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from hostwise.estate.importers.keys import BETWEEN, short
from hostwise.plan.estate import DatastoreColumns, HostColumns, VmColumns

_MOST = 0.5
"""Share of the VMs of the smaller list above which they show that both lists are of one estate."""

_NEARLY_ALL, _FEWEST = 0.9, 5
"""The same share, and the least number of VMs, where only their names, hosts and sizes do."""

_FEWEST_NAMED = 2
"""One VM of equal name and size may be so by chance, whatever the share."""

_SAME = 0.01
"""Memory and capacities that differ by less are equal: tools round them."""

_UUID = re.compile(r"[0-9a-f]{32}")
_ADDRESS = re.compile(r"[\d.]+|[0-9a-f]*:[0-9a-f:]*", re.I)

Matches = dict[int, int]
"""Rows of a list by those of a later one."""


class Overlap(NamedTuple):
    """What two lists have in common.

    Attributes:
        lists: their places.
        same: VMs that are the same.
        alike: VMs of equal name and size, or with one UUID, that nothing shows to be the same.
        by: what shows that they are the same, in words; empty for the ids of the source itself.
        one_manager: whether both lists name the same vCenter or other manager.
    """

    lists: tuple[int, int]
    same: Matches
    alike: Matches
    by: str
    one_manager: bool

    @property
    def is_one_estate(self) -> bool:
        """Whether hosts and datastores of one name are the same."""
        return bool(self.same) or self.one_manager


def overlaps(lists: Sequence[tuple[VmColumns, HostColumns]]) -> list[Overlap]:
    """What each two lists of VMs and their hosts have in common; the VMs of a list are all different."""
    if len(lists) < 2:
        return []
    known = [_List(*each) for each in lists]
    by_id = _meeting([[(each,) for each in one.vms.id] for one in known])
    by_uuid = _meeting([one.uuids for one in known])
    by_name = _meeting([[(each,) for each in one.names] for one in known])
    by_manager = _meeting([[(each.lower(),) if each else () for each in set(one.vms.vcenter or ())] for one in known])
    pairs = sorted(by_id.keys() | by_uuid.keys() | by_name.keys() | by_manager.keys())
    found = []
    for pair in pairs:
        two = _Two(known[pair[0]], known[pair[1]])
        found.append(two.overlap(pair, *(each.get(pair, {}) for each in (by_id, by_uuid, by_name, by_manager))))
    return found


def _meeting(keys: Sequence[Iterable[Iterable[object]]]) -> dict[tuple[int, int], Matches]:
    """For each two lists the rows that share a key."""
    at: dict[object, list[tuple[int, int]]] = {}
    found: dict[tuple[int, int], Matches] = {}
    for place, rows in enumerate(keys):
        for row, own in enumerate(rows):
            for key in own:
                for other, first in at.get(key, ()):
                    if other != place:
                        found.setdefault((other, place), {}).setdefault(row, first)
                at.setdefault(key, []).append((place, row))
    return found


class _List:
    """A list of VMs and what they are known by in other lists."""

    def __init__(self, vms: VmColumns, hosts: HostColumns) -> None:
        self.vms = vms
        blank = [""] * len(vms)
        self.host = [each.strip().lower() for each in vms.host or blank]
        own = {each.lower() for each in hosts.name} | set(self.host) - {""}
        self.hosts, self.short_hosts = own, {short(each) for each in own}

    def has_host(self, host: str) -> bool:
        """Whether the list has a host, by its full name or, where only one side has that, by the short one."""
        return host in self.hosts or short(host) in self.hosts or ("." not in host and host in self.short_hosts)

    @cached_property
    def names(self) -> list[tuple[str, int]]:
        """Name of each VM, and its number among those of the name, from the smallest on."""
        none: list[float | None] = [None] * len(self.vms)
        sizes = zip(*(getattr(self.vms, each) or none for each in ("vcpu", "memory_gib", "disk_gb")), strict=True)
        keys = [
            (name.strip().lower(), *(part or 0 for part in size))
            for name, size in zip(self.vms.name, sizes, strict=True)
        ]
        seen: Counter[str] = Counter()
        found = [("", 0)] * len(keys)
        for row in sorted(range(len(keys)), key=keys.__getitem__):
            name = str(keys[row][0])
            seen[name] += 1
            found[row] = name, seen[name]
        return found

    @cached_property
    def uuids(self) -> list[frozenset[str]]:
        """UUIDs of each VM that no other VM of the list has: clones may share that of the BIOS."""
        told = self.vms.uuids or [""] * len(self.vms)
        found = [
            {plain_uuid(each) for each in own.split()}
            | ({id_} if _UUID.fullmatch(id_ := plain_uuid(own_id)) else set())
            for own, own_id in zip(told, self.vms.id, strict=True)
        ]
        often = Counter(each for own in found for each in own)
        return [frozenset(each for each in own if often[each] == 1) for own in found]


def plain_uuid(text: str) -> str:
    """A UUID as it is compared.

    >>> plain_uuid("{4200AB00-0000-4000-8000-000000000001}")
    '4200ab000000400080000000000001'
    """
    return text.strip("{} ").replace("-", "").lower()


class _Two:
    """Two lists of VMs; a row of the first and one of the second may be the same VM."""

    def __init__(self, first: _List, second: _List) -> None:
        self.first, self.second = first, second
        self.smaller = min(len(first.vms), len(second.vms))

    def overlap(
        self, lists: tuple[int, int], by_id: Matches, by_uuid: Matches, by_name: Matches, by_manager: Matches
    ) -> Overlap:
        """What both have in common, of the rows with equal ids, UUIDs and names."""
        by = ""
        same = {two: one for two, one in by_id.items() if self._is_described(two)}
        before = len(same)
        _add(same, ((two, one) for two, one in by_uuid.items() if self._on_known_host(one, two)))
        unknown = {two: one for two, one in by_uuid.items() if self._on_known_host(one, two) is None}
        if len(same) + len(unknown) > _MOST * self.smaller:
            _add(same, unknown.items())
        if len(same) > before:
            by = "their UUIDs"
        alike = {two: one for two, one in _left(by_name, same) if self._of_one_size(one, two)}
        if not by and all(map(self._is_called_after_name, same)):
            here = {two: one for two, one in alike.items() if self._is_here(one, two, by_id)}
            if len(same) + len(here) >= max(_FEWEST, _NEARLY_ALL * self.smaller):
                same, by = same | here, "their names, hosts and sizes"
        if by and len(same) > _MOST * self.smaller:
            # Of one estate: a VM that was moved or got another size since has its name still.
            _add(same, ((two, one) for two, one in by_name.items() if not self._has_other_uuid(one, two)))
        alike |= dict(_left(by_uuid, same))
        return Overlap(lists, same, self._worth_asking(dict(_left(alike, same)), by_uuid), by, bool(by_manager))

    def _is_described(self, two: int) -> bool:
        """Whether the id of a VM is more than its name."""
        return self.second.vms.id[two].strip(BETWEEN) != self.second.vms.name[two]

    def _is_called_after_name(self, two: int) -> bool:
        """Whether the source gives a VM no id, so that its name and place are one."""
        return self.second.vms.id[two].partition(BETWEEN)[0] == self.second.vms.name[two]

    def _on_known_host(self, one: int, two: int) -> bool | None:
        """Whether both lists have the host of a VM; None where that is not known, or addresses stand for names."""
        a, b = self.first.host[one], self.second.host[two]
        if a and b and (self.first.has_host(b) or self.second.has_host(a)):
            return True
        if not a or not b or bool(_ADDRESS.fullmatch(a)) != bool(_ADDRESS.fullmatch(b)):
            return None
        return False

    def _is_here(self, one: int, two: int, by_id: Matches) -> bool:
        """Whether a VM of equal name is on the same host, or its list says nothing but its name, in both lists."""
        if self._has_other_uuid(one, two):
            return False
        a, b = self.first.host[one], self.second.host[two]
        if not a and not b:
            return by_id.get(two) == one
        return a == b or (bool(a and b) and (a == short(b) or b == short(a)))

    def _has_other_uuid(self, one: int, two: int) -> bool:
        a, b = self.first.uuids[one], self.second.uuids[two]
        return bool(a and b) and not a & b

    def _of_one_size(self, one: int, two: int) -> bool:
        a, b = self.first.vms, self.second.vms
        return all(
            equal(_at(mine, one), _at(other, two)) for mine, other in ((a.vcpu, b.vcpu), (a.memory_gib, b.memory_gib))
        )

    def _worth_asking(self, alike: Matches, by_uuid: Matches) -> Matches:
        """The VMs that may be the same, where they are many or have one UUID."""
        doubted = {
            two: one
            for two, one in alike.items()
            if not (self._has_other_uuid(one, two) and self._on_known_host(one, two) is False)
        }
        near = sum(1 for two, one in doubted.items() if self._on_known_host(one, two))
        many = len(doubted) >= max(_FEWEST_NAMED, _MOST * self.smaller) or near >= _FEWEST
        return doubted if many or doubted.keys() & by_uuid.keys() else {}


def _at(column: Sequence[float | None] | None, row: int) -> float | None:
    return None if column is None else column[row]


def _left(matches: Mapping[int, int], same: Matches) -> Iterator[tuple[int, int]]:
    """The matches of rows of which neither is matched yet."""
    taken = set(same.values())
    return ((two, one) for two, one in matches.items() if two not in same and one not in taken)


def _add(same: Matches, more: Iterable[tuple[int, int]]) -> None:
    taken = set(same.values())
    for two, one in more:
        if two not in same and one not in taken:
            same[two] = one
            taken.add(one)


def equal(one: float | None, two: float | None) -> bool:
    """Whether two sizes are known and equal but for rounding.

    >>> equal(8, 8.02), equal(8, 16), equal(None, None)
    (True, False, False)
    """
    return one is not None and two is not None and abs(one - two) <= _SAME * max(one, two)


def same_hosts(one: HostColumns, two: HostColumns) -> Matches:
    """Hosts of two lists of one estate that are the same, by their names, of which one may be the short one."""
    full = {each.lower(): row for row, each in reversed(list(enumerate(one.name)))}
    by_short = {short(each): row for row, each in reversed(list(enumerate(one.name)))}
    found: Matches = {}
    for row, name in enumerate(map(str.lower, two.name)):
        first = full.get(name, full.get(short(name), by_short.get(name) if "." not in name else None))
        if first is not None:
            _add(found, [(row, first)])
    return found


def same_datastores(one: DatastoreColumns, two: DatastoreColumns) -> Matches:
    """Datastores of two lists of one estate that are the same: of one name, and at one place or of one capacity."""
    found: Matches = {}
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(one.name):
        rows.setdefault(name.lower(), []).append(row)
    for row, name in enumerate(two.name):
        for is_one in (_at_one_place, _of_one_capacity):
            _add(found, ((row, each) for each in rows.get(name.lower(), ()) if is_one(one, each, two, row)))
    return found


def _at_one_place(one: DatastoreColumns, a: int, two: DatastoreColumns, b: int) -> bool:
    return bool(one.url and two.url and one.url[a] and one.url[a] == two.url[b])


def _of_one_capacity(one: DatastoreColumns, a: int, two: DatastoreColumns, b: int) -> bool:
    return equal(_at(one.capacity_gb, a), _at(two.capacity_gb, b))
