"""How much a property test draws: little in each run of the tests, much in the deep lane."""

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

EXAMPLES = int(os.environ.get("HOSTWISE_EXAMPLES", "20"))
"""Of a test that names no number. The deep lane sets 500."""

IS_DEEP = EXAMPLES >= 100

SPACES = int(os.environ.get("HOSTWISE_SPACES", "400" if IS_DEEP else "12"))
"""How many spaces of configurations are walked through, point by point, to compare."""


def examples(number_at_100: int) -> int:
    """Number of examples of a test that draws `number_at_100` where the others draw 100.

    In proportion to `EXAMPLES`, but not fewer than 5, or than the number itself.
    """
    return max(number_at_100 * EXAMPLES // 100, min(number_at_100, 5))


def some_now(parameters: Iterable[Any], now: Collection[Any]) -> list[ParameterSet]:
    """Values of one parameter of a test, or tuples of several, of which all but some are left to the deep lane."""
    found = [*parameters]
    assert {*now} <= {*found}
    return [
        pytest.param(*(each if isinstance(each, tuple) else [each]), marks=() if each in now else pytest.mark.deep)
        for each in found
    ]
