"""How far the prices of an answer of a search are to be trusted."""

from __future__ import annotations

from hostwise.answers.cost.price_ages import months_of
from hostwise.plan.answers.result import InputStatus, Price, Prices
from hostwise.plan.answers.search import PriceAges


def price_ages(prices: Prices, configuration: str) -> PriceAges:
    """The oldest price of the parts of a configuration, and how many have no date or are only illustrative.

    Prices that all configurations have, such as that of energy, speak for none of them.
    """
    own = [each for each in prices.used if each.configuration == configuration]
    dated = [(each.date, _part(each)) for each in own if each.date is not None]
    oldest, part = min(dated, key=lambda each: months_of(each[0])[1], default=(None, None))
    undated = len(own) - len(dated)
    illustrative = sum(each.status is InputStatus.ILLUSTRATIVE for each in own)
    said = [f"Oldest price: {part}, of {oldest}"] if part else ["No price has a date" if own else "No part has a price"]
    said += [f"{undated} without a date"] if part and undated else []
    said += [f"{illustrative} only illustrative"] if illustrative else []
    return PriceAges(oldest=oldest, part=part, undated=undated, illustrative=illustrative, text=f"{'; '.join(said)}.")


def _part(price: Price) -> str:
    return price.label if price.role is None else f"{price.label} ({price.role})"
