"""Which fields of a document a computation reads: what it does not read cannot change its result.

A watched document is a copy that behaves as the document does and notes what is read of it. A search evaluates each
step of binding on the choices that it reads, and on no others; that this misses nothing does not rest on trying
combinations, but on every way to a field being noted. What reads a document by another way than its fields (a copy, a
comparison, a dump) counts as reading all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cache
from types import new_class
from typing import Any, NamedTuple, TypeVar

from pydantic import ConfigDict

from hostwise.plan.fields import Document

DocumentT = TypeVar("DocumentT", bound=Document)


class Read(NamedTuple):
    """A field that was read, or with `whole` all that lies below it, too."""

    pointer: str
    whole: bool = False

    def touches(self, pointer: str) -> bool:
        """Whether a change of the value at a pointer may change what was read.

        >>> Read("/write_tier/key").touches("/write_tier"), Read("/write_tier").touches("/write_tier/key")
        (True, False)
        >>> Read("/write_tier", whole=True).touches("/write_tier/key")
        True
        """
        if pointer == self.pointer or self.pointer.startswith(f"{pointer}/"):
            return True
        return self.whole and pointer.startswith(f"{self.pointer}/")


Note = Callable[[Read], None]


class _Fields(Set[str]):
    """The names of the fields that were given: to look for one of them reads that field only."""

    def __init__(self, names: Set[str], at: str, note: Note) -> None:
        self.names, self.at, self.note = names, at, note

    def __contains__(self, name: object) -> bool:
        self.note(Read(f"{self.at}/{name}"))
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        self.note(Read(self.at, whole=True))
        return iter(self.names)

    def __len__(self) -> int:
        self.note(Read(self.at, whole=True))
        return len(self.names)


_AT, _NOTE = "__watched_at__", "__note__"
_OWN = frozenset({"__class__", _AT, _NOTE})
_BY_TYPE = ("__eq__", "__hash__", "__iter__", "__repr__", "__str__", "__copy__", "__deepcopy__", "__reduce_ex__")
"""What Python looks up on the class, past `__getattribute__`."""


def watched(document: DocumentT, note: Note, at: str = "") -> DocumentT:
    """A copy that notes each field that is read of it, and of the documents in it.

    Args:
        document: what to watch.
        note: called with each read, the first before the second.
        at: the pointer of the document.
    """
    copy = document.model_copy()
    for name, value in document.__dict__.items():
        if isinstance(value, Document):
            copy.__dict__[name] = watched(value, note, f"{at}/{name}")
    copy.__dict__[_AT], copy.__dict__[_NOTE] = at, note
    object.__setattr__(copy, "__class__", _watched_class(type(document)))
    return copy


@cache
def _watched_class(document: type[Document]) -> type[Document]:
    fields = frozenset(document.model_fields)

    def getattribute(self: Document, name: str) -> Any:
        get = object.__getattribute__
        if name in _OWN:
            return get(self, name)
        own: dict[str, Any] = get(self, "__dict__")
        at, note = own[_AT], own[_NOTE]
        if name in fields:
            value = own[name]
            note(Read(f"{at}/{name}", whole=not isinstance(value, Document)))
            return value
        if name == "model_fields_set":
            return _Fields(get(self, "__pydantic_fields_set__"), at, note)
        if name.startswith(("model_", "_")):
            note(Read(at, whole=True))
        return get(self, name)

    def of_all(name: str) -> Callable[..., Any]:
        inherited = getattr(document, name, None) or getattr(object, name)

        def reads_all(self: Document, *arguments: Any) -> Any:
            own = object.__getattribute__(self, "__dict__")
            own[_NOTE](Read(own[_AT], whole=True))
            return inherited(self, *arguments)

        return reads_all

    body: dict[str, Any] = {name: of_all(name) for name in _BY_TYPE}
    body |= {
        "__getattribute__": getattribute,
        "__module__": document.__module__,
        "__doc__": document.__doc__,
        "model_config": ConfigDict(defer_build=True),
    }
    return new_class(document.__name__, (document,), exec_body=lambda namespace: namespace.update(body))
