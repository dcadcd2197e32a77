"""Hosts of several models: what must hold whatever the models are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
SAMPLES = ("nvme-2026", "moderate-io", "leaving-vmware", "edge-platforms")
SAME = (
    "hosts",
    "required_hosts",
    "usable_tb",
    "memory_overcommit_ratio",
    "cluster_tco",
    "purchase_capex",
    "peak_kw",
    "rack_units",
    "energy_kwh_per_year",
    "flash_life_years",
    "healed_hosts",
    "rebuild_hours",
)


def run(document: dict[str, Any]) -> Run:
    return run_plan(Plan.model_validate(document), CATALOGUE)


@given(
    sample=st.sampled_from(SAMPLES),
    place=st.integers(0, 2),
    hosts=st.integers(1, 2),
    sizing=st.sampled_from([0.0, 3.0]),
    spares=st.integers(0, 2),
)
def test_splitting_a_model_in_two_equal_ones_changes_nothing(
    sample: str, place: int, hosts: int, sizing: float, spares: int
) -> None:
    document = plan_json(sample_plan(sample))
    document["configurations"] = [document["configurations"][place % len(document["configurations"])]]
    for part in ("tier", "memory_mode_gib"):
        document["configurations"][0]["memory"].pop(part, None)
    document["remarks"] = {}
    document["policy"] = document.get("policy", {}) | {"sizing_years": sizing, "spare_hosts": spares}
    whole = run(document)
    document["configurations"][0]["other_host_models"] = [{"model": "the same", "hosts": hosts, "kept": False}]
    split = run(document)
    for name in SAME:
        one, other = whole.evaluation.value(name, 0), split.evaluation.value(name, 0)
        assert other == pytest.approx(one, rel=1e-9, nan_ok=True), name


models = st.fixed_dictionaries(
    {
        "hosts": st.integers(1, 4),
        "cores": st.integers(8, 64),
        "dram_gib": st.sampled_from([256.0, 512.0, 1024.0, 2048.0]),
        "drives": st.integers(1, 12),
    }
)


@given(others=st.lists(models, min_size=1, max_size=3), more=models, spares=st.integers(0, 2))
def test_a_host_that_is_no_smaller_than_the_smallest_never_lowers_what_fits(
    others: list[dict[str, Any]], more: dict[str, Any], spares: int
) -> None:
    document = plan_json(sample_plan("nvme-2026"))
    configuration = document["configurations"][0]
    document["configurations"], document["remarks"] = [configuration], {}
    document["policy"] = document.get("policy", {}) | {"spare_hosts": spares}
    named = [each | {"model": f"model {place}"} for place, each in enumerate(others)]
    least = {name: min(each[name] for each in others) for name in ("cores", "dram_gib", "drives")}
    larger = {name: max(more[name], least[name]) for name in least} | {"hosts": 1, "model": "one more"}
    number = 4 + sum(each["hosts"] for each in others)
    configuration |= {"hosts": number, "other_host_models": named}
    before = run(document)
    configuration |= {"hosts": number + 1, "other_host_models": [*named, larger]}
    after = run(document)
    for name in ("memory_slack_share", "cpu_ratio_slack_share", "usable_tb"):
        one, other = before.evaluation.value(name, 0), after.evaluation.value(name, 0)
        assert other >= one - 1e-9, name


@given(others=st.lists(models, min_size=1, max_size=2), extra=st.integers(0, 3))
def test_enough_hosts_are_enough_with_the_largest_ones_down(others: list[dict[str, Any]], extra: int) -> None:
    document = plan_json(sample_plan("nvme-2026"))
    configuration = document["configurations"][0]
    document["configurations"], document["remarks"] = [configuration], {}
    document["policy"] = document.get("policy", {}) | {"spare_hosts": 1}
    configuration["other_host_models"] = [each | {"model": f"model {place}"} for place, each in enumerate(others)]
    sized = run(document)
    hosts = sized.evaluation.value("hosts", 0)
    # More of the own model than are needed are enough, too.
    configuration["hosts"] = int(hosts) + extra
    given_hosts = run(document)
    for found in (given_hosts, given_hosts.with_failed(1)):
        for name in ("memory_slack_share", "cpu_ratio_slack_share", "cpu_ghz_slack_share"):
            assert found.evaluation.value(name, 0) >= -1e-9, name
