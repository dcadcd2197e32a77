"""Hosts that differ, and time: what is enough is as many as are found, whichever way they are counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.model import MODEL
from hostwise.plan.document import Plan
from tests.drawing_examples import examples
from tests.unit.test_other_hosts import document, value

CATALOGUE = load_catalogue()
CEPH: dict[str, Any] = {"storage_stack": "ceph-proxmox", "protection": "ceph_replica_3", "management": "elsewhere"}
S2D: dict[str, Any] = {"storage_stack": "s2d-azure-local", "protection": "s2d_mirror_3", "management": "elsewhere"}
AOS: dict[str, Any] = {
    "storage_stack": "aos-nutanix",
    "protection": "aos_rf2",
    "hypervisor": "ahv",
    "management": "elsewhere",
}
ARRAY: dict[str, Any] = {
    "layout": "external",
    "protection": "external_array",
    "capacity": None,
    "storage_stack": "external-array",
    "array": {"price": 0, "power_w": 0, "rack_units": 0},
}


def run(plan: dict[str, Any], **policy: Any) -> Run:
    plan["policy"] |= policy
    return run_plan(Plan.model_validate(plan), CATALOGUE)


def memory(gib: float, own_gib: float, spares: int, others: list[dict[str, Any]] | None = None) -> Run:
    """Hosts on an array for some memory: eight of 384 GiB, unless others are said, and as many of the own model."""
    old = [{"model": "old", "hosts": 8, "dram_gib": 384}]
    own = {
        "dram_gib": own_gib,
        "hypervisor_gib": 0,
        "storage_stack_gib": 0,
        "vm_overhead_mib": 0,
        "price": 1000,
    }
    group = {"count": gib, "vcpu": 0.01, "disk_gb": 0}
    return run(document(others or old, group, **{**ARRAY, "memory": own}), spare_hosts=spares)


# ------------------------------------------------------------------------------------------------------------ spares


@pytest.mark.parametrize("own_gib", [256, 384, 1024, 4096])
def test_spares_are_of_the_hosts_that_exist(own_gib: int) -> None:
    # Six of eight hosts of 384 GiB have 2,304, whatever would be bought.
    found = memory(2300, own_gib, spares=2)
    assert [value(found, name) for name in ("hosts", "own_hosts", "hosts_for_memory")] == [8, 0, 8]
    assert value(found, "memory_slack_share") == pytest.approx(2304 / 2300 - 1)
    assert value(found.with_failed(2), "memory_slack_share") == pytest.approx(2304 / 2300 - 1)


def test_a_spare_of_the_own_model_frees_one_of_another() -> None:
    # One of 1,024: it and one of 384 are down, seven of 384 have 2,688. Two: eight of 384 have 3,072.
    assert [value(memory(gib, 1024, 2), "own_hosts") for gib in (2305, 2688, 2689, 3072, 3073)] == [1, 1, 2, 2, 3]
    # With one spare the first own host is down, and all eight of 384 run; without any, all run.
    assert [value(memory(gib, 1024, 1), "own_hosts") for gib in (2688, 2689, 3072, 3073)] == [0, 1, 1, 2]
    assert [value(memory(gib, 1024, 0), "own_hosts") for gib in (3072, 3073, 4096)] == [0, 1, 1]


def test_hosts_that_are_there_suffice_whatever_would_be_bought() -> None:
    # Eight of 384 and two of 512, the larger ones down: the eight have 3,072.
    others = [{"model": "old", "hosts": 8, "dram_gib": 384}, {"model": "newer", "hosts": 2, "dram_gib": 512}]
    assert [value(memory(gib, 2048, 2, others), "own_hosts") for gib in (3072, 3073)] == [0, 1]
    assert [value(memory(gib, 2048, 3, others), "own_hosts") for gib in (2688, 2689)] == [0, 1]


def test_spares_by_month_are_of_the_hosts_of_the_month() -> None:
    # 200 vCPU at 4 are 50 cores: four hosts of 20 carry them with one down. From month 12 on there are two of them, and
    # one own host of 64 is the spare: 40 cores are left. With two own hosts 64 + 40 are.
    others = [
        {"model": "stay", "hosts": 2, "cores": 10},
        {"model": "leave", "hosts": 2, "cores": 10, "removed_in_month": 12},
    ]
    found = run(document(others, {"count": 200, "disk_gb": 0}, **ARRAY))
    own = found.evaluation.members("own_present_hosts", 0)
    assert [own[month] for month in (0, 11, 12, 60)] == [0, 0, 2, 2]


# ------------------------------------------------------------------------------------------------------------ copies


def test_copies_beside_dense_hosts_need_hosts_of_their_own() -> None:
    # Three hosts of 40 TB, one kept free, and n of 10: three copies, two of them on the dense ones, so that the third
    # fills n x 10 TB. What n hosts hold is what n + 1 may hold less a host's worth.
    dense = [{"model": "dense", "hosts": 3, "drives": 40}]
    plan = document(dense, {"count": 100, "disk_gb": 250}, **CEPH)
    sized = run(plan)
    number = int(value(sized, "hosts"))
    fill = value(sized, "even_fill_share") * (1 - value(sized, "metadata_reserve_share"))
    assert value(sized, "own_hosts") == -(-value(sized, "unprotected_tb") // (10 * fill))
    for hosts, is_enough in ((number - 1, False), (number, True), (number + 1, True)):
        plan["configurations"][0]["hosts"] = hosts
        found = run(plan)
        assert (value(found, "capacity_slack_share") >= 0) is is_enough
        assert value(found, "required_hosts") == number


def test_more_data_beside_dense_hosts_needs_its_part_of_the_copies_by_month() -> None:
    # Data doubles in four years, and so do the hosts that hold the third copy.
    dense = [{"model": "dense", "hosts": 3, "drives": 60}]
    group = {"count": 100, "disk_gb": 250, "disk_growth_rate": 2**0.25 - 1}
    found = run(document(dense, group, **CEPH))
    needed = found.evaluation.members("demanded_hosts", 0)
    now, later = (value(run(document(dense, {"count": 100, "disk_gb": gb}, **CEPH)), "hosts") for gb in (250, 500))
    assert (needed[0], needed[48]) == (now, later)
    assert later - 3 >= 2 * (now - 3) - 1


MODELS = st.fixed_dictionaries(
    {
        "hosts": st.integers(1, 6),
        "cores": st.sampled_from([8, 16, 32, 64]),
        "dram_gib": st.sampled_from([256.0, 512.0, 1024.0, 2048.0]),
        "drives": st.sampled_from([1, 4, 10, 20, 40]),
    }
)


@settings(max_examples=examples(100))
@given(
    others=st.lists(MODELS, min_size=1, max_size=2),
    stack=st.sampled_from([CEPH, S2D, AOS, {}, {"protection": "esa_raid5_adaptive"}]),
    spares=st.integers(0, 3),
    count=st.integers(20, 300),
    disk_gb=st.sampled_from([10, 150, 400]),
    alike=st.sampled_from(["alike", "mean"]),
)
def test_the_hosts_that_are_found_are_enough_and_one_less_is_not(
    others: list[dict[str, Any]],
    stack: dict[str, Any],
    spares: int,
    count: int,
    disk_gb: int,
    alike: str,
) -> None:
    named = [each | {"model": f"model {place}"} for place, each in enumerate(others)]
    plan = document(named, {"count": count, "memory_gib": 8, "disk_gb": disk_gb, "vms": alike}, **stack)
    sized = run(plan, spare_hosts=spares)
    hosts, others_hosts = value(sized, "hosts"), value(sized, "other_hosts")
    if not hosts < 16:
        # More may be several clusters, each with spares of its own.
        return
    # Storage that counts the smallest host on all may hold less with a smaller own one.
    for number in (hosts - 1, hosts) if stack is S2D else (hosts - 1, hosts, hosts + 1):
        if number < others_hosts or number < 1:
            continue
        plan["configurations"][0]["hosts"] = int(number)
        found = run(plan)
        slacks = {name: value(found, name) for name in MODEL.purposes.slacks.values()}
        is_enough = number >= value(found, "required_hosts")
        assert is_enough is (number >= hosts), slacks
        if is_enough:
            assert all(not each < -1e-9 for each in slacks.values()), slacks


# ---------------------------------------------------------------------------------------------------------- removals

STAY = {"model": "stay", "hosts": 6}
LEAVE = {"model": "leave", "hosts": 6, "removed_in_month": 24}
"""Twelve hosts as the own ones, of 64 cores at 4 vCPU, one of them a spare: 704 cores."""


def bought(of: Run) -> dict[int, float]:
    """Hosts of the own model by the month in which they are bought."""
    found = {month: number for month, number in enumerate(of.evaluation.members("expansion_hosts", 0)) if number}
    own = value(of, "own_hosts")
    return {0: own, **found} if own else found


def cores(number: int, others: list[dict[str, Any]], rate: float = 0.0, **policy: Any) -> Run:
    """Hosts on an array for so many cores of VMs, growing by a rate."""
    plan = document(others, {"count": number * 4, "count_growth_rate": rate, "disk_gb": 0}, **ARRAY)
    return run(plan, **policy)


@pytest.mark.parametrize("years", [0, 1, 2, 5])
def test_what_stands_in_for_removed_hosts_is_bought_in_the_month_of_the_removal(years: int) -> None:
    found = cores(704, [STAY, LEAVE], sizing_years=years)
    assert value(found, "hosts") == 12
    assert bought(found) == {24: 6}


def test_what_stands_in_is_for_the_demand_of_the_sizing_date() -> None:
    # 704 cores grow by 2 % a year: 777.3 in year 5, which 12.2 hosts carry: 13 and the spare.
    found = cores(704, [STAY, LEAVE], 0.02, sizing_years=5)
    assert value(found, "hosts") == 14
    assert bought(found) == {0: 2, 24: 6}
    # Sized for today the first outgrow twelve in the first year; what is removed is bought for a year of growth.
    today = cores(704, [STAY, LEAVE], 0.02, sizing_years=0)
    assert value(today, "hosts") == 12
    assert sum(bought(today).values()) == 8
    assert bought(today)[24] == 6


def test_no_purchase_for_growth_anticipates_a_removal() -> None:
    # By cores without a spare: 3,552 VMs of a quarter core are more than 3,584 in month 12, and not yet in month 11
    # (3,584.6 are 3,584 whole ones). Purchases are for twelve months.
    others = [STAY, LEAVE | {"removed_in_month": 20}, {"model": "too", "hosts": 2, "removed_in_month": 23}]
    found = cores(14 * 64 - 8, others, 0.01, spare_hosts=0)
    assert bought(found) == {12: 1, 20: 6, 23: 2}
    present = found.evaluation.members("present_hosts", 0)
    assert [present[month] for month in (0, 11, 12, 20, 23, 60)] == [14, 14, 15, 15, 15, 15]


def test_given_hosts_are_those_of_the_purchase() -> None:
    plan = document([STAY, LEAVE], {"count": 704 * 4, "count_growth_rate": 0.02, "disk_gb": 0}, **ARRAY)
    # 2,816 VMs of a quarter core become 3,109.1.
    for hosts, is_enough in ((13, False), (14, True)):
        plan["configurations"][0]["hosts"] = hosts
        found = run(plan, sizing_years=5)
        assert (value(found, "required_hosts") <= hosts) is is_enough
        assert value(found, "own_hosts") == hosts - 12
        assert value(found, "cpu_ratio_slack_share") == pytest.approx((hosts - 1) * 64 * 4 / 3109 - 1)
        assert bought(found) == {0: hosts - 12, 24: 20 - hosts}


def test_a_plan_that_buys_nothing_later_has_from_the_beginning_what_stands_in() -> None:
    plan = document([STAY, LEAVE], {"count": 704 * 4, "disk_gb": 0}, **ARRAY)
    plan["economics"] = plan["economics"] | {"buy_expansion": False}
    assert bought(run(plan, sizing_years=5)) == {0: 6}


def test_even_drives_are_those_of_the_hosts_of_the_month() -> None:
    # Two hosts with 4 of the own ones' 10 drives are removed in month 6: until then all count 4, and then all 10.
    small = {"model": "small", "hosts": 2, "drives": 4, "removed_in_month": 6}
    group = {"count": 100, "disk_gb": 100}
    found = run(document([small], group, **S2D), sizing_years=2)
    alone, stays = (
        run(document(others, group, **S2D), sizing_years=2)
        for others in ([], [{each: small[each] for each in ("model", "hosts", "drives")}])
    )
    needed = found.evaluation.members("demanded_hosts", 0)
    assert value(found, "hosts") == value(stays, "hosts") > value(alone, "hosts") + 2
    assert [needed[month] for month in (5, 6)] == [value(stays, "hosts"), value(alone, "hosts")]
    assert bought(found) == {0: value(stays, "hosts") - 2}


# ------------------------------------------------------------------------------------------------------------- gaps


def kind(name: str, count: int, vcpu: int, gib: int) -> dict[str, Any]:
    small = {"name": name, "count": count, "vcpu": vcpu, "memory_gib": gib, "disk_gb": 0, "vms": "alike"}
    return small | {"vcpu_per_core": 1, "iops_peak": 1, "read_share": 0.7, "io_kib": 8}


def come(group: str, vms: int, month: int) -> dict[str, Any]:
    return {"label": f"{group} {vms}", "group": group, "vms": vms, "month": month}


def placed(years: float, pairs: int, singles: int, *events: dict[str, Any], hosts: int | None = None) -> Run:
    """Pairs that share a host of 64 cores and 512 GiB, and singles, two of which share one, but with none of a pair.

    They need `pairs + singles / 2` hosts. Bounds see by cores alone that a single and the larger of a pair are apart:
    pairs + 25 / 64 x singles; or that there are (pairs + singles) / 2.
    """
    own = {"dram_gib": 512, "hypervisor_gib": 0, "storage_stack_gib": 0, "vm_overhead_mib": 0, "price": 1000}
    plan = document([], **{**ARRAY, "memory": own}, hosts=hosts)
    cores, memory, single = (
        kind("cores", pairs, 45, 100),
        kind("memory", pairs, 13, 358),
        kind("single", singles, 25, 200),
    )
    plan["workload"] = {"groups": [cores, memory, single], "events": list(events)}
    return run(plan, sizing_years=years, spare_hosts=0)


GO = (come("single", 4, 18), come("cores", -1, 18), come("memory", -1, 18))
"""From 2 pairs and 10 singles, which need 7 hosts, one more than the bound, to 1 and 14: 8 hosts, as the bound is."""


@pytest.mark.parametrize(("pairs", "singles", "hosts", "gap"), [(2, 10, 7, 1), (1, 14, 8, 0), (1, 10, 6, 0)])
def test_whole_vms_that_bounds_do_not_see(pairs: int, singles: int, hosts: int, gap: int) -> None:
    found = placed(0, pairs, singles)
    assert (value(found, "hosts"), value(found, "fragmentation_hosts")) == (hosts, gap)


@pytest.mark.parametrize(("years", "hosts", "gap"), [(0, 7, 1), (1, 7, 1), (1.5, 8, 0), (5, 8, 0)])
def test_the_gap_of_a_placement_belongs_to_its_date(years: float, hosts: int, gap: int) -> None:
    found = placed(years, 2, 10, *GO)
    assert (value(found, "hosts"), value(found, "fragmentation_hosts")) == (hosts, gap)
    needed = found.evaluation.members("demanded_hosts", 0)
    assert [needed[month] for month in (0, 17, 18, 60)] == [7, 7, 8, 8]
    assert max(found.evaluation.members("present_hosts", 0)) == 8
    for number, is_enough in ((hosts - 1, False), (hosts, True)):
        given_hosts = placed(years, 2, 10, *GO, hosts=number)
        assert (value(given_hosts, "required_hosts") <= number) is is_enough
        assert (value(given_hosts, "vm_placement_slack_share") >= 0) is is_enough


def test_a_gap_of_some_months_is_of_these_months() -> None:
    # From month 12 to 24 one more pair, beside 1 and 10: 7 hosts, where the bound is 6.
    more = (come("cores", 1, 12), come("memory", 1, 12), come("cores", -1, 24), come("memory", -1, 24))
    needed = placed(0, 1, 10, *more).evaluation.members("demanded_hosts", 0)
    assert [needed[month] for month in (0, 11, 12, 23, 24, 60)] == [6, 6, 7, 7, 6, 6]


def test_no_month_before_needs_more_than_what_is_placed_later() -> None:
    # Singles grow from 10 to 14 beside one pair; hosts never exceed the 8 of the last month, and never fall.
    plan_events = [come("single", 1, month) for month in (10, 20, 30, 40)]
    needed = placed(0, 1, 10, *plan_events).evaluation.members("demanded_hosts", 0)
    assert [needed[month] for month in (0, 10, 20, 30, 40, 60)] == [6, 7, 7, 8, 8, 8]
    assert list(needed) == sorted(needed)


# ------------------------------------------------------------------------------------------------- hosts bought later

PAID: dict[str, Any] = {
    "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2.5, "tdp_w": 200, "price": 0},
    "host": {"chassis_price": 0, "rack_units": 1, "idle_w": 100, "full_w": 300},
}


def growing(**own: Any) -> dict[str, Any]:
    """Hosts of 64 cores that are paid, and three more within five years; beside it a candidate of 7,000 a host."""
    plan = document([], {"count": 11 * 256, "count_growth_rate": 0.05, "disk_gb": 0}, **ARRAY, **PAID, **own)
    plan["configurations"][0]["memory"] = plan["configurations"][0]["memory"] | {"price": 0}
    return plan


def test_hosts_bought_beside_paid_ones_have_no_price_of_0() -> None:
    found = run(growing())
    assert value(found, "purchase_capex") == 0
    assert sum(found.evaluation.members("expansion_hosts", 0)) == 4
    for name in ("expansion_cost", "cluster_tco"):
        assert found.value(name, 0).missing == ["/configurations/0/later_host_price"], name
    answer = evaluate_plan(found.plan, CATALOGUE)
    (said,) = [each for each in answer.findings if each.code == "later_hosts_price"]
    assert "which model? Without their price the cost is unknown" in said.message


def test_memory_that_is_priced_is_no_price_of_a_server() -> None:
    plan = growing()
    plan["configurations"][0]["memory"]["price"] = 1000
    assert found_missing(run(plan)) == ["/configurations/0/later_host_price"]


def found_missing(of: Run) -> list[str]:
    return of.value("expansion_cost", 0).missing or []


def test_hosts_bought_later_cost_what_the_plan_says() -> None:
    found = run(growing(later_host_price=30_000))
    assert value(found, "expansion_cost") == 4 * 30_000
    # So they do where the first hosts have a price.
    plan = document([], {"count": 11 * 256, "count_growth_rate": 0.05, "disk_gb": 0}, **ARRAY, later_host_price=30_000)
    priced = run(plan)
    assert value(priced, "expansion_cost") == 4 * 30_000
    assert value(priced, "purchase_capex_per_host") == 6_000


def test_hosts_bought_later_are_those_of_the_first_candidate_on_the_platform() -> None:
    plan = growing()
    candidate = document([], None, **ARRAY)["configurations"][0]
    kvm = candidate | {"key": "kvm", "name": "KVM", "hypervisor": "proxmox-ve-9", "management": "elsewhere"}
    plan["configurations"] += [kvm, candidate | {"key": "new", "name": "New hosts"}]
    found = run(plan)
    assert value(found, "expansion_cost") == 4 * 6_000
    answer = evaluate_plan(found.plan, CATALOGUE)
    (said,) = [each for each in answer.findings if each.code == "later_hosts_price"]
    assert "6,000 USD for each is counted, the price of a host of New hosts." in said.message


def test_hosts_that_are_enough_need_no_price_of_others() -> None:
    plan = growing()
    plan["workload"]["groups"][0]["count_growth_rate"] = 0
    found = run(plan)
    assert value(found, "expansion_cost") == 0
    assert value(found, "cluster_tco") > 0


# ---------------------------------------------------------------------------------------------------------- no less


@settings(max_examples=examples(100))
@given(
    others=st.lists(MODELS, min_size=1, max_size=2),
    stack=st.sampled_from([CEPH, S2D, AOS, {}, {"protection": "esa_raid5_adaptive"}, ARRAY]),
    spares=st.integers(0, 2),
    alike=st.sampled_from(["alike", "mean"]),
)
def test_no_limit_is_below_zero(others: list[dict[str, Any]], stack: dict[str, Any], spares: int, alike: str) -> None:
    big = [{key: each[key] for key in each if key != "drives" or stack is not ARRAY} for each in others]
    named = [each | {"model": f"model {place}", "hosts": 4 * each["hosts"]} for place, each in enumerate(big)]
    plan = document(named, {"count": 4, "memory_gib": 1, "disk_gb": 1, "vms": alike, "cpu_ghz": 0.1}, **stack)
    plan["policy"] |= {"spare_hosts": spares}
    for each in evaluate_plan(Plan.model_validate(plan), CATALOGUE).configurations[0].constraints:
        assert each.hosts.value is None or each.hosts.value >= each.spare_hosts >= 0, each.key


def test_vms_that_no_host_holds_once_others_are_removed_are_told() -> None:
    """Also where the plan is sized for its end, so that its hosts are enough as long as the large ones are there."""
    own = {"dram_gib": 256, "hypervisor_gib": 0, "storage_stack_gib": 0, "vm_overhead_mib": 0, "price": 1000}
    large = [{"model": "large", "hosts": 3, "dram_gib": 1024, "removed_in_month": 6}]
    group = {"count": 2, "vcpu": 1, "memory_gib": 400, "disk_gb": 0, "vms": "alike"}
    plan = document(large, group, **{**ARRAY, "memory": own})
    plan["policy"] = plan["policy"] | {"spare_hosts": 1, "sizing_years": 3}
    plan["economics"] = plan["economics"] | {"horizon_years": 3}
    found = [each.message for each in evaluate_plan(Plan.model_validate(plan), CATALOGUE).findings]
    assert any("no number of hosts is enough by year 3" in each for each in found), found
