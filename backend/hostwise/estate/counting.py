"""What is counted of an estate, and the workload that it makes: the steps that all answers about it begin with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hostwise.answers.estate_sizing.as_is import AsIs, as_is
from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.demand import Demand, demand
from hostwise.answers.estate_sizing.glance import power_words
from hostwise.answers.estate_sizing.migration_lines import Move, move_of
from hostwise.answers.estate_sizing.platform import (
    OfPlatform,
    SetApart,
    among_vms,
    doubted,
    managed_by,
    of_platform,
)
from hostwise.answers.estate_sizing.readiness import Estate
from hostwise.answers.estate_sizing.scoping import Scoped, scoped
from hostwise.answers.estate_sizing.shared_choice import with_shared
from hostwise.answers.estate_sizing.storage_base import BasedOn, based_on
from hostwise.answers.estate_sizing.use import with_use
from hostwise.answers.suggestions.candidates import NoCandidates, templates
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.estate.importers.power import in_words, ways
from hostwise.number_format.writing import counted as in_count
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, Remark
from hostwise.plan.estate import EstateChoices, EstateFinding, EstateQuestion, EstateScope, Inventory, Power
from hostwise.plan.fields import MOST_TEXT, fitted
from hostwise.plan.history import History, with_history
from hostwise.plan.new_plan import new_plan
from hostwise.plan.workload import ExistingManagement, WriteLoadBasis
from hostwise.tables.problems import UnreadableFile

_OWN_REMARKS = ("/economics", "/policy")


@dataclass(frozen=True)
class Counting:
    """An estate with what was chosen.

    Attributes:
        inventory: the estate, with its history and the meaning of its power states.
        catalogue: the catalogue.
        choices: scope, grouping and what is assumed.
        history: what its VMs did over time.
        source: the VMs as the source has them.
        data: the VMs with the storage that counts.
        counted: which of them are counted.
        existing: the hosts as they are.
        platform: which of them belong to a platform.
        managers: those that manage it and are in no group; None where they are, or where there are none.
    """

    inventory: Inventory
    catalogue: Catalogue
    choices: EstateChoices
    history: History | None
    source: Vms
    data: BasedOn
    counted: Scoped
    existing: AsIs
    platform: OfPlatform
    managers: SetApart | None

    @property
    def vms(self) -> Vms:
        """The VMs with the storage that counts."""
        return self.data.vms

    def demand(self, counted: Scoped | None = None) -> Demand:
        """The groups of the VMs that are counted, or of some of them."""
        some = self.counted if counted is None else counted
        return demand(
            self.vms,
            some,
            self.choices,
            source_of(self.inventory),
            self.existing.ghz,
            self.history,
            self.inventory.drives,
        )

    def within(self, scope: EstateScope) -> Counting:
        """The same estate with another scope: neither its history nor its power states are joined again."""
        choices = self.choices.model_copy(update={"scope": scope})
        return _counting(self.inventory, self.source, choices, self.catalogue, self.history, self.platform)

    def management(self) -> tuple[ExistingManagement, dict[str, Remark]]:
        """The VMs that manage the platform, as the plan has them."""
        if self.managers is None:
            return ExistingManagement(), {}
        return self.managers.of_plan(self.vms, source_of(self.inventory))

    def about_management(self) -> list[EstateFinding]:
        """What became of the VMs that manage the platform."""
        counts = np.concatenate([self.counted.whole, self.counted.disk_only])
        alike = np.intersect1d(np.flatnonzero(self.platform.doubted), counts)
        told = [doubted(self.vms, alike)] if alike.size else []
        if self.managers is not None:
            return [*told, self.managers.finding(self.vms, source_of(self.inventory))]
        running = self.counted.managers[0]
        return [*told, among_vms(self.vms, running)] if running.size else told

    def workload(self, found: Demand) -> Plan:
        """The plan to start from, with the workload of some groups; its configurations are those of a new plan."""
        plan = _workload_of(found, self.existing, self.choices, self.history)
        management, remarks = self.management()
        workload = plan.workload.model_copy(update={"existing_management": management})
        return plan.model_copy(update={"workload": workload, "remarks": plan.remarks | remarks})

    @property
    def question(self) -> EstateQuestion:
        """What is asked, and where nothing is, what the estate asks itself."""
        asked = self.choices.question
        if asked is None:
            # A storage stack is named to size a new cluster on it.
            keeps = self._has_hosts and self.choices.storage is None
            return EstateQuestion.KEEP_OR_REPLACE if keeps else EstateQuestion.NEW_CLUSTER
        if asked is EstateQuestion.KEEP_OR_REPLACE and not self._has_hosts:
            return EstateQuestion.WHICH_PLATFORM
        return asked

    @property
    def questions(self) -> list[EstateQuestion]:
        """What can be asked: without hosts there is nothing to keep."""
        return [each for each in EstateQuestion if self._has_hosts or each is not EstateQuestion.KEEP_OR_REPLACE]

    @property
    def _has_hosts(self) -> bool:
        return self.existing.configuration is not None

    def judged(self, on: dt.date | None = None) -> Estate:
        """What readiness is judged by, on a date; by default today's."""
        today = on or dt.datetime.now(tz=dt.UTC).date()
        clock = self.existing.ghz or self.choices.assumed_ghz
        return Estate(self.vms, self.inventory.hosts, self.catalogue, today, clock)

    def move(self) -> Move:
        """The VMs that are counted, by how hard they are to move."""
        return move_of(self.judged(), np.concatenate([self.counted.whole, self.counted.disk_only]))

    @property
    def asked_of_power(self) -> str | None:
        """The question without whose answer there is no plan: whether many VMs run."""
        strange = int(self.vms.of_other_power.sum())
        words = {each.word: each.vms for each in power_words(self.vms) if each.state is Power.OTHER}
        if strange <= MOST_UNKNOWN_SHARE * len(self.vms):
            return None
        return (
            f"The power state of {in_count(strange, 'VMs')} of {len(self.vms):,} is not understood: "
            f"{in_words(words)}. Say which of these words mean that a VM runs, and which that it is off: "
            f"{ways(words, Power.ON)}, or =off."
        )


