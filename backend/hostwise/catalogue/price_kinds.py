"""What a price is for: its kind, its age, and whether a part may be advised by it.

A list price holds until its maker replaces it, so it takes part at any age. What a market paid holds for a while: a
street price, and an estimate from an index, takes part until it is old. A price of used parts is no offer of new ones,
and a guess of the press is nobody's offer: both take part only where old prices are asked for.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.record import Price
from hostwise.number_format.dates import age_months, first_month


class PriceKind(StrEnum):
    """What kind of price it is, in the words of tables; the price of a class is an estimate, whatever it rests on."""

    LIST = "list"
    STREET = "street"
    ESTIMATE = "estimate"
    USED = "used"
    PRESS = "press"


_WORDS = (
    (PriceKind.USED, re.compile(r"\b(used|refurbished)\b")),
    (PriceKind.PRESS, re.compile(r"\b(press|estimate)\b")),
    (PriceKind.LIST, re.compile(r"\b(list|MSRP|recommended)\b")),
    (PriceKind.ESTIMATE, re.compile(r"\b(index|spot|contract average)\b")),
)
"""What marks each kind in the basis of a price, the first that is found; others are seen in the street."""

_OF_MARKET = (PriceKind.STREET, PriceKind.ESTIMATE)


def price_kind(basis: str) -> PriceKind:
    """The kind of a price by its basis.

    >>> [price_kind(each).value for each in ("1kU list after cut", "retail listing", "used market median")]
    ['list', 'street', 'used']
    >>> [price_kind(each).value for each in ("press estimate", "retail/refurbished", "index", "MSRP")]
    ['press', 'used', 'estimate', 'list']
    """
    return next((kind for kind, words in _WORDS if words.search(basis)), PriceKind.STREET)


def takes_part(price: Price, today: str | None, limit_months: float, *, old_prices: bool) -> bool:
    """Whether a part may be advised by its price.

    Args:
        price: the price of the catalogue.
        today: the date that the plan is priced for.
        limit_months: age from which a price of the market is old.
        old_prices: whether the user takes old prices, those of used parts and those of the press, too.
    """
    kind = price_kind(price.basis)
    if old_prices or kind is PriceKind.LIST:
        return True
    age = age_months(price.held, today)
    return kind in _OF_MARKET and age is not None and age <= limit_months


@lru_cache(maxsize=8)
def newest_prices(catalogue: Catalogue) -> str | None:
    """The date of the newest prices of the catalogue: today, for a plan that names no date of its prices."""
    dates = [each.price_date for each in catalogue.indicative_prices.values() if each.price_date]
    return max(dates, key=first_month, default=None)
