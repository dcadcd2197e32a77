"""The decision: what anybody reads first, whole, and made once. It has one shape in two phases.

As sized it is there at once; simulated it says how sure that is. The second phase fills what the first one leaves out,
and contradicts nothing of it: the lead, the saving, and the checks that stand there already stay.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.answers.uncertainty.uncertainty_document import (
    InputSensitivity,
    Outcome,
    PlatformMigration,
    Strength,
    UncertainInput,
    UnknownPrice,
)
from hostwise.decision.charts_document import Charts
from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.result import Band, FindingTopic, Result
from hostwise.plan.answers.text import Figure, MessageLine, MessageText, Remedy, Tone
from hostwise.plan.answers.told import Severity

Phase = Literal["sized", "simulated"]

DecisionState = Literal["compared", "alone", "open", "prices_missing", "none_qualifies", "cannot_be_built"]
"""Compared: several can be chosen; alone: only one. Open: a limit that can bind is not evaluated. Prices missing: no
cost is known. None qualifies: some can be built, all miss a requirement."""


@part
class NoteRow:
    """A line of the table of a note."""

    label: str
    configuration: Annotated[str | None, Field(description="Key of the configuration that it is about.")] = None
    cells: list[Figure]


@part
class Note:
    """What explains a number that is no quantity of the model, such as a difference or a share of simulations."""

    key: str
    title: str
    texts: list[MessageText]
    columns: Annotated[list[str], Field(description="Heads of the table: that of the labels, then of the cells.")]
    rows: list[NoteRow]


@part
class Tile:
    """A headline figure, with what it is made of."""

    key: Literal["hosts", "cost", "life", "win_share"]
    figure: Figure
    tone: Tone = "plain"
    label: Annotated[MessageLine, Field(description="What the figure is, behind it.")]
    lines: list[MessageLine]


@part
class LimitShare:
    """How much of the hosts of a configuration a limit takes."""

    label: str
    text: str
    share: float


@part
class DecisionRow:
    """A configuration: all its figures, or why it has none. Ranges and shares are those of simulations."""

    configuration: str
    name: str
    place: Annotated[int, Field(description="Its place in the plan, which gives it its mark.")]
    is_reference: bool
    admissible: bool
    exclusion: Annotated[str, Field(description="Why it takes part in no comparison; empty where it does.")]
    hosts: Figure | None
    cost: Figure | None
    against: Annotated[Figure | None, Field(description="Cost over that of the reference; null for that itself.")]
    life: Annotated[Figure | None, Field(description="Null where it has no flash.")]
    life_tone: Annotated[Tone, Field(description="Bad where it ends before the horizon.")] = "plain"
    life_range: Annotated[Figure | None, Field(description="With the uncertainty about writes and drives.")] = None
    worn: Annotated[Figure | None, Field(description="Chance that its flash wears out within the horizon.")]
    worn_tone: Annotated[Tone, Field(description="Bad where it is more than is accepted.")] = "plain"
    limit: Annotated[Figure | None, Field(description="What decides its hosts.")]
    limits: Annotated[
        list[LimitShare], Field(description="How much its limits take, the one that decides first; at most three.")
    ]
    lacks: Annotated[MessageLine | None, Field(description="Why it takes part in no comparison, or what it needs.")] = (
        None
    )
    hosts_range: Annotated[Figure | None, Field(description="90 % of simulations; null until then.")] = None
    hosts_ranged: Annotated[
        Figure | None, Field(description="Hosts with that range, for a single cell of a table.")
    ] = None
    cost_range: Annotated[Figure | None, Field(description="90 % of simulations; null until then.")] = None
    cost_low: float | None = None
    cost_high: float | None = None
    covers: Annotated[Figure | None, Field(description="Share of simulations in which its hosts are enough.")] = None
    cheapest: Annotated[Figure | None, Field(description="Share of simulations in which it is the cheapest.")] = None


@part
class LimitBar:
    """How much of its hosts a limit takes."""

    key: str
    label: str
    share: Annotated[float | None, Field(description="Used share, 0 to 1; null where a limit has no measure.")]
    figure: Figure
    binding: Annotated[bool, Field(description="Whether it decides; of several that do the first.")]


@part
class Saying:
    """A sentence, and the configurations of which it is true."""

    text: MessageText
    configurations: Annotated[list[str], Field(description="Their keys; empty where it is about the plan.")]
    pointers: Annotated[list[str], Field(description="JSON pointers of the fields that it is about.")]


@part
class Notice:
    """Something to check or to know, said once for all configurations that share it."""

    code: str
    severity: Severity
    topic: Annotated[FindingTopic | None, Field(description="What it is about; null where it is about the verdict.")]
    word: Annotated[str, Field(description="Its kind in a word.", examples=["Warning", "Prices"])]
    line: Annotated[MessageLine, Field(description="The first of `said`.")]
    said: Annotated[list[Saying], Field(description="Its sentences: one, or several where configurations differ.")]
    remedy: Annotated[Remedy | None, Field(description="One change for all of them, where there is one.")] = None
    action: Annotated[
        str,
        Field(
            description="Of a check, what to do next: the label of its remedy, or what to enter at its first pointer; "
            "empty where nothing can be entered."
        ),
    ] = ""


@part
class TriedRemedy:
    """A change of one click, tried: with it something can be built, or compared."""

    remedy: Remedy
    effect: Annotated[str, Field(description="What it leads to, in words; may be empty.")] = ""


@part
class LevelChoice:
    """A coverage level to choose, and what it needs."""

    level: Annotated[float | None, Field(description="As `coverage_level` of the policy has it; null is as entered.")]
    label: str
    chosen: bool
    hosts: Annotated[Figure | None, Field(description="Null until the simulations are done.")] = None
    dearer: Annotated[Figure | None, Field(description="Cost over that as entered.")] = None


@part
class Risk:
    """What may go wrong with a configuration, in a sentence."""

    configurations: Annotated[list[str], Field(description="Keys of the configurations concerned.")]
    text: MessageText


class Decision(Answer):
    """What is advised, how sure that is, what limits it, what would change it, and what to do next."""

    phase: Phase
    state: DecisionState
    currency: str
    horizon_years: int
    label: Annotated[str, Field(description="The verdict in a word or two; empty while it is being simulated.")]
    strength: Annotated[Strength | None, Field(description="The same as a code; null while it is being simulated.")]
    sentence: Annotated[
        MessageLine, Field(description="What to do, or why nothing can be said; the first line of every face.")
    ]
    detail: Annotated[MessageLine | None, Field(description="How sure that is, and what else differs.")] = None
    pending: Annotated[MessageLine | None, Field(description="What is computed meanwhile; null where nothing is.")] = (
        None
    )
    lead: Annotated[str | None, Field(description="Key of the configuration that tiles and limits are of.")]
    advised: Annotated[str | None, Field(description="Key of the configuration to take; null where none is advised.")]
    runner_up: Annotated[str | None, Field(description="Key of the configuration that the lead is compared with.")]
    reference: Annotated[
        str,
        Field(
            description="Key of the configuration that the differences in the rows refer to: that of the result, or "
            "the lead where that one cannot be built, or keeps hosts at a cost that nobody said."
        ),
    ]
    saving: Annotated[
        Figure | None, Field(description="What the lead costs over the runner-up, as a share; below 0 it is cheaper.")
    ]
    nearly_empty: Annotated[
        MessageLine | None, Field(description="That hardly anything of it is used, where that is so.")
    ]
    has_flash: bool
    tiles: list[Tile]
    rows: list[DecisionRow] = Field(description="The lead first, then the reference, then by cost.")
    limits: list[LimitBar] = Field(description="What limits the lead, the most used first.")
    levels: list[LevelChoice]
    break_evens_title: Annotated[str, Field(description="What `break_evens` are; empty while they are simulated.")] = ""
    break_evens: Annotated[
        list[MessageLine],
        Field(description="What would change the advice or, where nothing alone does, moves the cost most."),
    ]
    checks: list[Notice] = Field(description="What to check before it is relied on: the first of the one ranking.")
    notices: list[Notice] = Field(description="What is found besides, in the order of the same ranking.")
    risks: list[Risk] = Field(description="What may go wrong with the lead and the runner-up.")
    basis: list[MessageText] = Field(
        description="What it rests on: break-evens of moving and of unknown prices, simulations."
    )
    remedies: list[TriedRemedy]
    missing: list[str] = Field(description="JSON pointers of the first fields that keep it from comparing.")
    notes: list[Note]
    charts: Charts | None = Field(None, description="What is drawn; null if not asked for.")


class Decided(Result):
    """The answer to a plan, with the decision."""

    sentence: str = Field(description="The first sentence of the decision.")
    decision: Decision | None = Field(None, description="The decision as sized; null if not asked for.")


class Verdict(Answer):
    """What is advised, and how strongly."""

    strength: Strength = Field(
        description="Either where another one costs less than `materiality` more as sized. Else clear where the "
        "cheapest is so in 90 % of simulations, too, its drives last and nothing in `verdict_limits` is against it; "
        "leaning from 70 %; else open. None where a limit or a cost is not evaluated, or nothing can be built."
    )
    materiality: float = Field(description="Share of the cost below which configurations are not told apart by it.")
    near: list[str] = Field(description="The cheapest as sized, and all that cost less than `materiality` more.")
    verdict_limits: list[MessageText] = Field(
        description="What keeps it from being clear, although the simulations say so."
    )
    label: str = Field(description="The strength in words.")
    advised: str | None = Field(
        description="The configuration to take: the cheapest as sized; among near ones, the one with the better life, "
        "hosts or power."
    )
    runner_up: str | None = Field(description="The next cheapest as sized, with which it is compared.")
    suggested: list[str] = Field(
        description="The ones that will do, the advised one first: several where any of them will."
    )
    probability: float | None = Field(description="Share of simulations in which the advised one is the cheapest.")
    difference: Band = Field(
        description="Cost of the advised one less that of the runner-up: `mid` as sized, the ends of simulations."
    )
    sentence: str = Field(description="What to do.")
    detail: str = Field(description="How sure that is, and what else differs; may be empty.")
    text: MessageText = Field(description="The sentence in parts: names of configurations, and figures.")
    detail_text: MessageText = Field(description="The detail in parts.")
    missing: list[str] = Field(description="JSON pointers of the fields that keep it from being given.")
    not_counted: list[str] = Field(
        description="Costs that apply and for which no configuration has a figure: neither line nor confirmation."
    )
    unknown_prices: list[UnknownPrice] = Field(
        default_factory=list, description="For each configuration that lacks one price: below which it is the cheapest."
    )
    migration: PlatformMigration | None = Field(
        None, description="The break-evens of leaving, where some configurations stay on today's hypervisor."
    )
    remedies: list[Remedy] = Field(description="What would let it be given with one click.")


class Uncertainty(Answer):
    """How sure the answer to a plan is. The same plan, seed and versions give the same numbers."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    seed: int
    simulations: int
    currency: str
    verdict: Verdict
    configurations: list[Outcome]
    uncertain_inputs: list[UncertainInput]
    sensitivities: list[InputSensitivity] = Field(
        description="The strongest first; empty where there is nothing to compare."
    )
    values: int = Field(description="Values behind the answer.")
    uncertain_values: int = Field(description="Values among them that a cause moves.")
    decision: Decision = Field(description="The decision, simulated.")


class Evaluated(Decided):
    """The answer to a plan, with how sure it is where that is asked for."""

    uncertainty: Uncertainty | None = Field(None, description="Present where `include` names it.")
