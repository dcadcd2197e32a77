"""Measured operations per minute of a VM over memory overcommitment: the user's own models, kept in the plan."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hostwise.plan.configuration import SwapMedium
from hostwise.plan.declaration import plan_field
from hostwise.plan.fields import Document, Key, Name, Positive, Text


class OpmMeasure(StrEnum):
    """What a model's points say of one VM."""

    OPM_PER_VM = "opm_per_vm"
    SHARE_OF_BASELINE = "share_of_baseline"


class OpmPoint(Document):
    """One measured point."""

    medium: SwapMedium = Field(description="Where the host swapped to.")
    overcommit_ratio: Annotated[float, Field(ge=0.01, le=20)] = Field(
        description="Memory overcommitment, overheads included."
    )
    per_vm: Positive = Field(description="Operations per minute of one VM, or share of the baseline.")
    vms: Annotated[int, Field(ge=1, le=100_000)] | None = Field(None, description="VMs in the test.")
    window_minutes: Annotated[float, Field(ge=0.001, le=1e6)] | None = Field(
        None, description="Minutes over which it was measured."
    )
    note: Text | None = None


class OpmModel(Document):
    """Measured points of one application, for one or more swap media."""

    key: Key = Field(description="Short stable name, unique in the plan.", examples=["our-web-shop"])
    name: Name = Field(description="Name for people.", examples=["Web shop, load test of March"])
    measure: OpmMeasure = OpmMeasure.OPM_PER_VM
    baseline_opm_per_vm: Positive | None = Field(
        None, description="Operations per minute of one VM on a host without memory overcommitment."
    )
    kind: Literal["measured", "vendor-stated", "assumed"] = Field("measured", description="What the points are worth.")
    source: Text = Field("", description="Who measured it, and where it is written down.")
    locator: Text | None = None
    validity: Text = Field("", description="For what it holds: versions, hardware, load.")
    points: tuple[OpmPoint, ...] = plan_field(
        default=...,
        label="Measured points",
        control="own",
        element="Measured point",
        identity=("medium", "overcommit_ratio"),
        min_length=1,
        max_length=500,
    )

    @model_validator(mode="after")
    def _points_make_sense(self) -> Self:
        if self.measure is OpmMeasure.SHARE_OF_BASELINE and any(each.per_vm > 10 for each in self.points):
            raise ValueError("a share of the baseline above 10 is no share: enter 0.88 for 88 %")
        return self
