"""Which parts a search takes: by the price that they have, and by what it is asked to keep to.

A part that the plan has already is the user's own choice: no rule about prices takes it away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hostwise.answers.search.buildable import Amounts
from hostwise.binding.indicative import catalogue_price
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.price_kinds import newest_prices, takes_part
from hostwise.catalogue.record import Record
from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import PlanField, declarations, part_class
from hostwise.plan.document import Plan
from hostwise.plan.fields import Document
from hostwise.plan.search_document import Search

OLD_PRICE = "old_price"


class Broken(NamedTuple):
    """A rule that a combination breaks, with what is asked for and what there is where both are amounts."""

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


def is_current(plan: Plan, catalogue: Catalogue, *, old_prices: bool = False) -> Callable[[Record], bool]:
    """Whether a row of the catalogue has a price by which it may be advised in a plan."""
    economics = plan.economics
    today = economics.priced_on or newest_prices(catalogue)
    limit = economics.price_age_limit_months or catalogue.assumptions["price_age_limit_months"].value or 0

    def found(row: Record) -> bool:
        price = catalogue_price(catalogue, row)
        return price is not None and takes_part(price, today, limit, old_prices=old_prices)

    return found


def part_rules(asked: Search, own: Configuration, catalogue: Catalogue) -> Sequence[PartRule]:
    """The rules of a search about the parts of a configuration, `own` as the plan has it."""
    rules: list[PartRule] = []
    for path, kind in _parts().items():
        if not asked.old_prices:
            rules.append(_old_price(asked, own, catalogue, path, kind))
    return rules


def _old_price(asked: Search, own: Configuration, catalogue: Catalogue, path: tuple[str, ...], kind: str) -> PartRule:
    current, quoted, kept = is_current(asked.plan, catalogue), _quoted(asked.plan), _at(own, path)

    def rule(configuration: Configuration) -> Iterator[Broken]:
        key = _at(configuration, path)
        row = None if key is None or key == kept else getattr(catalogue, kind).get(key)
        if row is None or f"{kind}/{key}" in quoted or _has_own_price(configuration, path):
            return
        # What has no price at all is counted by that.
        if catalogue_price(catalogue, row) is not None and not current(row):
            yield Broken(OLD_PRICE)

    return rule


def _quoted(plan: Plan) -> frozenset[str]:
    return frozenset(each.part for each in plan.economics.prices)


def _at(configuration: Configuration, path: Sequence[str]) -> str | None:
    """The key of a part; None where there is none."""
    found: object = configuration
    for name in path:
        found = getattr(found, name, None)
    return found if isinstance(found, str) else None


def _has_own_price(configuration: Configuration, path: Sequence[str]) -> bool:
    *parts, name = path
    document: object = configuration
    for each in parts:
        document = getattr(document, each, None)
    return getattr(document, f"{name}_price" if name == "chassis" else "price", None) is not None
