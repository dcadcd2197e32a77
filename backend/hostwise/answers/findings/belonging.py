"""Parts that do not belong together: a configuration of them cannot be built, however cheap it would be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, reason, say
from hostwise.answers.wording.sentences import shown
from hostwise.binding.stacks import facts_of, stack_of
from hostwise.binding.storage import protections_of
from hostwise.binding.version import fact_of, hypervisor_of
from hostwise.catalogue.hypervisors import Hypervisor, HypervisorField
from hostwise.catalogue.stacks import StackField
from hostwise.numerals.writing import short


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
            "{licence} does not run on this storage ({storage}): choose storage of its own, or a licence for this one.",
            licence=row.product,
            storage=stack.name,
            pointer=pointer,
        )
    chosen = about.catalogue.hypervisors.get(about.configuration.hypervisor or "")
    if row.hypervisor is not None and chosen is not None and chosen.family != row.hypervisor:
        yield say(
            "licence_for_another_hypervisor",
            "{licence} is for another hypervisor than {hypervisor}: choose a licence for that one, or leave it out.",
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
            "{hypervisor} does not run on {storage}, which is for {others}: choose another of the two.",
            hypervisor=hypervisor.name,
            storage=stack.name,
            others=" and ".join({each.family_name: "" for each in versions if each.family in stack.hypervisors}),
            pointer=f"{about.at}/hypervisor",
        )


@reason("vm_above_hypervisor_limit", blocks="building")
def vm_above_hypervisor_limit(about: About) -> Iterator[Said]:
    """A VM that is larger than the hypervisor lets one be."""
    hypervisor = _hypervisor(about)
    for field, size, unit in _SIZES:
        limit = fact_of(about.catalogue, hypervisor, field)
        if limit is None or limit.value is None:
            continue
        large = [each for each in about.run.plan.workload.groups if getattr(each, size) > limit.value]
        for group in large[:1]:
            yield say(
                "vm_above_hypervisor_limit",
                "VMs of {group} have {size} {unit}; {hypervisor} allows at most {limit} ({source}): make them smaller, "
                "or choose another hypervisor.",
                group=group.name,
                size=shown(short(getattr(group, size)), getattr(group, size)),
                unit=unit,
                hypervisor=hypervisor.name,
                limit=shown(short(limit.value), limit.value),
                source=", ".join(limit.source),
                pointer=f"{about.at}/hypervisor",
            )


_SIZES: tuple[tuple[HypervisorField, str, str], ...] = (
    ("max_vm_vcpu", "vcpu", "vCPU"),
    ("max_vm_gib", "memory_gib", "GiB"),
)


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
            "{chassis} takes {processors} ({source}), the plan has {processor}: such a host cannot be built. Choose "
            "another chassis or processor.",
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
                "too_few_drives_for_storage",
                "{protection} needs at least {needed} drives in a host ({source}), and there are {count}: add drives, "
                "or choose another protection.",
                protection=row.label,
                needed=shown(short(row.min_drives or 0), row.min_drives or 0),
                source=", ".join(row.source),
                count=shown(short(capacity.count), capacity.count),
                quantity="raw_tb_per_host",
                pointer=pointer,
            )
    if least is not None and needed is not None and capacity.count < needed:
        yield say(
            "too_few_drives_for_storage",
            "{storage} needs at least {needed} drives in a host ({source}), and there are {count}: add drives, or "
            "choose another storage.",
            storage=stack.name,
            needed=shown(short(needed), needed),
            source=", ".join(least.source),
            count=shown(short(capacity.count), capacity.count),
            quantity="raw_tb_per_host",
            pointer=pointer,
        )
    found = {"max_drives": (float(capacity.count), "drives"), "max_host_tb": (about.number("raw_tb_per_host"), "TB")}
    for field, (amount, unit) in found.items():
        most = facts.get((stack.key, cast("StackField", field)))
        if most is not None and most.value is not None and amount > most.value:
            yield say(
                "too_many_drives_for_storage",
                "{storage} takes at most {limit} {unit} in a host ({source}), and there are {amount}: take fewer or "
                "smaller drives, or choose another storage.",
                storage=stack.name,
                limit=shown(short(most.value), most.value),
                unit=unit,
                source=", ".join(most.source),
                amount=shown(short(amount), amount),
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
            "Single-tier storage takes NVMe drives only (dell-vxrail-architecture), {drive} is {interface}: such a "
            "cluster cannot be built. Choose other drives or layout.",
            drive=drive.name,
            interface=drive.interface,
            quantity="used_bays_per_host",
            pointer=f"{about.at}/capacity/key",
        )
