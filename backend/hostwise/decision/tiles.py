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
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import key_at, of_note, of_quantity
from hostwise.answers.wording.message_files import Number
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision import Tile
from hostwise.decision.decision_messages import line, range_text, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.number_format.writing import fixed, percent, short_money
from hostwise.plan.answers.result import ConfigurationResult, CostPart
from hostwise.plan.answers.text import MessageLine, MessageText

NO_FLASH = "no_flash"
"""The note that says why there is no life."""

_NOTHING = "\u2013"
_MOST_NAMED = 2


def tiles_of(run: Run, place: int, result: ConfigurationResult, catalogue: Catalogue, has_flash: bool) -> list[Tile]:
    """The tiles of a configuration; without flash in any of them, that of its life says so."""
    life = _life(run, place, result, catalogue) if has_flash else _no_flash(line("tile_life.in_the_plan"))
    return [_hosts(run, place, result), _cost(run, place, result), life]


def _hosts(run: Run, place: int, result: ConfigurationResult) -> Tile:
    now, later = result.hosts.value, result.hosts_with_growth.value
    if now is None:
        figure = of_note("hosts", _NOTHING, None, MISSING)
    else:
        figure = of_quantity(run, place, "hosts", f"{least(result)}{fixed(now)}", now, "hosts")
    key, lines = key_at(run, place), _made_of(run, place, result)
    label = line("tile_hosts.one" if now == 1 else "tile_hosts.many")
    years = run.plan.economics.horizon_years
    grows = now is not None and later is not None and later > now
    if grows:
        label = line("tile_hosts.later", key, later=later or 0, year=years)
    if now is not None and run.plan.economics.equal_sites is not None:
        sites, in_all = (run.evaluation.value(name, place) for name in ("equal_sites", "all_hosts"))
        label = line("tile_hosts.one_at_sites" if now == 1 else "tile_hosts.many_at_sites", key, sites=sites)
        if grows:
            label = line("tile_hosts.later_at_sites", key, later=later or 0, year=years, sites=sites)
        lines = [line("tile_hosts.in_all", key, all=in_all), *lines]
    return Tile(key="hosts", figure=figure, tone="plain", label=label, lines=lines)


def _made_of(run: Run, place: int, result: ConfigurationResult) -> list[MessageLine]:
    """What decides the hosts, with the spares, and the next limit."""
    binding = [each for each in result.constraints if each.binding and each.hosts.value is not None]
    leading, key = leading_limit(result), key_at(run, place)
    lines = []
    given = run.plan.configurations[place].hosts
    if given is not None and leading is not None and leading.hosts.value not in (None, given):
        lines.append(line("made_of.fixed", key, needed=leading.hosts.value or 0, limit=leading.label))
    elif leading is not None and leading.hosts.value is not None:
        spares = leading.spare_hosts
        asked = leading.hosts.value - spares
        hosts = of_quantity(run, place, "limit_hosts", fixed(asked), asked, leading.quantity)
        if spares:
            lines.append(line("made_of.limit_and_spares", key, hosts=hosts, limit=leading.label, spares=spares))
        else:
            lines.append(line("made_of.limit", hosts=hosts, limit=leading.label))
    if given is None and len(binding) > 1:
        # Which one is next says little where several decide together.
        others = [each.label for each in binding if each is not leading]
        lines.append(
            line("made_of.also", limits=listing(others))
            if len(others) <= _MOST_NAMED
            else line("made_of.also_others", key, number=len(others))
        )
        return lines
    runner_up = next((each for each in result.constraints if each.runner_up and each.hosts.value is not None), None)
    if runner_up is not None:
        number = runner_up.hosts.value or 0
        hosts = of_quantity(run, place, "next_hosts", fixed(number), number, runner_up.quantity)
        lines.append(line("made_of.next", limit=runner_up.label, hosts=hosts))
    return lines


def _cost(run: Run, place: int, result: ConfigurationResult) -> Tile:
    cost = result.quantities[COST]
    if cost.value is None:
        number = Number(len(cost.missing), note=MISSING)
        return Tile(
            key="cost",
            figure=of_note("cost", words("tile_cost.unknown"), None, MISSING),
            tone="missing",
            label=MessageLine(text=MessageText(code="tile_cost.unknown", parts=[])),
            lines=[line("tile_cost.missing", number=number)] if cost.missing else [],
        )
    years, currency = run.plan.economics.horizon_years, run.plan.economics.currency
    code: DecisionCode = "tile_cost.one_year" if years == 1 else "tile_cost.label"
    return Tile(
        key="cost",
        figure=cost_figure(run, place, result, short_money(cost.value)),
        label=line(code, key_at(run, place), currency=currency, years=years),
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


def _largest(run: Run, place: int, result: ConfigurationResult) -> list[MessageLine]:
    """The largest part of the cost."""
    found = largest_part(result)
    if found is None:
        return []
    most, share = found
    figure = of_quantity(run, place, "share", percent(share, 2), share, most.quantity)
    return [line("tile_cost.largest", part=most.label, share=figure)]


def _no_flash(label: MessageLine) -> Tile:
    figure = of_note("life", words("tile_life.no_flash"), None, NO_FLASH)
    return Tile(key="life", figure=figure, label=label, lines=[])


def _life(run: Run, place: int, result: ConfigurationResult, catalogue: Catalogue) -> Tile:
    figure = life_figure(run, place, result)
    worn = worn_figure(run, place, result)
    if figure is None or worn is None:
        return _no_flash(line("tile_life.in_this_one"))
    label, key, years = line("tile_life.label"), key_at(run, place), run.plan.economics.horizon_years
    if figure.value is not None:
        figure = of_quantity(run, place, "life", figure.text.removesuffix("\u00a0y"), figure.value, LIFE)
        label = line("tile_life.years")
    code: DecisionCode = "tile_life.worn_missing" if worn.value is None else "tile_life.worn"
    lines = [replace(line(code, key, chance=worn, year=years), tone=worn_tone(run, result, catalogue))]
    low, high = result.life_years.low, result.life_years.high
    if low is not None and figure.value is not None and not figure.text.startswith(MOST):
        ends = list(dict.fromkeys(years_text(end) for end in (low, high) if end is not None))
        text = words("range.open", low=ends[0]) if high is None else range_text(ends)
        lines.append(line("tile_life.range", range=of_quantity(run, place, "range", text, low, LIFE)))
    return Tile(key="life", figure=figure, tone=life_tone(run, result), label=label, lines=lines)
