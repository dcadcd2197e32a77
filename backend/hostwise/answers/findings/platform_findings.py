"""Findings about the platform: management, which fill of its storage decides, and writes that no source measured."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import listing, message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.management import EXISTING, existing_of, management_of
from hostwise.binding.stacks import facts_of, stack_of
from hostwise.binding.storage import kept_at_one_site, protections_of
from hostwise.binding.version import hypervisor_of
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.workload import ExistingManagement

_FIELDS = {"vcpu": "vcpu", "memory": "memory_gib", "disk": "disk_gb"}
"""Fields of the management of today by the figure that says them."""

_FILLS = ("planned_fill_hosts_unrounded", "healing_hosts_unrounded")


@finding("esa_write_amplification_assumed", Severity.WARNING, FindingTopic.WEAR)
def esa_write_amplification_assumed(about: About) -> Iterator[Said]:
    """Single-tier storage, whose writes to its drives no vendor publishes."""
    rows = protections_of(about.run.plan, about.index, about.catalogue)
    if any(each.family == "esa" for each in rows):
        yield say(
            "esa_write_amplification_assumed",
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
            protection=row.label,
            stack=stack.name,
            factor=mid,
            low=low,
            high=high,
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
    code: AnswerCode = "fill_that_decides.planned_in_host" if in_host else "fill_that_decides.planned"
    if healing > planned:
        code = "fill_that_decides.healing_in_host" if in_host else "fill_that_decides.healing"
    yield say(
        code,
        planned_share=planned_share,
        planned=Number(planned, quantity=of_planned),
        share=Number(share, quantity=of_share),
        healing=Number(healing, quantity=of_healing),
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
                protection=row.label,
                quantity="kept_hosts",
                pointer=f"{about.at}/protection",
            )
            continue
        yield say(
            "writes_lost_with_a_host",
            protection=row.label,
            minutes=row.loses_minutes,
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
            groups=listing([each.name for each in groups]),
            vms=vms,
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
        pointer = f"{about.at}/capacity/count"
        values: dict[str, Given] = {
            "storage": stack.name,
            "advised": advised.value,
            "source": ", ".join(advised.source),
            "count": Number(capacity.count, pointer=pointer),
        }
        if advised.notes:
            values["note"] = advised.notes
        sentence = message(
            "few_drives_for_storage.noted" if advised.notes else "few_drives_for_storage.plain", **values
        )
        yield say_phrase("few_drives_for_storage", sentence, quantity="raw_tb_per_host", pointer=pointer)


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
        stack=stack.name,
        counted=counted,
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
    values = _existing(own, managed.family_name)
    if existing_of(about.catalogue, plan, about.configuration) is not None:
        sentence = message(
            "existing_management_counted.number" if own.vms else "existing_management_counted.unknown", **values
        )
        pointer = f"{EXISTING}/vcpu"
        yield say_phrase("existing_management_counted", sentence, quantity="management_gib", pointer=pointer)
        return
    row = management_of(about.catalogue, about.configuration)
    code: AnswerCode = "existing_management_replaced.number" if own.vms else "existing_management_replaced.unknown"
    if row is not None:
        values["instead"] = row.name
        code = (
            "existing_management_replaced.number_instead" if own.vms else "existing_management_replaced.unknown_instead"
        )
    pointer = f"{about.at}/management"
    yield say_phrase(
        "existing_management_replaced", message(code, **values), quantity="management_gib", pointer=pointer
    )


def _existing(own: ExistingManagement, hypervisor: str) -> dict[str, Given]:
    """The management VMs of today: their number where it is known, and what they take."""

    def amount(field: str, value: float | None, known: AnswerCode, unknown: AnswerCode) -> Phrase:
        if value is None:
            return message(unknown)
        return message(known, **{field: Number(value, pointer=f"{EXISTING}/{_FIELDS[field]}")})

    amounts = message(
        "management_vms",
        vcpu=amount("vcpu", own.vcpu, "existing_management.vcpu", "existing_management.vcpu_unknown"),
        memory=amount("memory", own.memory_gib, "existing_management.memory", "existing_management.memory_unknown"),
        disk=amount("disk", own.disk_gb, "existing_management.disk", "existing_management.disk_unknown"),
    )
    values: dict[str, Given] = {"hypervisor": hypervisor, "amounts": amounts}
    return values | ({"vms": Number(own.vms, pointer=f"{EXISTING}/vms")} if own.vms else {})


@finding("management_counted", Severity.INFO, FindingTopic.HOSTS)
@finding("management_not_counted", Severity.INFO, FindingTopic.HOSTS)
def management(about: About) -> Iterator[Said]:
    """The VMs for management that count, or that do not beside candidates whose count."""
    if existing_of(about.catalogue, about.run.plan, about.configuration) is not None:
        return
    row = management_of(about.catalogue, about.configuration)
    if row is not None and row.vcpu:
        values: dict[str, Given] = {"name": row.name, "vcpu": row.vcpu, "memory": row.memory_gib or 0}
        code: AnswerCode = "management_counted.once" if row.once else "management_counted.each"
        if row.disk_gb:
            values["disk"] = row.disk_gb
            code = "management_counted.once_with_disk" if row.once else "management_counted.each_with_disk"
        pointer = f"{about.at}/management"
        yield say_phrase("management_counted", message(code, **values), quantity="management_gib", pointer=pointer)
    others = [management_of(about.catalogue, each) for each in about.run.plan.configurations]
    if row is None and any(each is not None and each.vcpu for each in others):
        hypervisor = hypervisor_of(about.catalogue, about.configuration)
        choices = [each.key for each in about.catalogue.management.values() if hypervisor.family in each.hypervisors]
        if choices:
            yield say(
                "management_not_counted",
                hypervisor=hypervisor.name,
                choices=", ".join(choices),
                quantity="management_gib",
                pointer=f"{about.at}/management",
            )
