"""The result document: every number with its state and evidence."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from hostwise.engine.quantities import Kind
from hostwise.number_format.writing import Format
from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.told import Reason, Told


class QuantityState(StrEnum):
    """What a value is: a number, or why there is none.

    not_evaluated: an input is missing, and named. no_limit: the policy sets none. does_not_apply: not for this
    configuration. infeasible: no number of these hosts is enough. undefined: nothing divided by nothing, such as the
    I/O that a drive endures where there is no I/O. infinite: unlimited.
    """

    EVALUATED = "evaluated"
    NOT_EVALUATED = "not_evaluated"
    NO_LIMIT = "no_limit"
    DOES_NOT_APPLY = "does_not_apply"
    INFEASIBLE = "infeasible"
    UNDEFINED = "undefined"
    INFINITE = "infinite"


@part
class Value:
    """A number, or the reason why there is none; never a zero that stands for missing."""

    value: float | None
    state: QuantityState
    missing: Annotated[list[str], Field(description="JSON pointers of the missing fields; of many the first ones.")] = (
        field(default_factory=list)
    )


class FindingTopic(StrEnum):
    """What a finding is about, as people look for it."""

    HOSTS = "hosts"
    COST = "cost"
    PRICES = "prices"
    WEAR = "wear"
    WRITES = "writes"
    MEMORY = "memory"
    MACHINE = "machine"
    POWER = "power"
    STORAGE = "storage"
    WORKLOAD = "workload"


@part
class Finding(Told):
    """Something to know about a result."""

    topic: FindingTopic


class InputStatus(StrEnum):
    """Where the value of an input comes from."""

    GIVEN = "given"
    IMPORTED = "imported"
    CATALOGUE = "catalogue"
    EVIDENCE = "evidence"
    ASSUMED = "assumed"
    ILLUSTRATIVE = "illustrative"
    CONVENTION = "convention"
    MISSING = "missing"
    NOT_APPLICABLE = "not_applicable"
    NO_LIMIT = "no_limit"


@part
class Input:
    """One input of the model as it was used."""

    quantity: str
    label: str
    unit: str
    configuration: Annotated[str | None, Field(description="Key of the configuration; null if common to all.")]
    group: Annotated[str | None, Field(description="Name of the VM group, for an input of a group.")] = None
    role: Annotated[
        str | None, Field(description="Role of the drives, for an input of drives: write_tier, capacity and so on.")
    ] = None
    pointer: Annotated[str | None, Field(description="JSON pointer of the plan field, whether present or absent.")]
    value: float | None
    status: InputStatus
    kind: Annotated[Kind | None, Field(description="What the value is worth.")] = None
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    date: Annotated[str | None, Field(description="When the value held, where that is known: prices age.")] = None
    confidence: Annotated[str | None, Field(description="How far a price of the catalogue is to be trusted.")] = None


@part
class Price(Input):
    """A price behind the result, with its age."""

    age_months: Annotated[
        int | None,
        Field(description="Age in months relative to the plan's price date, a lower bound; null is unknown."),
    ]
    is_old: Annotated[bool, Field(description="Whether it is older than the plan accepts.")]


@part
class Exchange:
    """A rate by which catalogue prices were converted."""

    currency: Annotated[str, Field(description="ISO 4217 code of the currency of the prices.")]
    rate: Annotated[float, Field(description="Price of one unit of it in the plan's currency.")]
    date: Annotated[str, Field(description="When the rate held.")]
    source: Annotated[str | None, Field(description="Who published the rate.")] = None
    age_months: Annotated[int | None, Field(description="Age relative to the plan's price date; null is unknown.")] = (
        None
    )
    is_old: Annotated[bool, Field(description="Whether it is older than the plan accepts of a price.")] = False


class Prices(Answer):
    """The prices behind the result; without those that are replaced or 0."""

    priced_on: str | None = Field(description="The plan's price date: as given, else that of its newest price.")
    age_limit_months: int = Field(description="Age beyond which a price is called old.")
    used: list[Price] = Field(description="Empty if not asked for.")
    exchange_rates: list[Exchange] = Field(
        default_factory=list, description="Rates of the plan by which prices of the catalogue are converted."
    )


@part
class Missing(Told):
    """A missing field that a number needs."""

    pointer: Annotated[str, Field(description="JSON pointer of the field to enter.")]
    label: str
    leaves_out: Annotated[list[str], Field(description="Labels of the numbers that need this input.")]


@part
class Constraint:
    """One constraint on the number of hosts."""

    key: str
    label: str
    quantity: str
    hosts: Value
    spare_hosts: Annotated[int, Field(description="Spare hosts contained in `hosts`.")]
    slack_quantity: str | None
    slack_share: Annotated[
        Value | None, Field(description="How much the demand may grow before it needs another host.")
    ]
    binding: bool
    runner_up: bool
    satisfied: Annotated[
        bool | None, Field(description="Whether the cluster's hosts are enough; null if not evaluated.")
    ]
    undecided: Annotated[bool, Field(description="Whether it is not evaluated and could ask for more hosts.")]


@part
class RemainingConstraint:
    """What remains of one constraint on the hosts that run."""

    key: str
    label: str
    hosts: Annotated[
        float | None, Field(description="Hosts that it needs running; null if not evaluated, or if none suffice.")
    ]
    slack_quantity: str | None
    slack_share: Annotated[Value | None, Field(description="How much the demand may grow on the hosts that run.")]
    satisfied: Annotated[
        bool | None, Field(description="Whether the hosts that run are enough; null if not evaluated.")
    ]
    must_hold: Annotated[bool, Field(description="Whether the plan must keep to it in this case.")]


@part
class FailureCase:
    """All constraints with some hosts failed."""

    failed_hosts: int
    label: Annotated[
        str, Field(description="The case in words.", examples=["all hosts running", "1 host down (the spares)"])
    ]
    constraints: list[RemainingConstraint]


@part
class CostPart:
    """One category of the cost until the horizon."""

    key: str
    label: str
    quantity: str
    amount: Value
    counted: Annotated[bool, Field(description="Whether the plan says what it costs; if not, 0 stands for it.")]


@part
class CostLineSum:
    """The cost lines of one category until the horizon; together they are the part of the cost `lines`."""

    category: str
    label: str
    amount: float


@part
class YearFlow:
    """Cash flow of one year."""

    year: int
    amount: Value
    cumulative: Value


class MonthlyFlow(Answer):
    """Cash flow by month; all lists are equally long, month 0 is the purchase, null is not evaluated."""

    months: list[int]
    hosts: list[float | None] = Field(description="Hosts of the cluster.")
    amounts: list[float | None] = Field(description="Cash flow of the month.")
    cumulative: list[float | None] = Field(description="Cumulative cash flow at the end of the month.")
    parts: dict[str, list[float | None]] = Field(description="The amounts by key of the cost parts, which sum to them.")


@part
class Expansion:
    """Hosts bought after the purchase because the demand has grown."""

    month: int
    hosts: Annotated[float, Field(description="Hosts bought in the month.")]
    total_hosts: Annotated[float, Field(description="Hosts of the cluster from then on.")]


@part
class YearSaving:
    """Savings of one year against the alternative; below 0 it costs more."""

    year: int
    amount: Value
    cumulative: Value


class Finance(Answer):
    """The configuration against an alternative: payments discounted from their month, before taxes."""

    against: str | None = Field(description="Key of the configuration compared with; null is the existing cluster.")
    against_name: str
    npv: Value = Field(description="What it saves until the horizon in today's money; below 0 it costs more.")
    internal_rate: Value = Field(
        description="Yearly rate at which both cost the same in today's money; undefined if there is none or several."
    )
    payback_years: Value = Field(
        description="Years after which it has cost less for good; 0 is from the beginning, infinite is never."
    )
    discounted_payback_years: Value = Field(description="The same in today's money.")
    savings: list[YearSaving] = Field(description="Empty if one of both is not feasible.")
    text: str = Field(description="Whether it pays and when, in words.")


class Crossover(Answer):
    """When the cumulative cost of a configuration falls below that of the reference for good, or rises above it."""

    against: str = Field(description="Key of the reference.")
    less: bool = Field(description="Whether it has cost less than the reference at the horizon.")
    month: int | None = Field(
        description="First month from which that holds until the horizon; 0 is from the purchase on, null is where the "
        "cumulative cost never falls below that of the reference."
    )
    year: int | None = Field(description="The year of the plan that this month is in.")
    text: str = Field(description="The same in words.")


@part
class BookYear:
    """Book value of hardware at the end of one year; a view that changes no cost."""

    year: int
    depreciation: Value
    book_value: Value


@part
class CarbonPart:
    """One category of the carbon until the horizon."""

    key: str
    label: str
    quantity: str
    kgco2e: Value


@part
class Band:
    """A central value with the range that holds it with 90 % probability."""

    low: float | None
    mid: float | None
    high: float | None


RequirementKey = Literal[
    "sound",
    "hosts_lost",
    "site_lost",
    "heals",
    "rpo_minutes",
    "min_hosts",
    "max_hosts",
    "budget",
    "rack_units",
    "power_kw",
    "snapshots",
    "live_migration",
    "vgpu",
]


@part
class UnmetRequirement(Told):
    """A requirement of the plan that a configuration misses, or of which nobody knows whether it meets it."""

    requirement: RequirementKey
    label: Annotated[str, Field(description="The requirement in words.")]
    known: Annotated[bool, Field(description="Whether it is missed; false where that is not known.")]
    required: Annotated[float | None, Field(description="What is required, in the unit; null where it is a feature.")]
    available: Annotated[float | None, Field(description="What there is, in the unit; null where unknown.")]
    unit: str


class ConfigurationResult(Answer):
    """All answers for one configuration."""

    key: str
    name: str
    feasible: bool = Field(description="Whether it can be built, and some or the given hosts are enough.")
    buildable: bool = Field(
        description="Whether licence, hypervisor, storage and hardware belong together; if not, it is not feasible."
    )
    admissible: bool = Field(
        description="Whether it takes part in the comparison: it is feasible, and meets every requirement of the plan."
    )
    exclusion: str = Field(
        description="Why it takes part in no comparison, as it follows its name; empty where it does.",
        examples=["misses a requirement"],
    )
    unmet_requirements: list[UnmetRequirement] = Field(
        description="Requirements of the plan that it misses, or may miss; first, as `sound`, that its numbers do not "
        "contradict each other, which is a defect of the program."
    )
    reasons: list[Reason] = Field(description="Why it is not feasible, and the nearest change that helps.")
    hosts: Value
    hosts_with_growth: Value = Field(description="Hosts for the demand at the horizon.")
    is_lower_bound: bool = Field(
        description="Whether hosts and cost are lower bounds, because a constraint is undecided and no hosts are given."
    )
    hosts_text: str = Field(
        description="The hosts in words.", examples=["12 hosts = 11 for CPU cores + 1 spare; memory is next: 11"]
    )
    hosts_reason: str = Field(
        description="The same where the number stands already.",
        examples=["11 for CPU cores + 1 spare; memory is next: 11"],
    )
    constraints: list[Constraint]
    failure_cases: list[FailureCase] = Field(
        description="What remains of every constraint: with all hosts running, and with the spare hosts, one at least, "
        "failed, if any host is left. Empty if not asked for."
    )
    quantities: dict[str, Value] = Field(
        description="Quantities by name: the requested ones and, with the decision, the ones that its figures open. "
        "Quantities by role, group or month are in `/explain`."
    )
    cost_parts: list[CostPart]
    cost_lines: list[CostLineSum] = Field(description="The part `lines` by category.")
    cash_flow: list[YearFlow]
    monthly: MonthlyFlow = Field(description="Without months if not asked for.")
    expansion: list[Expansion] = Field(description="Hosts bought later, with the month; empty where none are.")
    finance: Finance | None = Field(description="Against what it is compared with; null for that itself.")
    crossover: Crossover | None = Field(
        None, description="Against the reference; null for that itself, and where both cannot be compared."
    )
    depreciation: list[BookYear] = Field(description="Empty where the plan does not say over how many years.")
    carbon_parts: list[CarbonPart]
    life_years: Band = Field(
        description="Years until the first drives of known life wear out: 5 %, 50 % and 95 % of the uncertainty of the "
        "writes."
    )
    endurance_class: str | None
    first_worn_drives: str | None = Field(
        description="The drives that wear out first, in words, those of unknown life left aside; null if none is known."
    )
    findings: list[Finding] = Field(description="Empty if not asked for.")


@part
class Cell:
    """One number of the comparison."""

    configuration: str
    value: Value
    failed_hosts: Annotated[int, Field(description="Failed hosts of the configuration in the case of the row.")] = 0
    text: Annotated[str | None, Field(description="What to write in place of the number, where words say more.")] = None
    note: str | None = None
    best: bool = False
    difference: Annotated[float | None, Field(description="Value minus the reference's, in the row's unit.")] = None
    difference_share: Annotated[float | None, Field(description="Difference as a share of the reference's value.")] = (
        None
    )


@part
class Row:
    """One line of the comparison."""

    key: Annotated[
        str, Field(description="Unique among the rows: the quantity, and the failure case where it is not 0.")
    ]
    section: str
    quantity: str
    failed_hosts: Annotated[
        int, Field(description="Failed hosts in the case of the row; where configurations differ, the most.")
    ] = 0
    label: str
    meaning: str
    unit: str
    format: Format
    better: Literal["lower", "higher"] | None
    cells: list[Cell]


class Result(Answer):
    """The answer to a plan. The same plan and versions give the same bytes."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int | None = Field(None, description="Seed of sampled results; null where nothing is sampled.")
    unit_convention: str
    currency: str
    horizon_years: int
    reference: str = Field(description="Key of the configuration that differences refer to.")
    configurations: list[ConfigurationResult]
    rows: list[Row] = Field(description="The comparison as a table; empty if not asked for.")
    inputs: list[Input] = Field(
        description="Where each input's value comes from; of many VM groups the first ones. Empty if not asked for."
    )
    inputs_left_out: int = Field(0, description="Number of inputs of further VM groups, which are not listed.")
    prices: Prices
    missing: list[Missing]
    findings: list[Finding] = Field(
        description="Findings of the plan and of all configurations; empty if not asked for."
    )


