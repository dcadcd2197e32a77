"""Cost lines count where they are paid; a line or a confirmation lifts what stands in the way of a verdict."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.decision import Uncertainty
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.cost_lines import CostLine
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report

CATALOGUE = load_catalogue()
LINES: list[dict[str, Any]] = [
    {"label": "Training", "category": "training", "amount": 5_000, "month": 3},
    {"label": "Monitoring", "category": "backup_monitoring", "amount": 1_200, "paid": "every_year"},
]
MIGRATION = {"label": "Move 150 VMs", "category": "migration", "amount": 60_000, "month": 14}


def document(key: str = "light-io") -> Any:
    found: Any = plan_json(sample_plan(key))
    found.pop("remarks", None)
    return found


def with_lines(*, late: bool = False) -> Plan:
    changed = document()
    changed["economics"] |= {"cost_lines": LINES, "discount_rate": 0.1}
    own = [MIGRATION, {**MIGRATION, "label": "Too late", "month": 61, "amount": 7}] if late else [MIGRATION]
    changed["configurations"][1]["cost_lines"] = own
    return Plan.model_validate(changed)


def amount(configuration: ConfigurationResult, name: str) -> float:
    value = configuration.quantities[name].value
    assert value is not None
    return value


def without() -> Result:
    changed = document()
    changed["economics"]["discount_rate"] = 0.1
    return evaluate_plan(Plan.model_validate(changed), CATALOGUE)


def test_lines_are_in_cost_cash_flow_and_present_value() -> None:
    before, after = without().configurations, evaluate_plan(with_lines(), CATALOGUE).configurations
    common, own = 5_000 + 5 * 1_200, 60_000
    assert amount(after[0], "cluster_tco") - amount(before[0], "cluster_tco") == pytest.approx(common)
    assert amount(after[1], "cluster_tco") - amount(before[1], "cluster_tco") == pytest.approx(common + own)
    assert amount(after[0], "running_cost_per_year") - amount(before[0], "running_cost_per_year") == pytest.approx(
        1_200
    )
    # Monitoring is paid in advance, in the first month of each year.
    more = amount(after[1], "cluster_npv") - amount(before[1], "cluster_npv")
    yearly = 1_200 * sum(1.1 ** (-month / 12) for month in (1, 13, 25, 37, 49))
    assert more == pytest.approx(5_000 / 1.1**0.25 + 60_000 / 1.1 ** (14 / 12) + yearly, rel=1e-9)
    months = after[1].monthly.parts["lines"]
    assert [months[month] for month in (0, 1, 2, 3, 13, 14)] == [0, 1_200, 0, 5_000, 1_200, 60_000]
    assert sum(month or 0 for month in months) == pytest.approx(common + own)
    assert {each.category: each.amount for each in after[1].cost_lines} == {
        "migration": 60_000,
        "training": 5_000,
        "backup_monitoring": 6_000,
    }


def test_a_line_after_the_last_month_is_said_with_its_amount() -> None:
    result = evaluate_plan(with_lines(late=True), CATALOGUE)
    (said,) = (each for each in result.findings if each.code == "cost_line_beyond_horizon")
    assert "1 cost line of 7.00 USD after month 60" in said.message
    assert "Too late" in said.message
    assert said.pointer == "/configurations/1/cost_lines/1/month"
    on_time = evaluate_plan(with_lines(), CATALOGUE)
    assert amount(result.configurations[1], "cluster_tco") == amount(on_time.configurations[1], "cluster_tco")


def with_line(**line: Any) -> tuple[ConfigurationResult, ConfigurationResult]:
    """The first configuration without and with a line, which buys hosts for growth."""
    changed = document()
    for each in changed["workload"]["groups"]:
        each["count_growth_rate"] = 0.5
    changed["policy"]["sizing_years"] = 0
    before = evaluate_plan(Plan.model_validate(changed), CATALOGUE).configurations[0]
    changed["configurations"][0]["cost_lines"] = [{"label": "Line", "category": "other", **line}]
    return before, evaluate_plan(Plan.model_validate(changed), CATALOGUE).configurations[0]


def test_lines_for_each_vm_host_and_core_follow_their_number_by_month() -> None:
    before, moved = with_line(amount=300, per="vm", month=6)
    vms = 150 * 1.5**0.5
    months = [after or 0 for after in moved.monthly.parts["lines"]]
    assert months[6] == pytest.approx(300 * vms, rel=0.01)
    assert sum(months) == pytest.approx(months[6])
    assert amount(moved, "cluster_tco") - amount(before, "cluster_tco") == pytest.approx(months[6])
    hosts = [each or 0 for each in before.monthly.hosts]
    assert hosts[60] > hosts[0]
    _, kept = with_line(amount=100, per="host", paid="every_month", month=3, until_month=14)
    assert [each or 0 for each in kept.monthly.parts["lines"]] == pytest.approx(
        [100 * hosts[month] if 3 <= month <= 14 else 0 for month in range(61)]
    )
    _, cores = with_line(amount=12, per="core", paid="every_year", change_rate=0.1)
    per_host = amount(before, "cores_per_host")
    assert [each or 0 for each in cores.monthly.parts["lines"]] == pytest.approx(
        [12 * per_host * hosts[month] * 1.1 ** (month // 12) if month % 12 == 1 else 0 for month in range(61)]
    )
    (of_category,) = cores.cost_lines
    assert of_category.amount == pytest.approx(sum(each or 0 for each in cores.monthly.parts["lines"]))
    assert amount(cores, "running_cost_per_year") - amount(before, "running_cost_per_year") == pytest.approx(
        12 * per_host * hosts[0]
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"paid": "once", "until_month": 5}, "what is paid once has no last month"),
        ({"paid": "every_year", "month": 9, "until_month": 5}, "its last month, 5, is before its first, 9"),
    ],
)
def test_spans_that_cannot_be_are_refused(line: dict[str, Any], said: str) -> None:
    changed = document()
    changed["economics"]["cost_lines"] = [{"label": "x", "category": "other", "amount": 1, **line}]
    with pytest.raises(ValueError, match=said):
        Plan.model_validate(changed)


def test_reports_list_them_by_category() -> None:
    text = report(with_lines(), CATALOGUE, "md").decode()
    assert "| Cost lines | 11,000 | 71,000 |" in text
    assert "| Cost lines: Migration | 0 | 60,000 |" in text


def leaving(change: Any = None) -> Uncertainty:
    changed = document("leaving-vmware")
    if change is not None:
        change(changed)
    return uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=256)


def caps(found: Uncertainty) -> set[str]:
    return {each.code for each in found.verdict.verdict_limits}


def test_migration_is_asked_for_until_lines_or_confirmations_say_it() -> None:
    found = leaving()
    assert "without_migration" in caps(found)
    assert {"migration", "double running", "training"} <= set(found.verdict.not_counted)

    def all_but_one(changed: Any) -> None:
        # One of the families may be the one that runs today.
        for each in changed["configurations"][1:]:
            each["cost_lines"] = [{"label": "Move", "category": "migration", "amount": 100_000}]

    lifted = leaving(all_but_one)
    assert "without_migration" not in caps(lifted)
    assert "migration" not in lifted.verdict.not_counted
    costs = {each.key: each.cost.mid for each in lifted.configurations}
    for before in found.configurations[1:]:
        assert costs[before.key] == pytest.approx((before.cost.mid or 0) + 100_000)

    def confirmed(changed: Any) -> None:
        changed["economics"]["confirmed_none"] = ["migration", "double_running"]

    confirmed_found = leaving(confirmed)
    assert "without_migration" not in caps(confirmed_found)
    assert {"migration", "double running"}.isdisjoint(confirmed_found.verdict.not_counted)
    assert "training" in confirmed_found.verdict.not_counted


def kept_beside_new(lines: list[dict[str, Any]], none: list[str]) -> Any:
    """The document of a plan with a kept cluster of hosts without prices beside a new one."""
    changed = document()
    kept = changed["configurations"][0]
    kept |= {"hosts": 8, "cost_lines": lines, "confirmed_none": none}
    kept["host"]["chassis_price"] = kept["cpu"]["price"] = kept["network"]["price"] = kept["memory"]["price"] = 0
    for drives in ("write_tier", "capacity"):
        kept[drives]["price"] = 0
    return changed


def keeping(lines: list[dict[str, Any]], none: list[str]) -> Uncertainty:
    return uncertainty_of(Plan.model_validate(kept_beside_new(lines, none)), CATALOGUE, number=256)


def test_keep_or_replace_is_asked_until_what_keeping_costs_is_said() -> None:
    asked = keeping([], [])
    assert "keep_or_replace" in caps(asked)
    assert asked.verdict.strength == "open"
    assert "is without maintenance of the kept hosts" in asked.verdict.sentence
    assert "keep_or_replace" not in caps(keeping([], ["maintenance"]))
    yearly = {"label": "Third-party maintenance", "category": "maintenance", "amount": 4_000, "paid": "every_year"}
    assert "keep_or_replace" not in caps(keeping([yearly], []))


def test_what_replaces_kept_hosts_is_compared_with_each_other_until_keeping_has_a_cost() -> None:
    """Kept hosts that are dearer already: a saving against them would be one against a cost that nobody knows."""
    changed = kept_beside_new([{"label": "Power", "category": "other", "amount": 9_000_000}], [])
    changed["remarks"] = {"/configurations/0/licence/key": {"status": "assumed"}}
    second = changed["configurations"][1] | {"key": "second", "name": "Second"}
    racks = {"label": "Racks", "category": "other", "amount": 500_000}
    changed["configurations"].append(second | {"cost_lines": [racks]})
    found = uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=256)
    assert "keep_or_replace" in caps(found)
    assert (found.verdict.strength, found.verdict.label) == ("open", "Open")
    first, then = found.verdict.sentence.split("cost. ")
    assert first == "Keep or replace? Enter what the current hosts will "
    assert "Second" in then
    assert changed["configurations"][0]["name"] not in found.verdict.sentence
    (kept,) = (each for each in found.decision.rows if each.place == 0)
    assert (kept.is_reference, kept.against) == (False, None)
    assert found.decision.reference == found.decision.lead == changed["configurations"][1]["key"]
    assert [each.against is None for each in found.decision.rows if each.place] == [True, False]


def test_administration_by_line_counts_as_given() -> None:
    plan = with_lines()
    assert "administration" in uncertainty_of(plan, CATALOGUE, number=64).verdict.not_counted
    changed = document()
    changed["economics"]["cost_lines"] = [
        {"label": "Team", "category": "administration", "amount": 9, "paid": "every_year"}
    ]
    assert (
        "administration" not in uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=64).verdict.not_counted
    )


def test_published_rates_are_lines_of_a_plan() -> None:
    assert len(CATALOGUE.cost_rates) >= 15
    for each in CATALOGUE.cost_rates.values():
        line = {
            "label": each.name,
            "category": each.category,
            "amount": each.amount,
            "per": each.per,
            "paid": each.paid,
        }
        assert CostLine.model_validate(line).amount == each.amount
        assert (each.low or each.amount) <= each.amount <= (each.high or each.amount)
