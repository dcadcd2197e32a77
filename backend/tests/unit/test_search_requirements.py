"""The counts of a search are of what meets the plan's requirements, as evaluating each combination by itself says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.search import requirements_met
from hostwise.answers.search.search_answer import search
from hostwise.answers.search.search_document import SearchAnswer
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at
from hostwise.plan.search_document import Search

CATALOGUE = load_catalogue()
CHOICES: list[dict[str, Any]] = [
    {"field": "/cpu/key", "values": ["amd-epyc-9355", "amd-epyc-9555", "intel-xeon-6530p"]},
    {"field": "/memory/dram_gib", "values": [768, 1_536, 3_072]},
    {"field": "/capacity/count", "values": [3, 6, 12]},
]


def plan_with(key: str, policy: dict[str, Any] | None = None, **requirements: Any) -> Plan:
    document = plan_json(sample_plan(key))
    document["requirements"] = requirements
    document["policy"] |= policy or {}
    return Plan.model_validate(document)


def found(plan: Plan) -> SearchAnswer:
    return search(Search.model_validate({"plan": plan_json(plan), "choices": CHOICES, "best": 3}), CATALOGUE)


def by_hand(plan: Plan, answer: SearchAnswer) -> tuple[list[float], dict[str, int]]:
    """The costs of the admissible, and the first requirement that each other one misses."""
    costs: list[float] = []
    missed: dict[str, int] = {}
    for options in product(*(each.options for each in answer.choices)):
        document = plan_json(plan)
        document["configurations"] = document["configurations"][:1]
        document.pop("remarks")
        for option in options:
            for edit in option.edits:
                set_at(document, edit.pointer, edit.value)
        try:
            result = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
        except PlanError:
            continue
        cost = result.quantities["cluster_tco"].value
        if result.admissible and cost is not None:
            costs.append(cost)
        elif result.unmet_requirements and result.feasible and result.unmet_requirements[0].known:
            key = f"requirement {result.unmet_requirements[0].requirement}"
            missed[key] = missed.get(key, 0) + 1
    return sorted(costs), missed


@pytest.mark.parametrize(
    ("policy", "requirements"),
    [
        ({}, {"max_hosts": 16}),
        ({}, {"min_hosts": 10}),
        ({}, {"rack_units": 26}),
        ({}, {"power_kw": 11.0}),
        ({}, {"budget": 2_600_000}),
        ({"spare_hosts": 1}, {"hosts_lost": 1}),
        ({"spare_hosts": 1}, {"hosts_lost": 2}),
        ({"spare_hosts": 1}, {"hosts_lost": 2, "hosts_lost_keeps": "running"}),
        ({}, {"heals": True}),
        ({}, {"site_lost": True}),
        ({}, {"rpo_minutes": 0}),
        ({}, {"vgpu": True, "snapshots": True}),
        ({"sizing_years": 1}, {"max_hosts": 16}),
    ],
)
def test_only_what_meets_a_requirement_is_counted(policy: dict[str, Any], requirements: dict[str, Any]) -> None:
    plan = plan_with("nvme-2026", policy, **requirements)
    answer = found(plan)
    costs, missed = by_hand(plan, answer)
    assert answer.requirements_not_counted == []
    assert answer.feasible == len(costs)
    assert answer.feasible + sum(each.count for each in answer.rejected) == answer.combinations
    of_requirements = {each.code: each.count for each in answer.rejected if each.kind == "requirement"}
    assert of_requirements == missed
    assert [each.cost.value for each in answer.best] == pytest.approx(costs[:3])
    if costs:
        assert answer.near == sum(each <= costs[0] * 1.03 for each in costs)
        assert min(each.best_cost or costs[0] for each in answer.choices[0].options) == pytest.approx(costs[0])
    for choice in answer.choices:
        assert sum(each.feasible for each in choice.options) == len(costs)


def test_an_amount_that_is_missed_has_its_nearest() -> None:
    answer = found(plan_with("nvme-2026", max_hosts=10))
    (rejected,) = [each for each in answer.rejected if each.kind == "requirement"]
    assert rejected.label == "a requirement of the plan is missed: hosts in total"
    assert rejected.nearest is not None
    assert (rejected.nearest.needed or 0) > 10
    assert rejected.nearest.available == 10
    assert rejected.nearest.unit == "hosts"


def test_of_too_many_combinations_it_is_said_that_they_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requirements_met, "MOST_WALKED", 10)
    answer = found(plan_with("nvme-2026", max_hosts=16))
    assert answer.requirements_not_counted == ["hosts in total"]
    assert answer.sentence.endswith("Only those that are listed were held against: hosts in total.")
    assert all((each.hosts.value or 0) <= 16 for each in answer.best)


def test_an_option_says_whether_its_cost_is_after_placement() -> None:
    answer = found(plan_with("databases-2026"))
    options = [each for choice in answer.choices for each in choice.options if each.best_cost is not None]
    assert any(each.placed for each in options)
    winner = [
        each
        for choice, own in zip(answer.choices, answer.best[0].labels, strict=True)
        for each in choice.options
        if each.label == own
    ]
    assert all(each.placed and each.best_cost == pytest.approx(answer.best[0].cost.value) for each in winner)