class ExplanationSource(Answer):
    """A source with its full citation."""

    key: str
    citation: str
    url: str | None = Field(None, description="Address, where there is a stable one.")
    locator: str | None


class ExplanationLimit(Answer):
    """A constraint on the number of hosts, with its arithmetic."""

    key: str
    label: str
    quantity: str = Field(description="The quantity that explains it further.")
    hosts: Value
    binding: bool
    words: str = Field(
        description="What is divided by what.", examples=["cores asked for / cores for VMs per host, rounded up"]
    )
    demand: str | None = Field(
        description="What is divided, as it comes about, where it is one quantity with parts.",
        examples=["physical cores asked for: applications 120 + databases 34 = 154 cores"],
    )
    arithmetic: str | None = Field(
        description="The same with numbers; null if not evaluated.",
        examples=["154 cores / 32 cores/host = 4.8125, rounded up 5, + 1 spare host = 6"],
    )


class ExplanationPart(Answer):
    """A part of a number that is a sum."""

    label: str
    quantity: str | None = Field(description="The quantity that explains it further; null where none does alone.")
    value: Value
    arithmetic: str | None = Field(
        description="How it is computed, with numbers, where it is no quantity of its own.",
        examples=["8 hosts \u00d7 2 sockets \u00d7 3,694 USD"],
    )


