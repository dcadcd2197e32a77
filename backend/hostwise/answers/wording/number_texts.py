"""Numbers as a reader of the report sees them: three significant digits unless counted or money, or words."""

from __future__ import annotations

from collections.abc import Callable

from hostwise.engine.constants import DAYS_PER_YEAR, MONTHS_PER_YEAR
from hostwise.number_format.writing import MINUS, NARROW, Format, exact, fixed, percent, plain, rough, rough_share
from hostwise.plan.answers.result import Band, Cell, Input, QuantityState, Row, Value

_NOTHING = "\u2013"

_INPUT_DIGITS = 6
_LEAST_DIFFERENCE_SHARE = 0.0005

STATE_WORDS: dict[QuantityState, str] = {
    QuantityState.EVALUATED: "",
    QuantityState.NOT_EVALUATED: "not evaluated",
    QuantityState.NO_LIMIT: "no limit",
    QuantityState.DOES_NOT_APPLY: "does not apply",
    QuantityState.INFEASIBLE: "not feasible",
    QuantityState.UNDEFINED: "undefined",
    QuantityState.INFINITE: "unlimited",
}


_ENDLESS: dict[Format, str] = {"years": "never", "minutes": "never", "count": "does not fit"}
"""What an infinite value says: a life that does not end, and VMs that no number of hosts can run."""


def value_text(value: Value, format_: Format) -> str:
    """A number, or why there is none."""
    if value.value is not None and value.state is QuantityState.EVALUATED:
        return plain(value.value, format_)
    if value.state is QuantityState.INFINITE and format_ in _ENDLESS:
        return _ENDLESS[format_]
    return STATE_WORDS[value.state] or STATE_WORDS[QuantityState.NOT_EVALUATED]


def cell_text(row: Row, cell: Cell) -> str:
    """What a cell of the comparison says, without unit."""
    return cell.text or value_text(cell.value, row.format)


def difference_text(row: Row, cell: Cell) -> str | None:
    """The difference to the reference: signed percent, or in the row's own unit where percent says nothing."""
    difference = cell.difference
    # Ranks of states have an order and no distance.
    if difference is None or difference == 0 or row.format == "state":
        return None
    sign = MINUS if difference < 0 else "+"
    if row.format in ("share", "probability"):
        points = _signless_percent(abs(difference))
        return None if points is None else f"{sign}{points.replace('%', 'pp')}"
    if row.format == "count" or cell.difference_share is None:
        return f"{sign}{plain(abs(difference), row.format)}"
    share = _signless_percent(abs(cell.difference_share))
    return None if share is None else f"{sign}{share}"


def _signless_percent(share: float) -> str | None:
    """A difference in percent; empty where it is too small to mention."""
    if share < _LEAST_DIFFERENCE_SHARE:
        return None
    text = fixed(share * 100, 1 if share < 1 else 0)
    return f"{text.removesuffix('.0')}{NARROW}%"


def input_text(record: Input, currency: str) -> str:
    """The value of an input with its unit."""
    value, name = record.value, record.quantity
    if value is None:
        return "\u2013"
    if name.endswith("_flag"):
        return "yes" if value else "no"
    unit = record.unit.replace("currency", currency)
    if name.endswith(("_share", "_utilisation", "_utilisation_limit", "_probability", "_rate")) and unit in (
        "",
        "/year",
    ):
        return percent(value, _INPUT_DIGITS) + unit
    return f"{exact(value)}{NARROW}{unit_of(value, unit)}".rstrip(NARROW)


def capital(text: str) -> str:
    """A label as the beginning of a line.

    >>> capital("peak IOPS"), capital("vCPU per core")
    ('Peak IOPS', 'vCPU per core')
    """
    # A word with a later capital is written as it is.
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def unit_of(value: float, unit: str) -> str:
    """A unit as it stands behind a number.

    >>> unit_of(1, "hosts"), unit_of(2, "hosts"), unit_of(1, "drives/host"), unit_of(1, "MB/s")
    ('host', 'hosts', 'drive/host', 'MB/s')
    """
    counted, slash, each = unit.partition("/")
    is_plural = counted.endswith("s") and (counted.islower() or counted == "VMs") and len(counted) > 2
    return f"{counted[:-1]}{slash}{each}" if value == 1 and is_plural else unit


def unit_beside(row: Row) -> str:
    """The unit to write beside a row's label; shares have theirs in the number, and some labels say it already."""
    said = row.format in ("share", "probability", "state") or row.unit in row.label.split()
    return "" if said else row.unit


def band_text(band: Band, write: Callable[[float], str], endless: str = _NOTHING, bound: str = "") -> str:
    """A figure with its band; `endless` stands for an end without number, `bound` before a figure that has one.

    >>> band_text(Band(low=10, mid=12, high=15), fixed), band_text(Band(low=3, mid=3, high=3), fixed)
    ('12 (10 to 15)', '3')
    """
    low, middle, high = (endless if each is None else write(each) for each in (band.low, band.mid, band.high))
    bound = "" if band.mid is None else bound
    return bound + (middle if low == middle == high else f"{middle} ({low} to {high})")


def share_text(share: float | None) -> str:
    """A share of simulations.

    >>> share_text(0.5522).split(), share_text(None) == _NOTHING
    (['55', '%'], True)
    """
    return _NOTHING if share is None else rough_share(share)


def at_least(holds: bool) -> str:
    """The words before a lower bound."""
    return "at least " if holds else ""


def at_most(holds: bool) -> str:
    """The words before an upper bound."""
    return "at most " if holds else ""


def span(months: float) -> str:
    """A time in months, or in days where it is shorter than two months.

    >>> span(0.03), span(12), span(1e-12)
    ('0.91 days', '12 months', 'less than 0.1 days')
    """
    days = months * DAYS_PER_YEAR / MONTHS_PER_YEAR
    if days < _FEW_DAYS:
        return f"less than {_FEW_DAYS:g} days"
    number, unit = (rough(days), "days") if months < _FEW_MONTHS else (rough(months), "months")
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


_FEW_DAYS = 0.1
_FEW_MONTHS = 2
