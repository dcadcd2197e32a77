"""The inputs of a host's memory: size, overhead of hypervisor and storage stack, thresholds, swap and second tier."""

from __future__ import annotations

from collections.abc import Mapping

from hostwise.binding.modules import module_size
from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, settled
from hostwise.binding.prices import memory_price_per_gib
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.binding.stacks import fact, says_memory, stack_of
from hostwise.binding.version import bind_hypervisor, has_large_write_buffer, has_memory_states, version_of
from hostwise.binding.vm_overhead import bind_vm_overhead
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.module_prices import usual_module_gib
from hostwise.number_format.writing import exact
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.policy import MemorySizing, MemoryState

STATES = tuple(MemoryState)
"""Memory states by rank."""


def bind_memory_policy(to: Recorder) -> None:
    """The constants of reclaiming."""
    for name in (
        "minfree_first_gib",
        "minfree_second_gib",
        "minfree_third_gib",
        "minfree_first_share",
        "minfree_second_share",
        "minfree_third_share",
        "minfree_rest_share",
        "compression_cache_share",
        "compressible_share",
    ):
        to.put(name, None, None, to.assumption(name))


def _size(to: Recorder, at: str, configuration: Configuration) -> None:
    at, memory = f"{at}/memory", configuration.memory
    module = to.find(to.catalogue.memory, memory.module, f"{at}/module")
    pointer, per_gib = f"{at}/module", MISSING
    if memory.memory_mode_gib is not None and memory.price is None:
        # A module prices DRAM only: the cost of persistent memory is in the price of all memory.
        pointer = f"{at}/price"
        note = "a module prices DRAM only: give the price of all memory of a host, persistent memory included"
        per_gib = MISSING if module is None else Origin(None, MISSING.status, note=note)
    elif module is not None:
        size = memory.module_gib or module_size(to, configuration).value or usual_module_gib(to.catalogue)
        per_gib = memory_price_per_gib(to, module, size)
    to.put("memory_price_per_gib", pointer, None, per_gib)
    if memory.memory_mode_gib is not None and memory.reused_modules:
        text = "The price of persistent memory and DRAM together does not say what one module costs."
        hint = "Leave it at 0, and take what the modules are worth off the price of all memory."
        to.mistakes.append(Mistake(f"{at}/reused_modules", "reused_with_persistent_memory", text, hint))


def _sized_by(to: Recorder, at: str, configuration: Configuration) -> None:
    """Whether consumed memory counts: where the plan says so, and the hypervisor has memory states."""
    row, pointer = version_of(to, at, configuration), "/policy/memory_sized_by"
    if to.plan.policy.memory_sized_by is MemorySizing.CONFIGURED:
        to.put("sized_by_consumed_flag", pointer, None, settled(0, "hosts are sized by configured memory"))
    elif row is not None and not has_memory_states(row):
        text = f"{row.family_name} has what is configured ready"
        to.put("sized_by_consumed_flag", pointer, None, settled(0, text))
    else:
        to.put("sized_by_consumed_flag", pointer, None, settled(1, "hosts are sized by consumed memory"))


def _thresholds(to: Recorder, at: str, configuration: Configuration) -> None:
    """Thresholds of free memory, by the hypervisor's version."""
    row, pointer = version_of(to, at, configuration), f"{at}/hypervisor"
    for name in ("minfree_flat_share", "clear_factor", "soft_factor", "hard_factor", "low_factor"):
        to.put(name, pointer, None, to.column(row, name) if has_memory_states(row) else NOT_APPLICABLE)


def _storage_stack(to: Recorder, at: str, configuration: Configuration) -> None:
    """Memory and processor overhead of the storage stack."""
    row, pointer = version_of(to, at, configuration), f"{at}/memory/storage_stack_gib"
    stack, memory = stack_of(to.catalogue, configuration), MISSING
    cpu = fact(to, stack, "cpu_share") or settled(0, f"{stack.name} takes cores, or none")
    if configuration.layout is Layout.EXTERNAL:
        cpu = memory = settled(0, "the data is on an external array")
    to.put("given_storage_stack_gib", pointer, configuration.memory.storage_stack_gib, memory)
    to.put("stack_cpu_share", f"{at}/storage_stack_cpu_share", configuration.storage_stack_cpu_share, cpu)
    for name, origin in _stack_memory(to, configuration, row).items():
        to.put(name, pointer, None, origin)
    assumed = assumes_memory(to.catalogue, configuration)
    for name, key in (
        ("stack_memory_assumed_minimum_gib", "vsan_esa_memory_gib_per_host"),
        ("stack_memory_assumed_share", "vsan_esa_memory_share"),
        ("stack_memory_assumed_share_high", "vsan_esa_memory_share_high"),
        ("stack_memory_assumed_limit_gib", "vsan_esa_memory_limit_gib"),
        ("stack_memory_assumed_limit_gib_high", "vsan_esa_memory_limit_gib_high"),
    ):
        # One of several sources of the memory: with another storage stack it is missing, and another may be used.
        to.put(name, pointer, None, to.assumption(key) if assumed else _OTHERS)


