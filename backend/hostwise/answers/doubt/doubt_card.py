"""What the simulations add to a card: the verdict, how sure it is, ranges, sizing levels, and what would change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from hostwise.answers.doubt.doubt_card_notes import CHEAPEST, VERDICT, notes_of
from hostwise.answers.doubt.verdict import Ranking
from hostwise.answers.evaluation.card_checks import MOST_CHECKS, checks_of
from hostwise.answers.evaluation.card_words import line, of_note, opening
from hostwise.answers.running.number_texts import capital
from hostwise.answers.running.sentences import Phrase, listing, phrase
from hostwise.answers.running.sizing_level import LEVELS
from hostwise.numerals.writing import NARROW, counted, fixed, percent, rough_share, short_money
from hostwise.plan.answers.card import CardCheck, CardLevel, DoubtCard, Line, Note, RowDoubt, Tile
from hostwise.plan.answers.doubt import Driver, Level, Outcome, Verdict
from hostwise.plan.answers.result import Result
from hostwise.plan.answers.text import Cure, Edit, Figure, Name, Part, Text
from hostwise.plan.document import Plan

_MOST_FLIPS = 2
_IN_HEADLINE = ("different_protection", "one_sided_cost")
"""Caps of which the sentence of the verdict itself says what they are about."""

_FEW = 0.9
"""Hosts that cover fewer simulations than this are a risk to be told."""


@dataclass(frozen=True)
class Sources:
    """What a card is made from."""

    plan: Plan
    result: Result
    verdict: Verdict
    outcomes: Sequence[Outcome]
    drivers: Sequence[Driver]
    ranking: Ranking | None
    futures: int
    values: int
    doubtful: int

    def name(self, key: str) -> Name:
        """The name of a configuration."""
        return Name(configuration=key, text=next(each.name for each in self.result.configurations if each.key == key))

    @property
    def lead(self) -> Outcome | None:
        """The one that tiles and levels are of."""
        key = self.verdict.advised
        return next((each for each in self.outcomes if each.key == key), None)


def doubt_card(of: Sources) -> DoubtCard:
    """The card of an answer about doubt."""
    checks, of_checks = _checks(of)
    advised = of.verdict.advised if of.verdict.strength in ("clear", "leaning", "either") else None
    return DoubtCard(
        label=of.verdict.label,
        sentence=opening(of.verdict.text.code, of.verdict.text.parts, VERDICT),
        advised=advised,
        sure=_sure(of),
        rows=[_row(each) for each in of.outcomes],
        levels=_levels(of.lead),
        flips_label=_flips_label(of),
        flips=[_flip(of, each) for each in _shown(of)],
        checks=checks,
        notes=[
            *notes_of(of.result, of.verdict, of.outcomes, _shown(of), of.ranking, of.futures, of.values, of.doubtful),
            *of_checks,
        ],
    )


def _row(each: Outcome) -> RowDoubt:
    cost, hosts = each.cost, each.hosts
    return RowDoubt(
        configuration=each.key,
        hosts=_range("hosts", hosts.low, hosts.high, each.key, fixed),
        cost=_range("cost", cost.low, cost.high, each.key, short_money),
        cost_low=cost.low,
        cost_high=cost.high,
    )


def _range(name: str, low: float | None, high: float | None, key: str, write: Callable[[float], str]) -> Figure | None:
    if low is None or high is None:
        return None
    ends = list(dict.fromkeys([write(low), write(high)]))
    return of_note(name, " to ".join(ends), low, f"range.{key}")


def _sure(of: Sources) -> Tile | None:
    """How often the lead is the cheapest, or costs about the same, and what its hosts cover."""
    lead, ranking = of.lead, of.ranking
    if lead is None or ranking is None:
        return None
    share = ranking.probability[_place(of, lead.key)]
    if len(ranking.candidates) == 1:
        figure = of_note("feasible", rough_share(share), share, CHEAPEST)
        label = line("feasible_in", "feasible")
    elif len(ranking.near) > 1:
        figure = of_note("alike", rough_share(ranking.alike), ranking.alike, CHEAPEST)
        within = of_note("within", percent(ranking.materiality), ranking.materiality, VERDICT)
        who = "both" if len(ranking.near) == 2 else "all" if len(ranking.near) == len(ranking.candidates) else "those"
        label = line("within_in", "{who} within {within}", who=who, within=within)
    else:
        figure = of_note("cheapest", rough_share(share), share, CHEAPEST)
        label = line("cheapest_in", "the cheapest")
    number = of_note("futures", fixed(of.futures), of.futures, "futures")
    lines = [_margin(lead, number) or line("of_futures", "in {number} simulations", number=number)]
    if lead.probability_enough is not None:
        covers = of_note("covers", rough_share(lead.probability_enough), lead.probability_enough, f"covers.{lead.key}")
        lines.append(line("covers", "enough hosts in {share}", share=covers))
    return Tile(key="sure", figure=figure, label=label, lines=lines)


def _margin(lead: Outcome, number: Figure) -> Line | None:
    """What half of the simulations cost, where the plan as sized lies elsewhere; the sentence stands in its note.

    In one line: on a phone another one would move the first row out of the first view.
    """
    half = None if lead.margin is None else next(each for each in lead.margin.parts if isinstance(each, Figure))
    if half is None or half.value is None:
        return None
    side = "below" if half.value < (lead.cost.mid or 0) else "above"
    figure = of_note("half", half.text, half.value, f"range.{lead.key}")
    text = "in {number} simulations; half cost {side} {half}"
    return line("of_futures", text, number=number, side=side, half=figure)


def _place(of: Sources, key: str) -> int:
    return next(place for place, each in enumerate(of.result.configurations) if each.key == key)


def _levels(lead: Outcome | None) -> list[CardLevel]:
    return [] if lead is None else [_level(lead.key, each) for each in lead.levels]


def _level(key: str, each: Level) -> CardLevel:
    note = f"covers.{key}"
    now = f"{fixed(each.hosts)}, then\u00a0" if each.final_hosts != each.hosts else ""
    dearer = None
    if each.level is not None and each.dearer is not None:
        sign = "+" if each.dearer >= 0 else ""
        dearer = of_note("dearer", f"{sign}{percent(each.dearer, 2)} cost", each.dearer, note)
    return CardLevel(
        level=each.level,
        label=each.label,
        chosen=each.chosen,
        hosts=of_note("hosts", f"{now}{counted(each.final_hosts, 'hosts')}", each.hosts, note),
        dearer=dearer,
    )


# ------------------------------------------------------------------------------------------------ what would change it


def _flips_label(of: Sources) -> str:
    if of.verdict.runner_up is None:
        return "Moves the cost most"
    if any(each.turns_at is not None for each in of.drivers):
        return "Would change the cheapest" if of.verdict.strength == "either" else "Would change it"
    ends = [found for found in map(_ends, _shown(of)) if found is not None]
    if not all(low * high > 0 for low, high in ends):
        return "Moves it most"
    # The sentence may name another one as well: this one is meant.
    dearer = (of.verdict.difference.mid or 0) <= 0
    first = of.verdict.runner_up if dearer else of.verdict.advised
    return "No input alone would change it" if first is None else f"No input alone puts {of.name(first).text} first"


def _shown(of: Sources) -> list[Driver]:
    """The strongest causes at which the advice turns; where none does, those that move the comparison most."""
    turning = [each for each in of.drivers if each.break_even is not None]
    return [each for each in turning or of.drivers if _ends(each) is not None][:_MOST_FLIPS]


def _flip(of: Sources, driver: Driver) -> Line:
    words = phrase("{cause} {what}", cause=_cause(of, driver), what=_turning(of, driver) or _moving(of, driver))
    return Line(text=Text(code="flip", parts=words.parts(None)), note=f"flip.{driver.cause}")


def _turning(of: Sources, driver: Driver) -> Phrase | None:
    """From which value on another one is the cheapest, which that is, and the value now."""
    verdict, turn = of.verdict, driver.break_even
    if turn is None or driver.turns_at is None or verdict.advised is None or verdict.runner_up is None:
        return None
    side = "below" if turn < (1 if driver.shape == "factor" else 0) else "above"
    now: str | Phrase = ""
    if driver.now is not None:
        now = phrase(" (now {now})", now=_without_unit(driver.now, driver.turns_at))
    if verdict.strength != "either":
        then = phrase("take {name}", name=of.name(verdict.runner_up))
    else:
        first = verdict.advised if (verdict.difference.mid or 0) > 0 else verdict.runner_up
        if driver.configurations == [first]:
            return phrase("{side} {at}{now} makes it the cheapest", side=side, at=driver.turns_at, now=now)
        then = phrase("{name} is the cheapest", name=of.name(first))
    return phrase("{side} {at}{now}: {then}", side=side, at=driver.turns_at, now=now, then=then)


def _without_unit(text: str, other: str) -> str:
    """A number without its unit, where another one beside it has the same."""
    number, _, unit = text.rpartition(NARROW)
    return number if number and other.endswith(f"{NARROW}{unit}") else text


def _moving(of: Sources, driver: Driver) -> Phrase:
    """From what to what a cause moves the difference or, without one, the cost."""
    low, high = _ends(driver) or (0.0, 0.0)
    currency = of.result.currency
    if of.verdict.runner_up is None or driver.low_difference is None:
        return phrase(f"{short_money(low)} to {short_money(high)} {currency}")
    if low * high > 0:
        ends = sorted((abs(low), abs(high)))
        return phrase(
            f"still {{low}} to {{high}} {currency} {'cheaper' if high < 0 else 'dearer'}",
            low=short_money(ends[0]),
            high=short_money(ends[1]),
        )
    return phrase(f"{short_money(-low)} {currency} cheaper to {short_money(high)} {currency} dearer")


def _ends(driver: Driver) -> tuple[float, float] | None:
    """What a cause moves the difference to or, without one, the cost."""
    for low, high in (
        (driver.low_difference, driver.high_difference),
        (driver.low_cost, driver.high_cost),
    ):
        if low is not None and high is not None:
            return min(low, high), max(low, high)
    return None


def _cause(of: Sources, driver: Driver) -> Phrase:
    names: list[Part] = [of.name(each) for each in driver.configurations[:1]]
    colon = "" if driver.turns_at is not None else ":"
    if not names or len(of.result.configurations) == 1:
        return phrase(f"{{label}}{colon}", label=capital(driver.label))
    return phrase(f"{{label}} of {{names}}{colon}", label=capital(driver.label), names=listing(names))


# ------------------------------------------------------------------------------------------------- what to check first


def _checks(of: Sources) -> tuple[list[CardCheck], list[Note]]:
    """What keeps the verdict from being clear, hosts that cover too little, then what is found."""
    first = [
        CardCheck(line=opening(each.code, each.parts, VERDICT))
        for each in of.verdict.caps
        if each.code not in _IN_HEADLINE
    ]
    checks, notes = checks_of(of.result.findings)
    return [*chain(first, _coverage(of), checks)][:MOST_CHECKS], notes


def _coverage(of: Sources) -> Iterator[CardCheck]:
    lead = of.lead
    if lead is None or lead.probability_enough is None or lead.probability_enough >= _FEW:
        return
    chosen = of.plan.policy.sizing_level
    better = next((each for each in lead.levels if each.level is not None and each.share >= _FEW), None)
    note = f"covers.{lead.key}"
    share = of_note("share", rough_share(lead.probability_enough), lead.probability_enough, note)
    hosts = of_note("hosts", fixed(lead.hosts_now or 0), lead.hosts_now, note)
    if better is None or better.level is None or better.level == chosen:
        yield CardCheck(line=line("covers", "{hosts} hosts cover {share} of simulations.", hosts=hosts, share=share))
        return
    yield CardCheck(
        line=line(
            "size_for",
            "{hosts} hosts cover {share} of simulations; {more} would cover {most}.",
            hosts=hosts,
            share=share,
            more=of_note("more", fixed(better.hosts), better.hosts, note),
            most=of_note("most", rough_share(better.share), better.share, note),
        ),
        cure=Cure(
            label=f"Size for {LEVELS.get(better.level, better.label)}",
            edits=[Edit(pointer="/policy/sizing_level", value=better.level)],
        ),
    )
