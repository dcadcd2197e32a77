"""How numbers are written: screen, reports, sentences and formulas all write a number in the same way.

The user interface has the same writer in TypeScript; `tests/golden/numerals.json` holds the vectors for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Literal

Format = Literal["count", "money", "number", "share", "probability", "years", "minutes", "state"]
"""What kind of number it is, which decides how it is written."""

MINUS = "\u2212"
NARROW = "\u00a0"
"""Between a number and its unit; no line ends there."""

_DIGITS = 3
_EXACT_DIGITS = 6
_LEAST_PROBABILITY, _MOST_PROBABILITY = 0.001, 0.999
_SMALL_MONEY, _COIN_DECIMALS, _MOST_DECIMALS = 100, 2, 6
_ROUNDS_UP, _ROUNDS_UP_ROUGHLY = 0.9995, 0.995
_TINY = 1e-6
_LONGEST_LIFE = 20
_TIMES = "\u00b710"
_FLAT, _HIGH = "-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_RAISED, _LOWERED = str.maketrans(_FLAT, _HIGH), str.maketrans(_HIGH, _FLAT)
_ALL_DIGITS = Context(prec=400)
"""Digits enough for any float: the usual 28 are too few for the combinations of a search."""
_SCALES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


def short(value: float, digits: int = _DIGITS) -> str:
    """A number rounded to so many significant digits, thousands set apart; what is tiny as a power of ten.

    >>> [short(each) for each in (0.73745, 7.0, 12345.6, -0.00001234, 0.0, 5.738e-16)]
    ['0.737', '7', '12,300', '\u22120.0000123', '0', '5.74\u00b710\u207b\u00b9\u2076']
    """
    number = Decimal(repr(float(value)))
    if number.is_zero():
        return "0"
    if abs(value) < _TINY:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{short(float(mantissa), digits)}{_TIMES}{str(int(exponent)).translate(_RAISED)}"
    step = Decimal(1).scaleb(number.adjusted() - digits + 1)
    rounded = number.quantize(step, ROUND_HALF_UP, _ALL_DIGITS) if step.is_finite() else number
    text = f"{rounded:,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", MINUS)


def fixed(value: float, decimals: int = 0) -> str:
    """A number with so many decimals.

    >>> fixed(1234.5), fixed(-0.2), fixed(9.999, 2), len(fixed(500**12))
    ('1,235', '0', '10.00', 43)
    """
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _ALL_DIGITS)
    return f"{rounded or abs(rounded):,f}".replace("-", MINUS)


def percent(value: float, digits: int = _DIGITS) -> str:
    """A share in percent.

    >>> percent(0.12345).split(NARROW)
    ['12.3', '%']
    """
    # By its decimal digits: multiplying a binary fraction by 100 leaves rounding errors.
    return f"{short(float(Decimal(repr(float(value))) * 100), digits)}{NARROW}%"


def rough(value: float) -> str:
    """A number of which two digits are known.

    >>> rough(10.72), rough(6.84)
    ('11', '6.8')
    """
    return short(value, 2)


def rough_years(value: float) -> str:
    """A life in years to two digits; a life beyond that of any host is only "more than".

    >>> rough_years(10.72), rough_years(44.0)
    ('11', 'more than 20')
    """
    return rough(value) if value <= _LONGEST_LIFE else f"more than {rough(_LONGEST_LIFE)}"


def rough_share(value: float) -> str:
    """A share to two digits; only exact shares are written as 0 % or 100 %.

    >>> [rough_share(each).replace(NARROW, " ") for each in (0.788, 0.0789, 0.996, 0.99999, 1.0, 0.00001, 0.0)]
    ['79 %', '7.9 %', '99.6 %', '> 99.9 %', '100 %', '< 0.1 %', '0 %']
    """
    return (
        plain(value, "probability") if value >= _ROUNDS_UP_ROUGHLY or value < _LEAST_PROBABILITY else percent(value, 2)
    )


def exact(value: float) -> str:
    """A number for a formula and other exact places: at most six significant digits.

    >>> exact(12345.678), exact(0.1 + 0.2)
    ('12,345.7', '0.3')
    """
    return short(value, _EXACT_DIGITS)


def exact_latex(value: float) -> str:
    r"""The same in LaTeX, where a comma between digits takes no space.

    >>> exact_latex(12345.0), exact_latex(-1.5e-9)
    ('12{,}345', '-1.5\\times 10^{-9}')
    """
    mantissa, _, exponent = exact(value).partition(_TIMES)
    number = mantissa.replace(MINUS, "-").replace(",", "{,}")
    return rf"{number}\times 10^{{{exponent.translate(_LOWERED)}}}" if exponent else number


def money(value: float) -> str:
    """An amount of money: small coin where the amount is small, and three significant digits below 1.

    >>> [money(each) for each in (1234.5, 99.5, 0.5, 0.12345, 0.0, -0.0000001)]
    ['1,235', '99.50', '0.50', '0.123', '0', '0']
    """
    size = abs(value)
    if size == 0 or size >= _SMALL_MONEY:
        return fixed(value)
    if size >= 1:
        return fixed(value, _COIN_DECIMALS)
    leading = -Decimal(repr(float(value))).adjusted()
    written = fixed(value, min(max(_COIN_DECIMALS, leading + _DIGITS - 1), _MOST_DECIMALS))
    whole, _, decimals = written.rstrip("0").partition(".")
    return f"{whole}.{decimals:0<{_COIN_DECIMALS}}" if decimals or whole != "0" else "0"


def short_money(value: float) -> str:
    """An amount for an axis.

    >>> [short_money(each).replace(NARROW, " ") for each in (0, 950, 812_345, 1_200_000)]
    ['0', '950', '812 k', '1.2 M']
    """
    for scale, letter in _SCALES:
        # What rounds up to a thousand of a scale is one of the next.
        if abs(value) >= scale * _ROUNDS_UP:
            return f"{short(value / scale)}{NARROW}{letter}"
    return short(value)


def short_monies(values: Sequence[float]) -> list[str]:
    """Amounts that are read beside each other: those of one scale with as many decimals, as far as digits are known.

    >>> [each.replace(NARROW, " ") for each in short_monies([2.8e6, 2.75e6, 11e6, 0, 926_000])]
    ['2.80 M', '2.75 M', '11.0 M', '0', '926 k']
    >>> short_monies([4.9e-9, 2.5])
    ['4.9·10⁻⁹', '2.5']
    """
    parts = [short_money(each).partition(NARROW) for each in values]
    most: dict[str, int] = {}
    for number, _, scale in parts:
        decimals = 0 if _is_power(number) else len(number.partition(".")[2])
        most[scale] = max(most.get(scale, 0), decimals)
    return [f"{_padded(number, most[scale])}{blank}{scale}" for number, blank, scale in parts]


def _is_power(number: str) -> bool:
    """Whether a number is written with a power of ten, as the smallest are."""
    return "\u00b7" in number


def _padded(number: str, decimals: int) -> str:
    if _is_power(number):
        return number
    whole, _, behind = number.partition(".")
    known = _DIGITS - sum(each.isdigit() for each in whole)
    decimals = max(len(behind), min(decimals, known)) if float(number.replace(",", "").replace(MINUS, "-")) else 0
    return f"{whole}.{behind:0<{decimals}}" if decimals > 0 else number


def plain(value: float, format_: Format) -> str:
    """A number in one of the comparison's formats."""
    if format_ == "count":
        return fixed(value)
    if format_ == "money":
        return money(value)
    if format_ == "share":
        return percent(value)
    if format_ == "probability":
        if 0 < value < _LEAST_PROBABILITY:
            return f"<{NARROW}{percent(_LEAST_PROBABILITY)}"
        if _MOST_PROBABILITY < value < 1:
            return f">{NARROW}{percent(_MOST_PROBABILITY)}"
        return percent(value)
    return short(value)


def counted(number: float, thing: str) -> str:
    """A number of things.

    >>> counted(1, "hosts"), counted(1234, "hosts"), counted(1.256, "years")
    ('1 host', '1,234 hosts', '1.26 years')
    """
    if number == 1:
        return f"1 {thing.removesuffix('s')}"
    return f"{fixed(number) if float(number).is_integer() else short(number)} {thing}"


_NAMES_AT_ONCE = 4


def some(names: Sequence[str], limit: int = _NAMES_AT_ONCE) -> str:
    """Names one after the other, the first few where there are many.

    >>> some(["a", "b"]), some(["a", "b", "c", "d", "e", "f"])
    ('a, b', 'a, b, c, d and 2 more')
    """
    if len(names) <= limit + 1:
        return ", ".join(names)
    return f"{', '.join(names[:limit])} and {fixed(len(names) - limit)} more"
