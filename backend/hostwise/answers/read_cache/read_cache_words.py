"""Counters of a read cache, read from the output of a command.

Two naming schemes are known: VFRC13 (`numBlocks`, `Evict:avgNumBlocksPerOp`, ..) and `esxcli storage vflash cache
stats get` of vSphere 6.7, which groups names in sections and prints no total.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hostwise.answers.read_cache.read_cache_messages import words
from hostwise.plan.answers.read_cache import CacheStatistics, IgnoredLine

_COUNTERS: Mapping[str, str] = {
    "numblocks": "num_blocks",
    "numblockscurrentlycached": "num_blocks_cached",
    "meannumberofcacheblocksinuse": "num_blocks_cached",
    "evictavgnumblocksperop": "evictions_per_op",
    "evictmeanblocksperiooperation": "evictions_per_op",
    "vflashcachehitpercentage": "hit_percent",
    "cachehitpercentage": "hit_percent",
    "readcachehitrateasapercentage": "hit_percent",
    "cachehitrateasapercentage": "hit_percent",
    "cacheusagerateasapercentage": "used_percent",
}
"""Names without word separators, and the counters they mean. Section and name form one name."""

_SECTIONS = frozenset({"", "read", "vflash", "evict"})
"""Sections whose names are also known alone; the same name elsewhere is another counter."""

_NUMBER = re.compile(
    r"^(?P<number>[+-]?(\d{1,3}([,' \u00a0\u202f]\d{3})+|\d+)(\.\d+)?([eE][+-]?\d{1,3})?)\s*(%|[a-zA-Z]*)$"
)
_MOST = 1e15


@dataclass(frozen=True)
class LineMistake:
    """A mistake in one line, counted from 1; line 0 is the whole text."""

    line: int
    message: str


class UnreadableStatistics(ValueError):
    """The text cannot be read as counters; `mistakes` names every line at fault."""

    def __init__(self, mistakes: list[LineMistake]) -> None:
        """Collect the mistakes."""
        self.mistakes = mistakes
        super().__init__("; ".join(each.message for each in mistakes))


@dataclass(frozen=True)
class ReadStatistics:
    """Counters as read, the assumptions made, and the lines without counters."""

    statistics: CacheStatistics
    notes: list[str]
    ignored: list[IgnoredLine]


@dataclass
class _Reading:
    found: dict[str, tuple[int, float]] = field(default_factory=dict)
    ignored: list[IgnoredLine] = field(default_factory=list)
    mistakes: list[LineMistake] = field(default_factory=list)


def read_statistics(text: str) -> ReadStatistics:
    r"""The counters in a text of `name: value` lines; other names are skipped and listed.

    Raises:
        UnreadableStatistics: a counter has no readable value, is contradictory, or a required one is missing.

    >>> read_statistics("numBlocks: 131,072\nnumBlocksCurrentlyCached: 60000").statistics.num_blocks
    131072.0
    """
    reading = _Reading()
    section, section_indent = "", 0
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    indents = [_indent(line) for _, line in lines] + [0]
    for place, (number, line) in enumerate(lines):
        indent, body = indents[place], line.strip()
        end = max(body.rfind(":"), body.rfind("="))
        name, value = _plain(body[: max(end, 0)]), body[end + 1 :].strip()
        if indent < section_indent:
            section, section_indent = "", 0
        if end < 0:
            reading.ignored.append(IgnoredLine(line=number, text=body[:200]))
        elif value:
            _take(reading, number, body, section, name, value)
        else:
            # A line without a value is the heading of the more indented lines after it, or of all following lines.
            section, section_indent = name, indent + 1 if indents[place + 1] > indent else 0
    return _put_together(reading)


def _indent(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def _take(reading: _Reading, number: int, line: str, section: str, name: str, value: str) -> None:
    known = _COUNTERS.get(section + name) or (_COUNTERS.get(name) if section in _SECTIONS else None)
    if known is None:
        reading.ignored.append(IgnoredLine(line=number, text=line[:200]))
        return
    label = repr(line[:80])
    match = _NUMBER.match(value)
    amount = float(re.sub(r"[,' \u00a0\u202f]", "", match["number"])) if match else None
    if amount is None or not amount <= _MOST:
        reading.mistakes.append(LineMistake(number, words("read_cache_line.no_number", line=number, text=label)))
    elif amount < 0:
        reading.mistakes.append(LineMistake(number, words("read_cache_line.below_zero", line=number, text=label)))
    elif known.endswith("_percent") and amount > 100:
        reading.mistakes.append(LineMistake(number, words("read_cache_line.above_hundred", line=number, text=label)))
    elif known in reading.found and reading.found[known][1] != amount:
        earlier = reading.found[known][0]
        text = words("read_cache_line.contradicts", line=number, text=label, earlier=earlier)
        reading.mistakes.append(LineMistake(number, text))
    else:
        reading.found[known] = (number, amount)


def _put_together(reading: _Reading) -> ReadStatistics:
    """The statistics of the counters found; a total that is not printed follows from the share in use."""
    if reading.mistakes:
        raise UnreadableStatistics(reading.mistakes)
    found = {name: amount for name, (_, amount) in reading.found.items()}
    notes = []
    cached, used = found.get("num_blocks_cached"), found.get("used_percent")
    if "num_blocks" not in found and cached and used:
        found["num_blocks"] = float(round(min(cached / (used / 100), _MOST)))
        notes.append(words("read_cache_total_follows", cached=cached, used=used))
    absent = [
        label
        for name, label in (("num_blocks", "numBlocks"), ("num_blocks_cached", "numBlocksCurrentlyCached"))
        if name not in found
    ]
    if absent:
        raise UnreadableStatistics([LineMistake(0, words("read_cache_absent", counter=each)) for each in absent])
    if not found["num_blocks"]:
        line = reading.found["num_blocks"][0]
        raise UnreadableStatistics([LineMistake(line, words("read_cache_line.no_blocks", line=line))])
    if found["num_blocks_cached"] > found["num_blocks"]:
        line = reading.found["num_blocks_cached"][0]
        raise UnreadableStatistics([LineMistake(line, words("read_cache_line.more_than_all", line=line))])
    hits = found.get("hit_percent")
    statistics = CacheStatistics(
        num_blocks=found["num_blocks"],
        num_blocks_cached=found["num_blocks_cached"],
        evictions_per_op=found.get("evictions_per_op"),
        hit_share=None if hits is None else hits / 100,
    )
    return ReadStatistics(statistics, notes, reading.ignored)
