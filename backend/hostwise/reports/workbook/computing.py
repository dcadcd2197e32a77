"""Evaluates expressions: the engine's own operations over a traced tree.

The rows of steps show parts of formulas, for which a run keeps no values. Here they are computed from those it keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy import special

from hostwise.engine import primitives
from hostwise.engine.axes import Axes, aligned, axes_in, stored, uses_roles
from hostwise.engine.quantities import Array
from hostwise.engine.symbols import Apply, Expression, Number, Symbol, walk


class Untranslatable(Exception):
    """An expression for which there is no cell formula; raised by the tests of the engine's formulas, not by a plan."""


def symbols(node: Expression) -> frozenset[str]:
    """The quantities in an expression."""
    return frozenset(each.name for each in walk(node) if isinstance(each, Symbol))


def compute(expression: Expression, values: Mapping[str, Array], axes_of: Callable[[str], Axes]) -> Array:
    """The value of an expression over the values of quantities, shaped as the engine shapes them.

    Args:
        expression: the expression.
        values: arrays by quantity.
        axes_of: the axes of a quantity's members.

    Raises:
        Untranslatable: an operation is not the engine's.
    """
    arrays = {name: values[name] for name in symbols(expression)}
    arrays = aligned(arrays, axes_of, roles=uses_roles(expression, axes_of))
    with np.errstate(all="ignore"):
        result = np.asarray(_compute(expression, arrays), dtype=np.float64)
    return stored(result, axes_in(expression, axes_of))


def _compute(node: Expression, arrays: Mapping[str, Array]) -> Any:
    if isinstance(node, Symbol):
        return arrays[node.name]
    if isinstance(node, Number):
        return np.float64(node.value)
    assert isinstance(node, Apply)
    return _function(node.operation)(*(_compute(each, arrays) for each in node.arguments))


def _function(name: str) -> Callable[..., Any]:
    for module in (primitives, np, special):
        function: Callable[..., Any] | None = getattr(module, name, None)
        if function is not None:
            return function
    raise Untranslatable(f"the operation {name!r} is neither the engine's nor NumPy's nor SciPy's")
