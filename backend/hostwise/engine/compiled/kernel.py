"""The graph in machine code: the numbers of NumPy, up to the last bits."""

from __future__ import annotations

import ctypes
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import cython_special

from hostwise.engine.compiled.c_source import MEMBERS
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import CHUNK_WITH_MEMBERS, Block, Graph, Unsuited, Work
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply

Shape = tuple[int, ...]

_MOST_PROGRAMS = 256
"""Programs that are kept: a plan has a handful, which differ with its numbers of groups, months and configurations."""

_MOST_AXES = 4
"""Axes of an array: samples, configurations, and members of two kinds."""

_OUTER = 2
"""Axes of a quantity without members."""

_TOGETHER = 16
"""Configurations that are computed sample by sample, side by side: what they share is computed once for all of them."""

_MOST_LANES, _CACHED = 8, 40_000
"""Samples that are computed at once at most, and numbers that stay in a core's cache meanwhile."""


class _Values(Block):
    """The arrays of one run, cut out of one block when they are asked for."""

    def __init__(self, block: NDArray[np.float64], program: _Program) -> None:
        self._block, self._program = block, program
        self._found: dict[str, Array] = {}

    def __getitem__(self, name: str) -> Array:
        found = self._found.get(name)
        if found is None:
            start, shape = self._program.places[name]
            found = self._found[name] = self._block[start : start + prod(shape)].reshape(shape)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._program.places)

    def __len__(self) -> int:
        return len(self._program.places)

    def numbers(self) -> dict[str, list[float]]:
        names, at = self._program.numbers
        return dict(zip(names, self._block[at].tolist(), strict=True))

    def unknown(self) -> Hashable:
        return self._program, np.packbits(np.isnan(self._block)).tobytes()


class _Varies(NamedTuple):
    """What a quantity varies with; what varies with the date does so with the sample, too."""

    sample: bool
    date: bool
    configuration: bool


def _either(several: Iterable[_Varies]) -> _Varies:
    """What a formula of several quantities varies with."""
    return _Varies(*(any(each) for each in zip((False,) * 3, *several, strict=True)))


@dataclass(frozen=True, eq=False)
class _Program:
    """What a set of quantities takes, for inputs of certain shapes; each is itself only.

    `code` is the structure that the library reads, at an address; `parts` are the arrays that it points to.
    """

    code: NDArray[np.intp]
    address: int
    parts: tuple[NDArray[Any], ...]
    places: Mapping[str, tuple[int, Shape]]
    results: int
    point: int
    room: int

    @cached_property
    def numbers(self) -> tuple[tuple[str, ...], NDArray[np.intp]]:
        """The quantities without members, and where their values of the first sample are, by configuration."""
        found = {name: (start, shape[1]) for name, (start, shape) in self.places.items() if len(shape) == _OUTER}
        most = max([1, *(width for _, width in found.values())])
        starts, widths = np.array([*found.values()], dtype=np.intp).reshape(-1, 2).T
        return tuple(found), starts[:, np.newaxis] + np.where(widths[:, np.newaxis] > 1, np.arange(most), 0)


