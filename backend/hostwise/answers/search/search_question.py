"""What a search is asked: what may differ, how many combinations that is, and the limits that a form offers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Literal, get_args

from hostwise.answers.search.axes import Axis, NotSearchable
from hostwise.answers.search.choices import WrongChoice, axes_of, usual_choices
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.part_rules import all_vendors
from hostwise.answers.search.rejections import unit_of
from hostwise.answers.search.search_document import ChoiceOffered, FieldOffered, LimitOffered, SearchOffered
from hostwise.answers.search.search_messages import words
from hostwise.answers.search.totals import COST, MOST_WALKED
from hostwise.answers.simulations.simulations import usual_number
from hostwise.catalogue.loader import Catalogue
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
    return SearchOffered(
        configuration=asked.plan.configurations[place].key,
        choices=[
            ChoiceOffered(
                choice=choice.model_dump(mode="json", exclude_unset=True), name=axis.name, options=list(axis.labels)
            )
            for choice, axis in zip(choices, axes, strict=True)
        ],
        combinations=combinations,
        too_many=combinations > MOST_COMBINATIONS,
        text=_to_go_through(combinations),
        limits=[
            LimitOffered(quantity=name, end=end, label=words(code), unit=unit_of(name, asked.plan.economics.currency))
            for name, end, code in _LIMITS
            # One on the cost makes a table of all combinations.
            if name != COST or combinations <= MOST_WALKED
        ],
        fields=[
            each.model_copy(update={"options": all_vendors(catalogue)}) if each.field == "vendors" else each
            for each in _FIELDS
        ],
        simulations=_usual_simulations(asked.plan),
    )


def _to_go_through(combinations: int) -> str:
    if not combinations:
        return words("to_go_through.nothing")
    if combinations > MOST_COMBINATIONS:
        return words("to_go_through.too_many", combinations=combinations, most=MOST_COMBINATIONS)
    return words("to_go_through.all", combinations=combinations)


_LIMITS: Sequence[tuple[str, Literal["least", "most"], SearchCode]] = (
    (COST, "most", "limit.cluster_tco"),
    ("hosts", "most", "limit.hosts"),
    ("rack_units", "most", "limit.rack_units"),
    ("flash_life_years", "least", "limit.flash_life_years"),
)


_FIELDS: Sequence[FieldOffered] = (
    FieldOffered(field="largest_share_per_host", label=words("field.largest_share_per_host"), control="share"),
    FieldOffered(field="least_ghz", label=words("field.least_ghz"), control="number", unit="GHz"),
    FieldOffered(field="least_cores_per_socket", label=words("field.least_cores_per_socket"), control="number"),
    FieldOffered(field="vendors", label=words("field.vendors"), control="names"),
    FieldOffered(field="price_book_only", label=words("field.price_book_only"), control="flag"),
    FieldOffered(field="old_prices", label=words("field.old_prices"), control="flag"),
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
