"""Mutants of formulas: small faults, one at a time, in the bodies of the functions of a module.

The faults are those of cosmic-ray that the tracer of formulas lets through (other arithmetic, another comparison,
another number, no minus sign), and two of our own for calls. Decorators, annotations and texts are left alone: they
declare and compute nothing.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators import (
    binary_operator_replacement,
    comparison_operator_replacement,
    unary_operator_replacement,
)
from cosmic_ray.operators.number_replacer import NumberReplacer
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Name

_ARITHMETIC = frozenset({"Add", "Sub", "Mul", "Div", "Pow"})
_COMPARISONS = frozenset({"Eq", "Lt", "LtE", "Gt", "GtE"})
_SWAPPED = {"maximum": "minimum", "minimum": "maximum", "fmax": "fmin", "fmin": "fmax"}
_MANY = 4
"""Arguments from which on a call loses one of them; with fewer, one of them stands for the call."""


@dataclass(frozen=True)
class Mutant:
    """A module with one fault."""

    path: Path
    function: str
    line: int
    before: str
    after: str

    def within(self, folder: Path) -> Mutant:
        """The same, its path as seen from a folder."""
        return replace(self, path=self.path.relative_to(folder))

    def diff(self) -> str:
        """The fault, as lines removed and added."""
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


class SwappedFunction(Operator):  # type: ignore[misc]
    """The larger for the smaller, and the smaller for the larger."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """One for each name of such a function."""
        if isinstance(node, Name) and node.parent and node.parent.type == "trailer" and node.value in _SWAPPED:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Put the other function's name."""
        return Name(_SWAPPED[node.value], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """One fault."""
        return (Example("np.maximum(x, 0)", "np.minimum(x, 0)"),)


class SimplerCall(Operator):  # type: ignore[misc]
    """A call gives one of its arguments unchanged; a call of many arguments forgets one of them."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """One for each argument."""
        for _ in _arguments(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Write the simpler call."""
        texts = [argument.get_code(include_prefix=False) for argument in _arguments(node)]
        called = "".join(child.get_code(include_prefix=False) for child in node.children[:-1])
        forgetful = f"{called}({', '.join(texts[:index] + texts[index + 1 :])})"
        text = f"({texts[index]})" if len(texts) < _MANY else forgetful
        return Name(text, node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Both faults."""
        return Example("ceil_count(x)", "(x)"), Example("largest(a, b, c, d)", "largest(b, c, d)")


def _arguments(node: Any) -> list[Any]:
    """Arguments of a call; none where the node is no call, or one with arguments by name."""
    if node.type != "atom_expr" or not node.children[-1].get_code().startswith("("):
        return []
    inner = node.children[-1].children[1:-1]
    if inner and inner[0].type == "arglist":
        inner = inner[0].children
    arguments = [child for child in inner if child.type != "operator"]
    return [] if any(argument.type == "argument" for argument in arguments) else arguments


def _between(operators: Any, prefix: str, kinds: frozenset[str]) -> Iterator[Any]:
    """Those of cosmic-ray's operators that put one of the kinds for another."""
    for operator in operators:
        if set(operator.__name__.removeprefix(prefix).split("_")) <= kinds:
            yield operator()


OPERATORS: tuple[Any, ...] = (
    *_between(binary_operator_replacement.operators(), "ReplaceBinaryOperator_", _ARITHMETIC),
    *_between(comparison_operator_replacement.operators(), "ReplaceComparisonOperator_", _COMPARISONS),
    *_between(unary_operator_replacement.operators(), "ReplaceUnaryOperator_", frozenset({"Delete", "USub"})),
    NumberReplacer(),
    SwappedFunction(),
    SimplerCall(),
)


def sample(files: Iterable[Path], size: int, seed: int) -> tuple[list[Mutant], int]:
    """Mutants drawn from all of the files, each at most once, and the number of faults they are drawn from."""
    faults: list[tuple[Path, str, str, int, Any, int]] = []
    for path in sorted(files):
        source = path.read_text(encoding="utf-8")
        nodes = list(ast_nodes(get_ast(source)))
        for operator in OPERATORS:
            places = [node for node in nodes for _ in operator.mutation_positions(node)]
            for number, node in enumerate(places):
                if function := _function(node):
                    faults.append((path, source, function, node.start_pos[0], operator, number))
    found: dict[tuple[Path, str], Mutant] = {}
    for path, source, function, line, operator, number in random.Random(seed).sample(faults, len(faults)):
        if len(found) == size:
            break
        after = mutate_code(source, operator, number)
        if _differs(source, after):
            found[path, after] = Mutant(path, function, line, source, after)
    return list(found.values()), len(faults)


def _function(node: Any) -> str:
    """Name of the function in whose body a node stands; empty where it stands in none."""
    inner = node
    while inner.parent is not None:
        if inner.parent.type == "funcdef":
            return str(inner.parent.name.value) if inner.type == "suite" else ""
        inner = inner.parent
    return ""


def _differs(before: str, after: str) -> bool:
    """Whether a changed source can be read, and says something else."""
    try:
        return ast.dump(ast.parse(after)) != ast.dump(ast.parse(before))
    except SyntaxError:
        return False
