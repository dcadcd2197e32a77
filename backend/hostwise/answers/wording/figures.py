"""Figures and lines: what opens, and what it opens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from hostwise.answers.wording.sentences import Phrase, Shown, phrase
from hostwise.number_format.writing import MINUS, percent, rough
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine, MessagePart, MessageText, Why
from hostwise.plan.document import Plan


class OfPlan(Protocol):
    """What is about a plan, such as a run of it."""

    @property
    def plan(self) -> Plan:
        """The plan."""


_DIGIT = re.compile(r"\d")
_MOST_OF_IT = 1.0


def of_quantity(run: OfPlan, place: int, name: str, text: str, value: float | None, quantity: str) -> Figure:
    """A figure that opens the explanation of a quantity of a configuration."""
    return Figure(name=name, text=text, value=value, why=Why(configuration=key_at(run, place), quantity=quantity))


def of_note(name: str, text: str, value: float | None, note: str) -> Figure:
    """A figure that opens a note."""
    return Figure(name=name, text=text, value=value, note=note)


def key_at(run: OfPlan, place: int) -> str:
    """Key of the configuration at a place."""
    return run.plan.configurations[place].key


def name_at(run: OfPlan, place: int) -> ConfigurationName:
    """Name of the configuration at a place."""
    configuration = run.plan.configurations[place]
    return ConfigurationName(configuration=configuration.key, text=configuration.name)


def line(code: str, template: str, /, **values: MessagePart | Shown | Phrase) -> MessageLine:
    """A line whose figures open by themselves."""
    return MessageLine(text=MessageText(code=code, parts=phrase(template, **values).parts(None)))


def opening(code: str, parts: Sequence[MessagePart], note: str) -> MessageLine:
    """A line of a sentence: figures without an explanation open the note; digits in words make all of it open."""
    if any(isinstance(each, str) and _DIGIT.search(each) for each in parts):
        return MessageLine(text=MessageText(code=code, parts=list(parts)), note=note)
    opened = [
        replace(each, note=note) if isinstance(each, Figure) and each.why is None and each.note is None else each
        for each in parts
    ]
    return MessageLine(text=MessageText(code=code, parts=opened))


def opened(parts: Sequence[MessagePart], why: Why | None, pointer: str | None) -> list[MessagePart]:
    """The parts of a sentence, whose figures open what explains it, else its field, where they open nothing else."""
    return [
        replace(each, why=why, pointer=None if why else pointer)
        if isinstance(each, Figure) and not (each.why or each.note or each.pointer or each.page)
        else each
        for each in parts
    ]


def unsigned_percent(share: float) -> str:
    r"""The size of a difference in percent.

    >>> unsigned_percent(-0.0158).replace("\xa0", " ")
    '1.6 %'
    """
    return signed_percent(abs(share)).removeprefix("+")


def signed_percent(share: float) -> str:
    r"""A difference in percent, with its sign.

    >>> signed_percent(-0.0158).replace("\u2212", "-").replace("\xa0", " "), signed_percent(0.0)
    ('-1.6 %', '0\xa0%')
    """
    text = percent(abs(share), 2) if abs(share) < _MOST_OF_IT else f"{rough(abs(share) * 100)}\u00a0%"
    if text.startswith("0\u00a0"):
        return text
    return f"{MINUS if share < 0 else '+'}{text}"
