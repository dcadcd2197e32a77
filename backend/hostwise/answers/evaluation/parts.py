"""What an answer contains beside the comparison."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from hostwise.engine.model import MODEL
from hostwise.plan.former_names import current_quantity

SINGLE = tuple(name for name, formula in MODEL.formulas.items() if not formula.quantity.axes)
"""The quantities of a result: those without members."""

INPUTS, MONTHLY, QUANTITIES, DECISION, CHARTS, ROWS, FINDINGS, PRICES = (
    "inputs",
    "monthly",
    "quantities",
    "decision",
    "charts",
    "rows",
    "findings",
    "prices",
)
WHOLE = "everything"
"""All of these at once."""

CARD = "card"
"""An older name of `decision`, which is read."""

READ_FIRST = ("hosts", "cluster_tco", "flash_life_years", "known_wear_out_probability")
"""The quantities of every decision; it also has those that its figures name."""


class UnknownQuantity(LookupError):
    """A result has no quantity of this name."""


@dataclass(frozen=True)
class Parts:
    """The parts of an answer. What is left out is empty, and is not computed where nothing else needs it.

    Attributes:
        inputs: where the value of each input comes from.
        monthly: cash flow by month.
        quantities: names of quantities; with the decision also those that its figures name.
        decision: what is advised.
        charts: what is drawn of it.
        rows: the comparison as a table, and the cases with failed hosts.
        findings: everything to know, one by one: the decision has the same merged and ranked.
        prices: each price behind the result, with its age.
    """

    inputs: bool = True
    monthly: bool = True
    quantities: tuple[str, ...] = SINGLE
    decision: bool = False
    charts: bool = False
    rows: bool = True
    findings: bool = True
    prices: bool = True

    @property
    def needs_findings(self) -> bool:
        """Whether findings of configurations are looked for: they are answered, or a decision is made of them."""
        return self.findings or self.decision or self.charts


def only(*quantities: str, decision: bool = False) -> Parts:
    """The parts of a short answer: these quantities, and the decision where it is asked for."""
    return Parts(
        inputs=False,
        monthly=False,
        quantities=quantities,
        decision=decision,
        rows=False,
        findings=False,
        prices=False,
    )


RESULT = Parts()
"""All parts besides the decision."""

EVERYTHING = replace(RESULT, decision=True, charts=True)

DEFAULT = only(decision=True)
"""What somebody reads who asks for nothing else: the decision and the quantities that it names."""


def parts_of(names: Iterable[str]) -> Parts:
    """The parts of these names: those of parts, `everything`, or quantities by name.

    Raises:
        UnknownQuantity: a name is neither; the nearest one is given.
    """
    asked = dict.fromkeys(names)
    of_parts = (INPUTS, MONTHLY, QUANTITIES, DECISION, CARD, CHARTS, ROWS, FINDINGS, PRICES, WHOLE)
    quantities = known_quantities(name for name in asked if name not in of_parts)
    if WHOLE in asked:
        return EVERYTHING
    return Parts(
        INPUTS in asked,
        MONTHLY in asked,
        SINGLE if QUANTITIES in asked else quantities,
        decision=DECISION in asked or CARD in asked,
        charts=CHARTS in asked,
        rows=ROWS in asked,
        findings=FINDINGS in asked,
        prices=PRICES in asked,
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
