"""A product space: a base plan and choices, evaluated at every combination.

The same numbers as a run of each configuration by itself: the hosts and their clusters at the date of every month
first, then the whole graph with them. What depends on few choices is computed once for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, prod

import numpy as np
from numpy.typing import ArrayLike

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import Curve, Graph
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.space.codes import Slab, slabs
from hostwise.engine.space.nodes import Node, Nodes, Values
from hostwise.engine.space.slabs import Program
from hostwise.engine.space.tracing import KeptTraces, Trace, Traced
from hostwise.engine.space.trajectories import Asked, SpaceNotSupported, TooManyTrajectories, Trajectories, find
from hostwise.engine.symbols import Apply, Symbol

_HOSTS, _CLUSTERS, _SIZING = "required_hosts", "clusters", "sizing_years"
_SIMULATED = "simulated_burst_flag"
SIZED_BY = ("most_hosts", "fixed_hosts", "protection_max_hosts")
"""What decides on the hosts and their clusters beside the constraints."""
_FOUND = frozenset({_CLUSTERS, _SIZING, *BY_MONTH})
"""What the space finds by itself, and no choice sets."""

_DATED: Mapping[str, str] = {"events_flag": "dated events", "other_hosts": "hosts of other models"}
"""Inputs that say that others must be bound anew for each date, and for other hosts of the own model."""

Set = str | tuple[str, Role]
"""What a choice sets: an input, or an input of the drives of one role."""


@dataclass(frozen=True)
class Choice:
    """An axis of the space: a choice among some options (or simulations), each of which sets some inputs together.

    `sets` has the values of each input, (options,), or (options, members) for one with VM groups or roles of drives.
    `count` is the number of options of a choice that sets nothing by itself, but together with others.
    """

    name: str
    sets: Mapping[Set, ArrayLike]
    count: int = 0

    def __post_init__(self) -> None:
        """Refuse a choice of nothing, and inputs with different numbers of options."""
        found = {len(np.asarray(each)) for each in self.sets.values()} | ({self.count} if self.count else set())
        if len(found) != 1 or not self.options:
            raise ValueError(
                f"The choice {self.name!r} needs as many values of every input that it sets, one at least."
            )

    @property
    def options(self) -> int:
        """How many there are to choose from."""
        return self.count or len(np.asarray(next(iter(self.sets.values()))))


@dataclass(frozen=True)
class Joint:
    """Values that depend on the options of several choices together: of an input, or of whether parts fit each other.

    `values` has an axis for each of the choices, in their order, and the members last: (options, ..., members).
    `choices` has their places in the space, in growing order.
    """

    choices: tuple[int, ...]
    values: Array

    def at(self, options: Sequence[int]) -> Array:
        """The value at one point, (members,)."""
        found: Array = self.values[tuple(options[place] for place in self.choices)]
        return found

    def on_all(self, block: Slab) -> Values:
        """The values of a part of the space, with an axis for every choice."""
        own = self.values[tuple(block[place] for place in self.choices)]
        shape = [1] * len(block) + [own.shape[-1]]
        for place, size in zip(self.choices, own.shape[:-1], strict=True):
            shape[place] = size
        return own.reshape(shape)


@dataclass(frozen=True)
class Part:
    """Some points of a space, one after the other: their values by quantity, each (points,)."""

    start: int
    values: Mapping[str, Array]


@dataclass(frozen=True)
class Space:
    """All combinations of some choices on a base plan; see `evaluate_space`."""

    choices: tuple[Choice, ...]
    wanted: tuple[str, ...]
    base: Mapping[str, ArrayLike] = field(repr=False)
    curves: Mapping[str, Curve] = field(repr=False)
    joint: Mapping[Set, Joint] = field(default_factory=dict, repr=False)
    relations: Mapping[str, Joint] = field(default_factory=dict, repr=False)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Options of each choice."""
        return tuple(each.options for each in self.choices)

    @property
    def points(self) -> int:
        """Number of combinations."""
        return prod(self.sizes)

    def options(self, point: int) -> tuple[int, ...]:
        """Which option of each choice a point has."""
        return tuple(int(each) for each in np.unravel_index(point, self.sizes))

    def point(self, options: Sequence[int]) -> int:
        """The number of the point with these options."""
        return int(np.ravel_multi_index(tuple(options), self.sizes))

    def inputs(self, point: int) -> dict[str, Array]:
        """The inputs of one point, as `Graph.evaluate` takes them."""
        found = {name: np.asarray(value, dtype=np.float64) for name, value in self.base.items()}
        options = self.options(point)
        set_by_one = (
            (each, np.asarray(values, dtype=np.float64)[option])
            for choice, option in zip(self.choices, options, strict=True)
            for each, values in choice.sets.items()
        )
        set_by_several = ((each, joint.at(options)) for each, joint in self.joint.items())
        for each, value in (*set_by_one, *set_by_several):
            if isinstance(each, str):
                axes = MODEL.inputs[each].axes
                found[each] = value.reshape(1, 1, *(value.shape if axes else ()))
            else:
                name, role = each
                found[name] = np.broadcast_to(found.get(name, np.full((1, 1, 1), np.nan)), (1, 1, len(Role))).copy()
                found[name][0, 0, role] = value.item()
        return found

    def parts(self, wanted: Sequence[str] | None = None, first: slice | None = None) -> Iterator[Part]:
        """All points in their order, the options of the last choice changing first.

        Args:
            wanted: the quantities; by default those of the space.
            first: only the points with these options of the first choice.

        Raises:
            SpaceNotSupported: configurations need too many numbers of clusters to be tried.
        """
        names = self.wanted if wanted is None else tuple(wanted)
        found = [each for each in names if each not in self.relations]
        whole = tuple(slice(0, size) for size in self.sizes)
        block = whole if first is None else (first, *whole[1:])
        for slab, values in self._in_block(block, found):
            by_name = dict(zip(found, values, strict=True))
            for name in names:
                if name in self.relations:
                    shape = tuple(each.stop - each.start for each in slab)
                    holds = self.relations[name].on_all(slab)[..., 0]
                    by_name[name] = np.broadcast_to(holds, shape).reshape(-1)
            yield Part(self._start(slab), by_name)

    def slices(self, most: int) -> list[slice]:
        """Options of the first choice, in even parts with at most so many points (one option at least)."""
        count = self.sizes[0] if self.sizes else 1
        step = ceil(count / ceil(self.points / most))
        return [slice(start, min(start + step, count)) for start in range(0, count, step)]

    def values(self) -> dict[str, Array]:
        """All points at once, each (points,): for spaces that memory holds."""
        found = {name: np.empty(self.points) for name in self.wanted}
        for part in self.parts():
            for name, values in part.values.items():
                found[name][part.start : part.start + len(values)] = values
        return found

    def known(self, name: str, role: Role | None = None) -> Joint:
        """A quantity, or an input, that does not rest on the hosts: on the choices on which it depends.

        Raises:
            SpaceNotSupported: it rests on the hosts, or on too many choices for a table.
        """
        block = Block(self, tuple(slice(0, size) for size in self.sizes))
        nodes = Nodes(self.sizes, 1)
        found = block.traced_of(nodes, name)
        node = found if isinstance(found, Node) else found[role or Role.WRITE_TIER]
        if node.table is None or _HOSTS in MODEL.order([name]):
            raise SpaceNotSupported(f"{name!r} is no table of a few choices.")
        own = [place for place in range(len(self.sizes)) if node.axes >> place & 1]
        return Joint(tuple(own), node.table.reshape(*(self.sizes[place] for place in own), node.members))

    def _start(self, slab: Slab) -> int:
        return int(np.ravel_multi_index(tuple(each.start for each in slab), self.sizes))

    def _in_block(self, block: Slab, wanted: Sequence[str]) -> Iterator[tuple[Slab, list[Array]]]:
        part = Block(self, block)
        try:
            hosts = part.hosts()
        except TooManyTrajectories:
            if part.points == 1:
                raise
            for inner in slabs(part.sizes, part.points // 2 or 1):
                yield from self._in_block(_within(block, inner), wanted)
            return
        nodes = part.traced(hosts, wanted)
        program = Program(nodes[0].nodes, [each.node for each in nodes], hosts.codes)
        for slab in slabs(part.sizes, program.points(part.sizes)):
            shape = tuple(each.stop - each.start for each in slab)
            found = [np.broadcast_to(each[..., 0, 0], shape).reshape(-1) for each in program.run(slab)]
            yield _within(block, slab), found


def evaluate_space(
    base: Mapping[str, ArrayLike],
    choices: Iterable[Choice],
    wanted: Iterable[str],
    *,
    curves: Mapping[str, Curve] | None = None,
    joint: Mapping[Set, Joint] | None = None,
    relations: Mapping[str, Joint] | None = None,
) -> Space:
    """A base plan with choices, ready to be evaluated at every combination.

    Each point has the numbers of a run of that configuration by itself: hosts divided into clusters, the hosts of
    every month, then the graph. Reading `Space.parts`, or a reduction of `hostwise.engine.space.reductions`, computes
    them. A choice with many options is best the first: the space is walked through in slabs of the last ones.

    Not supported, and refused: a base of several configurations or samples, with dated events, or with hosts of other
    models; choices of what the space finds itself
    (the hosts asked for by month, the clusters) or of the months; quantities with members as results; a stated load
    of write buffers that only the simulation can judge (`simulated_burst_flag`), unless nothing wanted rests on it.
    Measured curves are those of the base: a choice that changes the medium or the model of a curve is another base.
    A comparison with a reference takes the reference's cash flow (`reference_cost_per_month`) as the base has it.

    Args:
        base: the inputs of one configuration, as bound; those found for a run before it are found again.
        choices: the axes; simulations are one as well.
        wanted: quantities without members.
        curves: measured curves of the base.
        joint: inputs that depend on several choices together.
        relations: by name, where parts fit each other, 1 or 0. They stand beside the quantities and may be limits.

    Raises:
        KeyError: unknown input or quantity.
        SpaceNotSupported: see above.
    """
    space = Space(tuple(choices), tuple(wanted), base, curves or {}, joint or {}, relations or {})
    _check(space, MODEL)
    return space


def _check(space: Space, graph: Graph) -> None:
    for name, what in _DATED.items():
        if np.any(np.asarray(space.base.get(name, 0.0)) > 0):
            raise SpaceNotSupported(f"The base has {what}, whose numbers differ by date; a space has one for all.")
    seen: set[Set] = set()
    for name, value in space.base.items():
        axes = graph.inputs[name].axes
        if np.ndim(value) > len(axes) and prod(np.shape(value)[: np.ndim(value) - len(axes)]) > 1:
            raise SpaceNotSupported(f"The base has several configurations or samples of {name!r}; it must have one.")
    sets = [(choice.name, each, np.asarray(values)) for choice in space.choices for each, values in choice.sets.items()]
    for each, joint in space.joint.items():
        names = " and ".join(space.choices[place].name for place in joint.choices)
        values = joint.values.reshape(-1, joint.values.shape[-1])
        sets.append((names, each, values if isinstance(each, str) and graph.inputs[each].axes else values[:, 0]))
    for choices, each, values in sets:
        name = each if isinstance(each, str) else each[0]
        axes = graph.inputs[name].axes
        if name in _FOUND or name == "month" or name in space.curves:
            raise SpaceNotSupported(f"The choice {choices!r} sets {name!r}, which no choice can set.")
        roles = {(name, role) for role in Role} if "role" in axes and isinstance(each, str) else {each}
        if seen & roles:
            raise SpaceNotSupported(f"Two choices set {name!r}.")
        seen |= roles
        if np.ndim(values) > 1 + (len(axes) if isinstance(each, str) else 0):
            raise SpaceNotSupported(f"The choice {choices!r} gives {name!r} members that it has not.")
    for name in space.wanted:
        if graph.quantity(name).axes:
            raise SpaceNotSupported(f"{name!r} has members; a space has quantities of the whole cluster.")
    flags = [space.base.get(_SIMULATED, 0.0), *(values for _, each, values in sets if each == _SIMULATED)]
    behind = {each for name in (*space.wanted, _HOSTS) for each in graph.order([name])}
    if _SIMULATED in behind and any(np.any(np.asarray(each) == 1) for each in flags):
        raise SpaceNotSupported(
            "The load of the write buffers is a profile that only the simulation can judge, for each configuration."
        )


@dataclass(frozen=True)
class Wanted:
    """A quantity of a part of a space, and what makes nodes for it."""

    nodes: Nodes
    node: Node


class Block:
    """A part of a space, or all of it, that has few enough host trajectories."""

    def __init__(self, space: Space, block: Slab) -> None:
        """Some options of each choice."""
        self.space, self.block = space, block
        self.sizes = tuple(each.stop - each.start for each in block)
        self.points = prod(self.sizes)
        base = {name: np.asarray(value, dtype=np.float64) for name, value in space.base.items()}
        self.months = base["month"].reshape(-1) if "month" in base else np.zeros(1)
        self.sizing = float(base[_SIZING].reshape(-1)[0]) if _SIZING in base else float("nan")
        self.clusters = float(base[_CLUSTERS].reshape(-1)[0]) if _CLUSTERS in base else float("nan")

    def hosts(self, *, apart: bool = False) -> Trajectories:
        """The hosts of every point at the sizing date and by month."""
        dates = np.concatenate([[self.sizing], self.months / MONTHS_PER_YEAR])
        return find(
            self.sizes,
            dates,
            self.clusters,
            lambda dates, clusters: replace(self._asked(dates, clusters), apart=apart),
        )

    def _asked(self, dates: Array, clusters: Array) -> Asked:
        """What the constraints ask for at some dates, each with a number of clusters."""
        nodes = Nodes(self.sizes, len(dates))
        expression = MODEL.formulas[_HOSTS].expression
        names = [_HOSTS]
        if isinstance(expression, Apply) and expression.operation == "largest_known":
            names = [each.name for each in expression.arguments if isinstance(each, Symbol)]
            assert len(names) == len(expression.arguments)
        dating = MODEL.used_by(_SIZING)
        wanted = [*names, *SIZED_BY]
        trace = self._trace(nodes, {_SIZING: _on_hosts(nodes, dates), _CLUSTERS: _on_hosts(nodes, clusters)}, wanted)
        *constraints, most, fixed, longest = trace.all(wanted, keep=dating)
        given = nodes.apply("first_known", fixed, nodes.constant(0.0))
        given = nodes.apply("where", nodes.apply("isnan", longest), given, nodes.constant(-1.0))
        dated = any(each.axes & nodes.hosts_axis for each in trace.every(dating))
        return Asked(nodes, _apart(nodes, constraints), most, given, dated)

    def traced(self, hosts: Trajectories, wanted: Sequence[str], known: KeptTraces | None = None) -> list[Wanted]:
        """The wanted quantities, on the choices and the hosts; sums as such on the nodes of what is known already."""
        nodes = (
            Nodes(self.sizes, len(hosts.required), of_points=True, choice=hosts.choice, options=hosts.options)
            if known is None
            else known.nodes
        )
        given: dict[str, Traced] = {
            _HOSTS: _on_hosts(nodes, hosts.required),
            _CLUSTERS: _on_hosts(nodes, hosts.clusters),
            "demanded_hosts": _on_hosts(nodes, hosts.by_month),
        }
        by_month = known.by_month if known is not None else {}
        for name, quantity in BY_MONTH.items():
            if name not in given:
                if name not in by_month:
                    by_month[name] = self._by_month(nodes, quantity)
                given[name] = by_month[name]
        return [Wanted(nodes, node) for node in self._trace(nodes, given, wanted, known).all(wanted)]

    def nodes_by_scope(self, hosts: Trajectories) -> Nodes:
        """What makes nodes of which sums stay sums."""
        return Nodes(self.sizes, len(hosts.required), by_scope=True)

    def traced_of(self, nodes: Nodes, name: str) -> Traced:
        """One quantity on the choices alone, the hosts unknown."""
        return self._trace(nodes, {}, [name]).one(name)

    def _by_month(self, nodes: Nodes, quantity: str) -> Node:
        """A quantity that does not rest on the hosts, at the date of each month."""
        assert _CLUSTERS not in MODEL.order([quantity])
        dated = Nodes(self.sizes, len(self.months))
        dates = _on_hosts(dated, self.months / MONTHS_PER_YEAR)
        (node,) = self._trace(dated, {_SIZING: dates}, [quantity]).all([quantity])
        (values,) = Program(dated, [node], None).run(tuple(slice(0, size) for size in self.sizes))
        by_month = np.moveaxis(values, -2, -1)
        return nodes.table(np.broadcast_to(by_month, (*by_month.shape[:-1], len(self.months))))

    def _trace(
        self, nodes: Nodes, found: Mapping[str, Traced], wanted: Sequence[str], known: KeptTraces | None = None
    ) -> Trace:
        given: dict[str, Traced] = {}
        behind = {*MODEL.order(wanted)}
        for name, value in self.space.base.items():
            if name in behind and name not in BY_MONTH:
                given[name] = self._base(nodes, name, np.asarray(value, dtype=np.float64))
        for place, (choice, own) in enumerate(zip(self.space.choices, self.block, strict=True)):
            for each, values in choice.sets.items():
                options = np.asarray(values, dtype=np.float64)[own]
                if isinstance(each, str) and "role" in MODEL.inputs[each].axes:
                    of_roles = _by_role(each, options)
                    given[each] = tuple(nodes.on_axis(place, of_roles[:, role]) for role in Role)
                else:
                    _put(nodes, given, each, nodes.on_axis(place, options))
        for each, joint in self.space.joint.items():
            _put(nodes, given, each, nodes.table(np.expand_dims(joint.on_all(self.block), -2)))
        return Trace(MODEL, nodes, {**given, **found}, self.space.curves, known)

    @staticmethod
    def _base(nodes: Nodes, name: str, value: Array) -> Traced:
        axes = MODEL.inputs[name].axes
        if "role" in axes:
            own = value.reshape(value.shape[-len(axes) :]) if value.ndim > len(axes) else value
            (of_roles,) = _by_role(name, own[np.newaxis])
            return tuple(nodes.table(each.reshape((1,) * len(nodes.sizes) + (-1,))) for each in of_roles)
        members: Values = value.reshape((1,) * len(nodes.sizes) + (-1,))
        return nodes.table(members)


def _put(nodes: Nodes, given: dict[str, Traced], each: Set, node: Node) -> None:
    """Set an input, or that of the drives of one role beside those of the others."""
    if isinstance(each, str):
        given[each] = node
        return
    name, role = each
    roles = given.get(name, (nodes.constant(float("nan")),) * len(Role))
    assert isinstance(roles, tuple)
    given[name] = (*roles[:role], node, *roles[role + 1 :])


def _apart(nodes: Nodes, constraints: Sequence[Node]) -> list[Node]:
    """A constraint that something fits is taken apart into the things that must fit, which rest on fewer choices.

    The largest of the parts is the whole, unless one of them is missing; then the whole is missing, and the parts may
    say 1, which changes nothing where another constraint says 1 at least.
    """
    one_at_least = any(each.bounds.low >= 1 and not each.bounds.missing for each in constraints)
    found = []
    for node in constraints:
        known = not any(each.bounds.missing for each in node.arguments)
        if node.table is None and node.operation == "one_if_within" and (known or one_at_least):
            found += [nodes.apply("one_if_within", each) for each in node.arguments]
        else:
            found.append(node)
    return found


def _by_role(name: str, options: Array) -> Array:
    """The values of an input with roles, (options, roles, members): members are the months, where it has them."""
    axes = MODEL.inputs[name].axes
    assert axes[0] == "role"
    members = options.shape[2:] if options.ndim > len(axes) else (1,)
    of_roles = options.reshape(len(options), -1, *members)
    return np.broadcast_to(of_roles, (len(options), len(Role), *members))


def _on_hosts(nodes: Nodes, values: Array) -> Node:
    return nodes.on_axis(len(nodes.sizes) - 1, values)


def _within(block: Slab, inner: Slab) -> Slab:
    return tuple(slice(a.start + b.start, a.start + b.stop) for a, b in zip(block, inner, strict=True))
