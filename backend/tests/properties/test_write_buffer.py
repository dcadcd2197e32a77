"""What holds for every write buffer and every load."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hostwise.engine.formulas import write_buffer
from hostwise.engine.simulate import Buffer, Course, Load, simulate
from tests.drawing_examples import examples

many = settings(max_examples=examples(300), deadline=None)
rates = st.floats(0, 4_000).map(lambda rate: 0.0 if rate < 1e-3 else rate)


class Case(NamedTuple):
    """A buffer, its load, and where it begins."""

    buffer: Buffer
    load: Load
    initial: float

    def run(self) -> Course:
        return simulate(self.buffer, self.load, self.initial)


@st.composite
def buffers(draw: st.DrawFn) -> Buffer:
    start = draw(st.floats(0.02, 0.6))
    limit = draw(st.floats(1, 2_000))
    return Buffer(
        write_buffer_mb=draw(st.floats(1e3, 2e6)),
        destage_start_share=start,
        destage_full_share=draw(st.floats(start + 0.02, 1)),
        destage_limit_mb_s=limit,
        burst_write_mb_s=limit * draw(st.floats(1, 5)),
    )


@st.composite
def cases(draw: st.DrawFn) -> Case:
    steps = draw(st.lists(st.tuples(st.floats(0.01, 600), rates, st.floats(0, 1)), min_size=1, max_size=8))
    return Case(draw(buffers()), Load(*map(list, zip(*steps, strict=True))), draw(st.floats(0, 1)))


def number(value: Any) -> float:
    return float(np.asarray(value))


def inflow(case: Case) -> NDArray[np.float64]:
    """What wants to enter the buffer in each step."""
    taken = np.minimum(np.asarray(case.load.write_mb_s), np.asarray(case.buffer.burst_write_mb_s))
    return np.asarray(taken * np.asarray(case.load.buffered_share), dtype=np.float64)


@many
@given(case=cases())
def test_below_the_start_nothing_is_destaged(case: Case) -> None:
    course = case.run()
    # Within a step the load is steady, so that the fill goes one way.
    below = np.maximum(course.fill_share[1:], course.fill_share[:-1]) <= number(case.buffer.destage_start_share)
    np.testing.assert_allclose(course.destage_mb_s[below], 0, atol=1e-9)


@many
@given(case=cases())
def test_no_more_is_destaged_than_the_limit(case: Case) -> None:
    assert np.all(case.run().destage_mb_s <= number(case.buffer.destage_limit_mb_s) * (1 + 1e-9))


@many
@given(case=cases())
def test_above_the_full_fill_no_more_is_admitted_than_destaged(case: Case) -> None:
    course, limit = case.run(), number(case.buffer.destage_limit_mb_s)
    above = np.minimum(course.fill_share[1:], course.fill_share[:-1]) >= number(case.buffer.destage_full_share)
    pressed = above & (inflow(case) > limit)
    entered = np.diff(course.entered_mb) / 60 / np.asarray(case.load.minutes)
    np.testing.assert_allclose(course.destage_mb_s[pressed], limit, rtol=1e-9)
    np.testing.assert_allclose(entered[pressed], limit, rtol=1e-9)
    assert np.all(course.admitted_mb_s[pressed] < np.asarray(case.load.write_mb_s)[pressed])
    assert np.all(course.regime_minutes[pressed, 2] > 0)


@many
@given(case=cases())
def test_a_load_that_can_be_destaged_is_never_throttled(case: Case) -> None:
    limit = number(case.buffer.destage_limit_mb_s)
    mild = case._replace(
        load=replace(case.load, write_mb_s=np.minimum(case.load.write_mb_s, limit)),
        initial=min(case.initial, number(case.buffer.destage_full_share)),
    )
    course = mild.run()
    assert np.isinf(course.throttled_after_minutes)
    assert course.throttled_minutes == course.longest_throttled_minutes == 0
    np.testing.assert_allclose(course.admitted_mb_s, course.demanded_mb_s, rtol=1e-12)


@many
@given(case=cases())
def test_no_more_is_admitted_than_asked_for_or_than_the_drive_takes(case: Case) -> None:
    course = case.run()
    assert np.all(course.admitted_mb_s <= course.demanded_mb_s * (1 + 1e-12))
    assert np.all(course.admitted_mb_s <= number(case.buffer.burst_write_mb_s) * (1 + 1e-12))
    held_back = course.demanded_mb_s - course.admitted_mb_s > 1e-6 * course.demanded_mb_s
    assert np.all(course.regime_minutes[held_back, 2] > 0)


@many
@given(case=cases())
def test_bytes_are_conserved(case: Case) -> None:
    course = case.run()
    held = course.fill_share * number(case.buffer.write_buffer_mb)
    scale = number(case.buffer.write_buffer_mb) + course.entered_mb
    np.testing.assert_allclose((held[0] + course.entered_mb - course.destaged_mb - held) / scale, 0, atol=1e-9)
    assert np.all(np.diff(course.entered_mb) >= 0)
    assert np.all(np.diff(course.destaged_mb) >= 0)


@many
@given(case=cases())
def test_the_fill_stays_within_the_buffer(case: Case) -> None:
    course = case.run()
    highest = max(case.initial, number(case.buffer.destage_full_share))
    assert np.all(course.fill_share >= -1e-12)
    assert np.all(course.fill_share <= highest * (1 + 1e-12))


@many
@given(case=cases(), parts=st.integers(2, 5))
def test_shorter_steps_change_nothing(case: Case, parts: int) -> None:
    coarse = case.run()
    fine = case._replace(
        load=Load(
            np.repeat(np.asarray(case.load.minutes) / parts, parts),
            np.repeat(case.load.write_mb_s, parts),
            np.repeat(case.load.buffered_share, parts),
        )
    ).run()
    np.testing.assert_allclose(fine.fill_share[::parts], coarse.fill_share, rtol=1e-9, atol=1e-12)
    scale = number(case.buffer.write_buffer_mb)
    np.testing.assert_allclose(fine.destaged_mb[::parts], coarse.destaged_mb, rtol=1e-9, atol=1e-9 * scale)
    np.testing.assert_allclose(fine.entered_mb[::parts], coarse.entered_mb, rtol=1e-9, atol=1e-9 * scale)
    minutes = coarse.minutes[-1]
    for name in ("throttled_minutes", "longest_throttled_minutes"):
        np.testing.assert_allclose(getattr(fine, name), getattr(coarse, name), atol=1e-6 * minutes)


@many
@given(case=cases())
def test_every_step_is_spent_in_the_regimes(case: Case) -> None:
    course = case.run()
    assert np.all(course.regime_minutes >= 0)
    np.testing.assert_allclose(course.regime_minutes.sum(axis=1), np.asarray(case.load.minutes), rtol=1e-12)
    np.testing.assert_allclose(course.regime_minutes[:, 2].sum(), course.throttled_minutes, rtol=1e-12)
    assert course.longest_throttled_minutes <= course.throttled_minutes * (1 + 1e-12)
    assert np.isinf(course.throttled_after_minutes) == (course.throttled_minutes == 0)


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data(), steps=st.integers(1, 5), configurations=st.integers(1, 4), samples=st.integers(1, 3))
def test_many_at_once_are_each_alone(data: st.DataObject, steps: int, configurations: int, samples: int) -> None:
    kinds = [data.draw(buffers()) for _ in range(configurations)]
    together = Buffer(*(np.array([getattr(kind, name) for kind in kinds]) for name in Buffer.__dataclass_fields__))
    rng = np.random.default_rng(data.draw(st.integers(0, 1_000)))
    minutes = rng.uniform(0.1, 60, steps)
    write = rng.uniform(0, 3_000, (steps, samples, configurations))
    share = rng.uniform(0, 1, (steps, samples, 1))
    initial = rng.uniform(0, 1, (samples, 1))
    whole = simulate(together, Load(minutes, write, share), initial)
    assert whole.fill_share.shape == (steps + 1, samples, configurations)
    for sample in range(samples):
        for place, kind in enumerate(kinds):
            alone = simulate(kind, Load(minutes, write[:, sample, place], share[:, sample, 0]), initial[sample, 0])
            for name in Course.__dataclass_fields__:
                one, of_many = getattr(alone, name), getattr(whole, name)
                np.testing.assert_array_equal(of_many if name == "minutes" else of_many[..., sample, place], one, name)


def closed_form(buffer: Buffer, peak: float, average: float, start: float | None = None) -> tuple[float, float]:
    """The model's minutes to throttling and resting fill, of a load all of which enters the buffer."""
    law = {
        "destage_start_share": buffer.destage_start_share,
        "destage_full_share": buffer.destage_full_share,
        "destage_limit_mb_s": buffer.destage_limit_mb_s,
        "group_average_inflow_mb_s": min(average, number(buffer.burst_write_mb_s)),
    }
    resting = float(write_buffer.resting_fill_share(**law))
    with np.errstate(all="ignore"):
        minutes = write_buffer.minutes_to_throttling(
            **law,
            burst_start_fill_share=resting if start is None else start,
            write_buffer_mb=buffer.write_buffer_mb,
            group_inflow_mb_s=min(peak, number(buffer.burst_write_mb_s)),
            group_write_mb_s=peak,
            burst_write_mb_s=buffer.burst_write_mb_s,
        )
    return float(minutes), resting


