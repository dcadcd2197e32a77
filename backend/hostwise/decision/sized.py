"""The decision as a plan is sized: what is known before anything is simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hostwise.answers.evaluation.configuration_figures import LIFE, MISSING
from hostwise.answers.evaluation.order import (
    COST,
    Order,
    candidates_of,
    compared_with,
    lacking_of,
    materiality_of,
    taken_in,
)
from hostwise.answers.running.coverage_level import LEVELS, level_words
from hostwise.answers.running.run import Run
from hostwise.answers.running.wear_limit import accepted_chance
from hostwise.answers.simulations.simulations import usual_number
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.answers.wording.figures import key_at, line, of_note, opening
from hostwise.answers.wording.sentences import Phrase
from hostwise.answers.wording.words import listed
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.cap import Cap
from hostwise.decision.caps import holding
from hostwise.decision.catalogue_prices import FromCatalogue, from_catalogue
from hostwise.decision.checks import FIRST_CHECKS, MOST_CHECKS, VERDICT, notes_of, picked, ranked
from hostwise.decision.decision import Decision, DecisionState, LevelChoice, TriedRemedy
from hostwise.decision.exclusion_words import (
    against_each,
    alone_words,
    io_missing_words,
    missing_words,
    nothing_left,
)
from hostwise.decision.io_words import about_io
from hostwise.decision.remedies import remedies_of, smaller_ones
from hostwise.decision.risks import wear_risks
from hostwise.decision.rows import limit_bars, rows_of
from hostwise.decision.sized_notes import (
    SIMULATIONS,
    against_notes,
    missing_notes,
    no_flash_notes,
    simulations_note,
    sized_verdict_note,
)
from hostwise.decision.tiles import tiles_of
from hostwise.decision.verdict_words import (
    ALONE,
    CANNOT,
    LABELS,
    NO_COST,
    NONE_QUALIFIES,
    Said,
    Words,
    about,
    saving_of,
    with_those_out,
)
from hostwise.numerals.writing import fixed
from hostwise.plan.answers.result import ConfigurationResult, Finding, Result, State
from hostwise.plan.answers.text import Figure, Line, Name, Part, Text, Why

_SENTENCE_LIMIT, _MOST_FIELDS = 3, 20

_LABELS: Mapping[DecisionState, str] = {
    "compared": "",
    "alone": ALONE,
    "open": LABELS["open"],
    "prices_missing": NO_COST,
    "none_qualifies": NONE_QUALIFIES,
    "cannot_be_built": CANNOT,
}


@dataclass(frozen=True)
class Choice:
    """What can be chosen, in which order, which one to take, and what holds the verdict down."""

    order: Order
    said: Said

    @property
    def taken(self) -> int:
        """The place of the one to take."""
        return self.said.taken.place

    @property
    def other(self) -> int | None:
        """The place of the configuration that it is compared with."""
        return compared_with(self.order, self.taken)


def choice_of(
    run: Run, catalogue: Catalogue, results: Sequence[ConfigurationResult], caps: Sequence[Cap] | None = None
) -> Choice | None:
    """What can be chosen; None where nothing is compared.

    Args:
        run: the run of the plan.
        catalogue: the catalogue.
        results: its configurations.
        caps: what holds the verdict down; by default as far as that takes no further runs.
    """
    if state_of(results) not in ("compared", "alone"):
        return None
    candidates = candidates_of(results)
    cost = {place: run.evaluation.value(COST, place) for place in candidates}
    order = Order(candidates, cost, materiality_of(run.plan, catalogue))
    share = run.plan.policy.coverage_level
    said = Said(
        configurations=[Name(configuration=each.key, text=each.name) for each in results],
        order=order,
        taken=taken_in(run, order),
        caps=holding(run, results, catalogue, order, rules=False) if caps is None else caps,
        sized="as entered" if share is None else f"at {level_words(share)}",
        alone=alone_words(run, order.best, results[order.best], accepted_chance(run.plan, catalogue)),
        about_io=about_io(run.plan, catalogue),
    )
    return Choice(order, said)


def state_of(results: Sequence[ConfigurationResult]) -> DecisionState:
    """Whether configurations are compared, and if not why."""
    lacking, candidates = lacking_of(results), candidates_of(results)
    if lacking.limits:
        return "open"
    if lacking.costs:
        return "prices_missing"
    if not candidates:
        return "none_qualifies" if any(each.feasible for each in results) else "cannot_be_built"
    return "compared" if len(candidates) > 1 else "alone"


def sized_decision(run: Run, catalogue: Catalogue, result: Result) -> Decision:
    """The decision on a run.

    Args:
        run: the run of the plan.
        catalogue: the catalogue.
        result: its answer, with the quantities of the first figures.
    """
    results, findings, missing = result.configurations, result.findings, result.missing
    base = next(place for place, each in enumerate(results) if each.key == result.reference)
    state, choice = state_of(results), choice_of(run, catalogue, results)
    lead = _lead(results) if choice is None else choice.taken
    has_flash = any(each.quantities[LIFE].state is not State.DOES_NOT_APPLY for each in results)
    empty = _nearly_empty(findings, lead, run)
    remedies = remedies_of(run, catalogue, results, findings, state)
    offer = _offer(run, catalogue, result, state)
    if offer is not None:
        remedies = [] if offer.tried_remedy is None else [offer.tried_remedy]
    if empty is not None and choice is not None:
        remedies = smaller_ones(run, catalogue, choice.order.cost[choice.order.best])
    caps, key = ([] if choice is None else choice.said.caps), (None if lead is None else key_at(run, lead))
    notices = ranked(run, catalogue, result, caps, key)
    most = MOST_CHECKS if choice is None else FIRST_CHECKS
    checks, others = picked(notices, {each.remedy.label for each in remedies}, most)
    words = None if choice is None else choice.said.words(None)
    io = about_io(run.plan, catalogue) if choice is None else choice.said.about_io
    saving = None if choice is None else saving_of(choice.order, choice.taken)
    return Decision(
        phase="sized",
        state=state,
        currency=run.plan.economics.currency,
        horizon_years=run.plan.economics.horizon_years,
        label=_LABELS[state] if words is None else words.label,
        strength=_strength(state, choice),
        sentence=_why_none(result, state, offer) if words is None else _line(words),
        detail=_detail(words, results, io),
        pending=None if choice is None else _waiting(run),
        lead=key,
        advised=None,
        runner_up=None if choice is None or choice.other is None else key_at(run, choice.other),
        reference=result.reference,
        saving=None if saving is None else Figure(name="saving", text=str(about(saving)), value=saving),
        nearly_empty=empty,
        has_flash=has_flash,
        tiles=[] if lead is None else tiles_of(run, lead, results[lead], catalogue, has_flash),
        rows=rows_of(run, catalogue, results, lead, base),
        limits=[] if lead is None else limit_bars(run, lead, results[lead]),
        levels=_levels(run),
        break_evens=[],
        checks=checks,
        notices=others,
        risks=wear_risks(run, results, lead, None if choice is None else choice.other),
        basis=[],
        remedies=remedies,
        missing=_fields(results, remedies),
        notes=[
            *([] if choice is None or words is None else [sized_verdict_note(choice.order, words, results)]),
            *([] if choice is None else [simulations_note(usual_number(run.plan))]),
            *against_notes(run, results, base),
            *missing_notes(missing, offer),
            *no_flash_notes(results),
            *notes_of(notices),
        ],
    )


def _lead(results: Sequence[ConfigurationResult]) -> int | None:
    """Where nothing is compared, the cheapest that can be built, else the first."""
    feasible = [place for place, each in enumerate(results) if each.feasible]
    known = [place for place in feasible if results[place].quantities[COST].value is not None]
    if known:
        return min(known, key=lambda place: (results[place].quantities[COST].value or 0, place))
    return next(iter(feasible), None)


def sized_sentence(run: Run, catalogue: Catalogue, result: Result) -> str:
    """The first sentence of the decision on a run, without the rest of it."""
    choice = choice_of(run, catalogue, result.configurations)
    if choice is not None:
        return str(choice.said.words(None).sentence)
    state = state_of(result.configurations)
    return str(_why_none(result, state, _offer(run, catalogue, result, state)).text)


def _offer(run: Run, catalogue: Catalogue, result: Result, state: DecisionState) -> FromCatalogue | None:
    """Where prices are missing, what the catalogue has for them."""
    if state != "prices_missing":
        return None
    return from_catalogue(run.plan, catalogue, lacking_of(result.configurations).costs)


def _line(words: Words) -> Line:
    return opening(words.code, words.sentence.parts(None), VERDICT)


def _detail(words: Words | None, results: Sequence[ConfigurationResult], io: Phrase) -> Line | None:
    """What stands behind the first sentence; where nothing is compared what is said of the I/O."""
    said, code = (io, "io") if words is None else (with_those_out(words.detail, results), f"{words.code}_detail")
    return opening(code, said.parts(None), VERDICT) if str(said) else None


def _why_none(result: Result, state: DecisionState, offer: FromCatalogue | None) -> Line:
    """Why nothing is compared: what is missing, or what speaks against each configuration."""
    results, missing, findings = result.configurations, result.missing, result.findings
    labels = {each.pointer: each.label for each in missing}
    if offer is not None:
        return _of_prices(results, offer, labels)
    if state in ("cannot_be_built", "none_qualifies"):
        parts: list[Part] = [f"{nothing_left(results)} ", *against_each(results).parts(None)]
        if missing:
            return opening("against_each", parts, MISSING)
        # The number of hosts of the first is what is explained.
        return Line(
            text=Text(code="against_each", parts=parts), why=Why(configuration=results[0].key, quantity="hosts")
        )
    if any(each.code == "io_not_given" and each.remedy is not None for each in findings):
        return opening("missing", io_missing_words().parts(None), MISSING)
    undecided = [(each, limit) for each in results if each.admissible for limit in each.constraints if limit.undecided]
    whats = list(dict.fromkeys(limit.label for _, limit in undecided))
    names = {each.key: Name(configuration=each.key, text=each.name) for each, _ in undecided}
    said = missing_words(
        whats,
        [] if len(results) == 1 else list(names.values()),
        [labels.get(each, each) for each in lacking_of(results).fields],
    )
    return opening("missing", said.parts(None), MISSING)


def _strength(state: DecisionState, choice: Choice | None) -> Strength | None:
    """How sure it is, as far as that is known as sized: several near ones stay so whatever the simulations say."""
    if choice is not None:
        return "either" if len(choice.order.near) > 1 else None
    return "open" if state == "open" else "none"


def _of_prices(results: Sequence[ConfigurationResult], offer: FromCatalogue, labels: Mapping[str, str]) -> Line:
    """Whose cost is missing, what to enter, what the catalogue has, and what it has no row for."""
    fields = lacking_of(results).costs
    without = [each for each in results if each.admissible and each.quantities[COST].missing]
    names = [Name(configuration=each.key, text=each.name) for each in without] if len(without) < len(results) else []
    # What one change enters is not asked for field by field.
    asked = [] if offer.tried_remedy is not None else [labels.get(each, each) for each in fields]
    number = len(fields)
    count = f"{fixed(number)} {'value is' if number == 1 else 'values are'}"
    missing = line("prices_missing", " {number} missing.", number=of_note("prices", count, number, MISSING))
    parts = [*missing_words(["the total cost"], names, asked).parts(None), *missing.text.parts]
    if offer.used:
        parts = [*parts, f" From the catalogue: {listed(offer.used)}."]
    lacks = list(dict.fromkeys(labels.get(each, each) for each in offer.left))
    if lacks:
        parts = [*parts, *_without_row(lacks).text.parts]
    return opening("prices_missing", parts, MISSING)


def _without_row(labels: Sequence[str]) -> Line:
    named, more = labels[:_SENTENCE_LIMIT], len(labels) - _SENTENCE_LIMIT
    if more <= 0:
        return line("no_row", " The catalogue cannot say: {named}.", named=listed(named))
    return line(
        "no_row",
        " The catalogue cannot say: {named} and {more}.",
        named=", ".join(named),
        more=of_note("more", f"{fixed(more)} more", more, MISSING),
    )


def _fields(results: Sequence[ConfigurationResult], remedies: Sequence[TriedRemedy]) -> list[str]:
    """The fields that keep it from comparing or, where no change was found that helps, those that the reasons name."""
    found = lacking_of(results).fields
    if not found and not remedies and not candidates_of(results):
        named = [pointer for result in results for pointer in _pointers(result)]
        found = list(dict.fromkeys(each for each in named if each is not None))
    return found[:_MOST_FIELDS]


def _pointers(result: ConfigurationResult) -> list[str | None]:
    return [*(each.pointer for each in result.reasons), *(each.pointer for each in result.unmet_requirements)]


def _levels(run: Run) -> list[LevelChoice]:
    chosen = run.plan.policy.coverage_level
    shares = sorted({*LEVELS, *([] if chosen is None else [chosen])})
    return [
        LevelChoice(level=None, label="As entered", chosen=chosen is None),
        *(LevelChoice(level=each, label=level_words(each), chosen=each == chosen) for each in shares),
    ]


def _waiting(run: Run) -> Line:
    number = usual_number(run.plan)
    return line(
        "simulating",
        "Simulating {number} simulations\u2026",
        number=of_note("simulations", fixed(number), number, SIMULATIONS),
    )


def _nearly_empty(findings: Sequence[Finding], lead: int | None, run: Run) -> Line | None:
    if lead is None:
        return None
    key = key_at(run, lead)
    found = next((each for each in findings if each.code == "nearly_empty" and each.configuration == key), None)
    if found is None:
        return None
    # The name of the lead stands in the sentence.
    return Line(text=Text(code=found.code, parts=found.parts[2:]), why=Why(configuration=key, quantity="hosts"))
