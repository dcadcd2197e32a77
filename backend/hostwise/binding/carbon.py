"""The inputs of carbon: of electricity by country, and of the parts of a host."""

from __future__ import annotations

from hostwise.binding.modules import module_size
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.plan.configuration import Configuration

_INTENSITY = "carbon_g_per_kwh"


def bind_carbon(to: Recorder) -> None:
    """Inputs of all configurations: electricity, and the embodied carbon of silicon and boards."""
    economics = to.plan.economics
    to.put(_INTENSITY, f"/economics/{_INTENSITY}", economics.carbon_g_per_kwh, _intensity(to))
    parts = to.catalogue.embodied_parts
    for name, part, column in (
        ("case_kgco2e", "rack-case", "fixed_kgco2e"),
        ("board_kgco2e", "motherboard", "fixed_kgco2e"),
        ("power_supply_kgco2e_per_kg", "psu", "variable_kgco2e"),
        ("processor_fixed_kgco2e", "cpu", "fixed_kgco2e"),
        ("processor_kgco2e_per_mm2", "cpu", "variable_kgco2e"),
        ("module_fixed_kgco2e", "dimm", "fixed_kgco2e"),
        ("dram_kgco2e_per_cm2", "dimm", "variable_kgco2e"),
        ("dram_density_gib_per_cm2", "dimm", "density_gb_per_cm2"),
        ("flash_density_gb_per_cm2", "ssd", "density_gb_per_cm2"),
    ):
        to.put(name, None, None, to.column(parts[part], column))
    for name in ("power_supply_kg_per_host", "processor_die_mm2"):
        to.put(name, None, None, to.assumption(name))
    to.put("usual_kgco2e_per_host", None, None, to.assumption("embodied_kgco2e_per_server"))


def bind_embodied(to: Recorder, at: str, configuration: Configuration) -> None:
    """Inputs of each configuration: the size of memory modules."""
    size = module_size(to, configuration)
    to.put("memory_module_gib", f"{at}/memory/module_gib", configuration.memory.module_gib, size)


def _intensity(to: Recorder) -> Origin:
    """The newest figure for the plan's country, else the world's."""
    country = to.plan.economics.country
    if country is None:
        return to.assumption(_INTENSITY)
    known = [each for each in to.catalogue.energy.values() if each.metric == _INTENSITY and each.region_code]
    rows = sorted((each for each in known if each.region_code == country), key=lambda each: each.period or "")
    if not rows:
        text = f"The catalogue has no carbon intensity for {country!r}."
        codes = sorted({each.region_code for each in known if each.region_code})
        hint = f"Give /economics/{_INTENSITY}, or one of {', '.join(codes)}."
        to.mistakes.append(Mistake("/economics/country", "unknown_country", text, hint))
        return to.assumption(_INTENSITY)
    return to.column(rows[-1], "value")
