"""What follows from a formula's declaration, and what formulas collect."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hostwise.engine.declaring import formula
from hostwise.engine.graph import Graph
from hostwise.engine.primitives import largest_known, sum_known
from hostwise.engine.purposes import CarbonPart, Constraint, CostPart, Row
from hostwise.engine.quantities import DeclarationError, Quantity

INPUTS = (
    Quantity("demand_vcpu", "vCPU", "vCPU."),
    Quantity("hosts", "hosts", "Hosts."),
    Quantity("running_hosts", "running", "Running."),
    Quantity("part_running_hosts", "running", "Running in parts."),
    Quantity("left_spare_hosts", "left", "Left."),
    Quantity("month", "month", "Month.", ("month",)),
    Quantity("spare_hosts", "spares", "Spares."),
    Quantity("parts", "parts", "Parts."),
    Quantity("part_share", "share", "Share of a part.", high=1.0),
    Quantity("cpu_spares_flag", "flag", "Flag.", high=1.0),
)


ONE_PART = {"parts": 1.0, "part_share": 1.0}


def declared(name: str, function: Any, **said: Any) -> Any:
    function.__name__, function.__module__, function.__doc__ = name, "declared", "Hosts that are needed."
    return formula(label=said.pop("label", name), source="INTEL21", locator="Table 1", **said)(function)


def build(*functions: Any) -> Graph:
    module = ModuleType("declared")
    for function in functions:
        setattr(module, function.__name__, function)
    return Graph(INPUTS, (module,))


def constraint(key: str = "cpu", order: int = 1, spares: str = "never", *, slack: bool = True) -> Constraint:
    return Constraint(key, "CPU cores", order, spares, slack)


def needs(what: str = "cpu", of: Constraint | None = None) -> Any:
    return declared(
        f"hosts_for_{what}_unrounded",
        lambda *, demand_vcpu: demand_vcpu / 2,
        label="hosts for CPU cores, unrounded",
        validity="no overcommitment",
        constraint=of or constraint(what),
    )


@pytest.mark.parametrize(
    ("spares", "parameters", "whole", "slack"),
    [
        ("never", (), 4, 5 / 3.5 - 1),
        ("always", ("spare_hosts",), 6, 3 / 3.5 - 1),
        ("cpu_spares_flag", ("spare_hosts", "cpu_spares_flag"), 4, 5 / 3.5 - 1),
    ],
)
def test_a_constraint_brings_whole_hosts_and_slack(
    spares: str, parameters: tuple[str, ...], whole: float, slack: float
) -> None:
    graph = build(needs(of=constraint(spares=spares)))
    of_parts = ("parts", "part_share")
    assert graph.formulas["hosts_for_cpu"].parameters == (*of_parts, "hosts_for_cpu_unrounded", *parameters)
    assert graph.formulas["cpu_slack_share"].parameters == (
        "part_running_hosts",
        *of_parts,
        *(each.replace("spare_hosts", "left_spare_hosts") for each in parameters),
        "hosts_for_cpu_unrounded",
    )
    given = {"demand_vcpu": 7.0, "part_running_hosts": 5.0, "spare_hosts": 2.0, "left_spare_hosts": 2.0, **ONE_PART}
    given["cpu_spares_flag"] = 0.0
    found = graph.evaluate(given)
    assert found.value("hosts_for_cpu") == whole
    assert found.value("cpu_slack_share") == slack


@pytest.mark.parametrize(("carried", "whole", "slack"), [("alone", 12, 2 / 3.5 - 1), ("together", 8, 4 / 3.5 - 1)])
def test_each_part_of_the_hosts_is_whole_and_has_spares(carried: Any, whole: float, slack: float) -> None:
    graph = build(needs(of=replace(constraint(spares="always"), carried=carried)))
    given = {"demand_vcpu": 7.0, "running_hosts": 8.0, "spare_hosts": 2.0, "left_spare_hosts": 2.0}
    given |= {"parts": 2.0, "part_share": 1.0, "part_running_hosts": 8.0}
    found = graph.evaluate(given)
    assert found.value("hosts_for_cpu") == whole
    assert found.value("cpu_slack_share") == slack


def test_what_follows_is_shown_like_what_is_written() -> None:
    graph = build(needs(of=constraint(spares="always")))
    whole, slack = graph.formulas["hosts_for_cpu"], graph.formulas["cpu_slack_share"]
    assert whole.quantity.label == "hosts for CPU cores"
    assert whole.quantity.meaning == "Hosts that are needed, whole, with spares."
    assert whole.validity == slack.validity == "no overcommitment"
    assert whole.text(str) == "parts * (ceil(part_share * hosts_for_cpu_unrounded) + spare_hosts)"
    assert slack.quantity.label == "slack of CPU cores"
    assert slack.quantity.low == -1
    left = "max(part_running_hosts - parts * left_spare_hosts, 0)"
    assert slack.text(str) == f"{left} / (parts * part_share * hosts_for_cpu_unrounded) - 1"
    steps = graph.evaluate({"demand_vcpu": 7.0, "hosts": 5.0, "spare_hosts": 2.0, **ONE_PART}).explain("hosts_for_cpu")
    below = {"hosts_for_cpu_unrounded", "spare_hosts", "demand_vcpu", "parts", "part_share"}
    assert steps[0].quantity.name == "hosts_for_cpu"
    assert {each.quantity.name for each in steps[1:]} == below


def test_rounding_dust_buys_no_host() -> None:
    graph = build(needs(of=constraint()))
    assert graph.evaluate({"demand_vcpu": 2 * 720 * 1.1 / 3 / 24, **ONE_PART}).value("hosts_for_cpu") == 11


def test_a_written_slack_is_not_written_again() -> None:
    own = declared("cpu_room_share", lambda *, hosts: hosts * 2, slack_of="cpu")
    graph = build(needs(), own)
    assert "cpu_slack_share" not in graph.formulas
    assert graph.purposes.slacks == {"cpu": "cpu_room_share"}


def test_a_constraint_may_have_no_slack() -> None:
    graph = build(needs(of=constraint(slack=False)))
    assert set(graph.formulas) == {"hosts_for_cpu_unrounded", "hosts_for_cpu"}
    assert graph.purposes.slacks == {}


def test_a_constraint_of_whole_hosts_stays_as_it_is() -> None:
    graph = build(declared("hosts_for_disks", lambda *, spare_hosts: spare_hosts + 1, constraint=constraint("disks")))
    assert list(graph.formulas) == ["hosts_for_disks"]
    assert list(graph.purposes.constraints) == ["hosts_for_disks"]


def test_a_cost_by_month_brings_its_sum() -> None:
    part = CostPart("energy", "Energy", 1, "by month", Row("Cost", 1, "money"))
    monthly = declared("energy_cost_per_month", lambda *, month: month * 10, cost_part=part, low=-5.0)
    graph = build(monthly)
    assert graph.formulas["energy_cost"].text(str) == "sum(energy_cost_per_month)"
    assert graph.formulas["energy_cost"].quantity.label == "energy until the horizon"
    assert graph.formulas["energy_cost"].quantity.low == -5
    assert list(graph.purposes.rows) == ["energy_cost"]
    assert graph.purposes.monthly_costs == {"energy": "energy_cost_per_month"}
    assert graph.evaluate({"month": np.arange(4.0)}).value("energy_cost") == 60


def test_a_formula_collects_in_the_declared_order() -> None:
    every = declared("required_hosts", lambda *parts: largest_known(*parts), collects="constraints")
    graph = build(every, needs("later", constraint("later", 9)), needs("first", constraint("first", 3)))
    assert graph.formulas["required_hosts"].parameters == ("hosts_for_first", "hosts_for_later")
    assert graph.formulas["required_hosts"].text(str) == "largest known of(hosts_for_first, hosts_for_later)"
    assert graph.evaluate({"demand_vcpu": 7.0, **ONE_PART}).value("required_hosts") == 4


def test_costs_are_collected_by_how_they_are_paid() -> None:
    def cost(name: str, paid: Any, order: int) -> Any:
        function: Any = lambda *, demand_vcpu: demand_vcpu * 2  # noqa: E731
        if name.endswith("_per_month"):
            function = lambda *, month: month * 2  # noqa: E731
        return declared(name, function, cost_part=CostPart(name, name, order, paid))

    def sums(name: str, what: Any) -> Any:
        return declared(name, lambda *parts: sum_known(*parts), collects=what)

    graph = build(
        cost("array_capex", "with the cluster", 2),
        cost("server_capex", "with each host", 1),
        cost("expansion_cost_per_month", "for growth", 3),
        cost("energy_cost_per_month", "by month", 4),
        declared("energy_cost_per_year", lambda *, demand_vcpu: demand_vcpu * 3, yearly_of="energy_cost_per_month"),
        declared("made_kgco2e", lambda *, demand_vcpu: demand_vcpu * 3, carbon_part=CarbonPart("made", "Made", 1)),
        sums("hosts_capex", "parts bought with each host"),
        sums("cluster_capex", "parts bought with the cluster"),
        sums("flow_cost", "parts paid by month"),
        sums("known_cost", "parts of the cost"),
        sums("running_cost", "running costs"),
        sums("all_kgco2e", "parts of the carbon"),
    )
    assert {
        name: graph.formulas[name].parameters for name in graph.formulas if "sum of" in graph.formulas[name].text(str)
    } == {
        "hosts_capex": ("server_capex",),
        "cluster_capex": ("array_capex",),
        "flow_cost": ("energy_cost_per_month",),
        "known_cost": ("server_capex", "array_capex", "expansion_cost", "energy_cost"),
        "running_cost": ("energy_cost_per_year",),
        "all_kgco2e": ("made_kgco2e",),
    }


def test_a_collecting_formula_may_take_others_too() -> None:
    def function(*parts: Any, hosts: Any) -> Any:
        return largest_known(hosts, *parts)

    graph = build(declared("required_hosts", function, collects="constraints"), needs())
    assert graph.formulas["required_hosts"].parameters == ("hosts", "hosts_for_cpu")
    assert graph.evaluate({"demand_vcpu": 7.0, "hosts": 9.0}).value("required_hosts") == 9


def test_rows_stand_in_the_order_of_sections_and_places() -> None:
    def row(name: str, section: Any, order: int) -> Any:
        return declared(name, lambda *, hosts: hosts * 2, row=Row(section, order, "number"))

    graph = build(row("b_gib", "Memory", 2), row("c_gib", "Memory", 1), row("a_gib", "Cost", 9))
    assert list(graph.purposes.rows) == ["a_gib", "c_gib", "b_gib"]


@pytest.mark.parametrize(
    ("functions", "words"),
    [
        (lambda: [needs("cpu"), needs("memory", constraint("cpu", 2))], "are both declared to be 'cpu'"),
        (lambda: [needs("cpu"), needs("memory")], "are both declared to be in place 1"),
        (lambda: [declared("own_share", lambda *, hosts: hosts * 2, slack_of="cpu")], "belongs to 'cpu'"),
        (
            lambda: [needs(), declared("cpu_slack_share", lambda *, hosts: hosts * 2, label="by hand")],
            "cpu_slack_share is declared twice",
        ),
        (lambda: [declared("a_hosts", lambda *all_of: all_of[0])], "collects with one parameter"),
        (lambda: [declared("a_hosts", lambda *, hosts: hosts * 2, collects="constraints")], "collects with one"),
        (lambda: [declared("a_hosts", lambda *all_of: all_of[0], collects="constraints")], "no formula is declared"),
        (
            lambda: [
                declared("a_cost", lambda *, hosts: hosts * 2, cost_part=CostPart("a", "A", 1, "by month")),
            ],
            "a_cost is declared to be paid by month, which does not fit its name",
        ),
        (
            lambda: [needs(), *(declared(f"{each}_share", lambda *, hosts: hosts, slack_of="cpu") for each in "ab")],
            "both belong to 'cpu'",
        ),
    ],
)  # fmt: skip
def test_a_purpose_that_does_not_fit_is_refused(functions: Any, words: str) -> None:
    with pytest.raises(DeclarationError, match=words):
        build(*functions())
