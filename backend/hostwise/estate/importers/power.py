"""Power states in the words of products and people, in their languages. What is not understood is told, not guessed."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hostwise.plan.estate import Power
from hostwise.tables.table import Table

HYPERV_CODES = {
    **dict.fromkeys(
        ["2", "4", "10", "11", "32777", "32781", "32782", "32783", "32785", "32788", "32789", "32792"], Power.ON
    ),
    **dict.fromkeys(["3", "32784"], Power.OFF),
    **dict.fromkeys(
        [
            "6",
            "9",
            "32768",
            "32769",
            "32773",
            "32776",
            "32779",
            "32780",
            "32786",
            "32787",
            "32790",
            "32791",
            "32793",
            "32794",
        ],
        Power.SUSPENDED,
    ),
    **dict.fromkeys(["0", "1", "unknown", "other"], Power.UNKNOWN),
}
"""States of Hyper-V as numbers, and the words with which it says that it does not know.

A number is a state only of a known product: 1 is off in one and on in another.
"""

EMPTY = "(empty)"
_MOST_NAMED = 8


class Powers(NamedTuple):
    """The states of some VMs, and where some are neither on nor off the words of all."""

    states: list[Power]
    words: list[str] | None = None


def same_for_all(count: int) -> Powers:
    """Of a source without power states: the VMs are taken as they stand."""
    return Powers([Power.UNKNOWN] * count)


def powers_of(
    table: Table,
    texts: Sequence[str] | None,
    codes: Mapping[str, Power] | None = None,
    rows: Sequence[int] | None = None,
) -> Powers:
    """States of a column of words; a word that is not understood is neither running nor off, and becomes a finding.

    Where a product says that it does not know the state, as of a VM on a host that is away, the VM counts as running,
    which is a finding, too: what may run must fit.

    Args:
        table: the table, whose rejected rows do not count.
        texts: its column; without one, or where it is empty, the VMs are taken as they stand.
        codes: numbers and words that are states of this product only.
        rows: the row of each text, where not every row is a VM.
    """
    if texts is None or not any(texts):
        return same_for_all(len(table) if texts is None else len(texts))
    own = {_folded(word): state for word, state in (codes or {}).items()}
    known = {each: own.get(_folded(each)) or state_of(each) for each in set(texts)}
    states = [known[each] or Power.OTHER for each in texts]
    unsure = {
        each
        for each, state in known.items()
        if state is not None and _folded(each) not in own and _folded(each) in _unsure()
    }
    if unsure:
        by_language = Counter(each for each in texts if each in unsure)
        read_as = ", ".join(f"{word!r} as {known[word]} ({count:,})" for word, count in by_language.most_common())
        table.note(
            "power_read_as",
            "note",
            f"Power states are read by their language, as no product is known to write them: {read_as}.",
            count=by_language.total(),
        )
    at_row = range(len(texts)) if rows is None else rows
    words = [each or EMPTY for each in texts]
    lost, strange = (
        [at for at, each in enumerate(states) if each is state and at_row[at] not in table.rejected]
        for state in (Power.UNKNOWN, Power.OTHER)
    )
    if lost:
        table.note(
            "power_not_known",
            "warning",
            "Whether these VMs run is not known to the source, or they fail to start: "
            f"{in_words(Counter(words[at] for at in lost))}. They are sized as running. If they are off, say so "
            f"{ways((words[at] for at in lost), Power.OFF)}.",
            [at_row[at] for at in lost],
        )
    if strange:
        table.note(
            "power_not_understood",
            "warning",
            "Power states that are not understood, with their VMs: "
            f"{in_words(Counter(words[at] for at in strange))}. These VMs count neither as running nor as off until "
            f"you say what the words mean, {ways((words[at] for at in strange), Power.ON)}.",
            [at_row[at] for at in strange],
        )
    usual = (Power.ON, Power.OFF)
    return Powers(states) if all(each in usual for each in known.values()) else Powers(states, words)


def ways(words: Iterable[str], state: Power) -> str:
    """How to say that some words mean a state, on the page and on the command line.

    >>> ways(["Weird", "Weird"], Power.ON)
    'on the page, or on the command line by --power "Weird=on"'
    """
    each_once = list(dict.fromkeys(words))[:_MOST_NAMED]
    options = " ".join(_quoted(f"{word}={state}") for word in each_once)
    blank = f" ({EMPTY} is a blank cell)" if EMPTY in each_once else ""
    return f"on the page, or on the command line by {options}{blank}"


def _quoted(text: str) -> str:
    quote = "'" if '"' in text else '"'
    return f"--power {quote}{text}{quote}"


def in_words(counted: Mapping[str, int]) -> str:
    """Words with their counts, the most frequent first, the first few."""
    ranked = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    shown = ", ".join(f"{word!r} {count:,}" for word, count in ranked[:_MOST_NAMED])
    return shown if len(ranked) <= _MOST_NAMED else f"{shown} and {len(ranked) - _MOST_NAMED} more words"


def state_of(text: str) -> Power | None:
    """The state that a word means in all products and languages that have it; None where it is not known.

    >>> state_of("Powered On"), state_of("PowerOff"), state_of("Ausgeschaltet"), state_of("whatever")
    (<Power.ON: 'on'>, <Power.OFF: 'off'>, <Power.OFF: 'off'>, None)
    """
    return _words().get(_folded(text))


@cache
def _rows() -> list[dict[str, str]]:
    content = (files("hostwise.estate.importers") / "data" / "power_words.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(content)))


@cache
def _words() -> Mapping[str, Power]:
    return {each["word"]: Power(each["state"]) for each in _rows()} | {"true": Power.ON, "false": Power.OFF}


@cache
def _unsure() -> frozenset[str]:
    """Words that are general knowledge, and that no product is known to write: read, and said."""
    return frozenset(each["word"] for each in _rows() if each["sure"] == "no")


def _folded(text: str) -> str:
    """A word without blanks, accents and capitals."""
    parts: Iterable[str] = unicodedata.normalize("NFKD", text)
    return "".join(each for each in parts if not each.isspace() and not unicodedata.combining(each)).lower()
