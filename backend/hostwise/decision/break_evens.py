"""What would change the advice: the values at which it turns or, where none does, what moves the cost most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hostwise.answers.uncertainty.uncertainty_document import InputSensitivity, Strength
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.number_texts import capital
from hostwise.answers.wording.sentences import Phrase, quoted
from hostwise.decision.decision_messages import Sentence, message, say, told, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.number_format.writing import NARROW, short_money
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine

_MOST = 4
_LEAST = 1e-5
"""A factor, or points, nearer to the value as it is than this say nothing of what to watch."""


@dataclass(frozen=True)
class BreakEvens:
    """The strongest causes, and what each does to the comparison of the one to take with the runner-up."""

    sensitivities: Sequence[InputSensitivity]
    names: Sequence[ConfigurationName]
    advised: str | None
    runner_up: str | None
    difference: float
    """Cost of the one to take less that of the runner-up, as sized."""
    strength: Strength
    currency: str

    def lines(self) -> list[MessageLine]:
        """A line for each."""
        return [self._line(each) for each in self.shown()]

    def name(self, key: str) -> ConfigurationName:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        return quoted(next(each for each in self.names if each.configuration == key))

    def title(self) -> str:
        """What the lines are."""
        if self.runner_up is None:
            return words("break_evens.cost")
        if any(driver.turns_at is not None and not _is_here(driver) for driver in self.sensitivities):
            return words("break_evens.turn")
        ends = [found for found in map(ends_of, self.shown()) if found is not None]
        if not all(low * high > 0 for low, high in ends):
            return words("break_evens.difference")
        # The sentence may name another one as well: this one is meant.
        first = self.runner_up if self.difference <= 0 else self.advised
        if first is None:
            return words("break_evens.no_input")
        return words("break_evens.no_input_for", name=self.name(first))

    def shown(self) -> list[InputSensitivity]:
        """The strongest causes at which the advice turns; where none does, those that move the comparison most."""
        turning = [each for each in self.sensitivities if each.break_even is not None and not _is_here(each)]
        return [each for each in turning or self.sensitivities if _moves(each)][:_MOST]

    def confirm(self) -> Sentence:
        """Which input to confirm where the simulations leave it open, and what it decides."""
        if not self.shown() or self.runner_up is None:
            return say("confirm.none")
        driver = self.shown()[0]
        note, cause = flip_note(driver), self._cause(driver, begins=False)
        if driver.break_even is None or driver.turns_at is None:
            return say("confirm.moves", cause=cause)
        at = Figure(name="at", text=driver.turns_at, value=driver.break_even, note=note)
        name = self.name(self.runner_up)
        return say("confirm.below" if _is_below(driver) else "confirm.above", cause=cause, at=at, name=name)

    def _line(self, driver: InputSensitivity) -> MessageLine:
        return MessageLine(text=told([self._turning(driver) or self._moving(driver)]), note=flip_note(driver))

    def _turning(self, driver: InputSensitivity) -> Sentence | None:
        """From which value on another one is the cheapest, which that is, and the value now."""
        turn = driver.break_even
        if turn is None or driver.turns_at is None or self.advised is None or self.runner_up is None:
            return None
        known: dict[str, Given] = {
            "cause": self._cause(driver),
            "at": Figure(name="at", text=driver.turns_at, value=turn),
        }
        if driver.now is not None:
            text = _without_unit(driver.now, driver.turns_at)
            known["now"] = Figure(name="now", text=text, value=driver.value)
        side = (_is_below(driver), driver.now is not None)
        if self.strength != "either":
            return say(_TAKE[side], **known, name=self.name(self.runner_up))
        first = self.advised if self.difference > 0 else self.runner_up
        if driver.configurations == [first]:
            return say(_OWN[side], **known)
        return say(_WINS[side], **known, name=self.name(first))

    def _moving(self, driver: InputSensitivity) -> Sentence:
        """From what to what a cause moves the difference or, without one, the cost."""
        low, high = ends_of(driver) or (0.0, 0.0)
        cause, currency = self._cause(driver), self.currency
        if self.runner_up is None or driver.low_difference is None:
            return say("moves.cost", cause=cause, low=_money(low), high=_money(high), currency=currency)
        if low * high > 0:
            least, most = sorted((abs(low), abs(high)))
            code: DecisionCode = "moves.stays_cheaper" if high < 0 else "moves.stays_dearer"
            return say(code, cause=cause, low=_money(least), high=_money(most), currency=currency)
        return say("moves.both", cause=cause, low=_money(-low), high=_money(high), currency=currency)

    def _cause(self, driver: InputSensitivity, *, begins: bool = True) -> Phrase:
        """The name of an input, with that of the configuration that it is of where there are several."""
        label = capital(driver.label) if begins else driver.label
        names = [self.name(key) for key in driver.configurations[:1]]
        if not names or len(self.names) == 1:
            return message("cause", label=label)
        return message("cause.of", label=label, name=names[0])


_TAKE: Mapping[tuple[bool, bool], DecisionCode] = {
    (False, False): "turn.take_above",
    (False, True): "turn.take_above_now",
    (True, False): "turn.take_below",
    (True, True): "turn.take_below_now",
}
"""Codes by whether it turns below, and whether the value now is known."""

_WINS: Mapping[tuple[bool, bool], DecisionCode] = {
    (False, False): "turn.wins_above",
    (False, True): "turn.wins_above_now",
    (True, False): "turn.wins_below",
    (True, True): "turn.wins_below_now",
}
_OWN: Mapping[tuple[bool, bool], DecisionCode] = {
    (False, False): "turn.own_above",
    (False, True): "turn.own_above_now",
    (True, False): "turn.own_below",
    (True, True): "turn.own_below_now",
}


def flip_note(driver: InputSensitivity) -> str:
    """The note on the break-even of an input."""
    return f"flip.{driver.cause}"


def _is_below(driver: InputSensitivity) -> bool:
    """Whether the advice turns below the value as it is."""
    return driver.break_even is not None and driver.break_even < (1 if driver.shape == "factor" else 0)


def _money(amount: float) -> Figure:
    return Figure(name="amount", text=short_money(amount), value=amount)


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
