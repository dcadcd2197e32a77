"""The host read cache by itself: advice from live counters, calibration from measured cases, block sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from hostwise.answers.read_cache.messages.read_cache_codes import ReadCacheCode
from hostwise.answers.read_cache.read_cache_messages import words
from hostwise.answers.wording.citations import citation
from hostwise.binding.read_cache import gb_per_gib
from hostwise.catalogue.evidence import ReadCacheBlock, ReadCacheCase
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import KIB_PER_MIB, MIB_PER_GIB
from hostwise.engine.read_cache_sizing.advice import THRESHOLD_NOTES, CacheVerdict, Statistics, Thresholds, advise
from hostwise.engine.read_cache_sizing.blocks import BlockCheck, BlockRules, check_block_size, matching_block_kib
from hostwise.engine.read_cache_sizing.calibration import (
    JOINT_TOLERANCE_SHARE,
    LatencyCase,
    calibrate,
    calibrate_jointly,
)
from hostwise.plan.answers.read_cache import (
    AdviceThresholds,
    BlockSize,
    BlockSizes,
    CacheStatistics,
    Calibrations,
    CaseCalibration,
    IgnoredLine,
    JointCalibration,
    MeasuredBlock,
    ReadCacheAdvice,
    ThresholdUsed,
)
from hostwise.plan.answers.result import ExplanationSource
from hostwise.plan.document import UnitConvention

__all__ = ["JOINT_TOLERANCE_SHARE", "LatencyCase", "block_sizes", "calibrations", "latency_cases", "size_advice"]

_TITLES: Mapping[CacheVerdict, ReadCacheCode] = {
    CacheVerdict.OVER_PROVISIONED: "read_cache_title.over_provisioned",
    CacheVerdict.RIGHT: "read_cache_title.right",
    CacheVerdict.RIGHT_OR_UNDER_PROVISIONED: "read_cache_title.right_or_under_provisioned",
    CacheVerdict.GROW: "read_cache_title.grow",
    CacheVerdict.GROW_BACK: "read_cache_title.grow_back",
    CacheVerdict.STOP: "read_cache_title.stop",
    CacheVerdict.NO_LOCALITY: "read_cache_title.no_locality",
}


# ---------------------------------------------------------------------------------------------------------- advice


def size_advice(
    now: CacheStatistics,
    previous: CacheStatistics | None,
    catalogue: Catalogue,
    *,
    block_kib: float | None = None,
    thresholds: AdviceThresholds | None = None,
    notes: Sequence[str] = (),
    ignored: Sequence[IgnoredLine] = (),
) -> ReadCacheAdvice:
    """Advice on the size of a running cache from its counters.

    Args:
        now: its counters.
        previous: the counters at the previous size.
        catalogue: for the citation.
        block_kib: block size, for the next size in GiB.
        thresholds: thresholds that replace the defaults.
        notes: assumptions made in reading the counters.
        ignored: lines without counters.
    """
    given = thresholds.model_dump(exclude_none=True) if thresholds else {}
    limits = Thresholds(**given)
    advice = advise(_counters(now), _counters(previous) if previous else None, limits)
    next_gib = None
    if advice.next_blocks is not None and block_kib is not None:
        next_gib = advice.next_blocks * block_kib / KIB_PER_MIB / MIB_PER_GIB
    return ReadCacheAdvice(
        verdict=advice.verdict,
        title=words(_TITLES[advice.verdict]),
        reason=advice.reason,
        next_step=_next_step(advice.next_blocks, next_gib),
        next_blocks=advice.next_blocks,
        next_gib=next_gib,
        used_share=now.num_blocks_cached / now.num_blocks,
        statistics=now,
        previous=previous,
        thresholds=[
            ThresholdUsed(
                name=name,
                value=value,
                kind="entered" if name in given else "assumed",
                note=words("read_cache_threshold_given") if name in given else THRESHOLD_NOTES[name],
            )
            for name, value in asdict(limits).items()
        ],
        notes=list(notes),
        ignored_lines=list(ignored),
        source=citation("VFRC13", "Best practices: cache size", catalogue),
    )


def _counters(statistics: CacheStatistics) -> Statistics:
    return Statistics(**statistics.model_dump())


def _next_step(next_blocks: float | None, next_gib: float | None) -> str:
    if next_blocks is None:
        return words("read_cache_next.leave")
    if next_gib is None:
        return words("read_cache_next.try", blocks=next_blocks)
    return words("read_cache_next.try_gib", blocks=next_blocks, gib=next_gib)


# ----------------------------------------------------------------------------------------------------- calibration


def latency_cases(catalogue: Catalogue) -> list[LatencyCase]:
    """The catalogue's measured cases for calibrating the latency of the flash."""
    return [case for row in catalogue.read_cache_cases.values() if (case := latency_case(row)) is not None]


def latency_case(row: ReadCacheCase) -> LatencyCase | None:
    """A measured case for the latency model; None if one of its figures was not printed."""
    read, hit, baseline, cached = row.read_share, row.hit_share, row.baseline_latency_ms, row.cached_latency_ms
    if read is None or hit is None or baseline is None or cached is None:
        return None
    return LatencyCase(row.name, read, hit, baseline, cached)


