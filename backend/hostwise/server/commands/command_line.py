"""The `hostwise` command: its groups, and its exit codes."""

from __future__ import annotations

import gc
import os
import traceback
from collections.abc import Sequence

import click

from hostwise import __version__
from hostwise.server.commands.audit_command import audit
from hostwise.server.commands.backup_commands import backup, restore
from hostwise.server.commands.bill_of_materials_command import bill_of_materials
from hostwise.server.commands.check_commands import check, diff
from hostwise.server.commands.collect_commands import collect
from hostwise.server.commands.collect_files_commands import files
from hostwise.server.commands.collect_proxmox_command import proxmox
from hostwise.server.commands.deleted_commands import deleted
from hostwise.server.commands.evaluate_commands import compare, evaluate, explain, growth
from hostwise.server.commands.exit_codes import CommandFailed, ExitCode
from hostwise.server.commands.import_command import import_
from hostwise.server.commands.job_commands import jobs, worker
from hostwise.server.commands.price_commands import prices
from hostwise.server.commands.question_commands import CommandsAndQuestions
from hostwise.server.commands.quote_audit_command import audit_quote
from hostwise.server.commands.report_command import report
from hostwise.server.commands.samples_command import samples
from hostwise.server.commands.search_command import search
from hostwise.server.commands.serve_commands import migrate, serve
from hostwise.server.commands.terminal import echo, plain_output
from hostwise.server.commands.token_commands import tokens
from hostwise.server.commands.uncertainty_command import uncertainty

_COMPLETE = "_HOSTWISE_COMPLETE"


@click.group(
    cls=CommandsAndQuestions, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="hostwise", message="%(prog)s %(version)s")
@click.pass_context
def hostwise(ctx: click.Context) -> None:
    """Capacity planning for virtualised flash clusters."""
    if plain_output():
        ctx.color = False


@hostwise.command(short_help="Completion for a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Write what makes SHELL complete this command; source it from the shell's start file."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(hostwise, {}, "hostwise", _COMPLETE).source())


collect.add_command(files)
collect.add_command(proxmox)
for each in (
    evaluate,
    compare,
    uncertainty,
    growth,
    explain,
    search,
    bill_of_materials,
    check,
    diff,
    collect,
    import_,
    prices,
    audit_quote,
    report,
    samples,
    tokens,
    deleted,
    audit,
    jobs,
    serve,
    worker,
    migrate,
    backup,
    restore,
):
    hostwise.add_command(each)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments and return its exit code."""
    # An answer is thousands of small objects without cycles: looking for cycles took a quarter of an evaluation.
    gc.set_threshold(100_000, 20, 100)
    # Its matrices are too small for threads, which took a sixth of an evaluation to start. Processes use the cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        ended = hostwise.main(arguments, prog_name="hostwise", complete_var=_COMPLETE, standalone_mode=False)
    except click.UsageError as error:
        error.show()
        return ExitCode.BAD_INPUT
    except click.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return ExitCode.FAILED
    except CommandFailed as error:
        return _failed(str(error), error.code)
    except Exception as error:
        return _ended_by(error)
    return ended if isinstance(ended, int) else ExitCode.OK


def _ended_by(error: Exception) -> ExitCode:
    # Imported when something has failed: most commands do without what they bring in.
    from hostwise.catalogue.own_rows import OwnRowsError
    from hostwise.server.store.migrate import MigrationFailed
    from hostwise.server.store.postgres_programs import EmbeddedPostgresError

    if isinstance(error, EmbeddedPostgresError | MigrationFailed):
        return _failed(str(error), ExitCode.FAILED)
    if isinstance(error, OwnRowsError):
        return _failed(str(error), ExitCode.BAD_INPUT)
    traceback.print_exception(error)
    return _failed("this is a defect of Hostwise.", ExitCode.DEFECT)


def _failed(message: str, code: ExitCode) -> ExitCode:
    echo(f"hostwise: {message}", err=True)
    return code
