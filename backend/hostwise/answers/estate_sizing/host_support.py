"""Until when what the hosts run is supported."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from hostwise.answers.estate_sizing.as_is import hosts_in_scope
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.os_support import OsSupport, support_of
from hostwise.plan.estate import EstateScope, HostColumns


@dataclass(frozen=True)
class HostSupport:
    """Hosts on one version of a hypervisor.

    Attributes:
        version: the version, with dates of its support.
        ends: the last day of its support; None where no end is announced.
        hosts: how many run it.
    """

    version: OsSupport
    ends: dt.date | None
    hosts: int

    def has_ended(self, on: dt.date) -> bool:
        """Whether it has on a date."""
        return self.ends is not None and self.ends < on


def host_support(hosts: HostColumns, scope: EstateScope, catalogue: Catalogue) -> list[HostSupport]:
    """The versions that the hosts of the chosen clusters run, as far as known; the first to end comes first."""
    rows: Collection[OsSupport] = list(catalogue.os_support.values())
    named = Counter(hosts.version[at] for at in hosts_in_scope(hosts, scope)) if hosts.version else Counter[str]()
    found = Counter[OsSupport]()
    for name, number in named.items():
        row = support_of(name, rows, "hypervisor") if name else None
        if row is not None:
            found[row] += number
    support = [
        HostSupport(row, dt.date.fromisoformat(row.support_end) if row.support_end else None, number)
        for row, number in found.items()
    ]
    return sorted(support, key=lambda each: (each.ends is None, each.ends or dt.date.max, each.version.name))
