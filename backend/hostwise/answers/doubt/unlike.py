"""Candidates that are not alike: other protection, or costs that only one side has. What is unlike is said first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hostwise.answers.doubt.cap import Cap
from hostwise.answers.doubt.doubt_words import quoted
from hostwise.answers.evaluation.admissibility import Admission
from hostwise.answers.running.run import Run
from hostwise.answers.running.sentences import Phrase, listing, phrase, shown
from hostwise.catalogue.hypervisors import ESXI
from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.result import Result
from hostwise.plan.answers.text import Name
from hostwise.plan.configuration import Architecture, Configuration

_COST = "cluster_tco"
_MOST_NAMED = 3


def unlike_caps(run: Run, result: Result, catalogue: Catalogue) -> tuple[Cap, ...]:
    """What the cheapest candidate lacks that another one has: protection, and costs."""
    candidates = [place for place, each in enumerate(result.configurations) if each.admissible]
    if len(candidates) < 2:
        return ()
    best = min(candidates, key=lambda place: (run.evaluation.value(_COST, place), place))
    others = [each for each in candidates if each != best]
    return (*_protection(run, result, catalogue, best, others), *_costs(run, catalogue, best, candidates))


def _protection(run: Run, result: Result, catalogue: Catalogue, best: int, others: Sequence[int]) -> tuple[Cap, ...]:
    """What others survive and the cheapest does not, as far as no requirement says what is enough."""
    own, asked = Admission(run, best, catalogue).protected, run.plan.requirements
    all_others = {place: Admission(run, place, catalogue).protected for place in others}
    found: list[tuple[Phrase, list[int]]] = []
    if not own.site and not asked.site_lost:
        sites = [place for place, other in all_others.items() if other.site]
        found.append((phrase("does not survive the loss of a site"), sites))
    if asked.hosts_lost is None and own.losses is not None:
        # Two sites keep more copies: that they survive the loss of one says it.
        more = [
            place for place, each in all_others.items() if each.site == own.site and (each.losses or 0) > own.losses
        ]
        survives = shown(counted(own.losses, "hosts"), own.losses)
        found.append((phrase("keeps its data with no more than {hosts} lost", hosts=survives), more))
    if own.heals is False and not asked.heals:
        found.append((phrase("does not heal by itself"), [place for place, each in all_others.items() if each.heals]))
    return tuple(
        Cap(
            "different_protection",
            "leaning",
            phrase("{others} {differ} in that.", others=_names(result, places), differ=_verb(places, "differ")),
            (best,),
            clause,
        )
        for clause, places in found
        if places
    )


def _verb(places: Sequence[int], verb: str) -> str:
    return f"{verb}s" if len(places) == 1 else verb


@dataclass(frozen=True)
class _Category:
    """A cost that applies to some configurations, and whether it has a figure there."""

    words: str
    applies: Callable[[Run, int, Catalogue], bool]
    has_figure: Callable[[Run, int, Catalogue], bool]


def keeps_hosts(configuration: Configuration, run: Run, place: int) -> bool:
    """Whether the hosts are there already: their number is given, and none of their parts has a price."""
    return configuration.hosts is not None and run.evaluation.value("hosts_capex", place) == 0


def _kept(run: Run, place: int, _: Catalogue) -> bool:
    return keeps_hosts(run.plan.configurations[place], run, place)


def _array_kept(run: Run, place: int, _: Catalogue) -> bool:
    external = run.plan.configurations[place].architecture is Architecture.EXTERNAL_ARRAY
    return external and run.evaluation.value("array_price", place) == 0


def _licence_free(run: Run, place: int, _: Catalogue) -> bool:
    return run.evaluation.value("licence_cost", place) == 0


def _supported(run: Run, _place: int, _: Catalogue) -> bool:
    """An amount for each host counts for kept hosts, too; 0 confirms that they cost nothing."""
    return run.plan.economics.support_price_per_host is not None


def _never(_run: Run, _place: int, _: Catalogue) -> bool:
    return False


_CATEGORIES = (
    _Category("maintenance of the kept hosts", _kept, _supported),
    _Category("maintenance of the kept array", _array_kept, _never),
    _Category("licences", _licence_free, _never),
)
"""Costs that may stand on one side only."""


def _costs(run: Run, catalogue: Catalogue, best: int, candidates: Sequence[int]) -> tuple[Cap, ...]:
    """Costs that the cheapest is without and another one is not; where all are without them a finding says so."""
    one_sided = []
    for each in _CATEGORIES:
        without = [
            place
            for place in candidates
            if each.applies(run, place, catalogue) and not each.has_figure(run, place, catalogue)
        ]
        if best in without and len(without) < len(candidates):
            one_sided.append(each)
    caps = list(_migration(run, catalogue, candidates))
    if one_sided:
        clause = phrase("is without {words}", words=listing([each.words for each in one_sided]))
        if any(each.applies is _kept for each in one_sided):
            said = phrase("Keep or replace? Enter what the current hosts will cost.")
            caps.append(Cap("keep_or_replace", "open", said, (best,), clause))
        else:
            said = phrase("Enter what that costs, or compare without it.")
            caps.append(Cap("one_sided_cost", "leaning", said, (best,), clause))
    return tuple(caps)


def _migration(run: Run, catalogue: Catalogue, candidates: Sequence[int]) -> tuple[Cap, ...]:
    """Candidates of several hypervisors: to all but one of them somebody has to migrate, and that costs."""
    families = {place: _family(run.plan.configurations[place], catalogue) for place in candidates}
    if len(set(families.values())) < 2:
        return ()
    said = phrase("All of this is without migration, which moving to another hypervisor costs.")
    return (Cap("without_migration", "leaning", said, ()),)


def _family(configuration: Configuration, catalogue: Catalogue) -> str:
    row = catalogue.licences.get(configuration.licence.key or "")
    return (row.hypervisor if row is not None else None) or ESXI


def _name(result: Result, place: int) -> Name:
    return quoted(Name(configuration=result.configurations[place].key, text=result.configurations[place].name))


def _names(result: Result, places: Sequence[int]) -> Phrase:
    names: list[str | Name] = [_name(result, each) for each in places[:_MOST_NAMED]]
    more = len(places) - len(names)
    return listing([*names, *([f"{fixed(more)} more"] if more else [])])
