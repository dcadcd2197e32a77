"""Sentences of answers, which come in parts so that programs find their numbers and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hostwise_client import models


def sentence_of(said: models.MessageLine | models.MessageText) -> str:
    """A sentence as it is read, such as that of a decision: `sentence_of(answer.decision.sentence)`."""
    parts = said.parts if hasattr(said, "parts") else said.text.parts
    return "".join(each if isinstance(each, str) else each.text for each in parts)