def counting(inventory: Inventory, choices: EstateChoices, catalogue: Catalogue, history: History | None) -> Counting:
    """What is counted of an inventory."""
    if history is not None:
        inventory = with_history(inventory, history)
    inventory = with_shared(_with_powers(inventory, choices), choices.shared_disks)
    vms = Vms(inventory.vms)
    return _counting(inventory, vms, choices, catalogue, history, of_platform(vms, catalogue))


def _counting(
    inventory: Inventory,
    vms: Vms,
    choices: EstateChoices,
    catalogue: Catalogue,
    history: History | None,
    platform: OfPlatform,
) -> Counting:
    counted = scoped(vms, choices.scope, platform)
    kinds = {each.kind for each in inventory.sources}
    existing = as_is(inventory.hosts, choices.scope, catalogue, source_of(inventory), kinds)
    managers = None if choices.scope.management_in_groups else _set_apart(counted, platform, existing, catalogue)
    data = based_on(vms, counted, choices)
    if managers is not None:
        counted = counted.without_managers(inventory.vms.name)
    return Counting(inventory, catalogue, choices, history, vms, data, counted, existing, platform, managers)


def _set_apart(counted: Scoped, platform: OfPlatform, existing: AsIs, catalogue: Catalogue) -> SetApart | None:
    """The VMs that manage the platform of the estate; None where they are better left in the groups.

    That is so where nothing else is counted, and where the hosts as they are would be sized without them.
    """
    family = platform.family(counted.all_managers)
    others = counted.whole.size + counted.disk_only.size - counted.all_managers.size
    hypervisor = None if family is None else managed_by(catalogue, family)
    if hypervisor is None or not others or not counted.managers[0].size:
        return None
    as_is = existing.configuration
    if as_is is not None and hypervisor_of(catalogue, as_is).family != family:
        return None
    return SetApart(hypervisor, *counted.managers)


