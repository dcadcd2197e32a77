"""The tiles of a card: hosts, cost and flash life of one configuration, each with what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from hostwise.answers.evaluation.card_order import partly_known
from hostwise.answers.evaluation.card_words import line, of_note, of_quantity
from hostwise.answers.running.run import Run
from hostwise.answers.running.sentences import Phrase, phrase
from hostwise.answers.running.wear_limit import accepted_chance
from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.writing import counted, fixed, percent, rough, rough_share, short_money
from hostwise.plan.answers.card import Line, Tile, Tone
from hostwise.plan.answers.result import ConfigurationResult, Constraint, CostPart, State, Value
from hostwise.plan.answers.text import Figure

COST, LIFE, WORN = "cluster_tco", "known_life_years", "known_wear_out_probability"
MISSING = "missing"
"""The note that lists what is missing."""

NO_FLASH = "no_flash"
"""The note that says why there is no life."""

_LONGEST_LIFE = 20
_NOTHING = "\u2013"
_LEAST, _MOST = "\u2265\u00a0", "\u2264\u00a0"


class Sized(Protocol):
    """What the figures of a configuration are made of."""

    @property
    def hosts(self) -> Value:
        """Its hosts."""

    @property
    def grown_hosts(self) -> Value:
        """What they become."""

    @property
    def at_least(self) -> bool:
        """Whether they are a lower bound."""

    @property
    def quantities(self) -> Mapping[str, Value]:
        """Its cost, the life of its flash, and the chance of wearing out, at least."""


def tiles_of(run: Run, place: int, result: ConfigurationResult, catalogue: Catalogue, has_flash: bool) -> list[Tile]:
    """The tiles of a configuration; without flash in any of them, that of its life says so."""
    life = _life(run, place, result, catalogue) if has_flash else _no_flash()
    return [_hosts(run, place, result), _cost(run, place, result), life]


def hosts_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The hosts, and how many they become as demand grows."""
    now, later = result.hosts.value, result.grown_hosts.value
    if now is None:
        return None
    grown = f", then\u00a0{fixed(later)}" if later is not None and later > now else ""
    text = f"{_least(result)}{fixed(now)}{grown}"
    return of_quantity(run, place, "hosts", text, now, "hosts")


def cost_figure(run: Run, place: int, result: Sized, text: str) -> Figure:
    """The cost, or that it is not evaluated."""
    cost = result.quantities[COST]
    if cost.value is None:
        return _unknown("cost", cost)
    return of_quantity(run, place, "cost", f"{_least(result)}{text}", cost.value, COST)


