"""Findings about processors of different generations: demand that was measured on another one than it will run on."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import RemarkStatus


@finding("cpu_demand_converted", Severity.INFO, FindingTopic.WORKLOAD)
@finding("cpu_demand_not_converted", Severity.WARNING, FindingTopic.WORKLOAD)
def cpu_demand(about: About) -> Iterator[Said]:
    """GHz that were measured on another processor: converted, or why they are not."""
    if about.value("measured_cpu_ghz") is None:
        return
    old, new = about.number("source_spec_per_core"), about.number("spec_per_core")
    factor = about.number("cpu_generation_factor")
    if not isnan(old * new * about.number("source_ghz") * about.number("base_ghz")):
        if round(factor, 4) != 1:
            yield say(
                "cpu_demand_converted",
                source=_source(about),
                old=old,
                new=new,
                factor=factor,
                quantity="cpu_generation_factor",
                pointer="/workload/measured_on/key",
            )
        return
    if not _from_elsewhere(about):
        return
    of_source = isnan(old) or isnan(about.number("source_ghz"))
    yield say(
        "cpu_demand_not_converted.of_source" if of_source else "cpu_demand_not_converted.of_host",
        source=_source(about),
        quantity="demand_cpu_ghz",
        pointer="/workload/measured_on/spec_per_core" if of_source else f"{about.at}/cpu/spec_per_core",
    )


def _source(about: About) -> str:
    """The processor that was measured, in words."""
    source = about.run.plan.workload.measured_on
    if source.key is not None:
        return about.catalogue.cpus[source.key].name
    return source.model or "another processor"


def _from_elsewhere(about: About) -> bool:
    """Whether the demand was measured on another processor than the configuration's, as far as the plan says."""
    plan, cpu = about.run.plan, about.configuration.cpu
    source = plan.workload.measured_on
    if source.key is not None and source.key == cpu.key:
        return False
    # The hosts as they are have the clock of the measurement, and no key where the catalogue does not know them.
    if source.key is None and cpu.key is None and source.base_ghz is not None and source.base_ghz == cpu.base_ghz:
        return False
    if source.model_fields_set:
        return True
    imported = (plan.remarks.get(f"/workload/groups/{place}/cpu_ghz") for place in range(len(plan.workload.groups)))
    return any(each is not None and each.status is RemarkStatus.IMPORTED for each in imported)
