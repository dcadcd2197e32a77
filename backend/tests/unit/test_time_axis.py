"""The months and years of the graph: what turns one into the other, and what must not be mixed."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hostwise.engine.declaring import formula
from hostwise.engine.graph import Graph, show_number
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import added, at_start, by_year, running_largest
from hostwise.engine.quantities import DeclarationError, Quantity, unit_of

INPUTS = (
    Quantity("month", "month", "Month.", ("month",)),
    Quantity("year", "year", "Year.", ("year",)),
    Quantity("count", "VMs", "VMs.", ("group",)),
)


def build(function: Any, name: str) -> Graph:
    module = ModuleType("declared")
    function.__name__, function.__module__, function.__doc__ = name, "declared", "Meaning."
    setattr(module, name, formula(label=name, source="HOSTWISE", locator="test")(function))
    return Graph(INPUTS, (module,))


def test_sums_of_months_are_years() -> None:
    graph = build(lambda *, month: by_year(month * 2), "doubled_cost_per_year")
    assert graph.quantity("doubled_cost_per_year").axes == ("year",)
    values = graph.evaluate({"month": np.arange(25.0)}).members("doubled_cost_per_year")
    assert values == (0, 2 * sum(range(1, 13)), 2 * sum(range(13, 25)))


def test_only_months_become_years() -> None:
    with pytest.raises(DeclarationError, match="takes members of kind 'month'"):
        build(lambda *, count: by_year(count), "counted_cost_per_year")


def test_months_become_years_last() -> None:
    with pytest.raises(DeclarationError, match="must be the outermost operation"):
        build(lambda *, month: by_year(month) * 2, "doubled_cost_per_year")


def test_months_and_years_do_not_mix() -> None:
    with pytest.raises(DeclarationError, match="mixes members of month and year"):
        build(lambda *, month, year: month + year, "mixed_cost")


def test_the_purchase_is_the_first_month() -> None:
    graph = build(lambda *, month: at_start(month + 1), "first_month")
    assert graph.quantity("first_month").axes == ()
    assert graph.evaluate({"month": np.arange(13.0)}).value("first_month") == 1


def test_running_operations_keep_the_axes_in_front() -> None:
    amounts = np.array([[[3.0, 1.0, 4.0], [1.0, 5.0, 9.0]]])
    assert added(amounts).tolist() == [[[3, -2, 3], [1, 4, 4]]]
    assert running_largest(amounts).tolist() == [[[3, 3, 4], [1, 5, 9]]]


def test_nothing_behind_per_is_the_unit() -> None:
    assert unit_of("tco_per_vm_month").symbol == "currency/VM month"
    assert unit_of("administration_hours_per_host_year").symbol == "h/host year"
    assert unit_of("colocation_price_per_kw_month").symbol == "currency/kW month"


def test_a_long_list_of_months_is_shortened_where_it_is_shown() -> None:
    shown = show_number(list(range(61)), "", latex=False)
    assert shown.startswith("[0; 1; 2; ")
    assert shown.endswith("; ...; 60]")
    assert show_number([1.0, 2.0], "", latex=False) == "[1; 2]"


def test_cost_is_by_month_before_it_is_by_year() -> None:
    axes = {name: MODEL.quantity(name).axes for name in ("cash_flow_cost_per_month", "cash_flow_cost_per_year")}
    assert axes == {"cash_flow_cost_per_month": ("month",), "cash_flow_cost_per_year": ("year",)}
    assert MODEL.formulas["cash_flow_cost_per_year"].parameters == ("cash_flow_cost_per_month",)
