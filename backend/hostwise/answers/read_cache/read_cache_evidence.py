"""Measured read caches beside the model's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.read_cache.read_cache_sizing import cited, latency_case
from hostwise.catalogue.evidence import ReadCacheCase
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.read_cache_sizing.calibration import calibrate
from hostwise.number_format.writing import exact, percent, short
from hostwise.plan.answers.read_cache import CaseEvidence


def random_cases(catalogue: Catalogue) -> list[ReadCacheCase]:
    """Measured cases with mostly random access."""
    return [each for each in catalogue.read_cache_cases.values() if each.access == "random"]


def cliff(catalogue: Catalogue) -> str:
    """Measurements with evenly spread reads: the gain comes with the last part of the data."""
    parts = [
        f"{short(each.cache_gb)} GB for {short(each.database_gb)} GB of data gained "
        f"{percent(each.cached_rate_per_minute / each.baseline_rate_per_minute - 1, 2)}"
        for each in random_cases(catalogue)
        if each.cached_rate_per_minute and each.baseline_rate_per_minute and each.database_gb
    ]
    return f"Measured with mostly random access: {', '.join(parts)}." if parts else ""


def evidence(catalogue: Catalogue, flash_ms: float | None) -> Iterator[CaseEvidence]:
    """The measured cases, each beside the model's number with the given latency of the flash."""
    for row in catalogue.read_cache_cases.values():
        if row.baseline_latency_ms and row.cached_latency_ms:
            yield _latency(row, row.baseline_latency_ms, row.cached_latency_ms, flash_ms, catalogue)
        if row.baseline_rate_per_minute and row.cached_rate_per_minute:
            before, after = row.baseline_rate_per_minute, row.cached_rate_per_minute
            yield _pair(row, f"{row.rate_unit} per minute", before, after, after / before, catalogue)
        if row.baseline_response_s and row.cached_response_s:
            before, after = row.baseline_response_s, row.cached_response_s
            yield _pair(row, "mean response time, s", before, after, before / after, catalogue)


def _latency(
    row: ReadCacheCase, before: float, after: float, flash_ms: float | None, catalogue: Catalogue
) -> CaseEvidence:
    """A measured latency beside the model's."""
    case = latency_case(row)
    plain = _pair(row, "mean latency, ms", before, after, before / after, catalogue)
    if case is None:
        return plain
    model = None if flash_ms is None else case.latency_ms(flash_ms)
    note = "The model needs the latency of a read that the cache answers."
    if flash_ms is not None:
        note = f"The model with this configuration's {exact(flash_ms)} ms for a read that the cache answers."
    return plain.model_copy(
        update={
            "own_service_ms": calibrate(case).service_ms,
            "model": model,
            "model_ratio": None if model is None else model / after,
            "note": note,
        }
    )


def _pair(
    row: ReadCacheCase, measure: str, before: float, after: float, improvement: float, catalogue: Catalogue
) -> CaseEvidence:
    """A measured pair of figures that the model does not compute."""
    return CaseEvidence(
        key=row.key,
        name=row.name,
        access=row.access,
        measure=measure,
        without_cache=before,
        with_cache=after,
        improvement_ratio=improvement,
        cache_gb=row.cache_gb,
        database_gb=row.database_gb,
        block_kib=row.block_kib,
        read_share=row.read_share,
        hit_share=row.hit_share,
        own_service_ms=None,
        model=None,
        model_ratio=None,
        note="The model computes the latency of I/O, not this.",
        kind=row.kind,
        conditions=row.conditions,
        source=cited(row, catalogue),
    )
