"""Parts that do not belong together: a configuration of them cannot be built, however cheap it would be."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, reason, say
from hostwise.binding.stacks import stack_of


@reason("licence_for_another_storage")
@reason("licence_for_another_hypervisor")
def licence_does_not_belong(about: About) -> Iterator[Said]:
    """A licence of a product that does not run on this storage, or is for another hypervisor."""
    row = about.catalogue.licences.get(about.configuration.licence.key or "")
    if row is None:
        return
    stack, pointer = stack_of(about.catalogue, about.configuration), f"{about.at}/licence/key"
    if row.storage and stack.protections not in row.storage:
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


@reason("processor_does_not_fit")
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


@reason("drives_not_nvme")
def drives_not_nvme(about: About) -> Iterator[Said]:
    """Drives of single-tier storage that are not NVMe."""
    capacity = about.configuration.capacity
    drive = about.catalogue.drives.get(capacity.key or "") if capacity is not None else None
    if stack_of(about.catalogue, about.configuration).nvme_only and drive is not None and not drive.is_nvme:
        yield say(
            "drives_not_nvme",
            "Single-tier storage takes NVMe drives only (dell-vxrail-architecture), {drive} is {interface}: such a "
            "cluster cannot be built. Choose other drives or architecture.",
            drive=drive.name,
            interface=drive.interface,
            quantity="used_bays_per_host",
            pointer=f"{about.at}/capacity/key",
        )
