"""From plan and catalogue to the inputs of the engine, each value with its origin.

This is the one place where the plan's unit convention is applied and where absent fields get defaults.
"""

from __future__ import annotations

from hostwise.binding.carbon import bind_carbon, bind_embodied
from hostwise.binding.cost_lines import bind_cost_lines
from hostwise.binding.discounts import check_discounts
from hostwise.binding.drives import bind_drives
from hostwise.binding.economics import bind_economics
from hostwise.binding.events import bind_events
from hostwise.binding.fields import bind_fields, bind_group_fields
from hostwise.binding.host import bind_host, bind_processor
from hostwise.binding.licence import bind_guest_licences, bind_licence
from hostwise.binding.management import bind_management
from hostwise.binding.memory import bind_memory, bind_memory_policy
from hostwise.binding.migration import bind_migration
from hostwise.binding.network import bind_admission, bind_network
from hostwise.binding.operations import bind_operations
from hostwise.binding.other_hosts import bind_other_hosts
from hostwise.binding.plan import bind_convention, bind_policy, bind_sizing_level, bind_workload
from hostwise.binding.plausible import policy_for
from hostwise.binding.prices import check_prices
from hostwise.binding.ranges import check_ranges
from hostwise.binding.read_cache import bind_cached_groups, bind_read_cache
from hostwise.binding.recorder import Binding, Mistake, PlanError, Recorder
from hostwise.binding.storage import bind_cache_rules, bind_protection, bind_storage
from hostwise.binding.write_buffer import bind_write_buffer
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan

__all__ = ["Binding", "Mistake", "PlanError", "bind"]


def bind(plan: Plan, catalogue: Catalogue) -> Binding:
    """The engine's inputs for a plan.

    Raises:
        PlanError: keys are not in the catalogue, or choices exclude each other.
    """
    to = Recorder(plan, catalogue)
    to.binding.sane = _sane(catalogue)
    check_ranges(to)
    bind_convention(to)
    bind_group_fields(to)
    bind_fields(to, "/workload", plan.workload)
    bind_fields(to, "/policy", policy_for(plan, catalogue))
    bind_fields(to, "/economics", plan.economics)
    bind_workload(to)
    bind_cached_groups(to)
    bind_policy(to)
    bind_memory_policy(to)
    bind_economics(to)
    bind_events(to)
    bind_migration(to)
    check_prices(to)
    check_discounts(to)
    bind_carbon(to)
    bind_operations(to)
    bind_admission(to)
    for index, configuration in enumerate(plan.configurations):
        at = f"/configurations/{index}"
        to.current = (index, configuration)
        bind_fields(to, at, configuration)
        bind_sizing_level(to)
        bind_processor(to, f"{at}/cpu", configuration)
        bind_memory(to, at, configuration)
        bind_management(to, at, configuration)
        bind_protection(to, at, configuration)
        bind_drives(to, at, configuration)
        bind_storage(to, at, configuration)
        bind_cache_rules(to, at, configuration)
        bind_write_buffer(to, at, configuration)
        bind_read_cache(to, at, configuration)
        bind_host(to, at, configuration)
        bind_network(to, at, configuration)
        bind_licence(to, f"{at}/licence", configuration)
        bind_guest_licences(to, at, configuration)
        bind_cost_lines(to, at, configuration)
        bind_embodied(to, at, configuration)
        to.current = None
    bind_other_hosts(to, bind)
    if to.mistakes:
        raise PlanError(dict.fromkeys(to.mistakes))
    return to.finish()


def _sane(catalogue: Catalogue) -> dict[str, tuple[float, float]]:
    """The ends at which limits are tried whose input is missing."""
    row = catalogue.assumptions["sane_vm_overhead_mib"]
    assert row.low is not None
    assert row.high is not None
    return {"given_vm_overhead_mib": (row.low, row.high)}
