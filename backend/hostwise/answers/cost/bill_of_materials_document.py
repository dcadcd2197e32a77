"""What has to be bought for each configuration: parts with quantity, unit price and where the price comes from."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Value

MaterialKind = Literal[
    "chassis", "processor", "network", "memory", "drive", "array", "host", "licence", "rounding", "reused"
]
SectionKey = Literal["hardware", "licences_once", "licences_by_year"]


class MaterialStatus(StrEnum):
    """Where a unit price comes from.

    given: entered in the plan, or among its prices, whose quote is the `source`. catalogue: a row of the catalogue.
    indicative: an example, an assumption, or the price of the part's class; not quoted. missing: there is none.
    """

    GIVEN = "given"
    CATALOGUE = "catalogue"
    INDICATIVE = "indicative"
    MISSING = "missing"


class Material(Answer):
    """A line of a bill of materials."""

    kind: MaterialKind = Field(
        description="What it is; `rounding` is the difference between whole modules and the memory that is counted, "
        "`reused` are parts that are there, whose quantity and amount are below 0."
    )
    role: str | None = Field(None, description="Role of drives: cache, capacity, memory_tier, swap or read_cache.")
    label: str = Field(description="What it is, for people.")
    name: str | None = Field(None, description="The part; null where neither plan nor catalogue names it.")
    key: str | None = Field(None, description="Key of the part in the catalogue; null for own figures.")
    detail: str = Field("", description="Size, speed or terms.")
    cost_part: str = Field(description="Key of the part of the cost that it belongs to.")
    unit: str = Field(description="What the quantity counts: pieces, sets, GiB, cores, sockets or licences.")
    per_host: float | None = Field(
        None, description="Quantity of one host; null for what is counted for all hosts together."
    )
    hosts: float | None = Field(
        None, description="Hosts that it is bought for; null if unknown, or if it is bought for the cluster."
    )
    quantity: float | None = Field(None, description="Quantity in all; null is unknown.")
    unit_price: float | None = Field(None, description="Price of one unit, of licences by year that of a year.")
    amount: float | None = Field(None, description="Quantity times unit price; null is unknown, and never zero.")
    status: MaterialStatus
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    date: str | None = Field(None, description="When the price held, where that is known.")
    confidence: str | None = Field(None, description="How far a price of the catalogue is to be trusted.")
    age_months: int | None = Field(
        None, description="Age of the price relative to the plan's price date, a lower bound; null is unknown."
    )
    is_old: bool = Field(False, description="Whether the price is older than the plan accepts.")
    pointer: str | None = Field(None, description="JSON pointer of the field that gives the price.")


class MaterialTotal(Answer):
    """The sum of some lines."""

    amount: float | None = Field(description="Sum of the known lines; null if none is known.")
    is_lower_bound: bool = Field(description="Whether a line has no amount, so that the sum is a lower bound.")
    missing: list[str] = Field(description="JSON pointers of the missing prices.")


class MaterialSection(Answer):
    """Lines that are paid alike, and their sum."""

    key: SectionKey
    label: str
    lines: list[Material]
    total: MaterialTotal


class ConfigurationBillOfMaterials(Answer):
    """The bill of materials of one configuration, for its first hosts."""

    key: str
    name: str
    hosts: Value
    sections: list[MaterialSection] = Field(description="Hardware first; a section without lines is left out.")
    csv: str = Field(description="The lines as comma-separated values with a header, for a spreadsheet.")


class BillOfMaterials(Answer):
    """The bill of materials of each configuration of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    plan_name: str
    currency: str = Field(description="Currency of all prices; those of the catalogue in others are converted.")
    priced_on: str | None = Field(description="The plan's price date: as given, else that of its newest price.")
    configurations: list[ConfigurationBillOfMaterials]
