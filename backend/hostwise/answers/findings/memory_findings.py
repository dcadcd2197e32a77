"""Findings about memory by hypervisor version: overhead of VMs, memory states, host cache."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.binding.recorder import VM_OVERHEAD
from hostwise.binding.version import has_memory_states, hypervisor_of
from hostwise.binding.vm_overhead import borrowed_from, overhead_of, table_of
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium

_HARD = 3
"""Rank of the memory state from which memory is swapped."""


def version_of(about: About) -> Hypervisor:
    """The hypervisor of a configuration, or the one that stands for an unnamed one."""
    return hypervisor_of(about.catalogue, about.configuration)


@finding("large_write_buffer_unsupported", Severity.WARNING, FindingTopic.WRITES)
def large_write_buffer_unsupported(about: About) -> Iterator[Said]:
    """A large write buffer that the version lacks."""
    cache, version = about.configuration.write_tier, version_of(about)
    if cache is not None and cache.large_write_buffer and not version.large_write_buffer:
        yield say(
            "large_write_buffer_unsupported",
            version=version.name,
            quantity="write_buffer_gb",
            pointer=f"{about.at}/write_tier/large_write_buffer",
        )


@finding("vm_overhead_extrapolated", Severity.INFO, FindingTopic.MEMORY)
def vm_overhead_extrapolated(about: About) -> Iterator[Said]:
    """VMs beyond the version's table of memory overhead."""
    version = version_of(about)
    table = table_of(about.catalogue, version)
    if table is None or about.configuration.memory.vm_overhead_mib is not None:
        return
    groups = about.run.plan.workload.groups
    beyond = [each.name for each in groups if overhead_of(table, each).basis == "beyond"]
    if beyond:
        yield say(
            "vm_overhead_extrapolated",
            groups=", ".join(beyond),
            version=version.name,
            end=str(table.end),
            quantity="vm_overhead_gib",
            pointer=f"{about.at}/memory/vm_overhead_mib",
        )


@finding("vm_overhead_of_older_version", Severity.INFO, FindingTopic.MEMORY)
def vm_overhead_of_older_version(about: About) -> Iterator[Said]:
    """A version newer than the last published table of memory overhead."""
    version = version_of(about)
    older = borrowed_from(about.catalogue, version)
    if older is None or about.configuration.memory.vm_overhead_mib is not None:
        return
    yield say(
        "vm_overhead_of_older_version",
        version=version.name,
        older=older.name,
        quantity="vm_overhead_gib",
        pointer=f"{about.at}/memory/vm_overhead_mib",
    )


@finding("vm_overhead_cannot_bind", Severity.INFO, FindingTopic.MEMORY)
def vm_overhead_cannot_bind(about: About) -> Iterator[Said]:
    """An unknown overhead that changes nothing."""
    if not about.run.is_no_matter(VM_OVERHEAD, about.index):
        return
    low, high = (each / MIB_PER_GIB for each in about.run.binding.sane[VM_OVERHEAD])
    hosts = about.number("hosts")
    yield say(
        "vm_overhead_cannot_bind",
        version=version_of(about).name,
        low=low,
        high=high,
        hosts=hosts,
        quantity="hosts",
        pointer=f"{about.at}/memory/vm_overhead_mib",
    )


@finding("no_memory_states", Severity.INFO, FindingTopic.MEMORY)
def no_memory_states(about: About) -> Iterator[Said]:
    """A hypervisor whose behaviour with scarce memory is not predicted, and what is lost with that."""
    version, limit = version_of(about), about.number("memory_overcommit_limit")
    if has_memory_states(version):
        return
    plan = about.run.plan
    cached = any(each.swap is not None and each.swap.host_cache_gb for each in plan.configurations)
    if limit > 1:
        sentence = message(
            "no_memory_states.overcommitted_and_cached" if cached else "no_memory_states.overcommitted",
            hypervisor=version.name,
            limit=limit,
        )
    else:
        sentence = message(
            "no_memory_states.cached" if cached else "no_memory_states.one_to_one", hypervisor=version.name
        )
    yield say_phrase(
        "no_memory_states",
        sentence,
        severity=Severity.WARNING if limit > 1 or cached else Severity.INFO,
        quantity="memory_state_rank",
        pointer=f"{about.at}/hypervisor",
    )


