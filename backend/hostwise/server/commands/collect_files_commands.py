"""Exports put together into one file of an estate, with pseudonyms where somebody else is to see it."""

from __future__ import annotations

from pathlib import Path

import click

from hostwise.server.commands.estate_arguments import inventory_of
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.terminal import echo, strong


@click.command("files", short_help="Put exports together into one file, on request without names.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("estate.json"),
    show_default=True,
    help="The estate.",
)
@click.option(
    "--anonymous",
    is_flag=True,
    help="Write pseudonyms instead of names; the list of names goes to a file that you keep.",
)
def files(files: tuple[str, ...], output: Path, anonymous: bool) -> None:
    """Read exports of RVTools and similar tools into one file for `hostwise import`, which can be sent to others.

    With --anonymous VMs, hosts, places, datastores, attributes and their values have pseudonyms, the same whenever the
    file of names is there. Of findings their kind and rows stay, since they quote what was read.
    """
    from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.estate.collectors.writing import write_whole

    inventory = inventory_of(files)
    try:
        if anonymous:
            names = KeptPseudonyms(output.with_name(f"{output.stem}-names.json"))
            inventory = names.anonymised(inventory)
            # Before what uses them: a pseudonym that is not kept could be given again.
            names.keep()
        write_whole(output, inventory.model_dump_json(exclude_none=True).encode())
    except WrongInput as error:
        raise BadInput(str(error)) from None
    except CannotCollect as error:
        raise CommandFailed(str(error)) from None
    except OSError as error:
        raise CommandFailed(f"Cannot write {output}: {error.strerror}.") from error
    echo(strong(f"{output} is written; `hostwise import {output}` makes a plan of it."), err=True)
