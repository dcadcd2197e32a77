"""Prices of parts with their origin, rates of exchange, and the price books that an installation keeps."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, StringConstraints, field_validator, model_validator

from hostwise.plan.declaration import plan_field, plan_part
from hostwise.plan.fields import CURRENCY, Date, Document, Key, Money, Name, Share, Text

Currency = Annotated[str, StringConstraints(pattern=CURRENCY)]

PricedList = Literal["chassis", "cpus", "memory", "drives", "indicative_prices", "licences"]
"""Lists of the catalogue whose rows can be bought; of `indicative_prices` only the classes of network cards."""

PRICED_LISTS: tuple[PricedList, ...] = get_args(PricedList)

PART = rf"^({'|'.join(PRICED_LISTS)})/[A-Za-z0-9]+([._-]+[A-Za-z0-9]+)*$"
Part = Annotated[str, StringConstraints(pattern=PART, max_length=100)]
"""A row of the catalogue as `<list>/<key>`."""

MOST_PRICES, MOST_RATES = 1_000, 50


class ExchangeRate(Document):
    """What a unit of another currency costs on a date: prices in that currency are converted."""

    currency: Currency = plan_field(
        default=..., label="Currency", meaning="ISO 4217 code of the currency of prices.", examples=["USD"]
    )
    rate: Annotated[float, Field(ge=1e-6, le=1e6, allow_inf_nan=False)] = plan_field(
        default=...,
        label="Rate",
        meaning="Price of one unit of it in the plan's currency.",
        unit="currency",
        examples=[0.86],
    )
    date: Date = plan_field(default=..., label="Date", meaning="When the rate held.", examples=["2026-11-20"])
    source: Text | None = plan_field(label="Source", meaning="Who published the rate.")


RevisionNumber = Annotated[int, Field(ge=1, le=1_000_000_000)]


class BookRevision(Document):
    """A price book of an installation, at one of its revisions."""

    key: Key = plan_field(default=..., label="Price book", meaning="Key of the price book.", examples=["acme-2026"])
    revision: RevisionNumber = plan_field(
        default=..., label="Revision", meaning="Revision of the price book.", examples=[3]
    )


class PartPrice(Document):
    """What a part of the catalogue costs according to a quote or price list; it wins over the catalogue's price."""

    part: Part = plan_field(
        default=...,
        label="Part",
        meaning="List and key of the catalogue's row, as in `drives/micron-7450-pro-7.68tb`; a network card is a class "
        "of `indicative_prices`.",
        catalogue="parts",
        examples=["drives/micron-7450-pro-7.68tb"],
    )
    price: Money = plan_field(
        default=...,
        label="Price",
        meaning="Price of one drive, one memory module (of a row without a size: one GiB), one processor, one server "
        "without processors, memory and drives, one network card; of a licence for as many units and as long as the "
        "catalogue's row says.",
        unit="currency",
        examples=[1180.0],
    )
    currency: Currency = plan_field(default=..., label="Currency", meaning="ISO 4217 code of the price.")
    date: Date = plan_field(default=..., label="Date", meaning="When the price was quoted.", examples=["2026-11-20"])
    valid_until: Date | None = plan_field(label="Valid until", meaning="Last day on which the offer holds.")
    source: Text | None = plan_field(label="Source", meaning="Who offers it.", examples=["Example Systems"])
    quote: Name | None = plan_field(label="Quote", meaning="Name or number of the quote.", examples=["Q-2026-118"])
    discount_share: Share | None = plan_field(
        label="Discount on the list price",
        meaning="Share by which the price is below the list price, where the quote says it; it is not applied.",
        control="share",
    )
    book: BookRevision | None = plan_part(meaning="The price book that it was taken from.")


def one_price_for_each_part(prices: tuple[PartPrice, ...]) -> tuple[PartPrice, ...]:
    """The prices; raises `ValueError` where a part has several."""
    for part, count in Counter(each.part for each in prices).items():
        if count > 1:
            raise ValueError(f"There is more than one price for {part}.")
    return prices


def one_rate_for_each_currency(rates: tuple[ExchangeRate, ...]) -> tuple[ExchangeRate, ...]:
    """The rates; raises `ValueError` where a currency has several."""
    for currency, count in Counter(each.currency for each in rates).items():
        if count > 1:
            raise ValueError(f"There is more than one rate for {currency}.")
    return rates


class PriceBook(Document):
    """Prices that an installation keeps for many plans; a plan uses them by holding copies with the revision."""

    key: Key = Field(description="Short stable name, unique in the installation.", examples=["acme-2026"])
    name: Name = Field(description="Name for people.", examples=["Acme frame contract 2026"])
    currency: Currency = Field("USD", description="ISO 4217 code of the currency that the exchange rates lead to.")
    prices: tuple[PartPrice, ...] = Field((), max_length=MOST_PRICES, description="One price for each part.")
    exchange_rates: tuple[ExchangeRate, ...] = Field(
        (), max_length=MOST_RATES, description="Dated rates of other currencies; `rate` is in the book's currency."
    )
    note: Text | None = Field(None, description="What else there is to know.")

    _one_price = field_validator("prices")(one_price_for_each_part)
    _one_rate = field_validator("exchange_rates")(one_rate_for_each_currency)

    @model_validator(mode="after")
    def _own_currency_has_no_rate(self) -> Self:
        if any(each.currency == self.currency for each in self.exchange_rates):
            raise ValueError(f"{self.currency} is the book's currency: leave its rate out of `exchange_rates`")
        return self
