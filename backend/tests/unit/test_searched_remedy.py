"""The remedy that the search finds for a plan where no change of one field helps: one click, and it can be built."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision import deciding, sized
from hostwise.decision import searched_remedy as service
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decision
from hostwise.decision.remedies import edited
from hostwise.decision.samples.samples import sample_plan
from hostwise.decision.searched_remedy import searched_remedy
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at
from hostwise.plan.new_plan import new_plan

CATALOGUE = load_catalogue()
CARD = Parts(inputs=False, monthly=False, quantities=("cluster_tco",), decision=True)
VCPU = "/workload/groups/0/vcpu"


def changed(plan: Plan, *edits: tuple[str, Any]) -> Plan:
    document: Any = plan_json(plan)
    for pointer, value in edits:
        set_at(document, pointer, value)
    return Plan.model_validate(document | {"remarks": {}})


def card(plan: Plan) -> Decision:
    found = decide(plan, CATALOGUE, None, CARD).decision
    assert found is not None
    return found


@pytest.mark.parametrize(
    "plan",
    [
        changed(new_plan(), (VCPU, 300)),
        # A VM as large as a whole host, and a number of hosts that is not enough.
        changed(new_plan(), (VCPU, 260), ("/workload/groups/0/vms", None), ("/configurations/0/hosts", 3)),
        # Disk groups: most combinations, found by elimination.
        changed(sample_plan("light-io"), (VCPU, 300)),
    ],
    ids=["single-tier", "whole", "disk-groups"],
)
def test_where_no_change_of_one_field_helps_the_search_does(plan: Plan) -> None:
    run = run_plan(plan, CATALOGUE)
    before = sized.sized_decision(run, CATALOGUE, result_of(run, CATALOGUE, plan.configurations[0].key))
    assert (before.state, before.remedies) == ("cannot_be_built", [])
    assert before.missing
    found = card(plan)
    (remedy,) = found.remedies
    assert found.missing == []
    assert "processor" in remedy.remedy.label.lower()
    assert remedy.effect
    cured = edited(plan, remedy.remedy)
    assert cured is not None
    assert any(each.admissible for each in decide(cured, CATALOGUE, None, CARD).configurations)
    # In words only what differs.
    assert "as it is" not in remedy.remedy.label


def test_what_no_part_mends_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    # More than the hypervisor gives a VM.
    plan = changed(new_plan(), (VCPU, 1_000))
    monkeypatch.setattr(service, "cheapest_first", lambda *_: pytest.fail("it was searched"))
    found = card(plan)
    assert (found.state, found.remedies) == ("cannot_be_built", [])
    assert found.missing


def test_the_search_is_left_alone_where_a_change_helps_or_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "searched_remedy", lambda *_: pytest.fail("it was searched"))
    assert card(changed(new_plan(), ("/workload/groups/0/memory_gib", 3_000))).remedies
    assert card(new_plan()).remedies == []
    assert decide(changed(new_plan(), (VCPU, 300)), CATALOGUE).decision is None


def test_a_plan_that_is_not_searched_has_no_searched_remedy() -> None:
    wrong = changed(new_plan(), (VCPU, 300))
    assert searched_remedy(changed(wrong, ("/policy/coverage_level", 0.9)), CATALOGUE) is None
    event = {"label": "Merger", "month": 12, "group": "VMs", "vms": 10}
    assert searched_remedy(changed(wrong, ("/workload/events", [event])), CATALOGUE) is None
