"""Equal sites: 180 stores by hand, and their neighbours.

A store has two nodes of 16 cores, six VMs of Windows Server and a price for everything; see docs/model/equal-sites.md.
"""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.cost.bill_of_materials import materials
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan

CATALOGUE = load_catalogue()
HOST = 8_000 + 2_000 + 8 * 256 + 300 + 4 * 400
"""Chassis, one processor, 256 GiB at 8 USD, network, four drives."""
STORES = {"number": 180, "first_month": 1, "per_month": 10}


def store(**changes: Any) -> dict[str, Any]:
    """The plan of one store, with changes of its economics."""
    return {
        "name": "Stores",
        "workload": {
            "groups": [
                {
                    "name": "store",
                    "count": 6,
                    "vcpu": 2,
                    "memory_gib": 16,
                    "disk_gb": 200,
                    "count_growth_rate": 0,
                    "iops_average": 20,
                    "iops_peak": 60,
                    "read_share": 0.7,
                    "io_kib": 8,
                }
            ]
        },
        "policy": {"spare_hosts": 1, "vcpu_per_core": 4},
        "economics": {
            "horizon_years": 5,
            "discount_rate": 0.0,
            "support_price_per_host": 600,
            "electricity_price_per_kwh": 0.2,
            "cpu_load_share": 0.3,
            "pue": 1.5,
            "rack_unit_price_per_month": 0,
            **changes,
        },
        "configurations": [
            {
                "key": "store",
                "name": "Two nodes",
                "layout": "single_tier",
                "protection": "esa_two_node_raid1",
                "hosts": 2,
                "cpu": {"sockets": 1, "cores": 16, "base_ghz": 2.8, "price": 2_000, "tdp_w": 165},
                "memory": {"dram_gib": 256, "price": 8 * 256},
                "capacity": {
                    "count": 4,
                    "capacity_gb": 3_840,
                    "price": 400,
                    "rated_dwpd": 1,
                    "warranty_years": 5,
                    "power_w": 10,
                    "sustained_write_mb_s": 1_500,
                },
                "host": {"chassis_price": 8_000, "rack_units": 2, "idle_w": 150, "full_w": 400},
                "network": {"price": 300, "power_w": 15, "cards": [{"count": 1, "ports": 2, "gbit_s": 25}]},
                "licence": {"price_per_core_year": 100, "order_minimum_cores": 72, "minimum_cores_per_socket": 16},
                "guest_licence": {"key": "windows-server-2025-standard", "price_per_core_once": 70},
            }
        ],
    }


def result(sites: Any = None, **economics: Any) -> Result:
    sites = {} if sites is None else {"equal_sites": sites}
    return evaluate_plan(Plan.model_validate(store(**economics, **sites)), CATALOGUE)


def value(found: Result, name: str) -> float:
    number = found.configurations[0].quantities[name].value
    assert number is not None, name
    return number


def parts(found: Result, key: str) -> list[float]:
    return [each or 0.0 for each in found.configurations[0].monthly.parts[key]]


def test_stores_have_as_many_hosts_as_one_times_their_number() -> None:
    found = result(STORES)
    assert value(found, "hosts") == 2
    assert value(found, "all_hosts") == 360
    assert found.configurations[0].hosts_text.startswith("at each of 180 equal sites 2 hosts")


def test_the_parts_are_those_of_the_page_by_hand() -> None:
    found = result(STORES | {"shared_spare_hosts": 4})
    open_months = sum(range(10, 181, 10)) + 42 * 180
    assert open_months == 9_270
    by_hand = {
        "servers": 3_708_000,
        "memory": 737_280,
        "capacity": 576_000,
        "shared_spares": 55_792,
        "support": open_months * 100,
        "licences": open_months * 3_200 / 12 + 1_209_600,
    }
    for part, amount in by_hand.items():
        assert sum(parts(found, part)) == pytest.approx(amount), part
    energy = sum(parts(found, "energy"))
    assert value(found, "cluster_tco") == pytest.approx(sum(by_hand.values()) + energy)
    assert value(found, "tco_per_site") == pytest.approx(60_125, abs=1)


