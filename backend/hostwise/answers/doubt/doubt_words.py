"""The verdict in words: a sentence to act on, and behind it how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from hostwise.answers.doubt.cap import Cap
from hostwise.answers.doubt.verdict import CLEAR, Ranking, band, difference
from hostwise.answers.evaluation.card_order import Facts, taken_of
from hostwise.answers.evaluation.standing_words import listing_of_sentences, quoted
from hostwise.answers.running.futures import COST, Futures
from hostwise.answers.running.sentences import Phrase, Shown, listing, phrase, shown
from hostwise.answers.running.words import share_above
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import MINUS, fixed, percent, rough, rough_share, short_money
from hostwise.plan.answers.doubt import ANY, LABELS, Level, Strength
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Name

_MOST_NAMED, _MOST_DEARER, _MOST_LISTED = 2, 3, 5
_NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five"}
_OF_MANY = {3: "the three", 4: "the four", 5: "the five"}
_NBSP = "\u00a0"
_ROUGHLY = 0.1
"""A share below this one has one digit where it is said "about"."""

_NEXT_TO = 0.005
"""So far outside its band a share is said "about" as if it were at its end."""

SURELY = 0.98
_EQUAL = 1e-9


@dataclass(frozen=True)
class Words:
    """The advice in a sentence, and its reasons; `suggested` are the recommended configurations, the best one first."""

    suggested: Sequence[int]
    code: str
    sentence: Phrase
    detail: Phrase


@dataclass(frozen=True)
class Said:
    """The futures of the configurations, their names, and what else differs."""

    configurations: Sequence[Name]
    found: Futures
    ranking: Ranking
    facts: Mapping[int, Facts]
    caps: Sequence[Cap] = ()

    def words(self, strength: Strength) -> Words:
        """The verdict in words."""
        ranking, other = self.ranking, self.ranking.runner_up
        if other is None:
            return self._alone(ranking.best)
        if strength == "either":
            return self._either(ranking.near)
        return self._choice(ranking.best, other, strength)

    def _alone(self, advised: int) -> Words:
        name, probability = self.configurations[advised], self.ranking.probability[advised]
        sentence = "{name} is the only one that is feasible." if len(self.configurations) > 1 else "{name} is feasible."
        detail = "" if probability == 1 else "It is feasible in {frequency} of simulations."
        return Words(
            [advised],
            "only_one_feasible",
            phrase(sentence, name=name),
            self._with_caps(phrase(detail, frequency=_frequency(probability))),
        )

    def _choice(self, advised: int, other: int, strength: Strength) -> Words:
        """The words for one that is cheaper than all others by more than is immaterial."""
        ranking = self.ranking
        saved = share_above(ranking.cost[advised], ranking.cost[other])
        change = phrase(
            "{saving} than {other}{ends}",
            saving=_about(saved),
            other=self._name(other),
            ends=self._ends(advised, other),
        )
        often = phrase("the cheapest in {frequency} of simulations", frequency=_frequency(ranking.probability[advised]))
        also = [
            phrase(
                "{saving} than {name}",
                saving=_about(share_above(ranking.cost[advised], ranking.cost[each])),
                name=self._name(each),
            )
            for each in ranking.order
            if each not in (advised, other)
        ]
        more = phrase(", and {savings}", savings=listing(also)) if also and len(also) <= _MOST_NAMED else ""
        name = self._name(advised)
        clauses = [each.clause for each in self.caps if each.clause is not None]
        if clauses:
            # The rival to name is the one that wins more simulations, even if another is second as entered.
            rival = self._order(" ") if strength == "open" else ""
            sentence = phrase(
                "{name} is {change}, and {clauses}.{rival}",
                name=name,
                change=change,
                clauses=listing(clauses),
                rival=rival,
            )
            detail = phrase(
                "It is {often}{more}.{order}", often=often, more=more, order="" if rival else self._order(" ")
            )
            return Words([advised], "cheaper_and_less", sentence, self._with_caps(detail))
        if strength == "open":
            sentence = phrase(
                "{name} is {change} as entered, and {often}.{order}",
                name=name,
                change=change,
                often=often,
                order=self._order(" "),
            )
            return Words([advised], "open", sentence, self._with_caps(phrase("")))
        template = "Choose {name}: {change}." if strength == "clear" else "Rather choose {name}: {change}.{but}"
        # With a frequency that would be clear, the sentence says what it is that keeps it from being so.
        surely = ranking.probability[advised] >= CLEAR
        but = phrase(" Not yet clear: {cap}", cap=self.caps[0].sentence) if self.caps and surely else ""
        detail = phrase("It is {often}{more}.{order}", often=often, more=more, order=self._order(" "))
        code = "choose" if strength == "clear" else "rather"
        sentence = phrase(template, name=name, change=change, **({} if strength == "clear" else {"but": but}))
        return Words([advised], code, sentence, self._with_caps(detail, self.caps[1:] if but else self.caps))

    def _either(self, near: Sequence[int]) -> Words:
        """Several that cost about the same as sized: which of them is better in what differs."""
        ranking = self.ranking
        within = shown(percent(ranking.materiality), ranking.materiality)
        if len(near) == len(ranking.candidates):
            who: str | Phrase = _NUMBERS.get(len(near), f"all {len(near)}")
        elif len(near) > _MOST_LISTED:
            number, of = len(near), len(ranking.candidates)
            who = phrase("{number} of {all}", number=shown(str(number), number), all=shown(str(of), of))
        else:
            who = listing([self._name(each) for each in near])
        taken, why = taken_of(near, self.facts)
        instruction: str | Phrase = "Take the one that you know better."
        if why is not None:
            instruction = phrase("Take {name}: {why}.", name=self._name(taken), why=why)
        sentence = phrase(
            "No clear winner: {who} cost within {within}. {instruction}",
            who=who,
            within=within,
            instruction=instruction,
        )
        others = [each for each in ranking.order if ranking.dearer(each) > _EQUAL]
        dearer = [
            phrase("{name} by {share}", name=self._name(each), share=_share(ranking.dearer(each))) for each in others
        ]
        detail = phrase("They cost the same as entered.")
        if dearer:
            # The one to take is named already.
            first = (
                "Dearer are " if taken == ranking.best and why is not None else "{best} is the cheapest; dearer are "
            )
            detail = phrase(
                f"{first}{{others}}.{{order}}",
                best=self._name(ranking.best),
                others=listing([*dearer[:_MOST_DEARER], *_more(len(dearer) - _MOST_DEARER)]),
                order=self._order(" "),
            )
        code = "either_will_do" if len(near) == 2 else "any_will_do"
        return Words([taken, *(each for each in near if each != taken)], code, sentence, self._with_caps(detail))

    def _order(self, before: str = "") -> str | Phrase:
        """A sentence where another one is the cheapest in more futures than the cheapest as sized."""
        best, often = self.ranking.best, self.ranking.most_often
        if often == best or self.ranking.probability[often] <= self.ranking.probability[best]:
            return ""
        return phrase(f"{before}In more simulations {{often}} is the cheapest.", often=self._name(often))

    def _with_caps(self, detail: Phrase, of: Sequence[Cap] | None = None) -> Phrase:
        """A detail, and what keeps the verdict from being clear, as far as nothing else says it."""
        caps = listing_of_sentences([each.sentence for each in (self.caps if of is None else of)])
        if caps is None:
            return detail
        return phrase("{detail} {caps}", detail=detail, caps=caps) if str(detail) else caps

    def _ends(self, one: int, other: int) -> str | Phrase:
        """The band of a difference, as a share of the cost of the other one; nothing where both ends read alike.

        Where the difference as sized is outside, as with list prices that few pay, the sentence says whose band it is.
        """
        low, high = band(difference(self.found, one, other) / np.abs(self.found.of(COST, other)))
        if low is None or high is None or _signed(low) == _signed(high):
            return ""
        sized = share_above(self.ranking.cost[one], self.ranking.cost[other])
        whose = "" if low - _NEXT_TO <= sized <= high + _NEXT_TO else "in simulations "
        template = f" ({whose}{{low}} to {{high}})"
        return phrase(template, low=shown(_signed(low), low), high=shown(f"{_signed(high)}{_NBSP}%", high))

    def _name(self, place: int) -> Name:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        return quoted(self.configurations[place])


def label_of(strength: Strength, near: int) -> str:
    """The verdict in a word or two.

    Args:
        strength: how sure it is.
        near: how many cost about the same.

    >>> label_of("either", 2), label_of("either", 3), label_of("either", 7)
    ('Either will do', 'Any of the three', 'Any of them')
    """
    if strength == "either" and near > 2:
        return ANY.format(number=_OF_MANY.get(near, "them"))
    return LABELS[strength]


def with_those_out(detail: Phrase, results: Sequence[ConfigurationResult]) -> Phrase:
    """A detail, and which configurations take part in no comparison."""
    by_standing: dict[str, list[Name]] = {}
    for each in results:
        if each.standing:
            by_standing.setdefault(each.standing, []).append(Name(configuration=each.key, text=each.name))
    if not by_standing:
        return detail
    said = [
        phrase(
            "{names} {standing}",
            names=listing([*(quoted(each) for each in names[:_MOST_LISTED]), *_more(len(names) - _MOST_LISTED)]),
            standing=standing if len(names) == 1 else _PLURAL.get(standing, standing),
        )
        for standing, names in by_standing.items()
    ]
    return phrase("{detail}{blank}{out}.", detail=detail, blank=" " if str(detail) else "", out=listing(said))


_PLURAL = {"is not feasible": "are not feasible", "misses a requirement": "miss a requirement"}


def coverage_words(hosts: int, share: float, levels: Sequence[Level]) -> Phrase:
    r"""The share of futures that hosts cover and, where that is not nearly all, what covers nearly all.

    >>> level = Level(level=0.98, label="", hosts=9, final_hosts=9, share=0.98, cost=1.13, dearer=0.13, chosen=False)
    >>> str(coverage_words(8, 0.86, [level])).replace("\xa0", " ")
    '8 hosts cover 86 % of simulations; 9 cover 98 % (+13 %).'
    >>> str(coverage_words(1, 1.0, [])).replace("\xa0", " ")
    '1 host covers 100 % of simulations.'
    """
    covers = "{hosts} host covers" if hosts == 1 else "{hosts} hosts cover"
    sure = next((each for each in levels if each.level == SURELY and each.hosts > hosts), None)
    more: str | Phrase = ""
    if sure is not None and share < SURELY:
        more = phrase(
            "; {more} cover {most}{dearer}",
            more=_growing(sure),
            most=_frequency(sure.share),
            dearer=""
            if sure.dearer is None
            else phrase(" ({dearer})", dearer=shown(f"+{percent(sure.dearer, 2)}", sure.dearer)),
        )
    return phrase(
        f"{covers} {{share}} of simulations{{more}}.",
        hosts=shown(fixed(hosts), hosts, HOSTS),
        share=_frequency(share),
        more=more,
    )


def margin_words(sized: float, costs: Array, materiality: float, currency: str, *, worn: bool) -> Phrase | None:
    r"""Where the plan as sized costs other than most of its simulations: what half of them cost.

    Said where it lies outside of 90 % of them, or beyond the middle between the median and that end and by a material
    share.

    Args:
        sized: the cost of the plan as it is sized.
        costs: those of the simulations.
        materiality: the share of a cost below which a difference does not matter.
        currency: of the costs.
        worn: whether the hosts are so many for the sake of how long drives last.

    >>> costs = np.linspace(400_000, 600_000, 101)
    >>> str(margin_words(590_000, costs, 0.05, "USD", worn=True)).replace("\xa0", " ")
    'Sized with a margin for wear: half of the simulations cost below 500 k USD.'
    >>> str(margin_words(350_000, costs, 0.05, "USD", worn=False)).replace("\xa0", " ")
    'Most simulations cost more than the plan as sized: half of them above 500 k USD.'
    >>> margin_words(520_000, costs, 0.05, "USD", worn=False) is None
    True
    """
    known = costs[np.isfinite(costs)]
    if not (isfinite(sized) and 2 * len(known) > len(costs)):
        return None
    low, half, high = (float(each) for each in np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf"))
    reach = (high - half if sized > half else half - low) / 2
    if low <= sized <= high and (abs(sized - half) <= reach or abs(sized - half) <= materiality * abs(half)):
        return None
    amount = phrase("{half} {currency}", half=shown(short_money(half), half), currency=currency)
    if sized < half:
        return phrase("Most simulations cost more than the plan as sized: half of them above {amount}.", amount=amount)
    cause = " for wear" if worn else ""
    return phrase(f"Sized with a margin{cause}: half of the simulations cost below {{amount}}.", amount=amount)


def _growing(level: Level) -> Phrase:
    r"""The hosts of a level, and how many they become.

    >>> grown = Level(level=0.98, label="", hosts=4, final_hosts=5, share=1, cost=None, dearer=None, chosen=False)
    >>> str(_growing(grown))
    '4, later 5,'
    """
    hosts = shown(fixed(level.hosts), level.hosts)
    if level.final_hosts == level.hosts:
        return phrase("{hosts}", hosts=hosts)
    return phrase("{hosts}, later {final},", hosts=hosts, final=shown(fixed(level.final_hosts), level.final_hosts))


HOSTS = "hosts"


def _more(number: int) -> list[Phrase]:
    """How many others there are."""
    return [phrase("{number} more", number=shown(str(number), number))] if number > 0 else []


def _about(change: float) -> Phrase:
    r"""A change of cost, to the digits that matter.

    >>> str(_about(-0.0123)).replace("\xa0", " "), str(_about(0.214)).replace("\xa0", " ")
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
