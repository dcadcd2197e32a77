"""What every catalogue row has: a key, sources, a date, a confidence, and a list of unconfirmed figures."""

from __future__ import annotations

from functools import cache
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from hostwise.engine.quantities import Kind

Confidence = Literal["datasheet", "vendor page", "paper", "press", "estimate", "background", "unknown"]
"""How far a row is to be trusted.

``datasheet`` a manufacturer's specification; ``vendor page`` another statement of the manufacturer or of the body that
measured it; ``paper`` a published test report; ``press`` press, blog, reseller or third-party list; ``estimate`` the
source itself estimates, or the model does; ``background`` general knowledge; ``unknown`` looked for and not found.
"""


UNCONFIRMED: frozenset[Confidence] = frozenset({"estimate", "background", "unknown"})

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+([._-]+[A-Za-z0-9]+)*$", max_length=80)]
Date = Annotated[str, StringConstraints(pattern=r"^(19|20)\d\d(-(\d\d(-\d\d)?|Q[1-4]|H[12]))?$")]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Text = Annotated[str, StringConstraints(min_length=1)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
"""A physical figure or an amount of money: unknown is None, and never zero."""
Whole = Annotated[int, Field(gt=0)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
"""A count that can truly be zero."""
Number = Annotated[float, Field(allow_inf_nan=False)]


def _split(value: object) -> object:
    """Read ``a;b`` of a data file as ``("a", "b")``."""
    return tuple(value.split(";")) if isinstance(value, str) else value


Keys = Annotated[tuple[Key, ...], BeforeValidator(_split)]


class Frozen(BaseModel):
    """An immutable record that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Price(Frozen):
    """An amount of money with what it takes to believe it."""

    amount: Positive = Field(description="The price, in `currency`.")
    currency: Currency = Field(description="ISO 4217 code.")
    basis: Text = Field(description="What kind of price: list, street, used market median, contract average ...")
    date: Date | None = Field(default=None, description="When the price held; prices without a date age unseen.")
    last_read: Date | None = Field(
        default=None, description="When it was last read in force: its age counts from then."
    )
    source: Keys = Field(min_length=1, description="Keys of the sources.")
    confidence: Confidence = Field(description="How far the price is to be trusted.")

    @property
    def held(self) -> str | None:
        """The last date on which it is known to have held."""
        return self.last_read or self.date


class Keyed(Frozen):
    """A row of a table."""

    key: Key = Field(description="Stable name of the row.")


class Record(Keyed):
    """A catalogue row with its sources."""

    stated_kind: ClassVar[Kind] = "vendor-stated"

    source: Keys = Field(min_length=1, description="Keys of the sources.")
    source_date: Date = Field(description="Date of the source; for an undated source the month in which it was read.")
    confidence: Confidence = Field(description="How far the row is to be trusted.")
    background_fields: Keys = Field(default=(), description="Fields that no source confirms: they count as assumed.")
    derived_fields: Keys = Field(
        default=(), description="Fields computed from other fields of the row; never in a data file."
    )
    entered_fields: Keys = Field(default=(), description="Fields replaced by the user; never in a data file.")
    notes: str = Field(default="", description="What a reader should know about the row.")

    def kind_of(self, field: str) -> Kind:
        """Whether the value of `field` is stated, measured, derived, assumed or entered by the user."""
        if field not in _field_names(type(self)):
            raise AttributeError(f"{type(self).__name__} has no field {field!r}")
        if field in self.entered_fields:
            return "entered"
        if field in self.background_fields:
            return "assumed"
        if field in self.derived_fields:
            return "derived"
        value = getattr(self, field)
        confidence = value.confidence if isinstance(value, Price) else self.confidence
        return "assumed" if confidence in UNCONFIRMED else self.stated_kind

    def with_entered(self, **values: object) -> Self:
        """The same row with values entered by the user, validated like the row itself.

        Derived fields are computed again from the new values.
        """
        stated = {
            name: getattr(self, name)
            for name in type(self).model_fields
            if name not in self.derived_fields and name != "derived_fields"
        }
        background = tuple(name for name in self.background_fields if name not in {*values, *self.derived_fields})
        entered = tuple(sorted({*self.entered_fields, *values}))
        return type(self).model_validate(stated | values | {"background_fields": background, "entered_fields": entered})


@cache
def _field_names(model: type[Record]) -> frozenset[str]:
    return frozenset(model.model_fields)


class Product(Record):
    """What a manufacturer sells under a name of its own."""

    vendor: Text = Field(description="Manufacturer.")
    model: Text = Field(description="Model.")

    @property
    def name(self) -> str:
        """Manufacturer and model."""
        return f"{self.vendor} {self.model}"


class Figure(Record):
    """A single number that says of itself what it is."""

    unit: Text = Field(description="Unit of the number.")
    kind: Kind = Field(description="Measured, derived, vendor-stated or assumed.")
    formula: str | None = Field(default=None, description="Arithmetic that yields the number, where it is derived.")
    locator: Text = Field(description="Table, figure or passage of the source.")

    def kind_of(self, field: str) -> Kind:
        """What the figure is; see `Record.kind_of` for the other fields."""
        return self.kind if field == "value" and field not in self.entered_fields else super().kind_of(field)
