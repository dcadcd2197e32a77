"""Hosts of several models in one cluster: cases sized by hand, removals, money, findings and mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.engine.copies import stripes
from hostwise.engine.placement import fewest_hosts
from hostwise.plan.document import Plan

CATALOGUE = load_catalogue()
OWN: dict[str, Any] = {
    "key": "own",
    "name": "Own",
    "layout": "single_tier",
    "protection": "esa_raid1_ftt1",
    "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2.5, "tdp_w": 200, "price": 1000},
    "memory": {"dram_gib": 512, "hypervisor_gib": 0, "storage_stack_gib": 0, "vm_overhead_mib": 0, "price": 1000},
    "capacity": {
        "count": 10,
        "capacity_gb": 1000,
        "price": 100,
        "rated_dwpd": 1,
        "warranty_years": 5,
        "power_w": 5,
    },
    "host": {"chassis_price": 3000, "rack_units": 1, "idle_w": 100, "full_w": 300},
    "network": {"price": 0, "power_w": 10},
    "storage_stack_cpu_share": 0,
    "data_reduction_ratio": 1,
    "licence": {"price_per_core_year": 100, "minimum_cores_per_socket": 16},
}
ECONOMICS = {
    "horizon_years": 5,
    "support_rate": 0,
    "electricity_price_per_kwh": 0.1,
    "pue": 1.0,
    "rack_unit_price_per_month": 10,
    "cpu_load_share": 0.3,
    "discount_rate": 0.05,
}


def document(others: list[dict[str, Any]], /, group: dict[str, Any] | None = None, **own: Any) -> dict[str, Any]:
    small = {"name": "g", "count": 8, "vcpu": 1, "memory_gib": 1, "disk_gb": 10, "disk_used_share": 1, "vms": "mean"}
    io = {"iops_peak": 1, "read_share": 0.7, "io_kib": 8, "vcpu_per_core": 4}
    return {
        "schema_version": 1,
        "name": "several models",
        "workload": {"groups": [small | io | (group or {})]},
        "policy": {"spare_hosts": 1, "memory_overcommit_limit": 1, "vcpu_per_core": 4},
        "configurations": [OWN | {"other_host_models": others} | own],
        "economics": ECONOMICS,
    }


def run(others: list[dict[str, Any]], /, group: dict[str, Any] | None = None, **own: Any) -> Run:
    return run_plan(Plan.model_validate(document(others, group, **own)), CATALOGUE)


def value(of: Run, name: str) -> float:
    return of.evaluation.value(name, 0)


# ---------------------------------------------------------------------------------------------- without a price


def test_bought_hosts_without_a_price_leave_out_the_cost_and_name_its_field() -> None:
    """The own processor has a price by its key, and the other one has only its cores."""
    bought = {"model": "big", "hosts": 2, "kept": False, "cores": 40, "sockets": 2, "base_ghz": 2.0}
    asked, hosts = "/configurations/0/other_host_models/1/price", set()
    for price in (None, 20_000.0):
        others = [{"model": "old", "hosts": 1}, bought | ({} if price is None else {"price": price})]
        plan = Plan.model_validate(document(others, {"count": 800}, cpu={"key": "amd-epyc-9355", "sockets": 2}))
        found = evaluate_plan(plan, CATALOGUE)
        (of,) = found.configurations
        hosts.add(of.hosts.value)
        assert (of.quantities["cluster_tco"].value is None) == (price is None)
        assert (asked in {each.pointer for each in found.missing}) == (price is None)
        bill = bill_of_materials_of(plan, CATALOGUE).configurations[0]
        (line,) = [each for section in bill.sections for each in section.lines if each.name == "big"]
        assert line.unit_price == price
        assert uncertainty_of(plan, CATALOGUE, number=64).configurations
    assert len(hosts) == 1
    assert None not in hosts


# ------------------------------------------------------------------------------------------------- sized by hand


def test_cores_of_older_hosts_and_of_own_ones() -> None:
    # 800 vCPU at 4 are 200 cores. Four hosts of 20 cores have 80; the spare is one of 64.
    # 64 n + 80 - 64 >= 200 at n = 2.875, so three own hosts beside the four.
    found = run([{"model": "old", "hosts": 4, "cores": 10}], {"count": 800})
    assert [value(found, name) for name in ("hosts_for_cpu_ratio", "hosts", "own_hosts")] == [7, 7, 3]


def test_the_spare_is_the_largest_host_whichever_model_it_is() -> None:
    # 3,000 GiB; two hosts of 1,024 and n of 512, the largest down: 512 n + 1,024 >= 3,000 at n = 3.86: four.
    found = run([{"model": "big", "hosts": 2, "dram_gib": 1024}], {"count": 3000, "vcpu": 0, "disk_gb": 0})
    assert [value(found, name) for name in ("hosts_for_memory", "hosts", "own_hosts")] == [6, 6, 4]
    # With none down and with the largest down the slack is of what is left.
    assert value(found.with_failed(1), "memory_slack_share") == pytest.approx((4 * 512 + 1024) / 3000 - 1)
    assert value(found, "memory_slack_share") == pytest.approx((4 * 512 + 1024) / 3000 - 1)
    assert value(found.with_failed(2), "memory_slack_share") == pytest.approx(4 * 512 / 3000 - 1)


AOS: dict[str, Any] = {
    "storage_stack": "aos-nutanix",
    "protection": "aos_rf2",
    "hypervisor": "ahv",
    "management": "elsewhere",
}


@pytest.mark.parametrize(("big", "hosts", "resilient"), [(1, 4, 15.0), (2, 5, 30.0), (0, 4, 15.0)])
def test_two_copies_of_nutanix_on_unequal_nodes(big: int, hosts: int, resilient: float) -> None:
    # min((total - max) / 2, total - max - second largest), of hosts of 10 TB and of 40:
    # 70 - 40: min(15, 20); 110 - 40: min(35, 30); 40 - 10: min(15, 20).
    others = [{"model": "big", "hosts": big, "drives": 40}] if big else []
    found = run(others, hosts=hosts, **AOS)
    fill = value(found, "planned_fill_share") * (1 - value(found, "metadata_reserve_share"))
    assert value(found, "usable_tb") == pytest.approx(resilient * fill)


def test_mirrors_of_vsan_on_unequal_hosts() -> None:
    # 30 + 40 TB, nothing kept free: two copies on different hosts hold no more than 30, of which 0.6 may be filled.
    found = run([{"model": "big", "hosts": 1, "drives": 40}], hosts=4)
    factor = value(found, "fillable_tb_per_host") / value(found, "raw_tb_per_host") / value(found, "metadata_factor")
    assert value(found, "usable_tb") == pytest.approx(30 * factor)
    # A host is kept free, the largest: three of 10 TB are left.
    policy = {"capacity_reserve": {"method": "slack", "rebuild_reserve_hosts": 1, "slack_share": 0.0}}
    plan = document([{"model": "big", "hosts": 1, "drives": 40}], hosts=4)
    plan["policy"] |= policy
    kept = run_plan(Plan.model_validate(plan), CATALOGUE)
    share = value(kept, "fillable_tb_per_host") / value(kept, "raw_tb_per_host")
    left = 70 * share - 40
    assert value(kept, "usable_tb") == pytest.approx(left / 2 / value(kept, "metadata_factor"))


def test_replicas_of_ceph_on_unequal_hosts() -> None:
    # The largest of 3 x 10 and 2 x 40 is kept free: 30 + 40, of which three copies on three hosts fill 3 x 15.
    found = run(
        [{"model": "big", "hosts": 2, "drives": 40}],
        hosts=5,
        storage_stack="ceph-proxmox",
        protection="ceph_replica_3",
        management="elsewhere",
    )
    fill = value(found, "even_fill_share") * (1 - value(found, "metadata_reserve_share"))
    assert value(found, "usable_tb") == pytest.approx(15 * fill)


S2D: dict[str, Any] = {"storage_stack": "s2d-azure-local", "protection": "s2d_mirror_3", "management": "elsewhere"}


def test_storage_that_counts_the_drives_of_the_smallest_host_on_all() -> None:
    alike = run([], hosts=6, **S2D)
    found = run([{"model": "small", "hosts": 2, "drives": 4}], hosts=6, **S2D)
    assert value(found, "raw_tb_per_host") == 0.4 * value(alike, "raw_tb_per_host")
    more = run([{"model": "big", "hosts": 2, "drives": 40}], hosts=6, **S2D)
    assert value(more, "usable_tb") == value(alike, "usable_tb")
    answer = evaluate_plan(
        Plan.model_validate(document([{"model": "small", "hosts": 2, "drives": 4}], hosts=6, **S2D)), CATALOGUE
    )
    (said,) = [each.message for each in answer.findings if each.code == "uneven_drives"]
    assert "Leave the drives of 2 small out" in said


FIXED = {**S2D, "storage_stack": "s2d-azure-local-fixed"}


@pytest.mark.parametrize(("drives", "drive_gb", "free_tb"), [(10, 1000, 4 * 1), (5, 2000, 4 * 2), (20, 500, 4 * 1)])
def test_the_largest_drives_are_kept_free(drives: int, drive_gb: float, free_tb: float) -> None:
    # Six hosts of 10 TB, 1 % of it metadata, one drive of each of four kept free; 0.256 TB of the platform.
    found = run([{"model": "other", "hosts": 2, "drives": drives, "drive_gb": drive_gb}], hosts=6, **FIXED)
    assert value(found, "usable_tb") == pytest.approx((6 * 10 * 0.99 - free_tb) / 3 - 0.256)


@pytest.mark.parametrize(
    ("drives", "stranded_tb"),
    [
        # Four own hosts of 10 TB beside two of 4: each has 6 TB more; beside two of 40 these have 30 TB more.
        (4, "24 TB"),
        (40, "60 TB"),
        (10, None),
    ],
)
def test_what_even_drives_leave_empty_is_said(drives: int, stranded_tb: str | None) -> None:
    plan = document([{"model": "other", "hosts": 2, "drives": drives}], hosts=6, **S2D)
    found = evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    said = [each.message for each in found.findings if each.code == "stranded_capacity"]
    assert len(said) == (stranded_tb is not None)
    if stranded_tb:
        assert stranded_tb in said[0].replace("\u00a0", " ")


# ------------------------------------------------------------------------------------------------------- over time


def test_half_of_the_hosts_refreshed_in_year_two() -> None:
    # Twelve hosts of 64 cores for 704; six leave in month 24, and six own hosts are bought in their place.
    others = [
        {"model": "stay", "hosts": 6, "maintenance_per_year": 600},
        {"model": "leave", "hosts": 6, "maintenance_per_year": 1200, "removed_in_month": 24},
    ]
    found = run(others, {"count": 704 * 4})
    assert value(found, "hosts") == 12
    assert value(found, "own_hosts") == 0
    present = found.evaluation.members("present_hosts", 0)
    assert [present[month] for month in (0, 23, 24, 60)] == [12, 12, 12, 12]
    bought = found.evaluation.members("expansion_hosts", 0)
    assert [(month, number) for month, number in enumerate(bought) if number] == [(24, 6)]
    # Each own host: 3,000 + 2 x 1,000 + 1,000 + 10 x 100.
    assert value(found, "purchase_capex_per_host") == 7_000
    assert value(found, "expansion_cost") == 42_000
    assert value(found, "purchase_capex") == 0
    support = found.evaluation.members("support_cost_per_month", 0)
    assert [support[month] for month in (1, 23, 24)] == pytest.approx([900, 900, 300])


def test_what_hosts_of_other_models_cost() -> None:
    others = [
        {"model": "kept", "hosts": 2, "cores": 8, "idle_w": 200, "full_w": 400, "rack_units": 2},
        {"model": "new", "hosts": 1, "kept": False, "price": 20_000, "cores": 8},
    ]
    found = run(others, hosts=5)
    assert value(found, "purchase_capex") == 2 * 7_000 + 20_000
    assert value(found, "rack_units") == 2 + 2 * 2 + 1
    # 2 x 32 cores of an own host; 2 x 8 of the others count as 2 x 16 by the licence's floor.
    assert found.evaluation.members("licensed_cores", 0)[0] == 2 * 64 + 3 * 32
    own_w, kept_w = 100 + 0.3 * 200, 200 + 0.3 * 200
    drives = value(found, "host_w") - own_w
    assert value(found, "cluster_w") == pytest.approx(
        2 * (own_w + drives) + 2 * (kept_w + drives) + _alone_w(found, 1), rel=1e-9
    )


def test_support_as_a_share_ends_when_hosts_are_removed() -> None:
    plan = document([{"model": "new", "hosts": 2, "kept": False, "price": 9_000, "removed_in_month": 7}], hosts=5)
    plan["economics"] = ECONOMICS | {"support_rate": 0.12, "buy_expansion": False}
    support = evaluate_plan(Plan.model_validate(plan), CATALOGUE).configurations[0].monthly.parts["support"]
    # Chassis and two processors cost 5,000: three own hosts, and two others until month 6.
    assert [support[month] for month in (1, 6, 7, 60)] == pytest.approx([250, 250, 150, 150])


def test_a_model_of_unknown_price_leaves_the_cost_open() -> None:
    others = [{"model": "new", "hosts": 2, "kept": False, "drive_gb": 7_680}]
    answer = evaluate_plan(Plan.model_validate(document(others, hosts=5)), CATALOGUE)
    total = answer.configurations[0].quantities["cluster_tco"]
    assert total.value is None
    assert total.missing == ["/configurations/0/other_host_models/0/price"]


@pytest.mark.parametrize("drives", [{}, {"layout": "two_tier", "protection": "osa_raid1_ftt1"}])
def test_hosts_that_only_compute_take_no_power_of_drives(drives: dict[str, Any]) -> None:
    if drives:
        drives |= {"write_tier": OWN["capacity"] | {"disk_groups": 2, "sustained_write_mb_s": 400}}
        drives["write_tier"].pop("count")
    other = {"model": "computes", "hosts": 2, "drives": 0, "cores": 8, "idle_w": 200, "full_w": 400}
    # Network cards take 10 W beside what a host does at 30 % load.
    assert run([other], hosts=5, **drives).evaluation.members("present_other_w", 0)[0] == pytest.approx(2 * (260 + 10))


def test_even_drives_beside_a_host_without_any() -> None:
    others = [{"model": "computes", "hosts": 2, "drives": 0}]
    answer = evaluate_plan(Plan.model_validate(document(others, **S2D)), CATALOGUE).configurations[0]
    assert answer.hosts.value is None
    assert answer.feasible is False


def _alone_w(found: Run, place: int) -> float:
    """What the hosts of another model take by the months of the run, less the kept ones, which the test knows."""
    total = found.evaluation.members("present_other_w", 0)[0]
    kept = 2 * (200 + 0.3 * 200 + value(found, "host_w") - 160)
    return total - kept if place else total


# -------------------------------------------------------------------------------------------------------- whole VMs


def test_vms_that_only_other_models_can_hold() -> None:
    # Ten VMs of 600 GiB fit no host of 512; each of the two hosts of 2,048 holds three, and one of them may fail.
    big = [{"model": "big", "hosts": 5, "dram_gib": 2048}]
    alike = {"count": 10, "memory_gib": 600, "vms": "alike", "vcpu": 1}
    found = run(big, alike)
    assert value(found, "hosts") == 5
    # Four hosts are the least that mirrors with a spare ask for.
    fewer = run([{"model": "big", "hosts": 4, "dram_gib": 2048}], alike | {"count": 3, "memory_gib": 400})
    assert value(fewer, "hosts") == 4
    small = {"count": 12, "memory_gib": 400, "vms": "alike", "vcpu": 1}
    # Five of 400 GiB on one of 2,048, one on each of 512: with one of the big ones down 12 - 5 = 7 own hosts.
    assert value(run([{"model": "big", "hosts": 2, "dram_gib": 2048}], small), "own_hosts") == 7


def test_hosts_that_are_sized_for_after_the_horizon() -> None:
    # 80 VMs of 64 GiB: 8 on a host of 512 GiB, 4 on one of 256. The three small ones leave at the end of year 6.
    small = {"model": "small", "hosts": 3, "dram_gib": 256}
    alike = {"count": 80, "memory_gib": 64, "vms": "alike"}
    # What stands in for them is bought then, after the horizon.
    for others, own in (([small], 10), ([small | {"removed_in_month": 72}], 10), ([], 11)):
        plan = document(others, alike)
        plan["policy"]["sizing_years"] = 7
        later = Plan.model_validate(plan)
        assert value(run_plan(later, CATALOGUE), "own_hosts") == own
        answer = evaluate_plan(later, CATALOGUE)
        assert answer.configurations[0].feasible


def test_a_vm_that_fits_the_spare_only_is_told() -> None:
    large = {"count": 1, "memory_gib": 900, "vms": "alike", "vcpu": 1}
    plan = Plan.model_validate(document([{"model": "big", "hosts": 1, "dram_gib": 1024}], large, hosts=4))
    answer = evaluate_plan(plan, CATALOGUE)
    assert answer.configurations[0].feasible
    (said,) = [each.message for each in answer.findings if each.code == "largest_vm_on_few_hosts"]
    assert "fits 1 host only" in said


def test_placement_on_hosts_that_differ() -> None:
    found = fewest_hosts([[20.0], [8.0], [8.0], [6.0]], [16.0], others=[[24.0], [8.0]])
    assert found.hosts == 3
    assert not found.unplaced
    # Each dimension has a host for it, but no host has both.
    nowhere = fewest_hosts([[20.0, 20.0]], [16.0, 24.0], others=[[24.0, 16.0]])
    assert [each.vm for each in nowhere.unplaced] == [0]


# --------------------------------------------------------------------------------------------- words and mistakes


def test_hosts_in_words_name_their_models() -> None:
    plan = Plan.model_validate(document([{"model": "Dell R640", "hosts": 4, "cores": 10}], {"count": 800}))
    result = evaluate_plan(plan, CATALOGUE).configurations[0]
    assert result.hosts_text.startswith("at least 7 hosts (4 Dell R640 + 3 of its own) = 6 for CPU cores + 1 spare")


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"hosts": 3}, "fewer_than_other_hosts", "/configurations/0/hosts"),
        ({"protection": "esa_stretched_raid1"}, "other_hosts_with_sites", "/configurations/0/other_host_models"),
        (
            {"memory": {"dram_gib": 512, "tier": {"drives_per_host": 1}}},
            "other_hosts_with_tier",
            "/configurations/0/other_host_models",
        ),
        (
            {"other_host_models": [{"model": "x", "hosts": 4, "cpu": "no-such-cpu"}]},
            "unknown_key",
            "/configurations/0/other_host_models/0",
        ),
    ],
)
def test_what_does_not_go_together_is_told_at_its_field(changes: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(PlanError) as error:
        run(
            [{"model": "old", "hosts": 4}],
            **({"other_host_models": changes["other_host_models"]} if "other_host_models" in changes else changes),
        )
    assert (code, True) in [(each.code, each.pointer.startswith(pointer)) for each in error.value.mistakes]


def test_support_that_ends_is_told_with_its_cost() -> None:
    others = [{"model": "old", "hosts": 4, "support_ends": "2028-01", "maintenance_per_year": 500}]
    plan = document(others, {"count": 800})
    plan["economics"] = ECONOMICS | {"priced_on": "2027-01-01"}
    answer = evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    (said,) = [each.message for each in answer.findings if each.code == "other_hosts_support"]
    # Twelve of sixty months are covered: 4 x 500 in four years.
    assert "in month 12 of 60" in said
    assert "8,000 USD" in said


def test_the_most_that_sets_of_parts_hold_is_found_by_filling() -> None:
    random = np.random.default_rng(7)
    for _ in range(200):
        width = int(random.integers(2, 5))
        capacities = np.sort(random.integers(1, 12, int(random.integers(width, 8))).astype(float))[::-1]
        # By filling: sets of one unit on the hosts with the most room left.
        left, sets = capacities * 20, 0
        while np.count_nonzero(left >= 1) >= width:
            left[np.argsort(-left)[:width]] -= 1
            sets += 1
        assert stripes(capacities, 0, width).rest / stripes(capacities, 0, width).share / width * 20 == pytest.approx(
            sets, abs=1
        )
