"""Operations-per-minute models for charts: measured points, and the line with its basis and band."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hostwise.binding.opm_models import curve
from hostwise.engine.opm import EXTRAPOLATION_RULE, Basis, OpmCurve
from hostwise.number_format.writing import exact
from hostwise.plan.answers.operations import (
    Axis,
    CurvePoint,
    MeasuredModel,
    MediumCurve,
    OpmCurves,
)
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium
from hostwise.plan.opm import OpmMeasure

__all__ = ["Axis", "Basis", "CurvePoint", "MediumCurve", "NoLine", "OpmCurves", "opm_curves", "throughput_axis"]

LINE_POINTS = 121
"""Points of a line, besides the measured ratios themselves."""


class NoLine(ValueError):
    """The line would have no length."""

    def __init__(self, lowest: float, highest: float) -> None:
        """Name both ends of the line."""
        super().__init__(
            f"The line would go from {exact(lowest)} to {exact(highest)}; its end must be above its start."
        )


OVERCOMMIT_AXIS = Axis(label="memory overcommitment", unit="ratio")


def throughput_axis(measure: OpmMeasure) -> Axis:
    """The kind of a model's values."""
    if measure is OpmMeasure.OPM_PER_VM:
        return Axis(label="operations per minute of one VM", unit="OPM")
    return Axis(label="throughput of one VM", unit="share of baseline")


def opm_curves(
    model: MeasuredModel, medium: SwapMedium | None, lowest: float | None = None, highest: float | None = None
) -> OpmCurves:
    """The curves of a model, of one medium or of all, from a lowest to a highest ratio.

    By default a line extends beyond the measured ratios of all media by half their span, but not below 0.

    Raises:
        UnmeasuredMedium: the model has no points of the medium.
        NoLine: the highest ratio is not above the lowest.
    """
    wanted = model.media if medium is None else (medium,)
    found = {each: curve(model, each) for each in wanted}
    start, end = _reach(list(found.values())) if found else (0.0, 0.0)
    start, end = start if lowest is None else lowest, end if highest is None else highest
    if found and start >= end:
        raise NoLine(start, end)
    return OpmCurves(
        key=model.key,
        name=model.name,
        origin=model.origin,
        measure=model.measure,
        baseline_opm_per_vm=model.baseline_opm_per_vm,
        x=OVERCOMMIT_AXIS,
        y=throughput_axis(model.measure),
        extrapolation_rule=EXTRAPOLATION_RULE,
        curves=[_medium_curve(model, each, through, start, end) for each, through in found.items()],
    )


def _reach(curves: Sequence[OpmCurve]) -> tuple[float, float]:
    low = min(each.lowest_ratio for each in curves)
    high = max(each.highest_measured_ratio for each in curves)
    margin = (high - low) / 2 or low / 2
    return max(low - margin, 0.0), high + margin


def _medium_curve(
    model: MeasuredModel, medium: SwapMedium, through: OpmCurve, lowest: float, highest: float
) -> MediumCurve:
    grid = np.linspace(lowest, highest, LINE_POINTS)
    inside = through.ratios[(through.ratios >= lowest) & (through.ratios <= highest)]
    ratios = np.unique(np.concatenate([grid, inside]))
    values, (low, high), basis = through.at(ratios), through.band(ratios), through.basis(ratios)
    # Without overcommitment a VM is no faster than its baseline, whatever the slope.
    cap = max(1.0, float(through.high_values.max())) if model.measure is OpmMeasure.SHARE_OF_BASELINE else np.inf
    values, low, high = (np.minimum(each, cap) for each in (values, low, high))
    return MediumCurve(
        medium=medium,
        label=MEDIUM_LABELS[medium],
        single_point=through.single_point,
        measured_from=through.lowest_ratio,
        measured_to=through.highest_measured_ratio,
        line=[
            CurvePoint(
                overcommit_ratio=float(ratio),
                per_vm=_known(value),
                low_per_vm=_known(least),
                high_per_vm=_known(most),
                basis=Basis(str(rests_on)),
            )
            for ratio, value, least, most, rests_on in zip(ratios, values, low, high, basis, strict=True)
        ],
        measured=[each for each in model.points if each.medium is medium],
        markers=[each for each in model.markers if each.medium is medium],
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
