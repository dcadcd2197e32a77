"""The verdict in words: a sentence to act on, and behind it how sure it is. Nothing else says what is advised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from hostwise.answers.evaluation.order import Order, Taken, TakenBy, compared_with
from hostwise.answers.simulations.simulations import COST, Simulations
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.answers.uncertainty.verdict import CLEAR, Ranking, band, difference, weaker
from hostwise.answers.wording.sentences import (
    Phrase,
    Shown,
    listing,
    listing_of_sentences,
    of_parts,
    phrase,
    quoted,
    shown,
)
from hostwise.answers.wording.words import share_above
from hostwise.decision.cap import Cap
from hostwise.numerals.writing import MINUS, NARROW, fixed, percent, rough, rough_share, rough_years
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Name

LABELS: Mapping[Strength, str] = {
    "either": "Too close to call",
    "clear": "Clear",
    "leaning": "Likely",
    "open": "Open",
    "none": "No advice yet",
}
"""The strengths in words."""

NO_COST = "No cost yet"
"""Where prices are missing without which nothing is compared."""

CANNOT = "Cannot be built"
"""Where no configuration can be."""

NONE_QUALIFIES = "None qualifies"
"""Where some can be built, and all of them miss a requirement."""

ALONE = "The only candidate"
"""Where nothing can be compared."""

_MOST_NAMED, _MOST_DEARER, _MOST_LISTED = 2, 3, 5
_NUMBERS = {2: "Both", 3: "All three", 4: "All four", 5: "All five"}
_NBSP = "\u00a0"
_ROUGHLY = 0.1
"""A share below this one has one digit where it is said "about"."""

_NEXT_TO = 0.005
"""So far outside its band a share is said "about" as if it were at its end."""

_EQUAL = 1e-9
_SAME = 0.0005
"""A difference below this share is said to be none."""


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
    """The verdict in words."""

    code: str
    label: str
    sentence: Phrase
    detail: Phrase


@dataclass(frozen=True)
class Said:
    """What a verdict is made of: the order as sized, what holds it down, and the simulations once they are known."""

    configurations: Sequence[Name]
    order: Order
    taken: Taken
    caps: Sequence[Cap]
    sized: str
    """How the plan is sized, in words."""
    alone: Phrase
    """What it comes to where only one can be chosen."""
    about_io: Phrase
    """What is said of I/O that is assumed or doubted; empty where none is."""
    ranking: Ranking | None = None
    found: Simulations | None = None

    def words(self, strength: Strength | None) -> Words:
        """The verdict in words; without a strength as far as it is known before the simulations."""
        other = self.order.runner_up
        if other is None:
            return self._alone()
        if len(self.order.near) > 1:
            return self._either()
        return self._choice(self.order.best, other, strength)

    def _alone(self) -> Words:
        others = ", the only one that is feasible," if len(self.configurations) > 1 else ""
        probability = 1.0 if self.ranking is None else self.ranking.probability[self.order.best]
        detail = "" if probability == 1 else "It is feasible in {frequency} of simulations."
        return Words(
            "only_one_feasible",
            ALONE,
            phrase("{name}{others} {what}.", name=self._name(self.order.best), others=others, what=self.alone),
            self._with_caps(phrase(detail, frequency=_frequency(probability))),
        )

    def _choice(self, advised: int, other: int, strength: Strength | None) -> Words:
        """The words for one that is cheaper than all others by more than is immaterial."""
        label, name = "" if strength is None else LABELS[strength], self._name(advised)
        change = self._change(advised, other)
        detail = self._often(advised, other)
        clauses = [each.clause for each in self.caps if each.clause is not None]
        if clauses:
            # The rival to name is the one that wins more simulations, even if another is second as entered.
            rival = self._rival() if strength == "open" else None
            sentence = phrase(
                "{name} is {change}, and {clauses}.{rival}",
                name=name,
                change=change,
                clauses=listing(clauses),
                rival=rival or "",
            )
            return Words("cheaper_and_less", label, sentence, self._with_caps(detail(rival is None)))
        if strength is None:
            sentence = phrase("{name} is the cheapest {sized}: {change}.", name=name, sized=self.sized, change=change)
            return Words("cheapest", label, sentence, self._with_caps(phrase("")))
        if strength == "open" and self.ranking is not None:
            sentence = phrase(
                "{name} is {change} {sized}, and the cheapest in {frequency} of simulations.{rival}",
                name=name,
                change=change,
                sized=self.sized,
                frequency=_frequency(self.ranking.probability[advised]),
                rival=self._rival() or "",
            )
            return Words("open", label, sentence, self._with_caps(phrase("")))
        if strength == "clear":
            sentence = phrase("Choose {name}: {change}.", name=name, change=change)
            return Words("choose", label, sentence, self._with_caps(detail(True)))
        # With a frequency that would be clear, the sentence says what it is that keeps it from being so.
        surely = self.ranking is not None and self.ranking.probability[advised] >= CLEAR
        but = phrase(" Not yet clear: {cap}", cap=_in_a_sentence(self.caps[0].sentence)) if self.caps and surely else ""
        sentence = phrase("Rather choose {name}: {change}.{but}", name=name, change=change, but=but)
        return Words("rather", label, sentence, self._with_caps(detail(True), self.caps[1:] if but else self.caps))

    def _change(self, advised: int, other: int) -> Phrase:
        """What it saves, with the range of the simulations once it is known."""
        return phrase(
            "{saving} than {other}{ends}",
            saving=about(share_above(self.order.cost[advised], self.order.cost[other])),
            other=self._name(other),
            ends=self._ends(advised, other),
        )

    def _often(self, advised: int, other: int) -> _Detail:
        """How often it is the cheapest, and what it saves against the others."""
        also = [
            phrase(
                "{saving} than {name}",
                saving=about(share_above(self.order.cost[advised], self.order.cost[each])),
                name=self._name(each),
            )
            for each in self.order.order
            if each not in (advised, other)
        ]
        more = phrase(", and {savings}", savings=listing(also)) if also and len(also) <= _MOST_NAMED else ""
        probability = None if self.ranking is None else self.ranking.probability[advised]

        def detail(with_rival: bool) -> Phrase:
            if probability is None:
                return phrase("")
            return phrase(
                "It is the cheapest in {frequency} of simulations{more}.{rival}",
                frequency=_frequency(probability),
                more=more,
                rival=(self._rival() or "") if with_rival else "",
            )

        return detail

    def _either(self) -> Words:
        """Several that cost about the same as sized: which of them is better in what differs."""
        near, order = self.order.near, self.order
        within = shown(percent(order.materiality), order.materiality)
        if len(near) == len(order.candidates):
            who: str | Phrase = _NUMBERS.get(len(near), f"All {len(near)}")
        elif len(near) > _MOST_LISTED:
            number, of = len(near), len(order.candidates)
            who = phrase("{number} of {all}", number=shown(str(number), number), all=shown(str(of), of))
        else:
            who = listing([self._name(each) for each in near])
        alike = phrase("{who} cost within {within} of each other.", who=who, within=within)
        taken, other = self.taken, compared_with(order, self.taken.place)
        sentence = phrase("{alike} Take the one that you know better.", alike=alike)
        if taken.by is not None and other is not None:
            change = share_above(order.cost[taken.place], order.cost[other])
            sentence = phrase(
                "Take {name}: {saving} {other}, {and_} {why}. {alike}",
                name=self._name(taken.place),
                saving=phrase("the same cost as") if abs(change) < _SAME else phrase("{by} than", by=about(change)),
                other=self._name(other),
                and_="but" if change >= _SAME else "and",
                why=_better(taken.by, taken.value),
                alike=alike,
            )
        code = "either_will_do" if len(near) == 2 else "any_will_do"
        return Words(code, LABELS["either"], sentence, self._with_caps(self._dearer()))

    def _dearer(self) -> Phrase:
        """What the others cost over the cheapest."""
        order, taken = self.order, self.taken
        others = [each for each in order.order if order.dearer(each) > _EQUAL]
        if not others:
            return phrase("They cost the same {sized}.", sized=self.sized)
        dearer = [
            phrase("{name} by {share}", name=self._name(each), share=_share(order.dearer(each))) for each in others
        ]
        # The one to take is named already.
        named = taken.place == order.best and taken.by is not None
        first = "Dearer are " if named else "{best} is the cheapest; dearer are "
        return phrase(
            f"{first}{{others}}.{{rival}}",
            best=self._name(order.best),
            others=listing([*dearer[:_MOST_DEARER], *_more(len(dearer) - _MOST_DEARER)]),
            rival=self._rival() or "",
        )

    def _rival(self) -> Phrase | None:
        """A sentence where another one is the cheapest in more simulations than the cheapest as sized."""
        ranking = self.ranking
        if ranking is None:
            return None
        best, often = ranking.best, ranking.most_often
        if often == best or ranking.probability[often] <= ranking.probability[best]:
            return None
        return phrase(" In more simulations {often} is the cheapest.", often=self._name(often))

    def _with_caps(self, detail: Phrase, of: Sequence[Cap] | None = None) -> Phrase:
        """A detail, what keeps the verdict from being clear as far as nothing else says it, and I/O that is doubted."""
        caps = [each.sentence for each in (self.caps if of is None else of)]
        said = [each for each in (detail, *caps, self.about_io) if str(each)]
        return listing_of_sentences(said) or phrase("")

    def _ends(self, one: int, other: int) -> str | Phrase:
        """The band of a difference, as a share of the cost of the other one; nothing where both ends read alike.

        Where the difference as sized is outside, as with list prices that few pay, the sentence says whose band it is.
        """
        if self.found is None:
            return ""
        low, high = band(difference(self.found, one, other) / np.abs(self.found.of(COST, other)))
        if low is None or high is None or _signed(low) == _signed(high):
            return ""
        sized = share_above(self.order.cost[one], self.order.cost[other])
        whose = "" if low - _NEXT_TO <= sized <= high + _NEXT_TO else "in simulations "
        template = f" ({whose}{{low}} to {{high}})"
        return phrase(template, low=shown(_signed(low), low), high=shown(f"{_signed(high)}{_NBSP}%", high))

    def _name(self, place: int) -> Name:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        return quoted(self.configurations[place])


def _in_a_sentence(said: Phrase) -> Phrase:
    """A sentence behind a colon: it begins with a small letter, unless a name does."""
    parts = said.parts(None)
    if parts and isinstance(parts[0], str):
        parts = [parts[0][:1].lower() + parts[0][1:], *parts[1:]]
    return of_parts(parts)


class _Detail(Protocol):
    def __call__(self, with_rival: bool) -> Phrase: ...


def _better(by: TakenBy, value: float) -> Phrase:
    """What one of several is better in."""
    if by == "life_years":
        years = shown(f"{rough_years(value)} years", value, "flash_life_years")
        return phrase("its drives last longest ({years})", years=years)
    if by == "hosts":
        return phrase("it needs the fewest hosts ({hosts})", hosts=shown(fixed(value), value, "hosts"))
    kw = shown(f"{rough(value)}{NARROW}kW", value, "peak_kw")
    return phrase("it draws the least power ({power})", power=kw)


def with_those_out(detail: Phrase, results: Sequence[ConfigurationResult]) -> Phrase:
    """A detail, and which configurations take part in no comparison."""
    by_exclusion: dict[str, list[Name]] = {}
    for each in results:
        if each.exclusion:
            by_exclusion.setdefault(each.exclusion, []).append(Name(configuration=each.key, text=each.name))
    if not by_exclusion:
        return detail
    said = [
        phrase(
            "{names} {standing}",
            names=listing([*(quoted(each) for each in names[:_MOST_LISTED]), *_more(len(names) - _MOST_LISTED)]),
            exclusion=standing if len(names) == 1 else _PLURAL.get(standing, standing),
        )
        for standing, names in by_exclusion.items()
    ]
    return phrase("{detail}{blank}{out}.", detail=detail, blank=" " if str(detail) else "", out=listing(said))


_PLURAL = {"is not feasible": "are not feasible", "misses a requirement": "miss a requirement"}


def _more(number: int) -> list[Phrase]:
    """How many others there are."""
    return [phrase("{number} more", number=shown(str(number), number))] if number > 0 else []


def about(change: float) -> Phrase:
    r"""A change of cost, to the digits that matter.

    >>> str(about(-0.0123)).replace("\xa0", " "), str(about(0.214)).replace("\xa0", " ")
    ('about 1 % cheaper', 'about 21 % dearer')
    """
    share = abs(change)
    text = percent(share, 1 if share < _ROUGHLY else 2)
    return phrase(f"about {{share}}{_NBSP}{'cheaper' if change <= 0 else 'dearer'}", share=shown(text, share))


def _signed(share: float) -> str:
    r"""A change in percent, with its sign.

    >>> _signed(0.0023), _signed(-0.027).replace("\u2212", "-"), _signed(0.0)
    ('+0.23', '-2.7', '0')
    """
    text = rough(abs(share) * 100)
    return text if text == "0" else f"{MINUS if share < 0 else '+'}{text}"


def _share(share: float) -> Shown:
    return shown(percent(share, 2), share)


def _frequency(share: float) -> Shown:
    """A share of simulations."""
    return shown(rough_share(share), share)
