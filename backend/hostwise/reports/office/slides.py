"""The decision of a plan as slides for PowerPoint: few words, tables, and charts that can be edited there.

A template gives master, layouts and colours. Its first layout with a subtitle is taken for the title, and the layout
with a title and least beside it for all others; slides that it holds already stay in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_AXIS_CROSSES, XL_CHART_TYPE, XL_LABEL_POSITION, XL_LEGEND_POSITION
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE, PP_ALIGN
from pptx.util import Emu, Inches, Pt

from hostwise.decision.charts_document import Chart, ChartKey, value_of
from hostwise.decision.decision import DecisionRow
from hostwise.reports.assumptions import Assumption, assumptions, not_counted, price_notes
from hostwise.reports.content import UNDATED, Report
from hostwise.reports.cover import UnusableFile
from hostwise.reports.decision_text import (
    REMEDIES_TITLE,
    RISKS_TITLE,
    break_even_texts,
    check_text,
    checks_title,
    cost_text,
    detail_texts,
    exclusion_text,
    hosts_text,
    lead_text,
    life_text,
    limit_text,
    remedy_texts,
    risk_texts,
)
from hostwise.reports.office.packages import checked_template, settled
from hostwise.reports.pdf.marks import LOOKS, SOFT, colour_of
from hostwise.reports.pdf.report import UNTITLED

_WIDTH, _HEIGHT = Inches(13.333), Inches(7.5)
_MARGIN = 0.045
"""Share of the width that stays free at each side."""
_TOP, _BOTTOM = 0.21, 0.92
"""Where what stands below the title begins and ends, as shares of the height."""
_TEXT, _SMALL = Pt(14), Pt(11)
_HEAD = RGBColor.from_string(LOOKS.surfaces["surface-sunken"].lstrip("#").upper())
_INK = RGBColor.from_string(LOOKS.surfaces["ink"].lstrip("#").upper())
_MOST_ROWS, _ROWS_OF_A_SLIDE, _MOST_POINTS = 8, 16, 6
_LIFE = "Years until the rated writes are used up, as sized; in brackets the range of 90 % of cases."
_CHARTS: Sequence[ChartKey] = ("cost_parts", "cash_flow", "wear")


def slides_report(report: Report) -> bytes:
    """The decision as slides; raises `UnusableFile` for a template that cannot be used."""
    writer = _Slides(report)
    writer.title()
    writer.decision()
    for key in _CHARTS:
        writer.chart(key)
    writer.doubt()
    writer.assumptions()
    return writer.content()


class _Slides:
    """Adds the slides one after the other."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._show: Any = _begun(report)
        self._width, self._height = self._show.slide_width, self._show.slide_height
        # A template may be of any size: text shrinks with it.
        self._scale = min(1.0, self._width / _WIDTH)

    def content(self) -> bytes:
        """The file."""
        properties, report = self._show.core_properties, self._report
        properties.title = report.title
        properties.author = report.cover.author or "Hostwise"
        properties.last_modified_by = "Hostwise"
        properties.subject = "Capacity plan and total cost of ownership"
        properties.comments = f"Plan {report.result.plan_hash}"
        properties.created = properties.modified = (report.moment or UNDATED).replace(tzinfo=None)
        buffer = BytesIO()
        self._show.save(buffer)
        return settled(buffer.getvalue(), report.moment or UNDATED)

    def title(self) -> None:
        """Whose report it is."""
        report = self._report
        slide = self._show.slides.add_slide(_layout(self._show, with_subtitle=True))
        _titled(slide, report.title.strip() or UNTITLED)
        lines = [*report.cover.lines, *report.version_texts]
        subtitle = next((each for each in slide.placeholders if _kind(each) is PP_PLACEHOLDER.SUBTITLE), None)
        if subtitle is not None:
            subtitle.text_frame.text = "\n".join(line[:1].upper() + line[1:] for line in lines)
        if report.cover.logo:
            height = int(self._height * 0.1)
            picture = slide.shapes.add_picture(BytesIO(report.cover.logo), 0, int(self._height * 0.05), height=height)
            picture.left = int(self._width * (1 - _MARGIN)) - picture.width
            picture.name = "Logo"

    def decision(self) -> None:
        """What is advised, and the candidates side by side."""
        decision = self._report.decision
        slide = self._slide(lead_text(decision))
        rows = decision.rows[:_MOST_ROWS]
        flash = [life_text] if decision.has_flash else []
        head = [
            "Configuration",
            "Hosts",
            f"Cost, {self._report.result.currency}",
            *["Flash life"] * len(flash),
            "Limit",
        ]
        lines = [
            [
                each.name,
                hosts_text(each),
                cost_text(each),
                *(life(each) for life in flash),
                exclusion_text(each) or limit_text(each),
            ]
            for each in rows
        ]
        colours = [colour_of(each.place) for each in rows]
        bottom = self._table(slide, head, lines, (0.32, 0.14, 0.24, *[0.14] * len(flash), 0.16), colours=colours)
        said = detail_texts(decision)
        if len(decision.rows) > _MOST_ROWS:
            said.append(f"{len(decision.rows) - _MOST_ROWS} more configurations stand in the full report.")
        checks = [check_text(each) for each in decision.checks]
        texts = [*said, *([checks_title(decision)] if checks else []), *checks]
        self._texts(slide, texts, bottom + 0.03, heads=[checks_title(decision)] if checks else [])

    def chart(self, key: ChartKey) -> None:
        """A chart whose numbers can be edited; its title is what it finds."""
        charts = self._report.charts
        found = next((each for each in charts.drawn if each.words.key == key), None) if charts else None
        if found is None:
            return
        slide = self._slide(str(found.words.title))
        left, wide = int(self._width * _MARGIN), int(self._width * (1 - 2 * _MARGIN))
        top, high = int(self._height * _TOP), int(self._height * (_BOTTOM - 0.05 - _TOP))
        rows = {each.configuration: each for each in self._report.decision.rows}
        kind, data = _data(found, rows)
        graphic = slide.shapes.add_chart(kind, left, top, wide, high, data)
        graphic.name = found.name
        _describe(graphic, f"{found.name}. {found.words.title}")
        self._look(graphic.chart, found)
        about = _LIFE if found.kind == "intervals" else found.drawn.about
        self._texts(slide, [about], _BOTTOM - 0.05, small=True)

    def doubt(self) -> None:
        """What would change the decision, and what may go wrong."""
        decision = self._report.decision
        parts = [
            (decision.break_evens_title, break_even_texts(decision)),
            (REMEDIES_TITLE, remedy_texts(decision)),
            (RISKS_TITLE, risk_texts(self._report)),
        ]
        shown = [(title, texts[:_MOST_POINTS]) for title, texts in parts if texts]
        if shown:
            slide = self._slide("What would change it, and what may go wrong")
            texts = [line for title, lines in shown for line in (title, *lines)]
            self._texts(slide, texts, _TOP, heads=[title for title, _ in shown])

    def assumptions(self) -> None:
        """What all of it rests on."""
        lines = [*_assumed(assumptions(self._report))]
        for start in range(0, len(lines), _ROWS_OF_A_SLIDE):
            slide = self._slide("Assumptions" if start == 0 else "Assumptions, continued")
            rows = lines[start : start + _ROWS_OF_A_SLIDE]
            bottom = self._table(slide, ["What", "Value", "Basis"], rows, (0.46, 0.32, 0.22), small=True)
            if start + _ROWS_OF_A_SLIDE >= len(lines):
                self._texts(slide, [*price_notes(self._report), *not_counted(self._report)], bottom + 0.01, small=True)

    def _slide(self, title: str) -> Any:
        slide = self._show.slides.add_slide(_layout(self._show, with_subtitle=False))
        _titled(slide, title)
        result = self._report.result
        parts = (*self._report.version_texts, f"plan {result.plan_hash[:12]}", f"engine {result.engine_version}")
        self._texts(slide, [" \u00b7 ".join(parts)], 0.945, small=True, soft=True)
        return slide

    def _texts(
        self,
        slide: Any,
        texts: Sequence[str],
        top: float,
        *,
        heads: Sequence[str] = (),
        small: bool = False,
        soft: bool = False,
    ) -> None:
        if not texts:
            return
        left, wide = int(self._width * _MARGIN), int(self._width * (1 - 2 * _MARGIN))
        high = int(self._height * max(0.04, (1.0 if soft else _BOTTOM) - top))
        frame = slide.shapes.add_textbox(left, int(self._height * top), wide, high).text_frame
        frame.word_wrap, frame.auto_size = True, MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
        for turn, text in enumerate(texts):
            paragraph = frame.paragraphs[0] if turn == 0 else frame.add_paragraph()
            run = paragraph.add_run()
            run.text = text
            run.font.size = self._points(_SMALL if small else _TEXT)
            run.font.bold = text in heads or None
            run.font.color.rgb = _rgb(SOFT) if soft else _INK
            paragraph.space_after = self._points(Pt(4))
            paragraph.space_before = self._points(Pt(10)) if turn > 0 and text in heads else None

    def _table(
        self,
        slide: Any,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        *,
        colours: Sequence[str] = (),
        small: bool = False,
    ) -> float:
        """A table below the title; returns where it ends, as a share of the height."""
        left, wide = int(self._width * _MARGIN), int(self._width * (1 - 2 * _MARGIN))
        line = 0.038 if small else 0.062
        high = int(self._height * line * (1 + len(rows)))
        graphic = slide.shapes.add_table(1 + len(rows), len(head), left, int(self._height * _TOP), wide, high)
        table = graphic.table
        table.horz_banding = False
        shares = sum(widths)
        for place, width in enumerate(widths):
            table.columns[place].width = Emu(int(wide * width / shares))
        for down, row in enumerate((head, *rows)):
            for place, text in enumerate(row):
                cell = table.cell(down, place)
                cell.vertical_anchor = MSO_ANCHOR.MIDDLE
                cell.margin_top = cell.margin_bottom = self._points(Pt(1.5))
                cell.fill.solid()
                cell.fill.fore_color.rgb = _HEAD if down == 0 else RGBColor(255, 255, 255)
                run = cell.text_frame.paragraphs[0].add_run()
                run.text = text
                run.font.size = self._points(_SMALL if small else _TEXT)
                run.font.bold = down == 0 or (bool(colours) and place == 0)
                coloured = down > 0 and place == 0 and colours
                run.font.color.rgb = _rgb(colours[down - 1]) if coloured else _INK
        return _TOP + line * (1 + len(rows))

    def _points(self, size: Pt) -> Pt:
        return Pt(round(size.pt * self._scale, 1))

    def _look(self, chart: Any, found: Chart) -> None:
        """Colours of the report, labels that can be read, and a legend where there are several series."""
        chart.font.size = self._points(_SMALL)
        chart.has_title = False
        stacked, lines = found.kind == "stacked_bars", found.kind == "lines"
        chart.has_legend = stacked or lines
        if chart.has_legend:
            chart.legend.position, chart.legend.include_in_layout = XL_LEGEND_POSITION.BOTTOM, False
        axis = chart.value_axis
        axis.has_major_gridlines, axis.tick_labels.number_format_is_linked = True, False
        axis.tick_labels.number_format = "0" if found.kind == "intervals" else "#,##0"
        axis.major_gridlines.format.line.color.rgb = _HEAD
        if not lines:
            # As on paper, the first stands at the top.
            chart.category_axis.reverse_order = True
            chart.category_axis.crosses = XL_AXIS_CROSSES.MAXIMUM
            chart.plots[0].gap_width = 60
        drawn = [each for each in found.drawn.series if not each.unknown]
        for place, series in enumerate(chart.plots[0].series):
            if stacked:
                key = [each for each in found.parts if each.drawn][place].key
                series.format.fill.solid()
                series.format.fill.fore_color.rgb = _rgb(LOOKS.cost_part(key).fill)
            elif lines:
                series.format.line.color.rgb = _rgb(colour_of(drawn[place].place))
                series.smooth = False
            else:
                for turn, each in enumerate(drawn):
                    point = series.points[turn]
                    point.format.fill.solid()
                    point.format.fill.fore_color.rgb = _rgb(colour_of(each.place))
        if not stacked and not lines:
            labels = chart.plots[0]
            labels.has_data_labels = True
            labels.data_labels.number_format, labels.data_labels.number_format_is_linked = "0.0", False
            labels.data_labels.position = XL_LABEL_POSITION.OUTSIDE_END


