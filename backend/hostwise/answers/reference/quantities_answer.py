"""The formula registry, for people and programs: every quantity with formula, unit and source."""

from __future__ import annotations

from hostwise.answers.reference.reference_document import QuantityEntry
from hostwise.answers.wording.citations import citation
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Quantity


def _bound(value: float) -> float | None:
    return None if value in (float("inf"), -float("inf")) else value


def _entry(quantity: Quantity, catalogue: Catalogue) -> QuantityEntry:
    formula = MODEL.formulas.get(quantity.name)
    return QuantityEntry(
        name=quantity.name,
        label=quantity.label,
        meaning=quantity.meaning,
        unit=quantity.unit.symbol,
        unit_meaning=quantity.unit.meaning,
        axes=quantity.axes,
        is_input=formula is None,
        low=_bound(quantity.low),
        high=_bound(quantity.high),
        kind=formula.kind if formula else None,
        latex=formula.latex(lambda name: rf"\text{{{MODEL.quantity(name).label}}}") if formula else None,
        text=formula.text(lambda name: name) if formula else None,
        inputs=list(formula.parameters) if formula else [],
        used_by=list(MODEL.used_by(quantity.name)),
        validity=formula.validity if formula else None,
        source=citation(formula.source, formula.locator, catalogue) if formula else None,
    )


def quantities(catalogue: Catalogue) -> list[QuantityEntry]:
    """The whole registry, inputs before formulas."""
    return [_entry(quantity, catalogue) for quantity in MODEL.quantities]
