"""What the read-cache services answer with."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from hostwise.engine.quantities import Kind
from hostwise.engine.read_cache_sizing.advice import CacheVerdict
from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import ExplanationSource, Finding, Value

SizeVerdict = Literal["fits", "too_small", "larger_than_needed", "not_evaluated", "none_reserved"]
RuleVerdict = Literal["usable", "conditional", "refused"]
Recommendation = Literal["move", "drop", "either"]


class CacheStatistics(Answer):
    """Counters of one running read cache."""

    num_blocks: float = Field(gt=0, le=1e15, description="Blocks that the cache can hold (numBlocks).")
    num_blocks_cached: float = Field(
        ge=0, le=1e15, description="Blocks that hold data (numBlocksCurrentlyCached).", examples=[131072]
    )
    evictions_per_op: float | None = Field(
        None, ge=0, le=1e9, description="Blocks pushed out per operation on average (Evict:avgNumBlocksPerOp)."
    )
    hit_share: float | None = Field(
        None, ge=0, le=1, description="Share of the reads answered by the cache (vFlash:cacheHitPercentage / 100)."
    )

    @model_validator(mode="after")
    def _no_more_than_there_are(self) -> Self:
        if self.num_blocks_cached > self.num_blocks:
            raise ValueError("more blocks hold data than there are: num_blocks_cached is above num_blocks")
        return self


class AdviceThresholds(Answer):
    """From where on a counter counts as high, low or changed; what is left out keeps its default."""

    full_share: float | None = Field(
        None, gt=0, le=1, description="Share of the blocks in use from which the cache counts as full."
    )
    high_evictions_per_op: float | None = Field(
        None, gt=0, le=1e9, description="Evicted blocks per operation from which evictions are high."
    )
    low_hit_share: float | None = Field(None, gt=0, le=1, description="Hit share below which hits are low.")
    change_share: float | None = Field(
        None, ge=0, le=10, description="Relative change of a counter up to which it counts as unchanged."
    )
    growth_factor: float | None = Field(
        None, gt=1, le=100, description="Next size over this one, where the cache should grow."
    )


class ThresholdUsed(Answer):
    """A threshold of the advice, and its basis."""

    name: str
    value: float
    kind: Kind
    note: str


class IgnoredLine(Answer):
    """A pasted line that is none of the counters."""

    line: int = Field(description="Number of the line, from 1.")
    text: str


class ReadCacheAdvice(Answer):
    """Advice on the size of a running cache from its counters."""

    verdict: CacheVerdict
    title: str = Field(description="The verdict in words.")
    reason: str
    next_step: str
    next_blocks: float | None = Field(description="Size to try next, blocks; null to leave it as it is.")
    next_gib: float | None = Field(description="The same in GiB; null where there is no block size.")
    used_share: float
    statistics: CacheStatistics
    previous: CacheStatistics | None
    thresholds: list[ThresholdUsed]
    notes: list[str] = Field(description="What was assumed in reading pasted text.")
    ignored_lines: list[IgnoredLine] = Field(description="Pasted lines that are none of the counters.")
    source: ExplanationSource


class CaseCalibration(Answer):
    """The service time that explains one measured case."""

    name: str
    service_ms: float | None = Field(description="Latency of a read that the cache answers; null if none explains it.")
    reason: str | None = Field(description="Why no service time explains the case.")
    measured_ms: float
    model_ms: float | None = Field(description="Latency of the model with the case's own service time.")
    joint_model_ms: float | None = Field(description="Latency of the model with the best common service time.")
    joint_error_share: float | None = Field(description="By how much that misses the measured latency, as a share.")


class JointCalibration(Answer):
    """One service time for all cases, or why there is none."""

    accepted: bool
    service_ms: float | None = Field(description="The common service time; null where it is refused.")
    best_ms: float | None = Field(description="The service time whose worst miss is smallest, accepted or not.")
    worst_error_share: float | None
    tolerance_share: float
    reason: str


class Calibrations(Answer):
    """Service times from measured cases."""

    cases: list[CaseCalibration]
    joint: JointCalibration
    validity: str
    source: ExplanationSource


class MeasuredBlock(Answer):
    """Measured latency at one block size."""

    block_kib: float | None = Field(description="Block size, KiB; null without cache.")
    latency_us: float
    kind: Kind
    conditions: str
    source: ExplanationSource


class BlockSize(Answer):
    """One block size: whether the rules allow it, and what it costs."""

    block_kib: float
    valid: bool
    recommended: bool = Field(description="Whether it is the one that fits the dominant I/O best.")
    reason: str
    blocks: float | None = Field(description="Blocks of the cache; null where no cache size is given.")
    metadata_mib: float | None = Field(description="Host memory for its metadata, MiB.")
    metadata_share: float = Field(description="Metadata as a share of the cache size.")
    metadata_kind: Kind
    measured: MeasuredBlock | None


class BlockSizes(Answer):
    """Block sizes of a read cache: rules and measured points."""

    io_kib: float | None
    cache_gb: float | None
    cache_gib: float | None
    gb_per_gib: float = Field(description="GB in a GiB under the unit convention: the geometry of a cache is binary.")
    recommended_kib: float | None
    sizes: list[BlockSize]
    measured: list[MeasuredBlock]
    measured_for: str = Field(description="The workload of the measured points.")
    metadata_note: str


class Quantified(Answer):
    """A number of the model that can be explained by the name of its quantity."""

    quantity: str
    label: str
    unit: str
    value: Value


class ReadCacheSupport(Answer):
    """Whether a version of the hypervisor has a read cache of its own."""

    hypervisor: str | None
    name: str | None
    supported: bool | None = Field(description="null where no version is given, or nothing is known.")
    reason: str
    source: list[ExplanationSource]


class CaseEvidence(Answer):
    """A measured case beside the model's number."""

    key: str
    name: str
    access: str
    measure: str = Field(description="What was measured, with its unit.")
    without_cache: float
    with_cache: float
    improvement_ratio: float = Field(description="How many times as fast, or as much, with the cache.")
    cache_gb: float
    database_gb: float | None
    block_kib: float | None
    read_share: float | None
    hit_share: float | None
    own_service_ms: float | None = Field(description="Service time that explains this case alone.")
    model: float | None = Field(description="The model's number with this plan's flash latency, in the same unit.")
    model_ratio: float | None = Field(description="The model's number over the measured one.")
    note: str
    kind: Kind
    conditions: str
    source: ExplanationSource


