"""Measured series for charts and tables, in one form for all catalogue tables and documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from hostwise.answers.evidence.evidence_document import Series, SeriesLine, SeriesPoint, Topic
from hostwise.answers.operations.opm_curves import OVERCOMMIT_AXIS, throughput_axis
from hostwise.binding.opm_models import built_in, cited
from hostwise.catalogue.evidence import Evidence, Measurement, ReadCacheCase
from hostwise.catalogue.hardware import DriveEvidence
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Kind
from hostwise.number_format.writing import exact, percent
from hostwise.plan.answers.operations import Axis, MeasuredModel, Origin
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium

RowT = TypeVar("RowT")
KeyT = TypeVar("KeyT")


def model_series(model: MeasuredModel) -> Series:
    """The points of an operations-per-minute model, a line for each medium."""
    return Series(
        key=model.key,
        name=model.name,
        topic=Topic.MEMORY,
        origin=model.origin,
        model_key=model.key,
        kind=model.kind,
        citations=list(model.citations),
        locator=model.locator,
        validity=model.validity,
        notes=model.notes,
        x=OVERCOMMIT_AXIS,
        y=throughput_axis(model.measure),
        lines=[
            SeriesLine(
                key=medium.value,
                label=MEDIUM_LABELS[medium],
                points=[
                    SeriesPoint(
                        x=each.overcommit_ratio,
                        y=each.per_vm,
                        low=each.low_per_vm,
                        high=each.high_per_vm,
                        kind=each.kind,
                        conditions=each.conditions or _conditions(each.vms, each.window_minutes),
                        locator=each.locator,
                        notes=each.notes,
                    )
                    for each in model.points
                    if each.medium is medium
                ],
            )
            for medium in model.media
        ],
        markers=list(model.markers),
    )


def built_in_series(catalogue: Catalogue) -> list[Series]:
    """All series of the catalogue, by topic."""
    return [
        *(model_series(built_in(catalogue, key)) for key in catalogue.opm_models),
        *_recoveries(catalogue),
        *_block_sizes(catalogue),
        *_read_caches(catalogue),
        *_drives(catalogue),
        *_measurements(catalogue),
    ]


def _recoveries(catalogue: Catalogue) -> Iterator[Series]:
    for key, rows in _grouped(catalogue.recovery_points.values(), lambda row: row.model_key).items():
        model = catalogue.opm_models[key]
        yield _series(
            catalogue,
            rows,
            key=f"{key}--recovery",
            name=f"{model.name}: recovery",
            topic=Topic.RECOVERY,
            model_key=key,
            validity=model.validity,
            x=Axis(label="time since the VM woke", unit="min"),
            y=Axis(label="throughput of one VM", unit="share of baseline"),
            lines=[
                SeriesLine(
                    key=medium,
                    label=MEDIUM_LABELS[SwapMedium(medium)],
                    points=[_point(row, row.share, row.conditions, x=row.minutes) for row in of_medium],
                )
                for medium, of_medium in _grouped(rows, lambda row: row.medium).items()
            ],
        )


def _block_sizes(catalogue: Catalogue) -> Iterator[Series]:
    for key, rows in _grouped(catalogue.read_cache_blocks.values(), lambda row: row.case_key).items():
        case = catalogue.read_cache_cases[key]
        cached = [row for row in rows if row.block_kib is not None]
        without = [row for row in rows if row.block_kib is None]
        lines = [
            SeriesLine(
                key="cached",
                label="with read cache",
                points=[_point(row, row.latency_us, row.conditions, x=row.block_kib) for row in cached],
            ),
            SeriesLine(
                key="baseline",
                label="without read cache",
                reference=True,
                points=[_point(row, row.latency_us, row.conditions) for row in without],
            ),
        ]
        yield _series(
            catalogue,
            rows,
            key=f"{key}--block-size",
            name=f"{case.name}: block size of the read cache",
            topic=Topic.READ_CACHE,
            validity=case.conditions,
            x=Axis(label="block of the read cache", unit="KiB", logarithmic=True),
            y=Axis(label="mean latency", unit="us"),
            lines=[line for line in lines if line.points],
        )


def _read_caches(catalogue: Catalogue) -> Iterator[Series]:
    """Effects of a read cache: latency, rates (a chart per unit) and response time, a category per case."""
    cases = list(catalogue.read_cache_cases.values())
    yield from _before_and_after(
        catalogue, cases, "latency", Axis(label="mean latency", unit="ms"), "baseline_latency_ms", "cached_latency_ms"
    )
    for unit, of_unit in _grouped(cases, lambda row: row.rate_unit).items():
        if unit is not None:
            rate = Axis(label=unit, unit=f"{unit}/min")
            yield from _before_and_after(
                catalogue, of_unit, unit, rate, "baseline_rate_per_minute", "cached_rate_per_minute"
            )
    response = Axis(label="mean response time", unit="s")
    yield from _before_and_after(
        catalogue, cases, "response-time", response, "baseline_response_s", "cached_response_s"
    )


def _before_and_after(
    catalogue: Catalogue, cases: Sequence[ReadCacheCase], what: str, y: Axis, before: str, after: str
) -> Iterator[Series]:
    rows = [row for row in cases if getattr(row, before) is not None or getattr(row, after) is not None]
    if not rows:
        return
    yield _series(
        catalogue,
        rows,
        key=f"read-cache--{what}",
        name=f"Read cache: {y.label}",
        topic=Topic.READ_CACHE,
        validity="cases are not comparable: hardware and workload differ",
        x=Axis(label="case", unit=""),
        y=y,
        lines=[
            SeriesLine(
                key=key,
                label=label,
                points=[
                    _point(row, getattr(row, field), _read_cache_conditions(row), category=row.name)
                    for row in rows
                    if getattr(row, field) is not None
                ],
            )
            for key, label, field in (
                ("baseline", "without read cache", before),
                ("cached", "with read cache", after),
            )
        ],
    )


def _read_cache_conditions(case: ReadCacheCase) -> str:
    cache = f"cache of {exact(case.cache_gb)} GB"
    blocks = f", blocks of {exact(case.block_kib)} KiB" if case.block_kib is not None else ""
    hits = f", {percent(case.hit_share)} hits" if case.hit_share is not None else ""
    return f"{cache}{blocks}{hits}; {case.conditions}"


_DRIVE_QUANTITIES = {
    "effective_max_iops": "effective maximum of the cluster",
    "sustained_write_mib_s": "sustained writes of one cache drive",
    "ratemax_iops": "highest rate of the cluster with an empty buffer",
    "ratemax_buffer_share": "fill of the write buffer at the highest rate",
    "collapse_ratemax_share": "share of the highest rate at which latency collapses",
    "collapse_write_latency_ms": "write latency at the collapse",
    "destage_limit_mb_s": "de-stage limit of one disk group",
    "initial_destage_mb_s": "first de-staging of one disk group",
    "ramp_start_destage_mb_s": "de-staging of one disk group at the start of the ramp",
    "burst_write_mb_s": "burst writes of one drive",
    "mixed_write_mb_s": "writes of one drive under mixed load",
    "mixed_read_mb_s": "reads of one drive under mixed load",
    "write_buffer_limit_gb": "write buffer of one disk group, at most",
}
"""Names for people; a quantity without one is shown under its own."""


def _drives(catalogue: Catalogue) -> Iterator[Series]:
    found = [row for drive in catalogue.drives.values() for row in drive.evidence]
    for (quantity, unit), rows in _grouped(found, lambda row: (row.quantity, row.unit)).items():
        suffix = f"_{unit.lower().replace('/', '_')}"
        label = _DRIVE_QUANTITIES.get(quantity, quantity.removesuffix(suffix).replace("_", " "))
        yield _series(
            catalogue,
            rows,
            key=f"drives--{quantity}",
            name=label[0].upper() + label[1:],
            topic=Topic.DRIVES,
            validity=_common([row.conditions for row in rows]),
            x=Axis(label="drive", unit=""),
            y=Axis(label=label, unit=unit),
            lines=[
                SeriesLine(
                    key=quantity,
                    label=label,
                    points=[
                        _point(row, row.value, row.conditions, category=catalogue.drives[row.drive_key].name)
                        for row in rows
                    ],
                )
            ],
        )


def _measurements(catalogue: Catalogue) -> Iterator[Series]:
    """Other figures: a chart for each test and unit, a line for each measured thing."""
    rows = list(catalogue.measurements.values())
    for (test, unit, x_unit), of_unit in _grouped(rows, lambda row: (row.series, row.unit, row.x_unit)).items():
        by_label = _grouped(of_unit, lambda row: row.label)
        only = next(iter(by_label)) if len(by_label) == 1 else None
        suffix = f"--{_slug(unit)}" + (f"--{_slug(x_unit)}" if x_unit else "")
        title = _test_name(of_unit[0])
        yield _series(
            catalogue,
            of_unit,
            key=f"{test}{suffix}",
            name=f"{title}: {only}" if only else f"{title}, {unit}",
            topic=Topic.SINGLE_FIGURES,
            validity=_common([row.conditions for row in of_unit]),
            x=Axis(label=x_unit or "what was measured", unit=x_unit or ""),
            y=Axis(label=only or "figure", unit=unit),
            lines=[
                SeriesLine(
                    key=_slug(label),
                    label=label,
                    points=[
                        _point(row, row.value, row.conditions, x=row.x, category=None if x_unit else label)
                        for row in of_label
                    ],
                )
                for label, of_label in by_label.items()
            ],
        )


def _test_name(row: Measurement) -> str:
    """The test's key as a citation: the source's key, then what follows it in plain words."""
    source = row.source[0]
    rest = row.series.lower().removeprefix(source.lower()).replace("-", " ").strip()
    return f"{source} {rest}".strip()


def _slug(text: str) -> str:
    return "-".join("".join(each if each.isalnum() else " " for each in text.lower()).split())


def _point(
    row: Evidence | DriveEvidence, y: float, conditions: str, *, x: float | None = None, category: str | None = None
) -> SeriesPoint:
    return SeriesPoint(
        x=x, category=category, y=y, kind=row.kind, conditions=conditions, locator=row.locator, notes=row.notes
    )


def _series(
    catalogue: Catalogue,
    rows: Sequence[Evidence] | Sequence[DriveEvidence],
    *,
    key: str,
    name: str,
    topic: Topic,
    validity: str,
    x: Axis,
    y: Axis,
    lines: list[SeriesLine],
    model_key: str | None = None,
) -> Series:
    """A series with the remarks of its rows."""
    return Series(
        key=key,
        name=name,
        topic=topic,
        origin=Origin.BUILT_IN,
        model_key=model_key,
        kind=max((row.kind for row in rows), key=_FROM_STRONG_TO_WEAK.index),
        citations=list(cited(catalogue, dict.fromkeys(source for row in rows for source in row.source))),
        locator="; ".join(dict.fromkeys(row.locator for row in rows)),
        validity=validity,
        x=x,
        y=y,
        lines=lines,
    )


_FROM_STRONG_TO_WEAK: tuple[Kind, ...] = ("measured", "derived", "vendor-stated", "entered", "assumed")


def _conditions(vms: int | None, minutes: float | None) -> str:
    """The test duration of an own point."""
    known = [f"{vms} VMs" if vms else "", f"over {exact(minutes)} minutes" if minutes else ""]
    return ", ".join(each for each in known if each)


def _common(conditions: Iterable[str]) -> str:
    """The conditions shared by all figures; empty if they differ, since each point then has its own."""
    different = set(conditions)
    return different.pop() if len(different) == 1 else ""


def _grouped(rows: Iterable[RowT], key: Callable[[RowT], KeyT]) -> dict[KeyT, list[RowT]]:
    """Rows by a key, both in the order in which they first appear."""
    groups: dict[KeyT, list[RowT]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
