"""What may go wrong: hosts that cover too few simulations, a cost off their middle, drives that wear out."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.evaluation.configuration_figures import WORN
from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.uncertainty_document import Outcome
from hostwise.answers.wording.number_texts import value_text
from hostwise.answers.wording.sentences import listing, phrase, quoted, shown
from hostwise.decision.decision import Risk
from hostwise.numerals.writing import counted
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Name, Text

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
    said = [
        phrase(
            "{chance} for {names}",
            chance=shown(text, results[places[0]].quantities[WORN].value or 0.0, WORN),
            names=listing(
                [quoted(Name(configuration=results[place].key, text=results[place].name)) for place in places]
            ),
        )
        for text, places in alike.items()
    ]
    years = run.plan.economics.horizon_years
    words = phrase(
        "The drives wear out within {years} with a probability of {said}.",
        years=shown(counted(years, "years"), years),
        said=listing(said),
    )
    keys = [results[place].key for places in alike.values() for place in places]
    return [Risk(configurations=keys, text=Text(code="wear", parts=words.parts(keys[0])))]


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
