"""What the move of an estate costs at published rates: a cost line for each class of VMs, by their readiness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from hostwise.answers.estate_sizing.columns import Places
from hostwise.answers.estate_sizing.readiness import Estate, MoveClass, found_kinds
from hostwise.answers.estate_sizing.readiness_document import ReadinessKey
from hostwise.catalogue.market import CostRate
from hostwise.number_format.writing import counted, money, some
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostCategory, CostLine, CostLineBasis
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import EstateFinding

CLASSES: tuple[MoveClass, ...] = get_args(MoveClass)
Priced = MoveClass | Literal["unclassed"]
"""Classes with a rate of their own; VMs of which too little is known have that of whole projects."""

_RATES: dict[Priced, str] = {
    **{each: f"migration-vm-{each}" for each in CLASSES},
    "unclassed": "migration-vm-project",
}
_SIMPLE_WITHOUT: tuple[ReadinessKey, ...] = ("raw_devices", "shared_disks", "guest_ended")
"""What the source must be able to say before a VM without a finding is a simple one."""


@dataclass(frozen=True)
class Move:
    """The VMs that move, by class.

    Attributes:
        vms: VMs of each class that has some.
        unknown: kinds of VMs that the source cannot say and that would move at another rate.
        rates: the published rate of each class.
    """

    vms: dict[Priced, int]
    unknown: tuple[str, ...]
    rates: dict[Priced, CostRate]

    def lines(self) -> tuple[CostLine, ...]:
        """A line for each class that has VMs; no ceiling is published of complex ones, which is left open."""
        return tuple(
            CostLine(
                label=f"Migration of {_words(each, number)}",
                category=CostCategory.MIGRATION,
                amount=number * rate.amount,
                low=None if rate.low is None else number * rate.low,
                high=None if rate.high is None else number * rate.high,
                per=CostLineBasis.ALL,
                date=rate.source_date,
                note=f"{money(rate.amount)} {rate.currency} for each: {rate.scope}",
            )
            for each, number in self.vms.items()
            for rate in (self.rates[each],)
        )

    def added_to(self, configuration: Configuration) -> Configuration:
        """A configuration on another platform, with what moving to it costs."""
        return configuration.model_copy(update={"cost_lines": (*configuration.cost_lines, *self.lines())})

    def remarks(self, configurations: Sequence[int]) -> dict[str, Remark]:
        """That the amounts are nobody's offer, at each of these configurations, which have no other lines."""
        lines, told = self.lines(), Remark(status=RemarkStatus.ILLUSTRATIVE, note="a published rate, not an offer")
        return {
            f"/configurations/{place}/cost_lines/{at}/amount": told
            for place in configurations
            for at in range(len(lines))
        }

    def finding(self) -> EstateFinding:
        """What is counted, in words."""
        lines = self.lines()
        total = sum(each.amount for each in lines)
        low = sum(each.amount if each.low is None else each.low for each in lines)
        high = sum(each.amount if each.high is None else each.high for each in lines)
        open_end = any(each.high is None for each in lines)
        classes = some([_words(each, number) for each, number in self.vms.items()], len(_RATES))
        currency = self.rates["unclassed"].currency
        band = f"{money(low)} to {money(high)}{' or more' if open_end else ''}"
        how = "The classes come from the readiness of each VM."
        if "unclassed" in self.vms:
            how = "VMs without a class have the rate of whole projects."
        silent = "" if not self.unknown else f" The source says nothing of: {', '.join(self.unknown)}."
        return EstateFinding(
            code="migration_counted",
            kind="note",
            message=f"On another hypervisor the move of {classes} counts at published rates: {money(total)} {currency} "
            f"({band}). {how}{silent} Replace the lines by your own offer.",
            count=sum(self.vms.values()),
        )


def _words(of: Priced, number: int) -> str:
    return counted(number, "VMs" if of == "unclassed" else f"{of} VMs")


def move_of(estate: Estate, places: Places) -> Move:
    """The classes of some VMs: the hardest that one of their kinds of readiness or the size of their disks says."""
    rank = np.zeros(len(estate.vms), dtype=np.int64)
    unknown = {}
    for kind, found in found_kinds(estate):
        if kind.moves is None:
            continue
        if isinstance(found, str):
            unknown[kind.key] = kind.label
        elif not kind.is_usual(found, places):
            rank = np.maximum(rank, np.where(found.has, CLASSES.index(kind.moves), 0))
    limit = estate.catalogue.assumptions["complex_vm_disk_gb"].value
    assert limit is not None
    large = estate.vms.number("disk_gb") > limit
    rank = np.maximum(rank, np.where(large, CLASSES.index("complex"), 0))[places]
    easiest: Priced = "unclassed" if any(each in unknown for each in _SIMPLE_WITHOUT) else "simple"
    classes: tuple[Priced, ...] = (easiest, *CLASSES[1:])
    vms = {each: int((rank == place).sum()) for place, each in enumerate(classes)}
    return Move(
        {each: number for each, number in vms.items() if number},
        tuple(unknown.values()),
        {each: estate.catalogue.cost_rates[key] for each, key in _RATES.items()},
    )
