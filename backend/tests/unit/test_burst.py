"""The burst service: profiles, words, failures, and what is said of assumptions."""

import doctest
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from hostwise.answers.burst import burst_simulation as burst_simulation
from hostwise.answers.burst.burst_answer import QUANTITIES, ImpossibleFailure, simulate_burst
from hostwise.answers.burst.burst_document import BurstConfiguration, BurstResult, Regime
from hostwise.answers.burst.burst_profile import MAX_POINTS, divided
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.steps import load_profile
from hostwise.answers.steps.load_profile import Stretch
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine import simulate
from hostwise.engine.formulas import write_buffer
from hostwise.plan.answers.result import QuantityState
from hostwise.plan.document import Plan, plan_json

Change = Callable[[dict[str, Any]], object]


def plan_with(change: Change, key: str = "moderate-io") -> Plan:
    document = plan_json(sample_plan(key))
    change(document)
    return Plan.model_validate(document)


def burst(change: Change = lambda _: None, key: str = "moderate-io", **question: Any) -> BurstResult:
    return simulate_burst(plan_with(change, key), load_catalogue(), **question)


def first_group(document: dict[str, Any]) -> dict[str, Any]:
    group: dict[str, Any] = document["workload"]["groups"][0]
    return group


def busy(document: dict[str, Any]) -> None:
    """NAND at its ratemax on four hosts, after a light load."""
    first_group(document).update(iops_peak=305_000 / 150, iops_average=360)
    document["configurations"] = [document["configurations"][0] | {"hosts": 4}]


def only(result: BurstResult) -> BurstConfiguration:
    (configuration,) = result.configurations
    return configuration


@pytest.mark.parametrize(
    "module", [write_buffer, simulate, burst_simulation, load_profile], ids=lambda module: module.__name__
)
def test_worked_examples(module: Any) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_a_plan_without_a_burst_gets_one_that_is_said_to_be_assumed() -> None:
    result = burst()
    assert [(each.minutes, each.is_average) for each in result.profile] == [(60, False), (60, True)]
    assert result.profile_is_assumed
    assert any("60 minutes at peak" in note and "assumed" in note for note in result.notes)
    assert any("Average IOPS of VMs is missing" in note for note in result.notes)


def test_a_peak_is_followed_by_the_average_until_the_buffer_rests() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        document["workload"]["burst"] = {"peak_minutes": 12}

    result = burst(change)
    peak, average = result.profile
    assert (peak.minutes, peak.peak_share, peak.is_average) == (12, 1, False)
    assert average.is_average
    assert average.peak_share == pytest.approx(54_000 / 305_000)
    nand = only(result)
    assert nand.series is not None
    assert nand.series.fill_share[-1] == pytest.approx(nand.quantities["resting_fill_share"].value, abs=0.01)
    assert not result.profile_is_assumed
    assert not any("stands in" in note for note in result.notes)


def test_a_given_profile_is_followed_to_the_letter() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        steps = [{"minutes": 5, "peak_share": 0.2}, {"minutes": 3, "peak_share": 1}, {"minutes": 2, "peak_share": 0}]
        document["workload"]["burst"] = {"profile": steps}

    result = burst(change)
    nand = only(result)
    assert [(each.minutes, each.peak_share) for each in result.profile] == [(5, 0.2), (3, 1), (2, 0)]
    assert nand.series is not None
    assert nand.series.minutes[-1] == 10
    assert {*nand.series.demanded_iops} == {0.2 * 305_000, 305_000, 0}
    assert nand.throttles_after_minutes.state is QuantityState.INFINITE
    assert nand.text == "does not throttle in this profile: the buffer takes 4.4 min at peak"


