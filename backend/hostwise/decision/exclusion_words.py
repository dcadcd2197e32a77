"""What is said where nothing is compared: what is missing, and what speaks against each configuration."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hostwise.answers.evaluation.configuration_figures import LIFE, MISSING, WORN
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import key_at, name_at, of_quantity
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.number_texts import at_least
from hostwise.answers.wording.sentences import Phrase, of_parts, quoted
from hostwise.decision.decision_messages import Sentence, message, say, some_of
from hostwise.number_format.writing import short_money
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, UnmetRequirement
from hostwise.plan.answers.text import ConfigurationName
from hostwise.plan.answers.told import Reason

_MOST_LISTED, _MOST_FIELDS = 5, 4
_OF_ONE = re.compile(r" of '[^']*'$")
"""The VM group at the end of a label."""


def nothing_left(results: Sequence[ConfigurationResult]) -> Sentence:
    """What no configuration is or does."""
    if not any(each.buildable for each in results):
        return say("nothing_left.built")
    if not any(each.feasible for each in results):
        return say("nothing_left.feasible")
    return say("nothing_left.qualifies")


def against(result: ConfigurationResult) -> Reason | UnmetRequirement:
    """The first thing that speaks against a configuration that is not admissible."""
    return result.reasons[0] if result.reasons else result.unmet_requirements[0]


def against_each(results: Sequence[ConfigurationResult]) -> list[Sentence]:
    """The first thing that speaks against each configuration; those of which the same is said, together."""
    alike: dict[str, list[ConfigurationResult]] = {}
    for result in results:
        alike.setdefault(against(result).message, []).append(result)
    groups = list(alike.values())
    said = [
        say("against", names=_names(together), why=of_parts(against(together[0]).parts))
        for together in groups[:_MOST_LISTED]
    ]
    left = sum(map(len, groups[_MOST_LISTED:]))
    if not left:
        return said
    number = Number(left, note=MISSING)
    return [*said, say("against.one_more" if left == 1 else "against.more", number=number)]


def missing_words(whats: Sequence[str], of: Sequence[ConfigurationResult], labels: Sequence[str]) -> list[Sentence]:
    """What is not evaluated, and what to enter before anything is advised.

    Args:
        whats: labels of what is not evaluated.
        of: the configurations of which it is not; empty where that says nothing.
        labels: the missing fields; alike ones of several VM groups or configurations are named together.

    >>> said = missing_words(["capacity"], [], ["read share of 'web'", "read share of 'db'", "price of chassis"])
    >>> [str(each) for each in said][1:]
    ['Not evaluated: capacity.', 'Enter read share of 2 VM groups and price of chassis.']
    """
    what = some_of(whats, _MOST_FIELDS)
    said = [
        say("no_best"),
        say("not_evaluated.of", names=_names(of), whats=what) if of else say("not_evaluated", whats=what),
    ]
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(_OF_ONE.sub("", label), []).append(label)
    fields = [_together(kind, together) for kind, together in alike.items()]
    return [*said, say("enter", fields=some_of(fields, _MOST_FIELDS))] if fields else said


def _names(results: Sequence[ConfigurationResult]) -> Phrase:
    return listing([quoted(ConfigurationName(configuration=result.key, text=result.name)) for result in results])


def _together(kind: str, labels: Sequence[str]) -> str | Phrase:
    if len(labels) == 1:
        return labels[0]
    number = Number(len(labels), note=MISSING)
    return message("enter.in_groups" if _OF_ONE.search(labels[0]) else "enter.times", label=kind, number=number)


def alone_words(run: Run, place: int, result: ConfigurationResult, accepted: float) -> list[Sentence]:
    """What the only configuration that can be chosen comes to: hosts, cost, and the life of its drives.

    Args:
        run: the run of the plan.
        place: its place.
        result: its answer.
        accepted: chance of wearing out within the horizon up to which drives are said to last.
    """
    return [_hosts(run, place, result), *_life(run, place, result, accepted)]


def _hosts(run: Run, place: int, result: ConfigurationResult) -> Sentence:
    """The hosts and their cost, as far as both are known."""
    key, name = key_at(run, place), quoted(name_at(run, place))
    now, later, cost = result.hosts.value, result.hosts_with_growth.value, result.quantities[COST].value
    if now is None:
        return say("alone.unknown", name=name)
    horizon = Number(run.plan.economics.horizon_years, configuration=key)
    least = at_least(result.is_lower_bound)
    known: dict[str, Given] = {"name": name, "hosts": Number(now, configuration=key, bound=least)}
    if cost is not None:
        amount = f"{short_money(cost)} {run.plan.economics.currency}"
        known |= {"cost": of_quantity(run, place, "cost", amount, cost, COST), "years": horizon}
    if result.hosts_with_growth.state is QuantityState.INFINITE:
        return say("alone.beyond" if cost is None else "alone.beyond_cost", **known, year=horizon)
    if later is None or later <= now:
        return say("alone.hosts" if cost is None else "alone.hosts_cost", **known)
    more = Number(later, configuration=key)
    return say("alone.later" if cost is None else "alone.later_cost", **known, later=more, year=horizon)


def _life(run: Run, place: int, result: ConfigurationResult, accepted: float) -> list[Sentence]:
    """How long its drives last, and the chance that they wear out before the horizon where that is not accepted."""
    key, life, chance = key_at(run, place), result.quantities[LIFE].value, result.quantities[WORN].value
    if life is None:
        return []
    lasts = say("alone.life", years=Number(life, configuration=key))
    if chance is None or chance <= accepted:
        return [lasts]
    horizon = Number(run.plan.economics.horizon_years, configuration=key)
    return [lasts, say("alone.worn", years=horizon, chance=Number(chance, configuration=key))]


def io_missing_words() -> Sentence:
    """What is open where no VM says how much it reads and writes."""
    return say("io_missing")
