"""Answers reduced to what a language model reads well: figures with units and words, and what was left out."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any

from pydantic import Field

from hostwise.answers.reference.reference_document import CatalogueColumn, CatalogueTableKind
from hostwise.answers.search.search_document import Finalists, Hit, Rejection
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.decision.decision import DecisionState, Phase
from hostwise.engine.quantities import Kind
from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.operations import Citation
from hostwise.plan.answers.result import ExplanationSource, FindingTopic, InputStatus, Missing, QuantityState, Value
from hostwise.plan.answers.text import Remedy
from hostwise.plan.answers.told import Severity

LeftOut = Annotated[list[str], Field(description="What the full answer has besides, and how to ask for it.")]


@part
class BriefFinding:
    """Something to know about a result."""

    code: str
    severity: Severity
    topic: FindingTopic
    message: str
    configuration: str | None = None
    quantity: Annotated[str | None, Field(description="The quantity that it is about, for `explain`.")] = None
    pointer: Annotated[str | None, Field(description="JSON pointer of the plan's field to change.")] = None


@part
class BriefLimit:
    """A limit on the number of hosts."""

    label: str
    quantity: Annotated[str, Field(description="The quantity that explains it, for `explain`.")]
    hosts: Annotated[Value, Field(description="Hosts that it asks for, spare hosts contained.")]
    binding: Annotated[bool, Field(description="Whether it decides the hosts.")]


@part
class BriefReason:
    """Why a configuration cannot be built, or misses a requirement, and the change that helps."""

    message: str
    pointer: Annotated[str | None, Field(description="JSON pointer of the plan's field to change.")] = None
    remedy: Annotated[
        Remedy | None, Field(description="The change, for `changes`; null where no one field decides.")
    ] = None


class BriefConfiguration(Answer):
    """A candidate cluster of the plan."""

    key: str
    name: str
    feasible: bool = Field(description="Whether it can be built, and some or the given hosts are enough.")
    admissible: bool = Field(description="Whether it is feasible and meets every requirement of the plan.")
    is_lower_bound: bool = Field(description="Whether hosts and cost are lower bounds: a limit is not evaluated.")
    hosts_text: str = Field(description="The hosts in words: what decides them, and what is next.")
    limits: list[BriefLimit] = Field(description="The limits on its hosts, without those that do not apply.")
    reasons: list[BriefReason] = Field(description="Why it is not feasible, or which requirements it misses.")


@part
class BriefNumber:
    """One quantity of all configurations."""

    quantity: Annotated[str, Field(description="Its name, for `explain`.")]
    label: str
    meaning: str
    unit: Annotated[str, Field(description="Empty for a share: 0.2 is 20 %. Money is in the currency of the plan.")]
    values: Annotated[dict[str, Value], Field(description="By key of the configuration.")]


@part
class Shown:
    """A number as it is read, and itself."""

    text: str
    value: float | None
    quantity: Annotated[str | None, Field(description="The quantity that explains it, for `explain`.")] = None


@part
class BriefRow:
    """A configuration of the decision."""

    configuration: str
    name: str
    is_reference: bool
    admissible: bool
    hosts: Shown | None
    hosts_range: Annotated[str | None, Field(description="Hosts that 90 % of simulations need.")]
    cost: Annotated[Shown | None, Field(description="Total cost until the horizon.")]
    cost_low: Annotated[float | None, Field(description="5th percentile of the cost over the simulations.")]
    cost_high: Annotated[float | None, Field(description="95th percentile of it.")]
    against: Annotated[Shown | None, Field(description="Cost over that of the reference, as a share.")]
    life: Annotated[Shown | None, Field(description="Years until the first flash wears out; null without flash.")]
    worn: Annotated[Shown | None, Field(description="Chance that its flash wears out within the horizon.")]
    limit: Annotated[Shown | None, Field(description="What decides its hosts.")]
    cheapest: Annotated[float | None, Field(description="Share of simulations in which it is the cheapest.")]
    covers: Annotated[float | None, Field(description="Share of simulations that its hosts cover.")]
    lacks: Annotated[str | None, Field(description="Why it takes part in no comparison, or what it needs.")]


@part
class BriefBar:
    """How much of its hosts a limit takes."""

    label: str
    share: Annotated[float | None, Field(description="Used share, 0 to 1; null where the limit has no measure.")]
    text: str
    binding: bool


@part
class BriefCheck:
    """Something to check before the answer is relied on, or a change that was tried."""

    text: str
    remedy: Annotated[Remedy | None, Field(description="The change, for `changes`.")] = None


@part
class BriefRisk:
    """What may go wrong with some configurations."""

    configurations: Annotated[list[str], Field(description="Their keys.")]
    text: str


class BriefDecision(Answer):
    """The decision: what is advised, a row for each configuration, what limits, how sure, what would change it."""

    phase: Phase = Field(description="sized: as the plan is entered; simulated: with how sure that is.")
    state: DecisionState = Field(
        description="compared: several can be chosen; alone: only one; open: a limit is not evaluated; prices_missing; "
        "none_qualifies: all miss a requirement; cannot_be_built."
    )
    strength: Strength | None = Field(
        description="clear: the cheapest in 90 % of simulations, too, and nothing against it; leaning: from 70 %; "
        "open: less; either: another one costs hardly more; none: a limit or a cost is not evaluated, or nothing can "
        "be built. Null where it is not simulated."
    )
    label: str = Field(description="The same in words; empty where it is not simulated.")
    sentence: str = Field(description="What to do, or why nothing can be said.")
    detail: str = Field(description="How sure that is, and what else differs; may be empty.")
    lead: str | None = Field(description="Key of the configuration that is compared with the others.")
    advised: str | None = Field(description="Key of the configuration to take; null where none is advised.")
    runner_up: str | None = Field(description="Key of the configuration that the lead is compared with.")
    saving: float | None = Field(description="What the lead costs over the runner-up, as a share; below 0 is less.")
    rows: list[BriefRow] = Field(description="The lead first, then the reference, then by cost.")
    limits: list[BriefBar] = Field(description="What limits the lead, the most used first.")
    break_evens_title: str
    break_evens: list[str] = Field(description="What would change the advice, or moves the cost most.")
    checks: list[BriefCheck] = Field(description="What to check before it is relied on.")
    risks: list[BriefRisk] = Field(description="What may go wrong with the lead and the runner-up.")
    basis: list[str] = Field(description="What it rests on: simulations, break-evens of moving and unknown prices.")
    remedies: list[BriefCheck] = Field(description="Changes that were tried, where nothing can be built or compared.")
    missing: list[str] = Field(description="JSON pointers of the first fields that keep it from comparing.")


class BriefEvaluation(Answer):
    """The answer to a plan: the decision as sized, and any quantity of every configuration."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str = Field(description="ISO 4217 code of all money.")
    horizon_years: int = Field(description="Years over which cost and wear are counted.")
    reference: str = Field(description="Key of the configuration that differences refer to.")
    decision: BriefDecision
    configurations: list[BriefConfiguration]
    numbers: list[BriefNumber]
    missing: list[Missing] = Field(description="Fields that are missing, and the numbers that need them.")
    findings: list[BriefFinding] = Field(description="What to know; also what is assumed, illustrative or estimated.")
    left_out: LeftOut


