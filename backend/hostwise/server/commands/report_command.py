"""Write a report of a plan to a file."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from hostwise.plugins import REPORTS, installed
from hostwise.server.commands.evaluate_commands import plan_argument
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, read_plan, wrong_plan
from hostwise.server.commands.terminal import tell_refused

_FORMATS = ("xlsx", "csv", "md", "json", "pdf", "docx", "pptx")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_TEXT = frozenset({"csv", "md", "json"})


class _Format(click.ParamType[str]):
    """A built-in format, or that of a plug-in; plug-ins are only looked for when they are asked for."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """One of the formats."""
        return click.Choice(_formats()).convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All formats, for the help."""
        return click.Choice(_formats()).get_metavar(param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The formats that begin so."""
        return click.Choice(_formats()).shell_complete(ctx, param, incomplete)


@cache
def _formats() -> tuple[str, ...]:
    """All formats; which plug-ins are not used is told once."""
    if not installed(REPORTS):
        return _FORMATS
    from hostwise.reports.report_files import refused_formats, report_formats

    tell_refused(refused_formats())
    return report_formats()


@click.command(epilog=PLAN_HELP, short_help="Write a report of a plan to a file.")
@plan_argument
@click.option("--format", "form", type=_Format(), help="File format; by default from the file's name.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="File to write; by default the standard output.")
@click.option("--appendix", is_flag=True, help="End a PDF with all inputs and formulas.")
@click.option(
    "--made-on",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Date of the report; by default today. The same plan and date give the same bytes.",
)
@click.option("--title", default="", help="Title of a PDF, Word or PowerPoint report; by default the plan's name.")
@click.option("--customer", default="", help="Whom it is for.")
@click.option("--author", default="", help="Who made it.")
@click.option("--logo", type=_FILE, help="A PNG or JPEG for the first page.")
@click.option("--template", type=_FILE, help="A .docx or .pptx whose pages and styles the report takes.")
def report(
    plan: str,
    form: str | None,
    output: str | None,
    appendix: bool,
    made_on: datetime | None,
    title: str,
    customer: str,
    author: str,
    logo: Path | None,
    template: Path | None,
) -> None:
    """Write a report of PLAN."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.reports.report_files import (
        Cover,
        PluginFailed,
        UnknownFormat,
        UnusableFile,
        media_type,
    )
    from hostwise.reports.report_files import report as written

    chosen = form or Path(output or "").suffix.removeprefix(".").lower()
    formats = _formats()
    if chosen not in formats:
        unknown = f"Unknown report format .{chosen}. " if chosen else ""
        raise click.UsageError(f"{unknown}Choose a --format: {', '.join(formats)}.")
    is_text = chosen in _TEXT or media_type(chosen).startswith("text/")
    if output is None and not is_text and sys.stdout.isatty():
        raise click.UsageError("This format is binary: name a file with --output.")
    document = read_plan(plan)
    try:
        day = made_on.date() if made_on else datetime.now().astimezone().date()
        drawn, pages = (each.read_bytes() if each else b"" for each in (logo, template))
        cover = Cover(title, customer, author, drawn, pages)
        content = written(document, catalogue(), chosen, made_on=day, appendix=appendix, cover=cover)
    except UnusableFile as error:
        raise BadInput(str(error)) from error
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    except (PluginFailed, UnknownFormat) as error:
        raise CommandFailed(str(error)) from error
    if output is None:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise BadInput(f"Cannot write {output}: {error.strerror}.") from error
