"""The sheet of dated events: a line each, whose month, VMs and probability the model reads."""

from __future__ import annotations

from typing import Any

from hostwise.binding.events import COUNT, FACTOR, FLAG, WRITTEN
from hostwise.plan.document import Plan
from hostwise.plan.events import EXPECTED
from hostwise.reports.workbook.styles import HEADER_HEIGHT, Sheet, Styles, put_formula, put_header, put_text

NAME = "Events"

LIVE, _EXPORTED = COUNT, frozenset({FACTOR, FLAG, WRITTEN})


def exported(plan: Plan) -> frozenset[str]:
    """The inputs of events that stay as they were exported: without events all, and there is nothing to follow."""
    return _EXPORTED if plan.workload.events else _EXPORTED | {LIVE}


_HEADER = ("Event", "VM group", "In month", "VMs", "Probability", "Counted", "Number of the group", "Note")
_GROUP, _MONTH, _VMS, _PROBABILITY, _COUNTED, _NUMBER = 1, 2, 3, 4, 5, 6
_NAMES = {_MONTH: "month", _VMS: "vms", _PROBABILITY: "probability"}
_WIDTHS = (34, 26, 12, 12, 12, 12, 20, 60)
_FIRST_ROW = 3
_NOTES = (
    "VMs that come, or go below 0, from a month on. They have the size of their group, and do not grow in number. "
    "Change the framed cells: hosts, licences and cost follow; what events write to drives stays as exported.",
    "An event is counted where its probability is at least 0.5.",
)
_DUST = "0.000000001"


def brought(plan: Plan, group: int, month: str) -> str:
    """The formula of the VMs that events have brought to a group by a month, which is a formula itself."""
    last = _FIRST_ROW + len(plan.workload.events)

    def column(place: int) -> str:
        letter = "ABCDEFGH"[place]
        return f"{NAME}!${letter}${_FIRST_ROW + 1}:${letter}${last}"

    is_group = f"({column(_NUMBER)}={group + 1})"
    begun = f"({column(_MONTH)}<={month}+{_DUST})"
    return f"SUMPRODUCT({is_group}*{begun}*{column(_COUNTED)}*{column(_VMS)})"


def write_events(book: Any, sheet: Sheet, styles: Styles, plan: Plan) -> None:
    """Write the sheet, and name the cells that may be changed."""
    put_text(sheet, 0, 0, "Dated events", styles.title)
    put_text(sheet, 1, 0, " ".join(_NOTES), styles.quiet)
    put_header(sheet, _FIRST_ROW - 1, _HEADER, styles, frozenset({_MONTH, _VMS, _PROBABILITY, _COUNTED, _NUMBER}))
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    names = [each.name for each in plan.workload.groups]
    for offset, event in enumerate(plan.workload.events):
        row = _FIRST_ROW + offset
        put_text(sheet, row, 0, event.label, styles.text)
        put_text(sheet, row, _GROUP, event.group, styles.text)
        for column, number in ((_MONTH, event.month), (_VMS, event.vms), (_PROBABILITY, event.probability)):
            sheet.write_number(row, column, number, styles.input)
            book.define_name(f"in_event_{_NAMES[column]}_{offset + 1}", f"={NAME}!${'ABCDEFGH'[column]}${row + 1}")
        counted = f"IF(E{row + 1}>={EXPECTED},1,0)"
        put_formula(sheet, row, _COUNTED, counted, styles.number("General"), float(event.expected))
        sheet.write_number(row, _NUMBER, names.index(event.group) + 1, styles.number("General"))
        put_text(sheet, row, len(_HEADER) - 1, event.note, styles.wrapped)
    sheet.set_row(_FIRST_ROW - 1, HEADER_HEIGHT)
    sheet.freeze_panes(_FIRST_ROW, 1)