_OF_ARRAYS = ("vmfs", "nfs", "vvol", "iscsi", "cifs")
_MOST = 0.5


def has_array(inventory: Inventory) -> bool:
    """Whether most of the storage of today is of kinds that arrays have, and not the hosts' own."""
    stores = inventory.datastores
    kinds = [kind.lower() for kind in stores.kind or []]
    sizes = [each or 0.0 for each in stores.capacity_gb or [1.0] * len(kinds)]
    of_arrays = sum(size for kind, size in zip(kinds, sizes, strict=True) if kind.startswith(_OF_ARRAYS))
    return of_arrays > _MOST * sum(sizes)


def source_of(inventory: Inventory) -> str:
    """Formats and files of an inventory in words."""
    return fitted(", ".join(dict.fromkeys(f"{each.label}: {each.file}" for each in inventory.sources)), MOST_TEXT)


MOST_UNKNOWN_SHARE = 0.02
"""Share of the VMs with a power state that is not understood up to which they are left out, and named."""


def _with_powers(inventory: Inventory, choices: EstateChoices) -> Inventory:
    """The inventory with the meaning that was given to words of power states."""
    given, words = choices.scope.powers, inventory.vms.power_word
    if not given or words is None:
        return inventory
    power = [given.get(word, each) for word, each in zip(words, inventory.vms.power, strict=True)]
    return inventory.model_copy(update={"vms": inventory.vms.model_copy(update={"power": power})})


def servers(choices: EstateChoices, catalogue: Catalogue) -> Sequence[Configuration]:
    """The servers that candidates are made of; raises `UnreadableFile` where the storage stack has none."""
    try:
        return templates(catalogue, choices.storage)
    except NoCandidates as error:
        raise UnreadableFile("no_candidates", str(error)) from error


def _workload_of(found: Demand, existing: AsIs, choices: EstateChoices, history: History | None) -> Plan:
    """The plan to start from, with the workload of an estate; its configurations are still those of a new plan."""
    start = new_plan()
    groups = tuple(each.group for each in found.groups)
    workload, findings = with_use(start.workload.model_copy(update={"groups": groups}), history)
    found.findings.extend(findings)
    if existing.measured_on is not None:
        workload = workload.model_copy(update={"measured_on": existing.measured_on})
    found.findings.extend(_about_io(found, choices))
    if found.with_assumed_io:
        workload = workload.model_copy(update={"write_load_basis": WriteLoadBasis.UNKNOWN})
    elif found.with_drive_writes:
        # Measured on drives, not on VMs: rebuilds and metadata are in it, and the copies are assumed.
        workload = workload.model_copy(update={"write_load_basis": WriteLoadBasis.ESTIMATED})
    remarks = {pointer: each for pointer, each in start.remarks.items() if pointer.startswith(_OWN_REMARKS)}
    return start.model_copy(update={"name": choices.name, "workload": workload, "remarks": remarks | found.remarks})


def _about_io(found: Demand, choices: EstateChoices) -> list[EstateFinding]:
    """What follows from I/O that nobody gave, or that is assumed."""
    average = f"{choices.iops_average_per_vcpu:g} I/O per second of a vCPU"
    said = []
    if found.without_io:
        message = (
            "The source has no I/O of these VMs, and none is invented: the life of drives, write buffers and cache "
            f"performance are not evaluated. They are once you assume {average}, or enter what you measured."
        )
        said.append(EstateFinding(code="io_not_given", kind="missing", message=message, count=found.without_io))
    if found.with_assumed_io:
        message = (
            f"I/O of these VMs is assumed, {average} on average: nobody measured it, so the write load counts as "
            "unknown, and the life of drives has the widest range."
        )
        said.append(EstateFinding(code="io_assumed", kind="warning", message=message, count=found.with_assumed_io))
    return said
