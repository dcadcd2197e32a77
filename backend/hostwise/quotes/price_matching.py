"""Matches lines of a quote with parts of the catalogue: by what a line is, else by common words.

A licence is chosen by its product, term and version, a processor, server or memory module by its model or size. For
all else rare words count more. Similar spelling says nothing here: 6430 and 6438 are different processors. So a word
matches or it does not, and the score of a part is the share of its own words that the line has, by weight.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import log

from hostwise.binding.priced_rows import PricedRow, priced_rows
from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.catalogue.record import Product
from hostwise.number_format.writing import exact
from hostwise.plan.prices import PricedList
from hostwise.plan.proposal import LineMeaning
from hostwise.quotes.hardware_choice import choose_hardware
from hostwise.quotes.licence_choice import choose_licences
from hostwise.quotes.line_reading import LineReading, read_line
from hostwise.quotes.quote_prices_document import PartCandidate

LEAST_SCORE = 0.9
"""Least share of a part's words that a line has if it is chosen for it."""

_LEAST_SHOWN, _MOST_SHOWN = 0.4, 5
_GB_PER_TB = 1_000

_COUNTED = {
    "core": "core",
    "socket": "socket",
    "core-pair": "pair of cores",
    "socket-pair": "pair of sockets",
    "tib": "TiB",
}
_PERIOD = {"year": "a year", "month": "a month", "once": "once"}

_NOT_PRICED = "it is no licence, server, processor, memory module, drive or network card"
_SEVERAL = "it may be several parts"
FOR_A_PART = "it may be something for the part, or a service"
"""Why no part is chosen for a line that names one, with words of another thing."""

_ACCESSORY = re.compile(
    r"\b(?:for|f\u00fcr|rails?|cables?|kabel|heat ?sinks?|k\u00fchler|fans?|bezel|caddy|tray|risers?|brackets?|"
    r"power cord|support|warranty|garantie|prosupport|care ?pack|services?|maintenance|wartung|upgrade|spare)\b",
    re.I,
)
"""Words that mark a line as another thing, though it names a part."""


def price_buys(row: PricedRow) -> str:
    """What one price of a row buys, in words."""
    if isinstance(row, Licence):
        unit = _COUNTED[row.metric]
        units = f"one {unit}" if row.price_buys_units == 1 else f"{exact(row.price_buys_units)} {unit}s"
        return f"{units}, paid {_PERIOD[row.billing]}"
    if isinstance(row, MemoryModule):
        return "one GiB" if row.module_gib is None else f"one module of {exact(row.module_gib)} GiB"
    if isinstance(row, Chassis):
        return "one server without processors, memory and drives"
    return {Drive: "one drive", Cpu: "one processor", IndicativePrice: "one network card"}[type(row)]


_LISTS: Mapping[LineMeaning, tuple[PricedList, str]] = {
    "licence": ("licences", "licence"),
    "cpu": ("cpus", "processor"),
    "memory": ("memory", "memory module"),
    "drive": ("drives", "drive"),
    "chassis": ("chassis", "server"),
    "nic": ("indicative_prices", "network card"),
}
"""The list of the catalogue that holds what a line is, and its word."""
_NO_PART: frozenset[LineMeaning] = frozenset({"support", "service", "total", "discount", "option"})


@dataclass(frozen=True)
class Match:
    """The parts that a line may be, the one that it is without doubt, and else why none is chosen.

    Attributes:
        part: the one that it is.
        candidates: those that it may be, the likeliest first.
        why_none: why none is chosen.
        parts: those that fit alike, where the line leaves a term, a version or an edition open.
    """

    part: str | None
    candidates: list[PartCandidate]
    why_none: str | None
    parts: tuple[str, ...] = ()


