"""The formula graph: wiring, refusal of wrong declarations, axes, missing values, explanations."""

import ast
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from hostwise import engine
from hostwise.engine.declaring import formula
from hostwise.engine.graph import Graph
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import first_known, total
from hostwise.engine.quantities import DeclarationError, Quantity, unit_of

INPUTS = (
    Quantity("count", "VMs", "VMs.", ("group",)),
    Quantity("vcpu", "vCPU", "vCPU.", ("group",)),
    Quantity("spare_hosts", "spares", "Spares."),
    Quantity("year", "year", "Year.", ("year",)),
)


PLACE = r"\S+test_graph\.py:\d+"


def declare(**functions: Any) -> ModuleType:
    module = ModuleType("declared")
    for name, function in functions.items():
        function.__name__, function.__module__ = name, "declared"
        function.__doc__ = "Meaning."
        setattr(module, name, formula(label=name, source="HOSTWISE", locator="test")(function))
    return module


def build(**functions: Any) -> Graph:
    return Graph(INPUTS, (declare(**functions),))


def test_an_unknown_name_is_refused() -> None:
    def function(*, vcpus: Any) -> Any:
        return vcpus * 2

    with pytest.raises(DeclarationError, match="needs 'vcpus', which is neither an input nor a formula"):
        build(demand_vcpu=function)


def test_a_cycle_is_refused() -> None:
    def one(*, b_hosts: Any) -> Any:
        return b_hosts * 2

    def other(*, a_hosts: Any) -> Any:
        return a_hosts * 2

    with pytest.raises(DeclarationError, match="formulas need each other"):
        build(a_hosts=one, b_hosts=other)


def test_a_name_without_unit_is_refused() -> None:
    def function(*, vcpu: Any) -> Any:
        return vcpu * 2

    with pytest.raises(DeclarationError, match="'demand_for_everything' carries no unit"):
        build(demand_for_everything=function)


def test_a_formula_with_a_default_is_refused() -> None:
    def function(*, vcpu: Any = 1) -> Any:
        return vcpu * 2

    with pytest.raises(DeclarationError, match="keyword-only and without default"):
        build(demand_vcpu=function)


def test_a_reduction_inside_a_formula_is_refused() -> None:
    def function(*, vcpu: Any, spare_hosts: Any) -> Any:
        return total(vcpu) / spare_hosts

    with pytest.raises(DeclarationError, match=r"must be the outermost operation.*write a second formula"):
        build(demand_vcpu=function)


def test_members_of_groups_and_years_do_not_mix() -> None:
    def function(*, vcpu: Any, year: Any) -> Any:
        return vcpu * year

    with pytest.raises(DeclarationError, match="mixes members of group and year"):
        build(demand_vcpu=function)


def test_an_unused_parameter_is_refused() -> None:
    def function(*, vcpu: Any, count: Any) -> Any:
        return vcpu * 2

    with pytest.raises(DeclarationError, match="'count' is not used"):
        build(demand_vcpu=function)


def test_an_operation_that_cannot_be_shown_is_refused() -> None:
    def function(*, vcpu: Any) -> Any:
        return np.arctan(vcpu)

    with pytest.raises(DeclarationError, match="'arctan' cannot be rendered"):
        build(demand_vcpu=function)


def test_a_duplicate_is_refused() -> None:
    def function(*, vcpu: Any) -> Any:
        return vcpu * 2

    with pytest.raises(DeclarationError, match=rf"count is declared twice: {PLACE}, and {PLACE}"):
        build(count=function)


def test_a_second_declaration_of_an_input_is_refused_with_both_places() -> None:
    first = Quantity("rack_kw", "power", "Power of a rack.")
    second = Quantity("rack_kw", "power", "Power of a rack.", low=1.0)
    assert first.place != second.place
    with pytest.raises(DeclarationError) as refused:
        Graph([first, second], [])
    assert str(refused.value) == f"rack_kw is declared twice: {first.place}, and {second.place}"


