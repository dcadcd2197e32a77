"""An evaluation after another one takes over what has not changed: its numbers are those of a fresh one, bit by bit."""

import numpy as np
import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from tests.typical import TYPICAL

pytestmark = pytest.mark.numpy


@pytest.mark.parametrize("key", TYPICAL)
def test_an_evaluation_after_another_one_equals_a_fresh_one(key: str) -> None:
    run = run_plan(sample_plan(key), load_catalogue())
    arrays, curves = run.binding.arrays, run.binding.curves
    rng = np.random.default_rng(len(key))
    names = list(arrays)
    before = run.evaluation
    for number in (1, 3, 20):
        changed = dict(arrays)
        for name in rng.choice(names, number, replace=False):
            changed[name] = np.where(rng.random(arrays[name].shape) < 0.1, np.nan, arrays[name] * rng.uniform(0.5, 2))
        dropped = str(rng.choice(names))
        del changed[dropped]
        fresh = MODEL.evaluate(changed, curves=curves)
        # After the plan as it is, and after the change before this one.
        for earlier in (run.evaluation, before):
            again = MODEL.evaluate(changed, curves=curves, after=earlier)
            assert again.values.keys() == fresh.values.keys()
            for name, values in fresh.values.items():
                np.testing.assert_array_equal(again.values[name], values, err_msg=name)
        before = fresh


def test_nothing_is_computed_that_rests_on_no_change() -> None:
    run = run_plan(sample_plan(TYPICAL[0]), load_catalogue())
    prices = run.binding.arrays | {"electricity_price_per_kwh": run.binding.arrays["electricity_price_per_kwh"] * 2}
    again = MODEL.evaluate(prices, curves=run.binding.curves, after=run.evaluation)
    assert again.values["required_hosts"] is run.evaluation.values["required_hosts"]
    assert again.value("cluster_tco") != run.evaluation.value("cluster_tco")


def test_a_curve_that_changes_is_computed_again() -> None:
    run = run_plan(sample_plan("friedman13"), load_catalogue())
    assert run.binding.curves
    without = MODEL.evaluate(run.binding.arrays, after=run.evaluation)
    for name, values in MODEL.evaluate(run.binding.arrays).values.items():
        np.testing.assert_array_equal(without.values[name], values, err_msg=name)