def life_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The years until the first drives of known life wear out; None without flash."""
    life = result.quantities[LIFE]
    if life.state is State.DOES_NOT_APPLY:
        return None
    if life.state is State.INFINITE:
        return of_quantity(run, place, "life", "never", None, LIFE)
    if life.value is None:
        return _unknown("life", life)
    most = _MOST if partly_known(run, place) else ""
    return of_quantity(run, place, "life", f"{most}{years_text(life.value)}\u00a0y", life.value, LIFE)


def _least(result: Sized) -> str:
    return _LEAST if result.at_least else ""


def years_text(years: float) -> str:
    r"""A life in years to two digits; one that is longer than that of any host is only "more than".

    >>> years_text(10.72), years_text(44.0).replace("\xa0", " ")
    ('11', '> 20')
    """
    return rough(years) if years <= _LONGEST_LIFE else f">\u00a0{_LONGEST_LIFE}"


def worn_figure(run: Run, place: int, result: Sized) -> Figure | None:
    """The chance that they wear out within the horizon; None without flash."""
    worn = result.quantities[WORN]
    if worn.state is State.DOES_NOT_APPLY or result.quantities[LIFE].state is State.DOES_NOT_APPLY:
        return None
    if worn.value is None:
        return _unknown("worn_out", worn)
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


def _hosts(run: Run, place: int, result: ConfigurationResult) -> Tile:
    now, later = result.hosts.value, result.grown_hosts.value
    if now is None:
        figure = of_note("hosts", _NOTHING, None, MISSING)
    else:
        figure = of_quantity(run, place, "hosts", f"{_least(result)}{fixed(now)}", now, "hosts")
    begin = phrase("host" if now == 1 else "hosts")
    code = "hosts"
    if now is not None and later is not None and later > now:
        code = "hosts_later"
        begin = phrase(
            "hosts, {later} in year {year}",
            later=of_quantity(run, place, "later", fixed(later), later, "final_hosts"),
            year=_horizon(run, place),
        )
    label, lines = line(code, "{hosts}", hosts=begin), _made_of(run, place, result)
    if now is not None and run.plan.economics.equal_sites is not None:
        sites, in_all = (run.evaluation.value(each, place) for each in ("equal_sites", "all_hosts"))
        figure_of_sites = of_quantity(run, place, "sites", fixed(sites), sites, "equal_sites")
        label = line("hosts_at_sites", "{hosts} at each of {sites} sites", hosts=begin, sites=figure_of_sites)
        of_all = of_quantity(run, place, "all", counted(in_all, "hosts"), in_all, "all_hosts")
        lines = [line("hosts_in_all", "{all} in all", all=of_all), *lines]
    return Tile(key="hosts", figure=figure, tone="plain", label=label, lines=lines)


def _made_of(run: Run, place: int, result: ConfigurationResult) -> list[Line]:
    """What decides the hosts, with the spares, and the next limit."""
    binding = [each for each in result.constraints if each.binding and each.hosts.value is not None]
    leading = leading_limit(result)
    lines = []
    given = run.plan.configurations[place].hosts
    if given is not None and leading is not None and leading.hosts.value not in (None, given):
        needed = leading.hosts.value or 0
        lines.append(
            line(
                "fixed_by_you",
                "fixed by you; {needed} needed for {limits}",
                needed=of_quantity(run, place, "needed", fixed(needed), needed, "required_hosts"),
                limits=leading.label,
            )
        )
    elif leading is not None and leading.hosts.value is not None:
        spares = leading.spare_hosts
        asked = leading.hosts.value - spares
        hosts = of_quantity(run, place, "limit_hosts", fixed(asked), asked, leading.quantity)
        spare: str | Phrase = ""
        if spares:
            spare = phrase(
                " + {spares} spare", spares=of_quantity(run, place, "spares", str(spares), spares, "spare_hosts")
            )
        lines.append(line("made_of", "{hosts} for {limit}{spare}", hosts=hosts, limit=leading.label, spare=spare))
    if given is None and len(binding) > 1:
        # Which one is next says little where several decide together.
        more = len(binding) - 1
        words = "{number} other limit needs as many" if more == 1 else "{number} other limits need as many"
        lines.append(line("as_many", words, number=of_quantity(run, place, "more", str(more), more, "required_hosts")))
        return lines
    runner_up = next((each for each in result.constraints if each.runner_up and each.hosts.value is not None), None)
    if runner_up is not None:
        number = runner_up.hosts.value or 0
        lines.append(
            line(
                "next",
                "{limit} next at {hosts}",
                limit=runner_up.label,
                hosts=of_quantity(run, place, "next_hosts", fixed(number), number, runner_up.quantity),
            )
        )
    return lines


def _cost(run: Run, place: int, result: ConfigurationResult) -> Tile:
    cost = result.quantities[COST]
    if cost.value is None:
        number = len(cost.missing)
        return Tile(
            key="cost",
            figure=of_note("cost", "No cost yet", None, MISSING),
            tone="missing",
            label=line("cost_missing", ""),
            lines=[
                line(
                    "inputs_missing",
                    "{number} missing",
                    number=of_note("missing", counted(number, "inputs"), number, MISSING),
                )
            ]
            if number
            else [],
        )
    label = line(
        "cost",
        "{currency} / {years}\u00a0years",
        currency=run.plan.economics.currency,
        years=_horizon(run, place),
    )
    return Tile(
        key="cost",
        figure=cost_figure(run, place, result, short_money(cost.value)),
        label=label,
        lines=_largest(run, place, result),
    )


def largest_part(result: ConfigurationResult) -> tuple[CostPart, float] | None:
    """The largest part of the cost, and its share; None where the cost is not evaluated."""
    total = result.quantities[COST].value
    parts = [each for each in result.cost_parts if each.amount.value]
    if not total or total <= 0 or not parts:
        return None
    most = max(parts, key=lambda each: each.amount.value or 0)
    return most, (most.amount.value or 0) / total


def _largest(run: Run, place: int, result: ConfigurationResult) -> list[Line]:
    """The largest part of the cost."""
    found = largest_part(result)
    if found is None:
        return []
    most, share = found
    return [
        line(
            "largest",
            "{part} {share}",
            part=most.label,
            share=of_quantity(run, place, "share", percent(share, 2), share, most.quantity),
        )
    ]


def _no_flash() -> Tile:
    return Tile(
        key="life",
        figure=of_note("life", "No flash", None, NO_FLASH),
        label=line("no_flash", "in this plan"),
        lines=[],
    )


def _life(run: Run, place: int, result: ConfigurationResult, catalogue: Catalogue) -> Tile:
    figure = life_figure(run, place, result)
    worn = worn_figure(run, place, result)
    if figure is None or worn is None:
        return Tile(
            key="life",
            figure=of_note("life", "No flash", None, NO_FLASH),
            label=line("no_flash", "in this one"),
            lines=[],
        )
    label = line("life_of_flash", "flash life")
    if figure.value is not None:
        figure = of_quantity(run, place, "life", figure.text.removesuffix("\u00a0y"), figure.value, LIFE)
        label = line("life_of_flash", "years of flash")
    lines = [
        replace(
            line("worn_out", "{chance} worn out by year {year}", chance=worn, year=_horizon(run, place)),
            tone=worn_tone(run, result, catalogue),
        ),
    ]
    low, high = result.life_years.low, result.life_years.high
    if low is not None and figure.value is not None and not figure.text.startswith(_MOST):
        ends = [years_text(each) for each in (low, high) if each is not None]
        text = " to ".join(dict.fromkeys(ends)) if high is not None else f"{ends[0]} or more"
        lines.append(
            line("life_range", "likely {range} years", range=of_quantity(run, place, "range", text, low, LIFE))
        )
    return Tile(key="life", figure=figure, tone=life_tone(run, result), label=label, lines=lines)


def _horizon(run: Run, place: int) -> Figure:
    years = run.plan.economics.horizon_years
    return of_quantity(run, place, "years", str(years), years, "horizon_years")


def _unknown(name: str, value: Value) -> Figure:
    text = "missing" if value.state is State.NOT_EVALUATED else _NOTHING
    return of_note(name, text, None, MISSING)