def _begun(report: Report) -> Any:
    if report.cover.template:
        kind = "PowerPoint presentation (.pptx)"
        checked = checked_template(report.cover.template, "ppt/presentation.xml", kind)
        try:
            show = Presentation(BytesIO(checked))
        except (ValueError, KeyError) as error:
            raise UnusableFile(f"The template is no {kind}.") from error
        if len(show.slide_layouts) == 0:
            raise UnusableFile("The template has no layout for slides.")
        return show
    show = Presentation()
    show.slide_width, show.slide_height = _WIDTH, _HEIGHT
    for each in (show.slide_master, *show.slide_layouts):
        for shape in each.placeholders:
            _set_wide(shape)
    return show


def _set_wide(shape: Any) -> None:
    """Placeholders of the plain template, which is made for narrow slides."""
    kind, left, wide = _kind(shape), int(_WIDTH * _MARGIN), int(_WIDTH * (1 - 2 * _MARGIN))
    if kind is PP_PLACEHOLDER.TITLE:
        shape.left, shape.top, shape.width, shape.height = left, int(_HEIGHT * 0.05), wide, int(_HEIGHT * 0.14)
        _set_text(shape, Pt(24))
    elif kind is PP_PLACEHOLDER.CENTER_TITLE:
        shape.left, shape.top, shape.width, shape.height = left, int(_HEIGHT * 0.3), wide, int(_HEIGHT * 0.2)
        _set_text(shape, Pt(36))
    elif kind is PP_PLACEHOLDER.SUBTITLE:
        shape.left, shape.top, shape.width, shape.height = left, int(_HEIGHT * 0.52), wide, int(_HEIGHT * 0.2)
        _set_text(shape, Pt(18))


