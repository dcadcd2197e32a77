"""The charts of the lives of drives: against horizon and warranty, and against the cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from hostwise.numerals.writing import NARROW, short
from hostwise.plan.answers.result import ConfigurationResult

_WARRANTY = "warranty_years"
_RANGE = f"the bar holds 90{NARROW}% of the cases where only the writes, and their amplification inside the drive, vary"
"""What the range of a life stands for; that of the advice, in which more varies, is another."""


def wear_chart(run: Run, results: Sequence[ConfigurationResult], words: ChartWords) -> Chart:
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
        name="Wear-out",
        words=words,
        parts=[],
        drawn=Drawing(
            about=f"As entered, years until the rated writes are used up, computed, log scale; {_RANGE}",
            across=lives_axis([*(each.at for each in marks), *_years(series)]),
            series=series,
            marks=marks,
        ),
    )


def cost_life_chart(run: Run, results: Sequence[ConfigurationResult], words: ChartWords) -> Chart:
    """What each configuration costs against how long its drives last."""
    unit, horizon = run.plan.economics.currency, float(run.plan.economics.horizon_years)
    places = range(len(results))
    quantity = COST if all(run.value(COST, place).value is not None for place in places) else KNOWN
    what = "total cost" if quantity == COST else "cost of the known parts"
    series = []
    for place, each in enumerate(results):
        life, low, high = _life(run, place, each)
        amount = run.value(quantity, place)
        cost = Reading(value=amount.value, text=value_text(amount, "money"))
        lacking = {"Cost": cost, "Life": life}
        series.append(
            ChartSeries(
                configuration=each.key,
                name=each.name,
                place=place,
                points=[ChartPoint(across=cost, upright=life, low=low, high=high)],
                unknown=" ".join(f"{name}: {one.text}." for name, one in lacking.items() if not one.value),
            )
        )
    known = [each for each in series if not each.unknown]
    costs = [paid for each in known for point in each.points if (paid := value_of(point.across))]
    return Chart(
        kind="points",
        name="Cost and life",
        words=words,
        parts=[],
        drawn=Drawing(
            about=f"As entered, {what}, {unit}, against the years until the drives wear out, log scale, computed; "
            f"top left is cheap and lasts; {_RANGE}",
            across=money_axis(costs, f"cost, {unit}", around=True) if costs else None,
            upright=lives_axis([horizon, *_years(known)]) if costs else None,
            series=series,
            marks=[ChartMark(kind="horizon", axis="upright", at=horizon, text=f"horizon {short(horizon)} y")],
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
    names: dict[float, list[str]] = {float(run.plan.economics.horizon_years): ["horizon"]}
    for place in range(number):
        years = run.value(_WARRANTY, place).value
        if years and "warranty" not in names.setdefault(years, []):
            names[years].append("warranty")
    return [_mark(years, names) for years in sorted(names)]


def _mark(years: float, names: Mapping[float, Sequence[str]]) -> ChartMark:
    text = f"{' = '.join(names[years])} {short(years)} y"
    return ChartMark(kind="horizon" if "horizon" in names[years] else "warranty", axis="across", at=years, text=text)
