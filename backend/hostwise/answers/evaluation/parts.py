"""What an answer contains beside the comparison."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from hostwise.engine.model import MODEL
from hostwise.plan.former_names import current_quantity

SINGLE = tuple(name for name, formula in MODEL.formulas.items() if not formula.quantity.axes)
"""The quantities of a result: those without members."""

INPUTS, MONTHLY, QUANTITIES, DECISION, CHARTS, ROWS = (
    "inputs",
    "monthly",
    "quantities",
    "decision",
    "charts",
    "rows",
)
CARD = "card"
"""An older name of `decision`, which is read."""


class UnknownQuantity(LookupError):
    """A result has no quantity of this name."""


@dataclass(frozen=True)
class Parts:
    """The parts of an answer: origins of inputs, cash flow by month, quantities, decision, charts, and rows."""

    inputs: bool = True
    monthly: bool = True
    quantities: tuple[str, ...] = SINGLE
    decision: bool = False
    charts: bool = False
    rows: bool = True


EVERYTHING = Parts()


def parts_of(names: Iterable[str]) -> Parts:
    """The parts of these names: `inputs`, `monthly`, `decision`, `charts`, `rows`, `quantities`, or quantities by name.

    Raises:
        UnknownQuantity: a name is neither; the nearest one is given.
    """
    asked = dict.fromkeys(names)
    own = [name for name in asked if name not in (INPUTS, MONTHLY, QUANTITIES, DECISION, CARD, CHARTS, ROWS)]
    quantities = known_quantities(own)
    return Parts(
        INPUTS in asked,
        MONTHLY in asked,
        SINGLE if QUANTITIES in asked else quantities,
        decision=DECISION in asked or CARD in asked,
        charts=CHARTS in asked,
        rows=ROWS in asked,
    )


def known_quantities(names: Iterable[str]) -> tuple[str, ...]:
    """The current names of quantities, each once, if a result has all of them.

    Raises:
        UnknownQuantity: a result has no such quantity; the nearest name is given.
    """
    found = tuple(dict.fromkeys(current_quantity(name) for name in names))
    for name in found:
        if name not in SINGLE:
            near = difflib.get_close_matches(name, SINGLE, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UnknownQuantity(f"A result has no quantity {name!r}.{hint}")
    return found
