"""An answer that contradicts itself says that it is a defect, and decides nothing."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.running import contradiction as telling
from hostwise.answers.running.contradiction import contradiction
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
SHORT = " are said to be enough, and memory is 5.1 % short."
OTHERS = [{"model": "old", "hosts": 2, "dram_gib": 512, "maintenance_per_year": 0}]


def ran(policy: dict[str, Any] | None = None, **changes: Any) -> Run:
    """A run of two candidates, of which the first is the cheaper one."""
    document = plan_json(sample_plan("moderate-io"))
    document["policy"] |= policy or {}
    first = document["configurations"][0] | changes
    dearer = deepcopy(first) | {"key": "dearer", "name": "Dearer"}
    dearer["host"]["chassis_price"] = 50_000
    return run_plan(Plan.model_validate(document | {"configurations": [first, dearer]}), CATALOGUE)


def wrong(run: Run, **numbers: float) -> Run:
    """The run with other numbers of its first candidate, as a fault of a formula would have them."""
    values = dict(run.evaluation.values)
    for name, number in numbers.items():
        values[name] = np.array(np.broadcast_to(values[name], (1, 2)))
        values[name][0, 0] = number
    return replace(run, evaluation=replace(run.evaluation, values=values))


def said(run: Run) -> str | None:
    found = contradiction(run, 0)
    return None if found is None else plain(str(found))


def plain(text: str) -> str:
    """Without spaces that keep a number and its unit together."""
    return text.replace("\xa0", " ")


def test_the_number_stands_and_nothing_is_decided_by_it() -> None:
    run = wrong(ran(), capacity_slack_share=-0.24)
    result = result_of(run, CATALOGUE, "dearer")
    first, second = result.configurations
    assert first.hosts == second.hosts
    assert first.feasible
    assert not first.admissible
    assert first.exclusion == "contradicts itself"
    assert [each.requirement for each in first.unmet_requirements] == ["sound"]
    assert second.admissible
    (found,) = [each for each in result.findings if each.code == "answer_contradicts_itself"]
    assert found.severity is Severity.ERROR
    assert found.message.startswith("This is a defect of Hostwise, please report it. ")
    assert "capacity is 24 % short" in plain(found.message)
    assert uncertainty_of_run(run, CATALOGUE, number=64).verdict.advised == "dearer"


def test_what_is_short_is_named_with_the_hosts() -> None:
    run = ran()
    hosts = run.evaluation.value("hosts", 0)
    assert said(run) is None
    assert said(wrong(run, memory_slack_share=-0.051)) == f"{hosts:.0f} hosts{SHORT}"
    # Less than rounding leaves is no shortage.
    assert said(wrong(run, memory_slack_share=-1e-13)) is None
    # Hosts that are said not to be enough contradict nothing.
    assert said(wrong(run, memory_slack_share=-0.051, required_hosts=hosts + 1)) is None


def test_hosts_that_are_sized_are_enough_when_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    run, single = ran(other_host_models=OTHERS), ran()
    hosts = run.evaluation.value("hosts", 0)
    assert said(run) is None
    monkeypatch.setattr(telling, "_required_of_given", lambda *_: [hosts + 1, hosts])
    again = ran(other_host_models=OTHERS)
    expected = f"{hosts:.0f} hosts are sized, and if the same hosts are given {hosts + 1:.0f} are needed."
    assert said(again) == expected
    # Of hosts that are all alike, in one cluster, it follows from the sum.
    assert said(replace(single)) is None


def test_several_clusters_are_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ran({"max_hosts_per_cluster": 4})
    assert run.evaluation.value("clusters", 0) > 1
    assert said(run) is None
    monkeypatch.setattr(telling, "_required_of_given", lambda *_: [1_000.0, 1.0])
    assert "1,000 are needed" in plain(str(contradiction(ran({"max_hosts_per_cluster": 4}), 0)))


def test_limits_hold_with_the_spares_down_where_models_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ran(other_host_models=OTHERS)
    real = run.with_failed(1)
    monkeypatch.setattr(Run, "with_failed", lambda one, failed: wrong(real, memory_slack_share=-0.1) if failed else one)
    assert str(said(ran(other_host_models=OTHERS))).endswith("memory is 10 % short with 1 host down.")


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_no_sample_contradicts_itself(key: str) -> None:
    run = run_plan(sample_plan(key), CATALOGUE)
    for place in range(len(run.plan.configurations)):
        assert contradiction(run, place) is None
