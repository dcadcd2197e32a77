"""Random plans that have all rules together: any storage stack, unequal hosts, events, sites, licences, requirements.

The plans of `plans.py` have one rule at a time, of vSAN and arrays, and leave fields out: they are compared with plain
arithmetic. These are nearly complete, so that answers are numbers; what is asked of them is in `invariants.py`.
Whatever the catalogue says of stacks, protections and hypervisors is drawn, so that a new row takes part from its first
day.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.catalogue.rules import Protection
from hostwise.catalogue.stacks import Stack

PROCESSORS = ("amd-epyc-9355", "intel-xeon-6730p")
OLD_PROCESSORS = ("intel-xeon-gold-6148",)
DRIVE_GB = (1_920, 3_840, 7_680, 15_360)
PLAIN_GROWTH = (0.0, 0.0, 0.02, 0.05, 0.1, 0.25, -0.05)
SMALL_GROWTH = (0.0, 0.00001, 0.001, 0.005, 0.02)
LICENCES = {
    "esxi": ("vcf", "vvf-3-year", "vvs"),
    "hyper-v": ("windows-server-2025-datacenter",),
    "azure-local": ("azure-local",),
}
"""Licences of the hypervisors by their family; of the others they are own prices."""
GUESTS = ("windows-server-2025-datacenter", "windows-server-2025-standard")
DATABASES = ("sql-server-2022-enterprise", "sql-server-2022-standard")


@cache
def _catalogue() -> Catalogue:
    return load_catalogue()


@cache
def _protections() -> tuple[tuple[Stack, Protection], ...]:
    """Every storage stack with each protection of its family."""
    catalogue = _catalogue()
    return tuple(
        (stack, protection)
        for stack in catalogue.stacks.values()
        for protection in catalogue.protection.values()
        if protection.family == stack.protections and not (stack.layout == "hybrid" and _is_coded(protection))
    )


def _is_coded(protection: Protection) -> bool:
    """Whether it keeps parity, which a hybrid cluster has not."""
    return any(each.startswith(("raid5", "raid6")) for each in protection.schemes)


def random_whole_plan(seed: int) -> dict[str, Any]:
    """A plan's document."""
    random = Random(f"whole {seed}")
    stack, protection = random.choice(_protections())
    two_sites = protection.sites > 1
    two_nodes = protection.max_hosts == 2
    small = two_nodes or random.random() < 0.3
    groups = [_group(random, number, small) for number in range(random.choice([1, 2, 2, 3, 5]))]
    if not two_sites and not two_nodes:
        _own_schemes(random, stack, groups)
    elif not two_nodes and protection.schemes and random.random() < 0.3:
        random.choice(groups)["kept_at"] = "one_site"
    plan: dict[str, Any] = {
        "schema_version": 1,
        "name": f"whole plan {seed}",
        "workload": {"groups": groups, "write_load_basis": random.choice(["measured", "estimated"])},
        "policy": _policy(random, two_sites),
        "configurations": [_configuration(random, stack, protection, groups)],
        "economics": _economics(random),
    }
    if random.random() < 0.25:
        plan["workload"]["totals"] = {"used_tb": round(sum(map(_stored_tb, groups)) * random.uniform(0.5, 1.2) + 1, 1)}
    if random.random() < 0.4:
        plan["workload"]["events"] = _events(random, groups)
    if random.random() < 0.5:
        plan["requirements"] = _requirements(random)
    return plan


def _some(random: Random, share: float, **fields: Any) -> dict[str, Any]:
    """The fields, each with this probability."""
    return {name: value for name, value in fields.items() if random.random() < share}


def _stored_tb(group: dict[str, Any]) -> float:
    return float(group["count"] * group["disk_gb"] * group["disk_used_share"] / 1_000)


def _group(random: Random, number: int, small: bool) -> dict[str, Any]:
    """A complete group; small ones have few VMs that grow by little."""
    rates = SMALL_GROWTH if small else PLAIN_GROWTH
    average = random.choice([0, 5, 20, 60])
    group: dict[str, Any] = {
        "name": f"group {number}",
        "count": random.choice([1, 2, 3, 5, 8] if small else [20, 60, 150, 300]),
        "vcpu": random.choice([1, 2, 4, 8]),
        "memory_gib": random.choice([4, 8, 16, 32]),
        "cpu_ghz": random.choice([0.4, 1.1, 2.3]),
        "iops_peak": average * random.choice([1, 4, 10]),
        "iops_average": average,
        "read_share": random.choice([0.5, 0.7, 0.9]),
        "io_kib": random.choice([8, 16, 64]),
        "disk_gb": random.choice([40, 120, 400, 900]),
        "disk_used_share": random.choice([0.4, 0.7, 1.0]),
        "data_reduction_ratio": random.choice([1.0, 1.0, 1.5]),
        "guest_os": random.choice(["windows_server", "linux"]),
    }
    for name in ("count", "vcpu", "memory", "disk", "io"):
        group |= _some(random, 0.5 if name == "count" else 0.25, **{f"{name}_growth_rate": random.choice(rates)})
    group |= _some(random, 0.3, vcpu_per_core=random.choice([1.0, 2.0, 4.0]))
    group |= _some(random, 0.2, memory_reserved_share=random.choice([0.25, 1.0]))
    if random.random() < 0.15:
        # VMs of which a host holds few.
        large = {"memory_gib": random.choice([96, 150, 200]), "vcpu": random.choice([12, 24])}
        group |= large | {"count": random.choice([1, 2] if small else [7, 20])}
    return group | _some(random, 0.15, vms=random.choice(["mean", "alike"]))


