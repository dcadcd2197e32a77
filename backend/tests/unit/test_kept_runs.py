"""A run is kept for the next question about the same plan, and answers it as a run of its own would."""

from collections.abc import Callable

import pytest
from pydantic import BaseModel

from hostwise.answers.evaluation.parts import EVERYTHING
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.run_plan import keep_runs, run_plan
from hostwise.answers.storage.storage_answer import storage_report
from hostwise.binding.kept_steps import keep_steps
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()

QUESTIONS: tuple[Callable[[Plan, Catalogue], BaseModel], ...] = (
    lambda plan, catalogue: decide(plan, catalogue, include=EVERYTHING),
    lambda plan, catalogue: uncertainty_of(plan, catalogue, number=256),
    growth_of,
    storage_report,
    memory_report,
)


def read_again(plan: Plan) -> Plan:
    return Plan.model_validate(plan_json(plan))


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "leaving-vmware"])
def test_questions_to_a_kept_run_are_answered_as_to_one_of_their_own(key: str) -> None:
    plan = sample_plan(key)
    alone = [question(plan, CATALOGUE).model_dump_json() for question in QUESTIONS]
    keep_runs(2)
    keep_steps(4)
    after_each_other = [
        question(read_again(plan), CATALOGUE).model_dump_json() for question in (*QUESTIONS, *QUESTIONS)
    ]
    assert after_each_other == [*alone, *alone]


def test_the_same_plan_has_the_same_run_and_another_one_has_not() -> None:
    keep_runs(2)
    plan = sample_plan("nvme-2026")
    run = run_plan(plan, CATALOGUE)
    assert run_plan(read_again(plan), CATALOGUE) is run
    group = plan.workload.groups[0]
    groups = (group.model_copy(update={"count": group.count + 1}), *plan.workload.groups[1:])
    more = plan.model_copy(update={"workload": plan.workload.model_copy(update={"groups": groups})})
    assert run_plan(more, CATALOGUE) is not run
    assert run_plan(plan, CATALOGUE, plan.configurations[1].key) is not run


def test_what_is_given_and_what_is_there_by_default_are_told_apart() -> None:
    plan = sample_plan("nvme-2026")
    keep_runs(2)
    document = plan_json(plan)
    del document["policy"]["sizing_years"]
    by_default = Plan.model_validate(document)
    document["policy"]["sizing_years"] = by_default.policy.sizing_years
    given = Plan.model_validate(document)
    runs = [run_plan(each, CATALOGUE) for each in (by_default, given)]
    assert runs[0].evaluation.value("hosts", 0) == runs[1].evaluation.value("hosts", 0)
    status = [{each.status for each in run.binding.origins("sizing_years", "")} for run in runs]
    assert status[0] != status[1]
