"""Hosts of other models in the cluster of a configuration: those that are there, and those that are bought with it."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from hostwise.plan.declaration import Decided, plan_field
from hostwise.plan.fields import Date, Document, Key, Money, Name, NonNegative

MOST_MODELS = 8
"""Other models in one configuration."""

_AS_OWN = Decided("as the configuration's own hosts")
_CATALOGUE = Decided("the catalogue value")


class OtherHosts(Document):
    """Hosts of one other model: what is left empty is as in the configuration's own hosts."""

    model: Name = plan_field(default=..., label="Model", meaning="Name of the host model.", examples=["Dell R640"])
    hosts: Annotated[int, Field(ge=1, le=1_000)] = plan_field(
        default=..., label="Hosts", meaning="Hosts of this model.", ge=1, le=1_000
    )
    kept: bool = plan_field(
        default=True,
        label="Already in place",
        meaning="Whether these hosts exist already; otherwise they are bought with the first hosts.",
    )
    removed_in_month: Annotated[int, Field(ge=1, le=180)] | None = plan_field(
        label="Removed in month",
        meaning="The month from which they are no longer there.",
        unit="months",
        absent=Decided("they stay until the horizon"),
    )
    cpu: Key | None = plan_field(label="Processor", meaning="Key in the catalogue.", catalogue="cpus", absent=_AS_OWN)
    sockets: Annotated[int, Field(ge=1, le=8)] | None = plan_field(
        label="Sockets", meaning="Processors in one host.", absent=_AS_OWN
    )
    cores: Annotated[int, Field(ge=1, le=1_024)] | None = plan_field(
        label="Cores per socket",
        meaning="Physical cores of one processor.",
        figure_of="cpu",
        absent=Decided("the processor's, else as the own hosts"),
    )
    base_ghz: Annotated[float, Field(ge=0.1, le=10)] | None = plan_field(
        label="Base frequency",
        meaning="Base frequency of a core.",
        unit="GHz",
        figure_of="cpu",
        absent=Decided("the processor's, else as the own hosts"),
    )
    spec_per_core: Annotated[float, Field(ge=0.1, le=1_000)] | None = plan_field(
        label="Speed of a core",
        meaning="SPECrate2017_int_base of a system over its cores, by which cycles of generations are compared.",
        figure_of="cpu",
        absent=Decided("the processor's, where results are published"),
    )
    dram_gib: Annotated[float, Field(ge=1, le=65_536)] | None = plan_field(
        label="DRAM", meaning="DRAM in one host.", unit="GiB", absent=_AS_OWN
    )
    drives: Annotated[int, Field(ge=0, le=64)] | None = plan_field(
        label="Drives for data",
        meaning="Drives of one host that hold data; 0 for a host that only computes.",
        absent=_AS_OWN,
    )
    drive: Key | None = plan_field(
        label="Drive", meaning="Key in the catalogue of the drives that hold data.", catalogue="drives", absent=_AS_OWN
    )
    drive_gb: Annotated[float, Field(ge=1, le=1e9)] | None = plan_field(
        label="Capacity of one drive",
        meaning="Capacity of one drive that holds data.",
        unit="GB",
        figure_of="drive",
        absent=_CATALOGUE,
    )
    chassis: Key | None = plan_field(
        label="Chassis", meaning="Key of a server in the catalogue.", catalogue="chassis", absent=_AS_OWN
    )
    idle_w: NonNegative | None = plan_field(
        label="Idle power of host",
        meaning="Power without load, memory included.",
        unit="W",
        absent=Decided("that of the parts"),
    )
    full_w: NonNegative | None = plan_field(
        label="Full-load power of host",
        meaning="Power at full load, memory included.",
        unit="W",
        absent=Decided("that of the parts"),
    )
    rack_units: Annotated[float, Field(ge=0, le=60)] | None = plan_field(
        label="Rack units", meaning="Height of one host.", unit="U", figure_of="chassis", absent=_AS_OWN
    )
    price: Money | None = plan_field(
        label="Price of one host",
        meaning="Price of one host with everything in it, where it is bought.",
        unit="currency",
        absent=Decided("that of its parts; nothing for existing hosts"),
    )
    maintenance_per_year: Money | None = plan_field(
        label="Maintenance per host and year",
        meaning="What the maintenance of one host costs in a year.",
        unit="currency/year",
        absent=Decided("the support price per host, where the plan has one"),
    )
    support_ends: Date | None = plan_field(
        label="Support ends", meaning="Date from which the vendor supports these hosts no longer."
    )

    @model_validator(mode="after")
    def _drives_are_told(self) -> Self:
        if self.drives == 0 and (self.drive is not None or self.drive_gb is not None):
            raise ValueError("a host without drives has no `drive` and no `drive_gb`: leave them out, or give `drives`")
        if self.kept and self.price is not None:
            raise ValueError("existing hosts are not bought: leave out `price`, or set `kept` to false")
        return self
