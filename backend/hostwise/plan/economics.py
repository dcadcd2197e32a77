"""Prices and rates that all configurations share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from hostwise.plan.fields import COUNTRY, CURRENCY, Date, Document, Growth, Money, Name, Share


class PriceChange(Document):
    """How prices change from year to year; absent is no change."""

    hardware_rate: Growth | None = Field(None, description="Change of hardware prices per year.")
    licence_rate: Growth | None = Field(None, description="Change of licence prices per year.")
    electricity_rate: Growth | None = Field(None, description="Change of the electricity price per year.")


class Keep(Document):
    """What there is and could be kept: what the configurations are compared with, in place of the reference."""

    name: Name = Field("What there is", description="Name for people.")
    running_cost_per_year: Money = Field(description="What it costs each year if it is kept.")
    residual_today: Money | None = Field(
        None, description="What it would bring if it were sold today, which keeping it forgoes."
    )


class Economics(Document):
    """Prices and rates that all configurations share."""

    currency: Annotated[str, StringConstraints(pattern=CURRENCY)] = Field(
        "USD", description="ISO 4217 code of the plan's currency."
    )
    horizon_years: int = Field(5, ge=1, le=15, description="Years over which cost and wear-out are counted.")
    discount_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="Yearly discount rate.")
    price_change: PriceChange = PriceChange()
    buy_expansion: bool = Field(
        True, description="Whether hosts that growth asks for are bought in the months that need them."
    )
    support_rate: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="Support per year as a share of the purchase."
    )
    electricity_price_per_kwh: Annotated[float, Field(ge=0, le=100)] | None = Field(
        None, description="Price of a kilowatt-hour."
    )
    pue: Annotated[float, Field(ge=1, le=5)] | None = Field(None, description="Power usage effectiveness of the site.")
    cpu_load_share: Share | None = Field(
        None, description="Average CPU load over the year, for energy; one for any number of hosts."
    )
    rack_unit_price_per_month: Money | None = Field(None, description="Price of a rack unit and month.")
    colocation_price_per_kw_month: Money | None = Field(
        None, description="Price of space by the power at full load, in place of rack units."
    )
    admin_hours_per_host_year: Annotated[float, Field(ge=0, le=8_760)] | None = Field(
        None, description="Hours of administration that a host takes per year; absent is not counted."
    )
    admin_rate_per_hour: Money | None = Field(None, description="Price of an hour of administration.")
    outage_price: Money | None = Field(
        None, description="What the outage of one disk group costs; absent is not counted."
    )
    residual_share: Share | None = Field(
        None,
        description="Share of the price of all hosts and the array that is left at the horizon; absent is nothing.",
    )
    depreciation_years: Annotated[float, Field(gt=0, le=30)] | None = Field(
        None,
        description="Years over which hosts and array are written off in equal parts; a view that changes no cost.",
    )
    keep: Keep | None = Field(None, description="What the configurations are compared with, in place of the reference.")
    country: Annotated[str, StringConstraints(pattern=COUNTRY)] | None = Field(
        None,
        description="ISO 3166 code of the country, or EU, whose electricity it is: for its carbon.",
        examples=["DE"],
    )
    carbon_g_per_kwh: Annotated[float, Field(ge=0, le=5_000)] | None = Field(
        None, description="Carbon of a kilowatt-hour, g CO2e; by default the country's, else the world's."
    )
    priced_on: Date | None = Field(
        None, description="Date for which the plan is priced; by default that of the newest price in it."
    )
    price_age_limit_months: Annotated[int, Field(ge=1, le=240)] | None = Field(
        None, description="Age beyond which a price is called old; by default a year."
    )
