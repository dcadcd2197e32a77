"""Dated events of demand: what must hold of any of them, and simulations beside the plans in which they happen."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import COST, DEMANDED, HOSTS, LIFE, REQUIRED, drawn, simulations
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

SHOWN = ("hosts", "required_hosts", "flash_life_years", "wear_out_probability", "cluster_tco", "planned_vms")
GROUPS = [each.name for each in sample_plan("nvme-2026").workload.groups]


def planned(*events: dict[str, Any], **groups: Any) -> Plan:
    """The sample with some events; `groups` sets a field of all groups."""
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"]["horizon_years"] = 3
    document["policy"]["sizing_years"] = 0
    for each in document["workload"]["groups"]:
        # Placing whole VMs may need a host more for the same date than one with other VMs does.
        each |= {"vms": "mean", **groups}
    document["workload"]["events"] = list(events)
    return Plan.model_validate(document)


def event(month: int, vms: int, group: str = GROUPS[0], **more: Any) -> dict[str, Any]:
    return {"label": f"event {month} {vms}", "month": month, "group": group, "vms": vms, **more}


def ran(plan: Plan) -> Run:
    return run_plan(plan, load_catalogue())


def months(run: Run, name: str = "demanded_hosts") -> np.ndarray[Any, Any]:
    return np.array([run.evaluation.members(name, place) for place in range(len(run.plan.configurations))])


def assert_same(one: Run, other: Run) -> None:
    for name in SHOWN:
        np.testing.assert_allclose(one.evaluation.values[name], other.evaluation.values[name], rtol=1e-12)


@pytest.mark.parametrize(
    "nothing",
    [event(6, 0), event(6, 40, probability=0), event(6, 40, probability=0.49), event(37, 40), event(180, -2)],
    ids=["no VMs", "impossible", "less likely than not", "after the horizon", "long after the horizon"],
)
def test_an_event_that_is_not_counted_changes_nothing(nothing: dict[str, Any]) -> None:
    with_it, without = ran(planned(nothing)), ran(planned())
    for name, values in without.evaluation.values.items():
        found, expected = np.broadcast_arrays(with_it.evaluation.values[name], values)
        np.testing.assert_array_equal(found, expected, err_msg=name)


@given(
    st.lists(st.tuples(st.integers(1, 36), st.integers(-30, 400), st.sampled_from(GROUPS)), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(1, 500),
)
@settings(max_examples=examples(6))
def test_more_vms_never_need_fewer_hosts(some: list[tuple[int, int, str]], which: int, more: int) -> None:
    few = [event(month, vms, group) | {"label": str(n)} for n, (month, vms, group) in enumerate(some)]
    many = [each | {"vms": each["vms"] + more * (place == which % len(few))} for place, each in enumerate(few)]
    try:
        fewer = ran(planned(*few))
    except PlanError:
        return  # More would leave than are there.
    assert (months(ran(planned(*many))) >= months(fewer)).all()


def test_an_event_at_once_is_a_larger_group_later_on() -> None:
    # VMs of events do not grow in number.
    document = plan_json(planned(count_growth_rate=0.0))
    document["workload"]["groups"][0]["count"] += 120
    larger, at_once = ran(Plan.model_validate(document)), ran(planned(event(1, 120), count_growth_rate=0.0))
    for name in ("demanded_hosts", "demanded_vms"):
        np.testing.assert_array_equal(months(at_once, name)[:, 1:], months(larger, name)[:, 1:])
    assert (months(at_once, "demanded_vms")[:, 0] < months(larger, "demanded_vms")[:, 0]).all()


def test_events_of_one_month_are_one_of_their_sum() -> None:
    apart = ran(planned(event(9, 70), event(9, -20), event(20, 5, GROUPS[-1])))
    assert_same(apart, ran(planned(event(9, 50), event(20, 5, GROUPS[-1]))))


def test_vms_that_leave_again_leave_nothing_but_what_was_bought() -> None:
    run = ran(planned(event(6, 200), event(12, -200), count_growth_rate=0.0))
    vms = months(run, "demanded_vms")
    assert (vms[:, 6] == vms[:, 0] + 200).all()
    assert (vms[:, 12] == vms[:, 0]).all()
    assert (months(run)[:, 12] == months(run)[:, 0]).all()
    assert (months(run, "present_hosts")[:, -1] == months(run, "present_hosts")[:, 6]).all()


def test_vms_of_an_event_wear_drives_from_its_month_on() -> None:
    def lives(*events: dict[str, Any]) -> np.ndarray[Any, Any]:
        document = plan_json(planned(*events))
        # Hosts bought for them would take their share.
        document["economics"]["buy_expansion"] = False
        return ran(Plan.model_validate(document)).evaluation.values["flash_life_years"]

    found = [lives(event(month, 300)) for month in (35, 24, 12, 1)]
    for later, earlier in pairwise([lives(), *found]):
        assert (earlier < later).all()


def test_a_plan_that_is_sized_for_the_date_of_an_event_has_its_hosts_at_once() -> None:
    document = plan_json(planned(event(12, 300)))
    document["policy"]["sizing_years"] = 1
    run = ran(Plan.model_validate(document))
    assert (months(run, "present_hosts")[:, 0] >= months(run)[:, 12]).all()
    document["policy"]["sizing_years"] = 0.9
    before = ran(Plan.model_validate(document))
    assert (before.evaluation.values["planned_vms"] < run.evaluation.values["planned_vms"]).all()


def test_each_future_is_the_plan_in_which_its_events_happen() -> None:
    """Of events alone: prices and all other causes stay as they are."""
    some = [event(6, 150, probability=0.6), event(20, -30, GROUPS[-1], probability=0.2)]
    binding = ran(planned(*some)).binding
    causes = causes_of(binding, load_catalogue())
    places = [*causes.events]
    assert len(places) == 2
    numbers = np.zeros((256, len(causes)))
    numbers[:, places] = drawn(len(causes), 256, 1)[:, places]
    found = simulations(binding, causes, numbers, (COST, LIFE, HOSTS, REQUIRED, DEMANDED))
    happens = causes.happens(binding.plan, numbers)
    assert happens is not None
    assert happens.mean(axis=0) == pytest.approx([0.6, 0.2], abs=0.02)
    for which in np.unique(happens, axis=0):
        certain = [each | {"probability": float(one)} for each, one in zip(some, which, strict=True)]
        alone = ran(planned(*certain))
        rows = (happens == which).all(axis=1)
        for name in (COST, LIFE, HOSTS, REQUIRED):
            expected = np.broadcast_to(alone.evaluation.values[name][0], found.values[name][rows].shape)
            np.testing.assert_allclose(found.values[name][rows], expected, rtol=1e-9, err_msg=name)
        expected = np.broadcast_to(months(alone), found.values[DEMANDED][rows].shape)
        np.testing.assert_allclose(found.values[DEMANDED][rows], expected, rtol=1e-9)


def test_at_its_median_an_event_is_as_the_plan_counts_it() -> None:
    for probability in (0.2, 0.5, 0.8):
        binding = ran(planned(event(6, 150, probability=probability))).binding
        ((_, one),) = causes_of(binding, load_catalogue()).events.items()
        assert one.happens(np.zeros(1)).tolist() == [float(probability >= 0.5)]
        assert one.change(np.zeros(1)).tolist() == [0.0]
        assert sorted({*one.change(np.array([-9.0, 9.0]))}) == ([-150.0, 0.0] if probability >= 0.5 else [0.0, 150.0])


def test_the_runway_names_the_event_that_ends_it() -> None:
    still = dict.fromkeys((f"{each}_growth_rate" for each in ("count", "vcpu", "memory", "disk", "io")), 0.0)
    plan = planned(event(18, 400) | {"label": "Acquisition"}, **still)
    growth = growth_of(plan, load_catalogue())
    for each in growth.configurations:
        assert each.breaks_in == 18
        assert [one.label for one in each.broken_by] == ["Acquisition"]
        assert each.order_by == 18 - growth.lead_time_months
    assert [(each.label, each.month, each.vms, each.counted) for each in growth.events] == [
        ("Acquisition", 18, 400, True)
    ]
