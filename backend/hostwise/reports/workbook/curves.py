"""Measured curves as tables of polynomial pieces, from which a cell reads off what the engine's curve yields."""

from __future__ import annotations

from math import nan

from hostwise.engine.opm import SAME_RATIO_TOLERANCE, OpmCurve
from hostwise.reports.content import CurvePiece

__all__ = ["SAME_RATIO_TOLERANCE", "curve_pieces"]


def curve_pieces(curve: OpmCurve, scale: float) -> tuple[CurvePiece, ...]:
    """The pieces of a curve, its values multiplied by a factor.

    Between the measured ratios these are the cubic pieces of the monotone interpolation; below and above them the line
    goes on with the slope of its end. One point alone says nothing of other ratios.
    """
    ratios, values = curve.ratios.tolist(), (curve.values * scale).tolist()
    if curve.single_point:
        return (CurvePiece(0.0, ratios[0], values[0], nan, nan, nan, ratios[0], values[0]),)
    from scipy.interpolate import PchipInterpolator

    line = PchipInterpolator(curve.ratios, curve.values)
    low, high = (line.derivative()(curve.ratios[[0, -1]]) * scale).tolist()
    cubic, square, slope = (line.c[:3] * scale).tolist()
    between = [
        CurvePiece(ratios[at], ratios[at], values[at], slope[at], square[at], cubic[at], ratios[at + 1], values[at + 1])
        for at in range(len(ratios) - 1)
    ]
    return (
        CurvePiece(0.0, ratios[0], values[0], low, 0.0, 0.0, ratios[0], values[0]),
        *between,
        CurvePiece(ratios[-1], ratios[-1], values[-1], high, 0.0, 0.0, ratios[-1], values[-1]),
    )