def _set_text(shape: Any, size: Pt) -> None:
    frame = shape.text_frame
    frame.word_wrap, frame.vertical_anchor = True, MSO_ANCHOR.MIDDLE
    for paragraph in frame.paragraphs:
        paragraph.alignment = PP_ALIGN.LEFT
    properties = frame._txBody.get_or_add_lstStyle() if hasattr(frame._txBody, "get_or_add_lstStyle") else None
    style = properties if properties is not None else frame._txBody.find(_LIST_STYLE)
    if style is not None:
        for each in list(style):
            style.remove(each)
        level = style.makeelement(f"{_DRAWING}lvl1pPr", {"algn": "l", "marL": "0", "indent": "0"})
        level.append(level.makeelement(f"{_DRAWING}buNone", {}))
        level.append(level.makeelement(f"{_DRAWING}defRPr", {"sz": str(int(size.pt * 100)), "b": "1"}))
        style.append(level)


_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_LIST_STYLE = f"{_DRAWING}lstStyle"


def _layout(show: Any, *, with_subtitle: bool) -> Any:
    """The layout for the first slide, or for all others."""
    kinds = [(each, [_kind(shape) for shape in each.placeholders]) for each in show.slide_layouts]
    if with_subtitle:
        return next((each for each, found in kinds if PP_PLACEHOLDER.SUBTITLE in found), kinds[0][0])
    titled = [(len(found), place) for place, (_, found) in enumerate(kinds) if PP_PLACEHOLDER.TITLE in found]
    return kinds[min(titled)[1] if titled else 0][0]


