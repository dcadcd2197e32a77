"""The integral of a growing load, and its inverse: shared by the wear of all drives."""

from __future__ import annotations

import numpy as np

from hostwise.engine.quantities import Array


def _log_growth(growth: Array) -> Array:
    """ln(1+g), or another number than 0 if nothing grows, so that it can be a divisor."""
    return np.log1p(np.where(growth == 0, 1, growth))


def years_of_writes(growth: Array, years: Array) -> Array:
    """Writes of a growing load over some years, in years of today's writes."""
    return np.where(growth == 0, years, np.expm1(years * np.log1p(growth)) / _log_growth(growth))


def with_growth(life: Array, growth: Array) -> Array:
    """Life under a growing load, from the life at the load of today; infinite if it never ends."""
    logarithm = life * np.log1p(growth)
    grown = np.log1p(np.maximum(logarithm, -1)) / _log_growth(growth)
    return np.where(growth == 0, life, np.where(logarithm <= -1, np.inf, grown))
