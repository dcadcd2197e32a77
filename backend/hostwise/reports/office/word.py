"""The report of a plan as a Word document: the same blocks as the PDF, in styles that a template may define.

Fields of a template: `{{ title }}`, `{{ customer }}`, `{{ author }}`, `{{ date }}` and `{{ revision }}`, anywhere in
its text, headers and footers; the report stands in place of the paragraph `{{ report }}`, or at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from io import BytesIO
from typing import Any

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_LINE_SPACING, WD_TAB_ALIGNMENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Emu, Mm, Pt, RGBColor
from docx.table import _Cell as WordCell
from docx.text.paragraph import Paragraph
from docxtpl import DocxTemplate
from jinja2 import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from hostwise.answers.burst.burst_document import BurstResult
from hostwise.answers.memory.memory_document import MemoryReport
from hostwise.reports.content import UNDATED, Report
from hostwise.reports.cover import UnusableFile
from hostwise.reports.office.packages import checked_template, settled
from hostwise.reports.pdf.blocks import Block, Line, Span
from hostwise.reports.pdf.canvas import FULL_WIDTH
from hostwise.reports.pdf.marks import LOOKS, SOFT, colour_of
from hostwise.reports.pdf.report import PRESS, document

_TYPEFACE, _TEXT, _SMALL, _IN_TABLES, _ON_ONE_PAGE = "Calibri", Pt(10), Pt(8.5), Pt(8), Pt(7.5)
_TABLE_TEXT = "Table text"
"""The style of cells; a template may have its own of this name."""
_ACCENT, _BAD, _SUNKEN = (LOOKS.surfaces[each] for each in ("accent", "bad", "surface-sunken"))
_SIGNS = {"circle": "\u25cf", "square": "\u25a0", "triangle": "\u25b2", "diamond": "\u25c6"}
_OTHER_SIGN = "\u25cf"
_BEST = "\u2713\u00a0"
_FIELDS = ("PAGE", "NUMPAGES")
"""What a word processor fills in: the number of the page, and of all pages."""
_SMALL_TABLE, _LAST_ROWS = 16, 4
"""Rows up to which a table stays whole, and rows at the end of a larger one that stay together."""
_MARK = "\u2063report\u2063"
"""Where the report goes; no text has it by chance."""


def word_report(report: Report, of_burst: BurstResult, of_memory: MemoryReport) -> bytes:
    """The report of a plan as a Word document; raises `UnusableFile` for a template that cannot be used."""
    content = document(report, of_burst, of_memory)
    charts = [each for each in _flat(content["blocks"]) if each["kind"] == "chart"]
    pictures = PRESS.pictures([each["drawing"] for each in charts], content["markers"])
    made = _begun(report)
    place, tail = _place(made)
    before = len(made.element.body)
    writer = _Writer(made, dict(zip(map(id, charts), pictures, strict=True)))
    if not tail:
        writer.cover(report, content)
    for block in _flat(content["blocks"]):
        writer.write(block)
    if place is not None:
        _moved(made, before, place)
    if not _has_footer(made):
        _add_footer(made, content["head"])
    _properties(made, report)
    buffer = BytesIO()
    made.save(buffer)
    return settled(buffer.getvalue(), report.moment or UNDATED)


def _flat(blocks: Iterable[Block]) -> Iterable[Block]:
    """Columns one after the other: a page of Word may have any width."""
    for block in blocks:
        if block["kind"] == "beside":
            yield from _flat([*block["left"], *block["right"]])
        else:
            yield block


def _begun(report: Report) -> WordDocument:
    """The template with its fields filled, else a plain document."""
    if not report.cover.template:
        return _plain()
    checked = checked_template(report.cover.template, "word/document.xml", "Word document (.docx)")
    fields = {
        "title": report.title,
        "customer": report.cover.customer,
        "author": report.cover.author,
        "date": "" if report.moment is None else f"{report.moment:%Y-%m-%d}",
        "revision": report.version[1] if report.version and report.revision else "",
        "report": _MARK,
    }
    try:
        template = DocxTemplate(BytesIO(checked))
        template.render(fields, SandboxedEnvironment(autoescape=True), autoescape=True)
    except (TemplateError, KeyError, ValueError, SyntaxError) as error:
        raise UnusableFile(f"The template cannot be filled: {error}") from error
    found: WordDocument = template.docx
    return found


def _plain() -> WordDocument:
    """A document with styles of our own, on A4."""
    made: WordDocument = Document()
    section = made.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(18)
    section.top_margin = section.bottom_margin = Mm(14)
    for name, size, bold in (
        ("Normal", _TEXT, False),
        ("Title", Pt(20), True),
        ("Heading 1", Pt(15), True),
        ("Heading 2", Pt(11.5), True),
        ("Heading 3", Pt(10), True),
    ):
        font = made.styles[name].font
        font.name, font.size, font.bold = _TYPEFACE, size, bold
        font.color.rgb = RGBColor.from_string(LOOKS.surfaces["ink"].lstrip("#"))
        properties = made.styles[name].element.get_or_add_rPr()
        fonts = properties.get_or_add_rFonts()
        for kind in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme", "w:cstheme"):
            fonts.attrib.pop(qn(kind), None)
    made.styles["Normal"].paragraph_format.space_after = Pt(4)
    made.styles["Normal"].paragraph_format.line_spacing = 1.0
    made.styles["List Bullet"].paragraph_format.space_after = Pt(1)
    for level, before in ((1, 14), (2, 9), (3, 7)):
        made.styles[f"Heading {level}"].paragraph_format.space_before = Pt(before)
    border = made.styles["Title"].element.pPr.find(qn("w:pBdr"))
    if border is not None:
        made.styles["Title"].element.pPr.remove(border)
    return made


def _has_footer(made: WordDocument) -> bool:
    """Whether a template has a footer of its own, or numbers its pages in a header."""
    for section in made.sections:
        footers = (section.footer, section.first_page_footer, section.even_page_footer)
        headers = (section.header, section.first_page_header, section.even_page_header)
        if any(not each.is_linked_to_previous for each in footers):
            return True
        if any("PAGE" in each._element.xml for each in headers if not each.is_linked_to_previous):
            return True
    return False


def _add_footer(made: WordDocument, title: str) -> None:
    """The title at the left, "page 2 of 9" at the right; later sections follow the first."""
    paragraph = made.sections[0].footer.paragraphs[0]
    stops = paragraph.paragraph_format.tab_stops
    style = paragraph.style
    # The style of footers has tabs for other margins.
    for stop in [] if style is None else style.paragraph_format.tab_stops:
        stops.add_tab_stop(stop.position, WD_TAB_ALIGNMENT.CLEAR)
    stops.add_tab_stop(Emu(_text_width(made)), WD_TAB_ALIGNMENT.RIGHT)
    for part in (title, "\tpage ", *_FIELDS[:1], " of ", *_FIELDS[1:]):
        run = paragraph.add_run("1" if part in _FIELDS else part)
        run.font.size = _SMALL
        run.font.color.rgb = RGBColor.from_string(SOFT.lstrip("#").upper())
        if part in _FIELDS:
            field = OxmlElement("w:fldSimple")
            field.set(qn("w:instr"), part)
            run._r.addprevious(field)
            field.append(run._r)


def _text_width(made: WordDocument) -> int:
    """Between the margins; as on paper where the template does not say."""
    section = made.sections[-1]
    page, left, right = section.page_width, section.left_margin, section.right_margin
    return Mm(FULL_WIDTH) if page is None or left is None or right is None else page - left - right


def _add_table_text(made: WordDocument) -> None:
    style = made.styles.add_style(_TABLE_TEXT, WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = made.styles["Normal"]
    style.font.size = _IN_TABLES
    layout = style.paragraph_format
    layout.space_before, layout.space_after, layout.line_spacing = Pt(0.5), Pt(0.5), 1.0


def _place(made: WordDocument) -> tuple[Paragraph | None, bool]:
    """The paragraph that the report replaces, and whether the template has a first page of its own."""
    for paragraph in made.paragraphs:
        if _MARK in paragraph.text:
            return paragraph, True
    return None, False


def _moved(made: WordDocument, before: int, place: Paragraph) -> None:
    """Move what was added at the end to its place."""
    body = made.element.body
    # The last element holds the page's size.
    added = list(body)[before - 1 : -1]
    at = place._p
    for each in added:
        at.addprevious(each)
    at.getparent().remove(at)


def _properties(made: WordDocument, report: Report) -> None:
    properties = made.core_properties
    properties.title = report.title
    properties.author = report.cover.author or "Hostwise"
    properties.last_modified_by = "Hostwise"
    properties.subject = "Capacity plan and total cost of ownership"
    properties.comments = f"Plan {report.result.plan_hash}"
    properties.language = "en"
    properties.created = properties.modified = (report.moment or UNDATED).replace(tzinfo=None)


class _Writer:
    """Adds blocks to a document."""

    def __init__(self, made: WordDocument, pictures: Mapping[int, bytes]) -> None:
        self._made, self._pictures = made, pictures
        # A page begins with its heading: a break of its own would leave an empty line above it.
        self._begins_page = False
        self._width = _text_width(made)
        self._styles = {style.name for style in made.styles}
        if _TABLE_TEXT not in self._styles:
            _add_table_text(made)
        self._by_kind: Mapping[str, Callable[[Block], None]] = {
            "heading": lambda block: self._headed(block["level"], block["text"]),
            "page": self._page,
            "paragraph": self._text,
            "bullets": self._bullets,
            "table": self._table,
            "chart": self._chart,
            "verdict": self._verdict,
            "contents": lambda _: None,
            "formula": lambda _: None,
        }

    def write(self, block: Block) -> None:
        """Add a block."""
        self._by_kind[block["kind"]](block)

    def cover(self, report: Report, content: Mapping[str, Any]) -> None:
        """The head of the first page."""
        if report.cover.logo:
            self._made.add_picture(BytesIO(report.cover.logo), height=Mm(14))
            self._described("Logo")
        self._paragraph("Title").add_run(content["title"])
        for line in (*content["cover"], content["description"], " \u00b7 ".join(content["foot"])):
            if line:
                self._filled(self._paragraph(), [line], soft=True)

    def _paragraph(self, style: str | None = None) -> Paragraph:
        return self._made.add_paragraph(style=style if style in self._styles else None)

    def _headed(self, level: int, text: str) -> None:
        paragraph = self._paragraph(f"Heading {level}")
        paragraph.add_run(text)
        paragraph.paragraph_format.keep_with_next = True
        paragraph.paragraph_format.page_break_before, self._begins_page = self._begins_page or None, False

    def _text(self, block: Block) -> None:
        paragraph = self._paragraph()
        self._filled(paragraph, block["spans"], soft=block["look"] != "plain")
        paragraph.paragraph_format.keep_with_next = True if block["look"] == "intro" else None

    def _page(self, _: Block) -> None:
        self._begins_page = True

    def _bullets(self, block: Block) -> None:
        for item in block["items"]:
            self._filled(self._paragraph("List Bullet"), item)

    def _verdict(self, block: Block) -> None:
        paragraph = self._paragraph()
        label = f"{block['label']}. " if block["label"] else ""
        run = paragraph.add_run(f"{label}{block['sentence']}")
        run.bold, run.font.size = True, Pt(13)
        _shaded(paragraph._p.get_or_add_pPr(), _SUNKEN)

    def _chart(self, block: Block) -> None:
        self._headed(block["level"], block["title"])
        note = self._paragraph()
        self._filled(note, [block["note"]], soft=True)
        note.paragraph_format.keep_with_next = True
        wide = min(1.0, block["drawing"]["width"] / FULL_WIDTH)
        self._made.add_picture(BytesIO(self._pictures[id(block)]), width=int(self._width * wide))
        self._described(block["alt"])

    def _described(self, text: str) -> None:
        """What the last picture shows, for who cannot see it."""
        found = self._made.inline_shapes[-1]._inline.docPr
        found.set("descr", text)

    def _table(self, block: Block) -> None:
        if block["title"]:
            title = self._paragraph()
            self._filled(title, block["title"])
            title.paragraph_format.keep_with_next = True
        rows: list[tuple[str | None, Sequence[Mapping[str, Any]]]] = []
        for section in block["sections"]:
            if section["title"] is not None:
                rows.append((section["title"], []))
            rows += [(None, row["cells"]) for row in section["rows"]]
        columns = block["columns"]
        table = self._made.add_table(rows=1 + len(rows), cols=len(columns))
        if "Table Grid" in self._styles:
            table.style = "Table Grid"
        table.autofit = False
        _bordered(table._tbl.tblPr)
        for place, width in enumerate(self._widths(columns)):
            table.columns[place].width = Emu(width)
        cells = table._cells
        self._row(cells[: len(columns)], block["header"], columns, bold=True)
        _repeated(table.rows[0]._tr)
        for turn, (title_text, row) in enumerate(rows, start=1):
            own = cells[turn * len(columns) : (turn + 1) * len(columns)]
            if title_text is None:
                self._row(own, row, columns)
            else:
                head = own[0].merge(own[-1])
                _shaded(head._tc.get_or_add_tcPr(), _SUNKEN)
                head.paragraphs[0].style = _TABLE_TEXT
                self._filled(head.paragraphs[0], [{"look": "strong", "text": title_text}])
        for each in table.rows:
            _whole(each._tr)
        self._kept_together(cells, len(columns), {turn for turn, row in enumerate(rows, start=1) if not row[1]})
        if block["one_page"]:
            for paragraph in (each for cell in cells for each in cell.paragraphs):
                for run in paragraph.runs:
                    run.font.size = _ON_ONE_PAGE
                paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(0)
        self._space()

    def _kept_together(self, cells: Sequence[WordCell], columns: int, titles: Set[int]) -> None:
        """The head stays with the row below it, and so do titles of sections; no page begins with the last row."""
        number = len(cells) // columns
        small = number <= _SMALL_TABLE
        for row in range(number - 1):
            if small or row == 0 or row in titles or row >= number - _LAST_ROWS:
                for cell in cells[row * columns : (row + 1) * columns]:
                    for paragraph in cell.paragraphs:
                        paragraph.paragraph_format.keep_with_next = True

    def _space(self) -> None:
        """Air below a table, too small to begin a page of its own."""
        layout = self._paragraph().paragraph_format
        layout.space_after, layout.line_spacing_rule, layout.line_spacing = Pt(0), WD_LINE_SPACING.EXACTLY, Pt(9)

    def _widths(self, columns: Sequence[Mapping[str, Any]]) -> list[int]:
        """Widths of the columns, in the share that they have of a page of the PDF."""
        fixed = sum(each["mm"] or 0.0 for each in columns)
        shares = sum(each["fr"] or 0.0 for each in columns)
        left = max(FULL_WIDTH - fixed, 20.0)
        found = [each["mm"] if each["mm"] is not None else left * each["fr"] / shares for each in columns]
        scale = self._width / Mm(1) / max(sum(found), FULL_WIDTH)
        return [int(Mm(each * scale)) for each in found]

    def _row(
        self,
        cells: Sequence[WordCell],
        contents: Sequence[Mapping[str, Any]],
        columns: Sequence[Mapping[str, Any]],
        *,
        bold: bool = False,
    ) -> None:
        for cell, content, column, width in zip(cells, contents, columns, self._widths(columns), strict=True):
            cell.width = Emu(width)
            paragraph = cell.paragraphs[0]
            paragraph.style = _TABLE_TEXT
            if column["right"]:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            for turn, line in enumerate(line for each in content["lines"] if (line := _said(each))):
                if turn > 0:
                    paragraph.add_run().add_break()
                self._filled(paragraph, line, bold=bold)
            if content["missing"]:
                _shaded(cell._tc.get_or_add_tcPr(), _SUNKEN)

    def _filled(
        self,
        paragraph: Paragraph,
        spans: Line,
        *,
        soft: bool = False,
        bold: bool = False,
    ) -> None:
        for span in _said(spans):
            run = paragraph.add_run(_text(span))
            look = "" if isinstance(span, str) else span["look"]
            run.bold = True if bold or look in ("strong", "bad", "best", "mark") else None
            run.italic = True if look == "code" else None
            if look == "small" and getattr(paragraph.style, "name", "") != _TABLE_TEXT:
                run.font.size = _SMALL
            colour = _colour(span) or (SOFT if soft else None)
            if colour is not None:
                run.font.color.rgb = RGBColor.from_string(colour.lstrip("#").upper())
            if look == "link":
                _linked(paragraph, run._r, _text(span))


def _said(spans: Line) -> Line:
    """Without bars, which are for the eye only."""
    return [each for each in spans if isinstance(each, str) or each["look"] != "bar"]


def _text(span: Span) -> str:
    if isinstance(span, str):
        return span
    look = span["look"]
    if look == "mark":
        return f"{_SIGNS.get(LOOKS.configuration(span['index']).shape, _OTHER_SIGN)}\u202f{span['index'] + 1}"
    if look == "cite":
        return f"[{span['number']}]"
    return f"{_BEST if look == 'best' else ''}{span['text']}"


def _colour(span: Span) -> str | None:
    if isinstance(span, str):
        return None
    if span["look"] == "mark":
        return colour_of(span["index"])
    return {"soft": SOFT, "small": SOFT, "unit": SOFT, "code": SOFT, "bad": _BAD, "link": _ACCENT}.get(span["look"])


def _shaded(properties: Any, colour: str) -> None:
    shade = OxmlElement("w:shd")
    for name, value in (("w:val", "clear"), ("w:color", "auto"), ("w:fill", colour.lstrip("#").upper())):
        shade.set(qn(name), value)
    properties.append(shade)


def _bordered(properties: Any) -> None:
    """Lines between rows only."""
    borders = OxmlElement("w:tblBorders")
    for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
        border = OxmlElement(f"w:{side}")
        across = side in ("top", "bottom", "insideH")
        border.set(qn("w:val"), "single" if across else "nil")
        border.set(qn("w:sz"), "4")
        border.set(qn("w:color"), LOOKS.surfaces["line-strong"].lstrip("#").upper())
        borders.append(border)
    properties.append(borders)


def _repeated(row: Any) -> None:
    """A head that stands on each page."""
    head = OxmlElement("w:tblHeader")
    head.set(qn("w:val"), "true")
    row.get_or_add_trPr().append(head)


def _whole(row: Any) -> None:
    """A row that no page divides."""
    whole = OxmlElement("w:cantSplit")
    whole.set(qn("w:val"), "true")
    row.get_or_add_trPr().append(whole)


def _linked(paragraph: Paragraph, run: Any, url: str) -> None:
    """A run that can be followed."""
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    run.addprevious(link)
    link.append(run)
