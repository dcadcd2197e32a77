"""What arrays, memory and the drives beside cache and capacity cost, draw and embody: none of it is free."""

from math import ceil
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.roles import Role
from hostwise.number_format.writing import fixed, short
from hostwise.plan.answers.result import ConfigurationResult, Input, QuantityState, Result
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import Plan

_GROUP = {
    "name": "VMs",
    "count": 100,
    "vcpu": 4,
    "memory_gib": 8,
    "disk_gb": 100,
    "disk_used_share": 0.6,
    "iops_peak": 50,
    "iops_average": 20,
    "read_share": 0.7,
    "io_kib": 8,
    "cpu_ghz": 1,
    "memory_active_share": 0.2,
}
_ARRAY = {"price": 60_000, "power_w": 800, "rack_units": 4}
_TIER = {
    "drive": {"capacity_gb": 1600, "rated_dwpd": 3, "warranty_years": 5, "price": 900, "power_w": 25},
    "drives_per_host": 2,
    "page_out_mb_s": 600,
    "active_share_limit": 1,
}
_SSD = {"capacity_gb": 400, "rated_dwpd": 3, "warranty_years": 3, "price": 300, "power_w": 8}


def configuration(**fields: Any) -> dict[str, Any]:
    found = {
        "key": "a",
        "name": "A",
        "layout": "two_tier",
        "hypervisor": "esx-9.0",
        "hosts": 4,
        "host": {"chassis_price": 2500, "rack_units": 2, "idle_w": 100, "full_w": 400},
        "cpu": {"sockets": 2, "cores": 28, "base_ghz": 2.2, "price": 2000},
        "memory": {"dram_gib": 512, "price": 6000, "vm_overhead_mib": 100},
        "write_tier": {
            "disk_groups": 2,
            "capacity_gb": 800,
            "rated_dwpd": 10,
            "warranty_years": 5,
            "sustained_write_mb_s": 500,
            "price": 800,
            "power_w": 10,
        },
        "capacity": {"count": 6, "capacity_gb": 3840, "price": 700, "power_w": 10},
        "network": {"price": 400, "power_w": 20},
        "licence": {"price_per_core_year": 100, "order_minimum_cores": 0},
        **fields,
    }
    if found["layout"] == "external":
        found = {name: value for name, value in found.items() if name not in ("write_tier", "capacity")}
    return {name: value for name, value in found.items() if value is not None}


def planned(*configurations: dict[str, Any], growth: float = 0, **economics: Any) -> Plan:
    document = {
        "name": "Hardware",
        "workload": {"groups": [{**_GROUP, "count_growth_rate": growth}]},
        "configurations": configurations,
        "economics": {
            "horizon_years": 5,
            "discount_rate": 0.05,
            "support_rate": 0.1,
            "electricity_price_per_kwh": 0.15,
            "cpu_load_share": 0.4,
            "rack_unit_price_per_month": 30,
            **economics,
        },
    }
    return Plan.model_validate(document)


def evaluate(*configurations: dict[str, Any], growth: float = 0, **economics: Any) -> Result:
    return evaluate_plan(planned(*configurations, growth=growth, **economics), load_catalogue())


def of_role(name: str, role: Role, fields: dict[str, Any], growth: float = 0) -> float:
    """A quantity of the drives of one role."""
    return run_plan(planned(fields, growth=growth), load_catalogue()).evaluation.value(name, role=role)


def one(*configurations: dict[str, Any], growth: float = 0, **economics: Any) -> ConfigurationResult:
    return evaluate(*configurations, growth=growth, **economics).configurations[0]


