"""What must hold for all storage stacks, whatever the plan: room, losses, healing, and the demand that counts."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding.storage import protections_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.catalogue.rules import Protection
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import IS_DEEP, examples

CATALOGUE = load_catalogue()
IN_HOSTS = [each.key for each in CATALOGUE.stacks.values() if each.layout != "external"]
"""Stacks that keep the data in the hosts."""
SCHEMES = [
    (stack.key, row.key)
    for stack in CATALOGUE.stacks.values()
    for row in CATALOGUE.protection.values()
    if stack.layout != "external" and row.family == stack.protections and row.sites == 1
    if not (stack.layout == "hybrid" and "raid1" not in row.key)
]
OF_EACH_LAYOUT = {CATALOGUE.stacks[storage].layout: (storage, protection) for storage, protection in SCHEMES}.values()
"""One scheme of each layout, of which all examples are drawn in each run of the tests."""
ENOUGH = next(name for name, each in MODEL.purposes.constraints.items() if each.key == "protection")


def plan_on(storage: str, protection: str, used_tb: float, hosts: int | None, **policy: Any) -> Plan:
    """One configuration of hosts with six drives of 3.84 TB, and two of cache where the stack has them."""
    stack = CATALOGUE.stacks[storage]
    drive = {"capacity_gb": 3840, "rated_dwpd": 1, "warranty_years": 5}
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": stack.layout, "storage_stack": storage, "protection": protection,
        "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1024},
        "capacity": {**drive, "count": 6}, "hosts": hosts,
    }  # fmt: skip
    if stack.layout in ("two_tier", "hybrid"):
        configuration["write_tier"] = {"capacity_gb": 800, "rated_dwpd": 10, "warranty_years": 5, "disk_groups": 2}
        configuration["capacity"]["count"] = 3
    document = plan_json(sample_plan("nvme-2026"))
    document |= {"configurations": [configuration], "remarks": {}}
    document["workload"] = {
        "groups": [{"name": "vms", "count": 10, "vcpu": 2, "memory_gib": 4}],
        "totals": {"used_tb": used_tb},
    }
    document["policy"] = {"protection": "esa_raid6_4_2", **policy}
    return Plan.model_validate(document)


def is_full(storage: str, protection: str) -> bool:
    return IS_DEEP or (storage, protection) in OF_EACH_LAYOUT


def drawn(storage: str, protection: str, number: int) -> settings:
    """Settings that draw a number of examples of a scheme, and but three of most outside the deep lane."""
    return settings(deadline=None, max_examples=max(number, examples(number)) if is_full(storage, protection) else 3)


def value(run: Run, name: str) -> float:
    return run.evaluation.value(name, 0)


def forms_in_use(run: Run) -> list[Protection]:
    """The protections in the forms that the hosts build."""
    return protections_of(run.plan, 0, CATALOGUE, run.binding.built_on.get("one", 0))


def form_in_use(run: Run) -> tuple[float, float]:
    """What tells one form from another: the bytes stored of each, and the hosts for which it is built."""
    return value(run, "capacity_factor_used"), run.binding.built_on.get("one", 0)


def rebuilding_hosts(form: Protection, hosts: float, spares: float) -> int:
    """Hosts from which a form heals; wide stripes that keep their width need it, and a host more."""
    least, kept = form.wide_minimum_hosts, form.wide_kept_hosts
    keeps = least is not None and kept is not None and hosts >= max(least, kept + spares)
    return kept + 1 if keeps and kept is not None else form.rebuild_capable_hosts


def heals_when_tried(run: Run) -> bool:
    """Whether one host can be lost and its data held, by taking it away."""
    hosts, clusters = value(run, "hosts"), value(run, "clusters")
    if any(each.hosts_lost == 0 for each in forms_in_use(run)):
        return False
    spares = value(run, "spare_hosts")
    if any(hosts / clusters < rebuilding_hosts(each, hosts / clusters, spares) for each in forms_in_use(run)):
        return False
    changes = {name: np.array([[number]]) for name, number in (("failed_hosts", 1.0), ("policy_spare_hosts", 1.0))}
    changes["fixed_hosts"] = np.array([[hosts]])
    slack = MODEL.purposes.slacks["capacity"]
    lost = replace(run.binding, evaluated=None).evaluate([slack], changes)
    return lost.value(slack, 0) >= -1e-9


@pytest.mark.parametrize(("storage", "protection"), SCHEMES)
def test_what_heals_is_what_holds_the_data_when_a_host_is_taken_away(storage: str, protection: str) -> None:
    @drawn(storage, protection, 12)
    @given(used_tb=st.floats(0.5, 120), hosts=st.one_of(st.none(), st.integers(3, 16)), spares=st.integers(0, 2))
    @example(used_tb=68.0, hosts=9, spares=0)  # One host more than wide stripes need.
    @example(used_tb=57.0, hosts=8, spares=0)
    def holds(used_tb: float, hosts: int | None, spares: int) -> None:
        run = run_plan(plan_on(storage, protection, used_tb, hosts, spare_hosts=spares), CATALOGUE)
        if not isfinite(value(run, "hosts")) or value(run, "clusters") > 1:
            return
        assert (value(run, "healed_hosts") >= 1) == heals_when_tried(run)
        if value(run, "healed_hosts") >= 1:
            assert value(run, "kept_hosts") >= 1
        assert value(run, "served_hosts") <= value(run, "kept_hosts")

    holds()


@pytest.mark.parametrize(("storage", "protection"), SCHEMES)
def test_a_host_more_never_holds_less_nor_heals_less(storage: str, protection: str) -> None:
    @drawn(storage, protection, 8)
    @given(used_tb=st.floats(0.5, 120), hosts=st.integers(3, 30), spares=st.integers(0, 2))
    def holds(used_tb: float, hosts: int, spares: int) -> None:
        policy = {"spare_hosts": spares, "max_hosts_per_cluster": 64}
        few, more = (
            run_plan(plan_on(storage, protection, used_tb, each, **policy), CATALOGUE) for each in (hosts, hosts + 1)
        )
        if value(few, "clusters") != value(more, "clusters"):
            return
        if form_in_use(few) != form_in_use(more):
            # A wider form holds more on the same hosts, and needs more of them to heal.
            assert value(more, "usable_tb") > value(few, "usable_tb")
            return
        assert value(more, "usable_tb") >= value(few, "usable_tb") * (1 - 1e-12)
        assert value(more, "healed_hosts") >= value(few, "healed_hosts")
        assert value(more, "rebuild_hours") <= value(few, "rebuild_hours")

    holds()


@pytest.mark.parametrize(("storage", "protection"), SCHEMES)
def test_no_factor_and_no_minimum_is_passed_at_any_number_of_hosts(storage: str, protection: str) -> None:
    row = CATALOGUE.protection[protection]
    forms = [row, *(CATALOGUE.protection[each] for each in row.wider)]
    factor_from = {each.least_hosts: each.capacity_factor for each in forms}
    factor_from |= {
        each.wide_minimum_hosts or 0: each.wide_capacity_factor or 0 for each in forms if each.wide_minimum_hosts
    }
    beside = {least + more for least in factor_from for more in (-1, 0, 1)} | {1, 19}
    for hosts in range(1, 20) if is_full(storage, protection) else sorted(beside - {0}):
        run = run_plan(plan_on(storage, protection, 5, hosts, spare_hosts=0), CATALOGUE)
        built = [factor for least, factor in sorted(factor_from.items()) if least <= hosts / value(run, "clusters")]
        # The widest form that the hosts build is the usual one.
        assert value(run, "capacity_factor_used") == pytest.approx(built[-1] if built else row.capacity_factor)
        assert value(run, ENOUGH) >= row.least_hosts


@pytest.mark.parametrize("storage", IN_HOSTS)
@settings(deadline=None, max_examples=examples(10))
@given(used_share=st.floats(0.05, 1), disk_gb=st.floats(10, 4000))
def test_what_is_provisioned_is_never_less_than_what_is_used(storage: str, used_share: float, disk_gb: float) -> None:
    stack = CATALOGUE.stacks[storage]
    protection = next(each for own, each in SCHEMES if own == stack.key)
    document = plan_json(plan_on(storage, protection, 1, None))
    document["workload"] = {"groups": [{"name": "vms", "count": 100, "vcpu": 2, "memory_gib": 4, "disk_gb": disk_gb}]}
    thick = run_plan(Plan.model_validate(document), CATALOGUE)
    document["workload"]["groups"][0]["disk_used_share"] = used_share
    thin = run_plan(Plan.model_validate(document), CATALOGUE)
    assert value(thick, "hosts") >= value(thin, "hosts")
    assert value(thick, "demand_storage_tb") >= value(thin, "demand_storage_tb")