class BriefComparison(Answer):
    """The decision on a plan, simulated."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str = Field(description="ISO 4217 code of all money.")
    horizon_years: int = Field(description="Years over which cost and wear are counted.")
    decision: BriefDecision
    not_counted: list[str] = Field(description="Costs that apply and for which the plan has no figure.")
    simulations: int = Field(description="How many simulations were simulated.")
    seed: int = Field(description="The same plan, seed and versions give the same numbers.")
    values: int = Field(description="Values behind the answer.")
    uncertain_values: int = Field(description="Values among them that the simulations move.")
    left_out: LeftOut


@part
class BriefInput:
    """A value behind a number."""

    quantity: str
    label: str
    unit: str
    value: float | None
    status: Annotated[
        InputStatus,
        Field(
            description="given: in the plan; imported; catalogue: from a datasheet or list; evidence: measured; "
            "assumed: by Hostwise, nobody confirmed it for this plan; illustrative: stands for a price that nobody "
            "quoted; missing."
        ),
    ]
    groups: Annotated[list[str], Field(description="Names of the VM groups that have it; empty for all of the plan.")]
    role: Annotated[str | None, Field(description="Role of the drives.")]
    pointer: Annotated[
        str | None, Field(description="JSON pointer of the plan's field that sets it, of groups the first.")
    ]
    source: str | None
    locator: str | None
    note: str | None
    date: str | None


@part
class BriefTerm:
    """A quantity that a formula uses."""

    quantity: Annotated[str, Field(description="Its name, for `explain`.")]
    label: str
    unit: str
    values: Annotated[list[float | None], Field(description="One, or one for each of `members`; null is unknown.")]
    members: Annotated[list[str] | None, Field(description="Names of the groups, years or months.")]
    is_input: bool


@part
class BriefPart:
    """A part of a number that is a sum."""

    label: str
    quantity: str | None
    value: Value
    arithmetic: str | None = None


@part
class BriefArithmetic:
    """A limit on the hosts with its arithmetic."""

    label: str
    quantity: str
    hosts: Value
    binding: bool
    words: str
    arithmetic: str | None


class BriefExplanation(Answer):
    """One number of a plan: its formula with the values, its inputs, and the sources."""

    configuration: str
    quantity: str
    failed_hosts: int = Field(description="Failed hosts in the explained case.")
    plan_hash: str
    engine_version: str
    catalogue_version: str
    label: str
    meaning: str
    unit: str = Field(description="Empty for a share: 0.2 is 20 %. Money is in the currency of the plan.")
    values: list[float | None] = Field(description="One, or one for each of `members`; null is unknown.")
    members: list[str] | None = Field(description="Names of the groups, years or months, where there are several.")
    states: list[QuantityState]
    kind: Kind | None = Field(description="What the value is worth: measured, derived, vendor-stated, assumed, entered")
    formula: str | None = Field(description="Null for an input.")
    formula_with_numbers: str | None
    terms: list[BriefTerm] = Field(description="What the formula uses; explain one of them to go further down.")
    parts: list[BriefPart] = Field(description="What it is the sum of, the largest first; empty where it is no sum.")
    limits: list[BriefArithmetic] = Field(description="For a number of hosts: the limits behind it; else empty.")
    validity: str | None = Field(description="Where the formula holds.")
    inputs: list[BriefInput] = Field(
        description="The values behind it down to the last one, those first that nobody has confirmed: missing, "
        "illustrative, assumed; without conventions and what does not apply."
    )
    inputs_left_out: int = Field(description="Number of further ones.")
    rests_on_assumptions: list[str] = Field(description="Labels of the assumed values that it depends on.")
    sources: list[ExplanationSource] = Field(description="The source of the formula, and those named by `inputs`.")
    left_out: LeftOut


@part
class BriefMistake:
    """A mistake in a plan."""

    pointer: Annotated[str, Field(description="JSON pointer of the field in the plan.")]
    code: str
    message: str
    hint: Annotated[str | None, Field(description="The probable intention.")] = None
    limit: Annotated[float | None, Field(description="The bound that the value breaks, if any.")] = None


class BriefAnswer(Answer):
    """The answer to a question, with its long lists cut."""

    question: str
    answer: dict[str, Any] = Field(description="The document of the answer, as the API has it.")
    left_out: LeftOut


class BriefCheckup(Answer):
    """Whether a plan is valid, and what to know about it."""

    valid: bool = Field(description="Whether it can be evaluated; even so nothing of it may be fit to be built.")
    problem: str | None = Field(description="What is wrong as a whole; null where nothing is.")
    errors: list[BriefMistake] = Field(description="Each mistake at its field; empty where it is valid.")
    errors_left_out: int = Field(description="Number of further mistakes.")
    plan_hash: str | None = Field(description="Null where it is not valid.")
    configurations: list[BriefConfiguration]
    missing: list[Missing] = Field(description="Fields that are missing, and the numbers that need them.")
    findings: list[BriefFinding] = Field(description="What to know; also what is assumed, illustrative or estimated.")


@part
class BriefCell:
    """What a row of the catalogue has in a column."""

    text: Annotated[str, Field(description="Empty where it is unknown.")]
    value: Annotated[float | None, Field(description="The number, in the unit of the column.")]
    note: Annotated[str, Field(description="Kind and date of a price.")] = ""


@part
class BriefCatalogueRow:
    """A row of the catalogue."""

    key: Annotated[str, Field(description="The key that plans use for it.")]
    name: str
    cells: Annotated[dict[str, BriefCell], Field(description="By key of the column; those that are known.")]
    sources: Annotated[list[str], Field(description="Keys of its sources.")]
    date: Annotated[str, Field(description="Date of the source.")]
    confidence: Annotated[str, Field(description="How far it is to be trusted.")]
    notes: str = field(default="")


class BriefCatalogue(Answer):
    """Rows of one kind of catalogue data."""

    version: str
    kind: str
    label: str
    kinds: list[CatalogueTableKind] = Field(description="All kinds.")
    columns: list[CatalogueColumn]
    found: int = Field(description="Rows that have the words and pass the filters.")
    rows: list[BriefCatalogueRow]
    sources: list[Citation] = Field(description="What these rows cite.")
    left_out: LeftOut


@part
class BriefOption:
    """An option of a choice of a search."""

    label: str
    dearer: Annotated[
        float | None,
        Field(description="The cheapest cluster with it over the cheapest of all, less 1; null if none is."),
    ]
    why_not: Annotated[str | None, Field(description="What most clusters with it fail, where none is feasible.")]


class BriefChoice(Answer):
    """A choice of a search: what good answers share, and its options, the cheapest first."""

    name: str
    shared: str
    options: list[BriefOption]


class BriefSearch(Answer):
    """The cheapest clusters of a search, and why not the others."""

    configuration: str
    currency: str
    combinations: int
    feasible: int
    near: int = Field(description="Feasible ones whose cost is within the share of the cheapest.")
    within: float
    sentence: str
    best: list[Hit] = Field(description="The cheapest, each evaluated by itself; `edits` are for `changes`.")
    others: list[str] = Field(description="For each choice the cheapest with another option, and by what cost.")
    missed: list[str] = Field(description="Cheaper ones that miss a requirement of the plan, with which.")
    choices: list[BriefChoice]
    rejected: list[Rejection]
    finalists: Finalists | None = Field(description="The best in simulations; null where they were not asked for.")
    left_out: LeftOut
