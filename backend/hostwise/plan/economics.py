"""Prices and rates that all configurations share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from hostwise.plan.fields import Document, Money, Share


class Economics(Document):
    """Prices and rates that all configurations share."""

    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = Field(
        "USD", description="ISO 4217 code of the plan's currency."
    )
    horizon_years: int = Field(5, ge=1, le=15, description="Years over which cost and wear-out are counted.")
    discount_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="Yearly discount rate.")
    support_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="Support per year as a share of the purchase."
    )
    electricity_price_per_kwh: Annotated[float, Field(ge=0, le=100)] | None = Field(
        None, description="Price of a kilowatt-hour."
    )
    pue: Annotated[float, Field(ge=1, le=5)] | None = Field(None, description="Power usage effectiveness of the site.")
    cpu_load_share: Share | None = Field(None, description="Average CPU load over the year, for energy.")
    rack_unit_price_per_month: Money | None = Field(None, description="Price of a rack unit and month.")
