"""Units as a plan's reader sees them."""

from __future__ import annotations

from hostwise.engine.quantities import MONEY, Quantity


def unit_symbol(quantity: Quantity, currency: str) -> str:
    """A quantity's unit, with the plan's currency where it is money.

    >>> from hostwise.engine.model import MODEL
    >>> unit_symbol(MODEL.quantity("tco_per_vm"), "EUR")
    'EUR/VM'
    """
    return quantity.unit.symbol.replace(MONEY.symbol, currency)
