"""Random plans whose money moves by month: hosts that are removed, equal sites, contracts of all kinds."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from tests.audit.plain import MONTHS
from tests.audit.plans import random_contract, random_guest, random_licence, random_line, random_plan
from tests.audit.whole_plans import random_whole_plan

APART = 100_000
"""Seeds between the whole plans that are tried for one that has hosts of other models."""

Document = dict[str, Any]


def plan_with_removals(seed: int) -> Document:
    """A whole plan in which hosts of other models leave, with contracts of all kinds."""
    plans = (random_whole_plan(seed + APART * number) for number in count())
    plan = next(each for each in plans if each["configurations"][0].get("other_host_models"))
    random = Random(f"money {seed}")
    configuration, economics = plan["configurations"][0], plan["economics"]
    plan["policy"].pop("coverage_level", None)
    for place, each in enumerate(configuration["other_host_models"]):
        if place == 0 or random.random() < 0.7:
            each["removed_in_month"] = random.randint(1, economics["horizon_years"] * MONTHS)
        if random.random() < 0.4:
            each.pop("maintenance_per_year")
        if random.random() < 0.3:
            each.pop("price", None)
        if "drives" in each and random.random() < 0.1:
            each["drives"] = 0
            each.pop("drive_gb")
    if random.random() < 0.4:
        configuration["licence"] = random_licence(random)
    _contracts(random, plan)
    return plan


def plan_of_sites(seed: int) -> Document:
    """A random plan that is one of equal sites."""
    plan, random = random_plan(seed), Random(f"sites {seed}")
    economics = plan["economics"]
    plan["workload"].pop("events", None)
    number, horizon = random.choice([2, 7, 30, 180]), economics["horizon_years"] * MONTHS
    first = random.choice([0, 0, 1, 5, 13]) % horizon
    sites: Document = {"number": number, "first_month": first}
    if random.random() < 0.7:
        sites["per_month"] = max(random.choice([1, 3, 10]), -(-number // (horizon - first)))
    if random.random() < 0.5:
        sites["shared_spare_hosts"] = random.choice([0, 1, 4])
    economics["equal_sites"] = sites
    if random.random() < 0.9:
        _fill(plan)
    _contracts(random, plan)
    return plan


def _fill(plan: Document) -> None:
    """What an answer needs and a random plan has left out, so that most totals are numbers."""
    configuration = plan["configurations"][0]
    for group in plan["workload"]["groups"]:
        for name, value in {"read_share": 0.7, "io_kib": 8, "disk_gb": 100, "cpu_ghz": 1.1, "iops_peak": 40}.items():
            group.setdefault(name, value)
    for name, value in {"discount_rate": 0.06, "support_rate": 0.08, "electricity_price_per_kwh": 0.19}.items():
        plan["economics"].setdefault(name, value)
    plan["economics"].setdefault("cpu_load_share", 0.4)
    if "colocation_price_per_kw_month" not in plan["economics"]:
        plan["economics"].setdefault("rack_unit_price_per_month", 25)
    drive = {"price": 900, "power_w": 9, "rated_dwpd": 3, "warranty_years": 5, "sustained_write_mb_s": 442}
    parts: dict[str, Document] = {"cpu": {"price": 4_000, "base_ghz": 2.9, "tdp_w": 165}}
    parts |= {
        "memory": {"price": 3_000},
        "host": {"chassis_price": 2_500, "rack_units": 2},
        "network": {"price": 300, "power_w": 18},
    }
    parts |= {"write_tier": drive | {"capacity_gb": 800}, "capacity": drive | {"capacity_gb": 3_840}}
    for part in parts.keys() & configuration.keys():
        known = configuration[part]
        named = {"base_ghz", "tdp_w", "capacity_gb", *drive} - {"price"} if "key" in known else set()
        configuration[part] = {name: value for name, value in parts[part].items() if name not in named} | known


def _contracts(random: Random, plan: Document) -> None:
    """Terms, rises, licences in the VMs, cost lines also below zero, prices that change, support by the host."""
    configuration, economics = plan["configurations"][0], plan["economics"]
    if "key" in configuration["licence"] and random.random() < 0.5:
        configuration["licence"] |= random_contract(random, configuration["licence"])
    for name in ("guest_licence", "database_licence", "second_database_licence"):
        if random.random() < 0.2:
            configuration[name] = random_guest(random, plan["workload"]["groups"])
    for name in ("licence", "guest_licence", "database_licence", "second_database_licence"):
        licence = configuration.get(name, {"key": None})
        if not any(each == "key" or each.startswith("price_per") for each in licence):
            licence["price_per_core_year"] = 100
    if random.random() < 0.9:
        configuration["licence"].setdefault("addon_price_per_tib_year", 210)
    economics["exchange_rates"] = [{"currency": "EUR", "rate": 1.16, "date": "2026-06-30"}]
    lines = [random_line(random, number) for number in range(random.choice([0, 1, 2, 4]))]
    for each in lines:
        if "equal_sites" in economics and random.random() < 0.3:
            each["per"] = "site"
            if each["paid"] in ("once", "in_shares"):
                # A site opens once, in its own month.
                each["paid"] = "once"
                for name in ("month", "until_month"):
                    each.pop(name, None)
        each["amount"] = random.choice([each["amount"], -350, 77.77])
    economics["cost_lines"] = lines
    rates = {"hardware_rate": (-0.05, 0.08), "licence_rate": (0.07, -0.02), "electricity_rate": (0.03,)}
    economics["price_change"] = {name: random.choice(each) for name, each in rates.items() if random.random() < 0.5}
    if random.random() < 0.3:
        economics["support_price_per_host"] = 600
    if random.random() < 0.3:
        economics["residual_share"] = 0.15
    if random.random() < 0.3:
        configuration["later_host_price"] = random.choice([9_000, 21_000])
