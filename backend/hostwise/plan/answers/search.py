"""The answers of a search."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Value
from hostwise.plan.answers.text import Edit

RejectionKind = Literal["not_buildable", "limit", "hosts", "not_evaluated", "no_price"]

SearchEngine = Literal["all_combinations", "elimination"]


class OptionFound(Answer):
    """An option of a choice, and the best that is possible with it."""

    label: str
    edits: list[Edit] = Field(description="What it sets, by pointers into the plan.")
    feasible: int = Field(description="Combinations with it that are feasible.")
    best_cost: float | None = Field(description="Cost of the cheapest feasible one, before whole VMs are placed.")
    dearer: float | None = Field(description="That cost over the cheapest of all, less 1.")
    near: bool = Field(description="Whether an answer within the share that counts as equally good has it.")
    why_not: str | None = Field(description="What most combinations with it fail, where none is feasible.")


class ChoiceFound(Answer):
    """A choice: its options, and what all good answers have of them."""

    name: str
    options: list[OptionFound]
    shared: str = Field(description="What all answers within the share have in common here, as a sentence.")


class Hit(Answer):
    """A combination, evaluated by itself as a plan is."""

    labels: list[str] = Field(description="Its option of each choice.")
    edits: list[Edit] = Field(description="What makes the configuration of the plan it.")
    hosts: Value
    cost: Value
    life_years: Value
    wear_out_probability: Value
    dearer: float | None = Field(description="Its cost over the cheapest, less 1.")


class Rejection(Answer):
    """Combinations that fail for one reason, the first that speaks against each."""

    kind: RejectionKind
    code: str
    label: str
    count: int


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
    feasible: int = Field(description="Those that can be built, keep every limit, and have a price.")
    near: int = Field(description="Feasible ones whose cost is within the share of the cheapest.")
    within: float
    sentence: str
    best: list[Hit] = Field(description="The cheapest that also meet the plan's requirements, whole VMs placed.")
    missed: list[str] = Field(description="Cheaper ones that were evaluated and miss a requirement, with which.")
    front: list[Hit] = Field(description="Those to which none is preferable in cost, hosts and risk of wear together.")
    front_left_out: int = Field(description="Further ones of the front, dearer than these, which are not answered.")
    choices: list[ChoiceFound]
    rejected: list[Rejection] = Field(description="The most frequent first.")
    binding: dict[str, int] = Field(description="Feasible combinations by the limit that decides their hosts.")
