"""Store plans from files in the installation, and make plans of the estates that people have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hostwise.server.commands.estate_arguments import estate_plans_of, is_estate
from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.plan_argument import PLAN_HELP, SAMPLE, PlanName, catalogue, read_plan_file, wrong_plan
from hostwise.server.commands.terminal import echo, show_json, table

if TYPE_CHECKING:
    from hostwise.plan.document import Plan
    from hostwise.plan.estate import EstateChoices, EstateQuestion, KeepingCost, Power
    from hostwise.plan.reading import PlanFile
    from hostwise.server.store.session import Database
    from hostwise.server.stored_documents.plan_documents import SavedPlan


class _GroupedBy(click.ParamType[str]):
    """How VMs become groups, but for those that need more than a word; the plan is imported when it is asked for."""

    name = "how"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """One of the ways."""
        return _ways().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All ways, for the help."""
        return _ways().get_metavar(param, ctx)


def _ways() -> click.Choice[str]:
    from hostwise.plan.estate import GroupBy

    return click.Choice([each.value for each in GroupBy if each is not GroupBy.ATTRIBUTE])


@click.command(
    "import", epilog=PLAN_HELP, short_help="Store plans from files, or make a plan of an RVTools or other export."
)
@click.argument("plans", metavar="FILE...", nargs=-1, required=True, type=PlanName())
@click.option("--output", "-o", metavar="PLAN", help="Write the plan of an estate to this file; - for the output.")
@click.option("--name", default=None, help="Name of the plan of an estate; by default that of its first file.")
@click.option("--group", type=_GroupedBy(), default="size", show_default=True, help="How VMs become groups.")
@click.option("--cluster", "clusters", metavar="NAME", multiple=True, help="Count only this cluster; may be repeated.")
@click.option("--per-cluster", is_flag=True, help="A plan for each cluster; with -o plan.json plan-1.json and so on.")
@click.option(
    "--right-size", is_flag=True, help="Size VMs by their use, where the export has it over time, and a headroom."
)
@click.option(
    "--column",
    "columns",
    metavar="COLUMN=HEADER",
    multiple=True,
    help="What a column of a table is, such as memory=RAM; may be repeated.",
)
@click.option("--mapping", metavar="FILE", help="What the columns of a table are, as --save-mapping wrote it.")
@click.option("--save-mapping", metavar="FILE", help="Write what the columns are to this file, to be used again.")
@click.option(
    "--storage-base",
    type=click.Choice(["provisioned", "in-use", "guest"]),
    default="in-use",
    show_default=True,
    help="What counts as data: all that is provisioned, what is in use, or what file systems of guests hold.",
)
@click.option(
    "--merge-shared",
    type=click.Choice(["yes", "no"]),
    help="Whether disks that several VMs list count once; by default where the source says that they are shared, or "
    "little depends on it.",
)
@click.option("--count-above-disks", is_flag=True, help="Count use above the disks, of snapshots and swap files.")
@click.option("--leave-out-hosts-away", is_flag=True, help="Leave out hosts in maintenance or disconnected.")
@click.option("--count-infrastructure", is_flag=True, help="Count the VMs that the platform runs for itself, too.")
@click.option("--management-in-groups", is_flag=True, help="Keep likely management VMs in the groups like others.")
@click.option(
    "--power",
    "powers",
    metavar="WORD=STATE",
    multiple=True,
    help="What a word of a power state means: on, off or suspended, such as Suspended=on; may be repeated.",
)
@click.option(
    "--storage", metavar="KEY", help="Storage stack of candidates, such as ceph-proxmox; by default vSAN ESA."
)
@click.option(
    "--question",
    type=click.Choice(["keep-or-replace", "new-cluster", "which-platform"]),
    help="What is decided; by default whether to keep the hosts or replace them, and without hosts a new cluster.",
)
@click.option("--leave-or-stay", is_flag=True, hidden=True)
@click.option(
    "--keeping",
    nargs=3,
    metavar="SUPPORT ARRAY UPGRADE",
    type=click.FloatRange(0, 1e9),
    help="What keeping the hosts costs: support a year, maintenance of the array a year, an upgrade once.",
)
@click.option(
    "--growth",
    metavar="PERCENT",
    type=click.FloatRange(-90, 500),
    help="How many percent more VMs there are each year; by default as the history shows, else none.",
)
@click.option(
    "--io-per-vcpu",
    nargs=2,
    metavar="MEAN BUSY",
    type=click.FloatRange(0, 1e6),
    help="I/O per second of each vCPU that is assumed for VMs without I/O in the source, the mean and that of the busy "
    "hour; by default 15 and 50.",
)
@click.option("--no-assumed-io", is_flag=True, help="Assume no I/O: how long drives last is not evaluated.")
@click.option(
    "--writes-of-drives", is_flag=True, help="Give VMs without I/O their part of what was written to the drives."
)
@click.option(
    "--drive-copies",
    type=click.FloatRange(1, 100),
    default=2,
    show_default=True,
    help="How often the storage of today writes each byte of a VM to its drives.",
)
@click.option("--readiness", metavar="FILE", help="Write what stops a move to this workbook, with each VM that has it.")
@click.option("--history", metavar="FILE", help="Performance history of the estate: peaks that coincide, I/O, growth.")
@click.option("--core-ghz", type=click.FloatRange(0.1, 10), help="Clock of the hosts, for history of esxtop.")
@as_json
def import_(
    plans: tuple[str, ...],
    output: str | None,
    name: str | None,
    group: str,
    clusters: tuple[str, ...],
    per_cluster: bool,
    right_size: bool,
    columns: tuple[str, ...],
    mapping: str | None,
    save_mapping: str | None,
    storage_base: str,
    merge_shared: str | None,
    count_above_disks: bool,
    leave_out_hosts_away: bool,
    count_infrastructure: bool,
    management_in_groups: bool,
    powers: tuple[str, ...],
    storage: str | None,
    question: str | None,
    leave_or_stay: bool,
    keeping: tuple[float, float, float] | None,
    growth: float | None,
    io_per_vcpu: tuple[float, float] | None,
    no_assumed_io: bool,
    writes_of_drives: bool,
    drive_copies: float,
    readiness: str | None,
    history: str | None,
    core_ghz: float | None,
    as_json: bool,
) -> None:
    """Store each plan in FILE as a new plan of the installation: all of them, or none if one is invalid.

    A FILE that is no plan is an estate: an export of RVTools (xlsx, csv or a zip of csv), Live Optics, Nutanix
    Collector or Prism, Azure Migrate, Migration Hub, Migration Center, Hyper-V, Proxmox, KubeVirt, libvirt, OpenStack
    or XenServer, or what `hostwise collect` wrote. All of them together become one plan, with groups of VMs, the hosts
    as they are and priced candidates, which is stored, or with -o written to a file. Nothing else is kept of them.
    """
    from hostwise.answers.evaluation.evaluation_answer import PlanError, evaluate_plan
    from hostwise.plan.estate import SharedDisks, StorageBase
    from hostwise.plan.reading import PlanFile

    estates = [each for each in plans if is_estate(each)]
    if output is not None and len(estates) < len(plans):
        other = next(each for each in plans if each not in estates)
        if not other.startswith(SAMPLE) and not Path(other).exists():
            raise BadInput(f"{other} does not exist.")
        raise BadInput(f"-o is for estates, and {other} is a plan.")
    files: list[PlanFile] = []
    for each in plans:
        if each in estates:
            continue
        file = read_plan_file(each)
        try:
            for plan in (file.plan, *(plan for _, plan in file.scenarios)):
                evaluate_plan(plan, catalogue())
        except PlanError as error:
            raise wrong_plan(each, error) from error
        files.append(file)
    if estates:
        choices = _choices(name or Path(estates[0]).stem, group, right_size, storage)
        scope = choices.scope.model_copy(
            update={
                "clusters": list(clusters),
                "count_infrastructure": count_infrastructure,
                "management_in_groups": management_in_groups,
                "leave_out_hosts_away": leave_out_hosts_away,
                "powers": dict(map(_power, powers)),
            }
        )
        io = {} if io_per_vcpu is None else dict(zip(_IO_PER_VCPU, io_per_vcpu, strict=True))
        choices = choices.model_copy(
            update={
                "scope": scope,
                "storage_base": StorageBase(storage_base.replace("-", "_")),
                "shared_disks": {"yes": SharedDisks.ONCE, "no": SharedDisks.EACH}.get(
                    merge_shared or "", SharedDisks.AS_FOUND
                ),
                "count_above_disks": count_above_disks,
                "question": _question("keep-or-replace" if leave_or_stay else question),
                "keeping": _keeping(keeping),
                "writes_of_drives": writes_of_drives,
                "drive_write_copies": drive_copies,
                "growth_share": None if growth is None else growth / 100,
                "assume_io": not no_assumed_io,
                **io,
            }
        )
        made = estate_plans_of(
            estates,
            choices,
            per_cluster=per_cluster,
            history=history,
            core_ghz=core_ghz,
            columns=_columns(columns, mapping, save_mapping),
            readiness=readiness,
        )
        files += map(PlanFile, made)
    if output is not None:
        if per_cluster and output == "-":
            raise BadInput("Several plans need a file each: give -o a name that ends with .json.")
        for number, file in enumerate(files, start=1):
            _write(file.plan, _numbered(output, number) if per_cluster else output)
    else:
        _store(files, as_json)


