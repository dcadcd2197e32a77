"""A summary to read, as Markdown: the decision, comparison, constraints, cost, findings, assumptions, versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hostwise.answers.wording.number_texts import capital, cell_text, difference_text, value_text
from hostwise.number_format.markup import Markdown, code, line, table, written
from hostwise.number_format.writing import counted, money
from hostwise.plan.answers.result import Cell, InputStatus, QuantityState, Row
from hostwise.reports.content import Report, line_rows
from hostwise.reports.decision_text import (
    advice_lists,
    basis_texts,
    decision_table,
    detail_texts,
    found_in,
    head_text,
    lead_text,
    names_of,
)
from hostwise.reports.events_text import EVENT_HEAD, EVENT_NOTE, event_rows

_SHARES = frozenset({"share", "probability"})
_FIGURES = slice(1, None)
"""Columns of a table whose first one names the lines."""


def write_markdown(report: Report) -> bytes:
    """The summary of a report."""
    return written(_lines(report)).encode()


def _lines(report: Report) -> Iterator[Markdown]:
    result = report.result
    yield line("# {}", result.plan_name)
    yield line("")
    yield from _advice(report)
    yield line("## Comparison")
    yield line("")
    if report.plan.description:
        yield line("{}", report.plan.description)
        yield line("")
    yield from _comparison(report)
    yield from _events(report)
    yield from _constraints(report)
    yield from _failures(report)
    yield from _costs(report)
    yield from _findings(report)
    yield from _assumptions(report)
    yield from _versions(report)


def _advice(report: Report) -> Iterator[Markdown]:
    """What the first page of the PDF says."""
    yield line("**{}**", lead_text(report.decision))
    yield line("")
    yield from _paragraphs(detail_texts(report.decision))
    head, rows = decision_table(report)
    yield from table(head, rows, numbers=_FIGURES)
    yield from _paragraphs(basis_texts(report))
    for title, texts in advice_lists(report):
        yield from _listed(title, texts)


def _paragraphs(texts: Sequence[str]) -> Iterator[Markdown]:
    for each in texts:
        yield line("{}", each)
        yield line("")


def _listed(title: str, texts: Sequence[str]) -> Iterator[Markdown]:
    yield line("## {}", title)
    yield line("")
    yield from (line("- {}", each) for each in texts)
    yield line("")


def _comparison(report: Report) -> Iterator[Markdown]:
    rows = []
    for row in report.result.rows:
        has_unit = row.unit and row.unit != row.label and row.format not in _SHARES
        label = f"{row.label} ({row.unit})" if has_unit else row.label
        rows.append([label, *(_cell(row, cell) for cell in row.cells)])
    yield from table(["", *_names(report)], rows, numbers=_FIGURES)
    base = next(each.name for each in report.plan.configurations if each.key == report.result.reference)
    yield line("The plan as entered. In brackets the best of each line, and the difference to {}.", base)
    yield line("")
    for each in report.result.configurations:
        why = " ".join(one.message for one in each.reasons or each.unmet_requirements).removesuffix(".")
        verdict = "feasible" if each.admissible else line("**{}**: {}", each.exclusion, why)
        yield line("- {}: {}. {}.", each.name, verdict, capital(each.hosts_text))
    yield line("")


def _events(report: Report) -> Iterator[Markdown]:
    """The dated events of demand, if there are any."""
    if not report.plan.workload.events:
        return
    yield line("## Dated events")
    yield line("")
    yield from table(EVENT_HEAD, event_rows(report.plan), numbers=_FIGURES)
    yield line("{}", EVENT_NOTE)
    yield line("")


def _constraints(report: Report) -> Iterator[Markdown]:
    yield line("## Hosts by constraint")
    yield line("")
    rows = []
    for place, each in enumerate(report.result.configurations[0].constraints):
        values = [one.constraints[place] for one in report.result.configurations]
        if any(value.hosts.value is not None or value.hosts.state is QuantityState.INFINITE for value in values):
            marked = [value_text(value.hosts, "count") + (" (binding)" if value.binding else "") for value in values]
            rows.append([each.label, *marked])
    yield from table(["", *_names(report)], rows, numbers=_FIGURES)


def _failures(report: Report) -> Iterator[Markdown]:
    """What remains of every constraint with hosts failed."""
    cases = {one.key: {each.failed_hosts: each for each in one.failure_cases} for one in report.result.configurations}
    for failed in sorted({number for each in cases.values() for number in each if number}):
        yield line("## Slack with {} down", counted(failed, "hosts"))
        yield line("")
        rows = []
        for place, constraint in enumerate(report.result.configurations[0].constraints):
            found = [each[failed].constraints[place].slack_share if failed in each else None for each in cases.values()]
            if any(each is not None and each.value is not None for each in found):
                texts = ["" if each is None else value_text(each, "share") for each in found]
                rows.append([constraint.label, *texts])
        yield from table(["", *_names(report)], rows, numbers=_FIGURES)


def _costs(report: Report) -> Iterator[Markdown]:
    result = report.result
    yield line("## Cost over {} years, {}", str(result.horizon_years), result.currency)
    yield line("")
    yield line("The plan as entered.")
    yield line("")
    rows = []
    for place, part in enumerate(result.configurations[0].cost_parts):
        amounts = [each.cost_parts[place].amount for each in result.configurations]
        rows.append([part.label, *(value_text(amount, "money") for amount in amounts)])
        if part.key == "lines":
            of_lines = line_rows(result.configurations)
            rows += [[label, *(money(each) for each in sums)] for label, sums in of_lines]
    yield from table(["", *_names(report)], rows, numbers=_FIGURES)
    turns = [each.crossover.text for each in result.configurations if each.crossover is not None]
    if turns:
        yield line("")
        yield from (line("- {}", text) for text in turns)
    later, note = report.waiting
    if later:
        yield line("")
        yield line("### Buying later")
        yield line("")
        yield from (line("- {}: {}", result.configurations[place].name, text) for place, text in later)
        yield line("")
        yield line("{}", note)


def _findings(report: Report) -> Iterator[Markdown]:
    names = names_of(report)
    found = [f"{head_text(notice, said, names)}: {said.text}" for notice, said in found_in(report.decision)]
    yield from _listed("Findings", found)
    if report.result.missing:
        yield line("## Not evaluated")
        yield line("")
        for gap in report.result.missing:
            yield line("- {} ({}) is missing for: {}", gap.label, code(gap.pointer), ", ".join(gap.leaves_out))
        yield line("")


def _assumptions(report: Report) -> Iterator[Markdown]:
    marked = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)
    rows, names = [], {each.key: each.name for each in report.plan.configurations}
    for each in report.result.inputs:
        if each.status in marked and each.value is not None:
            of = ", ".join(part for part in (names.get(each.configuration or ""), each.group) if part)
            value = f"{_plain(each.value)} {each.unit}".strip()
            rows.append([each.label, of, value, each.status.value, each.source or "", each.note or ""])
    if rows:
        yield line("## Assumptions")
        yield line("")
        yield from table(["Input", "Of", "Value", "Status", "Source", "Note"], rows)


def _versions(report: Report) -> Iterator[Markdown]:
    result = report.result
    yield line("## Versions")
    yield line("")
    yield from (line("- {}", each) for each in report.version_texts)
    yield line("- Plan {}", code(result.plan_hash))
    yield line("- Engine {}, catalogue {}", result.engine_version, result.catalogue_version)
    yield line("- Unit convention {}", result.unit_convention)


def _names(report: Report) -> list[str]:
    return [each.name for each in report.plan.configurations]


def _cell(row: Row, cell: Cell) -> str:
    remarks = ["best"] if cell.best else []
    if (difference := difference_text(row, cell)) is not None:
        remarks.append(difference)
    text = cell_text(row, cell)
    return f"{text} ({', '.join(remarks)})" if remarks else text


def _plain(value: float) -> str:
    return np.format_float_positional(value, trim="-")
