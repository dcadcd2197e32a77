"""The messages of the answers, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.wording.message_files import Given, Messages
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase, Shown, of_parts
from hostwise.plan.answers.text import MessagePart

MESSAGES: Messages[AnswerCode] = Messages("hostwise.answers.wording.messages")

message = MESSAGES.phrase
"""The sentence of a code with its values."""


def words(code: AnswerCode, /, **values: Given) -> str:
    """The words of a code where nothing opens, such as a label."""
    return str(MESSAGES.phrase(code, **values))


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
