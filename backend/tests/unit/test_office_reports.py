"""Word and PowerPoint: they open, say what the decision says, take a template, and have nothing of the hour in them."""

import base64
import datetime as dt
import io
import re
import zipfile
from functools import cache

import pytest
from docx import Document
from docx.oxml.ns import qn
from PIL import Image
from pptx import Presentation

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.reports.cover import Cover, UnusableFile, prepared_logo
from hostwise.reports.office.packages import settled
from hostwise.reports.report_files import report
from hostwise.server.api.report_routes import ReportCover
from tests.office_reading import slides_of, words_of

DAY = dt.date(2026, 11, 30)
SAMPLE = "nvme-2026"
COVER = Cover(customer="Example Ltd", author="A. Planner")
SENTENCE = "Take EPYC with mixed-use NVMe"
POINTER = re.compile(r"/(?:configurations|workload|policy|economics)/")


@cache
def made(form: str, cover: Cover = Cover(), sample: str = SAMPLE) -> bytes:  # noqa: B008
    return report(sample_plan(sample), load_catalogue(), form, made_on=DAY, cover=cover)


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (1200, 200), (20, 40, 200, 128)).save(buffer, "PNG")
    return buffer.getvalue()


def word_template(*paragraphs: str, header: str = "") -> bytes:
    document = Document()
    document.sections[0].header.paragraphs[0].text = header
    for each in paragraphs:
        document.add_paragraph(each)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_word_says_what_the_decision_says_and_no_address_of_a_field() -> None:
    words = words_of(made("docx"))
    assert SENTENCE in words
    assert "Assumptions" in words
    assert "Bill of materials" in words
    assert POINTER.search(words) is None
    titles = [
        each.text
        for each in Document(io.BytesIO(made("docx"))).paragraphs
        if each.style and each.style.name == "Heading 1"
    ]
    assert titles[:3] == ["Advice", "Assumptions", "Comparison"]


