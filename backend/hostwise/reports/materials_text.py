"""Bills of materials in words, for every format that shows them."""

from __future__ import annotations

from collections.abc import Mapping

from hostwise.answers.cost.bill_of_materials_document import Material, MaterialSection, MaterialStatus, MaterialTotal
from hostwise.answers.wording.number_texts import unit_of
from hostwise.number_format.writing import exact, fixed, plain

STATUSES: Mapping[MaterialStatus, str] = {
    MaterialStatus.GIVEN: "entered",
    MaterialStatus.CATALOGUE: "catalogue",
    MaterialStatus.INDICATIVE: "estimate",
    MaterialStatus.MISSING: "missing",
}
"""Where a price comes from, in words."""

SCOPE = (
    "What the first hosts are made of. Hosts for growth and replaced drives are bought later, at the prices of their "
    "month. An estimate is an example, an assumption or the price of a class: nobody has quoted it."
)


NOT_COUNTED, NO_PRICE = "not counted", "no price entered"
"""Stand for an amount of 0 of a part that is no gift, and for where such a price comes from."""

_PARTS = frozenset({"chassis", "processor", "network", "memory", "drive", "array", "host"})


def is_unpriced(line: Material) -> bool:
    """Whether a part has the price 0, which leaves it out: one that is there already, or whose price nobody knows."""
    return line.kind in _PARTS and line.unit_price == 0


def part_text(line: Material) -> str:
    """The part and what is known of it.

    >>> part_text(Material(kind="drive", label="Cache drive", name="Maker X", detail="800 GB", cost_part="write_tier",
    ...     unit="pieces", status="given"))
    'Maker X; 800 GB'
    """
    return "; ".join(each for each in (line.name, line.detail) if each)


def quantity_text(line: Material) -> str:
    """How many in all, and of each host, with the unit where it is not pieces."""
    if line.quantity is None:
        return "" if line.kind == "rounding" else "unknown"
    unit = "" if line.unit == "pieces" else f" {unit_of(line.quantity, line.unit)}"
    each = "" if line.per_host is None or line.hosts == 1 else f" ({exact(line.per_host)} each host)"
    return f"{exact(line.quantity)}{unit}{each}"


def unit_price_text(line: Material) -> str:
    """The price of one unit to the cent: it is compared with an offer.

    >>> drive = Material(kind="drive", label="Cache drive", cost_part="write_tier", unit="pieces", status="given")
    >>> [unit_price_text(drive.model_copy(update={"unit_price": each})) for each in (1234.0, 2284.8, None)]
    ['1,234', '2,284.80', 'missing']
    """
    if line.kind == "rounding":
        return ""
    if line.unit_price is None:
        return "missing"
    if is_unpriced(line):
        return NOT_COUNTED
    return fixed(line.unit_price, 0 if line.unit_price.is_integer() else 2)


def amount_text(line: Material) -> str:
    """The amount of a line; missing where its price is, unknown where its quantity is."""
    if line.amount is None:
        return "missing" if line.unit_price is None else "unknown"
    if is_unpriced(line):
        return ""
    return plain(line.amount, "money")


def total_text(total: MaterialTotal) -> str:
    """A sum; unknown where no line has an amount."""
    return "unknown" if total.amount is None else plain(total.amount, "money")


def price_text(line: Material) -> str:
    """Where the price comes from, its date, and whether it is old.

    >>> price_text(Material(kind="drive", label="Cache drive", cost_part="write_tier", unit="pieces",
    ...     status="indicative", date="2026-08", is_old=True))
    'estimate, 2026-08 (old)'
    """
    if is_unpriced(line):
        return NO_PRICE
    date = "" if line.date is None else f", {line.date}"
    return f"{STATUSES[line.status]}{date}{' (old)' if line.is_old else ''}"


def total_label(total: MaterialTotal) -> str:
    """The word before a sum: a lower bound says that it is one."""
    return "Total, at least" if total.is_lower_bound and total.amount is not None else "Total"


def section_label(section: MaterialSection, currency: str) -> str:
    """A section with the currency of its amounts."""
    return f"{section.label}, {currency}"
