"""The types that the plan document's fields share, and the base of its parts."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(max_length=2_000, pattern=r"^[^\x00]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True, pattern=r"^[^\x00]*$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*$")]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
NonNegative = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Money = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Date = Annotated[
    str, StringConstraints(pattern=r"^(19|20)\d\d(-((0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|Q[1-4]|H[12]))?$")
]
"""A day, month, quarter, half-year or year: what is known of a date."""
Growth = Annotated[float, Field(ge=-0.9, le=5, allow_inf_nan=False)]


class Document(BaseModel):
    """Base of all parts of a plan: immutable, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
