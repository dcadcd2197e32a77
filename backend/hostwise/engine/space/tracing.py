"""From formulas to nodes: each formula's expression on the values that a space gives its inputs.

The roles of drives are taken apart: each role of a quantity is a node of its own, since choices set the drives of one
role and not those of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from hostwise.engine.axes import OF_WRITE_ROLE, arguments_at
from hostwise.engine.graph import Curve, Graph
from hostwise.engine.roles import Role
from hostwise.engine.space.nodes import TRUTHS, Node, Nodes, Values
from hostwise.engine.symbols import Apply, Expression, Number, Symbol

Traced: TypeAlias = Node | tuple[Node, ...]
"""A quantity; of one with roles the nodes of all roles."""

_PROBE = np.ones((1, 1))

_OF_ALL_ROLES: Mapping[str, str] = {"total_of_roles": "add", "smallest_of_roles": "minimum"}


_MOST_OF_ONE = 1 << 14
"""Numbers of the tables of a quantity that is kept for another trace."""


def _nodes_of(traced: Traced) -> tuple[Node, ...]:
    return (traced,) if isinstance(traced, Node) else traced


class KeptTraces:
    """The quantities that were traced on some nodes, for spaces with other contents of some inputs."""

    def __init__(self, nodes: Nodes) -> None:
        """None yet, of these nodes."""
        self.nodes = nodes
        self.found: dict[str, Traced] = {}
        self.by_month: dict[str, Node] = {}
        """Inputs that are other quantities by month."""
        self._contents: Mapping[str, bytes] = {}

    def adapt(self, graph: Graph, contents: Mapping[str, bytes], by_month: Mapping[str, str]) -> None:
        """Forget what rests on an input whose content is another one now.

        Args:
            graph: the formulas.
            contents: what each input is.
            by_month: the quantities that some inputs are by month.
        """

        def rests(name: str, some: Iterable[str]) -> bool:
            return any(graph.rests_on(name, each) for each in some)

        names = self._contents.keys() | contents.keys()
        changed = {name for name in names if self._contents.get(name) != contents.get(name)}
        others = {name for name, quantity in by_month.items() if rests(quantity, changed)}
        for name in others & self.by_month.keys():
            del self.by_month[name]
        for name in [each for each in self.found if rests(each, changed | others)]:
            del self.found[name]
        self._contents = contents

    def numbers(self) -> int:
        """How many the tables have."""
        nodes = {node.number: node for each in self.found.values() for node in _nodes_of(each)}
        return sum(each.table.size for each in nodes.values() if each.table is not None)

    def keep(self, name: str, traced: Traced) -> None:
        """Keep a quantity, unless its tables take much room."""
        if all(each.table is None or each.table.size <= _MOST_OF_ONE for each in _nodes_of(traced)):
            self.found[name] = traced


class Trace:
    """The nodes of quantities, found as they are asked for."""

    def __init__(
        self,
        graph: Graph,
        nodes: Nodes,
        given: Mapping[str, Traced],
        curves: Mapping[str, Curve],
        known: KeptTraces | None = None,
    ) -> None:
        """For the formulas of a graph; what is `given` is not computed, and inputs that are not are missing.

        Args:
            graph: the formulas.
            nodes: makes the nodes.
            given: quantities that are not computed.
            curves: measured curves over other quantities.
            known: what was traced before on the same nodes; what is traced now is added.
        """
        self.graph, self.nodes, self.curves, self._known = graph, nodes, curves, known
        self._found: dict[str, Traced] = {**given, **(known.found if known is not None else {})}

    def all(self, wanted: Iterable[str], keep: Iterable[str] = ()) -> list[Node]:
        """The nodes of quantities without roles; those behind them are forgotten, except some to keep."""
        names = list(wanted)
        order = self._lacking(names)
        last = {each: name for name in order for each in self.graph.needs(name)}
        kept = {*names, *keep}
        for name in order:
            self._found[name] = self._formula(name) if name in self.graph.formulas else self._input(name)
            if self._known is not None and name in self.graph.formulas:
                self._known.keep(name, self._found[name])
            # Tables take much room.
            for each in self.graph.needs(name):
                if last[each] == name and each not in kept:
                    del self._found[each]
        found = [self._found[name] for name in names]
        assert all(isinstance(each, Node) for each in found)
        return found  # type: ignore[return-value]

    def one(self, name: str) -> Traced:
        """One quantity, which may have roles."""
        for each in self._lacking([name]):
            self._found[each] = self._formula(each) if each in self.graph.formulas else self._input(each)
        return self._found[name]

    def _lacking(self, names: Sequence[str]) -> list[str]:
        """What is to be found for some quantities, dependencies first: not what lies behind those that are given."""
        lacking: set[str] = set()
        stack = [*names]
        while stack:
            name = stack.pop()
            if name not in self._found and name not in lacking:
                lacking.add(name)
                stack.extend(self.graph.needs(name))
        return [name for name in self.graph.order(names) if name in lacking]

    def every(self, names: Iterable[str]) -> list[Node]:
        """The nodes found so far of some quantities, all roles of those that have them."""
        return [node for name in names if name in self._found for node in _nodes_of(self._found[name])]

    def _input(self, name: str) -> Traced:
        quantity = self.graph.inputs[name]
        if name in self.curves and quantity.curve_of is not None:
            over = self._found[quantity.curve_of]
            assert isinstance(over, Node)
            return self._on_curve(name, over)
        missing = self.nodes.constant(float("nan"))
        return (missing,) * len(Role) if "role" in quantity.axes else missing

    def _on_curve(self, name: str, over: Node) -> Node:
        curve = self.curves[name]

        def values(of: Values) -> Values:
            found = curve(of.reshape(-1, 1), slice(0, 1))
            return found.reshape(*of.shape[:-1], -1)

        probe = curve(over.table.reshape(-1, 1)[:1] if over.table is not None else _PROBE, slice(0, 1))
        return self.nodes.call(name, values, over, probe.size)

    def _formula(self, name: str) -> Traced:
        formula = self.graph.formulas[name]
        if "role" in formula.quantity.axes:
            return tuple(self._number(self._node(formula.expression, role)) for role in Role)
        return self._number(self._node(formula.expression, None))

    def _number(self, node: Node) -> Node:
        if node.operation in TRUTHS or (node.table is not None and node.table.dtype == bool):
            return self.nodes.apply("as_number", node)
        return node

    def _node(self, expression: Expression, role: Role | None) -> Node:
        if isinstance(expression, Symbol):
            found = self._found[expression.name]
            if isinstance(found, Node):
                return found
            assert role is not None
            return found[role]
        if isinstance(expression, Number):
            return self.nodes.constant(expression.value)
        assert isinstance(expression, Apply)
        arguments = [self._node(*each) for each in arguments_at(expression, role)]
        if expression.operation in ("of_role", "by_role"):
            return arguments[0]
        if expression.operation == OF_WRITE_ROLE:
            return self._of_write_role(*arguments)
        together = _OF_ALL_ROLES.get(expression.operation)
        if together is None:
            return self.nodes.apply(expression.operation, *arguments)
        result = arguments[0]
        for each in arguments[1:]:
            result = self.nodes.apply(together, result, each)
        return result

    def _of_write_role(self, single_tier: Node, capacity: Node, write_tier: Node) -> Node:
        """The drives that absorb the writes; where no choice changes the layout, those of one role alone."""
        if single_tier.table is not None and single_tier.table.size == 1:
            return capacity if single_tier.table.item() == 1 else write_tier
        is_single = self.nodes.apply("equal", single_tier, self.nodes.constant(1))
        return self.nodes.apply("where", is_single, capacity, write_tier)
