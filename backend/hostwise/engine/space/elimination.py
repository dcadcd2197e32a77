"""Optimum, ties, front, counts and reasons of a product space without a look at every point: exact, by its structure.

The cost of a cluster is a sum of parts, each of which rests on few choices and on the hosts by month; so do what the
constraints ask for, and relations between parts. The expressions themselves say so: nothing is found by trying points.

1. Points that have one trajectory of hosts fall apart into *boxes*: in each, every constraint may have some of its
   rows, whatever the others have. No point is in two boxes, so that minima and counts are exact: that the hosts are
   not more than those of the trajectory would not be enough, since more hosts wear drives less.
2. In a box the least cost is found by eliminating choice after choice (`factors`), for all boxes side by side.
3. Walking back, what is already known of the least that can follow shows which options lead to points below a cost:
   the best ones and those near them are listed without a look at others.

What has no such structure raises `NoStructure`; walking through all points answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space.codes import Codes, Numbers, slabs
from hostwise.engine.space.factors import (
    COUNT,
    LEAST,
    Bucket,
    Factor,
    Way,
    at_options,
    at_points,
    axes_of,
    by_option,
    eliminated,
    lean,
    merged,
    order,
    some_of,
    together,
)
from hostwise.engine.space.nodes import Node, Nodes, Values
from hostwise.engine.space.product import SIZED_BY, Block, Space, Wanted
from hostwise.engine.space.reductions import HOSTS, UNPRICED, Front, Limits, Reasons, Sense, feasible
from hostwise.engine.space.result_cache import ResultCache, content_of, contents_of
from hostwise.engine.space.slabs import in_order
from hostwise.engine.space.tracing import KeptTraces
from hostwise.engine.space.trajectories import TooManyTrajectories, Trajectories

_MOST_NUMBERS = 1 << 25
"""Numbers of the largest table of a part of the cost, or of what a constraint asks for."""

_AT_ONCE = 1 << 22
"""Numbers of the tables that are made side by side."""

_MOST_BOXES = 1 << 16

_MOST_KEPT = 1 << 22
"""Numbers of a table of options that are looked at one by one for the front."""

_STATES = 1 << 18
"""Points that are listed side by side, not all choices of which are made yet."""

_ANY = float(np.finfo(np.float64).max)
"""A cost that no point exceeds."""

_WIDEST = 1e3
"""How many times the least the cost of the best points may be, before all points are listed."""

_ROUNDING = 1e-12
"""Relative difference of sums that are added up in another order."""


class NoStructure(Exception):
    """The space does not fall apart into tables that are small enough."""


Mask = NDArray[np.bool_]


class _Boxes:
    """Sets of points, each of one trajectory: which rows the constraints may have in it.

    `leaves` tell the row of a constraint by point; `masks` has for each of them which rows are in a box, (boxes, rows).
    """

    def __init__(self, codes: Codes, trajectories: int) -> None:
        self.leaves = list(_leaves(codes))
        found: list[tuple[Mask, ...]] = []
        of: list[int] = []
        for number in range(trajectories):
            own = list(_boxes(codes, np.arange(trajectories) == number))
            found += own
            of += [number] * len(own)
            if len(found) > _MOST_BOXES:
                raise NoStructure(f"More than {_MOST_BOXES} boxes.")
        self.trajectory = np.array(of, dtype=np.intp)
        self.masks = [np.array([each[place] for each in found]) for place in range(len(self.leaves))]

    def inside(self, some: Numbers) -> list[Factor]:
        """Which points are in some boxes, as a product."""
        found = [
            np.moveaxis(masks[some][:, leaf.numbers], 0, -1)
            for leaf, masks in zip(self.leaves, self.masks, strict=True)
        ]
        return [each for each in found if not each.all()]


def _leaves(codes: Codes) -> Iterator[Codes]:
    if codes.pair is None:
        yield codes
    else:
        for each in codes.pair:
            yield from _leaves(each)


def _boxes(codes: Codes, wanted: Mask) -> Iterator[tuple[Mask, ...]]:
    """The points with some of the rows, as sets of rows of each leaf that are possible together."""
    if codes.pair is None:
        yield (wanted,)
        return
    holds = wanted[codes.numbers]
    by_first, by_second = _alike(holds), _alike(holds.T)
    pairs = by_first if len(by_first) <= len(by_second) else [(b, a) for a, b in by_second]
    first, second = codes.pair
    for a, b in pairs:
        others = list(_boxes(second, b))
        for own in _boxes(first, a):
            for other in others:
                yield own + other


def _alike(holds: Mask) -> list[tuple[Mask, Mask]]:
    """Rows with the same places, and these; rows with none are left out."""
    some = np.flatnonzero(holds.any(axis=1))
    alike: dict[bytes, list[int]] = {}
    for row, bits in zip(some.tolist(), np.packbits(holds[some], axis=1), strict=True):
        alike.setdefault(bits.tobytes(), []).append(row)
    found = []
    for same in alike.values():
        rows = np.zeros(len(holds), dtype=np.bool_)
        rows[same] = True
        found.append((rows, holds[same[0]]))
    return found


# ---------------------------------------------------------------------------------------------------------- the parts


def _parts(nodes: Nodes, node: Node) -> list[Node]:
    """The nodes of which one is the sum."""
    if node.table is not None:
        return [node]
    found: list[Node] | None = None
    if node.operation in ("add", "subtract"):
        a, b = node.arguments
        second = _parts(nodes, b)
        found = _parts(nodes, a) + (second if node.operation == "add" else [nodes.apply("negative", x) for x in second])
    elif node.operation == "negative":
        found = [nodes.apply("negative", each) for each in _parts(nodes, node.arguments[0])]
    elif node.operation == "multiply":
        a, b = node.arguments
        some, others = (_parts(nodes, a), _parts(nodes, b))
        # Infinity times a difference is not the difference of infinities.
        if not any(each.bounds.has_infinite() for each in (a, b, *some, *others)):
            found = [nodes.apply("multiply", x, y) for x in some for y in others]
    elif node.operation == "divide":
        a, b = node.arguments
        some = _parts(nodes, a)
        if not b.bounds.has_zero() and not any(each.bounds.has_infinite() for each in (b, *some)):
            found = [nodes.apply("divide", each, b) for each in some]
    elif node.operation == "where":
        condition, yes, no = node.arguments
        zero = nodes.constant(0.0)
        found = [nodes.apply("where", condition, each, zero) for each in _parts(nodes, yes)]
        found += [nodes.apply("where", condition, zero, each) for each in _parts(nodes, no)]
    if found is None or len(found) == 1:
        return [node]
    return [each for part in found for each in ([part] if part.number == node.number else _parts(nodes, part))]


def values_of(nodes: Nodes, node: Node) -> Array:
    """A node at all options of the choices that it rests on, and all trajectories.

    Options of which no table behind it can tell one from the other are computed once: processors by their licensed
    cores, drives by their size.
    """
    if nodes.size(node.axes) > _MOST_NUMBERS:
        raise NoStructure(f"{node.operation} rests on {nodes.size(node.axes)} combinations.")
    if node.table is not None:
        found: Array = node.table[..., 0]
        return found
    operations = in_order([node])
    tables = {each.number: each.table for one in operations for each in one.arguments if each.table is not None}
    alike = [_alike_options(tables.values(), place) for place in range(len(nodes.sizes))]
    for place, (first, _) in enumerate(alike):
        tables = {
            number: table.take(first, axis=place) if table.shape[place] > 1 else table
            for number, table in tables.items()
        }
    shape = tuple(len(first) for first, _ in alike)
    result = np.empty(shape)
    widest = max(max(each.members, *(own.members for own in each.arguments)) for each in operations)
    for slab in slabs(shape, max(_AT_ONCE // widest, 1)):
        known: dict[int, Values] = {
            number: table[tuple(own if size > 1 else slice(0, 1) for own, size in zip(slab, table.shape, strict=False))]
            for number, table in tables.items()
        }
        with np.errstate(all="ignore"):
            for each in operations:
                assert each.compute is not None
                known[each.number] = each.compute(*(known[own.number] for own in each.arguments))
        result[slab] = known[node.number][..., 0]
    for place, (first, which) in enumerate(alike):
        if len(first) < len(which):
            result = result.take(which, axis=place)
    return result


def _known_or_infinite(values: Array) -> Array:
    """A cost that is not known is more than any."""
    missing = np.isnan(values)
    return np.where(missing, np.inf, values) if missing.any() else values


def _alike_options(tables: Iterable[Values], place: int) -> tuple[Numbers, Numbers]:
    """The first of all options along an axis that no table tells apart, and which of these each option is."""
    own = [np.moveaxis(each, place, 0).reshape(each.shape[place], -1) for each in tables if each.shape[place] > 1]
    if not own:
        return np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp)
    which = np.zeros(len(own[0]), dtype=np.intp)
    for each in own:
        bits = np.ascontiguousarray(each).view(np.uint8).reshape(len(each), -1)
        keys: dict[tuple[int, bytes], int] = {}
        rows = enumerate(zip(which.tolist(), bits, strict=True))
        which = np.array([keys.setdefault((before, row.tobytes()), at) for at, (before, row) in rows], dtype=np.intp)
    first, which = np.unique(which, return_inverse=True)
    return first, which.reshape(-1)


# -------------------------------------------------------------------------------------------- what a front looks at


@dataclass(frozen=True)
class _Case:
    """Where some conditions hold a quantity is the largest of some parts."""

    conditions: Sequence[Factor]
    parts: Sequence[Array]

    def at(self, options: Numbers, trajectory: Numbers) -> tuple[Array, Mask]:
        """The values at some points, and whether they are in this case."""
        values = np.max([at_points(each, options, trajectory) for each in self.parts], axis=0)
        holds = [at_points(each, options, trajectory) for each in self.conditions]
        return values, np.all([np.ones(len(values), dtype=np.bool_), *holds], axis=0)

    def least(self, trajectory: Numbers) -> Array:
        """No value is below, with the hosts of some trajectories."""
        of_parts = [np.fmin.reduce(each, axis=tuple(range(each.ndim - 1))) for each in self.parts]
        return np.asarray(np.max([each[trajectory if len(each) > 1 else 0 * trajectory] for each in of_parts], axis=0))


class _Condition(NamedTuple):
    node: Node
    holds: bool


def _cases(nodes: Nodes, node: Node) -> list[tuple[list[_Condition], list[Node]]]:
    """A quantity as the largest of some parts in each of some cases, of which one holds: their conditions and parts."""
    if node.table is None and nodes.size(node.axes) > _MOST_KEPT:
        if node.operation == "where":
            condition, yes, no = node.arguments
            return [
                ([*own, *conditions], parts)
                for chosen, holds in ((yes, True), (no, False))
                for own in _conditions(nodes, condition, holds=holds)
                for conditions, parts in _cases(nodes, chosen)
            ]
        if node.operation == "maximum":
            first, second = (_cases(nodes, each) for each in node.arguments)
            return [([*a, *b], [*some, *others]) for a, some in first for b, others in second]
        if node.operation == "subtract" and not node.arguments[0].axes and node.arguments[1].operation == "minimum":
            # What is left of a number without the least of two is the largest of what is left without each.
            number, (a, b) = node.arguments[0], node.arguments[1].arguments
            sides = [nodes.apply("subtract", number, each) for each in (a, b)]
            return _cases(nodes, nodes.apply("maximum", *sides))
    return [([], [node])]


def _conditions(nodes: Nodes, node: Node, *, holds: bool) -> list[list[_Condition]]:
    """A condition as conditions on few choices: lists of them, of which exactly one holds if the condition does."""
    if node.table is None and node.operation == "less" and node.arguments[0].operation == "minimum":
        (a, b), limit = node.arguments[0].arguments, node.arguments[1]
        if not a.bounds.missing and not b.bounds.missing and not limit.axes:
            first, second = (nodes.apply("less", each, limit) for each in (a, b))
            if holds:
                return [[_Condition(first, True)], [_Condition(first, False), _Condition(second, True)]]
            return [[_Condition(first, False), _Condition(second, False)]]
    return [[_Condition(node, holds)]]


class _Beside:
    """A quantity that a front looks at beside the cost."""

    def __init__(self, wanted: Wanted) -> None:
        self._nodes, self._node = wanted.nodes, wanted.node
        choices = self._node.axes & (self._nodes.hosts_axis - 1)
        self.wide = bool(choices) and self._nodes.size(self._node.axes) > _MOST_KEPT
        """Whether it rests on too many choices to look at their options one by one."""

    @cached_property
    def table(self) -> Array:
        """Its values."""
        return values_of(self._nodes, self._node)

    @cached_property
    def cases(self) -> list[_Case]:
        """The same as the largest of parts, in cases of which one holds."""
        return [
            _Case(
                [values_of(self._nodes, each.node) == each.holds for each in conditions],
                [values_of(self._nodes, each) for each in nodes],
            )
            for conditions, nodes in _cases(self._nodes, self._node)
        ]

    def numbers(self) -> int:
        """How many the tables behind it have."""
        behind = (each for node in in_order([self._node]) for each in node.arguments)
        return sum({each.number: each.table.size for each in behind if each.table is not None}.values())


# -------------------------------------------------------------------------------------------------------- what is kept

_BEHIND_HOSTS = frozenset(MODEL.order([*HOSTS, *MODEL.purposes.constraints, *SIZED_BY])) | {"month"}
"""All that the hosts of a point rest on, at any date."""


@dataclass(frozen=True)
class _Hosts:
    """The hosts of all points, which rest on no price."""

    trajectories: Trajectories
    boxes: _Boxes

    def numbers(self) -> int:
        """How many there are."""
        return self.trajectories.by_month.size + sum(each.size for each in self.boxes.masks)


@dataclass(frozen=True)
class _Tables:
    """The parts of the cost, quantities that are limits or speak against a point, and what a front looks at beside."""

    cost: Sequence[Array]
    known: Mapping[str, Array]
    beside: Mapping[str, _Beside]

    def numbers(self) -> int:
        """How many there are."""
        own = sum(each.size for each in (*self.cost, *self.known.values()))
        return own + sum(each.numbers() for each in self.beside.values())


@dataclass(frozen=True)
class _Traces:
    """What was traced on some hosts, and the values of the nodes whose tables are asked for."""

    quantities: KeptTraces
    values: dict[Node, Array] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def numbers(self) -> int:
        """How many there are."""
        return self.quantities.numbers() + sum(each.size for each in self.values.values())


_HOSTS_KEPT = ResultCache(2, _Hosts.numbers)
_TRACES_KEPT = ResultCache(1, _Traces.numbers)
_TABLES_KEPT = ResultCache(1, _Tables.numbers)


# ------------------------------------------------------------------------------------------------------ the structure


@dataclass(frozen=True)
class _Walked:
    """Some boxes with what was found, (kept choices, boxes), and the tables that lead back to the points."""

    boxes: Numbers
    found: Array
    buckets: Sequence[Bucket]


class Structure:
    """A space as tables: the cost as a sum of parts, what each constraint asks for, and what may not be together."""

    def __init__(
        self, space: Space, quantity: str, *, limits: Limits | None = None, beside: Sequence[str] = ()
    ) -> None:
        """For a quantity whose least is looked for, within some limits.

        Args:
            space: all points.
            quantity: what is to be low.
            limits: the least and the largest value of some quantities, and of relations of the space.
            beside: quantities of which a front will be asked: much of what they rest on, the cost rests on, too.

        Raises:
            NoStructure: it does not fall apart into tables that are small enough.
            SpaceNotSupported: as the space does.
        """
        self.space, self.quantity, self.limits = space, quantity, limits or {}
        self._block = Block(space, tuple(slice(0, size) for size in space.sizes))
        of_hosts, self._contents = content_of(space, _BEHIND_HOSTS), contents_of(space)
        hosts = _HOSTS_KEPT.of(of_hosts, self._sized)
        self._hosts, self._boxes = hosts.trajectories, hosts.boxes
        # What was traced on the same hosts: another price changes little of it.
        self._kept = _TRACES_KEPT.of(None if space.curves else of_hosts, self._nothing_traced)
        # The values of limits change nothing but what fits.
        limited = [each for each in self.limits if each not in space.relations]
        known = list(dict.fromkeys([*HOSTS, *MODEL.purposes.constraints, *sorted(limited)]))
        content = content_of(space)
        key = content and content + repr((quantity, known, beside)).encode()
        tables = _TABLES_KEPT.of(key, lambda: self._tabled(known, beside))
        self._cost, self._beside = tables.cost, tables.beside
        self._priced = _telling(np.isfinite(each) for each in self._cost)
        relations = {name: relation.on_all(self._block.block) for name, relation in space.relations.items()}
        self._known: Mapping[str, Array] = {**tables.known, **relations}
        self._fit = _telling(self._feasible())

    def _sized(self) -> _Hosts:
        try:
            hosts = self._block.hosts(apart=True)
        except TooManyTrajectories as error:
            raise NoStructure("Too many trajectories of hosts.") from error
        return _Hosts(hosts, _Boxes(hosts.codes, len(hosts.required)))

    def _nothing_traced(self) -> _Traces:
        return _Traces(KeptTraces(self._block.nodes_by_scope(self._hosts)))

    def _values(self, nodes: Nodes, node: Node) -> Array:
        """The values of a node, kept as long as it is."""
        found = self._kept.values.get(node)
        if found is None:
            found = self._kept.values[node] = values_of(nodes, node)
        return found

    def _tabled(self, known: Sequence[str], beside: Sequence[str]) -> _Tables:
        traced = self._traced([self.quantity, *known, *beside])
        nodes = traced[self.quantity].nodes
        parts = _parts(nodes, traced[self.quantity].node)
        # One by one: they take much room.
        cost = merged(_known_or_infinite(self._values(nodes, each)) for each in parts)
        own = {name: self._values(nodes, traced[name].node) for name in known}
        # Those of another search that are no longer asked for.
        for node in self._kept.values.keys() - {*parts, *(traced[name].node for name in known)}:
            self._kept.values.pop(node, None)
        return _Tables(cost, own, {name: _Beside(traced[name]) for name in beside})

    def _traced(self, names: Sequence[str]) -> dict[str, Wanted]:
        some, kept = list(dict.fromkeys(names)), self._kept
        with kept.lock:
            # Another search may have traced with other prices since.
            kept.quantities.adapt(MODEL, self._contents, BY_MONTH)
            return dict(zip(some, self._block.traced(self._hosts, some, kept.quantities), strict=True))

    def _feasible(self) -> Iterator[Factor]:
        """What must hold at a feasible point, one by one."""
        for name, own in self.limits.items():
            low, high = own
            yield (self._known[name] >= low) & (self._known[name] <= high)
        yield feasible({name: self._known[name] for name in HOSTS}, {})

    @property
    def boxes(self) -> int:
        """How many sets of points are looked at."""
        return len(self._boxes.trajectory)

    # ------------------------------------------------------------------------------------------------------- walking

    def _chunks(
        self, factors: Sequence[Factor], keep: Sequence[int], some: Numbers, of_boxes: Sequence[Factor] = ()
    ) -> Iterator[_Plan]:
        """The boxes in parts whose tables are small enough, with the order in which choices are eliminated.

        Choices that no factor `of_boxes`, which differs between boxes of one trajectory, rests on go first.
        """
        sizes = self.space.sizes
        inside = [axes_of(each.numbers[..., np.newaxis]) for each in self._boxes.leaves]
        inside += [axes_of(each) for each in of_boxes]
        bound = frozenset(keep).union(*inside)
        scopes = [axes_of(each) for each in factors]
        first, wide = order(scopes, sizes, set(range(len(sizes))) - bound)
        second, narrow = order([*_after(scopes, first), *inside], sizes, bound - set(keep))
        narrow = max(narrow, prod(sizes[place] for place in keep))
        trajectory = self._boxes.trajectory[some]
        start = 0
        while start < len(some):
            stop = min(start + max(_AT_ONCE // narrow, 1), len(some))
            # Boxes of one trajectory come one after the other.
            places = np.flatnonzero(np.diff(trajectory[start:stop], prepend=-1))
            most = max(_AT_ONCE // wide, 1)
            if len(places) > most:
                stop = start + int(places[most])
            own = some[start:stop]
            kept, which = np.unique(self._boxes.trajectory[own], return_inverse=True)
            yield _Plan(own, kept, which.reshape(-1), first, second)
            start = stop

    def _walk(
        self,
        factors: Sequence[Factor],
        keep: Sequence[int] = (),
        some: Numbers | None = None,
        below: _Below | None = None,
        way: Way = LEAST,
    ) -> Iterator[_Walked]:
        """What factors say of boxes, for each option of the choices kept; below a limit."""
        sizes = self.space.sizes
        parts = below.parts if below else ()
        for plan in self._chunks(factors, keep, np.arange(self.boxes) if some is None else some, parts):
            left, early = eliminated([some_of(each, plan.kept) for each in factors], sizes, plan.first, way)
            left = [some_of(each, plan.which) for each in left]
            inside = [way.of(each) for each in self._boxes.inside(plan.boxes)]
            for each in parts:
                assert below is not None
                by_box = some_of(each, plan.kept[plan.which])
                most = below.most[plan.boxes]
                inside.append(way.of((by_box < most) | (np.isnan(most) & ~np.isnan(by_box))))
            left, late = eliminated([*left, *inside], sizes, plan.second, way)
            early = [replace(each, which=plan.which) for each in early]
            shape = [size if place in keep else 1 for place, size in enumerate(sizes)]
            found = np.broadcast_to(together(left, len(plan.boxes), way), (*shape, len(plan.boxes)))
            yield _Walked(plan.boxes, found, [*early, *late])

    def _by_option(self, factors: Sequence[Factor], way: Way) -> list[Array]:
        """What factors say of each option of each choice."""
        found = [np.full(size, way.nothing) for size in self.space.sizes]
        for walked in self._walk(factors, way=way):
            for axis, own in by_option(walked.buckets, walked.found, way).items():
                found[axis] = way.over(found[axis], own)
        return found

    def _count(self, factors: Sequence[Factor]) -> int:
        """How many points satisfy all factors."""
        own = merged(map(COUNT.of, factors), COUNT)
        return round(sum(float(walked.found.sum()) for walked in self._walk(own, way=COUNT)))

    def _count_by_option(self, factors: Sequence[Factor]) -> list[NDArray[np.int64]]:
        """The same for each option of each choice."""
        own = merged(map(COUNT.of, factors), COUNT)
        return [np.rint(each).astype(np.int64) for each in self._by_option(own, COUNT)]

    @cached_property
    def _factors(self) -> list[Factor]:
        """The cost of what is feasible, as a sum."""
        return [*self._cost, *map(LEAST.of, self._fit)]

    @cached_property
    def _cheapest(self) -> tuple[Array, Numbers]:
        """The least cost of each box, and the options of a point that has it, (boxes, choices)."""
        costs, options = np.full(self.boxes, np.inf), np.zeros((self.boxes, len(self.space.sizes)), dtype=np.intp)
        for each in self._walk(self._factors):
            costs[each.boxes] = each.found.reshape(-1)
            own = options[each.boxes]
            _lead_back(own, np.arange(len(own)), each.buckets)
            options[each.boxes] = own
        return costs, options

    @property
    def least(self) -> float:
        """The least cost of a feasible point; infinite if there is none."""
        return float(self._cheapest[0].min(initial=np.inf))

    def _within(self, most: float) -> Iterator[tuple[Numbers, Array]]:
        """All points that cost no more: their options, (points, choices), and their costs."""
        some = np.flatnonzero(self._cheapest[0] <= most)
        for walked in self._walk(self._factors, some=some):
            costs = walked.found.reshape(-1)
            side = np.flatnonzero(costs <= most)
            options = np.zeros((len(side), len(self.space.sizes)), dtype=np.intp)
            yield from _listed(options, side, costs[side], [*walked.buckets], most)

    # ------------------------------------------------------------------------------------------------------- answers

    def best(self, number: int) -> tuple[list[int], list[float]]:
        """The feasible points with the lowest cost, best first, and their costs; of equal ones the first."""
        feasible_points = self.feasible
        if not feasible_points:
            return [], []
        spread = 1e-4
        while True:
            all_points = feasible_points <= number or spread > _WIDEST
            most = _ANY if all_points else self.least + spread * abs(self.least)
            if not all_points and self._number(most) < number:
                spread *= 4
                continue
            points, costs = np.zeros(0, dtype=np.int64), np.zeros(0)
            for options, own in self._within(most):
                points = np.concatenate([points, _numbers(options, self.space.sizes)])
                costs = np.concatenate([costs, own])
                kept = np.lexsort((points, _level(costs)))[:number]
                points, costs = points[kept], costs[kept]
            return points.tolist(), costs.tolist()

    def near(self, share: float) -> int:
        """How many feasible points cost at most so much more than the least: 0.03 for 3 %."""
        return self._number(self.least * (1 + share)) if self.least < np.inf else 0

    def _number(self, most: float) -> int:
        return sum(len(costs) for _, costs in self._within(most * (1 + _ROUNDING)))

    @cached_property
    def feasible(self) -> int:
        """Feasible points whose cost is known."""
        return self._count([*self._fit, *self._priced])

    @cached_property
    def _feasible_by_option(self) -> list[NDArray[np.int64]]:
        return self._count_by_option([*self._fit, *self._priced])

    def feasible_by_option(self, axis: int) -> NDArray[np.int64]:
        """The same for each option of a choice."""
        return self._feasible_by_option[axis]

    @cached_property
    def _least_by_option(self) -> list[Array]:
        return self._by_option(self._factors, LEAST)

    def least_by_option(self, axis: int) -> Array:
        """The least cost with each option of a choice; infinite where no point is feasible."""
        return self._least_by_option[axis]

    def reasons(self, axis: int | None = None) -> tuple[list[Counter[str]], list[Counter[str]]]:
        """Feasible points by the constraint that decides, and the others by the first reason, as `Reasons` counts.

        In all, or for each option of a choice. Points whose cost is not known are feasible there; here they are
        counted as infeasible if they are asked for by option, as `ByOption` does.
        """
        if axis is not None:
            return [Counter[str]() for _ in range(self.space.sizes[axis])], self._against_by_option[axis]
        against = {key: self._count(factors) for key, factors in self._against()}
        before = list(self._fit)
        required = self._known["required_hosts"]
        deciding: dict[str, int] = {}
        for name, constraint in MODEL.purposes.constraints.items():
            decides = lean(self._known[name] == required)
            if decides.any():
                deciding[constraint.key] = self._count([*before, decides])
                before = [*before, ~decides]
        return [+Counter(deciding)], [+Counter(against)]

    def _against(self) -> Iterator[tuple[str, list[Factor]]]:
        """The reasons against points, each with what holds where it is the first."""
        before: list[Factor] = []
        for key, holds in Reasons(limits=self.limits).against(self._known):
            reason = lean(holds)
            if reason.any():
                yield key, [*before, reason]
                before = [*before, ~reason]

    @cached_property
    def _against_by_option(self) -> list[list[Counter[str]]]:
        found = [[Counter[str]() for _ in range(size)] for size in self.space.sizes]
        unpriced = [(UNPRICED, [*self._fit, *self._priced[:at], ~each]) for at, each in enumerate(self._priced)]
        for key, factors in (*self._against(), *unpriced):
            for into, numbers in zip(found, self._count_by_option(factors), strict=True):
                for own, number in zip(into, numbers.tolist(), strict=True):
                    if number:
                        own[key] += number
        return found

    def front(self, others: Mapping[str, Sense]) -> tuple[list[int], list[tuple[float, ...]]]:
        """The Pareto front of the cost, the lower the better, and other quantities: its points and their values.

        Raises:
            NoStructure: a quantity rests on many choices, and it is not the largest of parts that rest on few.
        """
        lacking = [name for name in others if name not in self._beside]
        found = {name: _Beside(each) for name, each in (self._traced(lacking) if lacking else {}).items()}
        beside = {name: found[name] if name in found else self._beside[name] for name in others}
        narrow = {name: each.table for name, each in beside.items() if not each.wide}
        wide = [name for name, each in beside.items() if each.wide]
        if not wide:
            return self._front_by_options(others, narrow)
        if len(wide) > 1 or others[wide[0]] != "lowest" or any(axes_of(each) for each in narrow.values()):
            raise NoStructure(f"{', '.join(wide)} rest on many choices.")
        return self._front_by_limits(others, narrow, wide[0], beside[wide[0]].cases)

    def _front_by_limits(
        self, others: Mapping[str, Sense], of_hosts: Mapping[str, Array], name: str, cases: Sequence[_Case]
    ) -> tuple[list[int], list[tuple[float, ...]]]:
        """The front where one quantity rests on many choices and the others on the hosts: ever less of it is asked for.

        In each box the cheapest point, then the cheapest with less of the quantity than that one has, and so on, while
        no point of the front is at least as good as what is left to be found.
        """
        front = Front({self.quantity: "lowest", **others})
        costs, cheapest = self._cheapest

        def with_hosts(boxes: Numbers, costs: Array, values: Array) -> dict[str, Array]:
            trajectory = self._boxes.trajectory[boxes]
            of_boxes = {each: at_points(table, cheapest[boxes], trajectory) for each, table in of_hosts.items()}
            return {self.quantity: costs, name: values, **of_boxes}

        # What the cheapest points of all boxes have leaves few of these.
        known = np.flatnonzero(np.isfinite(costs))
        for case in cases:
            values, holds = case.at(cheapest[known], self._boxes.trajectory[known])
            own = known[holds]
            columns = with_hosts(own, costs[own], values[holds])
            front.add_points(_numbers(cheapest[own], self.space.sizes), _as_feasible(columns))
        for case in cases:
            where = [LEAST.of(each) for each in case.conditions]
            least = case.least(self._boxes.trajectory)
            most = np.full(self.boxes, np.nan)
            some = known[front.leaves(with_hosts(known, costs[known], least[known]))]
            while some.size:
                left = []
                for walked in self._walk([*self._factors, *where], some=some, below=_Below(case.parts, most)):
                    found = walked.found.reshape(-1)
                    side = np.flatnonzero(np.isfinite(found))
                    if not side.size:
                        continue
                    boxes = walked.boxes[side]
                    options = np.zeros((len(side), len(self.space.sizes)), dtype=np.intp)
                    _lead_back(options, side, walked.buckets)
                    values, _ = case.at(options, self._boxes.trajectory[boxes])
                    columns = with_hosts(boxes, found[side], values)
                    front.add_points(_numbers(options, self.space.sizes), _as_feasible(columns))
                    most[boxes] = values
                    at_best = {**columns, name: least[boxes]}
                    left.append(boxes[(values > least[boxes]) & front.leaves(at_best)])
                some = np.concatenate(left) if left else some[:0]
        return front.points, front.values

    def _front_by_options(
        self, others: Mapping[str, Sense], tables: Mapping[str, Array]
    ) -> tuple[list[int], list[tuple[float, ...]]]:
        """The front from the least cost for each option of the choices that the other quantities rest on."""
        keep = sorted(frozenset().union(*(axes_of(each) for each in tables.values())))
        front = Front({self.quantity: "lowest", **others})
        whole = prod(self.space.sizes[place] for place in keep)
        for walked in self._walk(self._factors, keep):
            trajectory = self._boxes.trajectory[walked.boxes]
            columns = {self.quantity: walked.found}
            for name, table in tables.items():
                columns[name] = table[..., trajectory] if table.shape[-1] > 1 else table
            # The boxes first: numbered by box, then by the options kept.
            flat = {
                name: np.moveaxis(np.broadcast_to(each, walked.found.shape), -1, 0).reshape(-1)
                for name, each in columns.items()
            }
            known = np.flatnonzero(np.isfinite(flat[self.quantity]))
            numbers = walked.boxes[known // whole] * whole + known % whole
            for start in range(0, len(known), _STATES):
                part = slice(start, start + _STATES)
                front.add_points(numbers[part], _as_feasible({name: each[known[part]] for name, each in flat.items()}))
        return self._led_back(front, keep, whole), front.values

    def _led_back(self, front: Front, keep: Sequence[int], whole: int) -> list[int]:
        """The points behind rows of a front, each of a box and options of the choices kept."""
        rows = np.array(front.points, dtype=np.int64)
        points = np.zeros(len(rows), dtype=np.int64)
        sizes = self.space.sizes
        for walked in self._walk(self._factors, keep, np.unique(rows // whole)):
            own = np.flatnonzero(np.isin(rows // whole, walked.boxes))
            side = np.searchsorted(walked.boxes, rows[own] // whole)
            options = np.zeros((len(own), len(sizes)), dtype=np.intp)
            kept = np.unravel_index(rows[own] % whole, [sizes[place] for place in keep]) if keep else ()
            for place, each in zip(keep, kept, strict=True):
                options[:, place] = each
            _lead_back(options, side, walked.buckets)
            points[own] = _numbers(options, sizes)
        return [int(each) for each in points]


def _numbers(options: Numbers, sizes: Sequence[int]) -> NDArray[np.int64]:
    """The points with some options, (points, choices)."""
    return np.asarray(np.ravel_multi_index(tuple(options.T), tuple(sizes)), dtype=np.int64)


def _as_feasible(columns: Mapping[str, Array]) -> dict[str, Array]:
    """The values of points that are known to be feasible, as reductions look at them."""
    none = np.zeros(len(next(iter(columns.values()))))
    return {**dict.fromkeys(HOSTS, none), "most_hosts": none + np.inf, **columns}


def _lead_back(options: Numbers, side: Numbers, buckets: Sequence[Bucket]) -> None:
    """Set the options of what was eliminated to those of the least."""
    for bucket in reversed(buckets):
        options[:, bucket.axis] = at_options(bucket.total, bucket.axis, options, bucket.side(side)).argmin(axis=1)


@dataclass(frozen=True)
class _Below:
    """Parts of a quantity that is the largest of them, and below which limit each box is wanted; NaN for any."""

    parts: Sequence[Array]
    most: Array


@dataclass(frozen=True)
class _Plan:
    """Some boxes, their trajectories and which one each has, and the choices to eliminate before and after."""

    boxes: Numbers
    kept: Numbers
    which: Numbers
    first: Sequence[int]
    second: Sequence[int]


def _after(scopes: Sequence[frozenset[int]], axes: Sequence[int]) -> list[frozenset[int]]:
    """On which choices the factors rest that are left once some are eliminated."""
    left = list(scopes)
    for axis in axes:
        together = frozenset().union(*(each for each in left if axis in each)) - {axis}
        left = [each for each in left if axis not in each] + [together]
    return left


def _telling(factors: Iterable[Factor]) -> list[Factor]:
    """The conditions that do not hold everywhere, on no more choices than they need."""
    return [each for each in map(lean, factors) if not each.all()]


def _listed(
    options: Numbers, side: Numbers, costs: Array, buckets: list[Bucket], most: float
) -> Iterator[tuple[Numbers, Array]]:
    """All points that cost no more, from some whose last choices are made; `costs` is the least they can come to."""
    if not buckets:
        yield options, costs
        return
    *rest, bucket = buckets
    size = options.shape[0]
    for start in range(0, size, step := max(_STATES // bucket.total.shape[bucket.axis], 1)):
        part = slice(start, start + step)
        own, at = options[part], side[part]
        before = at_points(bucket.found, own, bucket.side(at))
        total = at_options(bucket.total, bucket.axis, own, bucket.side(at))
        each = costs[part, np.newaxis] + (total - before[:, np.newaxis])
        point, option = np.nonzero(each <= most)
        inner = own[point]
        inner[:, bucket.axis] = option
        if len(point):
            yield from _listed(inner, at[point], each[point, option], rest, most)


def _level(costs: Array) -> Array:
    """Costs that differ by rounding only as one: the least of them."""
    by_cost = np.argsort(costs, kind="stable")
    ordered = costs[by_cost]
    with np.errstate(invalid="ignore"):
        begins = np.append(True, np.diff(ordered) > _ROUNDING * np.abs(ordered[1:]))
    level = np.empty_like(costs)
    level[by_cost] = ordered[np.flatnonzero(begins)][np.cumsum(begins) - 1]
    return level
