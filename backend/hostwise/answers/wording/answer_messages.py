"""The messages of the answers, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.wording.message_files import Messages
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase, Shown, of_parts
from hostwise.plan.answers.text import MessagePart

MESSAGES: Messages[AnswerCode] = Messages("hostwise.answers.wording.messages")

message, words = MESSAGES.phrase, MESSAGES.words
"""The sentence of a code with its values; the same as it is read."""


def listing(values: Sequence[MessagePart | Shown | Phrase]) -> Phrase:
    """Several names, or sentences, as a list in words.

    >>> str(listing(["a"])), str(listing(["a", "b"])), str(listing(["a", "b", "c"]))
    ('a', 'a and b', 'a, b and c')
    """
    if not values:
        return of_parts([])
    before = values[0]
    for following in values[1:-1]:
        before = message("list.next", before=before, next=following)
    if values[1:]:
        return message("list.and_last", before=before, last=values[-1])
    return before if isinstance(before, Phrase) else Phrase("{only}", {"only": before})


def chained(parts: Sequence[MessagePart | Phrase], code: AnswerCode) -> Phrase:
    """Parts one after the other: this message joins what is there (`before`) and each following one (`next`)."""
    before = parts[0] if parts else ""
    for following in parts[1:]:
        before = message(code, before=before, next=following)
    return before if isinstance(before, Phrase) else of_parts([before])


def in_a_row(names: Sequence[MessagePart | Phrase]) -> Phrase:
    """Names separated by commas.

    >>> str(in_a_row(["a"])), str(in_a_row(["a", "b", "c"])), str(in_a_row([]))
    ('a', 'a, b, c', '')
    """
    return chained(names, "list.next")
