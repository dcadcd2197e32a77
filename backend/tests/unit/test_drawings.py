"""One specification of a chart, two faces: what it says is on paper, and what the tests of the page draw is current."""

import json
from collections.abc import Iterator
from functools import cache
from math import log10
from typing import Any

import pytest

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.charts_document import Chart, ChartAxis, ChartKey, ChartSeries, value_of
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.pdf.drawings.intervals import intervals
from hostwise.reports.pdf.drawings.lines import lines
from hostwise.reports.pdf.drawings.on_paper import in_words
from hostwise.reports.pdf.drawings.points import points
from hostwise.reports.pdf.drawings.stacked_bars import stacked_bars
from hostwise.reports.pdf.marks import LOOKS, colour_of
from tools.drawn_charts import FILE, SAMPLES, drawn_charts

NEAR = 0.03
"""Millimetres: places are rounded to hundredths."""
Item = dict[str, Any]


def charts_of(plan: Plan) -> dict[ChartKey, Chart]:
    decision = decide(plan, load_catalogue(), include=Parts(decision=True, charts=True)).decision
    assert decision is not None
    assert decision.charts is not None
    return {each.words.key: each for each in decision.charts.drawn}


@cache
def of_sample(key: str) -> dict[ChartKey, Chart]:
    return charts_of(sample_plan(key))


class Paper:
    """A drawing, read back: places of values follow from where the ticks stand."""

    def __init__(self, drawing: Item) -> None:
        self.items: list[Item] = drawing["items"]

    def of(self, draw: str, **given: Any) -> Iterator[Item]:
        for each in self.items:
            if each["draw"] == draw and all(each[name] == value for name, value in given.items()):
                yield each

    def words(self) -> list[str]:
        return ["".join(each["pieces"]) for each in self.of("words")]

    def scale(self, axis: ChartAxis, side: str, along: str) -> "Scale":
        """The scale of an axis, from its first and its last tick."""
        ends = [
            next(each[along] for each in self.of("words", side=side) if "".join(each["pieces"]) == tick.text)
            for tick in (axis.ticks[0], axis.ticks[-1])
        ]
        return Scale(axis, ends[0], ends[1])


class Scale:
    def __init__(self, axis: ChartAxis, first: float, last: float) -> None:
        self.axis, self.first, self.last = axis, first, last

    def at(self, value: float) -> float:
        low, high = self.axis.ticks[0].value, self.axis.ticks[-1].value
        if self.axis.logarithmic:
            low, high, value = log10(low), log10(high), log10(value)
        return self.first + (value - low) / (high - low) * (self.last - self.first)


def known(chart: Chart) -> list[ChartSeries]:
    found = [each for each in chart.drawn.series if not each.unknown]
    assert found
    return found


def expect_ticks_and_marks(chart: Chart, paper: Paper) -> None:
    words = paper.words()
    for axis in (chart.drawn.across, chart.drawn.upright):
        for tick in axis.ticks if axis is not None else ():
            assert tick.text in words
            assert axis is None or axis.lowest <= tick.value <= axis.highest
    for mark in chart.drawn.marks:
        assert not mark.text or mark.text in words


@pytest.mark.parametrize("key", SAMPLES)
def test_each_segment_is_as_wide_as_its_amount(key: str) -> None:
    chart = of_sample(key)["cost_parts"]
    paper = Paper(stacked_bars(chart))
    expect_ticks_and_marks(chart, paper)
    assert chart.drawn.across is not None
    scale = paper.scale(chart.drawn.across, "middle", "x")
    drawn = [
        (each["fill"], each["points"][1][0] - each["points"][0][0])
        for each in paper.of("area")
        if each["points"][2][1] - each["points"][1][1] == pytest.approx(6.0)
    ]
    for series in known(chart):
        assert next(paper.of("label", index=series.place))
        assert series.end is not None
        assert series.end.text in paper.words()
        for point in series.points:
            amount = value_of(point.across)
            if amount:
                assert point.part is not None
                fill, width = LOOKS.cost_part(point.part).fill, scale.at(amount) - scale.at(0)
                assert any(each == fill and of == pytest.approx(width, abs=NEAR) for each, of in drawn)
    amounts = [value_of(point.across) for each in known(chart) for point in each.points]
    assert len(drawn) == sum(bool(each) for each in amounts)


