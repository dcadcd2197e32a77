"""An input is bound once: a second value would silently replace the first, or shift the members after it."""

import inspect
from collections.abc import Callable

import pytest

from hostwise.binding import bind
from hostwise.binding import recorder as module
from hostwise.binding.origins import settled
from hostwise.binding.recorder import BoundTwice, Recorder
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.roles import Role
from hostwise.plan.document import Plan, plan_json

PLAN = sample_plan("moderate-io")


def recording(configuration: int | None = None, plan: Plan = PLAN) -> Recorder:
    to = Recorder(plan, load_catalogue())
    to.current = None if configuration is None else (configuration, plan.configurations[configuration])
    return to


def line_of(function: Callable[[], None], text: str) -> str:
    lines, start = inspect.getsourcelines(function)
    (place,) = (start + index for index, line in enumerate(lines) if text in line)
    return f"{__file__}:{place}"


def test_a_second_value_is_refused_with_the_field_of_the_first_and_the_line_of_the_second() -> None:
    to = recording()

    def bind_both() -> None:
        to.put("electricity_price_per_kwh", "/economics/first", 1.0)
        to.put("electricity_price_per_kwh", None, 2.0)

    with pytest.raises(BoundTwice) as refused:
        bind_both()
    second = line_of(bind_both, "2.0")
    assert str(refused.value) == f"electricity_price_per_kwh is bound twice: from /economics/first, and {second}"


def test_a_configuration_does_not_replace_the_value_of_the_plan() -> None:
    to = recording()
    to.put("electricity_price_per_kwh", None, 1.0)
    to.current = (0, PLAN.configurations[0])
    with pytest.raises(BoundTwice, match="for the plan and for a configuration"):
        to.put("electricity_price_per_kwh", None, 1.0)


def test_the_plan_does_not_replace_the_value_of_a_configuration() -> None:
    to = recording(0)
    to.put("electricity_price_per_kwh", None, 1.0)
    to.current = None
    with pytest.raises(BoundTwice, match="for the plan and for a configuration"):
        to.put("electricity_price_per_kwh", None, 1.0)


def test_every_way_to_bind_is_guarded() -> None:
    to = recording(0)
    to.put_alike("vcpu", None, settled(1, "all have it"))
    with pytest.raises(BoundTwice, match="vcpu"):
        to.put_alike("vcpu", None, settled(2, "all have it"))
    to.put("drive_price", None, 1.0, role=Role.WRITE_TIER)
    to.put("drive_price", None, 1.0, role=Role.CAPACITY)
    with pytest.raises(BoundTwice, match="drive_price"):
        to.put("drive_price", None, 3.0, role=Role.WRITE_TIER)
    outside = recording()
    outside.put_groups("vcpu", "vcpu")
    with pytest.raises(BoundTwice, match="vcpu"):
        outside.put_groups("vcpu", "vcpu")


def test_each_configuration_has_its_own_value() -> None:
    to = recording(0)
    for index, configuration in enumerate(PLAN.configurations):
        to.current = (index, configuration)
        to.put("sockets", None, 2.0)
    assert to.by_configuration["sockets"] == [2.0] * len(PLAN.configurations)


def test_groups_may_share_a_name() -> None:
    document = plan_json(PLAN)
    (group,) = document["workload"]["groups"]
    document["workload"]["groups"] = [group, {**group, "vcpu": 7}]
    plan = Plan.model_validate(document)
    assert bind(plan, load_catalogue()).arrays["vcpu"].tolist() == [[[group["vcpu"], 7]]]


def test_the_place_is_outside_the_recorder() -> None:
    to = recording()
    to.put_groups("vcpu", "vcpu")
    with pytest.raises(BoundTwice) as refused:
        to.put_groups("vcpu", "vcpu")
    assert f"and {__file__}:" in str(refused.value)
    assert module.__file__ not in str(refused.value)
