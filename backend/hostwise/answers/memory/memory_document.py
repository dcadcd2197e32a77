"""The answer about memory: states in every failure case, what is reclaimed, and the measured operations."""

from __future__ import annotations

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.operations import MeasuredModel, MediumCurve
from hostwise.plan.answers.result import Finding, Value
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.policy import MemoryState


class Threshold(Answer):
    """Free memory below which the next worse memory state begins."""

    state: MemoryState = Field(description="The state that begins below it.")
    free_gib_per_host: Value
    free_share: float | None = Field(description="As a share of the host's memory.")


class GroupMemory(Answer):
    """What one VM group has and gives back in a failure case."""

    group: str
    configured_gib: float | None
    reserved_gib: float | None
    ballooned_gib: float | None
    evicted_gib: float | None = Field(description="Compressed and swapped.")
    reclaimed_gib: float | None
    reclaimed_share: float | None = Field(description="Of its configured memory.")
    opm_per_vm: float | None
    relative_performance_share: float | None


class MemoryCase(Answer):
    """Memory with failed hosts."""

    failed_hosts: int
    label: str = Field(description="The case in words.", examples=["all hosts running", "1 host down (the spares)"])
    short_label: str = Field(description="The same where there is little room.", examples=["1 host down"])
    state: MemoryState | None = Field(description="Predicted state; null if it is not evaluated.")
    state_text: str = Field(description="The state and what it does to VMs, in words.")
    accepted: bool | None = Field(description="Whether the policy accepts the state; null without a limit.")
    quantities: dict[str, Value] = Field(
        description="Quantities of the case, by name; explained with its failed hosts."
    )
    groups: list[GroupMemory]


class StateBand(Answer):
    """Memory overcommitment over which a state is predicted, on the hosts of the configuration."""

    state: MemoryState
    from_ratio: float
    to_ratio: float | None = Field(description="Null where no worse state follows in the range that was looked at.")


class GroupOperations(Answer):
    """The measured model that a group follows in a configuration."""

    group: str
    model: MeasuredModel | None = Field(description="Null where the group follows none.")
    medium: SwapMedium | None = Field(description="Where this configuration swaps to; null if the plan does not say.")
    curve: MediumCurve | None = Field(description="Null where the model has no points for the medium.")
    note: str | None = Field(description="Why there is no curve, or what to know of it.")


class Consolidation(Answer):
    """Hosts for a number of operations per minute, and what a tolerance would change."""

    target_opm: float
    tolerance_share: float
    planned_vms_per_host: Value
    planned_opm_per_host: Value
    hosts_for_opm: Value
    host_saving_tolerance_share: Value
    text: str
    planning_range: str = Field(description="What the paper expects of mixed workloads.")


class ConfigurationMemory(Answer):
    """Memory of one configuration."""

    key: str
    name: str
    hypervisor: str = Field(description="Version family whose thresholds hold.")
    hypervisor_given: bool = Field(description="Whether the plan names it, or the default stands in.")
    state_model: str = Field(
        description="`fixed` share of memory, or `sliding` scale; `one_to_one` without memory states."
    )
    state_notes: str
    medium: SwapMedium | None
    minfree_gib_per_host: Value
    thresholds: list[Threshold]
    cases: list[MemoryCase] = Field(description="All hosts running first, then one host down and so on to the spares.")
    bands: list[StateBand]
    operations: list[GroupOperations]
    consolidation: Consolidation | None
    rests_on_assumptions: list[str]


class MemoryReport(Answer):
    """Memory of all configurations of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    configurations: list[ConfigurationMemory]
    findings: list[Finding]
