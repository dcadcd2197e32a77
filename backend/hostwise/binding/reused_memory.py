"""Memory modules of retired hosts: those of another generation than the processor's do not fit, and are not reused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Recorder
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan


class Misfit(NamedTuple):
    """What the reusable modules are, and what the processor takes: generations such as DDR4 and DDR5."""

    modules: str
    processor: str

    def __str__(self) -> str:
        return f"{self.modules} modules do not fit a processor with {self.processor}"


def bind_reused_memory(to: Recorder, at: str, configuration: Configuration) -> None:
    """The modules that are not bought."""
    name, pointer = "reused_memory_modules", f"{at}/memory/reused_modules"
    found = misfit_of(to.plan, to.catalogue, configuration)
    if found is None:
        to.put_field(name, pointer, configuration.memory, "reused_modules")
    else:
        to.put(name, pointer, None, settled(0, str(found)))


def misfit_of(plan: Plan, catalogue: Catalogue, configuration: Configuration) -> Misfit | None:
    """Why the modules that a configuration reuses do not fit; None where one may, or where nobody knows.

    They are of the kind that the plan names, from hosts that exist: one generation that fits is enough.
    """
    if not configuration.memory.reused_modules:
        return None
    takes = _of_processor(catalogue, configuration.cpu.key)
    if takes is None:
        return None
    module = catalogue.memory.get(configuration.memory.module or "")
    named = {module.generation} if module is not None else set()
    for generations in (named, {_of_processor(catalogue, each) for each in _retired(plan, configuration)}):
        if generations and takes not in generations and None not in generations:
            return Misfit(" and ".join(sorted(filter(None, generations))), takes)
    return None


def _retired(plan: Plan, configuration: Configuration) -> Iterator[str | None]:
    """Processors of the hosts that modules may come from: those that leave the cluster, else of a kept cluster."""
    leaving = [each for each in configuration.other_host_models if each.kept and each.removed_in_month is not None]
    if leaving:
        yield from (each.cpu or configuration.cpu.key for each in leaving)
        return
    for each in plan.configurations:
        is_paid = each.host.chassis_price == 0 and each.cpu.price == 0
        if each.key != configuration.key and each.hosts is not None and is_paid:
            yield each.cpu.key


def _of_processor(catalogue: Catalogue, key: str | None) -> str | None:
    row = catalogue.cpus.get(key or "")
    return None if row is None else row.memory_generation
