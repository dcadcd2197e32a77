"""The inputs of a host: processors, memory, power, price."""

from __future__ import annotations

from hostwise.catalogue.hardware import HostPower
from hostwise.plan.configuration import Architecture, Configuration
from hostwise.plan.result import InputStatus
from hostwise.services.binding.recorder import Mistake, Recorder
from hostwise.services.origins import MISSING, Origin


def bind_processor(to: Recorder, at: str, configuration: Configuration) -> None:
    """Processors."""
    cpu = configuration.cpu
    row = to.find(to.catalogue.cpus, cpu.key, f"{at}/key")
    to.put_field("sockets", f"{at}/sockets", cpu, "sockets")
    to.put("cores_per_socket", f"{at}/cores", cpu.cores, to.column(row, "cores"))
    to.put("base_ghz", f"{at}/base_ghz", cpu.base_ghz, to.column(row, "base_ghz"))
    to.put("cpu_price", f"{at}/price", cpu.price, to.price(row, "reduced_list_price", "list_price"))
    if row is not None and cpu.sockets > row.max_sockets:
        text = f"{row.vendor} {row.model} runs in hosts of at most {row.max_sockets} sockets."
        to.mistakes.append(Mistake(f"{at}/sockets", "too_many_sockets", text, None))


def bind_memory(to: Recorder, at: str, configuration: Configuration) -> None:
    """Memory, and what hypervisor and storage stack take of it."""
    memory = configuration.memory
    to.put("dram_gib", f"{at}/dram_gib", memory.dram_gib)
    to.put("memory_mode_gib", f"{at}/memory_mode_gib", memory.memory_mode_gib)
    to.put("given_storage_stack_gib", f"{at}/storage_stack_gib", memory.storage_stack_gib)
    to.put("given_memory_price_per_host", f"{at}/price", memory.price)
    module = to.find(to.catalogue.memory, memory.module, f"{at}/module")
    per_gib = MISSING
    if module is not None and module.price_per_gib is not None:
        per_gib = to.price(module, "price_per_gib")
    elif module is not None and module.capacity_gib is not None:
        per_gib = to.price(module, "price", per=module.capacity_gib)
    to.put("memory_price_per_gib", f"{at}/module", None, per_gib)
    for name, key in (
        ("hypervisor_minimum_gib", "hypervisor_reserve_minimum_gib"),
        ("hypervisor_memory_share", "hypervisor_reserve_share"),
        ("vm_overhead_mib", "vm_overhead_base_mib"),
        ("vm_memory_overhead_share", "vm_overhead_mib_per_mib"),
        ("vm_overhead_mib_per_vcpu", "vm_overhead_mib_per_vcpu"),
    ):
        to.put(name, None, None, to.assumption(key))
    osa = configuration.architecture is Architecture.OSA_ALL_FLASH
    for name, key in (
        ("stack_host_mib", "vsan_osa_memory_base_mib"),
        ("stack_mib_per_group", "vsan_osa_memory_mib_per_group_all_flash"),
        ("stack_memory_share_per_group", "vsan_osa_memory_host_share"),
        ("stack_mib_per_gb", "vsan_osa_memory_mib_per_cache_gb_all_flash"),
        ("stack_mib_per_drives", "vsan_osa_memory_mib_per_capacity_drive_all_flash"),
    ):
        unknown = to.assumption("vsan_esa_memory_gib_per_host")
        to.put(name, f"{at}/storage_stack_gib", None, to.assumption(key) if osa else unknown)


def bind_host(to: Recorder, at: str, configuration: Configuration) -> None:
    """Chassis and network: power, height, price."""
    host, network = configuration.host, configuration.network
    profile = to.find(to.catalogue.host_power, host.power_profile, f"{at}/host/power_profile")
    if host.power_profile is None and configuration.cpu.key is not None:
        profile = next(
            (
                each
                for each in to.catalogue.host_power.values()
                if each.cpu_key == configuration.cpu.key and each.sockets == configuration.cpu.sockets
            ),
            None,
        )
    for name, given, column in (("host_idle_w", host.idle_w, "idle_w"), ("host_full_w", host.full_w, "max_w")):
        field = "idle_w" if name == "host_idle_w" else "full_w"
        to.put(name, f"{at}/host/{field}", given, _measured_power(to, at, configuration, profile, column))
    to.put("rack_units_per_host", f"{at}/host/rack_units", host.rack_units)
    to.put("chassis_price", f"{at}/host/chassis_price", host.chassis_price)
    to.put("nic_w", f"{at}/network/power_w", network.power_w, to.power_adder("nic-2x25gbe"))
    to.put("nic_price", f"{at}/network/price", network.price)


def _measured_power(
    to: Recorder, at: str, configuration: Configuration, profile: HostPower | None, column: str
) -> Origin:
    """Power from a measured host: measured for these processors, a stand-in for any other."""
    origin = to.column(profile, column)
    if profile is None or profile.cpu_key == configuration.cpu.key:
        return origin
    remark = to.plan.remarks.get(f"{at}/host/power_profile")
    note = f"measured with {profile.name}, standing in for the processors of this plan"
    if remark is not None and remark.note:
        note += f": {remark.note}"
    return Origin(origin.value, InputStatus.ASSUMED, origin.source, origin.locator, note, "assumed")
