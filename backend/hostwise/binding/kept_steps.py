"""What the steps of configurations record, kept for the next binding: most edits of VMs and of money change none of it.

Each step gets a plan whose most edited fields cannot be read. A step that tries to read one is run for every plan. What
the other steps have recorded holds for every plan that differs in these fields only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from hostwise.binding.alike import OF_ROLES, ConfigurationStep
from hostwise.binding.field_access_tracking import Read, watched
from hostwise.binding.recorder import Recorder, Records, Taped
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan

OF_GROUPS = frozenset({
    "count",
    "count_growth_rate",
    "cpu_ghz",
    "data_reduction_ratio",
    "disk_gb",
    "disk_growth_rate",
    "disk_used_share",
    "idle_share",
    "io_growth_rate",
    "memory_active_share",
    "memory_consumed_gib",
    "working_set_gb",
    "write_locality_share",
})  # fmt: skip
"""Fields of VM groups that may differ between plans with the same tapes."""

OF_ECONOMICS = frozenset({
    "admin_hours_per_host_year",
    "admin_rate_per_hour",
    "carbon_g_per_kwh",
    "colocation_price_per_kw_month",
    "cpu_load_share",
    "depreciation_years",
    "discount_rate",
    "electricity_price_per_kwh",
    "pue",
    "rack_unit_price_per_month",
    "residual_share",
    "support_price_per_host",
    "support_rate",
})  # fmt: skip
"""Fields of the economics that may."""

_MOST_GROUPS = 100
"""VM groups of a plan whose steps are kept: with more, what is recorded of each of them takes much room."""


class ReadsEdited(Exception):
    """A step reads what may differ between plans with the same tapes."""


@dataclass(frozen=True)
class _Asked:
    """What tapes rest on."""

    content: str
    catalogue: Catalogue
    built_on: tuple[tuple[str, float], ...]


@dataclass
class Tapes:
    """What steps have recorded of the configurations of a plan.

    Attributes:
        asked: how often there was a plan for them.
        of_steps: by place of the configuration and number of the step.
        shared: records of a configuration that are on its tapes only, by its place.
    """

    asked: int = 0
    of_steps: dict[tuple[int, int], list[Taped]] = field(default_factory=dict)
    shared: dict[int, dict[str, Records]] = field(default_factory=dict)


_KEPT: list[Callable[[_Asked], Tapes]] = []
_READING: set[ConfigurationStep] = set()
"""The steps that read one of these fields, as far as that was seen."""


def keep_steps(number: int) -> None:
    """Keep what steps record of the last plans from now on, as many as that."""
    _KEPT.clear()
    if number:
        _KEPT.append(lru_cache(maxsize=number)(lambda _: Tapes()))


def tapes_of(plan: Plan, catalogue: Catalogue, built_on: Mapping[str, float]) -> Tapes | None:
    """The tapes of a plan, to be filled where there are none yet; None where nothing is kept.

    They are from the second plan on: a search binds many plans once each, and to fill tapes takes longer than to do
    without.
    """
    if not _KEPT or len(plan.workload.groups) > _MOST_GROUPS:
        return None
    edited = {"workload": {"groups": {"__all__": {*OF_GROUPS}}}, "economics": {*OF_ECONOMICS}}
    content = plan.model_dump_json(exclude_unset=True, exclude=edited)  # type: ignore[arg-type]
    tapes = _KEPT[0](_Asked(content, catalogue, tuple(sorted(built_on.items()))))
    tapes.asked += 1
    return tapes if tapes.asked > 1 else None


def record_or_replay(
    to: Recorder, place: int, configuration: Configuration, steps: Sequence[ConfigurationStep], tapes: Tapes
) -> None:
    """Record a configuration: by its tapes, and where there are none by the steps.

    Raises:
        ReadsEdited: a step turned out to read one of these fields. Another recording knows.
    """
    at, plan = f"/configurations/{place}", to.plan
    is_new = place not in tapes.shared
    own: dict[int, list[Taped]] = {}
    others: set[str] = set()
    refusing = _refusing(plan) if is_new else plan
    mistakes = len(to.mistakes)
    for number, step in enumerate(steps):
        tape = tapes.of_steps.get((place, number))
        if tape is not None:
            to.replay(tape, tapes.shared[place])
            continue
        to.tape = []
        if is_new and step not in _READING:
            to.plan = refusing
            try:
                step(to, at, configuration)
            except ReadsEdited:
                _READING.add(step)
                raise
            finally:
                to.plan = plan
            own[number] = to.tape
        else:
            step(to, at, configuration)
            others |= {each.entry.quantity.name for each in to.tape}
        to.tape = None
    if is_new and len(to.mistakes) == mistakes:
        names = {each.entry.quantity.name for tape in own.values() for each in tape if each.entry.group is None}
        shared = names - others - OF_ROLES
        tapes.of_steps |= {(place, number): tape for number, tape in own.items()}
        tapes.shared[place] = {name: to.records[name, configuration.key] for name in shared}


def _refusing(plan: Plan) -> Plan:
    """The plan, with the fields that may differ unreadable."""
    groups = tuple(watched(each, _refuse(OF_GROUPS)) for each in plan.workload.groups)
    changed = {
        "workload": plan.workload.model_copy(update={"groups": groups}),
        "economics": watched(plan.economics, _refuse(OF_ECONOMICS)),
    }
    return plan.model_copy(update=changed)


def _refuse(names: Set[str]) -> Callable[[Read], None]:
    def refuse(read: Read) -> None:
        if any(read.touches(f"/{name}") for name in names):
            raise ReadsEdited

    return refuse