@many
@given(buffer=buffers(), peak=rates, part=st.floats(0, 1))
def test_the_closed_form_is_the_simulation(buffer: Buffer, peak: float, part: float) -> None:
    minutes, resting = closed_form(buffer, peak, peak * part)
    forever = 2 * minutes + 1 if np.isfinite(minutes) else 1e6
    course = simulate(buffer, Load([forever], [peak], 1.0), resting)
    if np.isinf(minutes):
        assert np.isinf(course.throttled_after_minutes)
    else:
        assert float(course.throttled_after_minutes) == pytest.approx(minutes, rel=1e-9, abs=1e-9)


@many
@given(buffer=buffers(), peak=rates, start=st.floats(0, 1))
def test_the_closed_form_is_the_simulation_from_any_fill(buffer: Buffer, peak: float, start: float) -> None:
    minutes, _ = closed_form(buffer, peak, 0, start)
    forever = 2 * minutes + 1 if np.isfinite(minutes) else 1e6
    course = simulate(buffer, Load([forever], [peak], 1.0), start)
    if np.isinf(minutes):
        assert np.isinf(course.throttled_after_minutes)
    else:
        assert float(course.throttled_after_minutes) == pytest.approx(minutes, rel=1e-9, abs=1e-9)


@many
@given(buffer=buffers(), peak=rates, part=st.floats(0, 1))
def test_twice_the_disk_groups_never_throttle_earlier(buffer: Buffer, peak: float, part: float) -> None:
    one, resting = closed_form(buffer, peak, peak * part)
    two, half_resting = closed_form(buffer, peak / 2, peak * part / 2)
    assert two >= one
    assert half_resting <= resting
    load = Load([30.0, 30.0, 30.0], [peak, peak * part, peak], 1.0)
    half = replace(load, write_mb_s=np.asarray(load.write_mb_s) / 2)
    before, after = simulate(buffer, load, resting), simulate(buffer, half, half_resting)
    assert after.throttled_after_minutes >= before.throttled_after_minutes
    assert after.throttled_minutes <= before.throttled_minutes + 1e-9


