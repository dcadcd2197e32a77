"""The values that stand at an axis, of which there is one maker for all charts of the page and the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from hostwise.decision.charts_document import ChartAxis, Tick
from hostwise.decision.decision_messages import words
from hostwise.number_format.writing import short, short_monies

_ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_STEPS = 5
_LEAST_SPAN_SHARE = 0.02
_LOG_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 1e4, 1e5, 1e6)
_MOST_YEARS, _YEARS_APART = 12, 5


def round_ticks(value: float) -> list[float]:
    """Round figures from 0 to just above a value.

    >>> round_ticks(7), round_ticks(812_345)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [0.0, 200000.0, 400000.0, 600000.0, 800000.0, 1000000.0])
    """
    if value <= 0:
        return [0.0, 1.0]
    return _up_to(value, _step(value))


def _step(span: float, *, whole: bool = False) -> float:
    """The least round step that divides a span into a few parts; `whole` steps have no fraction."""
    least = span / _MOST_STEPS
    power = 10.0 ** floor(log10(least))
    steps = [each * power for each in _ROUND_STEPS]
    return next(each for each in steps if each >= least * (1 - 1e-9) and not (whole and each % 1))


def _up_to(value: float, step: float) -> list[float]:
    return [float(f"{each * step:.12g}") for each in range(ceil(value / step - 1e-9) + 1)]


def count_ticks(value: float) -> list[float]:
    """The same for what is counted: no fractions.

    >>> count_ticks(3), count_ticks(7), count_ticks(12)
    ([0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 4.0, 6.0, 8.0], [0.0, 5.0, 10.0, 15.0])
    """
    if value <= _MOST_STEPS:
        return [float(each) for each in range(max(1, ceil(value)) + 1)]
    return _up_to(value, _step(value, whole=True))


def span_ticks(low: float, high: float) -> list[float]:
    """Round figures that enclose a span.

    >>> span_ticks(480_000, 812_000)
    [400000.0, 500000.0, 600000.0, 700000.0, 800000.0, 900000.0]
    """
    size = max(high - low, abs(high) * _LEAST_SPAN_SHARE, 1e-9)
    step = _step(size)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{each * step:.12g}") for each in range(first, max(last, first + 1) + 1)]


def signed_ticks(low: float, high: float) -> list[float]:
    """Round figures around 0 that hold both ends, in steps that divide the longer side.

    >>> signed_ticks(-130_000, 147_000)
    [-150000.0, -100000.0, -50000.0, 0.0, 50000.0, 100000.0, 150000.0]
    """
    if low >= 0:
        return round_ticks(high)
    step = _step(max(-low, high))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{each * step:.12g}") for each in range(first, last + 1)]


def log_ticks(values: Sequence[float]) -> list[float]:
    """Ticks of a logarithmic axis that encloses the values.

    >>> log_ticks([0.7, 7.0])
    [0.5, 1.0, 2.0, 5.0, 10.0]
    """
    least, most = min(values), max(values)
    low = max((each for each in _LOG_TICKS if each < least), default=least / 2)
    high = min((each for each in _LOG_TICKS if each > most), default=most * 2)
    return [low, *(each for each in _LOG_TICKS if low < each < high), high]


def numbered(ticks: Sequence[float]) -> list[Tick]:
    """Ticks with plain numbers."""
    return [Tick(value=each, text=short(each)) for each in ticks]


def money_ticks(ticks: Sequence[float]) -> list[Tick]:
    """Ticks with amounts, which are read beside each other."""
    return [Tick(value=each, text=text) for each, text in zip(ticks, short_monies(ticks), strict=True)]


def money_axis(values: Sequence[float], label: str, *, around: bool = False) -> ChartAxis:
    """An axis of money from 0, and below it where something comes back; `around` the values alone.

    >>> [each.value for each in money_axis([30.0, -7.0], "USD").ticks]
    [-10.0, 0.0, 10.0, 20.0, 30.0]
    """
    least, most = (min(values), max(values)) if around else (min(0.0, *values), max(0.0, *values))
    ticks = span_ticks(least, most) if around else signed_ticks(least, most)
    return ChartAxis(label=label, lowest=ticks[0], highest=ticks[-1], ticks=money_ticks(ticks))


def lives_axis(years: Sequence[float]) -> ChartAxis:
    """An axis of the lives of drives, which go from weeks to centuries."""
    ticks = log_ticks(years)
    return ChartAxis(
        label=words("axis.years"), lowest=ticks[0], highest=ticks[-1], logarithmic=True, ticks=numbered(ticks)
    )


def years_axis(last: int) -> ChartAxis:
    """An axis of the years of the plan, of which a long one names some.

    >>> [each.text for each in years_axis(3).ticks], [each.text for each in years_axis(15).ticks]
    (['0', '1', '2', '3'], ['0', '5', '10', '15'])
    """
    named = [float(each) for each in range(last + 1) if last <= _MOST_YEARS or each % _YEARS_APART == 0]
    return ChartAxis(label=words("axis.year"), lowest=0.0, highest=float(max(last, 1)), ticks=numbered(named))