def footer_of(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [each for each in archive.namelist() if each.startswith("word/footer")]
        return "".join(archive.read(each).decode() for each in names)


def test_each_page_of_word_has_the_title_and_its_number() -> None:
    footer = footer_of(made("docx"))
    assert "NVMe cluster of 2026" in footer
    assert re.findall(r'w:instr="(\w+)"', footer) == ["PAGE", "NUMPAGES"]


def test_a_template_keeps_its_own_footer_and_gets_one_if_it_has_none() -> None:
    document = Document()
    document.sections[0].footer.paragraphs[0].text = "Ours, {{ customer }}"
    buffer = io.BytesIO()
    document.save(buffer)
    footer = footer_of(made("docx", Cover(customer="Example", template=buffer.getvalue())))
    assert "Ours, Example" in footer
    assert "NUMPAGES" not in footer
    assert "NUMPAGES" in footer_of(made("docx", Cover(template=word_template("{{ report }}"))))


def test_heads_of_tables_are_repeated_and_never_stand_alone() -> None:
    tables = Document(io.BytesIO(made("docx"))).tables
    assert len(tables) > 5
    for table in tables:
        head = table.rows[0]
        assert head._tr.get_or_add_trPr().find(qn("w:tblHeader")) is not None
        assert all(row._tr.get_or_add_trPr().find(qn("w:cantSplit")) is not None for row in table.rows)
        held = [row.cells[0].paragraphs[0].paragraph_format.keep_with_next for row in table.rows]
        # The head stays with the first row, and the last row never stands alone.
        assert held[0]
        assert all(held[-4:-1])
        assert not held[-1]
        if len(held) <= 8:
            assert all(held[:-1])


def test_a_customer_reads_what_prices_are_and_no_sentence_to_the_planner() -> None:
    words = words_of(made("docx", sample="leaving-vmware"))
    assert "Storage adapter (Fibre Channel)" in words
    assert "no price entered" in words
    assert "No price here is a supplier's quote." in words
    assert "Enter its own" not in words
    assert "make the report" not in words
    for each in ("Support rate (servers, array", "VMs in the cost per VM", "Price of a rack unit per month"):
        assert each in words


def test_the_bill_of_materials_begins_with_the_advised_configuration() -> None:
    said = [each.text for each in Document(io.BytesIO(made("docx", sample="leaving-vmware"))).paragraphs]
    titles = [each for each in said if ", hosts: " in each]
    assert [each.partition("\u00a0\u00b7 ")[0][-1] for each in titles] == ["3", "1", "2"]
    assert titles[0].endswith(", advised")
    assert not any(each.endswith(", advised") for each in titles[1:])


@pytest.mark.parametrize("sample", ["nvme-2026", "leaving-vmware", "databases-2026"])
def test_the_assumptions_take_one_page(sample: str) -> None:
    import pypdf

    pages = [each.extract_text() for each in pypdf.PdfReader(io.BytesIO(made("pdf", COVER, sample))).pages]
    # The decision takes the page before it, whoever is named on the cover.
    assert "What every figure of this report rests on" in pages[1]
    assert "Not counted" in pages[1]
    assert "All numbers are those of the plan as sized" in pages[2]


def test_each_chart_of_word_says_what_it_shows() -> None:
    document = Document(io.BytesIO(made("docx")))
    shapes = [each._inline.docPr.get("descr") for each in document.inline_shapes]
    assert len(shapes) >= 4
    assert all(shapes)


def test_slides_begin_with_the_title_and_the_decision() -> None:
    slides = slides_of(made("pptx"))
    assert "NVMe cluster of 2026" in slides[0]
    assert SENTENCE in slides[1]
    assert "to check first" in slides[1]
    assert any(each.startswith("Assumptions") for each in slides)
    assert POINTER.search("\n".join(slides)) is None


def test_charts_of_slides_have_the_numbers_of_the_decision() -> None:
    plan = sample_plan(SAMPLE)
    show = Presentation(io.BytesIO(made("pptx")))
    charts = [shape.chart for slide in show.slides for shape in slide.shapes if shape.has_chart]
    assert [len(each.plots[0].series) for each in charts] == [8, 3, 1]
    costs, flow, _ = charts
    totals = [sum(each.values[place] or 0 for each in costs.plots[0].series) for place in range(3)]
    assert [round(each) for each in totals] == [round(each.values[-1]) for each in flow.plots[0].series]
    assert [each.name for each in flow.plots[0].series] == [each.name for each in plan.configurations]


@pytest.mark.parametrize("form", ["docx", "pptx"])
def test_the_same_plan_and_date_give_the_same_bytes(form: str) -> None:
    again = report(sample_plan(SAMPLE), load_catalogue(), form, made_on=DAY)
    assert again == made(form)
    with zipfile.ZipFile(io.BytesIO(again)) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"2026-11-30T00:00:00Z" in archive.read("docProps/core.xml")
    assert settled(again, dt.datetime(2026, 11, 30, tzinfo=dt.UTC)) == again


@pytest.mark.parametrize("form", ["docx", "pptx", "pdf"])
def test_a_cover_has_title_customer_author_and_logo(form: str) -> None:
    cover = Cover("Refresh 2027", "Example & Sons <Ltd>", "A. Planner", picture())
    content = made(form, cover)
    line = "Prepared for Example & Sons <Ltd> by A. Planner"
    if form == "pdf":
        import pypdf

        page = pypdf.PdfReader(io.BytesIO(content)).pages[0]
        assert line in page.extract_text()
        assert "Refresh 2027" in page.extract_text()
        assert len(page.images) == 1
    elif form == "docx":
        assert words_of(content).startswith("\nRefresh 2027\n" + line)
        assert Document(io.BytesIO(content)).inline_shapes[0]._inline.docPr.get("descr") == "Logo"
    else:
        assert line in slides_of(content)[0]
        assert any(each.name == "Logo" for each in Presentation(io.BytesIO(content)).slides[0].shapes)


def test_a_template_of_word_is_filled_and_keeps_what_it_says() -> None:
    given = word_template(
        "Offer for {{ customer }}", "{{ report }}", "Yours, {{ author }}", header="{{ title }} - ours"
    )
    content = made("docx", Cover(customer="Example <Ltd>", author="A. Planner", template=given))
    document = Document(io.BytesIO(content))
    said = [each.text for each in document.paragraphs]
    assert said[0] == "Offer for Example <Ltd>"
    assert said[1] == "Advice"
    assert said[-1] == "Yours, A. Planner"
    assert document.sections[0].header.paragraphs[0].text == f"{sample_plan(SAMPLE).name} - ours"


def test_a_template_of_slides_gives_its_size_and_keeps_its_slides() -> None:
    show = Presentation()
    show.slides.add_slide(show.slide_layouts[0]).shapes.title.text_frame.text = "Who we are"
    buffer = io.BytesIO()
    show.save(buffer)
    content = made("pptx", Cover(template=buffer.getvalue()))
    assert slides_of(content)[0].startswith("Who we are")
    assert SENTENCE in slides_of(content)[2]
    assert Presentation(io.BytesIO(content)).slide_width == show.slide_width


@pytest.mark.parametrize(
    ("form", "template", "said"),
    [
        ("docx", b"no archive", "no Word document"),
        ("docx", word_template("{% for each in %}"), "cannot be filled"),
        ("docx", word_template("{{ ''.__class__.__mro__ }}"), "cannot be filled"),
        ("pptx", word_template("a document"), "no PowerPoint presentation"),
    ],
)
def test_a_template_that_cannot_be_used_is_said(form: str, template: bytes, said: str) -> None:
    with pytest.raises(UnusableFile, match=said):
        report(sample_plan("light-io"), load_catalogue(), form, cover=Cover(template=template))


def test_a_logo_that_is_no_picture_is_said_at_its_field() -> None:
    with pytest.raises(UnusableFile, match="no PNG or JPEG"):
        prepared_logo(b"GIF89a")
    sent = ReportCover(logo=base64.b64encode(picture()))
    assert sent.read().logo == picture()
    assert prepared_logo(picture()).startswith(b"\x89PNG")
    assert prepared_logo(prepared_logo(picture())) == prepared_logo(picture())
