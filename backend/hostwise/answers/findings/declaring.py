"""How a finding is declared, and how its sentence is made of words and figures.

A finding is a function beside the topic that it is about, declared with its code:

    @finding("host_cache_overflows", Severity.WARNING, FindingTopic.MEMORY)
    def host_cache_overflows(about: About) -> Iterator[Said]:
        ...
        yield say("host_cache_overflows", overflow=overflow, quantity="host_cache_overflow_gib_per_host")

Its sentence is a message of `answers/wording/messages/en.toml`, whose figures format themselves and name the quantity
that explains them:

    [host_cache_overflows]
    about = "A host cache that is too small"
    text = "{overflow} of swapped memory per host do not fit in the host cache."
    figures = { overflow = "host_cache_overflow_gib_per_host" }

A finding that reads otherwise in another case has a sentence for each: `[code.variant]`, said as
`say("code.variant", ...)`. A new module is entered in `MODULES` of `collected.py`.

Codes are closed: one that is not declared, or declared twice, and one without a message, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Generic, Literal, NamedTuple, TypeVar

from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.figures import opened
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.engine.quantities import DeclarationError
from hostwise.plan.answers.result import Finding, FindingTopic
from hostwise.plan.answers.text import ConfigurationName, Figure, MessagePart, Remedy, Why, joined
from hostwise.plan.answers.told import Blocks, Reason, Severity

Kind = Literal["finding", "reason"]


class Code(NamedTuple):
    """A declared code."""

    kind: Kind
    severity: Severity
    topic: FindingTopic
    blocks: Blocks
    """What it keeps from being."""
    place: str
    """Where it is declared: file and line."""


_CODES: dict[tuple[Kind, str], Code] = {}


def codes(kind: Kind) -> Mapping[str, Code]:
    """The declared codes by name, sorted."""
    return {name: code for (of, name), code in sorted(_CODES.items()) if of == kind}


@dataclass(frozen=True, slots=True)
class Said:
    """What a function has found: a sentence, and the field and the number that it is about."""

    code: str
    phrase: Phrase
    quantity: str | None
    pointer: str | None
    severity: Severity | None
    remedy: Remedy | None
    configuration: str | None
    variant: str = ""
    """The sentence, where the code has several: what stands behind the point in "code.variant"."""


def say(
    code: AnswerCode,
    /,
    *,
    quantity: str | None = None,
    pointer: str | None = None,
    severity: Severity | None = None,
    remedy: Remedy | None = None,
    configuration: str | None = None,
    **values: Given,
) -> Said:
    """The sentence of a declared code.

    Args:
        code: the code of a message; a variant of it, as in "code.variant", is the same finding in other words.
        quantity: the quantity that it is about; it explains the figures that nothing else does.
        pointer: JSON pointer of the field to change, which figures open that no quantity explains.
        severity: if it differs from the declared one.
        remedy: the change that helps, where one field decides it.
        configuration: key of the configuration, for a finding of the plan that is about one.
        values: the figures, names and lists of the message.
    """
    name, _, variant = code.partition(".")
    found = say_phrase(name, message(code, **values), quantity, pointer, severity, remedy, configuration)
    return replace(found, variant=variant)


def say_phrase(
    code: str,
    phrase: Phrase,
    quantity: str | None = None,
    pointer: str | None = None,
    severity: Severity | None = None,
    remedy: Remedy | None = None,
    configuration: str | None = None,
) -> Said:
    """A sentence that is made elsewhere, as the reason that becomes a finding."""
    return Said(code, phrase, quantity, pointer, severity, remedy, configuration)


Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Finder(Generic[Subject]):
    """A function that finds, with the codes that it may yield."""

    function: Callable[[Subject], Iterator[Said]]
    codes: tuple[str, ...]
    kind: Kind

    def said(self, subject: Subject) -> Iterator[Said]:
        """What it finds.

        Raises:
            DeclarationError: it yields a code that it does not declare.
        """
        for each in self.function(subject):
            if each.code not in self.codes:
                raise DeclarationError(f"{self.function.__qualname__} says {each.code!r}, which it does not declare")
            yield each


Function = Callable[[Subject], Iterator[Said]]


def finding(
    code: str, severity: Severity, topic: FindingTopic
) -> Callable[[Function[Subject] | Finder[Subject]], Finder[Subject]]:
    """Declare a code that a function may find; one that finds several has a declaration for each.

    Raises:
        DeclarationError: the code is declared already; both places are named.
    """
    return lambda function: _declared(function, code, "finding", severity, topic)


def reason(
    code: str, blocks: Blocks = "feasibility"
) -> Callable[[Function[Subject] | Finder[Subject]], Finder[Subject]]:
    """Declare why a configuration may not be feasible, or be built; raises `DeclarationError` as `finding` does."""
    return lambda function: _declared(function, code, "reason", Severity.ERROR, FindingTopic.HOSTS, blocks)


def _declared(
    function: Function[Subject] | Finder[Subject],
    code: str,
    kind: Kind,
    severity: Severity,
    topic: FindingTopic,
    blocks: Blocks = "nothing",
) -> Finder[Subject]:
    further = function if isinstance(function, Finder) else Finder(function, (), kind)
    source = further.function.__code__
    place = f"{source.co_filename}:{source.co_firstlineno}"
    other = _CODES.get((kind, code))
    if other is not None:
        raise DeclarationError(f"{kind} {code!r} is declared twice, at {other.place} and at {place}")
    _CODES[kind, code] = Code(kind, severity, topic, blocks, place)
    return Finder(further.function, (code, *further.codes), kind)


def finders(modules: Iterable[ModuleType], kind: Kind, subject: type[Subject]) -> tuple[Finder[Subject], ...]:
    """The finders of modules about a kind of subject, in the order of their declaration."""
    return tuple(
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, Finder)
        and each.function.__module__ == module.__name__
        and each.kind == kind
        and subject.__name__ in _subjects(each)
    )


def _subjects(finder: Finder[Subject]) -> list[str]:
    """The types of its subject, as they are written."""
    annotations = finder.function.__annotations__
    return str(next(each for name, each in annotations.items() if name != "return")).split(" | ")


def findings(found: Iterable[Said], name: ConfigurationName | None) -> list[Finding]:
    """Findings as they are answered: one about a configuration begins with its name, unless it is an error."""
    return [_finding(each, name) for each in found]


def _finding(said: Said, name: ConfigurationName | None) -> Finding:
    code = _CODES["finding", said.code]
    severity = said.severity or code.severity
    key = None if name is None else name.configuration
    told = said.phrase
    if name is not None and severity is not Severity.ERROR:
        told = message("finding_of", name=name, sentence=told)
    parts = _opened(told.parts(key), key or said.configuration, said)
    return Finding(
        code=said.code,
        severity=severity,
        topic=code.topic,
        message=joined(parts),
        parts=parts,
        configuration=key or said.configuration,
        quantity=said.quantity,
        pointer=said.pointer,
        remedy=said.remedy,
    )


def _opened(parts: Sequence[MessagePart], configuration: str | None, said: Said) -> list[MessagePart]:
    """The parts, whose figures open at least what the sentence is about: its quantity, else its field."""
    why = Why(configuration=configuration, quantity=said.quantity) if configuration and said.quantity else None
    return opened(parts, why, said.pointer)


def blocks_of(reason: Said) -> Blocks:
    """What a reason keeps a configuration from being."""
    return _CODES["reason", reason.code].blocks


def reasons(found: Iterable[Said], configuration: str) -> list[Reason]:
    """Reasons as they are answered."""
    answers = []
    for said in found:
        parts = _opened(said.phrase.parts(configuration), configuration, said)
        numbers = {each.name: each.value for each in parts if isinstance(each, Figure)}
        answers.append(
            Reason(
                code=said.code,
                severity=Severity.ERROR,
                blocks=blocks_of(said),
                configuration=configuration,
                quantity=said.quantity,
                message=joined(parts),
                parts=parts,
                pointer=said.pointer,
                numbers=numbers,
                remedy=said.remedy,
            )
        )
    return answers
