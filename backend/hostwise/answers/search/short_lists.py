"""Short lists: the usual choices of a configuration without parts that an answer in a second can do without.

For proposals that nobody has asked to be exhaustive: the candidates of an estate, and the change that lets a plan be
built. A search that is asked for goes through all of the usual choices.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set

from hostwise.answers.search.axes import Axis, Bound, value_at
from hostwise.answers.search.choices import AS_IT_IS, axes_of, usual_choices
from hostwise.answers.search.part_rules import is_current
from hostwise.answers.search.totals import COST, MOST_WALKED
from hostwise.binding.indicative import drive_kind
from hostwise.binding.prices import is_priced_by_plan, prices_by_part, row_price
from hostwise.binding.stacks import protection_key, stack_of
from hostwise.catalogue.hardware import Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.space import Best, Structure, reduce
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan

PROCESSOR = "/cpu/key"
_DRIVES, _PROTECTION = ("/capacity/key", "/write_tier/key"), "/protection"
_KNOWN_COST = "known_parts_cost"


def short_lists(plan: Plan, place: int, catalogue: Catalogue) -> list[Axis]:
    """The usual choices of a configuration; of processors those with a price, and of drives one of each price.

    What it has comes first, as it is, so that it stays where others are no cheaper.
    """
    configuration = plan.configurations[place]
    axes = axes_of(usual_choices(plan, place, catalogue), configuration, catalogue)
    return [_shortened(each, plan, configuration, catalogue) for each in axes]


def cheapest_first(bound: Bound, most: int) -> Iterator[tuple[int, ...]]:
    """The options of the feasible combinations that can be built, the cheapest first.

    Where prices are missing, they come by what else they cost, after those whose cost is known. What none of the
    choices can mend is left to the findings of the plan.

    Args:
        bound: the configuration and its choices.
        most: how many are wanted at most.

    Raises:
        SpaceNotSupported: as the space does.
        NoStructure: there are too many to be computed one by one, and they do not fall apart into small tables.
    """
    space = bound.space([])
    limits = {name: (1.0, 1.0) for name, each in bound.relations.items() if each.values.any()}
    if space.points > MOST_WALKED:
        points, _ = Structure(space, COST, limits=limits).best(most)
    else:
        priced, known = (Best(name, most, limits=limits) for name in (COST, _KNOWN_COST))
        reduce(space, priced, known)
        points = list(dict.fromkeys([*priced.points, *known.points]))
    yield from (space.options(point) for point in points[:most])


def _shortened(axis: Axis, plan: Plan, configuration: Configuration, catalogue: Catalogue) -> Axis:
    pointer = next((each for each in (PROCESSOR, *_DRIVES, _PROTECTION) if each in axis.options[0]), None)
    if pointer is None:
        return axis
    given = value_at(configuration, pointer).value
    own = protection_key(plan, configuration, catalogue) if pointer == _PROTECTION else given
    keys = [each[pointer] for each in axis.options]
    current = is_current(plan, catalogue)
    priced = prices_by_part(plan).keys()
    if pointer == PROCESSOR:
        # What a processor without a price costs is not known.
        cpus = [catalogue.cpus[each] for each in keys]
        keys = [each.key for each in cpus if is_priced_by_plan(each, priced) or current(each)]
    elif pointer in _DRIVES:
        # Which drives a load needs that nobody knows cannot be said.
        known = all(each.iops_average is not None for each in plan.workload.groups)
        rows = [catalogue.drives[each] for each in keys if known]
        rows = [each for each in rows if _is_judged(each) and not _below_profile(each, configuration, catalogue)]
        rows = [each for each in rows if is_priced_by_plan(each, priced) or current(each)]
        keys = _of_each_price(rows, own, priced)
    others = [
        each
        for each in zip(axis.options, axis.labels, strict=True)
        if each[0][pointer] in keys and each[0][pointer] != own
    ]
    return Axis(axis.name, [{pointer: given}, *(each for each, _ in others)], [AS_IT_IS, *(each for _, each in others)])


def _is_judged(row: Drive) -> bool:
    """Whether it is known how fast a drive is written to and how long it lasts: the limits by them can be evaluated."""
    return row.seq_write_mb_s is not None and row.rated_dwpd is not None


def _below_profile(row: Drive, configuration: Configuration, catalogue: Catalogue) -> bool:
    """Whether the vendor's guide to the hardware of the storage asks for larger drives, or for more writes per day."""
    if not stack_of(catalogue, configuration).profiles:
        return False
    smallest = min(catalogue.ready_node_profiles.values(), key=lambda each: each.sort).key
    profile = catalogue.ready_node_profiles[configuration.ready_node_profile or smallest]
    return row.capacity_gb < (profile.drive_gb or 0) or (row.rated_dwpd or 0) < (profile.drive_dwpd or 0)


def _of_each_price(rows: Sequence[Drive], own: str | None, priced: Set[str]) -> list[str]:
    """Drives without a price of their own cost what their class does: the newest of a size will do."""
    kept: dict[Hashable, Drive] = {}
    for row in rows:
        has_own = is_priced_by_plan(row, priced) or row_price(row) is not None
        kind = row.key if has_own else (drive_kind(row), row.capacity_gb)
        known = kept.get(kind)
        if known is None or (known.key != own and (row.key == own or row.launch_year > known.launch_year)):
            kept[kind] = row
    return [each.key for each in kept.values()]
