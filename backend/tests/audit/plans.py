"""Random plans, the same for the same seed: all layouts, and fields left out at random."""

from __future__ import annotations

from random import Random
from typing import Any

DRIVES = (
    "samsung-pm1645-800gb",
    "intel-optane-ssd-p5800x-400gb",
    "intel-d7-p5600-1.6tb",
    "kioxia-cm7-v-6.4tb",
    "solidigm-d7-p5810-800gb",
)
PROCESSORS = ("amd-epyc-9355", "intel-xeon-6730p")
LICENCES = ("vcf", "vvf-3-year", "vvs", "proxmox-ve-basic", "windows-server-2022-standard")
OWN_SCHEMES = ("raid1_ftt1", "raid1_ftt2", "raid1_ftt3", "raid5", "raid6")
LEFT_OUT = 0.04
"""Share of the fields of a plan that are left out though an answer needs them."""


def random_plan(seed: int) -> dict[str, Any]:
    """A plan's document."""
    random = Random(seed)
    layout = random.choice(["two_tier", "two_tier", "hybrid", "single_tier", "single_tier", "external"])
    groups = [_group(random, number, layout) for number in range(random.choice([1, 1, 2, 3]))]
    protection = _protection(random, layout)
    if "stretched" in protection or "two_node" in protection:
        for each in groups:
            each.pop("protection", None)
    small = "two_node" in protection
    for each in groups:
        if small:
            each["count"] = max(1, each["count"] // 40)
    plan: dict[str, Any] = {
        "schema_version": 1,
        "name": f"random plan {seed}",
        "unit_convention": random.choice(["si", "si", "binary_as_printed"]),
        "workload": {
            "groups": groups,
            "write_load_basis": random.choice(["measured", "estimated", "unknown"]),
            "totals": _some(random, 0.12, used_tb=round(random.uniform(5, 120), 1))
            | _some(random, 0.12, cpu_ghz=round(random.uniform(100, 2000))),
        }
        | _some(random, 0.1, write_load_sigma=0.4)
        | _some(random, 0.25, burst={"peak_minutes": random.choice([5, 30, 120, 600])}),
        "policy": _policy(random, protection),
        "configurations": [_configuration(random, layout, groups)],
        "economics": _economics(random),
    }
    if random.random() < 0.35:
        plan["workload"]["events"] = _events(random, groups)
    # Last, so that all else of a plan is what it was without them.
    plan["configurations"][0] |= _own_limits(random)
    return plan


def _some(random: Random, share: float, **fields: Any) -> dict[str, Any]:
    """The fields, each with this probability."""
    return {name: value for name, value in fields.items() if random.random() < share}


def _most(random: Random, **fields: Any) -> dict[str, Any]:
    """The fields, with a few left out."""
    return _some(random, 1 - LEFT_OUT, **fields)


def _growth(random: Random) -> float:
    return random.choice([0.0, 0.05, 0.1, 0.2, 0.4, -0.05, -0.2])


def _group(random: Random, number: int, layout: str) -> dict[str, Any]:
    group: dict[str, Any] = {
        "name": f"group {number}",
        "count": random.choice([3, 20, 60, 150, 400, 900]),
        "vcpu": random.choice([1, 2, 4, 6, 8, 16]),
        "memory_gib": random.choice([2, 4, 8, 16, 24, 64]),
    }
    peak = random.choice([0, 40, 120, 400, 960])
    group |= _most(
        random,
        iops_peak=peak,
        read_share=random.choice([0.5, 0.65, 0.7, 0.9, 1.0]),
        io_kib=random.choice([4, 8, 16, 32, 64]),
        disk_gb=random.choice([0, 40, 100, 250, 800]),
        cpu_ghz=random.choice([0.4, 1.1, 2.3]),
    )
    group |= _some(random, 0.6, iops_average=round(peak * random.choice([0.1, 0.3, 1.0]), 1))
    group |= _some(random, 0.6, disk_used_share=random.choice([0.3, 0.6, 1.0]))
    group |= _some(random, 0.4, memory_reserved_share=random.choice([0.0, 0.25, 0.6, 1.0]))
    group |= _some(random, 0.4, memory_active_share=random.choice([0.1, 0.3, 0.8]))
    group |= _some(random, 0.1, idle_share=random.choice([0.2, 0.5]))
    group |= _some(random, 0.3, vcpu_per_core=random.choice([1.0, 1.5, 2.5, 6.0]))
    group |= _some(random, 0.25, data_reduction_ratio=random.choice([1.0, 1.4, 2.0, 3.0]))
    group |= _some(random, 0.3, write_locality_share=random.choice([0.1, 0.4, 0.8]))
    if layout in ("two_tier", "single_tier", "external"):
        group |= _some(random, 0.25, protection=random.choice(OWN_SCHEMES))
    for name in ("count", "vcpu", "memory", "disk", "io"):
        group |= _some(random, 0.35, **{f"{name}_growth_rate": _growth(random)})
    if random.random() < 0.25:
        # VMs of which a host holds few.
        group |= {"memory_gib": random.choice([70, 96, 150, 200, 270, 384]), "count": random.choice([1, 7, 20, 45])}
        group |= {"vcpu": random.choice([4, 12, 24, 40, 48])}
    group |= _some(random, 0.05, vcpu=2.5)
    group |= _some(random, 0.15, vms=random.choice(["mean", "alike"]))
    group |= _some(random, 0.05, largest_vm_gib=random.choice([64, 128, 512]), largest_vm_vcpu=random.choice([16, 64]))
    return group


def _events(random: Random, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events of some groups, some of which are not expected; never do more VMs leave than are there today."""
    found: list[dict[str, Any]] = []
    for number in range(random.choice([1, 2, 4])):
        group = random.choice(groups)
        leaving = [each for each in found if each["group"] == group["name"] and each["vms"] < 0]
        vms = random.choice([0, 1, 20, 150, 400])
        if not leaving and random.random() < 0.4:
            vms = -random.choice([1, group["count"] // 2, group["count"]])
        event = {"label": f"event {number}", "month": random.choice([1, 7, 18, 36, 70]), "vms": vms}
        chance = random.choice([0.0, 0.3, 0.5, 0.8, 1.0])
        found.append(event | {"group": group["name"]} | _some(random, 0.5, probability=chance))
    return found


def _protection(random: Random, layout: str) -> str:
    if layout == "external":
        return "external_array"
    kind = "esa" if layout == "single_tier" else "osa"
    place = random.random()
    if place < 0.15:
        return f"{kind}_stretched_raid1"
    if place < 0.25 and layout != "hybrid":
        return f"{kind}_stretched_{random.choice(['raid1_local', 'raid5_local', 'raid6_local'])}"
    if place < 0.25:
        return f"{kind}_stretched_raid1_local"
    if place < 0.32:
        return f"{kind}_two_node_raid1"
    if kind == "esa":
        return random.choice(["esa_raid1_ftt1", "esa_raid5_adaptive", "esa_raid5_adaptive", "esa_raid6_4_2"])
    coded = ["osa_raid5_3_1", "osa_raid6_4_2"] if layout == "two_tier" else []
    return random.choice(["osa_raid1_ftt1", "osa_raid1_ftt1", "osa_raid1_ftt2", "osa_raid1_ftt3", *coded])


def _policy(random: Random, protection: str) -> dict[str, Any]:
    reserve: dict[str, Any] = {"method": random.choice(["slack", "operations_and_rebuild", "vendor_kb"])}
    reserve |= _some(random, 0.2, slack_share=random.choice([0.1, 0.25, 0.4]))
    reserve |= _some(random, 0.2, operations_reserve_tb_per_host=random.choice([0.0, 0.5, 1.0]))
    reserve |= _some(random, 0.2, rebuild_reserve_hosts=random.choice([0, 1, 2]))
    holds = ("cpu", "memory", "write_performance", "endurance", "network", "minimum_hosts")
    policy: dict[str, Any] = {
        "protection": protection,
        "capacity_reserve": reserve,
        "holds_with_spares_down": {
            name: value for name in holds for value in _some(random, 0.3, x=random.random() < 0.5).values()
        },
    }
    policy |= _some(random, 0.7, spare_hosts=random.choice([0, 1, 1, 2, 3]))
    policy |= _some(random, 0.3, site_load_share=random.choice([0.5, 0.7, 1.0]))
    policy |= _some(random, 0.3, write_utilisation_limit=random.choice([0.3, 0.6, 0.9]))
    policy |= _some(random, 0.3, vcpu_per_core=random.choice([2.0, 3.9, 8.0]))
    policy |= _some(random, 0.3, cpu_utilisation_limit=random.choice([0.5, 0.8]))
    policy |= _some(random, 0.4, memory_overcommit_limit=random.choice([0.8, 1.0, 1.25, 2.0]))
    policy |= _some(random, 0.4, max_wear_out_probability=random.choice([0.01, 0.05, 0.3, 0.6]))
    policy |= _some(random, 0.3, max_hosts_per_cluster=random.choice([8, 16, 32]))
    policy |= _some(random, 0.5, sizing_years=random.choice([1, 2.5, 3, 5]))
    policy |= _some(random, 0.2, thick_swap_files=True)
    policy |= _some(random, 0.2, bursts_may_throttle=True)
    policy |= _some(random, 0.2, network_utilisation_limit=random.choice([0.3, 0.8]))
    policy |= _some(random, 0.2, vmotion_network_share=random.choice([0.0, 0.2]))
    policy |= _some(random, 0.2, resync_network_share=random.choice([0.0, 0.25]))
    return policy


def _own_limits(random: Random) -> dict[str, Any]:
    """What a configuration says in place of the policy."""
    own = _some(random, 0.15, spare_hosts=random.choice([0, 1, 2, 3]), vcpu_per_core=random.choice([1.5, 5.0]))
    method = random.choice(["slack", "operations_and_rebuild", "vendor_kb"])
    return own | _some(random, 0.15, capacity_reserve={"method": method})


def _drive(random: Random, flash: bool = True, hard: bool = False) -> dict[str, Any]:
    """A drive of the catalogue, or one of its own figures; a hard disk has no rating."""
    price = _most(random, price=random.choice([300, 900, 2_400]))
    if flash and random.random() < 0.4:
        return {"key": random.choice(DRIVES)} | price | _some(random, 0.2, endurance_factor=random.choice([0.5, 1.4]))
    drive = _most(random, capacity_gb=random.choice([400, 800, 1_600, 3_840, 7_680])) | price
    if hard:
        return drive | {"capacity_gb": random.choice([2_000, 8_000])} | _some(random, 0.3, power_w=9)
    drive |= _some(random, 0.85, rated_dwpd=random.choice([0.5, 1, 3, 10, 30]))
    drive |= _some(random, 0.3, rated_tbw_tb=random.choice([1_000, 4_380, 30_000]))
    drive |= _some(random, 0.8, warranty_years=random.choice([3, 5]))
    drive |= _some(random, 0.3, power_w=random.choice([8, 14]))
    if flash:
        drive |= _some(random, 0.9, sustained_write_mb_s=random.choice([200, 442, 900]))
        drive |= _some(random, 0.2, endurance_factor=random.choice([0.5, 1.0, 1.4]))
        if "endurance_factor" in drive and random.random() < 0.6:
            drive |= {
                "endurance_factor_low": drive["endurance_factor"] * 0.7,
                "endurance_factor_high": drive["endurance_factor"] * 1.6,
            }
    return drive


def _configuration(random: Random, layout: str, groups: list[dict[str, Any]]) -> dict[str, Any]:
    key = random.random() < 0.5
    cpu: dict[str, Any] = {"sockets": random.choice([1, 2, 2])}
    cpu |= {"key": random.choice(PROCESSORS)} if key else {"cores": random.choice([8, 16, 28, 64])}
    if not key:
        cpu |= _most(random, base_ghz=random.choice([2.2, 2.9, 3.4])) | _some(
            random, 0.7, tdp_w=random.choice([165, 360])
        )
    cpu |= _most(random, price=random.choice([1_200, 4_000]))
    memory: dict[str, Any] = {"dram_gib": random.choice([128, 256, 512, 1_024, 2_048])}
    memory |= _most(random, price=random.choice([3_000, 12_000]))
    memory |= _some(random, 0.2, storage_stack_gib=random.choice([6, 30]))
    memory |= _some(random, 0.2, hypervisor_gib=random.choice([3, 12]))
    memory |= _some(random, 0.2, vm_overhead_mib=random.choice([60, 200]))
    memory |= _some(random, 0.3, reused_modules=random.choice([8, 48, 2_000]))
    configuration: dict[str, Any] = {
        "key": "one",
        "name": "One",
        "layout": layout,
        "cpu": cpu,
        "memory": memory,
        "host": _host(random),
        "network": _network(random),
        "licence": random_licence(random),
    }
    configuration |= _some(random, 0.3, hypervisor=random.choice(["esxi-6.5", "esxi-7", "esxi-8", "esx-9.0"]))
    if random.random() < 0.25:
        configuration |= {"hypervisor": random.choice(["esx-9.0", "esx-9.1"])}
        memory |= {"tier": _tier(random)} | _some(random, 0.9, vm_overhead_mib=random.choice([60, 200]))
    configuration |= _some(random, 0.3, data_reduction_ratio=random.choice([1.2, 2.0]))
    configuration |= _some(random, 0.2, storage_stack_cpu_share=random.choice([0.0, 0.05, 0.2]))
    configuration |= _some(random, 0.2, hosts=random.choice([2, 4, 8, 12, 40]))
    if layout in ("two_tier", "hybrid"):
        disk_groups = random.choice([1, 2, 3])
        cache = _drive(random) | {"disk_groups": disk_groups}
        cache |= _some(random, 0.3, destage_limit_mb_s=random.choice([60, 280]))
        configuration["write_tier"] = cache
        hard = layout == "hybrid"
        configuration["capacity"] = _drive(random, flash=False, hard=hard) | {
            "count": disk_groups * random.choice([2, 4, 7])
        }
    if layout == "single_tier":
        configuration["capacity"] = _drive(random) | {"count": random.choice([2, 4, 8])}
    for part in ("write_tier", "capacity"):
        if part in configuration:
            configuration[part] |= _some(random, 0.3, reused=random.choice([3, 24, 5_000]))
    if layout == "external":
        configuration["array"] = _most(random, price=90_000, power_w=1_400, rack_units=8)
    for name in ("guest_licence", "database_licence", "second_database_licence"):
        if random.random() < 0.15:
            configuration[name] = random_guest(random, groups)
    return configuration


def _tier(random: Random) -> dict[str, Any]:
    """A second memory tier, on drives that cost nothing and are not written to."""
    drive = {"capacity_gb": 25_600, "rated_dwpd": 3, "warranty_years": 5, "price": 0, "power_w": 0}
    tier: dict[str, Any] = {"drives_per_host": 1, "page_out_mb_s": 0, "drive": drive}
    return (
        tier
        | {"dram_share": random.choice([0.25, 1.0, 4.0])}
        | _some(random, 0.4, active_share_limit=random.choice([0.7, 1.0]))
    )


def _host(random: Random) -> dict[str, Any]:
    host = _most(random, chassis_price=random.choice([2_500, 4_800]), rack_units=random.choice([1, 2]))
    place = random.random()
    if place < 0.4:
        return host | _most(random, idle_w=180, full_w=700)
    if place < 0.7:
        return host | {"power_profile": random.choice(["2x-amd-epyc-9654", "2x-intel-xeon-6787p"])}
    return host


def _network(random: Random) -> dict[str, Any]:
    network = _most(random, price=random.choice([300, 700])) | _some(random, 0.5, power_w=18)
    if random.random() < 0.8:
        network["cards"] = [
            {"count": random.choice([1, 2]), "ports": 2, "gbit_s": random.choice([1, 10, 25, 100])}
            | _some(random, 0.2, carries_storage=random.random() < 0.8)
            | _some(random, 0.5, price=200)
            for _ in range(random.choice([1, 1, 2]))
        ]
    return network


def random_licence(random: Random) -> dict[str, Any]:
    if random.random() < 0.5:
        named = {"key": random.choice(LICENCES)} | _some(random, 0.15, addon_price_per_tib_year=210)
        return named | _some(random, 0.4, price_hold_years=random.choice([1, 2, 3, 5])) | random_contract(random, named)
    licence = _some(random, 0.6, price_per_core_year=random.choice([50, 190]))
    licence |= _some(random, 0.3, price_per_socket_year=500) | _some(random, 0.3, price_per_core_once=300)
    licence |= _some(random, 0.4, billing=random.choice(["month", "year"]))
    licence |= _some(random, 0.4, minimum_cores_per_socket=16) | _some(random, 0.2, minimum_cores_per_host=24)
    licence |= _some(random, 0.3, order_minimum_cores=random.choice([72, 300])) | _some(random, 0.3, pack_cores=16)
    licence |= _some(random, 0.3, price_hold_years=random.choice([2, 3])) | random_contract(random, licence)
    licence |= _some(random, 0.2, vms_per_licensing=random.choice([2, 20]))
    if random.random() < 0.3:
        licence |= {"entitlement_tib_per_core": random.choice([0.1, 0.25, 1]), "addon_price_per_tib_year": 120}
        licence |= _some(random, 0.3, whole_capacity=True) | _some(random, 0.3, pooled_tib=20)
    return licence


def random_contract(random: Random, licence: dict[str, Any]) -> dict[str, Any]:
    """A term, a rise of its own, and licences that are there: subscriptions until a month, others for good."""
    contract = _some(random, 0.3, term_years=random.choice([1, 2, 3, 5]))
    contract |= _some(random, 0.2, price_change_rate=random.choice([0.0, 0.12]))
    if random.random() < 0.2:
        contract |= {"owned": random.choice([16, 200]), "owned_until_month": random.choice([5, 12, 18, 30])}
    if "price_per_core_once" in licence and random.random() < 0.4:
        contract |= {"assured": True, "assurance_rate": 0.25} | _some(random, 0.5, owned_assured=True)
    return contract


def random_guest(random: Random, groups: list[dict[str, Any]]) -> dict[str, Any]:
    guest: dict[str, Any] = {"licensed_by": random.choice(["host", "vm"])}
    guest |= _some(random, 0.6, group=random.choice(groups)["name"])
    guest |= _some(random, 0.7, price_per_core_year=90) | _some(random, 0.5, price_per_core_once=380)
    guest |= _some(random, 0.3, minimum_cores_per_vm=4) | _some(random, 0.3, pack_cores=2)
    guest |= _some(random, 0.3, vms_per_licensing=2) | _some(random, 0.3, billing="month")
    return guest | random_contract(random, guest) | _some(random, 0.2, core_factor=0.5)


def random_line(random: Random, number: int) -> dict[str, Any]:
    """A cost line; some begin after the horizon."""
    paid = random.choice(["once", "in_shares", "every_year", "every_year_end", "every_month"])
    month = random.choice([0, 0, 3, 14, 30, 70])
    line = {
        "label": f"line {number}",
        "category": random.choice(["migration", "training", "double_running", "maintenance"]),
        "amount": random.choice([0, 120, 4_000, -900]),
        "per": random.choice(["all", "vm", "host", "core"]),
        "paid": paid,
        "month": month,
    }
    if paid == "in_shares":
        line["until_month"] = month + random.choice([1, 5, 24])
    elif paid != "once":
        line |= _some(random, 0.5, until_month=month + random.choice([1, 11, 24]))
    return line | _some(random, 0.3, change_rate=random.choice([-0.1, 0.2]))


def _economics(random: Random) -> dict[str, Any]:
    economics: dict[str, Any] = {"horizon_years": random.choice([1, 3, 5, 7])}
    economics |= _most(
        random,
        discount_rate=random.choice([0.0, 0.06]),
        support_rate=0.08,
        electricity_price_per_kwh=0.19,
        cpu_load_share=random.choice([0.1, 0.4, 0.8]),
    )
    place = random.random()
    if place < 0.7:
        economics["rack_unit_price_per_month"] = 25
    elif place < 0.95:
        economics["colocation_price_per_kw_month"] = 184
    economics |= _some(random, 0.3, pue=1.2) | _some(random, 0.3, residual_share=0.1)
    economics |= _some(random, 0.3, outage_price=5_000)
    if random.random() < 0.3:
        economics |= _most(random, admin_hours_per_host_year=20, admin_rate_per_hour=80)
    economics |= _some(random, 0.15, buy_expansion=False)
    economics |= _some(random, 0.4, expansion_cadence_months=random.choice([1, 6, 24]))
    economics |= _some(random, 0.3, expansion_minimum_hosts=random.choice([2, 3]))
    if random.random() < 0.4:
        economics["cost_lines"] = [random_line(random, number) for number in range(random.choice([1, 2, 4]))]
    if random.random() < 0.3:
        economics["discounts"] = [{"vendor": "Broadcom", "share": random.choice([0.18, 0.4])}]
    economics["price_change"] = _some(random, 0.4, hardware_rate=-0.05, licence_rate=0.07, electricity_rate=0.03)
    return economics
