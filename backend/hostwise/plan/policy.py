"""The limits that every configuration must keep to."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hostwise.plan.fields import Document, Key, NonNegative, Positive, Share


class HoldsWithSparesDown(Document):
    """Which limits must still hold while the spare hosts are down. Capacity holds its own reserve instead."""

    cpu: bool = True
    memory: bool = True
    cache_performance: bool = False
    endurance: bool = False
    minimum_hosts: bool = True


class ReserveMethod(StrEnum):
    """How much raw capacity is kept free."""

    SLACK = "slack"
    OPERATIONS_AND_REBUILD = "operations_and_rebuild"
    VENDOR_KB = "vendor_kb"


class CapacityReserve(Document):
    """The capacity kept free; figures left out are the method's own."""

    method: ReserveMethod = ReserveMethod.SLACK
    slack_share: Annotated[float, Field(ge=0, le=0.9)] | None = Field(
        None, description="Share of raw capacity kept free."
    )
    operations_reserve_tb_per_host: NonNegative | None = Field(
        None, description="Raw capacity per host kept for operations, TB."
    )
    rebuild_reserve_hosts: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="Hosts of rebuild reserve."
    )


class MemoryState(StrEnum):
    """State of a host's memory, from enough free memory to blocked VMs."""

    HIGH = "high"
    CLEAR = "clear"
    SOFT = "soft"
    HARD = "hard"
    LOW = "low"


class Policy(Document):
    """The limits that every configuration must keep to."""

    vcpu_per_core: Positive | None = Field(None, description="Most virtual processors on one physical core.")
    cpu_utilisation_limit: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Highest share of processor cycles to plan for."
    )
    memory_overcommit_limit: Annotated[float, Field(gt=0, le=10)] | None = Field(
        None, description="Highest memory overcommitment, overheads included; 1 = none."
    )
    memory_state_limit: MemoryState | None = Field(
        None, description="Worst memory state accepted with all hosts running; without it states add no hosts."
    )
    memory_state_limit_with_spares_down: MemoryState | None = Field(
        None, description="Worst memory state accepted while the spare hosts are down."
    )
    page_sharing_share: Share | None = Field(
        None, description="Share of idle memory that page sharing saves; active memory is never counted as shared."
    )
    minimum_relative_performance_share: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Least accepted performance of a VM relative to a host without memory overcommitment."
    )
    opm_target: Positive | None = Field(None, description="Operations per minute that all VMs together must reach.")
    opm_tolerance_share: Annotated[float, Field(ge=0, lt=1)] = Field(
        0, description="Share of the target that may be missing; 0 is strict."
    )
    protection: Key = Field("osa_raid1_ftt1", description="Key of the storage protection, see the catalogue.")
    spare_hosts: int = Field(
        1, ge=0, le=3, description="Hosts that may be down while the plan still holds (N+0 to N+3)."
    )
    holds_with_spares_down: HoldsWithSparesDown = HoldsWithSparesDown()
    cache_utilisation_limit: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Highest share of the cache drives' sustained write rate to plan for."
    )
    capacity_reserve: CapacityReserve = CapacityReserve()
    thick_swap_files: bool = Field(False, description="Whether VM swap files are stored in full size.")
    max_wear_out_probability: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None,
        description="Highest accepted probability of wear-out before the horizon; without it endurance adds no hosts.",
    )
    max_hosts_per_cluster: int | None = Field(
        None, ge=1, le=1_000, description="Product limit on the hosts of a cluster."
    )
    sizing_years: Annotated[float, Field(ge=0, le=15)] = Field(
        0, description="Size for the demand of this many years from now."
    )
