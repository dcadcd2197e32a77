"""The limits that every configuration must keep to."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hostwise.plan.declaration import Assumption, Decided, Instead, groups, plan_field, plan_part
from hostwise.plan.fields import (
    CPU_RATIO_SYNONYMS,
    PROTECTION_SYNONYMS,
    Document,
    Key,
    NonNegative,
    PartialShare,
    Positive,
    Share,
    VcpuPerCore,
)


class HoldsWithSparesDown(Document):
    """Which limits must still hold with spare hosts failed. Capacity holds its own reserve instead."""

    cpu: bool = plan_field("cpu_spares_flag", default=True, label="CPU")
    memory: bool = plan_field("memory_spares_flag", default=True, label="Memory")
    write_performance: bool = plan_field("write_spares_flag", default=False, label="Write performance")
    endurance: bool = plan_field("endurance_spares_flag", default=False, label="Endurance")
    network: bool = plan_field("network_spares_flag", default=False, label="Network")
    minimum_hosts: bool = plan_field("minimum_spares_flag", default=True, label="Minimum hosts of protection")


class ReserveMethod(StrEnum):
    """How much raw capacity is kept free."""

    SLACK = "slack"
    OPERATIONS_AND_REBUILD = "operations_and_rebuild"
    VENDOR_KB = "vendor_kb"


_BY_METHOD = Decided("the method's own")


class CapacityReserve(Document):
    """The reserved capacity; absent figures are the method's own."""

    method: ReserveMethod = plan_field(
        default=ReserveMethod.SLACK,
        label="Capacity reserve",
        choices={
            ReserveMethod.SLACK: "slack",
            ReserveMethod.OPERATIONS_AND_REBUILD: "operations and rebuild",
            ReserveMethod.VENDOR_KB: "vendor knowledge base",
        },
    )
    slack_share: Annotated[float, Field(ge=0, le=0.9)] | None = plan_field("slack_share", absent=_BY_METHOD)
    operations_reserve_tb_per_host: NonNegative | None = plan_field("operations_reserve_tb_per_host", absent=_BY_METHOD)
    rebuild_reserve_hosts: Annotated[int, Field(ge=0, le=3)] | None = plan_field(
        "rebuild_reserve_hosts_per_cluster", absent=_BY_METHOD
    )


class MemoryState(StrEnum):
    """State of a host's memory, from enough free memory to blocked VMs."""

    HIGH = "high"
    CLEAR = "clear"
    SOFT = "soft"
    HARD = "hard"
    LOW = "low"


STATE_WORDS = {
    MemoryState.HIGH: "high: nothing is reclaimed",
    MemoryState.CLEAR: "clear: pages are shared",
    MemoryState.SOFT: "soft: balloons inflate",
    MemoryState.HARD: "hard: memory is swapped",
    MemoryState.LOW: "low: VMs are blocked",
}
"""The effect of a state on VMs."""


class MemorySizing(StrEnum):
    """What of a VM's memory hosts are sized by."""

    CONFIGURED = "configured"
    CONSUMED = "consumed"