class CompiledKernel:
    """A graph whose formulas are in a shared library."""

    def __init__(self, graph: Graph, path: str, threads: int) -> None:
        """Take over a library that was made of this graph.

        Args:
            graph: the graph.
            path: the library.
            threads: how many may compute at the same time, as it lets go of Python's lock.

        Raises:
            Unsuited: this NumPy has its arrays laid out in another way than the library takes them to be.
        """
        self._graph, self.threads = graph, threads
        # The one lets go of Python's lock during a call; the other keeps it, to look at Python's objects.
        library, looking = ctypes.CDLL(path), ctypes.PyDLL(path)
        self._rooms = ctypes.c_int.in_dll(library, "rooms").value
        self._number = {name: number for number, name in enumerate(graph.formulas)}
        expressions = ((name, each.expression) for name, each in graph.formulas.items())
        self._by_year = {name for name, each in expressions if isinstance(each, Apply) and each.operation == "by_year"}
        self._programs: dict[tuple[Work, int, bytes], _Program] = {}
        library.prepare(*(ctypes.c_void_p(_function(name)) for name in ("__pyx_fuse_1ndtr", "ndtri")))
        item = ctypes.cast(ctypes.pythonapi.PyList_GetItem, ctypes.c_void_p)
        # As many bytes as every object begins with.
        looking.recognise(item, object.__basicsize__, *map(ctypes.py_object, (np.ndarray, np.dtype(np.float64))))
        self._look, self._run = looking.look, library.run
        self._look.argtypes = [ctypes.py_object, ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        self._look.restype = ctypes.c_long
        self._run.argtypes, self._run.restype = [ctypes.c_void_p] * 5, ctypes.c_int
        self._check_look()

    def values(self, work: Work, given: list[ArrayLike], dates: int = 1) -> Block:
        """Compute some quantities.

        Args:
            work: what they rest on, and which of them are returned; of one sample and few configurations all are.
            given: the values of inputs, and of formulas that are not to be computed: numbers, (configurations,), or
                (samples, configurations, *members).
            dates: how many dates each sample has: what varies with them has so many rows for each sample.

        Raises:
            Unsuited: numbers of members do not fit; NumPy may know how.
        """
        given, addresses, shapes = self._looked_at(given)
        key = work, dates, shapes.tobytes()
        program = self._programs.get(key)
        if program is None:
            if len(self._programs) >= _MOST_PROGRAMS:
                self._programs.clear()
            program = self._programs[key] = self._program(work, shapes, dates)
        block = np.empty(program.results)
        point = np.empty(program.point + program.room)
        at = point.ctypes.data
        room = at + point.itemsize * program.point
        if not self._run(program.address, addresses.ctypes.data, block.ctypes.data, at, room):
            raise Unsuited("one number for all members is not their sum")
        return _Values(block, program)

    def _looked_at(self, given: list[ArrayLike]) -> tuple[list[ArrayLike], NDArray[np.intp], NDArray[np.int32]]:
        """What is given as arrays with their numbers side by side, where these are, and the shapes."""
        given, number = [*given], len(given)
        addresses, shapes = np.empty(number, np.intp), np.empty((number, _MOST_AXES), np.int32)
        to, done, mended = (addresses.ctypes.data, shapes.ctypes.data), 0, -1
        while (done := self._look(given, done, number, *to)) < number:
            if done == mended:
                raise Unsuited(f"an array with {np.ndim(given[done])} axes")
            # Always a copy, and always of the one type that the library knows.
            given[done], mended = np.asarray(given[done]).astype(np.float64, order="C"), done
        return given, addresses, shapes

    def _check_look(self) -> None:
        """Compare what the library sees of arrays with what NumPy says of them."""
        plain: list[Any] = [np.zeros(shape) for shape in ((), (5,), (5, 6), (2, 1, 3, 4))]
        others: list[Any] = [0.0, [0.0], np.zeros((2, 3)).T, np.zeros(2, np.int64), np.zeros(2, ">f8"), np.ma.zeros(2)]
        found, addresses, shapes = self._looked_at([*plain, *others])
        number = len(plain)
        as_said = (
            addresses[:number].tolist() == [each.ctypes.data for each in plain]
            and [_shape(row) for row in shapes[:number].tolist()] == [each.shape for each in plain]
            and not any(one is each for one, each in zip(found[number:], others, strict=True))
        )
        if not as_said:
            raise Unsuited("NumPy's arrays are not laid out as expected")

    def _program(self, work: Work, shapes_given: NDArray[np.int32], dates: int) -> _Program:
        graph, order = self._graph, work.order
        shapes = {name: _shape(row) for name, row in zip(work.given, shapes_given.tolist(), strict=True)}
        outer = {name: (1, 1, *shape)[-2:] if len(shape) < 2 else shape[:2] for name, shape in shapes.items()}
        rows = max([dates, *(each[0] for each in outer.values())])
        configurations = max([1, *(each[1] for each in outer.values())])
        together = min(configurations, _TOGETHER) if rows > 1 else 1
        sizes = {"role": len(Role), **self._members(shapes)}
        full = {name: tuple(sizes[axis] for axis in graph.axes(name)) for name in (*graph.inputs, *graph.formulas)}
        place_of = {name: place for place, name in enumerate(shapes)}
        alone = {name for name, shape in shapes.items() if prod(shape[2:]) != prod(full[name])}

        varies: dict[str, _Varies] = {}
        parts: list[list[list[Any]]] = [[[], [], []] for _ in range(6)]
        number = {name: place for place, name in enumerate(full)}
        places, results = {}, 0
        kept = set(order if rows == 1 and configurations <= CHUNK_WITH_MEMBERS else work.keep)
        for name in order:
            length = prod(full[name])
            computed = name in graph.formulas and name not in shapes
            if computed:
                if name in self._by_year and sizes["year"] != _years(sizes["month"]):
                    raise Unsuited(name)
                by = _either(varies[each] for each in graph.formulas[name].parameters)
            else:
                height, width = outer[name]
                if height not in (1, rows, rows // dates):
                    raise Unsuited(name)
                by = _Varies(height > 1, height > rows // dates, width > 1)
            varies[name] = by
            level = 2 if by.date else 1 if by.sample else 0
            if computed:
                parts[level + 3 * by.configuration][1].append(self._number[name])
            else:
                row = length * width
                steps = row * (dates if by.date else 1) * by.sample, row * by.date, length * by.configuration
                source = (-1, 0, 0, 0) if name in alone else (place_of[name], *steps)
                parts[level + 3 * by.configuration][0].append((*source, number[name], length))
            if name in kept:
                # Rows are for samples and dates, whichever of them it varies with.
                shape = rows if by.sample else 1, configurations if by.configuration else 1
                row = length * shape[1] * by.sample
                last = 2 if by.sample else 0
                parts[last + 3 * by.configuration][2].append(
                    (results, row, length * by.configuration, number[name], length)
                )
                places[name] = results, (*shape, *full[name])
                results += length * prod(shape)

        # What is the same for all configurations has its place before the points of each.
        common = {name: full[name] for name in order if not varies[name].configuration}
        own = {name: full[name] for name in order if name not in common}
        lanes = _lanes(rows // dates, _places(common)[1] + together * _places(own)[1])
        (at_common, shared), (at_own, size) = _places(common, lanes), _places(own, lanes)
        at = [
            [at_common[name] if name in common else shared + place * size + at_own.get(name, 0) for name in full]
            for place in range(together)
        ]
        arrays: list[NDArray[Any]] = []
        code = [rows // dates, dates, configurations, together, lanes]
        for part in parts:
            for each, kind in zip(part, (np.intp, np.int32, np.intp), strict=True):
                arrays.append(np.array(each, dtype=kind))
                code += [arrays[-1].ctypes.data, len(each)]
        arrays += [np.array(at), np.array([sizes[axis] for axis in MEMBERS])]
        code += [arrays[-2].ctypes.data, len(full), arrays[-1].ctypes.data]
        missing = np.full(max(prod(each) for each in full.values()), np.nan)
        lone = np.array([(place_of[name], prod(shapes[name])) for name in shapes if name in alone], dtype=np.intp)
        arrays += [missing, lone]
        code += [missing.ctypes.data, lone.ctypes.data, len(lone)]
        room = self._rooms * max(sizes.values())
        made = np.array(code)
        return _Program(made, made.ctypes.data, tuple(arrays), places, results, shared + together * size, room)

    def _members(self, shapes: Mapping[str, Shape]) -> dict[str, int]:
        """How many groups, months and years there are."""
        found = dict.fromkeys(MEMBERS, 1)
        for name, shape in shapes.items():
            for axis, size in zip(self._graph.axes(name), shape[2:], strict=False):
                if axis != "role" and size > 1:
                    if found[axis] not in (1, size):
                        raise Unsuited(name)
                    found[axis] = size
        found["year"] = max(found["year"], _years(found["month"]))
        return found


def _shape(row: list[int]) -> Shape:
    """A shape as the library writes it: what follows the last axis is below 0."""
    return tuple(size for size in row if size >= 0)


def _years(months: int) -> int:
    """Years that have months; month 0 is the purchase, and a year of its own."""
    return 1 + -(-(months - 1) // MONTHS_PER_YEAR)


def _places(shapes: Mapping[str, Shape], lanes: int = 1) -> tuple[dict[str, int], int]:
    """Where the numbers of each quantity begin if they follow each other in all lanes, and where the last ones end."""
    places, start = {}, 0
    for name, shape in shapes.items():
        places[name] = start
        start += lanes * prod(shape)
    return places, start


def _lanes(samples: int, numbers: int) -> int:
    """Samples that are computed at once: a call has more to do, as long as the numbers of all stay in the cache."""
    lanes = _MOST_LANES
    while lanes > 1 and (lanes > samples or lanes * numbers > _CACHED):
        lanes //= 2
    return lanes


def _function(name: str) -> int:
    """Address of a function of SciPy."""
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    capsule = cython_special.__pyx_capi__[name]
    address: int = api.PyCapsule_GetPointer(capsule, api.PyCapsule_GetName(capsule))
    return address
