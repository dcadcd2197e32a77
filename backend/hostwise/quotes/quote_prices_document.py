"""What a quote was read as, and what a price book changes in a plan."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateFinding
from hostwise.plan.prices import ExchangeRate, PartPrice


class PartCandidate(Answer):
    """A part of the catalogue that a line of a quote may be."""

    part: str = Field(description="List and key of the catalogue's row.")
    name: str
    per: str = Field(description="What one price buys.")
    score: float = Field(
        description="Share of the words of the part that the line has, rare words counting more; 0..1."
    )


class QuoteLine(Answer):
    """A line of a quote, with the parts that it may be."""

    line: int = Field(description="Number of the line in the file, from 1.")
    kind: Literal["part", "sum", "charge", "option", "no_price"] = Field(
        description="A part; a sum of other lines; shipping, services or taxes; an option that no sum has; or what has "
        "no price of its own."
    )
    part_number: str
    description: str
    quantity: float | None
    unit_price: float | None = Field(description="Price of one piece; null if it cannot be read.")
    currency: str | None = Field(description="ISO 4217 code; null where the quote does not say it.")
    discount_share: float | None
    date: str | None
    part: str | None = Field(description="The part that it is without doubt; null is for the reader to decide.")
    candidates: list[PartCandidate] = Field(description="Parts that it may be, the likeliest first.")
    why_none: str | None = Field(None, description="Why no part is chosen.")


class QuoteReading(Answer):
    """What a quote was read as; nothing of it is stored."""

    file: str
    headers: list[str] = Field(description="Headers as written.")
    mapping: dict[str, str] = Field(description="Header by column.")
    least_score: float = Field(description="Score below which no part is chosen.")
    lines: list[QuoteLine]
    findings: list[EstateFinding]


class ChangedPrice(Answer):
    """What a price book changes for one part."""

    part: str
    name: str | None = Field(description="The part for people; null where the catalogue does not have it.")
    before: PartPrice | None = Field(description="The plan's price; null if it has none.")
    after: PartPrice | None = Field(description="The book's price; null if it has none any more.")
    change_share: float | None = Field(
        description="By which share of the price before it differs; null if that cannot be said."
    )


class AppliedBook(Answer):
    """A plan with the prices of a price book, and what that changes."""

    plan: Plan
    changes: list[ChangedPrice] = Field(description="Parts whose price differs, is new, or is in the book no more.")
    rates: list[ExchangeRate] = Field(description="Exchange rates that the plan takes over from the book.")
    unknown: list[str] = Field(description="Parts of the book that the catalogue does not have: they are left out.")
