"""A summary to read, as Markdown: advice, comparison, constraints, cost, findings, assumptions, versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from hostwise.answers.running.number_texts import capital, cell_text, difference_text, value_text
from hostwise.numerals.writing import counted, fixed, money
from hostwise.plan.answers.result import Cell, InputStatus, Row, State
from hostwise.reports.advice_text import Check, advice_of
from hostwise.reports.content import Report, line_rows
from hostwise.reports.events_text import EVENT_HEAD, EVENT_NOTE, event_rows

_SHARES = frozenset({"share", "probability"})


def write_markdown(report: Report) -> bytes:
    """The summary of a report."""
    return ("\n".join(_lines(report)).rstrip("\n") + "\n").encode()


def _lines(report: Report) -> Iterator[str]:
    result = report.result
    yield f"# {_safe(result.plan_name)}"
    yield ""
    yield from _advice(report)
    yield "## Comparison"
    yield ""
    yield f"**{_safe(result.sentence)}**"
    yield ""
    if report.plan.description:
        yield _safe(report.plan.description)
        yield ""
    yield from _comparison(report)
    yield from _events(report)
    yield from _constraints(report)
    yield from _failures(report)
    yield from _costs(report)
    yield from _findings(report)
    yield from _assumptions(report)
    yield from _versions(report)


def _advice(report: Report) -> Iterator[str]:
    """What the first page of the PDF says."""
    advice, many = advice_of(report), len(report.plan.configurations) > 1
    yield f"**{_safe(advice.strength)}.** {_safe(' '.join(filter(None, [advice.sentence, advice.detail])))}"
    yield ""
    cost = f"Cost, {report.result.currency}"
    life = ["Flash life, years"] * advice.wears
    head = ["", "Hosts", "Limit", cost, *life, "Hosts cover", *["Cheapest"] * many]
    rows = [
        [
            f"{each.name} ({each.standing})" if each.standing else each.name,
            *(each.hosts, each.binding, each.cost, *[each.life] * advice.wears, each.enough),
            *[each.cheapest] * many,
        ]
        for each in advice.candidates
    ]
    yield from _table(head, rows)
    yield _safe(advice.basis)
    yield ""
    yield f"## {advice.changes_title}"
    yield ""
    for name, what in advice.changes:
        yield f"- {_safe(f'{name}: {what}' if what else name)}"
    if advice.changes:
        yield ""
    if advice.changes_note:
        yield _safe(advice.changes_note)
        yield ""
    if advice.risk:
        yield "## Risk"
        yield ""
        yield from (f"- {_safe(each)}" for each in advice.risk)
        yield ""
    if advice.checks:
        yield f"## {advice.checks_title}"
        yield ""
        yield from (f"- {_safe(_check(report, each))}" for each in advice.checks)
        yield ""


def _check(report: Report, check: Check) -> str:
    names, places = _names(report), check.finding.places
    named = "all" if len(places) == len(names) > 1 else ", ".join(names[each] for each in places)
    who = f", {named}" if named else ""
    more = f" And {fixed(check.more)} more of this kind." if check.more else ""
    return f"{check.word}{who}: {check.finding.message}{more}"


def _comparison(report: Report) -> Iterator[str]:
    rows = []
    for row in report.result.rows:
        has_unit = row.unit and row.unit != row.label and row.format not in _SHARES
        label = f"{row.label} ({row.unit})" if has_unit else row.label
        rows.append([label, *(_cell(row, cell) for cell in row.cells)])
    yield from _table(["", *_names(report)], rows)
    base = next(each.name for each in report.plan.configurations if each.key == report.result.reference)
    yield f"The plan as entered. In brackets the best of each line, and the difference to {_safe(base)}."
    yield ""
    for each in report.result.configurations:
        verdict = (
            "feasible"
            if each.admissible
            else f"**{each.standing}**: "
            + _safe(" ".join(one.message for one in each.reasons or each.unmet).removesuffix("."))
        )
        yield f"- {_safe(each.name)}: {verdict}. {_safe(capital(each.hosts_text))}."
    yield ""


def _events(report: Report) -> Iterator[str]:
    """The dated events of demand, if there are any."""
    if not report.plan.workload.events:
        return
    yield "## Dated events"
    yield ""
    yield from _table(EVENT_HEAD, event_rows(report.plan))
    yield EVENT_NOTE
    yield ""


def _constraints(report: Report) -> Iterator[str]:
    yield "## Hosts by constraint"
    yield ""
    rows = []
    for place, each in enumerate(report.result.configurations[0].constraints):
        values = [one.constraints[place] for one in report.result.configurations]
        if any(value.hosts.value is not None or value.hosts.state is State.INFINITE for value in values):
            marked = [value_text(value.hosts, "count") + (" (binding)" if value.binding else "") for value in values]
            rows.append([each.label, *marked])
    yield from _table(["", *_names(report)], rows)


def _failures(report: Report) -> Iterator[str]:
    """What remains of every constraint with hosts failed."""
    cases = {one.key: {each.failed_hosts: each for each in one.failure_cases} for one in report.result.configurations}
    for failed in sorted({number for each in cases.values() for number in each if number}):
        yield f"## Slack with {counted(failed, 'hosts')} down"
        yield ""
        rows = []
        for place, constraint in enumerate(report.result.configurations[0].constraints):
            found = [each[failed].constraints[place].slack_share if failed in each else None for each in cases.values()]
            if any(each is not None and each.value is not None for each in found):
                texts = ["" if each is None else value_text(each, "share") for each in found]
                rows.append([constraint.label, *texts])
        yield from _table(["", *_names(report)], rows)


def _costs(report: Report) -> Iterator[str]:
    result = report.result
    yield f"## Cost over {result.horizon_years} years, {result.currency}"
    yield ""
    yield "The plan as entered."
    yield ""
    rows = []
    for place, part in enumerate(result.configurations[0].cost_parts):
        amounts = [each.cost_parts[place].amount for each in result.configurations]
        rows.append([part.label, *(value_text(amount, "money") for amount in amounts)])
        if part.key == "lines":
            of_lines = line_rows(result.configurations)
            rows += [[label, *(money(each) for each in sums)] for label, sums in of_lines]
    yield from _table(["", *_names(report)], rows)
    turns = [each.crossover.text for each in result.configurations if each.crossover is not None]
    if turns:
        yield ""
        yield from (f"- {text}" for text in turns)
    later, note = report.waiting
    if later:
        yield ""
        yield "### Buying later"
        yield ""
        yield from (f"- {result.configurations[place].name}: {text}" for place, text in later)
        yield ""
        yield note


def _findings(report: Report) -> Iterator[str]:
    if report.result.findings:
        yield "## Findings"
        yield ""
        yield from (f"- {each.severity.value}: {_safe(each.message)}" for each in report.result.findings)
        yield ""
    if report.result.missing:
        yield "## Not evaluated"
        yield ""
        for gap in report.result.missing:
            yield f"- {_safe(gap.label)} (`{gap.pointer}`) is missing for: {_safe(', '.join(gap.leaves_out))}"
        yield ""


def _assumptions(report: Report) -> Iterator[str]:
    marked = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)
    rows, names = [], {each.key: each.name for each in report.plan.configurations}
    for each in report.result.inputs:
        if each.status in marked and each.value is not None:
            of = ", ".join(part for part in (names.get(each.configuration or ""), each.group) if part)
            value = f"{_plain(each.value)} {each.unit}".strip()
            rows.append([each.label, of, value, each.status.value, each.source or "", each.note or ""])
    if rows:
        yield "## Assumptions"
        yield ""
        yield from _table(["Input", "Of", "Value", "Status", "Source", "Note"], rows, numbers=False)


def _versions(report: Report) -> Iterator[str]:
    result = report.result
    yield "## Versions"
    yield ""
    yield f"- Revision: {report.revision_text}"
    yield f"- Plan `{result.plan_hash}`"
    yield f"- Engine {result.engine_version}, catalogue {result.catalogue_version}"
    yield f"- Unit convention {result.unit_convention}"


def _names(report: Report) -> list[str]:
    return [each.name for each in report.plan.configurations]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True) -> Iterator[str]:
    yield "| " + " | ".join(_safe(each) for each in head) + " |"
    yield "|" + "|".join(" ---: " if numbers and place else " --- " for place in range(len(head))) + "|"
    for row in rows:
        yield "| " + " | ".join(_safe(each) for each in row) + " |"
    yield ""


def _cell(row: Row, cell: Cell) -> str:
    remarks = ["best"] if cell.best else []
    if (difference := difference_text(row, cell)) is not None:
        remarks.append(difference)
    text = cell_text(row, cell)
    return f"{text} ({', '.join(remarks)})" if remarks else text


def _plain(value: float) -> str:
    return np.format_float_positional(value, trim="-")


def _safe(text: str) -> str:
    """Text that Markdown shows as it is: nothing in it is markup, a link or HTML."""
    return re.sub(r"([\\`*_\[\]<>|#&~$])", r"\\\1", re.sub(r"[ \t\r\n]+", " ", text.strip()))
