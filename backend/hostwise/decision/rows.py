"""The rows of a decision, one for each configuration, and how much of its hosts each limit takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from hostwise.answers.evaluation.configuration_figures import (
    LIFE,
    MISSING,
    cost_figure,
    hosts_figure,
    leading_limit,
    life_figure,
    life_tone,
    limit_figure,
    used_share,
    worn_figure,
    worn_tone,
)
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import key_at, of_note, of_quantity, signed_percent
from hostwise.answers.wording.number_texts import capital
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision import DecisionRow, LimitBar, LimitShare
from hostwise.decision.decision_messages import range_text, words
from hostwise.decision.exclusion_words import against
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import percent, rough, short_monies
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Figure, MessageLine, MessageText, Why

_MOST_LIMITS, _MOST_LIMITS_OF_ROW = 4, 3


def against_note(run: Run, place: int) -> str:
    """The note on the cost of a configuration against the reference."""
    return f"against.{key_at(run, place)}"


def rows_of(
    run: Run,
    catalogue: Catalogue,
    results: Sequence[ConfigurationResult],
    lead: int | None,
    base: int,
    kept: Sequence[int],
) -> list[DecisionRow]:
    """The rows: the lead, the reference, then by cost; rows without a comparison last.

    Hosts of today that are `kept` at a cost that nobody said have no difference.
    """

    def rank(place: int) -> tuple[bool, bool, bool, float, int]:
        each = results[place]
        cost = each.quantities[COST].value
        return place != lead, place != base, not each.admissible, inf if cost is None else cost, place

    costs = [each.quantities[COST].value for each in results]
    texts = iter(short_monies([each for each in costs if each is not None]))
    money = ["" if each is None else next(texts) for each in costs]
    rows = [_row(run, catalogue, place, results, base, money[place]) for place in sorted(range(len(results)), key=rank)]
    return [replace(row, against=None) if row.place in kept else row for row in rows]


def _row(
    run: Run, catalogue: Catalogue, place: int, results: Sequence[ConfigurationResult], base: int, money: str
) -> DecisionRow:
    each = results[place]
    hosts = hosts_figure(run, place, each)
    return DecisionRow(
        configuration=each.key,
        name=each.name,
        place=place,
        is_reference=place == base,
        admissible=each.admissible,
        exclusion=each.exclusion,
        hosts=hosts,
        cost=None if hosts is None else cost_figure(run, place, each, money),
        against=None if place == base else _against(run, each, results[base], place),
        life=None if hosts is None else life_figure(run, place, each),
        life_tone=life_tone(run, each),
        life_range=None if hosts is None else _life_range(each),
        worn=None if hosts is None else worn_figure(run, place, each),
        worn_tone=worn_tone(run, each, catalogue),
        limit=limit_figure(run, place, each),
        limits=[] if hosts is None else _limit_shares(run, place, each),
        lacks=None if each.admissible else _lacks(each),
    )


def _against(run: Run, each: ConfigurationResult, reference: ConfigurationResult, place: int) -> Figure | None:
    here, there = each.quantities[COST].value, reference.quantities[COST].value
    if here is None or there is None or there <= 0:
        return None
    share = here / there - 1
    return of_note("against", signed_percent(share), share, against_note(run, place))


def _life_range(each: ConfigurationResult) -> Figure | None:
    """The years within which its drives wear out, with the uncertainty about the writes and the spread of drives."""
    low, high = each.life_years.low, each.life_years.high
    if low is None:
        return None
    why = Why(configuration=each.key, quantity=LIFE)
    text = words("range.unlimited", low=rough(low)) if high is None else range_text([rough(low), rough(high)])
    return Figure(name="life_range", text=text, value=low, why=why)


def _lacks(each: ConfigurationResult) -> MessageLine:
    """The first thing that speaks against a configuration."""
    text = MessageText(code="lacks", parts=list(against(each).parts))
    return MessageLine(text=text, why=Why(configuration=each.key, quantity="hosts"))


def _limit_shares(run: Run, place: int, result: ConfigurationResult) -> list[LimitShare]:
    """The shares of the limits, the deciding limit first; none where that has no share: another would look like it."""
    bars = limit_bars(run, place, result)
    if not any(each.binding and each.share is not None for each in bars):
        return []
    known = [
        LimitShare(label=each.label, text=each.figure.text, share=each.share) for each in bars if each.share is not None
    ]
    return known[:_MOST_LIMITS_OF_ROW]


def limit_bars(run: Run, place: int, result: ConfigurationResult) -> list[LimitBar]:
    """What each limit takes of the hosts that must carry the load: the one that leads, then the most used first."""
    leading = leading_limit(result)
    bars = []
    for each in result.constraints:
        if MODEL.purposes.constraints[each.quantity].sums and not each.binding:
            # Whole VMs leave room in steps of whole hosts, which says nothing of how much is used.
            continue
        share, asked = used_share(each), each.hosts.value
        if share is not None and each.slack_quantity is not None:
            figure = of_quantity(run, place, "used", percent(share, 2), share, each.slack_quantity)
        elif each.undecided:
            figure = of_note("used", words("used.not_evaluated"), None, MISSING)
        elif each.binding and asked is not None:
            figure = of_quantity(run, place, "used", words("used.hosts", hosts=asked), asked, each.quantity)
        else:
            continue
        bars.append(LimitBar(key=each.key, label=capital(each.label), share=share, figure=figure, binding=each.binding))
    first = next((bar for bar in bars if leading is not None and bar.key == leading.key), None)
    bars.sort(key=lambda bar: (bar is not first, -(bar.share if bar.share is not None else 1.0), not bar.binding))
    return [replace(bar, binding=bar is first) for bar in bars[:_MOST_LIMITS]]
