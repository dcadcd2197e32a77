"""The placement of an inventory as a number of its plan: hosts beyond the sums, for each configuration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hostwise.answers.estate_sizing.columns import Places, Vms
from hostwise.answers.estate_sizing.demand import Demand
from hostwise.answers.estate_sizing.placement import NotPlaced, fragmentation, place_vms
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.storage.storage_messages import words
from hostwise.answers.suggestions.candidates import Candidate
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, with_configurations
from hostwise.plan.estate import EstateFinding

_MOST_RANKED = 5_000
"""VMs up to which several choices of a server are placed before one is chosen; of more only the chosen one is."""


@dataclass(frozen=True)
class Placing:
    """The VMs of an inventory that are placed."""

    vms: Vms
    counted: Places
    found: Demand
    catalogue: Catalogue

    @property
    def ranks(self) -> bool:
        """Whether choices are placed before one of them is chosen."""
        return len(self.counted) <= _MOST_RANKED

    def gaps(self, plan: Plan) -> list[int]:
        """Hosts of each part that a placement of the VMs adds to each configuration."""
        if not self.counted.size:
            return [0] * len(plan.configurations)
        run = run_plan(plan, self.catalogue, placed=False)
        found = []
        for each in plan.configurations:
            try:
                answer = place_vms(
                    self.vms, self.counted, run, each.key, members=self.found.members, sizes=self.found.sizes
                )
            except NotPlaced:
                found.append(0)
            else:
                found.append(fragmentation(answer, run))
        return found

    def with_gaps(self, plan: Plan, configurations: Sequence[Configuration]) -> list[Configuration]:
        """Configurations with what a placement adds to them."""
        added = self.gaps(with_configurations(plan, configurations))
        pairs = zip(configurations, added, strict=True)
        return [each.model_copy(update={"fragmentation_hosts": gap}) if gap else each for each, gap in pairs]


def order_changed(chosen: Sequence[Candidate]) -> Iterator[EstateFinding]:
    """Servers for which placed VMs chose other parts than their sums."""
    names = [each.configuration.name for each in chosen if each.changed_by_placement]
    if names:
        yield EstateFinding(
            code="placement_changed_order",
            kind="note",
            message=words("placement_changed_order", names=", ".join(names)),
            count=len(names),
        )


def more_than_sums(configurations: Sequence[Configuration]) -> Iterator[EstateFinding]:
    """Configurations that are sized by the placement, because it needs more hosts than the sums."""
    more = [each for each in configurations if each.fragmentation_hosts]
    if more:
        added = [words("sized_by_placement.one", name=each.name, hosts=each.fragmentation_hosts or 0) for each in more]
        yield EstateFinding(
            code="sized_by_placement",
            kind="warning",
            message=words("sized_by_placement", added=", ".join(added)),
            count=len(more),
        )
