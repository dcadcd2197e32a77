"""Numbers as a reader of the report sees them: three significant digits unless counted or money, or words."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from hostwise.plan.answers.result import Cell, Input, Row, State, Value

MINUS = "\u2212"
NARROW = "\u00a0"
"""Between a number and its unit; no line ends there."""

_DIGITS = 3
_INPUT_DIGITS = 6
_LEAST_PROBABILITY, _MOST_PROBABILITY = 0.001, 0.999
_LEAST_DIFFERENCE_SHARE = 0.0005
_SMALL_MONEY = 100
_TINY = 1e-6
_RAISED = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
_SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))

STATE_WORDS: dict[State, str] = {
    State.EVALUATED: "",
    State.NOT_EVALUATED: "not evaluated",
    State.NO_LIMIT: "no limit",
    State.DOES_NOT_APPLY: "does not apply",
    State.INFEASIBLE: "not feasible",
    State.UNDEFINED: "undefined",
    State.INFINITE: "unlimited",
}


def significant(value: float, digits: int = _DIGITS) -> str:
    """A number rounded to so many significant digits, thousands set apart; what is tiny as a power of ten.

    >>> [significant(each) for each in (0.73745, 7.0, 12345.6, -0.00001234, 0.0, 5.738e-16)]
    ['0.737', '7', '12,300', '\u22120.0000123', '0', '5.74\u00b710\u207b\u00b9\u2076']
    """
    number = Decimal(repr(float(value)))
    if number.is_zero():
        return "0"
    if abs(value) < _TINY:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{significant(float(mantissa), digits)}\u00b710{str(int(exponent)).translate(_RAISED)}"
    step = Decimal(1).scaleb(number.adjusted() - digits + 1)
    rounded = number.quantize(step, rounding=ROUND_HALF_UP) if step.is_finite() else number
    text = f"{rounded:,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", MINUS)


def fixed(value: float, decimals: int = 0) -> str:
    """A number with so many decimals.

    >>> fixed(1234.5), fixed(-0.2), fixed(9.999, 2)
    ('1,235', '0', '10.00')
    """
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return f"{rounded or abs(rounded):,f}".replace("-", MINUS)


def percent(value: float, digits: int = _DIGITS) -> str:
    """A share in percent.

    >>> percent(0.12345).split(NARROW)
    ['12.3', '%']
    """
    # By its decimal digits: a hundred times a binary fraction has dust.
    return f"{significant(float(Decimal(repr(float(value))) * 100), digits)}{NARROW}%"


def money(value: float) -> str:
    """An amount of money, with the small coin only where the amount is small."""
    return fixed(value, 2 if 0 < abs(value) < _SMALL_MONEY else 0)


def short_money(value: float) -> str:
    """An amount for an axis.

    >>> [short_money(each).replace(NARROW, " ") for each in (0, 950, 812_345, 1_200_000)]
    ['0', '950', '812 k', '1.2 M']
    """
    for scale, letter in _SCALES:
        # What rounds up to a thousand of a scale is one of the next.
        if abs(value) >= scale * 0.9995:
            return f"{significant(value / scale)}{NARROW}{letter}"
    return significant(value)


def plain(value: float, format_: str) -> str:
    """A number in one of the comparison's formats."""
    if format_ == "count":
        return fixed(value)
    if format_ == "money":
        return money(value)
    if format_ == "share":
        return percent(value)
    if format_ == "probability":
        if 0 < value < _LEAST_PROBABILITY:
            return f"< {percent(_LEAST_PROBABILITY)}"
        if _MOST_PROBABILITY < value < 1:
            return f"> {percent(_MOST_PROBABILITY)}"
        return percent(value)
    return significant(value)


def value_text(value: Value, format_: str) -> str:
    """A number, or why there is none."""
    if value.value is not None and value.state is State.EVALUATED:
        return plain(value.value, format_)
    if value.state is State.INFINITE and format_ in ("years", "minutes"):
        return "never"
    return STATE_WORDS[value.state] or STATE_WORDS[State.NOT_EVALUATED]


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
    """A difference in percent; none where it is too small for a word."""
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
    return f"{significant(value, _INPUT_DIGITS)}{NARROW}{unit_of(value, unit)}".rstrip(NARROW)


def capital(text: str) -> str:
    """A label as the beginning of a line.

    >>> capital("peak IOPS"), capital("vCPU per core")
    ('Peak IOPS', 'vCPU per core')
    """
    # What has a capital further on is written just so.
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
