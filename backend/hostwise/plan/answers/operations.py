"""Measured operations-per-minute models, and the curves through their points."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from hostwise.engine.opm import Basis
from hostwise.engine.quantities import Kind
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.opm import OpmMeasure


class Origin(StrEnum):
    """Where a model or series is kept."""

    BUILT_IN = "built_in"
    OWN = "own"


class Described(BaseModel):
    """Base of what is read off documents and the catalogue: immutable."""

    model_config = ConfigDict(frozen=True)


class Citation(Described):
    """Who says so."""

    key: str | None = Field(None, description="Key of the source in the catalogue; null for own measurements.")
    citation: str = Field(description="Full citation.")
    url: str | None = Field(None, description="Address, where there is a stable one.")
    published: str | None = Field(None, description="Date of publication, where it is known.")


class MeasuredPoint(Described):
    """Throughput of one VM at one overcommitment ratio."""

    medium: SwapMedium = Field(description="Where the host swapped to.")
    overcommit_ratio: float = Field(description="Memory overcommitment, overheads included.")
    per_vm: float = Field(description="Operations per minute of one VM, or share of the baseline.")
    low_per_vm: float | None = Field(None, description="Lower bound, where the source gives one.")
    high_per_vm: float | None = Field(None, description="Upper bound, where the source gives one.")
    vms: int | None = Field(None, description="Virtual machines under load.")
    window_minutes: float | None = Field(None, description="Minutes over which it was measured.")
    kind: Kind = Field(description="Measured, derived, vendor-stated or assumed.")
    conditions: str = Field("", description="Under which conditions it holds.")
    locator: str | None = Field(None, description="Where in the source.")
    notes: str = ""


class Marker(Described):
    """What a source says about a ratio without a figure."""

    medium: SwapMedium
    overcommit_ratio: float
    statement: str
    kind: Kind
    locator: str | None = None


class MeasuredModel(Described):
    """Measured points of one application for one or more media, whatever their origin."""

    key: str
    name: str
    origin: Origin
    application: str | None = Field(None, description="The application that ran, where it is not in the name.")
    variant: str | None = Field(None, description="Which reading of the source this is.")
    measure: OpmMeasure
    baseline_opm_per_vm: float | None = Field(
        None, description="Operations per minute of one VM on a host without memory overcommitment."
    )
    kind: Kind = Field(description="What the points are worth.")
    citations: tuple[Citation, ...] = ()
    locator: str | None = None
    validity: str = Field("", description="For what it holds: versions, hardware, load.")
    notes: str = ""
    points: tuple[MeasuredPoint, ...]
    markers: tuple[Marker, ...] = Field((), description="What the source says without a figure.")

    @property
    def media(self) -> tuple[SwapMedium, ...]:
        """Media with points, in the order of their first points."""
        return tuple(dict.fromkeys(each.medium for each in self.points))


class Axis(BaseModel):
    """What an axis of a chart shows."""

    label: str = Field(description="What it is.", examples=["memory overcommitment"])
    unit: str = Field(description="Unit; `share` is 0..1, `ratio` is a : 1, empty for categories.", examples=["ratio"])
    logarithmic: bool = Field(False, description="Whether equal factors are equal distances.")


class CurvePoint(BaseModel):
    """The curve at one ratio."""

    overcommit_ratio: float
    per_vm: float | None = Field(description="Null where the model says nothing.")
    low_per_vm: float | None = Field(description="Lower end of the uncertain band.")
    high_per_vm: float | None = Field(description="Upper end of the uncertain band.")
    basis: Basis = Field(description="What the value rests on; anything but the first two is no evidence.")


class MediumCurve(BaseModel):
    """The curve of one medium."""

    medium: SwapMedium
    label: str = Field(description="Name of the medium for people.")
    single_point: bool = Field(description="Whether there is one ratio only: nothing is said between or beyond.")
    measured_from: float = Field(description="Lowest measured ratio.")
    measured_to: float = Field(description="Highest measured ratio.")
    line: list[CurvePoint] = Field(description="In the order of the ratios; the measured ones are among them.")
    measured: list[MeasuredPoint]
    markers: list[Marker] = Field(description="What the source says without a figure.")


class OpmCurves(BaseModel):
    """A model as a chart shows it."""

    key: str
    name: str
    origin: Origin
    measure: OpmMeasure
    baseline_opm_per_vm: float | None
    x: Axis
    y: Axis
    extrapolation_rule: str = Field(description="How line and band go on beyond the measured ratios.")
    curves: list[MediumCurve]
