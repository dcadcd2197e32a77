"""The decision as a plan is sized: what is known before anything is simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import key_at
from hostwise.answers.wording.message_files import Number
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.cap import Cap
from hostwise.decision.caps import holding
from hostwise.decision.catalogue_prices import FromCatalogue, from_catalogue
from hostwise.decision.checks import FIRST_CHECKS, MOST_CHECKS, VERDICT, notes_of, picked, ranked, without_name
from hostwise.decision.comparability import kept_at_assumed_cost
from hostwise.decision.decision import Decision, DecisionState, LevelChoice, TriedRemedy
from hostwise.decision.decision_messages import Sentence, line, opening_line, read, say, some_of, words
from hostwise.decision.exclusion_words import (
    against_each,
    alone_words,
    io_missing_words,
    missing_words,
    nothing_left,
)
from hostwise.decision.io_words import about_io, doubted_io
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
from hostwise.decision.verdict_words import ALONE, LABELS, Said, excluded, saving_figure, saving_of
from hostwise.plan.answers.result import ConfigurationResult, Finding, QuantityState, Result
from hostwise.plan.answers.text import ConfigurationName, MessageLine, MessageText, Why

_SENTENCE_LIMIT, _MOST_FIELDS = 3, 20

_LABELS: Mapping[DecisionState, str] = {
    "compared": "",
    "alone": ALONE,
    "open": LABELS["open"],
    "prices_missing": words("label.no_cost"),
    "none_qualifies": words("label.none_qualifies"),
    "cannot_be_built": words("label.cannot_be_built"),
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
    said = Said(
        configurations=[ConfigurationName(configuration=each.key, text=each.name) for each in results],
        order=order,
        taken=taken_in(run, order),
        caps=holding(run, results, catalogue, order, rules=False) if caps is None else caps,
        level=run.plan.policy.coverage_level,
        alone=alone_words(run, order.best, results[order.best], accepted_chance(run.plan, catalogue)),
        doubted_io=doubted_io(run.plan, catalogue),
        kept=kept_at_assumed_cost(run, catalogue, candidates),
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
    state, choice = state_of(results), choice_of(run, catalogue, results)
    lead = _lead(results) if choice is None else choice.taken
    base = next(place for place, each in enumerate(results) if each.key == result.reference)
    kept = [] if choice is None else choice.said.kept
    if lead is not None and lead not in kept and (base in kept or not results[base].feasible):
        # Against what cannot be built, or whose cost nobody said, no difference means anything.
        base = lead
    has_flash = any(each.quantities[LIFE].state is not QuantityState.DOES_NOT_APPLY for each in results)
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
    verdict = None if choice is None else choice.said.words(None)
    io = about_io(run.plan, catalogue) if choice is None else []
    saving = None if choice is None else saving_of(choice.order, choice.taken)
    return Decision(
        phase="sized",
        state=state,
        currency=run.plan.economics.currency,
        horizon_years=run.plan.economics.horizon_years,
        label=_LABELS[state] if verdict is None else verdict.label,
        strength=_strength(state, choice),
        sentence=_why_none(result, state, offer) if verdict is None else opening_line(verdict.sentence, VERDICT),
        detail=_detail([*io] if verdict is None else [*verdict.detail, *excluded(results)]),
        pending=None if choice is None else _waiting(run),
        lead=key,
        advised=None,
        runner_up=None if choice is None or choice.other is None else key_at(run, choice.other),
        reference=results[base].key,
        saving=None if saving is None else replace(saving_figure(saving), note=VERDICT),
        nearly_empty=empty,
        has_flash=has_flash,
        tiles=[] if lead is None else tiles_of(run, lead, results[lead], catalogue, has_flash),
        rows=rows_of(run, catalogue, results, lead, base, kept),
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
            *([] if choice is None or verdict is None else [sized_verdict_note(choice.order, verdict, results)]),
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
        return read(choice.said.words(None).sentence)
    state = state_of(result.configurations)
    return str(_why_none(result, state, _offer(run, catalogue, result, state)).text)


def _offer(run: Run, catalogue: Catalogue, result: Result, state: DecisionState) -> FromCatalogue | None:
    """Where prices are missing, what the catalogue has for them."""
    if state != "prices_missing":
        return None
    return from_catalogue(run.plan, catalogue, lacking_of(result.configurations).costs)


def _detail(said: Sequence[Sentence]) -> MessageLine | None:
    """What stands behind the first sentence."""
    return opening_line(said, VERDICT) if said else None


def _why_none(result: Result, state: DecisionState, offer: FromCatalogue | None) -> MessageLine:
    """Why nothing is compared: what is missing, or what speaks against each configuration."""
    results, missing, findings = result.configurations, result.missing, result.findings
    labels = {each.pointer: each.label for each in missing}
    if offer is not None:
        return _of_prices(results, offer, labels)
    if state in ("cannot_be_built", "none_qualifies"):
        said = [nothing_left(results), *against_each(results)]
        if missing:
            return opening_line(said, MISSING)
        # The number of hosts of the first is what is explained.
        why = Why(configuration=results[0].key, quantity="hosts")
        return replace(opening_line(said, MISSING), note=None, why=why)
    if any(each.code == "io_not_given" and each.remedy is not None for each in findings):
        return opening_line([io_missing_words()], MISSING)
    undecided = [(each, limit) for each in results if each.admissible for limit in each.constraints if limit.undecided]
    whats = list(dict.fromkeys(limit.label for _, limit in undecided))
    open_ones = list({each.key: each for each, _ in undecided}.values())
    fields = [labels.get(field, field) for field in lacking_of(results).fields]
    return opening_line(missing_words(whats, [] if len(results) == 1 else open_ones, fields), MISSING)


def _strength(state: DecisionState, choice: Choice | None) -> Strength | None:
    """How sure it is, as far as that is known as sized: several near ones stay so whatever the simulations say."""
    if choice is not None:
        return "either" if len(choice.order.near) > 1 else None
    return "open" if state == "open" else "none"


def _of_prices(results: Sequence[ConfigurationResult], offer: FromCatalogue, labels: Mapping[str, str]) -> MessageLine:
    """Whose cost is missing, what to enter, what the catalogue has, and what it has no row for."""
    fields = lacking_of(results).costs
    without = [each for each in results if each.admissible and each.quantities[COST].missing]
    # What one change enters is not asked for field by field.
    asked = [] if offer.tried_remedy is not None else [labels.get(field, field) for field in fields]
    number = len(fields)
    first, what, *enter = missing_words(
        [words("the_total_cost")], without if len(without) < len(results) else [], asked
    )
    counted = say("prices_missing.one" if number == 1 else "prices_missing", number=number)
    used = [say("from_catalogue", prices=listing(offer.used))] if offer.used else []
    lacks = list(dict.fromkeys(labels.get(field, field) for field in offer.left))
    no_row = [say("not_in_catalogue", prices=some_of(lacks, _SENTENCE_LIMIT))] if lacks and not enter else []
    # It ends with what to enter.
    return opening_line([first, what, counted, *used, *no_row, *enter], MISSING)


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
        LevelChoice(level=None, label=words("level.base"), chosen=chosen is None),
        *(LevelChoice(level=each, label=level_words(each), chosen=each == chosen) for each in shares),
    ]


def _waiting(run: Run) -> MessageLine:
    return line("simulating", number=Number(usual_number(run.plan), note=SIMULATIONS))


def _nearly_empty(findings: Sequence[Finding], lead: int | None, run: Run) -> MessageLine | None:
    if lead is None:
        return None
    key = key_at(run, lead)
    found = next((each for each in findings if each.code == "nearly_empty" and each.configuration == key), None)
    if found is None:
        return None
    why = Why(configuration=key, quantity="hosts")
    # Its name stands in the sentence of the decision.
    return MessageLine(text=MessageText(code=found.code, parts=without_name(found.parts)), why=why)