def _question(name: str | None) -> EstateQuestion | None:
    from hostwise.plan.estate import EstateQuestion

    return None if name is None else EstateQuestion(name.replace("-", "_"))


def _keeping(amounts: tuple[float, float, float] | None) -> KeepingCost:
    from hostwise.plan.estate import KeepingCost

    if amounts is None:
        return KeepingCost()
    support, array, upgrade = amounts
    return KeepingCost(support_per_year=support, array_per_year=array, upgrade=upgrade)


_IO_PER_VCPU = ("iops_average_per_vcpu", "iops_peak_per_vcpu")


def _numbered(output: str, number: int) -> str:
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def _choices(name: str, group: str, right_size: bool, storage: str | None) -> EstateChoices:
    from hostwise.plan.estate import EstateChoices, GroupBy, Grouping, RightSizing, Sizing
    from hostwise.plan.fields import fitted

    return EstateChoices(
        name=fitted(name) or "Imported estate",
        grouping=Grouping(by=GroupBy(group)),
        right_sizing=RightSizing(sizing=Sizing.RIGHT_SIZED if right_size else Sizing.ALLOCATED),
        storage=storage,
    )


def _columns(given: tuple[str, ...], mapping: str | None, saved_as: str | None) -> dict[str, str]:
    """Header by column: what is given on the command line wins over the file."""
    from hostwise.estate.mapping_file import BadMapping, field_named, mapping_text, read_mapping

    try:
        found = {} if mapping is None else read_mapping(Path(mapping))
        for each in given:
            name, _, header = each.partition("=")
            if not name or not header:
                raise BadInput(f"--column takes COLUMN=HEADER, and {each!r} is not.")
            found[field_named(name)] = header
    except BadMapping as error:
        raise BadInput(str(error)) from error
    if saved_as is not None:
        if not found:
            raise BadInput("--save-mapping has nothing to save: name columns with --column, or a file with --mapping.")
        _write_text(mapping_text(found), saved_as)
    return found


