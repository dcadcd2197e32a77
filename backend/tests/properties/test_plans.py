"""Properties of whole plans: how answers move when the question does."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Result
from hostwise.plan.document import Plan, plan_json
from tests.decisions import detail_on
from tests.drawing_examples import examples
from tests.typical import TYPICAL

HYPERCONVERGED = [key for key in TYPICAL if all(each.layout != "external" for each in sample_plan(key).configurations)]
"""Samples whose hosts hold the data, with all prices."""
samples = st.sampled_from(HYPERCONVERGED)
few = settings(max_examples=examples(40), deadline=None)


def evaluate(plan: Plan) -> Decided:
    return decide(plan, load_catalogue())


def changed(plan: Plan, change: Callable[[dict[str, Any]], None]) -> Plan:
    document = plan_json(plan)
    change(document)
    return Plan.model_validate(document)


def hosts(result: Result) -> list[float]:
    return [each.hosts.value if each.hosts.value is not None else float("inf") for each in result.configurations]


def money(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None
    return value


@few
@given(key=samples, field=st.sampled_from(["count", "vcpu", "memory_gib", "iops_peak"]), factor=st.floats(1, 4))
def test_more_demand_never_needs_fewer_hosts(key: str, field: str, factor: float) -> None:
    def more(document: dict[str, Any]) -> None:
        for group in document["workload"]["groups"]:
            group[field] = round(group[field] * factor) if field == "count" else group[field] * factor

    plan = sample_plan(key)
    assert all(
        after >= before
        for before, after in zip(hosts(evaluate(plan)), hosts(evaluate(changed(plan, more))), strict=True)
    )


@few
@given(key=samples, limit=st.floats(0.05, 1), tighter=st.floats(0.1, 1))
def test_a_tighter_cache_limit_never_needs_fewer_hosts(key: str, limit: float, tighter: float) -> None:
    def at(value: float) -> Plan:
        return changed(sample_plan(key), lambda document: document["policy"].update(write_utilisation_limit=value))

    loose, tight = evaluate(at(limit)), evaluate(at(limit * tighter))
    assert all(after >= before for before, after in zip(hosts(loose), hosts(tight), strict=True))


@pytest.mark.parametrize("key", TYPICAL)
def test_spares_never_need_fewer_hosts(key: str) -> None:
    def with_spares(number: int) -> list[float]:
        return hosts(
            evaluate(changed(sample_plan(key), lambda document: document["policy"].update(spare_hosts=number)))
        )

    counts = [with_spares(number) for number in range(4)]
    for fewer, more in pairwise(counts):
        assert all(after >= before for before, after in zip(fewer, more, strict=True))


@few
@given(key=samples, part=st.sampled_from(["write_tier", "capacity", "cpu", "memory"]), factor=st.floats(1, 10))
def test_a_dearer_part_never_makes_a_cheaper_plan(key: str, part: str, factor: float) -> None:
    def price(document: dict[str, Any], multiple: float) -> None:
        for each in document["configurations"]:
            if part in each:
                each[part]["price"] = 1000 * multiple

    plan = sample_plan(key)
    cheap = evaluate(changed(plan, lambda document: price(document, 1)))
    dear = evaluate(changed(plan, lambda document: price(document, factor)))
    for before, after in zip(cheap.configurations, dear.configurations, strict=True):
        assert money(after, "cluster_tco") >= money(before, "cluster_tco") * (1 - 1e-12)


@pytest.mark.parametrize("key", TYPICAL)
def test_the_binding_constraint_is_the_largest_and_every_constraint_is_satisfied(key: str) -> None:
    for each in evaluate(sample_plan(key)).configurations:
        known = {c.key: c.hosts.value for c in each.constraints if c.hosts.value is not None}
        largest = {key for key, hosts in known.items() if hosts == max(known.values())}
        # Where a sum needs as many hosts as whole VMs do, the sum is named.
        if largest & {"cpu_ratio", "cpu_ghz", "memory", "active_memory"}:
            largest.discard("vm_placement")
        assert {c.key for c in each.constraints if c.binding} == largest
        assert each.hosts.value == max(known.values())
        assert all(c.satisfied for c in each.constraints if c.hosts.value is not None)
        assert all(
            c.slack_share is None or c.slack_share.value is None or c.slack_share.value >= -1e-9
            for c in each.constraints
        )


@pytest.mark.parametrize("key", TYPICAL)
def test_slack_is_what_it_says(key: str) -> None:
    """Demand may grow by a little less than the slack without another host, and not by a little more."""
    groups = {"cpu_ratio": "vcpu", "write_performance": "iops_peak"}
    plan = sample_plan(key)
    for index, each in enumerate(evaluate(plan).configurations):
        for constraint in each.constraints:
            field = groups.get(constraint.key)
            if field is None or constraint.slack_share is None or constraint.slack_share.value is None:
                continue
            needed: list[bool] = []
            for beyond in (0.999, 1.001):

                def grow(
                    document: dict[str, Any],
                    factor: float = (1 + constraint.slack_share.value) * beyond,
                    name: str = field,
                ) -> None:
                    for group in document["workload"]["groups"]:
                        group[name] *= factor

                grown = evaluate(changed(plan, grow)).configurations[index]
                (same,) = (c for c in grown.constraints if c.key == constraint.key)
                assert same.hosts.value is not None
                assert each.hosts.value is not None
                needed.append(same.hosts.value > each.hosts.value)
            assert needed == [False, True], (each.key, constraint.key)


@pytest.mark.parametrize("key", HYPERCONVERGED)
def test_parts_sum_to_the_total(key: str) -> None:
    for each in evaluate(sample_plan(key)).configurations:
        total = money(each, "cluster_tco")
        assert sum(part.amount.value or 0 for part in each.cost_parts) == pytest.approx(total, rel=1e-12)
        assert sum(flow.amount.value or 0 for flow in each.cash_flow) == pytest.approx(total, rel=1e-12)
        assert each.cash_flow[-1].cumulative.value == pytest.approx(total, rel=1e-12)
        assert money(each, "known_parts_cost") == pytest.approx(total, rel=1e-12)


def test_doubling_every_price_doubles_the_total() -> None:
    def double(document: dict[str, Any]) -> None:
        for each in document["configurations"]:
            for place, names in (
                ("host", ("chassis_price",)),
                ("cpu", ("price",)),
                ("memory", ("price",)),
                ("write_tier", ("price",)),
                ("capacity", ("price",)),
                ("network", ("price",)),
            ):
                for name in names:
                    each[place][name] *= 2
        for name in ("electricity_price_per_kwh", "rack_unit_price_per_month"):
            document["economics"][name] *= 2

    def priced(document: dict[str, Any]) -> None:
        for each in document["configurations"]:
            each["cpu"]["price"] = 2029

    plan = changed(sample_plan("moderate-io"), priced)
    for before, after in zip(
        evaluate(plan).configurations, evaluate(changed(plan, double)).configurations, strict=True
    ):
        for name in ("cluster_tco", "cluster_npv", "tco_per_vm"):
            assert money(after, name) == pytest.approx(2 * money(before, name), rel=1e-12)


def test_without_discount_the_present_value_is_the_sum() -> None:
    plan = changed(sample_plan("moderate-io"), lambda document: document["economics"].update(discount_rate=0))
    for each in evaluate(plan).configurations:
        assert money(each, "cluster_npv") == pytest.approx(money(each, "cluster_tco"), rel=1e-12)


def without_io(document: dict[str, Any]) -> None:
    for group in document["workload"]["groups"]:
        for name in ("iops_peak", "iops_average"):
            group.pop(name, None)


@pytest.mark.parametrize("key", HYPERCONVERGED)
def test_without_io_nothing_is_made_up(key: str) -> None:
    result = evaluate(changed(sample_plan(key), without_io))
    for each in result.configurations:
        by_key = {constraint.key: constraint for constraint in each.constraints}
        assert by_key["write_performance"].hosts.state is QuantityState.NOT_EVALUATED
        assert each.hosts.value == max(c.hosts.value for c in each.constraints if c.hosts.value is not None)
        for name in ("years_to_wear_out", "wear_out_probability", "dwpd_used", "write_utilisation", "front_iops"):
            assert each.quantities[name].state is QuantityState.NOT_EVALUATED
            assert each.quantities[name].value is None
            assert "/workload/groups/0/iops_peak" in each.quantities[name].missing
        # Nothing is said of worn drives, and so nothing is paid for them: a finding says it.
        assert each.quantities["cluster_tco"].state is QuantityState.EVALUATED
        assert each.quantities["expected_replacements_drives"].state is not QuantityState.INFINITE
    assert "io_not_given" in {each.code for each in result.findings}
    assert {each.pointer for each in result.missing} == {
        pointer
        for index in range(len(sample_plan(key).workload.groups))
        for pointer in (f"/workload/groups/{index}/iops_peak", f"/workload/groups/{index}/iops_average")
    }
    said = f"{result.sentence} {detail_on(changed(sample_plan(key), without_io))}"
    assert any(words in said for words in ("I/O is missing", "not evaluated", "is not known")), said


def test_nothing_is_unknown_without_a_missing_input() -> None:
    """A NaN that is born from present inputs is a defect."""
    for key in TYPICAL:
        for each in evaluate(sample_plan(key)).configurations:
            for name, value in each.quantities.items():
                assert value.state is not QuantityState.NOT_EVALUATED or value.missing, (key, name)


def test_a_vm_that_fits_no_host_is_an_answer() -> None:
    plan = changed(sample_plan("moderate-io"), lambda document: document["workload"]["groups"][0].update(vcpu=128))
    nand, optane, _ = evaluate(plan).configurations
    assert not nand.feasible
    assert nand.hosts.state is QuantityState.INFEASIBLE
    assert "128 vCPU" in nand.reasons[0].message
    assert not optane.feasible


def test_too_many_hosts_for_a_cluster_is_an_answer() -> None:
    plan = changed(sample_plan("moderate-io"), lambda document: document["workload"]["groups"][0].update(count=4000))
    (nand, *_) = evaluate(plan).configurations
    assert nand.feasible
    assert "divided_into_clusters" in {each.code for each in nand.findings}
    assert nand.quantities["cluster_tco"].value is not None


def test_a_cluster_too_small_for_its_protection_is_an_answer() -> None:
    plan = changed(sample_plan("moderate-io"), lambda document: document["policy"].update(max_hosts_per_cluster=3))
    (nand, *_) = evaluate(plan).configurations
    assert not nand.feasible
    assert "a cluster holds 3" in nand.reasons[0].message


def test_given_hosts_that_do_not_suffice_are_an_answer() -> None:
    plan = changed(sample_plan("moderate-io"), lambda document: document["configurations"][0].update(hosts=5))
    (nand, *_) = evaluate(plan).configurations
    assert nand.hosts.value == 5
    assert not nand.feasible
    assert "needs 7 hosts, 5 given" in nand.reasons[0].message
    assert [each.key for each in nand.constraints if each.satisfied is False] == [
        "cpu_ratio",
        "cpu_ghz",
        "write_performance",
        "vm_placement",
    ]


@few
@given(limit=st.floats(0.001, 0.5), sigma=st.floats(0.1, 1.5))
def test_the_endurance_constraint_keeps_the_probability(limit: float, sigma: float) -> None:
    def bounded(document: dict[str, Any]) -> None:
        document["policy"].update(max_wear_out_probability=limit, max_hosts_per_cluster=1000)
        document["workload"]["write_load_sigma"] = sigma

    for each in evaluate(changed(sample_plan("light-io"), bounded)).configurations:
        probability = each.quantities["wear_out_probability"].value
        assert probability is not None
        assert probability <= limit * (1 + 1e-9)


def test_adaptive_raid_takes_the_wide_stripe_from_six_hosts() -> None:
    def data(terabytes: float) -> tuple[float | None, float | None]:
        def change(document: dict[str, Any]) -> None:
            document["workload"]["totals"] = {"used_tb": terabytes}
            document["policy"]["spare_hosts"] = 0
            for group in document["workload"]["groups"]:
                group.update(count=1, vcpu=1, memory_gib=1, memory_reserved_share=0)

        first = evaluate(changed(sample_plan("nvme-2026"), change)).configurations[0]
        return first.hosts.value, first.quantities["capacity_factor_used"].value

    small, large = data(20), data(65)
    assert small[1] == 1.5
    assert small[0] is not None
    assert small[0] < 6
    assert large == (6, 1.25)
    counts = [data(10 + 5 * step)[0] for step in range(40)]
    assert counts == sorted(counts, key=lambda number: number or 0)


def test_the_same_plan_gives_the_same_bytes() -> None:
    first, second = (evaluate(sample_plan("moderate-io")).model_dump_json() for _ in range(2))
    assert first == second
