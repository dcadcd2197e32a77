"""The rows of the catalogue that a plan may have prices for: a price of anything else is a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from hostwise.binding.indicative import CLASS_OF_CARDS
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue, Table
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.plan.prices import PRICED_LISTS, PartPrice

PricedRow = Drive | Cpu | MemoryModule | Chassis | Licence | IndicativePrice
"""A row that a plan may have a price for."""


def priced_rows(catalogue: Catalogue) -> dict[str, PricedRow]:
    """Every row of the catalogue that a plan may have a price for, by `<list>/<key>`."""
    rows: dict[str, PricedRow] = {}
    for name in PRICED_LISTS:
        table: Table[PricedRow] = getattr(catalogue, name)
        for key, row in table.items():
            if not isinstance(row, IndicativePrice) or row.kind == CLASS_OF_CARDS:
                rows[f"{name}/{key}"] = row
    return rows


def unknown_parts(prices: Sequence[PartPrice], catalogue: Catalogue, at: str) -> list[Mistake]:
    """A mistake for each price of an unknown part; the pointers begin with the place of the prices in the document."""
    known = priced_rows(catalogue) if prices else {}
    mistakes = []
    for place, each in enumerate(prices):
        if each.part not in known:
            near = get_close_matches(each.part, known, n=1, cutoff=0.6)
            hint = f"Did you mean {near[0]!r}?" if near else None
            text = f"The catalogue has no part {each.part!r}."
            mistakes.append(Mistake(f"{at}/{place}/part", "unknown_key", text, hint))
    return mistakes


def check_prices(to: Recorder) -> None:
    """A price of a part that the catalogue does not have is a mistake; one that no configuration uses is none."""
    to.mistakes += unknown_parts(to.plan.economics.prices, to.catalogue, "/economics/prices")
