"""What is said where nothing is compared: what is missing, and what speaks against each configuration."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hostwise.answers.evaluation.configuration_figures import LIFE, WORN
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.run import Run
from hostwise.answers.wording.figures import of_quantity
from hostwise.answers.wording.sentences import Phrase, listing, listing_of_sentences, of_parts, phrase, quoted, shown
from hostwise.numerals.writing import counted, fixed, rough_share, rough_years, short_money, some
from hostwise.plan.answers.result import ConfigurationResult, State, UnmetRequirement
from hostwise.plan.answers.text import Figure, Name
from hostwise.plan.answers.told import Reason

_MOST_LISTED = 5


def nothing_left(results: Sequence[ConfigurationResult]) -> str:
    """What no configuration is or does."""
    if not any(each.buildable for each in results):
        return "Nothing here can be built."
    if not any(each.feasible for each in results):
        return "No configuration is feasible."
    return "No configuration meets the requirements."


def against(result: ConfigurationResult) -> Reason | UnmetRequirement:
    """The first thing that speaks against a configuration that is not admissible."""
    return result.reasons[0] if result.reasons else result.unmet_requirements[0]


def against_each(results: Sequence[ConfigurationResult]) -> Phrase:
    """The first thing that speaks against each configuration; those of which the same is said, together."""
    alike: dict[str, list[ConfigurationResult]] = {}
    for each in results:
        alike.setdefault(against(each).message, []).append(each)
    sentences = [
        phrase(
            "{names}: {why}",
            names=listing([quoted(Name(configuration=each.key, text=each.name)) for each in together]),
            why=of_parts(against(together[0]).parts),
        )
        for together in list(alike.values())[:_MOST_LISTED]
    ]
    left = sum(len(each) for each in list(alike.values())[_MOST_LISTED:])
    if left:
        sentences.append(phrase("{number} more are not named.", number=shown(str(left), left)))
    return listing_of_sentences(sentences) or phrase("")


def missing_words(whats: Sequence[str], names: Sequence[Name], labels: Sequence[str]) -> Phrase:
    """What is not evaluated, and what to enter before anything is advised.

    Args:
        whats: labels of what is not evaluated.
        names: the configurations of which it is not; empty where that says nothing.
        labels: the missing fields; alike ones of several VM groups or configurations are named together.

    >>> str(missing_words(["capacity"], [], ["read share of 'web'", "read share of 'db'", "price of chassis"]))
    'No best configuration yet: capacity is not evaluated. Enter read share of 2 VM groups, price of chassis.'
    """
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(_OF_ONE.sub("", label), []).append(label)
    fields = some([_together(kind, each) for kind, each in alike.items()], _MOST_FIELDS)
    return phrase(
        "No best configuration yet: {whats}{of} {are} not evaluated.{enter}",
        whats=some(list(whats), _MOST_FIELDS),
        of=phrase(" of {names}", names=listing([quoted(each) for each in names])) if names else "",
        are="is" if len(whats) == 1 else "are",
        enter=phrase(" Enter {fields}.", fields=fields) if labels else "",
    )


def alone_words(run: Run, place: int, result: ConfigurationResult, accepted: float) -> Phrase:
    """What the only configuration that can be chosen comes to: hosts, cost, and the life of its drives.

    Args:
        run: the run of the plan.
        place: its place.
        result: its answer.
        accepted: chance of wearing out within the horizon up to which drives are said to last.
    """
    years, cost = run.plan.economics.horizon_years, result.quantities[COST].value
    horizon = of_quantity(run, place, "years", counted(years, "years"), years, "horizon_years")
    costs: str | Phrase = ""
    if cost is not None:
        amount = f"{short_money(cost)} {run.plan.economics.currency}"
        costs = phrase(
            " and costs {cost} over {years}", cost=of_quantity(run, place, "cost", amount, cost, COST), years=horizon
        )
    return phrase(
        "{hosts}{costs}{life}",
        hosts=_hosts(run, place, result),
        costs=costs,
        life=_life(run, place, result, accepted, horizon),
    )


def _hosts(run: Run, place: int, result: ConfigurationResult) -> str | Phrase:
    now, later = result.hosts.value, result.hosts_with_growth.value
    if now is None:
        return "needs an unknown number of hosts"
    least = "at least " if result.is_lower_bound else ""
    hosts = of_quantity(run, place, "hosts", f"{least}{counted(now, 'hosts')}", now, "hosts")
    years = run.plan.economics.horizon_years
    year = phrase("year {number}", number=shown(str(years), years))
    if result.hosts_with_growth.state is State.INFINITE:
        return phrase(
            "needs {hosts} now, more than any number in year {year}", hosts=hosts, year=shown(str(years), years)
        )
    if later is None or later <= now:
        return phrase("needs {hosts}", hosts=hosts)
    more = of_quantity(run, place, "later", fixed(later), later, "final_hosts")
    return phrase("needs {hosts} now, {later} in {year}", hosts=hosts, later=more, year=year)


def _life(run: Run, place: int, result: ConfigurationResult, accepted: float, horizon: Figure) -> str | Phrase:
    """How long its drives last, and the chance that they wear out before the horizon where that is not accepted."""
    life, chance = (result.quantities[each] for each in (LIFE, WORN))
    if life.value is None:
        return ""
    lasts = phrase(
        "; its drives last {years}",
        years=of_quantity(run, place, "life", f"{rough_years(life.value)} years", life.value, LIFE),
    )
    if chance.value is None or chance.value <= accepted:
        return lasts
    return phrase(
        "{lasts}, and wear out within {horizon} with a probability of {chance}",
        lasts=lasts,
        horizon=horizon,
        chance=of_quantity(run, place, "worn", rough_share(chance.value), chance.value, WORN),
    )


def _together(kind: str, labels: Sequence[str]) -> str:
    if len(labels) == 1:
        return labels[0]
    return f"{kind} of {len(labels)} VM groups" if _OF_ONE.search(labels[0]) else f"{kind} ({len(labels)})"


_OF_ONE = re.compile(r" of '[^']*'$")
"""The VM group at the end of a label."""

_MOST_FIELDS = 4


def io_missing_words() -> Phrase:
    """What is open where no VM says how much it reads and writes."""
    return phrase(
        "No VM says how much it reads and writes, so that wear, write buffers and write performance, which may ask for "
        "more hosts, are not evaluated. Enter the I/O, or assume it."
    )