class Matcher:
    """The parts of a catalogue by their words."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Weigh the words: those of few parts say more."""
        # A row of memory without a size has a price by the GiB, which no module has.
        self._rows: Mapping[str, PricedRow] = {
            part: row
            for part, row in priced_rows(catalogue).items()
            if not (isinstance(row, MemoryModule) and row.module_gib is None)
        }
        products = Counter(row.product for row in self._rows.values() if isinstance(row, Licence))
        self._words = {part: words(_told_by(row, products)) for part, row in self._rows.items()}
        self._licences = {row.key: row for row in self._rows.values() if isinstance(row, Licence)}
        counts = Counter(each for found in self._words.values() for each in found)
        self._weights = {word: log(1 + len(self._rows) / count) for word, count in counts.items()}
        self._sums = {part: self._weight(found) for part, found in self._words.items()}

    def _weight(self, found: Iterable[str]) -> float:
        return sum(self._weights[each] for each in sorted(found))

    def match(self, part_number: str, description: str, term_years: float | None = None) -> Match:
        """What a line of a quote may be.

        Args:
            part_number: its part number.
            description: its description.
            term_years: its years, where a column says them.
        """
        text = f"{part_number} {description}".strip()
        exact_part = self._by_key(part_number) or self._by_key(description)
        if exact_part is not None:
            return Match(exact_part, [self._candidate(exact_part, 1.0)], None)
        reading = read_line(part_number, description)
        if term_years is not None:
            reading = replace(reading, term_years=term_years)
        return self._licence(reading) or self._hardware(reading, text) or self._by_words(reading, text)

    def _licence(self, reading: LineReading) -> Match | None:
        """What a licence of a product with a known name is; None for anything else."""
        found = choose_licences(reading, self._licences)
        if found is None:
            return None
        parts = tuple(part for row in found.rows if (part := f"licences/{row.key}") in self._rows)
        candidates = [self._candidate(each, 1.0) for each in parts]
        if len(parts) == 1 and found.why_none is None:
            return Match(parts[0], candidates, None)
        return Match(None, candidates, found.why_none or _no_such("licence"), parts if len(parts) > 1 else ())

    def _hardware(self, reading: LineReading, text: str) -> Match | None:
        """The part that a line names by its model, its class or its size; None for anything else."""
        kind = _LISTS.get(reading.meaning)
        if kind is None:
            return None
        rows = {part: row for part, row in self._rows.items() if part.startswith(f"{kind[0]}/")}
        found = choose_hardware(reading, text, rows)
        candidates = [self._candidate(each, 1.0) for each in found[:_MOST_SHOWN]]
        if not found:
            return None
        return Match(found[0], candidates, None) if len(found) == 1 else Match(None, candidates, _SEVERAL)

    def _by_words(self, reading: LineReading, text: str) -> Match:
        """What a line may be by the words that it shares with parts of its kind."""
        own, kind = words(text), _LISTS.get(reading.meaning)
        among = self._words if kind is None else {p: w for p, w in self._words.items() if p.startswith(f"{kind[0]}/")}
        common = {part: found & own for part, found in among.items() if found & own}
        weights = {part: self._weight(found) for part, found in common.items()}
        scores = {part: weight / self._sums[part] for part, weight in weights.items()}
        # The most exact one first: 64 GB of DDR5 is also any DDR5.
        ranked = sorted(scores, key=lambda part: (-scores[part], -weights[part], part))
        shown = [each for each in ranked if scores[each] >= _LEAST_SHOWN][:_MOST_SHOWN]
        candidates = [self._candidate(each, scores[each]) for each in shown]
        sure = [each for each in ranked if scores[each] >= LEAST_SCORE]
        if not sure:
            return Match(None, candidates, _NOT_PRICED if kind is None else _no_such(kind[1]))
        best = sure[0]
        if any(not common[each] < common[best] for each in sure[1:]):
            return Match(None, candidates, _SEVERAL)
        if reading.meaning in _NO_PART or (kind is None and _ACCESSORY.search(text)):
            return Match(None, candidates, FOR_A_PART)
        return Match(best, candidates, None)

    def _by_key(self, text: str) -> str | None:
        """The part whose key or whole name a text is."""
        wanted = text.strip().casefold()
        found = [
            part
            for part, row in self._rows.items()
            if wanted and wanted in (part, row.key.casefold(), row.name.casefold())
        ]
        return found[0] if len(found) == 1 else None

    def _candidate(self, part: str, score: float) -> PartCandidate:
        row = self._rows[part]
        return PartCandidate(part=part, name=row.name, per=price_buys(row), score=round(score, 3))


def _no_such(word: str) -> str:
    return f"the catalogue has no such {word}"


def _told_by(row: PricedRow, products: Mapping[str, int]) -> str:
    """The words that distinguish a row from all others: a quote need not name the maker."""
    if isinstance(row, Product):
        return row.model
    return row.product if isinstance(row, Licence) and products[row.product] == 1 else row.name


def words(text: str) -> frozenset[str]:
    """The words of a name, in small letters; capacities are in GB.

    >>> sorted(words("Micron 7450 PRO, 7,68 TB")), sorted(words("DDR5-4800 64GB"))
    (['7450', '7680gb', 'micron', 'pro'], ['4800', '64gb', 'ddr5'])
    """
    plain = re.sub(r"(?<![\w.,])(\d+(?:[.,]\d+)?) ?(tb|gb)\b", _in_gb, text.casefold())
    return frozenset(each for each in re.split(r"[^a-z0-9]+", plain) if each)


def _in_gb(found: re.Match[str]) -> str:
    value = float(found[1].replace(",", "."))
    return f"{value * (_GB_PER_TB if found[2] == 'tb' else 1):.0f}gb"
