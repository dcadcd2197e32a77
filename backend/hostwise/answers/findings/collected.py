"""All findings of a result, collected from where they are declared."""

from __future__ import annotations

from hostwise.answers.findings import (
    consumed_memory_findings,
    cost_findings,
    cpu_findings,
    defect_findings,
    equal_sites_findings,
    event_findings,
    general_findings,
    licence_findings,
    licence_lever_findings,
    losses_findings,
    machine_findings,
    memory_findings,
    memory_tier_findings,
    operations_findings,
    other_hosts_findings,
    platform_findings,
    power_findings,
    price_findings,
    read_cache_findings,
    reasons,
    reuse_findings,
    use_findings,
    vm_placement_findings,
    wear_findings,
    write_buffer_findings,
)
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import finders, findings
from hostwise.answers.findings.reasons import said_against
from hostwise.answers.running.run import Run
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import Finding, Prices

MODULES = (
    reasons,
    defect_findings,
    vm_placement_findings,
    other_hosts_findings,
    wear_findings,
    general_findings,
    equal_sites_findings,
    losses_findings,
    event_findings,
    platform_findings,
    cpu_findings,
    cost_findings,
    licence_findings,
    licence_lever_findings,
    power_findings,
    price_findings,
    machine_findings,
    memory_findings,
    consumed_memory_findings,
    memory_tier_findings,
    operations_findings,
    read_cache_findings,
    reuse_findings,
    write_buffer_findings,
    use_findings,
)
"""Where findings are declared, in the order in which they are listed."""

_OF_THE_PLAN = finders(MODULES, "finding", AboutPlan)
_OF_A_CONFIGURATION = finders(MODULES, "finding", About)


def plan_findings(about: AboutPlan) -> list[Finding]:
    """Findings that concern all configurations."""
    return findings((said for each in _OF_THE_PLAN for said in each.said(about)), about.name)


def findings_of(run: Run, catalogue: Catalogue, index: int, prices: Prices) -> list[Finding]:
    """Findings about one configuration of a run, with the reasons why it is not feasible."""
    against = said_against(About(run, index, catalogue))
    return configuration_findings(About(run, index, catalogue, prices, against))


def configuration_findings(about: About) -> list[Finding]:
    """Findings about one configuration."""
    return findings((said for each in _OF_A_CONFIGURATION for said in each.said(about)), about.name)
