"""The hosts of an estate by model: what is alike in processors, memory and server is one model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.plan.estate import HostColumns
from hostwise.plan.fields import fitted
from hostwise.plan.other_hosts import MOST_MODELS

_LIMITS = {"sockets": (1, 8), "cores": (1, 8_192), "ghz": (0.1, 10), "memory_gib": (1, 65_536), "threads": (1, 65_536)}
"""Least and most that one host of a plan may have: other figures are errors of the source."""

_MODULE_GIB, _RESERVED_SHARE = 16, 0.002
"""Firmware keeps a little of the memory that is installed, and hypervisors state the rest."""


@dataclass(frozen=True)
class HostModel:
    """Hosts that are alike; of models that are taken together their mean.

    Attributes:
        hosts: how many there are.
        server: name of the server, as the source has it.
        cpu_model: name of the processor, as the source has it.
        sockets: processors of one.
        cores_per_socket: physical cores of one processor.
        ghz: clock of a core, where known.
        memory_gib: memory of one in whole modules.
        kinds: how many kinds they are of: 1, or more where rare ones are taken together.
    """

    hosts: int
    server: str
    cpu_model: str
    sockets: int
    cores_per_socket: int
    ghz: float | None
    memory_gib: float
    kinds: int = 1

    @property
    def words(self) -> str:
        """What tells it from others: "PowerEdge R640, 40 cores, 768 GiB"."""
        cores = self.sockets * self.cores_per_socket
        return words("estate_host_model.name", server=self.server, cores=cores, memory=f"{self.memory_gib:g}")


def host_models(hosts: HostColumns, known: Sequence[int]) -> list[HostModel]:
    """The host models with known cores and memory: the largest first, then by number of hosts.

    Hosts that are missing are added in the first one. Nobody adds small hosts because many of them are left, so it is
    the largest in use, by cores times memory. More models than a configuration may have are taken together, the rarest
    ones, as hosts of their mean.
    """
    by_kind: dict[tuple[object, ...], list[int]] = {}
    for at in known:
        by_kind.setdefault(_kind(hosts, at), []).append(at)
    kinds = sorted(by_kind.values(), key=lambda each: (-len(each), each[0]))
    largest = max(kinds, key=lambda each: _size(hosts, each[0]))
    kinds = [largest, *(each for each in kinds if each is not largest)]
    if len(kinds) <= MOST_MODELS + 1:
        return [_model(hosts, each) for each in kinds]
    rest = [at for each in kinds[MOST_MODELS:] for at in each]
    return [*(_model(hosts, each) for each in kinds[:MOST_MODELS]), _model(hosts, rest, len(kinds) - MOST_MODELS)]


def _size(hosts: HostColumns, at: int) -> float:
    """How large a host is beside others: its cores times its memory in whole modules."""
    return (figure(hosts, "cores", at) or 0) * installed(figure(hosts, "memory_gib", at) or 0)


def _kind(hosts: HostColumns, at: int) -> tuple[object, ...]:
    ghz = figure(hosts, "ghz", at)
    return (
        hosts.model[at] if hosts.model is not None else "",
        hosts.cpu_model[at] if hosts.cpu_model is not None else "",
        figure(hosts, "sockets", at),
        figure(hosts, "cores", at),
        None if ghz is None else round(ghz, 1),
        round(installed(figure(hosts, "memory_gib", at) or 0)),
    )


def _model(hosts: HostColumns, places: Sequence[int], kinds: int = 1) -> HostModel:
    def most(names: Sequence[str] | None) -> str:
        return "" if names is None else Counter(names[at] for at in places).most_common(1)[0][0]

    cores, memory = mean(hosts, "cores", places) or 0, mean(hosts, "memory_gib", places) or 0
    sockets = max(round(mean(hosts, "sockets", places) or 2), 1)
    return HostModel(
        hosts=len(places),
        server=fitted(most(hosts.model)) or "existing hosts",
        cpu_model=most(hosts.cpu_model),
        sockets=sockets,
        cores_per_socket=min(max(round(cores / sockets), 1), 1_024),
        ghz=mean(hosts, "ghz", places),
        memory_gib=installed(memory),
        kinds=kinds,
    )


def other_models(models: Sequence[HostModel], cpus: dict[str, str]) -> list[dict[str, Any]]:
    """All but the first as hosts of other models, each with a name of its own."""
    found: list[dict[str, Any]] = []
    for each in models[1:]:
        name = fitted(each.words)
        taken = sum(other["model"].startswith(name) for other in found)
        document: dict[str, Any] = {
            "model": name if not taken else fitted(f"{name} ({taken + 1})"),
            "hosts": each.hosts,
            "sockets": each.sockets,
            "cores": each.cores_per_socket,
            "dram_gib": each.memory_gib,
        }
        if each.ghz:
            document["base_ghz"] = each.ghz
        if each.cpu_model in cpus:
            document["cpu"] = cpus[each.cpu_model]
        found.append(document)
    return found


def figure(hosts: HostColumns, column: str, at: int) -> float | None:
    """A figure of a host; None where it is missing or impossible."""
    values = getattr(hosts, column)
    value: float | None = None if values is None else values[at]
    least, most = _LIMITS[column]
    return value if value is not None and least <= value <= most else None


def installed(gib: float) -> float:
    """Memory in whole modules, where firmware keeps the rest of it.

    >>> [installed(gib) for gib in (767.905, 640.0, 690.5)]
    [768.0, 640.0, 690.5]
    """
    whole = float(ceil(gib / _MODULE_GIB) * _MODULE_GIB)
    return whole if gib < whole <= gib / (1 - _RESERVED_SHARE) and whole <= _LIMITS["memory_gib"][1] else gib


def figures(hosts: HostColumns, column: str, places: Sequence[int]) -> list[float]:
    """The figures of some hosts that are known."""
    return [each for at in places if (each := figure(hosts, column, at)) is not None]


def mean(hosts: HostColumns, column: str, places: Sequence[int]) -> float | None:
    """The mean of the figures of some hosts that are known."""
    known = figures(hosts, column, places)
    return sum(known) / len(known) if known else None


def clock(hosts: HostColumns, places: Sequence[int]) -> float | None:
    """The clock of a core, GHz, on average over the cores of some hosts: VMs run on cores, and not on hosts."""
    pairs = [(figure(hosts, "ghz", at), figure(hosts, "cores", at)) for at in places]
    known = [(ghz, cores) for ghz, cores in pairs if ghz is not None and cores is not None]
    if not known:
        return mean(hosts, "ghz", places)
    return sum(ghz * cores for ghz, cores in known) / sum(cores for _, cores in known)
