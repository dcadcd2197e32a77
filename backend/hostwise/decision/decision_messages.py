"""The messages of the decision, by their codes, and sentences one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import opening
from hostwise.answers.wording.message_files import Given, Messages
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.plan.answers.text import MessageLine, MessagePart, MessageText, joined

MESSAGES: Messages[DecisionCode] = Messages("hostwise.decision.messages")

message = MESSAGES.phrase
"""The words of a code with their values, as a part of something else."""

words = MESSAGES.words
"""A label: the words of a code where nothing opens."""

text, line = MESSAGES.text, MESSAGES.line
"""A sentence of a code, about a configuration if its key is given; a line of it."""


class Sentence(NamedTuple):
    """A whole sentence with its code."""

    code: str
    phrase: Phrase

    def __str__(self) -> str:
        """The sentence as it is read."""
        return str(self.phrase)


def say(code: DecisionCode, /, **values: Given) -> Sentence:
    """The sentence of a code with its values."""
    return Sentence(code, MESSAGES.phrase(code, **values))


def several(sentences: Sequence[Sentence]) -> Phrase:
    """Whole sentences, one after the other."""
    found = listing_of_sentences([sentence.phrase for sentence in sentences])
    return Phrase("", {}) if found is None else found


def told(sentences: Sequence[Sentence], key: str | None = None) -> MessageText:
    """Sentences as one text, with the code of the first; without any it is empty."""
    code = sentences[0].code if sentences else ""
    return MessageText(code=code, parts=several(sentences).parts(key))


def read(sentences: Sequence[Sentence]) -> str:
    """Sentences as they are read."""
    return joined(told(sentences).parts)


def opening_line(sentences: Sequence[Sentence], note: str) -> MessageLine:
    """Sentences as one line, whose figures without an explanation open a note."""
    found = told(sentences)
    return opening(found.code, found.parts, note)


def opened(sentences: Sequence[Sentence], note: str) -> MessageText:
    """The same as a text."""
    return opening_line(sentences, note).text


def some_of(items: Sequence[MessagePart | Phrase], most: int) -> Phrase:
    """The first items of a list, and how many more there are.

    >>> str(some_of(["a", "b", "c"], 2)), str(some_of(["a", "b", "c", "d"], 2))
    ('a, b and c', 'a, b and 2 more')
    """
    left = len(items) - most
    # Instead of one more its name is said.
    return listing(items) if left <= 1 else listing([*items[:most], message("more", number=left)])


def range_text(ends: Sequence[str]) -> str:
    """A range as a figure: its ends, or the one where both read alike.

    >>> range_text(["3", "5"]), range_text(["3", "3"])
    ('3 to 5', '3')
    """
    low, high = ends[0], ends[-1]
    return low if low == high else words("range", low=low, high=high)


def caption(*said: Sentence) -> str:
    """What a chart draws: sentences, behind which a face may go on."""
    return read(said).removesuffix(".")