@finding("memory_pressure", Severity.WARNING, FindingTopic.MEMORY)
def memory_pressure(about: About) -> Iterator[Said]:
    """Memory pressure in normal operation, and with spare hosts failed if that is worse."""
    worst_so_far = 0.0
    for failed in dict.fromkeys((0, about.policy.spare_hosts)):
        if not about.run.leaves_hosts(failed, about.index):
            continue
        rank = about.run.with_failed(failed).value("memory_state_rank", about.index).value
        if rank is None or rank <= worst_so_far:
            continue
        worst_so_far = rank
        state = Number(rank, failed_hosts=failed)
        yield say_phrase(
            "memory_pressure",
            message("memory_pressure.failed", failed=_spares(about, failed), state=state)
            if failed
            else message("memory_pressure.running", state=state),
            severity=Severity.WARNING if rank >= _HARD else Severity.INFO,
            quantity="memory_state_rank",
            pointer=f"{about.at}/memory/dram_gib",
        )


@finding("memory_swaps_before_balloons", Severity.WARNING, FindingTopic.MEMORY)
def memory_swaps_before_balloons(about: About) -> Iterator[Said]:
    """A sudden demand that meets swapping before the balloons are there."""
    for failed in dict.fromkeys((0, about.policy.spare_hosts)):
        if not about.run.leaves_hosts(failed, about.index):
            continue
        case = about.run.with_failed(failed)
        settled = case.value("memory_state_rank", about.index).value
        rising = case.value("rising_memory_state_rank", about.index).value
        if settled is None or rising is None or rising <= settled:
            continue
        swapped = case.evaluation.value("rising_swapped_gib", about.index)
        minutes = case.evaluation.value("memory_rise_minutes", about.index)
        values: dict[str, Given] = {
            "rise": Number(minutes, pointer="/policy/memory_rise_minutes"),
            "swapped": Number(swapped, failed_hosts=failed),
            "state": Number(rising, failed_hosts=failed),
        }
        if failed:
            values["failed"] = _spares(about, failed)
        yield say_phrase(
            "memory_swaps_before_balloons",
            message(
                "memory_swaps_before_balloons.failed" if failed else "memory_swaps_before_balloons.running", **values
            ),
            quantity="rising_memory_state_rank",
            pointer="/policy/memory_rise_minutes",
        )
        return


def _spares(about: About, failed: int) -> Number:
    """Spare hosts that have failed, which the policy sets."""
    return Number(failed, pointer=about.limit_at("spare_hosts"))


@finding("host_cache_needs_ssd", Severity.WARNING, FindingTopic.MEMORY)
@finding("host_cache_unsupported", Severity.WARNING, FindingTopic.MEMORY)
@finding("host_cache_overflows", Severity.WARNING, FindingTopic.MEMORY)
def host_cache(about: About) -> Iterator[Said]:
    """A host cache that is too small, or that the version lacks."""
    swap, version = about.configuration.swap, version_of(about)
    if swap is None or swap.host_cache_gb is None:
        return
    if swap.medium is not SwapMedium.SSD_LOCAL:
        yield say(
            "host_cache_needs_ssd",
            medium=MEDIUM_LABELS[swap.medium],
            quantity="host_cache_gb",
            pointer=f"{about.at}/swap/medium",
        )
    if not version.host_cache:
        yield say(
            "host_cache_unsupported.none" if version.host_cache is False else "host_cache_unsupported.unknown",
            version=version.name,
            quantity="host_cache_gb",
        )
    spares = about.policy.spare_hosts
    overflow = about.run.with_failed(spares).value("host_cache_overflow_gib_per_host", about.index).value
    if overflow:
        yield say(
            "host_cache_overflows",
            overflow=Number(overflow, failed_hosts=spares),
            quantity="host_cache_overflow_gib_per_host",
            pointer=f"{about.at}/swap/host_cache_gb",
        )
