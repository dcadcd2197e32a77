"""What each chart finds: its title, decided from the numbers that it draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite

from hostwise.answers.cost.crossover import SUM_SO_FAR, lasting_since
from hostwise.answers.evaluation.configuration_figures import LIFE
from hostwise.answers.evaluation.order import COST, candidates_of, partly_known
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import key_at, name_at, of_quantity
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.sentences import Phrase, of_parts, quoted
from hostwise.answers.wording.words import share_above
from hostwise.decision.charts.money_charts import KNOWN
from hostwise.decision.charts.same_lines import Steps, alike_words, all_of, keys_of, same_lines
from hostwise.decision.charts_document import PLAIN, ChartKey, ChartWords
from hostwise.decision.decision_messages import message, some_of, text, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.decision.tiles import largest_part
from hostwise.number_format.writing import NARROW, percent, rough, rough_years, short_money
from hostwise.plan.answers.result import ConfigurationResult, CostPart, QuantityState
from hostwise.plan.answers.text import Figure, MessagePart, MessageText

_PLAIN: Mapping[ChartKey, DecisionCode] = {
    "cost_parts": "chart.cost_parts",
    "wear": "chart.wear",
    "cash_flow": "chart.cash_flow",
    "cost_life": "chart.cost_life",
    "months": "chart.months",
}
"""Titles where nothing is found."""

_DIGITS = 2
_MOST_NAMED, _MOST_GROUPS = 3, 2
_SO_FAR, _BY_MONTH, _BY_YEAR = "cumulative_cost", "cash_flow_cost_per_month", "cash_flow_cost_per_year"


def chart_words(run: Run, results: Sequence[ConfigurationResult]) -> dict[ChartKey, ChartWords]:
    """The words of the charts of a result that have something to draw, in the order in which they are read."""
    found = _Found(run, results)
    places = range(len(results))
    said: dict[ChartKey, ChartWords] = {}

    def say(key: ChartKey, title: MessageText | None) -> None:
        said[key] = ChartWords(key=key, title=title or _plain(key), lines=[])

    if any(part.amount.value for each in results for part in each.cost_parts):
        say("cost_parts", found.cost_parts())
    wears = any(each.life_years.mid for each in results)
    if wears:
        say("wear", found.wear())
    if any(flow.cumulative.value for each in results for flow in each.cash_flow):
        sums = [run.evaluation.members(_SO_FAR, place) for place in places]
        months = [run.evaluation.members(_BY_MONTH, place)[1:] for place in places]
        said["cash_flow"] = _money("cash_flow", found.cash_flow(), run, sums, "years")
        said["months"] = _money("months", None, run, months, "months")
    if wears and any(run.value(KNOWN, place).value for place in places):
        say("cost_life", found.cost_life())
    return said


def _money(
    key: ChartKey, title: MessageText | None, run: Run, series: Sequence[Sequence[float]], steps: Steps
) -> ChartWords:
    """The words of a chart of lines of money."""

    def apart(place: int, amount: float) -> Figure:
        written = f"{short_money(amount)}\u00a0{run.plan.economics.currency}"
        return of_quantity(run, place, "apart", written, amount, COST)

    groups = same_lines(series)
    return ChartWords(
        key=key,
        title=title or _plain(key),
        alike=alike_words(run, series, groups, steps, apart),
        lines=keys_of(run, groups),
    )


def _plain(key: ChartKey) -> MessageText:
    return MessageText(code=PLAIN, parts=[words(_PLAIN[key])])


class _Found:
    """What the numbers of a result say at a glance; each finding is None where the numbers do not carry one."""

    def __init__(self, run: Run, results: Sequence[ConfigurationResult]) -> None:
        self._run, self._results = run, results
        self._candidates = candidates_of(results)
        self._horizon = run.plan.economics.horizon_years

    def cost_parts(self) -> MessageText | None:
        """What most of the money goes to."""
        found: dict[int, tuple[CostPart, float]] = {}
        for place, each in enumerate(self._results):
            largest = largest_part(each)
            if largest is not None:
                found[place] = largest
        by_key: dict[str, list[int]] = {}
        for place, (part, _) in found.items():
            by_key.setdefault(part.key, []).append(place)
        groups = list(by_key.values())
        if not groups or len(groups) > _MOST_GROUPS:
            return None
        part, are = found[groups[0][0]][0], _is_plural(found[groups[0][0]][0].label)
        if len(groups) > 1:
            other = _lower(found[groups[1][0]][0].label)
            here, there = self._names(groups[0]), self._names(groups[1])
            code: DecisionCode = "largest_part.are_two" if are else "largest_part.is_two"
            return text(code, part=part.label, here=here, other=other, there=there)
        known: dict[str, Given] = {"part": part.label, "share": self._shares(found)}
        number = len(groups[0])
        if number < len(self._results):
            return text("largest_part.are_of" if are else "largest_part.is_of", **known, names=self._names(groups[0]))
        if number == 1:
            return text("largest_part.are" if are else "largest_part.is", **known)
        code = "largest_part.are_in_all" if are else "largest_part.is_in_all"
        return text(code, **known, all=all_of(number))

    def _shares(self, parts: Mapping[int, tuple[CostPart, float]]) -> Phrase:
        """One share, or the least and the most."""
        low, *_, high = sorted([*parts, *parts], key=lambda place: parts[place][1])
        ends = {place: percent(parts[place][1], _DIGITS) for place in (low, high)}
        figures = {
            place: of_quantity(self._run, place, "share", written, parts[place][1], parts[place][0].quantity)
            for place, written in ends.items()
        }
        if ends[low] == ends[high]:
            return of_parts([figures[low]])
        least = replace(figures[low], text=ends[low].removesuffix(f"{NARROW}%"))
        return message("range", low=least, high=figures[high])

    def wear(self) -> MessageText | None:
        """Whose drives last longest, or wear out too early."""
        lives = self._lives()
        early = [place for place, life in lives.items() if life < self._horizon]
        if early:
            known: dict[str, Given] = {"horizon": self._horizon, "lives": self._life_range(early, lives, years=True)}
            key = key_at(self._run, early[0])
            if len(early) < len(self._results):
                return text("worn_early.of", key, **known, names=self._names(early))
            if len(early) == 1:
                return text("worn_early.all", key, **known)
            return text("worn_early.in_all", key, **known, all=all_of(len(early)))
        if not self._all_known(lives):
            return None
        texts = {place: rough_years(life) for place, life in lives.items()}
        longest = max(lives, key=lambda place: lives[place])
        last = self._life(longest, lives[longest], years=True)
        if len(set(texts.values())) == 1:
            if len(lives) == 1:
                return text("lasting", life=last)
            return text("lasting.in_all", life=last, all=all_of(len(lives)))
        best = [place for place in lives if texts[place] == texts[longest]]
        others = [place for place in lives if place not in best]
        return text("lasting.longest", names=self._names(best), life=last, others=self._life_range(others, lives))

    def _lives(self) -> dict[int, float]:
        """The lives of drives in years, as far as they are known."""
        lives = {place: each.quantities[LIFE].value for place, each in enumerate(self._results)}
        return {place: life for place, life in lives.items() if life is not None}

    def _all_known(self, lives: Mapping[int, float]) -> bool:
        """Whether these are all lives that there are: none is unknown, or known of some of the drives only."""
        flash = [
            place
            for place, each in enumerate(self._results)
            if each.quantities[LIFE].state is not QuantityState.DOES_NOT_APPLY
        ]
        return bool(lives) and all(place in lives and not partly_known(self._run, place) for place in flash)

    def _life(self, place: int, life: float, *, years: bool = False) -> Figure:
        """A life; where it stands alone with its unit."""
        written = rough_years(life)
        if years:
            written = words("years.one" if written == "1" else "years", years=written)
        return of_quantity(self._run, place, "life", written, life, LIFE)

    def _life_range(self, places: Sequence[int], lives: Mapping[int, float], *, years: bool = False) -> Phrase:
        """The least and the most, or the one that both are."""
        low, high = min(places, key=lambda each: lives[each]), max(places, key=lambda each: lives[each])
        ends = [self._life(place, lives[place]).text for place in (low, high)]
        last = self._life(high, lives[high], years=years)
        if ends[0] == ends[1]:
            return of_parts([last])
        return message("range", low=self._life(low, lives[low]), high=last)

    def cash_flow(self) -> MessageText | None:
        """From when on one costs least; of a single one how much is paid at the purchase."""
        sums = [self._run.evaluation.members(SUM_SO_FAR, place) for place in self._candidates]
        if not sums or not all(isfinite(each) for one in sums for each in one) or not all(one[-1] > 0 for one in sums):
            return None
        order = sorted(range(len(sums)), key=lambda turn: (sums[turn][-1], turn))
        best = self._candidates[order[0]]
        name = name_at(self._run, best)
        least = sums[order[0]]
        if len(order) == 1:
            if len(self._results) > 1:
                return None
            return text("paid_at_purchase", key_at(self._run, best), share=least[0] / least[-1])
        since = lasting_since([own <= min(month) for own, month in zip(least, zip(*sums, strict=True), strict=True)])
        if any(other < own for line in self._other_lines() for own, other in [*zip(least, line, strict=True)][since:]):
            # Nobody sees from a line that it takes no part.
            return None
        key = key_at(self._run, best)
        if since > 0:
            if len(order) == 2:
                other = name_at(self._run, self._candidates[order[1]])
                return text("costs_least.less_from", key, name=name, other=other, month=since)
            return text("costs_least.from", key, name=name, month=since)
        saved = 1 - least[-1] / sums[order[1]][-1]
        return text("costs_least.always", key, name=name, share=saved, horizon=self._horizon)

    def _other_lines(self) -> list[Sequence[float]]:
        """The cumulative costs that are drawn too, of what is no candidate."""
        others = [place for place in range(len(self._results)) if place not in self._candidates]
        return [self._run.evaluation.members(SUM_SO_FAR, place) for place in others]

    def cost_life(self) -> MessageText | None:
        """What the longest life costs."""
        lives = self._lives()
        costs = {place: self._results[place].quantities[COST].value for place in self._candidates}
        known = {place: cost for place, cost in costs.items() if cost}
        if len(known) < max(2, len(costs)) or not self._all_known(lives) or not lives.keys() >= known.keys():
            return None
        cheapest = min(known, key=lambda place: known[place])
        longest = max(known, key=lambda place: lives[place])
        texts = {place: rough_years(lives[place]) for place in known}
        if texts[cheapest] == texts[longest]:
            differ = len(set(texts.values())) > 1
            name = name_at(self._run, cheapest)
            return text("cost_and_life.longest" if differ else "cost_and_life.as_long", name=name)
        more = share_above(known[longest], known[cheapest])
        share = percent(more, _DIGITS) if more < 1 else f"{rough(more * 100)}{NARROW}%"
        return text(
            "cost_and_life.longer",
            name=name_at(self._run, longest),
            years=self._life(longest, lives[longest], years=True),
            other=self._life(cheapest, lives[cheapest]),
            share=of_quantity(self._run, longest, "share", share, more, COST),
        )

    def _names(self, places: Sequence[int]) -> Phrase:
        """The first names, and how many more there are."""
        names: list[MessagePart] = [quoted(name_at(self._run, place)) for place in places]
        return some_of(names, _MOST_NAMED if len(names) <= _MOST_NAMED else _MOST_NAMED - 1)


def _is_plural(label: str) -> bool:
    """Whether a category is of things, and not of stuff.

    >>> _is_plural("Licences"), _is_plural("Memory")
    (True, False)
    """
    return label.endswith("s")


def _lower(label: str) -> str:
    """A category within a sentence."""
    return label[0].lower() + label[1:]
