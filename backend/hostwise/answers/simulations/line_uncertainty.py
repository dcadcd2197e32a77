"""Uncertain cost lines: the amount of a line moves its share of what all lines cost in each month."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.simulations.input_distributions import InputDistribution
from hostwise.binding import Binding
from hostwise.binding.cost_lines import by_month, by_year
from hostwise.binding.ranges import lines_of
from hostwise.engine.quantities import Array, Quantity
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.cost_lines import CostLineBasis, PaymentSchedule


@dataclass(frozen=True)
class LineShare:
    """The share of a cost line in an input: what an amount of 1 adds to each of its values."""

    input: str
    record: Input
    of_one: Array
    """As the input is shaped, (samples, configurations, *months); 0 where the line is not paid."""


@dataclass(frozen=True)
class MovedLine:
    """A line whose amount one cause moves: the others of the same input stay as they are."""

    reach: InputDistribution
    weights: Array
    """(causes, *values) of the input, as of other moved values: not 0 where the cause moves the value."""
    cause: int
    weight: float
    share: LineShare

    @cached_property
    def causes(self) -> NDArray[np.bool_]:
        """Which causes they are: one."""
        return np.asarray(np.arange(len(self.weights)) == self.cause)

    def applied(self, values: Array, numbers: Array, quantity: Quantity) -> Array:
        """The input in simulations, with the line at its amount of each."""
        amount = self.share.record.value
        assert amount is not None
        change = self.reach.change(numbers[:, self.cause] * self.weight)
        drawn = amount * change if self.reach.is_factor else self._of_one_sign(amount, amount + change)
        more = (drawn - amount).reshape(-1, *[1] * (self.share.of_one.ndim - 1))
        return np.maximum(values + more * self.share.of_one, quantity.low)

    def _of_one_sign(self, amount: float, drawn: Array) -> Array:
        """What is paid is never received, nor the other way round, unless an end of the range says so."""
        least = 0 if amount + self.reach.low >= 0 else -np.inf
        most = 0 if amount + self.reach.high <= 0 else np.inf
        return np.clip(drawn, least, most)


_EACH = {
    CostLineBasis.ALL: "",
    CostLineBasis.VM: "/VM",
    CostLineBasis.HOST: "/host",
    CostLineBasis.CORE: "/core",
    CostLineBasis.SITE: "/site",
}
_AT_A_TIME = {
    PaymentSchedule.ONCE: "",
    PaymentSchedule.IN_SHARES: "",
    PaymentSchedule.EVERY_YEAR: "/year",
    PaymentSchedule.EVERY_YEAR_END: "/year",
    PaymentSchedule.EVERY_MONTH: "/month",
}
"""What follows the currency in the unit of an amount."""


def line_shares(binding: Binding) -> Iterator[LineShare]:
    """Each line of a plan with each input that it is part of; a line of the plan moves all configurations alike."""
    configurations = len(binding.plan.configurations)
    for pointer, line, place in lines_of(binding.plan):
        for name, of_one in (by_month(line, binding.arrays["month"].size - 1), by_year(line)):
            paid = np.zeros((1, configurations, *of_one.shape))
            paid[:, slice(None) if place is None else place] = of_one
            if paid.any():
                key = None if place is None else binding.plan.configurations[place].key
                unit = f"{binding.plan.economics.currency}{_EACH[line.per]}{_AT_A_TIME[line.paid]}"
                record = Input(
                    quantity=name,
                    label=line.label,
                    unit=unit,
                    configuration=key,
                    pointer=pointer,
                    value=line.amount,
                    status=InputStatus.GIVEN,
                    kind="entered",
                    note=line.note,
                    date=line.date,
                )
                yield LineShare(name, record, paid)
