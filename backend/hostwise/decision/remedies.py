"""Changes of one click that let something be built or compared, each tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from pydantic import ValidationError

from hostwise.answers.evaluation.admissibility import Admission
from hostwise.answers.evaluation.order import COST
from hostwise.answers.findings.about import About
from hostwise.answers.findings.reasons import said_against
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision import DecisionState, TriedRemedy
from hostwise.decision.decision_messages import words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.number_format.writing import short_money
from hostwise.plan.answers.result import ConfigurationResult, Finding
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at

_MOST_OFFERED, _MOST_TRIED, _MOST_STEPS = 3, 8, 3
_LARGER = (2, 4, 8)
"""Factors by which memory is enlarged where no single field is named."""


def remedies_of(
    run: Run,
    catalogue: Catalogue,
    results: Sequence[ConfigurationResult],
    findings: Sequence[Finding],
    state: DecisionState,
) -> list[TriedRemedy]:
    """The changes that help, in the order in which they are offered."""
    if state in ("open", "prices_missing"):
        remedies = [each.remedy for each in findings if each.code == "io_not_given" and each.remedy is not None]
        return [TriedRemedy(remedy=each) for each in remedies[:1]] if state == "open" else []
    if state not in ("cannot_be_built", "none_qualifies"):
        return []
    found: list[TriedRemedy] = []
    for number, remedy in enumerate(_candidates(run, results)):
        if number >= _MOST_TRIED or len(found) == _MOST_OFFERED:
            break
        tried_remedy = tried(run.plan, remedy, catalogue)
        # Of changes that lead to the same hosts and cost the first, which cures most, is enough.
        if tried_remedy is not None and tried_remedy.effect not in [each.effect for each in found]:
            found.append(tried_remedy)
    return found


def smaller_ones(run: Run, catalogue: Catalogue, cost: float) -> list[TriedRemedy]:
    """Changes of a cluster that is nearly empty: two nodes, or smaller hosts, where that can be built and is cheaper.

    Args:
        run: the run.
        catalogue: the catalogue.
        cost: what its cheapest configuration costs.
    """
    found = (_cheaper(run.plan, each, catalogue, cost) for each in _smaller(run.plan))
    return [each for each in found if each is not None][:_MOST_SMALLER]


def _smaller(plan: Plan) -> Iterator[Remedy]:
    places = range(len(plan.configurations))
    two_nodes: list[Edit] = []
    processor: list[Edit] = []
    memory: list[Edit] = []
    for place, each in enumerate(plan.configurations):
        at = f"/configurations/{place}"
        family = (each.protection or plan.policy.protection or "").partition("_")[0]
        if family in _TWO_NODES:
            two_nodes += [
                Edit(pointer=f"{at}/protection", value=_TWO_NODES[family]),
                Edit(pointer=f"{at}/hosts", value=None),
            ]
        if each.cpu.sockets > 1:
            processor.append(Edit(pointer=f"{at}/cpu/sockets", value=1))
        memory.append(Edit(pointer=f"{at}/memory/dram_gib", value=each.memory.dram_gib / _LESS_MEMORY))
    if two_nodes:
        yield Remedy(label=words("remedy.two_nodes"), edits=two_nodes)
    if len(processor) == len(places):
        yield Remedy(label=words("remedy.one_processor_less_memory"), edits=[*processor, *memory])
        yield Remedy(label=words("remedy.one_processor"), edits=processor)
    yield Remedy(label=words("remedy.less_memory"), edits=memory)


_TWO_NODES = {
    "esa": "esa_two_node_raid1",
    "osa": "osa_two_node_raid1",
    "aos": "aos_two_node_rf2",
    "s2d": "s2d_mirror_2",
}
"""Protection of two nodes with a witness, by the family that it belongs to."""
_LESS_MEMORY, _MOST_SMALLER = 4, 2


def _cheaper(plan: Plan, remedy: Remedy, catalogue: Catalogue, cost: float) -> TriedRemedy | None:
    """A change with what it leads to, where something can be built with it that costs less."""
    changed = edited(plan, remedy)
    if changed is None:
        return None
    try:
        run = run_plan(changed, catalogue)
    except PlanError:
        return None
    able = able_of(run, catalogue)
    if not any(run.evaluation.value(COST, place) < cost for place in able):
        return None
    return TriedRemedy(remedy=remedy, effect=_effect(run, able))


def able_of(run: Run, catalogue: Catalogue) -> list[int]:
    """The places of the configurations that can be built and meet all requirements."""
    return [
        place
        for place in range(len(run.plan.configurations))
        if not said_against(About(run, place, catalogue)) and not Admission(run, place, catalogue).unmet_requirements()
    ]


def _candidates(run: Run, results: Sequence[ConfigurationResult]) -> Iterator[Remedy]:
    """What the reasons name: for all configurations at once, for each, and together; then what usually helps."""
    own = [_remedies(each) for each in results]
    first = [remedies[0] for remedies in own if remedies]
    said: dict[str, None] = {}
    if len({each.label for each in first}) > 1:
        edits = {edit.pointer: edit for each in first for edit in each.edits}
        yield Remedy(label=words("remedy.as_each_needs", first=first[0].label), edits=list(edits.values()))
    yield from _unseen(_merged(own), said)
    yield from _unseen([each for remedies in own for each in remedies], said)
    yield from _usual(run, results)


def _remedies(result: ConfigurationResult) -> list[Remedy]:
    remedies = [*(each.remedy for each in result.reasons), *(each.remedy for each in result.unmet_requirements)]
    return [each for each in remedies if each is not None]


def _merged(own: Sequence[Sequence[Remedy]]) -> Iterator[Remedy]:
    """Cures of the same words as one."""
    alike: dict[str, list[Remedy]] = {}
    for remedies in own:
        for each in remedies:
            alike.setdefault(each.label, []).append(each)
    for label, remedies in alike.items():
        edits = {edit.pointer: edit for each in remedies for edit in each.edits}
        yield Remedy(label=label, edits=list(edits.values()))


def _unseen(remedies: Iterator[Remedy] | Sequence[Remedy], said: dict[str, None]) -> Iterator[Remedy]:
    for each in remedies:
        if each.label not in said:
            said[each.label] = None
            yield each


def _usual(run: Run, results: Sequence[ConfigurationResult]) -> Iterator[Remedy]:
    """Hosts that are sized instead of given, fewer spares, other limits of the policy, larger hosts."""
    plan = run.plan
    given = [place for place, each in enumerate(plan.configurations) if each.hosts is not None]
    if given:
        edits = [Edit(pointer=f"/configurations/{place}/hosts", value=None) for place in given]
        yield Remedy(label=words("remedy.size_hosts"), edits=edits)
    asked = plan.requirements
    for field, code in _ASKED.items():
        if getattr(asked, field, None) not in (None, False, 0):
            missed = {each.requirement for result in results for each in result.unmet_requirements}
            if field in missed:
                yield Remedy(label=words(code), edits=[Edit(pointer=f"/requirements/{field}", value=None)])
    for factor in _LARGER:
        edits = [
            Edit(pointer=f"/configurations/{place}/memory/dram_gib", value=each.memory.dram_gib * factor)
            for place, each in enumerate(plan.configurations)
        ]
        yield Remedy(label=words("remedy.more_memory", factor=factor), edits=edits)


_ASKED: dict[str, DecisionCode] = {
    "min_hosts": "requirement_dropped.min_hosts",
    "max_hosts": "requirement_dropped.max_hosts",
    "budget": "requirement_dropped.budget",
    "rack_units": "requirement_dropped.rack_units",
    "power_kw": "requirement_dropped.power_kw",
    "rpo_minutes": "requirement_dropped.rpo_minutes",
    "site_lost": "requirement_dropped.site_lost",
    "heals": "requirement_dropped.heals",
    "hosts_lost": "requirement_dropped.hosts_lost",
    "snapshots": "requirement_dropped.snapshots",
    "live_migration": "requirement_dropped.live_migration",
    "vgpu": "requirement_dropped.vgpu",
}


def tried(plan: Plan, remedy: Remedy, catalogue: Catalogue) -> TriedRemedy | None:
    """A change with what it leads to; where it only uncovers the next reason, with the change for that one, too."""
    for _ in range(_MOST_STEPS):
        changed = edited(plan, remedy)
        if changed is None:
            return None
        try:
            run = run_plan(changed, catalogue)
        except PlanError:
            return None
        places = range(len(changed.configurations))
        against = [said_against(About(run, place, catalogue)) for place in places]
        able = [
            place
            for place in places
            if not against[place] and not Admission(run, place, catalogue).unmet_requirements()
        ]
        if able:
            return TriedRemedy(remedy=remedy, effect=_effect(run, able))
        further = [each.remedy for said in against for each in said if each.remedy is not None]
        known = {edit.pointer for edit in remedy.edits}
        new = {edit.pointer: edit for each in further for edit in each.edits if edit.pointer not in known}
        if not new:
            return None
        label = next(each.label for each in further if any(edit.pointer in new for edit in each.edits))
        both = words("remedy.both", first=remedy.label, then=label)
        remedy = Remedy(label=both, edits=[*remedy.edits, *new.values()])
    return None


def _effect(run: Run, able: Sequence[int]) -> str:
    """What a plan comes to: hosts and cost of the cheapest that can be built."""
    cost = {place: run.evaluation.value(COST, place) for place in able}
    best = min(able, key=lambda place: (cost[place] if isfinite(cost[place]) else float("inf"), place))
    hosts = run.evaluation.value("hosts", best)
    if not isfinite(cost[best]):
        return words("effect.hosts", hosts=hosts)
    amount = f"{short_money(cost[best])} {run.plan.economics.currency}"
    return words("effect.hosts_and_cost", hosts=hosts, cost=amount)


def edited(plan: Plan, remedy: Remedy) -> Plan | None:
    """The plan after a change; None where that is no plan."""
    document: Any = plan_json(plan)
    for edit in remedy.edits:
        set_at(document, edit.pointer, edit.value)
        document.get("remarks", {}).pop(edit.pointer, None)
    try:
        return Plan.model_validate(document)
    except ValidationError:
        return None
