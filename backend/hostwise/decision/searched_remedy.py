"""What lets a plan be built where no change of one field does: the cheapest parts that the search finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.search.axes import Axis, Bound, NotSearchable, OptionError, alone, bind_axes, value_at
from hostwise.answers.search.short_lists import cheapest_first, short_lists
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision import TriedRemedy
from hostwise.decision.decision_messages import words
from hostwise.decision.remedies import able_of, tried
from hostwise.engine.space import NoStructure, SpaceNotSupported
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import MOST_CONFIGURATIONS, Plan, with_configurations

_MOST_TRIED = 24
"""Cheapest combinations of a configuration that are held against the requirements."""

_MOST_SEARCHED, _MOST_COMBINATIONS = 3, 100_000
"""Configurations that are searched, and combinations of all of them: nobody asked for it, so it must take little."""


def searched_remedy(plan: Plan, catalogue: Catalogue) -> TriedRemedy | None:
    """The cheapest parts of the first configuration that can be built with some, and meets all requirements.

    None where no parts of the short lists do, where they are too many for a search that nobody asked for, or where the
    plan is of a kind that is not searched.
    """
    if plan.policy.coverage_level is not None or plan.workload.events:
        return None
    left = _MOST_COMBINATIONS
    for place in range(min(len(plan.configurations), _MOST_SEARCHED)):
        # Hosts that are given are too few, or too many: they are sized.
        configuration = plan.configurations[place].model_copy(update={"hosts": None})
        sized = alone(plan, place).model_copy(update={"configurations": (configuration,)})
        axes = short_lists(sized, 0, catalogue)
        left -= prod(len(each.options) for each in axes)
        if left < 0:
            return None
        if (found := _of_one(plan, sized, place, axes, catalogue)) is not None:
            return found
    return None


def _of_one(plan: Plan, sized: Plan, place: int, axes: Sequence[Axis], catalogue: Catalogue) -> TriedRemedy | None:
    try:
        bound = bind_axes(sized, 0, axes, catalogue)
        # What none of the parts can mend is not tried.
        mends = all(each.values.any() for each in bound.relations.values())
        options = next(_qualifying(bound, catalogue), None) if mends else None
    except (NoStructure, NotSearchable, OptionError, PlanError, SpaceNotSupported):
        return None
    return None if options is None else tried(plan, _remedy(plan, place, axes, options), catalogue)


def _qualifying(bound: Bound, catalogue: Catalogue) -> Iterator[Sequence[int]]:
    """Combinations that can be built and meet all requirements once they are run as a plan is, the cheapest first."""
    found = cheapest_first(bound, _MOST_TRIED)
    while some := list(islice(found, MOST_CONFIGURATIONS)):
        configurations = tuple(
            Configuration.model_validate({**bound.configuration(options), "key": f"parts-{at}", "name": f"parts {at}"})
            for at, options in enumerate(some)
        )
        run = run_plan(with_configurations(bound.plan, configurations), catalogue)
        yield from (some[at] for at in able_of(run, catalogue))


def _remedy(plan: Plan, place: int, axes: Sequence[Axis], options: Sequence[int]) -> Remedy:
    """The change to a combination, in words only what differs from the configuration as it is."""
    at, edits, said = f"/configurations/{place}", [], []
    own = plan.configurations[place]
    if own.hosts is not None:
        edits.append(Edit(pointer=f"{at}/hosts", value=None))
    for axis, option in zip(axes, options, strict=True):
        changes = {
            pointer: value for pointer, value in axis.options[option].items() if value_at(own, pointer).value != value
        }
        if changes:
            edits += [Edit(pointer=f"{at}{pointer}", value=value) for pointer, value in changes.items()]
            said.append(words("remedy.part", axis=axis.name, option=axis.labels[option]))
    text = "; ".join(said) or words("remedy.size_hosts")
    return Remedy(
        label=text if len(plan.configurations) == 1 else words("remedy.parts", name=own.name, parts=text), edits=edits
    )
