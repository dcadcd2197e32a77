"""Software licences of a configuration: of its hosts, and of what runs in the VMs."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hostwise.plan.declaration import Decided, Instead, groups, plan_field
from hostwise.plan.discounts import DiscountShare
from hostwise.plan.fields import Date, Document, Growth, Key, Money, Name, NonNegative
from hostwise.plan.workload import GUEST_OS_LABELS, GuestOs

_CATALOGUE = Decided("the catalogue value")


class LicenceContract(Document):
    """What a contract says of a licence: its term, the rise of its price, and what is owned already."""

    term_years: Annotated[int, Field(ge=1, le=15)] | None = plan_field(
        label="Term",
        meaning="Years of a subscription's term: cores are counted anew at each renewal, and never fewer in between.",
        unit="years",
        figure_of="key",
        absent=Decided("that of the listed price, else a year"),
        group="contract",
    )
    price_hold_years: Annotated[int, Field(ge=1, le=15)] | None = plan_field(
        label="Price held for",
        meaning="Years within which the price is held; then it is what the list has become.",
        unit="years",
        figure_of="key",
        absent=Decided("the term"),
        group="contract",
    )
    price_change_rate: Growth | None = plan_field(
        label="Change of its price per year",
        meaning="Rise of this product's price in a year, in place of that of all licences.",
        control="share",
        span=(-0.1, 0.3),
        step=0.01,
        figure_of="key",
        absent=Decided("that of all licences"),
        group="contract",
    )
    owned: Annotated[int, Field(ge=0, le=1_000_000)] | None = plan_field(
        label="Licences owned",
        meaning="Licences that are there and paid, in cores or sockets as the product counts them.",
        absent=Instead(0, "none is owned"),
        group="contract",
    )
    owned_until_month: Annotated[int, Field(ge=1, le=180)] | None = plan_field(
        label="Owned until month",
        meaning="Last month of the owned licences; the next term of all begins after it.",
        unit="months",
        absent=Decided("for good, where licences are paid once"),
        group="contract",
    )
    assured: bool | None = plan_field(
        label="Bought with assurance",
        meaning="Whether a yearly share is paid for the right to new versions, as with Software Assurance.",
        figure_of="key",
        absent=Decided("without"),
        group="contract",
    )
    owned_assured: bool = plan_field(
        default=False,
        label="Owned with assurance",
        meaning="Whether that share is paid for the owned licences, too.",
        group="contract",
    )
    assurance_rate: Annotated[float, Field(ge=0, le=1)] | None = plan_field(
        label="Assurance per year",
        meaning="Share of the price of a licence that assurance costs a year.",
        control="share",
        span=(0, 0.4),
        step=0.01,
        figure_of="key",
        absent=_CATALOGUE,
        group="contract",
    )


class Licence(LicenceContract):
    """The software licence: a catalogue key or own prices."""

    model_config = groups(
        contract="Term, rises and owned licences",
        licence_rules="Licence rules",
        licensed_storage="Licensed storage",
    )

    key: Key | None = plan_field(label="Licence", meaning="Key in the catalogue.", catalogue="licences")
    price_per_core_year: Money | None = plan_field(
        "licence_price_per_core", label="Price per core and year", unit="currency", figure_of="key", absent=_CATALOGUE
    )
    price_per_socket_year: Money | None = plan_field(
        "licence_price_per_socket",
        label="Price per socket and year",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
    )
    price_per_core_once: Money | None = plan_field(
        "perpetual_price_per_core",
        label="Price per core, paid once",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
    )
    discount_share: DiscountShare | None = plan_field(
        label="Discount on the list price",
        meaning="Share of the catalogue's price that is not paid; in place of the discount of its vendor, never added.",
        control="share",
        span=(0, 0.6),
        step=0.01,
        figure_of="key",
        absent=Decided("that of the vendor, if the plan has one"),
    )
    discount_date: Date | None = plan_field(
        label="Discount as of", meaning="Date of the discount.", figure_of="key", group="licence_rules"
    )
    billing: Literal["month", "year"] | None = plan_field(
        "licence_billing_months",
        label="Subscription billing",
        meaning="Whether subscriptions are paid month by month, or for each year in advance.",
        choices={"year": "yearly in advance", "month": "monthly"},
        figure_of="key",
        absent=Decided("the catalogue's, else each year"),
        group="licence_rules",
    )
    minimum_cores_per_socket: Annotated[int, Field(ge=0, le=256)] | None = plan_field(
        "licence_minimum_cores_per_socket", figure_of="key", absent=_CATALOGUE, group="licence_rules"
    )
    minimum_cores_per_host: Annotated[int, Field(ge=0, le=2_048)] | None = plan_field(
        "licence_minimum_cores_per_host", figure_of="key", absent=_CATALOGUE, group="licence_rules"
    )
    order_minimum_cores: Annotated[int, Field(ge=0, le=100_000)] | None = plan_field(
        "licence_minimum_cores_per_order",
        meaning="Least cores of an order; 0 where no such rule is in force. Sources conflict about VMware's.",
        figure_of="key",
        absent=_CATALOGUE,
        group="licence_rules",
    )
    order_minimum_as_of: Date | None = plan_field(
        label="Minimum order as of",
        meaning="Date from which that minimum, or its absence, is known.",
        figure_of="key",
        group="licence_rules",
    )
    pack_cores: Annotated[int, Field(ge=1, le=1_024)] | None = plan_field(
        "licence_pack_cores", figure_of="key", absent=_CATALOGUE, group="licence_rules"
    )
    vms_per_licensing: Annotated[int, Field(ge=0, le=10_000)] | None = plan_field(
        "licensed_vms_per_host", figure_of="key", absent=_CATALOGUE, group="licence_rules"
    )
    entitlement_tib_per_core: NonNegative | None = plan_field(
        "entitlement_tib_per_core", figure_of="key", absent=_CATALOGUE, group="licensed_storage"
    )
    whole_capacity: bool | None = plan_field(
        "whole_capacity_flag",
        label="Whole capacity is licensed",
        meaning="Whether the whole capacity is licensed once it exceeds what is included, and not only what is beyond.",
        figure_of="key",
        absent=Decided("the rule in force on the plan's date"),
        group="licensed_storage",
    )
    pooled_tib: NonNegative | None = plan_field(
        "pooled_tib", absent=Instead(0, "nothing is left over elsewhere"), group="licensed_storage"
    )
    addon_price_per_tib_year: Money | None = plan_field(
        "addon_price_per_licence",
        label="Price per further TiB and year",
        meaning="Price of a TiB of raw storage capacity and year, beyond what the cores include.",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
        group="licensed_storage",
    )


class GuestLicence(LicenceContract):
    """The licence of a product in the VMs, beside that of the hosts: guest systems, or databases on them."""

    model_config = groups(contract="Term, rises and owned licences")

    key: Key | None = plan_field(label="Licence", meaning="Key in the catalogue.", catalogue="licences")
    group: Name | None = plan_field(
        label="VM group that runs it", meaning="Name of the VM group that runs the product; by default all VMs."
    )
    guest_os: GuestOs | None = plan_field(
        label="Guest operating system it is for",
        meaning="Only the VMs of groups with this guest operating system run the product, in place of one group.",
        choices=GUEST_OS_LABELS,
        absent=Decided("any"),
    )
    licensed_by: Literal["host", "vm"] | None = plan_field(
        label="Licensed by",
        meaning="Whether all cores of the hosts are licensed, or the virtual cores of the VMs.",
        choices={"host": "all cores of the hosts", "vm": "virtual cores of the VMs"},
        figure_of="key",
        absent=Decided("the catalogue's, else all cores of the hosts"),
    )
    price_per_core_year: Money | None = plan_field(
        label="Price per core and year",
        meaning="Price of a core and year.",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
    )
    price_per_core_once: Money | None = plan_field(
        label="Price per core, paid once",
        meaning="Price of a core, paid once.",
        unit="currency",
        figure_of="key",
        absent=_CATALOGUE,
    )
    billing: Literal["month", "year"] | None = plan_field(
        label="Subscription billing",
        meaning="Whether subscriptions are paid month by month, or for each year in advance.",
        choices={"year": "yearly in advance", "month": "monthly"},
        figure_of="key",
        absent=Decided("the catalogue's, else each year"),
    )
    minimum_cores_per_socket: Annotated[int, Field(ge=0, le=256)] | None = plan_field(
        label="Minimum licensed cores per socket",
        meaning="Least cores to license for each processor.",
        figure_of="key",
        absent=_CATALOGUE,
    )
    minimum_cores_per_host: Annotated[int, Field(ge=0, le=2_048)] | None = plan_field(
        label="Minimum licensed cores per host",
        meaning="Least cores to license for each host.",
        figure_of="key",
        absent=_CATALOGUE,
    )
    minimum_cores_per_vm: Annotated[int, Field(ge=0, le=256)] | None = plan_field(
        label="Minimum licensed cores per VM",
        meaning="Least cores to license for each VM.",
        figure_of="key",
        absent=_CATALOGUE,
    )
    pack_cores: Annotated[int, Field(ge=1, le=1_024)] | None = plan_field(
        label="Cores per licence pack",
        meaning="Cores of a pack; 1 if licences are sold singly.",
        figure_of="key",
        absent=_CATALOGUE,
    )
    core_factor: Annotated[float, Field(ge=0.1, le=4)] | None = plan_field(
        label="Licences per core",
        meaning="Licences that one core takes, as by Oracle's table of processors: 0.5 for x86.",
        figure_of="key",
        absent=Decided("the catalogue's, else one"),
    )
    vms_per_licensing: Annotated[int, Field(ge=0, le=10_000)] | None = plan_field(
        label="VMs that a licensed host may run",
        meaning="VMs covered by licensing all cores of a host once; 0 for any number.",
        figure_of="key",
        absent=_CATALOGUE,
    )

    @model_validator(mode="after")
    def _one_way_to_say_who_runs_it(self) -> Self:
        if self.group is not None and self.guest_os is not None:
            raise ValueError("give the VM group or the guest system that runs it, not both")
        return self
