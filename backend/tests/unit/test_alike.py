"""Configurations that differ in one field: bound together they have the figures that each has by itself."""

import numpy as np
import pytest

from hostwise.answers.evaluation import options
from hostwise.binding import Alike, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan

FIELDS = {
    "cpus": ("nvme-2026", "/configurations/0/cpu/key"),
    "drives": ("moderate-io", "/configurations/0/write_tier/key"),
    "memory": ("nvme-2026", "/configurations/2/memory/module"),
    "chassis": ("vdi-2026", "/configurations/0/host/chassis"),
    "protection": ("nvme-2026", "/configurations/0/protection"),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_options_have_the_figures_that_they_have_one_by_one(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample, pointer = FIELDS[kind]
    plan, catalogue = sample_plan(sample), load_catalogue()
    together = options.options_of(plan, [pointer], kind, catalogue)
    monkeypatch.setattr(options, "_alike", lambda tried, own: [])
    assert together == options.options_of(plan, [pointer], kind, catalogue)
    assert any(effect.hosts is not None for row in together.rows for effect in row.effects)


def test_a_field_that_steps_read_is_bound_for_each() -> None:
    plan, catalogue = sample_plan("nvme-2026"), load_catalogue()
    base = plan.configurations[0]

    def other(key: str, cores: int) -> Configuration:
        return base.model_copy(update={"key": key, "cpu": base.cpu.model_copy(update={"cores": cores})})

    several: Plan = plan.model_copy(
        update={"configurations": (*plan.configurations, *(other(f"c{each}", each) for each in (16, 32, 48)))}
    )
    first = len(plan.configurations)
    together = bind(several, catalogue, [Alike(range(first, first + 3), "/cpu/cores")])
    apart = bind(several, catalogue)
    assert together.arrays.keys() == apart.arrays.keys()
    for name, values in apart.arrays.items():
        assert np.array_equal(together.arrays[name], values, equal_nan=True), name
    assert together.arrays["cores_per_socket"][0, first:].tolist() == [16, 32, 48]
