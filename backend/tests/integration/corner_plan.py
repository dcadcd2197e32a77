"""A plan in which much is unknown, infinite, grown or odd at once, for what samples do not show."""

from typing import Any

from hostwise.plan.document import Plan

_OWN_MODEL: dict[str, Any] = {
    "key": "our-shop",
    "name": "=OUR()",
    "measure": "opm_per_vm",
    "baseline_opm_per_vm": 6000,
    "points": [
        {"medium": "ssd_local", "overcommit_ratio": 1.0, "per_vm": 6000},
        {"medium": "ssd_local", "overcommit_ratio": 1.3, "per_vm": 5200},
        {"medium": "ssd_local", "overcommit_ratio": 2.5, "per_vm": 4100},
    ],
}

_OWN_LIMITS: dict[str, Any] = {
    "spare_hosts": 1,
    "vcpu_per_core": 3,
    "capacity_reserve": {"method": "operations_and_rebuild"},
}

_OTHER_HOSTS: list[dict[str, Any]] = [
    {"model": "-kept", "hosts": 3, "cores": 12, "dram_gib": 384, "drives": 4, "removed_in_month": 14, "idle_w": 150}
    | {"full_w": 350, "maintenance_per_year": 400},
    {"model": "=bought", "hosts": 1, "kept": False, "price": 21_000, "dram_gib": 1024, "drives": 12},
]


def _configuration(key: str, name: str, **other: Any) -> dict[str, Any]:
    return {
        "key": key,
        "name": name,
        "layout": "two_tier",
        "host": {"chassis_price": 5000, "rack_units": 2, "idle_w": 120, "full_w": 400},
        "cpu": {"sockets": 2, "cores": 20, "base_ghz": 2.5, "price": 2000},
        "memory": {"dram_gib": 512, "price": 3000},
        "write_tier": {"disk_groups": 2, "capacity_gb": 800, "rated_dwpd": 3, "warranty_years": 5, "price": 900},
        "capacity": {"count": 6, "capacity_gb": 3840, "rated_dwpd": 1, "warranty_years": 5, "price": 500},
        "network": {"price": 400, "power_w": 20},
        "licence": {"price_per_core_year": 150},
        "swap": {
            "medium": "ssd_local",
            "drive": {"capacity_gb": 400, "rated_dwpd": 3, "warranty_years": 5, "price": 250},
        },
        **other,
    }


def corner_plan() -> Plan:
    """Growth with expansion, an own measured model, a kept cluster, no peak I/O in a group, hosts that never do."""
    external = _configuration("array", "@array", layout="external", licence={})
    del external["write_tier"], external["capacity"]
    external["array"] = {"price": 40_000, "power_w": 600, "rack_units": 3}
    return Plan.model_validate(
        {
            "name": '=HYPERLINK("http://example.org")',
            "description": "+1-1",
            "workload": {
                "groups": [
                    {
                        "name": "=cmd|' /C calc'!A0",
                        "count": 120,
                        "vcpu": 4,
                        "memory_gib": 16,
                        "disk_gb": 100,
                        "iops_peak": 300,
                        "iops_average": 90,
                        "read_share": 0.6,
                        "io_kib": 16,
                        "opm_model": "our-shop",
                        "memory_active_share": 0.4,
                        "count_growth_rate": 0.22,
                        "io_growth_rate": 0.05,
                    },
                    {
                        "name": "-batch",
                        "count": 40,
                        "vcpu": 8,
                        "memory_gib": 300,
                        "disk_gb": 400,
                        "iops_peak": 0,
                        "read_share": 1,
                        "io_kib": 8,
                        "count_growth_rate": -0.1,
                        "disk_growth_rate": 0.3,
                    },
                ]
            },
            "policy": {
                "memory_overcommit_limit": 1.5,
                "spare_hosts": 2,
                "memory_state_limit": "soft",
                "max_wear_out_probability": 0.2,
                "opm_target": 500_000,
            },
            "configurations": [
                _configuration("small", "+small", memory={"dram_gib": 256, "price": 1500}),
                _configuration("large", "-large", memory={"dram_gib": 1024, "price": 9000}, **_OWN_LIMITS),
                external,
                _configuration("given", "four hosts as given", hosts=4),
                _configuration("several", "hosts of several models", other_host_models=_OTHER_HOSTS),
            ],
            "economics": {
                "currency": "EUR",
                "horizon_years": 3,
                "discount_rate": 0.07,
                "support_rate": 0.1,
                "electricity_price_per_kwh": 0.2,
                "cpu_load_share": 0.4,
                "rack_unit_price_per_month": 25,
                "depreciation_years": 4,
                "residual_share": 0.1,
                "price_change": {"hardware_rate": -0.1, "licence_rate": 0.05, "electricity_rate": 0.03},
                "cost_lines": [
                    {
                        "label": "rent",
                        "category": "other",
                        "amount": -9_000,
                        "paid": "every_year_end",
                        "change_rate": 0.04,
                    },
                    {"label": "contract", "category": "services", "amount": 700, "per": "host", "paid": "every_year"},
                ],
                "keep": {"name": "what runs today", "running_cost_per_year": 250_000, "residual_today": 20_000},
            },
            "opm_models": [_OWN_MODEL],
        }
    )
