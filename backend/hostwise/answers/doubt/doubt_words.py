"""The verdict in words: a sentence to act on, and behind it how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from hostwise.answers.doubt.futures import COST, HOSTS, LIFE, Futures
from hostwise.answers.doubt.verdict import Ranking, band, difference
from hostwise.answers.running.sentences import Phrase, Shown, listing, phrase, shown
from hostwise.numerals.writing import fixed, percent, rough, rough_share
from hostwise.plan.answers.doubt import Cover, Strength
from hostwise.plan.answers.text import Name

SAME = 0.05
"""A choice is as good as the best one if it costs less than this share more on average."""

_MOSTLY = 0.5
"""Several cost about the same if they do so in at least this share of the futures, not only on average."""

_LIVES_APART = 1.2
"""Lives that differ by this factor can decide between configurations."""

NEARLY_ALWAYS = 0.95
_MOST_NAMED = 2
_TAKEN = ": take it if nothing else decides"
_NUMBERS = {3: "all three", 4: "all four", 5: "all five"}
_NBSP = "\u00a0"


@dataclass(frozen=True)
class Words:
    """The advice in a sentence, and its reasons; `suggested` are the recommended configurations."""

    suggested: Sequence[int]
    code: str
    sentence: Phrase
    detail: Phrase


@dataclass(frozen=True)
class Said:
    """The futures of the configurations, and their names."""

    configurations: Sequence[Name]
    found: Futures
    ranking: Ranking
    partly: frozenset[int] = frozenset()
    """Configurations whose life is known only in part, so that it may be shorter."""

    def words(self, strength: Strength) -> Words:
        """The verdict in words."""
        advised, other = self.ranking.advised, self.ranking.runner_up()
        if other is None:
            return self._alone(advised)
        return self._close() if strength == "too_close" else self._choice(advised, other)

    def _alone(self, advised: int) -> Words:
        name, probability = self.configurations[advised], self.ranking.probability[advised]
        sentence = "{name} is the only one that is feasible." if len(self.configurations) > 1 else "{name} is feasible."
        detail = "" if probability == 1 else "It is feasible in {frequency} of the futures."
        return Words(
            [advised],
            "only_one_feasible",
            phrase(sentence, name=name),
            phrase(detail, frequency=_frequency(probability)),
        )

    def _choice(self, advised: int, other: int) -> Words:
        name, often = self._name(advised), _frequency(self.ranking.probability[advised])
        third = [each for each in self.ranking.candidates if each not in (advised, other)]
        typical = {each: self._saved(advised, each)[1] for each in third}
        also = [
            phrase("{saving} than {name}", saving=_saving(share), name=self._name(each))
            for each, share in typical.items()
            if share is not None
        ]
        detail = phrase(
            "It is the cheapest in {frequency} of the futures{also}.",
            frequency=often,
            also=phrase(", and {savings}", savings=listing(also)) if also and len(also) <= _MOST_NAMED else "",
        )
        low, middle, high = self._saved(advised, other)
        if low is None or middle is None or high is None:
            return Words([advised], "choose", phrase("Choose {name}.", name=name), detail)
        sentence = phrase(
            "Choose {name}: {saving} than {next}{other}.",
            name=name,
            saving=_saving(middle, _between(low, high)),
            # With a third configuration, the one compared with is named as the next.
            next="the next, " if third else "",
            other=self._name(other),
        )
        return Words([advised], "choose", sentence, detail)

    def _close(self) -> Words:
        """The words if the cost does not decide: the choice does not matter, or one is safer."""
        ranking, found = self.ranking, self.found
        alike = [each for each in ranking.candidates if self._lost(each) <= SAME and ranking.is_as_feasible(each)]
        often, safe = ranking.advised, ranking.on_average
        if often in alike and len(alike) > 1 and self._together(alike) >= _MOSTLY:
            return self._any_of(alike)
        name = self._name(often)
        often_words = phrase(
            "{name} is the cheapest in {frequency} of the futures",
            name=name,
            frequency=_frequency(ranking.probability[often]),
        )
        if often == safe:
            return self._best_bet(often, often_words)
        _, middle, high = band(difference(found, often, safe) / found.of(COST, safe))
        detail = phrase(
            "{often}{typically}{dearer}.{differs}",
            often=often_words,
            typically="" if middle is None or middle > 0 else phrase(", typically by {share}", share=_share(-middle)),
            dearer=""
            if high is None or high <= 0
            else phrase(", but {share} dearer or more in one of twenty", share=_share(high)),
            differs=self._differs([safe, often]),
        )
        sentence = phrase(
            "To be safe choose {safe}: it costs less on average, though {often} is cheaper more often.",
            safe=self._name(safe),
            often=name,
        )
        return Words([safe], "safe_choice", sentence, detail)

    def _best_bet(self, often: int, often_words: Phrase) -> Words:
        """The words for the one that is the cheapest most often and on average, but by little."""
        other = self.ranking.runner_up()
        low, middle, high = self._saved(often, other) if other is not None else (None, None, None)
        sentence = phrase("{name} is the best bet, but not a sure one.", name=self._name(often))
        if other is None or low is None or middle is None or high is None:
            return Words([often], "best_bet", sentence, phrase("{often}.", often=often_words))
        detail = phrase(
            "{often}: {saving} than {other}.{differs}",
            often=often_words,
            saving=_saving(middle, _between(low, high)),
            other=self._name(other),
            differs=self._differs([often, other]),
        )
        return Words([often], "best_bet", sentence, detail)

    def _any_of(self, alike: Sequence[int]) -> Words:
        """Several that cost about the same: how sure that is, what a wrong choice costs, and what the others do."""
        ranking = self.ranking
        same = phrase(
            "cost about the same, within {share} in {frequency} of the futures",
            share=_share(SAME),
            frequency=_frequency(self._together(alike)),
        )
        names = listing([self._name(each) for each in alike])
        if len(alike) == 2:
            sentence = phrase("Either will do: {names} {same}.", names=names, same=same)
        elif len(alike) == len(ranking.candidates):
            number = _NUMBERS.get(len(alike), f"all {len(alike)}")
            sentence = phrase("Any will do: {number} {same}.", number=number, same=same)
        else:
            sentence = phrase(
                "Any of {number} will do: {names} {same}.", number=str(len(alike)), names=names, same=same
            )
        often, most = ranking.advised, max(self._lost(each) for each in alike)
        rival = min((each for each in alike if each != often), key=self._lost)
        middle = self._saved(often, rival)[1]
        dearer = [each for each in ranking.candidates if each not in alike]
        more = [
            phrase("{name} costs {share} more", name=self._name(each), share=_share(self._lost(each)))
            for each in dearer
        ]
        detail = phrase(
            "{name} is the cheapest most often ({frequency}){typically}; the wrong choice costs at most {most} more on "
            "average.{dearer}{differs}",
            name=self._name(often),
            frequency=_frequency(ranking.probability[often]),
            typically=""
            if middle is None or middle > 0
            else phrase(", typically by only {share}", share=_share(-middle)),
            most=_share(most),
            dearer=phrase(" {others} than the cheapest.", others=listing(more)) if more else "",
            differs=self._differs(alike, _TAKEN),
        )
        code = "either_will_do" if len(alike) == 2 else "any_will_do"
        return Words(sorted(alike, key=self._lost), code, sentence, detail)

    def _together(self, places: Sequence[int]) -> float:
        """The share of the futures in which some cost about the same."""
        costs = self.found.values[COST][:, list(places)]
        return float((costs.max(axis=1) <= (1 + SAME) * costs.min(axis=1)).mean())

    def _name(self, place: int) -> Name:
        """The name of a configuration, in quotes where a sentence would be misread without them."""
        name = self.configurations[place]
        return replace(name, text=f"\u201c{name.text}\u201d") if set(name.text) & set(",;:.()") else name

    def _lost(self, place: int) -> float:
        """The mean extra cost of a choice over the cheapest of each future, as a share of its cost."""
        middle = band(self.found.of(COST, place))[1]
        return self.ranking.regret[place] / middle if middle else inf

    def _saved(self, one: int, other: int) -> tuple[float | None, float | None, float | None]:
        return band(difference(self.found, one, other) / self.found.of(COST, other))

    def _differs(self, places: Sequence[int], taken: str = "") -> Phrase:
        """What to decide by if the cost does not: hosts and the life of drives, in the median future.

        Args:
            places: the configurations.
            taken: words for the one that the first difference favours.
        """
        hosts, lives = (
            {each: middle for each in places if (middle := band(self.found.of(name, each))[1]) is not None}
            for name in (HOSTS, LIFE)
        )
        by_hosts: str | Phrase = ""
        by_life: str | Phrase = ""
        if len(hosts) == len(places) and len(set(hosts.values())) > 1:
            fewest, least, most = min(hosts, key=hosts.__getitem__), min(hosts.values()), max(hosts.values())
            by_hosts = phrase(
                " They need {least} to {most} hosts, fewest {name}{taken}.",
                least=shown(fixed(least), least),
                most=shown(fixed(most), most),
                name=self._name(fewest),
                taken=taken,
            )
        if (
            len(lives) == len(places)
            and not self.partly & set(places)
            and max(lives.values()) > _LIVES_APART * min(lives.values())
        ):
            longest, least, most = max(lives, key=lives.__getitem__), min(lives.values()), max(lives.values())
            by_life = phrase(
                " Drives last {least} to {most} years, longest with {name}{taken}.",
                least=shown(rough(least), least),
                most=shown(rough(most), most),
                name=self._name(longest),
                taken="" if by_hosts else taken,
            )
        return phrase("{hosts}{life}", hosts=by_hosts, life=by_life)


def missing_words(fields: Sequence[str], more: int) -> Phrase:
    """What to enter before anything is advised."""
    return phrase(
        "It needs {fields}{more}.",
        fields=", ".join(fields),
        more=phrase(" and {number} more fields", number=shown(str(more), more)) if more > 0 else "",
    )


def safe(share: float | None, covers: Sequence[Cover]) -> Cover | None:
    """The least hosts that are nearly always enough, where the hosts of a plan are not."""
    if share is None or share >= NEARLY_ALWAYS:
        return None
    return next((each for each in covers if each.share >= NEARLY_ALWAYS), None)


def enough_text(share: float | None, sure: Cover | None, dearer: float | None) -> str | None:
    r"""The share of futures in which the plan's hosts are enough; if too low, also the hosts that nearly always are.

    Args:
        share: of the futures in which they are enough.
        sure: the hosts that nearly always are, as `safe` finds them.
        dearer: their extra cost, as a share of the cost of the plan.

    >>> enough_text(0.73, Cover(hosts=13, share=0.96), 0.081).replace("\xa0", " ")
    'too few in 27 % of the futures; buy 13 to be safe in 96 %, 8.1 % dearer'
    """
    if share is None:
        return None
    if share >= NEARLY_ALWAYS:
        return f"enough in {rough_share(share)} of the futures"
    more = f"; buy {fixed(sure.hosts)} to be safe in {rough_share(sure.share)}" if sure is not None else ""
    return f"too few in {rough_share(1 - share)} of the futures{more}{f', {_saving(dearer)}' if dearer else ''}"


def _saving(share: float, ends: str | Phrase = "") -> Phrase:
    cheaper = "cheaper" if share <= 0 else "dearer"
    return phrase(f"{{share}}{{ends}}{_NBSP}{{cheaper}}", share=_share(abs(share)), ends=ends, cheaper=cheaper)


def _between(low: float, high: float) -> str | Phrase:
    """Two ends in brackets and on one line, the smaller first; nothing where they read alike."""
    if low < 0 < high:
        ends = [_saving(low), _saving(high)]
    else:
        ends = [phrase("{share}", share=_share(each)) for each in sorted((abs(low), abs(high)))]
    if str(ends[0]) == str(ends[1]):
        return ""
    return phrase(f" ({{least}}{_NBSP}to{_NBSP}{{most}})", least=ends[0], most=ends[1])


def _share(share: float) -> Shown:
    return shown(percent(share, 2), share)


def _frequency(share: float) -> Shown:
    """A share of the futures."""
    return shown(rough_share(share), share)
