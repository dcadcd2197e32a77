"""Discounts that a vendor gives on its list prices."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from hostwise.plan.declaration import plan_field
from hostwise.plan.fields import Date, Document, Name, Text

MOST_DISCOUNTS = 20

DiscountShare = Annotated[float, Field(ge=0, le=0.95, allow_inf_nan=False)]


class Discount(Document):
    """A discount on the list prices of the licences of one vendor."""

    vendor: Name = plan_field(default=..., label="Vendor", meaning="Vendor of licences, as the catalogue names it.")
    share: DiscountShare = plan_field(
        default=...,
        label="Discount",
        meaning="Share of the list price that is not paid.",
        control="share",
        span=(0, 0.6),
        step=0.01,
    )
    date: Date | None = plan_field(label="As of", meaning="Date of the discount.")
    note: Text | None = plan_field(label="Note", meaning="Where the discount comes from.")


def one_discount_for_each_vendor(discounts: tuple[Discount, ...]) -> tuple[Discount, ...]:
    """Two discounts of a vendor are never added: there may be one."""
    twice = [vendor for vendor, number in Counter(each.vendor for each in discounts).items() if number > 1]
    if twice:
        raise ValueError(f"{twice[0]} has more than one discount: they are never added, leave one")
    return discounts
