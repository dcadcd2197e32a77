"""Comma-separated values (RFC 4180): the decision, one record for each of its sentences, then one for each number.

The file is UTF-8 without a byte order mark, lines end in CR LF. A text that a spreadsheet would take for a formula
(it begins with = + - @, also full-width, with a tab or a line end) gets an apostrophe before it. Numbers are written as
they are.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

from hostwise.number_format.csv_fields import Field, written
from hostwise.plan.answers.result import Cell, Row, Value
from hostwise.reports.content import Report
from hostwise.reports.decision_text import (
    REMEDIES_TITLE,
    RISKS_TITLE,
    basis_texts,
    break_even_texts,
    detail_texts,
    names_of,
    remedy_texts,
    risk_texts,
)

_HEADER = (
    "part", "section", "quantity", "label", "unit", "configuration", "configuration_name", "failed_hosts", "member",
    "value", "state", "text", "best", "difference", "difference_share", "missing",
)  # fmt: skip


def write_csv(report: Report) -> bytes:
    """The decision, the comparison and all quantities of a report."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(_HEADER)
    for record in _records(report):
        writer.writerow([written(field) for field in record])
    return buffer.getvalue().encode()


def _records(report: Report) -> Iterator[tuple[Field, ...]]:
    yield from _decision(report)
    for row in report.result.rows:
        for cell in row.cells:
            yield _of_comparison(report, row, cell)
    yield from _quantities(report)
    yield from _failures(report)
    yield from _by_year(report)
    yield from _of_report(report)


def _decision(report: Report) -> Iterator[tuple[Field, ...]]:
    """What anybody reads first: a record for each sentence, the first line before all others."""
    decision = report.decision
    yield _sentence("sentence", decision.label, str(decision.sentence.text))
    for section, label, texts in (
        ("detail", "", detail_texts(decision)),
        ("basis", "", basis_texts(report)),
        ("break_even", decision.break_evens_title, break_even_texts(decision)),
        ("remedy", REMEDIES_TITLE, remedy_texts(decision)),
    ):
        for text in texts:
            yield _sentence(section, label, text)
    names = names_of(report)
    for risk, text in zip(decision.risks, risk_texts(report), strict=True):
        yield _sentence("risk", RISKS_TITLE, text, risk.configurations, names)
    for section, notices in (("check", decision.checks), ("finding", decision.notices)):
        for notice in notices:
            for said in notice.said:
                yield _sentence(section, notice.word, str(said.text), said.configurations, names)


def _sentence(
    section: str, label: str, text: str, keys: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> tuple[Field, ...]:
    """A sentence; the keys of the configurations that it is about stand in one field, and so do their names."""
    who = "; ".join((names or {})[each] for each in keys)
    head = ("decision", section, None, label or None, None, " ".join(keys) or None, who or None)
    return (*head, None, None, None, None, text, None, None, None, None)


def _of_comparison(report: Report, row: Row, cell: Cell) -> tuple[Field, ...]:
    head = ("comparison", row.section, row.quantity, row.label, row.unit)
    text = "; ".join(each for each in (cell.text, cell.note) if each)
    value = cell.value
    return (
        *head, cell.configuration, _name(report, cell.configuration), row.failed_hosts, None, value.value,
        value.state.value, text, cell.best, cell.difference, cell.difference_share, " ".join(value.missing),
    )  # fmt: skip


def _quantities(report: Report) -> Iterator[tuple[Field, ...]]:
    for each in report.result.configurations:
        for name, value in each.quantities.items():
            yield _plain(report, name, each.key, None, value)


def _failures(report: Report) -> Iterator[tuple[Field, ...]]:
    """The slack of every constraint with hosts failed."""
    for each in report.result.configurations:
        for case in each.failure_cases:
            for one in case.constraints if case.failed_hosts else ():
                if one.slack_quantity is not None and one.slack_share is not None:
                    yield _plain(report, one.slack_quantity, each.key, None, one.slack_share, case.failed_hosts)


def _by_year(report: Report) -> Iterator[tuple[Field, ...]]:
    for each in report.result.configurations:
        for flow in each.cash_flow:
            for name, value in (("cash_flow_cost_per_year", flow.amount), ("cumulative_cost", flow.cumulative)):
                yield _plain(report, name, each.key, f"year {flow.year}", value)


def _of_report(report: Report) -> Iterator[tuple[Field, ...]]:
    if report.version is not None:
        label, text = report.version
        yield ("report", None, None, label, None, *[None] * 6, text, *[None] * 4)


def _plain(
    report: Report, name: str, configuration: str, member: str | None, value: Value, failed_hosts: int = 0
) -> tuple[Field, ...]:
    quantity, part = report.graph.quantity(name), "failure case" if failed_hosts else "quantity"
    return (
        part, None, name, quantity.label, report.unit(quantity), configuration, _name(report, configuration),
        failed_hosts, member, value.value, value.state.value, None, None, None, None, " ".join(value.missing),
    )  # fmt: skip


def _name(report: Report, key: str) -> str:
    return next(each.name for each in report.plan.configurations if each.key == key)
