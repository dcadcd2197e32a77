"""The golden cases of the host read cache."""

from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.read_cache.read_cache_answer import read_cache_page
from hostwise.answers.read_cache.read_cache_sizing import block_sizes, calibrations, latency_cases
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.plan.answers.read_cache import ReadCachePage
from hostwise.plan.document import Plan, plan_json
from tests.yaml_files import read_yaml

GOLDEN: dict[str, Any] = read_yaml(Path(__file__).parent / "read_cache.yaml")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in GOLDEN["formulas"]])
def test_formula(case: dict[str, Any]) -> None:
    value = float(MODEL.formulas[case["formula"]].function(**{k: float(v) for k, v in case["inputs"].items()}))
    assert value == pytest.approx(case["expected"], rel=case.get("tolerance", 1e-12))


def test_each_trace_has_a_flash_latency_of_its_own_and_both_have_none_in_common() -> None:
    catalogue = load_catalogue()
    found = calibrations(latency_cases(catalogue), catalogue)
    assert [{"name": each.name, "service_ms": round(each.service_ms or -1, 3)} for each in found.cases] == GOLDEN[
        "calibration"
    ]
    for each in found.cases:
        assert each.model_ms == pytest.approx(each.measured_ms, rel=1e-12)
    assert found.joint.accepted is GOLDEN["joint"]["accepted"]
    assert found.joint.service_ms is None
    assert found.joint.best_ms == pytest.approx(GOLDEN["joint"]["best_ms"], rel=1e-3)
    assert found.joint.worst_error_share == pytest.approx(GOLDEN["joint"]["worst_error_share"], rel=1e-3)
    assert "5.81\N{NO-BREAK SPACE}%, 5\N{NO-BREAK SPACE}% is allowed" in found.joint.reason


def test_block_sizes_as_measured() -> None:
    answer = block_sizes(load_catalogue(), io_kib=4, cache_gb=4)
    measured = [{"block_kib": each.block_kib, "latency_us": each.latency_us} for each in answer.measured]
    assert measured == GOLDEN["blocks"]
    assert {each.kind for each in answer.measured} == {"measured"}
    assert answer.recommended_kib == 4
    assert [each.block_kib for each in answer.sizes] == [4, 8, 16, 32, 64, 128, 256, 512, 1024]
    with_point = [each.measured.latency_us for each in answer.sizes if each.measured is not None]
    assert with_point == sorted(with_point)
    assert len(with_point) == 8
    assert [each.metadata_share for each in answer.sizes][:2] == pytest.approx([0.025, 0.0125])


def dvd_store(**group: float) -> Plan:
    """A plan with VMs like those of the DVD Store test: a database of 15 GB, mostly random, 60 % reads."""
    document = plan_json(sample_plan("light-io"))
    document["workload"]["groups"][0] |= {"name": "DVD Store", "disk_gb": 15, "read_share": 0.6, **group}
    document["configurations"] = document["configurations"][:1]
    document["configurations"][0]["read_cache"] = {"size_gb": 800}
    return Plan.model_validate(document)


def page(plan: Plan, *uniform: str) -> ReadCachePage:
    return read_cache_page(plan, load_catalogue(), uniform)


def test_the_cliff_is_shown_as_measured_and_no_curve_is_drawn() -> None:
    (configuration,) = page(dvd_store(read_cache_gb=10, working_set_gb=15)).configurations
    (group,) = configuration.groups
    assert [
        {"cache_gb": each.cache_gb, "improvement_ratio": round(each.improvement_ratio, 4)}
        for each in configuration.cases
        if each.access == "random"
    ] == GOLDEN["cliff"]
    assert group.hit_share.value.value is None
    assert group.cached_latency.value.value is None
    assert "/workload/groups/0/read_cache_hit_share" in group.cached_latency.value.missing
    assert group.size.verdict == "too_small"
    assert "66.7\N{NO-BREAK SPACE}%" in group.size.reason
    assert "gained 1.5\N{NO-BREAK SPACE}%" in group.size.reason
    assert "gained 40\N{NO-BREAK SPACE}%" in group.size.reason


@pytest.mark.parametrize(
    ("plan", "uniform", "verdict"),
    [
        (dvd_store(), ("DVD Store",), "refused"),
        (dvd_store(working_set_gb=15), (), "refused"),
        (dvd_store(), (), "conditional"),
        (dvd_store(working_set_gb=2), (), "usable"),
    ],
    ids=["evenly spread", "working set larger", "nothing known", "working set small"],
)
def test_the_starting_rule_is_refused_where_its_own_source_refutes_it(
    plan: Plan, uniform: tuple[str, ...], verdict: str
) -> None:
    rule = page(plan, *uniform).configurations[0].groups[0].size.start_rule
    assert rule.start.value.value == pytest.approx(3)
    assert rule.verdict == verdict
    measured = (
        "10 GB for 15 GB of data gained 1.5\N{NO-BREAK SPACE}%, 15 GB for 15 GB of data gained 40\N{NO-BREAK SPACE}%"
    )
    assert (measured in rule.reason) == (verdict != "usable")
    assert (rule.evidence == ["vfrc13-dvd-store-10-gb", "vfrc13-dvd-store-15-gb"]) == (verdict != "usable")
