"""Tokens of scripts, made and revoked directly on the database; also the first one, if all requests need one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import click

from hostwise.number_format.characters import escaped
from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.terminal import coloured, day, echo, show_json, table

if TYPE_CHECKING:
    from hostwise.server.access.token_documents import NewToken, Revoked, TokenItem
    from hostwise.server.access.tokens import Tokens

AnswerT = TypeVar("AnswerT")


@click.group(short_help="The tokens of scripts.")
def tokens() -> None:
    """Make, list and revoke the tokens that scripts identify themselves with."""


@tokens.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(["read", "write", "admin"]),
    multiple=True,
    help="read: view and compute (every token does); write: also save and delete; admin: also manage tokens and read "
    "the audit log; repeatable.",
)
@click.option(
    "--expires-in-days", type=click.IntRange(1, 3_650), default=90, help="Days until it expires (default 90)."
)
@click.option("--no-expiry", is_flag=True, help="Make a token that does not expire; only this command can.")
@as_json
def create(name: str, scopes: tuple[str, ...], expires_in_days: int, no_expiry: bool, as_json: bool) -> None:
    """Make a token called NAME and write it to the standard output; it cannot be shown again."""
    from hostwise.plan.fields import MOST_NAME
    from hostwise.server.access.token_documents import Scope
    from hostwise.server.access.tokens import TooManyTokens

    name = name.strip()
    if not 1 <= len(name) <= MOST_NAME or escaped(name) != name:
        raise BadInput("A name has 1 to 200 characters in one line, without control characters and the like.")
    lifetime = None if no_expiry else timedelta(days=expires_in_days)

    async def work(on: Tokens) -> NewToken:
        return await on.create(name, [Scope(each) for each in scopes], lifetime)

    try:
        made = _on_tokens(work)
    except TooManyTokens as error:
        raise CommandFailed(str(error)) from error
    if as_json:
        show_json(made.model_dump(mode="json"))
        return
    echo(f"This is the token {name!r}. Save it now: it cannot be shown again.", err=True)
    click.echo(made.token)


@tokens.command(name="list")
@as_json
def list_(as_json: bool) -> None:
    """List the tokens, without their secrets."""

    async def work(on: Tokens) -> list[TokenItem]:
        return await on.listing()

    found = _on_tokens(work)
    if as_json:
        show_json([each.model_dump(mode="json") for each in found])
        return
    if not found:
        echo("No tokens; `hostwise tokens create NAME` makes one.")
        return
    good = {"active": True, "expired": None, "revoked": False}
    rows = [
        [
            each.id,
            each.name,
            ", ".join(each.scopes),
            coloured(each.state.value, good[each.state.value]),
            day(each.created_at),
            day(each.expires_at),
            day(each.last_used_at),
            each.created_by_name or each.created_by or "",
        ]
        for each in found
    ]
    echo(table([["id", "name", "scopes", "state", "created", "expires", "last used", "made by"], *rows]))


@tokens.command()
@click.argument("token")
@click.option("--keep-made", is_flag=True, help="Revoke the token alone, and keep what it made.")
@as_json
def revoke(token: str, keep_made: bool, as_json: bool) -> None:
    """Revoke TOKEN, given by its id or prefix, with the tokens and shared links that it made, and what those made.

    Its unfinished jobs are cancelled.
    """
    from hostwise.number_format.writing import counted
    from hostwise.server.access.tokens import TokenNotFound

    async def work(on: Tokens) -> Revoked:
        return await on.revoke(token, keep_made=keep_made)

    try:
        also = _on_tokens(work)
    except TokenNotFound as error:
        raise BadInput("Unknown token; `hostwise tokens list` shows the ids.") from error
    if as_json:
        show_json({"revoked": token} | also.model_dump())
        return
    made = f", and what it made: {counted(also.tokens, 'tokens')} and {counted(also.shares, 'shared links')}"
    echo(f"The token is revoked{'. What it made was kept' if keep_made else made}.")
    if also.jobs:
        echo(f"{counted(also.jobs, 'unfinished jobs')} {'were' if also.jobs > 1 else 'was'} cancelled.")


def _on_tokens(work: Callable[[Tokens], Awaitable[AnswerT]]) -> AnswerT:
    from hostwise.server.access.tokens import Tokens
    from hostwise.server.commands.command_database import on_database, settings

    quotas = settings().quotas
    return on_database(lambda database: Tokens(database, quotas), work)
