"""Dated events: what is wrong with them, what is said of them, and where they are listed."""

from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from hostwise.answers.evaluation.evaluation_answer import PlanError, evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import bind
from hostwise.binding.recorder import Mistake
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.events_text import event_rows
from hostwise.reports.report_files import report
from hostwise.server.commands.evaluate_commands import growth
from hostwise.server.sharing.anonymising import anonymised

GROUPS = ("applications", "databases", "infrastructure")


def planned(*events: dict[str, Any], **economics: Any) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    document["policy"]["sizing_years"] = 0
    document["economics"] |= {"horizon_years": 2, **economics}
    document["workload"]["events"] = list(events)
    return Plan.model_validate(document)


def event(vms: int, month: int = 6, group: str = GROUPS[1], **more: Any) -> dict[str, Any]:
    return {"label": "Acquisition", "month": month, "group": group, "vms": vms, **more}


def mistakes(*events: dict[str, Any]) -> tuple[Mistake, ...]:
    with pytest.raises(PlanError) as error:
        bind(planned(*events), load_catalogue())
    return error.value.mistakes


def test_an_unknown_group_is_told_at_the_field_with_the_nearest_one() -> None:
    (found,) = mistakes(event(10), event(10, group="database"))
    assert (found.pointer, found.code) == ("/workload/events/1/group", "unknown_group")
    assert found.hint == "Did you mean 'databases'?"
    (found,) = mistakes(event(10, group="zzz"))
    assert found.hint == "The groups are applications, databases, infrastructure."


def test_a_group_must_be_the_only_one_of_its_name() -> None:
    document = plan_json(planned(event(10)))
    document["workload"]["groups"][0]["name"] = GROUPS[1]
    with pytest.raises(PlanError) as error:
        bind(Plan.model_validate(document), load_catalogue())
    assert [each.code for each in error.value.mistakes] == ["ambiguous_group"]


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ([event(-41)], 1),  # Of 40 databases, growing by 5 % a year.
        ([event(-40)], 0),
        ([event(-41, month=24)], 0),
        ([event(-60), event(20)], 0),  # Within a month those that come do so first.
        ([event(-60), event(20, month=7)], 1),
        ([event(-60), event(20, probability=0.4)], 1),
        ([event(-30), event(-30)], 1),
        ([event(-30, probability=0.4), event(-30)], 1),
    ],
)
def test_no_more_vms_leave_than_are_there(events: list[dict[str, Any]], wrong: int) -> None:
    if not wrong:
        bind(planned(*events), load_catalogue())
        return
    found = mistakes(*events)
    assert {(each.code, each.pointer.rpartition("/")[2]) for each in found} == {("more_vms_leave", "vms")}
    assert all(each.hint is not None and each.hint.startswith("At most ") for each in found)


@pytest.mark.parametrize("wrong", [{"month": 0}, {"month": 181}, {"probability": 1.1}, {"vms": 0.5}, {"label": ""}])
def test_what_means_nothing_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        planned(event(10) | wrong)


def test_what_changes_nothing_is_said() -> None:
    plan = planned(event(10, month=25), event(10, probability=0.2), event(10, probability=0.5))
    document = plan_json(plan)
    document["workload"]["totals"] = {"used_tb": 50}
    found = {each.code: each for each in evaluate_plan(Plan.model_validate(document), load_catalogue()).findings}
    assert found["event_beyond_horizon"].pointer == "/workload/events/0/month"
    assert "after the last month of the plan, 24" in found["event_beyond_horizon"].message
    assert found["event_not_counted"].pointer == "/workload/events/1/probability"
    assert found["total_without_events"].pointer == "/workload/totals/used_tb"


def test_licences_of_guests_follow_the_group_of_an_event() -> None:
    document = plan_json(planned())
    configuration = document["configurations"][0]
    configuration["guest_licence"] = {"key": "windows-server-2022-datacenter", "group": GROUPS[1]}
    licensed = {}
    for group in GROUPS[:2]:
        document["workload"]["events"] = [event(40, group=group)]
        run = run_plan(Plan.model_validate(document), load_catalogue())
        before, after = run.evaluation.members("guest_demanded_vms", 0)[5:7]
        licensed[group] = after - before
    assert licensed[GROUPS[1]] - licensed[GROUPS[0]] == pytest.approx(40)
    assert 0 <= licensed[GROUPS[0]] < 1


def test_reports_list_the_events() -> None:
    plan = planned(event(200, month=18), event(-5, month=3, label="Tenant", probability=0.3), event(1, month=30))
    assert event_rows(plan) == [
        ["Tenant", GROUPS[1], "3", "\u22125", "30\u00a0%", "in simulations"],
        ["Acquisition", GROUPS[1], "18", "+200", "100\u00a0%", "yes"],
        ["Acquisition", GROUPS[1], "30", "+1", "100\u00a0%", "after the horizon"],
    ]
    text = report(plan, load_catalogue(), "md").decode()
    assert "## Dated events" in text
    assert "| Tenant | databases | 3 |" in text
    assert "## Dated events" not in report(planned(), load_catalogue(), "md").decode()


def test_the_command_line_lists_them_and_names_what_ends_the_runway(tmp_path: Any) -> None:
    path = tmp_path / "plan.json"
    path.write_text(planned(event(900, month=2)).model_dump_json(exclude_none=True), encoding="utf-8")
    shown = CliRunner().invoke(growth, [str(path)])
    assert shown.exit_code == 0, shown.output
    assert "event of that month" in shown.output
    assert "+900" in shown.output


def test_a_shared_plan_keeps_no_word_of_them() -> None:
    plan = anonymised(planned(event(10, note="Project Falcon", label="Falcon")), load_catalogue())
    (shown,) = plan.workload.events
    assert (shown.label, shown.group, shown.note, shown.vms) == ("Event 1", "Group 2", None, 10)
