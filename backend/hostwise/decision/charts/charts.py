"""All that is drawn of a result: its charts, and the hosts as racks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from hostwise.answers.evaluation.configuration_figures import hosts_figure, used_share
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import key_at, of_quantity
from hostwise.decision.charts.chart_words import chart_words
from hostwise.decision.charts.life_charts import cost_life_chart, wear_chart
from hostwise.decision.charts.money_charts import cash_flow_chart, cost_parts_chart
from hostwise.decision.charts_document import Chart, ChartKey, Charts, ChartWords, RackPicture
from hostwise.decision.decision_messages import text
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import percent
from hostwise.plan.answers.result import ConfigurationResult, Constraint
from hostwise.plan.answers.text import MessageText

_MOST_RACKS = 6


def charts_of(
    run: Run, results: Sequence[ConfigurationResult], reference: str, order: Sequence[str] | None = None
) -> Charts:
    """What is drawn of a result.

    Args:
        run: the run.
        results: its configurations.
        reference: key of the one that the others are compared with.
        order: keys in the order of the rows, which racks follow; without it that of the plan.
    """
    places = range(len(results)) if order is None else [run.index(key) for key in order]
    racks = [each for place in places if (each := _rack(run, place, results[place])) is not None]
    words = chart_words(run, results)
    return Charts(
        drawn=[*_drawn(run, results, run.index(reference), words)],
        months=words.get("months"),
        racks=racks[:_MOST_RACKS],
        more_racks=max(0, len(racks) - _MOST_RACKS),
    )


def _drawn(
    run: Run, results: Sequence[ConfigurationResult], base: int, words: Mapping[ChartKey, ChartWords]
) -> Iterator[Chart]:
    """The charts that have words: those have something to draw."""
    if "cost_parts" in words:
        yield cost_parts_chart(run, results, base, words["cost_parts"])
    if "wear" in words:
        yield wear_chart(run, results, words["wear"])
    if "cash_flow" in words:
        yield cash_flow_chart(run, results, base, words["cash_flow"])
    if "cost_life" in words:
        yield cost_life_chart(run, results, words["cost_life"])


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


def _filled(run: Run, place: int, spare: int, used: float | None, limit: Constraint | None) -> MessageText:
    key = key_at(run, place)
    if limit is None:
        return text("rack.spare", key, spare=spare) if spare else MessageText(code="rack.spare", parts=[])
    if used is None:
        name = of_quantity(run, place, "limit", limit.label, None, limit.quantity)
        if spare:
            return text("rack.spare_and_limited", key, spare=spare, limit=name)
        return text("rack.limited", limit=name)
    share = of_quantity(run, place, "used", percent(used, 2), used, limit.slack_quantity or limit.quantity)
    if spare:
        return text("rack.spare_and_filled", key, spare=spare, limit=limit.label, share=share)
    return text("rack.filled", limit=limit.label, share=share)
