"""What may go wrong: hosts that cover too few simulations, a cost off their middle, drives that wear out."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.evaluation.configuration_figures import WORN
from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.uncertainty_document import Outcome
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import of_quantity
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.number_texts import value_text
from hostwise.answers.wording.sentences import Phrase, quoted
from hostwise.decision.decision import Risk
from hostwise.decision.decision_messages import message, say, told
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import ConfigurationName, MessagePart

_MOST_NAMED = 3


def wear_risks(run: Run, results: Sequence[ConfigurationResult], lead: int | None, other: int | None) -> list[Risk]:
    """The probability that drives wear out: of the lead and the runner-up, else of the first that can be built."""
    able = [place for place, each in enumerate(results) if each.admissible][:_MOST_NAMED]
    who = [place for place in (lead, other) if place is not None and results[place].admissible] or able
    alike: dict[str, list[int]] = {}
    for place in who:
        chance = results[place].quantities[WORN]
        if chance.value is not None:
            alike.setdefault(value_text(chance, "probability"), []).append(place)
    if not alike:
        return []
    keys = [results[place].key for places in alike.values() for place in places]
    years = Number(run.plan.economics.horizon_years, configuration=keys[0])
    chances = listing([_chance(run, results, places, text) for text, places in alike.items()])
    return [Risk(configurations=keys, text=told([say("wear_risk", years=years, chances=chances)], keys[0]))]


def _chance(run: Run, results: Sequence[ConfigurationResult], places: Sequence[int], text: str) -> Phrase:
    """The probability, and the configurations of which it is the same."""
    names: list[MessagePart] = [
        quoted(ConfigurationName(configuration=results[place].key, text=results[place].name)) for place in places
    ]
    chance = of_quantity(run, places[0], "chance", text, results[places[0]].quantities[WORN].value, WORN)
    return message("wear_risk.item", chance=chance, names=listing(names))


def outcome_risks(outcomes: Sequence[Outcome]) -> list[Risk]:
    """What the hosts cover, said once where it is the same, and where the first costs other than most simulations."""
    alike: dict[str, list[Outcome]] = {}
    for each in outcomes:
        if each.coverage_text:
            alike.setdefault(each.coverage_text, []).append(each)
    covers = [
        Risk(configurations=[each.key for each in together], text=together[0].coverage)
        for together in alike.values()
        if together[0].coverage is not None
    ]
    return covers + [Risk(configurations=[each.key], text=each.margin) for each in outcomes[:1] if each.margin]
