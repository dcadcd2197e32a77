"""The golden cases of the write buffer: rates of the source, and what follows from them."""

from typing import Any

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import State, Value
from hostwise.services.burst.service import simulate_burst
from hostwise.services.plans.samples import sample_plan
from tests.golden.test_golden import cases, changed


def number(value: Value) -> float | None:
    return float("inf") if value.state is State.INFINITE else value.value


@pytest.mark.parametrize("case", cases("write_buffer.yaml"))
def test_write_buffer(case: dict[str, Any]) -> None:
    plan = changed(sample_plan(case["sample"]), case.get("change", {}))
    failed = {name: case[name] for name in ("failed_hosts", "failed_groups") if name in case}
    result = simulate_burst(plan, load_catalogue(), **failed)
    (answer,) = (each for each in result.configurations if each.key == case["configuration"])
    for name, expected in case["expected"].items():
        wanted = pytest.approx(float(str(expected).replace("infinite", "inf")), rel=case["tolerance"], abs=0)
        assert number(answer.quantities[name]) == wanted, name
    # The simulation begins with the peak, so that it says what the closed form says.
    longest = number(answer.longest_burst_minutes)
    assert longest == number(answer.quantities["minutes_to_throttling"])
    assert number(answer.throttles_after_minutes) == pytest.approx(longest, rel=1e-8, abs=1e-9)
    assert answer.throttled_minutes.value == pytest.approx(case.get("throttled_minutes", 0), rel=case["tolerance"])
    assert answer.text.startswith(case["says"])
