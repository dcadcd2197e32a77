"""What a report assumes, on one page: ratios, growth, requirements, prices with kind and age, what is not counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hostwise.answers.wording.number_texts import capital, input_text, unit_of
from hostwise.decision.checks import is_not_counted
from hostwise.number_format.writing import counted, some
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.requirements import Requirements
from hostwise.reports.content import Report
from hostwise.reports.decision_text import found_in, who_text
from hostwise.reports.events_text import event_rows
from hostwise.reports.materials_text import part_text, price_text, unit_price_text
from hostwise.reports.merged_inputs import Merged, merged, value_texts

_QUANTITIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Sizing",
        (
            "vcpu_per_core",
            "memory_overcommit_limit",
            "cpu_utilisation_limit",
            "policy_spare_hosts",
            "rebuild_reserve_hosts_per_cluster",
            "sizing_years",
            "memory_active_share",
            "disk_used_share",
        ),
    ),
    (
        "Growth",
        ("count_growth_rate", "vcpu_growth_rate", "memory_growth_rate", "disk_growth_rate", "io_growth_rate"),
    ),
    ("I/O and wear", ("iops_average", "read_share", "io_kib", "write_load_sigma", "max_wear_out_probability")),
    (
        "Money",
        (
            "horizon_years",
            "discount_rate",
            "support_rate",
            "hardware_price_change_rate",
            "licence_price_change_rate",
            "electricity_price_per_kwh",
            "pue",
        ),
    ),
)
"""The inputs by which an answer stands or falls, in the order in which people ask for them."""

_BASES: dict[InputStatus, str] = {
    InputStatus.ASSUMED: "assumed",
    InputStatus.ILLUSTRATIVE: "example",
    InputStatus.GIVEN: "entered",
    InputStatus.IMPORTED: "imported",
    InputStatus.CATALOGUE: "catalogue",
    InputStatus.EVIDENCE: "measured",
    InputStatus.CONVENTION: "by choice",
}
"""What a value rests on, in a word."""

_MOST_PRICES, _MOST_EVENTS, _MOST_VALUES = 12, 4, 4
"""Lines that leave the page room; the bill of materials and the workload have all."""


@dataclass(frozen=True)
class Assumption:
    """A line: what is assumed, its values each with whom it is of (empty for all), and what it rests on."""

    label: str
    values: Sequence[tuple[str, str]]
    basis: str


def assumptions(report: Report) -> list[tuple[str, list[Assumption]]]:
    """The assumptions by topic; topics without any are left out."""
    found = merged(report.result.inputs)
    topics = [(title, [*_inputs(report, found, names)]) for title, names in _QUANTITIES]
    topics.insert(2, ("Dated events", [*_events(report)]))
    topics.insert(3, ("Requirements", [*_requirements(report)]))
    topics.append((f"Prices, {report.result.currency}", [*_prices(report)]))
    return [(title, lines) for title, lines in topics if lines]


def not_counted(report: Report) -> list[str]:
    """What no figure of the report contains, as sentences, each with whom it is about."""
    names = {each.key: each.name for each in report.plan.configurations}
    return [
        f"{who}: {said.text}" if (who := who_text(said, names)) not in ("", "all") else str(said.text)
        for notice, said in found_in(report.decision)
        if is_not_counted(notice.code, notice.severity)
    ]


def _inputs(report: Report, found: Sequence[Merged], names: Sequence[str]) -> Iterator[Assumption]:
    for name in names:
        for each in found:
            record = each.first
            # What follows from another choice, and is nothing, says nothing.
            empty = record.status is InputStatus.CONVENTION and not any(one.value for one in each.values)
            if record.quantity == name and not empty:
                yield Assumption(capital(record.label), _values(report, each), _BASES[record.status])


def _values(report: Report, each: Merged) -> list[tuple[str, str]]:
    """The values with their owners: VM groups or configurations."""
    names = {one.key: one.name for one in report.plan.configurations}
    owners: dict[str, list[str]] = {}
    for record in each.values:
        owner = record.group or names.get(record.configuration or "", "")
        owners.setdefault(input_text(record, report.result.currency), []).append(owner)
    if len(owners) > _MOST_VALUES:
        return [(text, "") for text in value_texts(each, report.result.currency)]
    every = len(report.plan.workload.groups) if each.groups else len(names)
    return [
        (text, "" if len(set(of)) in (0, every) or not all(of) else some([*dict.fromkeys(of)]))
        for text, of in owners.items()
    ]


def _events(report: Report) -> Iterator[Assumption]:
    rows = [*event_rows(report.plan)] if report.plan.workload.events else []
    for label, group, month, vms, chance, _ in rows[:_MOST_EVENTS]:
        yield Assumption(label, [(f"{vms} VMs, month {month}, {chance}", group)], "entered")
    if len(rows) > _MOST_EVENTS:
        yield Assumption(counted(len(rows) - _MOST_EVENTS, "more events"), [], "see Workload")


def _requirements(report: Report) -> Iterator[Assumption]:
    for name in report.plan.requirements.model_fields_set:
        value, declared = getattr(report.plan.requirements, name), Requirements.model_fields[name].json_schema_extra
        if value is None or value is False:
            continue
        label, unit = getattr(declared, "label", name), getattr(declared, "unit", "")
        text = "yes" if value is True else f"{value} {unit_of(value, unit)}".strip() if unit else str(value)
        yield Assumption(label, [(text.replace("_", " "), "")], "entered")


def _prices(report: Report) -> Iterator[Assumption]:
    """The price of each part that is bought, once for all configurations that have it."""
    configurations = report.materials.configurations
    owners: dict[tuple[str, str, str], list[str]] = {}
    for each in configurations:
        for section in each.sections:
            for line in section.lines:
                if line.kind in ("rounding", "reused"):
                    continue
                key = (f"{line.label}: {part_text(line)}".rstrip(": "), unit_price_text(line), price_text(line))
                owners.setdefault(key, []).append(each.name)
    lines = [
        Assumption(label, [(price, "" if len(set(of)) == len(configurations) else some([*dict.fromkeys(of)]))], basis)
        for (label, price, basis), of in owners.items()
    ]
    yield from lines[:_MOST_PRICES]
    if len(lines) > _MOST_PRICES:
        yield Assumption(counted(len(lines) - _MOST_PRICES, "more prices"), [], "see Bill of materials")
