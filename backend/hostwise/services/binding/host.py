"""The inputs of a host: processors, memory, power, price."""

from __future__ import annotations

from hostwise.catalogue.hardware import HostPower
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.services.binding.origins import Origin, settled
from hostwise.services.binding.recorder import Mistake, Recorder


def bind_processor(to: Recorder, at: str, configuration: Configuration) -> None:
    """Processors."""
    cpu = configuration.cpu
    row = to.find(to.catalogue.cpus, cpu.key, f"{at}/key")
    to.put("cores_per_socket", f"{at}/cores", cpu.cores, to.column(row, "cores"))
    to.put("base_ghz", f"{at}/base_ghz", cpu.base_ghz, to.column(row, "base_ghz"))
    to.put("cpu_price", f"{at}/price", cpu.price, to.price(row, "reduced_list_price", "list_price"))
    if row is not None and cpu.sockets > row.max_sockets:
        text = f"{row.vendor} {row.model} runs in hosts of at most {row.max_sockets} sockets."
        to.mistakes.append(Mistake(f"{at}/sockets", "too_many_sockets", text, None))


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
    _memory_power(to, at, configuration, profile)
    to.put("nic_w", f"{at}/network/power_w", network.power_w, to.power_adder("nic-2x25gbe"))


def _measured_power(
    to: Recorder, at: str, configuration: Configuration, profile: HostPower | None, column: str
) -> Origin:
    """Power from a measured host: measured for the same processors and number, assumed for others."""
    origin = to.column(profile, column)
    cpu = configuration.cpu
    if profile is None or (profile.cpu_key, profile.sockets) == (cpu.key, cpu.sockets):
        return origin
    remark = to.plan.remarks.get(f"{at}/host/power_profile")
    note = f"measured with {profile.name}, used for the processors of this plan"
    if remark is not None and remark.note:
        note += f": {remark.note}"
    return Origin(origin.value, InputStatus.ASSUMED, origin.source, origin.locator, note, "assumed")


def _memory_power(to: Recorder, at: str, configuration: Configuration, profile: HostPower | None) -> None:
    """Memory beyond that of the measured host, and its power per GiB."""
    host, memory = configuration.host, configuration.memory
    included = to.column(profile, "memory_gib")
    if host.idle_w is not None or host.full_w is not None:
        included = settled(memory.dram_gib, "the plan gives the power of the host with its memory")
    elif profile is None:
        included = settled(memory.dram_gib, "no measured host is named")
    to.put("measured_memory_gib", f"{at}/host/power_profile", None, included)
    # An unknown key has been reported where the module's price is bound.
    module = to.find(to.catalogue.memory, memory.module, f"{at}/memory/module")
    older = module is not None and module.memory_type.startswith(("DDR3", "DDR4"))
    usual = to.power_adder("ddr4-rdimm-32gb" if older else "ddr5-rdimm-64gb")
    to.put("memory_w_per_gib", f"{at}/memory/module", None, usual)
