"""A price that nobody knows, solved for: below which value its configuration is the cheapest."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.uncertainty.uncertainty_document import UnknownPrice
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import ConfigurationName, MessageText
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at

_COST, _TRIED = "cluster_tco", 1_000.0
_SAME = 1e-9


def unknown_prices(
    run: Run, results: Sequence[ConfigurationResult], catalogue: Catalogue, labels: dict[str, str]
) -> list[UnknownPrice]:
    """The price of each configuration that lacks exactly one, at which it costs as much as the cheapest of the others.

    Cost is a straight line in a price, so that two prices tell the third; a third run confirms it:

        price = (cost of the cheapest other - cost at 0) / (cost at 1,000 - cost at 0) x 1,000

    Args:
        run: a run of the plan.
        results: its configurations.
        catalogue: the catalogue.
        labels: what missing fields are called, by pointer.
    """
    known = [
        (run.evaluation.value(_COST, place), each)
        for place, each in enumerate(results)
        if each.admissible and isfinite(run.evaluation.value(_COST, place))
    ]
    found = []
    for place, each in enumerate(results):
        missing = each.quantities[_COST].missing if each.admissible else []
        if known and len(missing) == 1 and "price" in missing[0]:
            target, other = min(known, key=lambda pair: pair[0])
            price = _price(run.plan, place, missing[0], target, catalogue)
            if price is not None:
                found.append(_told(run.plan, each, other, missing[0], labels.get(missing[0], "price"), price))
    return found


def _price(plan: Plan, place: int, pointer: str, target: float, catalogue: Catalogue) -> float | None:
    """The price at which a configuration has a cost; None where the cost does not follow from it in a straight line."""
    nothing, more = (_cost(plan, place, pointer, each, catalogue) for each in (0.0, _TRIED))
    if not isfinite(nothing) or not isfinite(more) or more <= nothing:
        return None
    price = (target - nothing) / (more - nothing) * _TRIED
    if price <= 0:
        return price
    reached = _cost(plan, place, pointer, price, catalogue)
    return price if abs(reached - target) <= _SAME * abs(target) else None


def _cost(plan: Plan, place: int, pointer: str, price: float, catalogue: Catalogue) -> float:
    document: Any = plan_json(plan)
    document.pop("remarks", None)
    set_at(document, pointer, price)
    return run_plan(Plan.model_validate(document), catalogue).evaluation.value(_COST, place)


def _told(
    plan: Plan, one: ConfigurationResult, other: ConfigurationResult, pointer: str, label: str, price: float
) -> UnknownPrice:
    names = [ConfigurationName(configuration=each.key, text=each.name) for each in (one, other)]
    if price > 0:
        code: AnswerCode = "unknown_price.below_a_year" if pointer.endswith("_year") else "unknown_price.below"
        currency = plan.economics.currency
        solved = Number(price, pointer=pointer)
        told = message(code, one=names[0], other=names[1], label=label, price=solved, currency=currency)
    else:
        solved = Number(0, pointer=pointer)
        told = message("unknown_price.never", one=names[0], other=names[1], label=label, price=solved)
    return UnknownPrice(
        configuration=one.key,
        other=other.key,
        pointer=pointer,
        label=label,
        price=max(price, 0),
        sentence=str(told),
        text=MessageText(code="unknown_price", parts=told.parts(one.key)),
    )
