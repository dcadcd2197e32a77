"""An estate from a file, and the plan that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.answers.cost.cost_coverage import family_of
from hostwise.answers.estate_sizing.as_is import AsIs
from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.counted_total import in_words, total_of_groups
from hostwise.answers.estate_sizing.demand import Demand
from hostwise.answers.estate_sizing.drive_wear import estate_drives
from hostwise.answers.estate_sizing.estate_document import EstateAnswer, EstateElsewhere, EstateReading
from hostwise.answers.estate_sizing.glance import glance
from hostwise.answers.estate_sizing.keeping import with_keeping_cost
from hostwise.answers.estate_sizing.merging import NotMergeable
from hostwise.answers.estate_sizing.placement import place_vms
from hostwise.answers.estate_sizing.placement_document import PlacementAnswer
from hostwise.answers.estate_sizing.platform import of_platform
from hostwise.answers.estate_sizing.portfolio import merge
from hostwise.answers.estate_sizing.portfolio_document import MergeAnswer
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.suggestions.candidates import (
    Progress,
    by_platform,
    candidates,
    cheapest,
    on_kept_array,
    platforms,
    untold,
    with_euros,
)
from hostwise.answers.suggestions.placing import Placing, more_than_sums, order_changed
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.estate.belongs import recognisers
from hostwise.estate.cautions import cautions, compared
from hostwise.estate.counting import Counting, counting, has_array, servers
from hostwise.estate.importers.formats import importers
from hostwise.estate.importers.generic import MAPPABLE
from hostwise.estate.importers.history.history_reading import read_history
from hostwise.estate.importers.import_memory import bounded_memory
from hostwise.estate.importers.misplaced_files import KINDS, KnowsQuotes, Misplaced
from hostwise.estate.importers.problems import NoTimeZone, UnknownColumns, UnreadableFile
from hostwise.estate.importers.reading import read_inventory, read_several
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan, Remark
from hostwise.plan.estate import EstateChoices, EstateFinding, EstateQuestion, Inventory
from hostwise.plan.history import History
from hostwise.plan.pseudonyms import Pseudonyms

__all__ = [
    "MAPPABLE",
    "Misplaced",
    "NoTimeZone",
    "NotMergeable",
    "UnknownColumns",
    "UnreadableFile",
    "bounded_memory",
    "estate_answer",
    "estate_plan",
    "estate_portfolio",
    "importers",
    "read_estate",
    "read_history",
    "read_inventories",
]

MOST_PLACED = 100_000
"""Most VMs that are placed one by one: more would take too long for an answer."""

_OF_ARRAY = ("/array/price", "/array/power_w", "/array/rack_units")

_NOT_PLACED = EstateFinding(
    code="not_placed",
    kind="note",
    message=f"More than {MOST_PLACED:,} VMs run: they are not placed one by one. Choose some of the clusters for that.",
)


def read_estate(
    data: bytes,
    name: str,
    mapping: Mapping[str, str] | None = None,
    *,
    anonymous: bool = False,
    quotes: KnowsQuotes | None = None,
) -> EstateReading:
    """What a file was read as, an overview of the estate, and its inventory for the next steps.

    Args:
        data: content of the file.
        name: its name, for messages.
        mapping: header by column, for a table of no known format.
        anonymous: whether pseudonyms replace all names; the answer then has the names behind them.
        quotes: what tells quotes, so that one is told where it belongs.

    Raises:
        UnknownColumns: it is a table of no known format.
        UnreadableFile: it cannot be read, or holds no estate.
    """
    inventory = read_inventory(data, name, mapping, others=recognisers(quotes))
    elsewhere = [
        EstateElsewhere(file=each.place, kind=each.code, message=each.message)
        for each in inventory.findings
        if each.code in KINDS
    ]
    pseudonyms = Pseudonyms() if anonymous else None
    if pseudonyms is not None:
        inventory = pseudonyms.anonymised(inventory)
    vms = Vms(inventory.vms)
    return EstateReading(
        inventory=inventory,
        glance=glance(inventory, vms, of_platform(vms, load_catalogue())),
        names=None if pseudonyms is None else pseudonyms.names,
        elsewhere=elsewhere,
    )


def estate_answer(
    inventory: Inventory,
    choices: EstateChoices,
    catalogue: Catalogue,
    *,
    history: History | None = None,
    with_plan: bool = True,
    placed: bool = True,
    tell: Progress = untold,
) -> EstateAnswer:
    """What is counted of an estate, its groups, and the plan with priced candidates, by what is asked.

    Args:
        inventory: the estate.
        choices: scope, grouping and what is assumed.
        catalogue: the catalogue that candidates are taken from.
        history: what its VMs did over time.
        with_plan: whether candidates are looked for; scope and groups alone are faster.
        placed: whether the VMs are also placed one by one on the hosts of the plan.
        tell: is told how many candidates are found, and of how many.

    Raises:
        UnreadableFile: there are no candidates on the storage stack that is chosen.
    """
    of = counting(inventory, choices, catalogue, history)
    return counted_answer(of, len(inventory.findings), with_plan=with_plan, placed=placed, tell=tell)


def counted_answer(
    of: Counting, known: int, *, with_plan: bool = True, placed: bool = True, tell: Progress = untold
) -> EstateAnswer:
    """The answer for an estate that is counted, see `estate_answer`.

    Args:
        of: the estate with what was chosen.
        known: findings of the reading, which its answer has told.
        with_plan: whether candidates are looked for.
        placed: whether the VMs are also placed one by one.
        tell: is told how many candidates are found, and of how many.

    Raises:
        UnreadableFile: there are no candidates on the storage stack that is chosen.
    """
    catalogue, choices = of.catalogue, of.choices
    servers(choices, catalogue)
    inventory, vms, counted, existing, found = of.inventory, of.vms, of.counted, of.existing, of.demand()
    asked = of.asked_of_power
    drives, of_drives = (
        (None, [])
        if inventory.drives is None
        else estate_drives(
            inventory.drives,
            catalogue.drives,
            choices,
            found.groups,
            fed=found.with_drive_writes,
            assumed=found.with_assumed_io,
        )
    )
    few = counted.whole.size <= MOST_PLACED
    plan = None
    if with_plan and found.groups and asked is None:
        placing = Placing(vms, counted.whole, found, catalogue) if few else None
        plan, existing = _plan(of, found, placing, tell)
    return EstateAnswer(
        glance=glance(inventory, of.source, of.platform),
        counted=total_of_groups(vms, counted, found),
        sentence=in_words(vms, counted, found),
        data=of.data.data,
        exclusions=counted.exclusions,
        attributes=list(inventory.vms.attributes),
        groups=found.groups,
        findings=[
            *inventory.findings[known:],
            *found.findings,
            *existing.findings,
            *of.data.findings,
            *cautions(inventory, of.source, counted, existing, catalogue, choices),
            *of.about_management(),
            *of_drives,
            *([] if few else [_NOT_PLACED]),
        ],
        drives=drives,
        plan=plan,
        placements=_placements(vms, counted, found, plan, catalogue) if plan is not None and placed and few else [],
        why_no_plan=asked or (None if found.groups else "The scope contains no VM."),
    )


def _placements(vms: Vms, counted: Scoped, found: Demand, plan: Plan, catalogue: Catalogue) -> list[PlacementAnswer]:
    """The VMs one by one on the hosts of each configuration; none where nothing runs."""
    if not counted.whole.size:
        return []
    run = run_plan(plan, catalogue)
    return [
        place_vms(vms, counted.whole, run, each.key, members=found.members, sizes=found.sizes)
        for each in plan.configurations
    ]


def estate_portfolio(
    inventory: Inventory,
    choices: EstateChoices,
    catalogue: Catalogue,
    configuration: str | None = None,
    history: History | None = None,
) -> MergeAnswer:
    """The effect of merging the clusters of an estate, against keeping each, on hosts of one configuration.

    Args:
        inventory: the estate.
        choices: scope, grouping and what is assumed; its clusters are those that are compared.
        catalogue: the catalogue that candidates are taken from.
        configuration: key of the candidate; by default the first of the merged cluster's.
        history: what its VMs did over time.

    Raises:
        NotMergeable: there are fewer than two clusters with VMs, or there is no such candidate.
    """
    of = counting(inventory, choices, catalogue, history)
    vms, counted, found = of.vms, of.counted, of.demand()
    names = sorted(set(vms.text("cluster")[np.concatenate([counted.whole, counted.disk_only])].tolist()))
    if len(names) < 2:
        raise NotMergeable("There are not two clusters with VMs that are counted.")
    offered = {each.key: each for each in servers(choices, catalogue)}
    key = next(iter(offered)) if configuration is None else configuration
    if key not in offered:
        raise NotMergeable(f"There is no candidate {key!r}; there are {', '.join(offered)}.")
    whole = of.workload(found)
    candidate = cheapest(whole, offered[key], catalogue).configuration
    plans = []
    for name in names:
        within = of.within(choices.scope.model_copy(update={"clusters": [name]}))
        management, _ = within.management()
        groups = tuple(each.group for each in within.demand().groups)
        workload = whole.workload.model_copy(update={"groups": groups, "existing_management": management})
        changes: dict[str, Any] = {
            "name": name or "In no cluster",
            "workload": workload,
            "remarks": {},
            "configurations": (candidate,),
        }
        plans.append(whole.model_copy(update=changes))
    return merge(plans, catalogue, key)


def estate_plan(
    inventory: Inventory, choices: EstateChoices, catalogue: Catalogue, history: History | None = None
) -> Plan:
    """The plan of an estate; raises `UnreadableFile` where no VM is within the scope."""
    answer = estate_answer(inventory, choices, catalogue, history=history, placed=False)
    if answer.plan is None:
        raise UnreadableFile("nothing_in_scope", answer.why_no_plan or "There is no plan.")
    return answer.plan


def read_inventories(
    files: Sequence[tuple[bytes, str]],
    mapping: Mapping[str, str] | None = None,
    *,
    quotes: KnowsQuotes | None = None,
) -> Inventory:
    """The inventory of several files together, such as those of several vCenters; raises `UnreadableFile`.

    Args:
        files: content and name of each.
        mapping: header by column, for tables of no known format.
        quotes: what tells quotes, so that one is told where it belongs.
    """
    return read_several(files, mapping, others=recognisers(quotes))


def _plan(of: Counting, found: Demand, placing: Placing | None, tell: Progress) -> tuple[Plan, AsIs]:
    """The plan, and the existing hosts with findings from comparing them with it."""
    catalogue, choices, question = of.catalogue, of.choices, of.question
    by_platforms = question is not EstateQuestion.NEW_CLUSTER
    in_euros = by_platforms or of.existing.is_paid_in_euros(catalogue)
    plan = with_euros(of.workload(found), catalogue) if in_euros else of.workload(found)
    existing = compared(plan, of.existing, catalogue, of.inventory, of.counted)
    today = existing.configuration if question is EstateQuestion.KEEP_OR_REPLACE else None
    if today is not None:
        today = with_keeping_cost(today, choices.keeping)
    gaps = placing.gaps if placing is not None and placing.ranks else None
    if by_platforms:
        family = None if today is None else family_of(today, catalogue)
        stacks = platforms(catalogue, family, every=question is EstateQuestion.WHICH_PLATFORM)
        chosen = by_platform(plan, catalogue, gaps, stacks, tell)
        if today is not None and has_array(of.inventory):
            array = on_kept_array(plan, chosen[0].configuration, today, catalogue, gaps)
            chosen = [*([] if array is None else [array]), *chosen]
    else:
        chosen = candidates(plan, catalogue, gaps, choices.storage)
    configurations = [each.configuration for each in chosen]
    if placing is not None and not placing.ranks:
        configurations = placing.with_gaps(plan, configurations)
    found.findings.extend(order_changed(chosen))
    found.findings.extend(more_than_sums(configurations))
    own: dict[str, Remark] = {}
    if today is not None:
        # The first one: others are compared with it.
        configurations = [today, *configurations]
        own |= {f"/configurations/0{pointer}": each for pointer, each in existing.remarks.items()}
        own |= {
            f"/configurations/{at}{pointer}": existing.remarks[pointer]
            for at, each in enumerate(configurations)
            if at and each.layout is Layout.EXTERNAL
            for pointer in _OF_ARRAY
            if pointer in existing.remarks
        }
        family = family_of(today, catalogue)
        leaving = [at for at, each in enumerate(configurations) if family_of(each, catalogue) != family]
        move = of.move()
        configurations = [move.added_to(each) if at in leaving else each for at, each in enumerate(configurations)]
        own |= move.remarks(leaving)
        found.findings.extend([move.finding()] if leaving else [])
    complete = plan.model_copy(update={"configurations": tuple(configurations), "remarks": plan.remarks | own})
    # Checked as any other plan: what was imported keeps its limits.
    return Plan.model_validate(complete.model_dump(mode="json", exclude_unset=True)), existing
