"""Memory modules: their size if the plan does not give it, and what a GiB of that size costs."""

from __future__ import annotations

from math import isnan, nan

from hostwise.binding.indicative import indicative
from hostwise.binding.origins import CatalogueOrigins, Origin
from hostwise.catalogue.hardware import MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.module_prices import memory_kind, premium, sibling, usual_module_gib
from hostwise.number_format.writing import counted, exact, short
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration

SIZES_GIB = (8, 16, 24, 32, 48, 64, 96, 128, 256)
"""Memory modules on the market, DDR4 and DDR5."""

DERIVED_BY_SIZE = "derived by size"
"""Begins what the origin of a price says of a size that the catalogue has no price for."""


def fits(dram_gib: float, size_gib: float, sockets: int, slots: float) -> bool:
    """Whether memory is made of equal modules, the same number beside each processor, that have slots if known."""
    modules = dram_gib / size_gib
    return modules.is_integer() and modules % sockets == 0 and not modules > slots


def module_size(to: CatalogueOrigins, configuration: Configuration) -> Origin:
    """The size of a module where the plan does not give it: that of its row of the catalogue, else an assumed one."""
    module = to.catalogue.memory.get(configuration.memory.module or "")
    size = to.column(module, "capacity_gib")
    if module is not None and module.kit_modules is not None:
        size = size._replace(value=module.module_gib, note=f"a kit of {module.kit_modules} modules; {size.note}")
    return size if size.value is not None else _assumed_size(to, configuration)


def _assumed_size(to: CatalogueOrigins, configuration: Configuration) -> Origin:
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


def row_price_per_gib(to: CatalogueOrigins, module: MemoryModule, size_gib: float) -> Origin | None:
    """What a GiB of a row costs in modules of a size, by the catalogue; None where the row has no price."""
    if module.amount_per_gib is None:
        return None
    own = module.module_gib or usual_module_gib(to.catalogue)
    if own != size_gib and (row := sibling(to.catalogue, module, size_gib)) is not None:
        return _of_row(to, row)
    return _by_size(to, _of_row(to, module), memory_kind(module), own, size_gib)


def class_price_per_gib(to: CatalogueOrigins, kind: str | None, size_gib: float, amount_gib: float = 1.0) -> Origin:
    """What memory of a class costs in modules of a size: the class has the price of the usual size."""
    usual = usual_module_gib(to.catalogue)
    return _by_size(to, indicative(to, kind, usual, amount_gib), kind, usual, size_gib)


def _of_row(to: CatalogueOrigins, row: MemoryModule) -> Origin:
    if row.price_per_gib is not None:
        return to.price(row, "price_per_gib")
    return to.price(row, "price", per=row.capacity_gib or 1.0)


def size_factor(catalogue: Catalogue, kind: str | None, own_gib: float, size_gib: float) -> float:
    """What a GiB in modules of one size costs against one in modules of another, as far as the catalogue shows it."""
    taken, own = premium(catalogue, kind, size_gib), premium(catalogue, kind, own_gib)
    return (taken.factor if taken else 1.0) / (own.factor if own else 1.0)


def _by_size(to: CatalogueOrigins, price: Origin, kind: str | None, own_gib: float, size_gib: float) -> Origin:
    """A price per GiB of modules of one size for those of another, by the newest prices of both of one date."""
    if price.value is None or own_gib == size_gib:
        return price
    factor = size_factor(to.catalogue, kind, own_gib, size_gib)
    shown = premium(to.catalogue, kind, size_gib) or premium(to.catalogue, kind, own_gib)
    if factor == 1 or shown is None:
        text = f"no price of {exact(size_gib)} GiB modules is known beside those of {exact(own_gib)} GiB: counted alike"
        return price._replace(note=f"{price.note}; {text}")
    sizes = f"{exact(size_gib)} GiB modules cost {short(factor)} times those of {exact(own_gib)} GiB per GiB"
    rows = f"{shown.month} ({shown.row.key}, {shown.usual.key})"
    text = f"{DERIVED_BY_SIZE}: {sizes} in {rows}, taken times the price of {price.date}"
    # Whether a premium of one date holds at another is not known.
    status = InputStatus.ASSUMED if price.status is InputStatus.CATALOGUE else price.status
    return price._replace(value=price.value * factor, status=status, kind="assumed", note=f"{price.note}; {text}")
