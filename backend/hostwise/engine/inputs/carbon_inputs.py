"""Inputs of the formula graph: carbon of energy and of making the hosts."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

CARBON = (
    Quantity("carbon_g_per_kwh", "carbon intensity", "Carbon of a kilowatt-hour of electricity, average of the mix."),
    Quantity("case_kgco2e", "carbon of rack case", "Carbon embodied in the case of one host."),
    Quantity("board_kgco2e", "carbon of motherboard", "Carbon embodied in the motherboard of one host."),
    Quantity(
        "power_supply_kgco2e_per_kg", "carbon of power supplies", "Carbon embodied in a kilogram of power supply."
    ),
    Quantity("power_supply_kg_per_host", "power supplies of host", "Mass of all power supplies of one host."),
    Quantity(
        "processor_fixed_kgco2e", "carbon of processor package", "Carbon embodied in a processor without its die."
    ),
    Quantity("processor_kgco2e_per_mm2", "carbon of processor die", "Carbon embodied in an area of processor die."),
    Quantity("processor_die_mm2", "die area of processor", "Area of all dies of one processor."),
    Quantity("module_fixed_kgco2e", "carbon of memory board", "Carbon embodied in a memory module without its dies."),
    Quantity("dram_kgco2e_per_cm2", "carbon of DRAM die", "Carbon embodied in an area of DRAM die."),
    Quantity("dram_density_gib_per_cm2", "density of DRAM", "Memory on an area of DRAM die.", low=1e-3),
    Quantity("memory_module_gib", "size of memory module", "Memory of one module.", low=1.0),
    Quantity(
        "reused_memory_modules",
        "reused memory modules",
        "Existing memory modules that need not be bought.",
    ),
    Quantity("flash_density_gb_per_cm2", "density of flash", "Capacity on an area of flash die.", low=1e-3),
    Quantity(
        "usual_kgco2e_per_host", "carbon of a usual host", "Carbon embodied in a host whose parts are not all known."
    ),
)
