"""The inputs of a host: processors, memory, power, price."""

from __future__ import annotations

from hostwise.binding.origins import MISSING, Origin, settled
from hostwise.binding.prices import chassis_price, processor_price
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.hardware import Cpu, HostPower
from hostwise.catalogue.machine import Chassis
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration


def _processor(to: Recorder, at: str, configuration: Configuration) -> None:
    """Processors."""
    at, cpu = f"{at}/cpu", configuration.cpu
    row = to.find(to.catalogue.cpus, cpu.key, f"{at}/key")
    to.put("cores_per_socket", f"{at}/cores", cpu.cores, to.column(row, "cores"))
    threads = to.column(row, "threads_per_core")
    threads = to.assumption("threads_per_core") if threads.value is None else threads
    to.put("threads_per_core", f"{at}/threads_per_core", cpu.threads_per_core, threads)
    to.put("base_ghz", f"{at}/base_ghz", cpu.base_ghz, to.column(row, "base_ghz"))
    to.put("spec_per_core", f"{at}/spec_per_core", cpu.spec_per_core, spec_origin(to, row))
    to.put("cpu_price", f"{at}/price", cpu.price, processor_price(to, row))
    if row is not None and cpu.sockets > row.max_sockets:
        text = f"{row.name} runs in hosts of at most {row.max_sockets} sockets."
        to.mistakes.append(Mistake(f"{at}/sockets", "too_many_sockets", text, None))


def spec_origin(to: Recorder, row: Cpu | None) -> Origin:
    """SPECrate per core of a processor; missing where no results are published."""
    origin = to.column(row, "spec_rate_2p")
    if row is None or row.spec_rate_per_core is None:
        return origin
    return origin._replace(
        value=row.spec_rate_per_core,
        source=row.spec_source or origin.source,
        note=f"{exact(row.spec_rate_2p or 0)} of two processors, over {2 * row.cores} cores",
    )


def _measured_power(to: Recorder, at: str, configuration: Configuration) -> None:
    """Power of the host: as given, that of a measured host, or that of its parts."""
    host = configuration.host
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
    _power(to, at, configuration, profile)


