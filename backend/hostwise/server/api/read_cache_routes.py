"""The host read cache: advice from live counters, calibration, and block sizes."""

from __future__ import annotations

from typing import Annotated, Self

from fastapi import Query, Response
from pydantic import ConfigDict, Field, model_validator

from hostwise.answers.read_cache.read_cache_sizing import (
    JOINT_TOLERANCE_SHARE,
    LatencyCase,
    block_sizes,
    calibrations,
    latency_cases,
    size_advice,
)
from hostwise.answers.read_cache.read_cache_words import ReadStatistics, UnreadableStatistics, read_statistics
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.plan.answers.read_cache import (
    AdviceThresholds,
    BlockSizes,
    CacheStatistics,
    Calibrations,
    ReadCacheAdvice,
)
from hostwise.plan.document import UnitConvention
from hostwise.plan.fields import Name, Share
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(prefix="/read-cache", tags=["read cache"])

Milliseconds = Annotated[float, Field(ge=1e-6, le=1e6)]
BlockKib = Annotated[float, Field(ge=0.5, le=65_536)]
PastedText = Annotated[str, Field(max_length=50_000)]


_COUNTERS = (
    "numBlocks: 131072\nnumBlocksCurrentlyCached: 131072\nEvict:avgNumBlocksPerOp: 0.6\nvFlash:cacheHitPercentage: 40\n"
)


class AdviceRequest(RequestBody):
    """Counters of a running cache: as numbers, or as the printed text of a command."""

    statistics: CacheStatistics | None = None
    text: PastedText | None = Field(
        None, description="Lines of `name: value`; names of other counters are skipped.", examples=["numBlocks: 131072"]
    )
    previous: CacheStatistics | None = Field(None, description="The counters at the previous size.")
    previous_text: PastedText | None = Field(None, description="The previous counters as printed text.")
    block_kib: BlockKib | None = Field(None, description="Block size, KiB; gives the next size in GiB.")
    thresholds: AdviceThresholds | None = Field(None, description="Own thresholds instead of the defaults.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": _COUNTERS, "block_kib": 8}]})

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.statistics is None) == (self.text is None):
            raise ValueError("give either `statistics` or `text`")
        if self.previous is not None and self.previous_text is not None:
            raise ValueError("give `previous` or `previous_text`, not both")
        return self


class CalibrationCase(RequestBody):
    """A workload measured without and with a read cache."""

    name: Name = Field(examples=["hardware monitoring trace"])
    read_share: Share = Field(description="Share of the requests that read.", examples=[0.95])
    hit_share: Share = Field(description="Share of the reads that the cache answered.", examples=[0.85])
    baseline_latency_ms: Milliseconds = Field(description="Mean latency without cache, ms.", examples=[1.23])
    cached_latency_ms: Milliseconds = Field(description="Mean latency with cache, ms.", examples=[0.321])


class CalibrationRequest(RequestBody):
    """Measured cases to calibrate the latency of the flash from."""

    cases: tuple[CalibrationCase, ...] | None = Field(
        None, min_length=1, max_length=50, description="The cases; by default those of the catalogue."
    )
    tolerance_share: Annotated[float, Field(ge=1e-6, le=1)] = Field(
        JOINT_TOLERANCE_SHARE, description="Tolerated error of the model, as a share of the measured latency."
    )


@router.post("/advice", response_model=ReadCacheAdvice, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def advise_read_cache(request: AdviceRequest, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Advise on the size of a running read cache from its counters: verdict, reason, next size to try."""
    return await pools.evaluation.respond(_advice, request, catalogue)


def _advice(request: AdviceRequest, catalogue: Catalogue) -> ReadCacheAdvice:
    problems: list[FieldProblem] = []
    now = _counters(request.statistics, request.text, "/text", problems)
    previous = _counters(request.previous, request.previous_text, "/previous_text", problems)
    if problems or now is None:
        raise ProblemError(
            422, "unreadable_statistics", "The counters cannot be read", "Some lines are wrong.", problems
        )
    return size_advice(
        now.statistics,
        previous.statistics if previous else None,
        catalogue,
        block_kib=request.block_kib,
        thresholds=request.thresholds,
        notes=[*now.notes, *(previous.notes if previous else [])],
        ignored=now.ignored,
    )


def _counters(
    given: CacheStatistics | None, text: str | None, pointer: str, problems: list[FieldProblem]
) -> ReadStatistics | None:
    """The counters as given or as read; unreadable lines are added to the problems."""
    if text is None:
        return None if given is None else ReadStatistics(given, [], [])
    try:
        return read_statistics(text)
    except UnreadableStatistics as error:
        problems.extend(
            FieldProblem(pointer=pointer, code="unreadable_line" if each.line else "missing", message=each.message)
            for each in error.mistakes
        )
        return None


@router.post("/calibration", response_model=Calibrations, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def calibrate_read_cache(
    request: CalibrationRequest, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Find the flash latency that explains each measured case, and one for all of them if there is one."""
    return await pools.evaluation.respond(_calibrations, request, catalogue)


def _calibrations(request: CalibrationRequest, catalogue: Catalogue) -> Calibrations:
    cases = latency_cases(catalogue)
    if request.cases is not None:
        cases = [
            LatencyCase(each.name, each.read_share, each.hit_share, each.baseline_latency_ms, each.cached_latency_ms)
            for each in request.cases
        ]
    return calibrations(cases, catalogue, tolerance_share=request.tolerance_share)


@router.get("/block-sizes", response_model=BlockSizes, responses=responses(422))
async def read_cache_block_sizes(
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    io_kib: Annotated[BlockKib | None, Query(description="Dominant size of an I/O, KiB.")] = None,
    cache_gb: Annotated[float | None, Query(ge=0.001, le=1e9, description="Size of the cache, GB.")] = None,
    block_kib: Annotated[BlockKib | None, Query(description="A block size to check beside the usual ones.")] = None,
    unit_convention: Annotated[
        UnitConvention, Query(description="si: 1 GB = 10^9 bytes; binary_as_printed: a GB of cache is 2^30 bytes.")
    ] = UnitConvention.SI,
) -> Response:
    """List the block sizes of a read cache: measured latency, blocks, memory for metadata, and the rules."""
    return await pools.evaluation.respond(
        block_sizes, catalogue, io_kib=io_kib, cache_gb=cache_gb, block_kib=block_kib, convention=unit_convention
    )
