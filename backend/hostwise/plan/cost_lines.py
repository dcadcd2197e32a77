"""Cost lines of a plan or a configuration: what costs besides parts, licences, energy and space."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.declaration import Decided, plan_field
from hostwise.plan.fields import Date, Document, Name, SignedMoney, Text

MOST_LINES = 100
"""Cost lines of a plan, and of a configuration."""


class CostCategory(StrEnum):
    """What a cost line is for."""

    MIGRATION = "migration"
    DOUBLE_RUNNING = "double_running"
    TRAINING = "training"
    SERVICES = "services"
    BACKUP_MONITORING = "backup_monitoring"
    NETWORK = "network"
    MAINTENANCE = "maintenance"
    EXTERNAL_ARRAY = "external_array"
    SOFTWARE_ASSURANCE = "software_assurance"
    ADMINISTRATION = "administration"
    DECOMMISSIONING = "decommissioning"
    OTHER = "other"


CATEGORY_LABELS = {
    CostCategory.MIGRATION: "Migration",
    CostCategory.DOUBLE_RUNNING: "Double running",
    CostCategory.TRAINING: "Training",
    CostCategory.SERVICES: "Services",
    CostCategory.BACKUP_MONITORING: "Backup and monitoring",
    CostCategory.NETWORK: "Network",
    CostCategory.MAINTENANCE: "Maintenance of kept equipment",
    CostCategory.EXTERNAL_ARRAY: "External array",
    CostCategory.SOFTWARE_ASSURANCE: "Software Assurance",
    CostCategory.ADMINISTRATION: "Administration",
    CostCategory.DECOMMISSIONING: "Decommissioning",
    CostCategory.OTHER: "Other",
}
"""In the order in which they are listed."""


class PaymentSchedule(StrEnum):
    """When a cost line is paid."""

    ONCE = "once"
    IN_SHARES = "in_shares"
    EVERY_YEAR = "every_year"
    EVERY_YEAR_END = "every_year_end"
    EVERY_MONTH = "every_month"


YEARLY = (PaymentSchedule.EVERY_YEAR, PaymentSchedule.EVERY_YEAR_END)
"""One payment a year."""


class CostLineBasis(StrEnum):
    """What the amount of a cost line is for."""

    ALL = "all"
    VM = "vm"
    HOST = "host"
    CORE = "core"
    SITE = "site"


class CostLine(Document):
    """An amount, for all or for each VM, host or core, paid once in a month or over a span of months."""

    label: Name = plan_field(default=..., label="Cost line", meaning="What it is for, in words.")
    category: CostCategory = plan_field(
        default=...,
        label="Category",
        meaning="The part of the cost that it belongs to.",
        choices=CATEGORY_LABELS,
    )
    amount: SignedMoney = plan_field(
        default=...,
        label="Amount",
        meaning="What is paid at a time, for all or for each; below 0 it is income or a credit.",
        unit="currency",
    )
    low: SignedMoney | None = plan_field(
        label="Amount, low end",
        meaning="The 5th percentile of the amount: simulations draw between both ends.",
        unit="currency",
        absent=Decided("the amount itself"),
    )
    high: SignedMoney | None = plan_field(
        label="Amount, high end",
        meaning="The 95th percentile of the amount: simulations draw between both ends.",
        unit="currency",
        absent=Decided("the amount itself"),
    )
    per: CostLineBasis = plan_field(
        default=CostLineBasis.ALL,
        label="For",
        meaning="What the amount is for: all together, or each VM, host, core or site that there is in the month.",
        choices={
            CostLineBasis.ALL: "all together",
            CostLineBasis.VM: "each VM",
            CostLineBasis.HOST: "each host",
            CostLineBasis.CORE: "each core",
            CostLineBasis.SITE: "each site",
        },
    )
    paid: PaymentSchedule = plan_field(
        default=PaymentSchedule.ONCE,
        label="Paid",
        meaning="Once in a month, once in equal shares of the months as of waves, once a year at the start or the end "
        "of each year of the line, or every month.",
        choices={
            PaymentSchedule.ONCE: "once",
            PaymentSchedule.IN_SHARES: "once, in shares by month",
            PaymentSchedule.EVERY_YEAR: "every year, in advance",
            PaymentSchedule.EVERY_YEAR_END: "every year, at its end",
            PaymentSchedule.EVERY_MONTH: "every month",
        },
    )
    month: int = plan_field(
        default=0,
        label="In month",
        meaning="The month of a payment that is made once, 0 is the purchase; else the first month, at least 1.",
        ge=0,
        le=180,
    )
    until_month: Annotated[int, Field(ge=1, le=180)] | None = plan_field(
        label="Until month",
        meaning="The last month of what is paid in shares, every year or every month; a last part of a year is paid in "
        "proportion.",
        unit="months",
        absent=Decided("the horizon's"),
    )
    change_rate: Annotated[float, Field(ge=-0.9, le=5)] = plan_field(
        default=0.0,
        label="Change per year",
        meaning="Change of the price at each anniversary of the line's first month; the first year costs the amount.",
        unit="share/year",
    )
    date: Date | None = plan_field(label="As of", meaning="Date of the amount.")
    note: Text | None = plan_field(label="Note", meaning="Where the amount comes from.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.until_month is not None and self.paid is PaymentSchedule.ONCE:
            raise ValueError("what is paid once has no last month: leave out until_month")
        if self.until_month is None and self.paid is PaymentSchedule.IN_SHARES:
            raise ValueError("what is paid in shares needs its last month, until_month")
        if self.until_month is not None and self.until_month < self.month:
            raise ValueError(f"its last month, {self.until_month}, is before its first, {self.month}")
        return self

    @model_validator(mode="after")
    def _paid_as_sites_open(self) -> Self:
        if self.per is CostLineBasis.SITE and self.paid is PaymentSchedule.IN_SHARES:
            raise ValueError("a site opens in one month: what is paid for it once is paid `once`, not in shares")
        if self.per is CostLineBasis.SITE and self.paid is PaymentSchedule.ONCE and self.month:
            raise ValueError("what is paid once for each site is paid in the month in which it opens: leave out month")
        return self

    @model_validator(mode="after")
    def _between_its_ends(self) -> Self:
        if self.low is not None and self.low > self.amount:
            raise ValueError(f"the low end, {self.low:g}, is above the amount, {self.amount:g}")
        if self.high is not None and self.high < self.amount:
            raise ValueError(f"the high end, {self.high:g}, is below the amount, {self.amount:g}")
        return self

    @property
    def has_range(self) -> bool:
        """Whether the amount is uncertain."""
        return self.low is not None or self.high is not None

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends of the amount; one that is left out is the amount itself."""
        return (
            self.amount if self.low is None else self.low,
            self.amount if self.high is None else self.high,
        )

    def payments(self, months: int) -> list[float]:
        """What is paid in each month from the purchase, 0, to the last of the plan, for one of what the amount is for.

        The price changes at each anniversary of the first month and never between. A year is one payment; the last
        one, which the end of the line or of the plan may cut short, is paid for the months that it has.

        >>> line = {"label": "Support", "category": "services", "amount": 120, "change_rate": 0.5}
        >>> CostLine(**line, paid="every_year", until_month=18).payments(24)[1::12]
        [120.0, 90.0]
        >>> CostLine(**line, paid="every_year_end", until_month=18).payments(24)[12::6]
        [120.0, 90.0, 0.0]
        """
        paid = [0.0] * (months + 1)
        if self.paid is PaymentSchedule.ONCE:
            if self.month <= months:
                paid[self.month] = self.amount
            return paid
        first = max(self.month, 1)
        last = months if self.until_month is None else min(self.until_month, months)
        for start in range(first, last + 1, MONTHS_PER_YEAR):
            price = self.amount * (1 + self.change_rate) ** ((start - first) // MONTHS_PER_YEAR)
            end = min(start + MONTHS_PER_YEAR - 1, last)
            length = end - start + 1
            if self.paid is PaymentSchedule.EVERY_YEAR:
                paid[start] = price * length / MONTHS_PER_YEAR
            elif self.paid is PaymentSchedule.EVERY_YEAR_END:
                paid[end] = price * length / MONTHS_PER_YEAR
            else:
                paid[start : end + 1] = [price / self._shares] * length
        return paid

    @property
    def _shares(self) -> int:
        """The payments that the amount is divided into."""
        if self.paid is not PaymentSchedule.IN_SHARES:
            return 1
        assert self.until_month is not None
        return self.until_month - max(self.month, 1) + 1

    def after(self, months: int) -> float:
        """What is paid once and after a month, at the amount of today; what is paid again and again just ends there.

        A line that is paid again and again and begins after it counts with what is paid at a time.
        """
        if self.month > months:
            return float(self.amount)
        if self.paid is PaymentSchedule.IN_SHARES and self.until_month is not None:
            return float(self.amount * max(self.until_month - months, 0) / self._shares)
        return 0.0

    def in_a_year(self) -> float:
        """What is paid for one unit in a year at the amount of today; 0 where it is paid once, or once in shares."""
        return self.amount * _TIMES_A_YEAR[self.paid]


_TIMES_A_YEAR = {
    PaymentSchedule.ONCE: 0.0,
    PaymentSchedule.IN_SHARES: 0.0,
    PaymentSchedule.EVERY_YEAR: 1.0,
    PaymentSchedule.EVERY_YEAR_END: 1.0,
    PaymentSchedule.EVERY_MONTH: float(MONTHS_PER_YEAR),
}
