"""Symbolic tracing: a formula called with symbols instead of arrays yields its own expression tree.

The tree is rendered as LaTeX, as plain text, and as either with numbers put in. A formula stays an ordinary
NumPy function; a `Symbol` answers NumPy's dispatch protocols and records what is done to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role

_Arguments = ParamSpec("_Arguments")


class Expression(NDArrayOperatorsMixin):
    """Base of the nodes; arithmetic, ufuncs and `np.where` on a node give an `Apply` node."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or kwargs:
            return NotImplemented
        return Apply(ufunc.__name__, tuple(as_expression(value) for value in inputs))

    def __array_function__(self, func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
        if kwargs or func is not np.where:
            return NotImplemented
        return Apply("where", tuple(as_expression(value) for value in args))


@dataclass(frozen=True, eq=False)
class Symbol(Expression):
    """A quantity, by name."""

    name: str


@dataclass(frozen=True, eq=False)
class Number(Expression):
    """A literal: 0, 1, 2 or an exact unit conversion."""

    value: float


@dataclass(frozen=True, eq=False)
class Place(Number):
    """A role of drives, as its place on their axis."""

    @property
    def role(self) -> Role:
        """The role."""
        return tuple(Role)[int(self.value)]


@dataclass(frozen=True, eq=False)
class Apply(Expression):
    """An operation on other nodes."""

    operation: str
    arguments: tuple[Expression, ...]


def as_expression(value: Any) -> Expression:
    """The node for a value met during tracing."""
    if isinstance(value, Expression):
        return value
    return Place(float(value)) if isinstance(value, Role) else Number(float(value))


def primitive(function: Callable[_Arguments, Array]) -> Callable[_Arguments, Array]:
    """Let an own array function be traced by its name, as NumPy's ufuncs are."""

    @wraps(function)
    def call(*arguments: _Arguments.args, **keywords: _Arguments.kwargs) -> Array:
        if any(isinstance(value, Expression) for value in arguments):
            # While a formula is traced, an expression stands where its values will.
            return cast(Array, Apply(function.__name__, tuple(as_expression(value) for value in arguments)))
        return function(*arguments, **keywords)

    return call


def walk(node: Expression) -> Iterator[Expression]:
    """Every node of the tree, root first."""
    yield node
    if isinstance(node, Apply):
        for argument in node.arguments:
            yield from walk(argument)


# ----------------------------------------------------------------------------------------------------- rendering

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
"""Binding strength: what binds weaker than its surroundings is put in brackets."""


@dataclass(frozen=True)
class _Form:
    strength: int
    text: str
    latex: str
    inner: tuple[int, ...] = ()
    latex_strength: int | None = None
    latex_inner: tuple[int, ...] | None = None


def _call(text_name: str, latex_name: str | None = None) -> _Form:
    latex = latex_name or rf"\operatorname{{{{{text_name}}}}}"
    return _Form(_ATOM, text_name + "({all})", latex + r"\left({all}\right)")


def _infix(strength: int, text: str, latex: str, inner: tuple[int, int]) -> _Form:
    return _Form(strength, "{0} " + text + " {1}", "{0} " + latex + " {1}", inner)


_FORMS: Mapping[str, _Form] = {
    "add": _infix(_SUM, "+", "+", (_SUM, _SUM)),
    "subtract": _infix(_SUM, "-", "-", (_SUM, _PRODUCT)),
    "multiply": _infix(_PRODUCT, "*", r"\cdot", (_PRODUCT, _PRODUCT)),
    "divide": _Form(
        _PRODUCT, "{0} / {1}", r"\frac{{{0}}}{{{1}}}", (_PRODUCT, _POWER), latex_strength=_ATOM, latex_inner=(0, 0)
    ),
    "power": _Form(_POWER, "{0}^{1}", "{{{0}}}^{{{1}}}", (_ATOM, _ATOM), latex_inner=(_ATOM, 0)),
    "negative": _Form(_SUM, "-{0}", "-{0}", (_PRODUCT,)),
    "greater_equal": _infix(0, ">=", r"\ge", (_SUM, _SUM)),
    "greater": _infix(0, ">", ">", (_SUM, _SUM)),
    "less_equal": _infix(0, "<=", r"\le", (_SUM, _SUM)),
    "less": _infix(0, "<", "<", (_SUM, _SUM)),
    "equal": _infix(0, "=", "=", (_SUM, _SUM)),
    "bitwise_and": _infix(0, "and", r"\land", (0, 0)),
    "where": _Form(
        _ATOM,
        "({1} if {0} else {2})",
        r"\begin{{cases}} {1} & \text{{if }} {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
    ),
    "maximum": _call("max", r"\max"),
    "minimum": _call("min", r"\min"),
    "fmax": _call("max", r"\max"),
    "fmin": _call("min", r"\min"),
    "floor": _Form(_ATOM, "floor({0})", r"\left\lfloor {0} \right\rfloor"),
    "log": _call("ln", r"\ln"),
    "log1p": _Form(_ATOM, "ln(1 + {0})", r"\ln\left(1 + {0}\right)", (_SUM,)),
    "expm1": _Form(_SUM, "exp({0}) - 1", r"e^{{{0}}} - 1"),
    "exp": _Form(_ATOM, "exp({0})", r"e^{{{0}}}"),
    "ndtr": _call("Phi", r"\Phi"),
    "ndtri": _call("Phi_inverse", r"\Phi^{{-1}}"),
    "isnan": _Form(0, "{0} is unknown", r"{0}\ \text{{is unknown}}", (_SUM,)),
    "ceil_count": _Form(_ATOM, "ceil({0})", r"\left\lceil {0} \right\rceil"),
    "total": _Form(_PRODUCT, "sum({0})", r"\sum {0}", latex_inner=(_PRODUCT,)),
    "total_of_roles": _Form(_PRODUCT, "sum_of_roles({0})", r"\sum_{{\text{{roles}}}} {0}", latex_inner=(_PRODUCT,)),
    "smallest_of_roles": _Form(
        _ATOM, "smallest_of_roles({0})", r"\min_{{\text{{roles}}}} {0}", latex_inner=(_PRODUCT,)
    ),
    "of_role": _Form(_ATOM, "{0}[{1}]", r"{{{0}}}_{{\text{{{1}}}}}", (_ATOM,)),
    "of_write_role": _Form(
        _ATOM,
        "{0}[capacity if {1} = 1 else write_tier]",
        r"{{{0}}}_{{\text{{drives that absorb the writes}}}}",
        (_ATOM,),
    ),
    "by_role": _Form(_ATOM, "by_role({all})", r"\begin{{cases}} {all} \end{{cases}}"),
    "running_total": _Form(_PRODUCT, "running_sum({0})", r"\sum_{{\text{{so far}}}} {0}", latex_inner=(_PRODUCT,)),
    "running_largest": _Form(
        _PRODUCT, "running_largest({0})", r"\max_{{\text{{so far}}}} {0}", latex_inner=(_PRODUCT,)
    ),
    "largest_of_term": _call("largest_of_term", r"\operatorname{{largest\ of\ its\ term}}"),
    "whole_spread": _call("whole_spread", r"\operatorname{{whole\ spread}}"),
    "in_batches": _call("in_batches", r"\operatorname{{in\ batches}}"),
    "added": _call("added", r"\Delta"),
    "at_start": _call("at_start", r"\operatorname{{at\ the\ purchase}}"),
    "by_year": _call("by_year", r"\operatorname{{by\ year}}"),
    "worn_so_far": _call("worn_so_far", r"\operatorname{{worn\ so\ far}}"),
    "written_by_month": _Form(
        _ATOM,
        "sum({0} * ((1 + {1})^t - 1) / ln(1 + {1}) with t = {2} / 12)",
        r"\sum {0} \cdot \frac{{\left(1 + {1}\right)^{{t}} - 1}}{{\ln\left(1 + {1}\right)}},\ t = \frac{{{2}}}{{12}}",
        (_ATOM, _SUM, _ATOM),
        latex_inner=(_PRODUCT, _SUM, 0),
    ),
    "years_until_written": _Form(
        _ATOM,
        "t with sum({1} * ((1 + {2})^t - 1) / ln(1 + {2})) = {0}",
        r"t: \sum {1} \cdot \frac{{\left(1 + {2}\right)^{{t}} - 1}}{{\ln\left(1 + {2}\right)}} = {0}",
        (_SUM, _ATOM, _SUM),
        latex_inner=(_SUM, _PRODUCT, _SUM),
    ),
    "straight_line": _call("straight_line", r"\operatorname{{straight\ line}}"),
    "internal_rate": _call("internal_rate", r"\operatorname{{internal\ rate}}"),
    "payback": _call("payback", r"\operatorname{{payback}}"),
    "largest": _Form(_ATOM, "largest({0})", r"\max {0}", latex_inner=(_PRODUCT,)),
    "first_known": _call("first known of", r"\operatorname{{first\ known}}"),
    "thresholds_reached": _call("thresholds reached", r"\operatorname{{thresholds\ reached}}"),
    "least_bins": _Form(
        _ATOM,
        "least_bins({0}, {1}, {2})",
        r"\operatorname{{least\ bins}}\left({0} \text{{ of }} {1} \text{{ in }} {2}\right)",
    ),
    "smallest": _Form(_ATOM, "smallest({0})", r"\min {0}", latex_inner=(_PRODUCT,)),
    "floor_count": _Form(_ATOM, "floor({0})", r"\left\lfloor {0} \right\rfloor"),
    "count_positive": _call("number above 0 of", r"\operatorname{{number\ above\ 0}}"),
    "chosen": _call("chosen", r"\operatorname{{chosen}}"),
    "needed": _Form(
        _PRODUCT, "{0} / {1}", r"\frac{{{0}}}{{{1}}}", (_PRODUCT, _POWER), latex_strength=_ATOM, latex_inner=(0, 0)
    ),
    "largest_known": _call("largest known of", r"\max"),
    "one_if_within": _Form(
        _ATOM,
        "(1 if max({all}) <= 0 else infinite)",
        r"\begin{{cases}} 1 & \text{{if }} \max\left({all}\right) \le 0 \\ \infty & \text{{otherwise}} \end{{cases}}",
    ),
    "if_finite": _Form(_ATOM, "{0} (if finite)", r"{0}", (_ATOM,)),
    "sum_known": _call("sum of the known of", r"\operatorname{{sum\ of\ known}}"),
}


def operations() -> frozenset[str]:
    """Names of the operations that a formula may use; any other is refused when the graph is built."""
    return frozenset(_FORMS)


def render(node: Expression, show: Callable[[str], str], *, latex: bool) -> str:
    """Write an expression, each quantity as `show` says.

    Args:
        node: the expression.
        show: what stands for a quantity's name: its label, or its value.
        latex: LaTeX mathematics if true, else plain text.
    """
    return _render(node, show, latex)[0]


def _render(node: Expression, show: Callable[[str], str], latex: bool) -> tuple[str, int]:
    if isinstance(node, Symbol):
        shown = show(node.name)
        return shown, _SUM if shown.startswith("-") else _ATOM
    if isinstance(node, Place):
        return (node.role.label if latex else node.role.key), _ATOM
    if isinstance(node, Number):
        if node.value == float("inf"):
            return (r"\infty" if latex else "inf"), _ATOM
        return f"{node.value:.15g}", _ATOM
    assert isinstance(node, Apply)
    form = _FORMS[node.operation]
    inner = form.latex_inner if latex and form.latex_inner is not None else form.inner
    parts = []
    for place, argument in enumerate(node.arguments):
        text, strength = _render(argument, show, latex)
        if place < len(inner) and strength < inner[place]:
            text = rf"\left({text}\right)" if latex else f"({text})"
        parts.append(text)
    if node.operation == "by_role":
        parts = [
            rf"{part} & \text{{{role.label}}}" if latex else f"{role.key}={part}"
            for part, role in zip(parts, Role, strict=True)
        ]
    template = form.latex if latex else form.text
    strength = form.latex_strength if latex and form.latex_strength is not None else form.strength
    separator = r" \\ " if latex and node.operation == "by_role" else ", "
    return template.format(*parts, all=separator.join(parts)), strength
