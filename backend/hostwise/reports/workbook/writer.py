"""Writes one formula of the engine as rows of cell formulas.

Most formulas are one row. A part that a cell formula needs more than once, or for each member before it can be summed,
becomes a row of its own above it: a step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isinf, isnan
from typing import Any

from hostwise.engine.axes import Axes, axes_in
from hostwise.engine.quantities import Array
from hostwise.engine.symbols import Apply, Expression, Number, Symbol, render
from hostwise.reports.workbook.computing import Untranslatable, compute
from hostwise.reports.workbook.spans import UNBOUNDED, Span
from hostwise.reports.workbook.terms import (
    ATOM,
    INFINITE,
    SUM,
    UNKNOWN,
    Pieces,
    Ref,
    Term,
    either,
    text,
)


@dataclass(frozen=True)
class CellRow:
    """Cells, one for each member of its axes, all with the same formula but for what differs by the role of drives.

    `name` is the quantity's, or the step's: the quantity's with a number. `about` says in words what a step is, and
    `compute` yields its values from those of the quantities.
    """

    name: str
    quantity: str
    about: str
    compute: Callable[[Mapping[str, Array]], Array]
    axes: Axes
    pieces: Pieces
    span: Span

    @property
    def is_step(self) -> bool:
        """Whether it is a part of a formula and not the quantity itself."""
        return self.name != self.quantity


Operation = Callable[..., Term]
"""From writer and arguments to the part of a cell formula."""

Condition = Callable[..., Pieces]
"""From writer, names that need no guard against being unknown, and arguments, to a condition."""


@dataclass(frozen=True)
class Language:
    """What the writer can say: operations that yield numbers, and conditions."""

    operations: Mapping[str, Operation]
    conditions: Mapping[str, Condition]

    def covers(self) -> frozenset[str]:
        """All operations for which there is a cell formula."""
        return frozenset(self.operations) | frozenset(self.conditions)


class Writer:
    """Writes the expression of one quantity; `steps` are the rows that it needs above its own."""

    def __init__(
        self, quantity: str, language: Language, axes_of: Callable[[str], Axes], span_of: Callable[[str], Span]
    ) -> None:
        """Write for a quantity, knowing of those that it depends on their members and what they can be."""
        self.quantity = quantity
        self.language = language
        self.steps: list[CellRow] = []
        self.axes_of, self._span_of = axes_of, span_of
        self._terms: dict[Any, Term] = {}
        self._hoisted: dict[Any, Term] = {}
        self._several: frozenset[Any] = frozenset()

    def row(self, expression: Expression) -> CellRow:
        """The row of the quantity itself."""
        self._several = _several(expression)
        term = self.term(expression)
        return CellRow(
            self.quantity,
            self.quantity,
            _text(expression),
            self.values(expression),
            self.axes(expression),
            term.pieces,
            term.span,
        )

    def term(self, node: Expression) -> Term:
        """A number."""
        key = _key(node)
        if key not in self._terms:
            self._terms[key] = self._write(node)
            if key in self._several and not self._terms[key].repeats:
                return self.hoisted(node)
        return self._terms[key]

    def _write(self, node: Expression) -> Term:
        if isinstance(node, Symbol):
            return Term((Ref(node.name),), ATOM, self._span_of(node.name), repeats=True)
        if isinstance(node, Number):
            return number(node.value)
        assert isinstance(node, Apply)
        if node.operation in self.language.conditions:
            condition = self.condition(node, frozenset())
            return Term(either(condition, "1", "0"), ATOM, Span.between(0, 1))
        if node.operation not in self.language.operations:
            raise Untranslatable(
                f"{self.quantity}: the workbook has no cell formula for the operation {node.operation!r}; "
                "add one beside the others in hostwise/reports/workbook"
            )
        return self.language.operations[node.operation](self, *node.arguments)

    def repeated(self, node: Expression) -> Term:
        """A number that is needed more than once: what is long gets a row of its own."""
        term = self.term(node)
        return term if term.repeats else self.hoisted(node)

    def hoisted(self, node: Expression) -> Term:
        """A number in a row of its own."""
        key = _key(node)
        if key not in self._hoisted:
            term = self.term(node)
            name = self.step(_text(node), self.values(node), self.axes(node), term.pieces, term.span)
            self._hoisted[key] = self._terms[key] = Term((Ref(name),), ATOM, term.span, repeats=True)
        return self._hoisted[key]

    def step(
        self,
        about: str,
        values: Callable[[Mapping[str, Array]], Array],
        axes: Axes,
        pieces: Pieces,
        span: Span = UNBOUNDED,
    ) -> str:
        """Add a row of its own and return its name, by which its own pieces may refer to it too: see `next_step`."""
        name = self.next_step
        self.steps.append(CellRow(name, self.quantity, about, values, axes, pieces, span))
        return name

    @property
    def next_step(self) -> str:
        """The name of the step that will be added next."""
        return f"{self.quantity}.{len(self.steps) + 1}"

    def members(self, node: Expression) -> tuple[str, Span]:
        """The row that holds a number for every member."""
        term = self.term(node) if isinstance(node, Symbol) else self.hoisted(node)
        (ref,) = term.pieces
        assert isinstance(ref, Ref)
        return ref.name, term.span

    def condition(self, node: Expression, covered: frozenset[str]) -> Pieces:
        """A condition; unknown counts as false, as for the engine.

        Args:
            node: the condition.
            covered: quantities that need no guard, since the whole becomes unknown with them.
        """
        if not isinstance(node, Apply) or node.operation not in self.language.conditions:
            raise Untranslatable(f"{self.quantity}: a condition must be a comparison, not a number")
        return self.language.conditions[node.operation](self, covered, *node.arguments)

    def values(self, node: Expression) -> Callable[[Mapping[str, Array]], Array]:
        """A function from the values of the quantities to those of an expression."""
        return lambda values: compute(node, values, self.axes_of)

    def axes(self, node: Expression) -> Axes:
        """Along which members an expression has several values."""
        return axes_in(node, self.axes_of)


def number(value: float) -> Term:
    """A literal."""
    if isnan(value):
        return Term((UNKNOWN,), ATOM, Span.between(0, 0), repeats=True)
    if isinf(value):
        sign = "-" if value < 0 else ""
        span = Span(value, value, False, value > 0, value < 0)
        return Term((sign + INFINITE,), SUM if sign else ATOM, span, repeats=True)
    written = repr(float(value)).removesuffix(".0").upper()
    return Term((written,), SUM if value < 0 else ATOM, Span.between(value, value), repeats=True)


def infix(one: Term, sign: str, other: Term, strengths: tuple[int, int, int], span: Span) -> Term:
    """An operator between two numbers; the strengths are its own, and what it asks of either side."""
    own, left, right = strengths
    pieces = text(one.within(left), sign, other.within(right))
    atoms = len(one.pieces) == len(other.pieces) == 1
    return Term(pieces, own, span, repeats=atoms)


def unknown_with(node: Expression, choosing: frozenset[str]) -> frozenset[str]:
    """The quantities with which an expression becomes unknown for certain.

    Args:
        node: the expression.
        choosing: operations that may ignore an unknown argument.
    """
    if isinstance(node, Apply) and node.operation in choosing:
        return frozenset()
    if isinstance(node, Apply):
        return frozenset().union(*(unknown_with(each, choosing) for each in node.arguments))
    return frozenset({node.name}) if isinstance(node, Symbol) else frozenset()


def _several(expression: Expression) -> frozenset[Any]:
    """Expressions that occur more than once in another; their own parts only if they occur elsewhere too."""
    counts: dict[Any, int] = {}

    def count(node: Expression) -> None:
        key = _key(node)
        counts[key] = counts.get(key, 0) + 1
        if isinstance(node, Apply) and counts[key] == 1:
            for each in node.arguments:
                count(each)

    count(expression)
    return frozenset(key for key, number in counts.items() if number > 1)


def _text(node: Expression) -> str:
    return render(node, lambda name: name, latex=False)


def _key(node: Expression) -> Any:
    """A key that is equal for equal expressions."""
    if isinstance(node, Symbol):
        return node.name
    if isinstance(node, Number):
        return repr(node.value)
    assert isinstance(node, Apply)
    return (node.operation, *map(_key, node.arguments))