def test_an_input_names_the_statement_that_declares_it() -> None:
    """Also where a function of the engine makes it."""
    for name in ("sockets", "vcpu", "drives_per_host"):
        file, _, line = MODEL.inputs[name].place.rpartition(":")
        statement = next(
            each
            for each in ast.parse(Path(file).read_text(encoding="utf-8")).body
            if (each.end_lineno or 0) >= int(line)
        )
        assert statement.lineno <= int(line)
        assert name.removesuffix("_per_host") in ast.unparse(statement)


def test_a_formula_written_twice_in_one_module_is_refused() -> None:
    """Python would keep the later one."""
    written = """
from hostwise.engine.declaring import formula
@formula(label="power", source="HOSTWISE", locator="power")
def rack_kw(*, hosts): return hosts * 2
@formula(label="power", source="HOSTWISE", locator="power")
def rack_kw(*, hosts): return hosts * 2
"""
    with pytest.raises(DeclarationError, match=r"rack_kw is declared twice: written\.py:3, and written\.py:5"):
        exec(compile(written, "written.py", "exec"), {"__name__": "written"})


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("drive_write_limit_mb_s", "MB/s"),
        ("usable_gib_per_host", "GiB/host"),
        ("hosts_for_write_performance_unrounded", "hosts"),
        ("energy_kwh_per_year", "kWh/year"),
        ("dwpd_used", "drive writes/day"),
        ("tco_per_vm_month", "currency/VM month"),
    ],
)
def test_the_unit_is_read_off_the_name(name: str, symbol: str) -> None:
    assert unit_of(name).symbol == symbol


def demand() -> Graph:
    def demand_vcpu(*, count: Any, vcpu: Any) -> Any:
        return total(count * vcpu)

    def twice_vcpu(*, demand_vcpu: Any, spare_hosts: Any) -> Any:
        return demand_vcpu * 2 + spare_hosts

    return build(demand_vcpu=demand_vcpu, twice_vcpu=twice_vcpu)


def test_samples_configurations_and_members_broadcast() -> None:
    graph = demand()
    samples = np.arange(3.0).reshape(3, 1)
    result = graph.evaluate({"count": [[[1.0, 2.0]]], "vcpu": [[[4.0, 8.0]]], "spare_hosts": samples + np.arange(5.0)})
    assert result.values["demand_vcpu"].shape == (1, 1)
    assert result.values["twice_vcpu"].shape == (3, 5)
    assert result.value("twice_vcpu", configuration=4, sample=2) == 46.0


def test_chunks_change_nothing() -> None:
    graph = demand()
    inputs: dict[str, ArrayLike] = {"count": [[[1.0, 2.0]]], "vcpu": [[[4.0, 8.0]]], "spare_hosts": np.arange(1000.0)}
    whole = graph.evaluate(inputs, ["twice_vcpu"], chunk=1000).values["twice_vcpu"]
    for chunk in (1, 7, 999):
        np.testing.assert_array_equal(graph.evaluate(inputs, ["twice_vcpu"], chunk=chunk).values["twice_vcpu"], whole)


def test_only_what_is_asked_for_is_computed() -> None:
    assert "twice_vcpu" not in demand().evaluate({"count": 1.0, "vcpu": 2.0}, ["demand_vcpu"]).values


def test_an_unknown_input_is_refused() -> None:
    with pytest.raises(KeyError, match="cuont"):
        demand().evaluate({"cuont": 1.0})


def test_what_is_missing_is_named_and_nothing_else() -> None:
    result = demand().evaluate({"count": [[[1.0]]], "vcpu": [[[2.0]]]})
    assert result.missing("twice_vcpu") == ("spare_hosts",)
    assert result.missing("demand_vcpu") == ()


