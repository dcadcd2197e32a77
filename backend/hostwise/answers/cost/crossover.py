"""The month from which one configuration has cost less than another, by the cumulative sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite

from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.figures import name_at
from hostwise.answers.wording.sentences import Phrase
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.answers.result import Crossover

SUM_SO_FAR = "monthly_cumulative_cost"


def crossover(run: Run, index: int, other: int) -> Crossover | None:
    """When the cumulative cost of a configuration falls below that of another for good, or rises above it for good.

    None where it is the same one, or a month of either is not known.
    """
    mine, others = (run.evaluation.members(SUM_SO_FAR, each) for each in (index, other))
    if index == other or not all(map(isfinite, (*mine, *others))):
        return None
    less = mine[-1] < others[-1]
    since = lasting_since([a < b for a, b in zip(mine, others, strict=True)])
    # What ends dearer and always was has no month in which anything turns.
    month = since if less or since > 0 else None
    return Crossover(
        against=run.plan.configurations[other].key,
        less=less,
        month=month,
        year=None if month is None else ceil(month / MONTHS_PER_YEAR),
        text=str(crossover_words(run, index, other, less, month)),
    )


def lasting_since(holds: Sequence[bool]) -> int:
    """The first place from which the last value stays as it is.

    >>> lasting_since([False, True, False, True, True]), lasting_since([True, True])
    (3, 0)
    """
    place = len(holds) - 1
    while place > 0 and holds[place - 1] == holds[-1]:
        place -= 1
    return place


def crossover_words(run: Run, index: int, other: int, less: bool, month: int | None) -> Phrase:
    """When the cumulative cost of a configuration crosses that of another for good, in words."""
    own, against = name_at(run, index), name_at(run, other)
    if month is None:
        years = run.plan.economics.horizon_years
        return message("crossover.never", own=own, against=against, years=years)
    if month == 0:
        return message("crossover.from_purchase", own=own, against=against)
    return message("crossover.falls" if less else "crossover.rises", own=own, against=against, month=month)
