"""The decision of a report as lines of text: its own words and figures, put together; no sentence is made here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from hostwise.answers.wording.sentences import quoted
from hostwise.decision.decision import Decision, DecisionRow, Notice, Risk, Saying
from hostwise.decision.tiles import NO_FLASH
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.text import ConfigurationName, Figure
from hostwise.reports.content import Report

NOTHING = "\u2013"
"""Stands for a figure that there is none of."""

REMEDIES_TITLE, RISKS_TITLE = "What would help", "Risk"
"""Heads of the changes that let something be built or compared, and of what may go wrong."""

_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!]) (?=[A-Z0-9])")
_TO_THE_PLANNER = re.compile(
    r"^(?:(?:To|Otherwise|Else|If|Then)\b[^,]*, )?(?:[Ee]nter|[Rr]eplace|[Ii]mport|[Cc]onfirm) "
)
"""Sentences about fields of the tool."""
_LEFT_EMPTY = ", or leave the number empty to have it sized"

_COUNTED = {1: "One thing", 2: "Two things", 3: "Three things"}


def lead_text(decision: Decision) -> str:
    """The first line of the decision: how sure it is, and what to do."""
    return f"{decision.label}. {decision.sentence.text}" if decision.label else str(decision.sentence.text)


def detail_texts(decision: Decision) -> list[str]:
    """How sure that is and what else differs, and that hardly anything of it is used."""
    return [str(each.text) for each in (decision.detail, decision.nearly_empty) if each is not None]


def basis_texts(report: Report) -> list[str]:
    """What the decision rests on, why there is no life, and why there are no simulations, or fewer than usual."""
    decision = report.decision
    without_flash = [] if decision.has_flash else [each for each in decision.notes if each.key == NO_FLASH]
    said = [report.why_no_uncertainty, *map(str, decision.basis), report.why_few_simulations]
    return [each for each in [*said, *(str(text) for note in without_flash for text in note.texts)] if each]


def break_even_texts(decision: Decision) -> list[str]:
    """What would change it."""
    return [str(each.text) for each in decision.break_evens]


def remedy_texts(decision: Decision) -> list[str]:
    """The changes that let something be built or compared, and what each leads to."""
    return [": ".join(filter(None, (each.remedy.label, each.effect))) for each in decision.remedies]


def risk_texts(report: Report) -> list[str]:
    """What may go wrong, behind the names of the configurations that it is about, unless the sentence has them."""
    names = names_of(report)
    return [_risk(each, names) for each in report.decision.risks]


def _risk(risk: Risk, names: Mapping[str, str]) -> str:
    named = any(isinstance(each, ConfigurationName) for each in risk.text.parts)
    return str(risk.text) if named or not risk.configurations else f"{_who(risk.configurations, names)}: {risk.text}"


def checks_title(decision: Decision) -> str:
    """The head of what to check, with its number."""
    return f"{_COUNTED[len(decision.checks)]} to check first"


def check_text(check: Notice) -> str:
    """What to check, and how many others of its kind are listed under the findings."""
    more = len(check.said) - 1
    return f"{check.line.text} And {fixed(more)} more of this kind." if more else str(check.line.text)


def found_in(decision: Decision) -> Iterator[tuple[Notice, Saying]]:
    """Each sentence of what to check and to know, the most decisive first."""
    for notice in (*decision.checks, *decision.notices):
        for said in notice.said:
            yield notice, said


def who_text(saying: Saying, names: Mapping[str, str]) -> str:
    """The configurations that a sentence is about; empty where it is about the plan."""
    return "all" if len(saying.configurations) == len(names) > 1 else _who(saying.configurations, names)


def _who(keys: Sequence[str], names: Mapping[str, str]) -> str:
    """Names one after the other, in quotes where one would be taken for two."""
    return ", ".join(quoted(ConfigurationName(configuration=each, text=names[each])).text for each in keys)


def finding_text(text: object) -> str:
    """A finding without the sentences that tell the planner what to enter: a customer has no field to enter it in.

    >>> finding_text("The power was measured with other processors. Enter its own.")
    'The power was measured with other processors.'
    >>> finding_text("CPU demand counts unconverted. To convert it, enter SPECrate per core of the new one.")
    'CPU demand counts unconverted.'
    >>> finding_text("Enter the I/O.")
    'Enter the I/O.'
    >>> finding_text("It needs 10 hosts, 9 given: add 1, or leave the number empty to have it sized.")
    'It needs 10 hosts, 9 given: add 1.'
    """
    sentences = _BETWEEN_SENTENCES.split(str(text).replace(_LEFT_EMPTY, ""))
    kept = [each for each in sentences if not _TO_THE_PLANNER.search(each)]
    return " ".join(kept or sentences)


def head_text(notice: Notice, saying: Saying, names: Mapping[str, str]) -> str:
    """The kind of a notice, and the configurations that a sentence of it is about."""
    return ", ".join(filter(None, (notice.word, who_text(saying, names))))


def names_of(report: Report) -> Mapping[str, str]:
    """Names of the configurations by key."""
    return {each.key: each.name for each in report.plan.configurations}


class OfConfiguration(Protocol):
    """What is of a configuration."""

    @property
    def key(self) -> str: ...  # noqa: D102


Each = TypeVar("Each", bound=OfConfiguration)


def in_order_of_advice(report: Report, found: Sequence[Each]) -> list[Each]:
    """What is of configurations, that of the advised one first and the others in the order of the plan."""
    return sorted(found, key=lambda each: each.key != report.decision.advised)


def hosts_text(row: DecisionRow) -> str:
    """Hosts with their range."""
    return _text(row.hosts_ranged or row.hosts)


def cost_text(row: DecisionRow) -> str:
    """The cost with its range."""
    return _with_range(row.cost, row.cost_range)


def life_text(row: DecisionRow) -> str:
    """The life of the flash with its range."""
    return _with_range(row.life, row.life_range)


def share_texts(row: DecisionRow) -> Sequence[str]:
    """In which share of simulations its hosts are enough, and in which it is the cheapest."""
    return _text(row.covers), _text(row.cheapest)


def limit_text(row: DecisionRow) -> str:
    """What decides its hosts."""
    return _text(row.limit)


def exclusion_text(row: DecisionRow) -> str:
    """Why it takes part in no comparison, or what it needs; empty where it does."""
    lacks = "" if row.lacks is None else str(row.lacks.text)
    return ": ".join(filter(None, (row.exclusion, lacks)))


def decision_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """The candidates side by side in the order of the decision: the head, and a row for each."""
    decision = report.decision
    flash, many = decision.has_flash, len(decision.rows) > 1
    cost = f"Cost, {report.result.currency}"
    head = ["", "Hosts", "Limit", cost, *["Flash life"] * flash, "Hosts cover", *["Cheapest"] * many]
    rows = [
        [
            f"{each.name} ({exclusion_text(each)})" if exclusion_text(each) else each.name,
            *(hosts_text(each), limit_text(each), cost_text(each), *[life_text(each)] * flash),
            *share_texts(each)[: 1 + many],
        ]
        for each in decision.rows
    ]
    return head, rows


def check_texts(report: Report) -> list[str]:
    """What to check first, each behind its kind and the configurations that it is about."""
    names = names_of(report)
    return [f"{head_text(each, each.said[0], names)}: {check_text(each)}" for each in report.decision.checks]


def advice_lists(report: Report) -> list[tuple[str, list[str]]]:
    """What would change the decision, what would help, its risks and what to check first, each with its head."""
    decision, checks = report.decision, check_texts(report)
    lists = [
        (decision.break_evens_title, break_even_texts(decision)),
        (REMEDIES_TITLE, remedy_texts(decision)),
        (RISKS_TITLE, risk_texts(report)),
        (checks_title(decision) if checks else "", checks),
    ]
    return [(title, texts) for title, texts in lists if texts]


def _text(figure: Figure | None) -> str:
    return NOTHING if figure is None else figure.text


def _with_range(figure: Figure | None, ends: Figure | None) -> str:
    if figure is None or ends is None or figure.text == ends.text:
        return _text(figure)
    return f"{figure.text} ({ends.text})"
