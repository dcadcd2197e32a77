"""What cannot be built, for all combinations of a search at once.

The reasons are those of the findings, word for word. Each is walked as a decision tree, as the steps of binding are:
over the fields that it reads, and the choices that decide the numbers that it looks up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan, nan
from typing import NamedTuple, cast

from hostwise.answers.findings.about import About
from hostwise.answers.findings.belonging import (
    drives_not_for_storage,
    drives_not_nvme,
    hypervisor_not_on_storage,
    licence_does_not_belong,
    processor_does_not_fit,
    vm_above_hypervisor_limit,
)
from hostwise.answers.findings.declaring import Finder, Said
from hostwise.answers.findings.machine_findings import machine_cannot_be_built
from hostwise.answers.findings.memory_tier_findings import tier_cannot_be_built
from hostwise.answers.running.run import Run
from hostwise.answers.wording.sentences import Shown
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.roles import Role
from hostwise.engine.space import Joint, Space
from hostwise.plan.answers.result import Input
from hostwise.plan.document import Plan

REASONS: Sequence[Finder[About]] = (
    licence_does_not_belong,
    hypervisor_not_on_storage,
    vm_above_hypervisor_limit,
    processor_does_not_fit,
    drives_not_nvme,
    drives_not_for_storage,
    machine_cannot_be_built,
    tier_cannot_be_built,
)
"""The reasons that do not rest on the number of hosts."""


class Amounts(NamedTuple):
    """The amounts needed and available that a reason states."""

    needed: float
    available: float
    unit: str

    @property
    def missing(self) -> float:
        """The share of what is needed that is missing."""
        return (self.needed - self.available) / self.needed


_AMOUNTS: Mapping[str, tuple[str, str, str]] = {
    "too_many_sockets": ("sockets", "has", "sockets"),
    "too_many_drives": ("drives", "bays", "bays"),
    "too_much_memory_for_slots": ("modules", "slots", "slots"),
    "vm_above_hypervisor_limit.vcpu": ("size", "limit", "vCPU"),
    "vm_above_hypervisor_limit.memory": ("size", "limit", "GiB"),
    "too_few_drives_for_storage": ("needed", "count", "drives"),
    "too_many_drives_for_storage.drives": ("amount", "limit", "drives"),
    "too_many_drives_for_storage.capacity": ("amount", "limit", "TB"),
    "memory_tier_share_above_limit": ("share", "limit", "\u00d7 DRAM"),
    "memory_tier_drives_too_small": ("tier_gib", "room", "GiB"),
    "reservation_above_dram": ("reserved", "dram", "GiB"),
}
"""By code, or by its sentence, the figures with the amounts needed and available, and their unit."""


def amounts_of(said: Said) -> Amounts | None:
    """The amounts that a reason names, if it names any."""
    stated = _AMOUNTS.get(said.code) or _AMOUNTS.get(f"{said.code}.{said.variant}")
    if stated is None:
        return None
    *names, unit = stated
    figures = [said.phrase.values[name] for name in names]
    needed, available = (each.value if isinstance(each, Shown) and each.value is not None else nan for each in figures)
    found = Amounts(needed, available, unit)
    return None if isnan(needed) or isnan(available) else found


class Numbers:
    """Numbers of the combinations, each a table on the choices on which it depends."""

    def __init__(self, space: Space) -> None:
        """Of a space."""
        self.space = space
        self._found: dict[tuple[str, Role | None], Joint] = {}

    def of(self, name: str, role: Role | None) -> Joint:
        """A number by its name, of drives that of a role."""
        if (name, role) not in self._found:
            self._found[name, role] = self.space.known(name, role)
        return self._found[name, role]


class Looked:
    """Stands for the run of one combination: what is looked up notes the choices that decide it."""

    def __init__(
        self,
        plan: Plan,
        numbers: Numbers,
        fixed: Mapping[int, int],
        note: Callable[[int], None],
        origins: Callable[[str], list[Input]],
    ) -> None:
        """One combination, as far as its options are fixed."""
        self.plan, self.evaluation, self.binding = plan, self, self
        self._numbers, self._fixed, self._note, self._origins = numbers, fixed, note, origins

    def value(self, name: str, _configuration: int, *, role: Role | None = None) -> float:
        """A number of the combination."""
        table = self._numbers.of(name, role)
        for axis in table.choices:
            if axis not in self._fixed:
                self._note(axis)
        return float(table.values[tuple(self._fixed.get(axis, 0) for axis in table.choices)].item())

    def origins(self, name: str, _key: str) -> list[Input]:
        """Where an input comes from."""
        return self._origins(name)


def said(finder: Finder[About], looked: Looked, catalogue: Catalogue) -> Iterator[Said]:
    """What a reason says of a combination."""
    return finder.said(About(cast("Run", looked), 0, catalogue))
