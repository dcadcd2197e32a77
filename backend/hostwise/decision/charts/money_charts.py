"""The charts of money: what each configuration costs by category, and the cost over the years."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import of_quantity
from hostwise.answers.wording.number_texts import STATE_WORDS, value_text
from hostwise.decision.charts.ticks import money_axis, years_axis
from hostwise.decision.charts_document import (
    Chart,
    ChartMark,
    ChartPart,
    ChartPoint,
    ChartSeries,
    ChartWords,
    Drawing,
    Reading,
    value_of,
)
from hostwise.decision.decision_messages import caption, say, words
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.number_format.writing import MINUS, NARROW, counted, money, short_money, short_monies
from hostwise.plan.answers.result import ConfigurationResult, CostPart, QuantityState, Value
from hostwise.plan.answers.text import Figure

KNOWN = "known_parts_cost"
_SO_FAR = "cumulative_cost"
_NOT_EVALUATED = STATE_WORDS[QuantityState.NOT_EVALUATED]
_ZERO = ChartMark(kind="reference", axis="across", at=0.0, text="")


def cost_parts_chart(run: Run, results: Sequence[ConfigurationResult], base: int, said: ChartWords) -> Chart:
    """What each configuration costs until the horizon by category, or what it costs more or less than the reference."""
    unit = run.plan.economics.currency
    horizon = counted(run.plan.economics.horizon_years, "years").replace(" ", NARROW)
    about = say("caption.cost_parts", currency=unit, years=horizon)
    totals = _totals(run, len(results))
    drawn = [
        ChartSeries(
            configuration=each.key,
            name=each.name,
            place=place,
            points=[ChartPoint(part=own.key, across=_amount(own.amount)) for own in each.cost_parts],
            end=totals[place],
            is_lower_bound=run.value(COST, place).value is None,
        )
        for place, each in enumerate(results)
    ]
    apart = [
        ChartSeries(
            configuration=each.key,
            name=each.name,
            place=place,
            points=[
                ChartPoint(part=own.key, across=_distance(own.amount, other.amount))
                for own, other in zip(each.cost_parts, results[base].cost_parts, strict=True)
            ],
            end=_difference(run, place, base),
        )
        for place, each in enumerate(results)
        if place != base
    ]
    against = caption(about, say("caption.left_is_cheaper", name=results[base].name))
    return Chart(
        kind="stacked_bars",
        name=words("chart_name.cost_parts"),
        words=said,
        parts=[_part(turn, each, results) for turn, each in enumerate(results[0].cost_parts)],
        drawn=Drawing(about=caption(about), across=money_axis(_reaches(drawn), unit), series=drawn, marks=[]),
        apart=Drawing(about=against, across=money_axis(_reaches(apart), unit), series=apart, marks=[_ZERO])
        if apart
        else None,
        reference=results[base].name if apart else "",
    )


def cash_flow_chart(run: Run, results: Sequence[ConfigurationResult], base: int, said: ChartWords) -> Chart:
    """The cost of each configuration so far, year by year, or how far that is from the reference."""
    unit = run.plan.economics.currency
    about = say("caption.cash_flow", currency=unit)
    lasts = short_monies([each.cash_flow[-1].cumulative.value or 0.0 for each in results])
    drawn = [
        _line(each, place, each, lambda value, _: _amount(value), _last(run, place, each, lasts[place]))
        for place, each in enumerate(results)
    ]
    apart = [_line(each, place, results[base], _distance, None) for place, each in enumerate(results) if place != base]
    against = caption(about, say("caption.below_is_cheaper", name=results[base].name))
    return Chart(
        kind="lines",
        name=words("chart_name.cash_flow"),
        words=said,
        parts=[],
        drawn=_over_years(caption(about), unit, drawn, _turns(results)),
        apart=_over_years(
            against, unit, apart, [ChartMark(kind="reference", axis="upright", at=0.0, text=""), *_turns(results)]
        )
        if apart
        else None,
        reference=results[base].name if apart else "",
    )


def _amount(value: Value) -> Reading:
    return Reading(value=value.value, text=value_text(value, "money"))


def _distance(here: Value, there: Value) -> Reading:
    """How far an amount is from that of the reference."""
    if here.value is None or there.value is None:
        return Reading(value=None, text=_NOT_EVALUATED)
    apart = here.value - there.value
    return Reading(value=apart, text=_signed(apart, money))


def _signed(value: float, write: Callable[[float], str]) -> str:
    """A difference with its sign; that of zero has none."""
    return f"{MINUS if value < 0 else '+' if value else ''}{write(abs(value))}"


def _totals(run: Run, number: int) -> list[Figure]:
    """What stands at the end of each bar: the total, else that of the known parts, which is less."""
    names = [KNOWN if run.value(COST, place).value is None else COST for place in range(number)]
    amounts = [run.value(name, place).value for place, name in enumerate(names)]
    texts = short_monies([each or 0.0 for each in amounts])
    return [
        of_quantity(
            run, place, "total", words("axis.is_lower_bound", amount=text) if name == KNOWN else text, amount, name
        )
        for place, (name, amount, text) in enumerate(zip(names, amounts, texts, strict=True))
    ]


def _difference(run: Run, place: int, base: int) -> Figure:
    """A difference without a part says nothing of its size."""
    own, other = run.value(COST, place).value, run.value(COST, base).value
    if own is None or other is None:
        return of_quantity(run, place, "difference", _NOT_EVALUATED, None, COST)
    return of_quantity(run, place, "difference", _signed(own - other, short_money), own - other, COST)


def _part(turn: int, part: CostPart, results: Sequence[ConfigurationResult]) -> ChartPart:
    return ChartPart(key=part.key, label=part.label, drawn=any(each.cost_parts[turn].amount.value for each in results))


def _reaches(series: Sequence[ChartSeries]) -> list[float]:
    """How far bars go to either side of 0."""
    amounts = [[value_of(point.across) or 0.0 for point in each.points] for each in series]
    return [sum(amount for amount in own if amount * sign > 0) for own in amounts for sign in (1, -1)]


def _line(
    result: ConfigurationResult,
    place: int,
    other: ConfigurationResult,
    read: Callable[[Value, Value], Reading],
    end: Figure | None,
) -> ChartSeries:
    return ChartSeries(
        configuration=result.key,
        name=result.name,
        place=place,
        points=[
            ChartPoint(
                across=Reading(value=float(own.year), text=str(own.year)),
                upright=read(own.cumulative, there.cumulative),
                added=read(own.amount, there.amount),
            )
            for own, there in zip(result.cash_flow, other.cash_flow, strict=True)
        ],
        end=end,
        unknown="" if any(own.cumulative.value is not None for own in result.cash_flow) else _NOT_EVALUATED,
    )


def _last(run: Run, place: int, result: ConfigurationResult, text: str) -> Figure | None:
    """The cost until the horizon, at the end of the line."""
    last = result.cash_flow[-1].cumulative.value
    return None if last is None else of_quantity(run, place, "total", text, last, _SO_FAR)


def _over_years(about: str, unit: str, series: list[ChartSeries], marks: list[ChartMark]) -> Drawing:
    readings = [one for each in series for point in each.points for one in (point.upright, point.added)]
    amounts = [amount for each in readings if (amount := value_of(each)) is not None]
    last = max(len(each.points) for each in series) - 1
    return Drawing(
        about=about,
        across=years_axis(last),
        upright=money_axis([*amounts, 0.0], unit),
        series=series,
        marks=marks,
    )


def _turns(results: Sequence[ConfigurationResult]) -> list[ChartMark]:
    """The months from which cumulative sums stay below or above that of the reference, and which of both."""
    return [
        ChartMark(
            kind="crossover",
            axis="across",
            at=turn.month / MONTHS_PER_YEAR,
            text=words("axis.cheaper_from" if turn.less else "axis.dearer_from", month=str(turn.month)),
            place=place,
        )
        for place, each in enumerate(results)
        # What costs less from the purchase on, or never, does not cross.
        if (turn := each.crossover) and turn.month
    ]
