"""All formulas of the engine as rows of cell formulas; which cells the rows take is decided later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hostwise.engine.graph import Graph
from hostwise.engine.quantities import Quantity
from hostwise.reports.workbook.arithmetic import ARITHMETIC
from hostwise.reports.workbook.choices import CHOICES, CONDITIONS
from hostwise.reports.workbook.members import MEMBERS
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.writer import CellRow, Language, Writer

LANGUAGE = Language({**ARITHMETIC, **CHOICES, **MEMBERS}, CONDITIONS)
"""The operations that cells can express."""


@dataclass(frozen=True)
class Translation:
    """The formulas of a graph as cell formulas.

    `rows` has the rows of each formula, steps first and the quantity itself last; `spans` what each quantity can be,
    inputs too.
    """

    rows: Mapping[str, tuple[CellRow, ...]]
    spans: Mapping[str, Span]


@cache
def translate(graph: Graph) -> Translation:
    """Translate all formulas of a graph.

    Raises:
        Untranslatable: a formula uses an operation that cells cannot express.
    """
    spans = {name: _of_input(each) for name, each in graph.inputs.items()}
    rows: dict[str, tuple[CellRow, ...]] = {}
    for name in graph.order(graph.formulas):
        if name not in graph.formulas:
            continue
        writer = Writer(name, LANGUAGE, graph.axes, spans.__getitem__)
        declared = graph.formulas[name].quantity
        row = writer.row(graph.formulas[name].expression)
        rows[name] = (*writer.steps, row)
        # Declared bounds are narrower than those of the expression: parts are not more than the whole.
        spans[name] = row.span.within(max(declared.low, _AT_LEAST.get(name, declared.low)), declared.high)
    return Translation(rows, spans)


_NEITHER_NEVER_NOR_SURE = 1e-12

_AT_LEAST = {"hosts": 1.0}
"""Further bounds: a plan has at least one VM, so a cluster has at least one host."""

_COMPUTED = frozenset({"demanded_hosts", "level_hosts"})
"""Inputs that the graph itself computes, which may be infinite."""


def _of_input(quantity: Quantity) -> Span:
    """Inputs are finite, and probabilities are neither 0 nor 1: a plan holds nothing else."""
    if quantity.name in _COMPUTED:
        return Span.between(quantity.low, quantity.high, above=True)
    if quantity.name.endswith("_probability"):
        least = _NEITHER_NEVER_NOR_SURE
        return Span.between(max(quantity.low, least), min(quantity.high, 1 - least))
    return Span.between(quantity.low, quantity.high)
