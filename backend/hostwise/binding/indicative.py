"""Indicative prices: what parts of a class cost, for parts of the catalogue without a price of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hostwise.binding.origins import MISSING, CatalogueOrigins, Origin
from hostwise.catalogue.hardware import Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import IndicativePrice
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import InputStatus

_FAST = ("SLC", "XPoint", "Z-NAND")
"""Media whose drives are of the write-intensive class, whatever their rating."""

CHASSIS = "chassis-2s"
"""The kind of the classes of chassis."""

CLASS_OF_CARDS = "nic"
"""The kind of the classes that stand for network cards, which have no list of their own."""


def class_of(catalogue: Catalogue, kind: str | None, size: float | None) -> IndicativePrice | None:
    """The class of a kind of part that holds this size, else the nearest one; only classes with a price."""
    known = _priced(catalogue, kind)
    if kind is None or size is None or not known:
        return None

    def distance(each: IndicativePrice) -> float:
        low, high = each.size_from or 0.0, each.size_to or float("inf")
        return max(low - size, size - high, 0.0)

    return min(known, key=distance)


@lru_cache(maxsize=256)
def _priced(catalogue: Catalogue, kind: str | None) -> Sequence[IndicativePrice]:
    """The classes of a kind that have a price."""
    return [each for each in catalogue.indicative_prices.values() if each.kind == kind and each.value is not None]


def drive_kind(drive: Drive) -> str:
    """The class of a drive by its flash and its endurance; SATA and SAS count as NVMe."""
    if "QLC" in drive.media:
        return "qlc"
    if drive.workload_class == "WI" or any(each in drive.media for each in _FAST):
        return "slc"
    return "tlc-mu" if drive.workload_class == "MU" else "tlc-ri"


def indicative(to: CatalogueOrigins, kind: str | None, size: float | None, amount: float = 1.0) -> Origin:
    """The price of an amount of a class, marked illustrative with its band and date; missing without a class.

    Args:
        to: the catalogue, and the plan's currency.
        kind: kind of the part.
        size: its size, by which the class is chosen.
        amount: size of the part in the unit of the class, such as GB.
    """
    row = class_of(to.catalogue, kind, size)
    if row is None or row.value is None or row.currency is None:
        return MISSING
    rate, converted = to.exchange(row.currency, row.value)
    if rate is None:
        return Origin(None, InputStatus.MISSING, note=converted)
    band = "no band is known"
    if row.low is not None or row.high is not None:
        ends = [f"from {exact(row.low)}" if row.low else "", f"to {exact(row.high)}" if row.high else ""]
        band = " ".join(each for each in ends if each)
    note = (
        f"indicative, not quoted: {row.title}, {exact(row.value)} {row.currency} per {row.per} "
        f"({band}), {row.basis}, {row.price_date}, confidence: {row.confidence}{converted}"
    )
    place = f"catalogue row {row.key}"
    return Origin(
        row.value * rate * amount,
        InputStatus.ILLUSTRATIVE,
        "; ".join(row.source),
        place,
        note,
        "assumed",
        row.price_date,
        row.confidence,
    )
