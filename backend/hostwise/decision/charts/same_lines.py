"""Lines of a chart that cannot be told apart, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Literal

from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import key_at, name_at
from hostwise.answers.wording.sentences import Phrase, of_parts, quoted
from hostwise.decision.decision_messages import message, text, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.plan.answers.text import Figure, MessagePart, MessageText

DistanceFigure = Callable[[int, float], Figure]
Steps = Literal["years", "months"]

_NEAR = 0.01
"""Lines that are nowhere further apart than this share of what is drawn lie upon each other."""

_NUMBERS: tuple[DecisionCode, ...] = ("number.3", "number.4", "number.5", "number.6")


def all_of(number: int, *, begins: bool = False) -> str:
    """So many configurations that are all there are; empty for a single one.

    >>> all_of(1), all_of(2), all_of(3, begins=True), all_of(12)
    ('', 'both', 'All three', 'all 12')
    """
    if number < 2:
        return ""
    if number == 2:
        return words("all_of.begins_both" if begins else "all_of.both")
    name = words(_NUMBERS[number - 3]) if number - 3 < len(_NUMBERS) else str(number)
    return words("all_of.begins_all" if begins else "all_of.all", number=name)


def named(run: Run, places: Sequence[int]) -> Phrase:
    """The names of configurations, as a list."""
    names: list[MessagePart] = [quoted(name_at(run, place)) for place in places]
    return listing(names)


def same_lines(series: Sequence[Sequence[float]]) -> list[list[int]]:
    """The places of lines that cannot be told apart, together; each place once, in their order.

    What is not a number anywhere stands alone.

    >>> same_lines([[0, 100], [0, 100.5], [0, 90]])
    [[0, 1], [2]]
    """
    known = [each for line in series for each in line if isfinite(each)]
    near = _NEAR * (max(known, default=0.0) - min(known, default=0.0))
    groups: list[list[int]] = []
    for place, own in enumerate(series):
        group = next((each for each in groups if _distance(series[each[0]], own) <= near), None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    return groups


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    distances = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return max(distances, default=0.0) if all(map(isfinite, distances)) else float("inf")


def _most_apart(lines: Sequence[Sequence[float]]) -> float:
    return max((max(each) - min(each) for each in zip(*lines, strict=True)), default=0.0)


def keys_of(run: Run, groups: Sequence[Sequence[int]]) -> list[list[str]]:
    """The same lines, by the keys of the configurations."""
    return [[key_at(run, place) for place in group] for group in groups]


def alike_words(
    run: Run, series: Sequence[Sequence[float]], groups: Sequence[Sequence[int]], steps: Steps, figure: DistanceFigure
) -> MessageText | None:
    """Which lines are one, and how far they are apart; None where each can be told from the others.

    Args:
        run: the run.
        series: the lines, one for each configuration.
        groups: the lines that cannot be told apart, as `same_lines` finds them.
        steps: what the lines have a value for.
        figure: writes a distance, with the place of a configuration that explains it.
    """
    alike = [group for group in groups if len(group) > 1]
    if not alike:
        return None
    who = _several([named(run, group) for group in alike])
    if len(groups) == 1:
        who = of_parts([all_of(len(series), begins=True)])
    apart = max(_most_apart([series[place] for place in group]) for group in alike)
    if apart == 0:
        return text("same_line.years" if steps == "years" else "same_line.months", names=who)
    most = figure(alike[0][0], apart)
    return text("same_line.near_years" if steps == "years" else "same_line.near_months", names=who, most=most)


def _several(names: Sequence[Phrase]) -> Phrase:
    """Several groups, each of which is a list of names itself.

    >>> str(_several([listing(["A", "B"])])), str(_several([listing(["A", "B"]), listing(["C", "D"])]))
    ('A and B', 'A and B, as well as C and D,')
    """
    first, *others = names
    for other in others:
        first = message("same_line.group", names=first, others=other)
    return first
