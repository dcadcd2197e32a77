"""The columns of a quote or a price list, by the words of their headers."""

from __future__ import annotations

from collections.abc import Mapping

from hostwise.tables.named_columns import Guess, NamedColumns

_TAX = (
    r"(?: (?:netto|ht|hors taxes?|sin iva|iva (?:esclusa|excluida|no incluido)|"
    r"(?:excl\.?|excluding|ex|ohne|zzgl\.?|without) ?(?:gst|vat|tax|mwst\.?|ust\.?)))?"
)
_CURRENCY = r"(?:[a-z]{3}|[€$£]|[a-z]{1,2}\$|euros?|(?:us[- ])?dollars?|swiss francs?|franken)"
_MONEY = rf"{_TAX}(?: (?:in )?{_CURRENCY})?{_TAX}"
"""A currency behind the words of a header, and that taxes are not in it."""

FIELDS: dict[str, Guess] = {
    "part_number": Guess(
        (
            r"(?:manufacturer |vendor )?(?:part|product|article|item|material|catalog(?:ue)?)[ _-]?"
            r"(?:number|num|no\.?|nr\.?|#|code|id)",
            r"mpn|sku|p ?n",
            r"(?:hersteller-?)?(?:artikel|art\.?|teile|produkt|material|bestell)[ _-]?(?:nummer|nr\.?|code)",
        )
    ),
    "description": Guess(
        (
            "(?:product|item|article|part)? ?description",
            "(?:artikel|produkt)?bezeichnung|beschreibung",
            "d[ée]signation|descripci[óo]n|descrizione|descri[cç][ãa]o|omschrijving|libell[ée]",
            "product(?: name)?|produkt|item|article|artikel|part|position|name",
        )
    ),
    "quantity": Guess(
        (
            r"(?:order )?(?:quantity|qty\.?|menge|anzahl|stück|stk\.?|units|pcs\.?|"
            r"qt[ée]\.?|quantit[éeà]|cantidad|cant\.?|quantidade|aantal)",
        ),
        "count",
    ),
    "unit_price": Guess(
        tuple(
            f"(?:{each}){_MONEY}"
            for each in (
                "(?:net )?unit (?:sell |sales |net )?price|price (?:per unit|each)|unit net(?: price)?|each",
                "(?:netto-?)?(?:einzelpreis|stückpreis|e-?preis|ep)(?: netto)?",
                "(?:net|sell|sales|your|quoted|discounted) price|(?:netto)preis",
                "prix unitaire|p\\.?u\\.?|precio unitario|prezzo unitario|pre[cç]o unit[áa]rio|eenheidsprijs",
                "(?:price|preis|unit cost|cost)",
            )
        ),
        "money",
    ),
    "line_total": Guess(
        tuple(
            f"(?:{each}){_MONEY}"
            for each in (
                "(?:line|row|extended|ext\\.?|net) ?(?:total|price|amount|sum)|ext(?:ended|\\.)?(?: net)?(?: price)?",
                "(?:gesamt|zeilen|positions)(?:preis|summe|betrag)|gesamt(?: netto)?|(?:g-?preis|gp)(?: netto)?",
                "total(?: price| amount| net)?|amount|betrag|summe",
                "(?:montant|prix|importe|precio|prezzo|pre[cç]o)(?: total[eo]?)?|totale?|sub-?total",
            )
        ),
        "money",
    ),
    "currency": Guess(("currency|curr\\.?|währung|whg\\.?",)),
    "discount": Guess(("(?:line )?(?:discount|disc\\.?|rabatt|nachlass|remise|descuento|sconto)(?: rate)?",), "share"),
    "term": Guess(
        (
            r"(?:subscription |contract |initial )?(?:term|tenure|duration)(?: ?[(\[]?(?:in )?(?:months?|"
            r"years?|mo|yrs?)[)\]]?)?",
            r"laufzeit(?: ?[(\[]?(?:in )?(?:monaten?|jahren?)[)\]]?)?|dur[eé]e|duraci[oó]n|durata",
        )
    ),
    "date": Guess(("(?:quote |price |valid )?(?:date|from)|(?:angebots|preis)?datum|stand",)),
}

QUOTE_FIELDS = tuple(FIELDS)
"""Columns of a quote that a mapping may name."""


def _usable(mapping: Mapping[str, str]) -> bool:
    """Whether the columns of parts and of prices are known."""
    priced = "unit_price" in mapping or {"line_total", "quantity"} <= set(mapping)
    return priced and ("part_number" in mapping or "description" in mapping)


COLUMNS = NamedColumns(
    "a quote",
    FIELDS,
    usable=_usable,
    enough=_usable,
    asked="Say which column holds the parts, and which the price of one piece, or its quantity and total.",
)
