"""Estates for commands: exports of RVTools and similar tools become a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from hostwise.estate.importers.kubernetes_yaml import is_yaml
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.plan_argument import catalogue
from hostwise.server.commands.terminal import coloured, echo, echo_line, strong, table, tell_refused
from hostwise.tables.documents import json_of

if TYPE_CHECKING:
    from hostwise.answers.estate_sizing.estate_document import EstateAnswer, EstateBand, EstateDrives
    from hostwise.answers.estate_sizing.placement_document import PlacementAnswer
    from hostwise.decision.estate.estate_decision_document import EstateDecision
    from hostwise.plan.document import Plan
    from hostwise.plan.estate import EstateChoices, EstateFinding, Inventory
    from hostwise.plan.history import History

_MOST_NAMED = 10
_REASONS = {"unknown": "its size is unknown", "too_large": "larger than a host"}
_PLANS = frozenset({".json", ".yaml", ".yml"})


def is_estate(name: str) -> bool:
    """Whether a name on the command line is a file of an estate: whatever exists and is no plan in JSON or YAML."""
    path = Path(name)
    if not path.is_file():
        return False
    suffix = path.suffix.lower()
    if suffix not in _PLANS:
        return True
    try:
        data = path.read_bytes()
        if suffix != ".json":
            return is_yaml(data)
        document = json_of(data)
    except (OSError, ValueError, RecursionError):
        return False
    return not _may_be_plan(document)


_OF_PLANS = ("workload", "configurations", "policy", "economics", "requirements", "schema_version", "plan")


def _may_be_plan(document: object) -> bool:
    """Whether an object has a part of a plan, or nothing: a mistake in a plan is told in terms of plans."""
    if not isinstance(document, dict) or document.get("format") == "hostwise-inventory":
        return False
    return not document or any(get_close_matches(str(key), _OF_PLANS, n=1, cutoff=0.85) for key in document)


def estate_plans_of(
    names: Sequence[str],
    choices: EstateChoices,
    *,
    per_cluster: bool = False,
    history: str | None = None,
    core_ghz: float | None = None,
    columns: Mapping[str, str] | None = None,
    readiness: str | None = None,
) -> list[Plan]:
    """The plans of some files together, with what was found told on the standard error; raises `BadInput`.

    Args:
        names: files of the inventory.
        choices: scope, grouping and what is assumed.
        per_cluster: whether each cluster that is counted has a plan of its own, with its name.
        history: file of performance history.
        core_ghz: clock of the hosts, for history that states CPU use as a share of a core.
        columns: header by column, for tables of no known format.
        readiness: workbook to write, of what stops a move.
    """
    from hostwise.answers.estate_sizing.shared_choice import not_overruled
    from hostwise.estate.estate_answer import UnreadableFile, read_history
    from hostwise.estate.estate_decided import estate_decided

    inventory = inventory_of(names, columns)
    try:
        use = None if history is None else read_history(Path(history), Path(history).name, core_ghz=core_ghz)
    except UnreadableFile as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"Cannot read {history}: {error.strerror}.") from error
    if readiness is not None:
        _write_readiness(inventory, choices, use, readiness)
    whole = choices.scope.clusters
    chosen = list(dict.fromkeys(whole or inventory.vms.cluster or [""])) if per_cluster else [None]
    plans: list[Plan] = []
    why: str | None = None
    for cluster in chosen:
        own = choices if cluster is None else _of_cluster(choices, cluster)
        answer = estate_decided(inventory, own, catalogue(), history=use)
        if cluster is not None:
            echo(strong(f"\n{own.name}"), err=True)
        told = [] if plans else not_overruled(inventory.findings, answer.findings, own.shared_disks)
        _tell(inventory, answer, told, rows=not plans)
        if answer.decision is not None:
            _tell_decision(answer.decision)
        if answer.plan is not None:
            plans.append(answer.plan)
        else:
            why = answer.why_no_plan
    if not plans:
        raise BadInput(why or "The scope contains no VM.")
    return plans


def _write_readiness(inventory: Inventory, choices: EstateChoices, history: History | None, name: str) -> None:
    """Write the workbook of what stops a move, and tell what was found."""
    from hostwise.estate.readiness_answer import estate_readiness
    from hostwise.number_format.writing import counted
    from hostwise.reports.workbook.readiness_book import write_readiness

    found = estate_readiness(inventory, choices, catalogue(), history=history, most_rows=None)
    try:
        Path(name).write_bytes(write_readiness(found, choices.name))
    except OSError as error:
        raise BadInput(f"Cannot write {name}: {error.strerror}.") from error
    echo(strong(f"\n{found.sentence}"), err=True)
    for each in found.kinds:
        echo_line(f"{counted(each.vms, 'VMs')}: {each.label}; {each.effect}.", err=True)
    for gap in found.not_evaluated:
        echo_line(f"{coloured('missing ', None)}  {gap.label}: {gap.why}.", err=True)


def _of_cluster(choices: EstateChoices, cluster: str) -> EstateChoices:
    from hostwise.plan.fields import fitted

    name = fitted(f"{choices.name}: {cluster or 'in no cluster'}")
    return choices.model_copy(update={"name": name, "scope": choices.scope.model_copy(update={"clusters": [cluster]})})


def inventory_of(names: Sequence[str], columns: Mapping[str, str] | None = None) -> Inventory:
    """The inventory of some files together; raises `BadInput`."""
    from hostwise.estate.estate_answer import UnreadableFile, importers, read_inventories
    from hostwise.quotes import quote_recognition

    tell_refused(importers().refused)
    try:
        files = [(_content(name), Path(name).name) for name in names]
        return read_inventories(files, columns or None, quotes=quote_recognition)
    except UnreadableFile as error:
        raise BadInput(str(error)) from error


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"Cannot read {name}: {error.strerror}.") from error


def _tell(inventory: Inventory, answer: EstateAnswer, told: Sequence[EstateFinding], *, rows: bool) -> None:
    """What was found, with what became of the rows where that is not told yet."""
    from hostwise.number_format.writing import fixed

    if rows:
        _tell_rows(inventory)
    echo(strong(f"\n{answer.sentence}"), err=True)
    for left in answer.exclusions:
        echo_line(f"{fixed(left.vms)} left out: {left.label}, such as {', '.join(left.examples)}.", err=True)
    groups = [[each.group.name, fixed(each.group.count)] for each in answer.groups]
    echo(table([["group", "VMs"], *groups], right=frozenset({1})), err=True)
    if answer.drives is not None:
        _tell_drives(answer.drives)
    for finding in [*told, *answer.findings]:
        good = {"note": True, "repaired": None, "rejected": False, "missing": None, "warning": None}[finding.kind]
        where = f" ({finding.place}{f', row {finding.rows[0]}' if finding.rows else ''})" if finding.place else ""
        echo_line(f"{coloured(f'{finding.kind:<8}', good)}  {finding.message}{where}", err=True)
    for placement in answer.placements:
        echo_line(f"{strong(placement.name)}: {placement.sentence}", err=True)
    _tell_exceptions(answer.placements)
    for missing in answer.glance.missing:
        echo_line(f"{coloured('missing ', None)}  {missing}", err=True)


def _tell_decision(decision: EstateDecision) -> None:
    """What to do with the estate, and the candidates."""
    echo(strong(f"\n{decision.label}. {decision.sentence.text}"), err=True)
    if decision.detail is not None:
        echo_line(str(decision.detail.text), err=True)
    for tile in decision.tiles:
        lines = " ".join(str(each.text) for each in tile.lines)
        echo_line(f"{strong(str(tile.title))}: {tile.figure.text}. {lines}", err=True)
    for each in decision.others:
        echo_line(f"{each.name}: {each.line.text}", err=True)
    if decision.io_would_ask is not None:
        echo_line(str(decision.io_would_ask.text), err=True)


def _tell_drives(drives: EstateDrives) -> None:
    """The drives that exist, and the first of them to wear out."""
    from hostwise.number_format.writing import percent, short

    echo_line(drives.sentence, err=True)
    rows = [
        [
            each.name,
            each.host,
            each.model,
            "" if each.used_share is None else percent(each.used_share),
            "" if each.tb_per_day is None else short(each.tb_per_day),
            "" if each.life_years is None else _life(each.life_years),
        ]
        for each in drives.rows[:_MOST_NAMED]
    ]
    head = ["drive, first to wear out", "host", "model", "used", "TB a day", "years left"]
    echo(table([head, *rows], right=frozenset({3, 4, 5})), err=True)
    echo_line(drives.meaning, err=True)


def _life(years: EstateBand) -> str:
    from hostwise.number_format.writing import rough

    return f"> {rough(years.low)}" if years.value is None else rough(years.value)


def _tell_exceptions(placements: Sequence[PlacementAnswer]) -> None:
    """The VMs on no host: once for all configurations that have the same ones."""
    alike: dict[str, list[str]] = {}
    for each in placements:
        if each.unplaced:
            named = [f"{about.name} ({_REASONS[about.reason]})" for about in each.exceptions[:_MOST_NAMED]]
            more = f" and {each.unplaced - len(named)} more" if each.unplaced > len(named) else ""
            alike.setdefault(", ".join(named) + more, []).append(each.name)
    for told, names in alike.items():
        of = "" if len(names) == len(placements) else f" of {', '.join(names)}"
        echo_line(f"On no host{of}: {told}.", err=True)


def _tell_rows(inventory: Inventory) -> None:
    from hostwise.number_format.writing import fixed

    for source in inventory.sources:
        version = f" {source.version}" if source.version else ""
        echo_line(f"{source.file} was read as {source.label}{version}.", err=True)
    rows = [
        [each.file, each.tab, *map(fixed, (each.rows_read, each.rows_accepted, each.rows_repaired, each.rows_rejected))]
        for each in inventory.tabs
    ]
    if rows:
        head = ["file", "tab", "rows", "accepted", "repaired", "rejected"]
        echo(table([head, *rows], right=frozenset({2, 3, 4, 5})), err=True)
