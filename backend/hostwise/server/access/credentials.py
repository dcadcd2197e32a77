"""Secrets that Hostwise hands out: tokens of scripts, and links to shared plans.

Each is shown once and reads `<kind>_<id>_<secret>`. The id finds the row, the secret proves ownership. A secret is 256
random bits, and only its SHA-256 is stored. A slow hash such as argon2 protects passwords, which can be guessed;
random bits cannot be guessed, and a fast hash lets every
single request be checked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from enum import StrEnum

_ID_BYTES, _SECRET_BYTES = 8, 32
_NOTHING = hashlib.sha256(b"").digest()


class CredentialKind(StrEnum):
    """The kind of a credential, which is its prefix, so that the two are never confused."""

    TOKEN = "hw"
    SHARE = "hws"


@dataclass(frozen=True, slots=True)
class Credential:
    """An id with its secret; the secret is never in its representation."""

    kind: CredentialKind
    id: str
    secret: str = field(repr=False)

    @classmethod
    def new(cls, kind: CredentialKind) -> Credential:
        """A new, unique credential."""
        return cls(kind, secrets.token_hex(_ID_BYTES), secrets.token_hex(_SECRET_BYTES))

    @classmethod
    def read(cls, kind: CredentialKind, text: str) -> Credential | None:
        """The credential in a text; None if it is not of this kind."""
        match = re.fullmatch(rf"{kind}_([0-9a-f]{{{2 * _ID_BYTES}}})_([0-9a-f]{{{2 * _SECRET_BYTES}}})", text)
        return cls(kind, match[1], match[2]) if match else None

    @property
    def text(self) -> str:
        """The full text that its owner gets, once."""
        return f"{self.kind}_{self.id}_{self.secret}"

    @property
    def hash(self) -> bytes:
        """The stored hash of the secret."""
        return hashlib.sha256(self.secret.encode()).digest()

    def matches(self, kept: bytes | None) -> bool:
        """Whether the secret matches the stored hash; takes the same time for every answer."""
        return hmac.compare_digest(self.hash, kept if kept is not None else _NOTHING)


def prefix(kind: CredentialKind, credential_id: str) -> str:
    """The part of a credential that may be shown, so that its owner recognises it."""
    return f"{kind}_{credential_id}"


def id_in(kind: CredentialKind, text: str) -> str | None:
    """The id in a text that names a credential: the id, the prefix, or the full credential."""
    match = re.fullmatch(
        rf"(?:{kind}_)?([0-9a-f]{{{2 * _ID_BYTES}}})(?:_[0-9a-f]{{{2 * _SECRET_BYTES}}})?", text.strip()
    )
    return match[1] if match else None