@pytest.mark.parametrize("key", SAMPLES)
def test_each_range_of_a_life_goes_from_end_to_end(key: str) -> None:
    chart = of_sample(key)["wear"]
    paper = Paper(intervals(chart))
    expect_ticks_and_marks(chart, paper)
    assert chart.drawn.across is not None
    scale = paper.scale(chart.drawn.across, "middle", "x")
    for series in known(chart):
        ranges = [each["points"] for each in paper.of("line", stroke=colour_of(series.place), width=1.4)]
        for point in series.points:
            assert point.across is not None
            assert f"{point.across.text} y" in paper.words()
            ends = [value_of(point.low), value_of(point.high)]
            wanted = [scale.at(end) for end in ends if end]
            assert any([x for x, _ in each] == pytest.approx(wanted, abs=NEAR) for each in ranges)
    assert len({*paper_labels(paper)}) == len(known(chart))


def paper_labels(paper: Paper) -> list[int]:
    return [each["index"] for each in paper.of("label")]


@pytest.mark.parametrize("key", SAMPLES)
def test_each_line_goes_through_its_corners(key: str) -> None:
    chart = of_sample(key)["cash_flow"]
    paper = Paper(lines(chart))
    expect_ticks_and_marks(chart, paper)
    assert chart.drawn.across is not None
    assert chart.drawn.upright is not None
    x = paper.scale(chart.drawn.across, "middle", "x")
    y = paper.scale(chart.drawn.upright, "end", "y")
    for series in known(chart):
        (line,) = paper.of("line", stroke=colour_of(series.place), width=1.3)
        wanted = [(x.at(value_of(each.across) or 0), y.at(value_of(each.upright) or 0)) for each in series.points]
        for (across, upright), corner in zip(line["points"], wanted, strict=True):
            assert (across, upright) == pytest.approx(corner, abs=NEAR)
        assert series.end is not None
        assert series.end.text in paper.words()


@pytest.mark.parametrize("key", SAMPLES)
def test_each_point_has_its_range(key: str) -> None:
    chart = of_sample(key)["cost_life"]
    paper = Paper(points(chart))
    expect_ticks_and_marks(chart, paper)
    assert chart.drawn.upright is not None
    y = paper.scale(chart.drawn.upright, "end", "y")
    for series in known(chart):
        bars = [each["points"] for each in paper.of("line", stroke=colour_of(series.place), width=1.0)]
        for point in series.points:
            life = value_of(point.upright)
            wanted = [y.at(end) for end in (value_of(point.low) or life, value_of(point.high) or life) if end]
            assert any([down for _, down in each] == pytest.approx(wanted, abs=NEAR) for each in bars)


@pytest.mark.parametrize("key", SAMPLES)
def test_who_cannot_see_a_chart_is_told_each_figure(key: str) -> None:
    for chart in of_sample(key).values():
        told = in_words(chart)
        for series in chart.drawn.series:
            assert series.name in told
            for point in series.points:
                for reading in (point.across, point.upright):
                    assert reading is None or reading.text in told


def test_what_comes_back_lies_below_zero() -> None:
    document: Any = plan_json(sample_plan("moderate-io"))
    document["economics"]["residual_share"] = 0.6
    document["remarks"] = {}
    charts = charts_of(Plan.model_validate(document))
    axis = charts["cost_parts"].drawn.across
    assert axis is not None
    assert axis.lowest < 0
    assert "0" in [each.text for each in axis.ticks]
    for series in charts["cost_parts"].drawn.series:
        amounts = [value_of(each.across) or 0 for each in series.points]
        assert axis.lowest <= sum(each for each in amounts if each < 0)
        assert sum(each for each in amounts if each > 0) <= axis.highest
    assert lines(charts["cash_flow"])["items"]


def test_the_page_draws_the_charts_of_today() -> None:
    """Figures may differ in their last digits from machine to machine; else `make drawn-charts` writes them anew."""
    kept, found = json.loads(FILE.read_text(encoding="utf-8")), json.loads(drawn_charts())
    old, new = flat(kept), flat(found)
    assert old.keys() == new.keys()
    for place, value in new.items():
        assert old[place] == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value), place


def flat(value: Any, at: str = "") -> dict[str, Any]:
    """All numbers and texts by their places."""
    if isinstance(value, dict):
        return {place: leaf for name, own in value.items() for place, leaf in flat(own, f"{at}/{name}").items()}
    if isinstance(value, list):
        return {place: leaf for turn, own in enumerate(value) for place, leaf in flat(own, f"{at}/{turn}").items()}
    return {at: value}
