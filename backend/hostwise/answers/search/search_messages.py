"""The messages of the search, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.wording.message_files import Given, Messages
from hostwise.answers.wording.sentences import Phrase, of_parts
from hostwise.plan.answers.text import MessagePart

MESSAGES: Messages[SearchCode] = Messages("hostwise.answers.search.messages")

message = MESSAGES.phrase
"""The sentence of a code with its values."""


def words(code: SearchCode, /, **values: Given) -> str:
    """The same as it is read: a label, or a sentence where nothing opens."""
    return str(MESSAGES.phrase(code, **values))


def in_a_row(labels: Sequence[MessagePart | Phrase]) -> Phrase:
    """Labels one after the other.

    >>> str(in_a_row(["a"])), str(in_a_row(["a", "b", "c"]))
    ('a', 'a, b, c')
    """
    found = of_parts([]) if not labels else labels[0]
    for each in labels[1:]:
        found = message("in_a_row", before=found, next=each)
    return found if isinstance(found, Phrase) else of_parts([found])
