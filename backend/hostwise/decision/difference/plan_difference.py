"""Differences between two plans: the document field by field, the results quantity by quantity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hostwise.answers.evaluation.parts import SINGLE, known_quantities
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.difference.diff_document import (
    ChangeKind,
    ConfigurationChange,
    PlanChange,
    PlanDiff,
    QuantityChange,
)
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Value
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import pointer_of

ALL = "*"
"""Means every quantity without its own tolerance."""

DUST_SHARE = 1e-9
"""Default tolerance: smaller differences are rounding only."""

_IDENTITIES = ("key", "name", "currency")
"""Fields that identify items of a list when they move; items without them are compared by position."""


def diff_plans(
    before: Plan, after: Plan, catalogue: Catalogue, tolerances: Mapping[str, float] | None = None
) -> PlanDiff:
    """The differences between two plans.

    Args:
        before: the plan as it was.
        after: the plan as it is.
        catalogue: the catalogue that both refer to.
        tolerances: by quantity, the tolerated difference as a share of the value before; `*` means all others.

    Raises:
        PlanError: a plan has unknown or incompatible references.
        UnknownQuantity: a tolerance is given for an unknown quantity.
    """
    allowed = dict(tolerances or {})
    known_quantities(each for each in allowed if each != ALL)
    return diff_results(
        (plan_json(before), decide(before, catalogue, common_reference(before, after))),
        (plan_json(after), decide(after, catalogue)),
        allowed,
    )


def common_reference(before: Plan, after: Plan) -> str | None:
    """The reference of the plan before: the same key as in the plan after, if it exists."""
    first = after.configurations[0].key
    return first if any(each.key == first for each in before.configurations) else None


def diff_results(
    before: tuple[Mapping[str, Any], Decided], after: tuple[Mapping[str, Any], Decided], tolerances: Mapping[str, float]
) -> PlanDiff:
    """The differences between two evaluated plans, each given as its document with its result."""
    (document_before, result_before), (document_after, result_after) = before, after
    changes = plan_changes(document_before, document_after)
    configurations = list(_configurations(result_before, result_after, tolerances))
    return PlanDiff(
        plan_name_before=result_before.plan_name,
        plan_name_after=result_after.plan_name,
        plan_hash_before=result_before.plan_hash,
        plan_hash_after=result_after.plan_hash,
        engine_version=result_after.engine_version,
        catalogue_version=result_after.catalogue_version,
        currency_before=result_before.currency,
        currency_after=result_after.currency,
        sentence_before=result_before.sentence,
        sentence_after=result_after.sentence,
        same_plan=not changes,
        same_result=not configurations,
        plan_changes=changes,
        configurations=configurations,
    )


def plan_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[PlanChange]:
    """The fields in which the documents of two plans differ."""
    return list(_changes(before, after, (), ()))


def _changes(before: Any, after: Any, old: tuple[int | str, ...], new: tuple[int | str, ...]) -> Iterator[PlanChange]:
    """The changes between two values of a document, found at these pointers."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            if key not in after:
                yield _gone(before[key], (*old, key))
            elif key not in before:
                yield _come(after[key], (*new, key))
            else:
                yield from _changes(before[key], after[key], (*old, key), (*new, key))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_changes(before, after, old, new)
    elif before != after:
        moved = pointer_of(old) if old != new else None
        yield PlanChange(
            kind=ChangeKind.CHANGED, pointer=pointer_of(new), before_pointer=moved, before=before, after=after
        )


def _list_changes(
    before: list[Any], after: list[Any], old: tuple[int | str, ...], new: tuple[int | str, ...]
) -> Iterator[PlanChange]:
    identity = next((each for each in _IDENTITIES if _tells_apart(each, before) and _tells_apart(each, after)), None)
    names_before, names_after = _names(before, identity), _names(after, identity)
    for name, place in names_before.items():
        if name not in names_after:
            yield _gone(before[place], (*old, place))
    for name, place in names_after.items():
        if name not in names_before:
            yield _come(after[place], (*new, place))
        else:
            was = names_before[name]
            yield from _changes(before[was], after[place], (*old, was), (*new, place))


def _tells_apart(identity: str, items: Sequence[Any]) -> bool:
    """Whether every item has this field, with a different value in each."""
    names = [each.get(identity) if isinstance(each, Mapping) else None for each in items]
    return None not in names and len(set(names)) == len(names)


def _names(items: Sequence[Any], identity: str | None) -> dict[Any, int]:
    """The position of each item by its identity: the field, or else its position."""
    return {each[identity] if identity else place: place for place, each in enumerate(items)}


def _gone(value: Any, place: tuple[int | str, ...]) -> PlanChange:
    return PlanChange(kind=ChangeKind.REMOVED, pointer=pointer_of(place), before=value)


def _come(value: Any, place: tuple[int | str, ...]) -> PlanChange:
    return PlanChange(kind=ChangeKind.ADDED, pointer=pointer_of(place), after=value)


def _configurations(before: Decided, after: Decided, tolerances: Mapping[str, float]) -> Iterator[ConfigurationChange]:
    were = {each.key: each for each in before.configurations}
    for each in after.configurations:
        was = were.pop(each.key, None)
        if was is None:
            yield _one_sided(each, ChangeKind.ADDED)
            continue
        quantities = list(_quantities(was, each, tolerances, before.currency, after.currency))
        if quantities or was.feasible != each.feasible:
            yield ConfigurationChange(
                key=each.key,
                name=each.name,
                kind=None,
                feasible_before=was.feasible,
                feasible_after=each.feasible,
                reasons_after=[one.message for one in each.reasons],
                quantities=quantities,
            )
    for each in were.values():
        yield _one_sided(each, ChangeKind.REMOVED)


def _one_sided(result: ConfigurationResult, kind: ChangeKind) -> ConfigurationChange:
    added = kind is ChangeKind.ADDED
    return ConfigurationChange(
        key=result.key,
        name=result.name,
        kind=kind,
        feasible_before=None if added else result.feasible,
        feasible_after=result.feasible if added else None,
        reasons_after=[each.message for each in result.reasons] if added else [],
        quantities=[],
    )


def _quantities(
    before: ConfigurationResult,
    after: ConfigurationResult,
    tolerances: Mapping[str, float],
    currency_before: str,
    currency_after: str,
) -> Iterator[QuantityChange]:
    for name in SINGLE:
        was, now, quantity = before.quantities[name], after.quantities[name], MODEL.quantity(name)
        tolerance = tolerances.get(name, tolerances.get(ALL, DUST_SHARE))
        units = [unit_symbol(quantity, each) for each in (currency_before, currency_after)]
        if within(was, now, tolerance) and units[0] == units[1]:
            continue
        comparable = was.value is not None and now.value is not None and units[0] == units[1]
        difference = now.value - was.value if comparable else None  # type: ignore[operator]
        yield QuantityChange(
            quantity=name,
            label=quantity.label,
            unit=units[1],
            in_comparison=name in MODEL.purposes.rows,
            before=was,
            after=now,
            difference=difference,
            difference_share=difference / abs(was.value) if difference is not None and was.value else None,
            tolerance_share=tolerance,
        )


def within(before: Value, after: Value, tolerance: float) -> bool:
    """Whether a value is the same as before within the tolerance."""
    if before.state is not after.state:
        return False
    if before.state is not QuantityState.EVALUATED or before.value is None or after.value is None:
        return True
    # Relative to the larger of the two, so that the comparison is symmetric.
    dust = DUST_SHARE * max(abs(before.value), abs(after.value))
    return abs(after.value - before.value) <= max(tolerance * abs(before.value), dust)
