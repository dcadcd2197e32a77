"""Any valid plan has an answer: nothing fails, and nothing is infinite that should be a number."""

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import QuantityState, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import UnreadablePlan, plan_of
from tests.drawing_examples import examples
from tests.properties.any_plan import bounds, leaves, plans

pytestmark = pytest.mark.numpy

CATALOGUE = load_catalogue()


def evaluated(plan: Plan) -> Result | None:
    """The result, unless the plan's choices do not go together, which is said at a field."""
    try:
        return evaluate_plan(plan, CATALOGUE)
    except PlanError as error:
        mistakes = error.mistakes
    assert mistakes
    assert all(each.pointer for each in mistakes)
    return None


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(plan=plans())
def test_any_valid_plan_has_an_answer(plan: Plan) -> None:
    result = evaluated(plan)
    if result is None:
        return
    for each in result.configurations:
        for name, value in each.quantities.items():
            assert value.value is None or math.isfinite(value.value), (each.key, name)
            assert (value.state is QuantityState.EVALUATED) == (value.value is not None)


def numbers() -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    return [(at, schema) for at, schema in leaves() if schema.get("type") in ("number", "integer")]


@pytest.mark.parametrize(("at", "schema"), [pytest.param(*each, id="/".join(each[0])) for each in numbers()])
def test_every_number_has_bounds_that_mean_something(at: tuple[str, ...], schema: dict[str, Any]) -> None:
    assert "exclusiveMinimum" not in schema
    low, high = bounds(schema)
    assert low is not None
    assert high is not None
    assert abs(low) <= 1e9
    assert abs(high) <= 1e9


def test_a_negligible_number_is_refused_at_its_field() -> None:
    document = plan_json(sample_plan("moderate-io"))
    for at, change in (
        (("configurations", 0, "capacity", "capacity_gb"), 1e-300),
        (("workload", "groups", 0, "iops_average"), 1e-300),
        (("economics", "discount_rate"), 1e-12),
        (("workload", "groups", 0, "count_growth_rate"), -1e-12),
    ):
        changed = plan_json(Plan.model_validate(document))
        place: Any = changed
        for part in at[:-1]:
            place = place[part]
        place[at[-1]] = change
        with pytest.raises(UnreadablePlan) as refused:
            plan_of(changed)
        assert [each.pointer for each in refused.value.mistakes] == ["/" + "/".join(map(str, at))]
