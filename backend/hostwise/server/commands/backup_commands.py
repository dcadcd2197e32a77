"""Back up an installation to a file, and restore it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import hostwise
from hostwise.server.commands.exit_codes import CommandFailed
from hostwise.server.commands.terminal import day, echo, table

if TYPE_CHECKING:
    from hostwise.server.access.token_documents import TokenItem
    from hostwise.server.access.tokens import Tokens
    from hostwise.server.store.backup_file import Manifest

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(short_help="Back up the installation to a file.")
@click.argument("file", type=_FILE)
def backup(file: Path) -> None:
    """Write plans, revisions, models, links, hashes of tokens and the audit log to FILE, and verify it.

    The server may go on running. FILE must not exist yet; keep it safe, for it holds every plan.
    """
    from hostwise.server.commands.command_database import database, settings
    from hostwise.server.store.backup_file import BackupError, write_backup

    try:
        with database(settings()) as database_url:
            manifest = write_backup(database_url, file.absolute(), hostwise.__version__)
    except BackupError as error:
        raise CommandFailed(str(error)) from error
    echo(f"Written and verified: {file}, {_said(manifest)}.")


@click.command(short_help="Restore the installation from a backup.")
@click.argument("file", type=_FILE)
@click.option("--replace", is_flag=True, help="Remove what an installation that is in use holds.")
@click.option("--without-tokens", is_flag=True, help="Leave the tokens of the backup out.")
@click.option("--check", "only_check", is_flag=True, help="Only verify the file.")
def restore(file: Path, replace: bool, without_tokens: bool, only_check: bool) -> None:
    """Restore the backup in FILE, made by this or an older version: all of it, or nothing if anything is wrong.

    Its tokens work again, also those that were revoked after it was made: those that manage tokens are listed.
    """
    from hostwise.server.access.audit_log import Audit
    from hostwise.server.access.tokens import Tokens
    from hostwise.server.commands.command_database import database, on_database, settings
    from hostwise.server.store.backup_file import BackupError, restore_backup, verify_backup

    async def note(audit: Audit) -> None:
        await audit.note_restored(file.name, replace=replace, without_tokens=without_tokens)

    async def managing(tokens: Tokens) -> list[TokenItem]:
        return await tokens.managing()

    try:
        if only_check:
            echo(f"{file} is complete: {_said(verify_backup(file))}.")
            return
        with database(settings()) as database_url:
            manifest = restore_backup(database_url, file, replace=replace, without_tokens=without_tokens)
            on_database(Audit, note)
            brought = on_database(Tokens, managing)
    except BackupError as error:
        raise CommandFailed(str(error)) from error
    left_out = "; its tokens were left out" if without_tokens else ""
    echo(f"Restored from {file}: {_said(manifest)}{left_out}.")
    if brought:
        echo("These tokens manage tokens, and work again; `hostwise tokens revoke ID` revokes one:")
        rows = [[each.id, each.name, day(each.created_at), day(each.expires_at)] for each in brought]
        echo(table([["id", "name", "made on", "expires"], *rows]))


def _said(manifest: Manifest) -> str:
    rows = ", ".join(f"{each.rows} {table.replace('_', ' ')}" for table, each in manifest.tables.items())
    return f"{rows}; made by Hostwise {manifest.hostwise} on {manifest.created_at}"
