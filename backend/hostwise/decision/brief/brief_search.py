"""A search reduced to what a language model reads well."""

from __future__ import annotations

from math import inf

from hostwise.answers.search.search_document import ChoiceFound, SearchAnswer
from hostwise.decision.brief.brief_document import BriefChoice, BriefOption, BriefSearch
from hostwise.decision.decision_messages import words

_OPTIONS = 10
"""Options of a choice that are told, the cheapest first."""


def brief_search(found: SearchAnswer) -> BriefSearch:
    """The answer of a search without the front, and with the cheapest options of each choice."""
    left_out = [words("left_out.front")]
    longer = (each for each in found.choices if len(each.options) > _OPTIONS)
    left_out += [words("left_out.options", number=len(each.options) - _OPTIONS, name=each.name) for each in longer]
    return BriefSearch(
        configuration=found.configuration,
        currency=found.currency,
        combinations=found.combinations,
        feasible=found.feasible,
        near=found.near,
        within=found.within,
        sentence=found.sentence,
        best=found.best,
        others=[each.text for each in found.others],
        missed=found.missed,
        choices=[_choice(each) for each in found.choices],
        rejected=found.rejected,
        finalists=found.finalists,
        left_out=left_out,
    )


def _choice(found: ChoiceFound) -> BriefChoice:
    ranked = sorted(found.options, key=lambda each: inf if each.dearer is None else each.dearer)
    options = [BriefOption(label=each.label, dearer=each.dearer, why_not=each.why_not) for each in ranked[:_OPTIONS]]
    return BriefChoice(name=found.name, shared=found.shared, options=options)
