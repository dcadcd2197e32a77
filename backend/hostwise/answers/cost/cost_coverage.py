"""Which costs apply to a configuration, and for which the plan has a figure: a line, a rate, or a confirmation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hostwise.answers.running.run import Run
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.cost_lines import CATEGORY_LABELS, CostCategory

Applies = Callable[[Run, int], bool]
HasFigure = Callable[[Run, int, Catalogue], bool]


def has_line(run: Run, place: int, category: CostCategory) -> bool:
    """Whether the plan has a line of a category for a configuration, or confirms that it costs nothing there."""
    economics, configuration = run.plan.economics, run.plan.configurations[place]
    lines = (*economics.cost_lines, *configuration.cost_lines)
    return category in (*economics.confirmed_none, *configuration.confirmed_none) or any(
        each.category is category for each in lines
    )


def keeps_hosts(run: Run, place: int) -> bool:
    """Whether the hosts are there already: their number is given, and none of their parts has a price."""
    return run.plan.configurations[place].hosts is not None and run.evaluation.value("hosts_capex", place) == 0


def keeps_array(run: Run, place: int) -> bool:
    """Whether the external array is there already: it has no price."""
    external = run.plan.configurations[place].layout is Layout.EXTERNAL
    return external and run.evaluation.value("array_price", place) == 0


def without_migration(run: Run, catalogue: Catalogue, candidates: Sequence[int]) -> bool:
    """Whether somebody has to move to another hypervisor, and the plan says of more than one what that costs: nothing.

    One family of hypervisors may be the one that runs today; where hosts are kept, it is theirs.
    """
    families: dict[str, list[int]] = {}
    for place in candidates:
        families.setdefault(family_of(run.plan.configurations[place], catalogue), []).append(place)
    unpaid = {
        family
        for family, places in families.items()
        if not all(has_line(run, each, CostCategory.MIGRATION) for each in places)
    }
    kept = {family for family, places in families.items() if any(keeps_hosts(run, each) for each in places)}
    if len(families) < 2:
        return False
    return bool(unpaid - kept) if kept else len(unpaid) > 1


def family_of(configuration: Configuration, catalogue: Catalogue) -> str:
    """The family of hypervisors that a configuration runs on."""
    return hypervisor_of(catalogue, configuration).family


@dataclass(frozen=True)
class SidedCost:
    """A cost that may have a figure for some configurations only: to whom it applies, and who has one."""

    words: str
    applies: Applies
    has_figure: HasFigure


def _with_administration(run: Run, place: int, _catalogue: Catalogue) -> bool:
    given = run.plan.economics.admin_hours_per_host_year is not None
    return given or has_line(run, place, CostCategory.ADMINISTRATION)


def _with_guests(run: Run, place: int, catalogue: Catalogue) -> bool:
    """A licence of its own, or one of the hosts that covers their guests."""
    configuration = run.plan.configurations[place]
    of_hosts = catalogue.licences.get(configuration.licence.key or "")
    covered = of_hosts is not None and of_hosts.covers_guest_os is not None
    return covered or configuration.guest_licence is not None


def _with_maintenance(run: Run, place: int, _catalogue: Catalogue) -> bool:
    """An amount for each host counts for kept hosts, too; 0 confirms that they cost nothing."""
    return run.plan.economics.support_price_per_host is not None or has_line(run, place, CostCategory.MAINTENANCE)


def _any_has_administration(run: Run, _place: int) -> bool:
    given = run.plan.economics.admin_hours_per_host_year is not None
    return given or any(
        has_line(run, each, CostCategory.ADMINISTRATION) for each in range(len(run.plan.configurations))
    )


def _any_licenses_guests(run: Run, _place: int) -> bool:
    return any(each.guest_licence is not None for each in run.plan.configurations)


KEPT_HOSTS = SidedCost("maintenance of the kept hosts", keeps_hosts, _with_maintenance)

SIDED_COSTS = (
    KEPT_HOSTS,
    SidedCost(
        "maintenance of the kept array",
        keeps_array,
        lambda run, place, _: has_line(run, place, CostCategory.EXTERNAL_ARRAY),
    ),
    SidedCost(
        "licences",
        lambda run, place: run.evaluation.value("licence_cost", place) == 0,
        lambda _run, _place, _catalogue: False,
    ),
    SidedCost("administration", _any_has_administration, _with_administration),
    SidedCost("licences of guests", _any_licenses_guests, _with_guests),
)
"""Costs that may stand on one side only."""

_WITH_A_MOVE = (CostCategory.MIGRATION, CostCategory.DOUBLE_RUNNING, CostCategory.TRAINING)
"""What moving to another hypervisor costs."""


def not_counted(run: Run, catalogue: Catalogue) -> list[str]:
    """What applies to a configuration at least, and has a figure for none: in words."""
    places = range(len(run.plan.configurations))
    families = {family_of(each, catalogue) for each in run.plan.configurations}
    found = [
        part.left_out or part.label
        for part in MODEL.purposes.cost_parts.values()
        if run.assumed(part.given_by) is not None and _arises(run, part.only_with)
    ]
    if len(families) > 1:
        found += [
            CATEGORY_LABELS[each].lower()
            for each in _WITH_A_MOVE
            if not any(has_line(run, place, each) for place in places)
        ]
    found += [
        each.words
        for each in SIDED_COSTS[:2]
        if any(each.applies(run, place) for place in places)
        and not any(each.has_figure(run, place, catalogue) for place in places if each.applies(run, place))
    ]
    return found


def _arises(run: Run, name: str | None) -> bool:
    values = (run.evaluation.value(name, place) for place in range(len(run.plan.configurations))) if name else ()
    return name is None or any((each or 0) > 0 for each in values)
