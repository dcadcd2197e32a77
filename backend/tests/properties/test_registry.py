"""Properties that every formula has, so that a new one is covered the day it is born."""

import ast
import doctest
import inspect
import math
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from hostwise.catalogue.loader import load_catalogue
from hostwise.engine import axes, constants, graph, primitives, quantities, roles
from hostwise.engine.formulas import MODULES
from hostwise.engine.graph import Formula
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Quantity
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Symbol
from tests.collecting import check_each

ROWS = 200


def draw(quantity: Quantity, rng: np.random.Generator, rows: int = ROWS) -> NDArray[np.float64]:
    """Values of a quantity within its validity; with members where it has them."""
    shape = (1, rows, *(len(Role) if axis == "role" else 3 for axis in quantity.axes))
    if not math.isfinite(quantity.low):
        return np.asarray(rng.lognormal(1.0, 1.0, shape) * rng.choice([-1.0, 1.0, 1.0, 1.0], shape))
    low = quantity.low
    if "_rank" in quantity.name:
        return rng.integers(int(low), int(quantity.high) + 1, shape).astype(np.float64)
    if math.isfinite(quantity.high):
        return rng.uniform(low + 1e-3 * (quantity.high - low), quantity.high - 1e-3 * (quantity.high - low), shape)
    if quantity.name == "month":
        return np.broadcast_to(np.arange(3.0), shape).copy()
    return low + rng.lognormal(1.0, 1.0, shape)


