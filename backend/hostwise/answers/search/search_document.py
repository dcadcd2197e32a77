"""The answers of a search."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.result import Value
from hostwise.plan.answers.text import Edit
from hostwise.plan.answers.told import Told
from hostwise.plan.search_document import SimulationCount

RejectionKind = Literal["not_buildable", "part", "requirement", "limit", "hosts", "not_evaluated", "no_price"]

SearchEngine = Literal["all_combinations", "elimination"]


class OptionFound(Answer):
    """An option of a choice, and the best that is possible with it."""

    label: str
    edits: list[Edit] = Field(description="What it sets, by pointers into the plan.")
    feasible: int = Field(description="Combinations with it that are feasible.")
    best_cost: float | None = Field(description="Cost of the cheapest feasible one.")
    placed: bool = Field(description="Whether that is after its whole VMs are placed; else it is by sums and bounds.")
    dearer: float | None = Field(description="That cost over the cheapest of all, of the same kind, less 1.")
    near: bool = Field(description="Whether an answer within the share that counts as equally good has it.")
    why_not: str | None = Field(description="What most combinations with it fail, where none is feasible.")


class ChoiceFound(Answer):
    """A choice: its options, and what all good answers have of them."""

    name: str
    options: list[OptionFound]
    shared: str = Field(description="What all answers within the share have in common here, as a sentence.")


class PriceAges(Answer):
    """How far the prices of an answer are to be trusted: a part with an old price looks better than it is."""

    oldest: str | None = Field(description="Date of the oldest price of its parts; null where none has a date.")
    part: str | None = Field(description="What has that price.")
    age_months: int | None = Field(description="Age of that price at the plan's price date, in months.")
    age: str = Field(description="The same in a few words.")
    undated: int = Field(description="Prices of its parts without a date.")
    illustrative: int = Field(description="Prices of its parts that are only illustrative.")
    text: str = Field(description="The same as a sentence.")


class Found(Answer):
    """A configuration, evaluated by itself as a plan is."""

    hosts: Value
    cost: Value
    life_years: Value
    wear_out_probability: Value
    prices: PriceAges


class Combination(Answer):
    """An option of each choice."""

    labels: list[str] = Field(description="Its option of each choice.")
    text: str = Field(description="The same in words.")
    edits: list[Edit] = Field(description="What makes the configuration of the plan it.")


class Hit(Found, Combination):
    """A combination, evaluated by itself as a plan is."""

    dearer: float | None = Field(description="Its cost over the cheapest, less 1.")
    against_plan: float | None = Field(description="Its cost over that of the configuration as it is, less 1.")


class OtherOption(Answer):
    """The cheapest combination that has another option of a choice than the cheapest of all."""

    choice: str = Field(description="Name of the choice.")
    hit: Hit | None = Field(description="The combination; null where no other option is feasible, or none was found.")
    text: str = Field(description="In what it differs from the cheapest, and by what cost.")


class Finalist(Combination):
    """One of the best combinations in the simulations of the plan: prices, demand and other doubtful values moved."""

    hosts: int = Field(description="Hosts as it is sized.")
    cost_low: float | None = Field(description="5th percentile of its cost.")
    cost_mid: float | None = Field(description="Median of its cost.")
    cost_high: float | None = Field(description="95th percentile of its cost.")
    enough: float = Field(description="Share of simulations in which the hosts that it is sized with are enough.")
    holds: float = Field(
        description="Share of simulations in which every limit holds, of the search and of the plan's requirements on "
        "hosts, cost, rack units and power, with as many hosts as each needs where none are given."
    )
    cost_at_level: float | None = Field(
        description="What it costs at most in the share `level` of simulations; null where its limits hold in fewer."
    )


class Finalists(Answer):
    """The best combinations in the same simulations, as the uncertainty about a plan has them."""

    simulations: int
    level: float = Field(description="Share of simulations that counts as sure.")
    best: int | None = Field(
        description="Place of the one that costs least at that level; null where the limits of none hold so often."
    )
    sentence: str
    finalists: list[Finalist] = Field(description="The cheapest first, then those with other options.")
    left_out: int = Field(description="Further ones that would take too long for a plan of this size.")


class NearestMiss(Combination):
    """Of the combinations that fail for a reason the one that lacks least; of several that the cheapest."""

    limit: str = Field(description="What it misses.")
    needed: float | None = Field(
        description="What it would need; null where nothing measures it: then it is an example."
    )
    available: float | None = Field(description="What it has.")
    unit: str = Field(description="Unit of both; empty for a number of things.")
    sentence: str


@part
class Rejection(Told):
    """Combinations that fail for one reason, the first that speaks against each."""

    kind: RejectionKind
    label: str
    count: int
    nearest: Annotated[NearestMiss | None, Field(description="The nearest of them; null where it was not looked for.")]
    near: Annotated[str, Field(description="How near the nearest comes, or that it was not looked for.")]
    text: Annotated[str, Field(description="How many, for what reason, and how near the nearest comes.")]


class SearchAnswer(Answer):
    """The best combinations, and why not the others.

    All combinations are looked at: none is sampled or left out.
    """

    configuration: str = Field(description="Key of the configuration that is varied.")
    currency: str
    combinations: int
    engine: SearchEngine = Field(
        description="Whether all combinations were computed, or choices eliminated one by one: the result is the same."
    )
    feasible: int = Field(
        description="Combinations that can be built, stay within every limit, meet the plan's requirements and have a "
        "price."
    )
    requirements_not_counted: list[str] = Field(
        description="Requirements that these counts and the costs of options leave out, since they are known one by "
        "one only: what is listed is held against them, too."
    )
    old_prices_left_out: int = Field(
        description="Parts that take no part for the kind or age of their price: see `old_prices` of the search."
    )
    old_parts: list[str] = Field(description="These parts by name.")
    near: int = Field(
        description="Feasible ones whose cost is within the share of the cheapest, before whole VMs are placed."
    )
    within: float
    sentence: str
    as_it_is: Found | None = Field(description="The configuration as the plan has it; null where it is mistaken.")
    best: list[Hit] = Field(description="The cheapest that also meet the plan's requirements, whole VMs placed.")
    others: list[OtherOption] = Field(
        description="For each choice with several options the cheapest that has another one than the cheapest of all."
    )
    missed: list[str] = Field(description="Cheaper ones that were evaluated and miss a requirement, with which.")
    front: list[Hit] = Field(description="Those to which none is preferable in cost, hosts and risk of wear together.")
    front_left_out: int = Field(description="Further ones of the front, dearer than these, which are not answered.")
    choices: list[ChoiceFound]
    rejected: list[Rejection] = Field(description="The most frequent first.")
    finalists: Finalists | None = Field(description="The best in simulations; null where they were not asked for.")
    binding: dict[str, int] = Field(description="Feasible combinations by the limit that decides their hosts.")


class ChoiceOffered(Answer):
    """What may differ in a search, before it begins."""

    choice: dict[str, Any] = Field(description="As `choices` of a search has it.")
    name: str
    options: list[str] = Field(description="Names of its options.")


class LimitOffered(Answer):
    """A limit that people set in a search; any other quantity of the whole cluster can have one, too."""

    quantity: str
    end: Literal["least", "most"]
    label: str
    unit: str = Field(description="Unit of the value; empty for a number of things.")


class FieldOffered(Answer):
    """A field of a search that a form asks for."""

    field: str = Field(description="Its name in the document of the search.")
    label: str
    control: Literal["number", "share", "flag", "names"]
    unit: str = Field("", description="Unit of a number; empty for a number of things.")
    options: list[str] = Field(default_factory=list, description="What names may be chosen from.")


class SearchOffered(Answer):
    """What a search would go through."""

    configuration: str = Field(description="Key of the configuration that is varied.")
    choices: list[ChoiceOffered]
    combinations: int
    too_many: bool = Field(description="Whether these are more than one request may have.")
    text: str = Field(description="How many combinations, and what to do where they are too many.")
    limits: list[LimitOffered]
    fields: list[FieldOffered] = Field(description="What else is asked.")
    simulations: SimulationCount = Field(
        description="In how many simulations the best of a plan of this size are usually tested."
    )
    platforms: dict[str, Any] | None = Field(
        None,
        description="A choice of all platforms that are compared, each with its usual licence and protection: it takes "
        "the place of one of the protection. Null where the configuration has disk groups or an array.",
    )
