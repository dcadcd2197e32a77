"""Values for the parameters of a formula, drawn from all that they can be in a workbook."""

import numpy as np

from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.reports.workbook.translation import translate

GROUPS, YEARS = 3, 2


def draw(name: str, rng: np.random.Generator, rows: int) -> Array:
    """Any values that a quantity can have: those at the ends of its range, 0 and infinite among them."""
    quantity, span = MODEL.quantity(name), translate(MODEL).spans[name]
    sizes = {"role": len(Role), "group": GROUPS, "year": YEARS + 1, "month": 12 * YEARS + 1}
    members = [sizes[axis] for axis in quantity.axes]
    shape = (1, rows, *members)
    if name == "month":
        return np.broadcast_to(np.arange(float(members[0])), shape)
    # Growth over many years is soon more than a number can hold; a plan bounds both.
    most = next((cap for end, cap in (("_rate", 2.0), ("_years", 15.0), ("_sigma", 5.0)) if end in name), 1_000.0)
    low = span.low if np.isfinite(span.low) else -most
    high = span.high if np.isfinite(span.high) else max(low, 0.0) + most
    values = np.where(rng.random(shape) < 0.5, rng.uniform(low, high, shape), np.exp(rng.normal(0, 3, shape)))
    values = np.clip(values, low, high)
    if "_rank" in name or "_flag" in name:
        values = np.floor(values)
    unknown = name not in ("sizing_years", "contract_years", "horizon_years")
    for special, possible in ((0.0, span.zero), (np.inf, span.above), (-np.inf, span.below), (np.nan, unknown)):
        if possible:
            values = np.where(rng.random(shape) < 0.1, special, values)
    return values


def arguments(name: str, rows: int = 400, seed: int = 5) -> dict[str, Array]:
    """Values for the parameters of a formula."""
    rng = np.random.default_rng(seed)
    return {parameter: draw(parameter, rng, rows) for parameter in MODEL.formulas[name].parameters}
