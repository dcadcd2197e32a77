"""Catalogue prices that a new plan should not rest on: superseded, of the used market, or far from their class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from hostwise.answers.cost.price_ages import is_of_catalogue, months_of, row_key
from hostwise.answers.running.run import Run
from hostwise.binding.indicative import class_of, drive_kind, memory_kind, module_gib
from hostwise.binding.origins import CatalogueOrigins
from hostwise.catalogue.hardware import Cpu, Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import IndicativePrice
from hostwise.numerals.writing import short
from hostwise.plan.answers.result import Finding, Price, Prices, Severity

OFF_CLASS_FACTOR = 2.0
"""A price this many times above or below that of its class is said."""


def price_doubt_findings(run: Run, found: Prices, catalogue: Catalogue, configuration: str) -> Iterator[Finding]:
    """Doubts about the catalogue's prices of one configuration; own prices are never doubted."""
    said: set[tuple[str, str]] = set()
    for price in found.used:
        if price.configuration != configuration or not is_of_catalogue(price) or price.value is None:
            continue
        key = row_key(price)
        part: Drive | Cpu | None = None
        if price.quantity == "drive_price":
            part = catalogue.drives.get(key)
        elif price.quantity == "cpu_price":
            part = catalogue.cpus.get(key)
        for each in (*_superseded(price, part, catalogue, found.priced_on), *_off_class(run, price, key, catalogue)):
            if (each.code, key) not in said:
                said.add((each.code, key))
                yield each


def successor_year(part: Drive | Cpu, date: str, catalogue: Catalogue) -> int | None:
    """The year in which a later generation came after a date: of processors of the vendor, of drives of the class."""
    of_cpus, of_drives = _launch_years(catalogue)
    years = of_cpus[part.vendor] if isinstance(part, Cpu) else of_drives[drive_kind(part)]
    priced = months_of(date)[1]
    return min((each for each in years if each > part.launch_year and months_of(str(each))[0] > priced), default=None)


@lru_cache(maxsize=4)
def _launch_years(catalogue: Catalogue) -> tuple[Mapping[str, Sequence[int]], Mapping[str, Sequence[int]]]:
    """The years in which processors came by their vendor, and drives by their class."""
    of_cpus, of_drives = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for cpu in catalogue.cpus.values():
        of_cpus[cpu.vendor].append(cpu.launch_year)
    for drive in catalogue.drives.values():
        of_drives[drive_kind(drive)].append(drive.launch_year)
    return of_cpus, of_drives


def _superseded(
    price: Price, part: Drive | Cpu | None, catalogue: Catalogue, priced_on: str | None
) -> Iterator[Finding]:
    """A price from before the successor's launch in a plan from after it, or from the used market."""
    if part is None:
        return
    name = part.name
    successor = None if price.date is None else successor_year(part, price.date, catalogue)
    if successor is not None and priced_on is not None and months_of(str(successor))[0] <= months_of(priced_on)[0]:
        yield _finding(
            price,
            "price_superseded",
            f"the price of {name}, {short(price.value or 0, 4)} {price.unit}, is of {price.date}, before the later "
            f"generation of {successor}: not a price for a new plan. Enter the one that you are offered.",
        )
    if "used" in (price.note or "").split(",")[0]:
        yield _finding(
            price,
            "price_of_used_market",
            f"the price of {name}, {short(price.value or 0, 4)} {price.unit}, is one of used parts.",
        )


def _off_class(run: Run, price: Price, key: str, catalogue: Catalogue) -> Iterator[Finding]:
    """A price far from that of its class, in a plan that is not for a date before the class's."""
    row: IndicativePrice | None = None
    per, name = 1.0, ""
    if price.quantity == "memory_price_per_gib" and (module := catalogue.memory.get(key)) is not None:
        usual = catalogue.assumptions["memory_module_gib"].value or 0
        row, name = class_of(catalogue, memory_kind(module), module_gib(module, usual)), module.name
    elif price.quantity == "drive_price" and (drive := catalogue.drives.get(key)) is not None:
        row = class_of(catalogue, drive_kind(drive), drive.capacity_gb)
        per, name = drive.capacity_gb, drive.name
    if row is None or row.value is None or row.currency is None or row.price_date is None:
        return
    given = run.plan.economics.priced_on
    if given is not None and months_of(given)[1] < months_of(row.price_date)[0]:
        return
    rate, _ = CatalogueOrigins(catalogue, run.plan.economics).exchange(row.currency, row.value)
    if rate is None:
        return
    ratio = (price.value or 0) / per / (row.value * rate)
    if 1 / OFF_CLASS_FACTOR <= ratio <= OFF_CLASS_FACTOR:
        return
    unit = f"{run.plan.economics.currency} per {row.per}"
    yield _finding(
        price,
        "price_off_class",
        f"the price of {name}, {short((price.value or 0) / per, 3)} {unit} of {price.date or 'no date'}, is "
        f"{short(ratio, 2)} times that of its class, {short(row.value * rate, 3)} of {row.price_date} ({row.basis}).",
    )


def _finding(price: Price, code: str, message: str) -> Finding:
    return Finding(
        code=code,
        severity=Severity.WARNING,
        message=message,
        configuration=price.configuration,
        quantity=price.quantity,
        pointer=price.pointer,
    )
