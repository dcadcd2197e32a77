"""Which processor, server, memory module or network card of the catalogue a line names, by its model, class or size."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from hostwise.binding.priced_rows import PricedRow
from hostwise.catalogue.hardware import Cpu, MemoryModule
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice
from hostwise.quotes.line_reading import LineReading
from hostwise.quotes.line_words import plain_words

_FAMILIES = frozenset(
    {"xeon", "epyc", "gold", "silver", "platinum", "bronze"}
    | {"poweredge", "proliant", "compute", "thinksystem", "thinkedge", "ucs", "hyper", "clouddc"}
)
"""Words of a model that lines leave out."""
_MAKERS = {"Intel": r"\bepyc\b|\bamd\b", "AMD": r"\bxeon\b|\bintel\b"}
"""Words that tell that a processor is of another maker."""


def choose_hardware(reading: LineReading, text: str, rows: Mapping[str, PricedRow]) -> list[str]:
    """The parts that a line names; several where it names several, none where the catalogue has none.

    Args:
        reading: what the line says.
        text: its part number and description.
        rows: the parts of its kind, by `<list>/<key>`.
    """
    words = plain_words(text)
    if reading.meaning == "memory":
        return _modules(reading, words, rows)
    if reading.meaning == "nic":
        return _cards(words, rows)
    # Generations are written in two ways.
    words = re.sub(r"\bg(?=1\d\b)", "gen", words)
    found = []
    for part, row in rows.items():
        if isinstance(row, (Cpu, Chassis)) and all(each.search(words) for each in _tokens(row.model)):
            if isinstance(row, Cpu) and re.search(_MAKERS.get(row.vendor, r"(?!)"), words):
                continue
            found.append(part)
    return found


@lru_cache(maxsize=1_000)
def _tokens(model: str) -> tuple[re.Pattern[str], ...]:
    """The words of a model that a line must have."""
    bare = re.sub(r"\(.*?\)", " ", model.casefold())
    kept = [each for each in bare.split() if each not in _FAMILIES]
    # An I before a processor's number is the maker's letter in part numbers.
    return tuple(re.compile(rf"(?<![a-z0-9])i?{re.escape(each)}(?![a-z0-9+])") for each in kept)


_FASTEST_DDR4 = 3_200
_SLOWEST_DDR5 = 4_000
_SPEED = re.compile(
    r"\b(2133|2400|2666|2933|3200|4000|4400|4800|5200|5600|6000|6400|7200|8000|8800)(?:b|mhz|mh|mt/s|\b)"
)


def memory_class(text: str) -> str | None:
    """The generation of a memory module: ddr3, ddr4 or ddr5, by its name or its speed; None for what is no RDIMM.

    >>> [memory_class(each) for each in ("32gb rdimm, 5600mt/s", "hpe 16gb pc4-2933", "16gb ddr5 udimm")]
    ['ddr5', 'ddr4', None]
    """
    words = plain_words(text)
    if re.search(r"\bu-?dimm|\bso-?dimm|\boptane\b|\bpmem\b", words):
        return None
    if found := re.search(r"ddr([345])|\bpc([45])-", words):
        return f"ddr{found[1] or found[2]}"
    speeds = [int(found[1]) for found in _SPEED.finditer(words)]
    if not speeds:
        return None
    return "ddr5" if max(speeds) >= _SLOWEST_DDR5 else "ddr4" if max(speeds) <= _FASTEST_DDR4 else None


def _modules(reading: LineReading, words: str, rows: Mapping[str, PricedRow]) -> list[str]:
    """The memory modules of the class and size of a line; of several the one with the newest price."""
    kind = memory_class(words)
    if kind is None or reading.size_gb is None:
        return []
    reduced = re.search(r"\blr-?dimm|\b3ds\b", words) is not None
    found = [
        (row.price.date or "" if row.price is not None else "", part)
        for part, row in rows.items()
        if isinstance(row, MemoryModule)
        and row.module_gib == reading.size_gb
        and row.memory_type.casefold().startswith(kind)
        and ("LRDIMM" in row.memory_type) == reduced
        and not row.kit_modules
    ]
    return [max(found)[1]] if found else []


_PORTS = re.compile(r"\b(\d) ?-?(?:ports?|portas?|puertos?|p)\b|\b(\d) ?x ?\d+(?:/\d+)* ?g|\b(dual|quad|single)\b")
_PORT_WORDS = {"single": 1, "dual": 2, "quad": 4}
_PORT_SPEED = re.compile(r"(?<![\w.])(\d+(?:/\d+)*) ?(?:g|gb|gbe|gbit|gbps)\b|x(\d+(?:/\d+)*) ?gb?e?\b")


def _cards(words: str, rows: Mapping[str, PricedRow]) -> list[str]:
    """The class of a network card by its ports and their speed."""
    ports = _PORTS.search(words)
    speeds = [int(each) for found in _PORT_SPEED.finditer(words) for each in (found[1] or found[2]).split("/")]
    if ports is None or not speeds:
        return []
    number = _PORT_WORDS[ports[3]] if ports[3] else int(ports[1] or ports[2])
    name = re.compile(rf"^{number}x{max(speeds)}gb?e", re.I)
    return [part for part, row in rows.items() if isinstance(row, IndicativePrice) and name.search(row.name)]