class StartRule(Answer):
    """The starting rule of a share of the data, and whether it may be used here."""

    start: Quantified
    verdict: RuleVerdict
    reason: str
    evidence: list[str] = Field(description="Keys of the measured cases that speak for or against it.")


class SizeAdvice(Answer):
    """How large the cache of one VM should be."""

    verdict: SizeVerdict
    reason: str
    working_set: Quantified
    advised: Quantified
    start_rule: StartRule


class Migration(Answer):
    """Moving the cache with a VM against dropping it."""

    move: Quantified = Field(description="Time to move the cache.")
    warm_up: Quantified = Field(description="Time until a dropped cache is full again.")
    move_loss: Quantified = Field(description="Request-seconds lost while it moves.")
    warm_up_loss: Quantified = Field(description="Request-seconds lost while it warms up.")
    recommendation: Recommendation | None
    reason: str


class GroupReadCache(Answer):
    """The read cache of the VMs of one group."""

    name: str
    cache: Quantified
    hit_share: Quantified
    blocks: Quantified
    uncached_latency: Quantified
    cached_latency: Quantified
    full_hit_latency: Quantified = Field(description="Bound: latency if the cache answered every read.")
    speedup: Quantified
    size: SizeAdvice
    migration: Migration


class ConfigurationReadCache(Answer):
    """The read cache of one configuration."""

    key: str
    name: str
    has_read_cache: bool
    support: ReadCacheSupport
    findings: list[Finding]
    size_per_host: Quantified
    block_size: Quantified
    demand: Quantified
    hosts: Quantified = Field(description="Hosts into which all reservations fit with spare hosts failed.")
    hosts_unrounded: Quantified
    slack: Quantified
    metadata: Quantified = Field(description="Host memory for the metadata of one host's cache.")
    groups: list[GroupReadCache]
    cases: list[CaseEvidence]


class ReadCachePage(Answer):
    """The read cache in all configurations of a plan."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    unit_convention: str
    geometry_note: str = Field(description="How sizes in GB become blocks.")
    configurations: list[ConfigurationReadCache]
