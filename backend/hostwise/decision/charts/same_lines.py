"""Lines of a chart that cannot be told apart, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import key_at, line, name_at
from hostwise.answers.wording.sentences import Phrase, listing, phrase, quoted
from hostwise.plan.answers.text import Figure, Text

DistanceFigure = Callable[[int, float], Figure]

_NEAR = 0.01
"""Lines that are nowhere further apart than this share of what is drawn lie upon each other."""

_NUMBERS = ("", "", "both", "all three", "all four", "all five", "all six")


def all_of(number: int) -> str:
    """So many configurations that are all there are; empty for a single one.

    >>> all_of(1), all_of(2), all_of(3), all_of(12)
    ('', 'both', 'all three', 'all 12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else f"all {number}"


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
    run: Run, series: Sequence[Sequence[float]], groups: Sequence[Sequence[int]], each: str, figure: DistanceFigure
) -> Text | None:
    """Which lines are one, and how far they are apart; None where each can be told from the others.

    Args:
        run: the run.
        series: the lines, one for each configuration.
        groups: the lines that cannot be told apart, as `same_lines` finds them.
        each: what the lines have a value for, such as "year".
        figure: writes a distance, with the place of a configuration that explains it.
    """
    alike = [group for group in groups if len(group) > 1]
    if not alike:
        return None
    who = _several([listing([quoted(name_at(run, place)) for place in group]) for group in alike])
    if len(groups) == 1:
        who = phrase(all_of(len(series)).capitalize())
    apart = max(_most_apart([series[place] for place in group]) for group in alike)
    if apart == 0:
        return line("same_line", "{who} follow the same line: no {each} differs.", who=who, each=each).text
    template = "{who} follow the same line: no {each} differs by more than {most}."
    return line("near_line", template, who=who, each=each, most=figure(alike[0][0], apart)).text


def _several(names: Sequence[Phrase]) -> Phrase:
    """Several groups, each of which is a list of names itself.

    >>> str(_several([listing(["A", "B"])])), str(_several([listing(["A", "B"]), listing(["C", "D"])]))
    ('A and B', 'A and B, as well as C and D,')
    """
    if len(names) == 1:
        return names[0]
    keys = [f"group_{number}" for number in range(len(names))]
    return Phrase(", as well as ".join(f"{{{key}}}" for key in keys) + ",", dict(zip(keys, names, strict=True)))
