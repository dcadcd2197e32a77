"""The sample plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.terminal import echo, show_json, table

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _keys(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from hostwise.decision.samples.samples import sample_summaries

    return [CompletionItem(each.key, help=each.title) for each in sample_summaries() if each.key.startswith(incomplete)]


@click.command(short_help="The sample plans.")
@click.argument("key", required=False, shell_complete=_keys)
@as_json
def samples(key: str | None, as_json: bool) -> None:
    """List the sample plans, or write the plan of sample KEY as JSON."""
    from hostwise.decision.samples.samples import UnknownSample, sample_plan, sample_summaries
    from hostwise.plan.document import plan_json

    if key is not None:
        try:
            show_json(plan_json(sample_plan(key)))
        except UnknownSample as error:
            raise BadInput(str(error)) from error
        return
    found = sample_summaries()
    if as_json:
        show_json([each.model_dump(mode="json") for each in found])
        return
    echo(table([["key", "source", "title"], *([each.key, each.source, each.title] for each in found)]))
