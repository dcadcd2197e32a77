"""A proposal of a vendor as it was read or entered, and what its audit is asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.document import Plan
from hostwise.plan.fields import Date, Document, Key, Name, Text
from hostwise.plan.prices import Currency, Part

MOST_SIDES, MOST_PROPOSAL_LINES, MOST_YEARS = 6, 5_000, 15

Amount = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]
"""Money of a proposal: below 0 where something is taken off."""
Quantity = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]

CategoryKey = Literal[
    "hardware",
    "licences",
    "support",
    "energy",
    "space",
    "migration",
    "training",
    "administration",
    "network",
    "services",
    "other",
]

LineMeaning = Literal[
    "licence",
    "cpu",
    "memory",
    "drive",
    "chassis",
    "nic",
    "support",
    "service",
    "total",
    "discount",
    "option",
    "other",
]
"""What a line of a quote is: a kind of part, or what else stands in quotes."""


class ProposalLine(Document):
    """A line of a proposal, with what is written in it."""

    line: int = Field(ge=0, description="Number of the line in its table, from 1; 0 for one that was entered.")
    kind: Literal["part", "charge", "sum", "option", "no_price"] = Field(
        "part",
        description="A part; shipping, services or taxes; a sum of others; an option that no sum has; or without a "
        "price of its own.",
    )
    part_number: Text = ""
    description: Text = ""
    part: Part | None = Field(None, description="The row of the catalogue that it is.", examples=["licences/vcf"])
    parts: tuple[Part, ...] = Field(
        (), max_length=10, description="The rows that it may be, where the line leaves one point open, such as a term."
    )
    why_no_part: Text | None = Field(None, description="Why it is no row of the catalogue.")
    meaning: LineMeaning | None = Field(
        None, description="What the line is, read from its words; null for a line entered by hand."
    )
    term_years: Annotated[float, Field(gt=0, le=MOST_YEARS)] | None = Field(
        None, description="Years that a licence or support is for, where a column says it."
    )
    quantity: Quantity | None = None
    unit_price: Amount | None = Field(None, description="Price of one piece as it is written.")
    discount_share: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="Discount of this line.")
    line_total: Amount | None = Field(None, description="Total as it is written.")
    category: CategoryKey | None = Field(None, description="Category of costs, in a comparison of total costs.")
    years: tuple[Amount | None, ...] = Field((), max_length=MOST_YEARS, description="Amounts by year.")


class StatedFigures(Document):
    """What a proposal says of its assumptions and of the cluster; what it does not say is absent."""

    hosts: Annotated[int, Field(ge=1, le=10_000)] | None = Field(None, description="Hosts.")
    years: Annotated[float, Field(gt=0, le=MOST_YEARS)] | None = Field(None, description="Years that it is for.")
    support_years: Annotated[float, Field(gt=0, le=MOST_YEARS)] | None = Field(None, description="Years of support.")
    growth_rate: Annotated[float, Field(ge=-0.9, le=5)] | None = Field(
        None, description="Growth of VMs in a year, as a share."
    )
    raw_capacity: Quantity | None = Field(None, description="Raw capacity, in the unit that is said.")
    raw_unit: Literal["TB", "TiB"] | None = None
    usable_capacity: Quantity | None = Field(None, description="Usable capacity, in the unit that is said.")
    usable_unit: Literal["TB", "TiB"] | None = None
    usable_per_raw: Annotated[float, Field(gt=0, le=100)] | None = Field(
        None, description="Usable capacity as a share of raw capacity."
    )
    spare_hosts: Annotated[int, Field(ge=0, le=100)] | None = Field(None, description="Hosts that may fail.")
    data_reduction_ratio: Annotated[float, Field(ge=1, le=100)] | None = Field(None, description="Data reduction.")
    vcpu_per_core: Annotated[float, Field(gt=0, le=100)] | None = Field(None, description="vCPUs for each core.")
    memory_overcommit: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Memory of VMs by that of the hosts."
    )


class ProposalSide(Document):
    """One offer of a proposal; a comparison has several."""

    name: Name
    lines: tuple[ProposalLine, ...] = Field((), max_length=MOST_PROPOSAL_LINES)
    stated: StatedFigures = StatedFigures()


class Proposal(Document):
    """A proposal: one offer, or the sides of a comparison."""

    name: Name
    currency: Currency | None = Field(None, description="ISO 4217 code; null where the proposal does not say it.")
    date: Date | None = Field(None, description="When it was made: prices of another time are not held against it.")
    sides: tuple[ProposalSide, ...] = Field(min_length=1, max_length=MOST_SIDES)


class QuoteAuditQuestion(Document):
    """What an audit is asked: a proposal, and the plan that it is held against."""

    proposal: Proposal
    plan: Plan | None = Field(None, description="Without a plan, hosts, capacity and life are not checked.")
    configuration: Key | None = Field(
        None,
        description="Key of the configuration whose storage, protection and other parts the offer has where it says "
        "nothing of them; the first by default.",
    )
