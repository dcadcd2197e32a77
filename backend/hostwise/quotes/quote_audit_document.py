"""What a proposal was read as, and what an audit of it found."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.estate import EstateFinding
from hostwise.plan.proposal import Proposal

DifferenceKind = Literal[
    "line_total",
    "sum",
    "year_total",
    "one_sided_discount",
    "one_sided_price",
    "one_sided_category",
    "licences_short",
    "licences_counted_twice",
    "price_outside_range",
    "support_short",
    "hosts_disagree",
    "tb_as_tib",
    "raw_capacity",
    "reserve_forgotten",
    "usable_capacity",
    "spare_forgotten",
    "hosts_short",
    "drive_life",
    "assumption",
]


class UnreadRow(Answer):
    """A row of a proposal that is left out or rejected."""

    table: str
    line: int
    text: str = Field(description="What stands in it, in short.")
    amount: float | None = Field(description="Its amount of money, as far as one can be read.")
    why: str


class ProposalReading(Answer):
    """What the file of a proposal was read as; nothing of it is stored."""

    proposal: Proposal
    rows: int = Field(description="Rows that hold anything, below the headers.")
    counted: int = Field(description="Rows that are lines or sums of the proposal, or say an assumption.")
    left_out: list[UnreadRow]
    rejected: list[UnreadRow]
    findings: list[EstateFinding]


class Difference(Answer):
    """Something that a proposal says and that can be shown to be otherwise."""

    kind: DifferenceKind
    side: str = Field(description="Name of the side.")
    lines: list[int] = Field(description="Numbers of the lines that it is about.")
    about: str = Field(description="What it is about, in short.")
    stated: float
    computed: float
    unit: str
    money: float | None = Field(description="Its effect in money, above 0; null where that cannot be said.")
    currency: str | None = Field(description="Currency of `money`; null where the proposal does not say it.")
    hosts: float | None = Field(description="Its effect in hosts; null where it has none.")
    favours: str | None = Field(
        description="Whom it favours: `sender`, `customer`, or a side of a comparison; null where nobody."
    )
    rule: str = Field(description="The rule or assumption behind it.")
    source: str = Field(description="Where the rule is from.")
    sentence: str
    question: str = Field(description="What to ask the sender.")


class NotChecked(Answer):
    """Something that could not be checked."""

    side: str
    what: str
    because: str


class QuoteAudit(Answer):
    """The audit of a proposal."""

    name: str
    currency: str | None
    sentence: str = Field(description="How many differences there are and whom they favour.")
    favour: dict[str, float] = Field(description="Effects in money by whom they favour.")
    differences: list[Difference] = Field(description="The largest effect first.")
    not_checked: list[NotChecked]
    questions: list[str] = Field(description="Questions to the sender.")
    letter: str = Field(description="The questions as a text to send.")
    report: str = Field(description="All of it as a document in Markdown.")
