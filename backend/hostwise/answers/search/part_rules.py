"""Which parts a search takes: by the price that they have, and by what it is asked to keep to.

A part that the plan has already is the user's own choice: no rule about prices takes it away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import NamedTuple

from hostwise.answers.search.buildable import Amounts
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.binding.prices import catalogue_price, is_priced_by_plan, on_offer, prices_by_part
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.record import Product, Record
from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import PlanField, declarations, part_class
from hostwise.plan.document import Plan
from hostwise.plan.fields import Document
from hostwise.plan.search_document import Search

OLD_PRICE, NOT_IN_BOOK, OTHER_VENDOR = "old_price", "not_in_price_book", "other_vendor"
FEW_CORES, LOW_CLOCK = "too_few_cores", "too_low_clock"

PART_LABELS: Mapping[str, SearchCode] = {
    OLD_PRICE: "rejected.old_price",
    NOT_IN_BOOK: "rejected.not_in_price_book",
    OTHER_VENDOR: "rejected.other_vendor",
    FEW_CORES: "rejected.too_few_cores",
    LOW_CLOCK: "rejected.too_low_clock",
}
"""The message of what is wrong with a part."""


class Broken(NamedTuple):
    """A rule that a combination breaks; for amounts, also what is required and what is available."""

    code: str
    amounts: Amounts | None = None


PartRule = Callable[[Configuration], Iterator[Broken]]
"""A rule reads one part only, so that it is a table on the choices of that part."""

_BOUGHT = frozenset({"cpus", "memory", "drives", "chassis"})


@cache
def _parts(document: type[Document] = Configuration, at: tuple[str, ...] = ()) -> Mapping[tuple[str, ...], str]:
    """The lists of the catalogue that the parts of a host are picked from, by path of the field."""
    found: dict[tuple[str, ...], str] = {}
    for name, info, declared in declarations(document):
        if isinstance(declared, PlanField):
            if (kind := declared.form.get("catalogue")) in _BOUGHT:
                found[*at, name] = kind
        else:
            found |= _parts(part_class(info), (*at, name))
    return found


def is_current(plan: Plan, catalogue: Catalogue) -> Callable[[Record], bool]:
    """Whether a row of the catalogue may be advised in a plan."""
    return on_offer(catalogue, plan.economics.priced_on, plan.economics.price_age_limit_months)


def part_rules(asked: Search, own: Configuration, catalogue: Catalogue) -> Sequence[PartRule]:
    """The rules of a search about the parts of a configuration, `own` as the plan has it."""
    rules: list[PartRule] = []
    for path, kind in _parts().items():
        part = _Part(path, kind, _at(own, path), catalogue)
        if not asked.old_prices:
            rules.append(_old_price(asked.plan, part))
        if asked.price_book_only:
            rules.append(_not_in_book(asked.plan, part))
        if makers := vendors_of(kind, catalogue) & {*asked.vendors}:
            rules.append(_other_vendor(makers, part))
    if asked.least_ghz is not None:
        rules.append(_least(asked.least_ghz, "base_ghz", LOW_CLOCK, "GHz", catalogue))
    if asked.least_cores_per_socket is not None:
        rules.append(_least(asked.least_cores_per_socket, "cores", FEW_CORES, "cores", catalogue))
    return rules


def vendors_of(kind: str, catalogue: Catalogue) -> set[str]:
    """The makers of a kind of part; memory is of no named one."""
    return {each.vendor for each in getattr(catalogue, kind).values() if isinstance(each, Product)}


def all_vendors(catalogue: Catalogue) -> list[str]:
    """The makers that a search may be kept to."""
    return sorted({each for kind in _BOUGHT for each in vendors_of(kind, catalogue)})


class _Part(NamedTuple):
    """A part of a host: its field, its list of the catalogue, and the key that the plan has."""

    path: tuple[str, ...]
    kind: str
    kept: str | None
    catalogue: Catalogue

    def row(self, configuration: Configuration) -> Record | None:
        """The row that is picked."""
        key = _at(configuration, self.path)
        found: Record | None = None if key is None else getattr(self.catalogue, self.kind).get(key)
        return found

    def is_priced_by(self, parts: Set[str], row: Record, configuration: Configuration) -> bool:
        """Whether the plan has the part, or a price of its own for it."""
        return row.key == self.kept or is_priced_by_plan(row, parts, _own_price(configuration, self.path))


def _old_price(plan: Plan, part: _Part) -> PartRule:
    current, priced = is_current(plan, part.catalogue), prices_by_part(plan).keys()

    def rule(configuration: Configuration) -> Iterator[Broken]:
        row = part.row(configuration)
        if row is None or part.is_priced_by(priced, row, configuration):
            return
        # What has no price at all is counted by that.
        if catalogue_price(part.catalogue, row) is not None and not current(row):
            yield Broken(OLD_PRICE)

    return rule


def _not_in_book(plan: Plan, part: _Part) -> PartRule:
    priced = prices_by_part(plan).keys()

    def rule(configuration: Configuration) -> Iterator[Broken]:
        row = part.row(configuration)
        if row is not None and not part.is_priced_by(priced, row, configuration):
            yield Broken(NOT_IN_BOOK)

    return rule


def _other_vendor(makers: set[str], part: _Part) -> PartRule:
    def rule(configuration: Configuration) -> Iterator[Broken]:
        row = part.row(configuration)
        if isinstance(row, Product) and row.vendor not in makers:
            yield Broken(OTHER_VENDOR)

    return rule


def _least(least: float, field: str, code: str, unit: str, catalogue: Catalogue) -> PartRule:
    """A figure of the processors, of the plan or of the catalogue, which the field and the column call the same."""

    def rule(configuration: Configuration) -> Iterator[Broken]:
        given = getattr(configuration.cpu, field)
        row = catalogue.cpus.get(configuration.cpu.key or "") if given is None else None
        value = given if row is None else getattr(row, field)
        # What nobody knows is not enough.
        if value is None or value < least:
            yield Broken(code, None if value is None else Amounts(least, float(value), unit))

    return rule


def _at(configuration: Configuration, path: Sequence[str]) -> str | None:
    """The key of a part; None where there is none."""
    found: object = configuration
    for name in path:
        found = getattr(found, name, None)
    return found if isinstance(found, str) else None


def _own_price(configuration: Configuration, path: Sequence[str]) -> float | None:
    *parts, name = path
    document: object = configuration
    for each in parts:
        document = getattr(document, each, None)
    found: float | None = getattr(document, f"{name}_price" if name == "chassis" else "price", None)
    return found
