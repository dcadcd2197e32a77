"""Parts that do not belong together: a configuration of them cannot be built, however cheap it would be."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, reason, say
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.binding.stacks import facts_of, stack_of
from hostwise.binding.storage import protections_of
from hostwise.binding.version import fact_of, hypervisor_of
from hostwise.catalogue.hypervisors import Hypervisor, HypervisorField
from hostwise.catalogue.stacks import StackField
from hostwise.plan.workload import VmGroup


@reason("licence_for_another_storage", blocks="building")
@reason("licence_for_another_hypervisor", blocks="building")
def licence_does_not_belong(about: About) -> Iterator[Said]:
    """A licence of a product that does not run on this storage, or is for another hypervisor."""
    row = about.catalogue.licences.get(about.configuration.licence.key or "")
    if row is None:
        return
    stack, pointer = stack_of(about.catalogue, about.configuration), f"{about.at}/licence/key"
    runs_on = row.hypervisor is None or not stack.hypervisors or row.hypervisor in stack.hypervisors
    if (row.storage and stack.protections not in row.storage) or not runs_on:
        yield say(
            "licence_for_another_storage",
            licence=row.product,
            storage=stack.name,
            pointer=pointer,
        )
    chosen = about.catalogue.hypervisors.get(about.configuration.hypervisor or "")
    if row.hypervisor is not None and chosen is not None and chosen.family != row.hypervisor:
        yield say(
            "licence_for_another_hypervisor",
            licence=row.product,
            hypervisor=chosen.name,
            pointer=pointer,
        )


@reason("hypervisor_not_on_storage", blocks="building")
def hypervisor_not_on_storage(about: About) -> Iterator[Said]:
    """A hypervisor that does not run on the storage stack."""
    stack, hypervisor = stack_of(about.catalogue, about.configuration), _hypervisor(about)
    # One that follows from the licence is the licence's mistake.
    if about.configuration.hypervisor is not None and stack.hypervisors and hypervisor.family not in stack.hypervisors:
        versions = about.catalogue.hypervisors.values()
        yield say(
            "hypervisor_not_on_storage",
            hypervisor=hypervisor.name,
            storage=stack.name,
            others=" and ".join({each.family_name: "" for each in versions if each.family in stack.hypervisors}),
            pointer=f"{about.at}/hypervisor",
        )


@reason("vm_above_hypervisor_limit", blocks="building")
def vm_above_hypervisor_limit(about: About) -> Iterator[Said]:
    """A VM that is larger than the hypervisor lets one be."""
    hypervisor = _hypervisor(about)
    for field, size, code in _SIZES:
        limit = fact_of(about.catalogue, hypervisor, field)
        if limit is None or limit.value is None:
            continue
        large = [each for each in about.run.plan.workload.groups if getattr(each, size) > limit.value]
        for group in large[:1]:
            yield say(
                code,
                group=group.name,
                size=Number(getattr(group, size), pointer=_group_at(about, group, size)),
                hypervisor=hypervisor.name,
                limit=limit.value,
                source=", ".join(limit.source),
                pointer=f"{about.at}/hypervisor",
            )


_SIZES: tuple[tuple[HypervisorField, str, AnswerCode], ...] = (
    ("max_vm_vcpu", "vcpu", "vm_above_hypervisor_limit.vcpu"),
    ("max_vm_gib", "memory_gib", "vm_above_hypervisor_limit.memory"),
)


def _group_at(about: About, group: VmGroup, field: str) -> str:
    return f"/workload/groups/{about.run.plan.workload.groups.index(group)}/{field}"


def _hypervisor(about: About) -> Hypervisor:
    return hypervisor_of(about.catalogue, about.configuration)


@reason("processor_does_not_fit", blocks="building")
def processor_does_not_fit(about: About) -> Iterator[Said]:
    """A processor that the chassis does not take."""
    host = about.configuration.host
    chassis = about.catalogue.chassis.get(host.chassis or "")
    cpu = about.catalogue.cpus.get(about.configuration.cpu.key or "")
    if chassis is not None and cpu is not None and chassis.excludes(cpu):
        yield say(
            "processor_does_not_fit",
            chassis=chassis.name,
            processors=chassis.processors,
            source=", ".join(chassis.source),
            processor=cpu.name,
            quantity="chassis_price",
            pointer=f"{about.at}/host/chassis",
        )


@reason("too_few_drives_for_storage", blocks="building")
@reason("too_many_drives_for_storage", blocks="building")
def drives_not_for_storage(about: About) -> Iterator[Said]:
    """Fewer drives in a host than the storage stack needs, or more of them, or more capacity, than it takes."""
    capacity, stack = about.configuration.capacity, stack_of(about.catalogue, about.configuration)
    if capacity is None:
        return
    facts, pointer = facts_of(about.catalogue), f"{about.at}/capacity/count"
    least = facts.get((stack.key, "min_drives"))
    # Where sources differ, the lower one decides what can be built, and a finding says the other one.
    needed = None if least is None else least.low or least.value
    for row in protections_of(about.run.plan, about.index, about.catalogue):
        if capacity.count < (row.min_drives or 0) > (needed or 0):
            yield say(
                "too_few_drives_for_storage.of_protection",
                protection=row.label,
                needed=row.min_drives or 0,
                source=", ".join(row.source),
                count=Number(capacity.count, pointer=pointer),
                quantity="raw_tb_per_host",
                pointer=pointer,
            )
    if least is not None and needed is not None and capacity.count < needed:
        yield say(
            "too_few_drives_for_storage.of_storage",
            storage=stack.name,
            needed=needed,
            source=", ".join(least.source),
            count=Number(capacity.count, pointer=pointer),
            quantity="raw_tb_per_host",
            pointer=pointer,
        )
    found: tuple[tuple[StackField, AnswerCode, Number], ...] = (
        ("max_drives", "too_many_drives_for_storage.drives", Number(capacity.count, pointer=pointer)),
        ("max_host_tb", "too_many_drives_for_storage.capacity", Number(about.number("raw_tb_per_host"))),
    )
    for field, code, amount in found:
        most = facts.get((stack.key, field))
        if most is not None and most.value is not None and amount.value > most.value:
            yield say(
                code,
                storage=stack.name,
                limit=most.value,
                source=", ".join(most.source),
                amount=amount,
                quantity="raw_tb_per_host",
                pointer=pointer,
            )


@reason("drives_not_nvme", blocks="building")
def drives_not_nvme(about: About) -> Iterator[Said]:
    """Drives of single-tier storage that are not NVMe."""
    capacity = about.configuration.capacity
    drive = about.catalogue.drives.get(capacity.key or "") if capacity is not None else None
    if stack_of(about.catalogue, about.configuration).nvme_only and drive is not None and not drive.is_nvme:
        yield say(
            "drives_not_nvme",
            drive=drive.name,
            interface=drive.interface,
            quantity="used_bays_per_host",
            pointer=f"{about.at}/capacity/key",
        )
