"""What is said where nothing is compared: what is missing, and what speaks against each configuration."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hostwise.answers.wording.sentences import Phrase, listing, listing_of_sentences, of_parts, phrase, quoted, shown
from hostwise.numerals.writing import fixed, some
from hostwise.plan.answers.result import ConfigurationResult, Unmet
from hostwise.plan.answers.text import Name, Reason

_MOST_LISTED = 5


def nothing_left(results: Sequence[ConfigurationResult]) -> str:
    """What no configuration is or does."""
    if not any(each.buildable for each in results):
        return "Nothing here can be built."
    if not any(each.feasible for each in results):
        return "No configuration is feasible."
    return "No configuration meets the requirements."


def against(result: ConfigurationResult) -> Reason | Unmet:
    """The first thing that speaks against a configuration that is not admissible."""
    return result.reasons[0] if result.reasons else result.unmet[0]


def against_each(results: Sequence[ConfigurationResult]) -> Phrase:
    """The first thing that speaks against each configuration; those of which the same is said, together."""
    alike: dict[str, list[ConfigurationResult]] = {}
    for each in results:
        alike.setdefault(against(each).message, []).append(each)
    sentences = [
        phrase(
            "{names}: {why}",
            names=listing([quoted(Name(configuration=each.key, text=each.name)) for each in together]),
            why=of_parts(against(together[0]).parts),
        )
        for together in list(alike.values())[:_MOST_LISTED]
    ]
    left = sum(len(each) for each in list(alike.values())[_MOST_LISTED:])
    if left:
        sentences.append(phrase("{number} more are not named.", number=shown(str(left), left)))
    return listing_of_sentences(sentences) or phrase("")


def missing_words(labels: Sequence[str], *, prices: bool = False) -> Phrase:
    """What to enter before anything is advised: alike fields of several VM groups or configurations together.

    >>> str(missing_words(["read share of 'web'", "read share of 'db'", "price of chassis"]))
    'It needs read share of 2 VM groups, price of chassis.'
    >>> str(missing_words(["price of chassis", "price of chassis", "price of array"], prices=True))
    '3 values are missing: price of chassis (2), price of array.'
    """
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(_OF_ONE.sub("", label), []).append(label)
    named = [_together(kind, each) for kind, each in alike.items()]
    fields = some(named, _MOST_FIELDS)
    if not prices:
        return phrase("It needs {fields}.", fields=fields)
    verb = "value is" if len(labels) == 1 else "values are"
    return phrase(
        f"{{number}} {verb} missing: {{fields}}.", number=shown(fixed(len(labels)), len(labels)), fields=fields
    )


def _together(kind: str, labels: Sequence[str]) -> str:
    if len(labels) == 1:
        return labels[0]
    return f"{kind} of {len(labels)} VM groups" if _OF_ONE.search(labels[0]) else f"{kind} ({len(labels)})"


_OF_ONE = re.compile(r" of '[^']*'$")
"""The VM group at the end of a label."""

_MOST_FIELDS = 4


def io_missing_words() -> Phrase:
    """What is open where no VM says how much it reads and writes."""
    return phrase(
        "No VM says how much it reads and writes, so that wear, write buffers and cache performance, which may ask for "
        "more hosts, are not evaluated. Enter the I/O, or assume it."
    )
