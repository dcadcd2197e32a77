"""Write a report of a plan to a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hostwise.server.commands.ending import BadInput, CommandFailed
from hostwise.server.commands.evaluate_commands import plan_argument
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, read_plan, wrong_plan

_FORMATS = ("xlsx", "csv", "md", "json", "pdf")
_BINARY = frozenset({"xlsx", "pdf"})


@click.command(epilog=PLAN_HELP, short_help="Write a report of a plan to a file.")
@plan_argument
@click.option("--format", "form", type=click.Choice(_FORMATS), help="File format; by default from the file's name.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="File to write; by default the standard output.")
@click.option("--appendix", is_flag=True, help="End a PDF with all inputs and formulas.")
def report(plan: str, form: str | None, output: str | None, appendix: bool) -> None:
    """Write a report of PLAN."""
    from hostwise.answers.evaluation.evaluation_answer import PlanError
    from hostwise.reports.report_files import UnknownFormat
    from hostwise.reports.report_files import report as written

    chosen = form or Path(output or "").suffix.removeprefix(".").lower()
    if chosen not in _FORMATS:
        unknown = f"Unknown report format .{chosen}. " if chosen else ""
        raise click.UsageError(f"{unknown}Choose a --format: {', '.join(_FORMATS)}.")
    if output is None and chosen in _BINARY and sys.stdout.isatty():
        raise click.UsageError("This format is binary: name a file with --output.")
    document = read_plan(plan)
    try:
        content = written(document, catalogue(), chosen, appendix=appendix)
    except PlanError as error:
        raise wrong_plan(plan, error) from error
    except UnknownFormat as error:
        raise CommandFailed(str(error)) from error
    if output is None:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise BadInput(f"Cannot write {output}: {error.strerror}.") from error
