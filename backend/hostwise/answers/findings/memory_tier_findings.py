"""Findings about a second memory tier on NVMe drives."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, reason, say
from hostwise.answers.findings.memory_findings import version_of
from hostwise.answers.wording.message_files import Number
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity

_GIB_PER_TB = 1e12 / 2**30


@reason("no_memory_tier_in_version", blocks="building")
@reason("memory_tier_share_above_limit", blocks="building")
@reason("memory_tier_above_limit", blocks="building")
@reason("memory_tier_drives_too_small", blocks="building")
@reason("memory_tier_mirror_needs_drives", blocks="building")
@reason("reservation_above_dram")
def tier_cannot_be_built(about: About) -> Iterator[Said]:
    """A second memory tier that cannot be built as planned."""
    tier, version = about.configuration.memory.tier, version_of(about)
    if tier is None:
        return
    if version.memory_tier_status is None:
        have = [each.name for each in about.catalogue.hypervisors.values() if each.memory_tier_status is not None]
        yield say(
            "no_memory_tier_in_version",
            version=version.name,
            versions=", ".join(have),
        )
        return
    at, hypervisor = f"{about.at}/memory/tier", f"{about.at}/hypervisor"
    share, size = about.number("tier_dram_share"), about.number("tier_gib_per_host")
    if version.memory_tier_max_share is not None and share > version.memory_tier_max_share:
        yield say(
            "memory_tier_share_above_limit",
            share=share,
            version=version.name,
            limit=Number(version.memory_tier_max_share, pointer=hypervisor),
            pointer=f"{at}/dram_share",
        )
    if version.memory_tier_max_tb is not None and size > version.memory_tier_max_tb * _GIB_PER_TB:
        yield say(
            "memory_tier_above_limit",
            tier_gib=size,
            version=version.name,
            limit=Number(version.memory_tier_max_tb, pointer=hypervisor),
            pointer=f"{at}/dram_share",
        )
    reserved, dram = about.number("largest_reservation_gib"), about.number("usable_dram_gib_per_host")
    if reserved > dram:
        yield say(
            "reservation_above_dram",
            reserved=reserved,
            dram=dram,
            pointer=f"{about.at}/memory/dram_gib",
        )
    drives, copies = about.number("tier_drives_per_host"), about.number("tier_copies_factor")
    room = drives / copies * _of_tier(about, "drive_gb") / 1000 * _GIB_PER_TB
    if not isnan(room) and size > room:
        yield say("memory_tier_drives_too_small", tier_gib=size, room=room, pointer=f"{at}/drive/capacity_gb")
    if tier.mirrored and drives < copies:
        yield say("memory_tier_mirror_needs_drives")


@finding("tier_preview", Severity.WARNING, FindingTopic.MEMORY)
@finding("tier_not_mirrored", Severity.WARNING, FindingTopic.MEMORY)
@finding("tier_drive_class", Severity.WARNING, FindingTopic.WEAR)
@finding("tier_drive_smaller_than_dram", Severity.WARNING, FindingTopic.MEMORY)
@finding("tier_excluded_vms", Severity.WARNING, FindingTopic.MEMORY)
@finding("active_memory_assumed", Severity.WARNING, FindingTopic.MEMORY)
def memory_tier(about: About) -> Iterator[Said]:
    """Recommendations for the second memory tier."""
    tier, version = about.configuration.memory.tier, version_of(about)
    if tier is None:
        return
    at, groups = f"{about.at}/memory/tier", about.run.plan.workload.groups
    if version.memory_tier_status == "preview":
        yield say(
            "tier_preview",
            version=version.name,
            quantity="tier_gib_per_host",
            pointer=f"{about.at}/hypervisor",
        )
    if tier.mirrored and version.memory_tier_mirroring == "unprotected":
        yield say(
            "tier_not_mirrored",
            version=version.name,
            quantity="tier_gib_per_host",
            pointer=f"{at}/mirrored",
        )
    yield from _drive_class(about, at)
    dram = about.configuration.memory.dram_gib
    room = tier.drives_per_host * _of_tier(about, "drive_gb") / 1000 * _GIB_PER_TB / (2 if tier.mirrored else 1)
    if not isnan(room) and room < dram:
        yield say(
            "tier_drive_smaller_than_dram",
            room=room,
            dram=dram,
            quantity="tier_gib_per_host",
            pointer=f"{at}/drive/capacity_gb",
        )
    largest = about.catalogue.assumptions["tier_largest_vm_gib"].value or float("inf")
    big = [each.name for each in groups if each.memory_gib > largest]
    reserved = [each.name for each in groups if each.memory_reserved_share == 1]
    if big or reserved:
        yield say(
            "tier_excluded_vms",
            limit=largest,
            groups=", ".join(dict.fromkeys([*big, *reserved])),
            quantity="tier_gib_per_host",
        )
    if all(each.memory_active_share is None for each in groups):
        yield say(
            "active_memory_assumed",
            quantity="active_memory_gib",
            pointer="/workload/groups/0/memory_active_share",
        )


def _of_tier(about: About, name: str) -> float:
    """A figure of the memory-tier drives as it was used; NaN if it is missing."""
    return about.run.evaluation.value(name, about.index, role=Role.MEMORY_TIER)


def _drive_class(about: About, at: str) -> Iterator[Said]:
    size, dwpd = _of_tier(about, "drive_gb"), _of_tier(about, "role_rated_dwpd")
    years = _of_tier(about, "drive_warranty_years")
    least_dwpd = about.catalogue.assumptions["tier_min_dwpd"].value
    least_tb = about.catalogue.assumptions["tier_min_tbw_tb"].value
    rated_tb = size * dwpd * 365 * years / 1000
    if least_dwpd is None or least_tb is None or isnan(rated_tb):
        return
    if dwpd < least_dwpd and rated_tb < least_tb:
        yield say(
            "tier_drive_class",
            least_tb=least_tb,
            least_dwpd=least_dwpd,
            rated_tb=rated_tb,
            dwpd=dwpd,
            quantity="tier_drive_years_to_wear_out",
            pointer=f"{at}/drive/key",
        )
