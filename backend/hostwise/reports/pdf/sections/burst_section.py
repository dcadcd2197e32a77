"""How the write buffers take the load over time: when writes are throttled, and the fill until then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hostwise.answers.burst.burst_document import BurstConfiguration, BurstResult, BurstStep, Regime
from hostwise.answers.wording.number_texts import value_text
from hostwise.decision.charts.ticks import numbered, round_ticks
from hostwise.decision.charts_document import Tick
from hostwise.number_format.writing import fixed, percent, short
from hostwise.plan.answers.result import QuantityState, Value
from hostwise.reports.pdf.blocks import (
    Block,
    bullets,
    cell,
    chart,
    column,
    heading,
    named,
    paragraph,
    small,
    soft,
    strong,
    table,
)
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, text_width, upright
from hostwise.reports.pdf.marks import LIMIT_DASH, LOOKS, PAPER, SOFT, colour_of, dash_of, shape_of
from hostwise.reports.pdf.subject import Subject

_SIGN_EVERY = 60
"""Points between the signs of a configuration on its line."""
_ROW, _BAR = 5.2, 3.8
_WORDS = {Regime.BUFFERING: "buffering", Regime.DESTAGING: "de-staging", Regime.THROTTLED: "throttled"}


def is_used(answer: BurstResult) -> bool:
    """Whether any configuration has a write buffer whose course is known."""
    return any(each.series is not None for each in answer.configurations)


def burst(subject: Subject, answer: BurstResult) -> Iterator[Block]:
    """The section."""
    yield heading("Burst")
    profile = ", then ".join(f"{short(each.minutes)} minutes {_load(each)}" for each in answer.profile[:4])
    more = f" and {fixed(len(answer.profile) - 4)} more phases" if len(answer.profile) > 4 else ""
    origin = "Assumed load" if answer.profile_is_assumed else "Load"
    yield paragraph(f"{origin}: {profile}{more}. All hosts run.", look="opening")
    rows = [_row(place, each) for place, each in enumerate(answer.configurations)]
    widths = [column(fr=1), *(column(mm=each, right=True) for each in (22, 22, 22, 24)), column(mm=46)]
    header = [
        cell("Configuration"),
        cell("Throttles", [small("minutes, this load")]),
        cell("Longest burst", [small("minutes at peak")]),
        cell("Throttled", [small("minutes in all")]),
        cell("Sustained", [small("IOPS, cluster")]),
        cell("In words"),
    ]
    yield table(widths, header, [(None, rows)])
    note = "Share of the write buffer of one disk group that holds data not yet de-staged; below it what the buffer "
    note += "does. Broken lines rest on assumed rates."
    throttles = any(each.throttles_after_minutes.value is not None for each in answer.configurations)
    # Ten pages are for the decision: a buffer that never fills is a line of the table.
    if throttles or subject.report.appendix:
        yield chart("Fill of the write buffer", note, _alt(answer), _drawing(answer))
    if answer.notes:
        yield heading("What stands behind it", 2)
        yield bullets([[each] for each in answer.notes])
    cited = {each.key: each for one in answer.configurations for each in one.sources}
    if cited:
        spans: list[Any] = ["Sources: "]
        for turn, each in enumerate(cited.values()):
            spans += [*subject.sources.cite_in_full(each), f" {each.locator}" if each.locator else ""]
            spans.append("; " if turn < len(cited) - 1 else ".")
        yield paragraph(*spans, look="note")


def _load(step: BurstStep) -> str:
    if step.is_average:
        return "at the average"
    if step.peak_share is None:
        return "at an unknown load"
    if step.to_peak_share is not None:
        return f"from {percent(step.peak_share)} to {percent(step.to_peak_share)} of the peak"
    return "at peak" if step.peak_share == 1 else f"at {percent(step.peak_share)} of the peak"


def _row(place: int, each: BurstConfiguration) -> list[dict[str, Any]]:
    name = cell(named(place, strong(each.name)))
    values = (
        each.throttles_after_minutes,
        each.longest_burst_minutes,
        each.throttled_minutes,
        each.steady_admitted_iops,
    )
    endless = ("never", "unlimited", "0", "unlimited")
    return [name, *(_value(one, word) for one, word in zip(values, endless, strict=True)), cell([small(each.text)])]


def _value(value: Value, endless: str) -> dict[str, Any]:
    if value.state is QuantityState.INFINITE:
        return cell(endless)
    text = value_text(value, "number")
    if value.value is None:
        return cell([soft(text)], missing=value.state is QuantityState.NOT_EVALUATED)
    return cell(text)


def _alt(answer: BurstResult) -> str:
    texts = []
    for each in answer.configurations:
        most = max(each.series.fill_share) if each.series else None
        filled = f", the fill reaches {percent(most)}" if most is not None else ""
        texts.append(f"{each.name}: {each.text}{filled}")
    levels = ""
    if answer.thresholds is not None:
        start, full = percent(answer.thresholds.start_share), percent(answer.thresholds.full_share)
        levels = f" De-staging begins at {start}, writes are throttled above {full}."
    return f"Fill of the write buffer over time. {'. '.join(texts)}.{levels}"


def _drawing(answer: BurstResult) -> dict[str, Any]:
    known = [(place, each) for place, each in enumerate(answer.configurations) if each.series is not None]
    end = max(each.series.minutes[-1] for _, each in known if each.series)
    left, right, top, bottom = 13.0, FULL_WIDTH - 3, 8.0, 44.0
    strips = bottom + 3
    canvas = Canvas(FULL_WIDTH, strips + len(known) * _ROW + 9)
    x, y = Scale(0, end, left, right), Scale(0, 1, bottom, top)
    upright(canvas, y, [Tick(value=each, text=percent(each)) for each in (0, 0.25, 0.5, 0.75, 1)], left, right, "fill")
    for place, each in known:
        _course(canvas, place, each, x, y)
    if answer.thresholds is not None:
        # Away from what lies between them, which is where the courses are.
        for share, words, aside in (
            (answer.thresholds.start_share, "de-staging begins", 2.2),
            (answer.thresholds.full_share, "full: writes are throttled", -2.2),
        ):
            canvas.line([(left, y.at(share)), (right, y.at(share))], SOFT, 0.8, LIMIT_DASH)
            canvas.words(f"{percent(share)}: {words}", right - 1, y.at(share) + aside, "end", colour=SOFT, halo=True)
    ticks = [each for each in round_ticks(end) if each <= end]
    last = strips + len(known) * _ROW
    across(canvas, x, numbered(ticks), last, last, "minutes")
    for turn, (place, each) in enumerate(known):
        _strip(canvas, place, each, x, strips + turn * _ROW)
    return canvas.drawing()


def _course(canvas: Canvas, place: int, each: BurstConfiguration, x: Scale, y: Scale) -> None:
    assert each.series is not None
    points = [
        (x.at(minute), y.at(fill)) for minute, fill in zip(each.series.minutes, each.series.fill_share, strict=True)
    ]
    canvas.line(_thinned(points), colour_of(place), 1.2, dash_of("assumed") if each.assumed else ())
    # Lines may lie on each other: a sign now and then, each at its own places.
    for turn, (across_, down) in enumerate(points):
        if turn % _SIGN_EVERY == (place * 17 + 8) % _SIGN_EVERY:
            canvas.sign(shape_of(place), across_, down, 1.15, colour_of(place))


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without those in the middle of a level stretch."""
    return [
        point
        for turn, point in enumerate(points)
        if turn in (0, len(points) - 1) or not points[turn - 1][1] == point[1] == points[turn + 1][1]
    ]


def _strip(canvas: Canvas, place: int, each: BurstConfiguration, x: Scale, top: float) -> None:
    middle = top + _ROW / 2
    canvas.sign(shape_of(place), x.start - 2.4, middle, 1.15, colour_of(place))
    canvas.words(str(place + 1), x.start - 4.6, middle, "end", size=7)
    for span in each.spans:
        start, stop = x.at(span.from_minutes), x.at(span.to_minutes)
        look = LOOKS.regimes[span.regime.value]
        canvas.box(start, top + (_ROW - _BAR) / 2, max(stop - start, 0.2), _BAR, look.fill, stroke=PAPER)
        word = _WORDS[span.regime]
        if text_width(word, 7) + 2 < stop - start:
            canvas.words(word, (start + stop) / 2, middle, "middle", colour=look.ink, size=7)
