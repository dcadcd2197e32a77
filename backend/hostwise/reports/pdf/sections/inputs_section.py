"""The inputs: the workload, and every input in use with its status and source, the doubtful ones first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hostwise.answers.wording.number_texts import capital
from hostwise.number_format.writing import counted, exact, fixed, percent, some
from hostwise.plan.answers.result import InputStatus
from hostwise.reports.events_text import EVENT_HEAD, EVENT_NOTE, event_rows
from hostwise.reports.merged_inputs import Merged, merged, value_texts
from hostwise.reports.pdf.blocks import Block, Line, cell, column, heading, paragraph, small, strong, table
from hostwise.reports.pdf.subject import Subject, remark

_TITLES: dict[InputStatus, str] = {
    InputStatus.ASSUMED: "Assumed: no source confirms it, or a default stands in",
    InputStatus.ILLUSTRATIVE: "Illustrative: entered as an example",
    InputStatus.GIVEN: "Given in the plan",
    InputStatus.IMPORTED: "Imported",
    InputStatus.CATALOGUE: "From the catalogue",
    InputStatus.EVIDENCE: "Measured, from the evidence library",
    InputStatus.CONVENTION: "Follows from choices of the plan",
}
"""The statuses of inputs in use, the doubtful ones first."""

_GROUP_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("count", "VMs", "count"),
    ("vcpu", "vCPU", "number"),
    ("memory_gib", "Memory, GiB", "number"),
    ("cpu_ghz", "CPU, GHz", "number"),
    ("disk_gb", "Disk, GB", "number"),
    ("iops_peak", "IOPS, peak", "number"),
    ("iops_average", "IOPS, average", "number"),
    ("read_share", "Reads", "share"),
    ("io_kib", "I/O, KiB", "number"),
)


def inputs(subject: Subject) -> Iterator[Block]:
    """Every input in use."""
    yield heading("Inputs")
    yield paragraph(
        "Every input in use, as the model took it. Numbers in brackets lead to the sources; where an input "
        "differs between configurations, their signs stand beside it.",
        look="intro",
    )
    groups = len(subject.plan.workload.groups)
    found = merged(subject.result.inputs)
    shown = [each for each in found if not _is_absent(each)]
    sections = [
        (title, [_row(subject, each, groups) for each in shown if each.first.status is status])
        for status, title in _TITLES.items()
    ]
    widths = [column(mm=48), column(mm=26), column(mm=34, right=True), column(fr=1)]
    yield table(widths, [cell("Input"), cell("Of"), cell("Value"), cell("Source and remark")], sections)
    if len(shown) < len(found):
        left_out = counted(len(found) - len(shown), "further inputs")
        yield paragraph(f"{left_out} are 0 by the choices of the plan; the workbook lists them.")


def _is_absent(each: Merged) -> bool:
    """Whether the plan has nothing of what an input is about."""
    return each.first.status is InputStatus.CONVENTION and not any(one.value for one in each.values)


def workload(subject: Subject) -> Iterator[Block]:
    """The VM groups."""
    groups = subject.plan.workload.groups
    yield heading("Workload")
    fields = [each for each in _GROUP_FIELDS if any(getattr(group, each[0]) is not None for group in groups)]
    rows = [
        [cell([strong(group.name)]), *(_field(getattr(group, name), format_) for name, _, format_ in fields)]
        for group in groups
    ]
    widths = [column(fr=1), *(column(mm=15, right=True) for _ in fields)]
    yield table(widths, [cell("VM group"), *(cell(label) for _, label, _ in fields)], [(None, rows)])
    yield from _events(subject)


def _events(subject: Subject) -> Iterator[Block]:
    """The dated events of demand, if there are any."""
    if not subject.plan.workload.events:
        return
    yield paragraph(EVENT_NOTE, look="intro")
    rows = [
        [cell([strong(label)]), *(cell(text) for text in (group, month, vms, chance, counted))]
        for label, group, month, vms, chance, counted in event_rows(subject.plan)
    ]
    wide, narrow = column(fr=1), column(mm=20, right=True)
    yield table([wide, wide, narrow, narrow, narrow, narrow], [cell(each) for each in EVENT_HEAD], [(None, rows)])


def _field(value: float | None, format_: str) -> dict[str, Any]:
    if value is None:
        return cell("\u2013")
    text = {"count": fixed, "share": percent}.get(format_, lambda number: exact(number))(value)
    return cell(text)


def _row(subject: Subject, each: Merged, groups: int) -> list[dict[str, Any]]:
    record = each.first
    owner: Line = []
    if each.groups:
        (axis,) = subject.graph.inputs[record.quantity].axes
        if axis != "group":
            owner = [f"{axis}s"]
        else:
            owner = ["all VM groups" if len(each.groups) == groups > 1 else some(each.groups)]
    elif each.configurations:
        owner = subject.marks(map(subject.place, each.configurations))
    origin: Line = [*subject.sources.cite(record.source)]
    locators = dict.fromkeys(one.locator for one in each.values if one.locator)
    notes = dict.fromkeys(one.note for one in each.values if one.note and one.note not in locators)
    text = remark(some([*locators]), some([*notes]))
    if text:
        origin.append(small(f" {text}" if origin else text))
    return [cell(capital(record.label)), cell(owner), cell(*value_texts(each, subject.currency)), cell(origin)]
