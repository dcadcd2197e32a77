"""Amounts of money as people write them: a numeral, with a currency before or behind it."""

from __future__ import annotations

import re

_SYMBOLS = {
    "€": "EUR",
    "£": "GBP",
    "US$": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "R$": "BRL",
    "MX$": "MXN",
    "NT$": "TWD",
    "\u20b9": "INR",
    "z\u0142": "PLN",
    "K\u010d": "CZK",
    "\u20a9": "KRW",
    "\u20ba": "TRY",
    "$": "USD",
    "¥": "JPY",
    "Fr.": "CHF",
}
_CODES = "USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|INR|CNY|SGD|BRL|MXN|ZAR|NZD|KRW|TRY|ILS|AED|HKD|TWD"
_NAMED = re.compile(rf"({'|'.join(map(re.escape, _SYMBOLS))})|(?<![A-Za-z])({_CODES})(?![A-Za-z])", re.I)
_WORDS = {
    "EUR": r"euros?",
    "USD": r"us[- ]dollars?|u\.s\. dollars?|american dollars?|d[o\u00f3]lares(?: estadounidenses)?",
    "GBP": r"pounds? sterling|british pounds?",
    "CHF": r"swiss francs?|(?:schweizer )?franken",
    "BRL": r"rea(?:l|is) brasileiros?",
    "JPY": r"yen",
}
_NAMED_IN_WORDS = {code: re.compile(rf"\b(?:{words})\b", re.I) for code, words in _WORDS.items()}
_NUMBER = re.compile(r"[+-]?\d[\d.,'\u2019\u00a0\u202f ]*")


def currency_of(text: str) -> str | None:
    """The currency that a text names, by sign, code or word; None if it names none or several."""
    found = {_SYMBOLS.get(symbol) or code.upper() for symbol, code in _NAMED.findall(text)}
    found |= {code for code, words in _NAMED_IN_WORDS.items() if words.search(text)}
    return found.pop() if len(found) == 1 else None


def money_numeral(text: str) -> tuple[str, str | None] | None:
    """The numeral of an amount of money, and its currency; None if the text holds anything else.

    >>> [money_numeral(each) for each in ("1.234,50 €", "$1,234.50", "USD 1234.5", "1.500,-", "on request")]
    [('1.234,50', 'EUR'), ('1,234.50', 'USD'), ('1234.5', 'USD'), ('1.500', None), None]
    """
    bare = _NAMED.sub(" ", text).strip()
    bare = re.sub(r"[.,] ?[-\u2013]+$", "", bare).strip()
    found = _NUMBER.fullmatch(bare)
    return (found[0].strip(), currency_of(text)) if found else None
