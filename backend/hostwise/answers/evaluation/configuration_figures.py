"""The figures of a configuration that are read first: hosts, cost, life, chance of wearing out, and what limits it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from hostwise.answers.evaluation.order import COST, partly_known
from hostwise.answers.running.run import Run
from hostwise.answers.running.wear_limit import accepted_chance
from hostwise.answers.wording.figures import of_note, of_quantity
from hostwise.catalogue.loader import Catalogue
from hostwise.number_format.writing import fixed, rough, rough_share
from hostwise.plan.answers.result import ConfigurationResult, Constraint, QuantityState, Value
from hostwise.plan.answers.text import Figure, Tone

LIFE, WORN = "flash_life_years", "known_wear_out_probability"
MISSING = "missing"
"""The note that lists what is missing."""

THEN = ", then\u00a0"
"""Joins the hosts that are bought first and the hosts after growth."""

_LONGEST_LIFE = 20
_NOTHING = "\u2013"
_LEAST, MOST = "\u2265\u00a0", "\u2264\u00a0"


class Sized(Protocol):
    """What the figures of a configuration are made of."""

    @property
    def hosts(self) -> Value:
        """Its hosts."""

    @property
    def hosts_with_growth(self) -> Value:
        """What they become."""

    @property
    def is_lower_bound(self) -> bool:
        """Whether they are a lower bound."""

    @property
    def quantities(self) -> Mapping[str, Value]:
        """Its cost, the life of its flash, and the chance of wearing out, at least."""


def hosts_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The hosts, and how many they become as demand grows."""
    now, later = result.hosts.value, result.hosts_with_growth.value
    if now is None:
        return None
    grown = f"{THEN}{fixed(later)}" if later is not None and later > now else ""
    text = f"{least(result)}{fixed(now)}{grown}"
    return of_quantity(run, place, "hosts", text, now, "hosts")


def cost_figure(run: Run, place: int, result: Sized, text: str) -> Figure:
    """The cost, or that it is not evaluated."""
    cost = result.quantities[COST]
    if cost.value is None:
        return unknown("cost", cost)
    return of_quantity(run, place, "cost", f"{least(result)}{text}", cost.value, COST)


def life_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The years until the first drives of known life wear out; None without flash."""
    life = result.quantities[LIFE]
    if life.state is QuantityState.DOES_NOT_APPLY:
        return None
    if life.state is QuantityState.INFINITE:
        return of_quantity(run, place, "life", "never", None, LIFE)
    if life.value is None:
        return unknown("life", life)
    most = MOST if partly_known(run, place) else ""
    return of_quantity(run, place, "life", f"{most}{years_text(life.value)}\u00a0y", life.value, LIFE)


def least(result: Sized) -> str:
    """The sign before a lower bound."""
    return _LEAST if result.is_lower_bound else ""


def years_text(years: float) -> str:
    r"""A life in years to two digits; one that is longer than that of any host is only "more than".

    >>> years_text(10.72), years_text(44.0).replace("\xa0", " ")
    ('11', '> 20')
    """
    return rough(years) if years <= _LONGEST_LIFE else f">\u00a0{_LONGEST_LIFE}"


def worn_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The chance that they wear out within the horizon; None without flash."""
    worn = result.quantities[WORN]
    if worn.state is QuantityState.DOES_NOT_APPLY or result.quantities[LIFE].state is QuantityState.DOES_NOT_APPLY:
        return None
    if worn.value is None:
        return unknown("worn_out", worn)
    return of_quantity(run, place, "worn_out", rough_share(worn.value), worn.value, WORN)


def life_tone(run: Run, result: Sized) -> Tone:
    """Bad below the horizon."""
    life = result.quantities[LIFE].value
    return "bad" if life is not None and life < run.plan.economics.horizon_years else "plain"


def worn_tone(run: Run, result: Sized, catalogue: Catalogue) -> Tone:
    """Bad above what is accepted."""
    worn = result.quantities[WORN].value
    if worn is None:
        return "missing"
    return "bad" if worn > accepted_chance(run.plan, catalogue) else "plain"


def used_share(limit: Constraint) -> float | None:
    """How much of its hosts a limit takes, 0 to 1; None where it has no measure, or is not evaluated."""
    slack = limit.slack_share.value if limit.slack_share is not None else None
    return None if slack is None or slack <= -1 else 1 / (1 + slack)


def leading_limit(result: ConfigurationResult) -> Constraint | None:
    """What decides the hosts: of limits that need the same number the fullest, then the one with the most spares."""
    binding = [each for each in result.constraints if each.binding]
    return max(binding, key=lambda each: (used_share(each) or 0, each.spare_hosts), default=None)


def limit_figure(run: Run, place: int, result: ConfigurationResult) -> Figure | None:
    """What decides the hosts."""
    leading = leading_limit(result)
    return None if leading is None else of_quantity(run, place, "limit", leading.label, None, leading.quantity)


def unknown(name: str, value: Value) -> Figure:
    """A figure that is not known, which opens what is missing."""
    text = "missing" if value.state is QuantityState.NOT_EVALUATED else _NOTHING
    return of_note(name, text, None, MISSING)
