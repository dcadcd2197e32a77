"""Secrets that Hostwise hands out: tokens of scripts, and links to shared plans.

Each is shown once and reads `<kind>_<id>_<secret>`. The id finds the row, the secret proves that it is the owner who
asks. A secret is 256 random bits, and what is kept of it is its SHA-256: a slow hash such as argon2 protects what
people choose, which can be guessed; random bits cannot be, whatever the speed of the hash, and a fast one lets every
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
    """What a credential opens; its first letters, so that one kind is never taken for the other."""

    TOKEN = "hw"
    SHARE = "hws"


@dataclass(frozen=True, slots=True)
class Credential:
    """An id with its secret, which no representation shows."""

    kind: CredentialKind
    id: str
    secret: str = field(repr=False)

    @classmethod
    def new(cls, kind: CredentialKind) -> Credential:
        """A credential that nobody else has."""
        return cls(kind, secrets.token_hex(_ID_BYTES), secrets.token_hex(_SECRET_BYTES))

    @classmethod
    def read(cls, kind: CredentialKind, text: str) -> Credential | None:
        """The credential in a text; nothing if it is none of this kind."""
        match = re.fullmatch(rf"{kind}_([0-9a-f]{{{2 * _ID_BYTES}}})_([0-9a-f]{{{2 * _SECRET_BYTES}}})", text)
        return cls(kind, match[1], match[2]) if match else None

    @property
    def text(self) -> str:
        """What its owner is given, once."""
        return f"{self.kind}_{self.id}_{self.secret}"

    @property
    def hash(self) -> bytes:
        """What is kept of the secret."""
        return hashlib.sha256(self.secret.encode()).digest()

    def matches(self, kept: bytes | None) -> bool:
        """Whether this is the secret whose hash was kept; takes the same time for every answer."""
        return hmac.compare_digest(self.hash, kept if kept is not None else _NOTHING)


def prefix(kind: CredentialKind, credential_id: str) -> str:
    """What may be shown of a credential, by which its owner recognises it."""
    return f"{kind}_{credential_id}"


def id_in(kind: CredentialKind, text: str) -> str | None:
    """The id in what somebody says to name a credential: the id, the prefix, or all of it."""
    match = re.fullmatch(
        rf"(?:{kind}_)?([0-9a-f]{{{2 * _ID_BYTES}}})(?:_[0-9a-f]{{{2 * _SECRET_BYTES}}})?", text.strip()
    )
    return match[1] if match else None
