"""The formula graph: formulas find each other by parameter name; it evaluates, traces and explains.

Axes are (sample, configuration) and, for quantities with several members, those of its members; see `axes`. An array
that does not vary along an axis has size 1 there. Missing is NaN.
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import repeat
from math import isinf, isnan, prod
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from hostwise.engine.axes import (
    OF_WRITE_ROLE,
    Axes,
    Index,
    alignments,
    arguments_at,
    declared_axes,
    stored,
    taken,
    uses_roles,
)
from hostwise.engine.declaring import Declared, declared, declared_twice
from hostwise.engine.quantities import Array, DeclarationError, Kind, Quantity
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, Expression, Symbol, render, walk
from hostwise.number_format.writing import exact, exact_latex

Curve = Callable[[Array, slice], Array]
"""A measured curve: the values of the quantity it is over, (samples, configurations), and which configurations these
are; it yields its own values, with the members as one axis more where it has any."""

CHUNK = 16_384
"""Configurations evaluated at a time: keeps the working set in the processor's cache."""

CHUNK_WITH_MEMBERS = 1_024
"""The same where quantities have many members, such as the months: fewer configurations fill the cache as well."""

_MANY_MEMBERS = 16

_SHOWN_MEMBERS = 16
"""Members beyond which a list of values is shortened when it is put into a formula."""


@dataclass(frozen=True)
class Formula:
    """One formula: the quantity it yields and everything needed to compute, show and cite it.

    `takes` has each quantity that the function takes, with the index that aligns its array.
    """

    quantity: Quantity
    function: Callable[..., Any]
    parameters: tuple[str, ...]
    expression: Expression
    kind: Kind
    source: str
    locator: str
    validity: str
    takes: tuple[tuple[str, Index | None], ...]

    def compute(self, values: Mapping[str, Array]) -> Array:
        """The quantity, from the stored arrays of what the function takes."""
        result = self.function(**self.aligned(values))
        return stored(np.asarray(result, dtype=np.float64), self.quantity.axes)

    def aligned(self, values: Mapping[str, Array]) -> dict[str, Array]:
        """The stored arrays of what the function takes, with their axes where it expects them."""
        return {name: values[name] if index is None else values[name][index] for name, index in self.takes}

    @cached_property
    def chooses(self) -> bool:
        """Whether it takes the first alternative that is known."""
        return any(isinstance(each, Apply) and each.operation == "first_known" for each in walk(self.expression))

    def latex(self, show: Callable[[str], str]) -> str:
        """The right-hand side in LaTeX."""
        return render(self.expression, show, latex=True)

    def text(self, show: Callable[[str], str]) -> str:
        """The right-hand side in plain text."""
        return render(self.expression, show, latex=False)


def _by_name(inputs: Iterable[Quantity]) -> dict[str, Quantity]:
    found: dict[str, Quantity] = {}
    for each in inputs:
        if each.name in found:
            raise declared_twice(each.name, found[each.name].place, each.place)
        found[each.name] = each
    return found


def _traced(one: Declared, axes_of: Callable[[str], Axes]) -> Formula:
    said, name = one.declaration, one.name
    parameters = inspect.signature(one.function).parameters
    for parameter in parameters.values():
        if parameter.kind is not parameter.KEYWORD_ONLY or parameter.default is not parameter.empty:
            raise DeclarationError(f"{name}: parameter {parameter.name!r} must be keyword-only and without default")
    expression = one.function(**{parameter: Symbol(parameter) for parameter in parameters})
    if not isinstance(expression, Expression):
        raise DeclarationError(f"{name}: the formula does not depend on its parameters")
    unused = set(parameters) - {node.name for node in walk(expression) if isinstance(node, Symbol)}
    if unused:
        raise DeclarationError(f"{name}: parameter {sorted(unused)[0]!r} is not used")
    axes = declared_axes(name, expression, axes_of)
    if not one.meaning:
        raise DeclarationError(f"{name}: a formula needs a docstring that says what it means")
    return Formula(
        quantity=Quantity(name, said.label, one.meaning, axes, said.low, said.high),
        function=one.function,
        parameters=tuple(parameters),
        expression=expression,
        kind=said.kind,
        source=said.source,
        locator=said.locator,
        validity=said.validity,
        takes=tuple(alignments(parameters, axes_of, roles=uses_roles(expression, axes_of))),
    )