def number(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None, name
    return value


def part(result: ConfigurationResult, key: str) -> float:
    value = next(each.amount.value for each in result.cost_parts if each.key == key)
    assert value is not None, key
    return value


def origin(result: Result, name: str, role: Role | None = None) -> Input:
    key = role.key if role is not None else None
    return next(each for each in result.inputs if (each.quantity, each.role) == (name, key))


def external(**array: Any) -> dict[str, Any]:
    return configuration(layout="external", array=array or None)


# ------------------------------------------------------------------------------------------------------------- array


def test_an_array_of_which_nothing_is_said_leaves_the_cost_open_and_names_the_fields() -> None:
    found = one(external())
    assert found.quantities["cluster_tco"].state is QuantityState.NOT_EVALUATED
    assert found.quantities["cluster_tco"].missing == [
        "/configurations/0/array/price",
        "/configurations/0/array/power_w",
        "/configurations/0/array/rack_units",
    ]
    for name, field in (
        ("purchase_capex", "price"),
        ("energy_kwh_per_year", "power_w"),
        ("heat_btu_h", "power_w"),
        ("peak_kw", "power_w"),
        ("rack_units", "rack_units"),
        ("rack_cost", "rack_units"),
    ):
        assert found.quantities[name].missing == [f"/configurations/0/array/{field}"], name


def test_an_array_is_a_category_of_its_own_and_counts_in_all_that_runs() -> None:
    bare, found = one(external(price=0, power_w=0, rack_units=0)), one(external(**_ARRAY))
    assert (part(bare, "array"), part(found, "array")) == (0, 60_000)
    assert number(found, "purchase_capex") == number(bare, "purchase_capex") + 60_000
    assert number(found, "purchase_capex_per_host") == number(bare, "purchase_capex_per_host")
    assert part(found, "support") == pytest.approx(part(bare, "support") + 5 * 6_000)
    assert number(found, "rack_units") == number(bare, "rack_units") + 4
    assert part(found, "rack") == pytest.approx(part(bare, "rack") + 4 * 30 * 60)
    assert number(found, "peak_kw") == pytest.approx(number(bare, "peak_kw") + 0.8)
    assert number(found, "heat_btu_h") == pytest.approx(number(bare, "heat_btu_h") + 800 * 3.412141633)
    kwh = 0.8 * 8760 * 1.54
    assert number(found, "energy_kwh_per_year") == pytest.approx(number(bare, "energy_kwh_per_year") + kwh)
    assert part(found, "energy") == pytest.approx(part(bare, "energy") + 5 * kwh * 0.15)
    assert number(found, "operational_kgco2e") > number(bare, "operational_kgco2e")
    assert found.monthly.parts["array"] == [60_000, *[0] * 60]
    total = sum(part(found, each.key) for each in found.cost_parts)
    assert number(found, "cluster_tco") == pytest.approx(total)
    assert number(found, "known_parts_cost") == pytest.approx(total)


def test_an_array_by_the_kilowatt_is_paid_by_its_power() -> None:
    prices: dict[str, Any] = {"rack_unit_price_per_month": None, "colocation_price_per_kw_month": 100}
    bare, found = one(external(price=0, power_w=0, rack_units=0), **prices), one(external(**_ARRAY), **prices)
    assert part(found, "rack") == pytest.approx(part(bare, "rack") + 0.8 * 100 * 60)


def test_an_array_does_not_grow_with_the_hosts() -> None:
    bare, found = (
        one({**each, "hosts": None}, growth=0.5)
        for each in (external(price=0, power_w=0, rack_units=0), external(**_ARRAY))
    )
    assert found.expansion
    assert part(found, "expansion") == pytest.approx(part(bare, "expansion"))
    assert part(found, "rack") == pytest.approx(part(bare, "rack") + 4 * 30 * 60)
    assert part(found, "energy") == pytest.approx(part(bare, "energy") + 5 * 0.8 * 8760 * 1.54 * 0.15)


def test_an_array_is_written_off_and_left_over_like_the_hosts() -> None:
    found = one(external(**_ARRAY), residual_share=0.1, depreciation_years=5)
    assert part(found, "residual") == pytest.approx(-0.1 * number(found, "purchase_capex"))
    assert sum(each.depreciation.value or 0 for each in found.depreciation) == pytest.approx(
        number(found, "purchase_capex")
    )


def test_an_array_at_no_price_is_said_to_be_left_out() -> None:
    codes = {each.code for each in one(external(price=0, power_w=0, rack_units=0)).findings}
    assert "array_cost_left_out" in codes
    assert "array_cost_left_out" not in {each.code for each in one(external(**_ARRAY)).findings}
    assert part(one(configuration()), "array") == 0
    assert "array_cost_left_out" not in {each.code for each in one(configuration()).findings}


def test_an_array_is_said_to_be_checked_against_neither_data_nor_io() -> None:
    found = one(external(**_ARRAY), growth=0.2)
    (told,) = (each for each in found.findings if each.code == "array_not_checked")
    assert told.severity is Severity.WARNING
    room, peak = short(number(found, "demand_storage_tb")), fixed(number(found, "front_iops"))
    assert told.message.endswith(
        ": the external array is not checked: at the sizing date it must have room for "
        f"{room} TB before its own data reduction and serve {peak} IOPS at the peak."
    )
    assert "array_not_checked" not in {each.code for each in one(configuration()).findings}


@pytest.mark.parametrize(
    ("group", "words"),
    [
        ({"disk_gb": None}, ["it must serve "]),
        ({"iops_peak": None, "iops_average": None}, ["it must have room for "]),
        ({"iops_peak": None, "disk_gb": None}, ["are not checked."]),
        ({"iops_peak": None, "iops_average": None, "disk_gb": None}, []),
        ({"iops_peak": 0, "iops_average": 0, "disk_gb": 0}, []),
    ],
)
def test_what_an_array_must_provide_is_said_of_what_the_plan_states(group: dict[str, Any], words: list[str]) -> None:
    document = planned(external(**_ARRAY)).model_dump(mode="json")
    document["workload"]["groups"][0] |= group
    (found,) = evaluate_plan(Plan.model_validate(document), load_catalogue()).configurations
    told = [each.message for each in found.findings if each.code == "array_not_checked"]
    assert len(told) == len(words)
    assert all(word in message for word, message in zip(words, told, strict=True))


def test_an_array_needs_a_layout_that_has_one() -> None:
    with pytest.raises(ValueError, match="leave out `array`"):
        evaluate(configuration(array=_ARRAY))


# ------------------------------------------------------------------------------------------------- persistent memory


def test_persistent_memory_is_not_free_where_a_module_prices_the_dram() -> None:
    module = {"dram_gib": 256, "module": "ddr4-rdimm-32gb-2017-01"}
    found = one(configuration(memory={**module, "memory_mode_gib": 1024}))
    assert found.quantities["memory_capex"].state is QuantityState.NOT_EVALUATED
    assert found.quantities["cluster_tco"].missing == ["/configurations/0/memory/price"]
    (finding,) = (each for each in found.findings if each.code == "price_not_usable")
    assert finding.pointer == "/configurations/0/memory/price"
    assert part(one(configuration(memory={**module, "memory_mode_gib": 1024, "price": 9000})), "memory") == 36_000
    assert part(one(configuration(memory=module)), "memory") == 4 * 256 / 32 * 200


# ---------------------------------------------------------------------------------------- drives of tier, swap, cache


def tiered(**fields: Any) -> dict[str, Any]:
    return configuration(memory={"dram_gib": 512, "price": 6000, "tier": {**_TIER, **fields}})


def test_worn_drives_of_the_memory_tier_are_replaced_and_paid_for() -> None:
    found = one(tiered())
    # 600 MB/s on two drives of 1.6 TB are 16.2 writes a day against 3 rated: 0.926 years, five generations in five.
    assert number(found, "tier_drive_years_to_wear_out") == pytest.approx(5 * 3 / 16.2)
    assert part(found, "replacement") == 5 * 8 * 900
    worn = [month for month, cost in enumerate(found.monthly.parts["replacement"]) if cost]
    assert worn == [12, 23, 34, 45, 56]
    assert [each.quantity for each in found.findings if each.code == "wears_out"] == ["tier_drive_years_to_wear_out"]


def test_a_tier_of_unknown_writes_leaves_the_cost_open() -> None:
    found = one(tiered(page_out_mb_s=None))
    assert found.quantities["replacement_cost"].missing == ["/configurations/0/memory/tier/page_out_mb_s"]
    still = one(tiered(page_out_mb_s=0))
    assert part(still, "replacement") == 0
    assert "wears_out" not in {each.code for each in still.findings}


def test_drives_that_fail_after_their_warranty_are_paid_for() -> None:
    """0.005 failures a year: the years 4 and 5 of the drives whose warranty ends after three."""
    calm = tiered(page_out_mb_s=0, drive={**_TIER["drive"], "warranty_years": 3})  # type: ignore[dict-item]
    assert part(one(calm), "replacement") == pytest.approx(2 * 0.005 * 8 * 900)
    swapping = configuration(swap={"medium": "ssd_local", "drive": _SSD})
    assert part(one(swapping), "replacement") == pytest.approx(2 * 0.005 * 4 * 300)
    cached = configuration(read_cache={"size_gb": 300, "drive": _SSD})
    assert part(one(cached), "replacement") == pytest.approx(2 * 0.005 * 4 * 300)
    usual = configuration(swap={"medium": "hdd_local", "drive": {"capacity_gb": 400, "price": 300}})
    assert part(one(usual, horizon_years=6), "replacement") == pytest.approx(
        part(one(configuration(), horizon_years=6), "replacement") + 0.005 * 4 * 300
    )


def swapping(medium: str, **drive: Any) -> dict[str, Any]:
    return configuration(
        memory={"dram_gib": 96, "price": 2000, "vm_overhead_mib": 100},
        swap={"medium": medium, "turnovers_per_day": 40, "drive": {"capacity_gb": 100, "price": 300, **drive}},
    )


def test_a_worn_swap_drive_is_replaced_and_a_disk_is_not() -> None:
    flash = one(swapping("ssd_local", rated_dwpd=1, warranty_years=3))
    life = number(flash, "swap_drive_years_to_wear_out")
    assert 0 < life < 5
    generations = len([each for each in flash.monthly.parts["replacement"] if each and each >= 4 * 300])
    assert generations == int(5 / life)
    assert part(flash, "replacement") >= generations * 4 * 300
    assert "swap_drive_years_to_wear_out" in {each.quantity for each in flash.findings if each.code == "wears_out"}
    disk = one(swapping("hdd_local", warranty_years=5))
    assert disk.quantities["swap_drive_years_to_wear_out"].state is QuantityState.DOES_NOT_APPLY
    assert part(disk, "replacement") == 0
    unrated = one(swapping("ssd_local", warranty_years=3))
    assert unrated.quantities["cluster_tco"].missing == [
        f"/configurations/0/swap/drive/{name}" for name in ("rated_dwpd", "rated_tbw_tb")
    ]


def test_hosts_that_are_bought_later_have_drives_that_wear() -> None:
    found = one({**tiered(), "hosts": None}, growth=0.5)
    assert found.expansion
    hosts = [each or 0 for each in found.monthly.hosts]
    life = number(found, "tier_drive_years_to_wear_out")
    # Drives bought in a month have the writes of that month; those of the first hosts have none in month 0.
    first = hosts[0] * (ceil(5 / life) - 1)
    later = sum(
        (hosts[month] - hosts[month - 1]) * (ceil((61 - month) / 12 / life) - 1) for month in range(1, len(hosts))
    )
    assert later > 0
    assert 1 <= part(found, "replacement") / ((first + later) * 2 * 900) < 1.02


def test_drives_of_tier_swap_and_read_cache_draw_power_and_embody_carbon() -> None:
    bare = one(configuration())
    for fields, watts, drives, gigabytes in (
        ({"memory": {"dram_gib": 512, "price": 6000, "tier": {**_TIER, "page_out_mb_s": 0}}}, 50, 2, 1600),
        ({"swap": {"medium": "ssd_local", "drive": _SSD}}, 8, 1, 400),
        ({"read_cache": {"size_gb": 300, "drive": _SSD}}, 8, 1, 400),
    ):
        found = one(configuration(**fields))
        more = number(found, "attached_w_per_host") - number(bare, "attached_w_per_host")
        assert more == pytest.approx(watts)
        embodied = drives * (6.34 + gigabytes / 48.5 * 2.2)
        assert number(found, "drives_kgco2e_per_host") == pytest.approx(
            number(bare, "drives_kgco2e_per_host") + embodied
        )
    disk = one(configuration(swap={"medium": "hdd_local", "drive": {"capacity_gb": 400, "price": 300}}))
    assert number(disk, "drives_kgco2e_per_host") == pytest.approx(number(bare, "drives_kgco2e_per_host") + 31.11)
    more = number(disk, "attached_w_per_host") - number(bare, "attached_w_per_host")
    assert more == pytest.approx(3.5 + 0.2 * 6.25)
    unknown = one(configuration(swap={"medium": "ssd_local"}))
    assert unknown.quantities["drives_kgco2e_per_host"].missing == ["/configurations/0/swap/drive/capacity_gb"]


def test_disks_of_a_hybrid_draw_what_disks_do() -> None:
    capacity = {"count": 6, "capacity_gb": 8000, "price": 300}
    hybrid = evaluate(configuration(layout="hybrid", capacity=capacity))
    flash = evaluate(configuration(capacity=capacity))
    for found, idle, full in ((hybrid, 3.5, 9.75), (flash, 5, 19)):
        assert origin(found, "drive_idle_w", Role.CAPACITY).value == idle
        assert origin(found, "drive_full_w", Role.CAPACITY).value == full


# ------------------------------------------------------------------------------------------------------------ memory


def by_profile(sockets: int = 2, **memory: Any) -> dict[str, Any]:
    return configuration(
        host={"chassis_price": 2500, "rack_units": 2, "power_profile": "2x-amd-epyc-9654"},
        cpu={"key": "amd-epyc-9654", "sockets": sockets, "price": 2000},
        memory={"dram_gib": 384, "price": 6000, **memory},
    )


def test_memory_beyond_that_of_the_measured_host_draws_power() -> None:
    as_measured, more = one(by_profile()), one(by_profile(dram_gib=1536))
    assert number(as_measured, "added_memory_w_per_host") == 0
    # 1,152 GiB more: eighteen modules of 64 GB at 5 W.
    assert number(more, "added_memory_w_per_host") == 90
    assert number(more, "host_w") == number(as_measured, "host_w") + 90
    older = one(by_profile(dram_gib=1536, module="ddr4-rdimm-32gb-2017-01"))
    assert number(older, "added_memory_w_per_host") == 1152 / 32 * 2.75
    assert number(one(configuration(memory={"dram_gib": 4096, "price": 1})), "added_memory_w_per_host") == 0


def test_a_profile_of_two_processors_stands_in_for_a_host_of_one() -> None:
    two, single = (origin(evaluate(by_profile(sockets)), "measured_idle_w") for sockets in (2, 1))
    assert two.kind == "measured"
    assert (single.kind, single.status) == ("assumed", "assumed")
    assert "scaled by TDP and sockets to the processors of this plan" in (single.note or "")


# ---------------------------------------------------------------------------------------------------------- expansion


@pytest.mark.parametrize("growth", [0, 0.5])
def test_lost_groups_and_their_cost_are_of_the_same_hosts(growth: float) -> None:
    found = one(configuration(hosts=None), growth=growth, outage_price=7000)
    hosts = [each or 0 for each in found.monthly.hosts]
    rates = [0, *[2.5 * 0.005 / 12] * 12, *[0.005 / 12] * 48]
    failed = sum(2 * number_of * rate for number_of, rate in zip(hosts, rates, strict=True))
    assert of_role("role_failed_drives", Role.WRITE_TIER, configuration(hosts=None), growth) == pytest.approx(failed)
    assert number(found, "expected_lost_groups") == pytest.approx(failed)
    assert part(found, "outages") == pytest.approx(7000 * number(found, "expected_lost_groups"))


@pytest.mark.parametrize("growth", [0, 0.5])
def test_carbon_of_replaced_drives_is_of_all_drives_of_all_hosts(growth: float) -> None:
    found = one(configuration(hosts=None), growth=growth)
    hosts = [each or 0 for each in found.monthly.hosts]
    rates = [0, *[2.5 * 0.005 / 12] * 12, *[0.005 / 12] * 48]
    months = sum(number_of * rate for number_of, rate in zip(hosts, rates, strict=True))
    replaced = of_role("role_replacements_drives", Role.CAPACITY, configuration(hosts=None), growth)
    assert replaced == pytest.approx(6 * months)
    flash = {gigabytes: 6.34 + gigabytes / 48.5 * 2.2 for gigabytes in (800, 3840)}
    assert number(found, "replacement_kgco2e") == pytest.approx(months * (2 * flash[800] + 6 * flash[3840]))
    worn = of_role("role_replacement_kgco2e", Role.MEMORY_TIER, tiered())
    assert worn == pytest.approx((5 * 8 + 8 * 0.0325) * (6.34 + 1600 / 48.5 * 2.2))
