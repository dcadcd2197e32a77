"""The hypervisor of a configuration, which decides the available features, and the inputs that its facts give."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hostwise.binding.origins import MISSING, Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.hypervisors import ESXI, Hypervisor, HypervisorFact, HypervisorField
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration


def hypervisor_of(catalogue: Catalogue, configuration: Configuration) -> Hypervisor:
    """The hypervisor of a configuration: its own, else the usual of its licence, else that of its storage stack."""
    own = catalogue.hypervisors.get(configuration.hypervisor or "")
    if own is not None:
        return own
    licence = catalogue.licences.get(configuration.licence.key or "")
    family = licence.hypervisor if licence is not None else None
    runs_on = stack_of(catalogue, configuration).hypervisors
    return _usual(catalogue)[family or (runs_on[0] if runs_on else ESXI)]


@lru_cache(maxsize=16)
def _usual(catalogue: Catalogue) -> Mapping[str, Hypervisor]:
    return {each.family: each for each in catalogue.hypervisors.values() if each.usual}


def version_of(to: Recorder, at: str, configuration: Configuration) -> Hypervisor | None:
    """The hypervisor; None if the catalogue has none of the plan's key, which is recorded as a mistake."""
    if configuration.hypervisor is not None:
        return to.find(to.catalogue.hypervisors, configuration.hypervisor, f"{at}/hypervisor")
    return hypervisor_of(to.catalogue, configuration)


def has_memory_states(hypervisor: Hypervisor | None) -> bool:
    """Whether what the hypervisor does as memory runs short is predicted."""
    return hypervisor is None or hypervisor.memory_state_model != "one_to_one"


def has_large_write_buffer(version: Hypervisor | None, configuration: Configuration) -> bool:
    """Whether the large write buffer is requested and available."""
    wanted = configuration.write_tier is not None and configuration.write_tier.large_write_buffer
    return wanted and version is not None and version.large_write_buffer


@lru_cache(maxsize=16)
def _facts(catalogue: Catalogue) -> Mapping[tuple[str, HypervisorField], HypervisorFact]:
    facts = catalogue.hypervisor_facts.values()
    return {(key, each.field): each for each in facts for key in each.hypervisors}


def fact_of(catalogue: Catalogue, hypervisor: Hypervisor | None, field: HypervisorField) -> HypervisorFact | None:
    """What the catalogue says of a hypervisor; None where it says nothing."""
    return None if hypervisor is None else _facts(catalogue).get((hypervisor.key, field))


def bind_hypervisor(to: Recorder, at: str, configuration: Configuration) -> None:
    """The memory and cores that the hypervisor takes of a host, and of each VM by its rule."""
    pointer, stack = f"{at}/hypervisor", stack_of(to.catalogue, configuration)
    hypervisor = version_of(to, at, configuration)
    name = hypervisor.name if hypervisor is not None else "this version"
    none = settled(0, f"{name} does not have this part")

    def of(field: HypervisorField) -> Origin | None:
        row = fact_of(to.catalogue, hypervisor, field)
        return None if row is None else to.figure(row)

    memory: dict[str, Origin | None] = {
        "hypervisor_minimum_gib": of("memory_gib"),
        "hypervisor_memory_share": of("memory_share"),
        "hypervisor_fixed_gib": of("memory_fixed_gib"),
    }
    if any(memory.values()):
        memory["hypervisor_minimum_share"] = settled(1, f"the least memory of {name} counts on every host")
    else:
        memory |= {each: to.assumption(key) for each, key in _RULE.items()}
    cores = {"hypervisor_cores": of("cores"), "hypervisor_cpu_share": of("cpu_share")}
    given = stack.includes_host and configuration.storage_stack_cpu_share is not None
    replaced = settled(0, "the share of the plan replaces it")
    to.put("system_minimum_cores", pointer, None, replaced if given else of("minimum_cores") or none)
    if stack.includes_host:
        counted = settled(0, f"what {stack.name} takes includes the host system")
        memory, cores = dict.fromkeys(memory, counted), dict.fromkeys(cores, counted)
    for each, origin in memory.items():
        to.put(each, None, None, origin or none)
    for each, origin in cores.items():
        to.put(each, pointer, None, origin or none)
    overcommits = has_memory_states(hypervisor)
    note = "has memory states" if overcommits else "has no memory states: memory is planned one to one"
    to.put("overcommits_memory_flag", pointer, None, settled(float(overcommits), f"{name} {note}"))
    for each, field in _VM_OVERHEAD.items():
        # One of several sources of the overhead: those of a table are used where there is one.
        to.put(each, f"{at}/memory/vm_overhead_mib", None, of(field) or MISSING)


_RULE = {
    "hypervisor_minimum_gib": "hypervisor_reserve_minimum_gib",
    "hypervisor_minimum_share": "hypervisor_reserve_minimum_share",
    "hypervisor_memory_share": "hypervisor_reserve_share",
}
"""The rule for a hypervisor whose memory no source states."""

_VM_OVERHEAD: Mapping[str, HypervisorField] = {
    "rule_vm_overhead_mib": "vm_overhead_mib",
    "rule_vm_overhead_mib_per_gib": "vm_overhead_mib_per_gib",
    "rule_vm_overhead_mib_per_vcpu": "vm_overhead_mib_per_vcpu",
}
