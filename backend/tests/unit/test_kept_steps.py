"""What steps have recorded of a plan holds for another one whose VM groups were edited."""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hostwise.binding import Binding, bind, kept_steps
from hostwise.binding.kept_steps import OF_ECONOMICS, OF_GROUPS, keep_steps
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.economics import Economics
from hostwise.plan.workload import VmGroup

CATALOGUE = load_catalogue()
SAMPLES = [each.key for each in sample_summaries()]


@pytest.fixture(autouse=True)
def none_is_known_to_read() -> Iterator[None]:
    yield
    kept_steps._READING.clear()


def edited(document: dict[str, Any], rng: np.random.Generator) -> Plan:
    """The plan with some other numbers in its VM groups and its economics."""
    changed = copy.deepcopy(document)
    parts = [(group, OF_GROUPS) for group in changed["workload"]["groups"]] + [(changed["economics"], OF_ECONOMICS)]
    for part, names in parts:
        for name in sorted(names & part.keys()):
            if isinstance(part[name], int | float) and rng.random() < 0.6:
                part[name] = part[name] + 1 if name == "count" else part[name] * 0.9
    return Plan.model_validate(changed)


def same(one: Binding, other: Binding) -> None:
    assert one.arrays.keys() == other.arrays.keys()
    for name, array in one.arrays.items():
        np.testing.assert_array_equal(array, other.arrays[name], err_msg=name)
    assert list(one.inputs) == list(other.inputs)
    for at, records in one.inputs.items():
        assert records.entries == other.inputs[at].entries, at


@pytest.mark.parametrize("key", SAMPLES)
def test_an_edited_plan_is_bound_as_if_nothing_was_kept(key: str) -> None:
    rng, document = np.random.default_rng(len(key)), plan_json(sample_plan(key))
    plans = [Plan.model_validate(document), *(edited(document, rng) for _ in range(4))]
    alone = [bind(each, CATALOGUE) for each in plans]
    keep_steps(2)
    for plan, expected in [*zip(plans, alone, strict=True)] * 2:
        same(bind(plan, CATALOGUE), expected)
        # What it has is its own: nothing is added to what is kept.
        same(bind(plan, CATALOGUE), expected)


def test_other_changes_are_recorded_anew() -> None:
    keep_steps(4)
    document = plan_json(sample_plan("nvme-2026"))
    before = [bind(Plan.model_validate(document), CATALOGUE) for _ in range(3)][-1]
    document["configurations"][1]["cpu"] = {"sockets": 1, "cores": 24, "price": 999}
    document["policy"] = document.get("policy", {}) | {"spare_hosts": 2}
    document["economics"]["discounts"] = []
    document["workload"]["groups"][0]["iops_average"] = 1_234
    changed = Plan.model_validate(document)
    found = [bind(changed, CATALOGUE) for _ in range(3)]
    keep_steps(0)
    for each in found:
        same(each, bind(changed, CATALOGUE))
    assert not np.array_equal(found[0].arrays["cores_per_socket"], before.arrays["cores_per_socket"])


def test_a_step_that_reads_groups_is_taken_anew() -> None:
    """The steps of a read cache read how many VMs there are."""
    keep_steps(2)
    document = plan_json(sample_plan("vfrc13-swingbench"))
    for _ in range(2):
        bind(Plan.model_validate(document), CATALOGUE)
    assert "bind_read_cache" in {each.__name__ for each in kept_steps._READING}


def test_what_may_differ_are_fields() -> None:
    assert VmGroup.model_fields.keys() >= OF_GROUPS
    assert Economics.model_fields.keys() >= OF_ECONOMICS
