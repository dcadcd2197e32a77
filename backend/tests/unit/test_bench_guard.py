"""The bench that holds this tree against another commit sees what it is to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import httpx2
import psutil
import pytest

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from tests.performance.guard import QUESTIONS, Question, Side, in_turns


def side(name: str) -> Side:
    return Side(name, Path(), cast(httpx2.Client, None), cast(psutil.Process, None))


BEFORE, NOW = side("before"), side("now")


def taking(before: Callable[[int], float], now: Callable[[int], float]) -> Callable[[Side], float]:
    """A measure that says so many seconds, each time others."""
    seconds = {BEFORE.name: map(before, range(100)), NOW.name: map(now, range(100))}
    return lambda asked: next(cast(Iterator[float], seconds[asked.name]))


def test_a_quarter_more_is_seen_however_the_machine_changes() -> None:
    def slower_and_slower(number: int) -> float:
        return 0.1 * (1 + number)

    found = in_turns(taking(slower_and_slower, lambda at: 1.25 * slower_and_slower(at)), BEFORE, NOW, 7)
    assert found is not None
    assert found.ratio == pytest.approx(1.25)


def test_one_round_beside_other_work_is_no_reason() -> None:
    found = in_turns(taking(lambda _: 0.1, lambda at: 1.0 if at == 3 else 0.1), BEFORE, NOW, 7)
    assert found is not None
    assert found.ratio == pytest.approx(1)


def test_what_the_other_has_not_is_no_ratio_and_what_this_tree_has_not_is_a_mistake() -> None:
    assert in_turns(lambda asked: None if asked is BEFORE else 0.1, BEFORE, NOW, 7) is None
    with pytest.raises(LookupError):
        in_turns(lambda asked: None if asked is NOW else 0.1, BEFORE, NOW, 7)


def asked(question: Question, number: int) -> tuple[Plan, object]:
    """What is asked with a number: a plan, and what is sent beside it or in its place."""
    document = question.edit(plan_json(sample_plan(question.sample)), number)
    plan, sent = Plan.model_validate(document), question.sent(document, number)
    return plan, sent if isinstance(sent, bytes) else sent.get("limits")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.name)
def test_each_time_something_else_is_asked_that_can_be_asked(question: Question) -> None:
    assert asked(question, 1) != asked(question, 2)
