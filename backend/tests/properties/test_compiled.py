"""The formulas in machine code give the numbers that NumPy gives, missing and infinite ones alike."""

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.compiled.c_source import WRITTEN
from hostwise.engine.graph import Formula, Unsuited, Work
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array, Quantity
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, walk
from hostwise.server.machine.compiled_formulas import CannotCompile, kernel, use_compiled
from tests.collecting import check_each
from tests.compiled import compiled, needs_a_compiler
from tests.typical import TYPICAL

pytestmark = [needs_a_compiler, pytest.mark.numpy]

ROWS = 400
SIZES = {"role": len(Role), "group": 10, "month": 25, "year": 3}
"""Enough for sums in the order in which NumPy adds many."""

ODD = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, 2.0, -3.0])


def draw(quantity: Quantity, rng: np.random.Generator) -> NDArray[np.float64]:
    """Values of a quantity, also such that mean nothing."""
    shape = (1, ROWS, *(SIZES[axis] for axis in quantity.axes))
    values = (
        quantity.low + rng.lognormal(0.0, 1.0, shape) if np.isfinite(quantity.low) else rng.normal(0.0, 10.0, shape)
    )
    if np.isfinite(quantity.high):
        values = rng.uniform(quantity.low, quantity.high, shape)
    if "_rank" in quantity.name or quantity.name.endswith("flag") or rng.random() < 0.3:
        values = np.round(values)
    odd = rng.random(shape) < rng.choice([0.0, 0.02, 0.3], (1, ROWS, *(1,) * len(quantity.axes)))
    return np.where(odd, rng.choice(ODD, shape), values)


def close(found: Array, expected: Array, rtol: float) -> None:
    np.testing.assert_allclose(found, np.broadcast_to(expected, found.shape), rtol=rtol, atol=0)


def equals_numpy(formula: Formula) -> None:
    rng = np.random.default_rng(len(formula.quantity.name))
    given = {name: draw(MODEL.quantity(name), rng) for name in formula.parameters}
    name = formula.quantity.name
    with np.errstate(all="ignore"):
        expected = formula.compute(given)
    work = Work((*formula.parameters, name), (name,), formula.parameters)
    found = compiled().values(work, [*given.values()])[name]
    # What is left of large numbers that nearly cancel out has the rounding of the large ones.
    finite = [np.abs(np.where(np.isfinite(each), each, 0)).max() for each in given.values()]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14 * max(1, *finite))


def test_every_formula_by_itself() -> None:
    check_each(MODEL.formulas, equals_numpy)


def test_every_operation_is_written() -> None:
    used = {
        each.operation for one in MODEL.formulas.values() for each in walk(one.expression) if isinstance(each, Apply)
    }
    assert used <= WRITTEN


@contextmanager
def with_kernel() -> Iterator[None]:
    MODEL.kernel = compiled()
    try:
        yield
    finally:
        MODEL.kernel = None


@pytest.mark.parametrize("key", TYPICAL)
def test_whole_plans_and_changed_ones(key: str) -> None:
    plan, catalogue = sample_plan(key), load_catalogue()
    run = run_plan(plan, catalogue)
    with with_kernel():
        again = run_plan(plan, catalogue)
    for name, values in run.evaluation.values.items():
        close(again.evaluation.values[name], values, 1e-9)
    rng = np.random.default_rng(len(key))
    arrays, curves = run.binding.arrays, run.binding.curves
    for number in (1, 3, 20):
        changed = dict(arrays)
        for name in rng.choice([*arrays], number, replace=False):
            changed[name] = np.where(rng.random(arrays[name].shape) < 0.1, np.nan, arrays[name] * rng.uniform(0.5, 2))
        del changed[str(rng.choice([*arrays]))]
        plain = MODEL.evaluate(changed, curves=curves)
        with with_kernel():
            fast = MODEL.evaluate(changed, curves=curves)
        assert fast.values.keys() == plain.values.keys()
        for name, values in plain.values.items():
            assert fast.values[name].shape[:2] == values.shape[:2], name
            close(fast.values[name], values, 1e-9)
        # Also where what another evaluation lacked is kept.
        for configuration in range(len(plan.configurations)):
            for name in MODEL.formulas:
                assert fast.missing_of(name, configuration) == plain.missing_of(name, configuration), name
                if not MODEL.axes(name):
                    np.testing.assert_allclose(
                        fast.value(name, configuration), plain.value(name, configuration), rtol=1e-9
                    )


def evaluated(inputs: Mapping[str, Array], *wanted: str) -> tuple[Mapping[str, Array], Mapping[str, Array]]:
    plain = MODEL.evaluate(inputs, wanted).values
    with with_kernel():
        return MODEL.evaluate(inputs, wanted).values, {name: plain[name] for name in wanted}


def test_samples_of_many_configurations() -> None:
    rng = np.random.default_rng(5)
    arrays = run_plan(sample_plan("moderate-io"), load_catalogue()).binding.arrays
    inputs = {name: array[:, :1] for name, array in arrays.items()}
    inputs["dram_gib"] = rng.choice([256.0, 512.0, 1024.0], (1, 2_000))
    inputs["electricity_price_per_kwh"] = rng.uniform(0.1, 0.5, (7, 1))
    inputs["cpu_price"] = rng.uniform(500, 9_000, (7, 2_000))
    found, expected = evaluated(inputs, "hosts", "cluster_tco", "energy_cost")
    for name, values in expected.items():
        close(found[name], values, 1e-9)
    # Of so many configurations only what is wanted is kept.
    assert found.keys() == {"hosts", "cluster_tco", "energy_cost"}


