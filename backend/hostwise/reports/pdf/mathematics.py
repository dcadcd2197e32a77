"""Formulas as nested data for the template, and in words for screen readers.

The template turns the data into mathematics by calling functions, so no text of it is ever read as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hostwise.engine.symbols import Apply, Expression, Number, Symbol, render

Node = dict[str, Any]

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
"""Binding strength: what binds weaker than its surroundings is put in brackets."""

_INFIX: Mapping[str, tuple[int, str, int, int]] = {
    "add": (_SUM, "+", _SUM, _SUM),
    "subtract": (_SUM, "\u2212", _SUM, _PRODUCT),
    "multiply": (_PRODUCT, "\u00b7", _PRODUCT, _PRODUCT),
    "greater_equal": (0, "\u2265", _SUM, _SUM),
    "greater": (0, ">", _SUM, _SUM),
    "less_equal": (0, "\u2264", _SUM, _SUM),
    "less": (0, "<", _SUM, _SUM),
    "equal": (0, "=", _SUM, _SUM),
    "bitwise_and": (0, "and", 0, 0),
}
"""Strength of the whole, the sign, and what each side must at least have."""

_FENCED: Mapping[str, tuple[str, str]] = {
    "floor": ("\u230a", "\u230b"),
    "floor_count": ("\u230a", "\u230b"),
    "ceil_count": ("\u2308", "\u2309"),
}
_NAMES: Mapping[str, str] = {
    "maximum": "max",
    "minimum": "min",
    "fmax": "max",
    "fmin": "min",
    "log": "ln",
    "ndtr": "\u03a6",
    "largest_known": "largest known of",
    "first_known": "first known of",
    "sum_known": "sum of the known of",
    "count_positive": "number above 0 of",
    "year_on_year": "added by year",
}
"""Spoken names of operations whose own name is no word."""


def formula(expression: Expression, show: Callable[[str], str]) -> Node:
    """A formula with each quantity as `show` says: data for mathematics, and the same in one line of words."""
    return {"math": _node(expression, show)[0], "text": render(expression, show, latex=False)}


def _text(value: str) -> Node:
    return {"is": "text", "text": value}


def _node(node: Expression, show: Callable[[str], str]) -> tuple[Node, int]:
    """An expression and how strongly it binds."""
    if isinstance(node, Symbol):
        shown = show(node.name)
        return _text(shown), _SUM if shown.startswith(("-", "\u2212")) else _ATOM
    if isinstance(node, Number):
        text = f"{node.value:.15g}".replace("-", "\u2212")
        return _text("\u221e" if node.value == float("inf") else text), _ATOM
    assert isinstance(node, Apply)
    name, arguments = node.operation, node.arguments
    if name in _INFIX:
        strength, sign, left, right = _INFIX[name]
        parts = [_at_least(arguments[0], left, show), _at_least(arguments[1], right, show)]
        return {"is": "infix", "sign": sign, "parts": parts}, strength
    if name in ("divide", "needed"):
        return {"is": "fraction", "parts": [_in_fraction(each, show) for each in arguments]}, _ATOM
    if name == "power":
        return {
            "is": "power",
            "parts": [_at_least(arguments[0], _ATOM, show), _node(arguments[1], show)[0]],
        }, _POWER
    if name == "negative":
        return {"is": "prefix", "sign": "\u2212", "parts": [_at_least(arguments[0], _PRODUCT, show)]}, _SUM
    if name == "where":
        return _cases(*(_node(each, show)[0] for each in arguments)), _ATOM
    if name in _FENCED:
        return {"is": "fence", "signs": list(_FENCED[name]), "parts": [_node(arguments[0], show)[0]]}, _ATOM
    if name == "total":
        return {"is": "prefix", "sign": "\u2211", "parts": [_at_least(arguments[0], _PRODUCT, show)]}, _PRODUCT
    if name == "exp":
        return {"is": "power", "parts": [_text("e"), _node(arguments[0], show)[0]]}, _POWER
    if name == "if_finite":
        return _node(arguments[0], show)
    return _called(name, [_node(each, show)[0] for each in arguments])


def _in_fraction(node: Expression, show: Callable[[str], str]) -> Node:
    """A part of a fraction; one that is a fraction itself is written in a line, so that one bar is the longest."""
    found, _ = _node(node, show)
    if found["is"] != "fraction":
        return found
    assert isinstance(node, Apply)
    parts = [_at_least(each, strength, show) for each, strength in zip(node.arguments, (_PRODUCT, _POWER), strict=True)]
    return {"is": "infix", "sign": "/", "parts": parts}


def _called(name: str, parts: list[Node]) -> tuple[Node, int]:
    """Operations that are written as functions, with those that are short for such a thing."""
    if name == "log1p":
        return _call("ln", [{"is": "infix", "sign": "+", "parts": [_text("1"), *parts]}]), _ATOM
    if name == "expm1":
        power = {"is": "power", "parts": [_text("e"), *parts]}
        return {"is": "infix", "sign": "\u2212", "parts": [power, _text("1")]}, _SUM
    if name == "ndtri":
        inverse = {"is": "power", "parts": [_text("\u03a6"), _text("\u22121")]}
        return {"is": "juxtaposed", "parts": [inverse, _fence(parts)]}, _ATOM
    if name == "isnan":
        return {"is": "juxtaposed", "parts": [*parts, _text("\u00a0is unknown")]}, 0
    if name == "one_if_within":
        condition = {"is": "infix", "sign": "\u2264", "parts": [_call("max", parts), _text("0")]}
        return _cases(condition, _text("1"), _text("\u221e")), _ATOM
    return _call(_NAMES.get(name, name.replace("_", " ")), parts), _ATOM


def _at_least(node: Expression, strength: int, show: Callable[[str], str]) -> Node:
    found, binds = _node(node, show)
    return _fence([found]) if binds < strength else found


def _fence(parts: list[Node]) -> Node:
    return {"is": "fence", "signs": ["(", ")"], "parts": parts}


def _call(name: str, parts: list[Node]) -> Node:
    return {"is": "call", "name": name, "parts": parts}


def _cases(condition: Node, then: Node, otherwise: Node) -> Node:
    """Alternatives; those of the last one join their list."""
    rows = [[then, condition]]
    if otherwise["is"] == "cases":
        return {"is": "cases", "rows": [*rows, *otherwise["rows"]]}
    return {"is": "cases", "rows": [*rows, [otherwise, None]]}
