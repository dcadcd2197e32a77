"""The tiles of a decision: hosts, cost and flash life of one configuration, each with what it is made of."""

from __future__ import annotations

from dataclasses import replace

from hostwise.answers.evaluation.configuration_figures import (
    LIFE,
    MISSING,
    MOST,
    cost_figure,
    leading_limit,
    least,
    life_figure,
    life_tone,
    worn_figure,
    worn_tone,
    years_text,
)
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import line, of_note, of_quantity
from hostwise.answers.wording.sentences import Phrase, phrase
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision import Tile
from hostwise.numerals.writing import counted, fixed, percent, short_money
from hostwise.plan.answers.result import ConfigurationResult, CostPart
from hostwise.plan.answers.text import Figure, Line

NO_FLASH = "no_flash"
"""The note that says why there is no life."""

_NOTHING = "\u2013"


def tiles_of(run: Run, place: int, result: ConfigurationResult, catalogue: Catalogue, has_flash: bool) -> list[Tile]:
    """The tiles of a configuration; without flash in any of them, that of its life says so."""
    life = _life(run, place, result, catalogue) if has_flash else _no_flash()
    return [_hosts(run, place, result), _cost(run, place, result), life]


def _hosts(run: Run, place: int, result: ConfigurationResult) -> Tile:
    now, later = result.hosts.value, result.hosts_with_growth.value
    if now is None:
        figure = of_note("hosts", _NOTHING, None, MISSING)
    else:
        figure = of_quantity(run, place, "hosts", f"{least(result)}{fixed(now)}", now, "hosts")
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
    if low is not None and figure.value is not None and not figure.text.startswith(MOST):
        ends = [years_text(each) for each in (low, high) if each is not None]
        text = " to ".join(dict.fromkeys(ends)) if high is not None else f"{ends[0]} or more"
        lines.append(
            line("life_range", "likely {range} years", range=of_quantity(run, place, "range", text, low, LIFE))
        )
    return Tile(key="life", figure=figure, tone=life_tone(run, result), label=label, lines=lines)


def _horizon(run: Run, place: int) -> Figure:
    years = run.plan.economics.horizon_years
    return of_quantity(run, place, "years", str(years), years, "horizon_years")
