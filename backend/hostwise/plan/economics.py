"""Prices and rates that all configurations share."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

from hostwise.plan.cost_lines import MOST_LINES, CostCategory, CostLine
from hostwise.plan.declaration import Assumption, Decided, Instead, groups, plan_field, plan_part
from hostwise.plan.discounts import MOST_DISCOUNTS, Discount, one_discount_for_each_vendor
from hostwise.plan.equal_sites import EqualSites
from hostwise.plan.fields import COUNTRY, Date, Document, Growth, Money, Name, Share
from hostwise.plan.prices import (
    MOST_PRICES,
    MOST_RATES,
    Currency,
    ExchangeRate,
    PartPrice,
    one_price_for_each_part,
    one_rate_for_each_currency,
)

_UNCHANGED = Instead(0, "prices stay as they are today")
_NOT_COUNTED = Decided("not counted, if neither hours nor their price is given")


class PriceChange(Document):
    """How prices change from year to year; absent is no change."""

    hardware_rate: Growth | None = plan_field("hardware_price_change_rate", absent=_UNCHANGED)
    licence_rate: Growth | None = plan_field("licence_price_change_rate", absent=_UNCHANGED)
    electricity_rate: Growth | None = plan_field("electricity_price_change_rate", absent=_UNCHANGED)


class Keep(Document):
    """The existing cluster, if it could be kept: the alternative to the configurations, in place of the reference."""

    running_cost_per_year: Money = plan_field(
        default=...,
        label="Running cost",
        meaning="What it costs each year while it is kept, paid in equal parts by month.",
        unit="currency/year",
    )
    name: Name = plan_field(
        default="Existing cluster", label="Name of the existing cluster", meaning="Name for people."
    )
    residual_today: Money | None = plan_field(
        label="Resale value today",
        meaning="What it could be sold for today; keeping it gives that up.",
        unit="currency",
    )


class Economics(Document):
    """Prices and rates that all configurations share."""

    model_config = groups(
        equal_sites="Equal sites",
        changes="Growth and price changes",
        keep="Existing cluster",
        migration="Time to move",
        administration="Administration and outages",
        depreciation="Residual value and depreciation",
        carbon="Carbon",
        price_ages="Age of prices",
    )

    horizon_years: int = plan_field("horizon_years", default=5, ge=1, le=15, step=1)
    currency: Currency = plan_field(default="USD", label="Currency", meaning="ISO 4217 code of the plan's currency.")
    exchange_rates: tuple[ExchangeRate, ...] = plan_field(
        default=(),
        label="Exchange rates",
        meaning="Dated rates by which prices in other currencies are converted; without one such a price cannot be "
        "used.",
        control="own",
        element="Exchange rate",
        identity=("currency",),
        unique=True,
        max_length=MOST_RATES,
    )
    prices: tuple[PartPrice, ...] = plan_field(
        default=(),
        label="Prices",
        meaning="Prices of quotes and price lists, one for each part; they win over the catalogue's, and a price in a "
        "configuration wins over them.",
        control="own",
        element="Price",
        identity=("part",),
        unique=True,
        max_length=MOST_PRICES,
    )
    discounts: tuple[Discount, ...] = plan_field(
        default=(),
        label="Discounts of vendors",
        meaning="Discounts on list prices of licences, one for each vendor; a price of your own has none.",
        control="own",
        element="Discount",
        identity=("vendor",),
        unique=True,
        max_length=MOST_DISCOUNTS,
    )
    cost_lines: tuple[CostLine, ...] = plan_field(
        default=(),
        label="Cost lines of all configurations",
        meaning="Amounts that each configuration pays alike, such as training or monitoring.",
        control="own",
        element="Cost line",
        identity=("category", "label"),
        max_length=MOST_LINES,
    )
    confirmed_none: tuple[CostCategory, ...] = plan_field(
        default=(),
        label="Costs nothing, in any configuration",
        meaning="Categories of cost lines that are known to cost nothing in any configuration.",
        control="own",
        element="Category",
        in_order=True,
        max_length=len(CostCategory),
    )
    equal_sites: EqualSites | None = plan_part(
        meaning="The sites that are alike, where the plan describes one of them.",
        folded="equal_sites",
        adding="Add equal sites",
        beginning={"number": 10},
        group="equal_sites",
    )
    discount_rate: Annotated[float, Field(ge=0, le=1)] | None = plan_field("discount_rate")
    support_rate: Annotated[float, Field(ge=0, le=1)] | None = plan_field(
        "support_rate", absent=Decided("support may be an amount for each host instead")
    )
    support_price_per_host: Money | None = plan_field(
        "support_price_per_host", absent=Decided("the share, of servers and array")
    )
    electricity_price_per_kwh: Annotated[float, Field(ge=0, le=100)] | None = plan_field("electricity_price_per_kwh")
    pue: Annotated[float, Field(ge=1, le=5)] | None = plan_field("pue", absent=Assumption("pue_ratio"))
    cpu_load_share: Share | None = plan_field("cpu_load_share", step=0.01)
    rack_unit_price_per_month: Money | None = plan_field(
        "rack_unit_price_per_month", label="Rack unit price", absent=Decided("space may be paid by the kW instead")
    )
    colocation_price_per_kw_month: Money | None = plan_field(
        "colocation_price_per_kw_month", absent=Decided("space is paid by the rack unit")
    )
    buy_expansion: bool = plan_field(
        "buy_expansion_flag", default=True, label="Buy hosts as demand grows", group="changes"
    )
    lead_time_months: Annotated[int, Field(ge=0, le=36)] | None = plan_field(
        label="Lead time of hosts",
        meaning="Months from an order to hosts that run, by which the last month to order is told.",
        unit="months",
        absent=Decided("what is usual"),
        group="changes",
    )
    expansion_cadence_months: Annotated[int, Field(ge=1, le=60)] | None = plan_field(
        "expansion_cadence_months", absent=Assumption("expansion_cadence_months"), group="changes"
    )
    expansion_minimum_hosts: Annotated[int, Field(ge=1, le=64)] | None = plan_field(
        "expansion_minimum_hosts", absent=Instead(1, "one host can be ordered"), group="changes"
    )
    migration_link_mbit_s: Annotated[float, Field(ge=1, le=1e6)] | None = plan_field(
        "migration_link_mbit_s", absent=Decided("what a published rule assumes"), group="migration"
    )
    migration_people: Annotated[int, Field(ge=1, le=1000)] | None = plan_field(
        "migration_people", absent=Decided("what published rules assume"), group="migration"
    )
    migration_check_minutes_per_vm: Annotated[float, Field(ge=0, le=10_000)] | None = plan_field(
        "migration_check_minutes_per_vm", absent=Decided("what published rules assume"), group="migration"
    )
    price_change: PriceChange = plan_part(default=PriceChange(), group="changes")
    keep: Keep | None = plan_part(
        meaning="The alternative to the configurations, in place of the reference.",
        hangs_on="running_cost_per_year",
        group="keep",
    )
    admin_hours_per_host_year: Annotated[float, Field(ge=0, le=8_760)] | None = plan_field(
        "administration_hours_per_host_year",
        label="Administration per host",
        absent=_NOT_COUNTED,
        group="administration",
    )
    admin_rate_per_hour: Money | None = plan_field(
        "administration_price_per_hour", absent=_NOT_COUNTED, group="administration"
    )
    outage_price: Money | None = plan_field(
        "outage_price", absent=Instead(0, "not counted: no price is given for outages"), group="administration"
    )
    residual_share: Share | None = plan_field(
        "residual_share", absent=Instead(0, "not counted: none is given for residual value"), group="depreciation"
    )
    depreciation_years: Annotated[float, Field(ge=0.1, le=30)] | None = plan_field(
        "depreciation_years",
        label="Depreciation period",
        meaning="Years over which hosts and array are written off in equal parts; a view that changes no cost.",
        group="depreciation",
    )
    country: Annotated[str, StringConstraints(pattern=COUNTRY)] | None = plan_field(
        label="Country of the electricity",
        meaning="ISO 3166 code of the country, or EU, whose electricity it is: for its carbon.",
        catalogue="energy",
        placeholder="world average",
        absent=Decided("the world"),
        group="carbon",
        examples=["DE"],
    )
    carbon_g_per_kwh: Annotated[float, Field(ge=0, le=5_000)] | None = plan_field(
        "carbon_g_per_kwh", figure_of="country", absent=Decided("the country's, else the world's"), group="carbon"
    )
    priced_on: Date | None = plan_field(
        label="Price date",
        meaning="Date for which the plan is priced; by default that of the newest price in it.",
        group="price_ages",
    )
    price_age_limit_months: Annotated[int, Field(ge=1, le=240)] | None = plan_field(
        label="Prices are old after",
        meaning="Age beyond which a price is called old; by default a year.",
        unit="months",
        group="price_ages",
    )

    _one_price = field_validator("prices")(one_price_for_each_part)
    _one_discount = field_validator("discounts")(one_discount_for_each_vendor)
    _one_rate = field_validator("exchange_rates")(one_rate_for_each_currency)

    @model_validator(mode="after")
    def _own_currency_has_no_rate(self) -> Self:
        if any(each.currency == self.currency for each in self.exchange_rates):
            raise ValueError(f"{self.currency} is the plan's currency: leave its rate out of `exchange_rates`")
        return self
