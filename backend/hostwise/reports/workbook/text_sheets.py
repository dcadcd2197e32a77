"""The sheets of words: findings, sources, and what the workbook is."""

from __future__ import annotations

from hostwise.reports.content import Report
from hostwise.reports.decision_text import found_in, names_of, who_text
from hostwise.reports.workbook.inputs_sheet import HORIZON
from hostwise.reports.workbook.styles import Sheet, Styles, put_header, put_text

FINDINGS, SOURCES, ABOUT = "Findings", "Sources", "About"

_FINDINGS_HEADER = ("Kind", "Configuration", "Finding", "Severity", "Field of the plan", "Code")
_MISSING_HEADER = ("Missing input", "", "Not evaluated without it", "", "Field of the plan")
_SOURCES_HEADER = ("Key", "Citation", "Address")


def write_findings(sheet: Sheet, styles: Styles, report: Report) -> None:
    """What to check and to know, the most decisive first, and what is missing."""
    put_text(sheet, 0, 0, "Findings, as exported", styles.title)
    put_header(sheet, 1, _FINDINGS_HEADER, styles, frozenset())
    for column, width in enumerate((12, 22, 100, 12, 40, 34)):
        sheet.set_column(column, column, width)
    names = names_of(report)
    row = 2
    for notice, said in found_in(report.decision):
        who, fields = who_text(said, names), ", ".join(said.pointers)
        _line(sheet, row, (notice.word, who, str(said.text), notice.severity.value, fields, notice.code), styles)
        row += 1
    if report.result.missing:
        put_header(sheet, row + 1, _MISSING_HEADER, styles, frozenset())
        for offset, gap in enumerate(report.result.missing):
            _line(sheet, row + 2 + offset, (gap.label, None, ", ".join(gap.leaves_out), None, gap.pointer), styles)
    sheet.freeze_panes(2, 0)


def write_sources(sheet: Sheet, styles: Styles, report: Report) -> None:
    """Every source that a formula or an input names, in full."""
    put_text(sheet, 0, 0, "Sources", styles.title)
    put_header(sheet, 1, _SOURCES_HEADER, styles, frozenset())
    for column, width in enumerate((34, 120, 70)):
        sheet.set_column(column, column, width)
    for offset, source in enumerate(sorted(report.sources.values(), key=lambda each: each.key.lower())):
        _line(sheet, 2 + offset, (source.key, source.citation, source.url), styles)
    sheet.freeze_panes(2, 0)


def _line(sheet: Sheet, row: int, texts: tuple[str | None, ...], styles: Styles) -> None:
    for column, text in enumerate(texts):
        put_text(sheet, row, column, text, styles.wrapped)


def write_about(sheet: Sheet, styles: Styles, report: Report) -> None:
    """Plan, versions, conventions, and how to read the workbook."""
    put_text(sheet, 0, 0, "About", styles.title)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, 1, 110)
    for offset, (label, text) in enumerate(_facts(report)):
        put_text(sheet, 1 + offset, 0, label, styles.text)
        put_text(sheet, 1 + offset, 1, text, styles.wrapped)


def _facts(report: Report) -> list[tuple[str, str]]:
    result = report.result
    names = {each.key: each.name for each in report.plan.configurations}
    return [
        ("Plan", result.plan_name),
        ("Description", report.plan.description),
        *([] if report.version is None else [report.version]),
        ("Hash of the plan", result.plan_hash),
        ("Engine", result.engine_version),
        ("Catalogue", result.catalogue_version),
        ("Unit convention", _convention(result.unit_convention)),
        ("Currency", result.currency),
        ("Horizon", f"{result.horizon_years} years"),
        ("Compared with", names[result.reference]),
        ("", ""),
        ("Inputs", "One named cell for each input. Change the framed ones; an empty cell is unknown."),
        ("Model", "All formulas of Hostwise that the shown numbers rest on, one column for each configuration."),
        ("Unknown", "#N/A on the sheets Model and Charts. It makes unknown what rests on it; it is never zero."),
        (
            "Infinite",
            "The number 1E+150, shown as infinite: without end, or, for hosts, no number of them is enough. Whatever "
            "is 1E+100 or more counts as infinite.",
        ),
        (
            "Rounding up",
            "Whole things are rounded up with a relative slack of 1E-09, so that the dust of binary arithmetic buys "
            "no host.",
        ),
        (
            "Measured curves",
            "Operations per minute follow the memory overcommitment along the tables of the sheet Curves. They are "
            "those of the exported plan: another measured model needs another export.",
        ),
        ("What is not live", _not_live()),
        ("Text", "Names are always written as text; no cell refers to another file."),
    ]


def _not_live() -> str:
    return (
        f"The years are rows, so {HORIZON} is fixed. Values that Hostwise derives from choices other than numbers "
        "(drive and processor models, protection, layout, unit convention) stay as exported: status convention, "
        "catalogue or assumed. The decision, materials, findings, reasons and the mark of the best are as exported."
    )


def _convention(key: str) -> str:
    return {
        "si": "si: 1 GB = 1000 MB, an I/O of 32 KiB has 32,768 bytes",
        "binary_as_printed": "binary_as_printed: 1 GB = 1024 MB, as INTEL21 computes",
    }.get(key, key)
