"""The messages of the search, by their codes."""

from __future__ import annotations

from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.wording.message_files import Messages

MESSAGES: Messages[SearchCode] = Messages("hostwise.answers.search.messages")

message, words = MESSAGES.phrase, MESSAGES.words
"""The sentence of a code with its values; the same as it is read."""
