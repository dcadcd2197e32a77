"""How fast VMs move to another hypervisor, where the configurations run on several."""

from __future__ import annotations

from hostwise.binding.origins import NOT_APPLICABLE, Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.binding.version import hypervisor_of

OF_THE_PLAN = ("migration_link_mbit_s", "migration_people", "migration_check_minutes_per_vm")
"""What the plan may say of its move; the fields have the names of the inputs."""


def bind_migration(to: Recorder) -> None:
    """Network, people and checks: the plan's, else what published rules assume; without a move they do not apply."""
    economics = to.plan.economics
    given = any(getattr(economics, name) is not None for name in OF_THE_PLAN)
    families = {hypervisor_of(to.catalogue, each).family for each in to.plan.configurations}
    moves = given or len(families) > 1

    def otherwise(name: str) -> Origin:
        return to.assumption(name) if moves else NOT_APPLICABLE

    for name in OF_THE_PLAN:
        to.put(name, f"/economics/{name}", getattr(economics, name), otherwise(name))
    for name in ("migration_link_use_share", "working_hours_per_month"):
        to.put(name, None, None, otherwise(name))
    as_they_are = settled(1, "data are copied as they are") if moves else NOT_APPLICABLE
    to.put("migration_copied_ratio", None, None, as_they_are)
