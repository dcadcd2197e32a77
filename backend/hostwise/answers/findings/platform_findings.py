"""Findings about the platform: management, which fill of its storage decides, and writes that no source measured."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.sentences import phrase, shown
from hostwise.answers.wording.words import listed
from hostwise.binding.management import EXISTING, existing_of, management_of
from hostwise.binding.stacks import facts_of, stack_of
from hostwise.binding.storage import kept_at_one_site, protections_of
from hostwise.binding.version import hypervisor_of
from hostwise.numerals.writing import counted as in_count
from hostwise.numerals.writing import fixed, percent, short
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity

_FILLS = ("planned_fill_hosts_unrounded", "healing_hosts_unrounded")


@finding("esa_write_amplification_assumed", Severity.WARNING, FindingTopic.WEAR)
def esa_write_amplification_assumed(about: About) -> Iterator[Said]:
    """Single-tier storage, whose writes to its drives no vendor publishes."""
    rows = protections_of(about.run.plan, about.index, about.catalogue)
    if any(each.family == "esa" for each in rows):
        yield say(
            "esa_write_amplification_assumed",
            "the writes of single-tier storage to its drives are a model assumption (mirrored log, then the full "
            "stripe), and so is the share of capacity for its metadata.",
            quantity="write_amplification_used",
            pointer=f"{about.at}/protection",
        )


@finding("write_factor_assumed", Severity.WARNING, FindingTopic.WEAR)
def write_factor_assumed(about: About) -> Iterator[Said]:
    """A protection whose writes to the drives no source measured on drives of today."""
    stack = stack_of(about.catalogue, about.configuration)
    found = facts_of(about.catalogue).get((stack.key, "write_factor"))
    if found is None or found.value is None or found.kind != "assumed":
        return
    for row in protections_of(about.run.plan, about.index, about.catalogue):
        copies = row.log_writes_factor
        if copies is None:
            continue
        low, mid, high = (copies * (each or found.value) for each in (found.low, found.value, found.high))
        yield say(
            "write_factor_assumed",
            "{protection} of {stack} is taken to write {factor} bytes to the drives for each byte of the VMs, all "
            "copies together ({low} to {high}): no figure is published that was measured on drives of today, and life "
            "goes by it.",
            protection=row.label,
            stack=stack.name,
            factor=shown(short(mid), mid),
            low=shown(short(low), low),
            high=shown(short(high), high),
            quantity="write_amplification_used",
            pointer=f"{about.at}/protection",
        )


@finding("fill_that_decides", Severity.INFO, FindingTopic.STORAGE)
def fill_that_decides(about: About) -> Iterator[Said]:
    """Which fill of a storage stack decides, where capacity decides the hosts."""
    stack = stack_of(about.catalogue, about.configuration)
    by_capacity = about.number("hosts_for_capacity")
    if stack.reserve == "by_policy" or isinf(by_capacity) or by_capacity < about.number("required_hosts"):
        return
    wide = about.number("hosts") >= about.number("hosts_for_wide_stripe")
    of_planned, of_healing = (f"wide_{name}" if wide else name for name in _FILLS)
    planned, healing = about.number(of_planned), about.number(of_healing)
    in_host = about.number("hosts") <= about.number("own_healing_hosts")
    of_share = "in_host_fill_share" if in_host else "even_fill_share"
    planned_share, share = about.number("planned_fill_share"), about.number(of_share)
    yield say(
        "fill_that_decides",
        "{which} decides: below the planned fill of {planned_share} the data takes {planned} hosts, and {beside}, "
        "below {share} on average, {healing}.",
        which="the fill while it heals" if healing > planned else "the planned fill",
        planned_share=shown(percent(planned_share), planned_share, "planned_fill_share"),
        planned=shown(fixed(planned, 1), planned, of_planned),
        beside="where each host heals its own drives" if in_host else "beside what is kept free",
        share=shown(percent(share), share, of_share),
        healing=shown(fixed(healing, 1), healing, of_healing),
        quantity="hosts_for_capacity",
        pointer=f"{about.at}/storage_stack",
    )


@finding("writes_lost_with_a_host", Severity.WARNING, FindingTopic.STORAGE)
@finding("data_on_one_host", Severity.WARNING, FindingTopic.STORAGE)
def data_lost_with_a_host(about: About) -> Iterator[Said]:
    """Storage in each host by itself: what is lost with a host."""
    for row in protections_of(about.run.plan, about.index, about.catalogue):
        if row.hosts_lost != 0:
            continue
        if row.loses_minutes is None:
            yield say(
                "data_on_one_host",
                "{protection}: the VMs of a lost host stand still until it is back, and what it does not bring back is "
                "lost, unless it is backed up.",
                protection=row.label,
                quantity="kept_hosts",
                pointer=f"{about.at}/protection",
            )
            continue
        yield say(
            "writes_lost_with_a_host",
            "{protection}: a lost host loses up to {minutes} min of what its VMs wrote, the usual interval of the "
            "replication; they start again on the other host with what is older.",
            protection=row.label,
            minutes=shown(short(row.loses_minutes), row.loses_minutes),
            quantity="kept_hosts",
            pointer=f"{about.at}/protection",
        )


@finding("host_lost_with_its_drive", Severity.WARNING, FindingTopic.STORAGE)
def host_lost_with_its_drive(about: About) -> Iterator[Said]:
    """As many hosts as copies, with one drive each: a lost drive is a lost host, and nothing heals."""
    capacity = about.configuration.capacity
    if capacity is None or capacity.count != 1 or not about.number("hosts") <= about.number("own_healing_hosts"):
        return
    yield say(
        "host_lost_with_its_drive",
        "each host has one drive, and there are no more hosts than copies: a lost drive takes its host's copy of all "
        "data with it, and nothing is protected again until the drive is replaced.",
        quantity="healed_hosts",
        pointer=f"{about.at}/capacity/count",
    )


@finding("kept_at_one_site", Severity.WARNING, FindingTopic.STORAGE)
def data_at_one_site(about: About) -> Iterator[Said]:
    """VM groups of a stretched cluster that are lost with a site."""
    groups = kept_at_one_site(about.run.plan, about.index, about.catalogue)
    if groups:
        vms = sum(each.count for each in groups)
        yield say(
            "kept_at_one_site",
            "the data of {groups} is kept at one site: of {vms} VMs those at a lost site are lost with it, half of "
            "them if they are spread evenly. Processors and memory are sized as if they could run at either site.",
            groups=listed([each.name for each in groups]),
            vms=shown(short(vms), vms),
            quantity="protected_tb",
            pointer=f"/workload/groups/{about.run.plan.workload.groups.index(groups[0])}/kept_at",
        )


@finding("few_drives_for_storage", Severity.WARNING, FindingTopic.STORAGE)
def few_drives_for_storage(about: About) -> Iterator[Said]:
    """Fewer drives in a host than are advised, and not too few to be built."""
    capacity, stack = about.configuration.capacity, stack_of(about.catalogue, about.configuration)
    advised = facts_of(about.catalogue).get((stack.key, "min_drives"))
    if capacity is None or advised is None or advised.value is None or advised.low is None:
        return
    if advised.low <= capacity.count < advised.value:
        yield say(
            "few_drives_for_storage",
            "{storage} is advised to have {advised} drives in a host ({source}), and there are {count}{why}.",
            storage=stack.name,
            advised=shown(short(advised.value), advised.value),
            source=", ".join(advised.source),
            count=shown(short(capacity.count), capacity.count),
            why=f": {advised.notes}" if advised.notes else "",
            quantity="raw_tb_per_host",
            pointer=f"{about.at}/capacity/count",
        )


@finding("provisioned_counts", Severity.INFO, FindingTopic.STORAGE)
def provisioned_counts(about: About) -> Iterator[Said]:
    """Thick volumes, which take what is provisioned and not what is written."""
    stack, groups = stack_of(about.catalogue, about.configuration), about.run.plan.workload.groups
    if not stack.thick:
        return
    counted = about.number("grouped_used_tb")
    written = about.run.plan.workload.totals.used_tb
    if written is None:
        written = 0 if any(each.disk_used_share not in (None, 1) for each in groups) else counted
    if not written < counted:
        return
    yield say(
        "provisioned_counts",
        "a volume of {stack} takes all that is provisioned: {counted} TB count, whatever is written to them.",
        stack=stack.name,
        counted=shown(short(counted), counted, "grouped_used_tb"),
        quantity="demand_storage_tb",
        pointer=f"{about.at}/storage_stack",
    )


@finding("existing_management_counted", Severity.INFO, FindingTopic.HOSTS)
@finding("existing_management_replaced", Severity.INFO, FindingTopic.HOSTS)
def existing_management(about: About) -> Iterator[Said]:
    """The VMs that manage the platform of today: kept where it stays, and replaced where it is left."""
    plan, own = about.run.plan, about.run.plan.workload.existing_management
    managed = about.catalogue.hypervisors.get(own.hypervisor or "")
    if managed is None:
        return
    vms = in_count(own.vms, "VMs") if own.vms else "the VMs"
    amounts = phrase(
        "{vcpu} vCPU, {memory} GiB and {disk} GB",
        **{
            name: "unknown" if value is None else shown(short(value), value)
            for name, value in (("vcpu", own.vcpu), ("memory", own.memory_gib), ("disk", own.disk_gb))
        },
    )
    if existing_of(about.catalogue, plan, about.configuration) is not None:
        yield say(
            "existing_management_counted",
            "{vms} that manage {hypervisor} today are kept, and count beside the groups: {amounts}.",
            vms=vms,
            hypervisor=managed.family_name,
            amounts=amounts,
            quantity="management_gib",
            pointer=f"{EXISTING}/vcpu",
        )
        return
    row = management_of(about.catalogue, about.configuration)
    yield say(
        "existing_management_replaced",
        "{vms} that manage {hypervisor} today do not count here: {amounts}. {instead}",
        vms=vms,
        hypervisor=managed.family_name,
        amounts=amounts,
        instead=f"Instead: {row.name}." if row is not None else "No management counts instead.",
        quantity="management_gib",
        pointer=f"{about.at}/management",
    )


@finding("management_counted", Severity.INFO, FindingTopic.HOSTS)
@finding("management_not_counted", Severity.INFO, FindingTopic.HOSTS)
def management(about: About) -> Iterator[Said]:
    """The VMs for management that count, or that do not beside candidates whose count."""
    if existing_of(about.catalogue, about.run.plan, about.configuration) is not None:
        return
    row = management_of(about.catalogue, about.configuration)
    if row is not None and row.vcpu:
        yield say(
            "management_counted",
            "{name} is counted: {vcpu} vCPU, {memory} GiB{disk}{each}. Where it runs elsewhere, choose that.",
            name=row.name,
            vcpu=shown(short(row.vcpu), row.vcpu, "management_vcpu"),
            memory=shown(short(row.memory_gib), row.memory_gib, "management_memory_gib"),
            disk=phrase(" and {gb} GB", gb=shown(short(row.disk_gb), row.disk_gb, "management_disk_gb"))
            if row.disk_gb
            else "",
            each="" if row.once else " in each cluster",
            quantity="management_gib",
            pointer=f"{about.at}/management",
        )
    others = [management_of(about.catalogue, each) for each in about.run.plan.configurations]
    if row is None and any(each is not None and each.vcpu for each in others):
        hypervisor = hypervisor_of(about.catalogue, about.configuration)
        choices = [each.key for each in about.catalogue.management.values() if hypervisor.family in each.hypervisors]
        if choices:
            yield say(
                "management_not_counted",
                "no VMs for the management of {hypervisor} are counted, and those of other candidates are: choose one "
                "of {choices}, unless they are among the VMs of the plan.",
                hypervisor=hypervisor.name,
                choices=", ".join(choices),
                quantity="management_gib",
                pointer=f"{about.at}/management",
            )
