"""Why combinations of a search are rejected: how many for each reason, and the nearest miss of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from hostwise.answers.search.axes import AmountTables
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.part_rules import PART_LABELS
from hostwise.answers.search.requirements_met import LABELS as REQUIREMENTS
from hostwise.answers.search.requirements_met import REQUIRED
from hostwise.answers.search.search_document import Combination, NearestMiss, Rejection, RejectionKind
from hostwise.answers.search.search_messages import words
from hostwise.answers.search.totals import COST, Limits
from hostwise.answers.wording.number_texts import capital
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import MONEY
from hostwise.engine.space import UNKNOWN, UNPRICED, Measure, Measures, Miss
from hostwise.engine.symbols import Apply, Symbol
from hostwise.number_format.writing import fixed, money, short
from hostwise.plan.answers.told import Blocks, Severity

HOSTS = "hosts"


def measures_of(limits: Limits, amounts: Mapping[str, AmountTables]) -> Measures:
    """How far combinations are from feasible, by the reason against them.

    Args:
        limits: of quantities; those of relations have their amounts.
        amounts: the amounts needed and available, by the mistakes that state them.
    """
    found: dict[str, Sequence[Measure]] = {
        "largest_vm": (
            Measure("largest_vm_gib", "largest_host_room_gib"),
            Measure("largest_vm_vcpu", "largest_host_threads"),
        ),
        "largest cluster": (Measure(HOSTS, "most_hosts"),),
        "hosts given": (Measure("required_hosts", HOSTS),),
    }
    found |= {each.key: (Measure(0.0, supply),) for name, each in _CONSTRAINTS.items() if (supply := _supply(name))}
    found |= {name: (Measure(each.needed_name, each.available_name),) for name, each in amounts.items()}
    for name, (low, high) in limits.items():
        if name in MODEL.formulas:
            ends = [Measure(low, name)] if isfinite(low) else []
            found[name] = [*ends, Measure(name, high)] if isfinite(high) else ends
    return found


def _supply(constraint: str) -> str | None:
    """What a host has for a constraint: no number of hosts is enough where that is nothing, or less."""
    unrounded = MODEL.formulas.get(f"{constraint}_unrounded")
    expression = unrounded.expression if unrounded else None
    if isinstance(expression, Apply) and expression.operation == "needed":
        supply = expression.arguments[1]
        return supply.name if isinstance(supply, Symbol) and not MODEL.axes(supply.name) else None
    return None


_CONSTRAINTS = MODEL.purposes.constraints


class Rejections:
    """The reasons against combinations, in words."""

    def __init__(
        self,
        amounts: Mapping[str, AmountTables],
        options: Callable[[int], Sequence[int]],
        combination: Callable[[Sequence[int]], Combination],
        against: Callable[[Sequence[int], str], str],
        currency: str,
        fewest_hosts: float | None = None,
    ) -> None:
        """Of a search.

        Args:
            amounts: the amounts needed and available, by the mistakes that state them.
            options: the options of a point.
            combination: a combination as it is answered.
            against: what speaks against a combination that is evaluated by itself, of a code.
            currency: of the plan.
            fewest_hosts: that the estate may be spread over, where no other limit of hosts is set.
        """
        self.amounts, self.options, self.combination, self.against = amounts, options, combination, against
        self.currency, self.fewest_hosts = currency, fewest_hosts

    def of(self, counts: Mapping[str, int], nearest: Mapping[str, Miss | None], of: int) -> list[Rejection]:
        """The most frequent first, each with its nearest miss; `of` is the number of all combinations."""
        by_code: dict[str, list[str]] = {}
        for name in counts:
            by_code.setdefault(name.split("#")[0], []).append(name)
        number = {code: sum(counts[name] for name in names) for code, names in by_code.items()}
        return [
            self._rejection(code, number[code], of, [(each, nearest[each]) for each in by_code[code]])
            for code in sorted(by_code, key=lambda each: -number[each])
        ]

    def _rejection(self, code: str, count: int, of: int, found: Sequence[tuple[str, Miss | None]]) -> Rejection:
        known = [(name, miss) for name, miss in found if miss is not None]
        label = label_of(code)
        if code == HOSTS and self.fewest_hosts is not None:
            label = words("rejected.too_few_hosts", hosts=self.fewest_hosts)
        name, miss = min(known, key=lambda each: _missing(each[1]), default=("", None))
        nearest = None if miss is None else self._nearest(code, label, name, miss)
        near = words("nearest.unknown") if nearest is None else nearest.sentence
        ended = near.endswith(".")
        text = words("rejection.of_sentence" if ended else "rejection", count=count, all=of, reason=label, nearest=near)
        return Rejection(
            code=code,
            severity=Severity.INFO,
            blocks=_BLOCKS[_kind(code)],
            message=text,
            parts=[text],
            kind=_kind(code),
            label=label,
            count=count,
            nearest=nearest,
            near=capital(near),
            text=text,
        )

    def _nearest(self, code: str, label: str, name: str, miss: Miss) -> NearestMiss:
        options = self.options(miss.point)
        unit = self._unit(name, miss, options)
        sentence = self._sentence(code, miss, unit) or words("nearest.example", why=self.against(options, code))
        return NearestMiss(
            limit=label,
            # A host that has nothing, or less, for what is needed: how much that is depends on the number of hosts.
            needed=None if code in _LABELS_OF_CONSTRAINTS else _known(miss.needed),
            available=_known(miss.available),
            unit=unit,
            sentence=sentence,
            **self.combination(options).model_dump(),
        )

    def _unit(self, name: str, miss: Miss, options: Sequence[int]) -> str:
        if miss.measure is None:
            return ""
        if name in self.amounts:
            return self.amounts[name].unit_at(options)
        quantity = miss.measure.names[0]
        return unit_of(quantity, self.currency) or (HOSTS if quantity in _OF_HOSTS else "")

    def _sentence(self, code: str, miss: Miss, unit: str) -> str | None:
        """How near the nearest comes; None where nothing measures it."""
        if miss.measure is None:
            return None
        bare, available = self._told_apart(miss.needed, miss.available, unit)
        needed = _with_unit(bare, unit)
        if code == "largest_vm":
            return words("nearest.largest_vm", available=available, needed=needed)
        if code == "hosts given":
            return words("nearest.hosts_given", needed=needed, available=available)
        if code == "largest cluster":
            return words("nearest.largest_cluster", needed=needed, available=available)
        if code in MODEL.formulas:
            kind = "years" if unit == "years" else "cost" if unit == self.currency else "other"
            end = _MOST if isinstance(miss.measure.needed, str) else _LEAST
            return words(end[kind], needed=needed, available=available)
        if isinstance(miss.measure.available, str) and miss.measure.available in MODEL.formulas:
            left = _lower(MODEL.formulas[miss.measure.available].quantity.label)
            return words("nearest.left", available=_with_unit(available, unit), label=left)
        return words("nearest.amounts", needed=needed, available=available)

    def _told_apart(self, needed: float, available: float, unit: str) -> tuple[str, str]:
        """Both in as few digits as tell them apart: what misses by little must not look like enough."""
        for digits in range(_DIGITS, _MOST_DIGITS + 1):
            one, other = self._bare(needed, unit, digits), self._bare(available, unit, digits)
            if one != other:
                break
        return one, other

    def _bare(self, value: float, unit: str, digits: int) -> str:
        if unit in _COUNTED and float(value).is_integer():
            return fixed(value)
        if unit == self.currency:
            return money(value) if digits == _DIGITS else fixed(value, digits - _DIGITS)
        return short(value, digits)


_DIGITS, _MOST_DIGITS = 3, 12

_MOST: Mapping[str, SearchCode] = {
    "years": "nearest.most_years",
    "cost": "nearest.most_cost",
    "other": "nearest.most",
}
_LEAST: Mapping[str, SearchCode] = {
    "years": "nearest.least_years",
    "cost": "nearest.least_cost",
    "other": "nearest.least",
}
"""By kind of quantity: the message for a value above its limit, and the one for a value below it."""


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit.removesuffix('s') if text == '1' and unit in _COUNTED else unit}".strip()


_OF_HOSTS = frozenset({HOSTS, "required_hosts", "most_hosts"})
_COUNTED = frozenset({HOSTS, "bays", "slots", "sockets", "drives"})


def _missing(miss: Miss) -> float:
    return float("inf") if miss.measure is None else (miss.needed - miss.available) / (abs(miss.needed) or 1.0)


def _known(value: float) -> float | None:
    return value if isfinite(value) else None


def unit_of(quantity: str, currency: str) -> str:
    """The unit of a quantity, of money the currency; empty for a number of things."""
    unit = MODEL.quantity(quantity).unit
    return currency if unit.symbol == MONEY.symbol else unit.symbol


_LABELS: Mapping[str, SearchCode] = {
    "not evaluated": "rejected.not_evaluated",
    "hosts given": "rejected.hosts_given",
    "largest cluster": "rejected.largest_cluster",
    UNPRICED: "rejected.unpriced",
    "unknown_key": "rejected.unknown_key",
    "parts_do_not_fit": "rejected.parts_do_not_fit",
    "protection_does_not_fit": "rejected.protection_does_not_fit",
    "storage_does_not_fit": "rejected.storage_does_not_fit",
    "management_does_not_fit": "rejected.management_does_not_fit",
    "too_many_sockets": "rejected.too_many_sockets",
    "too_many_drives": "rejected.too_many_drives",
    "too_much_memory_for_slots": "rejected.too_much_memory_for_slots",
    "processor_does_not_fit": "rejected.processor_does_not_fit",
    "drives_not_nvme": "rejected.drives_not_nvme",
    "too_few_drives_for_storage": "rejected.too_few_drives_for_storage",
    "too_many_drives_for_storage": "rejected.too_many_drives_for_storage",
    "licence_for_another_storage": "rejected.licence_for_another_storage",
    "licence_for_another_hypervisor": "rejected.licence_for_another_hypervisor",
    "hypervisor_not_on_storage": "rejected.hypervisor_not_on_storage",
    "vm_above_hypervisor_limit": "rejected.vm_above_hypervisor_limit",
    **PART_LABELS,
    "excluded": "rejected.excluded",
}
"""The message of what is wrong; a code of a reason without a message of its own is read as it is."""

_LABELS_OF_CONSTRAINTS = {each.key: each.label for each in _CONSTRAINTS.values()}


def label_of(code: str) -> str:
    """What is wrong, in words."""
    code = code.split("#")[0]
    if code.startswith(REQUIRED):
        return words("rejected.requirement", requirement=REQUIREMENTS[code.removeprefix(REQUIRED)])
    if code.startswith(UNKNOWN):
        name = code.removeprefix(UNKNOWN)
        if name == COST:
            return words("rejected.unpriced")
        return words("rejected.unknown", label=_lower(MODEL.formulas[name].quantity.label))
    if code in _LABELS_OF_CONSTRAINTS:
        return words("rejected.no_number_of_hosts", constraint=_LABELS_OF_CONSTRAINTS[code])
    if code in MODEL.formulas:
        return words("rejected.limit", label=_lower(MODEL.formulas[code].quantity.label))
    known = _LABELS.get(code)
    return code.replace("_", " ") if known is None else words(known)


def _lower(label: str) -> str:
    """A label within a sentence: names such as VMs stay as they are."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


_BLOCKS: Mapping[RejectionKind, Blocks] = {
    "not_buildable": "building",
    "part": "building",
    "requirement": "admission",
    "limit": "admission",
    "hosts": "feasibility",
    "not_evaluated": "comparison",
    "no_price": "comparison",
}


def _kind(code: str) -> RejectionKind:
    if code.startswith(REQUIRED):
        return "requirement"
    if code.startswith(UNKNOWN):
        return "no_price" if code.removeprefix(UNKNOWN) == COST else "not_evaluated"
    if code in _LABELS_OF_CONSTRAINTS:
        return "hosts"
    if code in MODEL.formulas:
        return "limit"
    kinds: Mapping[str, RejectionKind] = {
        "not evaluated": "not_evaluated",
        **dict.fromkeys(PART_LABELS, "part"),
        UNPRICED: "no_price",
        "hosts given": "hosts",
        "largest cluster": "hosts",
    }
    return kinds.get(code, "not_buildable")
