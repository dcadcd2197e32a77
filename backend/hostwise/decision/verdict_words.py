"""The verdict in words: a sentence to act on, and behind it how sure it is. Nothing else says what is advised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hostwise.answers.evaluation.order import Order, Taken, compared_with
from hostwise.answers.running.coverage_level import level_words
from hostwise.answers.simulations.simulations import COST, Simulations
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.answers.uncertainty.verdict import CLEAR, Ranking, band, difference, weaker
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.sentences import quoted
from hostwise.answers.wording.words import share_above
from hostwise.decision.cap import Cap
from hostwise.decision.decision_messages import Sentence, message, say, some_of, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.number_format.writing import MINUS, percent, rough
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import ConfigurationName, Figure, MessagePart

LABELS: Mapping[Strength, str] = {
    "either": words("label.either"),
    "clear": words("label.clear"),
    "leaning": words("label.leaning"),
    "open": words("label.open"),
    "none": words("label.none"),
}
"""The strengths in words."""

ALONE = words("label.alone")
"""Where nothing can be compared."""

_MOST_NAMED, _MOST_DEARER, _MOST_LISTED = 2, 3, 5
_NBSP = "\u00a0"
_ROUGHLY = 0.1
"""A share below this one has one digit where it is said "about"."""

_NEXT_TO = 0.005
"""So far outside its band a share is said "about" as if it were at its end."""

_EQUAL = 1e-9

_Band = Literal["alone", "ranged", "outside"]
"""Whether a saving stands alone, with the range of simulations, or outside of that range."""

_CHOOSE: Mapping[_Band, DecisionCode] = {"alone": "choose", "ranged": "choose.ranged", "outside": "choose.outside"}
_PREFER: Mapping[_Band, DecisionCode] = {"alone": "prefer", "ranged": "prefer.ranged", "outside": "prefer.outside"}
_CHEAPER: Mapping[_Band, DecisionCode] = {"alone": "cheaper", "ranged": "cheaper.ranged", "outside": "cheaper.outside"}
_OPEN: Mapping[_Band, DecisionCode] = {"alone": "open.alone", "ranged": "open.ranged", "outside": "open.outside"}
_NUMBERS: Mapping[int, DecisionCode] = {3: "number.3", 4: "number.4", 5: "number.5", 6: "number.6"}


def strength_of(ranking: Ranking, caps: Sequence[Cap]) -> Strength:
    """How sure the verdict is: as the simulations say, and no surer than what holds it down."""
    strength = ranking.strength
    for each in caps:
        strength = weaker(strength, each.most)
    return strength


def saving_of(order: Order, taken: int) -> float | None:
    """What the one to take costs more than the runner-up, as a share; None where it is alone."""
    other = compared_with(order, taken)
    return None if other is None else share_above(order.cost[taken], order.cost[other])


@dataclass(frozen=True)
class Words:
    """The verdict in words: whole sentences, one after the other."""

    label: str
    sentence: Sequence[Sentence]
    detail: Sequence[Sentence]


@dataclass(frozen=True)
class Said:
    """What a verdict is made of: the order as sized, what holds it down, and the simulations once they are known."""

    configurations: Sequence[ConfigurationName]
    order: Order
    taken: Taken
    caps: Sequence[Cap]
    level: float | None
    """The share of simulations that the plan is sized for; None for its base case."""
    alone: Sequence[Sentence]
    """What it comes to where only one can be chosen."""
    doubted_io: Sequence[Sentence]
    """What is said of I/O that is hardly possible; empty where none is."""
    ranking: Ranking | None = None
    found: Simulations | None = None
    confirm: Sentence | None = None
    """Which input to confirm where the simulations leave it open."""
    kept: Sequence[int] = ()
    """Hosts of today of which nobody said what keeping them costs."""

    def words(self, strength: Strength | None) -> Words:
        """The verdict in words; without a strength as far as it is known before the simulations."""
        other = self.order.runner_up
        if other is None:
            return self._alone()
        if self.kept and self.order.best not in self.kept:
            return self._keep_or_replace(strength)
        if len(self.order.near) > 1:
            return self._either()
        return self._choice(self.order.best, other, strength)

    def _alone(self) -> Words:
        others = [say("alone.others")] if len(self.configurations) > 1 else []
        probability = 1.0 if self.ranking is None else self.ranking.probability[self.order.best]
        often = [] if probability == 1 else [say("frequency.feasible", frequency=probability)]
        return Words(ALONE, [*self.alone, *others], self._with_caps(often))

    def _keep_or_replace(self, strength: Strength | None) -> Words:
        """What keeping costs is asked first: nothing is compared with it, only what would replace it."""
        replacing = [place for place in self.order.order if place not in self.kept]
        sentence = [say("keep_or_replace")]
        if len(replacing) > 1:
            sentence.append(self._saves(_CHEAPER, replacing[0], replacing[1]))
        others = [each for each in self.caps if each.code != "keep_or_replace"]
        first = [each.first for each in others if each.first is not None]
        label = "" if strength is None else LABELS[strength]
        return Words(label, sentence, self._with_caps(first, others))

    def _choice(self, advised: int, other: int, strength: Strength | None) -> Words:
        """The words for one that is cheaper than all others by more than is immaterial."""
        label = "" if strength is None else LABELS[strength]
        first = [cap.first for cap in self.caps if cap.first is not None]
        is_open = strength == "open"
        if first:
            # What others have and it has not stands behind what it saves, before anything is advised.
            sentence = [self._saves(_CHEAPER, advised, other), *first]
            return Words(label, sentence, self._with_caps(self._often(advised, other), is_open=is_open))
        if strength is None:
            return Words(label, [self._cheapest(advised, other)], self._with_caps([]))
        if is_open and self.ranking is not None and self.ranking.strength == "open":
            frequency = self.ranking.probability[advised]
            sentence = [self._saves(_OPEN, advised, other, frequency=frequency), *self._rival()]
            return Words(label, sentence, self._with_caps([], is_open=True))
        if strength == "clear":
            return Words(label, [self._saves(_CHOOSE, advised, other)], self._with_caps(self._often(advised, other)))
        if is_open:
            sentence = [self._saves(_CHEAPER, advised, other)]
            return Words(label, sentence, self._with_caps(self._often(advised, other), is_open=True))
        # With a frequency that would be clear, the sentence says what it is that keeps it from being so.
        surely = self.ranking is not None and self.ranking.probability[advised] >= CLEAR
        holds, left = (self.caps[:1], self.caps[1:]) if surely else ([], self.caps)
        sentence = [self._saves(_PREFER, advised, other), *(one for cap in holds for one in cap.rest)]
        return Words(label, sentence, self._with_caps(self._often(advised, other), left))

    def _cheapest(self, advised: int, other: int) -> Sentence:
        """Which is the cheapest, while the simulations run."""
        saving = about(self._saving(advised, other))
        name, next_one = self._name(advised), self._name(other)
        if self.level is None:
            return say("cheapest", name=name, saving=saving, other=next_one)
        text = level_words(self.level)
        level = Figure(name="level", text=text, value=self.level, pointer="/policy/coverage_level")
        return say("cheapest.at_level", name=name, saving=saving, other=next_one, level=level)

    def _saves(self, codes: Mapping[_Band, DecisionCode], one: int, other: int, **values: Given) -> Sentence:
        """What one saves against another, with the range of simulations once it is known."""
        kind, ends = self._band(one, other)
        saving = about(self._saving(one, other))
        return say(codes[kind], name=self._name(one), saving=saving, other=self._name(other), **ends, **values)

    def _saving(self, one: int, other: int) -> float:
        return share_above(self.order.cost[one], self.order.cost[other])

    def _often(self, advised: int, other: int) -> list[Sentence]:
        """How often it is the cheapest, which other one is more often, and what it saves against the rest."""
        if self.ranking is None:
            return []
        rest = [place for place in self.order.order if place not in (advised, other)]
        items = [
            message("also_cheaper.item", name=self._name(place), saving=about(self._saving(advised, place)))
            for place in rest
        ]
        often = say("frequency", frequency=self.ranking.probability[advised])
        also = [say("also_cheaper", others=listing(items))] if 0 < len(items) <= _MOST_NAMED else []
        return [often, *also, *self._rival()]

    def _either(self) -> Words:
        """Several that cost about the same as sized: which of them is better in what differs."""
        take = self._take() if self.taken.by is not None else say("take.any")
        return Words(LABELS["either"], [take, self._alike()], self._with_caps(self._dearer()))

    def _alike(self) -> Sentence:
        near, order = self.order.near, self.order
        within, number = order.materiality, len(near)
        if number == len(order.candidates):
            if number == 2:
                return say("alike.both", within=within)
            word = words(_NUMBERS[number]) if number in _NUMBERS else str(number)
            figure = Figure(name="number", text=word, value=float(number))
            return say("alike.all", number=figure, within=within)
        if number > _MOST_LISTED:
            return say("alike.some", number=number, all=len(order.candidates), within=within)
        return say("alike.named", names=listing([self._name(place) for place in near]), within=within)

    def _take(self) -> Sentence:
        """Which of several to take, and what it is better in."""
        name = self._name(self.taken.place)
        value = Number(self.taken.value, configuration=name.configuration)
        if self.taken.by == "life_years":
            return say("take.life_years", name=name, value=value)
        return say("take.hosts" if self.taken.by == "hosts" else "take.peak_kw", name=name, value=value)

    def _dearer(self) -> list[Sentence]:
        """What the others cost over the cheapest."""
        order = self.order
        others = [place for place in order.order if order.dearer(place) > _EQUAL]
        if not others:
            return [say("dearer.none")]
        items = [message("dearer.item", name=self._name(place), share=order.dearer(place)) for place in others]
        return [
            say("the_cheapest", name=self._name(order.best)),
            say("dearer", others=some_of(items, _MOST_DEARER)),
            *self._rival(),
        ]

    def _rival(self) -> list[Sentence]:
        """A sentence where another one is the cheapest in more simulations than the cheapest as sized."""
        ranking = self.ranking
        if ranking is None:
            return []
        best, often = ranking.best, ranking.most_often
        if often == best or ranking.probability[often] <= ranking.probability[best]:
            return []
        return [say("rival", name=self._name(often))]

    def _with_caps(
        self, detail: Sequence[Sentence], of: Sequence[Cap] | None = None, *, is_open: bool = False
    ) -> list[Sentence]:
        """A detail, what keeps the verdict from being clear as far as nothing else says it, and I/O that is doubted.

        What is open ends with what would decide it: an input to confirm, or what holds the verdict down.
        """
        caps = [one for cap in (self.caps if of is None else of) for one in cap.rest]
        if is_open and self.confirm is not None:
            return [*detail, *caps, *self.doubted_io, self.confirm]
        return [*detail, *self.doubted_io, *caps] if is_open else [*detail, *caps, *self.doubted_io]

    def _band(self, one: int, other: int) -> tuple[_Band, dict[str, Given]]:
        """The band of a difference, as a share of the cost of the other one; nothing where both ends read alike.

        Where the difference as sized is outside, as with list prices that few pay, the sentence says whose band it is.
        """
        if self.found is None:
            return "alone", {}
        low, high = band(difference(self.found, one, other) / np.abs(self.found.of(COST, other)))
        if low is None or high is None or _signed(low) == _signed(high):
            return "alone", {}
        ends: dict[str, Given] = {
            "low": Figure(name="low", text=_signed(low), value=low),
            "high": Figure(name="high", text=f"{_signed(high)}{_NBSP}%", value=high),
        }
        return ("ranged" if low - _NEXT_TO <= self._saving(one, other) <= high + _NEXT_TO else "outside"), ends

    def _name(self, place: int) -> ConfigurationName:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        return quoted(self.configurations[place])


def excluded(results: Sequence[ConfigurationResult]) -> list[Sentence]:
    """Which configurations take part in no comparison, and why."""
    by_exclusion: dict[str, list[ConfigurationResult]] = {}
    for result in results:
        if result.exclusion:
            by_exclusion.setdefault(result.exclusion, []).append(result)
    return [_excluded(together) for together in by_exclusion.values()]


def _excluded(results: Sequence[ConfigurationResult]) -> Sentence:
    names: list[MessagePart] = [
        quoted(ConfigurationName(configuration=result.key, text=result.name)) for result in results
    ]
    one, several = _exclusion(results[0])
    return say(one if len(names) == 1 else several, names=some_of(names, _MOST_LISTED))


def _exclusion(result: ConfigurationResult) -> tuple[DecisionCode, DecisionCode]:
    """The sentences for one and for several that are excluded for the same reason."""
    if not result.buildable:
        return "excluded.cannot_be_built", "excluded.cannot_be_built"
    if not result.feasible:
        return "excluded.infeasible", "excluded.several_infeasible"
    if any(unmet.requirement == "sound" for unmet in result.unmet_requirements):
        return "excluded.contradicts", "excluded.several_contradict"
    return "excluded.misses", "excluded.several_miss"


def about(change: float) -> Figure:
    r"""The size of a change of cost, to the digits that matter.

    >>> about(-0.0123).text.replace("\xa0", " "), about(0.214).text.replace("\xa0", " ")
    ('1 %', '21 %')
    """
    share = abs(change)
    return Figure(name="saving", text=percent(share, 1 if share < _ROUGHLY else 2), value=share)


def saving_figure(change: float) -> Figure:
    """A change of cost with its direction, as a figure of its own."""
    share = about(change)
    text = words("saving.cheaper" if change <= 0 else "saving.dearer", share=share)
    return Figure(name="saving", text=text, value=change)


def _signed(share: float) -> str:
    r"""A change in percent, with its sign.

    >>> _signed(0.0023), _signed(-0.027).replace("\u2212", "-"), _signed(0.0)
    ('+0.23', '-2.7', '0')
    """
    text = rough(abs(share) * 100)
    return text if text == "0" else f"{MINUS if share < 0 else '+'}{text}"
