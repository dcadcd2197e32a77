"""How far the prices of an answer of a search are to be trusted."""

from __future__ import annotations

import numpy as np

from hostwise.answers.search.axes import Bound
from hostwise.answers.search.part_rules import OLD_PRICE
from hostwise.answers.search.search_document import PriceAges
from hostwise.answers.search.search_messages import words
from hostwise.number_format.dates import last_month
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
    return PriceAges(
        oldest=oldest,
        part=part,
        age_months=months,
        age=_age(oldest, part, months),
        undated=undated,
        illustrative=illustrative,
        text=_text(oldest, part, undated, illustrative) if own else words("oldest_price.unpriced"),
    )


def _age(oldest: str | None, part: str | None, months: int | None) -> str:
    if oldest is None or part is None:
        return words("price_age.undated")
    if months is None:
        return words("price_age.date", part=part, date=oldest)
    if months == 0:
        return words("price_age.under_a_month", part=part, date=oldest)
    return words("price_age.months", months=months, part=part, date=oldest)


def _text(oldest: str | None, part: str | None, undated: int, illustrative: int) -> str:
    if oldest is None or part is None:
        if illustrative:
            return words("oldest_price.undated_and_illustrative", illustrative=illustrative)
        return words("oldest_price.undated")
    if undated and illustrative:
        return words("oldest_price.some_of_both", part=part, date=oldest, undated=undated, illustrative=illustrative)
    if undated:
        return words("oldest_price.some_undated", part=part, date=oldest, undated=undated)
    if illustrative:
        return words("oldest_price.some_illustrative", part=part, date=oldest, illustrative=illustrative)
    return words("oldest_price.dated", part=part, date=oldest)


def left_out(bound: Bound) -> list[str]:
    """Options of single choices that have a part with an old price."""
    tables = [each for name, each in bound.relations.items() if name.split("#")[0] == OLD_PRICE]
    return [
        bound.axes[each.choices[0]].labels[int(option)]
        for each in tables
        if len(each.choices) == 1
        for option in np.flatnonzero(each.values.reshape(-1) == 0)
    ]


def _part(price: Price) -> str:
    return price.label if price.role is None else words("oldest_price.of_role", part=price.label, role=price.role)
