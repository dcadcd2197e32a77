"""What a report assumes, on one page: ratios, growth, requirements, prices with kind and age, what is not counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from math import ceil, isfinite

from hostwise.answers.cost.bill_of_materials_document import MaterialStatus
from hostwise.answers.wording.number_texts import capital, input_text, unit_of
from hostwise.decision.checks import is_not_counted
from hostwise.number_format.writing import counted, fixed, money, plain, some
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.cost_lines import CostLine, CostLineBasis, PaymentSchedule
from hostwise.plan.requirements import Requirements
from hostwise.reports.content import Report
from hostwise.reports.decision_text import found_in, in_order_of_advice, names_of, who_text
from hostwise.reports.events_text import event_rows
from hostwise.reports.materials_text import (
    NO_PRICE,
    NOT_COUNTED,
    is_unpriced,
    part_text,
    price_text,
    unit_price_text,
)
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
            "support_price_per_host",
            "hardware_price_change_rate",
            "licence_price_change_rate",
            "electricity_price_per_kwh",
            "pue",
            "rack_unit_price_per_month",
            "colocation_price_per_kw_month",
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

_LABELS = {
    "support_rate": "Support rate (servers, array; not memory, drives)",
    "rack_unit_price_per_month": "Price of a rack unit per month",
    "colocation_price_per_kw_month": "Price of space per kW and month",
}
"""Labels that say on a page what the screen says beside the field."""

_MOST_EVENTS, _MOST_COSTS, _MOST_VALUES = 4, 6, 4
"""Lines that leave the page room; the workload and the section on cost have all."""
_LINES_OF_A_PAGE, _FEWEST_PRICES = 62, 3
"""Prices fill the lines that are left; the bill of materials has all."""
_LETTERS_OF_A_LABEL, _LETTERS_OF_AN_OWNER = 50, 34
"""Where a column of the page breaks its lines."""
_NAMED_AT_ONCE = 2
"""Owners that are named where all but one or two others are not."""
_AVERAGE_VMS = "average_vms"


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
    topics.append((f"Cost lines, {report.result.currency}", [*_cost_lines(report)]))
    topics = [(title, lines) for title, lines in topics if lines]
    room = _LINES_OF_A_PAGE - 1 - sum(1 + sum(map(_height, lines)) for _, lines in topics)
    prices = [*_fitting([*_prices(report)], room)]
    return [*topics, *([(f"Prices, {report.result.currency}", prices)] if prices else [])]


def price_notes(report: Report) -> list[str]:
    """That no price is a quote, where that is so, as a sentence."""
    lines = [each for one in report.materials.configurations for part in one.sections for each in part.lines]
    priced = [each for each in lines if each.kind != "rounding" and each.unit_price and not is_unpriced(each)]
    if not priced or any(each.status is MaterialStatus.GIVEN for each in priced):
        return []
    return ["No price here is a supplier's quote."]


def _height(each: Assumption) -> int:
    """Lines of the page that an assumption takes."""
    values = sum(max(1, ceil(len(of) / _LETTERS_OF_AN_OWNER)) for _, of in each.values)
    return max(1, ceil(len(each.label) / _LETTERS_OF_A_LABEL), values)


def _fitting(lines: Sequence[Assumption], room: int) -> Iterator[Assumption]:
    """The first lines, as many as the page has room for, and how many more there are."""
    taken = 0
    for turn, each in enumerate(lines):
        taken += _height(each)
        more = len(lines) - turn
        if taken + (more > 1) > room and turn >= _FEWEST_PRICES:
            yield Assumption(counted(more, "more prices"), [], "see Bill of materials")
            return
        yield each


def not_counted(report: Report) -> list[str]:
    """What no figure of the report contains, as sentences, each with whom it is about."""
    names = names_of(report)
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
                label = _LABELS.get(name) or capital(record.label)
                yield Assumption(label, _values(report, each), _BASES[record.status])
        yield from _beside_inputs(report, name, {each.first.quantity for each in found})


def _beside_inputs(report: Report, name: str, known: Set[str]) -> Iterator[Assumption]:
    """What a figure rests on and no input has: a limit that sizes no hosts, and the VMs that a cost is divided by."""
    policy = report.plan.policy
    if name == "max_wear_out_probability" and name not in known and policy.max_wear_out_probability is not None:
        text = f"{plain(policy.max_wear_out_probability, 'share')}, sizes no hosts"
        yield Assumption("Highest wear-out probability", [(text, "")], _BASES[InputStatus.GIVEN])
    if name == "horizon_years" and _AVERAGE_VMS in report.evaluation.values:
        every = range(len(report.plan.configurations))
        numbers = sorted(
            each for place in every if isfinite(each := float(report.evaluation.value(_AVERAGE_VMS, place)))
        )
        if numbers:
            text = " to ".join(dict.fromkeys(fixed(each) for each in (numbers[0], numbers[-1])))
            label = f"VMs in the cost per VM (average of {counted(report.result.horizon_years, 'years')})"
            yield Assumption(label, [(f"{text} VMs", "")], "computed")


def _cost_lines(report: Report) -> Iterator[Assumption]:
    """Payments besides parts, licences, energy and space, such as migration and maintenance."""
    plan = report.plan
    owners: dict[tuple[str, str, str], list[str]] = {}
    for each in plan.configurations:
        for line in (*plan.economics.cost_lines, *each.cost_lines):
            basis = "entered" if line.date is None else f"entered, {line.date}"
            owners.setdefault((line.label, _payment(line), basis), []).append(each.name)
    lines = [
        Assumption(label, [(text, _owners(of, [each.name for each in plan.configurations]))], basis)
        for (label, text, basis), of in owners.items()
    ]
    yield from lines[:_MOST_COSTS]
    if len(lines) > _MOST_COSTS:
        yield Assumption(counted(len(lines) - _MOST_COSTS, "more cost lines"), [], "see Cost")


def _payment(line: CostLine) -> str:
    """The amount with its range, for what it is, and how often it is paid."""
    amount = money(line.amount)
    if line.has_range:
        amount += f" ({' to '.join(map(money, line.ends))})"
    per = "" if line.per is CostLineBasis.ALL else f" per {line.per.value}"
    often = {PaymentSchedule.ONCE: "once", PaymentSchedule.IN_SHARES: "once", PaymentSchedule.EVERY_MONTH: "a month"}
    return f"{amount}{per} {often.get(line.paid, 'a year')}"


def _values(report: Report, each: Merged) -> list[tuple[str, str]]:
    """The values with their owners: VM groups or configurations."""
    names = {one.key: one.name for one in report.plan.configurations}
    owners: dict[str, list[str]] = {}
    for record in each.values:
        owner = record.group or names.get(record.configuration or "", "")
        owners.setdefault(input_text(record, report.result.currency), []).append(owner)
    if len(owners) > _MOST_VALUES:
        return [(text, "") for text in value_texts(each, report.result.currency)]
    every = [one.name for one in report.plan.workload.groups] if each.groups else [*names.values()]
    return [(text, _owners(of, every)) for text, of in owners.items()]


def _owners(of: Sequence[str], every: Sequence[str]) -> str:
    """Whom a value is of: nothing for all, and the others where they are fewer.

    >>> _owners(["a", "b", "c"], ["a", "b", "c"]), _owners(["a"], ["a", "b"]), _owners(list("abc"), list("abcd"))
    ('', 'a', 'all but d')
    """
    named = [*dict.fromkeys(of)]
    if not all(named) or len(named) in (0, len(set(every))):
        return ""
    others = [each for each in dict.fromkeys(every) if each not in named]
    return f"all but {some(others)}" if len(named) > _NAMED_AT_ONCE >= len(others) else some(named)


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
    """The price of each part that is bought, once for all configurations that have it, of the advised one first."""
    configurations = in_order_of_advice(report, report.materials.configurations)
    every = [each.name for each in configurations]
    unpriced: dict[str, list[str]] = {}
    owners: dict[tuple[str, str, str], list[str]] = {}
    for each in configurations:
        for section in each.sections:
            for line in section.lines:
                if line.kind in ("rounding", "reused"):
                    continue
                if is_unpriced(line):
                    unpriced.setdefault(each.name, []).append(line.label.partition(",")[0].lower())
                    continue
                key = (f"{line.label}: {part_text(line)}".rstrip(": "), unit_price_text(line), price_text(line))
                owners.setdefault(key, []).append(each.name)
    free: dict[str, list[str]] = {}
    for name, labels in unpriced.items():
        free.setdefault(capital(", ".join(dict.fromkeys(labels))), []).append(name)
    yield from (Assumption(label, [(NOT_COUNTED, _owners(of, every))], NO_PRICE) for label, of in free.items())
    for (label, price, basis), of in owners.items():
        yield Assumption(label, [(price, _owners(of, every))], basis)
