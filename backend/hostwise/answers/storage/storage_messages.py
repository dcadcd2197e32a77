"""The messages of storage, of bursts on it and of candidates for it, by their codes."""

from __future__ import annotations

from hostwise.answers.storage.messages.storage_codes import StorageCode
from hostwise.answers.wording.message_files import Given, Messages

MESSAGES: Messages[StorageCode] = Messages("hostwise.answers.storage.messages")

message = MESSAGES.phrase
"""The sentence of a code with its values."""


def words(code: StorageCode, /, **values: Given) -> str:
    """A sentence where nothing opens."""
    return str(MESSAGES.phrase(code, **values))
