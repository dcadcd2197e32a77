"""Names by patterns: as each pattern by itself says, however many there are, and soon."""

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.estate_sizing.scoping import _like

LETTERS = st.text(st.sampled_from("abAB.[]-\\ \n\u00e9"), max_size=6)
PATTERNS = st.lists(st.text(st.sampled_from("abA.[]*?-\\ \u00e9"), max_size=6), min_size=1, max_size=5)


def like(text: str, pattern: str) -> bool:
    """What `*` and `?` mean, letter by letter."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return like(text, pattern[1:]) or (bool(text) and like(text[1:], pattern))
    return bool(text) and pattern[0] in ("?", text[0]) and like(text[1:], pattern[1:])


@given(st.lists(LETTERS, max_size=8), PATTERNS)
def test_a_text_is_like_any_of_some_patterns(texts: list[str], patterns: list[str]) -> None:
    expected = [any(like(text.lower(), each.strip().lower()) for each in patterns) for text in texts]
    assert _like(np.array(texts, dtype=np.str_), patterns).tolist() == expected


@pytest.mark.parametrize("pattern", ["vm-{:05d}*", "*-{:05d}", "*m-{:05d}*", "vm-{:05d}-?", "vm-{:05d}-" + "x" * 380])
def test_a_thousand_patterns_of_a_kind_are_soon_compared_with_many_names(pattern: str) -> None:
    names = np.array([f"VM-{at:05d}" for at in range(20_000)])
    patterns = [pattern.format(7 * at) for at in range(1_000)]
    start = time.process_time()
    found = _like(names, patterns)
    took = time.process_time() - start
    one = re.compile(pattern.format(0).replace("*", ".*").replace("?", "."), re.IGNORECASE)
    assert found.sum() == (1_000 if one.fullmatch("VM-00000") else 0)
    # Each pattern by itself takes 5 to 30 s for as many.
    assert took < 4