_OfRole = tuple[str, Role | None]
"""A quantity, or that of drives of one role."""

_Found = dict[_OfRole, dict[_OfRole, None]]

_KINDS_OF_MISSING = 32
"""For how many sets of missing numbers it is kept which inputs they lack: an edit seldom changes the set."""


@dataclass(frozen=True)
class Step:
    """One quantity in an explanation; `inputs` are the names to follow further down."""

    quantity: Quantity
    values: tuple[float, ...]
    formula: Formula | None
    inputs: tuple[str, ...]
    latex: str | None
    text: str | None
    latex_with_numbers: str | None
    text_with_numbers: str | None


@dataclass(frozen=True)
class Evaluation:
    """The numbers of one run. `value` and `explain` read from the same arrays.

    `inputs` and `curves` are what it was evaluated from.
    """

    graph: Graph
    values: Mapping[str, Array]
    inputs: Mapping[str, ArrayLike] = field(repr=False)
    curves: Mapping[str, Curve] = field(repr=False)
    _unknown: dict[str, list[Any]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Whether they are missing, by configuration, and by role where they have roles."""

    @cached_property
    def _found(self) -> dict[int, _Found]:
        """The missing inputs found so far, for each configuration.

        They follow from which numbers are missing alone, and are kept for the next evaluation with the same ones.
        """
        return self.graph.missing_inputs(self.values.unknown()) if isinstance(self.values, Block) else {}

    @cached_property
    def _numbers(self) -> dict[str, list[float]]:
        """The values without members of the first sample, by configuration: a list answers faster than an array."""
        return self.values.numbers() if isinstance(self.values, Block) else {}

    def members(self, name: str, configuration: int = 0, sample: int = 0) -> tuple[float, ...]:
        """The values of a quantity for one configuration: one number, or one for each member."""
        return tuple(self._row(name, configuration, sample).ravel().tolist())

    def value(self, name: str, configuration: int = 0, sample: int = 0, *, role: Role | None = None) -> float:
        """The value of a quantity without members, or with only the roles of drives."""
        if sample or role is not None:
            row = self._row(name, configuration, sample)
            return (row if role is None else row[role]).item()
        found = self._numbers.get(name)
        if found is None:
            first = self.values[name][0]
            found = self._numbers[name] = first.reshape(len(first)).tolist()
        return found[configuration if len(found) > 1 else 0]

    def _row(self, name: str, configuration: int, sample: int) -> Array:
        array = self.values[name]
        # What does not vary along an axis has size 1 there. The ellipsis keeps a single number an array.
        return array[min(sample, array.shape[0] - 1), min(configuration, array.shape[1] - 1), ...]

    def missing(self, name: str, configuration: int = 0) -> tuple[str, ...]:
        """The missing inputs that keep a quantity from being evaluated; empty if it is evaluated."""
        return tuple(dict.fromkeys(each for each, _ in self.missing_of(name, configuration)))

    def missing_of(
        self, name: str, configuration: int = 0, role: Role | None = None
    ) -> tuple[tuple[str, Role | None], ...]:
        """The missing inputs of a quantity, each with its role of drives; for one role of the quantity, or for all."""
        return tuple(self._missing(name, role, configuration, self._found.setdefault(configuration, {})))

    def _missing(self, name: str, role: Role | None, configuration: int, seen: _Found) -> dict[_OfRole, None]:
        key = (name, role)
        known = seen.get(key)
        if known is not None:
            return known
        found: dict[_OfRole, None] = {}
        for each in self._rests_on(name, role, configuration, seen):
            if each == key:
                found[each] = None
            elif not self._is_known(*each, configuration):
                found.update(self._missing(*each, configuration, seen))
        seen[key] = found
        return found

    def _rests_on(self, name: str, role: Role | None, configuration: int, seen: _Found) -> Iterable[_OfRole]:
        """Dependencies to search for missing inputs: none if the quantity is known, itself if it is an input."""
        if self._is_known(name, role, configuration):
            return ()
        if role is None and "role" in self.graph.quantity(name).axes:
            return [(name, each) for each in Role]
        if name in self.graph.formulas:
            return self._taken(name, role, configuration)
        over = self.graph.inputs[name].curve_of
        lacking = over and self._missing(over, role, configuration, seen)
        return lacking or [(name, role)]

    def _taken(self, name: str, role: Role | None, configuration: int) -> tuple[_OfRole, ...]:
        """The parameters of a formula, of the drives that absorb the writes those of the configuration."""
        taken_of = self.graph.taken(name, role)
        expression = self.graph.formulas[name].expression
        if not isinstance(expression, Apply) or expression.operation != OF_WRITE_ROLE:
            return taken_of
        (single_tier,) = (each for each, of_role in taken_of if of_role is None)
        other = Role.WRITE_TIER if self.value(single_tier, configuration) == 1 else Role.CAPACITY
        return tuple(each for each in taken_of if each[1] is not other)

    def _is_known(self, name: str, role: Role | None, configuration: int) -> bool:
        found = self._unknown.get(name)
        if found is None:
            unknown = np.isnan(self.values[name][0])
            if "role" in self.graph.axes(name):
                found = unknown.reshape(*unknown.shape[:2], -1).any(axis=-1).tolist()
            else:
                found = unknown.reshape(len(unknown), -1).any(axis=-1).tolist()
            self._unknown[name] = found
        own = found[configuration if len(found) > 1 else 0]
        if isinstance(own, list):
            return not (any(own) if role is None else own[role])
        return not own

    def used_parameters(
        self, name: str, configuration: int = 0, role: Role | None = None
    ) -> frozenset[tuple[str, Role | None]]:
        """The quantities behind the value of a formula, each with its role; of alternatives, the chosen one.

        For a quantity with roles: the quantities behind one role, or behind all.
        """

        def used(node: Expression, at: Role | None) -> frozenset[_OfRole]:
            if not isinstance(node, Apply):
                return frozenset(taken(node, at, self.graph.axes))
            parts = [used(*each) for each in arguments_at(node, at)]
            if node.operation == "first_known":
                known = (part for part in parts if all(self._is_known(*each, configuration) for each in part))
                parts = [next(known, frozenset().union(*parts))]
            return frozenset().union(*parts)

        formula = self.graph.formulas[name]
        if role is None and "role" in formula.quantity.axes:
            return frozenset().union(*(self.used_parameters(name, configuration, each) for each in Role))
        return used(formula.expression, role) if formula.chooses else frozenset(self._taken(name, role, configuration))

    def explain(self, name: str, configuration: int = 0, sample: int = 0) -> tuple[Step, ...]:
        """The derivation of a number: the quantity first, then everything it depends on, each once."""
        return tuple(self.step(each, configuration, sample) for each in reversed(self.graph.order([name])))

    def step(self, name: str, configuration: int = 0, sample: int = 0) -> Step:
        """One quantity of an explanation."""
        values = self.members(name, configuration, sample)
        formula = self.graph.formulas.get(name)
        if formula is None:
            quantity = self.graph.inputs[name]
            return Step(quantity, values, None, (quantity.curve_of,) if quantity.curve_of else (), *[None] * 4)

        def number(each: str, latex: bool = False) -> str:
            unknown = "missing" if each in self.graph.inputs else "not evaluated"
            return show_number(self.members(each, configuration, sample), unknown, latex=latex)

        latex, text = self.graph.words(name)
        return Step(
            quantity=formula.quantity,
            values=values,
            formula=formula,
            inputs=formula.parameters,
            latex=latex,
            text=text,
            latex_with_numbers=formula.latex(lambda each: number(each, latex=True)),
            text_with_numbers=formula.text(number),
        )


def show_number(values: Sequence[float], unknown: str, *, latex: bool) -> str:
    """A value, or the list of a quantity's members, for use in a formula; `unknown` stands for NaN."""
    left_out = len(values) > _SHOWN_MEMBERS
    shown = []
    for value in [*values[: _SHOWN_MEMBERS - 2], values[-1]] if left_out else values:
        if isnan(value):
            shown.append(rf"\text{{{unknown}}}" if latex else unknown)
        elif isinf(value):
            shown.append(r"\infty" if latex else "infinite")
        else:
            shown.append(exact_latex(value) if latex else exact(value))
    if left_out:
        shown.insert(-1, r"\ldots" if latex else "...")
    return shown[0] if len(shown) == 1 else "[" + "; ".join(shown) + "]"


def _at_all_dates(inputs: Mapping[str, ArrayLike], dates: int) -> dict[str, ArrayLike]:
    """The inputs with a row for each sample and date."""
    rows = {name: len(each) for name, each in inputs.items() if isinstance(each, np.ndarray) and each.ndim > 1}
    samples = max(rows.values(), default=1) // dates
    return {
        name: np.repeat(each, dates, axis=0) if rows.get(name, 1) == samples > 1 else each
        for name, each in inputs.items()
    }


_MISSING = np.array(np.nan)


def _given(work: Work, inputs: Mapping[str, ArrayLike]) -> list[ArrayLike]:
    """The values of what is given, missing where there are none."""
    return [*map(inputs.get, work.given, repeat(_MISSING))]


class Unsuited(Exception):
    """A kernel cannot take these inputs."""


@dataclass(frozen=True, eq=False)
class Work:
    """What is to be computed: `order` with what it rests on first, of which `given` is not computed, for `keep`.

    Each is itself only, so that what is prepared for it is found without comparing a thousand names.
    """

    order: tuple[str, ...]
    keep: tuple[str, ...]
    given: tuple[str, ...]


class Block(Mapping[str, Array]):
    """The arrays of one run in one piece, of which some things are told at once."""

    @abstractmethod
    def numbers(self) -> dict[str, list[float]]:
        """What has no members, of the first sample by configuration; one number where all have the same."""

    @abstractmethod
    def unknown(self) -> Hashable:
        """Which numbers are missing: equal for evaluations in which the same ones are."""


class Kernel(Protocol):
    """Another way to compute a graph, with the same numbers."""

    threads: int
    """How many may compute with it at the same time."""

    def values(self, work: Work, given: list[ArrayLike], dates: int = 1) -> Block:
        """Compute some quantities from the values of those given; raises `Unsuited`."""
        ...


class Graph:
    """Formulas and inputs, wired by name.

    Raises:
        DeclarationError: at construction, for an unknown parameter name, a cycle, a name without unit, a duplicate,
            or a formula that cannot be traced.
    """

    def __init__(self, inputs: Iterable[Quantity], modules: Iterable[ModuleType]) -> None:
        """Collect the formulas of the modules and wire them to each other and to the inputs."""
        self.inputs: Mapping[str, Quantity] = _by_name(inputs)
        functions, self.purposes = declared(modules)
        for name, function in functions.items():
            if name in self.inputs:
                raise declared_twice(name, self.inputs[name].place, function.place)
        needs = {name: each.parameters for name, each in functions.items()}
        for name, parameters in needs.items():
            for parameter in parameters:
                if parameter not in functions and parameter not in self.inputs:
                    raise DeclarationError(f"{name} needs {parameter!r}, which is neither an input nor a formula")
        for each in self.inputs.values():
            if each.curve_of is not None:
                if each.curve_of not in functions and each.curve_of not in self.inputs:
                    raise DeclarationError(f"{each.name} is a curve over {each.curve_of!r}, which there is not")
                needs[each.name] = (each.curve_of,)
        try:
            self._order = [*TopologicalSorter({**dict.fromkeys(self.inputs, ()), **needs}).static_order()]
        except CycleError as error:
            raise DeclarationError("formulas need each other: " + " -> ".join(error.args[1])) from error
        axes: dict[str, Axes] = {name: each.axes for name, each in self.inputs.items()}
        formulas: dict[str, Formula] = {}
        for name in self._order:
            if name in functions:
                formulas[name] = _traced(functions[name], axes.__getitem__)
                axes[name] = formulas[name].quantity.axes
        self.formulas: Mapping[str, Formula] = formulas
        self._all = tuple(formulas)
        self._works: dict[tuple[str, ...], Work] = {}
        self._taken: dict[_OfRole, tuple[_OfRole, ...]] = {}
        self._words: dict[str, tuple[str, str]] = {}
        self.missing_inputs: Callable[[Hashable], dict[int, _Found]] = lru_cache(_KINDS_OF_MISSING)(lambda _: {})
        self._places = {name: place for place, name in enumerate(self.inputs)}
        self._rests_on_inputs = self._inputs_behind()
        self.kernel: Kernel | None = None

    def quantity(self, name: str) -> Quantity:
        """A quantity by name, input or computed; KeyError for an unknown name."""
        return self.inputs[name] if name in self.inputs else self.formulas[name].quantity

    def axes(self, name: str) -> Axes:
        """The axes of a quantity's members."""
        return self.quantity(name).axes

    def words(self, name: str) -> tuple[str, str]:
        """The right-hand side of a formula: in LaTeX with the labels of what it takes, in plain text with the names."""
        if name not in self._words:
            formula = self.formulas[name]
            latex = formula.latex(lambda each: rf"\text{{{self.quantity(each).label}}}")
            self._words[name] = latex, formula.text(lambda each: each)
        return self._words[name]

    def taken(self, name: str, role: Role | None) -> tuple[_OfRole, ...]:
        """The parameters of a formula, each with its role of drives."""
        if (name, role) not in self._taken:
            formula = self.formulas[name]
            found = dict.fromkeys(taken(formula.expression, role, self.axes))
            self._taken[name, role] = tuple(sorted(found, key=lambda each: formula.parameters.index(each[0])))
        return self._taken[name, role]

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """All quantities, inputs before computed ones."""
        return tuple(self.quantity(name) for name in self._order)

    def order(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """The wanted names and all their dependencies, dependencies first; KeyError for an unknown name."""
        return self._work(tuple(wanted)).order

    def _work(self, wanted: tuple[str, ...]) -> Work:
        work = self._works.get(wanted)
        if work is None:
            order = self._find_order(wanted)
            work = self._works[wanted] = Work(order, wanted, tuple(name for name in order if name in self.inputs))
        return work

    def _find_order(self, wanted: Iterable[str]) -> tuple[str, ...]:
        seen: set[str] = set()
        stack = list(wanted)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                if name not in self.formulas and name not in self.inputs:
                    raise KeyError(name)
                stack.extend(self.needs(name))
        return tuple(name for name in self._order if name in seen)

    def needs(self, name: str) -> tuple[str, ...]:
        """The quantities that must be known before this one."""
        if name in self.formulas:
            return self.formulas[name].parameters
        over = self.inputs[name].curve_of
        return (over,) if over else ()

    def _inputs_behind(self) -> Mapping[str, int]:
        """For each quantity the inputs that it rests on, each a bit."""
        found: dict[str, int] = {}
        for name in self._order:
            found[name] = self._bits((name,))
            for each in self.needs(name):
                found[name] |= found[each]
        return found

    def _bits(self, names: Iterable[str]) -> int:
        """The bits of inputs; other names have none."""
        return sum(1 << self._places[name] for name in names if name in self._places)

    def rests_on(self, name: str, given: str) -> bool:
        """Whether a quantity depends on an input, directly or not."""
        return bool(self._rests_on_inputs[name] & self._bits((given,)))

    def following_from(self, name: str) -> frozenset[str]:
        """The quantities that depend on this one, directly or not, and itself."""
        found = {name}
        found.update(each for each in self._order if not found.isdisjoint(self.needs(each)))
        return frozenset(found)

    def used_by(self, name: str) -> tuple[str, ...]:
        """The formulas that take a quantity directly."""
        return tuple(each for each in self._order if name in self.needs(each))

    def evaluate(
        self,
        inputs: Mapping[str, ArrayLike],
        wanted: Iterable[str] | None = None,
        *,
        curves: Mapping[str, Curve] | None = None,
        chunk: int | None = None,
        after: Evaluation | None = None,
        dates: int = 1,
    ) -> Evaluation:
        """Evaluate one plan, arrays of configurations, or samples of either, in one call.

        Args:
            inputs: values by input name: a scalar; (configurations,); (samples, configurations); quantities with
                members have the members as one axis more, last. Inputs left out are missing.
            curves: the inputs that are measured curves over other quantities. Those left out are missing.
            wanted: the quantities to compute; all by default. Only what they depend on is computed.
            chunk: configurations at a time, by default what suits the cache. When there are more, the result holds
                the wanted quantities only, and a kernel's for several samples, too.
            after: an evaluation of the same configurations with some other inputs. What rests on none of these is
                taken from it; the arrays of the other inputs must be the same objects.
            dates: how many dates each sample has. What varies with the date has so many rows for each sample, in the
                inputs and in the result; inputs with one row for each sample are the same at all its dates.

        Raises:
            KeyError: an input or wanted name is unknown.
        """
        if not inputs.keys() <= self.inputs.keys():
            raise KeyError(*(inputs.keys() - self.inputs.keys()))
        work = self._work(self._all if wanted is None else tuple(wanted))
        names, order, curves = work.keep, work.order, curves or {}
        if self.kernel is not None and chunk is None:
            with suppress(Unsuited):
                return Evaluation(self, self._by_kernel(self.kernel, work, inputs, curves, dates), inputs, curves)
        if dates > 1:
            inputs = _at_all_dates(inputs, dates)
        kept = {} if after is None else self._unchanged(after, order, inputs, curves)
        given = {
            name: kept[name] if name in kept else self._shaped(name, inputs.get(name, np.nan))
            for name in order
            if name in self.inputs and name not in curves
        }
        configurations = max([1, *(array.shape[1] for array in given.values())])
        members = max([1, *(prod(array.shape[2:]) for array in given.values())])
        if chunk is None:
            chunk = CHUNK if members < _MANY_MEMBERS else CHUNK_WITH_MEMBERS
        if configurations <= chunk:
            values = given | kept
            self._run([name for name in order if name not in kept], values, curves, slice(0, configurations))
            return Evaluation(self, values, inputs, curves)

        # What no configuration changes is computed once, outside the loop over chunks.
        varying = {name for name, array in given.items() if array.shape[1] > 1} | set(curves)
        for name in order:
            if varying.intersection(self.needs(name)):
                varying.add(name)
        common = {name: array for name, array in given.items() if name not in varying}
        self._run([name for name in order if name not in varying], common, {}, slice(0, 1))
        inner = [name for name in order if name in varying]
        parts: dict[str, list[Array]] = {name: [] for name in names if name in varying}
        for start in range(0, configurations, chunk):
            values = dict(common)
            for name in inner:
                if name in given:
                    values[name] = given[name][:, start : start + chunk]
            self._run(inner, values, curves, slice(start, min(start + chunk, configurations)))
            for name, part in parts.items():
                part.append(values[name])
        result = {name: np.concatenate(part, axis=1) for name, part in parts.items()}
        return Evaluation(self, result | {name: common[name] for name in names if name in common}, inputs, curves)

    def _by_kernel(
        self, kernel: Kernel, work: Work, inputs: Mapping[str, ArrayLike], curves: Mapping[str, Curve], dates: int
    ) -> Block:
        over = {name: self.inputs[name].curve_of for name in work.given if name in curves} if curves else {}
        if over:
            shapes = (np.shape(inputs[name]) for name in work.given if name in inputs and name not in over)
            configurations = max([1, *(each[-1 if len(each) < 2 else 1] for each in shapes if each)])
        for names_over in self._steps_of_curves({name: each for name, each in over.items() if each is not None}):
            of_curves = self._work(tuple(dict.fromkeys(names_over.values())))
            values = kernel.values(of_curves, _given(of_curves, inputs), dates)
            read = {name: curves[name](values[each], slice(0, configurations)) for name, each in names_over.items()}
            inputs = {**inputs, **read}
        return kernel.values(work, _given(work, inputs), dates)

    def _steps_of_curves(self, over: Mapping[str, str]) -> Iterable[Mapping[str, str]]:
        """Curves with the quantities that they are over, those first that rest on no other curve."""
        left = dict(over)
        while left:
            of_left = self._bits(left)
            ready = {name: each for name, each in left.items() if not self._rests_on_inputs[each] & of_left}
            yield ready
            left = {name: each for name, each in left.items() if name not in ready}

    def _unchanged(
        self, after: Evaluation, order: Iterable[str], inputs: Mapping[str, ArrayLike], curves: Mapping[str, Curve]
    ) -> dict[str, Array]:
        """The values of an earlier evaluation that rest on no other input."""
        other = 0
        for name in self.inputs:
            same_curve = curves.get(name) is after.curves.get(name)
            if inputs.get(name) is not after.inputs.get(name) or not same_curve:
                other |= self._rests_on_inputs[name]
        earlier = after.values
        return {name: earlier[name] for name in order if name in earlier and not self._rests_on_inputs[name] & other}

    def _shaped(self, name: str, value: ArrayLike) -> Array:
        array, axes = np.asarray(value, dtype=np.float64), self.inputs[name].axes
        array = array.reshape((1,) * (2 + len(axes) - array.ndim) + array.shape)
        # There are always all roles, though their values may be the same.
        return np.broadcast_to(array, (*array.shape[:2], len(Role), *array.shape[3:])) if "role" in axes else array

    def _run(
        self, order: Iterable[str], values: dict[str, Array], curves: Mapping[str, Curve], configurations: slice
    ) -> None:
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            for name in order:
                over = self.inputs[name].curve_of if name in curves else None
                if over is not None:
                    values[name] = curves[name](values[over], configurations)
                elif name in self.formulas:
                    values[name] = self.formulas[name].compute(values)
