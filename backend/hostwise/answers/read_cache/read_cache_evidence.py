"""Measured read caches beside the model's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.read_cache.read_cache_messages import message, words
from hostwise.answers.read_cache.read_cache_sizing import cited, latency_case
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.evidence import ReadCacheCase
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.read_cache_sizing.calibration import calibrate
from hostwise.plan.answers.read_cache import CaseEvidence


def random_cases(catalogue: Catalogue) -> list[ReadCacheCase]:
    """Measured cases with mostly random access."""
    return [each for each in catalogue.read_cache_cases.values() if each.access == "random"]


def cliff(catalogue: Catalogue) -> Phrase | None:
    """Measurements with evenly spread reads, where there are any: the gain comes with the last part of the data."""
    cases = [
        words(
            "read_cache_cliff.case",
            cache=each.cache_gb,
            data=each.database_gb,
            gain=each.cached_rate_per_minute / each.baseline_rate_per_minute - 1,
        )
        for each in random_cases(catalogue)
        if each.cached_rate_per_minute and each.baseline_rate_per_minute and each.database_gb
    ]
    return message("read_cache_cliff.measured", cases=", ".join(cases)) if cases else None


def evidence(catalogue: Catalogue, flash_ms: float | None) -> Iterator[CaseEvidence]:
    """The measured cases, each beside the model's number with the given latency of the flash."""
    for row in catalogue.read_cache_cases.values():
        if row.baseline_latency_ms and row.cached_latency_ms:
            yield _latency(row, row.baseline_latency_ms, row.cached_latency_ms, flash_ms, catalogue)
        if row.rate_unit and row.baseline_rate_per_minute and row.cached_rate_per_minute:
            before, after = row.baseline_rate_per_minute, row.cached_rate_per_minute
            measure = words("read_cache_measure.rate", unit=row.rate_unit)
            yield _pair(row, measure, before, after, after / before, catalogue)
        if row.baseline_response_s and row.cached_response_s:
            before, after = row.baseline_response_s, row.cached_response_s
            yield _pair(row, words("read_cache_measure.response"), before, after, before / after, catalogue)


def _latency(
    row: ReadCacheCase, before: float, after: float, flash_ms: float | None, catalogue: Catalogue
) -> CaseEvidence:
    """A measured latency beside the model's."""
    case = latency_case(row)
    plain = _pair(row, words("read_cache_measure.latency"), before, after, before / after, catalogue)
    if case is None:
        return plain
    model = None if flash_ms is None else case.latency_ms(flash_ms)
    note = words("read_cache_model.needs_latency")
    if flash_ms is not None:
        note = words("read_cache_model.with_latency", latency=flash_ms)
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
        note=words("read_cache_model.not_computed"),
        kind=row.kind,
        conditions=row.conditions,
        source=cited(row, catalogue),
    )
