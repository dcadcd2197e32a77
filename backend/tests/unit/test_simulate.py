"""The fluid simulation of the write buffer against known points, and against a naive one in short steps."""

import math

import numpy as np
import pytest

from hostwise.engine.simulate import BUFFERING, DESTAGING, THROTTLED, Buffer, Load, simulate

NAND = Buffer(600_000.0, 0.3, 0.7, 280.0, 750.0)
"""A buffer of 600 GB that de-stages 280 MB/s."""


def test_below_the_start_the_buffer_only_fills() -> None:
    course = simulate(NAND, Load([10.0], [100.0], 1.0), 0.1)
    assert course.fill_share[-1] == pytest.approx(0.1 + 100 * 600 / 600_000)
    assert course.destaged_mb[-1] == 0
    assert course.regime.tolist() == [BUFFERING]


def test_what_is_in_a_buffer_below_the_start_stays() -> None:
    course = simulate(NAND, Load([1e6], [0.0], 1.0), 0.25)
    assert course.fill_share.tolist() == [0.25, 0.25]
    assert course.regime.tolist() == [BUFFERING]


def test_half_of_the_limit_rests_halfway_between_the_thresholds() -> None:
    course = simulate(NAND, Load([1e4, 1.0], [140.0, 140.0], 1.0), 0.0)
    assert course.fill_share[-1] == pytest.approx(0.5)
    assert course.destage_mb_s[-1] == pytest.approx(140)
    assert course.regime.tolist() == [DESTAGING, DESTAGING]


def test_without_load_the_fill_decays_to_the_start() -> None:
    tau = 0.4 * 600_000 / 280 / 60
    course = simulate(NAND, Load([tau, 50 * tau], [0.0, 0.0], 1.0), 0.7)
    assert course.fill_share[1] == pytest.approx(0.3 + 0.4 * math.exp(-1))
    assert course.fill_share[2] == pytest.approx(0.3)
    assert course.destaged_mb[-1] == pytest.approx(0.4 * 600_000)


def test_the_phases_of_one_long_step() -> None:
    """From empty at 500 MB/s: filled to the start in 6 min, to the full fill by the logarithm, then throttled."""
    to_start = 0.3 * 600_000 / 500 / 60
    between = 0.4 * 600_000 / 280 * math.log(500 / (500 - 280)) / 60
    course = simulate(NAND, Load([60.0], [500.0], 1.0), 0.0)
    throttled = 60 - to_start - between
    assert course.regime_minutes[0].tolist() == pytest.approx([to_start, between, throttled])
    assert float(course.throttled_after_minutes) == pytest.approx(to_start + between)
    assert course.fill_share[-1] == pytest.approx(0.7)
    assert course.admitted_mb_s[0] == pytest.approx((500 * (to_start + between) + 280 * throttled) / 60)
    assert course.regime.tolist() == [THROTTLED]


def test_a_fill_above_the_full_one_drains_at_the_limit() -> None:
    course = simulate(NAND, Load([5.0], [80.0], 1.0), 0.9)
    assert course.fill_share[-1] == pytest.approx(0.9 - 200 * 300 / 600_000)
    assert course.destage_mb_s[-1] == pytest.approx(280)
    assert course.throttled_minutes == 0


def test_a_fill_above_the_full_one_stays_while_more_comes_than_leaves() -> None:
    course = simulate(NAND, Load([5.0], [400.0], 1.0), 0.9)
    assert course.fill_share[-1] == 0.9
    assert course.admitted_mb_s[-1] == pytest.approx(280)
    assert course.throttled_after_minutes == 0


def test_exactly_the_limit_is_never_throttled() -> None:
    course = simulate(NAND, Load([1e5], [280.0], 1.0), 0.5)
    assert np.isinf(course.throttled_after_minutes)
    assert course.fill_share[-1] == pytest.approx(0.7)


def test_writes_that_overwrite_the_buffer_take_no_room() -> None:
    course = simulate(NAND, Load([10.0], [600.0], 0.25), 0.3)
    plain = simulate(NAND, Load([10.0], [150.0], 1.0), 0.3)
    assert course.fill_share[-1] == plain.fill_share[-1]
    assert course.admitted_mb_s[-1] == pytest.approx(600)


def test_a_drive_takes_no_more_than_its_burst_rate() -> None:
    course = simulate(NAND, Load([1.0, 1.0], [900.0, 700.0], 1.0), 0.0)
    assert course.throttled_after_minutes == 0
    assert course.throttled_minutes == 1
    assert course.admitted_mb_s.tolist() == pytest.approx([750, 700])
    assert course.regime.tolist() == [THROTTLED, BUFFERING]


def test_stretches_of_throttling_are_told_apart() -> None:
    load = Load([20.0, 10.0, 300.0, 30.0, 30.0, 60.0], [500.0, 500.0, 0.0, 500.0, 600.0, 0.0], 1.0)
    course = simulate(NAND, load, 0.7)
    # The fill decays in 300 minutes to the start; from there it takes the logarithm again.
    again = 0.4 * 600_000 / 280 * math.log(500 / 220) / 60
    assert course.throttled_after_minutes == 0
    assert float(course.throttled_minutes) == pytest.approx(30 + 60 - again)
    assert float(course.longest_throttled_minutes) == pytest.approx(60 - again)


@pytest.mark.parametrize("initial", [0.0, 0.35, 0.7, 0.95])
def test_it_agrees_with_a_naive_simulation_in_short_steps(initial: float) -> None:
    minutes, writes, share = [20.0, 15.0, 40.0, 30.0], [650.0, 100.0, 900.0, 0.0], 0.8
    step = 0.05
    fill, out = initial * 600_000, 0.0
    fills = []
    for length, write in zip(minutes, writes, strict=True):
        for _ in range(round(length * 60 / step)):
            rate = 280 * min(max((fill / 600_000 - 0.3) / 0.4, 0), 1)
            inflow = min(write, 750) * share
            if fill >= 0.7 * 600_000:
                inflow = min(inflow, 280)
            fill, out = fill + step * (inflow - rate), out + step * rate
        fills.append(fill / 600_000)
    course = simulate(NAND, Load(minutes, writes, share), initial)
    assert course.fill_share[1:].tolist() == pytest.approx(fills, abs=2e-4)
    assert float(course.destaged_mb[-1]) == pytest.approx(out, rel=1e-3)


def test_what_is_unknown_of_one_configuration_leaves_the_others_alone() -> None:
    limits = np.array([280.0, np.nan])
    course = simulate(Buffer(600_000.0, 0.3, 0.7, limits, 750.0), Load([60.0], [500.0], 1.0), 0.3)
    assert np.isnan(course.fill_share[-1, 1])
    assert np.isnan(course.throttled_after_minutes[1])
    alone = simulate(NAND, Load([60.0], [500.0], 1.0), 0.3)
    assert course.fill_share[-1, 0] == alone.fill_share[-1]
    assert course.throttled_after_minutes[0] == alone.throttled_after_minutes


@pytest.mark.parametrize(
    ("buffer", "minutes"),
    [
        (Buffer(1.0, 0.7, 0.7, 1.0, 1.0), [1.0]),
        (Buffer(1.0, 0.3, 1.1, 1.0, 1.0), [1.0]),
        (NAND, [1.0, 0.0]),
        (NAND, [[1.0]]),
    ],
)
def test_what_makes_no_sense_is_refused(buffer: Buffer, minutes: list[float]) -> None:
    with pytest.raises(ValueError, match=r"threshold|fill|length"):
        simulate(buffer, Load(minutes, 1.0, 1.0), 0.3)