def calibrations(
    cases: Sequence[LatencyCase], catalogue: Catalogue, *, tolerance_share: float = JOINT_TOLERANCE_SHARE
) -> Calibrations:
    """The flash latency that explains each case, and one for all cases, or why there is none."""
    joint = calibrate_jointly(cases, tolerance_share=tolerance_share)
    return Calibrations(
        cases=[_calibrated(case, joint.best_ms) for case in cases],
        joint=JointCalibration(
            accepted=joint.accepted,
            service_ms=joint.service_ms,
            best_ms=joint.best_ms,
            worst_error_share=joint.worst_error_share,
            tolerance_share=tolerance_share,
            reason=joint.reason,
        ),
        validity=words("read_cache_calibration"),
        source=citation("VFRC13", "Figures 9 and 10; Table 1", catalogue),
    )


def _calibrated(case: LatencyCase, joint_ms: float | None) -> CaseCalibration:
    own = calibrate(case)
    together = None if joint_ms is None else case.latency_ms(joint_ms)
    return CaseCalibration(
        name=case.name,
        service_ms=own.service_ms,
        reason=own.reason,
        measured_ms=case.cached_ms,
        model_ms=None if own.service_ms is None else case.latency_ms(own.service_ms),
        joint_model_ms=together,
        joint_error_share=None if together is None else together / case.cached_ms - 1,
    )


# ----------------------------------------------------------------------------------------------------- block sizes


def block_sizes(
    catalogue: Catalogue,
    *,
    io_kib: float | None = None,
    cache_gb: float | None = None,
    block_kib: float | None = None,
    convention: UnitConvention = UnitConvention.SI,
) -> BlockSizes:
    """The available block sizes, each with its rules, memory cost and measurements.

    Args:
        catalogue: rules, measurements and the assumed memory for a block.
        io_kib: dominant size of an I/O.
        cache_gb: size of the cache.
        block_kib: another block size to check.
        convention: the meaning of a GB of cache.
    """
    rules = _rules(catalogue)
    cache_gib = None if cache_gb is None else cache_gb / gb_per_gib(convention)
    sizes = sorted({*rules.sizes_kib, *([] if block_kib is None else [block_kib])})
    checks = [check_block_size(size, cache_gib=cache_gib, io_kib=io_kib, rules=rules) for size in sizes]
    best = _recommended(checks, io_kib, rules)
    measured = list(_measured(catalogue))
    bytes_per_block = catalogue.assumptions["read_cache_metadata_bytes_per_block"]
    per_block = bytes_per_block.value or 0
    per_block_kib = per_block / 1024
    cases = dict.fromkeys(row.case_key for row in catalogue.read_cache_blocks.values())
    return BlockSizes(
        io_kib=io_kib,
        cache_gb=cache_gb,
        cache_gib=cache_gib,
        gb_per_gib=gb_per_gib(convention),
        recommended_kib=best,
        sizes=[
            BlockSize(
                block_kib=check.block_kib,
                valid=check.valid,
                recommended=check.block_kib == best,
                reason=check.reason,
                blocks=check.blocks,
                metadata_mib=None if check.blocks is None else check.blocks * per_block_kib / KIB_PER_MIB,
                metadata_share=per_block_kib / check.block_kib,
                metadata_kind=bytes_per_block.kind,
                measured=next((each for each in measured if each.block_kib == check.block_kib), None),
            )
            for check in checks
        ],
        measured=measured,
        measured_for="; ".join(catalogue.read_cache_cases[key].name for key in cases),
        metadata_note=words(
            "read_cache_metadata",
            meaning=bytes_per_block.meaning,
            bytes=per_block,
            kind=bytes_per_block.kind,
            notes=bytes_per_block.notes,
        ),
    )


def _rules(catalogue: Catalogue) -> BlockRules:
    def value(key: str, otherwise: float) -> float:
        return catalogue.assumptions[key].value or otherwise

    usual = BlockRules()
    return BlockRules(
        least_kib=value("read_cache_min_block_kib", usual.least_kib),
        most_kib=value("read_cache_max_block_kib", usual.most_kib),
        least_blocks=value("read_cache_min_blocks", usual.least_blocks),
    )


def _recommended(checks: Sequence[BlockCheck], io_kib: float | None, rules: BlockRules) -> float | None:
    """The block that matches the dominant I/O; in a cache too small for it the largest allowed one."""
    if io_kib is None:
        return None
    matching = matching_block_kib(io_kib, least_kib=rules.least_kib, most_kib=rules.most_kib)
    return max((check.block_kib for check in checks if check.valid and check.block_kib <= matching), default=None)


def _measured(catalogue: Catalogue) -> Iterator[MeasuredBlock]:
    for row in catalogue.read_cache_blocks.values():
        yield MeasuredBlock(
            block_kib=row.block_kib,
            latency_us=row.latency_us,
            kind=row.kind,
            conditions=row.conditions,
            source=cited(row, catalogue),
        )


def cited(row: ReadCacheBlock | ReadCacheCase, catalogue: Catalogue) -> ExplanationSource:
    """The pointer to a measured row."""
    return citation(row.source[0], row.locator, catalogue)
