"""VMs of an inventory that belong to a platform: what it runs for itself, and what manages it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from hostwise.answers.estate_sizing.columns import Flags, Floats, Places, Vms, by_text
from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, some, words
from hostwise.answers.estate_sizing.taken_away import MOST_NAMED_ALIKE, is_little
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.hypervisors import ESXI, Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.platform_vms import PlatformVm
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import EstateFinding
from hostwise.plan.workload import ExistingManagement

_AT = "/workload/existing_management"


@dataclass(frozen=True)
class OfPlatform:
    """Which VMs of an inventory belong to a platform. Names are matched once for all answers about it.

    Attributes:
        own: those that it runs for itself, and that are left out.
        manages: those of the others that manage it, by the family of hypervisors that it is of.
        doubted: VMs whose names match those of managers, but too many of them: they count as ordinary VMs.
    """

    own: Flags
    manages: dict[str, Flags]
    doubted: Flags

    @property
    def any_manager(self) -> Flags:
        """Those that manage any platform."""
        found = np.zeros(len(self.own), dtype=np.bool_)
        for flags in self.manages.values():
            found |= flags
        return found

    def family(self, places: Places) -> str | None:
        """The family of hypervisors that some of them manage; ESXi where several are managed, which others stand on."""
        found = Counter({family: int(flags[places].sum()) for family, flags in self.manages.items()})
        known = [family for family, number in found.most_common() if number]
        return ESXI if ESXI in known else next(iter(known), None)


def of_platform(vms: Vms, catalogue: Catalogue) -> OfPlatform:
    """Match the names and folders of VMs with what the catalogue knows of platforms."""
    rows = list(catalogue.platform_vms.values())
    telling = [each for each in rows if each.apply == "tell"]
    families = dict.fromkeys(family for each in telling for family in each.hypervisors)
    own = _matching(vms, [each for each in rows if each.apply == "leave_out"])
    of_users = np.array(by_text(vms.text("os").tolist(), _is_of_users), dtype=np.bool_)
    sure, likely = dict[str, Flags](), dict[str, Flags]()
    for family in families:
        of_family = [each for each in telling if family in each.hypervisors]
        sure[family] = _matching(vms, [each for each in of_family if each.evidence == "strong"]) & ~own
        weak = _matching(vms, [each for each in of_family if each.evidence == "weak"])
        likely[family] = weak & ~own & ~of_users
    doubted = np.any([*likely.values()], axis=0) if likely else np.zeros(len(vms), dtype=np.bool_)
    number = int(doubted.sum())
    if number <= _LEAST_DOUBTED or is_little(number, len(vms), MOST_NAMED_ALIKE):
        sure = {family: flags | likely[family] for family, flags in sure.items()}
        doubted = np.zeros(len(vms), dtype=np.bool_)
    return OfPlatform(own, sure, doubted)


_LEAST_DOUBTED = 3
"""A small estate has a few managers, too."""

_OF_USERS = re.compile(
    r"windows|red ?hat|rhel|centos|ubuntu|debian|rocky|alma ?linux|oracle (?:enterprise )?linux|fedora|amazon|solaris",
    re.IGNORECASE,
)
"""Guest systems that appliances of a platform do not have: those run Photon, SLES or a system without a name."""


def _is_of_users(os: str) -> bool:
    return _OF_USERS.search(os) is not None


def nothing_of_platform(vms: Vms) -> OfPlatform:
    """No VM belongs to a platform."""
    nothing = np.zeros(len(vms), dtype=np.bool_)
    return OfPlatform(nothing, {}, nothing)


def _matching(vms: Vms, rows: Iterable[PlatformVm]) -> Flags:
    found = np.zeros(len(vms), dtype=np.bool_)
    rows = list(rows)
    for field in ("name", "folder"):
        patterns = [f"(?:{each.pattern})" for each in rows if each.field == field]
        if patterns:
            texts = pl.Series(vms.text(field).tolist(), dtype=pl.String)
            found |= texts.str.contains(f"(?i){'|'.join(patterns)}").to_numpy()
    return found


@dataclass(frozen=True)
class SetApart:
    """The VMs that manage the platform of an estate, which are in no group.

    Attributes:
        hypervisor: the hypervisor that they manage, in its usual version.
        whole: those that run.
        disk_only: those of which only the disks count.
    """

    hypervisor: Hypervisor
    whole: Places
    disk_only: Places

    def of_plan(self, vms: Vms, source: str) -> tuple[ExistingManagement, dict[str, Remark]]:
        """What the plan says of them, and where it is from."""
        every = np.concatenate([self.whole, self.disk_only])
        data = np.where(np.isnan(vms.used_gb), vms.disk_gb, vms.used_gb)
        figures = {
            "vcpu": _sum(vms.number("vcpu")[self.whole]),
            "memory_gib": _sum(vms.number("memory_gib")[self.whole]),
            "disk_gb": _sum(data[every]),
        }
        known = {key: value for key, value in figures.items() if value is not None}
        document = {"hypervisor": self.hypervisor.key, "vms": len(every), **known}
        told = Remark(status=RemarkStatus.IMPORTED, source=source)
        return ExistingManagement.model_validate(document), {f"{_AT}/{key}": told for key in ("vms", *known)}

    def finding(self, vms: Vms, source: str) -> EstateFinding:
        """What was done with them, in words."""
        own, _ = self.of_plan(vms, source)
        every = np.concatenate([self.whole, self.disk_only])
        set_apart = message(
            "estate_management.set_apart",
            vms=len(every),
            vcpu=_told(own.vcpu),
            memory=_told(own.memory_gib),
            data=_told(own.disk_gb),
            names=_named(vms, every),
        )
        kept = message("estate_management.kept", hypervisor=self.hypervisor.family_name)
        return EstateFinding(
            code="management_set_apart",
            kind="note",
            message=read(set_apart, kept, message("estate_management.no_io"), message("estate_management.if_ordinary")),
            vms=[vms.columns.id[at] for at in every[:_LISTED]],
            count=len(every),
        )


_LISTED = 200
_NAMED = 5


def among_vms(vms: Vms, places: Places) -> EstateFinding:
    """What is said of VMs that manage a platform and stay in the groups."""
    return EstateFinding(
        code="management_among_vms",
        kind="note",
        message=read(
            message("estate_management.among_vms"),
            message("estate_management.leave_out", names=_named(vms, places)),
        ),
        count=int(places.size),
    )


def doubted(vms: Vms, places: Places) -> EstateFinding:
    """The finding about VMs whose names match those of managers, but too many of them."""
    return EstateFinding(
        code="management_doubted",
        kind="warning",
        message=read(
            message("estate_management.doubted", vms=len(places), most=f"{MOST_NAMED_ALIKE:.0%}"),
            message("estate_management.leave_out_doubted", names=_named(vms, places)),
        ),
        vms=[vms.columns.id[at] for at in places[:_LISTED]],
        count=int(places.size),
    )


def _named(vms: Vms, places: Places) -> Phrase:
    return some([vms.columns.name[at] for at in places], _NAMED)


def _told(value: float | None) -> str:
    return words("estate_amount.unknown") if value is None else words("estate_amount.known", amount=value)


def _sum(values: Floats) -> float | None:
    """The sum, in which VMs whose figure is unknown count as the mean of the others; None where none is known."""
    known = values[~np.isnan(values)]
    if not values.size:
        return 0.0
    return float(known.mean() * values.size) if known.size else None


def managed_by(catalogue: Catalogue, family: str) -> Hypervisor | None:
    """The usual version of the hypervisors of a family."""
    rows: Sequence[Hypervisor] = list(catalogue.hypervisors.values())
    return next((each for each in rows if each.family == family and each.usual), None)
