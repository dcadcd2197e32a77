"""What is kept from one search to the next, told by its content: nobody has to say what has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from hostwise.engine.space.product import Set, Space

MOST_STAYING = 1 << 23
"""Numbers of a result that stays."""


def content_of(space: Space, names: Container[str] | None = None) -> bytes | None:
    """What a space has of some inputs, or of all and its relations; None where a measured curve is among it."""
    if any(names is None or name in names for name in space.curves):
        return None
    digest = sha256(repr(space.sizes).encode())
    for each, choices, values in _set_by(space):
        if names is None or _name_of(each) in names:
            digest.update(_written(each, choices, values))
    if names is None:
        for name, relation in space.relations.items():
            digest.update(_written(f"relation {name}", relation.choices, relation.values))
    return digest.digest()


def contents_of(space: Space) -> dict[str, bytes]:
    """A digest of each input that a space sets: of its values, and of the choices on which they rest."""
    digests = defaultdict[str, Any](sha256)
    for each, choices, values in _set_by(space):
        digests[_name_of(each)].update(_written(each, choices, values))
    return {name: each.digest() for name, each in digests.items()}


def _set_by(space: Space) -> Iterator[tuple[Set, Sequence[int], ArrayLike]]:
    """What sets inputs of a space, always in the same order: the base, choices, and several choices together."""
    for name, value in sorted(space.base.items()):
        yield name, (), value
    for place, choice in enumerate(space.choices):
        for each, values in sorted(choice.sets.items(), key=repr):
            yield each, (place,), values
    for each, joint in sorted(space.joint.items(), key=repr):
        yield each, joint.choices, joint.values


def _name_of(each: Set) -> str:
    return each if isinstance(each, str) else each[0]


def _written(name: Set, choices: Sequence[int], values: ArrayLike) -> bytes:
    own = np.asarray(values, dtype=np.float64)
    return repr((name, choices, own.shape)).encode() + own.tobytes()


_T = TypeVar("_T")


class ResultCache(Generic[_T]):
    """The last few results by the content of what they rest on, if they take little room."""

    def __init__(self, most: int, numbers: Callable[[_T], int]) -> None:
        """At most so many; `numbers` says how many a result has."""
        self._most, self._numbers = most, numbers
        self._found: dict[bytes, _T] = {}
        self._lock = Lock()

    def of(self, key: bytes | None, make: Callable[[], _T]) -> _T:
        """A result that is there, or made now."""
        with self._lock:
            found = self._found.pop(key, None) if key else None
        if found is None:
            found = make()
        if key and self._numbers(found) <= MOST_STAYING:
            with self._lock:
                self._found[key] = found
                for old in list(self._found)[: -self._most]:
                    del self._found[old]
        return found