def test_licences_have_their_minimum_over_all_and_their_packs_in_each() -> None:
    found = result(STORES)
    # 32 cores at each store are below the order of 72; all stores together are above it.
    assert value(found, "initial_licensed_cores") == 180 * 32
    assert value(result(), "initial_licensed_cores") == 72
    assert parts(found, "licences")[1] == pytest.approx(10 * 32 * 100 + _standard(10))
    # Six VMs on the node that is left, two for each licensing: three times both nodes.
    assert value(found, "initial_guest_licensed_cores") == 180 * 3 * 32


def _standard(stores: int) -> float:
    return stores * 3 * 32 * 70


def test_the_roll_out_moves_purchases_and_running_cost() -> None:
    found = result(STORES)
    servers = parts(found, "servers")
    assert servers[:3] == pytest.approx([0, 10 * 2 * 10_300, 10 * 2 * 10_300])
    assert servers[18] == pytest.approx(10 * 2 * 10_300)
    assert sum(servers) == pytest.approx(360 * 10_300)
    assert not any(servers[19:])
    support = parts(found, "support")
    assert support[1] == pytest.approx(10 * 2 * 600 / 12)
    assert support[18] == support[60] == pytest.approx(360 * 600 / 12)
    # A year in advance for those that are there, and the rest of the year for those of each month.
    licences = [each - _standard(10) * (1 <= month <= 18) for month, each in enumerate(parts(found, "licences"))]
    cores = 10 * 32 * 100
    assert licences[2] == pytest.approx(cores * 11 / 12)
    assert licences[13] == pytest.approx(13 * cores)
    assert licences[14] == pytest.approx(cores * 11 / 12)
    assert licences[25] == licences[37] == pytest.approx(18 * cores)


def test_the_total_is_that_of_the_stores_and_a_store_costs_its_part() -> None:
    one, together = result(), result({"number": 180})
    # All at once, each part is that of one store times 180; but the order's minimum, which one store must buy alone.
    minimum = (72 - 32) * 100 * 5
    assert value(together, "cluster_tco") == pytest.approx(180 * (value(one, "cluster_tco") - minimum))
    assert value(together, "tco_per_site") == pytest.approx(value(together, "cluster_tco") / 180)
    assert value(together, "all_energy_kwh_per_year") == pytest.approx(180 * value(one, "energy_kwh_per_year"))
    assert value(together, "tco_per_vm") == pytest.approx(value(together, "cluster_tco") / (180 * 6))
    months = result(STORES).configurations[0].monthly
    assert sum(each or 0 for each in months.amounts) == pytest.approx(value(result(STORES), "cluster_tco"))
    for month, amount in enumerate(months.amounts):
        assert sum(part[month] or 0 for part in months.parts.values()) == pytest.approx(amount)


def test_spares_on_a_shelf_cost_and_carry_nothing() -> None:
    without, found = result(STORES), result(STORES | {"shared_spare_hosts": 4})
    assert value(found, "all_hosts") == 364
    assert parts(found, "shared_spares")[1] == pytest.approx(4 * HOST)
    assert value(found, "cluster_tco") - value(without, "cluster_tco") == pytest.approx(4 * HOST)
    for name in ("initial_licensed_cores", "all_energy_kwh_per_year"):
        assert value(found, name) == value(without, name)


def test_spares_on_a_shelf_cost_what_the_first_hosts_do() -> None:
    plan = store(equal_sites=STORES | {"shared_spare_hosts": 4})
    plan["configurations"][0]["later_host_price"] = 30_000
    found = evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    assert parts(found, "shared_spares")[1] == pytest.approx(4 * HOST)


def test_drives_are_as_old_as_the_first_sites() -> None:
    # Sites of month 13 run from then on: the warranty of five years ends with month 72, the first year with month 24.
    found = result({"number": 2, "first_month": 13}, horizon_years=7, price_change={})
    replaced, outages = parts(found, "replacement"), parts(found, "outages")
    assert not any(replaced[:73])
    assert replaced[73] > 0
    assert not any(outages)
    failed = run_plan(Plan.model_validate(store(equal_sites={"number": 2, "first_month": 13})), CATALOGUE)
    by_month = failed.evaluation.members("failures_per_drive_month", 0)
    assert not any(by_month[:13])
    assert by_month[13] == by_month[24] > by_month[25] > 0