def _power(text: str) -> tuple[str, Power]:
    from hostwise.estate.importers.power import EMPTY
    from hostwise.plan.estate import Power

    word, equals, state = text.rpartition("=")
    known = (Power.ON, Power.OFF, Power.SUSPENDED)
    if not equals or state not in known:
        raise BadInput(f"--power takes WORD=STATE, and {text!r} is not: the state is one of {', '.join(known)}.")
    return word or EMPTY, Power(state)


def _write(plan: Plan, output: str) -> None:
    from hostwise.plan.document import plan_json

    text = json.dumps(plan_json(plan), indent=1, ensure_ascii=False) + "\n"
    if output == "-":
        click.echo(text, nl=False)
        return
    _write_text(text, output)


def _write_text(text: str, output: str) -> None:
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandFailed(f"Cannot write {output}: {error.strerror}.") from error
    echo(f"{output} is written.", err=True)


def _store(files: list[PlanFile], as_json: bool) -> None:
    from hostwise.server.commands.command_database import on_database, settings
    from hostwise.server.stored_documents.plans import Plans
    from hostwise.server.stored_documents.scenarios import Scenarios

    quotas = settings().quotas

    async def keep(database: Database) -> list[SavedPlan]:
        plans, scenarios = Plans(database, catalogue(), quotas), Scenarios(database, catalogue(), quotas)
        kept = []
        # All or none.
        async with database.joined():
            for file in files:
                kept.append(await plans.create(file.plan))
                for number, (name, plan) in enumerate(file.scenarios, start=1):
                    await scenarios.put(kept[-1].id, f"imported-{number}", name, plan)
        return kept

    kept = on_database(lambda database: database, keep)
    if as_json:
        summaries = [each.model_dump(mode="json", exclude={"plan"}) | {"name": each.plan.name} for each in kept]
        show_json(summaries)
        return
    echo(table([["id", "name"], *([str(each.id), each.plan.name] for each in kept)]))
