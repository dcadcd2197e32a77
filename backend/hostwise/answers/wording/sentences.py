"""Sentences of words and figures: written once, read as text, with numbers that open their explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import Formatter
from typing import NamedTuple

from hostwise.plan.answers.text import ConfigurationName, Figure, MessagePart, Why, joined


class Shown(NamedTuple):
    """A number as a sentence shows it."""

    text: str
    value: float | None
    quantity: str | None = None
    """The quantity that explains it."""
    failed_hosts: int = 0
    configuration: str | None = None
    """Key of the configuration that it belongs to, if not that of the sentence."""
    pointer: str | None = None
    note: str | None = None
    page: str | None = None


def shown(text: str, value: float, quantity: str | None = None, failed_hosts: int = 0) -> Shown:
    """A number in a sentence: its text, its value, and the quantity that explains it.

    >>> shown("5 years", 5.0, "years_to_wear_out_with_growth").quantity
    'years_to_wear_out_with_growth'
    """
    finite = float(value) if abs(value) < float("inf") else None
    return Shown(text, finite, quantity, failed_hosts)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words with the names of values in braces, and the values."""

    template: str
    values: Mapping[str, MessagePart | Shown | Phrase]

    def parts(self, configuration: str | None) -> list[MessagePart]:
        """The phrase in parts; its figures are explained for this configuration."""
        found: list[MessagePart] = []
        for words, name in _pieces(self.template):
            value = "" if name is None else self.values[name]
            _add(found, words)
            if isinstance(value, Shown):
                found.append(_figure(name or "", value, configuration))
            else:
                for each in value.parts(configuration) if isinstance(value, Phrase) else [value]:
                    _add(found, each)
        return found

    def __str__(self) -> str:
        """The phrase as it is read."""
        return joined(self.parts(None))


def _add(found: list[MessagePart], each: MessagePart) -> None:
    """Words beside words are one part."""
    if isinstance(each, str) and found and isinstance(found[-1], str):
        found[-1] += each
    elif each:
        found.append(each)


def phrase(template: str, /, **values: MessagePart | Shown | Phrase) -> Phrase:
    """A part of a sentence with figures of its own.

    >>> joined(phrase("{hosts} down", hosts=shown("2 hosts", 2)).parts(None))
    '2 hosts down'
    """
    return Phrase(template, values)


def of_parts(parts: Sequence[MessagePart]) -> Phrase:
    """A sentence that is in parts already, whose figures stay explained.

    >>> str(of_parts(["{hosts} of ", Figure(name="hosts", text="3", value=3.0)]))
    '{hosts} of 3'
    """
    names = [f"part_{number}" for number in range(len(parts))]
    return Phrase("".join(f"{{{name}}}" for name in names), dict(zip(names, parts, strict=True)))


def listing_of_sentences(sentences: Sequence[Phrase]) -> Phrase | None:
    """Several sentences, one after the other; None without any."""
    if not sentences:
        return None
    names = [f"item_{number}" for number in range(len(sentences))]
    return Phrase(" ".join(f"{{{name}}}" for name in names), dict(zip(names, sentences, strict=True)))


def quoted(name: ConfigurationName) -> ConfigurationName:
    """A name, in quotes where a sentence would be misread without them."""
    return replace(name, text=f"\u201c{name.text}\u201d") if set(name.text) & set(",;:.()") else name


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((words, name) for words, name, _, _ in Formatter().parse(template))


def _figure(name: str, value: Shown, configuration: str | None) -> Figure:
    about = value.configuration or configuration
    why = (
        None
        if about is None or value.quantity is None
        else Why(configuration=about, quantity=value.quantity, failed_hosts=value.failed_hosts)
    )
    return Figure(
        name=name,
        text=value.text,
        value=value.value,
        why=why,
        note=value.note,
        pointer=value.pointer,
        page=value.page if why is None and value.note is None and value.pointer is None else None,
    )
