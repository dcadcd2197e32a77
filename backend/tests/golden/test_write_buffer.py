"""The golden cases of the write buffer: rates of the source, and what follows from them."""

from typing import Any

import numpy as np
import pytest

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.simulate import Buffer, Load, simulate
from hostwise.plan.answers.result import QuantityState, Value
from tests.golden.test_golden import cases, changed


def number(value: Value) -> float | None:
    return float("inf") if value.state is QuantityState.INFINITE else value.value


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


@pytest.mark.parametrize(
    ("place", "expected_minutes", "printed_minutes"), [(0, 119.15, 115), (1, 44.5, 30)], ids=["NAND", "Optane"]
)
def test_preparation_of_virtual_disks(place: int, expected_minutes: float, printed_minutes: float) -> None:
    """INTEL21 writes 9.6 TB usable on 8 mirrored drives, as fast as the buffers take it from empty (discrepancy 12)."""
    change = {"/workload/burst": {"start_fill_share": 0}, f"/configurations/{place}/hosts": 4}
    answer = simulate_burst(changed(sample_plan("moderate-io-si"), change), load_catalogue()).configurations[place]
    names = ("write_buffer_mb", "destage_limit_mb_s", "burst_write_mb_s", "burst_start_fill_share")
    size, limit, rate, start = (number(answer.quantities[name]) or 0 for name in names)
    assert start == 0
    course = simulate(Buffer(size, 0.3, 0.7, limit, rate), Load([1.0] * 300, rate, 1.0), start)
    minutes = float(np.interp(9.6e6 * 2 / 8, course.entered_mb, course.minutes))
    assert minutes == pytest.approx(expected_minutes, abs=0.05)
    reproduced = minutes == pytest.approx(printed_minutes, rel=0.04)
    assert reproduced == (place == 0)
    # What is printed would need more than the drive takes.
    assert (9.6e6 * 2 / 8 / (printed_minutes * 60) > rate) == (place == 1)
