"""What a hypervisor can do, by the catalogue; what is not known of one is None, and never taken for granted."""

from __future__ import annotations

from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import RequirementKey
from hostwise.plan.configuration import Configuration


def feature_of(configuration: Configuration, key: RequirementKey, catalogue: Catalogue) -> bool | None:
    """Whether the hypervisor of a configuration has a feature: snapshots, live migration, shared graphics."""
    row = hypervisor_of(catalogue, configuration)
    found: dict[RequirementKey, bool | None] = {
        "snapshots": row.snapshots,
        "live_migration": row.live_migration,
        "vgpu": row.vgpu,
    }
    return found[key]
