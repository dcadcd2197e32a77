"""The printed chance of wearing out is the share of simulations of the same plan in which its drives wear out.

Hosts and purchases stay those of the plan; everything else moves as the simulations move it.
"""

from __future__ import annotations

from math import isnan, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import drawn
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.document import Plan

LIFE, CHANCE = "flash_life_years", "known_wear_out_probability"
STACKS = {
    "vsan-osa": ("esxi-8.0u3", ["osa_raid1_ftt1", "osa_raid6_4_2"]),
    "vsan-esa": ("esxi-8.0u3", ["esa_raid1_ftt1", "esa_raid5_adaptive", "esa_raid6_4_2"]),
    "ceph-proxmox": ("proxmox-ve-9", ["ceph_replica_3"]),
    "s2d-azure-local": ("azure-local", ["s2d_mirror_3", "s2d_mirror_2"]),
    "aos-nutanix": ("ahv", ["aos_rf2", "aos_rf3"]),
    "s2d-windows-server": ("hyper-v-2025", ["s2d_mirror_3"]),
    "odf-openshift": ("openshift-virtualization", ["odf_replica_3"]),
    "xostor": ("xcp-ng-8.3", ["xostor_copies_2"]),
    "longhorn-harvester": ("harvester", ["longhorn_replicas_3"]),
}
SIMULATIONS = 4096


def wearing_plan(seed: int, stack: str) -> dict[str, Any]:
    """A plan on a storage stack whose drives last about as long as the horizon, with uncertainty of any kind."""
    random = Random(f"{stack} {seed}")
    hypervisor, protections = STACKS[stack]
    groups = [_group(random, number) for number in range(random.choice([1, 1, 2, 4]))]
    remarks: dict[str, Any] = {
        f"/workload/groups/{place}/{name}": {"status": "assumed"}
        for place in range(len(groups))
        for name in ("read_share", "io_kib")
        if random.random() < 0.3
    }
    if random.random() < 0.2:
        average = groups[0]["iops_average"]
        remarks["/workload/groups/0/iops_average"] = {"range": {"low": average * 0.6, "high": average * 1.8}}
    osa = stack == "vsan-osa"
    drive: dict[str, Any] = {
        "count": random.choice([2, 4, 8]),
        "capacity_gb": random.choice([1920, 3840, 7680]),
        "rated_dwpd": random.choice([0.6, 1, 3]),
        "warranty_years": 5,
        "price": 900,
        "sustained_write_mb_s": 900,
    }
    if random.random() < 0.5:
        drive |= {"endurance_factor": 1, "endurance_factor_low": 0.7, "endurance_factor_high": 1.5}
    configuration: dict[str, Any] = {
        "key": "a",
        "name": "A",
        "layout": "two_tier" if osa else "single_tier",
        "storage_stack": stack,
        "hypervisor": hypervisor,
        "protection": random.choice(protections),
        "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2.6},
        "memory": {"dram_gib": 1024},
        "capacity": {"count": 4, "capacity_gb": 3840} if osa else drive,
    }
    if osa:
        del drive["count"]
        configuration |= {"write_tier": drive}
    policy: dict[str, Any] = {"spare_hosts": 1, "vcpu_per_core": 4.0, "sizing_years": random.choice([0, 3, 5])}
    if random.random() < 0.5:
        policy["max_wear_out_probability"] = random.choice([0.05, 0.1, 0.3])
    return {
        "schema_version": 1,
        "name": "wear",
        "remarks": remarks,
        "workload": {
            "groups": groups,
            "write_load_basis": random.choice(["measured", "estimated", "estimated", "unknown"]),
        },
        "policy": policy | {"protection": configuration["protection"]},
        "configurations": [configuration],
        "economics": {"horizon_years": random.choice([3, 5, 7])},
    }


def _group(random: Random, number: int) -> dict[str, Any]:
    return {
        "name": f"group {number}",
        "vms": "mean",
        "count": random.choice([40, 120, 300]),
        "vcpu": 4,
        "memory_gib": 16,
        "iops_average": random.choice([60, 220, 600]),
        "iops_peak": 700,
        "read_share": random.choice([0.3, 0.5, 0.7]),
        "io_kib": random.choice([8, 16]),
        "disk_gb": 200,
        "disk_used_share": 0.5,
        "cpu_ghz": 1.0,
        "count_growth_rate": random.choice([0, 0.05, 0.15]),
        "io_growth_rate": random.choice([0, 0, 0.05]),
        "data_reduction_ratio": random.choice([1, 1.5]),
    }


def chance_and_share(document: dict[str, Any], simulations: int) -> tuple[float, float]:
    """The printed chance, and the share of simulations in which the drives wear out."""
    catalogue = load_catalogue()
    run = run_plan(Plan.model_validate(document), catalogue, placed=False)
    causes = causes_of(run.binding, catalogue)
    changes = causes.changes(run.binding, drawn(len(causes), simulations, 11))
    hosts = {"fixed_hosts": run.evaluation.values["hosts"]}
    life = np.broadcast_to(run.binding.evaluate([LIFE], changes | hosts).values[LIFE], (simulations, 1))
    return run.evaluation.value(CHANCE, 0), float((life < document["economics"]["horizon_years"]).mean())


def compare(seed: int, stack: str, simulations: int) -> None:
    chance, share = chance_and_share(wearing_plan(seed, stack), simulations)
    assert not isnan(chance)
    error = sqrt(max(chance * (1 - chance), 1 / simulations) / simulations)
    assert abs(chance - share) <= max(3 * error, 0.01), (stack, seed, chance, share)


@pytest.mark.parametrize("stack", STACKS)
def test_chance_of_wearing_out_is_the_share_of_simulations(stack: str) -> None:
    compare(1, stack, SIMULATIONS)


@pytest.mark.deep
@pytest.mark.parametrize("stack", STACKS)
def test_chance_of_wearing_out_of_many_plans(stack: str) -> None:
    for seed in range(2, 25):
        compare(seed, stack, 512)