def _own_schemes(random: Random, stack: Stack, groups: list[dict[str, Any]]) -> None:
    """Schemes of their own for some groups, of those that the storage builds."""
    family = [each for each in _catalogue().protection.values() if each.family == stack.protections]
    schemes = sorted({scheme for each in family if each.sites == 1 for scheme in each.schemes})
    if stack.layout == "hybrid":
        # A hybrid cluster has no erasure coding.
        schemes = [each for each in schemes if each.startswith("raid1")]
    for group in groups:
        if schemes and random.random() < 0.25:
            group["protection"] = random.choice(schemes)


def _events(random: Random, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events of some groups, some of which are not expected; never do more VMs leave than are there today."""
    found: list[dict[str, Any]] = []
    for number in range(random.choice([1, 2, 3])):
        group = random.choice(groups)
        leaving = any(each["group"] == group["name"] and each["vms"] < 0 for each in found)
        vms = random.choice([1, 2, max(1, group["count"] // 4), group["count"]])
        if not leaving and random.random() < 0.4:
            vms = -random.choice([1, max(1, group["count"] // 2), group["count"]])
        event = {"label": f"event {number}", "month": random.choice([1, 7, 18, 36]), "vms": vms}
        found.append(event | {"group": group["name"], "probability": random.choice([0.3, 0.5, 0.8, 1.0])})
    return found


def _policy(random: Random, two_sites: bool) -> dict[str, Any]:
    policy: dict[str, Any] = {
        "spare_hosts": random.choice([0, 1, 1, 1, 2]),
        "vcpu_per_core": random.choice([2.0, 3.0, 4.0]),
        "sizing_years": random.choice([0, 0, 1, 2.5, 3, 5]),
        "capacity_reserve": {"method": random.choice(["slack", "operations_and_rebuild"])},
    }
    policy |= _some(random, 0.2, memory_overcommit_limit=random.choice([0.8, 1.0, 1.25]))
    policy |= _some(random, 0.2, cpu_utilisation_limit=0.7)
    policy |= _some(random, 0.2, max_wear_out_probability=random.choice([0.05, 0.3]))
    policy |= _some(random, 0.15, max_hosts_per_cluster=random.choice([8, 16]))
    policy |= _some(random, 0.2, holds_with_spares_down={"network": True, "endurance": True})
    policy |= _some(random, 0.02, coverage_level=random.choice([0.8, 0.9]))
    return policy | (_some(random, 0.2, site_load_share=random.choice([0.6, 0.8])) if two_sites else {})


def _drive(random: Random) -> dict[str, Any]:
    drive: dict[str, Any] = {"rated_dwpd": random.choice([1, 3]), "warranty_years": 5, "sustained_write_mb_s": 900}
    return drive | {"price": random.choice([400, 900, 1_600]), "power_w": 12}


def _configuration(
    random: Random, stack: Stack, protection: Protection, groups: list[dict[str, Any]]
) -> dict[str, Any]:
    hypervisor = _hypervisor(random, stack)
    configuration: dict[str, Any] = {
        "key": "c",
        "name": "C",
        "layout": stack.layout,
        "storage_stack": stack.key,
        "protection": protection.key,
        "hypervisor": hypervisor,
        "cpu": _processor(random),
        "memory": {"dram_gib": random.choice([256, 512, 768, 1_024]), "price": random.choice([4_000, 9_000])},
        "host": {"chassis_price": 5_000, "rack_units": random.choice([1, 2]), "idle_w": 180, "full_w": 700},
        "network": {"price": 600, "power_w": 20, "cards": [{"ports": 2, "gbit_s": random.choice([10, 25, 100])}]},
        "licence": _licence(random, _catalogue().hypervisors[hypervisor].family),
    }
    if stack.layout == "external":
        configuration["array"] = {"price": 90_000, "power_w": 1_400, "rack_units": 8}
    else:
        configuration |= _drives(random, stack.layout)
    if protection.sites == 1:
        configuration["other_host_models"] = [
            _other(random, number, stack) for number in range(random.choice([0, 0, 1, 1, 2]))
        ]
    for name, keys in (("guest_licence", GUESTS), ("database_licence", DATABASES)):
        if random.random() < 0.2:
            configuration[name] = _guest(random, keys, groups)
    return configuration


def _hypervisor(random: Random, stack: Stack) -> str:
    fitting = [
        each.key
        for each in _catalogue().hypervisors.values()
        if (each.usual or (each.family == "esxi" and each.sort >= 6))
        and (not stack.hypervisors or each.family in stack.hypervisors)
    ]
    return random.choice(fitting)


def _processor(random: Random) -> dict[str, Any]:
    sockets = {"sockets": random.choice([1, 2, 2])}
    if random.random() < 0.5:
        return sockets | {"key": random.choice(PROCESSORS), "price": 3_700}
    own = {"cores": random.choice([16, 24, 32]), "base_ghz": random.choice([2.4, 3.0])}
    return sockets | own | {"tdp_w": 250, "price": 2_900}


def _drives(random: Random, layout: str) -> dict[str, Any]:
    size = random.choice(DRIVE_GB)
    if layout == "single_tier":
        return {"capacity": _drive(random) | {"capacity_gb": size, "count": random.choice([4, 6, 8])}}
    disk_groups = random.choice([1, 2])
    cache = _drive(random) | {"capacity_gb": 800, "rated_dwpd": 10, "disk_groups": disk_groups}
    capacity = {"capacity_gb": size, "count": disk_groups * random.choice([3, 5]), "price": 500, "power_w": 9}
    rated = {} if layout == "hybrid" else {"rated_dwpd": 1, "warranty_years": 5}
    limits = {"destage_limit_mb_s": 280, "burst_write_mb_s": 1_200}
    return {"write_tier": cache | limits, "capacity": capacity | rated}


def _other(random: Random, number: int, stack: Stack) -> dict[str, Any]:
    """Hosts of another model: kept or bought, small or dense, some of which leave."""
    other: dict[str, Any] = {
        "model": f"model {number}",
        "hosts": random.choice([1, 2, 3, 6]),
        "kept": random.random() < 0.7,
        "sockets": 2,
        "dram_gib": random.choice([192, 384, 768, 1_536]),
        "maintenance_per_year": random.choice([0, 900]),
    }
    if random.random() < 0.5:
        other |= {"cpu": random.choice(OLD_PROCESSORS)}
    else:
        other |= {"cores": random.choice([10, 20, 32, 48]), "base_ghz": random.choice([2.1, 2.8])}
    if stack.layout != "external":
        many = [2, 4, 8, 12] if stack.layout == "single_tier" else [2, 4, 6]
        other |= {"drives": random.choice(many), "drive_gb": random.choice(DRIVE_GB)}
    if not other["kept"]:
        other["price"] = 14_000
    return other | _some(random, 0.4, removed_in_month=random.choice([6, 18, 35, 50]))


def _licence(random: Random, family: str) -> dict[str, Any]:
    keys = LICENCES.get(family, ())
    if keys and random.random() < 0.6:
        held = _some(random, 0.4, price_hold_years=random.choice([1, 3]))
        addon = {"addon_price_per_tib_year": 210} if family == "esxi" else {}
        return {"key": random.choice(keys)} | addon | held
    licence = {"price_per_core_year": random.choice([40, 150])}
    if random.random() < 0.5:
        return licence
    licence |= _some(random, 0.3, price_per_core_once=300)
    licence |= _some(random, 0.3, minimum_cores_per_socket=16) | _some(random, 0.2, order_minimum_cores=72)
    return licence | _some(random, 0.3, pack_cores=16) | _some(random, 0.3, price_hold_years=3)


def _guest(random: Random, keys: tuple[str, ...], groups: list[dict[str, Any]]) -> dict[str, Any]:
    guest: dict[str, Any] = {"key": random.choice(keys), "licensed_by": random.choice(["host", "vm"])}
    if random.random() < 0.5:
        return guest | {"group": random.choice(groups)["name"]}
    return guest | _some(random, 0.5, guest_os="windows_server")


def _requirements(random: Random) -> dict[str, Any]:
    requirements = _some(random, 0.6, hosts_lost=random.choice([1, 1, 2]))
    requirements |= _some(random, 0.5, hosts_lost_keeps=random.choice(["full_performance", "running"]))
    return requirements | _some(random, 0.2, heals=True) | _some(random, 0.2, max_hosts=random.choice([12, 40]))


def _economics(random: Random) -> dict[str, Any]:
    economics: dict[str, Any] = {
        "currency": "USD",
        "horizon_years": random.choice([1, 3, 5, 5]),
        "discount_rate": random.choice([0.0, 0.06]),
        "support_rate": 0.08,
        "electricity_price_per_kwh": 0.19,
        "cpu_load_share": 0.4,
        "rack_unit_price_per_month": 25,
        "admin_hours_per_host_year": 20,
        "admin_rate_per_hour": 80,
    }
    economics |= _some(random, 0.2, residual_share=0.1)
    economics |= _some(random, 0.3, expansion_cadence_months=random.choice([1, 6, 12]))
    economics |= _some(random, 0.2, expansion_minimum_hosts=2)
    if random.random() < 0.3:
        line = {"label": "move", "category": "migration", "amount": 120, "per": random.choice(["vm", "host"])}
        economics["cost_lines"] = [line | {"paid": random.choice(["once", "every_year"]), "month": 0}]
    economics["price_change"] = _some(random, 0.4, hardware_rate=-0.05, licence_rate=0.07)
    return economics
