"""What would change the advice: the values at which it turns or, where none does, what moves the cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hostwise.answers.uncertainty.uncertainty_document import InputSensitivity, Strength
from hostwise.answers.wording.number_texts import capital
from hostwise.answers.wording.sentences import Phrase, listing, phrase, quoted
from hostwise.numerals.writing import NARROW, short_money
from hostwise.plan.answers.text import Line, Name, Part, Text

_MOST = 4
_LEAST = 1e-5
"""A factor, or points, nearer to the value as it is than this say nothing of what to watch."""


@dataclass(frozen=True)
class BreakEvens:
    """The strongest causes, and what each does to the comparison of the one to take with the runner-up."""

    sensitivities: Sequence[InputSensitivity]
    names: Sequence[Name]
    advised: str | None
    runner_up: str | None
    difference: float
    """Cost of the one to take less that of the runner-up, as sized."""
    strength: Strength
    currency: str

    def lines(self) -> list[Line]:
        """A line for each."""
        return [self._line(each) for each in self.shown()]

    def name(self, key: str) -> Name:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        return quoted(next(each for each in self.names if each.configuration == key))

    def title(self) -> str:
        """What the lines are."""
        if self.runner_up is None:
            return "Moves the cost most"
        if any(each.turns_at is not None and not _is_here(each) for each in self.sensitivities):
            return "Would change the cheapest" if self.strength == "either" else "Would change it"
        ends = [found for found in map(ends_of, self.shown()) if found is not None]
        if not all(low * high > 0 for low, high in ends):
            return "Moves it most"
        # The sentence may name another one as well: this one is meant.
        dearer = self.difference <= 0
        first = self.runner_up if dearer else self.advised
        return (
            "No input alone would change it" if first is None else f"No input alone puts {self.name(first).text} first"
        )

    def shown(self) -> list[InputSensitivity]:
        """The strongest causes at which the advice turns; where none does, those that move the comparison most."""
        turning = [each for each in self.sensitivities if each.break_even is not None and not _is_here(each)]
        return [each for each in turning or self.sensitivities if _moves(each)][:_MOST]

    def _line(self, driver: InputSensitivity) -> Line:
        words = phrase("{cause} {what}", cause=self._cause(driver), what=self._turning(driver) or self._moving(driver))
        return Line(text=Text(code="flip", parts=words.parts(None)), note=f"flip.{driver.cause}")

    def _turning(self, driver: InputSensitivity) -> Phrase | None:
        """From which value on another one is the cheapest, which that is, and the value now."""
        turn = driver.break_even
        if turn is None or driver.turns_at is None or self.advised is None or self.runner_up is None:
            return None
        side = "below" if turn < (1 if driver.shape == "factor" else 0) else "above"
        now: str | Phrase = ""
        if driver.now is not None:
            now = phrase(" (now {now})", now=_without_unit(driver.now, driver.turns_at))
        if self.strength != "either":
            then = phrase("take {name}", name=self.name(self.runner_up))
        else:
            first = self.advised if self.difference > 0 else self.runner_up
            if driver.configurations == [first]:
                return phrase("{side} {at}{now} makes it the cheapest", side=side, at=driver.turns_at, now=now)
            then = phrase("{name} is the cheapest", name=self.name(first))
        return phrase("{side} {at}{now}: {then}", side=side, at=driver.turns_at, now=now, then=then)

    def _moving(self, driver: InputSensitivity) -> Phrase:
        """From what to what a cause moves the difference or, without one, the cost."""
        low, high = ends_of(driver) or (0.0, 0.0)
        currency = self.currency
        if self.runner_up is None or driver.low_difference is None:
            return phrase(f"{short_money(low)} to {short_money(high)} {currency}")
        if low * high > 0:
            ends = sorted((abs(low), abs(high)))
            return phrase(
                f"still {{low}} to {{high}} {currency} {'cheaper' if high < 0 else 'dearer'}",
                low=short_money(ends[0]),
                high=short_money(ends[1]),
            )
        return phrase(f"{short_money(-low)} {currency} cheaper to {short_money(high)} {currency} dearer")

    def _cause(self, driver: InputSensitivity) -> Phrase:
        names: list[Part] = [self.name(each) for each in driver.configurations[:1]]
        colon = "" if driver.turns_at is not None else ":"
        if not names or len(self.names) == 1:
            return phrase(f"{{label}}{colon}", label=capital(driver.label))
        return phrase(f"{{label}} of {{names}}{colon}", label=capital(driver.label), names=listing(names))


def _without_unit(text: str, other: str) -> str:
    """A number without its unit, where another one beside it has the same."""
    number, _, unit = text.rpartition(NARROW)
    return number if number and other.endswith(f"{NARROW}{unit}") else text


def _moves(driver: InputSensitivity) -> bool:
    """Whether a cause moves the cost by an amount that is shown."""
    ends = ends_of(driver)
    return ends is not None and short_money(ends[0]) != short_money(ends[1])


def _is_here(driver: InputSensitivity) -> bool:
    """Whether the advice turns at the very value that is entered: a step there, which nobody can read as a value."""
    neutral = 1.0 if driver.shape == "factor" else 0.0
    return driver.break_even is not None and abs(driver.break_even - neutral) < _LEAST


def ends_of(driver: InputSensitivity) -> tuple[float, float] | None:
    """What a cause moves the difference to or, without one, the cost."""
    for low, high in (
        (driver.low_difference, driver.high_difference),
        (driver.low_cost, driver.high_cost),
    ):
        if low is not None and high is not None:
            return min(low, high), max(low, high)
    return None
