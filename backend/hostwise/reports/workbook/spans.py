"""The numbers that an expression can yield: enough to know where a cell formula needs a guard.

The engine computes with infinities, and divides by zero where that means something. A spreadsheet does neither, so a
cell formula has a guard for these cases, but only where they can occur: a formula full of guards is unreadable.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log

LARGEST_EXPONENT = 345.0
"""Where the exponential reaches the number that stands for infinite."""


def _times(one: float, other: float) -> float:
    """A product of bounds; with a bound of 0 it is 0."""
    return 0.0 if 0 in (one, other) else one * other


@dataclass(frozen=True)
class Span:
    """Bounds of a value, and which special values are among them.

    A bound that is infinite means that the value has no bound, not that it can be infinite: the latter is said by
    `above` (plus) and `below` (minus). `zero` says whether it can be 0.
    """

    low: float
    high: float
    zero: bool
    above: bool = False
    below: bool = False

    @classmethod
    def between(cls, low: float, high: float, *, above: bool = False, below: bool = False) -> Span:
        """All finite numbers between two bounds."""
        return cls(low, high, low <= 0 <= high, above, below)

    @property
    def is_endless(self) -> bool:
        """Whether it can be infinite."""
        return self.above or self.below

    @property
    def is_positive(self) -> bool:
        """Whether it is always above 0."""
        return self.low >= 0 and not self.zero

    def within(self, low: float, high: float) -> Span:
        """The part of it between two bounds; it can be infinite only without a bound."""
        low, high = max(self.low, low), min(self.high, high)
        zero = self.zero and low <= 0 <= high
        return Span(low, high, zero, self.above and high == inf, self.below and low == -inf)

    def _without_zero(self, never: bool) -> Span:
        return Span(self.low, self.high, False, self.above, self.below) if never else self

    def __neg__(self) -> Span:
        """Span of the negative."""
        return Span(-self.high, -self.low, self.zero, self.below, self.above)

    def __add__(self, other: Span) -> Span:
        """Span of the sum."""
        both = Span.between(
            self.low + other.low,
            self.high + other.high,
            above=self.above or other.above,
            below=self.below or other.below,
        )
        return both._without_zero(
            (self.low >= 0 and other.low >= 0 and not (self.zero and other.zero))
            or (self.high <= 0 and other.high <= 0 and not (self.zero and other.zero))
        )

    def __sub__(self, other: Span) -> Span:
        """Span of the difference."""
        return self + -other

    def __mul__(self, other: Span) -> Span:
        """Span of the product."""
        ends = [_times(one, two) for one in (self.low, self.high) for two in (other.low, other.high)]
        above = _endless(self, other, 1) or _endless(other, self, 1)
        below = _endless(self, other, -1) or _endless(other, self, -1)
        return Span(min(ends), max(ends), self.zero or other.zero, above, below)

    def inverse(self) -> Span:
        """Span of 1 over it: infinite if it can be 0, and 0 if it can be infinite."""
        if self.low >= 0:
            low = 0.0 if self.high in (0, inf) or self.above else 1 / self.high
            return Span(low, inf, self.is_endless, self.zero)
        if self.high <= 0:
            return -(-self).inverse()
        return Span(-inf, inf, self.is_endless, self.zero)

    def union(self, other: Span) -> Span:
        """Span of what is the one or the other."""
        return Span(
            min(self.low, other.low),
            max(self.high, other.high),
            self.zero or other.zero,
            self.above or other.above,
            self.below or other.below,
        )

    def larger(self, other: Span) -> Span:
        """Span of the larger of two."""
        low, high = max(self.low, other.low), max(self.high, other.high)
        zero = low <= 0 <= high and (self.zero or other.zero)
        return Span(low, high, zero, self.above or other.above, self.below and other.below)

    def smaller(self, other: Span) -> Span:
        """Span of the smaller of two."""
        return -((-self).larger(-other))

    def summed(self) -> Span:
        """Span of the sum of one or more such values."""
        low = self.low if self.low >= 0 else -inf
        high = self.high if self.high <= 0 else inf
        zero = self.zero if self.low >= 0 or self.high <= 0 else True
        return Span(low, high, zero, self.above, self.below)

    def exponential(self) -> Span:
        """Span of e to the power of it."""
        low = 0.0 if self.below else exp(min(self.low, LARGEST_EXPONENT))
        high = inf if self.high > LARGEST_EXPONENT else exp(self.high)
        return Span(low, high, low == 0, self.above)

    def logarithm(self) -> Span:
        """Span of the natural logarithm, of what is above 0 or 0."""
        low = log(self.low) if self.low > 0 else -inf
        high = log(self.high) if 0 < self.high < inf else inf
        return Span.between(low, high, above=self.above, below=self.low <= 0)

    def rounded(self) -> Span:
        """Span of it rounded up or down."""
        return Span.between(self.low - 1 if self.low < 0 else 0.0, self.high + 1, above=self.above, below=self.below)


def _endless(one: Span, other: Span, sign: int) -> bool:
    """Whether the product can be infinite, with a sign, because the first can be."""
    positive, negative = other.high > 0 or other.above, other.low < 0 or other.below
    if sign < 0:
        positive, negative = negative, positive
    return (one.above and positive) or (one.below and negative)


UNBOUNDED = Span.between(-inf, inf)
