"""What a reader finds in a file beside the samples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hostwise.estate.importers.history.samples import Partitions, VmNames
from hostwise.plan.estate import EstateFinding
from hostwise.plan.estate_codes import EstateCode
from hostwise.plan.history import Counter


@dataclass
class Choices:
    """What the user states about a file.

    Attributes:
        mapping: meaning of columns or keys that their words do not show.
        core_ghz: clock of a core of the hosts, GHz.
        time_zone: zone of times that are written without one.
    """

    mapping: dict[str, str]
    core_ghz: float | None
    time_zone: str | None


@dataclass
class Collected:
    """Samples of one or several files of the same kind, and the findings about them."""

    names: VmNames
    partitions: Partitions
    findings: list[EstateFinding] = field(default_factory=list)
    counters: set[Counter] = field(default_factory=set)
    unused: list[str] = field(default_factory=list)
    rows_read: int = 0
    rows_rejected: int = 0
    blanks: int = 0
    local_times: bool = False

    def note(self, code: EstateCode, kind: Any, message: str, place: str, count: int = 1) -> None:
        """Keep a finding, once for each file."""
        if not any(each.code == code and each.place == place for each in self.findings):
            self.findings.append(EstateFinding(code=code, kind=kind, message=message, place=place, count=max(count, 1)))
