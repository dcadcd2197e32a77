"""The columns of a proposal: those of costs by year, and what names the side of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hostwise.tables.named_columns import Guess, NamedColumns
from hostwise.tables.table import as_text

_CATEGORY = r"category|cost type|kategorie|kostenart"

COLUMNS = NamedColumns(
    "a proposal",
    {
        "side": Guess((r"side|option|scenario|offer|variant|variante|szenario|angebot",)),
        "item": Guess((rf"{_CATEGORY}|item|description|cost(?: item| type)?|position|bezeichnung|kosten(?:art)?",)),
        "category": Guess((_CATEGORY,)),
        "year": Guess((r"(?:year|yr\.?|jahr|y) ?\d{1,2}|20\d\d",), "money"),
        "quantity": Guess((r"quantity|qty\.?|menge|anzahl|units",), "count"),
        "unit_price": Guess((r"unit price|price|einzelpreis|preis",), "money"),
        "discount": Guess((r"(?:line )?discount(?: rate)?(?: %)?|rabatt(?: %)?",), "share"),
        "total": Guess((r"(?:total|sum|gesamt|summe)(?: .*)?",), "money"),
    },
)


def is_of_years(row: Sequence[Any]) -> bool:
    """Whether a row is the header of costs by year: at least two years, and what costs."""
    places = COLUMNS.places([as_text(each) for each in row])
    return len(places["year"]) > 1 and bool(places["item"])
