"""The formulas as C: one function for each, made from its traced expression.

A point holds the members of every quantity for some samples and one configuration, each quantity from its own place
on, the samples in lanes that follow each other. The roles of drives are written out; lanes, groups, months and years
are loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from math import inf

from hostwise.engine.axes import BY_MONTH_OF_GROUPS, OF_WRITE_ROLE, REDUCTIONS, arguments_at
from hostwise.engine.bin_bound import MOST_PER_BIN
from hostwise.engine.constants import COUNT_SLACK, MONTHS_PER_YEAR
from hostwise.engine.graph import Formula, Graph
from hostwise.engine.primitives import HALVINGS, STEPS
from hostwise.engine.quantities import DeclarationError
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, Expression, Number, Symbol, operations, walk

MEMBERS = ("group", "month", "year")
"""Axes of members, in the order of their numbers in the code."""

_INFIX = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "greater_equal": ">=",
    "greater": ">",
    "less_equal": "<=",
    "less": "<",
    "equal": "==",
    "bitwise_and": "&&",
}

_FUNCTIONS = {
    "power": "op_power",
    "floor": "floor",
    "log": "log",
    "log1p": "log1p",
    "expm1": "expm1",
    "exp": "exp",
    "ndtr": "normal",
    "ndtri": "normal_inverse",
    "isnan": "isnan",
    **{
        each: f"op_{each}"
        for each in ("maximum", "minimum", "fmax", "fmin", "ceil_count", "floor_count", "if_finite", "needed")
    },
}

_OF_SEVERAL = (
    "first_known",
    "largest_known",
    "sum_known",
    "one_if_within",
    "thresholds_reached",
    "count_positive",
    "chosen",
)

_BY_MEMBERS = (
    "whole_spread",
    "running_total",
    "running_largest",
    "largest_of_term",
    "added",
    "in_batches",
    "straight_line",
    "worn_so_far",
)
"""Operations that need all members at once."""

_OVER_ROLES = {"total_of_roles": "({} + {})", "smallest_of_roles": "op_minimum({}, {})"}

_SPECIAL = {"negative", "where", "by_year", "of_role", OF_WRITE_ROLE, "by_role", BY_MONTH_OF_GROUPS}

WRITTEN = frozenset({*_INFIX, *_FUNCTIONS, *_OF_SEVERAL, *_BY_MEMBERS, *_OVER_ROLES, *_SPECIAL, *REDUCTIONS})
"""Operations that can be written in C."""

if operations() != WRITTEN:
    raise DeclarationError(f"operations without C, or C without operation: {sorted(operations() ^ WRITTEN)}")


def source(graph: Graph) -> str:
    """The whole graph as one C file; the same graph gives the same text."""
    numbers = {name: number for number, name in enumerate((*graph.inputs, *graph.formulas))}
    here = files(__package__)
    constants = {
        "COUNT_SLACK": COUNT_SLACK.hex(),
        "MONTHS_PER_YEAR": MONTHS_PER_YEAR,
        "HALVINGS": HALVINGS,
        "STEPS": STEPS,
        "MOST_PER_BIN": MOST_PER_BIN,
    }
    functions = [_Function(graph, formula, numbers, place) for place, formula in enumerate(graph.formulas.values())]
    texts = [each.text() for each in functions]
    table = ", ".join(f"f{place}" for place in range(len(graph.formulas)))
    return "\n".join([
        *(f"#define {name} {value}" for name, value in constants.items()),
        here.joinpath("operations.c").read_text(encoding="utf-8"),
        *texts,
        f"const int rooms = {max(each.most_rooms for each in functions)};",
        "typedef void (*Formula)(double *, const long *, const long *, double *, long);",
        f"static const Formula formulas[] = {{{table}}};",
        *(here.joinpath(f"{each}.c").read_text(encoding="utf-8") for each in ("looking", "running")),
    ])  # fmt: skip


class _Function:
    """Writes the function of one formula."""

    def __init__(self, graph: Graph, formula: Formula, numbers: dict[str, int], place: int) -> None:
        self.graph, self.formula, self.numbers, self.place = graph, formula, numbers, place
        self.lines: list[str] = []
        self.constants: dict[str, str] = {}
        self.rooms = self.most_rooms = 0
        within = {axis for name in formula.parameters for axis in graph.axes(name)}
        self.members = next((place for place, axis in enumerate(MEMBERS) if axis in within), None)
        # Without members, the lanes of a quantity are what the processor's vectors are filled with.
        self.of_lanes = self.members is None

    def text(self) -> str:
        formula = self.formula
        name, axes = formula.quantity.name, formula.quantity.axes
        length = _length(axes)
        for role in Role if "role" in axes else (None,):
            if self.of_lanes:
                at = f"o + {self._lane(name, role)}"
            else:
                at = "o" if role is None else f"o + {int(role)} * {length}" if length else f"o + {int(role)}"
            self._result(at, length is not None, role)
        pointers = [self._pointer("double *restrict o", name)]
        pointers += [
            self._pointer(f"const double *restrict q{self.numbers[each]}", each) for each in formula.parameters
        ]
        count = [] if self.members is None else [f"  const long m = n[{self.members}];"]
        lanes = "  for (long l = 0; l < w; l++) {"
        return "\n".join([
            f"/* {name} */",
            f"static void f{self.place}(double *p, const long *at, const long *n, double *t, long w) {{",
            *([*pointers, lanes] if self.of_lanes else [*count, lanes, *pointers]),
            *self.lines,
            "}}",
        ])  # fmt: skip

    def _pointer(self, declared: str, name: str) -> str:
        """Where the numbers of a quantity begin: those of all lanes, or of the lane at hand."""
        begin = f"  {declared} = p + at[{self.numbers[name]}]"
        if self.of_lanes:
            return f"{begin};"
        axes = self.graph.axes(name)
        steps = [_length(axes), str(len(Role)) if "role" in axes else None, "l"]
        return f"{begin} + {' * '.join(filter(None, steps))};"

    def _lane(self, name: str, role: Role | None) -> str:
        """The place of a number without members among those of all lanes."""
        if "role" not in self.graph.axes(name):
            return "l"
        return f"{len(Role)} * l + {int(role)}" if role is not None else f"{len(Role)} * l"

    def _result(self, to: str, members: bool, role: Role | None) -> None:
        node = self.formula.expression
        self.rooms = 0
        operation = node.operation if isinstance(node, Apply) else ""
        if operation == BY_MONTH_OF_GROUPS:
            assert isinstance(node, Apply)
            shares, growth, month = (self._from(each, role) for each in node.arguments)
            self.lines.append(f"  op_{operation}({to}, {shares}, {growth}, n[0], {month}, n[1]);")
        elif operation == "years_until_written":
            assert isinstance(node, Apply)
            amount, *of_groups = node.arguments
            shares, growth = (self._in_room(each, role) for each in of_groups)
            self.lines.append(f"  *({to}) = op_{operation}({self._value(amount, role)}, {shares}, {growth}, m);")
        elif operation in REDUCTIONS or operation == "by_year":
            assert isinstance(node, Apply)
            room = ", ".join(self._in_room(each, role) for each in node.arguments)
            call = f"op_{operation}({to}, {room}, m)" if members else f"*({to}) = op_{operation}({room}, m)"
            self.lines.append(f"  {call};")
        elif members:
            value = self._value(node, role)
            self.lines.append(f"  {{ double *restrict r = {to}; for (long i = 0; i < m; i++) r[i] = {value}; }}")
        else:
            self.lines.append(f"  *({to}) = {self._value(node, role)};")

    def _in_room(self, node: Expression, role: Role | None) -> str:
        """Where a list of members lies: it is computed into room of its own, unless it lies somewhere already."""
        value = self._value(node, role)
        if value.endswith("[i]"):
            return value.removesuffix("[i]")
        room = self._room()
        self.lines.append(f"  {{ double *restrict r = {room}; for (long i = 0; i < m; i++) r[i] = {value}; }}")
        return room

    def _from(self, node: Expression, role: Role | None) -> str:
        """Where the members of a quantity lie, or its one number."""
        assert isinstance(node, Symbol)
        axes = self.graph.axes(node.name)
        length = _length(axes) or "1"
        start = f" + {int(role)} * {length}" if role is not None and "role" in axes else ""
        return f"q{self.numbers[node.name]}{start}"

    def _room(self) -> str:
        room = f"(t + {self.rooms} * m)"
        self.rooms += 1
        self.most_rooms = max(self.most_rooms, self.rooms)
        return room

    def _value(self, node: Expression, role: Role | None) -> str:
        """The value of an expression at member i."""
        if isinstance(node, Symbol):
            return self._symbol(node.name, role)
        if isinstance(node, Number):
            return "INFINITY" if node.value == inf else f"({node.value.hex()})"
        assert isinstance(node, Apply)
        if self.members is None or self._varies(node):
            return self._applied(node, role)
        # The same for all members: computed once, before the loop.
        value = self._applied(node, role)
        if value not in self.constants:
            self.constants[value] = f"v{len(self.constants)}"
            self.lines.append(f"  const double {self.constants[value]} = {value};")
        return self.constants[value]

    def _varies(self, node: Expression) -> bool:
        """Whether an expression has a value of its own for each member."""
        return any(isinstance(each, Symbol) and set(self.graph.axes(each.name)) - {"role"} for each in walk(node))

    def _applied(self, node: Apply, role: Role | None) -> str:
        operation = node.operation
        if operation == "power" and isinstance(node.arguments[1], Number) and node.arguments[1].value == 2:
            base = self._value(node.arguments[0], role)
            return f"({base} * {base})"
        if operation in _BY_MEMBERS:
            rooms = [self._in_room(each, role) for each in node.arguments]
            room = self._room()
            self.lines.append(f"  op_{operation}({room}, {', '.join(rooms)}, m);")
            return f"{room}[i]"
        parts = [self._value(*each) for each in arguments_at(node, role)]
        if operation in _INFIX:
            return f"({parts[0]} {_INFIX[operation]} {parts[1]})"
        if operation in _FUNCTIONS:
            return f"{_FUNCTIONS[operation]}({', '.join(parts)})"
        if operation in _OF_SEVERAL:
            return f"op_{operation}({len(parts)}, (double[]){{{', '.join(parts)}}})"
        if operation in _OVER_ROLES:
            result = parts[0]
            for each in parts[1:]:
                result = _OVER_ROLES[operation].format(result, each)
            return result
        if operation == "where":
            return f"({parts[0]} ? {parts[1]} : {parts[2]})"
        if operation == OF_WRITE_ROLE:
            return f"({parts[0]} == 1 ? {parts[1]} : {parts[2]})"
        if operation == "negative":
            return f"(-{parts[0]})"
        assert operation in ("of_role", "by_role"), operation
        return parts[0]

    def _symbol(self, name: str, role: Role | None) -> str:
        axes = self.graph.axes(name)
        if self.of_lanes:
            return f"q{self.numbers[name]}[{self._lane(name, role)}]"
        of_role = int(role) if role is not None and "role" in axes else 0
        if set(axes) - {"role"}:
            return f"(q{self.numbers[name]} + {of_role} * m)[i]" if of_role else f"q{self.numbers[name]}[i]"
        return f"q{self.numbers[name]}[{of_role}]"


def _length(axes: Sequence[str]) -> str | None:
    """How many members a quantity has in each of its roles, as the code says it; None where it has none."""
    return next((f"n[{MEMBERS.index(each)}]" for each in axes if each != "role"), None)
