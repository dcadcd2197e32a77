"""Messages as data: sentences by their codes, read from one file for each room, whose figures format themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeVar

from hostwise.answers.wording.formats import FigureFormat, figure_format
from hostwise.answers.wording.sentences import Phrase, Shown
from hostwise.engine.quantities import DeclarationError
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine, MessagePart, MessageText

MOST_WORDS = 25
"""Words that a sentence may have without a reason."""

RESERVED = frozenset({"quantity", "pointer", "severity", "remedy", "configuration"})
"""What `say` takes beside the values of a sentence, so that no value may be called so."""

_KEYS = {"text": str, "about": str, "figures": dict, "page": str, "long": str}
_INHERITED = ("about", "figures", "page")


class Number(NamedTuple):
    """A number of a sentence, where more is known about it than its message says.

    A number that needs none of this is passed as it is.
    """

    value: float
    quantity: str | None = None
    """Quantity that explains it, instead of that of the message."""
    configuration: str | None = None
    """Key of the configuration that it belongs to, instead of that of the sentence."""
    failed_hosts: int = 0
    """Failure case in which it is explained."""
    pointer: str | None = None
    """JSON pointer of the field of the plan that it is."""
    note: str | None = None
    """Note of the decision that explains it."""
    page: str | None = None
    """Page of the documentation or of the catalogue that explains it."""
    bound: str = ""
    """Words before a bound: see `at_least` and `at_most` in `number_texts.py`."""


Given = str | float | Number | Shown | ConfigurationName | Figure | Phrase
"""What a sentence is given: numbers for its figures; names, lists and sentences for the rest."""


@dataclass(frozen=True)
class Message:
    """A sentence of a code."""

    code: str
    text: str
    about: str
    formats: Mapping[str, FigureFormat]
    page: str | None
    long: str | None

    @property
    def names(self) -> frozenset[str]:
        """Names of its values."""
        return frozenset(_names(self.text))

    @property
    def words(self) -> int:
        """Number of its words; a value counts as one."""
        return len("".join(words + ("x" if name else "") for words, name, _, _ in Formatter().parse(self.text)).split())

    def filled(self, values: Mapping[str, Given]) -> Phrase:
        """The sentence with its values; raises `DeclarationError` for one that lacks, is surplus or of another kind."""
        if values.keys() != self.names:
            odd = ", ".join(sorted(self.names ^ values.keys()))
            raise DeclarationError(f"message {self.code!r} has other values than it is given: {odd}")
        return Phrase(self.text, {name: self._part(name, value) for name, value in values.items()})

    def _part(self, name: str, value: Given) -> MessagePart | Shown | Phrase:
        format_ = self.formats.get(name)
        if isinstance(value, Number):
            number = value
        elif isinstance(value, str | Shown | ConfigurationName | Figure | Phrase):
            if format_ is None:
                return value
            raise DeclarationError(f"message {self.code!r} is given words for its figure {name!r}")
        else:
            number = Number(value)
        if format_ is None:
            raise DeclarationError(f"message {self.code!r} is given a number for {name!r}, which has no format")
        size = float(number.value)
        return Shown(
            text=f"{number.bound}{format_.write(size)}",
            value=size if abs(size) < float("inf") else None,
            quantity=number.quantity or format_.quantity,
            failed_hosts=number.failed_hosts,
            configuration=number.configuration,
            pointer=number.pointer,
            note=number.note,
            page=number.page or self.page,
        )


Code = TypeVar("Code", bound=str)


class Messages(Generic[Code]):
    """The messages of a room; their codes are a closed type, so that an unknown one is an error of types.

    Raises:
        DeclarationError: a message lacks its text or what it is about, is too long without a reason, has an unknown
            key, or declares a figure that it does not have.
    """

    def __init__(self, package: str, language: str = "en") -> None:
        """Read the messages of a package, `<language>.toml`."""
        self.package = package
        with files(package).joinpath(f"{language}.toml").open("rb") as file:
            self.by_code: Mapping[str, Message] = {each.code: each for each in _messages(tomllib.load(file))}

    def phrase(self, code: Code, /, **values: Given) -> Phrase:
        """The sentence of a code with its values.

        Raises:
            DeclarationError: the code is unknown, or a value is missing, surplus or of another kind.
        """
        message = self.by_code.get(code)
        if message is None:
            raise DeclarationError(f"no message of {self.package} has the code {code!r}")
        return message.filled(values)

    def words(self, code: Code, /, **values: Given) -> str:
        """The same as it is read: a label, or a sentence where nothing opens."""
        return str(self.phrase(code, **values))

    def text(self, code: Code, configuration: str | None = None, /, **values: Given) -> MessageText:
        """The same in parts, about this configuration."""
        return MessageText(code=code, parts=self.phrase(code, **values).parts(configuration))

    def line(self, code: Code, configuration: str | None = None, /, **values: Given) -> MessageLine:
        """The same as a line, whose figures open by themselves."""
        return MessageLine(text=self.text(code, configuration, **values))


def _messages(tables: Mapping[str, Any]) -> Iterator[Message]:
    for code, table in tables.items():
        variants = {key: value for key, value in table.items() if key not in _KEYS}
        if "text" in table:
            yield _message(code, {key: value for key, value in table.items() if key in _KEYS})
        elif not variants:
            raise DeclarationError(f"message {code!r} has no text")
        common = {key: table[key] for key in _INHERITED if key in table}
        for variant, own in variants.items():
            if not isinstance(own, dict):
                raise DeclarationError(f"message {code!r} has an unknown key {variant!r}")
            used = set(_names(own.get("text", "")))
            # Figures of a code are for those of its sentences that have them.
            formats = {name: each for name, each in common.get("figures", {}).items() if name in used}
            yield _message(f"{code}.{variant}", common | own | {"figures": formats | own.get("figures", {})})


def _message(code: str, table: Mapping[str, Any]) -> Message:
    for key, value in table.items():
        if key not in _KEYS or not isinstance(value, _KEYS[key]):
            raise DeclarationError(f"message {code!r} has an unknown key {key!r}, or another kind of value there")
    if not table.get("text") or not table.get("about"):
        raise DeclarationError(f"message {code!r} needs a text, and what it is about")
    try:
        formats = {name: figure_format(each) for name, each in table.get("figures", {}).items()}
    except DeclarationError as error:
        raise DeclarationError(f"message {code!r}: {error}") from error
    message = Message(code, table["text"], table["about"], formats, table.get("page"), table.get("long"))
    if odd := (formats.keys() - message.names) | (message.names & RESERVED):
        raise DeclarationError(f"message {code!r} has no figure, or a reserved name, {', '.join(sorted(odd))}")
    if (message.words > MOST_WORDS) is not bool(message.long):
        raise DeclarationError(
            f"message {code!r} has {message.words} words: above {MOST_WORDS} it says why (`long`), and only then"
        )
    return message


def _names(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name is not None)