@many
@given(buffer=buffers(), peak=rates, part=st.floats(0, 1), more=st.floats(1, 3))
def test_more_never_throttles_later(buffer: Buffer, peak: float, part: float, more: float) -> None:
    assert closed_form(buffer, peak * more, peak * part)[0] <= closed_form(buffer, peak, peak * part)[0]


@many
@given(buffer=buffers(), load=st.floats(0.01, 2), part=st.floats(0, 1))
def test_a_steady_load_comes_to_rest_where_the_model_says(buffer: Buffer, load: float, part: float) -> None:
    """However empty it began: out as much as in, or at the full fill where that is too much."""
    size, limit, full = (
        number(each) for each in (buffer.write_buffer_mb, buffer.destage_limit_mb_s, buffer.destage_full_share)
    )
    inflow_mb_s = limit * min(load, number(buffer.burst_write_mb_s) / limit)
    minutes = (size / inflow_mb_s + 60 * size / limit) / 60
    course = simulate(buffer, Load([minutes, 1.0], inflow_mb_s, 1.0), full * part)
    rest = write_buffer.peak_fill_share(
        destage_start_share=buffer.destage_start_share,
        destage_full_share=buffer.destage_full_share,
        group_inflow_mb_s=inflow_mb_s,
        destage_limit_mb_s=limit,
    )
    np.testing.assert_allclose(course.fill_share[1:], rest, rtol=1e-9)
    np.testing.assert_allclose(course.destage_mb_s[-1], min(inflow_mb_s, limit), rtol=1e-9)
