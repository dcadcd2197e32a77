"""Break-evens of leaving: put back as input they give equal costs, and on their two sides another one is cheaper."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.uncertainty.uncertainty_document import PlatformMigration
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report

CATALOGUE = load_catalogue()


def document() -> Any:
    found: Any = plan_json(sample_plan("leaving-vmware"))
    found.pop("remarks", None)
    return found


def with_lines(lines: list[dict[str, Any]], key: str | None = None) -> Plan:
    """The sample with lines of the configurations that leave, or of one of them."""
    changed = document()
    for each in changed["configurations"][1:]:
        if key in (None, each["key"]):
            each["cost_lines"] = lines
    return Plan.model_validate(changed)


def leaving(plan: Plan) -> PlatformMigration:
    found = uncertainty_of(plan, CATALOGUE, number=16).verdict.migration
    assert found is not None
    return found


def costs(plan: Plan) -> dict[str, float]:
    return {
        each.key: each.quantities["cluster_tco"].value or 0 for each in evaluate_plan(plan, CATALOGUE).configurations
    }


def moving(amount: float) -> list[dict[str, Any]]:
    return [{"label": "Move", "category": "migration", "amount": amount, "per": "vm"}]


def test_the_rate_put_back_gives_equal_costs_and_turns_the_order_on_its_two_sides() -> None:
    found = leaving(Plan.model_validate(document()))
    rate = found.migration_per_vm
    assert rate is not None
    assert found.saves > 0
    for factor, cheaper in ((1.0, None), (0.99, found.leave), (1.01, found.stay)):
        paid = costs(with_lines(moving(rate * factor), found.leave))
        if cheaper is None:
            assert paid[found.leave] == pytest.approx(paid[found.stay], rel=1e-6)
        else:
            other = found.stay if cheaper == found.leave else found.leave
            assert paid[cheaper] < paid[other]


@pytest.mark.parametrize("timing", [{"month": 30}, {"paid": "in_shares", "month": 13, "until_month": 36}])
def test_the_rate_is_for_the_vms_of_the_month_of_the_move(timing: dict[str, Any]) -> None:
    def with_move(amount: float, only: str | None = None) -> Plan:
        changed = document()
        for group in changed["workload"]["groups"]:
            group["count_growth_rate"] = 0.2
        for each in changed["configurations"][1:]:
            if only in (None, each["key"]):
                each["cost_lines"] = [line | timing for line in moving(amount)]
        return Plan.model_validate(changed)

    found = leaving(with_move(500))
    assert found.migration_per_vm is not None
    assert found.migration_entered_per_vm == pytest.approx(500)
    paid = costs(with_move(found.migration_per_vm, found.leave))
    assert paid[found.leave] == pytest.approx(paid[found.stay], rel=1e-6)


@pytest.mark.parametrize(
    "lines", [moving(800), [*moving(500), {"label": "Team", "category": "migration", "amount": 9_000}]]
)
def test_what_is_entered_does_not_move_the_rate(lines: list[dict[str, Any]]) -> None:
    free, entered = leaving(Plan.model_validate(document())), leaving(with_lines(lines))
    assert entered.leave == free.leave
    assert entered.migration_per_vm == pytest.approx(free.migration_per_vm)
    assert entered.saves < free.saves
    assert entered.migration_entered_per_vm is not None
    assert f"entered: {entered.migration_entered_per_vm:,.0f}" in entered.sentence


def test_months_side_by_side_are_the_running_cost_of_staying() -> None:
    plan = Plan.model_validate(document())
    found = leaving(plan)
    assert found.months_side_by_side is not None
    result = {each.key: each for each in evaluate_plan(plan, CATALOGUE).configurations}
    monthly = (result[found.stay].quantities["running_cost_per_year"].value or 0) / 12
    assert found.months_side_by_side * monthly == pytest.approx(found.saves)
    twelve = [
        {"label": "Old", "category": "double_running", "amount": monthly, "paid": "every_month", "until_month": 12}
    ]
    entered = leaving(with_lines(twelve))
    assert entered.months_entered == pytest.approx(12)
    assert entered.months_side_by_side == pytest.approx(found.months_side_by_side)


def test_where_moving_costs_too_much_the_sentence_says_below_what_it_pays() -> None:
    found = leaving(with_lines(moving(90_000)))
    assert found.saves < 0
    assert "it pays where moving costs less than" in found.sentence


def test_configurations_on_one_hypervisor_have_no_such_break_even() -> None:
    assert uncertainty_of(sample_plan("light-io"), CATALOGUE, number=16).verdict.migration is None


def test_reports_say_it_on_their_first_page() -> None:
    text = report(sample_plan("leaving-vmware"), CATALOGUE, "md").decode()
    assert "unless moving costs more than" in text[:6_000]


# ------------------------------------------------------------------------------------------------- a price nobody knows


def without_price(key: str) -> Any:
    changed = document()
    changed["configurations"][1]["licence"] = {"key": key}
    return changed


@pytest.mark.parametrize(
    ("key", "field"),
    [("nutanix-nci", "price_per_core_year"), ("openshift-virtualization-engine", "price_per_socket_year")],
)
def test_an_unknown_price_is_solved_for_and_put_back_gives_equal_costs(key: str, field: str) -> None:
    changed = without_price(key)
    (found,) = uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=16).verdict.unknown_prices
    assert found.pointer == f"/configurations/1/licence/{field}"
    assert f"below a {found.label} of " in found.sentence
    for factor in (0.99, 1.0, 1.01):
        changed["configurations"][1]["licence"][field] = found.price * factor
        paid = costs(Plan.model_validate(changed))
        mine, other = paid[found.configuration], paid[found.other]
        assert other == min(each for name, each in paid.items() if name != found.configuration)
        if factor == 1.0:
            assert mine == pytest.approx(other, rel=1e-6)
        else:
            assert (mine < other) is (factor < 1)


def test_a_price_that_cannot_be_low_enough_is_said() -> None:
    changed = without_price("nutanix-nci")
    changed["configurations"][1]["cost_lines"] = [{"label": "Move", "category": "migration", "amount": 9e7}]
    (found,) = uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=16).verdict.unknown_prices
    assert found.price == 0
    assert "costs more than" in found.sentence


def test_nothing_is_solved_for_where_all_prices_are_known() -> None:
    assert uncertainty_of(sample_plan("leaving-vmware"), CATALOGUE, number=16).verdict.unknown_prices == []
