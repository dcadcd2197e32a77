"""The order of the configurations by what they cost as sized: which is cheapest, which are near, which one to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import share_above
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, QuantityState
from hostwise.plan.document import Plan

COST = "cluster_tco"
_LIFE, _ALL_LIVES, _HOSTS, _POWER = "flash_life_years", "flash_life_years_for_all_drives", "hosts", "peak_kw"

_APART = 1.2
"""What differs by this factor can decide between configurations that cost the same."""


@dataclass(frozen=True)
class Order:
    """The configurations that can be chosen, with what they cost in the plan as it is sized."""

    candidates: Sequence[int]
    cost: Mapping[int, float]
    materiality: float

    @property
    def order(self) -> list[int]:
        """The cheapest as sized first."""
        return sorted(self.candidates, key=lambda each: (self.cost[each], each))

    @property
    def best(self) -> int:
        """The cheapest as sized."""
        return self.order[0]

    @property
    def near(self) -> list[int]:
        """The cheapest, and all that cost less than the materiality more."""
        return [each for each in self.order if each == self.best or self.dearer(each) < self.materiality]

    def dearer(self, place: int) -> float:
        """The share by which the cost is above that of the cheapest."""
        return share_above(self.cost[place], self.cost[self.best])

    @property
    def runner_up(self) -> int | None:
        """The next cheapest as sized."""
        return self.order[1] if len(self.order) > 1 else None


@dataclass(frozen=True)
class Lacking:
    """JSON pointers of the fields without which feasible configurations cannot be compared."""

    limits: tuple[str, ...]
    costs: tuple[str, ...]

    @property
    def fields(self) -> list[str]:
        """All of them, those of limits first."""
        return list(dict.fromkeys([*self.limits, *self.costs]))


def lacking_of(configurations: Sequence[ConfigurationResult]) -> Lacking:
    """What keeps the admissible configurations from being compared."""
    admissible = [each for each in configurations if each.admissible]
    limits = (
        pointer
        for each in admissible
        for limit in each.constraints
        if limit.undecided
        for pointer in limit.hosts.missing
    )
    costs = (pointer for each in admissible for pointer in each.quantities[COST].missing)
    return Lacking(tuple(dict.fromkeys(limits)), tuple(dict.fromkeys(costs)))


def candidates_of(results: Sequence[ConfigurationResult]) -> list[int]:
    """The configurations that can be chosen."""
    return [place for place, each in enumerate(results) if each.admissible]


def materiality_of(plan: Plan, catalogue: Catalogue) -> float:
    """The share of the cost below which configurations are not told apart."""
    if plan.policy.materiality is not None:
        return plan.policy.materiality
    assumed = catalogue.assumptions["materiality"].value
    assert assumed is not None
    return assumed


@dataclass(frozen=True)
class Facts:
    """What else is known of a configuration as sized; None where it is not, or only in part."""

    hosts: float | None = None
    life_years: float | None = None
    peak_kw: float | None = None


def partly_known(run: Run, place: int) -> bool:
    """Whether drives whose life is not evaluated may wear out before those whose life is known."""
    return (
        isfinite(run.evaluation.value(_LIFE, place))
        and run.value(_ALL_LIVES, place).state is QuantityState.NOT_EVALUATED
    )


def facts_of(run: Run, place: int) -> Facts:
    """What else is known of a configuration of a run."""
    hosts, life, power = (_finite(run.evaluation.value(name, place)) for name in (_HOSTS, _LIFE, _POWER))
    return Facts(hosts, None if partly_known(run, place) else life, power)


TakenBy = Literal["life_years", "hosts", "peak_kw"]
"""What differs between configurations that cost about the same: the longest life, fewest hosts, least power."""


@dataclass(frozen=True)
class Taken:
    """The one of several near ones to take, and what it is better in; None where nothing that is known differs."""

    place: int
    by: TakenBy | None
    value: float = 0.0


def taken_of(near: Sequence[int], facts: Mapping[int, Facts]) -> Taken:
    """The one of several to take: by what differs and is known of all of them; without it the cheapest."""
    lives = _known(facts, "life_years", near)
    if lives and max(lives.values()) > _APART * min(lives.values()):
        best = max(near, key=lambda each: lives[each])
        return Taken(best, "life_years", lives[best])
    hosts = _known(facts, "hosts", near)
    if hosts and max(hosts.values()) > min(hosts.values()):
        best = min(near, key=lambda each: hosts[each])
        return Taken(best, "hosts", hosts[best])
    power = _known(facts, "peak_kw", near)
    if power and max(power.values()) > _APART * min(power.values()):
        best = min(near, key=lambda each: power[each])
        return Taken(best, "peak_kw", power[best])
    return Taken(near[0], None)


def taken_in(run: Run, order: Order) -> Taken:
    """The configuration of a run to take: the cheapest, or of several near ones the one that is better."""
    return taken_of(order.near, {place: facts_of(run, place) for place in order.near})


def compared_with(order: Order, taken: int) -> int | None:
    """The one that the one to take is compared with: the next cheapest as sized, or the cheapest."""
    return order.runner_up if taken == order.best else order.best


def _known(facts: Mapping[int, Facts], what: str, places: Sequence[int]) -> dict[int, float]:
    """A fact of configurations; empty where it is not known of all."""
    found = {each: getattr(facts.get(each, Facts()), what) for each in places}
    return {} if None in found.values() else found


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
