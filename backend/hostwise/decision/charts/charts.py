"""What the charts of a result say, and how far money is from that of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from hostwise.answers.evaluation.configuration_figures import hosts_figure, used_share
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import line, of_quantity
from hostwise.answers.wording.sentences import Phrase, phrase
from hostwise.decision.charts.chart_words import chart_words
from hostwise.decision.charts_document import Charts, CostTotal, MoneyApart, RackPicture
from hostwise.engine.model import MODEL
from hostwise.numerals.writing import MINUS, fixed, percent, short_money, short_monies
from hostwise.plan.answers.result import ConfigurationResult, Constraint, Value
from hostwise.plan.answers.text import Figure, Text

_KNOWN = "known_parts_cost"
_MOST_RACKS = 6


def charts_of(
    run: Run, results: Sequence[ConfigurationResult], reference: str, order: Sequence[str] | None = None
) -> Charts:
    """What is drawn of a result.

    Args:
        run: the run.
        results: its configurations.
        reference: key of the one that the others are compared with.
        order: keys in the order of the card, which racks follow; without it that of the plan.
    """
    base = run.index(reference)
    totals = iter(short_monies([_cost(each)[0] or 0.0 for each in results]))
    places = range(len(results)) if order is None else [run.index(key) for key in order]
    racks = [each for place in places if (each := _rack(run, place, results[place])) is not None]
    return Charts(
        words=chart_words(run, results),
        totals=[_total(run, place, results, base, next(totals)) for place in range(len(results))],
        racks=racks[:_MOST_RACKS],
        more_racks=max(0, len(racks) - _MOST_RACKS),
    )


def _cost(result: ConfigurationResult) -> tuple[float | None, str]:
    """The total, else the cost of the known parts, with the quantity that explains it."""
    total = result.quantities[COST].value
    return (result.quantities[_KNOWN].value, _KNOWN) if total is None else (total, COST)


def _total(run: Run, place: int, results: Sequence[ConfigurationResult], base: int, text: str) -> CostTotal:
    own, reference = results[place], results[base]
    value, quantity = _cost(own)
    least = "at least " if quantity == _KNOWN else ""
    is_other = place != base
    return CostTotal(
        configuration=own.key,
        total=of_quantity(run, place, "total", f"{least}{text}", value, quantity),
        difference=_difference(run, place, own, reference) if is_other else None,
        parts_apart=[
            _apart(here.amount, there.amount)
            for here, there in zip(own.cost_parts, reference.cost_parts, strict=True)
            if is_other
        ],
        years_apart=[
            MoneyApart(
                year=here.year,
                amount=_apart(here.amount, there.amount),
                cumulative=_apart(here.cumulative, there.cumulative),
            )
            for here, there in zip(own.cash_flow, reference.cash_flow, strict=True)
            if is_other
        ],
    )


def _apart(here: Value, there: Value) -> float | None:
    return None if here.value is None or there.value is None else here.value - there.value


def _difference(run: Run, place: int, own: ConfigurationResult, reference: ConfigurationResult) -> Figure:
    """A difference without a part says nothing of its size."""
    apart = _apart(own.quantities[COST], reference.quantities[COST])
    if apart is None:
        return of_quantity(run, place, "difference", "not evaluated", None, COST)
    sign = MINUS if apart < 0 else "+" if apart else ""
    return of_quantity(run, place, "difference", f"{sign}{short_money(abs(apart))}", apart, COST)


def _rack(run: Run, place: int, result: ConfigurationResult) -> RackPicture | None:
    """The hosts, those that stand by, and what fills the others."""
    hosts = hosts_figure(run, place, result)
    if hosts is None or hosts.value is None or not isfinite(hosts.value) or not result.feasible:
        return None
    binding = [each for each in result.constraints if each.binding]
    measured = [each for each in binding if not MODEL.purposes.constraints[each.quantity].sums and used_share(each)]
    limit = max(measured, key=lambda each: used_share(each) or 0, default=next(iter(binding), None))
    used = None if limit is None or limit not in measured else min(1.0, used_share(limit) or 0.0)
    spare = max((each.spare_hosts for each in binding), default=0)
    return RackPicture(
        configuration=result.key,
        hosts=hosts,
        spare=spare,
        used=used,
        text=_filled(run, place, spare, used, limit),
    )


def _filled(run: Run, place: int, spare: int, used: float | None, limit: Constraint | None) -> Text:
    stands_by: str | Phrase = ""
    if spare:
        stands_by = phrase("{spare} spare", spare=of_quantity(run, place, "spare", fixed(spare), spare, "spare_hosts"))
    if limit is None:
        return line("spare", "{spare}", spare=stands_by).text
    between = ", " if spare else ""
    if used is None:
        name = of_quantity(run, place, "limit", limit.label, None, limit.quantity)
        return line("limited", "{spare}{between}limited by {limit}", spare=stands_by, between=between, limit=name).text
    share = of_quantity(run, place, "used", percent(used, 2), used, limit.slack_quantity or limit.quantity)
    return line(
        "filled", "{spare}{between}{limit} {share}", spare=stands_by, between=between, limit=limit.label, share=share
    ).text
