"""The sheet of materials: what has to be bought for each configuration, as exported, with live sums."""

from __future__ import annotations

from xlsxwriter.utility import xl_col_to_name

from hostwise.answers.cost.bill_of_materials_document import ConfigurationBillOfMaterials, Material, MaterialSection
from hostwise.answers.wording.number_texts import value_text
from hostwise.reports.content import Report
from hostwise.reports.decision_text import in_order_of_advice
from hostwise.reports.materials_text import (
    NO_PRICE,
    SCOPE,
    STATUSES,
    is_unpriced,
    section_label,
    total_label,
    total_text,
)
from hostwise.reports.workbook.styles import Sheet, Styles, put_formula, put_header, put_text

NAME = "Bill of materials"

_HEADER = (
    "Item", "Part", "Detail", "Each host", "Hosts", "Quantity", "Unit", "Unit price", "Amount", "Status", "Price date",
    "Source", "Catalogue key", "Note", "Field of the plan",
)  # fmt: skip
_WIDTHS = (26, 34, 38, 10, 8, 10, 10, 12, 14, 11, 12, 26, 30, 60, 38)
_EACH, _HOSTS, _QUANTITY, _UNIT, _PRICE, _AMOUNT = (
    _HEADER.index(each) for each in ("Each host", "Hosts", "Quantity", "Unit", "Unit price", "Amount")
)
_NUMBERS = frozenset({_EACH, _HOSTS, _QUANTITY, _PRICE, _AMOUNT})
_PRINTED = _HEADER.index("Source")
_AMOUNT_COLUMN = xl_col_to_name(_AMOUNT)
_FIRST_ROW = 3

_MONEY, _COUNT = "#,##0.00", "#,##0.##"


def write_bill_of_materials(sheet: Sheet, styles: Styles, report: Report) -> None:
    """Write the sheet: a block for each configuration."""
    put_text(sheet, 0, 0, "Bill of materials, as exported", styles.title)
    put_text(sheet, 1, 0, f"{SCOPE} The sums follow the amounts; nothing here follows the sheet Inputs.", styles.quiet)
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    row = _FIRST_ROW
    for each in in_order_of_advice(report, report.materials.configurations):
        row = _configuration(sheet, styles, row, each, report.result.currency) + 1
    sheet.print_area(0, 0, row, _PRINTED)


def _configuration(sheet: Sheet, styles: Styles, row: int, found: ConfigurationBillOfMaterials, currency: str) -> int:
    """Write one configuration, and return the row below it."""
    hosts = value_text(found.hosts, "count")
    put_text(sheet, row, 0, f"{found.name}: hosts {hosts}", styles.of(bold=True, font_size=12))
    row += 1
    put_header(sheet, row, _HEADER, styles, _NUMBERS)
    row += 1
    for section in found.sections:
        put_text(sheet, row, 0, section_label(section, currency), styles.of(bold=True))
        for offset, line in enumerate(section.lines):
            _line(sheet, styles, row + 1 + offset, line)
        last = row + len(section.lines)
        _total(sheet, styles, last + 1, section, f"SUM({_AMOUNT_COLUMN}{row + 2}:{_AMOUNT_COLUMN}{last + 1})")
        row = last + 2
    return row


def _line(sheet: Sheet, styles: Styles, row: int, line: Material) -> None:
    status = NO_PRICE if is_unpriced(line) else f"{STATUSES[line.status]}{', old' if line.is_old else ''}"
    texts = {
        0: line.label,
        1: line.name,
        2: line.detail,
        _UNIT: None if line.kind == "rounding" else line.unit,
        _AMOUNT + 1: status,
        _AMOUNT + 2: line.date,
        _AMOUNT + 3: line.source,
        _AMOUNT + 4: line.key,
        _AMOUNT + 5: line.note,
        _AMOUNT + 6: line.pointer,
    }
    for column, text in texts.items():
        put_text(sheet, row, column, text, styles.indented if column > _AMOUNT or column == _UNIT else styles.text)
    for column, number, form in (
        (_EACH, line.per_host, _COUNT),
        (_HOSTS, line.hosts if line.per_host is not None else None, _COUNT),
        (_QUANTITY, line.quantity, _COUNT),
        (_PRICE, line.unit_price, _MONEY),
        (_AMOUNT, line.amount, _MONEY),
    ):
        if number is not None:
            sheet.write_number(row, column, number, styles.number(form, valign="top"))
    if line.unit_price is None and line.kind != "rounding":
        put_text(sheet, row, _PRICE, "missing", styles.of(italic=True, align="right", valign="top"))


def _total(sheet: Sheet, styles: Styles, row: int, section: MaterialSection, formula: str) -> None:
    total = section.total
    put_text(sheet, row, 0, total_label(total), styles.section)
    for column in range(1, len(_HEADER)):
        put_text(sheet, row, column, None, styles.section)
    if total.amount is None:
        # The sum of nothing would be a zero.
        put_text(sheet, row, _AMOUNT, total_text(total), styles.section)
    else:
        put_formula(sheet, row, _AMOUNT, formula, styles.number(_MONEY, bold=True, top=1), total.amount)
