"""From plan and catalogue to the inputs of the engine, each value with its origin.

This is the one place where the plan's unit convention is applied and where absent fields get defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from hostwise.binding.alike import Alike, ConfigurationStep, Repeats, repeated
from hostwise.binding.carbon import bind_carbon, bind_embodied
from hostwise.binding.cost_lines import bind_cost_lines
from hostwise.binding.discounts import check_discounts
from hostwise.binding.drives import DRIVE_STEPS
from hostwise.binding.economics import bind_economics
from hostwise.binding.equal_sites import bind_equal_sites
from hostwise.binding.events import bind_events
from hostwise.binding.fields import bind_fields, bind_group_fields
from hostwise.binding.host import HOST_STEPS
from hostwise.binding.kept_steps import ReadsEdited, Tapes, record_or_replay, tapes_of
from hostwise.binding.licence import LICENCE_STEPS
from hostwise.binding.management import bind_management
from hostwise.binding.memory import MEMORY_STEPS, bind_memory_policy
from hostwise.binding.migration import bind_migration
from hostwise.binding.network import bind_admission, bind_admission_control, bind_network
from hostwise.binding.operations import bind_operations
from hostwise.binding.other_hosts import bind_other_hosts
from hostwise.binding.plan import bind_convention, bind_coverage_level, bind_own_limits, bind_policy, bind_workload
from hostwise.binding.plausible import policy_for
from hostwise.binding.priced_rows import check_prices
from hostwise.binding.ranges import check_ranges
from hostwise.binding.read_cache import bind_cached_groups, bind_read_cache
from hostwise.binding.recorder import VM_OVERHEAD, WRITE_SPEED, Binding, BindingStep, Mistake, PlanError, Recorder
from hostwise.binding.reused_memory import bind_reused_memory
from hostwise.binding.storage import STORAGE_STEPS, bind_cache_rules, bind_protection
from hostwise.binding.wear_uncertainty import bind_write_uncertainty
from hostwise.binding.write_buffer import bind_write_buffer
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import OWN_LIMITS, Plan
from hostwise.plan.policy import Policy

__all__ = ["Alike", "Binding", "BindingStep", "ConfigurationStep", "Mistake", "PlanError", "bind", "mistakes_of"]


def bind(
    plan: Plan, catalogue: Catalogue, alike: Sequence[Alike] = (), built_on: Mapping[str, float] | None = None
) -> Binding:
    """The engine's inputs for a plan, of which some configurations may differ in one field only.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        alike: configurations that differ in one field only.
        built_on: hosts of a cluster for which the layouts of protections are chosen, by key of the configuration.

    Raises:
        PlanError: keys are not in the catalogue, or choices exclude each other.
    """
    to = recorded(plan, catalogue, alike, built_on=built_on)
    if to.mistakes:
        raise PlanError(dict.fromkeys(to.mistakes))
    return to.finish()


def mistakes_of(plan: Plan, catalogue: Catalogue, alike: Sequence[Alike]) -> list[Mistake]:
    """The mistakes of a plan of which some configurations differ in one field only."""
    return recorded(plan, catalogue, alike, checks=True).mistakes


def recorded(
    plan: Plan,
    catalogue: Catalogue,
    alike: Sequence[Alike] = (),
    *,
    checks: bool = False,
    built_on: Mapping[str, float] | None = None,
) -> Recorder:
    """All inputs of a plan, and its mistakes; with `checks` the mistakes, and not the inputs of what is alike."""
    tapes = None if alike or checks else tapes_of(plan, catalogue, built_on or {})
    while True:
        with suppress(ReadsEdited):
            return _recorded(plan, catalogue, alike, tapes, checks=checks, built_on=built_on)


def _recorded(
    plan: Plan,
    catalogue: Catalogue,
    alike: Sequence[Alike],
    tapes: Tapes | None,
    *,
    checks: bool,
    built_on: Mapping[str, float] | None,
) -> Recorder:
    to = Recorder(plan, catalogue, built_on)
    to.binding.sane = _sane(catalogue)
    for of_plan in PLAN_STEPS:
        of_plan(to)
    repeats = {place: found for found in (Repeats(each, checks) for each in alike) for place in found.of.places}
    steps = repeated(CONFIGURATION_STEPS) if repeats else CONFIGURATION_STEPS
    for index, configuration in enumerate(plan.configurations):
        at, repeat = f"/configurations/{index}", repeats.get(index)
        to.current = (index, configuration)
        if tapes is not None:
            record_or_replay(to, index, configuration, CONFIGURATION_STEPS, tapes)
        elif repeat is None:
            for of_configuration in CONFIGURATION_STEPS:
                of_configuration(to, at, configuration)
        elif index == repeat.of.places[0]:
            repeat.bind_first(to, at, steps)
        else:
            repeat.bind(to, at, configuration, steps)
        to.current = None
    if not checks:
        bind_other_hosts(to, bind)
    return to


def _parts_of_plan(to: Recorder) -> None:
    """The plain fields of what all configurations share."""
    bind_group_fields(to)
    bind_fields(to, "/workload", to.plan.workload)
    policy = policy_for(to.plan, to.catalogue)
    for name in Policy.model_fields:
        if name not in OWN_LIMITS:
            bind_fields(to, "/policy", policy, (name,))
    bind_fields(to, "/economics", to.plan.economics)


PlanStep = Callable[[Recorder], None]

PLAN_STEPS: tuple[PlanStep, ...] = (
    check_ranges,
    bind_convention,
    _parts_of_plan,
    bind_workload,
    bind_write_uncertainty,
    bind_cached_groups,
    bind_policy,
    bind_memory_policy,
    bind_economics,
    bind_equal_sites,
    bind_events,
    bind_migration,
    check_prices,
    check_discounts,
    bind_carbon,
    bind_operations,
    bind_admission,
)
"""What is recorded for the plan, in this order: the unit convention is known before what is converted by it."""

CONFIGURATION_STEPS: tuple[ConfigurationStep, ...] = (
    bind_fields,
    bind_own_limits,
    bind_coverage_level,
    *MEMORY_STEPS,
    bind_management,
    bind_protection,
    *DRIVE_STEPS,
    *STORAGE_STEPS,
    bind_cache_rules,
    bind_write_buffer,
    bind_read_cache,
    *HOST_STEPS,
    bind_network,
    bind_admission_control,
    *LICENCE_STEPS,
    bind_cost_lines,
    bind_embodied,
    bind_reused_memory,
)
"""What is recorded for a configuration, given its pointer: no step reads what another has recorded."""


def _sane(catalogue: Catalogue) -> dict[str, tuple[float, float]]:
    """The ends at which limits are tried whose input is missing."""
    row = catalogue.assumptions["sane_vm_overhead_mib"]
    assert row.low is not None
    assert row.high is not None
    speeds = [each.seq_write_mb_s for each in catalogue.drives.values() if each.seq_write_mb_s is not None]
    return {VM_OVERHEAD: (row.low, row.high), WRITE_SPEED: (min(speeds), max(speeds))}
