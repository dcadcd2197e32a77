"""Which of several prices of a part holds: the order is the same for all parts, and stands here only.

1. the price that a configuration has of its own;
2. the price among those of the plan: entered, from a quote, or from a price book;
3. the price that the catalogue has of the very row, of licences less a discount;
4. what parts of its class cost.

A price of a configuration that is said to be an example or an assumption gives way to one among those of the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from hostwise.binding.indicative import CHASSIS, CLASS_OF_CARDS, class_of, drive_kind, indicative
from hostwise.binding.modules import class_price_per_gib, row_price_per_gib
from hostwise.binding.origins import CatalogueOrigins, Origin, is_quoted, part_name
from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.catalogue.module_prices import memory_kind, usual_module_gib
from hostwise.catalogue.price_kinds import newest_prices, takes_part
from hostwise.catalogue.record import Price, Record
from hostwise.number_format.dates import age_months, first_day
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan
from hostwise.plan.prices import PartPrice

_UNQUOTED = (InputStatus.ILLUSTRATIVE, InputStatus.ASSUMED)


def in_force(own: Origin | None, otherwise: Origin) -> Origin:
    """The value that holds of one of a configuration, if it has any, and one of elsewhere; only prices give way."""
    if own is None or (own.status in _UNQUOTED and is_quoted(otherwise)):
        return otherwise
    return own


def processor_price(to: CatalogueOrigins, row: Cpu | None) -> Origin:
    """The price of a processor where a configuration has none of its own; no class stands in for it."""
    return to.quoted(row) or to.price(row, "current_list_price")


def chassis_price(to: CatalogueOrigins, row: Chassis | None, rack_units: float | None) -> Origin:
    """The price of a chassis: no maker publishes any, so that the class of its height stands in for a chosen one."""
    return to.quoted(row) or indicative(to, CHASSIS, rack_units)


def drive_price(to: CatalogueOrigins, row: Drive | None, size_gb: float | None) -> Origin:
    """The price of a drive where a configuration has none of its own; `size_gb` where it has another size."""
    if (quoted := to.quoted(row)) is not None:
        return quoted
    if row is None or row.price is not None:
        return to.price(row, "price")
    size = row.capacity_gb if size_gb is None else size_gb
    return indicative(to, drive_kind(row), size, size)


def memory_price_per_gib(to: CatalogueOrigins, module: MemoryModule, size_gib: float) -> Origin:
    """What a GiB costs in modules of a size; a price of the plan is that of the row, whatever the size."""
    if (quoted := to.quoted(module, per=module.module_gib or 1.0)) is not None:
        return quoted
    return row_price_per_gib(to, module, size_gib) or class_price_per_gib(to, memory_kind(module), size_gib)


def card_price(to: CatalogueOrigins, own: Origin | None, gbit_s: float | None) -> Origin:
    """The price of a network card: cards have no list of their own, so that a plan has prices of their classes.

    An own one stays, whatever is said of it: what is recorded is the sum over all cards.
    """
    if own is not None:
        return own
    return to.quoted(class_of(to.catalogue, CLASS_OF_CARDS, gbit_s)) or indicative(to, CLASS_OF_CARDS, gbit_s)


def licence_price(to: CatalogueOrigins, row: Licence, per: float, listed: Origin) -> Origin:
    """The price of a unit of a licence, of which one price buys so many; `listed` is that of the catalogue."""
    return to.quoted(row, per) or listed


def is_priced_by_plan(row: Record | None, parts: Set[str], *own: float | None) -> bool:
    """Whether a price of a configuration or of the plan holds before the catalogue's.

    Args:
        row: the row of the catalogue.
        parts: the parts among the prices of the plan.
        own: prices of the configuration.
    """
    return any(each is not None for each in own) or (row is not None and part_name(row) in parts)


def prices_by_part(plan: Plan) -> Mapping[str, PartPrice]:
    """The prices of a plan by the part that each is of; of two of one part the last."""
    return {each.part: each for each in plan.economics.prices}


def row_price(row: Record) -> Price | None:
    """The price that the catalogue has of the very row: of a processor its list price, of memory that of a GiB first.

    A street price of a processor is seen now and then, and never offered: it prices nothing.
    """
    if isinstance(row, Cpu):
        return row.current_list_price
    own: Price | None = getattr(row, "price_per_gib", None) or getattr(row, "price", None)
    return own


def on_offer(
    catalogue: Catalogue, priced_on: str | None = None, limit_months: float | None = None
) -> Callable[[Record], bool]:
    """Whether a row of the catalogue is a part that is sold new, at a price that holds.

    The price of its class, and a list price of long ago, say nothing of whether the very part is still sold. So a part
    that is launched more than `part_sale_years` before is on offer only where its own price was read of late.

    Args:
        catalogue: the catalogue.
        priced_on: the date that a plan is priced for; by default that of the newest prices.
        limit_months: age from which a price is old; by default that of the catalogue.
    """
    today = priced_on or newest_prices(catalogue)
    limit = limit_months or catalogue.assumptions["price_age_limit_months"].value or 0
    sale_years = catalogue.assumptions["part_sale_years"].value or 0

    def found(row: Record) -> bool:
        price, own = catalogue_price(catalogue, row), row_price(row)
        if price is None or not takes_part(price, today, limit, old_prices=False):
            return False
        age = None if own is None else age_months(own.held, today)
        if today is None or (age is not None and age <= limit):
            return True
        launched: int | None = getattr(row, "launch_year", None)
        if launched is None and own is not None and own.held is not None:
            launched = first_day(own.held)[0]
        return launched is None or first_day(today)[0] - launched <= sale_years

    return found


def catalogue_price(catalogue: Catalogue, row: Record) -> Price | None:
    """The price of the catalogue at which a part counts: its own, else that of its class."""
    if (own := row_price(row)) is not None:
        return own
    found: IndicativePrice | None = None
    if isinstance(row, Drive):
        found = class_of(catalogue, drive_kind(row), row.capacity_gb)
    elif isinstance(row, MemoryModule):
        found = class_of(catalogue, memory_kind(row), row.module_gib or usual_module_gib(catalogue))
    elif isinstance(row, Chassis):
        found = class_of(catalogue, CHASSIS, row.rack_units)
    return None if found is None else found.price
