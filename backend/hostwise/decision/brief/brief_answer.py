"""The answer to any question, reduced to what a language model reads well: its long lists are cut."""

from __future__ import annotations

import json
from collections import Counter
from re import sub
from typing import Any

from hostwise.decision.brief.brief_document import BriefAnswer

MOST_CHARACTERS = 24_000
"""Most characters of an answer as JSON: some 8,000 tokens."""

_MOST_ITEMS = (60, 30, 15, 8, 5, 3, 2, 1)


def brief_answer(question: str, document: dict[str, Any]) -> BriefAnswer:
    """The short form of an answer, as long as may be.

    Args:
        question: the name of the question.
        document: the answer as plain JSON values.
    """
    for most in _MOST_ITEMS:
        left_out = Counter[str]()
        answer = _cut(document, most, "", left_out)
        if len(json.dumps(answer)) <= MOST_CHARACTERS:
            break
    told = [f"{pointer}: {number} more items" for pointer, number in left_out.items()]
    if told:
        told.append(f"All of them: POST /api/v1/{question}.")
    return BriefAnswer(question=question, answer=answer, left_out=told)


def _cut(value: Any, most: int, pointer: str, left_out: Counter[str]) -> Any:
    """A value with at most so many items of each list; of a longer series of numbers or texts there are none."""
    if isinstance(value, dict):
        return {key: _cut(item, most, f"{pointer}/{key}", left_out) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    kept = value
    if len(value) > most:
        kept = value[:most] if isinstance(value[0], dict) else []
        # The same list of each configuration is told once.
        left_out[sub(r"/\d+(?=/|$)", "/*", pointer)] += len(value) - len(kept)
    return [_cut(item, most, f"{pointer}/{place}", left_out) for place, item in enumerate(kept)]
