"""What an answer rests on and how sure it is: simulations in which the uncertain inputs differ."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Band, Input
from hostwise.plan.answers.text import MessageText

Strength = Literal["either", "clear", "leaning", "open", "none"]


class UncertainInput(Answer):
    """What is uncertain: values of one kind, such as prices of drives."""

    key: str
    name: str
    shape: Literal["factor", "points"] = Field(description="Whether low and high multiply the values or are added.")
    low: float = Field(description="At the 5th percentile.")
    high: float = Field(description="At the 95th percentile.")
    pointers: list[str] = Field(description="JSON pointers of the fields that it moves; some values have none.")
    source: str
    note: str


class Cover(Answer):
    """A number of hosts, and in how many simulations it is enough."""

    hosts: int
    share: float


class Level(Answer):
    """What a coverage level needs."""

    level: float | None = Field(description="As `coverage_level` of the policy has it; null is as entered.")
    label: str
    hosts: int
    final_hosts: int = Field(description="Hosts at the horizon, with those that are bought as the demand grows.")
    share: float = Field(description="Share of simulations that the hosts of the purchase cover at the sizing date.")
    cost: float | None = Field(description="Total cost until the horizon; null where it is not known.")
    dearer: float | None = Field(description="The cost over that as entered, less 1.")
    chosen: bool = Field(description="Whether the plan is sized so.")


class Outcome(Answer):
    """A configuration over all simulations."""

    key: str
    name: str
    is_lower_bound: bool = Field(
        description="Whether hosts and cost are lower bounds, because a limit is not evaluated and no hosts are given."
    )
    life_at_most: bool = Field(
        description="Whether the life is an upper bound, because that of other drives is not evaluated."
    )
    cost: Band = Field(
        description="Total cost until the horizon: `mid` of the plan as it is sized; `low` and `high` are the 5th and "
        "95th percentile of simulations, each with the hosts that it needs, at least those of the coverage level."
    )
    hosts: Band = Field(
        description="Hosts: `mid` of the plan as it is sized, `low` and `high` of what the simulations need."
    )
    life_years: Band = Field(
        description="Years until the first drives of known life wear out, as in the result of the plan: 5 %, 50 % and "
        "95 % of the uncertainty about the writes and the spread of drives; null is unlimited or not evaluated."
    )
    probability_worn: float | None = Field(
        description="Chance that these drives wear out before the horizon, with the same uncertainty; null where it is "
        "not evaluated."
    )
    hosts_now: int | None = Field(description="Hosts of the plan as it is sized.")
    probability_enough: float | None = Field(
        description="Share of simulations that these cover: in which every limit holds at the sizing date, with what "
        "is drawn known and no margin for it; null where a limit is not evaluated, or no number of hosts can be built."
    )
    coverage: MessageText | None = Field(
        None, description="The same in words, with what a coverage level of 49 of 50 needs."
    )
    coverage_text: str | None = Field(None, description="The coverage as it is read.")
    margin: MessageText | None = Field(
        None,
        description="Where the plan as sized costs other than most of its simulations: what half of them cost; "
        "null where it lies among them.",
    )
    margin_text: str | None = Field(None, description="The margin as it is read.")
    levels: list[Level] = Field(
        description="What each coverage level needs: as entered, 9 of 10 and 49 of 50 simulations; or nothing."
    )
    covers: list[Cover] = Field(description="Numbers of hosts from the least to the most that the simulations need.")
    badges: list[MessageText] = Field(
        description="What its figures rest on: list prices, rules that no source confirms."
    )
    probability_cheapest: float | None = Field(
        description="Share of simulations in which it is the cheapest feasible one; null where nothing can be compared."
    )
    regret: float | None = Field(description="What it costs more than the cheapest one of each simulation, on average.")


class InputSensitivity(Answer):
    """What one cause does to the comparison of the advised configuration with the runner-up, all others as they are."""

    cause: str = Field(description="Key of the cause.")
    name: str
    label: str = Field(description="The name without the configurations at its end.")
    configurations: list[str] = Field(description="Keys of those configurations; empty where it is of all, or of none.")
    pointers: list[str] = Field(
        description="JSON pointers of the fields that it moves; those without one are left out."
    )
    shape: Literal["factor", "points"] = Field(description="Whether low and high multiply the values or are added.")
    low: float = Field(description="At the 5th percentile of this cause.")
    high: float = Field(description="At the 95th percentile of this cause.")
    value: float | None = Field(
        description="The value that is multiplied or added to, where it is one, or several that are equal."
    )
    unit: str | None = Field(description="Unit of `value`; null where it has none, or there is no such value.")
    low_difference: float | None = Field(description="Cost of the advised one less that of the runner-up, at `low`.")
    high_difference: float | None = Field(description="The same at `high`.")
    low_cost: float | None = Field(description="Cost of the advised one at `low`.")
    high_cost: float | None = Field(description="Cost of the advised one at `high`.")
    break_even: float | None = Field(
        description="Factor, or points, at which both cost the same; null where the advice holds throughout."
    )
    turns_at: str | None = Field(description="The same as it is read: the value itself, where it is one value.")
    now: str | None = Field(description="What is entered or assumed now, where it is one value.")
    break_even_text: str | None = Field(description="Both in words.")


class UnknownPrice(Answer):
    """The one price that a configuration lacks, solved for."""

    configuration: str
    other: str = Field(description="Key of the cheapest configuration whose cost is known.")
    pointer: str = Field(description="JSON pointer of the field.")
    label: str
    price: float = Field(description="Price below which it is the cheaper one; 0 where it is not even then.")
    sentence: str
    text: MessageText = Field(description="The sentence in parts.")


class MoveByRule(Answer):
    """How long the move takes by one published rule."""

    key: str
    name: str
    months: float
    source: str
    note: str


class MoveTime(Answer):
    """How long the move takes: copying beside checks of each VM, of which the longer leads."""

    low: float = Field(description="Months, with the values of network, checks and people that make it shortest.")
    mid: float
    high: float
    leads: Literal["copying", "checks"] = Field(description="Which of both is the longer one at `mid`.")
    copying_months: float
    checking_months: float
    vms: float
    moved_gb: float
    rules: list[MoveByRule] = Field(description="The same VMs by published rules, the shortest first.")
    apart: float | None = Field(description="The longest of them over the shortest.")
    months_side_by_side: float | None = Field(
        description="Months of double running that the lines of it come to, by their last month, else by their amount."
    )
    sentence: str
    text: MessageText | None = Field(None, description="The sentences in parts.")


class PlatformMigration(Answer):
    """What leaving today's hypervisor may cost before it no longer pays, against the cheapest that stays."""

    stay: str = Field(description="Key of the cheapest configuration on today's hypervisor.")
    leave: str = Field(description="Key of the cheapest configuration on another one.")
    saves: float = Field(description="Cost of staying less that of leaving, as sized, with all lines entered.")
    migration_per_vm: float | None = Field(
        description="Amount for each VM of the month of the move, in place of lines for migration, at which both cost "
        "the same."
    )
    migration_entered_per_vm: float | None = Field(description="What the lines for migration come to for each VM.")
    months_side_by_side: float | None = Field(
        description="Months in which the staying cluster's running cost is paid besides, in place of lines for double "
        "running, at which both cost the same."
    )
    months_entered: float | None = Field(description="What the lines for double running come to in such months.")
    crossover_month: int | None = Field(
        None, description="Month from which leaving has cost less for good, by the cumulative sums; null is never."
    )
    crossover_text: str = Field("", description="The same in words.")
    crossover: MessageText | None = Field(None, description="The same in parts.")
    duration: MoveTime | None = Field(
        None, description="How long the move takes; null where the data or the VMs are not known."
    )
    sentence: str
    text: MessageText | None = Field(None, description="The sentence in parts; null where it is empty.")


