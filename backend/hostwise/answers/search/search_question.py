"""What a search is asked: what may differ, how many combinations that is, and the limits that a form offers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Literal, get_args

from hostwise.answers.search.axes import Axis, NotSearchable
from hostwise.answers.search.choices import WrongChoice, axes_of, usual_choices
from hostwise.answers.search.part_rules import all_vendors
from hostwise.answers.search.rejections import unit_of
from hostwise.answers.search.search_document import ChoiceOffered, FieldOffered, LimitOffered, SearchOffered
from hostwise.answers.search.totals import COST, MOST_WALKED
from hostwise.answers.simulations.simulations import usual_number
from hostwise.catalogue.loader import Catalogue
from hostwise.number_format.writing import counted, fixed
from hostwise.plan.document import MOST_CONFIGURATIONS, Plan
from hostwise.plan.search_document import Search, SearchChoice, SimulationCount

MOST_COMBINATIONS = 200_000_000
"""Most combinations of one request: beyond some hundred thousand they are not computed one by one."""


def offered(asked: Search, catalogue: Catalogue) -> SearchOffered:
    """What a search would go through: its choices, or the usual ones of the configuration, and how many combinations.

    Raises:
        WrongChoice: a choice cannot be tried; its place is named.
        NotSearchable: the plan is of a kind that only single evaluations can answer.
    """
    place, choices, axes = begun(asked, catalogue)
    combinations = combinations_of(axes) if axes else 0
    too_many = combinations > MOST_COMBINATIONS
    most = f"; one search goes through {fixed(MOST_COMBINATIONS)}: remove a choice, or narrow one" if too_many else ""
    return SearchOffered(
        configuration=asked.plan.configurations[place].key,
        choices=[
            ChoiceOffered(
                choice=choice.model_dump(mode="json", exclude_unset=True), name=axis.name, options=list(axis.labels)
            )
            for choice, axis in zip(choices, axes, strict=True)
        ],
        combinations=combinations,
        too_many=too_many,
        text=f"{counted(combinations, 'combinations')}{most}." if axes else "Nothing varies yet: add a field.",
        limits=[
            LimitOffered(quantity=name, end=end, label=label, unit=unit_of(name, asked.plan.economics.currency))
            for name, end, label in _LIMITS
            # One on the cost makes a table of all combinations.
            if name != COST or combinations <= MOST_WALKED
        ],
        fields=[
            each.model_copy(update={"options": all_vendors(catalogue)}) if each.field == "vendors" else each
            for each in _FIELDS
        ],
        simulations=_usual_simulations(asked.plan),
    )


_LIMITS: Sequence[tuple[str, Literal["least", "most"], str]] = (
    (COST, "most", "Cost, at most"),
    ("hosts", "most", "Hosts, at most"),
    ("rack_units", "most", "Rack units, at most"),
    ("flash_life_years", "least", "Flash life, at least"),
)


_FIELDS: Sequence[FieldOffered] = (
    FieldOffered(field="largest_share_per_host", label="Estate lost with one host, at most", control="share"),
    FieldOffered(field="least_ghz", label="Base clock, at least", control="number", unit="GHz"),
    FieldOffered(field="least_cores_per_socket", label="Cores per processor, at least", control="number"),
    FieldOffered(field="vendors", label="Only parts by", control="names"),
    FieldOffered(field="price_book_only", label="Only parts in the price book", control="flag"),
    FieldOffered(field="old_prices", label="Include used, press and old prices", control="flag"),
)
"""What a search is asked beside choices and limits of quantities: each is a field of its document."""


def begun(asked: Search, catalogue: Catalogue) -> tuple[int, Sequence[SearchChoice], Sequence[Axis]]:
    """The place of the configuration, what may differ in it, and the same as axes.

    Raises:
        WrongChoice: a choice or a maker is unknown; its place is named.
        NotSearchable: the plan is of a kind that only single evaluations can answer.
    """
    plan, place = asked.plan, _place(asked)
    for at, name in enumerate(asked.vendors):
        if name not in (known := all_vendors(catalogue)):
            raise WrongChoice(f"/vendors/{at}", f"The catalogue has no maker {name!r}; it has {', '.join(known)}.")
    if plan.policy.coverage_level is not None:
        raise NotSearchable(
            "The plan is sized for a share of simulations: search as entered, and size the answer then.",
            "/policy/coverage_level",
        )
    if plan.workload.events:
        raise NotSearchable(
            "The plan has dated events, which a search does not look ahead to: search a copy of it without them, and "
            "try what is found in this plan.",
            "/workload/events",
        )
    if plan.configurations[place].hosts is not None:
        raise NotSearchable(
            "The number of hosts is given: leave it out, so that each combination is sized.",
            f"/configurations/{place}/hosts",
        )
    choices = asked.choices or usual_choices(plan, place, catalogue)
    return place, choices, axes_of(choices, plan.configurations[place], catalogue)


def _usual_simulations(plan: Plan) -> SimulationCount:
    """In how many simulations the best are tested where nobody says it: as many as a plan with all of them has."""
    number = usual_number(plan.model_copy(update={"configurations": plan.configurations[:1] * MOST_CONFIGURATIONS}))
    return next(each for each in get_args(SimulationCount) if each >= number)


def combinations_of(axes: Sequence[Axis]) -> int:
    """How many combinations there are."""
    return prod(len(axis.options) for axis in axes)


def _place(asked: Search) -> int:
    keys = [each.key for each in asked.plan.configurations]
    if asked.configuration is None:
        return 0
    if asked.configuration not in keys:
        raise WrongChoice(
            "/configuration", f"The plan has no configuration {asked.configuration!r}; it has {', '.join(keys)}."
        )
    return keys.index(asked.configuration)
