"""The storage stack of a configuration, and the inputs that its facts give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from hostwise.binding.origins import MISSING, Origin, settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.binding.wear_uncertainty import stack_uncertainty
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.catalogue.stacks import Quorum, Reserve, Stack, StackFact, StackField
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan


def stack_of(catalogue: Catalogue, configuration: Configuration) -> Stack:
    """The storage stack of a configuration: its own, else the usual one of its layout."""
    layout = configuration.layout.value
    own = catalogue.stacks.get(configuration.storage_stack or "")
    if own is not None and own.layout == layout:
        return own
    return _usual(catalogue)[layout]


@lru_cache(maxsize=16)
def _usual(catalogue: Catalogue) -> Mapping[str, Stack]:
    return {each.layout: each for each in catalogue.stacks.values() if each.usual}


def protection_key(plan: Plan, configuration: Configuration, catalogue: Catalogue) -> str:
    """The protection of a configuration: its own, else that of the policy where its storage stack has it, else usual.

    A policy's protection is that of one family; a storage stack of another one has its own usual.
    """
    if configuration.protection is not None:
        return configuration.protection
    stack = stack_of(catalogue, configuration)
    policy = catalogue.protection.get(plan.policy.protection)
    if stack.usual_protection is None or (policy is not None and policy.family == stack.protections):
        return plan.policy.protection
    return stack.usual_protection


def fact(to: Recorder, stack: Stack, field: StackField) -> Origin | None:
    """What the catalogue says of a storage stack; None where it says nothing."""
    row = facts_of(to.catalogue).get((stack.key, field))
    return None if row is None else to.figure(row)


def says_memory(catalogue: Catalogue, stack: Stack) -> bool:
    """Whether the catalogue says what memory of a host a storage stack takes by its drives."""
    return any((stack.key, field) in facts_of(catalogue) for field in _MEMORY.values())


@lru_cache(maxsize=16)
def facts_of(catalogue: Catalogue) -> Mapping[tuple[str, StackField], StackFact]:
    """The facts of the storage stacks, by stack and field."""
    return {(stack, each.field): each for each in catalogue.stack_facts.values() for stack in each.stacks}


def bind_stack(to: Recorder, at: str, configuration: Configuration, protection: Protection | None) -> None:
    """The capacity rules of a storage stack, and the memory and cores that it takes."""
    pointer = f"{at}/storage_stack"
    own = to.find(to.catalogue.stacks, configuration.storage_stack, pointer)
    if own is not None and own.layout != configuration.layout:
        fitting = [each.key for each in to.catalogue.stacks.values() if each.layout == configuration.layout]
        text = f"Storage stack {own.key!r} does not fit layout {configuration.layout}."
        to.mistakes.append(Mistake(pointer, "storage_does_not_fit", text, f"Choose one of {', '.join(fitting)}."))
    stack = stack_of(to.catalogue, configuration)
    none = settled(0, f"{stack.name} does not have this part")
    whole = settled(1, f"{stack.name} has no fill limit beside its reserves")
    to.put("metadata_reserve_share", pointer, None, fact(to, stack, "metadata_share") or none)
    for name, field in _CAPACITY.items():
        to.put(name, pointer, None, fact(to, stack, field) or (whole if field in _FILLS else none))
    what = "what is provisioned" if stack.thick else "what is written"
    to.put("thick_volumes_flag", pointer, None, settled(float(stack.thick), f"a volume of {stack.name} takes {what}"))
    exact = settled(1, f"{stack.name} stores what it is given")
    to.put("metadata_factor", pointer, None, fact(to, stack, "space_factor") or exact)
    heals = "as the storage stack says" if stack.heals_in_host else f"{stack.name} heals a drive otherwise"
    to.put("in_host_healing_flag", pointer, None, settled(float(stack.heals_in_host), heals))
    for name, amount in zip(("quorum_lost_share", "quorum_tie_hosts"), _QUORUMS[stack.quorum], strict=True):
        to.put(name, pointer, None, settled(amount, f"quorum of {stack.quorum_of or stack.name}: {stack.quorum}"))
    own_writes = settled(1, f"the protections of {stack.name} say all that is written")
    to.put("stack_write_factor", pointer, None, fact(to, stack, "write_factor") or own_writes)
    stack_uncertainty(to, pointer, facts_of(to.catalogue).get((stack.key, "write_factor")))
    kept = _RESERVES[stack.reserve](to, protection)
    to.put("stack_reserve_hosts", pointer, None, kept)
    declared = says_memory(to.catalogue, stack)
    for name, field in _MEMORY.items():
        # One of several sources of the memory, which the plan gives in one field.
        origin = (fact(to, stack, field) or none) if declared else MISSING
        to.put(name, f"{at}/memory/storage_stack_gib", None, origin)
    given = configuration.storage_stack_cpu_share is not None
    replaced = settled(0, "the share of the plan replaces it")
    instead = configuration.memory.storage_stack_gib, configuration.storage_stack_cpu_share
    for (name, (field, words)), value in zip(_ONCE.items(), instead, strict=True):
        to.put(name, pointer, None, settled(0, words) if value is not None else fact(to, stack, field) or none)
    for name, field in _CORES.items():
        to.put(name, pointer, None, replaced if given else fact(to, stack, field) or none)


_ONCE: Mapping[str, tuple[StackField, str]] = {
    "stack_cluster_gib": ("cluster_memory_gib", "the memory of the plan replaces it"),
    "stack_cluster_cores": ("cluster_cores", "the share of the plan replaces it"),
}
"""What runs once in a cluster, and what is said where the plan gives what the storage stack takes of each host."""

_QUORUMS: Mapping[Quorum, tuple[float, float]] = {"any_host": (1, 1), "half": (0.5, 0), "majority": (0.5, 1)}
"""The share of the hosts that may be lost, and whether one more than that must be left."""

_CAPACITY: Mapping[str, StackField] = {
    "planned_fill_share": "planned_fill_share",
    "planned_after_reserve_flag": "planned_after_reserve",
    "hard_fill_share": "hard_fill_share",
    "imbalance_share": "imbalance_share",
    "stack_reserve_drives": "reserve_drives",
    "platform_tb": "platform_tb",
}
_FILLS = ("planned_fill_share", "hard_fill_share")
_MEMORY: Mapping[str, StackField] = {
    "stack_gib": "memory_gib",
    "stack_gib_per_drive": "memory_gib_per_drive",
    "stack_memory_share": "memory_share",
}
_CORES: Mapping[str, StackField] = {"stack_cores": "cores", "stack_cores_per_drive": "cores_per_drive"}


def _spare_hosts(to: Recorder, _: Protection | None) -> Origin:
    return settled(float(to.policy.spare_hosts), "the spare hosts, whose data must be healed")


def _losses(_: Recorder, protection: Protection | None) -> Origin:
    lost = None if protection is None else protection.hosts_lost
    return MISSING if lost is None else settled(float(lost), "as many of the largest as the protection may lose")


_RESERVES: Mapping[Reserve, Callable[[Recorder, Protection | None], Origin]] = {
    "by_policy": lambda *_: settled(0, "the method of the policy says what is kept free"),
    "spare_hosts": _spare_hosts,
    "losses": _losses,
    "drives": lambda *_: settled(0, "drives are kept free, and no host"),
    "nothing": lambda *_: settled(0, "the data of a lost host is on another one already, or on none"),
}
"""The hosts that a storage stack keeps free, by its rule."""
