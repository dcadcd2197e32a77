"""The VMs that manage the platform of a configuration."""

from __future__ import annotations

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.management import Management
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.workload import ExistingManagement

EXISTING = "/workload/existing_management"

_COLUMNS = {"management_vcpu": "vcpu", "management_memory_gib": "memory_gib", "management_disk_gb": "disk_gb"}


def management_of(catalogue: Catalogue, configuration: Configuration) -> Management | None:
    """The choice of management of a configuration: its own, else the usual one of its hypervisor; None if none is."""
    own = catalogue.management.get(configuration.management or "")
    if own is not None:
        return own
    family = hypervisor_of(catalogue, configuration).family
    choices = catalogue.management.values()
    return next((each for each in choices if each.usual and family in each.hypervisors), None)


def existing_of(catalogue: Catalogue, plan: Plan, configuration: Configuration) -> ExistingManagement | None:
    """The management of today, of a configuration that keeps it: it names none of its own, and keeps the hypervisor."""
    own = plan.workload.existing_management
    managed = catalogue.hypervisors.get(own.hypervisor or "")
    if managed is None or configuration.management is not None:
        return None
    return own if hypervisor_of(catalogue, configuration).family == managed.family else None


def bind_management(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the VMs for management ask for."""
    pointer = f"{at}/management"
    own = to.find(to.catalogue.management, configuration.management, pointer)
    hypervisor = hypervisor_of(to.catalogue, configuration)
    if own is not None and own.hypervisors and hypervisor.family not in own.hypervisors:
        choices = to.catalogue.management.values()
        fitting = [each.key for each in choices if not each.hypervisors or hypervisor.family in each.hypervisors]
        text = f"{own.name} does not manage {hypervisor.name}, the hypervisor of {configuration.key!r}."
        to.mistakes.append(Mistake(pointer, "management_does_not_fit", text, f"Choose one of {', '.join(fitting)}."))
    existing = existing_of(to.catalogue, to.plan, configuration)
    if existing is not None:
        for name, column in _COLUMNS.items():
            to.put(name, f"{EXISTING}/{column}", getattr(existing, column))
        to.put("managed_once_flag", pointer, None, settled(1, "the VMs of today manage all clusters"))
        return
    row = management_of(to.catalogue, configuration)
    none = settled(0, f"no VMs for the management of {hypervisor.name} are counted")
    for name, column in _COLUMNS.items():
        to.put(name, pointer, None, none if row is None else to.column(row, column))
    once = settled(float(row is not None and row.once), "as the choice of management says")
    to.put("managed_once_flag", pointer, None, once)
