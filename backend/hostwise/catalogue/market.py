"""Licences, energy and the level of the market."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.catalogue.record import Currency, Date, Number, Positive, Price, Record, Text, Whole


class Licence(Record):
    """A software licence or subscription."""

    product: Text = Field(description="Product.")
    vendor: Text = Field(description="Vendor.")
    edition: Text = Field(description="Edition or term.")
    metric: Literal["core", "socket", "core-pair", "socket-pair", "tib"] = Field(description="What is counted.")
    price: Price | None = Field(default=None, description="Price of `price_buys_units` units for one `billing` period.")
    price_buys_units: Whole = Field(description="How many counted units one price buys.")
    billing: Literal["year", "month", "once"] = Field(description="How often the price is paid.")
    term: Text = Field(description="Terms on offer.")
    minimum_cores_per_cpu: Whole | None = Field(default=None, description="Cores licensed at least per processor.")
    minimum_cores_per_server: Whole | None = Field(default=None, description="Cores licensed at least per server.")
    minimum_cores_per_order: Whole | None = Field(
        default=None, description="Cores licensed at least per order, where the vendor is said to ask for that."
    )
    vms_per_licensing: Whole | None = Field(
        default=None, description="VMs that licensing all cores of a host once covers; None is any number."
    )
    entitlement_tib_per_core: Positive | None = Field(
        default=None, description="Raw vSAN capacity included, TiB per core."
    )
    versions: str | None = Field(default=None, description="Versions it covers.")


class EnergyFigure(Record):
    """A price or intensity of energy, cooling or space for a region and period."""

    region: Text = Field(description="Region.")
    region_code: str | None = Field(default=None, description="ISO 3166 code, EU, or a code of a US census division.")
    metric: Literal[
        "carbon_g_per_kwh",
        "electricity_price_per_kwh",
        "pue_ratio",
        "colocation_price_per_kw_month",
        "rack_unit_price_per_month",
    ] = Field(description="What the figure is, with its unit.")
    value: Positive | None = Field(default=None, description="The figure; None where no public figure was found.")
    currency: Currency | None = Field(default=None, description="ISO 4217 code of a price.")
    period: Date | None = Field(default=None, description="Period for which the figure holds.")


class PriceBenchmark(Record):
    """The level or change of a market price, to check a price against."""

    item: Text = Field(description="What it is about.")
    metric: Literal["price_per_gb", "change_share", "price_ratio", "cost_share"] = Field(
        description="Price per GB; change as a share of the former price; ratio of two prices; share of a total cost."
    )
    value: Number | None = Field(default=None, description="The figure.")
    low: Number | None = Field(default=None, description="Low end where the source gives a range.")
    high: Number | None = Field(default=None, description="High end where the source gives a range.")
    currency: Currency | None = Field(default=None, description="ISO 4217 code of a price.")
    period: Date = Field(description="Period for which the figure holds.")
