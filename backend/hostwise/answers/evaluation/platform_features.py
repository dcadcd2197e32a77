"""What a hypervisor can do, by the catalogue; what is not known of one is None, and never taken for granted."""

from __future__ import annotations

from hostwise.binding.version import DEFAULT_HYPERVISOR
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import RequirementKey
from hostwise.plan.configuration import Configuration


def hypervisor_of(configuration: Configuration, catalogue: Catalogue) -> Hypervisor | None:
    """The hypervisor of a configuration; None where its licence is for one that is not modelled."""
    licence = catalogue.licences.get(configuration.licence.key or "")
    row = catalogue.hypervisors.get(configuration.hypervisor or DEFAULT_HYPERVISOR)
    if row is None or (licence is not None and licence.hypervisor not in (None, row.family)):
        return None
    return row


def feature_of(configuration: Configuration, key: RequirementKey, catalogue: Catalogue) -> bool | None:
    """Whether the hypervisor of a configuration has a feature: snapshots, live migration, shared graphics."""
    row = hypervisor_of(configuration, catalogue)
    if row is None:
        return None
    found: dict[RequirementKey, bool | None] = {
        "snapshots": row.snapshots,
        "live_migration": row.live_migration,
        "vgpu": row.vgpu,
    }
    return found[key]
