"""What each chart finds: its title, decided from the numbers that it draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite

from hostwise.answers.cost.crossover import SUM_SO_FAR, lasting_since
from hostwise.answers.evaluation.configuration_figures import LIFE
from hostwise.answers.evaluation.order import COST, candidates_of, partly_known
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import line, name_at, of_quantity
from hostwise.answers.wording.sentences import Phrase, listing, phrase, quoted
from hostwise.answers.wording.words import share_above
from hostwise.decision.charts.money_charts import KNOWN
from hostwise.decision.charts.same_lines import alike_words, all_of, keys_of, same_lines
from hostwise.decision.charts_document import PLAIN, ChartKey, ChartWords
from hostwise.decision.tiles import largest_part
from hostwise.numerals.writing import NARROW, counted, percent, rough, rough_years, short_money
from hostwise.plan.answers.result import ConfigurationResult, CostPart, State
from hostwise.plan.answers.text import Figure, Text

_PLAIN: Mapping[ChartKey, str] = {
    "cost_parts": "Cost by category",
    "wear": "Years until the drives wear out",
    "cash_flow": "Cost by year",
    "cost_life": "Cost and life of the drives",
    "months": "What is paid in each month",
}
"""Titles where nothing is found."""

_DIGITS = 2
_MOST_NAMED, _MOST_GROUPS = 3, 2
_SO_FAR, _BY_MONTH, _BY_YEAR = "cumulative_cost", "cash_flow_cost_per_month", "cash_flow_cost_per_year"


def chart_words(run: Run, results: Sequence[ConfigurationResult]) -> dict[ChartKey, ChartWords]:
    """The words of the charts of a result that have something to draw, in the order in which they are read."""
    found = _Found(run, results)
    places = range(len(results))
    words: dict[ChartKey, ChartWords] = {}

    def say(key: ChartKey, title: Text | None) -> None:
        words[key] = ChartWords(key=key, title=title or _plain(key), lines=[])

    if any(part.amount.value for each in results for part in each.cost_parts):
        say("cost_parts", found.cost_parts())
    wears = any(each.life_years.mid for each in results)
    if wears:
        say("wear", found.wear())
    if any(flow.cumulative.value for each in results for flow in each.cash_flow):
        sums = [run.evaluation.members(_SO_FAR, place) for place in places]
        months = [run.evaluation.members(_BY_MONTH, place)[1:] for place in places]
        words["cash_flow"] = _money("cash_flow", found.cash_flow(), run, sums, "year")
        words["months"] = _money("months", None, run, months, "month")
    if wears and any(run.value(KNOWN, place).value for place in places):
        say("cost_life", found.cost_life())
    return words


def _money(key: ChartKey, title: Text | None, run: Run, series: Sequence[Sequence[float]], each: str) -> ChartWords:
    """The words of a chart of lines of money."""

    def apart(place: int, amount: float) -> Figure:
        text = f"{short_money(amount)}\u00a0{run.plan.economics.currency}"
        return of_quantity(run, place, "apart", text, amount, COST)

    groups = same_lines(series)
    return ChartWords(
        key=key,
        title=title or _plain(key),
        alike=alike_words(run, series, groups, each, apart),
        lines=keys_of(run, groups),
    )


def _plain(key: ChartKey) -> Text:
    return Text(code=PLAIN, parts=[_PLAIN[key]])


def in_all(number: int) -> str:
    """That something holds of all configurations; nothing where there is one.

    >>> in_all(1), in_all(3)
    ('', ' in all three')
    """
    return f" in {all_of(number)}" if number > 1 else ""


class _Found:
    """What the numbers of a result say at a glance; each finding is None where the numbers do not carry one."""

    def __init__(self, run: Run, results: Sequence[ConfigurationResult]) -> None:
        self._run, self._results = run, results
        self._candidates = candidates_of(results)
        self._horizon = run.plan.economics.horizon_years

    def cost_parts(self) -> Text | None:
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
        part = found[groups[0][0]][0]
        if len(groups) == 1:
            return line(
                "largest_part",
                "{part} {are} {shares} of the cost{of}",
                part=part.label,
                are=_are(part.label),
                shares=self._shares(found),
                of=self._of(groups[0]),
            ).text
        return line(
            "largest_parts",
            "{part} {are} the largest part of the cost of {here}, {other} of {there}",
            part=part.label,
            are=_are(part.label),
            here=self._names(groups[0]),
            other=_lower(found[groups[1][0]][0].label),
            there=self._names(groups[1]),
        ).text

    def _of(self, places: Sequence[int]) -> str | Phrase:
        """Of which something holds; nothing where there is one."""
        if len(places) == len(self._results):
            return in_all(len(places))
        return phrase(" of {names}", names=self._names(places))

    def _shares(self, parts: Mapping[int, tuple[CostPart, float]]) -> Phrase:
        """One share, or the least and the most."""
        low, *_, high = sorted([*parts, *parts], key=lambda place: parts[place][1])
        ends = {place: percent(parts[place][1], _DIGITS) for place in (low, high)}
        figures = {
            place: of_quantity(self._run, place, "share", text, parts[place][1], parts[place][0].quantity)
            for place, text in ends.items()
        }
        if ends[low] == ends[high]:
            return phrase("{share}", share=figures[low])
        least = replace(figures[low], text=ends[low].removesuffix(f"{NARROW}%"))
        return phrase("{least} to {most}", least=least, most=figures[high])

    def wear(self) -> Text | None:
        """Whose drives last longest, or wear out too early."""
        lives = self._lives()
        early = [place for place, life in lives.items() if life < self._horizon]
        if early:
            years = counted(self._horizon, "years")
            return line(
                "worn_early",
                "The drives{of} wear out before the horizon of {horizon}: after {lives}",
                of=self._of(early),
                horizon=of_quantity(self._run, early[0], "horizon", years, self._horizon, "horizon_years"),
                lives=self._life_range(early, lives, years=True),
            ).text
        if not self._all_known(lives):
            return None
        texts = {place: rough_years(life) for place, life in lives.items()}
        longest = max(lives, key=lambda place: lives[place])
        last = self._life(longest, lives[longest], years=True)
        if len(set(texts.values())) == 1:
            return line("lasting", "The drives last {life}{all}", life=last, all=in_all(len(lives))).text
        best = [place for place in lives if texts[place] == texts[longest]]
        others = [place for place in lives if place not in best]
        return line(
            "lasting_longest",
            "The drives of {names} last longest: {life}, not {others}",
            names=self._names(best),
            life=last,
            others=self._life_range(others, lives),
        ).text

    def _lives(self) -> dict[int, float]:
        """The lives of drives in years, as far as they are known."""
        lives = {place: each.quantities[LIFE].value for place, each in enumerate(self._results)}
        return {place: life for place, life in lives.items() if life is not None}

    def _all_known(self, lives: Mapping[int, float]) -> bool:
        """Whether these are all lives that there are: none is unknown, or known of some of the drives only."""
        flash = [
            place for place, each in enumerate(self._results) if each.quantities[LIFE].state is not State.DOES_NOT_APPLY
        ]
        return bool(lives) and all(place in lives and not partly_known(self._run, place) for place in flash)

    def _life(self, place: int, life: float, *, years: bool = False) -> Figure:
        """A life; where it stands alone with its unit."""
        text = rough_years(life)
        unit = (" year" if text == "1" else " years") if years else ""
        return of_quantity(self._run, place, "life", f"{text}{unit}", life, LIFE)

    def _life_range(self, places: Sequence[int], lives: Mapping[int, float], *, years: bool = False) -> Phrase:
        """The least and the most, or the one that both are."""
        low, high = min(places, key=lambda each: lives[each]), max(places, key=lambda each: lives[each])
        ends = [self._life(place, lives[place]).text for place in (low, high)]
        last = self._life(high, lives[high], years=years)
        if ends[0] == ends[1]:
            return phrase("{life}", life=last)
        return phrase("{low} to {high}", low=self._life(low, lives[low]), high=last)

    def cash_flow(self) -> Text | None:
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
            share = least[0] / least[-1]
            figure = of_quantity(self._run, best, "share", percent(share, _DIGITS), share, _BY_YEAR)
            return line("paid_at_purchase", "{share} of the cost is paid at the purchase", share=figure).text
        since = lasting_since([own <= min(month) for own, month in zip(least, zip(*sums, strict=True), strict=True)])
        if since > 0:
            month = of_quantity(self._run, best, "month", str(since), since, _SO_FAR)
            other = name_at(self._run, self._candidates[order[1]])
            if len(order) == 2:
                template = "{name} costs less than {other} from month {month} on"
                return line("less_from", template, name=name, other=other, month=month).text
            return line("least_from", "{name} costs least from month {month} on", name=name, month=month).text
        saved = 1 - least[-1] / sums[order[1]][-1]
        years = counted(self._horizon, "years")
        return line(
            "least",
            "{name} costs least from the purchase on, {share} less over {horizon}",
            name=name,
            share=of_quantity(self._run, best, "share", percent(saved, _DIGITS), saved, COST),
            horizon=of_quantity(self._run, best, "horizon", years, self._horizon, "horizon_years"),
        ).text

    def cost_life(self) -> Text | None:
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
            template = "{name} costs least, and its drives last {long}"
            long = "longest" if differ else "as long as others"
            return line("least_and_longest", template, name=name_at(self._run, cheapest), long=long).text
        more = share_above(known[longest], known[cheapest])
        share = percent(more, _DIGITS) if more < 1 else f"{rough(more * 100)}{NARROW}%"
        return line(
            "longer_for_more",
            "The drives of {name} last {years}, not {other}, for {share} more",
            name=name_at(self._run, longest),
            years=self._life(longest, lives[longest], years=True),
            other=self._life(cheapest, lives[cheapest]),
            share=of_quantity(self._run, longest, "share", share, more, COST),
        ).text

    def _names(self, places: Sequence[int]) -> Phrase:
        """The first names, and how many more there are."""
        named = [quoted(name_at(self._run, place)) for place in places]
        if len(named) <= _MOST_NAMED:
            return listing(named)
        more = len(named) - _MOST_NAMED + 1
        number = of_quantity(self._run, places[-1], "more", str(more), more, COST)
        return listing([*named[: _MOST_NAMED - 1], phrase("{number} more", number=number)])


def _are(label: str) -> str:
    """The verb of a category, some of which are things and some are stuff.

    >>> _are("Licences"), _are("Memory")
    ('are', 'is')
    """
    return "are" if label.endswith("s") else "is"


def _lower(label: str) -> str:
    """A category within a sentence."""
    return label[0].lower() + label[1:]
