"""What is uncertain of the wear, and what the accepted chance of wearing out buys with it."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan

CATALOGUE = load_catalogue()
PLAN: dict[str, Any] = {
    "schema_version": 1,
    "name": "mirror",
    "workload": {
        "groups": [
            {
                "name": "a",
                "vms": "mean",
                "count": 100,
                "vcpu": 4,
                "memory_gib": 16,
                "iops_peak": 500,
                "iops_average": 250,
                "read_share": 0.5,
                "io_kib": 16,
                "disk_gb": 300,
                "disk_used_share": 0.5,
                "cpu_ghz": 1.0,
                "count_growth_rate": 0.05,
            }
        ],
        "write_load_basis": "estimated",
    },
    "policy": {"spare_hosts": 1, "max_wear_out_probability": 0.1},
    "configurations": [
        {
            "key": "s",
            "name": "S",
            "layout": "single_tier",
            "storage_stack": "s2d-windows-server",
            "hypervisor": "hyper-v-2025",
            "protection": "s2d_mirror_3",
            "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2.6},
            "memory": {"dram_gib": 768},
            "capacity": {
                "count": 4,
                "capacity_gb": 3840,
                "rated_dwpd": 1,
                "warranty_years": 5,
                "sustained_write_mb_s": 900,
            },
        }
    ],
    "economics": {"horizon_years": 5},
}


def evaluated(workload: dict[str, Any] | None = None, **configuration: Any) -> ConfigurationResult:
    document = deepcopy(PLAN)
    document["workload"] |= workload or {}
    document["configurations"][0] |= configuration
    return evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]


def number(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None
    return value


def test_writes_of_the_stack_cost_hosts() -> None:
    """A drive of a mirror takes 1.1 (1 to 2) bytes: by load and growth alone ten hosts were enough."""
    found = evaluated()
    sigma = np.hypot(np.hypot(0.6, 0.229), 0.0754)
    assert number(found, "wear_sigma") == pytest.approx(sigma, abs=0.001)
    assert number(found, "wear_shift") == pytest.approx(0.135, abs=0.001)
    assert number(found, "known_wear_out_probability") <= 0.1
    one_fewer = evaluated(hosts=round(number(found, "hosts")) - 1)
    assert number(one_fewer, "known_wear_out_probability") > 0.1
    assert not one_fewer.feasible


@pytest.mark.parametrize(
    ("storage", "hypervisor", "protection", "sigma"),
    [
        ("vsan-esa", "esxi-8.0u3", "esa_raid1_ftt1", 0.0),
        ("ceph-proxmox", "proxmox-ve-9", "ceph_replica_3", 0.338),
        ("aos-nutanix", "ahv", "aos_rf2", 0.196),
        ("longhorn-harvester", "harvester", "longhorn_replicas_3", 0.078),
    ],
)
def test_each_stack_has_the_uncertainty_of_its_row(
    storage: str, hypervisor: str, protection: str, sigma: float
) -> None:
    found = evaluated(storage_stack=storage, hypervisor=hypervisor, protection=protection)
    assert number(found, "wear_sigma") == pytest.approx(np.sqrt(0.36 + sigma**2 + 0.0754**2), abs=0.002)


@pytest.mark.parametrize("storage", ["s2d-windows-server", "vsan-esa"])
def test_without_an_accepted_chance_wear_is_no_limit(storage: str) -> None:
    document = deepcopy(PLAN)
    del document["policy"]["max_wear_out_probability"]
    if storage == "vsan-esa":
        own = {"storage_stack": storage, "protection": "esa_raid1_ftt1", "hypervisor": "esxi-8.0u3"}
        document["configurations"][0] |= own
    (found,) = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations
    assert found.feasible
    assert found.quantities["hosts_for_endurance"].value is None
    assert number(found, "known_wear_out_probability") > 0.1


def test_the_interval_of_a_life_has_the_same_uncertainty() -> None:
    document = deepcopy(PLAN)
    document["workload"]["groups"][0]["count_growth_rate"] = 0
    document["configurations"][0]["hosts"] = 12
    (found,) = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations
    low, middle, high = found.life_years.low, found.life_years.mid, found.life_years.high
    assert low is not None
    assert middle is not None
    assert high is not None
    shift, sigma, skew = (number(found, f"wear_{name}") for name in ("shift", "sigma", "skew"))
    z = 1.6448536
    # Growth is uncertain too, but moves a life only after a while: without any the life is that of today's load.
    assert middle / low == pytest.approx(np.exp(shift + sigma * (z + skew * (z**2 - 1) / 2)), rel=1e-6)
    assert high / middle == pytest.approx(np.exp(-shift + sigma * (z - skew * (z**2 - 1) / 2)), rel=1e-6)
    assert middle / low > high / middle


def test_what_is_assumed_of_a_group_is_in_uncertainty_and_what_is_given_is_not() -> None:
    given = number(evaluated(), "wear_sigma")
    document = deepcopy(PLAN)
    document["remarks"] = {"/workload/groups/0/io_kib": {"status": "assumed"}}
    found = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
    # Half to twice the size, 5 % beyond either end.
    assert number(found, "wear_sigma") == pytest.approx(np.hypot(given, np.log(2) / 1.6449), abs=1e-4)


def test_a_range_of_the_average_takes_the_place_of_the_load() -> None:
    document = deepcopy(PLAN)
    document["remarks"] = {"/workload/groups/0/iops_average": {"range": {"low": 200, "high": 312.5}}}
    found = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
    own = np.log(1.25) / 1.6449
    assert number(found, "written_sigma") == pytest.approx(np.sqrt(own**2 + 0.0754**2 + 0.2293**2), abs=1e-3)


def test_two_groups_by_themselves_are_surer_than_one() -> None:
    one = deepcopy(PLAN)
    one["remarks"] = {"/workload/groups/0/io_kib": {"status": "assumed"}}
    two = deepcopy(one)
    (group,) = two["workload"]["groups"]
    two["workload"]["groups"] = [group | {"count": 50}, group | {"name": "b", "count": 50}]
    two["remarks"]["/workload/groups/1/io_kib"] = {"status": "assumed"}
    alone, halves = (evaluate_plan(Plan.model_validate(each), CATALOGUE).configurations[0] for each in (one, two))
    variance = (np.log(2) / 1.6449) ** 2
    assert number(halves, "groups_write_variance") < number(alone, "groups_write_variance")
    assert number(alone, "groups_write_variance") == pytest.approx(variance + 0.0754**2, abs=1e-3)
    assert number(halves, "groups_write_variance") == pytest.approx(0.75 * (variance + 0.0754**2), abs=1e-3)


def test_each_stack_is_as_far_off_as_by_itself_where_causes_are_pooled() -> None:
    document = deepcopy(PLAN)
    (group,), (configuration,) = document["workload"]["groups"], document["configurations"]
    document["workload"]["groups"] = [group | {"name": str(each)} for each in range(12)]
    stacks = [
        ("ceph-proxmox", "proxmox-ve-9", "ceph_replica_3"),
        ("aos-nutanix", "ahv", "aos_rf2"),
        ("longhorn-harvester", "harvester", "longhorn_replicas_3"),
    ]
    document["configurations"] += [
        configuration
        | {"key": storage, "name": storage, "storage_stack": storage, "hypervisor": host, "protection": scheme}
        for storage, host, scheme in stacks
    ]
    run = run_plan(Plan.model_validate(document), CATALOGUE)
    causes = causes_of(run.binding, CATALOGUE, most=4)
    of_stacks = [each for each in causes if each.reach.key == "stack_writes" and each.about is not None]
    assert [each.weight for each in of_stacks] == [1.0]
