"""What memory costs by the size of its modules: prices of one date, of modules of several sizes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hostwise.catalogue.hardware import MemoryModule
from hostwise.catalogue.loader import Catalogue

USUAL_KIND = "ddr5"
"""The technology of memory that is bought today."""

_MONTH = len("2025-12")


class Premium(NamedTuple):
    """What a GiB of one size of module costs against a GiB of the usual size, and the two rows that show it."""

    factor: float
    row: MemoryModule
    usual: MemoryModule

    @property
    def month(self) -> str:
        """The month of both prices."""
        return _month(self.row)


def usual_module_gib(catalogue: Catalogue) -> float:
    """Size of module whose price the going prices of memory are."""
    return catalogue.assumptions["memory_module_gib"].value or 0


def memory_kind(module: MemoryModule) -> str | None:
    """The class of a memory module by its technology; None where there is none."""
    return next((kind for kind in ("ddr5", "ddr4") if module.memory_type.startswith(kind.upper())), None)


def premium(catalogue: Catalogue, kind: str | None, size_gib: float) -> Premium | None:
    """The premium of a size in the newest month that has prices of the usual size and of larger ones.

    A size between two rows costs what the smaller of them does. None for modules that are not larger than the usual
    ones, or of a technology without such a month: they cost as much per GiB.
    """
    usual = usual_module_gib(catalogue)
    for sizes in _by_month(catalogue, kind).values():
        known = [each for each in sizes if usual < each <= size_gib]
        if known and usual in sizes:
            row, base = sizes[max(known)], sizes[usual]
            return Premium((row.amount_per_gib or 0) / (base.amount_per_gib or 1), row, base)
    return None


def sibling(catalogue: Catalogue, module: MemoryModule, size_gib: float) -> MemoryModule | None:
    """The row of the same technology and month as a price of memory whose modules have this size."""
    return _by_month(catalogue, memory_kind(module)).get(_month(module), {}).get(size_gib)


@lru_cache(maxsize=64)
def _by_month(catalogue: Catalogue, kind: str | None) -> Mapping[str, Mapping[float, MemoryModule]]:
    """Rows of a kind with a price, by month and size of a module, the newest month first."""
    found: dict[str, dict[float, MemoryModule]] = {}
    for row in catalogue.memory.values():
        if kind == memory_kind(row) is not None and row.module_gib is not None and row.amount_per_gib is not None:
            found.setdefault(_month(row), {}).setdefault(row.module_gib, row)
    return dict(sorted(found.items(), reverse=True))


def _month(row: MemoryModule) -> str:
    price = row.price_per_gib or row.price
    return ((price and price.date) or "")[:_MONTH]
