"""Repeated writes are done once: a repetition gets the first answer.

The answer is stored in the transaction of the write, so that neither exists without the other, even after a crash. It
may hold a secret that is shown once, so it is encrypted (AES-GCM) with the idempotency key, and only the hash of the
key is stored: the answer cannot be read from the database alone, but by the sender of the key. This is as strong as
the key is hard to guess, so use a random one, such as a UUID.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hostwise.server.store.answer_store import AnswerRepository, StillBeingWritten
from hostwise.server.store.session import Database

__all__ = ["Answer", "KeyUsedOtherwise", "Once", "StillBeingWritten", "Writing"]

KEPT_FOR = timedelta(hours=24)
_PATIENCE = timedelta(seconds=4)
_SALT_BYTES = 16
_NONCE = bytes(12)
"""The same nonce for all: each answer has its own salt, so each encryption key is used once."""


class KeyUsedOtherwise(Exception):
    """The key was used with another request."""


class _Undone(Exception):
    """Raised to undo a write that failed: its key stays free."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it goes over the wire."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass(slots=True)
class Writing:
    """One request with a key.

    Attributes:
        replayed: the answer to give again; nothing the first time.
        answer: the new answer, set by the code that does the work the first time.
    """

    replayed: Answer | None = None
    answer: Answer | None = None


class Once:
    """Does what a key asks for once."""

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self._database = database

    @asynccontextmanager
    async def writing(self, caller: str, key: str, request: bytes) -> AsyncIterator[Writing]:
        """Give the stored answer, or run the block and store its answer in one transaction.

        Leaving the block without an answer, or by an exception, undoes the work and frees the key.

        Args:
            caller: whose keys these are; two callers may use the same key.
            key: the idempotency key.
            request: everything that identifies the request.

        Raises:
            KeyUsedOtherwise: the key was used with another request.
            StillBeingWritten: the first request with it is still running.
        """
        key_hash, fingerprint = hashlib.sha256(key.encode()).digest(), hashlib.sha256(request).digest()
        try:
            async with self._database.joined() as session:
                repository = AnswerRepository(session)
                await repository.forget_older(KEPT_FOR)
                kept = await repository.claim(caller, key_hash, fingerprint, _PATIENCE)
                if kept is not None:
                    if not hmac.compare_digest(kept.fingerprint, fingerprint):
                        raise KeyUsedOtherwise
                    try:
                        replayed = _opened(kept.answer, key, fingerprint)
                    except InvalidTag as error:
                        # Stored by a version with another encryption: neither repeated nor done again.
                        raise KeyUsedOtherwise from error
                    yield Writing(replayed=replayed)
                    return
                writing = Writing()
                yield writing
                if writing.answer is None:
                    raise _Undone
                await repository.keep(caller, key_hash, _sealed(writing.answer, key, fingerprint))
        except _Undone:
            return


def _sealed(answer: Answer, key: str, fingerprint: bytes) -> bytes:
    """The answer, encrypted with the idempotency key and bound to the request."""
    head = json.dumps({"status": answer.status, "headers": answer.headers}).encode()
    salt = secrets.token_bytes(_SALT_BYTES)
    return salt + _cipher(key, salt).encrypt(_NONCE, head + b"\n" + answer.body, fingerprint)


def _opened(sealed: bytes, key: str, fingerprint: bytes) -> Answer:
    """The decrypted answer.

    Raises:
        InvalidTag: it was not sealed with this key for this request.
    """
    salt, text = sealed[:_SALT_BYTES], sealed[_SALT_BYTES:]
    head, _, body = _cipher(key, salt).decrypt(_NONCE, text, fingerprint).partition(b"\n")
    read = json.loads(head)
    return Answer(read["status"], [(name, value) for name, value in read["headers"]], body)


def _cipher(key: str, salt: bytes) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"hostwise answer").derive(key.encode())
    return AESGCM(derived)