class ExplanationStep(Answer):
    """A step to a number, as arithmetic that a reader can repeat."""

    label: str
    arithmetic: str = Field(description="How it follows from the step before, in words and numbers; may be empty.")
    value: float
    unit: str
    quantity: str | None = Field(description="The quantity that explains it further; null where none does.")
    pointer: str | None = Field(
        None, description="JSON pointer of the part that could be another one, such as a drive."
    )


class ExplanationNode(Answer):
    """One quantity of an explanation; follow `inputs` further down until nodes of kind input."""

    quantity: str
    label: str
    meaning: str
    unit: str
    values: list[float | None] = Field(description="One value, or one for each group, year or month; null is unknown.")
    members: list[str] | None = Field(description="Names of the groups, years or months, where there are several.")
    states: list[QuantityState]
    is_input: bool
    kind: Kind | None = Field(
        description="What the value is worth: measured, derived, vendor-stated, assumed, entered."
    )
    latex: str | None
    latex_with_numbers: str | None
    text: str | None
    text_with_numbers: str | None
    inputs: list[str]
    steps: list[ExplanationStep] = Field(
        default_factory=list, description="The steps to it, where a reader can repeat them; of the life of drives."
    )
    parts: list[ExplanationPart] = Field(
        description="What it is the sum of, the largest first, years in their order; without those of 0, and empty "
        "where it is no sum of several. Of more than 100 the smallest are one part."
    )
    limits: list[ExplanationLimit] = Field(
        description="For a number of hosts: the constraints behind it with their arithmetic, the binding one first; "
        "else empty."
    )
    validity: str | None
    source: ExplanationSource | None
    provenance: list[Input] = Field(
        description="For an input: where its values come from; of many VM groups the first ones."
    )
    provenance_sources: list[ExplanationSource] = Field(description="The sources named in the provenance, in full.")
    rests_on_assumptions: list[str] = Field(description="Labels of the assumed inputs that it depends on.")
    findings: list[Finding]


class Explanation(Answer):
    """The explanation of a number: the requested quantity first, then all its inputs."""

    configuration: str
    quantity: str
    failed_hosts: int = Field(description="Failed hosts in the explained case.")
    plan_hash: str
    engine_version: str
    catalogue_version: str
    nodes: list[ExplanationNode]
