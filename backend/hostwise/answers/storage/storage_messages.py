"""The messages of storage, of bursts on it and of candidates for it, by their codes."""

from __future__ import annotations

from hostwise.answers.storage.messages.storage_codes import StorageCode
from hostwise.answers.wording.message_files import Messages

MESSAGES: Messages[StorageCode] = Messages("hostwise.answers.storage.messages")

message, words = MESSAGES.phrase, MESSAGES.words
"""The sentence of a code with its values; the same as it is read."""
