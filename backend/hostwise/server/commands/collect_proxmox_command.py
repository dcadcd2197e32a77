"""Read a running cluster of Proxmox VE, without changing anything in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from hostwise.server.commands.collecting import (
    FILE,
    INTERRUPTED,
    check_choices,
    names_beside,
    secret,
    until_asked,
    write_estate,
)
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.terminal import echo

if TYPE_CHECKING:
    from hostwise.estate.collectors.proxmox.proxmox_history import History
    from hostwise.estate.collectors.proxmox.proxmox_inventory import Estate
    from hostwise.estate.collectors.proxmox.proxmox_session import Proxmox
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.estate.collectors.stopping import Stop

TOKEN = "HOSTWISE_PROXMOX_TOKEN"
"""The environment variable for the secret of the token where no terminal asks for it."""

_LIBRARIES = ("proxmoxer", "requests")


class _Wanted(NamedTuple):
    """What to read, and where to write it."""

    output: Path
    days: int
    history: Path | None
    anonymous: bool


@click.command("proxmox", short_help="Read a Proxmox VE cluster: VMs, nodes, storages and their use.")
@click.argument("host")
@click.option(
    "--token-id",
    "-t",
    required=True,
    metavar="USER@REALM!NAME",
    help="The API token, without its secret; the role PVEAuditor at the top (/) is enough.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 360),
    default=30,
    show_default=True,
    help="How far back the history that the nodes keep is read; a shorter one has finer averages.",
)
@click.option("--output", "-o", type=FILE, default=Path("estate.json"), show_default=True, help="The estate.")
@click.option("--history", type=FILE, help="Also write the history as a CSV of timestamp, vm, counter and value.")
@click.option(
    "--ca", type=FILE, help="Trust the certificates in this PEM file, such as pve-root-ca.pem of the cluster."
)
@click.option("--insecure", is_flag=True, help="Trust any certificate.")
@click.option(
    "--anonymous",
    is_flag=True,
    help="Write pseudonyms instead of names; the list of names goes to a file that you keep.",
)
@click.pass_context
def proxmox(
    ctx: click.Context,
    host: str,
    token_id: str,
    days: int,
    output: Path,
    history: Path | None,
    ca: Path | None,
    insecure: bool,
    anonymous: bool,
) -> None:
    """Read VMs, containers, nodes and storages of the Proxmox VE cluster of HOST, and what they use, into a file.

    `hostwise import` makes a plan of the file. HOST is any node of the cluster. The secret of the token is asked for,
    or taken from the environment variable HOSTWISE_PROXMOX_TOKEN. Nothing is changed in the cluster, and nothing is
    sent anywhere else. Ctrl-C while the history is read keeps what is there.
    """
    try:
        from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
        from hostwise.estate.collectors.proxmox.proxmox_session import PRODUCT, Proxmox, secret_of, token_id_of
        from hostwise.estate.collectors.reaching import address_of, trust
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        raise CommandFailed("The client of Proxmox VE is not installed: pip install 'hostwise[proxmox]'") from None

    check_choices(output, ca, insecure=insecure)
    try:
        address, token, context = address_of(host, PRODUCT), token_id_of(token_id), trust(ca=ca, insecure=insecure)
        key = secret_of(secret(TOKEN, "secret of the token", f"Secret of {token} on {address}"))
        with Proxmox(address, token, key, context) as session:
            ended = _collect(session, _Wanted(output, days, history, anonymous))
    except WrongInput as error:
        raise BadInput(str(error)) from None
    except CannotCollect as error:
        raise CommandFailed(str(error)) from None
    if not ended:
        ctx.exit(INTERRUPTED)


def _collect(session: Proxmox, wanted: _Wanted) -> bool:
    """Read and write; whether it came to its end."""
    from hostwise.estate.collectors.proxmox.proxmox_inventory import read_estate
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.number_format.writing import counted

    names = KeptPseudonyms(names_beside(wanted.output)) if wanted.anonymous else None
    estate = read_estate(session, _base_clock(), _say)
    if names is not None:
        # Before anything is written with them: a pseudonym that is not kept could be given again.
        names.anonymised(estate.inventory)
        names.keep()
    vms, hosts = estate.inventory.vms, estate.inventory.hosts
    found = f"{counted(len(vms), 'VMs')}, {len(estate.running)} of them running, {counted(len(hosts), 'hosts')}"
    echo(f"{session.address}: {found}.", err=True)
    with until_asked() as stop:
        use = _history(session, estate, wanted, names, stop)
    inventory = estate.inventory
    findings = [*inventory.findings, *estate.seen.findings(), *use.findings(len(estate.running))]
    whole = inventory.model_copy(update={"vms": use.onto(inventory.vms), "findings": findings})
    write_estate(wanted.output, whole, names)
    if use.stopped:
        echo("Stopped. What was read until then is written.", err=True)
    return not use.stopped


def _history(session: Proxmox, estate: Estate, wanted: _Wanted, names: KeptPseudonyms | None, stop: Stop) -> History:
    from hostwise.estate.collectors.proxmox.proxmox_history import read_history
    from hostwise.estate.collectors.series import HistoryFile, label_of

    if wanted.history is None:
        return read_history(session, estate.running, wanted.days, estate.seen, lambda _series: None, _say, stop)
    file = HistoryFile(wanted.history, label_of if names is None else names.kept_of_vm)
    try:
        return read_history(session, estate.running, wanted.days, estate.seen, file.append, _say, stop)
    finally:
        file.close()
        echo(f"{wanted.history} is written.", err=True)


def _base_clock() -> Callable[[str], float | None]:
    """Clocks of processors by the names that nodes give them, as the catalogue has them."""
    from hostwise.answers.estate_sizing.as_is import matched_cpu
    from hostwise.catalogue.loader import load_catalogue

    def clock(model: str) -> float | None:
        catalogue = load_catalogue()
        key = matched_cpu(model, catalogue)
        return None if key is None else catalogue.cpus[key].base_ghz

    return clock


def _say(sentence: str) -> None:
    echo(sentence, err=True)
