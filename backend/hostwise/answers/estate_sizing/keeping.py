"""What keeping the hosts of today costs: cost lines of their configuration."""

from __future__ import annotations

from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostCategory, CostLine, PaymentSchedule
from hostwise.plan.estate import KeepingCost

_LINES: tuple[tuple[str, EstateSizingCode, CostCategory, PaymentSchedule], ...] = (
    ("support_per_year", "estate_keeping.support", CostCategory.MAINTENANCE, PaymentSchedule.EVERY_YEAR),
    ("array_per_year", "estate_keeping.array", CostCategory.EXTERNAL_ARRAY, PaymentSchedule.EVERY_YEAR),
    ("upgrade", "estate_keeping.upgrade", CostCategory.SERVICES, PaymentSchedule.ONCE),
)
_CONFIRMED = (CostCategory.MAINTENANCE, CostCategory.EXTERNAL_ARRAY)


def with_keeping_cost(today: Configuration, cost: KeepingCost) -> Configuration:
    """The hosts of today with what keeping them costs, as far as it is known: a line for each amount.

    Amounts of 0, and what is said to cost nothing, are confirmed as none.
    """
    lines, none = [], set[CostCategory]()
    for field, label, category, paid in _LINES:
        amount = getattr(cost, field)
        if amount:
            first = 0 if paid is PaymentSchedule.ONCE else 1
            lines.append(CostLine(label=words(label), category=category, amount=amount, paid=paid, month=first))
        elif category in _CONFIRMED and (cost.nothing or amount == 0):
            none.add(category)
    confirmed = tuple(each for each in CostCategory if each in none)
    return today.model_copy(update={"cost_lines": tuple(lines), "confirmed_none": confirmed})
