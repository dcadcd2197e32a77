"""Why combinations of a search are rejected: how many for each reason, and the nearest miss of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from hostwise.answers.search.axes import AmountTables
from hostwise.answers.search.part_rules import PART_LABELS
from hostwise.answers.search.requirements_met import LABELS as REQUIREMENTS
from hostwise.answers.search.requirements_met import REQUIRED
from hostwise.answers.search.search_document import Combination, NearestMiss, Rejection, RejectionKind
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
            label = f"fewer than {fixed(self.fewest_hosts)} hosts: one holds more of the estate than may be lost"
        name, miss = min(known, key=lambda each: _missing(each[1]), default=("", None))
        nearest = None if miss is None else self._nearest(code, label, name, miss)
        near = "the nearest was not looked for: it rests on too many choices" if nearest is None else nearest.sentence
        text = f"{fixed(count)} of {fixed(of)}: {label}; {near}{'' if near.endswith('.') else '.'}"
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
        sentence = self._sentence(code, miss, unit) or f"for example: {self.against(options, code)}"
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
            return f"the nearest has room for {available} of {needed} of the largest VM"
        if code == "hosts given":
            return f"the nearest needs {needed} and is given {available}"
        if code == "largest cluster":
            return f"the nearest needs {needed}, and a cluster holds {available}"
        if code in MODEL.formulas:
            verb = "lasts" if unit == "years" else "costs" if unit == self.currency else "has"
            if isinstance(miss.measure.needed, str):
                return f"the nearest {verb} {needed}, and the limit is {available}"
            return f"the nearest {verb} {available} of {needed}"
        if isinstance(miss.measure.available, str) and miss.measure.available in MODEL.formulas:
            left = _lower(MODEL.formulas[miss.measure.available].quantity.label)
            return f"the nearest has {_with_unit(available, unit)} of {left}"
        return f"the nearest needs {needed} and has {available}"

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


_LABELS = {
    "not evaluated": "a limit that can bind is not evaluated",
    "hosts given": "fewer hosts are given than needed",
    "largest cluster": "more hosts than a cluster may have",
    UNPRICED: "the cost is not known",
    "unknown_key": "a part that the catalogue does not have",
    "parts_do_not_fit": "parts that the layout does not have",
    "protection_does_not_fit": "a protection that the storage does not have",
    "storage_does_not_fit": "a storage stack of another layout",
    "management_does_not_fit": "management of another hypervisor",
    "too_many_sockets": "more sockets than processor or chassis take",
    "too_many_drives": "more drives than bays or disk groups take",
    "too_much_memory_for_slots": "more memory modules than slots",
    "processor_does_not_fit": "a processor that the chassis does not take",
    "drives_not_nvme": "drives that are not NVMe, which the storage takes only",
    "too_few_drives_for_storage": "fewer drives than the storage needs",
    "too_many_drives_for_storage": "more drives or capacity than the storage takes",
    "licence_for_another_storage": "a licence for other storage",
    "licence_for_another_hypervisor": "a licence for another hypervisor",
    "hypervisor_not_on_storage": "a hypervisor on which the storage does not run",
    "vm_above_hypervisor_limit": "a VM that is larger than the hypervisor allows",
    **PART_LABELS,
    "excluded": "parts that exclude each other",
}
"""What is wrong, in words; a code of a reason without words of its own is read as it is."""

_LABELS_OF_CONSTRAINTS = {each.key: each.label for each in _CONSTRAINTS.values()}


def label_of(code: str) -> str:
    """What is wrong, in words."""
    code = code.split("#")[0]
    if code.startswith(REQUIRED):
        return f"a requirement of the plan is missed: {REQUIREMENTS[code.removeprefix(REQUIRED)]}"
    if code.startswith(UNKNOWN):
        name = code.removeprefix(UNKNOWN)
        return _LABELS[UNPRICED] if name == COST else f"{_lower(MODEL.formulas[name].quantity.label)}: not known"
    if code in _LABELS_OF_CONSTRAINTS:
        return f"{_LABELS_OF_CONSTRAINTS[code]}: no number of hosts is enough"
    if code in MODEL.formulas:
        return f"beyond the limit of {_lower(MODEL.formulas[code].quantity.label)}"
    return _LABELS.get(code, code.replace("_", " "))


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
