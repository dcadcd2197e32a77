"""Read running systems, without changing anything in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.estate.collectors.vcenter.session import VCenter
    from hostwise.estate.collectors.vcenter.vcenter_inventory import Estate
    from hostwise.estate.collectors.vcenter.vcenter_use import Use
    from hostwise.plan.estate import EstateFinding

PASSWORD = "HOSTWISE_VCENTER_PASSWORD"
"""The environment variable for the password where no terminal asks for it."""

_BYTES_OF_SAMPLE, _BYTES_OF_STEP = 8 * 66, 10 * 70
_STEPS = {"20s": 20, "1m": 60, "5m": 300}
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class _Period(click.ParamType[int]):
    """A period such as `7d`, in seconds."""

    name = "period"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = re.fullmatch(r"(\d{1,5})([smhd])", str(value).strip())
        seconds = int(found[1]) * _SECONDS[found[2]] if found else 0
        if not 0 < seconds <= 366 * _SECONDS["d"]:
            self.fail(f"{value!r} is no period; write 7d, 12h or 30m, at most 366d.", param, ctx)
        return seconds


class _Wanted(NamedTuple):
    """What to read, and where to write it."""

    output: Path
    days: int
    sample_s: int | None
    step_s: int
    history: Path | None
    anonymous: bool

    @property
    def samples(self) -> Path:
        return self.output.with_name(f"{self.output.stem}-samples.csv")

    @property
    def names(self) -> Path:
        return names_beside(self.output)


@click.group(short_help="Collect an inventory from a running system.")
def collect() -> None:
    """Read a running system, without changing anything in it, into a file that `hostwise import` makes a plan of."""


@collect.command(short_help="Read a vCenter: VMs, hosts, datastores and their use.")
@click.argument("host")
@click.option("--user", "-u", required=True, help="User name; the role Read-only is enough.")
@click.option(
    "--days",
    type=click.IntRange(1, 3_650),
    default=30,
    show_default=True,
    help="How far back the history that the vCenter keeps is read.",
)
@click.option(
    "--sample",
    "sample_s",
    metavar="7d",
    type=_Period(),
    help="Instead of the history, fetch the values of 20 s every half hour for so long, into a CSV beside the output. "
    "Ctrl-C keeps what is there, and the same command goes on.",
)
@click.option(
    "--step",
    type=click.Choice(list(_STEPS)),
    default="20s",
    show_default=True,
    help="Steps of that CSV. Longer ones are means with the highest values beside them, and take less space; peaks of "
    "the estate are those of 20 s in any case.",
)
@click.option("--output", "-o", type=FILE, default=Path("estate.json"), show_default=True, help="The estate.")
@click.option("--history", type=FILE, help="Also write the history as a CSV of timestamp, vm, counter and value.")
@click.option("--ca", type=FILE, help="Trust the certificates in this PEM file, such as those of the vCenter.")
@click.option("--insecure", is_flag=True, help="Trust any certificate.")
@click.option(
    "--anonymous",
    is_flag=True,
    help="Write pseudonyms instead of names; the list of names goes to a file that you keep.",
)
@click.pass_context
def vcenter(
    ctx: click.Context,
    host: str,
    user: str,
    days: int,
    sample_s: int | None,
    step: str,
    output: Path,
    history: Path | None,
    ca: Path | None,
    insecure: bool,
    anonymous: bool,
) -> None:
    """Read VMs, hosts and datastores of the vCenter HOST, and what they use, into a file for `hostwise import`.

    The password is asked for, or taken from the environment variable HOSTWISE_VCENTER_PASSWORD. Nothing is changed in
    the vCenter, and nothing is sent anywhere else.
    """
    try:
        from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
        from hostwise.estate.collectors.reaching import address_of, trust
        from hostwise.estate.collectors.vcenter.session import PRODUCT, VCenter
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pyVim", "pyVmomi"):
            raise
        raise CommandFailed("VMware's SDK is not installed: pip install 'hostwise[vcenter]'") from None

    check_choices(output, ca, insecure=insecure)
    try:
        address, context = address_of(host, PRODUCT), trust(ca=ca, insecure=insecure)
        with VCenter(address, user, _password(user, str(address)), context) as session:
            ended = _collect(session, _Wanted(output, days, sample_s, _STEPS[step], history, anonymous))
    except WrongInput as error:
        raise BadInput(str(error)) from None
    except CannotCollect as error:
        raise CommandFailed(str(error)) from None
    if not ended:
        ctx.exit(INTERRUPTED)


def _password(user: str, host: str) -> str:
    return secret(PASSWORD, "password", f"Password of {user} on {host}")


def _collect(session: VCenter, wanted: _Wanted) -> bool:
    """Read and write; whether it came to its end."""
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.estate.collectors.vcenter.vcenter_inventory import read_estate
    from hostwise.number_format.writing import counted

    names = KeptPseudonyms(wanted.names) if wanted.anonymous else None
    estate = read_estate(session)
    if names is not None:
        # Before anything is written with them: a pseudonym that is not kept could be given again.
        names.anonymised(estate.inventory)
        names.keep()
    vms, hosts = estate.inventory.vms, estate.inventory.hosts
    found = f"{counted(len(vms), 'VMs')}, {len(estate.running)} of them running, {counted(len(hosts), 'hosts')}"
    echo(f"{session.address}: {found}.", err=True)
    if wanted.sample_s is None or wanted.history is not None:
        use, findings = _history(session, estate, wanted, names)
        if wanted.sample_s is None:
            _write(wanted.output, estate, use, findings, names)
            return True
    return _sample(session, estate, wanted, names)


def _history(
    session: VCenter, estate: Estate, wanted: _Wanted, names: KeptPseudonyms | None
) -> tuple[Use, list[EstateFinding]]:
    from hostwise.estate.collectors.series import HistoryFile, label_of
    from hostwise.estate.collectors.vcenter.vcenter_history import read_history

    if wanted.history is None:
        return read_history(session, estate.running, wanted.days, lambda _series: None)
    file = HistoryFile(wanted.history, label_of if names is None else names.kept_of_vm)
    try:
        return read_history(session, estate.running, wanted.days, file.append)
    finally:
        file.close()
        echo(f"{wanted.history} is written.", err=True)


def _sample(session: VCenter, estate: Estate, wanted: _Wanted, names: KeptPseudonyms | None) -> bool:
    from hostwise.estate.collectors.series import label_of
    from hostwise.estate.collectors.vcenter.sample_file import SampleFile
    from hostwise.estate.collectors.vcenter.sampling import findings_of, sample

    period_s = wanted.sample_s or 0
    naming = label_of if names is None else names.kept_of_vm
    file = SampleFile(wanted.samples, session.identity, period_s, naming, wanted.step_s)
    _write(wanted.output, estate, file.use, [], names, tell=False)
    step_bytes = _BYTES_OF_SAMPLE if wanted.step_s == _STEPS["20s"] else _BYTES_OF_STEP
    expected_gb = len(estate.running) * step_bytes * (period_s + _SECONDS["h"]) / wanted.step_s / 1e9
    echo(
        f"{'Going on' if file.resumed else 'Sampling'} until {file.until:%Y-%m-%d %H:%M} UTC, into {wanted.samples}: "
        f"about {expected_gb:.1f} GB in all. Ctrl-C keeps what is there.",
        err=True,
    )
    try:
        with until_asked() as stop:
            ended = sample(session, file, stop, lambda sentence: echo(sentence, err=True))
    finally:
        _write(wanted.output, estate, file.use, findings_of(file), names)
        file.close()
    if not ended:
        echo("Stopped. The same command goes on where it was; the hosts keep one hour.", err=True)
    return ended


def _write(
    output: Path,
    estate: Estate,
    use: Use,
    findings: list[EstateFinding],
    names: KeptPseudonyms | None,
    *,
    tell: bool = True,
) -> None:
    inventory = estate.inventory
    whole = inventory.model_copy(update={"vms": use.onto(inventory.vms), "findings": [*inventory.findings, *findings]})
    write_estate(output, whole, names, tell=tell)
