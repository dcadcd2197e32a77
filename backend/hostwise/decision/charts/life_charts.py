"""The charts of the lives of drives: against horizon and warranty, and against the cost."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hostwise.answers.evaluation.configuration_figures import LIFE
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.number_texts import value_text
from hostwise.decision.charts.money_charts import KNOWN
from hostwise.decision.charts.ticks import lives_axis, money_axis
from hostwise.decision.charts_document import (
    Chart,
    ChartMark,
    ChartPoint,
    ChartSeries,
    ChartWords,
    Drawing,
    Reading,
    value_of,
)
from hostwise.decision.decision_messages import caption, read, say, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import ConfigurationResult

_WARRANTY = "warranty_years"


def wear_chart(run: Run, results: Sequence[ConfigurationResult], said: ChartWords) -> Chart:
    """How long the flash lasts, with the range that holds 90 % of the cases, against horizon and warranty."""
    marks = _marks(run, len(results))
    series = []
    for place, each in enumerate(results):
        life, low, high = _life(run, place, each)
        unknown = "" if each.life_years.mid else life.text
        point = ChartPoint(across=life, low=low, high=high)
        series.append(ChartSeries(configuration=each.key, name=each.name, place=place, points=[point], unknown=unknown))
    return Chart(
        kind="intervals",
        name=words("chart_name.wear"),
        words=said,
        parts=[],
        drawn=Drawing(
            about=caption(say("caption.wear"), say("caption.bar")),
            across=lives_axis([*(each.at for each in marks), *_years(series)]),
            series=series,
            marks=marks,
        ),
    )


def cost_life_chart(run: Run, results: Sequence[ConfigurationResult], said: ChartWords) -> Chart:
    """What each configuration costs against how long its drives last."""
    unit, horizon = run.plan.economics.currency, float(run.plan.economics.horizon_years)
    places = range(len(results))
    quantity = COST if all(run.value(COST, place).value is not None for place in places) else KNOWN
    what = say("caption.cost_life" if quantity == COST else "caption.known_cost_life", currency=unit)
    series = []
    for place, each in enumerate(results):
        life, low, high = _life(run, place, each)
        amount = run.value(quantity, place)
        cost = Reading(value=amount.value, text=value_text(amount, "money"))
        lacks_cost = [] if cost.value else [say("not_drawn.cost", why=cost.text)]
        lacks_life = [] if life.value else [say("not_drawn.life", why=life.text)]
        series.append(
            ChartSeries(
                configuration=each.key,
                name=each.name,
                place=place,
                points=[ChartPoint(across=cost, upright=life, low=low, high=high)],
                unknown=read([*lacks_cost, *lacks_life]),
            )
        )
    known = [each for each in series if not each.unknown]
    costs = [paid for each in known for point in each.points if (paid := value_of(point.across))]
    return Chart(
        kind="points",
        name=words("chart_name.cost_life"),
        words=said,
        parts=[],
        drawn=Drawing(
            about=caption(what, say("caption.top_left"), say("caption.bar")),
            across=money_axis(costs, words("axis.cost", currency=unit), around=True) if costs else None,
            upright=lives_axis([horizon, *_years(known)]) if costs else None,
            series=series,
            marks=[
                ChartMark(kind="horizon", axis="upright", at=horizon, text=words("axis.horizon", years=short(horizon)))
            ],
        ),
    )


def _life(run: Run, place: int, result: ConfigurationResult) -> tuple[Reading, Reading | None, Reading | None]:
    """A life, and the ends of its range as far as they are known."""
    band = result.life_years
    if not band.mid:
        return Reading(value=None, text=value_text(run.value(LIFE, place), "years")), None, None
    low, high = (None if end is None else Reading(value=end, text=short(end)) for end in (band.low, band.high))
    return Reading(value=band.mid, text=short(band.mid)), low, high


def _years(series: Sequence[ChartSeries]) -> list[float]:
    """All years that are drawn."""
    points = [point for each in series for point in each.points]
    lives = [each.across if each.upright is None else each.upright for each in points]
    readings: list[Reading | None] = [*lives, *(each.low for each in points), *(each.high for each in points)]
    return [years for years in map(value_of, readings) if years]


def _marks(run: Run, number: int) -> list[ChartMark]:
    """Horizon and warranties, each named once."""
    horizon = float(run.plan.economics.horizon_years)
    warranties = {years for place in range(number) if (years := run.value(_WARRANTY, place).value)}
    return [_mark(years, horizon, warranties) for years in sorted({horizon, *warranties})]


def _mark(years: float, horizon: float, warranties: Collection[float]) -> ChartMark:
    if years != horizon:
        text = words("axis.warranty", years=short(years))
        return ChartMark(kind="warranty", axis="across", at=years, text=text)
    code: DecisionCode = "axis.horizon_and_warranty" if years in warranties else "axis.horizon"
    return ChartMark(kind="horizon", axis="across", at=years, text=words(code, years=short(years)))