def arguments(formula: Formula, seed: int = 7) -> dict[str, NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    drawn = {name: draw(MODEL.quantity(name), rng) for name in formula.parameters}
    return formula.aligned(drawn)


def call(formula: Formula, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    with np.errstate(all="ignore"):
        return np.asarray(formula.function(**values), dtype=np.float64)


def gives_for_an_array_what_each_row_gives(formula: Formula) -> None:
    values = arguments(formula)
    together = call(formula, values)
    for row in (0, 1, ROWS - 1):
        alone = call(formula, {name: array[:, row : row + 1] for name, array in values.items()})
        np.testing.assert_array_equal(alone[:, 0], together[:, row])


def leaves_its_inputs_alone(formula: Formula) -> None:
    values = arguments(formula)
    before = {name: array.copy() for name, array in values.items()}
    call(formula, values)
    for name, array in values.items():
        np.testing.assert_array_equal(array, before[name])


def has_a_rate_for_any_flow(formula: Formula) -> bool:
    """Flows without a single internal rate have none."""
    return "internal_rate(" not in formula.text(str)


def gives_a_known_result_for_known_inputs(formula: Formula) -> None:
    assert not np.isnan(call(formula, arguments(formula))).any()


def needs_all_its_inputs(formula: Formula) -> bool:
    """The others choose among their inputs."""
    text = formula.text(str)
    choices = ("first known", "largest known", "sum of the known", " if ", "chosen(")
    # They take whichever stripe or rating is known.
    stripe = "min(" in text and formula.quantity.name in (
        "hosts_for_capacity",
        "hosts_for_write_performance",
        "hosts_for_endurance",
        "role_rated_dwpd",
        "holding_hosts_unrounded",
    )
    return not stripe and not any(each in text for each in choices)


def gives_no_number_for_a_missing_input(formula: Formula) -> None:
    values = arguments(formula)
    for name in formula.parameters:
        result = call(formula, {**values, name: np.full_like(values[name], np.nan)})
        if "role" in formula.quantity.axes:
            taking = [role for role in Role if name in dict(MODEL.taken(formula.quantity.name, role))]
            assert taking, name
            result = result[:, :, taking]
        assert np.isnan(result).all(), name


DIMENSIONS: Mapping[str, frozenset[str]] = {
    "bytes": frozenset({"mb", "gb", "tb", "kib", "mib", "gib", "tib", "mb_s", "mib_s", "gbit_s", "mbit_s"}),
    "money": frozenset({"cost", "price", "capex", "tco", "npv"}),
    "power": frozenset({"w", "kw", "kwh", "btu_h"}),
}


def exponent(name: str, dimension: frozenset[str]) -> int:
    """The power with which a dimension enters a quantity, read off its name."""
    head, _, things = name.partition("_per_")
    unit = quantities.unit_of(head)
    above = any(quantities.UNITS[word] is unit and word in dimension for word in quantities.UNITS)
    below = any(word in dimension for word in things.split("_"))
    return int(above) - int(below)


def scales_with(formula: Formula, dimension: str) -> None:
    words = DIMENSIONS[dimension]
    values = arguments(formula)
    scaled = {name: array * 2.0 ** exponent(name, words) for name, array in values.items()}
    np.testing.assert_allclose(
        call(formula, scaled), call(formula, values) * 2.0 ** exponent(formula.quantity.name, words), rtol=1e-12
    )


def renders_with_balanced_braces(formula: Formula) -> None:
    latex = formula.latex(lambda name: rf"\text{{{MODEL.quantity(name).label}}}")
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    assert all(name in formula.text(str) for name in formula.parameters)


def is_plain_arithmetic(formula: Formula) -> bool:
    text = formula.text(str)
    choices = (" if ", "first known", "known of", "thresholds", "number above 0 of")
    reductions = ("sum(", "largest(", "smallest(", "running_sum(", "chosen(", "least_bins(")
    return not any(each in text for each in (*choices, *reductions))


def computes_what_its_text_says(formula: Formula) -> None:
    """The plain text is read back as arithmetic, so the shown formula is the one that ran."""
    values = arguments(formula)
    names = {
        "added": primitives.added,
        "whole_spread": primitives.whole_spread,
        "in_batches": primitives.in_batches,
        "at_start": primitives.at_start,
        "by_year": primitives.by_year,
        "running_largest": primitives.running_largest,
        "largest_of_term": primitives.largest_of_term,
        "straight_line": primitives.straight_line,
        "internal_rate": primitives.internal_rate,
        "payback": primitives.payback,
        "max": np.maximum,
        "min": np.minimum,
        "ceil": primitives.ceil_count,
        "floor": primitives.floor_count,
        "ln": np.log,
        "exp": np.exp,
        "Phi": ndtr,
        "Phi_inverse": ndtri,
        "sum_of_roles": primitives.total_of_roles,
        "smallest_of_roles": primitives.smallest_of_roles,
        "worn_so_far": primitives.worn_so_far,
        "by_role": lambda **amounts: primitives.by_role(*amounts.values()),
        **{role.key: (..., int(role), slice(None)) for role in Role},
    }
    with np.errstate(all="ignore"):
        read_back = eval(formula.text(str).replace("^", "**"), {"__builtins__": {}}, {**names, **values})
    result = call(formula, values)
    # A fraction of hosts is without end where a host supplies nothing; there the plain fraction is not shown.
    finite = np.isfinite(result)
    assert finite.mean() > 0.1
    np.testing.assert_allclose(np.asarray(read_back)[finite], result[finite], rtol=1e-9)


SOUND = MODEL.formulas["tbw_tb"]


def with_function(function: Callable[..., Any]) -> Formula:
    """The TBW of a drive, computed wrongly."""
    return replace(SOUND, function=function)


def doubling_an_input(**values: NDArray[np.float64]) -> NDArray[np.float64]:
    values["rated_dwpd"] *= 2
    return np.asarray(SOUND.function(**values))


@dataclass(frozen=True)
class Property:
    """A check, the formulas it applies to, and a formula without the property, which the check must find."""

    check: Callable[[Formula], None]
    broken: Formula
    applies: Callable[[Formula], bool] = lambda formula: True


PROPERTIES = {
    "gives for an array what each row gives": Property(
        gives_for_an_array_what_each_row_gives,
        with_function(lambda **values: SOUND.function(**values) / np.max(values["rated_dwpd"])),
    ),
    "leaves its inputs alone": Property(leaves_its_inputs_alone, with_function(doubling_an_input)),
    "gives a known result for known inputs": Property(
        gives_a_known_result_for_known_inputs,
        with_function(lambda **values: np.log(-SOUND.function(**values))),
        has_a_rate_for_any_flow,
    ),
    "gives no number for a missing input": Property(
        gives_no_number_for_a_missing_input,
        with_function(lambda **values: np.nan_to_num(SOUND.function(**values))),
        needs_all_its_inputs,
    ),
    **{
        f"scales with {dimension}": Property(
            partial(scales_with, dimension=dimension),
            replace(SOUND, quantity=MODEL.quantity(mistaken_for)),
        )
        for dimension, mistaken_for in (("bytes", "hosts"), ("money", "cluster_tco"), ("power", "heat_btu_h"))
    },
    "renders with balanced braces": Property(
        renders_with_balanced_braces, replace(SOUND, expression=Symbol("rated_dwpd"))
    ),
    "computes what its text says": Property(
        computes_what_its_text_says,
        with_function(lambda **values: SOUND.function(**values) * 1.001),
        is_plain_arithmetic,
    ),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_formula(name: str) -> None:
    each = PROPERTIES[name]
    check_each({key: formula for key, formula in MODEL.formulas.items() if each.applies(formula)}, each.check)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_formula_without_the_property_is_found_and_named(name: str) -> None:
    each = PROPERTIES[name]
    with pytest.raises(ExceptionGroup, match="2 of 4 fail: broken, also broken"):
        check_each({"sound": SOUND, "broken": each.broken, "also sound": SOUND, "also broken": each.broken}, each.check)


@pytest.mark.parametrize("name", PROPERTIES)
def test_most_formulas_are_checked(name: str) -> None:
    checked = sum(map(PROPERTIES[name].applies, MODEL.formulas.values()))
    assert checked > len(MODEL.formulas) / 2


def test_every_dimension_is_checked() -> None:
    assert all(f"scales with {each}" in PROPERTIES for each in DIMENSIONS)


def test_the_dimension_check_sees_a_wrong_formula() -> None:
    assert exponent("drive_write_mb_s", DIMENSIONS["bytes"]) == 1
    assert exponent("mb_per_gb", DIMENSIONS["bytes"]) == 0
    assert exponent("tco_per_tb", DIMENSIONS["bytes"]) == -1
    assert exponent("electricity_price_per_kwh", DIMENSIONS["power"]) == -1
    assert exponent("electricity_price_per_kwh", DIMENSIONS["money"]) == 1


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_no_number_hides_in_a_formula(module: ModuleType) -> None:
    allowed = {0, 1, 2, -1}
    for function in vars(module).values():
        if hasattr(function, "__formula__"):
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
            (definition,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
            body = [node for statement in definition.body[1:] for node in ast.walk(statement)]
            numbers = {
                node.value for node in body if isinstance(node, ast.Constant) and not isinstance(node.value, str)
            }
            assert numbers <= allowed, f"{function.__name__}: {numbers - allowed}"


def test_every_source_is_cited_in_full() -> None:
    sources = load_catalogue().sources
    assert {each.source for each in MODEL.formulas.values()} <= set(sources)


def test_names_carry_units_and_inputs_are_used() -> None:
    used = {name for formula in MODEL.formulas.values() for name in formula.parameters}
    assert set(MODEL.inputs) <= used
    for quantity in MODEL.quantities:
        assert quantity.unit.meaning
        assert quantity.label
        assert quantity.meaning.endswith(".")


@pytest.mark.parametrize(
    "module", [*MODULES, axes, constants, graph, primitives, quantities, roles], ids=lambda m: m.__name__
)
def test_worked_examples(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
