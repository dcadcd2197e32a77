"""Properties that every formula has, so that a new one is covered the day it is born."""

import ast
import doctest
import inspect
import math
import textwrap
from collections.abc import Mapping
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from hostwise.catalogue.loader import load_catalogue
from hostwise.engine import constants, graph, primitives, quantities
from hostwise.engine.graph import Formula
from hostwise.engine.model import MODEL, MODULES
from hostwise.engine.quantities import Quantity

FORMULAS = [pytest.param(each, id=name) for name, each in MODEL.formulas.items()]
ROWS = 200


def draw(quantity: Quantity, rng: np.random.Generator, rows: int = ROWS) -> NDArray[np.float64]:
    """Values of a quantity within its validity; with members where it has them."""
    shape = (1, rows, 3) if quantity.axis != "cluster" else (1, rows)
    if not math.isfinite(quantity.low):
        return np.asarray(rng.lognormal(1.0, 1.0, shape) * rng.choice([-1.0, 1.0, 1.0, 1.0], shape))
    low = quantity.low
    if "_rank" in quantity.name:
        return rng.integers(int(low), int(quantity.high) + 1, shape).astype(np.float64)
    if math.isfinite(quantity.high):
        return rng.uniform(low + 1e-3 * (quantity.high - low), quantity.high - 1e-3 * (quantity.high - low), shape)
    if quantity.name in ("year", "month"):
        return np.broadcast_to(np.arange(3.0), shape).copy()
    return low + rng.lognormal(1.0, 1.0, shape)


def arguments(formula: Formula, seed: int = 7) -> dict[str, NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    drawn = {name: draw(MODEL.quantity(name), rng) for name in formula.parameters}
    if any(array.ndim > 2 for array in drawn.values()):
        drawn = {name: array if array.ndim > 2 else array[..., np.newaxis] for name, array in drawn.items()}
    return drawn


def call(formula: Formula, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    with np.errstate(all="ignore"):
        return np.asarray(formula.function(**values), dtype=np.float64)


@pytest.mark.parametrize("formula", FORMULAS)
def test_an_array_gives_what_each_of_its_rows_gives(formula: Formula) -> None:
    values = arguments(formula)
    together = call(formula, values)
    for row in (0, 1, ROWS - 1):
        alone = call(formula, {name: array[:, row : row + 1] for name, array in values.items()})
        np.testing.assert_array_equal(alone[:, 0], together[:, row])


@pytest.mark.parametrize("formula", FORMULAS)
def test_inputs_are_left_alone(formula: Formula) -> None:
    values = arguments(formula)
    before = {name: array.copy() for name, array in values.items()}
    call(formula, values)
    for name, array in values.items():
        np.testing.assert_array_equal(array, before[name])


@pytest.mark.parametrize("formula", FORMULAS)
def test_known_inputs_give_a_known_result(formula: Formula) -> None:
    if "internal_rate(" in formula.text(lambda each: each):
        pytest.skip("flows without a single rate have none")
    assert not np.isnan(call(formula, arguments(formula))).any()


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_missing_input_is_never_a_number(formula: Formula) -> None:
    if any(
        name in formula.text(lambda each: each)
        for name in ("first known", "largest known", "sum of the known", " if ", "chosen(")
    ):
        pytest.skip("the formula chooses among its inputs")
    if "min(" in formula.text(lambda each: each) and formula.quantity.name == "hosts_for_capacity":
        pytest.skip("the formula takes whichever stripe is known")
    values = arguments(formula)
    for name in formula.parameters:
        missing = {**values, name: np.full_like(values[name], np.nan)}
        assert np.isnan(call(formula, missing)).all(), name


DIMENSIONS: Mapping[str, frozenset[str]] = {
    "bytes": frozenset({"mb", "gb", "tb", "kib", "mib", "gib", "tib", "mb_s", "mib_s"}),
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


@pytest.mark.parametrize("dimension", DIMENSIONS)
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_dimension_scales_through(formula: Formula, dimension: str) -> None:
    words = DIMENSIONS[dimension]
    values = arguments(formula)
    scaled = {name: array * 2.0 ** exponent(name, words) for name, array in values.items()}
    np.testing.assert_allclose(
        call(formula, scaled), call(formula, values) * 2.0 ** exponent(formula.quantity.name, words), rtol=1e-12
    )


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


@pytest.mark.parametrize("formula", FORMULAS)
def test_it_renders_with_balanced_braces(formula: Formula) -> None:
    latex = formula.latex(lambda name: rf"\text{{{MODEL.quantity(name).label}}}")
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    assert all(name in formula.text(lambda each: each) for name in formula.parameters)


@pytest.mark.parametrize("formula", FORMULAS)
def test_its_text_computes_what_it_computes(formula: Formula) -> None:
    """The plain text is read back as arithmetic, so the shown formula is the one that ran."""
    text = formula.text(lambda each: each)
    if " if " in text or "first known" in text or "known of" in text or "thresholds" in text or "sum(" in text:
        pytest.skip("not plain arithmetic")
    if any(word in text for word in ("largest(", "smallest(", "running_sum(", "chosen(", "number above 0 of")):
        pytest.skip("not plain arithmetic")
    values = arguments(formula)
    names = {
        "added": primitives.added,
        "at_start": primitives.at_start,
        "by_year": primitives.by_year,
        "running_largest": primitives.running_largest,
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
    }
    with np.errstate(all="ignore"):
        read_back = eval(text.replace("^", "**"), {"__builtins__": {}}, {**names, **values})
    result = call(formula, values)
    # A fraction of hosts is without end where a host supplies nothing; there the plain fraction is not shown.
    finite = np.isfinite(result)
    assert finite.mean() > 0.1
    np.testing.assert_allclose(np.asarray(read_back)[finite], result[finite], rtol=1e-9)


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


@pytest.mark.parametrize("module", [*MODULES, primitives, quantities, graph, constants], ids=lambda m: m.__name__)
def test_worked_examples(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
