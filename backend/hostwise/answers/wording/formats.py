"""How the figures of messages are written: by the unit of their quantity, or by a named format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hostwise.answers.wording.figures import signed_percent, unsigned_percent
from hostwise.answers.wording.number_texts import span, unit_of
from hostwise.answers.wording.words import STATE_TEXTS
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import MONEY, DeclarationError, Quantity
from hostwise.number_format.writing import (
    MINUS,
    counted,
    exact,
    fixed,
    money,
    percent,
    plain,
    rough,
    rough_share,
    rough_years,
    short,
    short_money,
)

Writer = Callable[[float], str]

WRITERS: Mapping[str, Writer] = {
    "number": short,
    "four_digits": lambda value: short(value, 4),
    "whole": fixed,
    "tenths": lambda value: fixed(value, 1),
    "digits": lambda value: str(int(value)),
    "exact": exact,
    "money": money,
    "short_money": short_money,
    "percent": percent,
    "probability": lambda value: plain(value, "probability"),
    "percent_number": lambda value: exact(value * 100),
    "two_digit_percent": lambda value: percent(value, 2),
    "signed_percent": signed_percent,
    "unsigned_percent": unsigned_percent,
    "signed": lambda value: f"{MINUS if value < 0 else '+'}{fixed(abs(value))}",
    "signed_money": lambda value: f"{'-' if value < 0 else '+'}{money(abs(value))}",
    "times": lambda value: "once" if value == 1 else counted(value, "times"),
    "span": span,
    "memory_state": lambda value: STATE_TEXTS[int(value)],
    "rough": rough,
    "rough_share": rough_share,
    "rough_years": rough_years,
}
"""Formats by name. A unit may follow, as in "whole GiB"; "counted hosts" is "1 host" or "3 hosts"."""

_COUNTED = "counted"
_SHARES = ("share of 1", "probability, 0..1", "share per year")


@dataclass(frozen=True, slots=True)
class FigureFormat:
    """How a figure of a message is written.

    Attributes:
        write: the text of a number.
        quantity: the quantity that explains it, if one does.
    """

    write: Writer
    quantity: str | None


def figure_format(declared: str) -> FigureFormat:
    """The format of a figure as a message declares it: "quantity", "quantity: format" or "format".

    >>> figure_format("required_hosts").write(1), figure_format("required_hosts: whole").write(12.0)
    ('1 host', '12')
    >>> figure_format("group_write_mb_s").write(284.1), figure_format("memory_gib_per_host").write(512)
    ('284 MB/s', '512 GiB')
    >>> figure_format("whole GiB").write(2048.4), figure_format("counted drives").write(1)
    ('2,048 GiB', '1 drive')

    Raises:
        DeclarationError: neither a quantity nor a format has this name.
    """
    name, colon, format_ = (each.strip() for each in declared.partition(":"))
    if colon:
        return FigureFormat(_named(format_), _quantity(name).name)
    if name.split(" ")[0] in (*WRITERS, _COUNTED):
        return FigureFormat(_named(name), None)
    quantity = _quantity(name)
    return FigureFormat(_by_unit(quantity), quantity.name)


def _quantity(name: str) -> Quantity:
    formula = MODEL.formulas.get(name)
    quantity = MODEL.inputs.get(name) if formula is None else formula.quantity
    if quantity is None:
        raise DeclarationError(f"{name!r} is neither a quantity nor a format")
    return quantity


def _named(format_: str) -> Writer:
    name, _, unit = format_.partition(" ")
    if name == _COUNTED and unit:
        return lambda value: counted(value, unit)
    write = WRITERS.get(name)
    if write is None:
        raise DeclarationError(f"no format is called {format_!r}")
    return (lambda value: f"{write(value)} {unit_of(value, unit)}") if unit else write


def _by_unit(quantity: Quantity) -> Writer:
    """A number with the unit of its quantity; the amount alone for money, whose currency the plan names."""
    # Of "GiB/host" the number is in GiB; "MB/s" is a unit by itself.
    unit = quantity.unit.symbol.rpartition("/")[0] if "_per_" in quantity.name else quantity.unit.symbol
    if unit == MONEY.symbol:
        return money
    if quantity.unit.meaning in _SHARES:
        return percent
    if not unit:
        return short
    if unit_of(1, unit) != unit:
        return lambda value: counted(value, unit)
    return lambda value: f"{short(value)} {unit}"
