"""How long a move takes: copying beside checks, by rules that disagree, against months of double running."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.uncertainty.uncertainty_document import MoveTime
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report

CATALOGUE = load_catalogue()
HOURS = 730


def document(**economics: Any) -> Any:
    found: Any = plan_json(sample_plan("leaving-vmware"))
    found.pop("remarks", None)
    found["economics"] = {**found.get("economics", {}), **economics}
    return found


def time_of(changed: Any) -> MoveTime:
    leaving = uncertainty_of(Plan.model_validate(changed), CATALOGUE, number=16).verdict.migration
    assert leaving is not None
    assert leaving.duration is not None
    return leaving.duration


def of_260_vms(**economics: Any) -> MoveTime:
    """The worked example: 260 VMs with 42.8 TB."""
    changed = document(**economics)
    changed["workload"]["totals"] = {"used_tb": 42.8}
    return time_of(changed)


def test_the_published_rules_on_their_worked_example() -> None:
    months = {each.key: each.months * HOURS for each in of_260_vms().rules}
    assert months["migration-planner"] == pytest.approx(157.1, abs=0.1)
    assert months["azure-migrate"] == pytest.approx(107, abs=0.5)
    assert months["huawei-sms"] == pytest.approx(219.2, abs=0.2)
    # 42.8 TB are 39,861 GiB: 79.7 days of copying at 500 GiB a day, and four weeks.
    assert months["vcf-migration"] / 24 == pytest.approx(42.8e12 / 2**30 / 500 + 28, rel=0.005)
    apart = of_260_vms().apart
    assert apart is not None
    assert 20 < apart < 30


def test_the_longer_of_copying_and_checks_leads_and_what_is_stated_does_not_vary() -> None:
    found = of_260_vms(migration_link_mbit_s=1000, migration_people=4, migration_check_minutes_per_vm=90)
    checks = 260 * 1.5 / (4 * 173)
    assert found.checking_months == pytest.approx(checks)
    assert found.copying_months == pytest.approx(42_800 * 8 / 0.7 / 3600 / HOURS)
    assert found.leads == "checks"
    assert found.mid == pytest.approx(checks)
    assert found.low == pytest.approx(found.mid) == pytest.approx(found.high)
    slow = of_260_vms(migration_link_mbit_s=100, migration_people=4, migration_check_minutes_per_vm=90)
    assert slow.leads == "copying"
    assert slow.high / slow.low == pytest.approx(0.8 / 0.5)


def test_nothing_stated_is_a_wide_band() -> None:
    found = of_260_vms()
    assert found.low < found.mid < found.high
    assert found.high == pytest.approx(260 * 4 / 173)
    assert "260 VMs with 42.8 TB" in found.sentence
    assert "4 published rules say" in found.sentence
    assert "302 enterprises asked" in found.sentence


@pytest.mark.parametrize(
    ("until", "said"), [(None, "longer than"), (1, "shorter than"), (3, "and shorter than"), (24, "longer than")]
)
def test_months_of_double_running_are_held_against_it(until: int | None, said: str) -> None:
    changed = document(migration_people=2)
    line = {"label": "Old", "category": "double_running", "amount": 9_000, "paid": "every_month", "month": 1}
    for each in changed["configurations"][1:]:
        each["cost_lines"] = [line if until is None else {**line, "until_month": until}]
    found = time_of(changed)
    assert found.months_side_by_side == (60 if until is None else until)
    assert said in found.sentence.split("Double running")[1]


def test_it_is_in_reports_and_missing_data_are_no_time() -> None:
    plan = Plan.model_validate(document())
    text = report(plan, CATALOGUE, "md").decode()
    assert "published rules say" in text
    changed = document()
    for each in changed["workload"]["groups"]:
        each.pop("disk_gb", None)
    leaving = uncertainty_of(Plan.model_validate(document(migration_people=2)), CATALOGUE, number=16).verdict.migration
    assert leaving is not None


def test_inputs_of_a_move_do_not_apply_to_one_hypervisor() -> None:
    same = evaluate_plan(sample_plan("light-io"), CATALOGUE).inputs
    found = {each.quantity: each for each in same if each.quantity.startswith("migration_")}
    assert {each.value for each in found.values()} == {None}


def move(**more: Any) -> dict[str, Any]:
    line = {"label": "Move", "category": "migration", "amount": 1_200, "per": "vm", "paid": "in_shares"}
    return {**line, "month": 3, "until_month": 8, **more}


def costs(line: dict[str, Any]) -> Any:
    changed = document()
    changed["configurations"][1]["cost_lines"] = [line]
    return evaluate_plan(Plan.model_validate(changed), CATALOGUE)


def test_waves_pay_in_equal_shares_of_their_months() -> None:
    (own,) = (each for each in costs(move()).configurations if each.key == "azure-local")
    months = own.monthly.parts["lines"]
    assert [place for place, paid in enumerate(months) if paid] == [3, 4, 5, 6, 7, 8]
    (all_at_once,) = (each for each in costs(move(per="all")).configurations if each.key == "azure-local")
    assert all_at_once.monthly.parts["lines"][3:9] == pytest.approx([200] * 6)
    # For the VMs that there are in each month.
    vms = own.monthly.parts["lines"][3] / 200
    assert 260 <= vms < 270


def test_shares_beyond_the_horizon_are_said_and_need_a_last_month() -> None:
    late = costs(move(per="all", month=59, until_month=62)).findings
    (said,) = (each for each in late if each.code == "cost_line_beyond_horizon")
    assert "600" in said.message
    with pytest.raises(ValueError, match="needs its last month"):
        costs({**move(), "until_month": None})