class Policy(Document):
    """The limits that every configuration must keep to."""

    model_config = groups(
        memory="Memory states",
        operations="Operations per minute",
        network="Network",
        verdict="Verdict and coverage level",
    )

    spare_hosts: int = plan_field(
        "policy_spare_hosts", default=1, ge=0, le=3, step=1, words="N+1 N+2 HA high availability failover redundancy"
    )
    site_load_share: Annotated[float, Field(ge=0.1, le=1)] | None = plan_field(
        "site_load_share", absent=Instead(1, "each site of a stretched cluster carries all VMs")
    )
    write_utilisation_limit: PartialShare | None = plan_field(
        "write_utilisation_limit", absent=Assumption("write_utilisation_limit"), span=(0.01, 1), step=0.01
    )
    bursts_may_throttle: bool = plan_field(
        "burst_throttling_flag",
        default=False,
        label="A stated burst may be throttled",
        meaning="Whether the writes of a stated burst may be throttled; by default there are hosts enough that they "
        "are not.",
    )
    vcpu_per_core: VcpuPerCore | None = plan_field(
        "vcpu_per_core", absent=Assumption("vcpu_per_core"), span=(1, 10), step=0.1, words=CPU_RATIO_SYNONYMS
    )
    cpu_utilisation_limit: PartialShare | None = plan_field(
        "cpu_utilisation_limit", absent=Assumption("cpu_utilisation_limit"), span=(0.01, 1), step=0.01
    )
    memory_overcommit_limit: Annotated[float, Field(ge=0.01, le=10)] | None = plan_field(
        "memory_overcommit_limit", absent=Instead(1, "memory is not overcommitted"), span=(0.5, 3), step=0.05
    )
    protection: Key = plan_field(
        default="osa_raid1_ftt1",
        label="Protection",
        meaning="Key of the storage protection, see the catalogue.",
        catalogue="protection",
        words=PROTECTION_SYNONYMS,
    )
    max_wear_out_probability: Annotated[float, Field(ge=1e-6, le=0.999999)] | None = plan_field(
        "max_wear_out_probability",
        meaning="Highest accepted probability of wear-out before the horizon; without it endurance adds no hosts.",
    )
    max_hosts_per_cluster: int | None = plan_field(
        "max_hosts_per_cluster", absent=Assumption("maximum_hosts_per_cluster"), ge=1, le=1_000
    )
    sizing_years: Annotated[float, Field(ge=0, le=15)] = plan_field("sizing_years", default=0)
    thick_swap_files: bool = plan_field(
        "swap_object_share",
        default=False,
        label="Swap files stored in full size",
        meaning="Whether VM swap files are stored in full size.",
    )
    capacity_reserve: CapacityReserve = plan_part(default=CapacityReserve())
    holds_with_spares_down: HoldsWithSparesDown = plan_part(
        "Must hold with spare hosts failed", default=HoldsWithSparesDown()
    )
    memory_state_limit: MemoryState | None = plan_field(
        "memory_state_limit_rank",
        meaning="Worst memory state accepted with all hosts running; without it states add no hosts.",
        choices=STATE_WORDS,
        group="memory",
    )
    memory_state_limit_with_spares_down: MemoryState | None = plan_field(
        "memory_state_limit_rank_with_spares_down",
        meaning="Worst memory state accepted with spare hosts failed.",
        choices=STATE_WORDS,
        group="memory",
    )
    page_sharing_share: Share | None = plan_field(
        "page_sharing_share", absent=Assumption("page_sharing_share"), group="memory"
    )
    memory_rise_minutes: Annotated[float, Field(ge=0.1, le=10_000)] | None = plan_field(
        "memory_rise_minutes", absent=Assumption("memory_rise_minutes"), group="memory"
    )
    balloon_gib_per_vm_minute: Annotated[float, Field(ge=0.001, le=1_000)] | None = plan_field(
        "balloon_gib_per_vm_minute", absent=Assumption("balloon_gib_per_vm_minute"), group="memory"
    )
    opm_target: Positive | None = plan_field("target_opm", label="Target of all VMs together", group="operations")
    opm_tolerance_share: Annotated[float, Field(ge=0, le=0.99)] = plan_field(
        "opm_tolerance_share", default=0, absent=Instead(0, "the target is strict"), group="operations"
    )
    minimum_relative_performance_share: PartialShare | None = plan_field(
        label="Least relative performance",
        meaning="Least accepted performance of a VM relative to a host without memory overcommitment.",
        control="share",
        group="operations",
    )
    network_utilisation_limit: PartialShare | None = plan_field(
        "network_utilisation_limit", absent=Assumption("network_utilisation_limit"), group="network"
    )
    vmotion_network_share: Annotated[float, Field(ge=0, le=0.99)] | None = plan_field(
        "vmotion_network_share", absent=Assumption("vmotion_network_share"), group="network"
    )
    resync_network_share: Annotated[float, Field(ge=0, le=0.99)] | None = plan_field(
        "resync_network_share", absent=Assumption("resync_network_share"), group="network"
    )
    memory_sized_by: MemorySizing = plan_field(
        default=MemorySizing.CONFIGURED,
        label="Size memory by",
        meaning="What of a VM's memory hosts are sized by; consumed memory counts on ESXi only.",
        choices={
            MemorySizing.CONFIGURED: "configured: what VMs may use",
            MemorySizing.CONSUMED: "consumed: what VMs take today, on ESXi",
        },
        group="memory",
    )
    materiality: Annotated[float, Field(ge=0, le=0.5)] | None = plan_field(
        label="Ignore cost differences below",
        meaning="Cost differences below this share do not decide between configurations.",
        control="share",
        absent=Assumption("materiality"),
        group="verdict",
    )
    coverage_level: Annotated[float, Field(ge=0.5, le=0.999)] | None = plan_field(
        label="Coverage level",
        meaning="Share of simulations in which the hosts are enough for every limit; given hosts stay as they are.",
        control="share",
        absent=Decided("hosts are those of the values as entered"),
        group="verdict",
    )
