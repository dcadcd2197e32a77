"""The workbook of an estate's readiness: what was found, and each VM that has it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import xlsxwriter

from hostwise.answers.estate_sizing.readiness_document import EstateReadiness, ReadinessKind
from hostwise.reports.content import UNDATED
from hostwise.reports.workbook.book import OPTIONS, add_sheet
from hostwise.reports.workbook.styles import Sheet, Styles, put_header, put_text

READINESS, VMS = "Readiness", "VMs"

_KINDS_HEADER = (
    "Found", "VMs", "Not known of", "vCPU", "Memory, GiB", "Disk, GB", "Hosts without them", "What it changes",
    "What it stops", "What to do",
)  # fmt: skip
_KINDS_WIDTHS = (42, 10, 14, 10, 14, 14, 20, 52, 62, 62)
_VMS_HEADER = ("VM", "Id", "Cluster", "Found", "Detail")
_VMS_WIDTHS = (34, 40, 24, 42, 70)
_NUMBERS = frozenset(range(1, 7))


def write_readiness(readiness: EstateReadiness, name: str) -> bytes:
    """The workbook of the readiness of an estate with a name. The same readiness gives the same bytes."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, OPTIONS)
    book.set_properties(
        {"title": name, "subject": "Readiness to move", "author": "Hostwise", "created": UNDATED.replace(tzinfo=None)}
    )
    styles = Styles(book)
    _write_kinds(add_sheet(book, READINESS), styles, readiness, name)
    _write_vms(add_sheet(book, VMS), styles, readiness)
    book.close()
    return buffer.getvalue()


def _write_kinds(sheet: Sheet, styles: Styles, readiness: EstateReadiness, name: str) -> None:
    put_text(sheet, 0, 0, f"{name}: readiness on {readiness.on.isoformat()}", styles.title)
    put_text(sheet, 1, 0, _about(readiness), styles.text)
    put_header(sheet, 3, _KINDS_HEADER, styles, _NUMBERS)
    for column, width in enumerate(_KINDS_WIDTHS):
        sheet.set_column(column, column, width)
    for row, each in enumerate(readiness.kinds, start=4):
        for column, value in enumerate(_line(each)):
            if isinstance(value, str):
                put_text(sheet, row, column, value, styles.wrapped)
            elif value is not None:
                sheet.write_number(row, column, value, styles.number("#,##0"))
    row = 5 + len(readiness.kinds)
    for usual in readiness.usual:
        put_text(sheet, row, 0, f"{usual.text[:1].upper()}{usual.text[1:]}", styles.text)
        row += 1
    if readiness.none_of:
        put_text(sheet, row, 0, f"Looked for and not found: {', '.join(readiness.none_of)}.", styles.text)
        row += 1
    for gap in readiness.not_evaluated:
        put_text(sheet, row, 0, f"Not evaluated: {gap.label}, since {gap.why}.", styles.text)
        row += 1
    sheet.freeze_panes(4, 1)


def _about(readiness: EstateReadiness) -> str:
    if readiness.hosts is None:
        return f"{readiness.sentence} Hosts are not known."
    return f"{readiness.sentence} Hosts are those of {readiness.configuration}: {readiness.hosts} with all VMs."


def _line(kind: ReadinessKind) -> Iterator[str | float | None]:
    yield kind.label
    yield from (kind.vms, kind.vms_unknown, kind.vcpu, kind.memory_gib, kind.disk_gb, kind.hosts_without)
    yield from (kind.effect, kind.stops, kind.remedy)


def _write_vms(sheet: Sheet, styles: Styles, readiness: EstateReadiness) -> None:
    put_header(sheet, 0, _VMS_HEADER, styles, frozenset())
    for column, width in enumerate(_VMS_WIDTHS):
        sheet.set_column(column, column, width)
    rows = ((each, kind.label) for kind in readiness.kinds for each in kind.rows)
    last = 0
    for last, (each, label) in enumerate(rows, start=1):
        for column, text in enumerate((each.name, each.id, each.cluster, label, each.detail)):
            put_text(sheet, last, column, text, styles.text)
    sheet.autofilter(0, 0, last, len(_VMS_HEADER) - 1)
    sheet.freeze_panes(1, 1)
