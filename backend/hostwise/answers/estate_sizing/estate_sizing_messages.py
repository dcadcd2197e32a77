"""The messages of the sizing of an estate, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.wording.answer_messages import in_a_row
from hostwise.answers.wording.message_files import Messages
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences

MESSAGES: Messages[EstateSizingCode] = Messages("hostwise.answers.estate_sizing.messages")

message, words = MESSAGES.phrase, MESSAGES.words
"""The sentence of a code with its values; the same as it is read."""

_NAMED = 4


def read(*sentences: Phrase) -> str:
    """The given sentences as one text.

    >>> read(message("estate_merging.too_few"), message("estate_total.none"))
    'There are at least two plans to merge. No VM is counted.'
    """
    said = listing_of_sentences(sentences)
    return "" if said is None else str(said)


def some(names: Sequence[str | Phrase], most: int = _NAMED) -> Phrase:
    """Names one after the other, the first few where there are many.

    >>> str(some(["a", "b"])), str(some(["a", "b", "c", "d", "e", "f"]))
    ('a, b', 'a, b, c, d and 2 more')
    """
    # Instead of one more its name is said.
    if len(names) <= most + 1:
        return in_a_row(names)
    return message("estate_names.and_more", names=in_a_row(names[:most]), more=len(names) - most)
