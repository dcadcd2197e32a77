"""What tests found: throughput under overcommitment, read caches, single measurements, and where papers err."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from hostwise.catalogue.record import Key, Keyed, Keys, NotNegative, Number, Positive, Record, Text, Whole
from hostwise.engine.quantities import Kind

ROUNDING_SHARE = 1e-9
"""Tolerated difference, as a share, between a derived figure and the figures it is derived from."""

Medium = Literal["ssd_local", "hdd_local", "fc_array", "sata_local", "nvme_tier"]
"""Where swapped or tiered memory lies."""


class Evidence(Record):
    """A row that says of its figures what they are, and where they stand."""

    kind: Kind = Field(description="Measured, derived, vendor-stated or assumed.")
    locator: Text = Field(description="Table, figure or passage of the source.")

    def kind_of(self, field: str) -> Kind:
        """What a figure of the row is; see `Record.kind_of`."""
        found = super().kind_of(field)
        return self.kind if found == self.stated_kind else found


class OpmModel(Evidence):
    """How the throughput of an application depends on memory overcommitment, as one test or vendor has it."""

    name: Text = Field(description="Name for people.")
    application: Text = Field(description="The application that ran.")
    measure: Literal["opm_per_vm", "share_of_baseline"] = Field(
        description="What the points hold: operations per minute of one VM, or a share of the undisturbed throughput."
    )
    variant: Text = Field(description="Which reading of the source this is.")
    baseline_opm_per_vm: Positive | None = Field(
        default=None, description="Operations per minute of one undisturbed VM, where they are known."
    )
    validity: Text = Field(description="Conditions under which the points hold.")


class OpmPoint(Evidence):
    """Throughput at one overcommitment ratio."""

    model_key: Key = Field(description="Key of the model.")
    medium: Medium = Field(description="Where swapped or tiered memory lay.")
    overcommit_ratio: Positive = Field(description="VM memory over the memory that is there for VMs.")
    per_vm: Positive = Field(description="Throughput of one VM, in the measure of the model.")
    low_per_vm: Positive | None = Field(default=None, description="Lower bound, where the source gives one.")
    high_per_vm: Positive | None = Field(default=None, description="Upper bound, where the source gives one.")
    total_opm: Positive | None = Field(default=None, description="Operations per minute of all VMs.")
    vms: Whole | None = Field(default=None, description="Virtual machines under load.")
    window_minutes: Positive | None = Field(default=None, description="Time over which it was observed, minutes.")
    conditions: Text = Field(description="Under which conditions the figure holds.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.low_per_vm is not None and self.low_per_vm > self.per_vm) or (
            self.high_per_vm is not None and self.high_per_vm < self.per_vm
        ):
            raise ValueError("per_vm is outside low_per_vm..high_per_vm")
        if (
            self.total_opm is not None
            and self.vms is not None
            and abs(self.total_opm / self.vms / self.per_vm - 1) > ROUNDING_SHARE
        ):
            raise ValueError("per_vm is not total_opm / vms")
        return self


class OpmMarker(Evidence):
    """What a source says about a ratio without a figure."""

    model_key: Key = Field(description="Key of the model.")
    medium: Medium = Field(description="Where swapped memory lay.")
    overcommit_ratio: Positive = Field(description="VM memory over the memory that is there for VMs.")
    statement: Text = Field(description="What the source says.")


class RecoveryPoint(Evidence):
    """Share of the undisturbed throughput some time after a swapped-out virtual machine wakes."""

    model_key: Key = Field(description="Key of the model.")
    medium: Medium = Field(description="Where swapped memory lay.")
    minutes: NotNegative = Field(description="Time since the virtual machine woke, minutes.")
    share: Positive = Field(description="Share of the undisturbed throughput.")
    conditions: Text = Field(description="Under which conditions the figure holds.")


class ReadCacheCase(Evidence):
    """A workload measured without and with a host read cache."""

    name: Text = Field(description="Name for people.")
    access: Literal["trace", "analytical", "random"] = Field(
        description="Access pattern: a replayed trace, an analytical benchmark, or mostly random transactions."
    )
    read_share: Positive | None = Field(default=None, description="Reads as a share of all requests.")
    requests: Positive | None = Field(default=None, description="Requests of the trace, approximately.")
    io_kib: Positive | None = Field(default=None, description="Dominant size of a request, KiB.")
    database_gb: Positive | None = Field(default=None, description="Size of the database, GB.")
    cache_gb: Positive = Field(description="Size of the read cache, GB.")
    block_kib: Positive | None = Field(default=None, description="Block of the read cache, KiB.")
    hit_share: Positive | None = Field(default=None, description="Hits as a share of cache look-ups, as reported.")
    baseline_latency_ms: Positive | None = Field(default=None, description="Mean latency without cache, ms.")
    cached_latency_ms: Positive | None = Field(default=None, description="Mean latency with cache, ms.")
    rate_unit: Text | None = Field(default=None, description="What the rates count.")
    baseline_rate_per_minute: Positive | None = Field(default=None, description="Rate without cache, per minute.")
    cached_rate_per_minute: Positive | None = Field(default=None, description="Rate with cache, per minute.")
    baseline_response_s: Positive | None = Field(default=None, description="Mean response time without cache, s.")
    cached_response_s: Positive | None = Field(default=None, description="Mean response time with cache, s.")
    conditions: Text = Field(description="Under which conditions the figures hold.")


class ReadCacheBlock(Evidence):
    """Mean latency of one workload at one block size of its read cache."""

    case_key: Key = Field(description="Key of the measured case whose workload was replayed.")
    block_kib: Positive | None = Field(default=None, description="Block of the read cache, KiB; None without cache.")
    latency_us: Positive = Field(description="Mean latency of a request, microseconds.")
    conditions: Text = Field(description="Under which conditions the figure holds.")


class Measurement(Evidence):
    """Any other figure that a test found."""

    series: Key = Field(description="Test to which the figure belongs.")
    label: Text = Field(description="What was measured.")
    x: Number | None = Field(default=None, description="Where in the series, in `x_unit`.")
    x_unit: Text | None = Field(default=None, description="Unit of `x`.")
    value: Number = Field(description="The figure, in `unit`.")
    unit: Text = Field(description="Unit of the figure.")
    conditions: Text = Field(description="Under which conditions the figure holds.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.x is None) != (self.x_unit is None):
            raise ValueError("x and x_unit go together")
        return self


class LeftOut(Keyed):
    """A printed observation that the catalogue does not hold, and why."""

    quantity: Text = Field(description="What was observed.")
    printed: Text = Field(description="The observation as printed.")
    source: Keys = Field(min_length=1, description="Keys of the sources.")
    locator: Text = Field(description="Table, figure or passage of the source.")
    reason: Text = Field(description="Why it is left out.")


class Discrepancy(Keyed):
    """Where a source contradicts itself, another source or arithmetic, and what Hostwise makes of it."""

    source: Keys = Field(min_length=1, description="Keys of the source, and of what it contradicts.")
    severity: Literal["error", "rounding", "unit", "label", "conflict", "omission", "consistent"] = Field(
        description="Plain error; rounding or truncation; unit convention; wrong label or reference; conflict between "
        "sources or readings; something that is not said; or a check that holds."
    )
    about: Text = Field(description="What it is about.")
    printed: Text = Field(description="What the source prints.")
    computed: str | None = Field(default=None, description="What arithmetic gives.")
    explanation: Text = Field(description="How the two differ.")
    treatment: Text = Field(description="What Hostwise does.")