def test_the_series_agrees_with_the_words_and_the_spans() -> None:
    nand = only(burst(busy))
    series = nand.series
    assert series is not None
    assert nand.text.startswith("throttles after 4.4 min at peak: the buffer is full")
    assert nand.throttles_after_minutes.value == pytest.approx(4.42102, abs=1e-5)
    assert nand.longest_throttled_minutes.value == nand.throttled_minutes.value
    assert [each.regime for each in nand.spans] == [Regime.DESTAGING, Regime.THROTTLED, Regime.DESTAGING]
    assert nand.spans[0].from_minutes == 0
    assert nand.spans[1].from_minutes == nand.throttles_after_minutes.value
    assert nand.spans[-1].to_minutes == series.minutes[-1] == 120
    assert all(one.to_minutes == two.from_minutes for one, two in pairwise(nand.spans))
    lengths = {len(getattr(series, name)) for name in type(series).model_fields}
    assert lengths == {len(series.minutes)}
    for minute, regime, asked, admitted, out in zip(
        series.minutes, series.regime, series.demanded_iops, series.admitted_iops, series.destage_mb_s, strict=True
    ):
        if 5 < minute < 59:
            assert regime is Regime.THROTTLED
            assert out == pytest.approx(280)
            assert admitted == pytest.approx(nand.steady_admitted_iops.value)
        elif minute < 4 or minute > 60:
            assert regime is Regime.DESTAGING
            assert admitted == asked


def test_an_average_that_cannot_be_destaged_throttles_at_once() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        first_group(document).update(iops_average=900)

    nand = only(burst(change))
    assert nand.text == "throttles at once: the average load alone exceeds the de-stage rate (280 MB/s)"
    assert nand.throttles_after_minutes.value == nand.longest_burst_minutes.value == 0
    assert nand.quantities["resting_fill_share"].value == pytest.approx(0.7)


def test_without_writes_nothing_is_throttled() -> None:
    nand = burst(lambda d: first_group(d).update(read_share=1)).configurations[0]
    assert nand.throttles_after_minutes.state is QuantityState.INFINITE
    assert nand.steady_admitted_iops.state is QuantityState.INFINITE
    assert nand.series is not None
    assert nand.series.fill_share[-1] == pytest.approx(0.3)
    assert nand.series.admitted_iops == nand.series.demanded_iops


def test_missing_io_is_not_evaluated_and_says_what_would_cure_it() -> None:
    result = burst(lambda d: first_group(d).pop("iops_peak"))
    nand = result.configurations[0]
    assert nand.applies
    assert nand.series is None
    assert nand.spans == []
    assert nand.throttles_after_minutes.state is QuantityState.NOT_EVALUATED
    assert "/workload/groups/0/iops_peak" in nand.throttles_after_minutes.missing
    assert nand.text.startswith("not evaluated; missing: peak IOPS per VM")
    assert result.profile[1].peak_share is None


def test_an_infeasible_configuration_says_so() -> None:
    nand = burst(lambda d: first_group(d).update(memory_gib=400)).configurations[0]
    assert nand.throttles_after_minutes.state is QuantityState.INFEASIBLE
    assert nand.text == "not evaluated: no number of these hosts is enough"


def test_storage_without_write_buffer_is_left_out_with_its_reason() -> None:
    def change(document: dict[str, Any]) -> None:
        array = document["configurations"][0] | {"key": "array", "layout": "external"}
        array["protection"] = "external_array"
        del array["capacity"]
        document["configurations"] = [document["configurations"][0], array, document["configurations"][2]]

    single, array, groups = burst(change, key="nvme-2026").configurations
    for each, reason in ((single, "Single-tier storage"), (array, "external array")):
        assert not each.applies
        assert reason in (each.reason or "")
        assert each.series is None
        assert {value.state for value in each.quantities.values()} == {QuantityState.DOES_NOT_APPLY}
    assert groups.applies


