"""One check on many named things: all are tried, and every failure is reported with its name."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

T = TypeVar("T")


def check_each(things: Mapping[str, T], check: Callable[[T], None]) -> None:
    """Run a check on each thing.

    Raises:
        ExceptionGroup: the failures; its message names the things that failed.
    """
    assert things, "nothing to check"
    failures: list[Exception] = []
    for name, thing in things.items():
        try:
            check(thing)
        except (Exception, pytest.fail.Exception) as failure:
            own = AssertionError(name)
            own.__cause__ = failure
            failures.append(own)
    if failures:
        names = ", ".join(map(str, failures))
        raise ExceptionGroup(f"{len(failures)} of {len(things)} fail: {names}", failures)
