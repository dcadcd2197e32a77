"""Candidates that are not alike: other protection, or costs that only one side has. What is unlike is said first."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.cost.cost_coverage import KEPT_HOSTS, SIDED_COSTS, keeps_hosts, without_migration
from hostwise.answers.evaluation.admissibility import Admission
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.sentences import Phrase, quoted
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.cap import Cap, cap
from hostwise.decision.decision_messages import Sentence, say, some_of
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import ConfigurationName, MessagePart
from hostwise.plan.document import RemarkStatus

_COST = "cluster_tco"
_MOST_NAMED = 3


def comparability_limits(run: Run, results: Sequence[ConfigurationResult], catalogue: Catalogue) -> tuple[Cap, ...]:
    """What the cheapest candidate lacks that another one has: protection, and costs."""
    candidates = [place for place, each in enumerate(results) if each.admissible]
    if len(candidates) < 2:
        return ()
    best = min(candidates, key=lambda place: (run.evaluation.value(_COST, place), place))
    others = [each for each in candidates if each != best]
    return (*_protection(run, results, catalogue, best, others), *_costs(run, catalogue, best, candidates))


def _protection(
    run: Run, results: Sequence[ConfigurationResult], catalogue: Catalogue, best: int, others: Sequence[int]
) -> tuple[Cap, ...]:
    """What others survive and the cheapest does not, as far as no requirement says what is enough."""
    own, asked = Admission(run, best, catalogue).protected, run.plan.requirements
    all_others = {place: Admission(run, place, catalogue).protected for place in others}
    found: list[Sentence] = []
    if not own.site and not asked.site_lost:
        sites = [place for place, other in all_others.items() if other.site]
        if sites:
            found.append(say("unlike.site", others=_names(results, sites)))
    if asked.hosts_lost is None and own.losses is not None:
        # Two sites keep more copies: that they survive the loss of one says it.
        more = [
            place for place, each in all_others.items() if each.site == own.site and (each.losses or 0) > own.losses
        ]
        if more:
            survived = Number(own.losses, pointer=f"/configurations/{best}/protection")
            found.append(say("unlike.losses", others=_names(results, more), hosts=survived))
    if own.heals is False and not asked.heals:
        healing = [place for place, each in all_others.items() if each.heals]
        if healing:
            found.append(say("unlike.heals", others=_names(results, healing)))
    return tuple(cap("different_protection", "leaning", (), (best,), first=said) for said in found)


def _costs(run: Run, catalogue: Catalogue, best: int, candidates: Sequence[int]) -> tuple[Cap, ...]:
    """Costs that the cheapest is without and another one is not; where all are without them a finding says so."""
    one_sided = []
    for each in SIDED_COSTS:
        without = [
            place for place in candidates if each.applies(run, place) and not each.has_figure(run, place, catalogue)
        ]
        if best in without and len(without) < len(candidates):
            one_sided.append(each)
    caps = []
    if without_migration(run, catalogue, candidates):
        moving = next((place for place in [best, *candidates] if not keeps_hosts(run, place)), best)
        caps.append(cap("without_migration", "leaning", [say("without_migration")], (), pointer=_lines_of(moving)))
    kept = kept_at_assumed_cost(run, catalogue, candidates)
    if kept and best not in kept:
        # Whatever keeping costs would only make it dearer, if its licence were known, too.
        caps.append(cap("keep_or_replace", "open", [say("keep_or_replace")], (), pointer=_lines_of(kept[0])))
    if one_sided:
        first = say("without_costs", costs=listing([each.words for each in one_sided]))
        if KEPT_HOSTS in one_sided:
            caps.append(
                cap("keep_or_replace", "open", [say("keep_or_replace")], (best,), first=first, pointer=_lines_of(best))
            )
        else:
            caps.append(cap("one_sided_cost", "leaning", [say("one_sided_cost")], (best,), first=first))
    return tuple(caps)


def kept_at_assumed_cost(run: Run, catalogue: Catalogue, candidates: Sequence[int]) -> list[int]:
    """The candidates of kept hosts whose maintenance and licence are both unknown: the licence of today is assumed."""
    found = []
    for place in candidates:
        remark = run.plan.remarks.get(f"/configurations/{place}/licence/key")
        if remark is None or remark.status is not RemarkStatus.ASSUMED or not KEPT_HOSTS.applies(run, place):
            continue
        if not KEPT_HOSTS.has_figure(run, place, catalogue):
            found.append(place)
    return found


def _lines_of(place: int) -> str:
    return f"/configurations/{place}/cost_lines"


def _name(results: Sequence[ConfigurationResult], place: int) -> ConfigurationName:
    return quoted(ConfigurationName(configuration=results[place].key, text=results[place].name))


def _names(results: Sequence[ConfigurationResult], places: Sequence[int]) -> Phrase:
    names: list[MessagePart] = [_name(results, place) for place in places]
    return some_of(names, _MOST_NAMED)