def _chassis(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the chassis holds, and the profile it is to meet; a known processor has channels of its own."""
    host, cpu = configuration.host, configuration.cpu
    row = to.find(to.catalogue.chassis, host.chassis, f"{at}/host/chassis")
    to.find(to.catalogue.ready_node_profiles, configuration.ready_node_profile, f"{at}/ready_node_profile")
    to.put("rack_units_per_host", f"{at}/host/rack_units", host.rack_units, to.column(row, "rack_units"))
    height = None if row is None else (host.rack_units or row.rack_units)
    to.put("chassis_price", f"{at}/host/chassis_price", host.chassis_price, chassis_price(to, row, height))
    assert to.current is not None
    to.put("given_later_price_per_host", f"{at}/later_host_price", to.current[1].later_host_price)
    to.put("memory_slots_per_host", f"{at}/host/memory_slots", host.memory_slots, to.column(row, "memory_slots"))
    to.put("bays_per_host", f"{at}/host/drive_bays", host.drive_bays, _bays(to, row, configuration))
    # An unknown key has been reported where the processor's cores are bound.
    processor = to.catalogue.cpus.get(cpu.key or "")
    channels = to.column(processor, "memory_channels")
    if channels.value is None:
        channels = to.column(row, "channels_per_socket")
    to.put("channels_per_socket", f"{at}/host/memory_channels", host.memory_channels, channels)


def _bays(to: Recorder, row: Chassis | None, configuration: Configuration) -> Origin:
    """Bays of the largest variant of a chassis; single-tier storage takes those for NVMe drives only."""
    nvme = stack_of(to.catalogue, configuration).nvme_only
    bays = row.bays(nvme=nvme) if row is not None else None
    if row is None or bays is None:
        return MISSING
    columns = ("nvme_bays_25", "e3s_bays") if nvme else ("bays_25", "e3s_bays", "lff_bays")
    (stated,) = [to.column(row, each) for each in columns if getattr(row, each) == bays][:1]
    note = f"the variant with the most bays{' for NVMe drives' if nvme else ''}; {stated.note}"
    return stated._replace(note=note)


_MEASURED = {
    "measured_idle_w": "idle_w",
    "measured_full_w": "max_w",
    "measured_sockets": "sockets",
    "measured_memory_gib": "memory_gib",
}
_CURVE = {"cpu_idle_share": 0, "cpu_low_share": 10, "cpu_middle_share": 50, "cpu_full_share": 100}
"""Points of the curve of a processor: its power at these loads, in percent."""
_MODULES_GIB = (16, 32, 64, 96, 128, 256)
"""Sizes of DDR5 modules whose power the catalogue has."""


def _power(to: Recorder, at: str, configuration: Configuration, profile: HostPower | None) -> None:
    host = configuration.host
    to.put("given_host_idle_w", f"{at}/host/idle_w", host.idle_w)
    to.put("given_host_full_w", f"{at}/host/full_w", host.full_w)
    for name, column in _MEASURED.items():
        to.put(name, f"{at}/host/power_profile", None, _measured(to, at, configuration, profile, column))
    tdp = _measured_tdp(to, at, configuration, profile)
    to.put("measured_cpu_tdp_w", f"{at}/host/power_profile", None, tdp)
    to.put("cpu_tdp_w", f"{at}/cpu/tdp_w", configuration.cpu.tdp_w, _tdp(to, configuration, tdp))
    given = host.idle_w is not None or host.full_w is not None
    parts = profile is None and (host.idle_w is None or host.full_w is None)
    why = "neither the power of the host is given nor a measured host named"
    built = settled(1, why) if parts else settled(0, "the power of the host is given or measured")
    to.put("built_from_parts_flag", f"{at}/host/power_profile", None, built)
    counted = settled(0, "memory beyond that of the measured host is added")
    if given:
        counted = settled(1, "the plan gives the power of the host with its memory")
    elif parts:
        counted = settled(1, "memory is one of the parts")
    to.put("memory_is_counted_flag", f"{at}/host/power_profile", None, counted)


def is_measured(configuration: Configuration, profile: HostPower) -> bool:
    """Whether a profile was measured with the processors of a configuration, and as many of them."""
    cpu = configuration.cpu
    return cpu.tdp_w is None and (profile.cpu_key, profile.sockets) == (cpu.key, cpu.sockets)


def _measured(to: Recorder, at: str, configuration: Configuration, profile: HostPower | None, column: str) -> Origin:
    """A figure of a measured host: measured for the same processors and sockets, assumed for others."""
    origin = to.column(profile, column)
    if profile is None or is_measured(configuration, profile):
        return origin
    remark = to.plan.remarks.get(f"{at}/host/power_profile")
    note = f"measured with {profile.name}, scaled by TDP and sockets to the processors of this plan"
    if remark is not None and remark.note:
        note += f": {remark.note}"
    return Origin(origin.value, InputStatus.ASSUMED, origin.source, origin.locator, note, "assumed")


def _measured_tdp(to: Recorder, at: str, configuration: Configuration, profile: HostPower | None) -> Origin:
    """TDP of the measured host's processors."""
    if profile is None or profile.cpu_key is None:
        return _measured(to, at, configuration, profile, "tdp_w")
    return to.column(to.catalogue.cpus[profile.cpu_key], "tdp_w")


def _tdp(to: Recorder, configuration: Configuration, measured: Origin) -> Origin:
    """TDP of a processor where the plan gives none: the catalogue's, else that of the measured host's."""
    key = configuration.cpu.key
    # An unknown key has been reported where the processor is bound.
    known = to.column(to.catalogue.cpus.get(key) if key is not None else None, "tdp_w")
    if known.value is not None or measured.value is None:
        return known
    note = "not known: taken to be that of the measured host's processors"
    return Origin(measured.value, InputStatus.ASSUMED, measured.source, measured.locator, note, "assumed")


def _parts(to: Recorder, at: str, configuration: Configuration) -> None:
    """The figures of the parts of a host."""
    for name, load in _CURVE.items():
        to.put(name, None, None, to.part(f"cpu-curve-{load}"))
    for name, load in (("low_load_share", 10), ("middle_load_share", 50)):
        to.put(name, None, None, settled(load / 100, "a point of the curve of a processor"))
    to.put("board_w", None, None, to.part("board"))
    to.put("fan_power_share", None, None, to.part("fans"))
    to.put("supply_efficiency_share", None, None, to.assumption("supply_efficiency_share"))
    memory = configuration.memory
    # An unknown key has been reported where the module's price is bound.
    module = to.catalogue.memory.get(memory.module) if memory.module is not None else None
    size = memory.module_gib or (module.module_gib if module is not None else None) or 64.0
    nearest = min(_MODULES_GIB, key=lambda each: abs(each - size))
    kind = f"ddr5-rdimm-{nearest}gb"
    if module is not None and module.memory_type.startswith(("DDR3", "DDR4")):
        kind, nearest = "ddr4-rdimm-32gb", 32
    for name, state in (("memory_idle_w_per_gib", "idle"), ("memory_active_w_per_gib", "active")):
        to.put(name, f"{at}/memory/module", None, to.part(f"{kind}-{state}", nearest, "for each GiB of it"))


HOST_STEPS = (_processor, _measured_power, _parts, _chassis)
"""A host: processors, power, chassis with bays and slots."""