def assumes_memory(catalogue: Catalogue, configuration: Configuration) -> bool:
    """Whether the memory of the storage stack is assumed as that of single-tier storage, since no formula is public."""
    single_tier = configuration.layout is Layout.SINGLE_TIER
    return single_tier and not says_memory(catalogue, stack_of(catalogue, configuration))


_OTHERS = Origin(None, MISSING.status, note="counts for single-tier storage only")

_STACK = (
    "stack_host_mib",
    "stack_mib_per_group",
    "stack_memory_share_per_group",
    "stack_mib_per_gb",
    "stack_cache_limit_gb",
    "stack_mib_per_drives",
)


def _stack_memory(to: Recorder, configuration: Configuration, hypervisor: Hypervisor | None) -> Mapping[str, Origin]:
    layout = configuration.layout
    if not layout.has_disk_groups:
        return dict.fromkeys(_STACK, NOT_APPLICABLE)
    if hypervisor is None or hypervisor.vsan_memory is None:
        note = (
            f"no memory formula is known for the storage stack of {hypervisor.name if hypervisor else 'this version'}"
        )
        return dict.fromkeys(_STACK, Origin(None, MISSING.status, note=note))
    row = to.catalogue.vsan_memory[hypervisor.vsan_memory]
    flash = "all_flash" if layout is Layout.TWO_TIER else "hybrid"
    none = settled(0, f"{row.name} does not have this part")
    host = to.column(row, "host_mib")
    limit = row.large_cluster_hosts
    if limit is not None and row.large_cluster_mib and (configuration.hosts is None or configuration.hosts > limit):
        note = f"{exact(row.large_cluster_mib)} MiB of it for clusters above {limit} hosts"
        if configuration.hosts is None:
            note += ", counted because the number of hosts is not known in advance"
        host = Origin(row.host_mib + row.large_cluster_mib, host.status, host.source, host.locator, note, host.kind)
    large = has_large_write_buffer(hypervisor, configuration)
    buffer_limit = to.assumption("write_buffer_limit_large_gb" if large else "write_buffer_limit_gb")
    return {
        "stack_host_mib": host,
        "stack_mib_per_group": to.column(row, f"group_mib_{flash}"),
        "stack_memory_share_per_group": to.column(row, "memory_share_per_group")
        if row.memory_share_per_group
        else none,
        "stack_mib_per_gb": to.column(row, f"mib_per_cache_gb_{flash}"),
        "stack_cache_limit_gb": to.column(row, "cache_gb_limit") if row.cache_gb_limit else buffer_limit,
        "stack_mib_per_drives": to.column(row, f"mib_per_drive_{flash}") if row.mib_per_drive_all_flash else none,
    }


def _tier(to: Recorder, at: str, configuration: Configuration) -> None:
    row, tier, at = version_of(to, at, configuration), configuration.memory.tier, f"{at}/memory/tier"
    if tier is None:
        to.put("tier_margin_share", at, None, settled(0, "there is no second memory tier"))
        for name in (
            "tier_dram_share",
            "tier_copies_factor",
        ):
            to.put(name, at, None, NOT_APPLICABLE)
        return
    if configuration.memory.memory_mode_gib is not None:
        text = "Persistent memory in memory mode and a memory tier on NVMe drives exclude each other."
        to.mistakes.append(Mistake(at, "excluded", text, "Leave out memory_mode_gib or tier."))
    share = to.column(row, "memory_tier_default_share")
    to.put("tier_dram_share", f"{at}/dram_share", tier.dram_share, share)
    to.put("tier_margin_share", None, None, to.assumption("tier_margin_share"))
    copies = settled(2 if tier.mirrored else 1, "mirrored" if tier.mirrored else "not mirrored")
    to.put("tier_copies_factor", f"{at}/mirrored", None, copies)


def _swap(to: Recorder, at: str, configuration: Configuration) -> None:
    swap, at = configuration.swap, f"{at}/swap"
    turnovers = to.assumption("swap_turnovers_per_day")
    if swap is None:
        to.put("swap_turnovers_per_day", at, None, turnovers)
        return
    to.put("swap_turnovers_per_day", f"{at}/turnovers_per_day", swap.turnovers_per_day, turnovers)


MEMORY_STEPS = (_size, bind_hypervisor, bind_vm_overhead, _sized_by, _thresholds, _storage_stack, _tier, _swap)
"""All of a host's memory."""
