"""What vSphere HA keeps free under its percentage policy, where hosts differ."""

from typing import Any

import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.document import Plan
from tests.unit.test_other_hosts import document, value

CATALOGUE = load_catalogue()


@pytest.mark.parametrize(("gib", "share"), [(1024, 1 / 8), (2048, 2 / 12), (512, 1 / 6)])
def test_the_memory_of_the_largest_hosts_is_kept(gib: int, share: float) -> None:
    """Four of another model and four of the own one with 1,024 GiB: the largest of them over all eight."""
    others: list[dict[str, Any]] = [{"model": "other", "hosts": 4, "dram_gib": gib}]
    plan = document(others, {"count": 40, "vcpu": 1, "disk_gb": 0})
    plan["policy"] |= {"spare_hosts": 1}
    plan["configurations"][0] |= {"hosts": 8, "memory": {"dram_gib": 1024, "hypervisor_gib": 0, "storage_stack_gib": 0}}
    found = run_plan(Plan.model_validate(plan), CATALOGUE)
    assert value(found, "failover_memory_share") == pytest.approx(share)
    assert value(found, "failover_ghz_share") == pytest.approx(1 / 8)
