"""The decision simulated: the verdict, how sure it is, ranges, coverage levels, and what would change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hostwise.answers.evaluation.configuration_figures import THEN
from hostwise.answers.running.coverage_level import level_words
from hostwise.answers.uncertainty.uncertainty_answer import UncertaintyFacts
from hostwise.answers.uncertainty.uncertainty_document import Level, Outcome, Strength
from hostwise.answers.uncertainty.verdict import Ranking, band, difference
from hostwise.answers.wording.figures import of_note, opening
from hostwise.answers.wording.message_files import Number
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.break_evens import BreakEvens
from hostwise.decision.cap import Cap
from hostwise.decision.caps import holding
from hostwise.decision.checks import MOST_CHECKS, VERDICT, added_by_simulations, notes_of, picked
from hostwise.decision.decision import (
    Decision,
    DecisionRow,
    LevelChoice,
    Note,
    Notice,
    Tile,
    Uncertainty,
    Verdict,
)
from hostwise.decision.decision_messages import line, opened, range_text, read, say, told, words
from hostwise.decision.notes import CHEAPEST, simulated_notes
from hostwise.decision.outcome_words import covers_note, outcomes_told, range_note
from hostwise.decision.risks import outcome_risks
from hostwise.decision.sized import choice_of
from hostwise.decision.sized_notes import SIMULATIONS
from hostwise.decision.verdict_words import Words, excluded, strength_of
from hostwise.engine import ENGINE_VERSION
from hostwise.number_format.writing import fixed, percent, rough_share, short_money
from hostwise.plan.answers.result import Band, Result
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine, MessageText
from hostwise.plan.hashing import plan_hash

_NEARLY_ALL = 0.9
_ADVISES: tuple[Strength, ...] = ("clear", "leaning", "either")


@dataclass(frozen=True)
class Simulation:
    """What the simulations of a plan say: facts, verdict, outcomes with their words, and what would change it."""

    facts: UncertaintyFacts
    verdict: Verdict
    outcomes: Sequence[Outcome]
    break_evens: BreakEvens

    @property
    def lead(self) -> Outcome | None:
        """The configuration that tiles and levels are of."""
        return None if self.facts.advised is None else self.outcomes[self.facts.advised]


def simulated_uncertainty(
    sized: Decision, facts: UncertaintyFacts, result: Result, catalogue: Catalogue
) -> Uncertainty:
    """How sure the answer to a plan is, with the decision that follows.

    Args:
        sized: the decision as sized.
        facts: what the simulations give.
        result: the answer of the run.
        catalogue: the catalogue.
    """
    run = facts.run
    caps = [] if facts.ranking is None else holding(run, facts.results, catalogue, facts.ranking, rules=True)
    choice = choice_of(run, catalogue, facts.results, caps)
    if choice is None or facts.ranking is None:
        verdict = _none_yet(sized, facts, result)
    else:
        strength = strength_of(facts.ranking, caps)
        confirm = _break_evens(facts, strength).confirm() if facts.ranking.strength == "open" else None
        said = replace(choice.said, ranking=facts.ranking, found=facts.found, confirm=confirm)
        verdict = _verdict(facts, strength, said.words(strength), caps)
    break_evens = _break_evens(facts, verdict.strength)
    of = Simulation(facts, verdict, outcomes_told(facts), break_evens)
    pool = [*sized.checks, *added_by_simulations(run, of.lead, caps), *sized.notices]
    checks, notices = picked(pool, {each.remedy.label for each in sized.remedies}, MOST_CHECKS)
    cheapest = {} if facts.ranking is None else facts.ranking.probability
    rows = [_row(each, of.outcomes[each.place], cheapest.get(each.place)) for each in sized.rows]
    sure = _sure(of)
    decision = sized.model_copy(
        update={
            "phase": "simulated",
            "label": verdict.label,
            "strength": verdict.strength,
            "sentence": sized.sentence if choice is None else opening(verdict.text.code, verdict.text.parts, VERDICT),
            "detail": _detail(sized, verdict, compared=choice is not None),
            "pending": None,
            "advised": verdict.advised if verdict.strength in _ADVISES else None,
            "tiles": [*sized.tiles, *([] if sure is None else [sure])],
            "rows": rows,
            "levels": _levels(of.lead) or sized.levels,
            "break_evens_title": of.break_evens.title() if facts.ranking is not None and of.break_evens.shown() else "",
            "break_evens": of.break_evens.lines(),
            "checks": checks,
            "notices": notices,
            "risks": [*sized.risks, *outcome_risks(_at_risk(of))],
            "basis": _basis(of),
            "notes": _notes(sized, of, [*checks, *notices]),
        }
    )
    return Uncertainty(
        plan_hash=plan_hash(run.plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        seed=facts.seed,
        simulations=facts.simulations,
        currency=run.plan.economics.currency,
        verdict=verdict,
        configurations=list(of.outcomes),
        uncertain_inputs=list(facts.uncertain_inputs),
        sensitivities=list(facts.sensitivities),
        values=facts.values,
        uncertain_values=facts.uncertain_values,
        decision=decision,
    )


def _break_evens(facts: UncertaintyFacts, strength: Strength) -> BreakEvens:
    """What would change the advice."""
    advised, other, ranking = facts.advised, facts.runner_up, facts.ranking
    apart = 0.0
    if ranking is not None and advised is not None and other is not None:
        apart = ranking.cost[advised] - ranking.cost[other]
    return BreakEvens(
        facts.sensitivities,
        [ConfigurationName(configuration=each.key, text=each.name) for each in facts.results],
        None if advised is None else facts.results[advised].key,
        None if other is None else facts.results[other].key,
        apart,
        strength,
        facts.run.plan.economics.currency,
    )


def _detail(sized: Decision, verdict: Verdict, *, compared: bool) -> MessageLine | None:
    """How sure it is; where nothing is compared, the sentence says already what speaks against each."""
    if not compared:
        return sized.detail
    return opening(verdict.detail_text.code, verdict.detail_text.parts, VERDICT) if verdict.detail else None


# ------------------------------------------------------------------------------------------------------------- verdict


def _verdict(facts: UncertaintyFacts, strength: Strength, words: Words, caps: Sequence[Cap]) -> Verdict:
    ranking, results = facts.ranking, facts.results
    assert ranking is not None
    assert facts.advised is not None
    advised, other = facts.advised, facts.runner_up
    nothing, detail = Band(low=None, mid=None, high=None), [*words.detail, *excluded(results)]
    low, high = (None, None) if other is None else band(difference(facts.found, advised, other))
    return Verdict(
        strength=strength,
        label=words.label,
        materiality=facts.materiality,
        near=[results[each].key for each in ranking.near],
        verdict_limits=[replace(opened(each.said, VERDICT), code=each.code) for each in caps],
        advised=results[advised].key,
        runner_up=None if other is None else results[other].key,
        suggested=[results[each].key for each in (advised, *(one for one in ranking.near if one != advised))],
        probability=ranking.probability[advised],
        difference=nothing
        if other is None
        else Band(low=low, mid=ranking.cost[advised] - ranking.cost[other], high=high),
        missing=[],
        not_counted=list(facts.not_counted),
        migration=facts.migration,
        remedies=[],
        sentence=read(words.sentence),
        detail=read(detail),
        text=opened(words.sentence, VERDICT),
        detail_text=opened(detail, VERDICT),
    )


def _none_yet(sized: Decision, facts: UncertaintyFacts, result: Result) -> Verdict:
    """Why nothing is advised, as it is said already: a limit or a price is missing, or no configuration is left."""
    remedies = [each.remedy for each in result.findings if each.code == "io_not_given" and each.remedy is not None]
    return Verdict(
        strength="open" if sized.state == "open" else "none",
        label=sized.label,
        materiality=facts.materiality,
        near=[],
        verdict_limits=[],
        advised=None,
        runner_up=None,
        suggested=[],
        probability=None,
        difference=Band(low=None, mid=None, high=None),
        sentence=str(sized.sentence.text),
        detail="",
        text=sized.sentence.text,
        detail_text=MessageText(code="", parts=[]),
        missing=facts.lacking.fields,
        not_counted=list(facts.not_counted),
        unknown_prices=list(facts.unknown_prices),
        remedies=remedies if sized.state == "open" else [],
    )


# ---------------------------------------------------------------------------------------------------- figures and rows


def _row(row: DecisionRow, outcome: Outcome, cheapest: float | None) -> DecisionRow:
    """A row with the ranges of simulations, and the shares of them."""
    covers = outcome.probability_enough
    return replace(
        row,
        hosts_range=_range("hosts", outcome.hosts, row.configuration, fixed),
        hosts_ranged=_hosts_ranged(row, outcome.hosts),
        cost_range=_range("cost", outcome.cost, row.configuration, short_money),
        cost_low=outcome.cost.low,
        cost_high=outcome.cost.high,
        covers=None
        if covers is None
        else of_note("covers", rough_share(covers), covers, covers_note(row.configuration)),
        cheapest=None if cheapest is None else of_note("cheapest", rough_share(cheapest), cheapest, CHEAPEST),
    )


def _hosts_ranged(row: DecisionRow, ends: Band) -> Figure | None:
    """The hosts with their range, which is that of the purchase: what they become stands behind it."""
    found, hosts = _range("hosts_ranged", ends, row.configuration, fixed), row.hosts
    if found is None or hosts is None or hosts.value is None:
        return None
    now, then, later = hosts.text.partition(THEN)
    # Where all simulations need the hosts as sized, there is no range to tell.
    inside = "" if ends.low == ends.high == hosts.value else f" ({found.text})"
    return replace(found, text=f"{now}{inside}{then}{later}", value=hosts.value)


def _range(name: str, ends: Band, key: str, write: Callable[[float], str]) -> Figure | None:
    if ends.low is None or ends.high is None:
        return None
    return of_note(name, range_text([write(ends.low), write(ends.high)]), ends.low, range_note(key))


def _sure(of: Simulation) -> Tile | None:
    """How often the lead is the cheapest, or costs about the same, and what its hosts cover."""
    lead, ranking, advised = of.lead, of.facts.ranking, of.facts.advised
    if lead is None or ranking is None or advised is None:
        return None
    share = ranking.probability[advised]
    figure, label = of_note("cheapest", rough_share(share), share, CHEAPEST), line("tile_sure.cheapest")
    if len(ranking.candidates) == 1:
        figure, label = replace(figure, name="feasible"), line("tile_sure.feasible")
    elif len(ranking.near) > 1:
        figure = of_note("alike", rough_share(ranking.alike), ranking.alike, CHEAPEST)
        label = _within(ranking)
    number = Number(of.facts.simulations, note=SIMULATIONS)
    currency = of.facts.run.plan.economics.currency
    lines = [_margin(lead, number, currency) or line("tile_sure.simulations", number=number)]
    if lead.probability_enough is not None:
        lines.append(line("tile_sure.covers", share=Number(lead.probability_enough, note=covers_note(lead.key))))
    return Tile(key="win_share", figure=figure, label=label, lines=lines)


def _within(ranking: Ranking) -> MessageLine:
    """That several cost about the same."""
    within = Number(ranking.materiality, note=VERDICT)
    if len(ranking.near) == 2:
        return line("tile_sure.both", within=within)
    return line("tile_sure.all" if len(ranking.near) == len(ranking.candidates) else "tile_sure.those", within=within)


def _margin(lead: Outcome, number: Number, currency: str) -> MessageLine | None:
    """What half of simulations cost, where the plan as sized lies elsewhere; the sentence stands in its note.

    In one line: on a phone another one would move the first row out of the first view.
    """
    half = None if lead.margin is None else next(each for each in lead.margin.parts if isinstance(each, Figure))
    if half is None or half.value is None:
        return None
    below = half.value < (lead.cost.mid or 0)
    # The tile of the cost has the currency.
    amount = replace(half, text=half.text.removesuffix(f" {currency}"))
    return line("tile_sure.half_below" if below else "tile_sure.half_above", number=number, half=amount)


def _levels(lead: Outcome | None) -> list[LevelChoice]:
    return [] if lead is None else [_level(lead.key, each) for each in lead.levels]


def _level(key: str, each: Level) -> LevelChoice:
    note = covers_note(key)
    hosts = words("level.hosts", hosts=each.final_hosts)
    if each.final_hosts != each.hosts:
        hosts = words("level.growing_hosts", now=each.hosts, hosts=each.final_hosts)
    dearer = None
    if each.level is not None and each.dearer is not None:
        share = f"{'+' if each.dearer >= 0 else ''}{percent(each.dearer, 2)}"
        dearer = of_note("dearer", words("level.dearer", share=share), each.dearer, note)
    return LevelChoice(
        level=each.level,
        label=words("level.base") if each.level is None else each.label,
        chosen=each.chosen,
        hosts=of_note("hosts", hosts, each.hosts, note),
        dearer=dearer,
    )


# ------------------------------------------------------------------------------------------------- what it rests on


def _at_risk(of: Simulation) -> list[Outcome]:
    """The lead and the runner-up."""
    places = [each for each in (of.facts.advised, of.facts.runner_up) if each is not None]
    return [of.outcomes[place] for place in places]


def _basis(of: Simulation) -> list[MessageText]:
    """Break-evens of unknown prices and of moving, then what is simulated."""
    migration = of.facts.migration
    texts = [each.text for each in of.facts.unknown_prices]
    if migration is not None:
        duration = None if migration.duration is None else migration.duration.text
        texts += [each for each in (migration.text, migration.crossover, duration) if each is not None]
    values = {
        "doubtful": Number(of.facts.uncertain_values, note=SIMULATIONS),
        "values": Number(of.facts.values, note=SIMULATIONS),
    }
    if of.facts.ranking is None:
        return [*texts, told([say("simulations.assumed", **values)])]
    level = next((each for outcome in of.outcomes for each in outcome.levels if each.chosen), None)
    sized = say("simulations")
    if level is not None and level.level is not None:
        share = Figure(name="level", text=level_words(level.level), value=level.level, pointer="/policy/coverage_level")
        sized = say("simulations.at_level", level=share)
    number, most = Number(of.facts.simulations, note=SIMULATIONS), Number(_NEARLY_ALL, note=SIMULATIONS)
    ranges = say("simulations.ranges", share=most, number=number)
    return [*texts, told([sized, ranges, say("simulations.vary", **values)])]


def _notes(sized: Decision, of: Simulation, notices: Sequence[Notice]) -> list[Note]:
    """The notes as sized, and those of what is simulated."""
    added = [*simulated_notes(of.facts, of.verdict, of.outcomes, of.break_evens.shown()), *notes_of(notices)]
    # What the simulations know better stands in place of what was said before.
    newer = {each.key: each for each in added}
    return [*(each for each in sized.notes if each.key not in newer), *newer.values()]
