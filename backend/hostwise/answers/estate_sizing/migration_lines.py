"""What the move of an estate costs at published rates: a cost line for each class of VMs, by their readiness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from hostwise.answers.estate_sizing.columns import Places
from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, some, words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.readiness import Estate, MoveClass, found_kinds
from hostwise.answers.estate_sizing.readiness_document import ReadinessKey
from hostwise.answers.wording.answer_messages import in_a_row
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.market import CostRate
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
_WORDS: dict[Priced, EstateSizingCode] = {
    "simple": "estate_move.simple",
    "standard": "estate_move.standard",
    "complex": "estate_move.complex",
    "unclassed": "estate_move.unclassed",
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
                label=words("estate_move_line.label", vms=_vms(each, number)),
                category=CostCategory.MIGRATION,
                amount=number * rate.amount,
                low=None if rate.low is None else number * rate.low,
                high=None if rate.high is None else number * rate.high,
                per=CostLineBasis.ALL,
                date=rate.source_date,
                note=words("estate_move_line.note", amount=rate.amount, currency=rate.currency, scope=rate.scope),
            )
            for each, number in self.vms.items()
            for rate in (self.rates[each],)
        )

    def added_to(self, configuration: Configuration) -> Configuration:
        """A configuration on another platform, with what moving to it costs."""
        return configuration.model_copy(update={"cost_lines": (*configuration.cost_lines, *self.lines())})

    def remarks(self, configurations: Sequence[int]) -> dict[str, Remark]:
        """That the amounts are nobody's offer, at each of these configurations, which have no other lines."""
        lines = self.lines()
        told = Remark(status=RemarkStatus.ILLUSTRATIVE, note=words("estate_move_line.origin"))
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
        classes = some([_vms(each, number) for each, number in self.vms.items()], len(_RATES))
        counts = message(
            "estate_move_counted.open_end" if open_end else "estate_move_counted.within",
            vms=classes,
            cost=total,
            currency=self.rates["unclassed"].currency,
            low=low,
            high=high,
        )
        is_by_projects = "unclassed" in self.vms
        how = message("estate_move_counted.by_projects" if is_by_projects else "estate_move_counted.by_readiness")
        silent = [message("estate_move_counted.silent", kinds=in_a_row(self.unknown))] if self.unknown else []
        return EstateFinding(
            code="migration_counted",
            kind="note",
            message=read(counts, how, *silent, message("estate_move_counted.replace")),
            count=sum(self.vms.values()),
        )


def _vms(of: Priced, number: int) -> Phrase:
    return message(_WORDS[of], vms=number)


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