def test_prices_that_fall_are_those_of_the_month_in_which_a_store_opens() -> None:
    found = result({"number": 2, "first_month": 0, "per_month": 1}, price_change={"hardware_rate": -0.5})
    servers = parts(found, "servers")
    assert servers[0] == pytest.approx(2 * 10_300)
    assert servers[1] == pytest.approx(2 * 10_300 * 0.5 ** (1 / 12))
    plan = Plan.model_validate(
        store(equal_sites={"number": 2, "first_month": 0, "per_month": 1}, price_change={"hardware_rate": -0.5})
    )
    bill = materials(run_plan(plan, CATALOGUE), CATALOGUE).configurations[0]
    hardware = next(each for each in bill.sections if each.key == "hardware")
    assert hardware.total.amount == pytest.approx(value(found, "purchase_capex"))


def test_the_bill_of_materials_is_of_all_stores() -> None:
    plan = Plan.model_validate(store(equal_sites=STORES))
    bill = materials(run_plan(plan, CATALOGUE), CATALOGUE).configurations[0]
    lines = {each.kind: each for section in bill.sections for each in section.lines if each.kind != "licence"}
    assert lines["chassis"].quantity == 360
    assert lines["drive"].quantity == 4 * 360
    hardware = next(each for each in bill.sections if each.key == "hardware")
    assert hardware.total.amount == pytest.approx(360 * HOST)
    assert bill.hosts.value == 360
    plan = Plan.model_validate(store(equal_sites=STORES | {"shared_spare_hosts": 4}))
    bill = materials(run_plan(plan, CATALOGUE), CATALOGUE).configurations[0]
    hardware = next(each for each in bill.sections if each.key == "hardware")
    assert hardware.total.amount == pytest.approx(364 * HOST)
    assert not [each for each in result(STORES).configurations[0].findings if each.code == "order_minimum_undated"]


def test_cost_lines_for_each_site_follow_the_roll_out() -> None:
    line = {"label": "fitting", "category": "services", "amount": 1_000, "per": "site"}
    yearly = {"label": "line", "category": "network", "amount": 1_200, "per": "site", "paid": "every_month"}
    found = result(STORES, cost_lines=[line, yearly | {"amount": 100}])
    paid = parts(found, "lines")
    assert paid[:3] == pytest.approx([0, 10_000 + 1_000, 10_000 + 2_000])
    assert paid[19] == pytest.approx(18_000)
    sums = {each.category: each.amount for each in found.configurations[0].cost_lines}
    assert sum(sums.values()) == pytest.approx(sum(paid))


@pytest.mark.parametrize(
    ("sites", "changes", "code"),
    [
        ({"number": 100, "per_month": 1}, {}, "sites_after_horizon"),
        ({"number": 10}, {"other_host_models": [{"model": "old", "hosts": 1}]}, "other_hosts_at_sites"),
        ({"number": 10}, {"events": [{"month": 6, "label": "more", "group": "store", "vms": 2}]}, "events_at_sites"),
    ],
)
def test_what_equal_sites_cannot_have_is_refused_at_its_field(sites: Any, changes: Any, code: str) -> None:
    plan = store(equal_sites=sites)
    if "events" in changes:
        plan["workload"]["events"] = changes["events"]
    else:
        plan["configurations"][0] |= changes
    with pytest.raises(PlanError) as error:
        evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    assert code in {each.code for each in error.value.mistakes}


@pytest.mark.parametrize("number", [2, 12, 1_000])
def test_any_number_of_sites_is_the_sum_of_its_parts(number: int) -> None:
    found = result({"number": number, "first_month": 3, "per_month": 100})
    assert value(found, "all_hosts") == 2 * number
    months = found.configurations[0].monthly
    assert sum(each or 0 for each in months.amounts) == pytest.approx(value(found, "cluster_tco"))
    assert not any(months.amounts[:3])
