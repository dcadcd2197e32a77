"""The audit log of the installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.terminal import echo, show_json, table

if TYPE_CHECKING:
    from hostwise.server.access.audit_log import Audit, AuditList


@click.command(short_help="The audit log.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, help="Most entries (default 100).")
@as_json
def audit(limit: int, as_json: bool) -> None:
    """Show who saved, shared, deleted, restored, minted and revoked, newest first."""
    from hostwise.server.access.audit_log import Audit
    from hostwise.server.commands.command_database import on_database

    async def work(log: Audit) -> AuditList:
        return await log.page(limit, None)

    found = on_database(Audit, work)
    if as_json:
        show_json([each.model_dump(mode="json") for each in found.items])
        return
    rows = [
        [
            f"{each.at.astimezone():%Y-%m-%d %H:%M:%S}",
            each.actor,
            each.address or "",
            each.action,
            each.subject,
            each.detail,
        ]
        for each in found.items
    ]
    echo(table([["time", "who", "address", "action", "subject", ""], *rows]))
