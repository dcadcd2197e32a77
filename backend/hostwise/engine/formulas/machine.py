"""The machine: bays for drives, slots for memory modules, NUMA nodes [model: hosts]."""

from __future__ import annotations

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import total_of_roles
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity("bays_per_host", "drive bays", "Bays for drives in one host."),
    Quantity("memory_slots_per_host", "memory slots", "Slots for memory modules in one host."),
    Quantity("channels_per_socket", "memory channels", "Memory channels of one processor."),
)


@formula(label="drives in bays per host", source="HOSTWISE", locator="hosts#machine")
def used_bays_per_host(*, drives_per_host: Array) -> Array:
    """Bays of one host that hold a drive, in any role; boot devices are not counted."""
    return total_of_roles(drives_per_host)


@formula(
    label="free drive bays per host",
    source="HOSTWISE",
    locator="hosts#machine",
    validity="drives of one form in bays of that form",
    low=-float("inf"),
    row=Row("Hosts", 60, "number", "higher", shown="where evaluated"),
)
def free_bays_per_host(*, bays_per_host: Array, used_bays_per_host: Array) -> Array:
    """Bays of one host in which no drive is; below 0 the machine cannot be built."""
    return bays_per_host - used_bays_per_host


@formula(label="memory modules per host", source="HOSTWISE", locator="hosts#machine")
def modules_per_host(*, dram_gib: Array, memory_module_gib: Array) -> Array:
    """Modules of one size that make the DRAM of one host; a fraction cannot be built."""
    return dram_gib / memory_module_gib


@formula(
    label="free memory slots per host",
    source="HOSTWISE",
    locator="hosts#machine",
    low=-float("inf"),
    row=Row("Hosts", 70, "number", "higher", shown="where evaluated"),
)
def free_slots_per_host(*, memory_slots_per_host: Array, modules_per_host: Array) -> Array:
    """Slots of one host in which no memory module is; below 0 the machine cannot be built."""
    return memory_slots_per_host - modules_per_host


@formula(label="memory modules per channel", source="HOSTWISE", locator="hosts#machine")
def modules_per_channel(*, modules_per_host: Array, sockets: Array, channels_per_socket: Array) -> Array:
    """Memory modules on each channel; below 1, or with a fraction, channels are filled unevenly."""
    return modules_per_host / (sockets * channels_per_socket)


@formula(
    label="memory of a NUMA node",
    source="HOSTWISE",
    locator="hosts#numa-nodes",
    validity="one node for each socket, and memory spread evenly over the sockets",
    low=-float("inf"),
)
def numa_node_gib(*, usable_gib_per_host: Array, sockets: Array) -> Array:
    """Memory for VMs beside one processor."""
    return usable_gib_per_host / sockets