def test_missing_goes_around_a_choice_with_a_known_source() -> None:
    def known_hosts(*, spare_hosts: Any, year: Any) -> Any:
        return first_known(spare_hosts, year)

    graph = build(known_hosts=known_hosts)
    assert graph.evaluate({"spare_hosts": 2.0}).missing("known_hosts") == ()
    assert graph.evaluate({}).missing("known_hosts") == ("spare_hosts", "year")


def test_the_explanation_reads_the_numbers_of_the_run() -> None:
    graph = demand()
    result = graph.evaluate({"count": [[[1.0, 2.0]]], "vcpu": [[[4.0, 8.0]]], "spare_hosts": 1.0})
    steps = {step.quantity.name: step for step in result.explain("twice_vcpu")}
    assert next(iter(steps)) == "twice_vcpu"
    assert steps["twice_vcpu"].values == (41.0,)
    assert steps["twice_vcpu"].text == "demand_vcpu * 2 + spare_hosts"
    assert steps["twice_vcpu"].text_with_numbers == "20 * 2 + 1"
    assert steps["demand_vcpu"].text_with_numbers == "sum([1; 2] * [4; 8])"
    assert steps["demand_vcpu"].latex == r"\sum \text{VMs} \cdot \text{vCPU}"
    assert steps["count"].formula is None
    assert set(steps) == {"twice_vcpu", "demand_vcpu", "count", "vcpu", "spare_hosts"}


def test_brackets_stand_where_they_must() -> None:
    def shown(function: Any) -> str:
        return build(shown_hosts=function).formulas["shown_hosts"].text(lambda name: name)

    def one(*, spare_hosts: Any, year: Any) -> Any:
        return (spare_hosts - (year - 1)) * (spare_hosts / (year * 2)) ** 2

    assert shown(one) == "(spare_hosts - (year - 1)) * (spare_hosts / (year * 2))^2"


def test_a_million_configurations_in_one_call() -> None:
    rng = np.random.default_rng(1)
    count = 1_000_000
    inputs: dict[str, ArrayLike] = {
        **dict.fromkeys(("sizing_years", "vcpu_per_core", "cpu_spares_flag", "policy_spare_hosts"), 1.0),
        **dict.fromkeys(("clusters", "sites", "site_load_share"), 1.0),
        "node_pair_flag": 0.0,
        **dict.fromkeys(("stack_cpu_share", "stack_cores", "stack_cores_per_drive"), 0.0),
        **dict.fromkeys(("hypervisor_cpu_share", "hypervisor_cores", "management_vcpu", "managed_once_flag"), 0.0),
        **dict.fromkeys(("stack_cluster_cores", "system_minimum_cores", "capacity_drives_per_host"), 0.0),
        **dict.fromkeys(("core_shift_hosts", "spare_core_hosts"), 0.0),
        **dict.fromkeys(("vcpu_growth_rate", "event_count"), 0.0),
        "count": [[[100.0, 20.0]]],
        "vcpu": [[[4.0, 8.0]]],
        "count_growth_rate": [[[0.0, 0.1]]],
        "sockets": rng.integers(1, 3, count),
        "cores_per_socket": rng.integers(8, 65, count),
    }
    result = MODEL.evaluate(inputs, ["hosts_for_cpu_ratio"])
    assert result.values["hosts_for_cpu_ratio"].shape == (1, count)
    assert result.values["hosts_for_cpu_ratio"].min() >= 1


@pytest.mark.parametrize("name", ["hosts", "vcpu", "opm_per_vm"])
def test_what_follows_from_a_quantity_has_it_before_itself(name: str) -> None:
    following = MODEL.following_from(name)
    assert following == {each.name for each in MODEL.quantities if name in MODEL.order([each.name])}
    assert len(following) > 1


def test_no_two_modules_of_the_engine_have_one_name() -> None:
    names = Counter(each.stem for each in Path(*engine.__path__).rglob("*.py") if each.stem != "__init__")
    assert len(names) > 50
    assert {name for name, modules in names.items() if modules > 1} == set()
