"""Names by patterns: as each pattern by itself says, however many there are, and soon."""

import re
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.estate_sizing.scoping import _like
from tests.drawing_examples import examples

LETTERS = st.text(st.sampled_from("abAB.[]-\\ \n\u00e9"), max_size=6)
PATTERNS = st.lists(st.text(st.sampled_from("abA.[]*?-\\ \u00e9"), max_size=6), min_size=1, max_size=5)


def like(text: str, pattern: str) -> bool:
    """What `*` and `?` mean, letter by letter."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return like(text, pattern[1:]) or (bool(text) and like(text[1:], pattern))
    return bool(text) and pattern[0] in ("?", text[0]) and like(text[1:], pattern[1:])


@settings(max_examples=examples(500))
@given(st.lists(LETTERS, max_size=8), PATTERNS)
def test_a_text_is_like_any_of_some_patterns(texts: list[str], patterns: list[str]) -> None:
    expected = [any(like(text.lower(), each.strip().lower()) for each in patterns) for text in texts]
    assert _like(np.array(texts, dtype=np.str_), patterns).tolist() == expected


@pytest.mark.parametrize("pattern", ["vm-{:05d}*", "*-{:05d}", "*m-{:05d}*", "vm-{:05d}-?", "vm-{:05d}-" + "x" * 380])
def test_a_thousand_patterns_of_a_kind_are_soon_compared_with_many_names(pattern: str) -> None:
    names = [f"VM-{at:05d}" for at in range(20_000)]
    patterns = [pattern.format(7 * at) for at in range(1_000)]
    one = re.compile(pattern.format(0).replace("*", ".*").replace("?", "."), re.IGNORECASE)
    texts = np.array(names)
    assert _like(texts, patterns).sum() == (1_000 if one.fullmatch("VM-00000") else 0)
    all_of_them = least_seconds(lambda: _like(texts, patterns))
    # Each by itself, they would take a thousand times as long as one, and twenty times as long as fifty.
    assert all_of_them < 100 * least_seconds(lambda: [one.fullmatch(each) for each in names])
    assert all_of_them < 12 * least_seconds(lambda: _like(texts, patterns[:50]))


def least_seconds(work: Callable[[], object]) -> float:
    """CPU time of the quickest of some runs: what else the machine does only adds to it."""

    def run() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(run() for _ in range(5))
