"""The same writes of VMs through other storage stacks: what reaches the drives, and what they must be rated for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from statistics import mode

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.storage.messages.storage_codes import StorageCode
from hostwise.answers.storage.storage_document import SameWrites, SourceRange
from hostwise.answers.storage.storage_messages import message, words
from hostwise.answers.wording.answer_messages import listing
from hostwise.binding.stacks import facts_of, protection_key, stack_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.catalogue.stacks import Stack
from hostwise.engine.graph import Evaluation
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.licences import Licence

ONE_TIER = "single_tier"
"""Drives that hold the data and take all writes: the others absorb them elsewhere, which is not the same drive."""
_NAMES = ("write_amplification_used", "needed_rated_dwpd", "years_to_wear_out_with_growth")
_VERDICTS: Mapping[tuple[str, ...], StorageCode] = {
    ("enough",): "same_writes.enough",
    ("perhaps",): "same_writes.perhaps",
    ("lacking",): "same_writes.lacking",
    ("enough", "perhaps"): "same_writes.enough_perhaps",
    ("enough", "lacking"): "same_writes.enough_lacking",
    ("perhaps", "lacking"): "same_writes.perhaps_lacking",
    ("enough", "perhaps", "lacking"): "same_writes.all",
}
"""Which sentence is said, by the kinds of storage stacks that it names."""


def same_writes(run: Run, index: int, catalogue: Catalogue) -> list[SameWrites]:
    """The writes of a configuration through each storage stack of one tier, its own first.

    Hosts, drives and VMs stay, and no hosts are bought later; storage stack and protection change. The protection is
    the configuration's own, and on another stack one that survives at least as many lost hosts: the usual one where it
    does, else the first that does, of vSAN that with the least space; of them one for which the hosts are enough, where
    there is any.
    """
    configuration, hosts = run.plan.configurations[index], run.evaluation.value("hosts", index)
    own = stack_of(catalogue, configuration)
    if own.layout != ONE_TIER or not isfinite(hosts):
        return []
    common = catalogue.protection[protection_key(run.plan, configuration, catalogue)]
    part = hosts / run.evaluation.value("clusters", index)
    chosen = {own.key: common} | dict(_others(catalogue, own, common, part))
    document = _on_each(run.plan, configuration, chosen, round(hosts))
    binding = replace(run_plan(document, catalogue, placed=False).binding, evaluated=None)
    facts = [facts_of(catalogue).get((key, "write_factor")) for key in chosen]
    ends = [
        np.array([[1.0 if each is None or each.value is None else getattr(each, end) or each.value for each in facts]])
        for end in ("low", "value", "high")
    ]
    # At an end the writes of the stack are known: only the value in the middle has their uncertainty.
    known = {name: np.zeros((1, 1)) for name in ("stack_write_shift", "stack_write_sigma", "stack_write_skew")}
    found = [
        binding.evaluate([*_NAMES, "hosts"], {"stack_write_factor": each} | uncertainty)
        for each, uncertainty in zip(ends, (known, {}, known), strict=True)
    ]
    ratings = _ratings(catalogue)
    answers = []
    for place, (key, protection) in enumerate(chosen.items()):
        written, needed, life = (_range(found, name, place) for name in _NAMES)
        fact = facts[place]
        answers.append(
            SameWrites(
                stack=key,
                name=catalogue.stacks[key].name,
                protection=protection.label,
                own=key == own.key,
                lost_hosts=protection.hosts_lost,
                minimum_hosts=protection.minimum_hosts,
                enough_hosts=protection.minimum_hosts <= part,
                write_amplification=written,
                needed_dwpd=needed,
                order_dwpd=None if needed is None else next((each for each in ratings if each >= needed.high), None),
                life_years=life,
                ranged=fact is not None and fact.low is not None,
            )
        )
    return answers


def verdict(rated: float, stacks: Sequence[SameWrites]) -> str:
    """On which storage a drive of this rating is enough, as a sentence; empty where nothing is known."""
    known = [(each.name, each.needed_dwpd) for each in stacks if each.needed_dwpd is not None]
    if not known or not isfinite(rated):
        return ""
    names = {
        "enough": [name for name, needed in known if needed.high <= rated],
        "perhaps": [name for name, needed in known if needed.mid <= rated < needed.high],
        "lacking": [name for name, needed in known if rated < needed.mid],
    }
    values = {each: listing(found) for each, found in names.items() if found}
    if "perhaps" in values:
        values["perhaps"] = message("same_writes_unless", stacks=values["perhaps"])
    return words(_VERDICTS[tuple(values)], rated=rated, **values)


def _others(catalogue: Catalogue, own: Stack, common: Protection, hosts: float) -> Iterator[tuple[str, Protection]]:
    """The other storage stacks of one tier, each with the protection that is like the configuration's."""
    writes = set()
    for stack in catalogue.stacks.values():
        if stack.layout != ONE_TIER or stack.thick:
            continue
        like = [
            each
            for each in catalogue.protection.values()
            if each.family == stack.protections and each.log_writes_factor is not None
            if each.sites == 1 and (each.hosts_lost or 0) >= (common.hosts_lost or 0)
        ]
        if stack.key == own.key or not like:
            continue
        row = min([each for each in like if each.minimum_hosts <= hosts] or like, key=_rank(stack))
        fact = facts_of(catalogue).get((stack.key, "write_factor"))
        # Two products with the same storage below say the same twice.
        if (said := (row.key, None if fact is None else fact.key)) not in writes:
            writes.add(said)
            yield stack.key, row


@lru_cache(maxsize=4)
def _ratings(catalogue: Catalogue) -> list[float]:
    """The usual rating of each workload class of drives, such as 1 for read-intensive ones."""
    classes: dict[str, list[float]] = {}
    for each in catalogue.drives.values():
        if each.rated_dwpd is not None and each.workload_class is not None:
            classes.setdefault(each.workload_class, []).append(each.rated_dwpd)
    return sorted(mode(each) for each in classes.values())


def _rank(stack: Stack) -> Callable[[Protection], tuple[bool, float]]:
    """Which protection of a stack comes first: its usual one; without one, that with the least space."""
    if stack.usual_protection is None:
        return lambda each: (False, each.capacity_factor)
    return lambda each: (each.key != stack.usual_protection, 0)


def _on_each(plan: Plan, configuration: Configuration, chosen: dict[str, Protection], hosts: int) -> Plan:
    """A plan of the same hosts on each storage stack."""
    placed = tuple(
        configuration.model_copy(
            update={
                "key": key,
                "storage_stack": key,
                "protection": protection.key,
                "hosts": hosts,
                "hypervisor": None,
                "management": None,
                "licence": Licence(),
            }
        )
        for key, protection in chosen.items()
    )
    # A scheme of a VM group is one of its storage: all are compared with one protection for all.
    groups = tuple(each.model_copy(update={"protection": None, "kept_at": None}) for each in plan.workload.groups)
    workload = plan.workload.model_copy(update={"groups": groups})
    # Hosts that are bought later take writes over, and when differs: the same drives are to be compared.
    economics = plan.economics.model_copy(update={"buy_expansion": False})
    return plan.model_copy(update={"configurations": placed, "workload": workload, "economics": economics})


def _range(found: list[Evaluation], name: str, place: int) -> SourceRange | None:
    ends = [each.value(name, place) for each in found]
    if not all(isfinite(each) for each in ends):
        return None
    return SourceRange(low=min(ends), mid=ends[1], high=max(ends))
