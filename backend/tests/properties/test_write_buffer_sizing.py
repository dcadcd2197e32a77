"""Sizing and simulation agree: the hosts of the write buffer do not throttle, one less does."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.answers.burst.burst_document import BurstConfiguration
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

DUST_MINUTES = 1e-5
"""Counting forgives a relative 1e-9, so that the last moments of a burst may be at the limit."""

shares = st.floats(0.05, 3).map(lambda share: round(share, 3))
fractions = st.floats(0, 1).map(lambda share: round(share, 6))
"""A plan refuses what is next to nothing."""
steps = st.fixed_dictionaries(
    {"minutes": st.floats(0.5, 300), "peak_share": shares}, optional={"to_peak_share": shares}
)
bursts = st.one_of(
    st.fixed_dictionaries({"peak_minutes": st.floats(0.5, 600)}, optional={"start_fill_share": fractions}),
    st.fixed_dictionaries(
        {"profile": st.lists(steps, min_size=1, max_size=4)}, optional={"start_fill_share": fractions}
    ),
)


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """The NAND configuration of the moderate load under another load, with other rates and a stated burst."""
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"] = document["configurations"][:1]
    document["policy"]["max_hosts_per_cluster"] = 1000
    (group,) = document["workload"]["groups"]
    peak = draw(st.floats(50, 3_000))
    group.update(
        iops_peak=peak,
        iops_average=peak * draw(fractions),
        read_share=draw(fractions.map(lambda share: round(0.9 * share, 6))),
        io_kib=draw(st.sampled_from([4, 8, 32, 64])),
        write_locality_share=draw(fractions.map(lambda share: round(0.8 * share, 6))),
        io_growth_rate=draw(st.sampled_from([0, 0.3])),
    )
    document["policy"].update(
        sizing_years=draw(st.sampled_from([0, 2])),
        bursts_may_throttle=draw(st.sampled_from([False, False, True])),
    )
    limit = draw(st.floats(50, 900))
    document["configurations"][0]["write_tier"].update(
        destage_limit_mb_s=limit,
        sustained_write_mb_s=limit,
        burst_write_mb_s=limit * draw(st.floats(1, 4)),
        disk_groups=draw(st.integers(1, 5)),
    )
    document["workload"]["burst"] = draw(bursts)
    return document


def sized(document: dict[str, Any]) -> tuple[float, ConfigurationResult]:
    result = evaluate_plan(Plan.model_validate(document), load_catalogue()).configurations[0]
    hosts = result.quantities["hosts_for_write_buffer"].value
    assert hosts is not None
    return hosts, result


def simulated(document: dict[str, Any], hosts: float) -> BurstConfiguration:
    configurations = [{**document["configurations"][0], "hosts": int(hosts)}]
    plan = Plan.model_validate({**document, "configurations": configurations})
    return simulate_burst(plan, load_catalogue()).configurations[0]


def is_sustained(answer: BurstConfiguration) -> bool:
    value = {name: each.value for name, each in answer.quantities.items()}
    inflow, limit = value["group_average_inflow_mb_s"], value["destage_limit_mb_s"]
    written, taken = value["group_average_write_mb_s"], value["burst_write_mb_s"]
    assert inflow is not None
    assert limit is not None
    assert written is not None
    assert taken is not None
    return inflow <= limit * (1 + 1e-9) and written <= taken * (1 + 1e-9)


def throttled_minutes(answer: BurstConfiguration) -> float:
    assert answer.throttled_minutes.value is not None
    return answer.throttled_minutes.value


@settings(max_examples=examples(60), deadline=None)
@given(document=plans())
def test_sizing_and_simulation_agree(document: dict[str, Any]) -> None:
    hosts, result = sized(document)
    # Of several clusters each has whole hosts: one host fewer in all of them is not one cluster with one fewer.
    assume(1 <= hosts <= 1000 and result.quantities["parts"].value == 1)
    enough = simulated(document, hosts)
    assert is_sustained(enough)
    may_throttle = document["policy"]["bursts_may_throttle"]
    if not may_throttle:
        assert throttled_minutes(enough) <= DUST_MINUTES
    if hosts > 1:
        fewer = simulated(document, hosts - 1)
        assert not is_sustained(fewer) or (not may_throttle and throttled_minutes(fewer) > 0)


def with_burst(burst: dict[str, Any], **policy: Any) -> dict[str, Any]:
    """The light load at rest and the NAND ratemax as peak, in the moderate plan."""
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"] = document["configurations"][:1]
    document["workload"]["groups"][0].update(iops_peak=305_000 / 150, iops_average=360)
    document["workload"]["burst"] = burst
    document["policy"].update(policy)
    return document


@pytest.mark.parametrize(
    ("burst", "policy", "hosts"),
    [
        ({}, {}, 2),
        ({"peak_minutes": 4.42}, {}, 4),
        ({"peak_minutes": 4.43}, {}, 5),
        ({"peak_minutes": 600}, {}, 11),
        ({"peak_minutes": 600}, {"bursts_may_throttle": True}, 2),
        ({"profile": [{"minutes": 4.42, "peak_share": 1}]}, {}, 4),
        ({"profile": [{"minutes": 4.43, "peak_share": 1}]}, {}, 5),
        ({"profile": [{"minutes": 4.43, "peak_share": 1}]}, {"bursts_may_throttle": True}, 2),
        ({"peak_minutes": 4.43, "start_fill_share": 0.3}, {}, 4),
        ({"peak_minutes": 4.43, "start_fill_share": 0}, {}, 4),
        ({"profile": [{"minutes": 600, "peak_share": 0, "to_peak_share": 1}]}, {}, 10),
    ],
)
def test_a_stated_burst_asks_for_hosts(burst: dict[str, Any], policy: dict[str, Any], hosts: int) -> None:
    """4.42102 minutes at peak fit on 4 hosts after the light load; peak writes of 5,718.75 MB/s need 11 in the end."""
    assert sized(with_burst(burst, **policy))[0] == hosts


def test_hosts_that_must_hold_with_spares_failed_have_spares() -> None:
    held = with_burst({"peak_minutes": 4.42}, holds_with_spares_down={"write_performance": True}, spare_hosts=2)
    assert sized(held)[0] == 6


def test_the_slack_of_the_write_buffer_is_what_it_says() -> None:
    document = with_burst({"peak_minutes": 4.42})
    document["configurations"][0]["hosts"] = 6
    _, result = sized(document)
    (constraint,) = (each for each in result.constraints if each.key == "write_buffer")
    assert constraint.slack_share is not None
    slack = constraint.slack_share.value
    assert slack is not None
    for beyond, hosts in ((0.999, 6), (1.001, 7)):
        grown = with_burst({"peak_minutes": 4.42})
        for name in ("iops_peak", "iops_average"):
            grown["workload"]["groups"][0][name] *= (1 + slack) * beyond
        assert sized(grown)[0] == hosts


def test_the_write_buffer_does_not_apply_without_one() -> None:
    for sample in ("nvme-2026", "vmw10"):
        result = evaluate_plan(sample_plan(sample), load_catalogue())
        for each, configuration in zip(result.configurations, sample_plan(sample).configurations, strict=True):
            if not configuration.layout.has_disk_groups:
                assert each.quantities["hosts_for_write_buffer"].state is QuantityState.DOES_NOT_APPLY


def test_missing_io_leaves_the_write_buffer_not_evaluated() -> None:
    document = with_burst({"profile": [{"minutes": 10, "peak_share": 1}]})
    document["workload"]["groups"][0].pop("iops_peak")
    value = evaluate_plan(Plan.model_validate(document), load_catalogue()).configurations[0]
    asked = value.quantities["hosts_for_write_buffer"]
    assert asked.state is QuantityState.NOT_EVALUATED
    assert asked.missing == ["/workload/groups/0/iops_peak"]
