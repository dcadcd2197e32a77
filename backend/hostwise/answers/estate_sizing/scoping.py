"""Which VMs are counted, and why the others are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hostwise.answers.estate_sizing.columns import Flags, Places, Vms
from hostwise.answers.estate_sizing.estate_document import EstateExclusion
from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.platform import OfPlatform, nothing_of_platform
from hostwise.plan.estate import EstateScope, PoweredOff

_EXAMPLES = 5
_NONE: Places = np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Scoped:
    """The VMs that are counted.

    Attributes:
        whole: those that ask for CPU, memory and disk.
        disk_only: those that ask for disk only.
        exclusions: the others, by reason; all add up to the VMs of the inventory.
        managers: VMs that manage the platform and are among those that are counted, whole and disk only.
    """

    whole: Places
    disk_only: Places
    exclusions: list[EstateExclusion]
    managers: tuple[Places, Places] = (_NONE, _NONE)

    @property
    def all_managers(self) -> Places:
        """VMs that manage the platform, whether they run or not."""
        return np.concatenate(self.managers)

    def without_managers(self, names: Sequence[str]) -> Scoped:
        """The others; VMs that manage the platform are one of the reasons why a VM is in no group."""
        gone = self.all_managers
        out = EstateExclusion(
            reason="management",
            label=words("estate_excluded.management"),
            vms=int(gone.size),
            examples=[names[at] for at in gone[:_EXAMPLES]],
        )
        whole, disk_only = np.setdiff1d(self.whole, gone), np.setdiff1d(self.disk_only, gone)
        return Scoped(whole, disk_only, [*self.exclusions, out], self.managers)


def scoped(vms: Vms, scope: EstateScope, platform: OfPlatform | None = None) -> Scoped:
    """Apply a scope. Each VM that is left out is counted once, for the first reason that applies.

    Args:
        vms: the VMs of the inventory.
        scope: which of them count.
        platform: VMs that belong to a platform: those that it runs for itself are left out unless the scope counts
            them.
    """
    left = np.ones(len(vms), dtype=np.bool_)
    exclusions = []
    platform = platform or nothing_of_platform(vms)
    for reason, label, out in _reasons(vms, scope, platform):
        gone = np.flatnonzero(left & out)
        if gone.size:
            names = [vms.columns.name[at] for at in gone[:_EXAMPLES]]
            exclusions.append(EstateExclusion(reason=reason, label=label, vms=int(gone.size), examples=names))
        left &= ~out
    whole = vms.running if scope.powered_off is not PoweredOff.ALL else vms.running | ~vms.template
    manages = platform.any_manager
    managers = np.flatnonzero(left & whole & manages), np.flatnonzero(left & ~whole & manages)
    return Scoped(np.flatnonzero(left & whole), np.flatnonzero(left & ~whole), exclusions, managers)


def _reasons(vms: Vms, scope: EstateScope, platform: OfPlatform) -> list[tuple[str, str, Flags]]:
    found = [("placeholder", words("estate_excluded.placeholder"), vms.placeholder)]
    if not scope.templates:
        found.append(("template", words("estate_excluded.template"), vms.template))
    if not scope.count_infrastructure:
        own = platform.own & ~vms.placeholder
        found.append(("infrastructure", words("estate_excluded.infrastructure"), own))
    found.append(("power", words("estate_excluded.power"), vms.of_other_power))
    if scope.powered_off is PoweredOff.NOTHING:
        found.append(("powered_off", words("estate_excluded.powered_off"), ~vms.running & ~vms.template))
    for reason, label, column, values in (
        ("datacenter", words("estate_excluded.datacenter"), "datacenter", scope.datacenters),
        ("cluster", words("estate_excluded.cluster"), "cluster", scope.clusters),
    ):
        if values:
            found.append((reason, label, ~np.isin(vms.text(column), values)))
    for reason, label, column, patterns in (
        ("folder", words("estate_excluded.folder"), "folder", scope.folders),
        ("os", words("estate_excluded.os"), "os", scope.os),
        ("name", words("estate_excluded.name"), "name", scope.names),
    ):
        if patterns:
            found.append((reason, label, ~_like(vms.text(column), patterns)))
    if scope.not_names:
        found.append(("not_name", words("estate_excluded.not_name"), _like(vms.text("name"), scope.not_names)))
    if scope.attribute is not None and scope.attribute_values:
        other = ~np.isin(vms.attribute(scope.attribute), scope.attribute_values)
        found.append(("attribute", words("estate_excluded.attribute", attribute=scope.attribute), other))
    return found


def _like(texts: NDArray[np.str_], patterns: Sequence[str]) -> Flags:
    """Whether each text matches one of some patterns with `*` and `?`, in any case of letters.

    All patterns are matched at once, by automata: Python's expressions would try them one by one on each text.
    """
    small = pl.Series(texts.tolist(), dtype=pl.String).str.to_lowercase()
    wanted = pl.Series([re.sub(r"\*+", "*", each.strip()) for each in patterns]).str.to_lowercase()
    # Most are names, beginnings of names or parts of names; for parts there is a way of its own.
    parts = [each[1:-1] for each in wanted if _PART.fullmatch(each)]
    found = small.str.contains_any(parts) if parts else small.is_null()
    for some in _of_bounded_length([each for each in wanted if not _PART.fullmatch(each)]):
        found |= small.str.contains(f"(?s)^(?:{'|'.join(map(_expression, some))})$")
    return found.to_numpy()


_PART = re.compile(r"\*[^*?]+\*", re.DOTALL)
_MOST_LETTERS = 50_000
"""Longest alternatives of one expression: ten times as many are more than its library takes."""


def _expression(pattern: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(each) or pl.escape_regex(each) for each in re.split(r"([*?])", pattern))


def _of_bounded_length(patterns: Sequence[str]) -> Iterator[list[str]]:
    ends = np.cumsum([len(each) for each in patterns]) // _MOST_LETTERS
    for _, some in groupby(zip(ends, patterns, strict=True), key=itemgetter(0)):
        yield [each for _, each in some]
