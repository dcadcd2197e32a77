"""The sample plans, and printed numbers of their sources beside the model's."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from hostwise.decision.decision import Decision
from hostwise.number_format.writing import Format
from hostwise.plan.fields import Key

Verdict = Literal[
    "implied by the source",
    "by construction",
    "reproduced",
    "rounded in the source",
    "misprint in the source",
    "chosen to match",
    "other unit convention",
    "differs",
]


class SampleSummary(BaseModel):
    """A sample in the list."""

    key: Key
    kind: Literal["case", "reproduction"] = Field(
        description="Whether it is a decision with parts and prices of today, or a published study computed again."
    )
    title: str
    summary: str
    source: str = Field(description="Citation key of what it reproduces.")
    reproduces: list[str] = Field(description="What of the source the model reproduces; of a case, what it shows.")
    errs: list[str] = Field(
        description="Where the source contradicts itself or is uncertain, and what the sample does; of a case, its "
        "limits."
    )
    decision: Decision | None = Field(
        None, description="The decision on a case, simulated, with all its candidates; null for a reproduction."
    )


class Check(BaseModel):
    """One claim of a source beside the model's number."""

    claim: str
    locator: str
    printed: str
    computed: float | None = Field(
        description="The model's number; a share where the claim compares two configurations."
    )
    unit: str
    format: Format = Field(description="How to write the number, as in the comparison's rows.")
    configuration: str = Field(description="Key of the configuration whose number it is.")
    against: str | None = Field(description="Key of the configuration that it is compared with.")
    quantity: str = Field(description="Quantity that can be explained.")
    verdict: Verdict
    note: str
