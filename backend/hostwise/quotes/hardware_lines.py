"""The hosts of a proposal, as its lines have them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.proposal import LineMeaning, ProposalLine, ProposalSide
from hostwise.quotes.audit_notes import Notes, named
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.line_words import count_of, cpu_cores_of, plain_words


@dataclass(frozen=True)
class Hardware:
    """The hosts of a side as its lines have them; None is what they do not say.

    Attributes:
        hosts: number of hosts.
        sockets: processors of a host.
        cores: cores of a processor.
    """

    hosts: int | None
    sockets: int | None
    cores: int | None


def hardware_of(side: ProposalSide, catalogue: Catalogue, notes: Notes) -> Hardware:
    """The hosts of a side: chassis and processors of its lines, else what its text says."""
    chassis = _servers(side)
    said = side.stated.hosts
    if chassis and said is not None and chassis != said:
        notes.differ(
            "hosts_disagree",
            side,
            "hosts",
            stated=said,
            computed=chassis,
            unit="hosts",
            hosts=abs(said - chassis),
            favours=None,
            rule="one host for each server that is listed",
            source="lines of the proposal",
        )
    hosts = int(chassis) or said
    number, cores = _processors(side, catalogue)
    if not hosts or cores is None:
        return Hardware(hosts, None, None)
    sockets = number / hosts
    whole = sockets == int(sockets) and sockets > 0
    return Hardware(hosts, int(sockets) if whole else None, cores)


def parts_of(side: ProposalSide) -> dict[str, float]:
    """Pieces of each part of the catalogue, over all lines."""
    hosts = _servers(side) or side.stated.hosts
    found: dict[str, float] = defaultdict(float)
    for line in side.lines:
        if line.kind == "part" and line.part is not None and line.quantity:
            found[line.part] += _pieces(line, hosts)
    return dict(found)


def _pieces(line: ProposalLine, hosts: float | None) -> float:
    """Pieces of a line: its quantity, of what its description has for one host or for all."""
    quantity, count = line.quantity or 0.0, count_of(plain_words(line.description))
    whole = is_a(line, "cpu") or is_a(line, "memory") or is_a(line, "drive")
    return quantity * count if whole and quantity in (1, hosts) else quantity


def is_a(line: ProposalLine, meaning: LineMeaning) -> bool:
    """Whether a line is a part of a kind: by the row of the catalogue that it is, else by its words."""
    if line.kind != "part" or line.years:
        return False
    if line.part is not None:
        return meaning_of(line.part) == meaning
    return (line.meaning or read_line(line.part_number, line.description).meaning) == meaning


def meaning_of(part: str) -> LineMeaning:
    """What a part of the catalogue is, by the list that has it."""
    return _MEANINGS[part.partition("/")[0]]


_MEANINGS: dict[str, LineMeaning] = {
    "licences": "licence",
    "cpus": "cpu",
    "memory": "memory",
    "drives": "drive",
    "chassis": "chassis",
    "indicative_prices": "nic",
}


def has_storage(side: ProposalSide) -> bool:
    """Whether a side offers storage: drives, or a capacity."""
    said = side.stated
    told = (said.raw_capacity, said.usable_capacity, said.usable_per_raw)
    return any(is_a(line, "drive") for line in side.lines) or any(each is not None for each in told)


_NO_HOST = re.compile(r"\bchassis\b|\bframe\b|\bbays?\b|enclosure|\bdpe\b|apollo r\d")


def _servers(side: ProposalSide) -> float:
    """Servers of the catalogue; where there are none, those that lines name otherwise."""
    servers = [line for line in side.lines if line.kind == "part" and (line.part or "").startswith("chassis/")]
    known = sum(line.quantity or 0 for line in servers)
    named_so = [line for line in side.lines if line.part is None and is_a(line, "chassis")]
    others = [line.quantity or 0 for line in named_so if not _NO_HOST.search(plain_words(named(line)))]
    return known or sum(others)


def _processors(side: ProposalSide, catalogue: Catalogue) -> tuple[float, int | None]:
    """Processors of a side, and the cores of one; None where they differ or are not told."""
    hosts = _servers(side) or side.stated.hosts
    found: dict[int | None, float] = defaultdict(float)
    for line in side.lines:
        if line.kind != "part" or not line.quantity:
            continue
        if line.part is not None and line.part.startswith("cpus/"):
            found[catalogue.cpus[line.part.removeprefix("cpus/")].cores] += _pieces(line, hosts)
        elif line.part is None and is_a(line, "cpu"):
            found[cpu_cores_of(plain_words(line.description))] += _pieces(line, hosts)
    if not found:
        return _within_servers(side)
    if len(found) != 1:
        return 0.0, None
    ((cores, number),) = found.items()
    return number, cores


_WITHIN = re.compile(r"\b(\d) ?x ?(?:intel|amd|xeon|epyc)\b(.*)")


def _within_servers(side: ProposalSide) -> tuple[float, int | None]:
    """Processors that the line of a server names, as nodes are sold."""
    for line in side.lines:
        found = _WITHIN.search(plain_words(line.description)) if is_a(line, "chassis") else None
        if found is not None and line.quantity:
            return line.quantity * int(found[1]), cpu_cores_of(found[2])
    return 0.0, None
