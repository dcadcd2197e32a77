"""Expressions over a product of choices, each known on the axes that it depends on.

A node is a table where that is small, and otherwise an operation that is left for the slabs of the space. Arrays have
one axis for each choice, one more for the hosts (or the dates, while the hosts are looked for), and the members last;
along an axis on which nothing depends the size is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import prod
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from hostwise.engine import primitives
from hostwise.engine.axes import BY_MONTH_OF_GROUPS
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.space.bounds import ANYTHING, TRUTHS, Bounds, Values, bounds_after, bounds_of, decided
from hostwise.engine.space.steps import OPERATIONS, NoSteps, Step, StepFunction

TABLE_LIMIT = 1 << 23
"""Most numbers of a table."""

_POINTS_PER_NUMBER = 16
"""A table of fewer points for each of its numbers takes longer than these points, a slab of which the cache holds."""

_SMALL_TABLE = 1 << 18
"""A table of so many numbers is worth its while for any number of points."""

REDUCTIONS = frozenset(
    {
        "total",
        "largest",
        "smallest",
        "at_start",
        "internal_rate",
        "payback",
        "least_bins",
        "years_until_written",
    }
)
"""Operations after which there are no members."""


LINEAR = frozenset({"add", "subtract", "negative", "multiply", "divide", "where"})
"""Operations of a sum that are the sum of what they yield of its parts."""


def _as_number(truth: Values) -> Values:
    return truth.astype(np.float64)


@cache
def function_of(operation: str) -> Callable[..., Values]:
    """The function of an operation, on arrays that keep an axis for members."""
    function: Callable[..., Values] = _as_number if operation == "as_number" else primitives.function_of(operation)
    if operation not in REDUCTIONS:
        return function

    def reduced(*amounts: Values) -> Values:
        return np.asarray(function(*amounts))[..., np.newaxis]

    return reduced


class Term(NamedTuple):
    """A part of a sum by months: a factor without months times an amount by month.

    `nothing` says in which months the part is 0 whatever the factor is, missing included.
    """

    factor: Node | None
    amount: Node
    nothing: Node | None


@dataclass(eq=False, slots=True, weakref_slot=True)
class Node:
    """An expression; `axes` has a bit for each axis that it depends on.

    `terms` says the same as a sum, where that lets a sum over months be taken of small parts.
    """

    number: int
    operation: str
    arguments: tuple[Node, ...]
    axes: int
    members: int
    known_bounds: Bounds | None
    table: Values | None = None
    compute: Callable[..., Values] | None = None
    terms: tuple[Term, ...] | None = None

    @property
    def bounds(self) -> Bounds:
        """Between which values it lies; those of a table are looked for once they are asked for."""
        if self.known_bounds is None:
            assert self.table is not None
            self.known_bounds = bounds_of(self.table)
        return self.known_bounds

    @property
    def one(self) -> float | None:
        """The value, if there is only one."""
        # A table has no axis along which nothing changes.
        return None if self.table is not None and self.axes else self.bounds.one


class Nodes:
    """Makes nodes for one product of axes: shares equal ones, computes small ones at once, leaves out what is idle."""

    def __init__(
        self,
        sizes: Sequence[int],
        hosts: int,
        *,
        of_points: bool = False,
        choice: int | None = None,
        options: NDArray[np.intp] | None = None,
        by_scope: bool = False,
    ) -> None:
        """For axes of these sizes, and so many host trajectories (or dates).

        Args:
            sizes: those of the choices.
            hosts: that of the axis of hosts.
            of_points: whether each point has one of the hosts, so that it need not be computed for all of them.
            choice: a choice of which each of the hosts occurs with one option only.
            options: that option of each of the hosts.
            by_scope: whether sums of what rests on different choices stay sums: a table on all of them is made only
                where an operation is not linear.
        """
        self._choice, self._options, self._by_scope = choice, options, by_scope
        self._as_one: dict[int, Values | None] = {}
        self.sizes, self.points, self._of_points = (*sizes, hosts), prod(sizes), of_points
        self.hosts_axis = 1 << len(sizes)
        self._numbers = count()
        self._made: WeakValueDictionary[Any, Node] = WeakValueDictionary()

    def size(self, axes: int) -> int:
        """Points on some axes."""
        if self._choice is not None and axes & self.hosts_axis:
            axes &= ~(1 << self._choice)
        return prod(size for place, size in enumerate(self.sizes) if axes >> place & 1)

    # --------------------------------------------------------------------------------------------------- tables

    def constant(self, value: float, members: int = 1) -> Node:
        """One number everywhere."""
        return self.table(np.full((1,) * len(self.sizes) + (members,), value))

    def on_axis(self, place: int, values: Values) -> Node:
        """Values along one axis: (size,) or (size, members)."""
        shape = [1] * len(self.sizes)
        shape[place] = len(values)
        return self.table(np.asarray(values, dtype=np.float64).reshape(*shape, -1))

    def table(self, values: Values) -> Node:
        """A table; an axis along which nothing changes is left out."""
        axes = 0
        for place, size in enumerate(values.shape[:-1] if values.size > values.shape[-1] else ()):
            if size > 1:
                if _same_along(values, place):
                    values = values.take([0], axis=place)
                else:
                    axes |= 1 << place
        values = np.ascontiguousarray(values)
        key = ("table", values.shape, values.dtype.char, values.tobytes()) if values.size <= 64 else None
        node = self._made.get(key) if key else None
        if node is None:
            node = Node(next(self._numbers), "table", (), axes, values.shape[-1], None, values)
            if key:
                self._made[key] = node
        return node

    # ----------------------------------------------------------------------------------------------- operations

    def apply(self, operation: str, *arguments: Node) -> Node:
        """What an operation yields of some nodes; numbers as NumPy computes them, up to the order of sums of months."""
        arguments = self._with_hosts(arguments)
        same = self._idle(operation, arguments)
        if same is not None:
            return same
        key = (operation, *(each.number for each in arguments))
        node = self._made.get(key)
        if node is None:
            node = self._new(operation, arguments)
            self._made[key] = node
        return node

    def call(self, name: str, function: Callable[[Values], Values], argument: Node, members: int) -> Node:
        """What a measured curve yields of a node."""
        key = (name, argument.number)
        node = self._made.get(key)
        if node is None:
            node = self._made[key] = self._made_of(name, function, (argument,), members)
        return node

    def plain(self, operation: str, *arguments: Node) -> Node:
        """The same, without a look at what the sum is made of."""
        arguments = self._with_hosts(arguments)
        members = max(each.members for each in arguments)
        return self._made_of(operation, function_of(operation), arguments, members)

    def _with_hosts(self, arguments: tuple[Node, ...]) -> tuple[Node, ...]:
        """Where one rests on the hosts, the tables that rest on the choice which the hosts tell apart rest on these."""
        if self._choice is None or not any(each.axes & self.hosts_axis for each in arguments):
            return arguments
        return tuple(self._on_hosts(each) for each in arguments)

    def _on_hosts(self, node: Node) -> Node:
        choice, options = self._choice, self._options
        if choice is None or options is None or not node.axes >> choice & 1:
            return node
        if node.table is None or node.axes & self.hosts_axis:
            return node
        key = ("on hosts", node.number)
        found = self._made.get(key)
        if found is None:
            # The axis of hosts has size 1 before the members.
            by_host = np.moveaxis(node.table.take(options, axis=choice), choice, -2)[..., 0, :, :]
            found = self._made[key] = self.table(np.expand_dims(by_host, choice))
        return found

    def _new(self, operation: str, arguments: tuple[Node, ...]) -> Node:
        of_terms = summed(self, operation, arguments)
        if isinstance(of_terms, Node):
            return of_terms
        members = max(each.members for each in arguments)
        if operation in REDUCTIONS:
            members = 1
        elif operation == BY_MONTH_OF_GROUPS:
            members = arguments[-1].members
        elif operation == "by_year":
            members = 1 + -(-(members - 1) // MONTHS_PER_YEAR)
        node = self._made_of(operation, function_of(operation), arguments, members)
        if node.table is None:
            node.terms = of_terms
        return node

    def _made_of(
        self, operation: str, function: Callable[..., Values], arguments: tuple[Node, ...], members: int
    ) -> Node:
        axes = 0
        for each in arguments:
            axes |= each.axes
        if self.fits(axes, max(members, *(each.members for each in arguments))):
            tables = self._tables(operation, arguments)
            if tables is not None:
                with np.errstate(all="ignore"):
                    return self.table(np.asarray(function(*tables)))
        bounds = bounds_after(operation, [each.bounds for each in arguments])
        if bounds.one is not None and operation not in TRUTHS:
            return self.constant(bounds.one, members)
        return Node(next(self._numbers), operation, arguments, axes, members, bounds, compute=function)

    def apart(self, a: Node, b: Node) -> bool:
        """Whether the sum of two stays a sum: each rests on a choice on which the other does not."""
        choices = self.hosts_axis - 1
        return self._by_scope and bool(a.axes & ~b.axes & choices) and bool(b.axes & ~a.axes & choices)

    def _tables(self, operation: str, arguments: Sequence[Node]) -> list[Values] | None:
        """The tables of some nodes; None if one has none, or if the result shall not be a table."""
        if operation in ("add", "subtract") and self.apart(*arguments):
            return None
        some = [each.table for each in arguments]
        if self._by_scope and operation not in LINEAR:
            some = [self._in_one(each) for each in arguments]
        return None if any(each is None for each in some) else some  # type: ignore[return-value]

    def _in_one(self, node: Node) -> Values | None:
        """The table of a sum that was kept as one, where that is small."""
        if node.table is not None:
            return node.table
        if node.number not in self._as_one:
            found = None
            if self.fits(node.axes, max(node.members, *(each.members for each in node.arguments))):
                tables = [self._in_one(each) for each in node.arguments]
                if all(each is not None for each in tables):
                    assert node.compute is not None
                    with np.errstate(all="ignore"):
                        found = np.asarray(node.compute(*tables))
            self._as_one[node.number] = found
        return self._as_one[node.number]

    def fits(self, axes: int, members: int) -> bool:
        """Whether a table on these axes is small enough."""
        size = self.size(axes) * members
        if self._of_points and axes & self.hosts_axis and members == 1 and size > _SMALL_TABLE:
            return size <= min(self.points // _POINTS_PER_NUMBER, TABLE_LIMIT)
        return axes == 0 or size <= TABLE_LIMIT

    def _idle(self, operation: str, arguments: tuple[Node, ...]) -> Node | None:
        """The node that is the result already, if the bounds show it: exact for every value, missing ones included."""
        members = max(each.members for each in arguments)

        def fitting(node: Node) -> Node | None:
            if node.members == members:
                return node
            if node.table is None or not self.fits(node.axes, members):
                return None
            return self.table(np.repeat(node.table, members, axis=-1))

        if operation == "where":
            condition, yes, no = arguments
            if condition.one is not None:
                return fitting(yes if condition.one else no)
            return fitting(yes) if yes is no else None
        if len(arguments) == 2:
            a, b = arguments
            if operation in ("equal", "greater", "less", "greater_equal", "less_equal"):
                truth = decided(operation, a.bounds, b.bounds)
                return None if truth is None else self._truth(truth, members)
            return self._idle_of_two(operation, a, b, fitting, members)
        if operation == "first_known":
            known = [each for each in arguments if not each.bounds.unknown] or [arguments[-1]]
            if not known[0].bounds.missing or len(known) == 1:
                return fitting(known[0])
            return self.apply(operation, *known) if self._fewer(known, arguments, members) else None
        if operation == "largest_known":
            known = [each for each in arguments if not each.bounds.unknown] or [arguments[0]]
            if len(known) == 1:
                return fitting(known[0])
            return self.apply(operation, *known) if self._fewer(known, arguments, members) else None
        if operation == "isnan" and not arguments[0].bounds.missing:
            return self._truth(False, members)
        if operation == "if_finite" and not arguments[0].bounds.has_infinite():
            return arguments[0]
        return None

    @staticmethod
    def _fewer(some: Sequence[Node], of: Sequence[Node], members: int) -> bool:
        return len(some) < len(of) and max(each.members for each in some) == members

    def _truth(self, value: bool, members: int) -> Node:
        return self.table(np.full((1,) * len(self.sizes) + (members,), value))

    def _idle_of_two(
        self, operation: str, a: Node, b: Node, fitting: Callable[[Node], Node | None], members: int
    ) -> Node | None:
        if operation == "multiply":
            if a.one == 1:
                return fitting(b)
            if b.one == 1:
                return fitting(a)
            # Of a number below 0 it would be the other zero.
            if any(x.one == 0 and y.bounds.finite and y.bounds.low >= 0 for x, y in ((a, b), (b, a))):
                return self.constant(0.0, members)
        elif operation == "add":
            # The sum of 0 and the other zero is 0.
            if a.one == 0 and not b.bounds.has_zero():
                return fitting(b)
            if b.one == 0 and not a.bounds.has_zero():
                return fitting(a)
        elif (operation, b.one) in (("subtract", 0), ("divide", 1)):
            return fitting(a)
        elif operation in ("fmax", "largest_known", "fmin", "maximum", "minimum"):
            return self._larger_or_smaller(operation, a, b, fitting)
        elif operation == "first_known" and (not a.bounds.missing or b.bounds.unknown):
            return fitting(a)
        elif operation == "first_known" and a.bounds.unknown:
            return fitting(b)
        return None

    @staticmethod
    def _larger_or_smaller(operation: str, a: Node, b: Node, fitting: Callable[[Node], Node | None]) -> Node | None:
        either = operation in ("maximum", "minimum")
        for x, y in ((a, b), (b, a)):
            if not either and y.bounds.unknown:
                return fitting(x)
            if x.bounds.missing or x.bounds.unknown or y.bounds.unknown or (either and y.bounds.missing):
                continue
            # Of two zeros the one that the operation takes counts.
            if x.bounds.has_zero() and y.bounds.has_zero():
                continue
            if operation in ("fmin", "minimum") and x.bounds.high <= y.bounds.low:
                return fitting(x)
            if operation in ("fmax", "largest_known", "maximum") and x.bounds.low >= y.bounds.high:
                return fitting(x)
        return None


def _same_along(values: Values, place: int) -> bool:
    """Whether all values along an axis are the same, missing ones included."""
    # Bit by bit, since both zeros are told apart: divided by, they are opposite infinities.
    bits = values.view(np.int64) if values.dtype == np.float64 else values
    before = (slice(None),) * place
    first = bits[(*before, slice(0, 1))]
    # Most tables differ between the ends.
    if not (bits[(*before, slice(-1, None))] == first).all():
        return False
    return bool(np.all(bits == first))


# ------------------------------------------------------------------------------------------------ sums by months


def summed(nodes: Nodes, operation: str, arguments: tuple[Node, ...]) -> Node | tuple[Term, ...] | None:
    """What an operation that is linear in the months yields, as a sum of parts; a node once no months are left.

    The cost of a month is a sum of products: what it is per host, which depends on many choices, times how many there
    are in each month, which depends on the hosts only. Sums over months are taken of the second alone.
    """
    if not any(each.members > 1 for each in arguments):
        return None
    rule = _LINEAR.get(operation)
    return rule(nodes, *arguments) if rule else None


def _terms(node: Node) -> tuple[Term, ...]:
    if node.terms is not None:
        return node.terms
    return () if node.one == 0 else (Term(None, node, None),)


def _finite(term: Term) -> bool:
    return term.factor is None or term.factor.bounds.finite


def _is_divided(operation: str, scale: Node) -> bool:
    """Whether it is divided by what may be 0, which makes infinity."""
    return operation == "divide" and scale.bounds.has_zero()


def _spreads(operation: str, scale: Node) -> bool:
    """Whether a factor may stand before a sum over months: infinity times no months at all is unknown, not nothing."""
    return not scale.bounds.has_infinite() and not _is_divided(operation, scale)


def _is_table(nodes: Nodes, *arguments: Node) -> bool:
    axes, members = 0, 1
    for each in arguments:
        axes, members = axes | each.axes, max(members, each.members)
    return nodes.fits(axes, members) and all(each.table is not None for each in arguments)


def _product(nodes: Nodes, a: Node, b: Node) -> tuple[Term, ...] | None:
    if _is_table(nodes, a, b):
        return None
    for x, y in ((a, b), (b, a)):
        if x.members == 1 and (y.terms is not None or x.axes & ~y.axes):
            return _scaled(nodes, "multiply", y, x)
        if x.members > 1 and x.terms is None and (y.terms is not None or (x.table is None and _apart(nodes, y))):
            return _by_month(nodes, "multiply", y, x)
    return None


def _apart(nodes: Nodes, node: Node) -> tuple[Term, ...]:
    """The parts of a sum by month, or a table as a factor times months, where it is one; else none."""
    parts = tuple(_as_product(nodes, each) for each in _terms(node))
    return parts if any(each.factor is not None for each in parts) else ()


_DUST = 1e-13
"""Relative difference between a table and the product that it is taken for: rounding, which sums of months have."""


def _as_product(nodes: Nodes, term: Term) -> Term:
    """A part whose amounts are the same months times a number that choices change: that number is a factor."""
    table = term.amount.table
    if table is None or term.nothing is not None or not term.amount.axes or term.amount.members == 1:
        return term
    if not term.amount.bounds.finite:
        return term
    rows = table.reshape(-1, table.shape[-1])
    row, month = np.unravel_index(np.argmax(np.abs(rows)), rows.shape)
    if rows[row, month] == 0:
        return term
    months = rows[row] / rows[row, month]
    factor = table[..., month : month + 1]
    if np.any(np.abs(table - factor * months) > _DUST * np.abs(table)):
        return term
    own, amount = nodes.table(factor), nodes.table(months.reshape((1,) * len(nodes.sizes) + (-1,)))
    return Term(own if term.factor is None else nodes.apply("multiply", term.factor, own), amount, None)


def _quotient(nodes: Nodes, a: Node, b: Node) -> tuple[Term, ...] | None:
    if _is_table(nodes, a, b):
        return None
    if b.members == 1 and (a.terms is not None or b.axes & ~a.axes):
        return _scaled(nodes, "divide", a, b)
    if b.members > 1 and b.terms is None and a.terms is not None:
        return _by_month(nodes, "divide", a, b)
    return None


def _scaled(nodes: Nodes, operation: str, by_month: Node, scale: Node) -> tuple[Term, ...] | None:
    if not _spreads(operation, scale):
        return None
    found = []
    for term in _terms(by_month):
        if term.nothing is not None and scale.bounds.missing:
            return None
        if _is_table(nodes, term.amount, scale):
            found.append(term._replace(amount=nodes.apply(operation, term.amount, scale)))
            continue
        factor = nodes.constant(1.0) if term.factor is None else term.factor
        found.append(term._replace(factor=nodes.apply(operation, factor, scale)))
    return tuple(found)


def _by_month(nodes: Nodes, operation: str, by_month: Node, scale: Node) -> tuple[Term, ...] | None:
    found = []
    for term in _terms(by_month):
        if term.nothing is not None and (scale.bounds.missing or not _spreads(operation, scale)):
            return None
        if scale.table is None:
            term = _as_product(nodes, term)
        found.append(term._replace(amount=nodes.apply(operation, term.amount, scale)))
    return tuple(found)


def _sum(nodes: Nodes, a: Node, b: Node) -> tuple[Term, ...] | None:
    # What does not change by month stays with what does: apart, the two would only cancel each other less exactly.
    alike = a.axes == b.axes or (a.axes | b.axes in (a.axes, b.axes) and min(a.members, b.members) == 1)
    if not nodes.apart(a, b) and (_is_table(nodes, a, b) or (a.terms is None and b.terms is None and alike)):
        return None
    members = max(a.members, b.members)
    if any(each.members < members and each.bounds.has_infinite() for each in (a, b)):
        return None
    parts = list(_terms(a))
    for term in _terms(b):
        for place, other in enumerate(parts):
            alike = (other.amount.table is None) == (term.amount.table is None)
            same = alike and other.amount.axes == term.amount.axes
            if nodes.apart(other.amount, term.amount):
                continue
            if other.factor is term.factor and (same or _is_table(nodes, other.amount, term.amount)):
                nothing = (
                    nodes.apply("bitwise_and", other.nothing, term.nothing) if other.nothing and term.nothing else None
                )
                parts[place] = Term(term.factor, nodes.plain("add", other.amount, term.amount), nothing)
                break
        else:
            parts.append(term)
    return tuple(_of_length(nodes, term, members) for term in parts)


def _of_length(nodes: Nodes, term: Term, members: int) -> Term:
    """A part with a value for every member."""
    if term.amount.members == members:
        return term
    ones = nodes.constant(1.0, members)
    if _is_table(nodes, term.amount, ones):
        table = term.amount.table
        assert table is not None
        return term._replace(amount=nodes.table(np.repeat(table, members, axis=-1)))
    if term.factor is None:
        return Term(term.amount, ones, None)
    return Term(nodes.apply("multiply", term.factor, term.amount), ones, None)


def _difference(nodes: Nodes, a: Node, b: Node) -> tuple[Term, ...] | None:
    minus = nodes.apply("negative", b)
    return _sum(nodes, a, minus)


def _opposite(nodes: Nodes, a: Node) -> tuple[Term, ...] | None:
    if a.terms is None:
        return None
    return tuple(term._replace(amount=nodes.apply("negative", term.amount)) for term in a.terms)


def _choice(nodes: Nodes, condition: Node, yes: Node, no: Node) -> tuple[Term, ...] | None:
    if _is_table(nodes, condition, yes, no):
        return None
    members = max(condition.members, yes.members, no.members)
    if not any(each.terms or (each.members < members and each.axes & ~condition.axes) for each in (yes, no)):
        return None
    if any(each.members < members and each.bounds.has_infinite() for each in (yes, no)):
        return None
    found = []
    for node, wanted in ((yes, True), (no, False)):
        for term in (_of_length(nodes, each, members) for each in _terms(node)):
            part = _chosen(nodes, condition, term, wanted)
            if part is None:
                return None
            found.append(part)
    return tuple(found)


def _chosen(nodes: Nodes, condition: Node, term: Term, wanted: bool) -> Term | None:
    """A part where a condition is as wanted, and nothing elsewhere."""
    zero = nodes.constant(0.0)

    def where(node: Node) -> Node:
        return nodes.apply("where", condition, *((node, zero) if wanted else (zero, node)))

    if condition.members == 1 and condition.axes & ~term.amount.axes:
        if not term.amount.bounds.finite:
            return None
        return Term(where(term.factor or nodes.constant(1.0)), term.amount, term.nothing)
    nothing = term.nothing
    if not _finite(term) or nothing is not None:
        # The months in which nothing counts matter only where a factor may be missing.
        if condition.table is None or (nothing is not None and nothing.table is None):
            return None
        idle = nodes.table(condition.table != wanted)
        nothing = nodes.apply("maximum", idle, nothing) if nothing is not None else idle
    return Term(term.factor, where(term.amount), nothing)


def _over_months(operation: str, of_nothing: str) -> Callable[[Nodes, Node], tuple[Term, ...] | None]:
    def rule(nodes: Nodes, a: Node) -> tuple[Term, ...] | None:
        if a.terms is None:
            return None
        found = []
        for term in a.terms:
            nothing = term.nothing
            if nothing is not None:
                if nothing.table is None:
                    return None
                nothing = nodes.table(_ALL_NOTHING[of_nothing](nothing.table))
            found.append(Term(term.factor, nodes.apply(operation, term.amount), nothing))
        return tuple(found)

    return rule


def _worn(nodes: Nodes, bought: Node, begun: Node, wear: Node) -> tuple[Term, ...] | None:
    """What is worn out of each part that is bought: so many times as much of twice as many things."""
    if _is_table(nodes, bought, begun, wear) or wear.terms is bought.terms:
        return None
    parts = _apart(nodes, bought)
    if not parts or any(each.nothing is not None or not _finite(each) for each in parts):
        return None
    return tuple(each._replace(amount=nodes.plain("worn_so_far", each.amount, begun, wear)) for each in parts)


def _so_far(nothing: Values) -> Values:
    return np.asarray(np.logical_and.accumulate(nothing, axis=-1))


def _with_before(nothing: Values) -> Values:
    both = nothing.copy()
    both[..., 1:] &= nothing[..., :-1]
    return both


def _in_years(nothing: Values) -> Values:
    return np.asarray(primitives.by_year(np.where(nothing, 0.0, 1.0)) == 0)


_ALL_NOTHING: Mapping[str, Callable[[Values], Values]] = {
    "so far": _so_far,
    "with the one before": _with_before,
    "in each year": _in_years,
}


def _reduced(operation: str) -> Callable[[Nodes, Node], Node | None]:
    def rule(nodes: Nodes, a: Node) -> Node | None:
        if a.terms is None:
            return None
        parts: list[Node] = []
        zero = nodes.constant(0.0)
        for term in a.terms:
            part = _in_steps(nodes, nodes.apply(operation, term.amount))
            some = _multiplied(nodes, term.factor, part) if term.factor is not None else [part]
            if term.nothing is not None:
                if term.nothing.table is None:
                    return None
                every = term.nothing.table if operation == "total" else term.nothing.table[..., :1]
                none = nodes.table(np.all(every, axis=-1, keepdims=True))
                some = [nodes.apply("where", none, zero, each) for each in some]
            parts += some
        return _added_up(nodes, parts) if parts else zero

    return rule


_WORTH_STEPS = 1 << 17
"""Points from which on it is worth while to look for steps."""

_NUMBERS = 0.02, 1e9
"""Between which numbers steps are looked for; beyond them sums are computed."""


def _in_steps(nodes: Nodes, sum_of_months: Node) -> Node:
    """A sum that rests on one number and constants, as a step function of it; any other sum as it is."""
    if sum_of_months.table is not None or nodes.size(sum_of_months.axes & (nodes.hosts_axis - 1)) < _WORTH_STEPS:
        return sum_of_months
    number: Node | None = None
    constants: dict[int, Node] = {}
    order: list[Node] = []
    stack = [(sum_of_months, False)]
    seen: set[int] = set()
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
            continue
        if node.number in seen:
            continue
        seen.add(node.number)
        if node.table is not None:
            if node.axes:
                return sum_of_months
            constants[node.number] = node
        elif node.members == 1 and node is not sum_of_months:
            if number is not None:
                return sum_of_months
            number = node
        else:
            begins = node.operation == "worn_so_far" and node.arguments[0]
            if node.operation not in OPERATIONS or (begins and (begins.table is None or not begins.bounds.low >= 0)):
                return sum_of_months
            stack.append((node, True))
            stack.extend((each, False) for each in reversed(node.arguments))
    low, high = (
        max(number.bounds.low, _NUMBERS[0]) if number else 1.0,
        min(number.bounds.high, _NUMBERS[1]) if number else 0.0,
    )
    if number is None or not low < high:
        return sum_of_months
    places = {each: place for place, each in enumerate([number.number, *constants, *(each.number for each in order)])}
    steps = []
    for node in order:
        assert node.compute is not None
        steps.append(Step(node.operation, node.compute, tuple(places[each.number] for each in node.arguments)))
    tables = [each.table.reshape(1, -1) for each in constants.values() if each.table is not None]
    try:
        function = StepFunction(tables, steps, low, high)
    except NoSteps:
        return sum_of_months
    return nodes.call(f"steps of {sum_of_months.number}", function, number, 1)


def _multiplied(nodes: Nodes, factor: Node, by: Node) -> list[Node]:
    """A product as a sum of tables, where the factor is made of tables by sums and shares; else one node."""
    return _as_tables(nodes, factor, by) or [nodes.apply("multiply", factor, by)]


def _as_tables(nodes: Nodes, factor: Node, by: Node) -> list[Node] | None:
    if _is_table(nodes, factor, by):
        return [nodes.apply("multiply", factor, by)]
    if factor.operation in ("add", "subtract"):
        a, b = factor.arguments
        first = _as_tables(nodes, a, by)
        second = first and _as_tables(nodes, b, nodes.apply("negative", by) if factor.operation == "subtract" else by)
        return [*first, *second] if first and second else None
    if factor.operation in ("multiply", "divide"):
        a, b = factor.arguments
        if _is_table(nodes, b, by):
            return _as_tables(nodes, a, nodes.apply(factor.operation, by, b))
        if factor.operation == "multiply" and _is_table(nodes, a, by):
            return _as_tables(nodes, b, nodes.apply("multiply", by, a))
    return None


def _added_up(nodes: Nodes, parts: list[Node]) -> Node:
    """The sum, with what depends on the fewest choices first."""
    parts = sorted(parts, key=lambda each: (nodes.size(each.axes), each.number))
    done: list[Node] = []
    for part in parts:
        for place, other in enumerate(done):
            together = other.axes | part.axes
            # A larger table saves a look-up for each point, and costs itself.
            most = min(nodes.points // _POINTS_PER_NUMBER, TABLE_LIMIT)
            small = together == part.axes or nodes.size(together) <= most
            if small and (other.table is None) == (part.table is None) and not nodes.apart(other, part):
                part = nodes.apply("add", done.pop(place), part)
                break
        done.append(part)
    result = done[0]
    for part in done[1:]:
        result = nodes.apply("add", result, part)
    return result


_LINEAR: Mapping[str, Callable[..., Any]] = {
    "multiply": _product,
    "divide": _quotient,
    "add": _sum,
    "subtract": _difference,
    "negative": _opposite,
    "where": _choice,
    "running_total": _over_months("running_total", "so far"),
    "added": _over_months("added", "with the one before"),
    "by_year": _over_months("by_year", "in each year"),
    "worn_so_far": _worn,
    "total": _reduced("total"),
    "at_start": _reduced("at_start"),
}

__all__ = ["ANYTHING", "LINEAR", "REDUCTIONS", "TABLE_LIMIT", "TRUTHS", "Node", "Nodes", "Values"]
