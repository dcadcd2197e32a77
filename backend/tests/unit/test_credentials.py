"""Tokens and links: hard to guess, easy to recognise, and never shown by accident."""

import doctest

import pytest

from hostwise.server import logs
from hostwise.server.access.credentials import Credential, CredentialKind, id_in, prefix

TOKEN, SHARE = CredentialKind.TOKEN, CredentialKind.SHARE


def test_a_credential_is_read_back_as_it_was_made() -> None:
    made = Credential.new(TOKEN)
    read = Credential.read(TOKEN, made.text)
    assert read == made
    assert made.text == f"{prefix(TOKEN, made.id)}_{made.secret}"
    assert len(bytes.fromhex(made.secret)) == 32
    assert made.matches(made.hash)
    assert len({Credential.new(TOKEN).text for _ in range(100)}) == 100


def test_no_representation_shows_the_secret() -> None:
    made = Credential.new(TOKEN)
    assert made.secret not in repr(made) + str(made)
    assert made.secret.encode() not in made.hash


def test_one_kind_is_not_taken_for_the_other() -> None:
    assert Credential.read(SHARE, Credential.new(TOKEN).text) is None
    assert Credential.read(TOKEN, Credential.new(SHARE).text) is None


@pytest.mark.parametrize(
    "change", [str.upper, lambda text: text + "0", lambda text: text[:-1], lambda text: text + "\n"]
)
def test_what_is_almost_a_credential_is_none(change: object) -> None:
    assert Credential.read(TOKEN, change(Credential.new(TOKEN).text)) is None  # type: ignore[operator]


def test_another_secret_does_not_match() -> None:
    one, other = Credential.new(TOKEN), Credential.new(TOKEN)
    assert not one.matches(other.hash)
    assert not one.matches(None)


def test_a_token_is_named_by_its_id_its_beginning_or_all_of_it() -> None:
    made = Credential.new(TOKEN)
    for text in (made.id, prefix(TOKEN, made.id), made.text, f" {made.id}\n"):
        assert id_in(TOKEN, text) == made.id
    for text in ("", "nonsense", made.id + "0", Credential.new(SHARE).text):
        assert id_in(TOKEN, text) is None


def test_a_line_of_the_log_is_redacted_wherever_the_secret_is() -> None:
    assert doctest.testmod(logs).failed == 0
    token, share = Credential.new(TOKEN), Credential.new(SHARE)
    line = logs.redacted(f"({token.text}) '{share.text}', twice {token.text}")
    assert line == f"(hw_{token.id}_...) 'hws_{share.id}_...', twice hw_{token.id}_..."
