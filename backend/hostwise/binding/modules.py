"""Memory modules: their size if the plan does not give it."""

from __future__ import annotations

from math import isnan, nan

from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Recorder
from hostwise.numerals.writing import counted, exact
from hostwise.plan.configuration import Configuration

SIZES_GIB = (8, 16, 24, 32, 48, 64, 96, 128, 256)
"""Memory modules on the market, DDR4 and DDR5."""


def fits(dram_gib: float, size_gib: float, sockets: int, slots: float) -> bool:
    """Whether memory is made of equal modules, the same number beside each processor, that have slots if known."""
    modules = dram_gib / size_gib
    return modules.is_integer() and modules % sockets == 0 and not modules > slots


def assumed_size(to: Recorder, configuration: Configuration) -> Origin:
    """The usual size of a module, or the next larger one that the slots have room for."""
    usual = to.assumption("memory_module_gib")
    chassis = to.catalogue.chassis.get(configuration.host.chassis or "")
    slots = configuration.host.memory_slots or (chassis and chassis.memory_slots) or nan
    dram = configuration.memory.dram_gib
    if isnan(slots) or usual.value is None or dram / usual.value <= slots:
        return usual
    larger = (each for each in SIZES_GIB if each > usual.value and fits(dram, each, configuration.cpu.sockets, slots))
    size = next(larger, None)
    if size is None:
        return usual
    note = f"{counted(slots, 'slots')} have no room for {exact(dram)} GiB of {exact(usual.value)} GiB, the usual size"
    return usual._replace(value=float(size), note=note)