def test_the_model_says_that_the_write_buffer_does_not_apply() -> None:
    single = evaluate_plan(sample_plan("nvme-2026"), load_catalogue()).configurations[0]
    for name in ("write_buffer_gb", "destage_limit_mb_s", "burst_write_mb_s", "running_groups", "resting_fill_share"):
        assert single.quantities[name].state is QuantityState.DOES_NOT_APPLY, name
    assert single.quantities["minutes_to_throttling"].state is QuantityState.DOES_NOT_APPLY
    assert single.quantities["steady_admitted_iops"].state is QuantityState.DOES_NOT_APPLY


def test_the_result_and_the_burst_say_the_same() -> None:
    plan = plan_with(busy)
    evaluated = evaluate_plan(plan, load_catalogue()).configurations[0].quantities
    nand = only(simulate_burst(plan, load_catalogue()))
    assert {name: evaluated[name] for name in QUANTITIES} == nand.quantities


def test_failures_leave_the_hosts_and_raise_the_load_of_the_rest() -> None:
    whole, hurt = burst(busy), burst(busy, failed_hosts=1, failed_groups=1)
    assert only(whole).quantities["running_groups"].value == 8
    assert only(hurt).quantities["running_groups"].value == 5
    before = only(whole).quantities["group_write_mb_s"].value
    assert before is not None
    assert only(hurt).quantities["group_write_mb_s"].value == pytest.approx(before * 8 / 5)
    assert any("spread evenly" in note for note in hurt.notes)
    assert not any("spread evenly" in note for note in whole.notes)


