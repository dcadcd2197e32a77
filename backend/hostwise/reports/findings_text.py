"""Findings for readers: the most serious first, and one that several configurations share only once."""

from __future__ import annotations

from dataclasses import dataclass, field

from hostwise.plan.answers.result import Finding, Result, Severity

SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Note"}
"""Words for them, the most serious first."""

_ORDER = tuple(SEVERITIES)


@dataclass
class Merged:
    """A finding, with all configurations that share it."""

    severity: Severity
    code: str
    message: str
    places: list[int] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)


def is_not_counted(finding: Finding | Merged) -> bool:
    """Whether it names a cost that is left out."""
    outgrown = finding.code == "demand_outgrows" and finding.severity is Severity.WARNING
    return outgrown or finding.code.endswith("_left_out")


def merged(result: Result) -> list[Merged]:
    """The findings, the most serious first; each said once."""
    places = {each.key: place for place, each in enumerate(result.configurations)}
    found: dict[tuple[Severity, str, str, bool], Merged] = {}
    for finding in result.findings:
        place = None if finding.configuration is None else places[finding.configuration]
        message = _without_name(finding, None if place is None else result.configurations[place].name)
        key = (finding.severity, finding.code, message, place is None)
        each = found.setdefault(key, Merged(finding.severity, finding.code, message))
        if place is not None:
            each.places.append(place)
        if finding.pointer and finding.pointer not in each.pointers:
            each.pointers.append(finding.pointer)
    return sorted(found.values(), key=lambda each: _ORDER.index(each.severity))


def _without_name(finding: Finding, name: str | None) -> str:
    """The message without the configuration's name before it, which is shown separately."""
    if name is None:
        return finding.message
    text = finding.message.removeprefix(f"{name}: ")
    return text[:1].upper() + text[1:]
