"""Licences, energy and the level of the market."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.catalogue.record import (
    Currency,
    Date,
    Key,
    Keys,
    NotNegative,
    Number,
    Positive,
    Price,
    Record,
    Text,
    Whole,
)


class Licence(Record):
    """A software licence or subscription."""

    product: Text = Field(description="Product.")
    vendor: Text = Field(description="Vendor.")
    edition: Text = Field(description="Edition or term.")
    metric: Literal["core", "socket", "core-pair", "socket-pair", "tib"] = Field(description="What is counted.")
    price: Price | None = Field(default=None, description="Price of `price_buys_units` units for one `billing` period.")
    price_buys_units: Whole = Field(description="How many counted units one price buys: the basis of the price.")
    pack: Whole = Field(description="Counted units that are sold together at the least, above the floors.")
    billing: Literal["year", "month", "once"] = Field(description="How often the price is paid.")
    term: Text = Field(description="Terms on offer.")
    minimum_cores_per_cpu: Whole | None = Field(default=None, description="Cores licensed at least per processor.")
    minimum_cores_per_server: Whole | None = Field(default=None, description="Cores licensed at least per server.")
    core_factor: Positive | None = Field(default=None, description="Licences that one core takes; None is one.")
    assurance_rate: Positive | None = Field(
        default=None, description="Share of the price that the right to new versions costs in a year, where it is sold."
    )
    cores_per_licence: Whole | None = Field(
        default=None, description="Cores of one server that a licence by socket or pair of sockets covers at most."
    )
    minimum_cores_per_vm: Whole | None = Field(
        default=None, description="Cores licensed at least per VM, where VMs are licensed."
    )
    licensed_by: Literal["host", "vm"] = Field(
        default="host", description="Whether all cores of the hosts are licensed, or the virtual ones of the VMs."
    )
    ways: Keys = Field(
        default=(), description="Ways in which it may be licensed, host and vm; empty where only one is known."
    )
    assured_ways: Keys = Field(default=(), description="Those of them that need the right to new versions.")
    covers_guest_os: Key | None = Field(
        default=None, description="Guest system of which any number of VMs needs no other licence on a licensed host."
    )
    vms_per_licensing: Whole | None = Field(
        default=None, description="VMs that licensing all cores of a host once covers; None is any number."
    )
    versions: str | None = Field(default=None, description="Versions it covers.")
    storage: Keys = Field(
        default=(), description="Storage that it may stand on, of the modelled osa, esa and external; empty is any."
    )
    hypervisor: Key | None = Field(
        default=None, description="Family of the hypervisor that it is for; None for software inside VMs."
    )

    @property
    def name(self) -> str:
        """Product and edition."""
        return self.product if self.edition in self.product else f"{self.product} ({self.edition})"


class LicenceTerm(Record):
    """A rule or price of licences that changes with time: the newest one that has begun by a date is in force."""

    licences: Keys = Field(min_length=1, description="Keys of the licences.")
    term: Literal[
        "minimum_cores_per_order",
        "entitlement_tib_per_core",
        "whole_capacity_flag",
        "price",
        "end_of_sale",
        "price_hold_years",
    ] = Field(
        description="Cores licensed at least per order; raw storage included with a core, TiB; whether the whole "
        "capacity is licensed once it exceeds what is included; price, in the currency and for the units of the "
        "licence; end of sale; years of the term, within which the price is held."
    )
    value: NotNegative = Field(description="The figure; 1 and 0 for yes and no.")
    in_force_from: Date = Field(description="When it came into force.")


class CostRate(Record):
    """A published rate that a cost line may begin with."""

    category: Key = Field(description="Category of cost lines.")
    name: Text = Field(description="What it is for.")
    scope: Text = Field(description="Where it holds.")
    per: Literal["all", "vm", "host", "core"] = Field(description="What the amount is for.")
    paid: Literal["once", "every_year", "every_month"] = Field(description="When it is paid.")
    low: Positive | None = Field(default=None, description="Low end of what is published.")
    amount: Positive = Field(description="Usual amount.")
    high: Positive | None = Field(default=None, description="High end of what is published; none where it is open.")
    currency: Currency = Field(description="ISO 4217 code.")


class MigrationRule(Record):
    """A published rule for how long a move of VMs takes: the values that it has for the inputs of the model."""

    name: Text = Field(description="Whose rule it is.")
    migration_link_mbit_s: Positive | None = Field(
        default=None, description="Speed of the network, in Mbit/s; None is that of the plan."
    )
    migration_link_use_share: Positive = Field(description="Share of it that is used.")
    migration_copied_ratio: Positive = Field(description="Data copied for each gigabyte moved.")
    migration_check_minutes_per_vm: Positive | None = Field(
        default=None, description="Checks of a VM, in minutes; None says nothing of them."
    )
    migration_people: Positive | None = Field(default=None, description="People who check side by side.")
    working_hours_per_month: Positive | None = Field(
        default=None, description="Hours that one of them works in a month."
    )
    fixed_months: Positive | None = Field(
        default=None, description="Months that it adds for any number of VMs; None adds none."
    )


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

    quarterly_of: Literal["memory", "flash"] | None = Field(
        default=None, description="Parts of a host whose price it is the change of in a quarter."
    )
    item: Text = Field(description="What it is about.")
    metric: Literal["price_per_gb", "change_share", "price_ratio", "cost_share"] = Field(
        description="Price per GB; change as a share of the former price; ratio of two prices; share of a total cost."
    )
    value: Number | None = Field(default=None, description="The figure.")
    low: Number | None = Field(default=None, description="Low end where the source gives a range.")
    high: Number | None = Field(default=None, description="High end where the source gives a range.")
    currency: Currency | None = Field(default=None, description="ISO 4217 code of a price.")
    period: Date = Field(description="Period for which the figure holds.")


class IndicativePrice(Record):
    """What parts of a class cost: for parts without a price of their own, and to check prices against.

    A row with a `kind` stands for the parts of that kind and size; the others are for reading.
    """

    part: Literal["drive", "memory", "processor", "chassis", "card", "boot", "switch", "server", "support", "space"] = (
        Field(description="What it is a price of.")
    )
    name: Text = Field(description="The class.")
    size_class: Text = Field(description="Size of the class in words.")
    kind: Key | None = Field(default=None, description="Kind of the parts that it stands for.")
    size_from: NotNegative | None = Field(
        default=None, description="Least size of these: GB, GiB of a module, cores, rack units, Gbit/s of a port."
    )
    size_to: Positive | None = Field(default=None, description="Size up to which it stands for them.")
    per: Text = Field(description="What one price buys.")
    value: Positive | None = Field(default=None, description="Middle of the class; None where none was found.")
    low: Positive | None = Field(default=None, description="Low end of the band.")
    high: Positive | None = Field(default=None, description="High end of the band.")
    currency: Currency | None = Field(default=None, description="ISO 4217 code.")
    basis: Text = Field(description="What kind of price.")
    price_date: Date | None = Field(default=None, description="When the price held.")

    @property
    def price(self) -> Price | None:
        """The middle of the class as a price; None where none was found."""
        if self.value is None or self.currency is None:
            return None
        return Price(
            amount=self.value,
            currency=self.currency,
            basis=self.basis,
            date=self.price_date,
            source=self.source,
            confidence=self.confidence,
        )

    @property
    def title(self) -> str:
        """The class with its size."""
        return f"{self.name}, {self.size_class}"