@pytest.mark.parametrize(
    ("question", "field", "text"),
    [
        ({"failed_hosts": 4}, "failed_hosts", "NAND 800 GB has 4 hosts: at most 3 can be down."),
        ({"failed_hosts": 900}, "failed_hosts", "NAND 800 GB has 4 hosts: at most 3 can be down."),
        ({"failed_groups": 8}, "failed_groups", "NAND 800 GB has 8 disk groups in running hosts: at most 7"),
        ({"failed_hosts": 3, "failed_groups": 2}, "failed_groups", "NAND 800 GB has 2 disk groups in running hosts"),
    ],
)
def test_more_than_all_cannot_fail(question: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(ImpossibleFailure) as caught:
        burst(busy, **question)
    (problem,) = caught.value.problems
    assert problem.field == field
    assert problem.message.startswith(text)


def test_measured_given_and_assumed_rates_are_told_apart() -> None:
    own = {"capacity_gb": 800, "rated_dwpd": 3, "warranty_years": 5, "disk_groups": 2, "price": 734}

    def with_cache(**fields: Any) -> BurstConfiguration:
        def change(document: dict[str, Any]) -> None:
            busy(document)
            document["configurations"][0]["write_tier"] = fields

        return only(burst(change))

    measured = with_cache(key="samsung-pm1645-800gb", disk_groups=2)
    assert not measured.assumed
    assert measured.rests_on_assumptions.count("write locality") == 1
    assert "INTEL21" in {each.key for each in measured.sources}
    given = with_cache(**own, destage_limit_mb_s=300, burst_write_mb_s=900, sustained_write_mb_s=500)
    assert not given.assumed
    assert given.quantities["destage_limit_mb_s"].value == 300
    assert given.quantities["burst_write_mb_s"].value == 900
    half = with_cache(**own, burst_write_mb_s=900, sustained_write_mb_s=500)
    assert half.assumed
    assert half.quantities["destage_limit_mb_s"].value == pytest.approx(500 * 280 / 421.875)
    assert "de-stage limit over sustained writes" in half.rests_on_assumptions
    nothing = with_cache(**own, sustained_write_mb_s=500)
    assert nothing.throttles_after_minutes.state is QuantityState.NOT_EVALUATED
    assert "/configurations/0/write_tier/burst_write_mb_s" in nothing.throttles_after_minutes.missing
    unknown = with_cache(key="solidigm-d7-p5810-800gb", disk_groups=2)
    assert unknown.assumed
    assert "burst writes over datasheet rate" in unknown.rests_on_assumptions


def test_a_burst_rate_is_never_below_the_sustained_one() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        document["configurations"][0]["write_tier"].update(burst_write_mb_s=300, sustained_write_mb_s=500)

    assert only(burst(change)).quantities["burst_write_mb_s"].value == 500


def test_the_large_write_buffer_is_larger() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        document["configurations"][0]["write_tier"].update(capacity_gb=1_920, large_write_buffer=True)

    assert only(burst(change)).quantities["write_buffer_gb"].value == 1_600


def test_a_hybrid_group_buffers_in_a_part_of_its_cache_and_its_rates_are_assumed() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        document["configurations"][0]["layout"] = "hybrid"

    result = burst(change)
    hybrid = only(result)
    assert hybrid.quantities["write_buffer_gb"].value == pytest.approx(240)
    assert hybrid.assumed
    assert "de-stage limit from measurements" in hybrid.rests_on_assumptions
    assert any("magnetic" in note for note in result.notes)


def test_writes_that_overwrite_the_buffer_do_not_fill_it() -> None:
    def change(document: dict[str, Any], share: float) -> None:
        busy(document)
        first_group(document).update(write_locality_share=share)

    half = only(burst(lambda d: change(d, 0.5)))
    assert half.quantities["buffered_share"].value == pytest.approx(0.5)
    assert (half.longest_burst_minutes.value or 0) > (only(burst(busy)).longest_burst_minutes.value or 0)
    assert "write locality" not in half.rests_on_assumptions
    most = only(burst(lambda d: change(d, 0.7)))
    assert most.text == "never throttles: the de-stage rate carries the peak"


def test_groups_of_unlike_locality_are_weighted_by_what_they_write() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        one = first_group(document)
        other = one | {"name": "logs", "count": 50, "io_kib": 64, "read_share": 0.4, "write_locality_share": 0.75}
        other["iops_average"] = 1
        document["workload"]["groups"].append(other)

    nand = only(burst(change))
    writes = 150 * 0.3 * 32, 50 * 0.6 * 64
    assert nand.quantities["buffered_share"].value == pytest.approx((writes[0] + 0.25 * writes[1]) / sum(writes))
    average = 150 * 360 * 0.3 * 32, 50 * 1 * 0.6 * 64
    expected = (average[0] + 0.25 * average[1]) / sum(average)
    assert nand.quantities["average_buffered_share"].value == pytest.approx(expected)


def test_the_average_grows_with_the_peak() -> None:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        first_group(document).update(count_growth_rate=0.1, io_growth_rate=0.2)
        document["policy"]["sizing_years"] = 2

    now, grown = only(burst(busy)), only(burst(change))
    for name in ("group_write_mb_s", "group_average_write_mb_s", "planned_average_iops"):
        before, after = now.quantities[name].value, grown.quantities[name].value
        assert before is not None
        assert after == pytest.approx(before * 1.1**2 * 1.2**2), name


def test_the_unit_convention_changes_no_share() -> None:
    printed, si = (burst(key=key).configurations[0].quantities for key in ("moderate-io", "moderate-io-si"))
    for name in ("peak_fill_share", "steady_admitted_iops", "throttled_share"):
        assert si[name].value == pytest.approx(printed[name].value, rel=1e-12), name


def test_the_same_question_gives_the_same_bytes() -> None:
    assert burst(busy).model_dump_json() == burst(busy).model_dump_json()
    json.loads(burst(busy).model_dump_json())


@pytest.mark.parametrize("step_minutes", [None, 1e-6, 0.5, 7.0, 1e5])
@pytest.mark.parametrize("count", [1, 2, 37, 500])
def test_a_series_has_no_more_points_than_it_may(count: int, step_minutes: float | None) -> None:
    stretches = [Stretch(0.5 + 10 * number / count, 1.0) for number in range(count)]
    steps = divided(stretches, step_minutes)
    assert count <= len(steps) < MAX_POINTS
    assert sum(each.minutes for each in steps) == pytest.approx(sum(each.minutes for each in stretches))
    if step_minutes == 0.5 and count == 1:
        assert len(steps) == 1


def with_burst(**stated: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        busy(document)
        document["workload"]["burst"] = stated

    return change


def test_a_burst_can_begin_with_an_empty_buffer() -> None:
    """257.85 s more until de-staging begins: 0.3 x 614,400 MB at 714.84 MB/s."""
    empty = only(burst(with_burst(peak_minutes=30, start_fill_share=0)))
    assert empty.series is not None
    assert empty.series.fill_share[0] == 0
    assert empty.throttles_after_minutes.value == pytest.approx(7.27146 + 257.85 / 60, rel=1e-5)
    assert empty.longest_burst_minutes.value == pytest.approx(empty.throttles_after_minutes.value, rel=1e-9)


def test_a_ramp_is_simulated_as_short_steps() -> None:
    result = burst(with_burst(profile=[{"minutes": 60, "peak_share": 0, "to_peak_share": 1}]))
    assert [(each.minutes, each.peak_share, each.to_peak_share) for each in result.profile] == [(60, 0, 1)]
    assert any("ramp" in note for note in result.notes)
    series = only(result).series
    assert series is not None
    asked = series.demanded_iops
    assert asked == sorted(asked)
    assert asked[0] == pytest.approx(305_000 / 120)
    assert asked[-1] == pytest.approx(305_000 * 119 / 120)


def test_many_ramps_still_fit_a_series() -> None:
    steps = [{"minutes": 1, "peak_share": 0, "to_peak_share": 0.5}] * 500
    series = only(burst(with_burst(profile=steps))).series
    assert series is not None
    assert len(series.minutes) <= 600


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ({"peak_minutes": 60}, "the stated burst of 60 min at peak is throttled after 4.4 min"),
        (
            {"profile": [{"minutes": 60, "peak_share": 1}]},
            "the stated load is throttled: at its peak a disk group takes",
        ),
    ],
)
def test_a_burst_that_is_throttled_is_a_finding(stated: dict[str, Any], says: str) -> None:
    def change(document: dict[str, Any], may_throttle: bool = True) -> None:
        with_burst(**stated)(document)
        document["policy"]["bursts_may_throttle"] = may_throttle

    def about(plan: Plan) -> list[str]:
        result = evaluate_plan(plan, load_catalogue()).configurations[0]
        return [each.message for each in result.findings if each.code == "burst_throttled"]

    (allowed,) = about(plan_with(change))
    assert says in allowed
    assert "which the policy allows" in allowed
    (too_few,) = about(plan_with(lambda document: change(document, may_throttle=False)))
    assert "which the policy allows" not in too_few
    assert about(plan_with(busy)) == []


