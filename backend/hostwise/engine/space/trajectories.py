"""The hosts of every point by month: few distinct trajectories, and which of them each point has.

The hosts are the largest of what many constraints ask for, each of which depends on few choices. So each constraint's
trajectories are numbered, and numbers are brought together pair by pair: the largest of two trajectories is computed
once for each pair of numbers. The clusters that hosts are divided into are found for whole trajectories, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import prod

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.clusters import beyond, least_clusters
from hostwise.engine.quantities import Array
from hostwise.engine.space.codes import Codes, Numbers, Slab, listed, paired, slabs
from hostwise.engine.space.nodes import Node, Nodes
from hostwise.engine.space.slabs import SLAB, Program

_PAIRS = 1 << 22
"""Numbers up to which all pairs of trajectories are brought together, whether they occur or not."""

MOST_CLUSTER_NUMBERS = 128
"""Numbers of clusters that are tried; more of them are refused."""

MOST_TRAJECTORIES = 1 << 16


MOST_LISTED = 1 << 24
"""Points whose trajectories are listed one by one, where no pairs of numbers say them."""


_MOST_AT_ONCE = 1 << 26
"""Numbers up to which all pairs are brought together where there are as many points: these would take longer."""

_LEAST_GAIN = 1.5
"""How many times fewer pairs of options and trajectories there are to be than if all occurred."""

_MOST_PAIRS = 2
"""How many times more pairs than trajectories there may be: what rests on the hosts alone is made for each of them."""

_MOST_OPTIONS = 64
"""Options up to which it is worth while to ask which trajectories occur with each."""


class TooManyTrajectories(Exception):
    """A part of the space has too many distinct host trajectories for one table, or points to list them."""


class SpaceNotSupported(ValueError):
    """The space, or its plan, asks for what only the evaluation of single configurations can say."""


@dataclass(frozen=True)
class Trajectories:
    """The distinct trajectories, and which one each point has.

    `required` and `clusters` are those at the sizing date, (trajectories,); `by_month` is (trajectories, months). Where
    trajectories are told apart by the options of a choice, too, that is the `choice`, and `options` has that of each.
    """

    codes: Codes
    choice: int | None
    options: Numbers
    required: Array
    clusters: Array
    by_month: Array


@dataclass(frozen=True)
class _Rows:
    """Numbered rows of values: (rows, dates x clusters), and the number at each point of some choices."""

    codes: Codes
    rows: Array


@dataclass(frozen=True)
class Asked:
    """What the constraints ask for, the most hosts allowed, and the hosts given: 0 if none, -1 if none may be divided.

    The dates, with each number of clusters that is tried, stand on the axis of hosts.
    """

    nodes: Nodes
    constraints: Sequence[Node]
    most: Node
    given: Node
    dated: bool
    """Whether anything changes with the date."""
    apart: bool = False
    """Whether the rows of a point stay told by its rows in two groups of choices, however few points these have."""


def find(sizes: Sequence[int], dates: Array, start: float, asked: Callable[[Array, Array], Asked]) -> Trajectories:
    """The host trajectories of a part of a space.

    Args:
        sizes: the choices.
        dates: the sizing date, then that of each month, in years.
        start: the number of clusters to begin with.
        asked: for dates and numbers of clusters, side by side, what each constraint asks for, the most hosts allowed,
            and the hosts given, -1 where none may be divided into clusters; the dates stand on the axis of hosts.
    """
    tried, months = [start], len(dates) - 1
    if not asked(dates, np.full(len(dates), start)).dated:
        dates = dates[:1]
    first: _Rows | None = None
    over: NDArray[np.bool_] | None = None
    while True:
        length = len(tried) * len(dates)
        each = asked(np.tile(dates, len(tried)), np.repeat(np.array(tried), len(dates)))
        rows = _joined(each, sizes, None if first is None or over is None else (first, over, len(dates)))
        required = rows.rows[:, :length].reshape(-1, len(tried), len(dates))
        allowed = rows.rows[:, length : 2 * length].reshape(-1, len(tried), len(dates))
        table = _Divided(tried, required, allowed, rows.rows[:, 2 * length])
        found = table.trajectories()
        if found is not None:
            clusters, demanded = found
            kept, numbers = _distinct(np.concatenate([clusters[:, :1], demanded], axis=1))
            codes, (choice, options) = rows.codes.numbered(numbers), _NO_CHOICE
            if not each.apart:
                choice, options, places, codes = _by_option(codes, len(kept))
                kept = kept[places]
            by_month = kept[:, 2:] if len(dates) > 1 else np.repeat(kept[:, 1:], months, axis=1)
            return Trajectories(codes, choice, options, kept[:, 1], kept[:, 0], by_month)
        if first is None:
            first, over = rows, table.over()
        tried += sorted(table.lacking)
        if len(tried) > MOST_CLUSTER_NUMBERS:
            raise SpaceNotSupported(
                f"Configurations of this space need more than {MOST_CLUSTER_NUMBERS} numbers of clusters to be tried."
            )


_NO_CHOICE: tuple[int | None, Numbers] = (None, np.zeros(0, dtype=np.intp))


def _by_option(codes: Codes, rows: int) -> tuple[int | None, Numbers, Numbers, Codes]:
    """Rows told apart by the options of a choice: the choice, the option and the row of each, and the codes by it.

    Mostly a row occurs with some options only. What rests on that choice and the hosts, as the life of drives on the
    disk groups, is then made for the pairs that occur; what rests on the hosts alone is made for each of the pairs,
    too, so that these may not be more than twice as many as the rows.
    """
    found: tuple[int | None, Numbers, Numbers, Codes]
    found = None, np.zeros(rows, dtype=np.intp), np.arange(rows), codes
    best = _LEAST_GAIN
    for choice, options in enumerate(codes.shape if codes.pair else ()):
        if 1 < options <= _MOST_OPTIONS:
            occurs = codes.with_option(choice, options, rows)
            pairs = int(occurs.sum())
            if pairs <= _MOST_PAIRS * rows and options * rows / pairs > best:
                best = options * rows / pairs
                numbers = np.cumsum(occurs).reshape(options, rows) - 1
                option, row = np.nonzero(occurs)
                found = choice, option, row, codes.by_option(choice, np.where(occurs, numbers, 0))
    return found


class _Divided:
    """Trajectories divided into clusters, from what is asked for with each number of clusters tried so far."""

    def __init__(self, tried: Sequence[float], required: Array, allowed: Array, given: Array) -> None:
        self.places: Mapping[float, int] = {number: place for place, number in enumerate(tried)}
        self.start, self.required, self.allowed = tried[0], required, allowed
        self.given = given[:, np.newaxis]
        self.lacking: set[float] = set()

    def trajectories(self) -> tuple[Array, Array] | None:
        """Clusters and hosts of each row and date, the sizing date first; None if other numbers must be tried."""
        rows, _, dates = self.required.shape
        start = np.full((rows, dates), self.start)
        at_sizing = least_clusters(start[:, :1], lambda number: self._overfull(number, slice(0, 1)))
        later = np.repeat(at_sizing, dates - 1, axis=1)
        by_month = least_clusters(later, lambda number: self._overfull(number, slice(1, None)))
        clusters = np.concatenate([at_sizing, by_month], axis=1)
        return None if self.lacking else (clusters, self._at(self.required, clusters, slice(None)))

    def over(self) -> NDArray[np.bool_]:
        """Rows that need more clusters than those to start with, at any date."""
        more, _ = beyond(self.required[:, 0], self.given, self.allowed[:, 0], self.given >= 0)
        return np.asarray(more.any(axis=1), dtype=np.bool_)

    def _at(self, values: Array, clusters: Array, dates: slice) -> Array:
        numbers = set(np.unique(clusters).tolist())
        self.lacking |= numbers - self.places.keys()
        places = np.zeros(clusters.shape, dtype=np.intp)
        for number in numbers & self.places.keys():
            places[clusters == number] = self.places[number]
        found: Array = np.take_along_axis(values[:, :, dates], places[:, np.newaxis], axis=1)[:, 0]
        # A number that was not tried yet counts as enough until it is.
        return np.where(np.isin(clusters, list(self.places)), found, np.nan)

    def _overfull(self, clusters: Array, dates: slice) -> tuple[NDArray[np.bool_], Array]:
        required, allowed = (self._at(each, clusters, dates) for each in (self.required, self.allowed))
        return beyond(required, self.given, allowed, self.given >= 0)


_Before = tuple[_Rows, NDArray[np.bool_], int]
"""The rows with the number of clusters to start with, which of them need more, and the number of dates."""


def _joined(asked: Asked, sizes: Sequence[int], before: _Before | None) -> _Rows:
    """The rows of all constraints brought together: the hosts, the most allowed, and those that are given."""
    asked = replace(asked, constraints=[part for each in asked.constraints for part in _apart(each)])
    nodes, length = asked.nodes, asked.nodes.sizes[-1]
    if any(each.table is None for each in (*asked.constraints, asked.most, asked.given)):
        return _of_points(asked, sizes, before)
    merged: list[Node] = []
    for node in sorted(asked.constraints, key=lambda each: nodes.size(each.axes)):
        for place, other in enumerate(merged):
            together = other.axes | node.axes
            if together in (other.axes, node.axes):
                merged[place] = nodes.apply("fmax", other, node)
                break
        else:
            merged.append(node)
    floor = _floor(merged, length)
    parts = [_rows(each, slice(0, length), length, floor) for each in merged]
    parts += [
        _rows(asked.most, slice(length, 2 * length), length),
        _rows(asked.given, slice(2 * length, None), length),
    ]
    while len(parts) > 1:
        pairs = [(a, b) for a in range(len(parts)) for b in range(a)]
        a, b = min(
            pairs, key=lambda pair: (_together(parts, pair), len(parts[pair[0]].rows) * len(parts[pair[1]].rows))
        )
        second, first = parts.pop(a), parts.pop(b)
        parts.append(_pair(first, second, apart=asked.apart))
    return parts[0]


def _apart(constraint: Node) -> list[Node]:
    """The parts of a constraint that is the largest of several, each of which rests on fewer choices."""
    if constraint.table is not None or constraint.operation not in ("largest_known", "fmax"):
        return [constraint]
    return [part for each in constraint.arguments for part in _apart(each)]


def _rows(node: Node, columns: slice, length: int, floor: Array | None = None) -> _Rows:
    """The rows of one node, in its columns; the others are missing."""
    table = node.table
    assert table is not None
    choices = table.shape[:-2]
    # What does not change with the date is told apart by one value.
    own, numbers = _distinct(table.reshape(-1, table.shape[-2]))
    rows = np.full((len(own), 2 * length + 1), np.nan)
    rows[:, columns] = own if columns.stop else own[:, :1]
    if floor is not None:
        rows[:, columns] = np.fmax(rows[:, columns], floor)
    return _distinct_rows(rows, listed(numbers.reshape(choices)))


def _together(parts: Sequence[_Rows], pair: tuple[int, int]) -> int:
    shapes = (parts[place].codes.shape for place in pair)
    return prod(np.broadcast_shapes(*shapes))


def _floor(constraints: Sequence[Node], length: int) -> Array | None:
    """What every point needs at least at each date: below it the rows of a constraint need not be told apart."""
    least = [
        each.table.min(axis=tuple(range(each.table.ndim - 2)))[:, 0] for each in constraints if each.table is not None
    ]
    known = [np.broadcast_to(each, (length,)) for each in least if not np.isnan(each).any()]
    return np.max(known, axis=0) if known else None


def _pair(a: _Rows, b: _Rows, *, apart: bool = False) -> _Rows:
    """The largest of two rows at each point."""
    shape = np.broadcast_shapes(a.codes.shape, b.codes.shape)
    pairs, points = len(a.rows) * len(b.rows), prod(shape)
    columns = a.rows.shape[1]
    if pairs * columns <= max(_PAIRS, min(points, _MOST_AT_ONCE)):
        some = np.arange(pairs)
    elif pairs <= min(max(points, _PAIRS), MOST_LISTED):
        occurs = np.zeros(pairs, dtype=np.bool_)
        for slab in slabs(shape, SLAB):
            occurs[_numbers(a, b, slab)] = True
        some = np.flatnonzero(occurs)
    elif points <= MOST_LISTED:
        some, flat = np.unique(_numbers(a, b, tuple(slice(0, size) for size in shape)), return_inverse=True)
        rows, numbers = _largest(a, b, some)
        return _Rows(listed(numbers[flat].reshape(shape)), rows)
    else:
        raise TooManyTrajectories
    rows, numbers = _largest(a, b, some)
    of_pairs = np.zeros(pairs, dtype=np.intp)
    of_pairs[some] = numbers
    return _Rows(paired(a.codes, b.codes, of_pairs.reshape(len(a.rows), -1), apart=apart), rows)


def _numbers(a: _Rows, b: _Rows, slab: Slab) -> Numbers:
    """The pair of rows of each point, as one number."""
    return a.codes.at(slab) * len(b.rows) + b.codes.at(slab)


def _largest(a: _Rows, b: _Rows, some: Numbers) -> tuple[Array, Numbers]:
    """The rows that some pairs yield, and which of them each yields."""
    if len(some) > 1 and len(some) * a.rows.shape[1] > 16 * _PAIRS:
        raise TooManyTrajectories
    step = max(_PAIRS // a.rows.shape[1], 1)
    if len(some) > step:
        # Part by part: most pairs yield what another one does, and all of them at once take much room.
        kept, numbers = zip(*(_largest(a, b, some[at : at + step]) for at in range(0, len(some), step)), strict=True)
        starts = np.cumsum([0, *(len(each) for each in kept)])
        rows, own = _distinct(np.concatenate(kept))
        return rows, np.concatenate([own[at + each] for at, each in zip(starts, numbers, strict=False)])
    first, second = np.divmod(some, len(b.rows))
    return _distinct(np.fmax(a.rows[first], b.rows[second]))


def _distinct_rows(rows: Array, codes: Codes) -> _Rows:
    kept, numbers = _distinct(rows)
    return _Rows(codes.numbered(numbers), kept)


def _distinct(rows: Array) -> tuple[Array, Numbers]:
    """The rows that differ, and which of them each row is."""
    # Bit by bit, once every zero and every missing value is written in one way.
    plain = np.where(np.isnan(rows), np.nan, rows) + 0.0
    bits = plain.view(np.int64)
    bits = bits.take(np.flatnonzero((bits != bits[:1]).any(axis=0)), axis=1)
    # Rows are told apart by a sum of theirs: by another one in the unlikely case that two that differ have the same.
    # Whole numbers of hosts differ in their first bits only, which a product moves out: these are the last ones, too.
    mixed = bits ^ (bits >> 32) ^ (bits >> 46)
    for seed in count():
        weights = np.random.default_rng(seed).integers(1 << 62, size=bits.shape[1])
        _, first, numbers = np.unique(mixed @ weights, return_index=True, return_inverse=True)
        if np.array_equal(bits[first][numbers], bits):
            break
    if len(first) > MOST_TRAJECTORIES:
        raise TooManyTrajectories
    return rows[first], numbers


def _of_points(asked: Asked, sizes: Sequence[int], before: _Before | None) -> _Rows:
    """The rows where a constraint depends on too many choices for a table: computed for every point.

    With other numbers of clusters they are computed for the points that need more of them.
    """
    nodes, length = asked.nodes, asked.nodes.sizes[-1]
    required = asked.constraints[0]
    for each in asked.constraints[1:]:
        required = nodes.apply("fmax", required, each)
    results = [required, asked.most, asked.given]
    program = Program(nodes, results, None)
    # A choice that changes nothing is left out here, too.
    axes = required.axes | asked.most.axes | asked.given.axes
    own = [size if axes >> place & 1 else 1 for place, size in enumerate(sizes)]
    if 1 < prod(own) > MOST_LISTED:
        raise TooManyTrajectories
    codes = np.empty(own, dtype=np.intp)
    numbering = _Numbering(length)
    more: NDArray[np.bool_] | None = None
    if before is not None:
        first, over, dates = before
        wide = np.full((len(first.rows), 2 * length + 1), np.nan)
        wide[:, :dates], wide[:, length : length + dates] = first.rows[:, :dates], first.rows[:, dates : 2 * dates]
        wide[:, -1] = first.rows[:, -1]
        # Rows that need more are computed again; their own are no longer needed.
        numbers = np.array([0 if again else numbering.of_row(row) for row, again in zip(wide, over, strict=True)])
        known = first.codes.at(tuple(slice(0, size) for size in own))
        codes[...], more = numbers[known], np.broadcast_to(over[known], own)
    for slab in slabs(own, program.points(own)):
        if more is not None and not more[slab].any():
            continue
        shape = tuple(each.stop - each.start for each in slab)
        values = program.run(slab)
        one_number = values[0].shape[-2] == 1 and all(each.size == 1 for each in values[1:])
        if more is None and one_number and _are_counts(values[0]):
            hosts = np.broadcast_to(values[0][..., 0, 0], shape)
            codes[slab] = numbering.of_hosts(hosts, *(float(each.reshape(-1)[0]) for each in values[1:]))
        else:
            parts = [np.broadcast_to(each[..., 0], (*shape, length)) for each in values]
            some = np.ones(shape, dtype=bool) if more is None else more[slab]
            block = np.concatenate([*(each[some] for each in parts[:2]), parts[2][some][:, :1]], axis=-1)
            distinct, places = _distinct(block)
            numbers = np.array([numbering.of_row(each) for each in distinct], dtype=np.intp)
            codes[slab][some] = numbers[places]
    return _Rows(listed(codes), np.array(numbering.rows))


def _are_counts(hosts: Array) -> bool:
    """Whether all are whole numbers that a list can be as long as, infinite, or missing."""
    whole = np.isnan(hosts) | (hosts == np.inf) | ((hosts >= 0) & (hosts < _PAIRS) & (hosts == np.floor(hosts)))
    return bool(whole.all())


class _Numbering:
    """Rows by number, in the order in which they come."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.rows: list[Array] = []
        self._known: dict[bytes, int] = {}
        self._by_hosts: NDArray[np.intp] = np.full(2, -1, dtype=np.intp)

    def of_row(self, row: Array) -> int:
        """The number of a row."""
        key = (np.where(np.isnan(row), np.nan, row) + 0.0).tobytes()
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
            if len(self.rows) > MOST_TRAJECTORIES:
                raise TooManyTrajectories
        return self._known[key]

    def of_hosts(self, hosts: Array, most: float, given: float) -> Numbers:
        """The numbers where the hosts are the same at all dates, and nothing else changes."""
        # Infinite and missing come before 0 hosts.
        places = np.where(hosts == np.inf, 0, np.where(np.isnan(hosts), 1, hosts + 2)).astype(np.intp)
        occurs = np.bincount(places.reshape(-1))
        lacking = max(len(occurs) - len(self._by_hosts), 0)
        self._by_hosts = np.concatenate([self._by_hosts, np.full(lacking, -1, dtype=np.intp)])
        for place in np.flatnonzero((occurs > 0) & (self._by_hosts[: len(occurs)] < 0)).tolist():
            value = np.inf if place == 0 else np.nan if place == 1 else place - 2.0
            row = np.concatenate([np.full(self.length, value), np.full(self.length, most), [given]])
            self._by_hosts[place] = self.of_row(row)
        return self._by_hosts[places]
