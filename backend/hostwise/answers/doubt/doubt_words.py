"""The verdict in words: a sentence to act on, and behind it how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from hostwise.answers.doubt.futures import COST, HOSTS, LIFE, Futures
from hostwise.answers.doubt.verdict import Ranking, band, difference
from hostwise.answers.running.words import listed
from hostwise.numerals.writing import fixed, percent, rough, rough_share
from hostwise.plan.answers.doubt import Cover, Strength

SAME = 0.05
"""A choice that costs less than this share more than the best one, on average, is as good as that."""

_MOSTLY = 0.5
"""Several cost about the same where they do in at least this share of the futures, not on average only."""

_LIVES_APART = 1.2
"""Lives that differ by this factor are something to decide by."""

NEARLY_ALWAYS = 0.95
_MOST_NAMED = 2
_TAKEN = ": take it if nothing else decides"
_NUMBERS = {3: "all three", 4: "all four", 5: "all five"}
_NBSP = "\u00a0"


@dataclass(frozen=True)
class Words:
    """What to do in a sentence, and why; `suggested` are the configurations that it tells to take."""

    suggested: Sequence[int]
    sentence: str
    detail: str


@dataclass(frozen=True)
class Said:
    """The futures of the configurations, and what they are called."""

    names: Sequence[str]
    found: Futures
    ranking: Ranking
    partly: frozenset[int] = frozenset()
    """Whose life is known only in part, so that it may be shorter."""

    def words(self, strength: Strength) -> Words:
        """The verdict in words."""
        advised, other = self.ranking.advised, self.ranking.runner_up()
        if other is None:
            return self._alone(advised)
        return self._close() if strength == "too_close" else self._choice(advised, other)

    def _alone(self, advised: int) -> Words:
        name, probability = self.names[advised], self.ranking.probability[advised]
        sentence = f"{name} is the only one that is feasible." if len(self.names) > 1 else f"{name} is feasible."
        return Words(
            [advised],
            sentence,
            "" if probability == 1 else f"It is feasible in {rough_share(probability)} of the futures.",
        )

    def _choice(self, advised: int, other: int) -> Words:
        name, often = self._name(advised), rough_share(self.ranking.probability[advised])
        detail = f"It is the cheapest in {often} of the futures"
        third = [each for each in self.ranking.candidates if each not in (advised, other)]
        typical = {each: self._saved(advised, each)[1] for each in third}
        also = [f"{_saving(share)} than {self._name(each)}" for each, share in typical.items() if share is not None]
        if also and len(also) <= _MOST_NAMED:
            detail += f", and {listed(also)}"
        low, middle, high = self._saved(advised, other)
        if low is None or middle is None or high is None:
            return Words([advised], f"Choose {name}.", f"{detail}.")
        # Where there are more, whom it is compared with is the next.
        next_ = f"the next, {self._name(other)}" if third else self._name(other)
        return Words([advised], f"Choose {name}: {_saving(middle, _between(low, high))} than {next_}.", f"{detail}.")

    def _close(self) -> Words:
        """Where the cost decides nothing: what does not matter, or what is the safer choice."""
        ranking, found = self.ranking, self.found
        alike = [each for each in ranking.candidates if self._lost(each) <= SAME and ranking.is_as_feasible(each)]
        often, safe = ranking.advised, ranking.on_average
        if often in alike and len(alike) > 1 and self._together(alike) >= _MOSTLY:
            return self._any_of(alike)
        name = self._name(often)
        often_words = f"{name} is the cheapest in {rough_share(ranking.probability[often])} of the futures"
        if often == safe:
            other = ranking.runner_up()
            low, middle, high = self._saved(often, other) if other is not None else (None, None, None)
            sentence = f"{name} is the best bet, but not a sure one."
            if other is None or low is None or middle is None or high is None:
                return Words([often], sentence, f"{often_words}.")
            compared = f"{_saving(middle, _between(low, high))} than {self._name(other)}"
            return Words([often], sentence, f"{often_words}: {compared}.{self._differs([often, other])}")
        _, middle, high = band(difference(found, often, safe) / found.of(COST, safe))
        detail = often_words
        if middle is not None and middle <= 0:
            detail += f", typically by {percent(-middle, 2)}"
        if high is not None and high > 0:
            detail += f", but {percent(high, 2)} dearer or more in one of twenty"
        return Words(
            [safe],
            f"To be safe choose {self._name(safe)}: it costs less on average, though {name} is cheaper more often.",
            f"{detail}.{self._differs([safe, often])}",
        )

    def _any_of(self, alike: Sequence[int]) -> Words:
        """Several that cost about the same: how sure that is, what a wrong choice costs, and what the others do."""
        ranking = self.ranking
        close = rough_share(self._together(alike))
        same = f"cost about the same, within {percent(SAME, 2)} in {close} of the futures"
        if len(alike) == 2:
            sentence = f"Either will do: {listed([self._name(each) for each in alike])} {same}."
        elif len(alike) == len(ranking.candidates):
            sentence = f"Any will do: {_NUMBERS.get(len(alike), f'all {len(alike)}')} {same}."
        else:
            sentence = f"Any of {len(alike)} will do: {listed([self._name(each) for each in alike])} {same}."
        often, most = ranking.advised, max(self._lost(each) for each in alike)
        detail = f"{self._name(often)} is the cheapest most often ({rough_share(ranking.probability[often])})"
        rival = min((each for each in alike if each != often), key=self._lost)
        middle = self._saved(often, rival)[1]
        if middle is not None and middle <= 0:
            detail += f", typically by only {percent(-middle, 2)}"
        detail += f"; the wrong choice costs at most {percent(most, 2)} more on average."
        dearer = [each for each in ranking.candidates if each not in alike]
        if dearer:
            more = [f"{self._name(each)} costs {percent(self._lost(each), 2)} more" for each in dearer]
            detail += f" {listed(more)} than the cheapest."
        return Words(sorted(alike, key=self._lost), sentence, detail + self._differs(alike, _TAKEN))

    def _together(self, places: Sequence[int]) -> float:
        """In which share of the futures some cost about the same."""
        costs = self.found.values[COST][:, list(places)]
        return float((costs.max(axis=1) <= (1 + SAME) * costs.min(axis=1)).mean())

    def _name(self, place: int) -> str:
        """What a configuration is called: in quotes where a sentence would be misread without."""
        name = self.names[place]
        return f"\u201c{name}\u201d" if set(name) & set(",;:.()") else name

    def _lost(self, place: int) -> float:
        """What a choice costs more than the cheapest of each future, on average, as a share of its cost."""
        middle = band(self.found.of(COST, place))[1]
        return self.ranking.regret[place] / middle if middle else inf

    def _saved(self, one: int, other: int) -> tuple[float | None, float | None, float | None]:
        return band(difference(self.found, one, other) / self.found.of(COST, other))

    def _differs(self, places: Sequence[int], taken: str = "") -> str:
        """What to decide by where the cost says nothing: hosts and the life of drives, in the middle future.

        Args:
            places: the configurations.
            taken: what is said of the one that the first difference speaks for.
        """
        hosts, lives = (
            {each: middle for each in places if (middle := band(self.found.of(name, each))[1]) is not None}
            for name in (HOSTS, LIFE)
        )
        differs = []
        if len(hosts) == len(places) and len(set(hosts.values())) > 1:
            fewest = min(hosts, key=hosts.__getitem__)
            ends = f"{fixed(hosts[fewest])} to {fixed(max(hosts.values()))}"
            differs.append(f" They need {ends} hosts, fewest {self._name(fewest)}{taken}.")
        if (
            len(lives) == len(places)
            and not self.partly & set(places)
            and max(lives.values()) > _LIVES_APART * min(lives.values())
        ):
            longest = max(lives, key=lives.__getitem__)
            ends = f"{rough(min(lives.values()))} to {rough(lives[longest])}"
            differs.append(f" Drives last {ends} years, longest with {self._name(longest)}{'' if differs else taken}.")
        return "".join(differs)


def missing_words(fields: Sequence[str], more: int) -> str:
    """What to enter before anything is advised."""
    return f"It needs {', '.join(fields)}{f' and {more} more fields' if more > 0 else ''}."


def safe(share: float | None, covers: Sequence[Cover]) -> Cover | None:
    """The least hosts that are nearly always enough, where the hosts of a plan are not."""
    if share is None or share >= NEARLY_ALWAYS:
        return None
    return next((each for each in covers if each.share >= NEARLY_ALWAYS), None)


def enough_text(share: float | None, sure: Cover | None, dearer: float | None) -> str | None:
    r"""In how many futures the hosts of the plan are enough, and where that is too few how many would nearly always be.

    Args:
        share: of the futures in which they are enough.
        sure: the hosts that nearly always are, as `safe` finds them.
        dearer: what these cost more, as a share of the cost of the plan.

    >>> enough_text(0.73, Cover(hosts=13, share=0.96), 0.081).replace("\xa0", " ")
    'too few in 27 % of the futures; buy 13 to be safe in 96 %, 8.1 % dearer'
    """
    if share is None:
        return None
    if share >= NEARLY_ALWAYS:
        return f"enough in {rough_share(share)} of the futures"
    more = f"; buy {fixed(sure.hosts)} to be safe in {rough_share(sure.share)}" if sure is not None else ""
    return f"too few in {rough_share(1 - share)} of the futures{more}{f', {_saving(dearer)}' if dearer else ''}"


def _saving(share: float, ends: str = "") -> str:
    return f"{percent(abs(share), 2)}{ends}{_NBSP}{'cheaper' if share <= 0 else 'dearer'}"


def _between(low: float, high: float) -> str:
    """Two ends in brackets and on one line, the smaller first; nothing where they read alike."""
    if low < 0 < high:
        ends = [_saving(low), _saving(high)]
    else:
        ends = [percent(each, 2) for each in sorted((abs(low), abs(high)))]
    return "" if ends[0] == ends[1] else f" ({ends[0]}{_NBSP}to{_NBSP}{ends[1]})"
