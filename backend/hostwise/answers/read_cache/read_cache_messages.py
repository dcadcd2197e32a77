"""The messages of the read cache, by their codes."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.read_cache.messages.read_cache_codes import ReadCacheCode
from hostwise.answers.wording.message_files import Messages
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences

MESSAGES: Messages[ReadCacheCode] = Messages("hostwise.answers.read_cache.messages")

message, words = MESSAGES.phrase, MESSAGES.words
"""The sentence of a code with its values; the same as it is read."""


def read(sentences: Sequence[Phrase | None]) -> str:
    """The given sentences as one text; any that are None are left out.

    >>> read([message("read_cache_next.leave"), None, message("read_cache_rule.all_or_nothing")])
    'Leave the size as it is. Cache all of the data, or nothing.'
    """
    said = listing_of_sentences([each for each in sentences if each is not None])
    return "" if said is None else str(said)
