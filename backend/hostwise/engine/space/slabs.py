"""Evaluation of nodes slab by slab: what is no table is computed for the points of a part of the space.

While the hosts are an axis, what depends on few choices and on the hosts is computed for all hosts and looked up for
the points; the rest is computed for the points themselves, whichever is less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hostwise.engine.space.codes import Codes, Numbers, Slab, part_of, slabs
from hostwise.engine.space.nodes import Node, Nodes, Values

SLAB = 1 << 17
"""Points of a slab: the arrays of a slab stay in the processor's cache."""


_LONG_ROW = 128
"""Points that are long enough a row to be summed up by themselves."""


class Program:
    """The order in which the nodes behind some results are computed."""

    def __init__(self, nodes: Nodes, results: Sequence[Node], codes: Codes | None) -> None:
        """With codes the results are those of the points; without, for every place on the axis of hosts."""
        self.nodes, self.results, self.codes = nodes, results, codes
        self.order = in_order(results)
        self._flat: dict[int, Values] = {}
        self._forms: dict[tuple[int, ...], dict[int, bool]] = {}
        self._last = {each.number: place for place, node in enumerate(self.order) for each in node.arguments}

    def points(self, sizes: Sequence[int]) -> int:
        """Points of a slab that suit the cache: fewer where the members of each point are computed, too."""
        whole = tuple(sizes)
        most = SLAB
        while most > 256:
            shape = tuple(each.stop - each.start for each in next(slabs(whole, most)))
            forms = self._points_of(shape)
            widest = max(
                (
                    self._slab_size(node.axes, shape, of_points=forms[node.number])
                    * max(node.members, *(each.members for each in node.arguments))
                    for node in self.order
                ),
                default=0,
            )
            if widest <= SLAB * 8:
                return most
            most //= 2
        return most

    def _slab_size(self, axes: int, shape: Sequence[int], *, of_points: bool) -> int:
        size = prod(each for place, each in enumerate(shape) if axes >> place & 1)
        if not axes & self.nodes.hosts_axis:
            return size
        if not of_points or self.codes is None:
            return size * self.nodes.sizes[-1]
        known = self.codes.shape
        return prod(each for place, each in enumerate(shape) if axes >> place & 1 or known[place] > 1)

    def _points_of(self, shape: tuple[int, ...]) -> dict[int, bool]:
        """For each node whether it is computed for the points rather than for all hosts."""
        if shape not in self._forms:
            forms: dict[int, bool] = {}
            for node in self.order:
                if self.codes is None or not node.axes & self.nodes.hosts_axis:
                    forms[node.number] = False
                    continue
                above = any(forms.get(each.number, False) for each in node.arguments)
                forms[node.number] = above or self._slab_size(node.axes, shape, of_points=True) < self._slab_size(
                    node.axes, shape, of_points=False
                )
            self._forms[shape] = forms
        return self._forms[shape]

    def run(self, slab: Slab) -> list[Values]:
        """The results of a slab: (choices, hosts or 1, members), size 1 along an axis that changes nothing."""
        shape = tuple(each.stop - each.start for each in slab)
        forms = self._points_of(shape)
        codes = None if self.codes is None else self.codes.at(slab)
        found: dict[int, Values] = {}
        looked_up: dict[int, Values] = {}
        places: dict[int, Numbers] = {}

        def of_points(node: Node) -> Values:
            if node.number not in looked_up:
                assert codes is not None
                looked_up[node.number] = self._look_up(node, found.get(node.number), slab, codes, places)
            return looked_up[node.number]

        def value(node: Node, points: bool) -> Values:
            with_hosts = bool(node.axes & self.nodes.hosts_axis) and codes is not None
            if points and with_hosts and not forms.get(node.number, False):
                return of_points(node)
            return found[node.number] if node.table is None else part_of(node.table, slab)

        with np.errstate(all="ignore"):
            for place, node in enumerate(self.order):
                assert node.compute is not None
                found[node.number] = node.compute(*(value(each, forms[node.number]) for each in node.arguments))
                for each in node.arguments:
                    if self._last[each.number] == place and each not in self.results:
                        found.pop(each.number, None)
                        looked_up.pop(each.number, None)
            return [value(node, True) for node in self.results]

    def _look_up(
        self, node: Node, computed: Values | None, slab: Slab, codes: Numbers, places: dict[int, Numbers]
    ) -> Values:
        """The values at the hosts of the points."""
        hosts, members = self.nodes.sizes[-1], node.members
        if node.table is not None:
            # The table as a whole: a part of it would have to be copied.
            shape, starts, key = node.table.shape[:-2], [each.start for each in slab], node.axes
            if node.number not in self._flat:
                self._flat[node.number] = node.table.reshape(-1, members) if members > 1 else node.table.reshape(-1)
            flat = self._flat[node.number]
        else:
            assert computed is not None
            shape, starts, key = computed.shape[:-2], [0] * len(slab), ~node.axes
            flat = computed.reshape(-1, members) if members > 1 else computed.reshape(-1)
        if key not in places:
            stride, last, steps = hosts, -1, np.zeros((1,) * len(shape), dtype=np.intp)
            for place in range(len(shape) - 1, -1, -1):
                if shape[place] > 1:
                    start, length = starts[place], slab[place].stop - slab[place].start
                    own = np.arange(start, start + length, dtype=np.intp) * stride
                    steps = steps + own.reshape([-1 if axis == place else 1 for axis in range(len(shape))])
                    stride, last = stride * shape[place], max(last, place)
            if 1 < prod(codes.shape[last + 1 :]) < _LONG_ROW:
                # A sum of short rows takes longer than to write the steps out for rows that are long.
                steps = np.ascontiguousarray(
                    np.broadcast_to(steps, (*steps.shape[: last + 1], *codes.shape[last + 1 :]))
                )
            places[key] = codes + steps if last >= 0 else codes
        at = places[key]
        taken = flat.take(at, axis=0)
        return taken[..., np.newaxis, :] if members > 1 else taken[..., np.newaxis, np.newaxis]


def in_order(results: Sequence[Node]) -> list[Node]:
    """All nodes that are no tables, arguments first."""
    order: list[Node] = []
    seen: set[int] = set()
    stack = [(node, False) for node in reversed(results)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node.number not in seen and node.table is None:
            seen.add(node.number)
            stack.append((node, True))
            stack.extend((each, False) for each in reversed(node.arguments))
    return order
