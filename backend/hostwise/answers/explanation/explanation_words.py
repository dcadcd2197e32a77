"""Formulas written out for explanations: with the names of their quantities, or with numbers and units."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import tier_words
from hostwise.engine.graph import show_number
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.number_format.writing import NARROW


def in_words(run: Run, index: int, name: str) -> str:
    """What a quantity is called, for this configuration."""
    return tier_words(MODEL.quantity(name).label, [run.plan.configurations[index]])


def with_units(run: Run, index: int, name: str, member: int | None = None) -> str:
    """The number of a quantity with its unit; of several members only one, if its place is given."""
    unknown = "missing" if name in MODEL.inputs else "not evaluated"
    values = run.evaluation.members(name, index)
    if member is not None and len(values) > 1:
        values = values[member : member + 1]
    number = show_number(values, unknown, latex=False)
    return number if number == unknown else measured(number, unit_of(run, name))


def measured(number: str, unit: str) -> str:
    """A written number with its unit.

    >>> measured("1", "VMs").split(NARROW), measured("1", "vCPU/core").split(NARROW), measured("0.5", "")
    (['1', 'VM'], ['1', 'vCPU/core'], '0.5')
    """
    if number == "1" and len(unit) > 2 and unit.isalpha():
        unit = unit.removesuffix("s")
    return f"{number}{NARROW}{unit}" if unit else number


def unit_of(run: Run, name: str) -> str:
    """The unit of a quantity, with the plan's currency."""
    return unit_symbol(MODEL.quantity(name), run.plan.economics.currency)


def times(text: str) -> str:
    """A formula in text with the sign of multiplication."""
    return text.replace(" * ", " \u00d7 ")
