"""Which hypervisor versions have a read cache, and doubts about a plan's read cache."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.citations import citation
from hostwise.answers.wording.sentences import shown
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.writing import short
from hostwise.plan.answers.read_cache import ReadCacheSupport
from hostwise.plan.answers.result import FindingTopic, State
from hostwise.plan.answers.told import Severity


def support(key: str | None, catalogue: Catalogue) -> ReadCacheSupport:
    """Whether a hypervisor version has its own read cache, with the reason."""
    versions = sorted(catalogue.hypervisors.values(), key=lambda each: each.sort)
    having = [each for each in versions if each.read_cache]
    span = f"{having[0].name} to {having[-1].name}" if having else "no version"
    row = None if key is None else catalogue.hypervisors.get(key)
    if row is None:
        text = f"No hypervisor version is given; {span} have a read cache of their own. The formulas hold for any."
        return ReadCacheSupport(hypervisor=key, name=None, supported=None, reason=text, source=[])
    sources = [citation(each, row.locator, catalogue) for each in row.source]
    note = f" ({row.read_cache_note})" if row.read_cache_note else ""
    if row.read_cache is None:
        text = f"Whether {row.name} has a read cache of its own is unknown."
    elif row.read_cache:
        text = f"{row.name} has a read cache of its own{note}."
    else:
        text = f"{row.name} has no read cache of its own{note or _why_not(row, versions)}. The formulas hold "
        text += "for any host read cache, such as another vendor's."
    return ReadCacheSupport(hypervisor=key, name=row.name, supported=row.read_cache, reason=text, source=sources)


def _why_not(row: Hypervisor, versions: list[Hypervisor]) -> str:
    """The reason, from versions of the same hypervisor that have one."""
    versions = [each for each in versions if each.family == row.family]
    having = [each for each in versions if each.read_cache]
    if having and row.sort < having[0].sort:
        note = having[0].read_cache_note
        return f" (it came with {having[0].name}{': ' + note if note else ''})"
    later = [each for each in versions if having and each.sort > having[-1].sort and each.read_cache_note]
    return f" ({later[0].read_cache_note})" if later else ""


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
            "{why}",
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
            "the read cache of a host has {size} GB, its drive {capacity} GB.",
            size=shown(short(size), size),
            capacity=shown(short(capacity), capacity),
            quantity="read_cache_gb_per_host",
            pointer=pointer,
        )
    if about.run.value("hosts_for_read_cache", about.index).state is State.INFINITE:
        yield say(
            "read_cache_fits_no_host",
            "{name}: the read cache reserved for one VM is larger than that of a host; no number of hosts holds it, "
            "and no host restarts the VM.",
            name=about.configuration.name,
            quantity="hosts_for_read_cache",
            pointer=pointer,
        )
