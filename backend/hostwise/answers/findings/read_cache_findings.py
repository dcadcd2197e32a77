"""Which hypervisor versions have a read cache, and doubts about a plan's read cache."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.citations import citation
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.read_cache import ReadCacheSupport
from hostwise.plan.answers.result import FindingTopic, QuantityState
from hostwise.plan.answers.told import Severity


def support(key: str | None, catalogue: Catalogue) -> ReadCacheSupport:
    """Whether a hypervisor version has its own read cache, with the reason."""
    versions = sorted(catalogue.hypervisors.values(), key=lambda each: each.sort)
    having = [each for each in versions if each.read_cache]
    span = message("span_of_versions", first=having[0].name, last=having[-1].name) if having else message("no_version")
    row = None if key is None else catalogue.hypervisors.get(key)
    if row is None:
        text = message("read_cache_support.no_version", versions=span)
        return ReadCacheSupport(hypervisor=key, name=None, supported=None, reason=str(text), source=[])
    sources = [citation(each, row.locator, catalogue) for each in row.source]
    note = row.read_cache_note or ""
    if row.read_cache is None:
        text = message("read_cache_support.unknown", version=row.name)
    elif row.read_cache:
        text = (
            message("read_cache_support.yes_noted", version=row.name, note=note)
            if note
            else message("read_cache_support.yes", version=row.name)
        )
    elif why := note or _why_not(row, versions):
        text = message("read_cache_support.no_noted", version=row.name, note=why)
    else:
        text = message("read_cache_support.no", version=row.name)
    return ReadCacheSupport(hypervisor=key, name=row.name, supported=row.read_cache, reason=str(text), source=sources)


def _why_not(row: Hypervisor, versions: list[Hypervisor]) -> str:
    """The reason, from versions of the same hypervisor that have one; empty without any."""
    versions = [each for each in versions if each.family == row.family]
    having = [each for each in versions if each.read_cache]
    if having and row.sort < having[0].sort:
        note, version = having[0].read_cache_note, having[0].name
        came = (
            message("read_cache_came.noted", version=version, note=note)
            if note
            else message("read_cache_came.plain", version=version)
        )
        return str(came)
    later = [each for each in versions if having and each.sort > having[-1].sort and each.read_cache_note]
    return (later[0].read_cache_note or "") if later else ""


@finding("read_cache_not_in_version", Severity.WARNING, FindingTopic.MEMORY)
@finding("read_cache_larger_than_drive", Severity.WARNING, FindingTopic.MEMORY)
@finding("read_cache_fits_no_host", Severity.ERROR, FindingTopic.HOSTS)
def read_cache(about: About) -> Iterator[Said]:
    """A read cache that the version lacks, or that the drive or the host has no room for."""
    planned = about.configuration.read_cache
    if planned is None:
        return
    found = support(about.configuration.hypervisor, about.catalogue)
    if found.supported is False:
        yield say(
            "read_cache_not_in_version",
            why=found.reason,
            quantity="read_cache_latency_ms",
            pointer=f"{about.at}/hypervisor",
        )
    row = about.catalogue.drives.get(planned.drive.key) if planned.drive.key else None
    capacity = planned.drive.capacity_gb or (row.capacity_gb if row else None)
    size, pointer = planned.size_gb, f"{about.at}/read_cache/size_gb"
    if size is not None and capacity is not None and size > capacity:
        yield say(
            "read_cache_larger_than_drive",
            size=size,
            capacity=capacity,
            quantity="read_cache_gb_per_host",
            pointer=pointer,
        )
    if about.run.value("hosts_for_read_cache", about.index).state is QuantityState.INFINITE:
        yield say(
            "read_cache_fits_no_host",
            name=about.configuration.name,
            quantity="hosts_for_read_cache",
            pointer=pointer,
        )
