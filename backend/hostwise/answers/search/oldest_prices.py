"""How far the prices of an answer of a search are to be trusted."""

from __future__ import annotations

from hostwise.answers.search.axes import Bound
from hostwise.answers.search.part_rules import OLD_PRICE
from hostwise.answers.search.search_document import PriceAges
from hostwise.number_format.dates import last_month
from hostwise.number_format.writing import counted
from hostwise.plan.answers.result import InputStatus, Price, Prices


def price_ages(prices: Prices, configuration: str) -> PriceAges:
    """The oldest price of the parts of a configuration, and how many have no date or are only illustrative.

    Prices that all configurations have, such as that of energy, speak for none of them.
    """
    own = [each for each in prices.used if each.configuration == configuration]
    dated = [(each.date, _part(each), each.age_months) for each in own if each.date is not None]
    oldest, part, months = min(dated, key=lambda each: last_month(each[0]), default=(None, None, None))
    undated = len(own) - len(dated)
    illustrative = sum(each.status is InputStatus.ILLUSTRATIVE for each in own)
    said = [f"Oldest price: {part}, of {oldest}"] if part else ["No price has a date" if own else "No part has a price"]
    said += [f"{undated} without a date"] if part and undated else []
    said += [f"{illustrative} only illustrative"] if illustrative else []
    age = "no price has a date" if part is None else f"oldest price of {oldest}: {part}"
    if months is not None:
        age = f"oldest price {counted(months, 'months') if months else 'under a month'} old: {part}, {oldest}"
    return PriceAges(
        oldest=oldest,
        part=part,
        age_months=months,
        age=age,
        undated=undated,
        illustrative=illustrative,
        text=f"{'; '.join(said)}.",
    )


def left_out(bound: Bound) -> int:
    """Options of single choices that have a part with an old price."""
    tables = [each for name, each in bound.relations.items() if name.split("#")[0] == OLD_PRICE]
    return sum(int((each.values == 0).sum()) for each in tables if len(each.choices) == 1)


def _part(price: Price) -> str:
    return price.label if price.role is None else f"{price.label} ({price.role})"