def _kind(shape: Any) -> Any:
    return shape.placeholder_format.type


def _titled(slide: Any, text: str) -> None:
    if slide.shapes.title is not None:
        slide.shapes.title.text_frame.text = text
        slide.shapes.title.text_frame.word_wrap = True


def _describe(graphic: Any, text: str) -> None:
    """What a chart shows, for who cannot see it."""
    graphic._element.nvGraphicFramePr.cNvPr.set("descr", text)


def _rgb(colour: str) -> RGBColor:
    found: RGBColor = RGBColor.from_string(colour.lstrip("#").upper())
    return found


def _data(chart: Chart, rows: Mapping[str, DecisionRow]) -> tuple[Any, CategoryChartData]:
    """The numbers of a chart, and what it is in PowerPoint."""
    data, series = CategoryChartData(), [each for each in chart.drawn.series if not each.unknown]
    if chart.kind == "stacked_bars":
        data.categories = [_with_end(each.name, each.end.text if each.end else "") for each in series]
        for place, part in enumerate(chart.parts):
            if part.drawn:
                data.add_series(part.label, [value_of(each.points[place].across) for each in series])
        return XL_CHART_TYPE.BAR_STACKED, data
    if chart.kind == "lines":
        data.categories = [point.across.text for point in series[0].points if point.across]
        for each in series:
            data.add_series(each.name, [value_of(point.upright) for point in each.points])
        return XL_CHART_TYPE.LINE_MARKERS, data
    data.categories = [_with_end(each.name, life_text(rows[each.configuration])) for each in series]
    data.add_series(chart.name, [value_of(each.points[0].across) for each in series])
    return XL_CHART_TYPE.BAR_CLUSTERED, data


def _with_end(name: str, total: str) -> str:
    return f"{name}: {total}" if total else name


def _assumed(topics: Sequence[tuple[str, Sequence[Assumption]]]) -> Iterator[list[str]]:
    for title, lines in topics:
        for each in lines:
            values = "; ".join(f"{value} ({of})" if of else value for value, of in each.values)
            yield [f"{title}: {each.label}", values, each.basis]