def test_dates_of_samples_of_several_configurations() -> None:
    """Each date of a sample is what it is by itself, in both ways, whatever varies with what."""
    rng = np.random.default_rng(6)
    binding = run_plan(sample_plan("nvme-2026"), load_catalogue()).binding
    arrays, samples, dates, configurations = binding.arrays, 11, 4, len(binding.plan.configurations)
    growth = rng.uniform(0, 0.4, (samples, 1, arrays["count"].shape[-1]))
    cores = rng.choice([16.0, 32.0, 64.0], (samples, configurations))
    years = rng.uniform(0, 5, (samples * dates, 1))
    clusters = rng.choice([1.0, 2.0], (samples * dates, configurations))
    names = ("required_hosts", "planned_vms", "most_hosts", "raw_tb_per_host", "server_capex")
    changed = {"count_growth_rate": growth, "cores_per_socket": cores, "sizing_years": years, "clusters": clusters}
    inputs = {**arrays, **changed}
    plain = MODEL.evaluate(inputs, names, curves=binding.curves, dates=dates).values
    with with_kernel():
        fast = MODEL.evaluate(inputs, names, curves=binding.curves, dates=dates).values
    for sample in range(samples):
        for date in range(dates):
            row = sample * dates + date
            one = {name: array[[sample if len(array) == samples else row]] for name, array in changed.items()}
            alone = MODEL.evaluate({**arrays, **one}, names, curves=binding.curves).values
            for name in names:
                for found in (plain[name], fast[name]):
                    close(found[row if len(found) > 1 else 0], alone[name][0], 1e-9)
    assert len({*fast["required_hosts"].ravel()}) > samples
    # What no date changes has as many rows as what one changes, so that nobody needs to know.
    assert len(fast["required_hosts"]) == len(fast["planned_vms"]) == samples * dates


def test_arrays_that_change_are_read_anew() -> None:
    """The same arrays with other contents, and an array of another shape in the place of one."""
    binding = run_plan(sample_plan("nvme-2026"), load_catalogue()).binding
    arrays = {name: each.copy() for name, each in binding.arrays.items()}
    with with_kernel():
        before = MODEL.evaluate(arrays)
    kept = {name: values.copy() for name, values in before.values.items()}
    arrays["dram_gib"] *= 2
    arrays["count"][0, 0, -1] = np.nan
    plain = MODEL.evaluate(arrays)
    with with_kernel():
        after = MODEL.evaluate(arrays)
    for name, values in plain.values.items():
        close(after.values[name], values, 1e-9)
        # What was found before stays as it was.
        np.testing.assert_array_equal(before.values[name], kept[name])
    assert np.isnan(after.value("planned_vms"))
    assert before.value("planned_vms") > 0
    arrays["count"] = arrays["count"][:, :, :-1]
    with with_kernel(), pytest.raises(ValueError, match="broadcast"):
        MODEL.evaluate(arrays)


def test_arrays_of_any_kind_are_read() -> None:
    arrays = run_plan(sample_plan("nvme-2026"), load_catalogue()).binding.arrays
    rng = np.random.default_rng(8)
    kinds: list[Callable[[Array], ArrayLike]] = [
        lambda each: np.broadcast_to(each, (1, 3, *each.shape[2:])),
        lambda each: np.asfortranarray(np.repeat(each, 2, axis=-1))[..., ::2],
        lambda each: each.astype(">f8"),
        lambda each: each.tolist(),
        lambda each: np.ma.array(each),
        lambda each: pickle.loads(pickle.dumps(each)),
        lambda each: each.item() if each.size == 1 else each,
        lambda each: each.reshape(-1) if each.ndim == 2 else each,
        lambda each: np.frombuffer(b"-" + each.tobytes(), np.uint8)[1:].view(np.float64).reshape(each.shape),
    ]
    varied = {name: kinds[rng.integers(len(kinds))](each) for name, each in arrays.items()}
    with with_kernel():
        expected = MODEL.evaluate(arrays).values
        found = MODEL.evaluate(varied).values
    for name, values in expected.items():
        close(found[name], values, 0)


def test_five_axes_are_left_to_numpy() -> None:
    arrays = run_plan(sample_plan("nvme-2026"), load_catalogue()).binding.arrays
    work, memory = Work(("dram_gib",), ("dram_gib",), ("dram_gib",)), arrays["dram_gib"]
    close(compiled().values(work, [memory])["dram_gib"], memory, 0)
    with pytest.raises(Unsuited, match="5 axes"):
        compiled().values(work, [np.ones((1, 1, 1, 1, 1))])


def test_one_number_for_all_groups_is_left_to_numpy() -> None:
    arrays = run_plan(sample_plan("nvme-2026"), load_catalogue()).binding.arrays
    assert arrays["count"].shape[-1] > 1
    found, expected = evaluated({**arrays, "vcpu": np.array([[[2.0]]])}, "demand_cores")
    close(found["demand_cores"], expected["demand_cores"], 1e-12)


def test_code_that_others_could_have_put_there_is_not_loaded(tmp_path: Path) -> None:
    assert kernel(MODEL, tmp_path / "code", build=True) is not None
    (tmp_path / "code").chmod(0o777)
    with pytest.raises(CannotCompile, match="other accounts"):
        kernel(MODEL, tmp_path / "code", build=False)


def test_without_a_compiler_numpy_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    use_compiled(tmp_path / "cache", build=True)
    assert MODEL.kernel is None
