"""A verdict needs all the limits that could decide it: what is missing never makes a winner."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Result
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
HEADLINES = ("hosts", "cluster_tco")


def document(key: str) -> dict[str, Any]:
    return plan_json(sample_plan(key))


def evaluated(plan: dict[str, Any]) -> Decided:
    return decide(Plan.model_validate(plan), CATALOGUE)


def winners(result: Decided) -> set[tuple[str, str]]:
    """What is called best: by a tick in a headline row, or in the sentence."""
    ticks = {
        (row.quantity, cell.configuration)
        for row in result.rows
        if row.quantity in HEADLINES
        for cell in row.cells
        if cell.best
    }
    said = {
        ("cluster_tco", each.key) for each in result.configurations if f"{each.name} is the cheapest" in result.sentence
    }
    return ticks | said


def of(result: Result, key: str) -> ConfigurationResult:
    (found,) = (each for each in result.configurations if each.key == key)
    return found


def without_drive_size(plan: dict[str, Any], index: int) -> None:
    capacity = plan["configurations"][index]["capacity"]
    capacity.pop("key", None)
    capacity.pop("capacity_gb", None)
    capacity.setdefault("price", 500)


def test_a_missing_limit_makes_hosts_and_cost_lower_bounds_and_nobody_the_best() -> None:
    plan = document("moderate-io")
    assert winners(evaluated(plan))
    without_drive_size(plan, 1)
    result = evaluated(plan)
    optane = of(result, "optane")
    assert optane.is_lower_bound
    assert [each.key for each in optane.constraints if each.undecided] == ["capacity"]
    assert not of(result, "nand").is_lower_bound
    assert winners(result) == set()
    lacking = "Not evaluated for Optane + persistent memory: capacity. Enter size of capacity drive."
    assert result.sentence == f"No best configuration yet. {lacking}"
    cells = {row.quantity: row.cells[1] for row in result.rows}
    assert cells["hosts"].text == "at least 4"
    assert (cells["cluster_tco"].text or "").startswith("at least ")
    assert (cells["cluster_tco"].text or "").endswith(" USD")
    assert not any(cell.best for row in result.rows for cell in row.cells if row.cells[1].value.value is not None)


def test_shares_of_a_lower_bound_are_no_lower_bounds() -> None:
    plan = document("moderate-io")
    without_drive_size(plan, 1)
    texts = {row.quantity: row.cells[1].text or "" for row in evaluated(plan).rows}
    assert texts["failover_memory_share"].startswith("at most ")
    assert texts["rack_units"].startswith("at least ")
    assert not texts["purchase_capex_per_host"]


def test_what_leaves_an_array_out_is_a_lower_bound_and_makes_nobody_the_best() -> None:
    plan = document("nvme-2026")
    plan["configurations"][0] = document("leaving-vmware")["configurations"][0] | {"key": "array"}
    configurations = Plan.model_validate(plan).configurations
    arrays = [each.layout is Layout.EXTERNAL for each in configurations]
    assert arrays == [True, False, False]
    result = evaluated(plan)
    rows = {row.quantity: row for row in result.rows}
    for name in ("embodied_kgco2e", "cluster_kgco2e"):
        texts = [cell.text or "" for cell in rows[name].cells]
        assert [each.startswith("at least ") for each in texts] == arrays
        assert not any(cell.best for cell in rows[name].cells)
    # Its energy counts.
    assert not any((cell.text or "").startswith("at least") for cell in rows["energy_kwh_per_year"].cells)


def test_an_unknown_cost_is_named_first_and_nobody_costs_least() -> None:
    plan = document("nvme-2026")
    drives = {"capacity_gb": 7680, "count": 4, "sustained_write_mb_s": 2000, "rated_dwpd": 1, "warranty_years": 5}
    plan["configurations"][1]["capacity"] = drives
    result = evaluated(plan)
    name = result.configurations[1].name
    assert result.sentence.startswith(f"No best configuration yet. Not evaluated for {name}: the total cost.")
    assert "price of " in result.sentence
    assert winners(result) == {each for each in winners(result) if each[0] == "hosts"}


def test_no_savings_are_computed_against_a_lower_bound() -> None:
    plan = document("moderate-io")
    without_drive_size(plan, 1)
    finance = of(evaluated(plan), "optane").finance
    assert finance is not None
    assert finance.npv.state is QuantityState.NOT_EVALUATED
    assert finance.npv.missing == ["/configurations/1/capacity/capacity_gb"]
    assert finance.text == "The cost of Optane + persistent memory is a lower bound, so there is no comparison."


def test_given_hosts_are_no_lower_bound_and_yet_undecided() -> None:
    plan = document("moderate-io")
    without_drive_size(plan, 1)
    plan["configurations"][1]["hosts"] = 4
    result = evaluated(plan)
    assert not of(result, "optane").is_lower_bound
    assert winners(result) == set()
    assert "No best configuration yet" in result.sentence


@pytest.mark.parametrize("missing", ["cpu_ghz", "vcpu_per_core"])
def test_one_of_two_ways_to_plan_processors_is_enough(missing: str) -> None:
    plan = document("moderate-io")
    plan["workload"]["totals"].pop("cpu_ghz", None)
    result = evaluated(plan)
    (cycles,) = (each for each in of(result, "nand").constraints if each.key == "cpu_ghz")
    assert cycles.hosts.state is QuantityState.NOT_EVALUATED
    assert not cycles.undecided
    assert not of(result, "nand").is_lower_bound


def test_without_any_io_the_cache_cannot_bind_and_is_still_listed_as_missing() -> None:
    plan = document("moderate-io")
    for group in plan["workload"]["groups"]:
        group.pop("iops_peak", None)
        group.pop("iops_average", None)
    result = evaluated(plan)
    (cache,) = (each for each in of(result, "nand").constraints if each.key == "write_performance")
    assert (cache.hosts.state, cache.undecided) == (QuantityState.NOT_EVALUATED, False)
    assert "/workload/groups/0/iops_peak" in {each.pointer for each in result.missing}
    plan["workload"]["groups"][0]["iops_average"] = 300
    assert of(evaluated(plan), "nand").is_lower_bound


def test_the_missing_field_of_a_group_names_the_group() -> None:
    plan = document("moderate-io")
    group = plan["workload"]["groups"][0]
    group.pop("iops_peak")
    (missing,) = (each for each in evaluated(plan).missing if each.pointer == "/workload/groups/0/iops_peak")
    assert missing.label == f"peak IOPS per VM of {group['name']!r}"


def test_growth_beyond_the_first_purchase_is_in_the_headline() -> None:
    plan = document("moderate-io")
    plan["workload"]["groups"][0]["count_growth_rate"] = 0.2
    plan["configurations"] = plan["configurations"][:1]
    result = evaluated(plan)
    (nand,) = result.configurations
    assert nand.hosts_with_growth.value is not None
    assert nand.hosts.value is not None
    assert nand.hosts_with_growth.value > nand.hosts.value
    words = f"{nand.hosts.value:.0f} hosts now, {nand.hosts_with_growth.value:.0f} in year 5"
    assert words in result.sentence
    (row,) = (row for row in result.rows if row.quantity == "hosts")
    assert row.cells[0].text == words.replace(" hosts", "")


# ------------------------------------------------------------------------------------------------ random plans


MAY_GO = {"cpu_ghz", "write_performance", "write_buffer", "network"}
"""Limits that have no say where the GHz are missing and the ratio decides, or where nobody asks for any I/O."""


def limits(result: Result) -> Iterator[tuple[tuple[str, str], bool]]:
    """The limits of all configurations, and whether each has a say.

    Those that are not evaluated and not undecided have none: nobody asks for them, as for I/O where no group has any,
    or another limit decides the same, as the ratio of vCPU to cores where GHz are missing.
    """
    for each in result.configurations:
        for limit in each.constraints:
            yield (each.key, limit.key), limit.undecided or limit.hosts.state is not QuantityState.NOT_EVALUATED


def leaves(node: Any, at: str = "") -> Iterator[str]:
    """Pointers of all fields that may be removed."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield f"{at}/{key}"
            yield from leaves(value, f"{at}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from leaves(value, f"{at}/{index}")


def removed(plan: dict[str, Any], pointer: str) -> dict[str, Any]:
    changed = deepcopy(plan)
    *path, last = pointer.strip("/").split("/")
    node: Any = changed
    for key in path:
        node = node[int(key)] if isinstance(node, list) else node[key]
    del node[last]
    return changed


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """Samples with another size, other hosts and other drives."""
    plan = document(draw(st.sampled_from(["moderate-io", "light-io", "nvme-2026", "sandisk14"])))
    for group in plan["workload"]["groups"]:
        group["count"] = draw(st.integers(1, 2_000))
        group["memory_gib"] = draw(st.sampled_from([2, 8, 32]))
        if draw(st.booleans()):
            group["count_growth_rate"] = draw(st.sampled_from([0, 0.1, 0.3]))
    for configuration in plan["configurations"]:
        configuration["memory"]["dram_gib"] = draw(st.sampled_from([128, 256, 512, 1024]))
        if configuration.get("capacity"):
            configuration["capacity"]["count"] = draw(st.integers(1, 7))
        if draw(st.integers(0, 4)) == 0:
            configuration["hosts"] = draw(st.integers(1, 40))
    return plan


@given(plans(), st.data())
@settings(max_examples=examples(25))
def test_removing_a_field_never_turns_a_loser_into_a_winner(plan: dict[str, Any], data: st.DataObject) -> None:
    before = evaluated(plan)
    for _ in range(3):
        pointer = data.draw(st.sampled_from([each for each in leaves(plan) if not each.startswith("/remarks")]))
        less = removed(plan, pointer)
        try:
            after = evaluated(less)
        except (ValueError, PlanError):
            continue
        missing = {each.pointer for each in after.missing} - {each.pointer for each in before.missing}
        if not any(each == pointer or each.startswith(f"{pointer}/") for each in missing):
            # A default or the catalogue's value took the field's place: then anything may change.
            continue
        gone = {at for at, counts in limits(before) if counts} & {at for at, counts in limits(after) if not counts}
        if gone:
            # One of them may have been the one that decided. No other limit can go like this.
            assert {limit for _, limit in gone} <= MAY_GO, f"without {pointer}"
            continue
        assert winners(after) <= winners(before), f"without {pointer}"
        plan, before = less, after