class FieldSensitivity(Answer):
    """What one number of the plan does, moved by itself."""

    pointer: str = Field(description="JSON pointer of its field.")
    shape: Literal["factor", "points"] = Field(description="Whether low and high multiply the number or are added.")
    low: float = Field(description="The 5th percentile where the number is uncertain, else a tenth less.")
    high: float = Field(description="The 95th percentile where the number is uncertain, else a tenth more.")
    share: float = Field(description="Largest change of any configuration, as a share of its cost, or of its hosts.")
    low_costs: list[float | None] = Field(description="Cost of each configuration at `low`.")
    high_costs: list[float | None] = Field(description="Cost of each configuration at `high`.")


class Sensitivities(Answer):
    """The numbers of a plan by what they do to its answer."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str
    of: Literal["cost", "hosts"] = Field(description="What shares are of: hosts where no cost is known.")
    sensitivities: list[FieldSensitivity] = Field(description="Strongest first; inputs without effect are left out.")


class ValueSensitivity(Answer):
    """What one value behind a number does to it, moved by itself."""

    input: Input = Field(description="The value, with its unit, status and source.")
    moved: Literal["its range", "a tenth"] = Field(
        description="How far: from the 5th to the 95th percentile where it is uncertain, else by a tenth."
    )
    low: float = Field(description="The value at the low end.")
    high: float = Field(description="The value at the high end.")
    at_low: float | None = Field(description="The number at the low end; null where there is none.")
    at_high: float | None = Field(description="The number at the high end.")
    share: float | None = Field(
        description="The larger of both changes, as a share of the number; null where the number is 0 or both ends "
        "have none."
    )


class ValueSensitivities(Answer):
    """The values behind a number, by what they do to it."""

    configuration: str
    quantity: str
    failed_hosts: int = Field(description="Failed hosts in the case.")
    plan_hash: str
    engine_version: str
    catalogue_version: str
    value: float | None = Field(description="The number; without one there are no effects.")
    sensitivities: list[ValueSensitivity] = Field(description="Strongest first; inputs without effect are left out.")


class Index(Answer):
    """How much of the variance one cause has, with the digits that the error of the sample leaves."""

    cause: str = Field(description="Key of the cause.")
    name: str
    first_order: float = Field(description="Share of the variance by itself, never above the total one.")
    total_order: float = Field(description="Share of the variance together with others.")
    error: float = Field(description="Half the 90 % interval of the larger error of both.")


class Indices(Answer):
    """Sobol' indices of the cost of the advised configuration less that of the runner-up; without one, of its cost."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int
    points: int
    advised: str
    runner_up: str | None
    indices: list[Index] = Field(
        description="The largest total index first; empty where nothing varies, or some simulations have no cost."
    )
