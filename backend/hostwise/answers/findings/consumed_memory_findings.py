"""Findings about sizing by consumed memory: where it counts, how much it leaves out, and where it does not count."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.binding.version import has_memory_states, hypervisor_of
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.policy import MemorySizing

_AT = "/policy/memory_sized_by"


@finding("sized_by_consumed_memory", Severity.WARNING, FindingTopic.MEMORY)
@finding("consumed_memory_not_counted", Severity.WARNING, FindingTopic.MEMORY)
def sized_by(about: About) -> Iterator[Said]:
    """Hosts sized by what VMs take of the memory, or why they are not although the plan asks for it."""
    if about.run.plan.policy.memory_sized_by is not MemorySizing.CONSUMED:
        return
    hypervisor = hypervisor_of(about.catalogue, about.configuration)
    if not has_memory_states(hypervisor):
        yield say(
            "consumed_memory_not_counted.hypervisor",
            hypervisor=hypervisor.family_name,
            quantity="sized_gib",
            pointer=_AT,
        )
        return
    groups = about.run.plan.workload.groups
    unknown = [each.name for each in groups if each.memory_consumed_gib is None and each.memory_gib]
    if len(unknown) == len(groups):
        yield say(
            "consumed_memory_not_counted.unknown",
            quantity="sized_gib",
            pointer="/workload/groups/0/memory_consumed_gib",
        )
        return
    sized, configured = about.number("sized_gib"), about.number("demand_memory_gib")
    if unknown:
        yield say(
            "sized_by_consumed_memory.some",
            sized=sized,
            configured=configured,
            groups=", ".join(unknown),
            quantity="sized_gib",
            pointer=_AT,
        )
    else:
        yield say("sized_by_consumed_memory.all", sized=sized, configured=configured, quantity="sized_gib", pointer=_AT)