def test_the_hosts_are_those_of_the_plan_where_it_needs_several_clusters() -> None:
    def grown(document: dict[str, Any]) -> None:
        for group in document["workload"]["groups"]:
            group["count"] *= 12

    plan = plan_with(grown, "nvme-2026")
    (buffered,) = [each for each in burst(grown, "nvme-2026").configurations if each.applies]
    (of_the_plan,) = [each for each in evaluate_plan(plan, load_catalogue()).configurations if each.key == buffered.key]
    assert "3 clusters" in of_the_plan.hosts_text
    for name in ("running_groups", "group_write_mb_s", "steady_admitted_iops"):
        assert buffered.quantities[name] == of_the_plan.quantities[name]


def test_a_load_beyond_all_numbers_is_not_drawn() -> None:
    run = run_plan(sample_plan("moderate-io"), load_catalogue())
    none_left = run.binding.evaluate(changes={"failed_groups": np.array([[1e6]])})
    steps = [Stretch(5, 1.0), Stretch(60, None)]
    number = len(run.plan.configurations)
    assert burst_simulation.Simulation.of(run.evaluation, steps, number).is_known(0)
    assert np.isinf(none_left.value("group_write_mb_s", 0))
    assert not burst_simulation.Simulation.of(none_left, steps, number).is_known(0)
