"""What to check before an answer is relied on: findings merged over the configurations, the weightiest first."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.evaluation.card_words import opening
from hostwise.plan.answers.card import CardCheck, Line, Note
from hostwise.plan.answers.result import Finding, FindingTopic, Severity
from hostwise.plan.answers.text import Cure, Name, Part, Text

MOST_CHECKS = 3

_SEVERITY = (Severity.ERROR, Severity.WARNING)
_TOPICS = (
    FindingTopic.WEAR,
    FindingTopic.WRITES,
    FindingTopic.HOSTS,
    FindingTopic.WORKLOAD,
    FindingTopic.MEMORY,
    FindingTopic.STORAGE,
    FindingTopic.PRICES,
    FindingTopic.COST,
    FindingTopic.MACHINE,
    FindingTopic.POWER,
)
"""What decides hosts and life first, what moves the cost, then what moves little."""

_SAID = {"nearly_empty", "infeasible"}
"""Said by the card itself."""


def checks_of(findings: Sequence[Finding]) -> tuple[list[CardCheck], list[Note]]:
    """The checks and the notes behind them, each with the sentence of every configuration."""
    alike: dict[str, list[Finding]] = {}
    for each in findings:
        if each.severity in _SEVERITY and each.code not in _SAID:
            alike.setdefault(each.code, []).append(each)
    ranked = sorted(
        alike.values(), key=lambda found: (_SEVERITY.index(found[0].severity), _TOPICS.index(found[0].topic))
    )
    checks, notes = [], []
    for found in ranked[:MOST_CHECKS]:
        note = f"check.{found[0].code}"
        own = without_name(found[0].parts)
        checks.append(CardCheck(line=Line(text=Text(code=found[0].code, parts=own), note=note), cure=_together(found)))
        notes.append(
            Note(
                key=note,
                title="To check",
                texts=[Text(code=each.code, parts=opening(each.code, each.parts, note).text.parts) for each in found],
                columns=[],
                rows=[],
            )
        )
    return checks, notes


def without_name(parts: Sequence[Part]) -> list[Part]:
    """The parts of a finding without the name that it begins with, with a capital letter."""
    own = list(parts)
    if len(own) > 1 and isinstance(own[0], Name) and isinstance(own[1], str):
        own = [own[1].removeprefix(": "), *own[2:]]
        own = [each for each in own if each != ""]
    if own and isinstance(own[0], str):
        own[0] = own[0][:1].upper() + own[0][1:]
    return own


def _together(found: Sequence[Finding]) -> Cure | None:
    """One change for all configurations, where each has one of the same words."""
    cures = [each.cure for each in found if each.cure is not None]
    if not cures or len(cures) != len(found) or len({each.label for each in cures}) > 1:
        return None
    edits = {edit.pointer: edit for each in cures for edit in each.edits}
    return Cure(label=cures[0].label, edits=list(edits.values()))
