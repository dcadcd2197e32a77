"""The short answer: the part of a result that a script needs, a hundredth of its size."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import Result
from hostwise.plan.answers.summary import ConfigurationSummary, Summary
from hostwise.services.evaluation.service import UnknownQuantity

SUMMARY_FIELDS = ("hosts", "cluster_tco", "wear_out_probability")
"""The default quantities of a short answer."""

_RESULT_QUANTITIES = frozenset(name for name, each in MODEL.formulas.items() if not each.quantity.axes)


def is_known_quantity(name: str) -> bool:
    """Whether a result has a quantity."""
    return name in _RESULT_QUANTITIES


def known_quantities(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once, if a result has all of them.

    Raises:
        UnknownQuantity: a result has no such quantity; the nearest name is given.
    """
    found = tuple(dict.fromkeys(names))
    for name in found:
        if name not in _RESULT_QUANTITIES:
            near = difflib.get_close_matches(name, _RESULT_QUANTITIES, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UnknownQuantity(f"A result has no quantity {name!r}.{hint}")
    return found


def summarise(result: Result, quantities: Sequence[str] = SUMMARY_FIELDS) -> Summary:
    """The short form of a result, with these of its quantities."""
    return Summary(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        currency=result.currency,
        reference=result.reference,
        sentence=result.sentence,
        configurations=[
            ConfigurationSummary(
                key=each.key,
                name=each.name,
                feasible=each.feasible,
                quantities={name: each.quantities[name] for name in quantities},
            )
            for each in result.configurations
        ],
    )
